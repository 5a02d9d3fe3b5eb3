//! Errors of the library as exceptions of the package, whose classes are in `python/carom/_errors.py`.

use carom::spec::{Diagnostic, LoadError};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// (item, place, message, help) of something that is wrong with a model.
pub type Told = (Option<String>, String, String, Option<String>);

pub fn told(diagnostic: &Diagnostic) -> Told {
    (diagnostic.item.clone(), diagnostic.place(), diagnostic.message.clone(), diagnostic.help.clone())
}

fn exception(py: Python<'_>, class: &str, arguments: impl for<'py> pyo3::call::PyCallArgs<'py>) -> PyErr {
    let raised =
        py.import("carom._errors").and_then(|module| module.getattr(class)).and_then(|class| class.call1(arguments));
    raised.map_or_else(|error| error, PyErr::from_value)
}

/// A bad model, with everything that is wrong with it.
pub fn model(py: Python<'_>, error: &LoadError) -> PyErr {
    let all: Vec<Told> = error.diagnostics.iter().map(told).collect();
    exception(py, "ModelError", (error.render(false), all))
}

/// A run, an analysis or a step that failed.
pub fn run(py: Python<'_>, message: String) -> PyErr {
    exception(py, "RunError", (message,))
}

/// An error of files and the like.
pub fn other(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
