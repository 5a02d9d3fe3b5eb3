//! The animation as one binary glTF 2.0 file (`.glb`), for viewers, slides and other programs.
//!
//! Every track is a node, and the shapes that it carries are its children; meshes are stored once. Flexible bodies are skins: each point
//! of a surface, or each section of a line, is a joint that carries its vertices. Nodes that never move have no channel. Lengths are in
//! metres; a root node turns what is up to y.

use super::buffer::Buffer;
use super::frames::TRACK;
use super::scene::{Drawn, DrawnShape};
use crate::record::{Geometry, Outline, polygons, polylines};
use crate::{Frame, Mat3, Vec3};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Colours of bodies, as on the page; the ground is grey.
const STILL: [u8; 3] = [154, 154, 154];
const PALETTE: [[u8; 3]; 8] = [
    [0, 114, 178],
    [213, 94, 0],
    [0, 158, 115],
    [204, 121, 167],
    [86, 180, 233],
    [230, 159, 0],
    [122, 81, 149],
    [140, 109, 49],
];
/// Sides of circles.
const SIDES: usize = 32;
/// The root node.
const ROOT: usize = 0;
/// Modes of primitives.
const LINE_STRIP: u32 = 3;
const TRIANGLES: u32 = 4;

/// Writes the file.
pub fn glb(drawn: &Drawn, name: &str, up: &Vec3) -> Vec<u8> {
    let instants = instants(&drawn.frames.times);
    let times: Vec<f32> = instants.iter().map(|k| drawn.frames.times[*k] as f32).collect();
    let mut out = Writer::new(drawn, instants, up);
    let tracks: Vec<usize> = drawn.shapes.iter().map(|shape| shape.track).collect();
    let mut carriers: HashMap<usize, usize> = HashMap::new();
    for (shape, track) in drawn.shapes.iter().zip(tracks) {
        let carrier = *carriers.entry(track).or_insert_with(|| out.track(&drawn.bodies[shape.body], track));
        out.shape(shape, carrier);
    }
    let mut first_point = 0;
    for (k, outline) in drawn.flexible.outlines.iter().enumerate() {
        let rings = drawn.flexible.sections()[k].map(|section| &section.rings[..]);
        out.flexible(k, outline, rings, &mut first_point);
    }
    out.finish(name, &times)
}

/// The instants whose times grow as numbers of 32 bits, which the format has, from 0 on.
fn instants(times: &[f64]) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for (k, t) in times.iter().enumerate() {
        let later = kept.last().is_none_or(|last| (*t as f32) > times[*last] as f32);
        if later && *t >= 0.0 {
            kept.push(k);
        }
    }
    kept
}

struct Writer<'a> {
    drawn: &'a Drawn<'a>,
    instants: Vec<usize>,
    buffer: Buffer,
    nodes: Vec<Value>,
    /// Nodes that have no parent, and children of the others.
    scene: Vec<usize>,
    children: HashMap<usize, Vec<usize>>,
    meshes: Vec<Value>,
    known: HashMap<String, usize>,
    skins: Vec<Value>,
    /// Node, path and values of what moves.
    channels: Vec<(usize, &'static str, Vec<f32>)>,
}

impl<'a> Writer<'a> {
    fn new(drawn: &'a Drawn<'a>, instants: Vec<usize>, up: &Vec3) -> Self {
        // The shortest turn from what is up to y.
        let turn = nalgebra::UnitQuaternion::rotation_between(up, &Vec3::y())
            .unwrap_or_else(|| nalgebra::UnitQuaternion::from_axis_angle(&Vec3::x_axis(), std::f64::consts::PI));
        let rotation = [turn.i, turn.j, turn.k, turn.w];
        Self {
            drawn,
            instants,
            buffer: Buffer::default(),
            nodes: vec![json!({ "name": "world", "rotation": rotation })],
            scene: vec![ROOT],
            children: HashMap::new(),
            meshes: Vec::new(),
            known: HashMap::new(),
            skins: Vec::new(),
            channels: Vec::new(),
        }
    }

    fn node(&mut self, node: Value, parent: usize) -> usize {
        self.nodes.push(node);
        self.children.entry(parent).or_default().push(self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// A node that moves through frames.
    fn moving(&mut self, name: &str, frames: &[Frame]) -> usize {
        let mut places: Vec<f32> = Vec::new();
        let mut turns: Vec<[f32; 4]> = Vec::new();
        for frame in frames {
            let [x, y, z, w, i, j, k] = frame.to_array();
            places.extend([x, y, z].map(|c| c as f32));
            let turn = [i, j, k, w].map(|c| c as f32);
            // Of the two quaternions of a rotation the one nearer to that before.
            let against =
                turns.last().is_some_and(|last| last.iter().zip(&turn).map(|(a, b)| a * b).sum::<f32>() < 0.0);
            turns.push(if against { turn.map(|c| -c) } else { turn });
        }
        let turns = turns.concat();
        let start = |values: &[f32], n: usize| values.get(..n).map(<[f32]>::to_vec);
        let node = json!({ "name": name, "translation": start(&places, 3), "rotation": start(&turns, 4) });
        let node = self.node(node, ROOT);
        for (path, values, n) in [("translation", places, 3), ("rotation", turns, 4)] {
            if values.chunks(n).any(|value| value != &values[..n]) {
                self.channels.push((node, path, values));
            }
        }
        node
    }

    /// The frames of a track at the instants.
    fn frames(&self, track: usize) -> Vec<Frame> {
        let columns = &self.drawn.frames.tracks;
        let frame = |row: &usize| {
            let at = row * columns.count + TRACK * track;
            Frame::from_array(&std::array::from_fn(|i| columns.values[at + i]))
        };
        self.instants.iter().map(frame).collect()
    }

    fn track(&mut self, name: &str, track: usize) -> usize {
        let frames = self.frames(track);
        self.moving(name, &frames)
    }

    fn shape(&mut self, shape: &DrawnShape, carrier: usize) {
        let key = format!("{:?} {}", shape.shape.geometry, shape.body);
        let mesh = match self.known.get(&key) {
            Some(mesh) => *mesh,
            None => {
                let Some(mesh) = self.mesh(&shape.shape.geometry, shape.body) else { return };
                self.known.insert(key, mesh);
                mesh
            }
        };
        let [x, y, z, w, i, j, k] = shape.shape.at.to_array();
        self.node(json!({ "mesh": mesh, "translation": [x, y, z], "rotation": [i, j, k, w] }), carrier);
    }

    /// The mesh of a geometry in its own frame.
    fn mesh(&mut self, geometry: &Geometry, body: usize) -> Option<usize> {
        let (points, faces) = polygons(geometry, SIDES);
        let material = 2 * body + usize::from(matches!(geometry, Geometry::Plane { .. } | Geometry::Patch { .. }));
        let mut primitives = Vec::new();
        if !faces.is_empty() {
            let mut attributes = json!({ "POSITION": self.buffer.places(&points) });
            if matches!(geometry, Geometry::Sphere { .. }) {
                let normals: Vec<Vec3> = points.iter().map(|p| p.normalize()).collect();
                attributes["NORMAL"] = json!(self.buffer.vectors(&normals));
            }
            let indices = self.buffer.indices(&triangles(&faces));
            primitives
                .push(json!({ "attributes": attributes, "indices": indices, "material": material, "mode": TRIANGLES }));
        }
        for line in polylines(geometry, SIDES) {
            let position = self.buffer.places(&line);
            primitives
                .push(json!({ "attributes": { "POSITION": position }, "material": material, "mode": LINE_STRIP }));
        }
        (!primitives.is_empty()).then(|| self.add_mesh(primitives))
    }

    fn add_mesh(&mut self, primitives: Vec<Value>) -> usize {
        self.meshes.push(json!({ "primitives": primitives }));
        self.meshes.len() - 1
    }

    /// A surface or a line of a flexible body; `first_point` is its first one among those that are not tracks.
    fn flexible(&mut self, k: usize, outline: &Outline, rings: Option<&[Vec<[f64; 2]>]>, first_point: &mut usize) {
        let count = outline.points.len();
        let json = &self.drawn.flexible.json[k];
        let (body, radius) = (json["body"].as_u64().unwrap_or(0) as usize, json["radius"].as_f64().unwrap_or(0.0));
        let frames: Vec<Vec<Frame>> = if rings.is_some() {
            let first = json["first"].as_u64().unwrap_or(0) as usize;
            (first..first + count).map(|track| self.frames(track)).collect()
        } else {
            let places = self.places(*first_point, count);
            *first_point += count;
            places
        };
        let (frames, (points, owners, faces)) = match outline.faces() {
            Some(faces) => (frames.clone(), surface(&frames, faces.iter().map(|f| f.nodes().to_vec()).collect())),
            None if rings.is_some() => (frames.clone(), swept(&frames, rings.unwrap_or_default())),
            None => {
                let carried = carried(&frames);
                let ring: Vec<[f64; 2]> = crate::element::section_circle(radius.max(1e-3));
                let mesh = swept(&carried, &[ring]);
                (carried, mesh)
            }
        };
        if frames.iter().any(Vec::is_empty) || points.is_empty() {
            return;
        }
        let name = &self.drawn.bodies[body];
        let joints: Vec<usize> =
            frames.iter().enumerate().map(|(i, f)| self.moving(&format!("{name}[{i}]"), f)).collect();
        let bind: Vec<Frame> = frames.iter().map(|f| f[0].inverse()).collect();
        let skin = json!({ "inverseBindMatrices": self.buffer.matrices(&bind), "joints": joints });
        self.skins.push(skin);
        let (joint, weight) = self.buffer.owners(&owners);
        let attributes = json!({ "POSITION": self.buffer.places(&points), "JOINTS_0": joint, "WEIGHTS_0": weight });
        let indices = self.buffer.indices(&triangles(&faces));
        let primitive =
            json!({ "attributes": attributes, "indices": indices, "material": 2 * body, "mode": TRIANGLES });
        let mesh = self.add_mesh(vec![primitive]);
        // Joints alone place a skinned mesh.
        self.nodes.push(json!({ "name": name, "mesh": mesh, "skin": self.skins.len() - 1 }));
        self.scene.push(self.nodes.len() - 1);
    }

    /// Places of points that have no orientation.
    fn places(&self, first: usize, count: usize) -> Vec<Vec<Frame>> {
        let columns = &self.drawn.frames.points;
        let place = |row: usize, point: usize| {
            let at = row * columns.count + 3 * point;
            Frame::new(Vec3::from_fn(|i, _| columns.values[at + i]), lie::Quaternion::identity())
        };
        (first..first + count).map(|point| self.instants.iter().map(|row| place(*row, point)).collect()).collect()
    }

    fn finish(mut self, name: &str, times: &[f32]) -> Vec<u8> {
        for (parent, children) in self.children {
            self.nodes[parent]["children"] = json!(children);
        }
        let mut animations = Vec::new();
        if !self.channels.is_empty() {
            let input = self.buffer.times(times);
            let mut channels = Vec::new();
            let mut samplers = Vec::new();
            for (node, path, values) in &self.channels {
                samplers.push(
                    json!({ "input": input, "output": self.buffer.values(values, path), "interpolation": "LINEAR" }),
                );
                channels.push(json!({ "sampler": samplers.len() - 1, "target": { "node": node, "path": path } }));
            }
            animations.push(json!({ "name": name, "channels": channels, "samplers": samplers }));
        }
        let materials: Vec<Value> = (0..self.drawn.bodies.len()).flat_map(materials).collect();
        let mut document = json!({
            "asset": { "version": "2.0", "generator": concat!("carom ", env!("CARGO_PKG_VERSION")) },
            "scene": 0,
            "scenes": [{ "name": name, "nodes": self.scene }],
            "nodes": self.nodes,
            "materials": materials,
        });
        let lists = [("meshes", self.meshes), ("skins", self.skins), ("animations", animations)];
        for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            document[key] = list.into();
        }
        self.buffer.glb(document)
    }
}

/// A body's colour, opaque and as it shows planes.
fn materials(body: usize) -> [Value; 2] {
    let colour = if body == 0 { STILL } else { PALETTE[(body - 1) % PALETTE.len()] };
    // Colours of the format are linear.
    let linear = colour.map(|c| (f64::from(c) / 255.0).powf(2.2));
    [1.0, 0.35].map(|alpha| {
        let [r, g, b] = linear;
        json!({
            "pbrMetallicRoughness": { "baseColorFactor": [r, g, b, alpha], "metallicFactor": 0.0, "roughnessFactor": 0.7 },
            "alphaMode": if alpha < 1.0 { "BLEND" } else { "OPAQUE" },
            "doubleSided": true,
        })
    })
}

/// Corners of triangles of convex polygons.
fn triangles(faces: &[Vec<usize>]) -> Vec<u32> {
    let fan = |face: &Vec<usize>| {
        let corners: Vec<u32> = face.iter().map(|i| *i as u32).collect();
        (1..corners.len().saturating_sub(1))
            .flat_map(move |k| [corners[0], corners[k], corners[k + 1]])
            .collect::<Vec<_>>()
    };
    faces.iter().flat_map(fan).collect()
}

/// Points at the first instant, which joint carries each, and faces.
type Carried = (Vec<Vec3>, Vec<usize>, Vec<Vec<usize>>);

fn surface(frames: &[Vec<Frame>], faces: Vec<Vec<usize>>) -> Carried {
    let points = frames.iter().filter_map(|f| f.first()).map(|frame| frame.x).collect();
    (points, (0..frames.len()).collect(), faces)
}

/// Sections along a line, open at its ends.
fn swept(frames: &[Vec<Frame>], rings: &[Vec<[f64; 2]>]) -> Carried {
    let (mut points, mut owners, mut faces) = (Vec::new(), Vec::new(), Vec::new());
    let corners: usize = rings.iter().map(Vec::len).sum();
    for (station, frame) in frames.iter().enumerate().filter_map(|(k, f)| Some((k, f.first()?))) {
        points.extend(rings.iter().flatten().map(|[y, z]| frame.point(&Vec3::new(0.0, *y, *z))));
        owners.extend(std::iter::repeat_n(station, corners));
    }
    for station in 1..frames.len() {
        let (before, mut first) = ((station - 1) * corners, 0);
        for ring in rings {
            for k in 0..ring.len() {
                let [a, b] = [k, (k + 1) % ring.len()].map(|k| before + first + k);
                faces.push(vec![a, b, b + corners, a + corners]);
            }
            first += ring.len();
        }
    }
    (points, owners, faces)
}

/// Frames along a line whose points have no orientation: x along it, carried from one to the next without twist.
fn carried(places: &[Vec<Frame>]) -> Vec<Vec<Frame>> {
    let instants = places.first().map_or(0, Vec::len);
    let mut out = vec![Vec::with_capacity(instants); places.len()];
    for t in 0..instants {
        let mut side = Vec3::zeros();
        for k in 0..places.len() {
            let along = places[(k + 1).min(places.len() - 1)][t].x - places[k.saturating_sub(1)][t].x;
            let along = along.try_normalize(0.0).unwrap_or_else(Vec3::x);
            let other = if along.x.abs() < 0.9 { Vec3::x() } else { Vec3::y() };
            let across = |v: Vec3| (v - along * along.dot(&v)).try_normalize(1e-9);
            side = across(side).or_else(|| across(other)).unwrap_or_else(Vec3::z);
            let r = Mat3::from_columns(&[along, side, along.cross(&side)]);
            out[k].push(Frame::from_matrix(places[k][t].x, &r));
        }
    }
    out
}
