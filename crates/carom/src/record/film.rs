//! A strobe picture: the outlines of moving shapes at several instants, projected along an axis, as one SVG.
//!
//! All geometries but lines are convex, so the outline of a projection is the convex hull of the projected corners of its
//! surface. Later instants are more opaque. Shapes that never move are drawn once, in grey, behind the others; a scale
//! bar gives the size.

use super::mesh::Mesh;
use super::vtu::escape;
use super::{Geometry, RecordError, Shape, atomic, shape};
use crate::Vec3;
use crate::model::PortState;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

const SIDES: usize = 64;
/// The longer side of the drawn area and the margin around it, in pixels.
const LONG_SIDE: f64 = 760.0;
const MARGIN: f64 = 30.0;
const FOOT: f64 = 34.0;
/// Opacity of the first instant; the last has 1.
const FAINTEST: f64 = 0.15;
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
}

/// Draws the shapes; `frames` are the states of all ports at the chosen instants, in the order of time.
pub fn strobe(path: &Path, shapes: &[Shape], frames: &[Vec<PortState>], view: View) -> Result<(), RecordError> {
    let mut still = Vec::new();
    let mut moving = Vec::new();
    for shape in shapes {
        let outlines: Vec<_> = frames.iter().map(|ports| outline(shape, &ports[shape.port], view)).collect();
        let moves = outlines.windows(2).any(|pair| pair[0] != pair[1]);
        if moves { moving.push((shape, outlines)) } else { still.push((shape, outlines)) }
    }
    let Some(canvas) = Canvas::around(still.iter().chain(&moving).flat_map(|(_, outlines)| outlines.iter().flatten()))
    else {
        let message = "there is no shape and frame with finite coordinates".to_owned();
        return Err(RecordError::Drawing { path: path.to_owned(), message });
    };
    let mut svg = canvas.open();
    for (shape, outlines) in &still {
        canvas.draw(&mut svg, shape, outlines.last().map_or(&[], Vec::as_slice), STILL, 1.0);
    }
    let names = names(moving.iter().map(|(shape, _)| shape.name.as_str()));
    for k in 0..frames.len() {
        let progress = if frames.len() > 1 { k as f64 / (frames.len() - 1) as f64 } else { 1.0 };
        for (shape, outlines) in &moving {
            let place = names.iter().position(|name| *name == shape.name).unwrap_or(0);
            let opacity = FAINTEST + (1.0 - FAINTEST) * progress * progress;
            canvas.draw(&mut svg, shape, &outlines[k], BODIES[place % BODIES.len()], opacity);
        }
    }
    canvas.close(&mut svg);
    atomic::replace(path, |file| file.write_all(svg.as_bytes()))
}

/// The different names, in the order of their first appearance.
fn names<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The projected corners: in order along a line, the convex hull of anything else.
fn outline(shape: &Shape, port: &PortState, view: View) -> Vec<[f64; 2]> {
    let mesh = Mesh::new(&shape.geometry, SIDES);
    let corners = mesh.points.iter().map(|p| view.project(&shape::place(port, &shape.at.point(p)))).collect();
    if matches!(shape.geometry, Geometry::Line { .. }) { corners } else { hull(corners) }
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

/// The map from metres to pixels.
struct Canvas {
    low: [f64; 2],
    /// Pixels a metre.
    scale: f64,
    size: [f64; 2],
}

impl Canvas {
    /// A canvas that holds all finite points; `None` if there are none.
    fn around<'a>(points: impl Iterator<Item = &'a [f64; 2]>) -> Option<Self> {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points.filter(|p| p.iter().all(|c| c.is_finite())) {
            for i in 0..2 {
                low[i] = low[i].min(point[i]);
                high[i] = high[i].max(point[i]);
            }
        }
        let length = (high[0] - low[0]).max(high[1] - low[1]);
        if !length.is_finite() {
            return None;
        }
        let scale = if length > 0.0 { LONG_SIDE / length } else { LONG_SIDE };
        let size = [0, 1].map(|i| (high[i] - low[i]) * scale + 2.0 * MARGIN);
        // A narrow picture is widened for its scale bar.
        let widened = size[0].max(200.0);
        low[0] -= 0.5 * (widened - size[0]) / scale;
        Some(Self { low, scale, size: [widened, size[1]] })
    }

    fn open(&self) -> String {
        let [w, h] = [self.size[0], self.size[1] + FOOT];
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" viewBox=\"0 0 {w:.1} {h:.1}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <g stroke-width=\"1.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
        )
    }

    fn draw(&self, svg: &mut String, shape: &Shape, outline: &[[f64; 2]], colours: (&str, &str), opacity: f64) {
        let is_line = matches!(shape.geometry, Geometry::Line { .. });
        let (tag, fill) = if is_line { ("polyline", "none") } else { ("polygon", colours.1) };
        // Writing to a String cannot fail.
        let _ = write!(svg, "<{tag} fill=\"{fill}\" stroke=\"{}\" opacity=\"{opacity:.2}\" points=\"", colours.0);
        for point in outline.iter().filter(|p| p.iter().all(|c| c.is_finite())) {
            let x = MARGIN + (point[0] - self.low[0]) * self.scale;
            let y = self.size[1] - MARGIN - (point[1] - self.low[1]) * self.scale;
            let _ = write!(svg, "{x:.2},{y:.2} ");
        }
        let _ = writeln!(svg, "\"><title>{}</title></{tag}>", escape(&shape.name));
    }

    /// Ends the picture with a scale bar of 1, 2 or 5 times a power of ten, 60 to 150 pixels long.
    fn close(&self, svg: &mut String) {
        let most = 150.0 / self.scale;
        let power = 10_f64.powf(most.log10().floor());
        let length = power * [5.0, 2.0, 1.0].into_iter().find(|f| f * power <= most).unwrap_or(1.0);
        let (y, end) = (self.size[1] + 6.0, MARGIN + length * self.scale);
        let _ = writeln!(
            svg,
            "</g>\n<path d=\"M{MARGIN} {:.1}v8m0-4H{end:.1}m0-4v8\" stroke=\"#3c3c3c\" fill=\"none\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" \
             fill=\"#3c3c3c\">{}</text>\n</svg>",
            y - 4.0,
            end + 8.0,
            y + 4.5,
            length_label(length)
        );
    }
}

/// A length in a unit that suits it.
fn length_label(metres: f64) -> String {
    let (factor, unit) = match metres {
        x if x >= 1e3 => (1e-3, "km"),
        x if x >= 1.0 => (1.0, "m"),
        x if x >= 1e-3 => (1e3, "mm"),
        _ => (1e6, "µm"),
    };
    let rounded = (metres * factor * 1e6).round() / 1e6;
    format!("{rounded} {unit}")
}
