//! Running the command in a directory of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty directory for a test.
pub fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    fs::create_dir_all(&path).unwrap();
    path
}

pub fn carom(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.current_dir(directory);
    command
}

/// Exit code, standard output, standard error.
pub fn outcome(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// Runs with arguments separated by spaces.
pub fn call(directory: &Path, arguments: &str) -> (i32, String, String) {
    outcome(&carom(directory).args(arguments.split_whitespace()).output().unwrap())
}

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
