//! Histories as NumPy `.npz`: one float64 array a channel, and `time`.
//!
//! Arrays are stored uncompressed and with a fixed date, so that equal histories give equal files.
//! In Python: `run = numpy.load("sensors.npz"); run["time"], run["sleeve.y"]`.

use super::{RecordError, atomic, csv, label_name};
use npyz::WriterBuilder;
use npyz::npz::NpzWriter;
use npyz::zip::{CompressionMethod, DateTime, write::FileOptions};
use std::io;
use std::path::Path;

/// Writes named arrays, replacing the file atomically. The names must differ.
pub fn write<N: AsRef<str>, C: AsRef<[f64]>>(path: &Path, columns: &[(N, C)]) -> Result<(), RecordError> {
    atomic::replace(path, |file| {
        let mut archive = NpzWriter::new(file);
        for (name, values) in columns {
            write_array(&mut archive, name.as_ref(), values.as_ref())?;
        }
        archive.zip_writer().finish()?;
        Ok(())
    })
}

/// Writes the history of a CSV file: arrays named like its columns, without the units.
pub fn from_csv(history: &Path, path: &Path) -> Result<(), RecordError> {
    let (labels, columns) = csv::read(history)?;
    let named: Vec<_> = labels.iter().map(|label| label_name(label)).zip(columns).collect();
    write(path, &named)
}

fn write_array<W: io::Write + io::Seek>(archive: &mut NpzWriter<W>, name: &str, values: &[f64]) -> io::Result<()> {
    // The zip format needs to know beforehand whether an entry may exceed 4 GB; the array's header is far below 4 kB.
    let large = values.len() as u64 * 8 + 4096 > u64::from(u32::MAX);
    let options = FileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .large_file(large);
    let mut array = archive.array(name, options)?.default_dtype().shape(&[values.len() as u64]).begin_nd()?;
    array.extend(values)?;
    array.finish()
}
