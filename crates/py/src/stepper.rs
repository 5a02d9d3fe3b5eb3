//! A model that is stepped from Python: controllers, environments, other simulators.

use crate::document::{Document, Started};
use crate::errors;
use crate::watch::Watch;
use carom::drive::{GO_ON, Observer, Simulation, Verdict};
use carom::record::Checkpoint;
use carom::sensor::{self, Sensor};
use carom::system::Snapshot;
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// Models with fewer degrees of freedom step in less time than it takes to let other threads run.
const SMALL: usize = 60;

struct Inner {
    simulation: Simulation,
    sensors: Vec<Sensor>,
    /// Values of all channels, as far as they are those of the present state.
    values: Vec<f64>,
    is_fresh: bool,
}

impl Inner {
    fn values(&mut self) -> &[f64] {
        if !self.is_fresh {
            self.simulation.complete();
            sensor::evaluate(&self.sensors, &self.simulation.snapshot(), &mut self.values);
            self.is_fresh = true;
        }
        &self.values
    }
}

/// Asks Python now and then.
struct Look(Watch);

impl Observer for Look {
    fn observe(&mut self, _step: u64, snapshot: &Snapshot) -> Verdict {
        match self.0.step(snapshot.scene.kin.t, f64::INFINITY) {
            ControlFlow::Break(()) => Ok(ControlFlow::Break(())),
            ControlFlow::Continue(()) => GO_ON,
        }
    }

    fn reads_far_contacts(&self) -> bool {
        false
    }
}

#[pyclass(frozen, module = "carom._carom")]
pub struct Stepper(Mutex<Inner>);

impl Stepper {
    /// Another thread that steps it lets Python go on meanwhile: to wait for it here would be to wait for each other.
    fn inner(&self) -> PyResult<MutexGuard<'_, Inner>> {
        match self.0.try_lock() {
            Ok(inner) => Ok(inner),
            // What a panic left is still a state between two steps.
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("another thread is stepping this simulation: give each thread its own"))
            }
        }
    }
}

#[pymethods]
impl Stepper {
    /// Starts a model, which has no end of its own.
    #[new]
    fn new(py: Python<'_>, document: &Document) -> PyResult<Self> {
        let Started { simulation, sensors } = document.start(py, |settings| settings.until = f64::INFINITY)?;
        Ok(Self(Mutex::new(Inner { simulation, sensors, values: Vec::new(), is_fresh: false })))
    }

    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.inner()?.simulation.time())
    }

    #[getter]
    fn steps(&self) -> PyResult<u64> {
        Ok(self.inner()?.simulation.statistics.steps)
    }

    /// Takes steps.
    #[pyo3(signature = (count=1))]
    fn step(&self, py: Python<'_>, count: u64) -> PyResult<()> {
        let mut inner = self.inner()?;
        inner.is_fresh = false;
        if count == 1 && inner.simulation.system.layout.n <= SMALL {
            return inner.simulation.step().map(|_| ()).map_err(|error| errors::run(py, error.to_string()));
        }
        let mut look = Look(Watch::new(None));
        let simulation = &mut inner.simulation;
        let result = py.detach(|| {
            for _ in 0..count {
                if simulation.step_with(&mut look)?.is_break() {
                    break;
                }
            }
            Ok(())
        });
        finish(py, look, result)
    }

    /// Takes steps to a time, which the last one ends at.
    fn advance_to(&self, py: Python<'_>, t: f64) -> PyResult<()> {
        let mut inner = self.inner()?;
        let now = inner.simulation.time();
        if !(t >= now && t.is_finite()) {
            return Err(PyValueError::new_err(format!("cannot advance to t = {t} s: the time is {now} s")));
        }
        inner.is_fresh = false;
        let mut look = Look(Watch::new(None));
        let simulation = &mut inner.simulation;
        let result = py.detach(|| simulation.advance_to(t, &mut look).map(|_| ()));
        finish(py, look, result)
    }

    /// Sets an input by its place.
    fn set_input(&self, place: usize, value: f64) -> PyResult<()> {
        let mut inner = self.inner()?;
        check_place(place, inner.simulation.inputs().len())?;
        inner.is_fresh = false;
        inner.simulation.set_input_at(place, value).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn input(&self, place: usize) -> PyResult<f64> {
        let inner = self.inner()?;
        let inputs = inner.simulation.inputs();
        check_place(place, inputs.len())?;
        Ok(inputs[place])
    }

    /// The value of a channel by its place.
    fn channel(&self, place: usize) -> PyResult<f64> {
        let mut inner = self.inner()?;
        let values = inner.values();
        check_place(place, values.len())?;
        Ok(values[place])
    }

    /// The values of several channels that follow each other.
    fn channels<'py>(&self, py: Python<'py>, first: usize, count: usize) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let mut inner = self.inner()?;
        let values = inner.values();
        check_place(first + count, values.len() + 1)?;
        Ok(PyArray1::from_slice(py, &values[first..first + count]))
    }

    /// The terms of the energy account in J, in the order of the histories.
    fn energy(&self) -> PyResult<Vec<(&'static str, f64)>> {
        Ok(self.inner()?.simulation.state.energy.terms().to_vec())
    }

    /// All that follows depends on, as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let checkpoint = self.inner()?.simulation.save();
        Ok(PyBytes::new(py, &checkpoint.encode()))
    }

    /// Goes on from saved bytes.
    fn restore(&self, bytes: &[u8]) -> PyResult<()> {
        let checkpoint =
            Checkpoint::decode(bytes, Path::new("state")).map_err(|e| PyValueError::new_err(e.to_string()))?;
        let mut inner = self.inner()?;
        inner.is_fresh = false;
        inner.simulation.restore(&checkpoint).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// What the steps took, as JSON.
    fn statistics(&self) -> PyResult<String> {
        Ok(serde_json::json!(self.inner()?.simulation.statistics).to_string())
    }
}

fn finish(py: Python<'_>, look: Look, result: Result<(), carom::drive::RunError>) -> PyResult<()> {
    match look.0.raised {
        Some(raised) => Err(raised),
        None => result.map_err(|error| errors::run(py, error.to_string())),
    }
}

fn check_place(place: usize, count: usize) -> PyResult<()> {
    if place < count { Ok(()) } else { Err(PyIndexError::new_err(format!("place {place} of {count}"))) }
}
