//! One writer a result directory.
//!
//! Whoever writes into a directory holds a lock of the operating system on the file [`LOCK`] in it, which has its process id. The
//! lock ends with its process, however that ends: what a killed run leaves behind is a file that nobody holds, and the next one takes it.

use super::RecordError;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name of the file.
pub(super) const LOCK: &str = ".carom.lock";

/// A directory that nobody else writes into while this lives.
#[derive(Debug)]
pub struct DirectoryLock {
    path: PathBuf,
    file: File,
    is_held: bool,
}

impl DirectoryLock {
    /// Locks a directory that exists; refused with the process that holds it. Where the file system has no locks, there is none:
    /// [`DirectoryLock::is_held`].
    pub fn take(directory: &Path) -> Result<Self, RecordError> {
        let path = directory.join(LOCK);
        loop {
            let mut file = open(&path).map_err(RecordError::io("lock", &path))?;
            let is_held = match file.try_lock() {
                Ok(()) => true,
                Err(TryLockError::WouldBlock) => {
                    let directory = directory.to_owned();
                    return Err(RecordError::Locked { directory, process: process(&mut file) });
                }
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => false,
                Err(TryLockError::Error(error)) => return Err(RecordError::io("lock", &path)(error)),
            };
            // The one before us may have removed the file between our opening and our locking it.
            if !is_same(&file, &path) {
                continue;
            }
            sign(&mut file).map_err(RecordError::io("write", &path))?;
            return Ok(Self { path, file, is_held });
        }
    }

    /// Whether the file system keeps others out.
    pub fn is_held(&self) -> bool {
        self.is_held
    }
}

impl Drop for DirectoryLock {
    /// The file goes while it is still locked: whoever has opened it meanwhile sees that it is no longer the one in the directory.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// A new file, or the one that is there; links are not followed.
fn open(path: &Path) -> io::Result<File> {
    match OpenOptions::new().read(true).write(true).create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        other => return other,
    }
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    OpenOptions::new().read(true).write(true).open(path)
}

fn sign(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    writeln!(file, "{}", std::process::id())
}

/// Who has signed.
fn process(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |m: fs::Metadata| (m.dev(), m.ino());
    let (ours, there) = (file.metadata().map(identity), fs::symlink_metadata(path).map(identity));
    matches!((ours, there), (Ok(ours), Ok(there)) if ours == there)
}

/// Where files that are open cannot be removed.
#[cfg(not(unix))]
fn is_same(_file: &File, path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_has_one_writer_and_a_stale_lock_none() {
        let directory = std::env::temp_dir().join(format!("carom-lock-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        // Left by a process that was killed.
        fs::write(directory.join(LOCK), "4294967295\n").unwrap();
        let lock = DirectoryLock::take(&directory).unwrap();
        let refused = DirectoryLock::take(&directory).unwrap_err().to_string();
        assert!(refused.contains(&format!("process {}", std::process::id())), "{refused}");
        drop(lock);
        assert!(!directory.join(LOCK).exists());
        drop(DirectoryLock::take(&directory).unwrap());
        fs::remove_dir_all(&directory).unwrap();
    }
}
