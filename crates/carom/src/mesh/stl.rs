//! Surfaces from STL files, text or binary: triangles whose corners are given one by one.
//!
//! Corners with the same coordinates are one point. A surface is closed if every edge of a triangle is an edge of exactly one other,
//! the other way round.

use crate::Vec3;
use std::collections::HashMap;

/// A surface of triangles, counter-clockwise seen from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    pub points: Vec<Vec3>,
    pub triangles: Vec<[usize; 3]>,
}

/// Why a file is no surface.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StlError {
    #[error("it is no STL file: {0}")]
    Format(String),
    #[error("line {line}: {message}")]
    Line { line: usize, message: String },
    #[error("triangle {triangle} has a coordinate that is no finite number")]
    NotFinite { triangle: usize },
    #[error("it has no triangles")]
    Empty,
    #[error("the surface is not closed: {open} edges belong to one triangle only")]
    Open { open: usize },
}

/// Bytes before the triangles of a binary file, and bytes of each.
const HEADER: usize = 84;
const RECORD: usize = 50;

impl Surface {
    /// Reads a file.
    pub fn from_stl(bytes: &[u8]) -> Result<Self, StlError> {
        let count = bytes.get(80..HEADER).map(|n| u32::from_le_bytes([n[0], n[1], n[2], n[3]]) as usize);
        let is_binary = count.is_some_and(|count| count.checked_mul(RECORD) == bytes.len().checked_sub(HEADER));
        let corners = if is_binary { binary(bytes) } else { text(bytes)? };
        if corners.is_empty() {
            return Err(StlError::Empty);
        }
        let bad = corners.iter().position(|corner| !corner.iter().all(|x| x.is_finite()));
        if let Some(corner) = bad {
            return Err(StlError::NotFinite { triangle: corner / 3 + 1 });
        }
        let mut numbers: HashMap<[u64; 3], usize> = HashMap::new();
        let mut points = Vec::new();
        let mut number = |corner: &Vec3| {
            // 0 and −0 are one place.
            let key = [0, 1, 2].map(|i| (corner[i] + 0.0).to_bits());
            *numbers.entry(key).or_insert_with(|| {
                points.push(*corner);
                points.len() - 1
            })
        };
        let triangles: Vec<[usize; 3]> =
            corners.chunks_exact(3).map(|c| [number(&c[0]), number(&c[1]), number(&c[2])]).collect();
        // Slivers without area join two edges of their neighbours.
        let triangles = triangles.into_iter().filter(|[a, b, c]| a != b && b != c && c != a).collect();
        Ok(Self { points, triangles })
    }

    /// Refuses a surface with a rim.
    pub fn check_closed(&self) -> Result<(), StlError> {
        let mut edges: HashMap<(usize, usize), i64> = HashMap::new();
        for [a, b, c] in &self.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let (key, sign) = if from < to { ((*from, *to), 1) } else { ((*to, *from), -1) };
                *edges.entry(key).or_default() += sign;
            }
        }
        let open = edges.values().filter(|sum| **sum != 0).count();
        if open == 0 { Ok(()) } else { Err(StlError::Open { open }) }
    }
}

fn binary(bytes: &[u8]) -> Vec<Vec3> {
    let float = |b: &[u8]| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let corner = |b: &[u8]| Vec3::new(float(&b[..4]), float(&b[4..8]), float(&b[8..12]));
    // The normal, which the corners tell as well, comes first.
    let records = bytes[HEADER..].chunks_exact(RECORD);
    records.flat_map(|record| [12, 24, 36].map(|at| corner(&record[at..at + 12]))).collect()
}

fn text(bytes: &[u8]) -> Result<Vec<Vec3>, StlError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| StlError::Format("neither text nor a binary file of the length it says".to_owned()))?;
    if !text.trim_start().starts_with("solid") {
        return Err(StlError::Format("it does not begin with `solid`".to_owned()));
    }
    let mut corners = Vec::new();
    for (line, words) in text.lines().enumerate() {
        let mut words = words.split_whitespace();
        if words.next() != Some("vertex") {
            continue;
        }
        let numbers: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
        let Some([x, y, z]) = numbers.as_deref() else {
            return Err(StlError::Line { line: line + 1, message: "expected `vertex x y z`".to_owned() });
        };
        corners.push(Vec3::new(*x, *y, *z));
    }
    if corners.len() % 3 != 0 {
        return Err(StlError::Format(format!("{} vertices do not make whole triangles", corners.len())));
    }
    Ok(corners)
}
