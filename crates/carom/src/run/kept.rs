//! What a run keeps of its model, so that it can be resumed and evaluated anywhere: the texts of the model files, which are in
//! `run.json`, and copies of meshes and other data files, which are in the folder `data`.

use super::session::SessionError;
use super::{AnalysisError, report};
use crate::record::{RecordError, file, is_result, run_json, write_file};
use crate::spec::{DataFile, Loaded, Source, load_kept};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Names and values that the model was loaded with.
type Overrides = Vec<(String, String)>;

/// Where the copy of a file lies in the result directory.
pub(super) fn copy_name(number: usize, name: &str) -> String {
    let name = Path::new(name).file_name().unwrap_or_default().to_string_lossy().into_owned();
    format!("{}/{number:03}_{name}", file::DATA)
}

/// Copies the files that a model has read.
pub(super) fn keep(directory: &Path, files: &[DataFile]) -> Result<(), RecordError> {
    if files.is_empty() {
        return Ok(());
    }
    let folder = directory.join(file::DATA);
    fs::create_dir_all(&folder).map_err(RecordError::io("create", &folder))?;
    files
        .iter()
        .enumerate()
        .try_for_each(|(k, data)| write_file(&directory.join(copy_name(k, &data.name)), &data.bytes))
}

/// The model of a run, from what it has kept. A file without a copy is read where it was.
pub(super) fn reload(directory: &Path, head: &Value) -> Result<Loaded, SessionError> {
    let name = || directory.display().to_string();
    let (sources, overrides) = origin(head).ok_or_else(|| SessionError::NoRun { directory: name() })?;
    let entries = head["data_files"].as_array().map_or(&[][..], Vec::as_slice);
    let copy = |(number, entry): (usize, &Value)| {
        let name = entry["name"].as_str()?;
        let bytes = fs::read(directory.join(copy_name(number, name))).ok()?;
        Some(DataFile::new(Path::new(name), bytes))
    };
    let loaded = load_kept(sources, &overrides, entries.iter().enumerate().filter_map(copy).collect())?;
    if report::data_files(&loaded.data_files) != entries {
        return Err(SessionError::OtherData { directory: name() });
    }
    Ok(loaded)
}

/// The model of the run in a directory, for what is made of its results.
pub(super) fn of_analysis(directory: &Path) -> Result<Loaded, AnalysisError> {
    let asked = |message: String, help: &str| AnalysisError::Asked { message, help: help.to_owned() };
    let no_run = || asked(format!("`{}` holds no result of `carom run`", directory.display()), "run a model first");
    if !is_result(directory) {
        return Err(no_run());
    }
    reload(directory, &run_json::read(&directory.join(file::RUN))?).map_err(|error| match error {
        SessionError::Model(error) => AnalysisError::Model(error),
        SessionError::NoRun { .. } => no_run(),
        other => asked(other.to_string(), "run the model again"),
    })
}

/// Sources and overrides that a `run.json` holds.
fn origin(head: &Value) -> Option<(Vec<Source>, Overrides)> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let source = |s: &Value| Some(Source { name: text(&s["name"])?, text: s["text"].as_str()?.into() });
    let sources: Option<Vec<Source>> = head["sources"].as_array()?.iter().map(source).collect();
    let pair = |p: &Value| Some((text(&p[0])?, text(&p[1])?));
    let overrides: Option<Overrides> = head["overrides"].as_array()?.iter().map(pair).collect();
    Some((sources.filter(|s| !s.is_empty())?, overrides?))
}
