//! Equilibria and modes, by what `carom static` and `carom modes` do.

use crate::document::Document;
use crate::errors;
use carom::run::{run_modes, run_static};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use std::path::Path;

/// The load steps to the equilibrium, as JSON.
pub fn equilibrium(py: Python<'_>, document: &Document, directory: &Path) -> PyResult<String> {
    let loaded = document.load(py)?;
    let result = py
        .detach(|| run_static(loaded, &document.set, directory, &|| Python::attach(|py| py.check_signals().is_err())));
    let found = result.map_err(|error| failed(py, error))?;
    let path: Value =
        found.report.path.iter().map(|step| json!({ "load": step.load, "iterations": step.iterations })).collect();
    Ok(json!({ "path": path, "notes": found.notes, "unstable": found.report.unstable.is_some() }).to_string())
}

/// Frequencies, damping ratios, masses and shapes.
pub fn modes<'py>(py: Python<'py>, document: &Document, directory: &Path) -> PyResult<Bound<'py, PyDict>> {
    let loaded = document.load(py)?;
    let result = py.detach(|| run_modes(loaded, &document.set, directory));
    let found = result.map_err(|error| failed(py, error))?;
    let modes = &found.modes.modes;
    let numbers = |of: fn(&carom::analysis::Mode) -> f64| PyArray1::from_iter(py, modes.iter().map(of));
    let out = PyDict::new(py);
    out.set_item("frequency", numbers(carom::analysis::Mode::frequency))?;
    out.set_item("growth", numbers(|mode| mode.growth))?;
    out.set_item("damping", numbers(|mode| mode.damping))?;
    out.set_item("modal_mass", numbers(|mode| mode.modal_mass))?;
    let effective = PyArray1::from_iter(py, modes.iter().flat_map(|mode| mode.effective_mass));
    out.set_item("effective_mass", effective.reshape([modes.len(), 3])?)?;
    let dofs = modes.first().map_or(0, |mode| mode.shape.len());
    let shapes = PyArray1::from_iter(py, modes.iter().flat_map(|mode| mode.shape.iter().copied()));
    out.set_item("shape", shapes.reshape([modes.len(), dofs])?)?;
    out.set_item("notes", &found.notes)?;
    Ok(out)
}

fn failed(py: Python<'_>, error: carom::run::AnalysisError) -> PyErr {
    match error {
        carom::run::AnalysisError::Model(error) => errors::model(py, &error),
        other => {
            let help = other.help().map_or_else(String::new, |help| format!(" ({help})"));
            errors::run(py, format!("{other}{help}"))
        }
    }
}
