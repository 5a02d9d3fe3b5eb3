//! A strobe picture: shapes and flexible bodies at several instants, projected along an axis, as one SVG.
//!
//! All geometries but lines are convex, so the outline of a projection is the convex hull of the projected corners of its
//! surface. Of a flexible solid the faces that turn towards the eye are drawn, the farthest first. Later instants are more
//! opaque. What never moves is drawn once, in grey, behind the others; a scale bar gives the size.

use super::canvas::Canvas;
use super::outline::{Outline, Visible, visible};
use super::tessellation::Tessellation;
use super::{Geometry, RecordError, Shape, atomic, shape};
use crate::Vec3;
use crate::model::PortState;
use std::collections::BTreeMap;
use std::io::Write as _;
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

/// The axes of space that point to the right and upwards in the picture, 0 to 2; the view is along the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    pub right: usize,
    pub up: usize,
}

impl View {
    pub const XY: Self = Self { right: 0, up: 1 };
    pub const YZ: Self = Self { right: 1, up: 2 };
    pub const ZX: Self = Self { right: 2, up: 0 };
    pub const XZ: Self = Self { right: 0, up: 2 };

    fn project(self, x: &Vec3) -> [f64; 2] {
        [x[self.right.min(2)], x[self.up.min(2)]]
    }

    /// How far a point lies towards the eye.
    fn height(self, x: &Vec3) -> f64 {
        let axis = |i: usize| Vec3::from_fn(|k, _| if k == i.min(2) { 1.0 } else { 0.0 });
        axis(self.right).cross(&axis(self.up)).dot(x)
    }
}

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
    let bodies = outlines.iter().enumerate().map(|(k, outline)| Film {
        name: &outline.name,
        figures: instants.iter().map(|instant| flexible_figure(outline, &instant.outlines[k], view)).collect(),
    });
    let shapes = shapes.iter().map(|shape| Film {
        name: &shape.name,
        figures: instants.iter().map(|instant| shape_figure(shape, &instant.ports[shape.port], view)).collect(),
    });
    let (moving, still): (Vec<Film>, Vec<Film>) = bodies.chain(shapes).partition(Film::moves);
    let films = || still.iter().chain(&moving);
    let Some(canvas) = Canvas::around(films().flat_map(|film| &film.figures).flat_map(Figure::points)) else {
        let message = "there is no shape and frame with finite coordinates".to_owned();
        return Err(RecordError::Drawing { path: path.to_owned(), message });
    };
    let mut svg = canvas.open();
    for film in &still {
        film.figures.last().into_iter().for_each(|figure| canvas.draw(&mut svg, film.name, figure, STILL, 1.0));
    }
    let colours = colours(moving.iter().map(|film| film.name));
    let last = instants.len().saturating_sub(1);
    for k in 0..instants.len() {
        let progress = if last > 0 { k as f64 / last as f64 } else { 1.0 };
        let opacity = FAINTEST + (1.0 - FAINTEST) * progress * progress;
        for film in moving.iter().filter(|film| (last - k).is_multiple_of(film.stride())) {
            canvas.draw(&mut svg, film.name, &film.figures[k], BODIES[colours[film.name] % BODIES.len()], opacity);
        }
    }
    canvas.close(&mut svg);
    atomic::replace(path, |file| file.write_all(svg.as_bytes()))
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

/// The projected corners: in order along a line, the convex hull of anything else.
fn shape_figure(shape: &Shape, port: &PortState, view: View) -> Figure {
    if let Geometry::Sphere { radius } = shape.geometry {
        // Seen from anywhere it is a circle.
        let [x, y] = view.project(&shape::place(port, &shape.at.x));
        let corner = |k: usize| {
            let (sin, cos) = (std::f64::consts::TAU * k as f64 / SIDES as f64).sin_cos();
            [x + radius * cos, y + radius * sin]
        };
        return Figure::Polygon((0..SIDES).map(corner).collect());
    }
    let surface = Tessellation::new(&shape.geometry, SIDES);
    let corners = surface.points.iter().map(|p| view.project(&shape::place(port, &shape.at.point(p)))).collect();
    if matches!(shape.geometry, Geometry::Line { .. }) { Figure::Line(corners) } else { Figure::Polygon(hull(corners)) }
}

fn flexible_figure(outline: &Outline, points: &[Vec3], view: View) -> Figure {
    match &outline.faces {
        Some(faces) => Figure::Faces(visible(faces, points, |x| (view.project(x), view.height(x)))),
        None => Figure::Line(points.iter().map(|x| view.project(x)).collect()),
    }
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
