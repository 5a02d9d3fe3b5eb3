//! Results as a table for the terminal, a page for the documentation, and JSON for programs.

use crate::{RowResult, Timing};
use std::fmt::Write;

/// A number with six significant digits, in scientific notation where that is shorter to read.
pub fn number(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    if !x.is_finite() {
        return "–".to_owned();
    }
    let digits = x.abs().log10().floor() as i32;
    let text = if (-4..6).contains(&digits) {
        format!("{x:.*}", (5 - digits).clamp(0, 12) as usize)
    } else {
        let text = format!("{x:.5e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{exponent}", trim(mantissa));
    };
    trim(&text).to_owned()
}

fn trim(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

pub(crate) fn published(r: &RowResult) -> String {
    r.published.map_or("–".to_owned(), number)
}

/// A verdict; a quantity that is not met for a known reason is told apart.
pub(crate) fn verdict(r: &RowResult) -> &'static str {
    match (r.met, r.known.is_some()) {
        (true, _) => "met",
        (false, true) => "not met (known)",
        (false, false) => "NOT MET",
    }
}

/// How many are met, and how many are not for a known reason.
pub(crate) fn summary(results: &[RowResult]) -> String {
    let met = results.iter().filter(|r| r.met).count();
    let known = results.iter().filter(|r| !r.met && r.known.is_some()).count();
    let open = results.len() - met - known;
    format!("{} quantities: {met} met, {known} not met for a known reason, {open} not met", results.len())
}

/// Plain text for a terminal.
pub fn table(results: &[RowResult]) -> String {
    let cells: Vec<[String; 6]> = results
        .iter()
        .map(|r| {
            let (id, quantity) = (r.id.clone(), r.quantity.clone());
            [id, quantity, published(r), number(r.computed), r.unit.clone(), verdict(r).to_owned()]
        })
        .collect();
    let head = ["benchmark", "quantity", "published", "computed", "unit", ""].map(str::to_owned);
    let mut out = aligned(&[&[head][..], &cells].concat());
    for r in results.iter().filter(|r| !r.met) {
        let why = r.known.as_ref().unwrap_or(&r.note);
        let _ = writeln!(out, "{}, {}: {why}", r.id, r.quantity);
    }
    let _ = writeln!(out, "{}", summary(results));
    out
}

/// Columns padded to equal width; the third and fourth, of numbers, to the right.
fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (i, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = match i {
                2 | 3 => write!(line, "{cell:>width$}  "),
                _ => write!(line, "{cell:<width$}  "),
            };
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// The page `docs/verification.md`.
pub fn markdown(results: &[RowResult]) -> String {
    let mut out = String::from(INTRODUCTION);
    let _ = writeln!(out, "{}.", summary(results));
    for rows in results.chunk_by(|a, b| a.id == b.id) {
        let id = &rows[0].id;
        let _ = writeln!(out, "\n## [`{id}`](../benchmarks/{id}/README.md)\n");
        out.push_str("| quantity | published | computed | unit | | tolerance and remarks | source |\n");
        out.push_str("|---|---|---|---|---|---|---|\n");
        for r in rows {
            let known = r.known.as_ref().filter(|_| !r.met).map_or(String::new(), |k| format!(" **{k}**"));
            let cells = [
                r.quantity.clone(),
                published(r),
                number(r.computed),
                r.unit.clone(),
                verdict(r).to_owned(),
                format!("{}{known}", r.note),
                r.source.clone(),
            ];
            let _ = writeln!(out, "| {} |", cells.map(|c| c.replace('|', "\\|")).join(" | "));
        }
    }
    out
}

/// An array with one object a quantity.
pub fn json(results: &[RowResult]) -> String {
    // Serialising numbers and texts cannot fail; a number that is not finite becomes null.
    serde_json::to_string_pretty(results).unwrap_or_default()
}

/// Steps per second of every row, one core, sensors included.
pub fn timing_table(timings: &[Timing]) -> String {
    let head = ["benchmark", "", "steps", "seconds", "steps/s"].map(str::to_owned);
    let rows = timings.iter().map(|t| {
        let speed = t.steps as f64 / t.seconds.max(f64::MIN_POSITIVE);
        [t.id.clone(), String::new(), t.steps.to_string(), format!("{:.2}", t.seconds), format!("{speed:.0}")]
    });
    aligned(&[head].into_iter().chain(rows).collect::<Vec<_>>())
}

const INTRODUCTION: &str = "\
# Verification

<!-- Written by `carom verify --markdown docs/verification.md`; do not edit. -->

Published value beside computed value for every benchmark in `benchmarks/`. A quantity that is not met stays in the table, with
the reason where it is known; numbers are never tuned until they agree. The three last quantities of every benchmark whose
model moves are the worst joint violation and penetration over all of its runs, relative to the model's length, and the largest
difference of the trajectory, relative to its range, when the augmentation parameters are multiplied by 0.1 and 10.

";

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_short() {
        let cases = [(7.66, "7.66"), (0.0, "0"), (1e-10, "1e-10"), (0.15612473912, "0.156125"), (-2.5e7, "-2.5e7")];
        for (x, text) in cases {
            assert_eq!(number(x), text);
        }
        assert_eq!(number(9.140152417), "9.14015");
        assert_eq!(number(f64::NAN), "–");
    }
}
