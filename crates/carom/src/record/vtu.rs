//! Moving bodies for ParaView: a `.pvd` collection of `.vtu` frames (VTK XML unstructured grids).
//!
//! The frame of an instant has up to three parts. Part 0 holds the polygons of all shapes, with the point data `velocity`. Part 1 holds the cells of all
//! flexible bodies, with the point data `displacement` (since the start, m) and `velocity` (m/s) and cell data that the
//! caller gives. Part 2 holds the contacts that act, as points. In both, cell data `body` is the index of the carrying node, or of the first node of the flexible body;
//! −1 is the ground. The field data `body_number` and
//! `body_name` say what these are called. The collection is complete after every frame: the closing tags are written over.

use super::contact_grid::ContactGrid;
use super::grid::{CellArray, FlexibleGrid, ShapeGrid, escape};
use super::{RecordError, Shape, atomic};
use crate::model::{Kinematics, Layout, Model};
use crate::system::Snapshot;
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
    /// Where contacts are recorded too.
    contacts: Option<ContactGrid>,
    text: String,
}

impl VtuWriter {
    /// Starts the collection `DIR/NAME.pvd` with frames `DIR/NAME/NAME_000000.vtu`, … of the shapes and
    /// `DIR/NAME/NAME_flexible_000000.vtu`, … of the flexible bodies of the model.
    pub fn create(pvd: &Path, shapes: &[Shape], model: &Model) -> Result<Self, RecordError> {
        Self::start(pvd, shapes, model, COLLECTION.to_owned(), 0)
    }

    /// With the contacts that act, each frame's by [`VtuWriter::append_contacts`].
    pub fn create_with_contacts(pvd: &Path, shapes: &[Shape], model: &Model) -> Result<Self, RecordError> {
        Ok(Self { contacts: Some(ContactGrid::new(model)), ..Self::create(pvd, shapes, model)? })
    }

    /// Points of a frame.
    pub fn points(&self) -> usize {
        self.shapes.as_ref().map_or(0, |g| g.points.len()) + self.flexible.as_ref().map_or(0, |g| g.points.len())
    }

    /// Continues a collection after its first `frames` frames; later ones are dropped from it.
    pub fn reopen(pvd: &Path, shapes: &[Shape], model: &Model, frames: u64) -> Result<Self, RecordError> {
        Self::continued(pvd, shapes, model, frames, None)
    }

    /// The same of one with contacts.
    pub fn reopen_with_contacts(pvd: &Path, shapes: &[Shape], model: &Model, frames: u64) -> Result<Self, RecordError> {
        Self::continued(pvd, shapes, model, frames, Some(ContactGrid::new(model)))
    }

    fn continued(
        pvd: &Path,
        shapes: &[Shape],
        model: &Model,
        frames: u64,
        contacts: Option<ContactGrid>,
    ) -> Result<Self, RecordError> {
        let text = fs::read_to_string(pvd).map_err(RecordError::io("read", pvd))?;
        let entries: Vec<_> = text.lines().filter(|line| line.starts_with("<DataSet ")).collect();
        let parts = [!shapes.is_empty(), !model.flexible.is_empty(), contacts.is_some()];
        let parts = parts.into_iter().filter(|is_there| *is_there).count();
        let kept = usize::try_from(frames).ok().and_then(|n| entries.get(..n.checked_mul(parts)?));
        let kept = kept.ok_or_else(|| RecordError::Continue {
            path: pvd.to_owned(),
            message: format!("it has {} frames, the checkpoint was taken after {frames}", entries.len() / parts.max(1)),
        })?;
        let mut head = COLLECTION.to_owned();
        kept.iter().for_each(|entry| head.extend([entry, "\n"]));
        Ok(Self { contacts, ..Self::start(pvd, shapes, model, head, frames)? })
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
            grid.encode(&mut self.text, t, (kin, layout));
            entries += &self.write_part(t, 0, &format!("{stem}/{stem}"), self.frames)?;
        }
        if let Some(grid) = &mut self.flexible {
            grid.check(&self.pvd, arrays)?;
            grid.encode(&mut self.text, t, (kin, layout), arrays);
            entries += &self.write_part(t, 1, &format!("{stem}/{stem}_flexible"), self.frames)?;
        }
        self.list(&entries).map_err(RecordError::io("write", &self.pvd))?;
        self.frames += 1;
        Ok(())
    }

    /// Adds the contacts that act to the last frame.
    pub fn append_contacts(&mut self, snapshot: &Snapshot) -> Result<(), RecordError> {
        let (Some(grid), Some(frame)) = (&mut self.contacts, self.frames.checked_sub(1)) else { return Ok(()) };
        grid.encode(&mut self.text, snapshot);
        let stem = stem(&self.pvd);
        let entry = self.write_part(snapshot.scene.kin.t, 2, &format!("{stem}/{stem}_contacts"), frame)?;
        self.list(&entry).map_err(RecordError::io("write", &self.pvd))
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
            contacts: None,
            text: String::new(),
        })
    }

    /// Writes the encoded part of a frame into a file; gives its entry in the collection.
    fn write_part(&self, t: f64, part: u8, name: &str, frame: u64) -> Result<String, RecordError> {
        let name = format!("{name}_{frame:06}.vtu");
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
