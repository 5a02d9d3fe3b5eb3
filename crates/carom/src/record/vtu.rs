//! Moving shapes for ParaView: a `.pvd` collection of `.vtu` frames (VTK XML unstructured grids).
//!
//! Each frame holds the polygons of all shapes in space; cell data `body` is the index of the carrying node, −1 on the
//! ground. Arrays are base64 with a 64-bit length in front, little-endian. Only the points change from frame to frame, so
//! everything else is encoded once. The collection is complete after every frame: the closing tags are written over.

use super::mesh::{Cell, Mesh};
use super::{RecordError, Shape, atomic, shape};
use crate::Vec3;
use crate::model::{Port, PortId, PortState};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Sides of a circle.
const SIDES: usize = 32;
/// VTK's numbers of the cell types.
const POLY_LINE: u8 = 4;
const POLYGON: u8 = 7;

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
    /// Points in the frame of their port.
    points: Vec<(PortId, Vec3)>,
    /// Everything of a frame after its points.
    topology: String,
    cells: usize,
    bytes: Vec<u8>,
    text: String,
}

impl VtuWriter {
    /// Starts the collection `DIR/NAME.pvd` with frames `DIR/NAME/NAME_000000.vtu`, …
    pub fn create(pvd: &Path, shapes: &[Shape], ports: &[Port]) -> Result<Self, RecordError> {
        Self::start(pvd, shapes, ports, COLLECTION.to_owned(), 0)
    }

    /// Continues a collection after its first `frames` frames; later ones are dropped from it.
    pub fn reopen(pvd: &Path, shapes: &[Shape], ports: &[Port], frames: u64) -> Result<Self, RecordError> {
        let text = fs::read_to_string(pvd).map_err(RecordError::io("read", pvd))?;
        let entries: Vec<_> = text.lines().filter(|line| line.starts_with("<DataSet ")).collect();
        let kept =
            usize::try_from(frames).ok().and_then(|n| entries.get(..n)).ok_or_else(|| RecordError::Continue {
                path: pvd.to_owned(),
                message: format!("it has {} frames, the checkpoint was taken after {frames}", entries.len()),
            })?;
        let mut head = COLLECTION.to_owned();
        kept.iter().for_each(|entry| head.extend([entry, "\n"]));
        Self::start(pvd, shapes, ports, head, frames)
    }

    /// Adds the frame of time t (s); `states` are the states of all ports.
    pub fn append(&mut self, t: f64, states: &[PortState]) -> Result<(), RecordError> {
        let stem = stem(&self.pvd);
        let name = format!("{stem}/{stem}_{:06}.vtu", self.frames);
        self.encode_frame(t, states);
        let text = &self.text;
        atomic::replace(&self.pvd.with_file_name(&name), |file| file.write_all(text.as_bytes()))?;
        let entry = format!("<DataSet timestep=\"{t:?}\" group=\"\" part=\"0\" file=\"{}\"/>\n", escape(&name));
        self.list(&entry).map_err(RecordError::io("write", &self.pvd))?;
        self.frames += 1;
        Ok(())
    }

    /// The number of frames so far.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The number of points of a frame, which decides its size.
    pub fn points(&self) -> usize {
        self.points.len()
    }

    fn start(pvd: &Path, shapes: &[Shape], ports: &[Port], head: String, frames: u64) -> Result<Self, RecordError> {
        let directory = pvd.with_file_name(stem(pvd));
        fs::create_dir_all(&directory).map_err(RecordError::io("create", &directory))?;
        atomic::replace(pvd, |file| write!(file, "{head}{COLLECTION_END}"))?;
        let collection = OpenOptions::new().write(true).open(pvd).map_err(RecordError::io("open", pvd))?;
        let surface = Surface::new(shapes, ports);
        Ok(Self {
            pvd: pvd.to_owned(),
            collection,
            end: head.len() as u64,
            frames,
            topology: surface.topology(),
            cells: surface.types.len(),
            points: surface.points,
            bytes: Vec::new(),
            text: String::new(),
        })
    }

    fn encode_frame(&mut self, t: f64, states: &[PortState]) {
        self.bytes.clear();
        for (port, p) in &self.points {
            let x = shape::place(&states[*port], p);
            self.bytes.extend(x.iter().flat_map(|c| c.to_le_bytes()));
        }
        let text = &mut self.text;
        text.clear();
        text.push_str("<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" ");
        text.push_str("byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n<FieldData>\n");
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{t:?}</DataArray>\n\
             </FieldData>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n<Points>",
            self.points.len(),
            self.cells
        );
        push_array(text, "type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\"", &self.bytes);
        text.push_str("</Points>\n");
        text.push_str(&self.topology);
        text.push_str("</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
    }

    /// Writes an entry and the closing tags over the old closing tags.
    fn list(&mut self, entry: &str) -> std::io::Result<()> {
        self.collection.seek(SeekFrom::Start(self.end))?;
        self.collection.write_all(format!("{entry}{COLLECTION_END}").as_bytes())?;
        self.end += entry.len() as u64;
        Ok(())
    }
}

/// The polygons of all shapes in the arrays of the format.
#[derive(Default)]
struct Surface {
    points: Vec<(PortId, Vec3)>,
    connectivity: Vec<i32>,
    offsets: Vec<i32>,
    types: Vec<u8>,
    bodies: Vec<i32>,
}

impl Surface {
    fn new(shapes: &[Shape], ports: &[Port]) -> Self {
        let mut surface = Self::default();
        for shape in shapes {
            let mesh = Mesh::new(&shape.geometry, SIDES);
            let first = surface.points.len();
            surface.points.extend(mesh.points.iter().map(|p| (shape.port, shape.at.point(p))));
            let body = ports[shape.port].node.map_or(-1, |node| node as i32);
            for cell in &mesh.cells {
                let (kind, corners) = match cell {
                    Cell::Polygon(corners) => (POLYGON, corners),
                    Cell::Polyline(corners) => (POLY_LINE, corners),
                };
                surface.connectivity.extend(corners.iter().map(|i| (first + i) as i32));
                surface.offsets.push(surface.connectivity.len() as i32);
                surface.types.push(kind);
                surface.bodies.push(body);
            }
        }
        surface
    }

    fn topology(&self) -> String {
        let bytes = |values: &[i32]| values.iter().flat_map(|i| i.to_le_bytes()).collect::<Vec<_>>();
        let mut text = "<Cells>\n".to_owned();
        push_array(&mut text, "type=\"Int32\" Name=\"connectivity\"", &bytes(&self.connectivity));
        push_array(&mut text, "type=\"Int32\" Name=\"offsets\"", &bytes(&self.offsets));
        push_array(&mut text, "type=\"UInt8\" Name=\"types\"", &self.types);
        text.push_str("</Cells>\n<CellData Scalars=\"body\">\n");
        push_array(&mut text, "type=\"Int32\" Name=\"body\"", &bytes(&self.bodies));
        text.push_str("</CellData>\n");
        text
    }
}

/// A data array: the length in bytes and the bytes, in one base64 stream.
fn push_array(text: &mut String, attributes: &str, bytes: &[u8]) {
    text.extend(["<DataArray ", attributes, " format=\"binary\">"]);
    // 24 bytes are a whole number of base64 quanta, so the two parts join without padding between them.
    let (head, tail) = bytes.split_at(bytes.len().min(16));
    let mut start = (bytes.len() as u64).to_le_bytes().to_vec();
    start.extend(head);
    STANDARD.encode_string(&start, text);
    STANDARD.encode_string(tail, text);
    text.push_str("</DataArray>\n");
}

/// The name of the collection without its extension.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Text as an XML attribute or element.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
