//! Readers of what users and other programs write, each as a function of bytes that must not panic: for fuzzing (`fuzz/`) and for the test that
//! repeats its findings.

use super::Random;
use crate::expr::Expression;
use crate::mesh::gmsh;
use crate::record::Checkpoint;
use crate::record::checkpoint::seal;
use crate::spec;
use std::path::Path;

/// A reader by the name of its corpus.
pub type Target = (&'static str, fn(&[u8]));

/// All readers.
pub const TARGETS: [Target; 4] =
    [("model", model), ("expression", expression), ("gmsh", read_gmsh), ("checkpoint", checkpoint)];

/// Reads a model file, and shows what is wrong with it.
pub fn model(bytes: &[u8]) {
    match spec::load_bytes("fuzz/model.toml", bytes.to_vec(), &[]) {
        Ok(loaded) => loaded.warnings.iter().for_each(|warning| drop(warning.render(&loaded.sources, false))),
        Err(error) => {
            let shown = error.render(false);
            assert!(
                !shown.contains(|c: char| c.is_control() && !"\n\t\r".contains(c)),
                "control characters: {shown:?}"
            );
        }
    }
}

/// Reads an expression and evaluates it with and without derivatives.
///
/// # Panics
/// If the value depends on whether derivatives are asked for.
pub fn expression(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let constants = |name: &str| (name == "k").then_some(0.75);
    let Ok(expression) = Expression::parse(text, &["t", "x"], &constants, &["k"]) else { return };
    for at in [[0.0, 0.0], [1.5, -2.0], [-1e300, f64::INFINITY]] {
        let value = expression.eval(&at);
        let same = |other: f64| value == other || (value.is_nan() && other.is_nan());
        assert!((0..2).all(|i| same(expression.partial(&at, i).0)), "`{text}` at {at:?}");
    }
}

/// Reads and examines a mesh.
pub fn read_gmsh(bytes: &[u8]) {
    if let Ok(mesh) = gmsh::read(bytes) {
        let _ = mesh.validate();
    }
}

/// Reads a checkpoint: as it is, and with a head and a checksum that are right, behind which the rest would not be looked at.
///
/// # Panics
/// If what was read is written in another way.
pub fn checkpoint(bytes: &[u8]) {
    let path = Path::new("checkpoint.bin");
    let _ = Checkpoint::decode(bytes, path);
    if let Ok(read) = Checkpoint::decode(&seal(bytes), path) {
        let again = Checkpoint::decode(&read.encode(), path);
        assert!(again.is_ok_and(|again| again.encode() == read.encode()), "a checkpoint is not what was written");
    }
}

/// Damages an input: bytes that change, vanish, repeat or come from another input.
pub fn mutate(input: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = input.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(out.len() + 1);
        let end = (at + 1 + random.below(24)).min(out.len());
        match random.below(6) {
            0 if at < out.len() => out[at] = random.below(256) as u8,
            1 if at < out.len() => out[at] ^= 1 << random.below(8),
            2 => drop(out.drain(at.min(end)..end)),
            3 => {
                let part = out[at.min(end)..end].to_vec();
                let to = random.below(out.len() + 1);
                drop(out.splice(to..to, part));
            }
            4 => {
                let from = random.below(other.len() + 1);
                let part = other[from..(from + random.below(40)).min(other.len())].to_vec();
                drop(out.splice(at..at, part));
            }
            _ => {
                let words: [&[u8]; 8] =
                    [b"1e999", b"-1", b"nan", b"{", b"[[", b"\"", b"\xff\xff\xff\xff", b"9999999999999"];
                drop(out.splice(at..at, words[random.below(words.len())].iter().copied()));
            }
        }
    }
    out
}
