//! Histories as NumPy `.npz`: one float64 array a channel, and `time`.
//!
//! An `.npz` is a zip archive of `.npy` files: magic and version, a header that is a Python dictionary padded to a multiple
//! of 64 bytes, then the numbers, little-endian. Arrays are stored uncompressed and with a fixed date, so that equal
//! histories give equal files. In Python: `run = numpy.load("sensors.npz"); run["time"], run["sleeve.y"]`.

use super::{RecordError, atomic, csv, label_name};
use std::io::{self, Seek, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Values that are encoded at once.
const CHUNK: usize = 4096;

/// Writes named arrays, replacing the file atomically. The names must differ.
pub fn write<N: AsRef<str>, C: AsRef<[f64]>>(path: &Path, columns: &[(N, C)]) -> Result<(), RecordError> {
    atomic::replace(path, |file| {
        let mut archive = ZipWriter::new(file);
        for (name, values) in columns {
            write_array(&mut archive, name.as_ref(), values.as_ref())?;
        }
        archive.finish()?;
        Ok(())
    })
}

/// Writes the history of a CSV file: arrays named like its columns, without the units.
pub fn from_csv(history: &Path, path: &Path) -> Result<(), RecordError> {
    let (labels, columns) = csv::read(history)?;
    let named: Vec<_> = labels.iter().map(|label| label_name(label)).zip(columns).collect();
    write(path, &named)
}

fn write_array<W: Write + Seek>(archive: &mut ZipWriter<W>, name: &str, values: &[f64]) -> io::Result<()> {
    let header = header(values.len());
    // The zip format needs to know beforehand whether an entry may exceed 4 GB.
    let large = values.len() as u64 * 8 + header.len() as u64 > u64::from(u32::MAX);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .large_file(large);
    archive.start_file(format!("{name}.npy"), options)?;
    archive.write_all(&header)?;
    let mut bytes = Vec::with_capacity(8 * CHUNK);
    for chunk in values.chunks(CHUNK) {
        bytes.clear();
        bytes.extend(chunk.iter().flat_map(|x| x.to_le_bytes()));
        archive.write_all(&bytes)?;
    }
    Ok(())
}

/// What precedes the numbers of an array in version 1.0 of the format.
fn header(length: usize) -> Vec<u8> {
    let mut text = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({length},), }}");
    // Magic, version, length of the text (a fixed part of 10 bytes), text, newline.
    let padding = (10 + text.len() + 1).next_multiple_of(64) - (10 + text.len() + 1);
    text.push_str(&" ".repeat(padding));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}
