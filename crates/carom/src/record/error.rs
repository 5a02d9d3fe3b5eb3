//! What can go wrong with result files. Every message names the file.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error of reading or writing results.
#[derive(Debug, Error)]
pub enum RecordError {
    #[error("cannot {action} `{}`: {source}", path.display())]
    Io { action: &'static str, path: PathBuf, source: io::Error },

    #[error("`{}`: the channel name `{name}` is used twice", path.display())]
    DuplicateChannel { path: PathBuf, name: String },

    #[error("`{}`: a row of {found} values was given for {expected} columns", path.display())]
    RowWidth { path: PathBuf, expected: usize, found: usize },

    #[error("`{}`, line {line}: {message}", path.display())]
    Csv { path: PathBuf, line: usize, message: String },

    #[error("`{}` cannot be continued: {message}", path.display())]
    Continue { path: PathBuf, message: String },

    #[error("`{}` is not a checkpoint of carom", path.display())]
    NotACheckpoint { path: PathBuf },

    #[error(
        "`{}` is a checkpoint of format {found}, this version of carom reads format {expected}: run the model again, or go on with \
         the version that wrote it",
        path.display()
    )]
    CheckpointVersion { path: PathBuf, expected: u32, found: u32 },

    #[error("the checkpoint `{}` is cut off: it has {found} bytes, {expected} were expected", path.display())]
    CheckpointTruncated { path: PathBuf, expected: u64, found: u64 },

    #[error("the checkpoint `{}` is damaged: {message}", path.display())]
    CheckpointDamaged { path: PathBuf, message: &'static str },

    #[error("`{}` is not valid JSON: {source}", path.display())]
    Json { path: PathBuf, source: serde_json::Error },

    #[error("`{}`: the cell data `{name}` has {found} numbers, expected {expected}", path.display())]
    CellArray { path: PathBuf, name: String, expected: usize, found: usize },

    #[error("cannot draw `{}`: {message}", path.display())]
    Drawing { path: PathBuf, message: String },

    #[error("`{}` exists and is not a directory", path.display())]
    NotADirectory { path: PathBuf },

    #[error(
        "`{}` holds files but no run.json of carom, so carom did not make it and will not write into it; choose another directory",
        path.display()
    )]
    ForeignDirectory { path: PathBuf },

    #[error(
        "`{}` is being written by {}: wait until it has ended, or choose another directory",
        directory.display(),
        process.map_or_else(|| "another process".to_owned(), |id| format!("process {id}"))
    )]
    Locked { directory: PathBuf, process: Option<u32> },
}

impl RecordError {
    /// Wraps an I/O error: `map_err(RecordError::io("write", path))`.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { action, path: path.to_owned(), source }
    }
}
