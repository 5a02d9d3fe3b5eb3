//! Files that a model reads beside its own, such as meshes: not stored with the results, but known again.

use std::path::Path;

/// A file and what was in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFile {
    pub name: String,
    /// Of its bytes: FNV-1a.
    pub fingerprint: u64,
}

impl DataFile {
    pub fn new(path: &Path, bytes: &[u8]) -> Self {
        let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self { name: path.display().to_string(), fingerprint: bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix) }
    }
}
