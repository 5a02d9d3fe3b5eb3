//! Runs: into memory by `carom::history`, into a directory by `carom::run::Session`.

use crate::document::{Document, Started, described};
use crate::errors;
use crate::watch::Watch;
use carom::drive::{GO_ON, Observer, Outcome, Verdict};
use carom::history::{Event, History, Topic};
use carom::record::Table;
use carom::run::{Ending, Session};
use carom::system::Snapshot;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::Path;

/// Fills the history, and asks Python now and then.
struct Tap {
    history: History,
    watch: Watch,
    until: f64,
    warnings: Vec<String>,
}

impl Observer for Tap {
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict {
        if self.history.observe(step, snapshot)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        match self.watch.step(snapshot.scene.kin.t, self.until) {
            ControlFlow::Break(()) => Ok(ControlFlow::Break(())),
            ControlFlow::Continue(()) => GO_ON,
        }
    }

    fn warn(&mut self, text: &str) {
        self.warnings.push(text.to_owned());
    }
}

/// Runs a model; its histories as arrays.
pub fn in_memory<'py>(
    py: Python<'py>,
    document: &Document,
    callback: Option<Py<PyAny>>,
    all_steps: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let Started { mut simulation, sensors } = document.start(py, |_| {})?;
    let mut history = History::of(&simulation, sensors).with_places(&simulation);
    if all_steps {
        history = history.of_all_steps();
    }
    let until = simulation.settings.until;
    let mut tap = Tap { history, watch: Watch::new(callback), until, warnings: Vec::new() };
    let outcome = py.detach(|| simulation.run(&mut tap));
    if let Some(raised) = tap.watch.raised.take() {
        return Err(raised);
    }
    let (outcome, error) = match outcome {
        Ok(Outcome::Finished) => ("finished", None),
        Ok(Outcome::Interrupted) => ("interrupted", None),
        Err(error) => ("failed", Some(error.to_string())),
    };
    let out = PyDict::new(py);
    out.set_item("outcome", outcome)?;
    out.set_item("error", error)?;
    out.set_item("warnings", tap.warnings)?;
    out.set_item("statistics", json!(simulation.statistics).to_string())?;
    let names: Vec<&str> = simulation.system.model.contact_names().collect();
    out.set_item("events", events(py, tap.history.events(), |event| names[event.id.set as usize].to_owned())?)?;
    let places = tap.history.places().map(|places| table(py, places)).transpose()?;
    out.set_item("places", places)?;
    for (topic, columns) in Topic::ALL.into_iter().zip(tap.history.into_tables()) {
        out.set_item(topic.name(), table(py, &columns)?)?;
    }
    Ok(out)
}

/// Channels, and columns with the time before them.
fn table<'py>(py: Python<'py>, table: &Table) -> PyResult<Bound<'py, PyList>> {
    let channels: Vec<_> = table.channels().iter().map(described).collect();
    let columns: Vec<_> = table.columns().iter().map(|column| PyArray1::from_slice(py, column)).collect();
    PyList::new(py, [channels.into_pyobject(py)?.into_any(), columns.into_pyobject(py)?.into_any()])
}

fn events<'py>(py: Python<'py>, events: &[Event], name: impl Fn(&Event) -> String) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    let numbers = |of: fn(&Event) -> f64| PyArray1::from_iter(py, events.iter().map(of));
    let vectors =
        |of: fn(&Event) -> [f64; 3]| PyArray1::from_iter(py, events.iter().flat_map(of)).reshape([events.len(), 3]);
    out.set_item("time", numbers(|event| event.time))?;
    out.set_item("kind", events.iter().map(|event| event.kind.name()).collect::<Vec<_>>())?;
    out.set_item("contact", events.iter().map(name).collect::<Vec<_>>())?;
    out.set_item("velocity_before", vectors(|event| event.velocity_before)?)?;
    out.set_item("velocity_after", vectors(|event| event.velocity_after)?)?;
    out.set_item("impulse", vectors(|event| event.impulse)?)?;
    out.set_item("energy", numbers(|event| event.energy))?;
    Ok(out)
}

/// Runs a model as `carom run` does.
pub fn into_directory(
    py: Python<'_>,
    document: &Document,
    directory: &Path,
    callback: Option<Py<PyAny>>,
) -> PyResult<(&'static str, Option<String>, Vec<String>)> {
    let loaded = document.load(py)?;
    let mut watch = Watch::new(callback);
    let result = py.detach(|| -> Result<_, carom::run::SessionError> {
        let mut session = Session::create(loaded, &document.set, directory)?;
        let ending = session.run(&mut |progress| watch.step(progress.time, progress.until));
        Ok((ending, session.notes))
    });
    if let Some(raised) = watch.raised.take() {
        return Err(raised);
    }
    match result {
        Ok((Ok(ending), notes)) => {
            let error = if let Ending::Failed(error) = &ending { Some(error.to_string()) } else { None };
            Ok((ending.name(), error, notes))
        }
        Ok((Err(error), _)) => Err(errors::other(error)),
        Err(carom::run::SessionError::Model(error)) => Err(errors::model(py, &error)),
        Err(error) => Err(errors::other(error)),
    }
}
