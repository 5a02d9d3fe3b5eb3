//! What `carom static`, `carom modes` and the studies share: the compiled model, the result directory, the part of `run.json` that says
//! what was asked for.

use super::locate;
use crate::analysis::{ModesError, StaticError};
use crate::drive::StartError;
use crate::model::Model;
use crate::record::{DirectoryLock, RecordError, clear_directory, file, is_result, run_json, take_directory};
use crate::spec::{LoadError, Loaded, Source};
use crate::study::StudyError;
use crate::system::{Candidates, System};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Why an analysis gave no result.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The model is bad, or cannot rest or vibrate as it is.
    #[error(transparent)]
    Model(#[from] LoadError),
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The solution was not found.
    #[error(transparent)]
    Static(StaticError),
    #[error(transparent)]
    Modes(#[from] ModesError),
    /// A study was asked for that makes no sense for this model.
    #[error("{message}")]
    Asked { message: String, help: String },
    /// A study could not be made.
    #[error("{0}")]
    Study(String),
    /// Stopped from outside. The directory has the path so far, if a load step was completed.
    #[error("interrupted at load factor {load:.6}{}", ending(.directory.as_deref()))]
    Interrupted { load: f64, directory: Option<PathBuf> },
}

impl From<StudyError> for AnalysisError {
    fn from(error: StudyError) -> Self {
        match error {
            StudyError::Model(error) => Self::Model(error),
            StudyError::Asked { message, help } => Self::Asked { message, help },
            failed @ StudyError::Reference(_) => Self::Study(failed.to_string()),
        }
    }
}

fn ending(directory: Option<&Path>) -> String {
    match directory {
        Some(directory) => format!("; the results in `{}` end there", directory.display()),
        None => ", before the first load step was complete; nothing was recorded".to_owned(),
    }
}

impl AnalysisError {
    /// What may help.
    pub fn help(&self) -> Option<&str> {
        match self {
            Self::Static(cause) => Some(locate::static_cause(cause).1),
            Self::Asked { help, .. } => Some(help),
            _ => None,
        }
    }

    /// A failure of the model at its place, or one of the solution.
    pub(super) fn of_statics(sources: &[Source], cause: StaticError) -> Self {
        if !cause.is_of_the_model() {
            return Self::Static(cause);
        }
        let (item, help) = locate::static_cause(&cause);
        let diagnostics = vec![locate::error(sources, item, cause.to_string(), help)];
        Self::Model(LoadError { diagnostics, sources: sources.to_vec() })
    }
}

/// Compiles the model of a file, with the contacts of its collisions.
pub(super) fn compile(loaded: &mut Loaded) -> Result<(System, Candidates), LoadError> {
    let model = std::mem::replace(&mut loaded.model, Model::new(""));
    let system =
        System::new(model).map_err(|e| locate::start_error(loaded.sources.clone(), &StartError::Compile(e)))?;
    let start = system.initial_kinematics();
    let mut candidates = Candidates::new(&system);
    candidates.detect_for_statics(&system, &start);
    Ok((system, candidates))
}

/// The directory of an analysis and the head of its `run.json`.
pub(super) struct Results {
    pub directory: PathBuf,
    pub notes: Vec<String>,
    head: Value,
    /// Held while the analysis writes.
    _lock: DirectoryLock,
}

impl Results {
    /// Makes the directory ready.
    pub fn create(
        directory: &Path,
        analysis: &str,
        name: &str,
        (loaded, overrides): (&Loaded, &[(String, String)]),
    ) -> Result<Self, RecordError> {
        let lock = take_directory(directory)?;
        let replaced = is_result(directory);
        let sources: Vec<Value> = loaded.sources.iter().map(|s| json!({ "name": s.name, "text": &*s.text })).collect();
        let head = json!({
            "carom": env!("CARGO_PKG_VERSION"),
            "analysis": analysis,
            "name": name,
            "model": loaded.resolved,
            "sources": sources,
            "overrides": overrides,
        });
        let mut notes = Vec::new();
        if replaced {
            notes.push(format!("the results of an earlier run in `{}` are replaced", directory.display()));
        }
        let results = Self { directory: directory.to_owned(), notes, head, _lock: lock };
        results.write(json!({ "outcome": "running" }))?;
        clear_directory(directory)?;
        Ok(results)
    }

    /// Writes `run.json` with what is known now.
    pub fn write(&self, tail: Value) -> Result<(), RecordError> {
        let object = super::report::join(self.head.clone(), tail);
        run_json::write(&self.directory.join(file::RUN), &object)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }
}
