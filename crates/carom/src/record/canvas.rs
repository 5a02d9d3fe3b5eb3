//! The drawing area of a strobe picture: from metres to pixels, figures as SVG, the scale bar.

use super::film::Figure;
use super::grid::escape;
use super::outline::Visible;
use std::fmt::Write as _;

/// The longer side of the drawn area and the margin around it, in pixels.
const LONG_SIDE: f64 = 760.0;
const MARGIN: f64 = 30.0;
const FOOT: f64 = 34.0;
/// Width of the lines between the faces of a solid; all others are 1.4.
const MESH_WIDTH: f64 = 0.35;

/// The map from metres to pixels.
pub(super) struct Canvas {
    low: [f64; 2],
    /// Pixels a metre.
    scale: f64,
    size: [f64; 2],
}

impl Canvas {
    /// A canvas that holds all finite points; `None` if there are none.
    pub fn around<'a>(points: impl Iterator<Item = &'a [f64; 2]>) -> Option<Self> {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points.filter(|p| is_finite(p)) {
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

    pub fn open(&self) -> String {
        let [w, h] = [self.size[0], self.size[1] + FOOT];
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" viewBox=\"0 0 {w:.1} {h:.1}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <g stroke-width=\"1.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
        )
    }

    /// Draws a figure in the colours of its lines and of its fill.
    pub fn draw(&self, svg: &mut String, name: &str, figure: &Figure, colours: (&str, &str), opacity: f64) {
        let (tag, fill, points) = match figure {
            Figure::Line(points) => ("polyline", "none", points),
            Figure::Polygon(points) => ("polygon", colours.1, points),
            Figure::Faces(faces) => return self.draw_faces(svg, name, faces, colours, opacity),
        };
        // Writing to a String cannot fail.
        let _ = write!(svg, "<{tag} fill=\"{fill}\" stroke=\"{}\" opacity=\"{opacity:.2}\" points=\"", colours.0);
        for point in points.iter().filter(|p| is_finite(p)) {
            let [x, y] = self.place(point);
            let _ = write!(svg, "{x:.2},{y:.2} ");
        }
        let _ = writeln!(svg, "\"><title>{}</title></{tag}>", escape(name));
    }

    /// Draws faces over each other, with thin lines between them and thick ones at ridges and at the rim.
    fn draw_faces(&self, svg: &mut String, name: &str, faces: &[Visible], colours: (&str, &str), opacity: f64) {
        let (stroke, fill) = colours;
        let _ = writeln!(
            svg,
            "<g fill=\"{fill}\" stroke=\"{stroke}\" opacity=\"{opacity:.2}\"><title>{}</title>",
            escape(name)
        );
        for face in faces.iter().filter(|face| face.corners.iter().all(is_finite)) {
            let corners: Vec<[f64; 2]> = face.corners.iter().map(|p| self.place(p)).collect();
            let _ = write!(svg, "<path stroke-width=\"{MESH_WIDTH}\" d=\"");
            for (i, [x, y]) in corners.iter().enumerate() {
                let _ = write!(svg, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' });
            }
            svg.push_str("z\"/>\n");
            for (i, _) in face.ridge.iter().enumerate().filter(|(_, ridge)| **ridge) {
                let ([a, b], [c, d]) = (corners[i], corners[(i + 1) % corners.len()]);
                let _ = writeln!(svg, "<path d=\"M{a:.1} {b:.1}L{c:.1} {d:.1}\"/>");
            }
        }
        svg.push_str("</g>\n");
    }

    /// A height towards the eye in hundredths of pixels, so that rounding does not decide what is in front.
    pub fn layer(&self, height: f64) -> i64 {
        (100.0 * self.scale * height).round() as i64
    }

    /// From metres to pixels.
    fn place(&self, point: &[f64; 2]) -> [f64; 2] {
        let x = MARGIN + (point[0] - self.low[0]) * self.scale;
        let y = self.size[1] - MARGIN - (point[1] - self.low[1]) * self.scale;
        [x, y]
    }

    /// Ends the picture with a scale bar of 1, 2 or 5 times a power of ten, 60 to 150 pixels long.
    pub fn close(&self, svg: &mut String) {
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

fn is_finite(point: &[f64; 2]) -> bool {
    point.iter().all(|c| c.is_finite())
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
