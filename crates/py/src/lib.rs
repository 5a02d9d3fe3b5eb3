//! The Python package `carom`, the part in Rust: documents (models as text), runs in memory, stepping. What users see is in `python/carom`.
//!
//! It drives no runs of its own: it hands models to `carom::spec`, runs to `carom::drive` and `carom::run`, and arrays to NumPy.

mod analysis;
mod document;
mod errors;
mod run;
mod stepper;
mod watch;

use pyo3::prelude::*;
use std::ffi::OsString;

/// The command line: `python -m carom`.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| carom_cli::command(arguments))
}

/// The JSON Schema of model files.
#[pyfunction]
fn schema() -> String {
    carom::spec::json_schema().to_string()
}

#[pymodule]
fn _carom(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<document::Document>()?;
    module.add_class::<stepper::Stepper>()?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(schema, module)?)?;
    Ok(())
}
