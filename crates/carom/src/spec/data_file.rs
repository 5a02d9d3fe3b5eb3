//! Files that a model reads beside its own, such as meshes: runs keep copies of them, and know them again.

use std::path::Path;
use std::sync::Arc;

/// A file and what was in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFile {
    pub name: String,
    /// Of its bytes: FNV-1a.
    pub fingerprint: u64,
    pub bytes: Arc<[u8]>,
}

impl DataFile {
    pub fn new(path: &Path, bytes: Vec<u8>) -> Self {
        let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let fingerprint = bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix);
        Self { name: path.display().to_string(), fingerprint, bytes: bytes.into() }
    }
}
