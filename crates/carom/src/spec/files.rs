//! Reading the files of a model: of a bounded size, and only regular ones where a model names them.
//!
//! A model may come from somebody else. What it names by `include` or as a mesh is read only if it is a file: a device would never end, a pipe
//! would wait. The model itself is named by the user, and may come through a pipe.

use super::build::BuildError;
use super::value::Span;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// Largest size of a model with all that it includes, bytes.
pub(super) const MODEL_SIZE: u64 = 64 << 20;
/// Largest size of a mesh or another file of data, bytes.
pub(super) const DATA_SIZE: u64 = 1 << 30;

/// The content of a file that a model names.
pub(super) fn read_named(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let check = |metadata: &Metadata| match (metadata.is_file(), metadata.is_dir()) {
        (true, _) if metadata.len() > limit => Err(too_large(limit)),
        (true, _) => Ok(()),
        (_, true) => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file: devices and pipes are not read")),
    };
    // Opening a pipe waits for its writer: look before, and again in case that it was exchanged.
    check(&std::fs::metadata(path)?)?;
    let file = File::open(path)?;
    check(&file.metadata()?)?;
    read_limited(file, limit)
}

/// The content of a file that the user names.
pub(super) fn read_given(path: &Path) -> io::Result<Vec<u8>> {
    read_limited(File::open(path)?, MODEL_SIZE)
}

/// All that a reader gives, if it is not too much.
pub(super) fn read_limited(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large(limit)) } else { Ok(bytes) }
}

fn too_large(limit: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {} MiB are not read", limit >> 20))
}

/// A text that is not UTF-8: with marks in place of what is wrong, and the place of the first one.
pub(super) struct NotText {
    pub shown: String,
    pub span: Span,
}

impl NotText {
    pub fn error(&self) -> BuildError {
        BuildError::at(&self.span, "the file is not UTF-8 text from here on")
            .help("save it again with the encoding UTF-8")
    }
}

/// The text of a file.
pub(super) fn text(bytes: Vec<u8>) -> Result<String, NotText> {
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let shown = String::from_utf8_lossy(e.as_bytes()).into_owned();
        NotText { shown, span: at..at + char::REPLACEMENT_CHARACTER.len_utf8() }
    })
}
