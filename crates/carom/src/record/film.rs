//! A strobe picture: shapes and flexible bodies at several instants, projected along an axis, as one SVG.
//!
//! All geometries but lines are convex, so the outline of a projection is the convex hull of the projected corners of its
//! surface. Of a flexible solid the faces that turn towards the eye are drawn, the farthest first. Later instants are more
//! opaque, and of one instant the things nearer to the eye are drawn over the others. What never moves is drawn once, in
//! grey, behind the others; planes are behind everything and reach as far as the motion. A scale bar gives the size.

use super::canvas::Canvas;
use super::outline::{Outline, Visible, visible};
use super::reach::{Reach, bounded};
use super::tessellation::{Tessellation, ring};
use super::{Geometry, RecordError, Shape, View, shape, write_file};
use crate::Vec3;
use crate::model::PortState;
use std::collections::BTreeMap;
use std::path::Path;

const SIDES: usize = 64;
/// Opacity of the first instant; the last has 1.
const FAINTEST: f64 = 0.15;
/// Faces of one body in a picture, at most, so that its file stays small: about 2 MB.
const MOST_FACES: usize = 50_000;
const STILL: (&str, &str) = ("#8c8c8c", "#e6e6e6");
/// Line and fill colours, one pair a body name; the lines are Okabe & Ito's palette.
const BODIES: [(&str, &str); 6] = [
    ("#0072b2", "#cfe3f0"),
    ("#d55e00", "#f7dfcc"),
    ("#009e73", "#cceee3"),
    ("#cc79a7", "#f5e4ed"),
    ("#56b4e9", "#ddf0fb"),
    ("#e69f00", "#faeccc"),
];

/// Where everything is at one instant.
#[derive(Clone, Debug, Default)]
pub struct Instant {
    /// The states of all ports.
    pub ports: Vec<PortState>,
    /// The places of the nodes of every outline.
    pub outlines: Vec<Vec<Vec3>>,
}

/// What is drawn of one thing at one instant.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Figure {
    Line(Vec<[f64; 2]>),
    Polygon(Vec<[f64; 2]>),
    Faces(Vec<Visible>),
}

impl Figure {
    fn points(&self) -> impl Iterator<Item = &[f64; 2]> {
        let (points, faces): (&[_], &[Visible]) = match self {
            Self::Line(points) | Self::Polygon(points) => (points, &[]),
            Self::Faces(faces) => (&[], faces),
        };
        points.iter().chain(faces.iter().flat_map(|face| &face.corners))
    }

    fn faces(&self) -> usize {
        if let Self::Faces(faces) = self { faces.len() } else { 0 }
    }
}

/// A thing with its figures at all instants.
struct Film<'a> {
    name: &'a str,
    figures: Vec<Figure>,
    /// How far its middle lies towards the eye at all instants.
    heights: Vec<f64>,
    /// Planes are drawn behind everything else.
    is_plane: bool,
}

impl Film<'_> {
    fn moves(&self) -> bool {
        self.figures.windows(2).any(|pair| pair[0] != pair[1])
    }

    /// Of how many instants one is drawn: all, unless there are very many faces.
    fn stride(&self) -> usize {
        self.figures.iter().map(Figure::faces).sum::<usize>().div_ceil(MOST_FACES).max(1)
    }
}

/// Draws shapes and outlines of flexible bodies at the chosen instants, in the order of time.
pub fn strobe(
    path: &Path,
    shapes: &[Shape],
    outlines: &[Outline],
    instants: &[Instant],
    view: View,
) -> Result<(), RecordError> {
    let svg = strobe_svg(path, shapes, outlines, instants, view)?;
    write_file(path, svg.as_bytes())
}

/// The text of the picture; `path` is named in errors.
pub fn strobe_svg(
    path: &Path,
    shapes: &[Shape],
    outlines: &[Outline],
    instants: &[Instant],
    view: View,
) -> Result<String, RecordError> {
    let bodies = outlines.iter().enumerate().map(|(k, outline)| {
        let figure = |instant: &Instant| flexible_figure(outline, &instant.outlines[k], view);
        let (figures, heights) = instants.iter().map(figure).unzip();
        Film { name: &outline.name, figures, heights, is_plane: false }
    });
    let shapes = finite_shapes(shapes, instants);
    let shapes = shapes.iter().map(|shape| {
        let figure = |instant: &Instant| shape_figure(shape, &instant.ports[shape.port], view);
        let (figures, heights) = instants.iter().map(figure).unzip();
        Film { name: &shape.name, figures, heights, is_plane: matches!(shape.geometry, Geometry::Patch { .. }) }
    });
    let films: Vec<Film> = bodies.chain(shapes).collect();
    let Some(canvas) = Canvas::around(films.iter().flat_map(|film| &film.figures).flat_map(Figure::points)) else {
        let message = "there is no shape and frame with finite coordinates".to_owned();
        return Err(RecordError::Drawing { path: path.to_owned(), message });
    };
    let mut svg = canvas.open();
    let colours = colours(films.iter().filter(|film| film.moves()).map(|film| film.name));
    let (planes, others): (Vec<Film>, Vec<Film>) = films.into_iter().partition(|film| film.is_plane);
    draw_layer(&mut svg, &canvas, planes, &colours);
    draw_layer(&mut svg, &canvas, others, &colours);
    canvas.close(&mut svg);
    Ok(svg)
}

/// Draws what is still, and over it what moves, from the first instant to the last.
fn draw_layer(svg: &mut String, canvas: &Canvas, films: Vec<Film>, colours: &BTreeMap<&str, usize>) {
    let (mut moving, still): (Vec<Film>, Vec<Film>) = films.into_iter().partition(Film::moves);
    for film in &still {
        film.figures.last().into_iter().for_each(|figure| canvas.draw(svg, film.name, figure, STILL, 1.0));
    }
    let count = moving.first().map_or(0, |film| film.figures.len());
    let last = count.saturating_sub(1);
    for k in 0..count {
        let progress = if last > 0 { k as f64 / last as f64 } else { 1.0 };
        let opacity = FAINTEST + (1.0 - FAINTEST) * progress * progress;
        moving.sort_by_key(|film| canvas.layer(film.heights[k]));
        for film in moving.iter().filter(|film| (last - k).is_multiple_of(film.stride())) {
            canvas.draw(svg, film.name, &film.figures[k], BODIES[colours[film.name] % BODIES.len()], opacity);
        }
    }
}

/// The shapes, with planes as large as the motion at the instants asks for.
pub fn finite_shapes(shapes: &[Shape], instants: &[Instant]) -> Vec<Shape> {
    let reach = Reach::new(shapes);
    let balls: Vec<_> = instants.iter().map(|instant| (&instant.ports[..], reach.at(instant))).collect();
    let finite = |shape: &Shape| match shape.geometry {
        Geometry::Plane { size } => bounded(shape, size, balls.iter().map(|(ports, balls)| (*ports, &balls[..]))),
        _ => shape.clone(),
    };
    shapes.iter().map(finite).collect()
}

/// A number for each name, in the order of their first appearance.
fn colours<'a>(all: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut numbers = BTreeMap::new();
    for name in all {
        let next = numbers.len();
        numbers.entry(name).or_insert(next);
    }
    numbers
}

/// The projected corners: in order along a line, the convex hull of anything else; and how far the middle is towards the eye.
fn shape_figure(shape: &Shape, port: &PortState, view: View) -> (Figure, f64) {
    if let Geometry::Sphere { radius } | Geometry::Cage { radius } = shape.geometry {
        // Seen from anywhere it is a circle.
        let centre = shape::place(port, &shape.at.x);
        let [x, y] = view.project(&centre);
        let mut circle: Vec<[f64; 2]> = ring(radius, 0.0, SIDES).iter().map(|p| [x + p.x, y + p.y]).collect();
        if matches!(shape.geometry, Geometry::Sphere { .. }) {
            return (Figure::Polygon(circle), view.height(&centre));
        }
        circle.push(circle[0]);
        return (Figure::Line(circle), view.height(&centre));
    }
    let surface = Tessellation::new(&shape.geometry, SIDES);
    let corners: Vec<Vec3> = surface.points.iter().map(|p| shape::place(port, &shape.at.point(p))).collect();
    let seen = corners.iter().map(|x| view.project(x)).collect();
    let is_line = matches!(shape.geometry, Geometry::Line { .. });
    (if is_line { Figure::Line(seen) } else { Figure::Polygon(hull(seen)) }, middle(&corners, view))
}

fn flexible_figure(outline: &Outline, points: &[Vec3], view: View) -> (Figure, f64) {
    let figure = match &outline.faces {
        Some(faces) => Figure::Faces(visible(faces, points, |x| (view.project(x), view.height(x)))),
        None => Figure::Line(points.iter().map(|x| view.project(x)).collect()),
    };
    (figure, middle(points, view))
}

/// How far the middle of points lies towards the eye.
fn middle(points: &[Vec3], view: View) -> f64 {
    points.iter().map(|x| view.height(x)).sum::<f64>() / points.len().max(1) as f64
}

/// The convex hull, counter-clockwise (Andrew's monotone chain).
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut chain: Vec<[f64; 2]> = Vec::new();
    let reversed = points.iter().rev().skip(1);
    let (mut floor, turn) = (2, points.len());
    for (i, c) in points.iter().chain(reversed).enumerate() {
        if i == turn {
            floor = chain.len() + 1;
        }
        while chain.len() >= floor && !turns_left(&chain[chain.len() - 2], &chain[chain.len() - 1], c) {
            chain.pop();
        }
        chain.push(*c);
    }
    chain.pop();
    chain
}

fn turns_left(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2]) -> bool {
    (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0.0
}
