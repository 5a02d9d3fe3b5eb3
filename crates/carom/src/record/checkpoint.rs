//! Checkpoints: everything a run needs to go on bit for bit, in a binary file.
//!
//! Layout, all numbers little-endian:
//!
//! ```text
//! magic "CAROMCHK" | format u32 | bytes of the payload u64 | payload | checksum u64
//! payload = bytes of the head u64 | head | arrays
//! head    = JSON: step, time, and by name the parts that the owners of a run keep, structures of named fields
//! arrays  = one after the other: bytes of the name u64 | name | length u64 | 8-byte reals
//! ```
//!
//! The checksum is FNV-1a (64 bits) over all that precedes it: every step of it is invertible, so that a single damaged
//! byte is always seen. The format grows whenever a part or an array is renamed, or means something else than before.

use super::{RecordError, atomic};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;

const MAGIC: &[u8; 8] = b"CAROMCHK";
/// Format of the file: 1 had values by position, 2 has a name for each, 4 has sizes of steps and the approach of
/// compliant contacts, 5 has events.
const VERSION: u32 = 6;
/// Magic, format and payload length.
const HEADER: usize = 20;

/// The state of a run after a step: parts and arrays by name, which their owners understand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    pub step: u64,
    pub time: f64,
    pub parts: Map<String, Value>,
    #[serde(skip)]
    pub arrays: Vec<(String, Vec<f64>)>,
}

/// A part or an array that is not what its owner expects.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FieldError {
    #[error("`{0}` is missing")]
    Missing(String),
    #[error("`{name}` has {found} values, expected {expected}")]
    Length { name: String, expected: usize, found: usize },
    #[error("`{name}`: {message}")]
    Form { name: String, message: String },
}

impl Checkpoint {
    pub fn new(step: u64, time: f64) -> Self {
        Self { step, time, ..Self::default() }
    }

    /// Keeps a structure, whose numbers are finite.
    pub fn put(&mut self, name: &str, part: &impl Serialize) {
        self.parts.insert(name.to_owned(), json!(part));
    }

    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<T, FieldError> {
        let part = self.parts.get(name).ok_or_else(|| FieldError::Missing(name.to_owned()))?;
        T::deserialize(part).map_err(|e| FieldError::Form { name: name.to_owned(), message: e.to_string() })
    }

    /// Keeps numbers bit for bit, whatever they are.
    pub fn put_array(&mut self, name: &str, values: Vec<f64>) {
        self.arrays.push((name.to_owned(), values));
    }

    pub fn array(&self, name: &str) -> Result<&[f64], FieldError> {
        let found = self.arrays.iter().find(|(other, _)| other == name);
        found.map(|(_, values)| values.as_slice()).ok_or_else(|| FieldError::Missing(name.to_owned()))
    }

    /// An array that must have so many values.
    pub fn array_of(&self, name: &str, expected: usize) -> Result<&[f64], FieldError> {
        let values = self.array(name)?;
        let wrong = || FieldError::Length { name: name.to_owned(), expected, found: values.len() };
        (values.len() == expected).then_some(values).ok_or_else(wrong)
    }

    /// Replaces the file atomically.
    pub fn write(&self, path: &Path) -> Result<(), RecordError> {
        let bytes = self.encode();
        atomic::replace(path, |file| file.write_all(&bytes))
    }

    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let bytes = fs::read(path).map_err(RecordError::io("read", path))?;
        Self::decode(&bytes, path)
    }

    /// The inverse of [`Checkpoint::encode`]; `path` is for messages only.
    pub fn decode(bytes: &[u8], path: &Path) -> Result<Self, RecordError> {
        let payload = verify(bytes, path)?;
        let damaged = |message| RecordError::CheckpointDamaged { path: path.to_owned(), message };
        parse(payload).ok_or_else(|| damaged("its parts do not fit together"))
    }

    /// The content of its file.
    pub fn encode(&self) -> Vec<u8> {
        let mut payload = Vec::new();
        push_bytes(&mut payload, json!(self).to_string().as_bytes());
        for (name, values) in &self.arrays {
            push_bytes(&mut payload, name.as_bytes());
            payload.extend((values.len() as u64).to_le_bytes());
            payload.extend(values.iter().flat_map(|value| value.to_bits().to_le_bytes()));
        }
        seal(&payload)
    }
}

/// A file with this payload, with its head and its checksum.
pub fn seal(payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(HEADER + payload.len() + 8);
    out.extend(MAGIC);
    out.extend(VERSION.to_le_bytes());
    out.extend((payload.len() as u64).to_le_bytes());
    out.extend(payload);
    out.extend(checksum(&out).to_le_bytes());
    out
}

/// Checks magic, format, length and checksum, in this order; the payload.
fn verify<'a>(bytes: &'a [u8], path: &Path) -> Result<&'a [u8], RecordError> {
    let path = || path.to_owned();
    let mut header = Reader(bytes);
    if header.take(MAGIC.len()) != Some(MAGIC) {
        return Err(RecordError::NotACheckpoint { path: path() });
    }
    let found = bytes.len() as u64;
    let short = |expected| RecordError::CheckpointTruncated { path: path(), expected, found };
    let version = header.take(4).and_then(<[u8]>::as_array).ok_or_else(|| short(HEADER as u64))?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(RecordError::CheckpointVersion { path: path(), expected: VERSION, found: version });
    }
    let payload = header.word().ok_or_else(|| short(HEADER as u64))?;
    let expected = payload.saturating_add(HEADER as u64 + 8);
    if found < expected {
        return Err(short(expected));
    }
    let (body, sum) = bytes.split_at(bytes.len() - 8);
    if found > expected || Reader(sum).word() != Some(checksum(body)) {
        return Err(RecordError::CheckpointDamaged { path: path(), message: "the checksum does not match" });
    }
    Ok(&body[HEADER..])
}

fn parse(payload: &[u8]) -> Option<Checkpoint> {
    let mut reader = Reader(payload);
    let mut checkpoint: Checkpoint = serde_json::from_slice(reader.bytes()?).ok()?;
    while !reader.0.is_empty() {
        checkpoint.arrays.push(reader.array()?);
    }
    Some(checkpoint)
}

fn push_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u64).to_le_bytes());
    out.extend(bytes);
}

/// What is left to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(n)?;
        self.0 = tail;
        Some(head)
    }

    fn word(&mut self) -> Option<u64> {
        self.take(8)?.as_array().copied().map(u64::from_le_bytes)
    }

    /// Bytes behind their number.
    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.word()?).ok()?;
        self.take(length)
    }

    fn array(&mut self) -> Option<(String, Vec<f64>)> {
        let name = String::from_utf8(self.bytes()?.to_vec()).ok()?;
        let bytes = usize::try_from(self.word()?).ok()?.checked_mul(8)?;
        let mut values = Reader(self.take(bytes)?);
        Some((name, std::iter::from_fn(|| values.word()).map(f64::from_bits).collect()))
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_damaged_byte_and_every_truncation_is_seen() {
        let mut checkpoint = Checkpoint::new(7, 0.1);
        checkpoint.put("grid", &json!({ "start": 0.5, "taken": u64::MAX }));
        checkpoint.put_array("v", vec![1.0, -2.5]);
        let bytes = checkpoint.encode();
        let read = |bytes: &[u8]| Checkpoint::decode(bytes, Path::new("checkpoint.bin"));
        assert_eq!(read(&bytes).unwrap(), checkpoint);
        for i in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[i] ^= 0x10;
            let error = read(&damaged).unwrap_err();
            let expected = match i {
                0..8 => matches!(error, RecordError::NotACheckpoint { .. }),
                8..12 => matches!(error, RecordError::CheckpointVersion { expected: VERSION, .. }),
                // A wrong length makes the file look too short or too long.
                12..20 => {
                    matches!(error, RecordError::CheckpointTruncated { .. } | RecordError::CheckpointDamaged { .. })
                }
                _ => matches!(error, RecordError::CheckpointDamaged { .. }),
            };
            assert!(expected, "byte {i}: {error}");
        }
        for length in 8..bytes.len() {
            let error = read(&bytes[..length]).unwrap_err();
            assert!(matches!(error, RecordError::CheckpointTruncated { .. }), "{length}: {error}");
        }
    }
}
