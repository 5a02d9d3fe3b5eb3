//! What is computed of the records of a run that has ended: the `[post]` entries of a model file, one file a kind, and `carom forces`.
//!
//! An [`Evaluate`] reads the files of the run, writes its own into the folder [`file::FORCES`] and tells what it found. The mathematics
//! is in [`crate::post`].

mod bearing_life;
mod contact_force;
mod contact_life;
mod force_files;
mod forces;
mod records;
mod shock;
mod substance;

pub use bearing_life::{BearingLife, BearingLifeSpec};
pub use contact_force::{ContactForce, ContactForceSpec};
pub(crate) use contact_force::{OTHER_INTEGRATOR, SPREAD};
pub use contact_life::{ContactLife, ContactLifeSpec, StressKind};
pub use forces::{Filter, ForceSettings, Impact, Lack, PointForces, SurfaceStress, Unresolved};
pub use records::{PointGatherer, PointHistory, PointSample};
pub use shock::{Shock, ShockSpec};
pub use substance::{Elasticity, Radii, Substances};

use crate::model::Model;
use crate::post::PostError;
use crate::record::{RecordError, file, npz};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A run that has ended.
#[derive(Clone, Copy, Debug)]
pub struct FinishedRun<'a> {
    pub directory: &'a Path,
    pub model: &'a Model,
    pub substances: &'a Substances,
    /// Size of its steps (s), where none was cut.
    pub step: f64,
    /// Of so many steps one is recorded.
    pub record_every: usize,
}

impl FinishedRun<'_> {
    /// How long it lasted (s): the time of its last row.
    pub(crate) fn duration(&self) -> Result<f64, EvaluationError> {
        let time = npz::read(&self.directory.join(file::CONTACTS_NPZ), "time")?;
        Ok(time.bytes.as_chunks().0.last().map_or(0.0, |bytes| f64::from_le_bytes(*bytes)))
    }

    /// The place of a file of an evaluation; its folder is made.
    pub(crate) fn file(&self, name: &str, ending: &str) -> Result<PathBuf, EvaluationError> {
        let folder = self.directory.join(file::FORCES);
        std::fs::create_dir_all(&folder).map_err(RecordError::io("create", &folder))?;
        let plain = |c: char| if c.is_alphanumeric() || "_-".contains(c) { c } else { '_' };
        let name: String = name.chars().map(plain).collect();
        Ok(folder.join(format!("{name}{ending}")))
    }
}

/// What an evaluation found.
#[derive(Clone, Debug, Default)]
pub struct Evaluated {
    /// For `run.json` and `--json`.
    pub json: Value,
    /// For people: lines of a table.
    pub text: String,
    /// What to doubt.
    pub notes: Vec<String>,
}

/// Why an evaluation gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A quantity is outside of what the formulas hold for.
    #[error("contact `{contact}`: {source}")]
    Post { contact: String, source: PostError, help: &'static str },
    /// Something is not known that is needed.
    #[error("contact `{contact}`: {message}")]
    Missing { contact: String, message: String, help: String },
    /// What is asked for does not fit the run.
    #[error("{message}")]
    Asked { message: String, help: String },
}

impl EvaluationError {
    /// What may help.
    pub fn help(&self) -> Option<&str> {
        match self {
            Self::Record(_) => None,
            Self::Post { help, .. } => Some(help),
            Self::Missing { help, .. } | Self::Asked { help, .. } => Some(help),
        }
    }
}

/// A kind of evaluation.
pub trait Evaluate: std::fmt::Debug + Send + Sync {
    fn evaluate(&self, name: &str, run: &FinishedRun) -> Result<Evaluated, EvaluationError>;
}

/// An entry of `[post]`.
#[derive(Debug)]
pub struct Evaluation {
    pub name: String,
    pub kind: &'static str,
    pub what: Box<dyn Evaluate>,
}
