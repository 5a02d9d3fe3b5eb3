//! `carom report`: the report of a run as one HTML file.

use super::AnalysisError;
use super::session::origin;
use crate::record::{file, is_result, replace_file, run_json};
use crate::report::{gather, page};
use crate::spec::load_sources;
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
    replace_file(&path, text.as_bytes())?;
    Ok(WrittenReport { path, bytes: text.len(), notes })
}

/// The text of the report, and what its reader should know.
pub fn report_page(directory: &Path) -> Result<(String, Vec<String>), AnalysisError> {
    let no_run = || AnalysisError::Asked {
        message: format!("`{}` holds no result of `carom run`", directory.display()),
        help: "run a model first".to_owned(),
    };
    if !is_result(directory) {
        return Err(no_run());
    }
    let run = run_json::read(&directory.join(file::RUN))?;
    let (sources, overrides) = origin(&run).ok_or_else(no_run)?;
    let mut loaded = load_sources(sources, &overrides)?;
    let model = std::mem::replace(&mut loaded.model, crate::model::Model::new(""));
    let system = System::new(model).map_err(|error| AnalysisError::Asked {
        message: format!("the model in `{}` cannot be compiled: {error}", directory.display()),
        help: "run it again with this version".to_owned(),
    })?;
    let report = gather(directory, &run, &loaded, &system)?;
    Ok((page(&system.model.name, &report.data), report.notes))
}
