//! `carom converge`: the errors of a study as a table, a CSV file and a logarithmic picture.

use super::analysis::{AnalysisError, Results};
use crate::record::{Chart, PANEL_SIZE, Panel, Points, RecordError, Scale, file};
use crate::spec::{Diagnostic, Loaded, Source};
use crate::study::{Convergence, Curve, Fit, NORMS, Plan, converge, observed_orders};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A study that was made and recorded.
pub struct ConvergenceResult {
    pub study: Convergence,
    pub directory: PathBuf,
    pub warnings: Vec<Diagnostic>,
    pub sources: Vec<Source>,
    pub notes: Vec<String>,
}

/// Runs a study and records it; `overrides` are the ones that the model was loaded with.
pub fn run_converge(
    loaded: Loaded,
    overrides: &[(String, String)],
    plan: &Plan,
    directory: &Path,
) -> Result<ConvergenceResult, AnalysisError> {
    let study = converge(&loaded, overrides, plan)?;
    let results = Results::create(directory, "converge", &study.name, (&loaded, overrides))?;
    write_text(&results.path(file::CONVERGENCE_CSV), &csv(&study))?;
    chart(&study).write(&results.path(file::CONVERGENCE_SVG))?;
    results.write(json!({ "outcome": "finished", "convergence": found(&study) }))?;
    let mut notes = results.notes;
    notes.extend(study.notes.iter().cloned());
    let Loaded { warnings, sources, .. } = loaded;
    Ok(ConvergenceResult { study, directory: directory.to_owned(), warnings, sources, notes })
}

/// Replaces a text file.
pub(super) fn write_text(path: &Path, text: &str) -> Result<(), RecordError> {
    crate::record::write_file(path, text.as_bytes())
}

/// A text of a CSV file: quoted if it must be.
pub(super) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// Orders from each step to the next smaller one, in one norm; none behind a failed run.
fn pairs(study: &Convergence, curve: &Curve, norm: usize) -> Vec<Option<f64>> {
    let error = |i: usize| curve.errors[i].map(|e| e.values[norm]);
    let pair = |i: usize| {
        let (before, after) = (error(i.checked_sub(1)?)?, error(i)?);
        let order = observed_orders(&study.steps[i - 1..=i], &[before, after])[0];
        order.is_finite().then_some(order)
    };
    (0..study.steps.len()).map(pair).collect()
}

/// One row a quantity, scheme and step; what is not known is empty.
fn csv(study: &Convergence) -> String {
    let orders = NORMS.map(|norm| format!("order {norm}"));
    let mut out = format!("quantity,scheme,step [s],{},{},interpolated\n", NORMS.join(","), orders.join(","));
    for curve in &study.curves {
        let orders = [0, 1, 2, 3].map(|norm| pairs(study, curve, norm));
        for (i, h) in study.steps.iter().enumerate() {
            let errors = [0, 1, 2, 3].map(|k| curve.errors[i].map(|e| e.values[k]));
            let cells = errors.into_iter().chain([0, 1, 2, 3].map(|k| orders[k][i]));
            let cells: Vec<String> = cells.map(|x| x.map_or_else(String::new, |x| format!("{x:e}"))).collect();
            let (quantity, scheme) = (&study.quantities[curve.quantity].name, &study.schemes[curve.scheme]);
            let interpolated = curve.errors[i].map_or_else(String::new, |e| e.interpolated.to_string());
            // Writing to a String cannot fail.
            let _ = writeln!(out, "{},{},{h:e},{},{interpolated}", quoted(quantity), quoted(scheme), cells.join(","));
        }
    }
    out
}

/// A row of panels a quantity, a column a norm.
fn chart(study: &Convergence) -> Chart {
    let mut panels = Vec::new();
    for (q, quantity) in study.quantities.iter().enumerate() {
        for (norm, name) in NORMS.into_iter().enumerate() {
            // Rounding has no order and would only stretch the axis.
            let shown = |curve: &&Curve| curve.quantity == q && curve.fits[norm] != Fit::Exact;
            let curves = study.curves.iter().filter(shown).map(|curve| Points {
                curve: curve.scheme,
                points: study
                    .steps
                    .iter()
                    .zip(&curve.errors)
                    .filter_map(|(h, e)| Some((*h, e.as_ref()?.values[norm])))
                    .collect(),
            });
            panels.push(Panel {
                title: quantity.name.clone(),
                x: ("step [s]".to_owned(), Scale::Logarithmic),
                y: (format!("{name} error"), Scale::Logarithmic),
                curves: curves.collect(),
                slopes: vec![1.0, 2.0],
                marks: true,
                equal: false,
            });
        }
    }
    let title = format!("{}: errors against {}", study.name, study.reference);
    Chart { title, columns: NORMS.len(), panels, legend: study.schemes.clone(), size: PANEL_SIZE }
}

fn fit_json(fit: &Fit) -> Value {
    match fit {
        Fit::Order { order, sure } => json!({ "order": order, "standard_error": sure }),
        Fit::Exact => json!({ "order": null, "exact": true }),
        Fit::Unknown => Value::Null,
    }
}

fn found(study: &Convergence) -> Value {
    let curve = |curve: &Curve| {
        let of = |k: usize| curve.errors.iter().map(|e| e.map(|e| e.values[k])).collect::<Vec<_>>();
        let norms = NORMS.into_iter().enumerate();
        json!({
            "scheme": study.schemes[curve.scheme],
            "quantity": study.quantities[curve.quantity].name,
            "unit": study.quantities[curve.quantity].unit,
            "errors": norms.clone().map(|(k, name)| (name, json!(of(k)))).collect::<Value>(),
            "fits": norms.map(|(k, name)| (name, fit_json(&curve.fits[k]))).collect::<Value>(),
        })
    };
    let failed = |(scheme, h, reason): &(usize, f64, String)| json!({ "scheme": study.schemes[*scheme], "step": h, "reason": reason });
    json!({
        "reference": study.reference,
        "steps": study.steps,
        "curves": study.curves.iter().map(curve).collect::<Vec<_>>(),
        "failures": study.failures.iter().map(failed).collect::<Vec<_>>(),
    })
}

/// A fitted order in a table.
fn fit_text(fit: &Fit) -> String {
    match fit {
        Fit::Order { order, sure: Some(sure) } => format!("{order:.2} ± {sure:.2}"),
        Fit::Order { order, sure: None } => format!("{order:.2}"),
        Fit::Exact => "exact".to_owned(),
        Fit::Unknown => "–".to_owned(),
    }
}

impl ConvergenceResult {
    /// Whether there is an order of anything.
    pub fn is_complete(&self) -> bool {
        self.study.curves.iter().flat_map(|curve| &curve.fits).any(|fit| *fit != Fit::Unknown)
    }

    pub fn json(&self) -> Value {
        let mut out = found(&self.study);
        out["outcome"] = json!(if self.is_complete() { "finished" } else { "failed" });
        out["name"] = json!(self.study.name);
        out["directory"] = json!(self.directory.display().to_string());
        out
    }

    /// The tables, one a quantity and scheme.
    pub fn summary(&self) -> String {
        let study = &self.study;
        let mut out = format!("{}: errors against {}\n", study.name, study.reference);
        // Writing to a String cannot fail.
        for curve in &study.curves {
            let quantity = &study.quantities[curve.quantity];
            let unit = if quantity.unit.is_empty() { "-" } else { &quantity.unit };
            let _ = writeln!(out, "\n{} [{unit}], {}", quantity.name, study.schemes[curve.scheme]);
            let _ = write!(out, "  {:>10}", "step [s]");
            for norm in NORMS {
                let _ = write!(out, "  {norm:>11}  {:>6}", "order");
            }
            out.push('\n');
            let orders = [0, 1, 2, 3].map(|norm| pairs(study, curve, norm));
            for (i, h) in study.steps.iter().enumerate() {
                let _ = write!(out, "  {h:>10.4e}");
                match curve.errors[i] {
                    Some(errors) => (0..NORMS.len()).for_each(|k| {
                        let order = orders[k][i].map_or_else(String::new, |order| format!("{order:.2}"));
                        let _ = write!(out, "  {:>11.4e}  {order:>6}", errors.values[k]);
                    }),
                    None => out.push_str("  failed"),
                }
                out.push('\n');
            }
            let _ = write!(out, "  {:>10}", "fit");
            for fit in &curve.fits {
                let _ = write!(out, "  {:>19}", fit_text(fit));
            }
            out.push('\n');
        }
        for (scheme, h, reason) in &study.failures {
            let _ = writeln!(out, "\n{} with h = {h:.4e} s failed: {reason}", study.schemes[*scheme]);
        }
        let _ =
            writeln!(out, "\nL1 in s times the unit, L2 in √s times the unit; graphs: the larger of seconds and units");
        let _ = writeln!(out, "results  {}", self.directory.display());
        out
    }
}
