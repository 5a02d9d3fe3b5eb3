//! The motion of a run: frames of all nodes and velocities at chosen instants, as `motion.bin`.
//!
//! Together with the model it gives back everything that depends on positions and velocities: animations are made of it after the run.
//! The layout, little-endian:
//!
//! ```text
//! magic "CAROMMOT" | format u32 | nodes n u32 | velocities m u32 | 0 u32
//! instants, each   t | x, y, z, q_w, q_x, q_y, q_z of every node | v       1 + 7n + m numbers of 64 bits
//! ```
//!
//! Instants are appended as the run goes. A checkpoint keeps their number; [`MotionWriter::reopen`] cuts the file there. A run that was
//! killed may leave a part of an instant at the end, which is not read.

use super::{RecordError, atomic};
use crate::Frame;
use crate::model::{Kinematics, Model};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"CAROMMOT";
const FORMAT: u32 = 1;
const HEADER: u64 = 24;
const FRAME: usize = 7;

/// Numbers of an instant.
pub fn motion_width(model: &Model) -> usize {
    // Velocities: six at most of a node.
    1 + (FRAME + 6) * model.nodes.len()
}

/// Writes instants.
#[derive(Debug)]
pub struct MotionWriter {
    path: PathBuf,
    file: BufWriter<File>,
    instants: u64,
    /// Nodes and velocities, known from the first instant on.
    sizes: Option<[u32; 2]>,
    bytes: Vec<u8>,
}

impl MotionWriter {
    pub fn create(path: &Path) -> Result<Self, RecordError> {
        let file = atomic::renew(path).map_err(RecordError::io("create", path))?;
        Ok(Self { path: path.to_owned(), file: BufWriter::new(file), instants: 0, sizes: None, bytes: Vec::new() })
    }

    /// Goes on after so many instants of an earlier run.
    pub fn reopen(path: &Path, instants: u64) -> Result<Self, RecordError> {
        if instants == 0 {
            return Self::create(path);
        }
        let mut file = atomic::reopen(path).map_err(RecordError::io("open", path))?;
        let sizes = read_header(&mut file).map_err(RecordError::io("read", path))?;
        let sizes = sizes.ok_or_else(|| foreign(path))?;
        let end = HEADER + instants * 8 * width(sizes) as u64;
        let length = file.metadata().map_err(RecordError::io("read", path))?.len();
        if length < end {
            let message = format!("it has {length} bytes, the checkpoint was taken at byte {end}");
            return Err(RecordError::Continue { path: path.to_owned(), message });
        }
        file.set_len(end).map_err(RecordError::io("shorten", path))?;
        file.seek(SeekFrom::End(0)).map_err(RecordError::io("write", path))?;
        let file = BufWriter::new(file);
        Ok(Self { path: path.to_owned(), file, instants, sizes: Some(sizes), bytes: Vec::new() })
    }

    pub fn append(&mut self, kin: &Kinematics) -> Result<(), RecordError> {
        self.bytes.clear();
        if self.sizes.is_none() {
            let sizes = [kin.frames.len() as u32, kin.v.len() as u32];
            self.bytes.extend(MAGIC);
            [FORMAT, sizes[0], sizes[1], 0].iter().for_each(|n| self.bytes.extend(n.to_le_bytes()));
            self.sizes = Some(sizes);
        }
        self.bytes.extend(kin.t.to_le_bytes());
        for frame in &kin.frames {
            self.bytes.extend(frame.to_array().into_iter().flat_map(f64::to_le_bytes));
        }
        self.bytes.extend(kin.v.iter().flat_map(|v| v.to_le_bytes()));
        self.file.write_all(&self.bytes).map_err(RecordError::io("write", &self.path))?;
        self.instants += 1;
        Ok(())
    }

    pub fn instants(&self) -> u64 {
        self.instants
    }

    /// Hands everything to the operating system.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        self.file.flush().map_err(RecordError::io("write", &self.path))
    }
}

/// Reads instants back, one after the other.
#[derive(Debug)]
pub struct MotionReader {
    path: PathBuf,
    file: BufReader<File>,
    sizes: [u32; 2],
    instants: u64,
    bytes: Vec<u8>,
}

impl MotionReader {
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let mut file = File::open(path).map_err(RecordError::io("open", path))?;
        let length = file.metadata().map_err(RecordError::io("read", path))?.len();
        let sizes = read_header(&mut file).map_err(RecordError::io("read", path))?.ok_or_else(|| foreign(path))?;
        let bytes = vec![0; 8 * width(sizes)];
        let instants = (length - HEADER) / bytes.len() as u64;
        Ok(Self { path: path.to_owned(), file: BufReader::new(file), sizes, instants, bytes })
    }

    pub fn instants(&self) -> u64 {
        self.instants
    }

    /// Puts the next instant into a configuration of the model, without what follows from it; false at the end.
    pub fn next(&mut self, kin: &mut Kinematics) -> Result<bool, RecordError> {
        if self.instants == 0 {
            return Ok(false);
        }
        if [kin.frames.len() as u32, kin.v.len() as u32] != self.sizes {
            let message = "it was recorded with another model".to_owned();
            return Err(RecordError::Continue { path: self.path.clone(), message });
        }
        self.file.read_exact(&mut self.bytes).map_err(RecordError::io("read", &self.path))?;
        self.instants -= 1;
        let mut numbers = self.bytes.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap_or_default()));
        let mut next = || numbers.next().unwrap_or(f64::NAN);
        kin.t = next();
        for frame in &mut kin.frames {
            *frame = Frame::from_array(&std::array::from_fn::<_, FRAME, _>(|_| next()));
        }
        kin.v.iter_mut().for_each(|v| *v = next());
        Ok(true)
    }
}

fn width([nodes, velocities]: [u32; 2]) -> usize {
    1 + FRAME * nodes as usize + velocities as usize
}

/// Nodes and velocities; none if the file is not of this format.
fn read_header(file: &mut File) -> std::io::Result<Option<[u32; 2]>> {
    let mut header = [0; HEADER as usize];
    match file.read_exact(&mut header) {
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let word = |k: usize| u32::from_le_bytes(std::array::from_fn(|i| header[8 + 4 * k + i]));
    Ok((header.starts_with(MAGIC) && word(0) == FORMAT).then(|| [word(1), word(2)]))
}

fn foreign(path: &Path) -> RecordError {
    RecordError::Continue { path: path.to_owned(), message: "it is no motion of this format".to_owned() }
}
