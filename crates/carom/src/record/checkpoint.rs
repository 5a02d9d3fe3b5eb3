//! Checkpoints: everything a run needs to go on bit for bit, in a binary file.
//!
//! Layout, all numbers little-endian:
//!
//! ```text
//! magic "CAROMCHK" | format u32 | bytes of the payload u64 | payload | checksum u64
//! payload = step u64 | time f64 | reals | integers
//! reals, integers = number of entries u64, then for each: bytes of the name u64 | name | length u64 | 8-byte values
//! ```
//!
//! The checksum is FNV-1a (64 bits) over all that precedes it: every step of it is invertible, so that a single damaged
//! byte is always seen.

use super::{RecordError, atomic};
use std::fs;
use std::io::Write;
use std::path::Path;

const MAGIC: &[u8; 8] = b"CAROMCHK";
const VERSION: u32 = 1;
/// Magic, format and payload length.
const HEADER: usize = 20;

/// The state of a run after a step, as named arrays that their owners understand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checkpoint {
    pub step: u64,
    pub time: f64,
    pub reals: Vec<(String, Vec<f64>)>,
    pub integers: Vec<(String, Vec<u64>)>,
}

impl Checkpoint {
    /// The real array of that name.
    pub fn real(&self, name: &str) -> Option<&[f64]> {
        self.reals.iter().find(|(n, _)| n == name).map(|(_, values)| values.as_slice())
    }

    /// The integer array of that name.
    pub fn integer(&self, name: &str) -> Option<&[u64]> {
        self.integers.iter().find(|(n, _)| n == name).map(|(_, values)| values.as_slice())
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
    fn decode(bytes: &[u8], path: &Path) -> Result<Self, RecordError> {
        let payload = verify(bytes, path)?;
        let damaged = |message| RecordError::CheckpointDamaged { path: path.to_owned(), message };
        parse(payload).ok_or_else(|| damaged("its parts do not fit together"))
    }

    fn encode(&self) -> Vec<u8> {
        let mut out = Vec::from(*MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend(0_u64.to_le_bytes());
        out.extend(self.step.to_le_bytes());
        out.extend(self.time.to_bits().to_le_bytes());
        push_arrays(&mut out, &self.reals, |x| x.to_bits());
        push_arrays(&mut out, &self.integers, |i| *i);
        let payload = (out.len() - HEADER) as u64;
        out[HEADER - 8..HEADER].copy_from_slice(&payload.to_le_bytes());
        out.extend(checksum(&out).to_le_bytes());
        out
    }
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
    let version = header.take(4).ok_or_else(|| short(HEADER as u64))?;
    let version = u32::from_le_bytes([version[0], version[1], version[2], version[3]]);
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
    let checkpoint = Checkpoint {
        step: reader.word()?,
        time: f64::from_bits(reader.word()?),
        reals: reader.arrays(f64::from_bits)?,
        integers: reader.arrays(|word| word)?,
    };
    reader.0.is_empty().then_some(checkpoint)
}

fn push_arrays<T>(out: &mut Vec<u8>, arrays: &[(String, Vec<T>)], word: impl Fn(&T) -> u64) {
    out.extend((arrays.len() as u64).to_le_bytes());
    for (name, values) in arrays {
        out.extend((name.len() as u64).to_le_bytes());
        out.extend(name.as_bytes());
        out.extend((values.len() as u64).to_le_bytes());
        out.extend(values.iter().flat_map(|value| word(value).to_le_bytes()));
    }
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
        let bytes = self.take(8)?.try_into().ok()?;
        Some(u64::from_le_bytes(bytes))
    }

    fn arrays<T>(&mut self, value: impl Fn(u64) -> T) -> Option<Vec<(String, Vec<T>)>> {
        let count = self.word()?;
        (0..count).map(|_| self.array(&value)).collect()
    }

    fn array<T>(&mut self, value: impl Fn(u64) -> T) -> Option<(String, Vec<T>)> {
        let length = usize::try_from(self.word()?).ok()?;
        let name = String::from_utf8(self.take(length)?.to_vec()).ok()?;
        let bytes = usize::try_from(self.word()?).ok()?.checked_mul(8)?;
        let mut values = Reader(self.take(bytes)?);
        Some((name, std::iter::from_fn(|| values.word()).map(value).collect()))
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
        let checkpoint = Checkpoint {
            step: 7,
            time: 0.1,
            reals: vec![("v".to_owned(), vec![1.0, -2.5])],
            integers: vec![("positions".to_owned(), vec![0, u64::MAX])],
        };
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
