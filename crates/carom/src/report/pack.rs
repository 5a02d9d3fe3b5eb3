//! Numbers packed for the page: small, and unpacked by a few lines of script.
//!
//! Numbers of 32 bits stand column after column; then byte 0 of all of them, byte 1 of all of them and so on, which makes smooth
//! columns easy to deflate (zlib); then base64. `real` are floats. `steps` are whole multiples of a quantum: in each column the first
//! value, then differences, as codes 2k for k ≥ 0 and −2k − 1 for k < 0.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};
use std::io::Write;

/// Columns of equal length.
#[derive(Debug, Default)]
pub struct Columns {
    pub count: usize,
    /// Row after row.
    pub values: Vec<f64>,
}

impl Columns {
    pub fn new(count: usize) -> Self {
        Self { count, values: Vec::new() }
    }

    pub fn rows(&self) -> usize {
        self.values.len().checked_div(self.count).unwrap_or(0)
    }

    /// Column after column.
    fn transposed(&self) -> impl Iterator<Item = f64> {
        let rows = self.rows();
        (0..self.count).flat_map(move |c| (0..rows).map(move |r| self.values[r * self.count + c]))
    }

    /// As multiples of a quantum; what is not finite becomes the value before it.
    pub fn steps(&self, quantum: f64) -> Value {
        let rows = self.rows().max(1);
        let mut last = 0_i64;
        let codes = self.transposed().enumerate().map(|(k, x)| {
            let before = if k % rows == 0 { 0 } else { last };
            let scaled = (x / quantum).round();
            last = if scaled.is_finite() { scaled.clamp(-1e9, 1e9) as i64 } else { before };
            let step = last - before;
            // Steps of less than 2³¹ quanta: codes fit 32 bits.
            (if step < 0 { -2 * step - 1 } else { 2 * step }) as u32
        });
        let words: Vec<u32> = codes.collect();
        self.block("steps", quantum, &words)
    }

    /// As floats.
    pub fn reals(&self) -> Value {
        let words: Vec<u32> = self.transposed().map(|x| (x as f32).to_bits()).collect();
        self.block("real", 0.0, &words)
    }

    fn block(&self, kind: &str, quantum: f64, words: &[u32]) -> Value {
        let planes = (0..4).flat_map(|byte| words.iter().map(move |word| word.to_le_bytes()[byte]));
        let bytes: Vec<u8> = planes.collect();
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        // Writing into memory cannot fail.
        let deflated = encoder.write_all(&bytes).and_then(|()| encoder.finish()).unwrap_or_default();
        json!({
            "kind": kind,
            "columns": self.count,
            "rows": self.rows(),
            "quantum": quantum,
            "data": STANDARD.encode(deflated),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read;

    /// What the page does (web/src/data.ts), in a few lines.
    fn unpacked(block: &Value) -> Vec<f64> {
        let deflated = STANDARD.decode(block["data"].as_str().unwrap_or_default()).unwrap_or_default();
        let mut bytes = Vec::new();
        assert!(ZlibDecoder::new(&deflated[..]).read_to_end(&mut bytes).is_ok());
        let n = bytes.len() / 4;
        let words = (0..n).map(|i| u32::from_le_bytes([bytes[i], bytes[n + i], bytes[2 * n + i], bytes[3 * n + i]]));
        if block["kind"] == "real" {
            return words.map(|w| f64::from(f32::from_bits(w))).collect();
        }
        let (rows, quantum) = (block["rows"].as_u64().unwrap_or(1) as usize, block["quantum"].as_f64().unwrap_or(0.0));
        let mut sum = 0;
        let step = |(k, code): (usize, u32)| {
            sum = if k.is_multiple_of(rows) { 0 } else { sum };
            sum += if code % 2 == 1 { -(i64::from(code / 2) + 1) } else { i64::from(code / 2) };
            sum as f64 * quantum
        };
        words.enumerate().map(step).collect()
    }

    #[test]
    fn packed_numbers_come_back_to_half_a_quantum_and_floats_to_their_digits() {
        let mut columns = Columns::new(3);
        for k in 0..50 {
            let t = f64::from(k) * 0.1;
            columns.values.extend([t.sin(), -3.0 + t * t, if k == 7 { f64::NAN } else { -1e3 }]);
        }
        let back = unpacked(&columns.steps(1e-4));
        let floats = unpacked(&columns.reals());
        for (k, x) in columns.transposed().enumerate().filter(|(_, x)| x.is_finite()) {
            assert!((back[k] - x).abs() <= 0.5001e-4, "{k}: {x} became {}", back[k]);
            assert!((floats[k] - x).abs() <= 6e-8 * x.abs(), "{k}: {x} became {}", floats[k]);
        }
        // What is not finite stays where it was.
        assert!((back[107] + 1e3).abs() <= 1e-4, "{}", back[107]);
    }
}
