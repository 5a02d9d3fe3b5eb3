//! `carom report`: the report of a run as one HTML file.

use super::{AnalysisError, kept};
use crate::model::Model;
use crate::record::{MotionReader, file, run_json, write_file};
use crate::report::{self, gather, page};
use crate::spec::Loaded;
use crate::system::System;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A report that was written.
#[derive(Debug)]
pub struct WrittenReport {
    pub path: PathBuf,
    pub bytes: usize,
    pub notes: Vec<String>,
}

/// Writes the report of the run in a directory, into it unless another file is named. A run that goes on is shown as far as it has come.
pub fn write_report(directory: &Path, path: Option<&Path>) -> Result<WrittenReport, AnalysisError> {
    let (text, notes) = report_page(directory)?;
    let path = path.map_or_else(|| directory.join(file::REPORT), Path::to_owned);
    write_file(&path, text.as_bytes())?;
    Ok(WrittenReport { path, bytes: text.len(), notes })
}

/// The text of the report, and what its reader should know.
pub fn report_page(directory: &Path) -> Result<(String, Vec<String>), AnalysisError> {
    let (loaded, system) = of_run(directory)?;
    let run = run_json::read(&directory.join(file::RUN))?;
    let report = gather(directory, &run, &loaded, &system)?;
    Ok((page(&system.model.name, &report.data), report.notes))
}

/// How far a run has come: its outcome so far, and how many instants of its animation there are.
pub fn report_state(directory: &Path) -> Result<Value, AnalysisError> {
    let run = run_json::read(&directory.join(file::RUN))?;
    let motion = directory.join(file::MOTION);
    let instants = if motion.is_file() { MotionReader::open(&motion).map_or(0, |reader| reader.instants()) } else { 0 };
    Ok(json!({ "outcome": run["outcome"], "instants": instants }))
}

/// The animation of a run as a binary glTF file.
pub fn animation(directory: &Path) -> Result<Vec<u8>, AnalysisError> {
    let (loaded, system) = of_run(directory)?;
    report::animation(directory, &loaded, &system)?.ok_or_else(|| AnalysisError::Asked {
        message: format!("the run in `{}` recorded no motion", directory.display()),
        help: "it has no shapes and no flexible bodies, or `frames = 0` in [simulation]".to_owned(),
    })
}

/// The model of a run, loaded and compiled.
fn of_run(directory: &Path) -> Result<(Loaded, System), AnalysisError> {
    let mut loaded = kept::of_analysis(directory)?;
    let model = std::mem::replace(&mut loaded.model, Model::new(""));
    let system = System::new(model).map_err(|error| AnalysisError::Asked {
        message: format!("the model in `{}` cannot be compiled: {error}", directory.display()),
        help: "run it again with this version".to_owned(),
    })?;
    Ok((loaded, system))
}
