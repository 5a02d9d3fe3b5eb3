//! Files that are replaced as a whole.
//!
//! The content goes to a temporary file beside the target, which is then renamed over it: whoever opens the target
//! sees the old content or the new one, even if the program is killed in between. The disk is not forced to keep what
//! was written (no `fsync`), so a power failure can still lose it.
//!
//! A temporary file has a name that nobody can foresee, and is made anew (`O_EXCL`): what lies in its place, a link above all, is
//! neither written nor followed. What a killed program leaves is known by its name, and removed by the next that writes there.

use super::RecordError;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// How names of temporary files end.
const ENDING: &str = ".carom-tmp";
/// Names that are tried before giving up; a single one is taken with a probability of 2⁻⁶⁴.
const TRIALS: u32 = 8;

/// Replaces the file at `path` by what `fill` writes.
pub(super) fn replace(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), RecordError> {
    let (temporary, file) = create(path).map_err(RecordError::io("write", path))?;
    let mut writer = BufWriter::new(file);
    let written = fill(&mut writer).and_then(|()| writer.flush());
    let result = written.and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        // What is left of the attempt is of no use; the first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    result.map_err(RecordError::io("write", path))
}

/// Starts a file that is to grow, in the place of whatever has its name.
pub(super) fn renew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Opens a file that is to grow; links are not followed.
pub(super) fn reopen(path: &Path) -> io::Result<File> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    OpenOptions::new().read(true).write(true).open(path)
}

/// Whether a file is one that a killed program left.
pub(super) fn is_temporary(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with('.') && name.ends_with(ENDING))
}

/// Removes the temporary files in a directory, if it exists.
pub(super) fn sweep(directory: &Path) -> Result<(), RecordError> {
    if !directory.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(directory).map_err(RecordError::io("read", directory))? {
        let entry = entry.map_err(RecordError::io("read", directory))?;
        if is_temporary(&entry.file_name()) {
            fs::remove_file(entry.path()).map_err(RecordError::io("remove", &entry.path()))?;
        }
    }
    Ok(())
}

fn create(path: &Path) -> io::Result<(PathBuf, File)> {
    let stem = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut trial = 0;
    loop {
        // Every state hashes with keys that the operating system gave by chance.
        let chance = RandomState::new().hash_one((std::process::id(), trial, &stem));
        let temporary = path.with_file_name(format!(".{stem}.{chance:016x}{ENDING}"));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && trial < TRIALS => trial += 1,
            Err(error) => return Err(error),
        }
    }
}
