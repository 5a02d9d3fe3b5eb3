//! `carom compare`: errors and costs as a table, a CSV file and a picture with the work–precision diagram.

use super::analysis::{AnalysisError, Results};
use super::converge::{quoted, write_text};
use crate::record::{Chart, PANEL_SIZE, Panel, Points, Scale, file};
use crate::spec::{Diagnostic, Loaded, Source};
use crate::study::{Compared, Comparison, NORMS, Plan, compare};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A comparison that was made and recorded.
pub struct ComparisonResult {
    pub study: Comparison,
    /// The norm that is shown, a place in [`NORMS`].
    norm: usize,
    pub directory: PathBuf,
    pub warnings: Vec<Diagnostic>,
    pub sources: Vec<Source>,
    pub notes: Vec<String>,
}

/// Runs a comparison and records it; `norm` is a place in [`NORMS`].
pub fn run_compare(
    loaded: Loaded,
    overrides: &[(String, String)],
    (plan, norm): (&Plan, usize),
    directory: &Path,
) -> Result<ComparisonResult, AnalysisError> {
    let study = compare(&loaded, overrides, plan)?;
    let results = Results::create(directory, "compare", &study.name, (&loaded, overrides))?;
    write_text(&results.path(file::COMPARISON_CSV), &csv(&study))?;
    chart(&study, norm).write(&results.path(file::COMPARISON_SVG))?;
    results.write(json!({ "outcome": "finished", "comparison": found(&study) }))?;
    let mut notes = results.notes;
    notes.extend(study.notes.iter().cloned());
    let Loaded { warnings, sources, .. } = loaded;
    Ok(ComparisonResult { study, norm, directory: directory.to_owned(), warnings, sources, notes })
}

/// What is known of a run beside its errors: name, unit and value.
fn measures(row: &Compared) -> [(&'static str, &'static str, f64); 8] {
    [
        ("cpu", "s", row.seconds),
        ("energy_drift", "-", row.energy),
        ("penetration", "-", row.penetration),
        ("joint_drift", "-", row.drift),
        ("iterations", "1/step", row.iterations),
        ("factorisations", "1/step", row.factorisations),
        ("halved", "-", row.retries as f64),
        ("steps", "-", row.steps as f64),
    ]
}

/// One row a run.
fn csv(study: &Comparison) -> String {
    let mut head = vec!["scheme".to_owned(), "step [s]".to_owned()];
    head.extend(measures(&Compared::default()).map(|(name, unit, _)| format!("{name} [{unit}]")));
    for quantity in &study.quantities {
        head.extend(NORMS.map(|norm| quoted(&format!("{} {norm}", quantity.name))));
    }
    let mut out = head.join(",") + "\n";
    for row in &study.rows {
        let mut cells = vec![quoted(&study.schemes[row.scheme]), format!("{:e}", row.step)];
        cells.extend(measures(row).map(|(_, _, value)| format!("{value:e}")));
        cells.extend(row.errors.iter().flat_map(|errors| errors.values).map(|error| format!("{error:e}")));
        out += &(cells.join(",") + "\n");
    }
    out
}

/// Errors over processor time, quantity by quantity, then the rest over the step.
fn chart(study: &Comparison, norm: usize) -> Chart {
    let log = |name: &str| (name.to_owned(), Scale::Logarithmic);
    let curves = |x: &dyn Fn(&Compared) -> f64, y: &dyn Fn(&Compared) -> f64| -> Vec<Points> {
        let of = |k: usize| study.rows.iter().filter(|row| row.scheme == k).map(|row| (x(row), y(row))).collect();
        (0..study.schemes.len()).map(|k| Points { curve: k, points: of(k) }).collect()
    };
    let mut panels = Vec::new();
    let mut add = |title: &str, x, y, curves| {
        panels.push(Panel { title: title.to_owned(), x, y, curves, slopes: Vec::new(), marks: true, equal: false });
    };
    for (q, quantity) in study.quantities.iter().enumerate() {
        let error = move |row: &Compared| row.errors.get(q).map_or(f64::NAN, |errors| errors.values[norm]);
        let name = format!("{} error", NORMS[norm]);
        add(&quantity.name, log("processor time [s]"), log(&name), curves(&|row| row.seconds, &error));
    }
    let step = |row: &Compared| row.step;
    add("energy", log("step [s]"), log("drift / turned over"), curves(&step, &|row| row.energy));
    add("penetration", log("step [s]"), log("depth / length"), curves(&step, &|row| row.penetration));
    let linear = ("a step".to_owned(), Scale::Linear);
    add("iterations", log("step [s]"), linear, curves(&step, &|row| row.iterations));
    add("time", log("step [s]"), log("processor time [s]"), curves(&step, &|row| row.seconds));
    let title = format!("{}: errors against {}", study.name, study.reference);
    Chart { title, columns: 3, panels, legend: study.schemes.clone(), size: PANEL_SIZE }
}

fn found(study: &Comparison) -> Value {
    let row = |row: &Compared| {
        let mut out = json!({ "scheme": study.schemes[row.scheme], "step": row.step });
        for (name, _, value) in measures(row) {
            out[name] = json!(value);
        }
        let errors = study.quantities.iter().zip(&row.errors).map(|(quantity, errors)| {
            let norms: Value = NORMS.into_iter().zip(errors.values).map(|(name, x)| (name, json!(x))).collect();
            (quantity.name.clone(), norms)
        });
        out["errors"] = errors.collect();
        out
    };
    let failed = |(scheme, h, reason): &(usize, f64, String)| json!({ "scheme": study.schemes[*scheme], "step": h, "reason": reason });
    json!({
        "reference": study.reference,
        "runs": study.rows.iter().map(row).collect::<Vec<_>>(),
        "failures": study.failures.iter().map(failed).collect::<Vec<_>>(),
    })
}

impl ComparisonResult {
    /// Whether any run came to its end.
    pub fn is_complete(&self) -> bool {
        !self.study.rows.is_empty()
    }

    pub fn json(&self) -> Value {
        let mut out = found(&self.study);
        out["outcome"] = json!(if self.is_complete() { "finished" } else { "failed" });
        out["name"] = json!(self.study.name);
        out["directory"] = json!(self.directory.display().to_string());
        out
    }

    /// The table, a row a run.
    pub fn summary(&self) -> String {
        let study = &self.study;
        let mut out = format!("{}: errors in {} against {}\n\n", study.name, NORMS[self.norm], study.reference);
        let width = study.schemes.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let wide = |name: &str| name.chars().count().max(10);
        // Writing to a String cannot fail.
        let _ = write!(out, "{:<width$}  {:>10}", "scheme", "step [s]");
        for quantity in &study.quantities {
            let _ = write!(out, "  {:>1$}", quantity.name, wide(&quantity.name));
        }
        out.push_str("  energy drift  penetration  iterations  halved     CPU [s]\n");
        for row in &study.rows {
            let _ = write!(out, "{:<width$}  {:>10.4e}", study.schemes[row.scheme], row.step);
            for (quantity, errors) in study.quantities.iter().zip(&row.errors) {
                let _ = write!(out, "  {:>1$.3e}", errors.values[self.norm], wide(&quantity.name));
            }
            let Compared { energy, penetration, iterations, retries, seconds, .. } = row;
            let _ = writeln!(
                out,
                "  {energy:>12.3e}  {penetration:>11.3e}  {iterations:>10.2}  {retries:>6}  {seconds:>10.3e}"
            );
        }
        for (scheme, h, reason) in &study.failures {
            let _ = writeln!(out, "{} with h = {h:.4e} s failed: {reason}", study.schemes[*scheme]);
        }
        out.push_str("\nenergy drift: largest remainder over the energy turned over; penetration over the length of the model; iterations a step\n");
        let _ = writeln!(out, "results  {}", self.directory.display());
        out
    }
}
