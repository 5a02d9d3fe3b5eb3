//! Histories as an SVG picture over one time axis: those of one unit and about one size share a panel, so that small signals stay visible
//! beside large ones. Channels that are always zero are left out.
//!
//! A curve has at most 2,000 points: of each bucket of neighbouring samples the smallest and the largest survive, so no
//! peak is lost. Values that are not finite, or too large to draw, leave a gap. An axis shows (value − offset) / 10ⁿ, with n a multiple of 3 that
//! is not 0 for values far from 1, and an offset that is not 0 where the values differ by little only.

use super::{Channel, RecordError, Table, atomic};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

/// Points a curve, at most.
const LIMIT: usize = 2_000;
/// Drawing units a pixel: plotters rounds to whole units, and ten of them a pixel keep curves smooth and lines thin.
pub(super) const UNIT: i32 = 10;
/// Width and least height of a panel without the legend beside it.
const WIDTH: i32 = 740;
const PANEL: i32 = 230;
const HEAD: i32 = 44;
/// Height of a line of the legend.
const ENTRY: i32 = 17;
const FOOT: i32 = 26;
const FONT: &str = "Helvetica, Arial, sans-serif";
pub(super) const INK: RGBColor = RGBColor(60, 60, 60);
/// Okabe & Ito's palette, which colour-blind readers can tell apart; without its yellow, too pale for lines.
pub(super) const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
];

/// Smaller differences and larger values cannot be drawn: powers of ten, or differences of values, would overflow.
const TINY: f64 = 1e-290;
const HUGE: f64 = 1e290;

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Failure = Box<dyn std::error::Error>;

/// Draws all channels of a table.
pub fn plot(path: &Path, title: &str, table: &Table) -> Result<(), RecordError> {
    let failed = |message: String| RecordError::Drawing { path: path.to_owned(), message };
    let svg = draw(title, table.channels(), table.columns()).map_err(|error| failed(error.to_string()))?;
    atomic::replace(path, |file| file.write_all(svg.as_bytes()))
}

fn draw(title: &str, channels: &[Channel], columns: &[Vec<f64>]) -> Result<String, Failure> {
    let panels = group(channels, columns);
    let longest = channels.iter().map(|c| c.name.chars().count()).max().unwrap_or(0) as i32;
    let width = WIDTH + 60 + 15 * longest / 2;
    let heights: Vec<_> = panels.iter().map(|members| PANEL.max(40 + ENTRY * members.len() as i32)).collect();
    let height = HEAD + FOOT + heights.iter().sum::<i32>();
    let size = ((width * UNIT) as u32, (height * UNIT) as u32);
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    root.fill(&WHITE)?;
    root.draw_text(title, &font(17).into_text_style(&root).color(&INK), px(20, 16))?;
    let mut top = HEAD;
    for (k, members) in panels.iter().enumerate() {
        let foot = if k + 1 == panels.len() { FOOT } else { 0 };
        let area = root.clone().shrink(px(0, top), px(width, heights[k] + foot));
        let curves: Vec<_> = members.iter().map(|i| (&channels[*i], columns[i + 1].as_slice())).collect();
        panel(&area, &columns[0], &curves, foot)?;
        legend(&area, &curves)?;
        top += heights[k];
    }
    root.present()?;
    drop(root);
    let shown = format!("width=\"{width}\" height=\"{height}\"");
    Ok(svg.replacen(&format!("width=\"{}\" height=\"{}\"", size.0, size.1), &shown, 1))
}

/// Half of the order of magnitude of what a channel does, or of its constant value; none if it is always zero.
pub(crate) fn magnitude(values: &[f64]) -> Option<i32> {
    let (low, high) = extent(values);
    let size = if varies(values) { high - low } else { low.abs().max(high.abs()) };
    (size > 0.0 && size.is_finite()).then(|| (size.log10() / 2.0).round() as i32)
}

/// Whether a channel ever changes, by more than rounding.
pub(crate) fn varies(values: &[f64]) -> bool {
    let (low, high) = extent(values);
    high > low && padded((low, high), 0.0) == (low..high)
}

/// Channels by unit and size, in the order of their first appearance; all of them if all are always zero.
fn group(channels: &[Channel], columns: &[Vec<f64>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<((&str, i32), Vec<usize>)> = Vec::new();
    for (i, (channel, values)) in channels.iter().zip(&columns[1..]).enumerate() {
        let Some(size) = magnitude(values) else { continue };
        let key = (channel.unit.as_str(), size);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(i),
            None => groups.push((key, vec![i])),
        }
    }
    if groups.is_empty() {
        return (0..channels.len()).map(|i| vec![i]).collect();
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Axes, grid and curves; the last panel has a foot for the name of the time axis.
fn panel(area: &Area, t: &[f64], curves: &[(&Channel, &[f64])], foot: i32) -> Result<(), Failure> {
    let times = padded(extent(t), 0.0);
    let axis = Axis::new(curves.iter().map(|(_, values)| extent(values)).fold(EMPTY, union));
    let mut chart = ChartBuilder::on(area)
        .margin_top(8 * UNIT)
        .margin_bottom(8 * UNIT)
        .margin_left(16 * UNIT)
        .margin_right((area.dim_in_pixel().0 as i32) - WIDTH * UNIT)
        .x_label_area_size((24 + foot) * UNIT)
        .y_label_area_size(64 * UNIT)
        .build_cartesian_2d(times.clone(), axis.range.clone())?;
    chart
        .configure_mesh()
        .x_desc(if foot > 0 { "time [s]" } else { "" })
        .y_desc(axis.label(&curves[0].0.unit))
        .x_labels(10)
        .y_labels(6)
        .max_light_lines(0)
        .bold_line_style(RGBColor(226, 226, 226).stroke_width(UNIT as u32))
        .axis_style(RGBColor(150, 150, 150).stroke_width(UNIT as u32))
        .set_all_tick_mark_size(4 * UNIT)
        .label_style(font(13).color(&INK))
        .axis_desc_style(font(14).color(&INK))
        .x_label_formatter(&|t| tick(*t, &times))
        .y_label_formatter(&|y| tick(*y, &axis.range))
        .draw()?;
    for (place, (_, values)) in curves.iter().enumerate() {
        for piece in decimate(t, values).split(|(_, y)| !is_drawable(*y)) {
            let shown = piece.iter().map(|(t, y)| (*t, axis.shown(*y)));
            chart.draw_series(LineSeries::new(shown, colour(place).stroke_width(14)))?;
        }
    }
    Ok(())
}

/// The names, on the right of the panel.
fn legend(area: &Area, curves: &[(&Channel, &[f64])]) -> Result<(), Failure> {
    for (place, (channel, _)) in curves.iter().enumerate() {
        let y = 18 + ENTRY * place as i32;
        let (from, to) = (px(WIDTH + 12, y), px(WIDTH + 32, y));
        area.draw(&PathElement::new(vec![from, to], colour(place).stroke_width(20)))?;
        let style = font(13).into_text_style(area).color(&INK);
        area.draw_text(&channel.name, &style, px(WIDTH + 39, y - 5))?;
    }
    Ok(())
}

/// The palette, and once it is used up the same colours paler.
fn colour(place: usize) -> RGBAColor {
    PALETTE[place % PALETTE.len()].mix(if place < PALETTE.len() { 1.0 } else { 0.45 })
}

/// At most [`LIMIT`] points: the first and the last, and of each bucket between them its smallest and largest value in
/// the order of time. A bucket without drawable values becomes one not-a-number.
pub(crate) fn decimate(times: &[f64], values: &[f64]) -> Vec<(f64, f64)> {
    let points: Vec<_> = times.iter().copied().zip(values.iter().copied()).collect();
    if points.len() <= LIMIT {
        return points;
    }
    let inner = &points[1..points.len() - 1];
    let mut kept = vec![points[0]];
    for bucket in inner.chunks(inner.len().div_ceil(LIMIT / 2 - 1)) {
        let drawable = || bucket.iter().enumerate().filter(|(_, (_, y))| is_drawable(*y));
        let order = |a: &(usize, &(f64, f64)), b: &(usize, &(f64, f64))| a.1.1.total_cmp(&b.1.1);
        match (drawable().min_by(order), drawable().max_by(order)) {
            (Some((i, _)), Some((j, _))) if i == j => kept.push(bucket[i]),
            (Some((i, _)), Some((j, _))) => kept.extend([bucket[i.min(j)], bucket[i.max(j)]]),
            _ => kept.push((bucket[0].0, f64::NAN)),
        }
    }
    kept.push(points[points.len() - 1]);
    kept
}

const EMPTY: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

fn is_drawable(x: f64) -> bool {
    x.abs() < HUGE
}

/// The smallest and largest drawable value.
fn extent(values: &[f64]) -> (f64, f64) {
    values.iter().filter(|x| is_drawable(**x)).fold(EMPTY, |(low, high), x| (low.min(*x), high.max(*x)))
}

fn union(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0.min(b.0), a.1.max(b.1))
}

/// A range that is not empty, with a margin relative to its length.
fn padded((low, high): (f64, f64), margin: f64) -> Range<f64> {
    if low > high {
        return 0.0..1.0;
    }
    let largest = low.abs().max(high.abs());
    let length = high - low;
    // Differences of a few roundings are none.
    if length > 1e-13 * largest && length > TINY {
        low - margin * length..high + margin * length
    } else {
        let half = if largest > TINY { 0.5 * largest } else { 1.0 };
        low - half..high + half
    }
}

/// How values are shown: (value − offset) / 10^exponent.
struct Axis {
    offset: f64,
    exponent: i32,
    /// In shown values.
    range: Range<f64>,
}

impl Axis {
    /// An axis for values in that interval.
    fn new(extent: (f64, f64)) -> Self {
        let range = padded(extent, 0.06);
        let largest = |offset: f64| (range.start - offset).abs().max((range.end - offset).abs());
        let length = range.end - range.start;
        let step = 10_f64.powf(length.log10().floor());
        let offset = if length < 1e-3 * largest(0.0) { (extent.0 / step).floor() * step } else { 0.0 };
        let most = largest(offset);
        let exponent = if (0.01..1e4).contains(&most) { 0 } else { (most.log10() / 3.0).floor() as i32 * 3 };
        let mut axis = Self { offset, exponent, range: 0.0..1.0 };
        axis.range = axis.shown(range.start)..axis.shown(range.end);
        axis
    }

    fn shown(&self, value: f64) -> f64 {
        (value - self.offset) * 10_f64.powi(-self.exponent)
    }

    /// `[m]`, `[10⁻³ m]` or `1.25 + [10⁻⁶ m]`.
    fn label(&self, unit: &str) -> String {
        let unit = if unit.is_empty() { "-" } else { unit };
        let offset = if self.offset == 0.0 { String::new() } else { format!("{} + ", significant(self.offset)) };
        if self.exponent == 0 {
            return format!("{offset}[{unit}]");
        }
        let digits: Vec<_> = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().collect();
        let raised = |c: char| c.to_digit(10).map_or('⁻', |d| digits[d as usize]);
        let power: String = self.exponent.to_string().chars().map(raised).collect();
        format!("{offset}[10{power} {unit}]")
    }
}

/// A number without the rounding errors of its last digits.
fn significant(x: f64) -> String {
    let rounded: f64 = format!("{x:.12e}").parse().unwrap_or(x);
    format!("{rounded:?}")
}

/// A tick label with the decimals that its axis needs.
pub(super) fn tick(x: f64, range: &Range<f64>) -> String {
    let decimals = (2 - (range.end - range.start).log10().floor() as i32).clamp(0, 15) as usize;
    let text = format!("{x:.decimals$}");
    let text = if decimals > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A font of that size in pixels; plotters takes 1.24 times the size that it writes.
pub(super) fn font(size: i32) -> FontDesc<'static> {
    FontDesc::from((FONT, f64::from(size * UNIT) * 1.24))
}

pub(super) fn px(x: i32, y: i32) -> (i32, i32) {
    (x * UNIT, y * UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimation_keeps_peaks_ends_and_gaps() {
        let times: Vec<f64> = (0..100_001).map(f64::from).collect();
        let mut values = vec![0.0; times.len()];
        (values[43_210], values[43_211], values[77_777]) = (1.0, -2.0, 3.0);
        values[50_000..60_000].fill(f64::NAN);
        let curve = decimate(&times, &values);
        assert!(curve.len() <= LIMIT);
        assert!(curve.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!((curve[0], curve[curve.len() - 1]), ((0.0, 0.0), (100_000.0, 0.0)));
        for peak in [43_210, 43_211, 77_777] {
            assert!(curve.contains(&(times[peak], values[peak])), "{peak}");
        }
        assert!(curve.iter().any(|(t, y)| *t > 50_000.0 && *t < 60_000.0 && y.is_nan()));
        assert_eq!(decimate(&times[..LIMIT], &values[..LIMIT]).len(), LIMIT);
    }

    #[test]
    fn empty_constant_and_extreme_histories_are_drawn() {
        let channel = [Channel::new("x", "", super::super::ChannelKind::State)];
        assert!(draw("", &[], &[vec![]]).is_ok());
        let huge = vec![f64::MAX, -f64::MAX, 1e289, f64::INFINITY];
        for values in [vec![], vec![0.0], vec![f64::NAN; 3], vec![5e6; 3], huge, vec![0.0, 5e-324]] {
            let times = (0..values.len()).map(|i| i as f64).collect();
            let svg = draw("", &channel, &[times, values]).unwrap();
            assert!(!svg.contains("NaN") && svg.ends_with("</svg>\n"));
        }
    }

    #[test]
    fn signals_of_other_units_and_sizes_have_panels_of_their_own_and_zeros_none() {
        let channel = |name: &str, unit: &str| Channel::new(name, unit, super::super::ChannelKind::State);
        let channels =
            [channel("a", "N"), channel("b", "N"), channel("c", "N"), channel("zero", "N"), channel("d", "m")];
        let columns = [vec![0.0, 1.0], vec![0.0, 1e4], vec![2e4, 0.0], vec![0.0, 1e-3], vec![0.0, 0.0], vec![0.0, 1e4]];
        assert_eq!(group(&channels, &columns), [vec![0, 1], vec![2], vec![4]]);
        assert_eq!(group(&channels[3..4], &[vec![0.0], vec![0.0]]), [vec![0]]);
        assert_ne!(magnitude(&[5.0, 5.0]), None, "a constant that is not zero is shown");
        assert!(!varies(&[5.0, 5.0]) && varies(&[5.0, 6.0]));
    }

    #[test]
    fn axes_show_powers_and_offsets() {
        let label = |low, high| Axis::new((low, high)).label("m");
        assert_eq!(label(-0.5, 20.0), "[m]");
        assert_eq!(label(0.0, 2e-5), "[10⁻⁶ m]");
        assert_eq!(label(0.0, 3e7), "[10⁶ m]");
        assert_eq!(label(1.25, 1.25 + 2e-6), "1.25 + [10⁻⁶ m]");
        assert_eq!(tick(0.1 + 0.2, &(0.0..1.0)), "0.3");
        assert_eq!(tick(-1e-17, &(-1.0..1.0)), "0");
        assert_eq!(tick(1200.0, &(0.0..5000.0)), "1200");
    }
}
