//! Documents: a model as its files and the values that were set in it. They do not change; `with_set` makes another one.

use crate::{errors, run};
use carom::drive::Simulation;
use carom::history::{Topic, channels};
use carom::integrate::Settings;
use carom::model::Model;
use carom::record::Channel;
use carom::sensor::Sensor;
use carom::spec::{self, DataFile, Loaded, Source};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Names with texts: files, or values that were set.
type Texts = Vec<(String, String)>;
/// Data files.
type Files = Vec<(String, Vec<u8>)>;

#[pyclass(frozen, module = "carom._carom")]
#[derive(Clone)]
pub struct Document {
    pub sources: Vec<Source>,
    pub set: Texts,
    /// Meshes and tables that it read, once it has read them.
    data: Vec<DataFile>,
}

/// A model that can start.
pub struct Started {
    pub simulation: Simulation,
    pub sensors: Vec<Sensor>,
}

impl Document {
    fn of(loaded: &Loaded, set: Texts) -> Self {
        Self { sources: loaded.sources.clone(), set, data: loaded.data_files.clone() }
    }

    /// Reads the model.
    pub fn load(&self, py: Python<'_>) -> PyResult<Loaded> {
        spec::load_kept(self.sources.clone(), &self.set, self.data.clone()).map_err(|error| errors::model(py, &error))
    }

    /// Reads and compiles the model, with its settings changed.
    pub fn start(&self, py: Python<'_>, change: impl FnOnce(&mut Settings)) -> PyResult<Started> {
        let mut loaded = self.load(py)?;
        change(&mut loaded.settings);
        let model = std::mem::replace(&mut loaded.model, Model::new(""));
        let settings = loaded.settings.clone();
        let simulation = py.detach(|| Simulation::new(model, settings));
        let simulation =
            simulation.map_err(|cause| errors::model(py, &carom::run::start_error(loaded.sources, &cause)))?;
        Ok(Started { simulation, sensors: loaded.sensors })
    }
}

#[pymethods]
impl Document {
    /// Reads a file and all that it includes.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let loaded = spec::load(&path, &[]).map_err(|error| errors::model(py, &error))?;
        Ok(Self::of(&loaded, Vec::new()))
    }

    /// Takes a text; includes and data files are relative to the folder of `name`.
    #[staticmethod]
    fn of_text(py: Python<'_>, text: &str, name: &str) -> PyResult<Self> {
        let loaded = spec::load_str(name, text, &[]).map_err(|error| errors::model(py, &error))?;
        Ok(Self::of(&loaded, Vec::new()))
    }

    /// Takes a text, files and values that were set without looking at them.
    #[staticmethod]
    fn of_parts(sources: Texts, set: Texts, data: Files) -> Self {
        let sources = sources.into_iter().map(|(name, text)| Source { name, text: text.into() }).collect();
        let data = data.into_iter().map(|(name, bytes)| DataFile::new(Path::new(&name), bytes)).collect();
        Self { sources, set, data }
    }

    /// What [`Document::of_parts`] takes.
    fn parts(&self) -> (Texts, Texts, Files) {
        let sources = self.sources.iter().map(|source| (source.name.clone(), source.text.to_string())).collect();
        let data = self.data.iter().map(|file| (file.name.clone(), file.bytes.to_vec())).collect();
        (sources, self.set.clone(), data)
    }

    /// The same with more values set, which are looked at.
    fn with_set(&self, py: Python<'_>, set: Texts) -> PyResult<Self> {
        let all = self.set.iter().cloned().chain(set).collect();
        let next = Self { set: all, ..self.clone() };
        let loaded = next.load(py)?;
        Ok(Self::of(&loaded, next.set))
    }

    /// The model as one text.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        spec::written(&self.sources, &self.set).map_err(|error| errors::model(py, &error))
    }

    /// What is in the model, as JSON.
    fn info(&self, py: Python<'_>) -> PyResult<String> {
        let loaded = self.load(py)?;
        let of = |topic| channels(topic, &loaded.sensors, &loaded.model);
        let inputs = loaded.model.inputs.iter().map(|i| json!({ "name": i.name, "unit": i.unit, "value": i.at(0.0) }));
        let info = json!({
            "name": loaded.model.name,
            "model": loaded.resolved,
            "inputs": inputs.collect::<Value>(),
            "sensors": loaded.sensors.iter().map(|s| json!([s.name, s.channels])).collect::<Value>(),
            "contacts": loaded.model.contact_names().collect::<Vec<_>>(),
            "energy": of(Topic::Energy).iter().map(|channel| channel.name.clone()).collect::<Vec<_>>(),
            "until": loaded.settings.until,
            "step": loaded.settings.step,
            "integrator": loaded.integrator,
        });
        Ok(info.to_string())
    }

    /// Facts about the model as JSON, and what is wrong and doubtful.
    fn check(&self, py: Python<'_>) -> PyResult<(String, Vec<errors::Told>, Vec<errors::Told>)> {
        let loaded = self.load(py)?;
        let check = py.detach(|| carom::run::check(loaded));
        let all = |list: &[spec::Diagnostic]| list.iter().map(errors::told).collect();
        Ok((json!(check).to_string(), all(&check.errors), all(&check.warnings)))
    }

    /// Runs the model in memory.
    #[pyo3(signature = (callback=None, all_steps=false))]
    fn run<'py>(&self, py: Python<'py>, callback: Option<Py<PyAny>>, all_steps: bool) -> PyResult<Bound<'py, PyDict>> {
        run::in_memory(py, self, callback, all_steps)
    }

    /// Runs the model into a directory; how it ended, what went wrong, notes.
    #[pyo3(signature = (directory, callback=None))]
    fn record(
        &self,
        py: Python<'_>,
        directory: PathBuf,
        callback: Option<Py<PyAny>>,
    ) -> PyResult<(&'static str, Option<String>, Vec<String>)> {
        run::into_directory(py, self, &directory, callback)
    }

    /// Finds the equilibrium, with what `carom static` writes in a directory; JSON.
    fn static_(&self, py: Python<'_>, directory: PathBuf) -> PyResult<String> {
        crate::analysis::equilibrium(py, self, &directory)
    }

    /// Finds modes, with what `carom modes` writes in a directory.
    fn modes<'py>(&self, py: Python<'py>, directory: PathBuf) -> PyResult<Bound<'py, PyDict>> {
        crate::analysis::modes(py, self, &directory)
    }
}

/// A channel as Python gets it: name, unit, kind.
pub fn described(channel: &Channel) -> (String, String, String) {
    let kind = json!(channel.kind);
    (channel.name.clone(), channel.unit.clone(), kind.as_str().unwrap_or_default().to_owned())
}
