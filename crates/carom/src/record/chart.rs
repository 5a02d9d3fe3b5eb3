//! Charts as SVG pictures: panels in rows and columns, points joined by lines, on linear or logarithmic axes, one legend for all.
//!
//! Points that are not finite, and on logarithmic axes those that are not positive, leave a gap. Names of curves without any point are left
//! out of the legend. Once the colours are used up they come again, with dashed lines and hollow marks.

use super::plot::{Area, Failure, INK, PALETTE, UNIT, font, px, tick};
use super::{RecordError, atomic};
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::io::Write;
use std::ops::Range;
use std::path::Path;

/// Size of a panel with its labels, in pixels, of which there are several beside each other.
pub const PANEL_SIZE: [i32; 2] = [330, 280];
const HEAD: i32 = 50;
/// Height of a line of the legend, which stands below the panels.
const ENTRY: i32 = 18;
const PALE: RGBColor = RGBColor(226, 226, 226);
const AXIS: RGBColor = RGBColor(150, 150, 150);

/// How an axis maps values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    Linear,
    Logarithmic,
}

/// Points of one curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// Place of its name in the legend.
    pub curve: usize,
    pub points: Vec<(f64, f64)>,
}

/// A coordinate system with curves.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    pub title: String,
    /// Names of the axes and their scales.
    pub x: (String, Scale),
    pub y: (String, Scale),
    pub curves: Vec<Points>,
    /// Slopes of lines that are drawn for comparison, on logarithmic axes.
    pub slopes: Vec<f64>,
    /// Whether points are marked.
    pub marks: bool,
    /// Whether a unit is as long across as it is up, on linear axes.
    pub equal: bool,
}

/// Panels, filled row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    pub title: String,
    pub columns: usize,
    pub panels: Vec<Panel>,
    pub legend: Vec<String>,
    /// Of a panel with its labels, in pixels.
    pub size: [i32; 2],
}

impl Chart {
    pub fn write(&self, path: &Path) -> Result<(), RecordError> {
        let svg = self.svg(path)?;
        atomic::replace(path, |file| file.write_all(svg.as_bytes()))
    }

    /// The text of the picture; `path` is where it will be written.
    pub fn svg(&self, path: &Path) -> Result<String, RecordError> {
        let failed = |error: Failure| RecordError::Drawing { path: path.to_owned(), message: error.to_string() };
        self.draw().map_err(failed)
    }

    fn draw(&self) -> Result<String, Failure> {
        let columns = self.columns.clamp(1, self.panels.len().max(1)) as i32;
        let rows = (self.panels.len() as i32 + columns - 1) / columns;
        let [panel_width, panel_height] = self.size;
        let width = panel_width * columns + 20;
        // Names of the legend stand beside each other as far as there is room.
        let shown: Vec<usize> = (0..self.legend.len()).filter(|&k| self.panels.iter().any(|p| p.shows(k))).collect();
        let longest = shown.iter().map(|&k| self.legend[k].chars().count()).max().unwrap_or(0) as i32;
        let cell = 45 + 9 * longest;
        let beside = (width / cell.max(1)).max(1);
        let lines = (shown.len() as i32 + beside - 1) / beside;
        let height = HEAD + rows * panel_height + ENTRY * lines + 20;
        let size = ((width * UNIT) as u32, (height * UNIT) as u32);
        let mut svg = String::new();
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE)?;
        root.draw_text(&self.title, &font(17).into_text_style(&root).color(&INK), px(20, 16))?;
        for (k, panel) in self.panels.iter().enumerate() {
            let (row, column) = (k as i32 / columns, k as i32 % columns);
            let corner = px(10 + column * panel_width, HEAD + row * panel_height);
            panel.draw(&root.clone().shrink(corner, px(panel_width, panel_height)), &shown, self.size)?;
        }
        for (k, name) in shown.iter().map(|&k| &self.legend[k]).enumerate() {
            let (line, place) = (k as i32 / beside, k as i32 % beside);
            let (x, y) = (20 + place * cell, HEAD + rows * panel_height + 12 + line * ENTRY);
            draw_line(&root, vec![px(x, y), px(x + 20, y)], k, 20)?;
            root.draw_text(name, &font(13).into_text_style(&root).color(&INK), px(x + 27, y - 5))?;
        }
        root.present()?;
        drop(root);
        let shown = format!("width=\"{width}\" height=\"{height}\"");
        Ok(svg.replacen(&format!("width=\"{}\" height=\"{}\"", size.0, size.1), &shown, 1))
    }
}

/// Whether the colour of a place in the legend is that of an earlier one.
fn is_again(place: usize) -> bool {
    place >= PALETTE.len()
}

/// A line in the style of a place in the legend.
fn draw_line(area: &Area, path: Vec<(i32, i32)>, place: usize, width: u32) -> Result<(), Failure> {
    let style = PALETTE[place % PALETTE.len()].stroke_width(width);
    match is_again(place) {
        true => area.draw(&DashedPathElement::new(path, 6 * UNIT, 3 * UNIT, style))?,
        false => area.draw(&PathElement::new(path, style))?,
    }
    Ok(())
}

/// A point in the style of a place in the legend.
fn draw_mark(area: &Area, at: (i32, i32), place: usize) -> Result<(), Failure> {
    let (tint, radius) = (PALETTE[place % PALETTE.len()], 5 * UNIT / 2);
    area.draw(&Circle::new(at, radius, if is_again(place) { WHITE.filled() } else { tint.filled() }))?;
    if is_again(place) {
        area.draw(&Circle::new(at, radius, tint.stroke_width(UNIT as u32)))?;
    }
    Ok(())
}

impl Scale {
    /// The coordinate of a value along the axis; none where it has no place.
    fn place(self, value: f64) -> Option<f64> {
        match self {
            Self::Linear => Some(value).filter(|x| x.is_finite()),
            Self::Logarithmic => (value > 0.0 && value.is_finite()).then(|| value.log10()),
        }
    }

    /// A range of coordinates around all values, not empty.
    fn range(self, values: impl Iterator<Item = f64>) -> Range<f64> {
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        if low > high {
            return 0.0..1.0;
        }
        let least = if self == Self::Logarithmic { 0.5 } else { 1e-12 * (low.abs() + high.abs()) + f64::MIN_POSITIVE };
        let margin = 0.06 * (high - low) + if high - low < least { least } else { 0.0 };
        low - margin..high + margin
    }

    /// Coordinates of grid lines with their labels.
    fn ticks(self, range: &Range<f64>) -> Vec<(f64, String)> {
        let length = range.end - range.start;
        if self == Self::Logarithmic {
            // Whole powers of ten, every n-th if they are many; within few of them their parts too.
            let every = (length / 7.0).ceil().max(1.0);
            let mut out = Vec::new();
            let mut power = (range.start / every).floor() * every;
            while power <= range.end {
                let parts: &[f64] = if length < 2.2 { &[1.0, 2.0, 5.0] } else { &[1.0] };
                for part in parts {
                    out.push((power + part.log10(), format!("{part}e{power}")));
                }
                power += every;
            }
            out.retain(|(x, _)| range.contains(x));
            return out;
        }
        let rough = length / 5.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * power).into_iter().find(|step| *step >= rough).unwrap_or(rough);
        let first = (range.start / step).ceil() as i64;
        let ticks = (0..20).map(|i| (first + i) as f64 * step).take_while(|x| *x <= range.end);
        ticks.map(|x| (x, tick(x, range))).collect()
    }
}

impl Panel {
    /// Where a point is drawn, if it is.
    fn place(&self, &(x, y): &(f64, f64)) -> Option<(f64, f64)> {
        Some((self.x.1.place(x)?, self.y.1.place(y)?))
    }

    /// Whether there is anything to see of a curve.
    fn shows(&self, curve: usize) -> bool {
        self.curves.iter().any(|c| c.curve == curve && c.points.iter().any(|point| self.place(point).is_some()))
    }

    /// `shown` are the places of the curves in the legend, by colour.
    fn draw(&self, area: &Area, shown: &[usize], [width, height]: [i32; 2]) -> Result<(), Failure> {
        let place = |point: &(f64, f64)| self.place(point);
        let all = || self.curves.iter().flat_map(|curve| &curve.points).filter_map(place);
        let (mut xs, mut ys) = (self.x.1.range(all().map(|p| p.0)), self.y.1.range(all().map(|p| p.1)));
        let (left, top, right, bottom) = (62, 26, width - 14, height - 46);
        if self.equal {
            let unit = |range: &Range<f64>, pixels: i32| (range.end - range.start) / f64::from(pixels);
            let largest = unit(&xs, right - left).max(unit(&ys, bottom - top));
            xs = widened(&xs, largest * f64::from(right - left));
            ys = widened(&ys, largest * f64::from(bottom - top));
        }
        let at = |x: f64, y: f64| {
            let across = (x - xs.start) / (xs.end - xs.start);
            let up = (y - ys.start) / (ys.end - ys.start);
            let pixel = |low: i32, high: i32, share: f64| {
                (UNIT as f64 * (f64::from(low) + share * f64::from(high - low))) as i32
            };
            (pixel(left, right, across), pixel(bottom, top, up))
        };
        let line = |from: (i32, i32), to: (i32, i32), colour: RGBColor| {
            area.draw(&PathElement::new(vec![from, to], colour.stroke_width(UNIT as u32)))
        };
        let text = |label: &str, size: i32, x: i32, y: i32, pos: (HPos, VPos)| {
            let style = font(size).into_text_style(area).color(&INK).pos(Pos::new(pos.0, pos.1));
            area.draw_text(label, &style, (x, y))
        };
        for (x, label) in self.x.1.ticks(&xs) {
            let (pixel, _) = at(x, ys.start);
            line((pixel, bottom * UNIT), (pixel, top * UNIT), PALE)?;
            text(&label, 12, pixel, (bottom + 6) * UNIT, (HPos::Center, VPos::Top))?;
        }
        for (y, label) in self.y.1.ticks(&ys) {
            let (_, pixel) = at(xs.start, y);
            line((left * UNIT, pixel), (right * UNIT, pixel), PALE)?;
            text(&label, 12, (left - 6) * UNIT, pixel, (HPos::Right, VPos::Center))?;
        }
        line(px(left, bottom), px(right, bottom), AXIS)?;
        line(px(left, bottom), px(left, top), AXIS)?;
        text(&self.title, 14, left * UNIT, 6 * UNIT, (HPos::Left, VPos::Top))?;
        text(&self.x.0, 13, (left + right) / 2 * UNIT, (bottom + 24) * UNIT, (HPos::Center, VPos::Top))?;
        // The name of the vertical axis, above it on the right.
        text(&self.y.0, 13, right * UNIT, 6 * UNIT, (HPos::Right, VPos::Top))?;
        self.draw_slopes(area, (&xs, &ys), at)?;
        for curve in &self.curves {
            let place = shown.iter().position(|&k| k == curve.curve).unwrap_or(curve.curve);
            let placed: Vec<Option<(f64, f64)>> = curve.points.iter().map(|point| self.place(point)).collect();
            for piece in placed.split(Option::is_none) {
                let path: Vec<(i32, i32)> = piece.iter().flatten().map(|(x, y)| at(*x, *y)).collect();
                let marks = if self.marks || path.len() == 1 { path.clone() } else { Vec::new() };
                draw_line(area, path, place, 14)?;
                for point in marks {
                    draw_mark(area, point, place)?;
                }
            }
        }
        Ok(())
    }

    /// Lines of given slopes below the curves, each with its slope.
    fn draw_slopes(
        &self,
        area: &Area,
        (xs, ys): (&Range<f64>, &Range<f64>),
        at: impl Fn(f64, f64) -> (i32, i32),
    ) -> Result<(), Failure> {
        let (width, height) = (xs.end - xs.start, ys.end - ys.start);
        for slope in &self.slopes {
            // Through the lower right corner, a third of the panel wide, as far as it stays inside.
            let run = (0.34 * width).min(0.6 * height / slope);
            let (x1, y1) = (xs.end - 0.04 * width, ys.start + 0.06 * height + slope * run);
            let ends = vec![at(x1 - run, y1 - slope * run), at(x1, y1)];
            let style = font(11).into_text_style(area).color(&AXIS).pos(Pos::new(HPos::Right, VPos::Bottom));
            area.draw_text(&format!("order {slope}"), &style, (ends[1].0, ends[1].1 - 2 * UNIT))?;
            area.draw(&PathElement::new(ends, AXIS.stroke_width(UNIT as u32)))?;
        }
        Ok(())
    }
}

/// A range of that length about the same middle.
fn widened(range: &Range<f64>, length: f64) -> Range<f64> {
    let middle = 0.5 * (range.start + range.end);
    middle - 0.5 * length..middle + 0.5 * length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let decades = Scale::Logarithmic.ticks(&(-4.3..1.2));
        assert_eq!(
            decades.iter().map(|(_, label)| label.as_str()).collect::<Vec<_>>(),
            ["1e-4", "1e-3", "1e-2", "1e-1", "1e0", "1e1"]
        );
        let few = Scale::Logarithmic.ticks(&(-3.1..-1.9));
        assert_eq!(few.iter().map(|(_, label)| label.as_str()).collect::<Vec<_>>(), ["1e-3", "2e-3", "5e-3", "1e-2"]);
        let linear = Scale::Linear.ticks(&(-0.02..1.03));
        assert_eq!(linear.iter().map(|(_, label)| label.as_str()).collect::<Vec<_>>(), ["0", "0.5", "1"].map(|x| x));
    }

    #[test]
    fn empty_single_and_unbounded_curves_are_drawn() {
        let curves =
            [vec![], vec![(1e-3, 1e-6)], vec![(1e-3, 0.0), (1e-2, f64::NAN), (0.1, f64::INFINITY), (1.0, 1e300)]];
        for scale in [Scale::Linear, Scale::Logarithmic] {
            for points in &curves {
                let curves = vec![Points { curve: 0, points: points.clone() }];
                let axis = || ("x".to_owned(), scale);
                let panel = Panel {
                    title: "t".into(),
                    x: axis(),
                    y: axis(),
                    curves,
                    slopes: vec![1.0],
                    marks: true,
                    equal: scale == Scale::Linear,
                };
                let chart = Chart {
                    title: "c".into(),
                    columns: 2,
                    panels: vec![panel],
                    legend: vec!["a".into()],
                    size: PANEL_SIZE,
                };
                let svg = chart.draw().unwrap();
                assert!(!svg.contains("NaN") && !svg.contains("inf") && svg.ends_with("</svg>\n"));
            }
        }
    }
}
