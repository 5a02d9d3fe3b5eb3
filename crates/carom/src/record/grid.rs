//! Unstructured grids of a frame: polygons of shapes, cells of flexible bodies.
//!
//! Points move, everything between them stays, so that it is encoded once. Arrays are little-endian, deflated, and in base64, each with
//! a head of 64-bit numbers: one block, its length, and its length when deflated. The format has no way to keep a shape once and move
//! it, so that spheres, of which there may be many, have few points, and points of shapes are of single precision. Flexible bodies,
//! whose points and values are results, keep every bit.

use super::reach::{Reach, bounded};
use super::tessellation::{Piece, Tessellation, ball};
use super::{Geometry, RecordError, Shape, shape};
use crate::Vec3;
use crate::model::{FlexibleBody, Kinematics, Layout, MaterialPoint, Model, NodeId, PortId};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// Sides of a circle.
const SIDES: usize = 32;
/// So many spheres have 162 points each; where there are more they have 42.
const FINE_SPHERES: usize = 16;
/// VTK's numbers of the cell types that shapes have.
const POLY_LINE: u8 = 4;
const POLYGON: u8 = 7;

/// Values of all cells of the flexible bodies, body after body.
#[derive(Clone, Copy, Debug)]
pub struct CellArray<'a> {
    pub name: &'a str,
    /// Numbers a cell.
    pub components: usize,
    pub values: &'a [f64],
}

/// The polygons of shapes.
#[derive(Debug)]
pub(super) struct ShapeGrid {
    /// In the frame of their port.
    pub points: Vec<(PortId, Vec3)>,
    /// The node that carries each port, if one does.
    carriers: Vec<Option<NodeId>>,
    planes: Planes,
    cells: Encoded,
    names: String,
    bytes: Vec<u8>,
}

/// Planes without end, which reach as far as the bodies of each frame.
#[derive(Debug)]
struct Planes {
    /// With the numbers of their first points and their least sizes.
    planes: Vec<(Shape, usize, f64)>,
    reach: Reach,
    /// Of flexible bodies.
    material: Vec<MaterialPoint>,
}

impl Planes {
    /// Moves the corners of the planes. What was in earlier frames does not count, so that a run can be resumed.
    fn update(&self, points: &mut [(PortId, Vec3)], kin: &Kinematics) {
        if self.planes.is_empty() {
            return;
        }
        let balls = self.reach.balls(&kin.ports, self.material.iter().map(|point| point.position(kin)));
        for (plane, first, size) in &self.planes {
            let patch = bounded(plane, *size, std::iter::once((&kin.ports[..], &balls[..])));
            let corners = Tessellation::new(&patch.geometry, SIDES).points;
            for (point, corner) in points[*first..].iter_mut().zip(&corners) {
                point.1 = patch.at.point(corner);
            }
        }
    }
}

/// The cells of flexible bodies.
#[derive(Debug)]
pub(super) struct FlexibleGrid {
    /// Points of the meshes and where they were at the start.
    pub points: Vec<(MaterialPoint, Vec3)>,
    cells: Encoded,
    names: String,
    bytes: Vec<u8>,
}

/// What stays from frame to frame.
#[derive(Debug)]
struct Encoded {
    /// The number of cells.
    count: usize,
    /// The cells and the beginning of their data.
    text: String,
}

impl ShapeGrid {
    pub fn new(shapes: &[Shape], model: &Model) -> Self {
        let mut points = Vec::new();
        let mut cells = Cells::default();
        let material = model.flexible.iter().flat_map(FlexibleBody::points).collect();
        let mut planes = Planes { planes: Vec::new(), reach: Reach::new(shapes), material };
        let spheres = shapes.iter().filter(|shape| matches!(shape.geometry, Geometry::Sphere { .. })).count();
        let rounds = if spheres <= FINE_SPHERES { 2 } else { 1 };
        for shape in shapes {
            let surface = match shape.geometry {
                Geometry::Sphere { radius } => ball(radius, rounds),
                _ => Tessellation::new(&shape.geometry, SIDES),
            };
            let first = points.len();
            if let Geometry::Plane { size } = shape.geometry {
                planes.planes.push((shape.clone(), first, size));
            }
            points.extend(surface.points.iter().map(|p| (shape.port, shape.at.point(p))));
            let body = model.ports[shape.port].node.map_or(-1, |node| node as i32);
            for piece in &surface.pieces {
                let (kind, corners) = match piece {
                    Piece::Polygon(corners) => (POLYGON, corners),
                    Piece::Polyline(corners) => (POLY_LINE, corners),
                };
                cells.push(kind, corners.iter().map(|i| first + i), body);
            }
        }
        let carriers = model.ports.iter().map(|port| port.node).collect();
        let body = |shape: &Shape| (model.ports[shape.port].node.map_or(-1, |node| node as i32), shape.name.clone());
        let names = names("body", shapes.iter().map(body));
        Self { points, carriers, planes, cells: cells.encode(), names, bytes: Vec::new() }
    }

    /// Bytes of a frame, about: twice twelve a point, in base64.
    pub fn bytes(&self) -> usize {
        self.cells.text.len() + 32 * self.points.len()
    }

    /// Adds positions and velocities.
    pub fn encode(&mut self, text: &mut String, t: f64, (kin, layout): (&Kinematics, &Layout)) {
        self.planes.update(&mut self.points, kin);
        let places = self.points.iter().map(|(port, p)| shape::place(&kin.ports[*port], p));
        fill_short(&mut self.bytes, places);
        open(text, t, &self.names, [self.points.len(), self.cells.count]);
        push_points(text, "Float32", &self.bytes, Compression::fast());
        let velocity = |(port, p): &(PortId, Vec3)| {
            let state = &kin.ports[*port];
            match self.carriers[*port] {
                Some(node) => {
                    let (v, w) = kin.node_velocity(layout, node);
                    v + w.cross(&(state.arm + state.r * p))
                }
                None => state.drive[0] + state.drive[1].cross(&(state.r * p)),
            }
        };
        fill_short(&mut self.bytes, self.points.iter().map(velocity));
        text.push_str("<PointData Vectors=\"velocity\">\n");
        push_array(
            text,
            "type=\"Float32\" Name=\"velocity\" NumberOfComponents=\"3\"",
            &self.bytes,
            Compression::fast(),
        );
        text.push_str("</PointData>\n");
        text.push_str(&self.cells.text);
        close(text);
    }
}

impl FlexibleGrid {
    pub fn new(model: &Model) -> Self {
        let mut points = Vec::new();
        let mut cells = Cells::default();
        for body in &model.flexible {
            let first = points.len();
            points.extend(body.points().into_iter().map(|point| {
                let start = point.start(model);
                (point, start)
            }));
            let number = body.first_node().map_or(-1, |node| node as i32);
            for cell in &body.cells {
                cells.push(cell.kind.vtk(), cell.nodes().iter().map(|i| first + i), number);
            }
        }
        let body = |body: &FlexibleBody| (body.first_node().map_or(-1, |node| node as i32), body.name.clone());
        let names = names("body", model.flexible.iter().map(body));
        Self { points, cells: cells.encode(), names, bytes: Vec::new() }
    }

    /// Bytes of a frame, about: three vectors a point and two numbers a cell, in base64.
    pub fn bytes(&self) -> usize {
        self.cells.text.len() + 3 * 32 * self.points.len() + 2 * 11 * self.cells.count
    }

    /// Adds positions, displacements since the start, velocities, and the given values of cells.
    pub fn encode(&mut self, text: &mut String, t: f64, (kin, layout): (&Kinematics, &Layout), arrays: &[CellArray]) {
        open(text, t, &self.names, [self.points.len(), self.cells.count]);
        fill(&mut self.bytes, self.points.iter().map(|(point, _)| point.position(kin)));
        push_points(text, "Float64", &self.bytes, PLAIN);
        text.push_str("<PointData Vectors=\"displacement\">\n");
        fill(&mut self.bytes, self.points.iter().map(|(point, start)| point.position(kin) - start));
        push_array(text, "type=\"Float64\" Name=\"displacement\" NumberOfComponents=\"3\"", &self.bytes, PLAIN);
        fill(&mut self.bytes, self.points.iter().map(|(point, _)| point.velocity(kin, layout)));
        push_array(text, "type=\"Float64\" Name=\"velocity\" NumberOfComponents=\"3\"", &self.bytes, PLAIN);
        text.push_str("</PointData>\n");
        text.push_str(&self.cells.text);
        for array in arrays {
            self.bytes.clear();
            self.bytes.extend(array.values.iter().flat_map(|x| x.to_le_bytes()));
            let name = escape(array.name);
            let attributes = format!("type=\"Float64\" Name=\"{name}\" NumberOfComponents=\"{}\"", array.components);
            push_array(text, &attributes, &self.bytes, PLAIN);
        }
        close(text);
    }

    /// Whether arrays have a value for every cell.
    pub fn check(&self, pvd: &Path, arrays: &[CellArray]) -> Result<(), RecordError> {
        let wrong = |a: &&CellArray| a.components == 0 || a.values.len() != self.cells.count * a.components;
        arrays.iter().find(wrong).map_or(Ok(()), |array| {
            let (name, expected, found) =
                (array.name.to_owned(), self.cells.count * array.components, array.values.len());
            Err(RecordError::CellArray { path: pvd.to_owned(), name, expected, found })
        })
    }
}

/// Cells in the arrays of the format.
#[derive(Default)]
struct Cells {
    connectivity: Vec<i32>,
    offsets: Vec<i32>,
    types: Vec<u8>,
    bodies: Vec<i32>,
}

impl Cells {
    fn push(&mut self, kind: u8, corners: impl Iterator<Item = usize>, body: i32) {
        self.connectivity.extend(corners.map(|i| i as i32));
        self.offsets.push(self.connectivity.len() as i32);
        self.types.push(kind);
        self.bodies.push(body);
    }

    fn encode(&self) -> Encoded {
        let bytes = |values: &[i32]| values.iter().flat_map(|i| i.to_le_bytes()).collect::<Vec<_>>();
        let mut text = "<Cells>\n".to_owned();
        let mut push = |attributes: &str, bytes: &[u8]| push_array(&mut text, attributes, bytes, Compression::best());
        push("type=\"Int32\" Name=\"connectivity\"", &bytes(&self.connectivity));
        push("type=\"Int32\" Name=\"offsets\"", &bytes(&self.offsets));
        push("type=\"UInt8\" Name=\"types\"", &self.types);
        text.push_str("</Cells>\n<CellData Scalars=\"body\">\n");
        let bodies = bytes(&self.bodies);
        push_array(&mut text, "type=\"Int32\" Name=\"body\"", &bodies, Compression::best());
        Encoded { count: self.types.len(), text }
    }
}

/// Numbers of bodies or contacts with their names; texts are lists of bytes that end with 0.
pub(super) fn names(of: &str, things: impl Iterator<Item = (i32, String)>) -> String {
    let named = things.map(|(number, name)| (number, if number < 0 { "ground".to_owned() } else { name }));
    let named: BTreeMap<i32, String> = named.collect();
    let count = named.len();
    let numbers: Vec<String> = named.keys().map(i32::to_string).collect();
    let bytes = named.values().flat_map(|name| name.bytes().chain([0])).map(|byte| byte.to_string());
    format!(
        "<DataArray type=\"Int32\" Name=\"{of}_number\" NumberOfTuples=\"{count}\" format=\"ascii\">{}</DataArray>\n\
         <Array type=\"String\" Name=\"{of}_name\" NumberOfTuples=\"{count}\" format=\"ascii\">{}</Array>\n",
        numbers.join(" "),
        bytes.collect::<Vec<_>>().join(" ")
    )
}

pub(super) fn open(text: &mut String, t: f64, names: &str, [points, cells]: [usize; 2]) {
    text.clear();
    text.push_str("<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" ");
    text.push_str("byte_order=\"LittleEndian\" header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n");
    text.push_str("<UnstructuredGrid>\n<FieldData>\n");
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{t:?}</DataArray>\n\
         {names}</FieldData>\n<Piece NumberOfPoints=\"{points}\" NumberOfCells=\"{cells}\">"
    );
}

pub(super) fn push_points(text: &mut String, number: &str, bytes: &[u8], level: Compression) {
    text.push_str("<Points>\n");
    let attributes = format!("type=\"{number}\" Name=\"Points\" NumberOfComponents=\"3\"");
    push_array(text, &attributes, bytes, level);
    text.push_str("</Points>\n");
}

pub(super) fn close(text: &mut String) {
    text.push_str("</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
}

/// In single precision.
fn fill_short(bytes: &mut Vec<u8>, vectors: impl Iterator<Item = Vec3>) {
    bytes.clear();
    vectors.for_each(|x| bytes.extend(x.iter().flat_map(|c| (*c as f32).to_le_bytes())));
}

pub(super) fn fill(bytes: &mut Vec<u8>, vectors: impl Iterator<Item = Vec3>) {
    bytes.clear();
    vectors.for_each(|x| bytes.extend(x.iter().flat_map(|c| c.to_le_bytes())));
}

/// Digits of results are noise, of which deflating takes little but time.
pub(super) const PLAIN: Compression = Compression::none();

/// A data array: head and deflated bytes, each in a base64 stream of its own.
pub(super) fn push_array(text: &mut String, attributes: &str, bytes: &[u8], level: Compression) {
    text.extend(["<DataArray ", attributes, " format=\"binary\">"]);
    let mut encoder = ZlibEncoder::new(Vec::new(), level);
    // Writing to a vector cannot fail.
    let deflated = encoder.write_all(bytes).and_then(|()| encoder.finish()).unwrap_or_default();
    // Of blocks, bytes of a block, bytes of a last one that is shorter, deflated bytes; an empty array has no block.
    let head = [u64::from(!bytes.is_empty()), bytes.len() as u64, 0, deflated.len() as u64];
    let head = &head[..if bytes.is_empty() { 3 } else { 4 }];
    STANDARD.encode_string(head.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>(), text);
    if !bytes.is_empty() {
        STANDARD.encode_string(&deflated, text);
    }
    text.push_str("</DataArray>\n");
}

/// Text as an XML attribute or element.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
