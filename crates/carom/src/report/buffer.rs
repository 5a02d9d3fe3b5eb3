//! The binary part of a glTF file: arrays of numbers with their descriptions.

use crate::{Frame, Vec3};
use serde_json::{Value, json};

/// Numbers of components and targets in the format.
const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;
/// Heads of the file and of its two parts.
const MAGIC: &[u8; 4] = b"glTF";
const JSON: &[u8; 4] = b"JSON";
const BINARY: &[u8; 4] = b"BIN\0";

/// Arrays behind each other, each at a multiple of four bytes.
#[derive(Default)]
pub struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// Adds an array; its number.
    fn add(&mut self, bytes: &[u8], target: Option<u32>, mut accessor: Value) -> usize {
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(view);
        accessor["bufferView"] = json!(self.views.len() - 1);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn floats(&mut self, values: &[f32], kind: &str, width: usize, target: Option<u32>, bounds: bool) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
        let mut accessor = json!({ "componentType": FLOAT, "count": values.len() / width, "type": kind });
        if bounds {
            let bound = |pick: fn(f32, f32) -> f32, start: f32| -> Vec<f32> {
                (0..width).map(|c| values.iter().skip(c).step_by(width).copied().fold(start, pick)).collect()
            };
            accessor["min"] = json!(bound(f32::min, f32::INFINITY));
            accessor["max"] = json!(bound(f32::max, f32::NEG_INFINITY));
        }
        self.add(&bytes, target, accessor)
    }

    /// Places of vertices.
    pub fn places(&mut self, points: &[Vec3]) -> usize {
        self.floats(&flat(points), "VEC3", 3, Some(VERTICES), true)
    }

    /// Vectors at vertices.
    pub fn vectors(&mut self, vectors: &[Vec3]) -> usize {
        self.floats(&flat(vectors), "VEC3", 3, Some(VERTICES), false)
    }

    pub fn indices(&mut self, indices: &[u32]) -> usize {
        let bytes: Vec<u8> = indices.iter().flat_map(|i| i.to_le_bytes()).collect();
        let accessor = json!({ "componentType": UNSIGNED_INT, "count": indices.len(), "type": "SCALAR" });
        self.add(&bytes, Some(INDICES), accessor)
    }

    pub fn times(&mut self, times: &[f32]) -> usize {
        self.floats(times, "SCALAR", 1, None, true)
    }

    /// Values of an animated `translation` or `rotation`.
    pub fn values(&mut self, values: &[f32], path: &str) -> usize {
        let (kind, width) = if path == "rotation" { ("VEC4", 4) } else { ("VEC3", 3) };
        self.floats(values, kind, width, None, false)
    }

    /// Frames as matrices, column after column.
    pub fn matrices(&mut self, frames: &[Frame]) -> usize {
        let column = |frame: &Frame, c: usize| {
            let (v, last) = if c < 3 { (frame.r().column(c).into_owned(), 0.0) } else { (frame.x, 1.0) };
            [v.x as f32, v.y as f32, v.z as f32, last]
        };
        let values: Vec<f32> = frames.iter().flat_map(|frame| (0..4).flat_map(|c| column(frame, c))).collect();
        self.floats(&values, "MAT4", 16, None, false)
    }

    /// Which joint carries each vertex, wholly: joints and weights.
    pub fn owners(&mut self, owners: &[usize]) -> (usize, usize) {
        let bytes: Vec<u8> = owners.iter().flat_map(|k| [*k as u16, 0, 0, 0]).flat_map(u16::to_le_bytes).collect();
        let accessor = json!({ "componentType": UNSIGNED_SHORT, "count": owners.len(), "type": "VEC4" });
        let joints = self.add(&bytes, Some(VERTICES), accessor);
        let weights: Vec<f32> = owners.iter().flat_map(|_| [1.0, 0.0, 0.0, 0.0]).collect();
        (joints, self.floats(&weights, "VEC4", 4, Some(VERTICES), false))
    }

    /// The file: a document and the arrays that it speaks of.
    pub fn glb(self, mut document: Value) -> Vec<u8> {
        if !self.bytes.is_empty() {
            document["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
            document["bufferViews"] = self.views.into();
            document["accessors"] = self.accessors.into();
        }
        let mut text = document.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut file = Vec::with_capacity(28 + text.len() + self.bytes.len());
        file.extend(MAGIC);
        file.extend(2_u32.to_le_bytes());
        file.extend([0; 4]);
        for (kind, part) in [(JSON, &text), (BINARY, &self.bytes)] {
            if !part.is_empty() {
                file.extend((part.len() as u32).to_le_bytes());
                file.extend(kind);
                file.extend(part);
            }
        }
        let length = (file.len() as u32).to_le_bytes();
        file[8..12].copy_from_slice(&length);
        file
    }
}

fn flat(vectors: &[Vec3]) -> Vec<f32> {
    vectors.iter().flat_map(|v| [v.x as f32, v.y as f32, v.z as f32]).collect()
}
