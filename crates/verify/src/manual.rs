//! The verification manual: one HTML file, generated, that needs nothing else.
//!
//! A summary comes first, then what is not met, then a section for every benchmark: its text, a sketch of its model at the start, its
//! parameters, published beside computed values with tolerances, plots of its sensors, errors over the step, iterations and time.

use crate::case::{Case, Study};
use crate::report::{number, published, summary, verdict};
use crate::rows::Row;
use crate::{RowResult, Timing, VerifyError};
use carom::record::{Chart, PANEL_SIZE, Panel, Points, Scale};
use carom::run::{plot_table, sketch};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// The file as it is named while it is drawn, in messages.
const FILE: &str = "manual.html";
/// A sketch of more bytes than this is left out: a mesh of thousands of faces.
const LARGEST_SKETCH: usize = 400_000;

/// The section of a benchmark that was run.
pub(crate) fn section(row: &Row, case: &Case, results: &[RowResult], timing: &Timing) -> Result<String, VerifyError> {
    let loaded = case.load(&[])?;
    let resolved = loaded.resolved.clone();
    let mut out = format!("<section id=\"{0}\">\n<h2>{0}</h2>\n", row.id);
    if let Some(svg) = sketch(loaded).filter(|svg| svg.len() < LARGEST_SKETCH) {
        let _ = writeln!(out, "<figure class=\"sketch\">{svg}<figcaption>the model at the start</figcaption></figure>");
    }
    out += &text(row.readme);
    out += &table(results);
    out += &parameters(&resolved);
    if let Some(chart) = errors(&case.studies) {
        out += &figure(&chart, "errors over the step");
    }
    if let Some((table, _)) = &case.first
        && let Some(chart) = plot_table("", table)
    {
        out += &figure(&chart, "sensors of the first run");
    }
    let speed = if timing.steps > 0 {
        format!("{} steps in {:.2} s, all runs together", timing.steps, timing.seconds)
    } else {
        String::new()
    };
    let _ = writeln!(out, "<p class=\"faint\">{speed}{}</p>\n</section>", iterations(case));
    Ok(out)
}

/// The whole file.
pub fn html(results: &[RowResult], sections: &[String]) -> String {
    let open: Vec<&RowResult> = results.iter().filter(|r| !r.met).collect();
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Carom: verification</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>Verification of Carom {}</h1>\n<p>{}.</p>\n",
        env!("CARGO_PKG_VERSION"),
        summary(results)
    );
    out += "<p>Published beside computed values; numbers are never tuned until they agree. The last three quantities of a benchmark that moves are \
            the worst joint violation and penetration over all of its runs, relative to the model's length, and the largest difference of the \
            trajectory, relative to its range, when the augmentation parameters are multiplied by 0.1 and 10.</p>\n";
    if !open.is_empty() {
        out += "<h2>Not met</h2>\n<table><thead><tr><th>benchmark</th><th>quantity</th><th>published</th><th>computed</th><th></th><th>why</th></tr></thead><tbody>\n";
        for r in open {
            let why = r.known.as_ref().unwrap_or(&r.note);
            let cells = [published(r), number(r.computed), r.unit.clone(), why.clone()].map(|c| escape(&c));
            let class = if r.known.is_some() { "known" } else { "bad" };
            let [published, computed, unit, why] = cells;
            let _ = writeln!(
                out,
                "<tr class=\"{class}\"><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td>{published}</td><td>{computed}</td><td>{unit}</td><td>{why}</td></tr>",
                r.id,
                escape(&r.quantity)
            );
        }
        out += "</tbody></table>\n";
    }
    out += "<h2>Benchmarks</h2>\n<ul class=\"contents\">\n";
    for rows in results.chunk_by(|a, b| a.id == b.id) {
        let met = rows.iter().filter(|r| r.met).count();
        let _ = writeln!(
            out,
            "<li><a href=\"#{0}\">{0}</a> <span class=\"faint\">{met} of {1}</span></li>",
            rows[0].id,
            rows.len()
        );
    }
    out += "</ul>\n";
    sections.iter().for_each(|section| out += section);
    out + "</body>\n</html>\n"
}

/// Published beside computed, with what is accepted.
fn table(results: &[RowResult]) -> String {
    let mut out = String::from(
        "<table><thead><tr><th>quantity</th><th>published</th><th>computed</th><th>unit</th><th></th><th>accepted, and remarks</th><th>source</th></tr></thead><tbody>\n",
    );
    for r in results {
        let class = match (r.met, r.known.is_some()) {
            (true, _) => "met",
            (false, true) => "known",
            (false, false) => "bad",
        };
        let known = r.known.as_ref().filter(|_| !r.met).map_or(String::new(), |why| format!(". {why}"));
        let cells = [
            r.quantity.clone(),
            published(r),
            number(r.computed),
            r.unit.clone(),
            verdict(r).to_owned(),
            format!("{}{known}", r.note),
            r.source.clone(),
        ];
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        let _ = writeln!(out, "<tr class=\"{class}\">{cells}</tr>");
    }
    out + "</tbody></table>\n"
}

/// Parameters of the model and settings of its runs.
fn parameters(resolved: &Value) -> String {
    let mut out = String::from("<details><summary>parameters and settings</summary><table>\n");
    for part in ["parameters", "simulation"] {
        for (name, value) in resolved[part].as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()) {
            let _ = writeln!(out, "<tr><td>{}</td><td>{}</td></tr>", escape(name), escape(&value.to_string()));
        }
    }
    out + "</table></details>\n"
}

/// Iterations of the first run.
fn iterations(case: &Case) -> String {
    let mut out = String::new();
    let Some((_, statistics)) = &case.first else { return out };
    for (name, problem) in &statistics.problems {
        let (name, mean) = (escape(name), problem.iterations as f64 / statistics.steps.max(1) as f64);
        let _ = write!(
            out,
            "; iterations of {name} in the first run: {mean:.2} a step, at most {}",
            problem.max_iterations
        );
    }
    out
}

/// Errors over the step in logarithmic axes, with slopes of the first two orders.
fn errors(studies: &[Study]) -> Option<Chart> {
    if studies.is_empty() {
        return None;
    }
    let curve = |(k, study): (usize, &Study)| Points {
        curve: k,
        points: study.steps.iter().copied().zip(study.errors.iter().copied()).collect(),
    };
    let panel = Panel {
        title: String::new(),
        x: ("h [s]".to_owned(), Scale::Logarithmic),
        y: ("relative error".to_owned(), Scale::Logarithmic),
        curves: studies.iter().enumerate().map(curve).collect(),
        slopes: vec![1.0, 2.0],
        marks: true,
        equal: false,
    };
    let legend = studies.iter().map(|study| study.name.clone()).collect();
    let size = [PANEL_SIZE[0] * 3 / 2, PANEL_SIZE[1] * 5 / 4];
    Some(Chart { title: String::new(), columns: 1, panels: vec![panel], legend, size })
}

fn figure(chart: &Chart, caption: &str) -> String {
    // What cannot be drawn has no picture.
    let svg = chart.svg(Path::new(FILE)).unwrap_or_default();
    format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>\n")
}

/// The text of a benchmark: paragraphs, without its title.
fn text(markdown: &str) -> String {
    let body = markdown.split_once('\n').map_or("", |(_, body)| body);
    let paragraphs = body.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    let paragraph = |paragraph: &str| match paragraph.starts_with(['|', '#', '-', ' ', '`']) {
        true => format!("<pre>{}</pre>\n", escape(paragraph)),
        false => format!("<p>{}</p>\n", escape(paragraph)),
    };
    paragraphs.map(paragraph).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const STYLE: &str = "\
body { font: 14px/1.45 system-ui, sans-serif; max-width: 75rem; margin: 1rem auto; padding: 0 1rem; color: #1d2733; background: #fff }
table { border-collapse: collapse; font-size: 13px; margin: 0.6rem 0 }
td, th { text-align: left; vertical-align: top; padding: 0.1rem 0.7rem 0.1rem 0; border-bottom: 1px solid #dde3e9 }
tr.met td:nth-child(5) { color: #1b7f4b } tr.known td:nth-child(5) { color: #a15c00; font-weight: 600 }
tr.bad td { background: #fdecea } section { border-top: 2px solid #dde3e9; margin-top: 2rem; clear: both }
figure { margin: 0.6rem 0; overflow-x: auto } figure svg { max-width: 100%; height: auto } .sketch { float: right; width: 20rem }
td:nth-child(2), td:nth-child(3) { white-space: nowrap } .sketch svg { max-height: 14rem }
figcaption, .faint { color: #667; font-size: 12px } .contents { columns: 4; list-style: none; padding: 0 }
pre { white-space: pre-wrap; background: #f3f5f7; padding: 0.5rem; font-size: 12px }
@media print { section { break-inside: avoid-page } }
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_met_stands_first_and_texts_are_escaped() {
        let row = |quantity: &str, met: bool, known: Option<&str>| RowResult {
            id: "toy".into(),
            quantity: quantity.into(),
            published: Some(1.0),
            computed: 2.0,
            unit: "m".into(),
            tolerance: 0.1,
            met,
            known: known.map(str::to_owned),
            source: "<b>".into(),
            note: "± 0.1: because".into(),
        };
        let results = [row("good", true, None), row("bad", false, None), row("odd", false, Some("a < b"))];
        let page = html(&results, &[table(&results)]);
        assert!(page.find("Not met").unwrap() < page.find("Benchmarks").unwrap());
        assert!(page.contains("3 quantities: 1 met, 1 not met for a known reason, 1 not met"));
        assert!(page.contains("a &lt; b") && page.contains("&lt;b&gt;") && page.contains("± 0.1: because"));
    }
}
