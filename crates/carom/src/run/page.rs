//! `carom report`: the report of a run as one HTML file.

use super::{AnalysisError, kept};
use crate::model::Model;
use crate::record::{file, run_json, write_file};
use crate::report::{gather, page};
use crate::system::System;
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
    let mut loaded = kept::of_analysis(directory)?;
    let run = run_json::read(&directory.join(file::RUN))?;
    let model = std::mem::replace(&mut loaded.model, Model::new(""));
    let system = System::new(model).map_err(|error| AnalysisError::Asked {
        message: format!("the model in `{}` cannot be compiled: {error}", directory.display()),
        help: "run it again with this version".to_owned(),
    })?;
    let report = gather(directory, &run, &loaded, &system)?;
    Ok((page(&system.model.name, &report.data), report.notes))
}
