//! Moving bodies for ParaView: a `.pvd` collection of `.vtu` frames (VTK XML unstructured grids).
//!
//! The frame of an instant has up to two parts. Part 0 holds the polygons of all shapes. Part 1 holds the cells of all
//! flexible bodies, with the point data `displacement` (since the start, m) and `velocity` (m/s) and cell data that the
//! caller gives. In both, cell data `body` is the index of the carrying node, or of the first node of the flexible body;
//! −1 is the ground. The collection is complete after every frame: the closing tags are written over.

use super::grid::{CellArray, FlexibleGrid, ShapeGrid, escape};
use super::{RecordError, Shape, atomic};
use crate::model::{Kinematics, Layout, Model};
use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const COLLECTION: &str = concat!(
    "<?xml version=\"1.0\"?>\n",
    "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n<Collection>\n"
);
const COLLECTION_END: &str = "</Collection>\n</VTKFile>\n";

/// Writes frames and lists them in the collection.
#[derive(Debug)]
pub struct VtuWriter {
    pvd: PathBuf,
    collection: File,
    /// Where the closing tags of the collection stand.
    end: u64,
    frames: u64,
    shapes: Option<ShapeGrid>,
    flexible: Option<FlexibleGrid>,
    text: String,
}

impl VtuWriter {
    /// Starts the collection `DIR/NAME.pvd` with frames `DIR/NAME/NAME_000000.vtu`, … of the shapes and
    /// `DIR/NAME/NAME_flexible_000000.vtu`, … of the flexible bodies of the model.
    pub fn create(pvd: &Path, shapes: &[Shape], model: &Model) -> Result<Self, RecordError> {
        Self::start(pvd, shapes, model, COLLECTION.to_owned(), 0)
    }

    /// Points of a frame.
    pub fn points(&self) -> usize {
        self.shapes.as_ref().map_or(0, |g| g.points.len()) + self.flexible.as_ref().map_or(0, |g| g.points.len())
    }

    /// Continues a collection after its first `frames` frames; later ones are dropped from it.
    pub fn reopen(pvd: &Path, shapes: &[Shape], model: &Model, frames: u64) -> Result<Self, RecordError> {
        let text = fs::read_to_string(pvd).map_err(RecordError::io("read", pvd))?;
        let entries: Vec<_> = text.lines().filter(|line| line.starts_with("<DataSet ")).collect();
        let parts = usize::from(!shapes.is_empty()) + usize::from(!model.flexible.is_empty());
        let kept = usize::try_from(frames).ok().and_then(|n| entries.get(..n.checked_mul(parts)?));
        let kept = kept.ok_or_else(|| RecordError::Continue {
            path: pvd.to_owned(),
            message: format!("it has {} frames, the checkpoint was taken after {frames}", entries.len() / parts.max(1)),
        })?;
        let mut head = COLLECTION.to_owned();
        kept.iter().for_each(|entry| head.extend([entry, "\n"]));
        Self::start(pvd, shapes, model, head, frames)
    }

    /// Adds a frame under the time t (s). Each array has values for all cells of the flexible bodies.
    pub fn append(
        &mut self,
        t: f64,
        kin: &Kinematics,
        layout: &Layout,
        arrays: &[CellArray],
    ) -> Result<(), RecordError> {
        let stem = stem(&self.pvd);
        let mut entries = String::new();
        if let Some(grid) = &mut self.shapes {
            grid.encode(&mut self.text, t, kin);
            entries += &self.write_part(t, 0, &format!("{stem}/{stem}"))?;
        }
        if let Some(grid) = &mut self.flexible {
            grid.check(&self.pvd, arrays)?;
            grid.encode(&mut self.text, t, (kin, layout), arrays);
            entries += &self.write_part(t, 1, &format!("{stem}/{stem}_flexible"))?;
        }
        self.list(&entries).map_err(RecordError::io("write", &self.pvd))?;
        self.frames += 1;
        Ok(())
    }

    /// The number of frames so far.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The number of vectors in a frame, which decides its size.
    pub fn vectors(&self) -> usize {
        vectors(self.shapes.as_ref(), self.flexible.as_ref())
    }

    /// Vectors and bytes of a frame, without writing one.
    pub fn frame_size(shapes: &[Shape], model: &Model) -> (usize, usize) {
        let shapes = (!shapes.is_empty()).then(|| ShapeGrid::new(shapes, model));
        let flexible = (!model.flexible.is_empty()).then(|| FlexibleGrid::new(model));
        let bytes = shapes.as_ref().map_or(0, ShapeGrid::bytes) + flexible.as_ref().map_or(0, FlexibleGrid::bytes);
        (vectors(shapes.as_ref(), flexible.as_ref()), bytes)
    }

    fn start(pvd: &Path, shapes: &[Shape], model: &Model, head: String, frames: u64) -> Result<Self, RecordError> {
        let directory = pvd.with_file_name(stem(pvd));
        fs::create_dir_all(&directory).map_err(RecordError::io("create", &directory))?;
        atomic::replace(pvd, |file| write!(file, "{head}{COLLECTION_END}"))?;
        let collection = atomic::reopen(pvd).map_err(RecordError::io("open", pvd))?;
        Ok(Self {
            pvd: pvd.to_owned(),
            collection,
            end: head.len() as u64,
            frames,
            shapes: (!shapes.is_empty()).then(|| ShapeGrid::new(shapes, model)),
            flexible: (!model.flexible.is_empty()).then(|| FlexibleGrid::new(model)),
            text: String::new(),
        })
    }

    /// Writes the encoded part of a frame into a file; gives its entry in the collection.
    fn write_part(&self, t: f64, part: u8, name: &str) -> Result<String, RecordError> {
        let name = format!("{name}_{:06}.vtu", self.frames);
        atomic::replace(&self.pvd.with_file_name(&name), |file| file.write_all(self.text.as_bytes()))?;
        Ok(format!("<DataSet timestep=\"{t:?}\" group=\"\" part=\"{part}\" file=\"{}\"/>\n", escape(&name)))
    }

    /// Writes entries and the closing tags over the old closing tags.
    fn list(&mut self, entries: &str) -> std::io::Result<()> {
        self.collection.seek(SeekFrom::Start(self.end))?;
        self.collection.write_all(format!("{entries}{COLLECTION_END}").as_bytes())?;
        self.end += entries.len() as u64;
        Ok(())
    }
}

fn vectors(shapes: Option<&ShapeGrid>, flexible: Option<&FlexibleGrid>) -> usize {
    flexible.map_or(0, |grid| 3 * grid.points.len()) + shapes.map_or(0, |grid| grid.points.len())
}

/// The name of the collection without its extension.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
