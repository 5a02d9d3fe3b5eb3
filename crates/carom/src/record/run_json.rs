//! `run.json`: what was run (model with resolved parameters, version, settings) and how it went (statistics).
//!
//! It is written when a run starts and replaced when it ends, so that an interrupted run is recognised as one of ours.

use super::{RecordError, atomic};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Replaces the file atomically; indented, with a final newline.
pub fn write(path: &Path, run: &Value) -> Result<(), RecordError> {
    atomic::replace(path, |file| {
        serde_json::to_writer_pretty(&mut *file, run)?;
        file.write_all(b"\n")
    })
}

pub fn read(path: &Path) -> Result<Value, RecordError> {
    let text = fs::read_to_string(path).map_err(RecordError::io("read", path))?;
    serde_json::from_str(&text).map_err(|source| RecordError::Json { path: path.to_owned(), source })
}
