//! Files that are replaced as a whole.
//!
//! The content goes to a temporary file beside the target, which is then renamed over it: whoever opens the target
//! sees the old content or the new one, even if the program is killed in between. The disk is not forced to keep what
//! was written (no `fsync`), so a power failure can still lose it.

use super::RecordError;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Replaces the file at `path`.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    replace(path, |file| file.write_all(bytes))
}

/// Replaces the file at `path` by what `fill` writes.
pub(super) fn replace(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), RecordError> {
    let temporary = temporary(path);
    let written = File::create(&temporary).and_then(|file| {
        let mut writer = BufWriter::new(file);
        fill(&mut writer)?;
        writer.flush()
    });
    let result = written.and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        // What is left of the attempt is of no use; the first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    result.map_err(RecordError::io("write", path))
}

/// `name.ext` → `name.ext.tmp` in the same directory.
fn temporary(path: &Path) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    path.with_file_name(name)
}
