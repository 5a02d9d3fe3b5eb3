//! The model that a command names: a file, or `-` for standard input.

use carom::spec::{LoadError, Loaded, load, load_stream};
use std::path::Path;

/// What standard input is called in messages and in names of results.
pub const STANDARD_INPUT: &str = "stdin";

/// Whether a path stands for standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads the model.
pub fn read(path: &Path, overrides: &[(String, String)]) -> Result<Loaded, LoadError> {
    if is_standard_input(path) {
        return load_stream(STANDARD_INPUT, std::io::stdin().lock(), overrides);
    }
    load(path, overrides)
}
