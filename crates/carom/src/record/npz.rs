//! NumPy archives `.npz`: named arrays, of histories one float64 array a channel and `time`.
//!
//! An `.npz` is a zip archive of `.npy` files: magic and version, a header that is a Python dictionary padded to a multiple
//! of 64 bytes, then the numbers, little-endian. Arrays are stored as they are unless deflating pays; entries have a fixed
//! date, so that equal arrays give equal files. In Python: `run = numpy.load("sensors.npz"); run["time"], run["sleeve.y"]`.

use super::{RecordError, atomic, csv, label_name};
use std::borrow::Cow;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::rc::Rc;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// Values that are encoded at once.
const CHUNK: usize = 4096;
/// Bytes that are deflated at once.
const BLOCK: usize = 1 << 16;
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// An array as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array<'a> {
    pub name: Cow<'a, str>,
    /// NumPy's type string: `<f8`, `<u4`, `|b1`, `<U12` …
    pub dtype: Cow<'a, str>,
    pub shape: Vec<usize>,
    pub bytes: Cow<'a, [u8]>,
}

impl Array<'_> {
    /// The numbers of an array of type `<f8`.
    pub fn reals(&self) -> Vec<f64> {
        self.bytes.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect()
    }

    /// The numbers of an array of type `<u4`.
    pub fn words(&self) -> Vec<u32> {
        self.bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
    }

    /// Strings of NumPy's type `<U`.
    pub fn of_strings<S: AsRef<str>>(name: &'static str, strings: &[S]) -> Array<'static> {
        let count = |s: &S| s.as_ref().chars().count();
        let width = strings.iter().map(count).max().unwrap_or(0).max(1);
        let mut bytes = Vec::with_capacity(4 * width * strings.len());
        for string in strings {
            let padding = std::iter::repeat_n('\0', width - count(string));
            bytes.extend(string.as_ref().chars().chain(padding).flat_map(|c| u32::from(c).to_le_bytes()));
        }
        Array { name: name.into(), dtype: format!("<U{width}").into(), shape: vec![strings.len()], bytes: bytes.into() }
    }
}

/// An archive that is being written.
pub(super) struct Writer<W: Write + Seek> {
    zip: ZipWriter<Steady<W>>,
    /// Bytes that do not fill a [`BLOCK`] yet. What deflating makes of an array depends on the pieces that it is given in, and equal arrays are
    /// to give equal files, also where they come in the parts of a run that was interrupted.
    block: Vec<u8>,
    failure: Rc<RefCell<Option<io::Error>>>,
}

impl<W: Write + Seek> Writer<W> {
    pub fn new(file: W) -> Self {
        let failure = Rc::default();
        Self {
            zip: ZipWriter::new(Steady { file, failure: Rc::clone(&failure), failed_at: None }),
            block: Vec::with_capacity(BLOCK),
            failure,
        }
    }

    /// Starts an array of at most `size` bytes, which [`Writer::put`] takes.
    pub fn start(&mut self, name: &str, dtype: &str, shape: &[usize], size: u64, deflate: bool) -> io::Result<()> {
        let header = header(dtype, shape);
        // The zip format needs to know beforehand whether an entry may exceed 4 GB; deflated noise may grow a little.
        let large = size + size / 1000 + header.len() as u64 > u64::from(u32::MAX);
        let method = if deflate { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default())
            .large_file(large);
        self.put_block()?;
        self.zip.start_file(format!("{name}.npy"), options)?;
        self.put(&header)
    }

    pub fn put(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let (head, tail) = bytes.split_at(bytes.len().min(BLOCK - self.block.len()));
            self.block.extend(head);
            bytes = tail;
            if self.block.len() == BLOCK {
                self.put_block()?;
            }
        }
        Ok(())
    }

    fn put_block(&mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            self.zip.write_all(&self.block)?;
            self.block.clear();
        }
        self.failure.take().map_or(Ok(()), Err)
    }

    pub fn add(&mut self, array: &Array, deflate: bool) -> io::Result<()> {
        self.start(&array.name, &array.dtype, &array.shape, array.bytes.len() as u64, deflate)?;
        self.put(&array.bytes)
    }

    pub fn finish(mut self) -> io::Result<()> {
        self.put_block()?;
        self.zip.finish()?;
        self.failure.take().map_or(Ok(()), Err)
    }
}

/// A file that keeps its first error to itself and takes the rest for granted. An archive that meets an error tries to complete itself
/// when it is dropped, and tells the terminal that it cannot; whoever writes it tells the user already.
struct Steady<W> {
    file: W,
    failure: Rc<RefCell<Option<io::Error>>>,
    /// Where it would be, once it has failed.
    failed_at: Option<u64>,
}

impl<W: Write + Seek> Write for Steady<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(place) = &mut self.failed_at {
            *place += bytes.len() as u64;
            return Ok(bytes.len());
        }
        match self.file.write(bytes) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                self.failed_at = Some(self.file.stream_position().unwrap_or(0) + bytes.len() as u64);
                self.failure.replace(Some(error));
                Ok(bytes.len())
            }
            other => other,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.failed_at.is_some() { Ok(()) } else { self.file.flush() }
    }
}

impl<W: Write + Seek> Seek for Steady<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let here = match self.failed_at {
            Some(place) => place,
            None => match self.file.seek(to) {
                Ok(place) => return Ok(place),
                Err(error) => {
                    self.failure.replace(Some(error));
                    0
                }
            },
        };
        let place = match to {
            SeekFrom::Start(place) => place,
            SeekFrom::Current(by) | SeekFrom::End(by) => here.saturating_add_signed(by),
        };
        self.failed_at = Some(place);
        Ok(place)
    }
}

/// Writes named columns, replacing the file atomically. The names must differ.
pub fn write<N: AsRef<str>, C: AsRef<[f64]>>(path: &Path, columns: &[(N, C)]) -> Result<(), RecordError> {
    atomic::replace(path, |file| {
        let mut archive = Writer::new(file);
        let mut bytes = Vec::with_capacity(8 * CHUNK);
        for (name, values) in columns {
            let values = values.as_ref();
            archive.start(name.as_ref(), "<f8", &[values.len()], 8 * values.len() as u64, false)?;
            for chunk in values.chunks(CHUNK) {
                bytes.clear();
                bytes.extend(chunk.iter().flat_map(|x| x.to_le_bytes()));
                archive.put(&bytes)?;
            }
        }
        archive.finish()
    })
}

/// Writes arrays, replacing the file atomically. The names must differ.
pub fn write_arrays(path: &Path, arrays: &[Array]) -> Result<(), RecordError> {
    atomic::replace(path, |file| {
        let mut archive = Writer::new(file);
        arrays.iter().try_for_each(|array| archive.add(array, false))?;
        archive.finish()
    })
}

/// Writes the history of a CSV file: arrays named like its columns, without the units.
pub fn from_csv(history: &Path, path: &Path) -> Result<(), RecordError> {
    let (labels, columns) = csv::read(history)?;
    let named: Vec<_> = labels.iter().map(|label| label_name(label)).zip(columns).collect();
    write(path, &named)
}

/// Reads one array of an archive.
pub fn read(path: &Path, name: &str) -> Result<Array<'static>, RecordError> {
    read_entry(path, name).map_err(RecordError::io("read", path))
}

fn read_entry(path: &Path, name: &str) -> io::Result<Array<'static>> {
    let mut archive = ZipArchive::new(BufReader::new(File::open(path)?))?;
    let mut entry = archive.by_name(&format!("{name}.npy"))?;
    let mut start = [0; 10];
    entry.read_exact(&mut start)?;
    let mut header = vec![0; usize::from(u16::from_le_bytes([start[8], start[9]]))];
    entry.read_exact(&mut header)?;
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes)?;
    let parsed = std::str::from_utf8(&header).ok().filter(|_| start[..8] == *MAGIC).and_then(parse_header);
    let foreign = || io::Error::new(io::ErrorKind::InvalidData, format!("the array `{name}` is not one of carom"));
    let (dtype, shape) = parsed.ok_or_else(foreign)?;
    Ok(Array { name: name.to_owned().into(), dtype: dtype.into(), shape, bytes: bytes.into() })
}

/// What precedes the numbers of an array in version 1.0 of the format.
fn header(dtype: &str, shape: &[usize]) -> Vec<u8> {
    let sizes: String = shape.iter().map(|n| format!("{n}, ")).collect();
    // A tuple of one has a comma, longer ones have none at the end.
    let sizes = if shape.len() == 1 { sizes.trim_end() } else { sizes.trim_end_matches(", ") };
    let mut text = format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({sizes}), }}");
    // Magic, version, length of the text (a fixed part of 10 bytes), text, newline.
    let padding = (10 + text.len() + 1).next_multiple_of(64) - (10 + text.len() + 1);
    text.push_str(&" ".repeat(padding));
    text.push('\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

/// Type and shape in a [`header`].
fn parse_header(text: &str) -> Option<(String, Vec<usize>)> {
    let (_, rest) = text.split_once("'descr': '")?;
    let (dtype, rest) = rest.split_once('\'')?;
    let (_, rest) = rest.split_once("'shape': (")?;
    let (sizes, _) = rest.split_once(')')?;
    let sizes = sizes.split(',').map(str::trim).filter(|size| !size.is_empty());
    Some((dtype.to_owned(), sizes.map(|size| size.parse().ok()).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// A run that was killed and resumed had the same records in other parts, and an archive that was a byte shorter.
    #[test]
    fn archives_do_not_depend_on_the_pieces_of_their_arrays() {
        let bytes: Vec<u8> = (0..200_000_u32).flat_map(|i| (i.wrapping_mul(i) % 7 * (i / 50)).to_le_bytes()).collect();
        let archive = |piece: usize| {
            let mut file = Cursor::new(Vec::new());
            let mut writer = Writer::new(&mut file);
            writer.start("a", "<u4", &[200_000], bytes.len() as u64, true).unwrap();
            bytes.chunks(piece).for_each(|chunk| writer.put(chunk).unwrap());
            writer.finish().unwrap();
            file.into_inner()
        };
        let whole = archive(bytes.len());
        assert!([16, 48, 1000, 70_000].iter().all(|&piece| archive(piece) == whole));
    }
}
