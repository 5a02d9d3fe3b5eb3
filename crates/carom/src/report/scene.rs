//! What is drawn: shapes on tracks, flexible bodies as points that move, springs and joints; and where it all is at every instant.

use super::pack::Columns;
use crate::history::CellValues;
use crate::model::{Kinematics, Model, PortId, PortState};
use crate::record::{CellArray, Geometry, Instant, MotionReader, Outline, RecordError, Shape, finite_shapes, polygons};
use crate::system::System;
use crate::{Frame, Vec3};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::f64::consts::PI;
use std::path::Path;

/// Steps of positions, as a share of the size of what is seen, and of quaternions.
const FINE: f64 = 1e-6;
const TURN: f64 = 1e-5;
/// Sides of the circles of tubes and capsules.
const SIDES: usize = 48;
/// Numbers of a track: position and quaternion.
const TRACK: usize = 7;
/// Instants that decide how far planes without end reach, about.
const SAMPLED: u64 = 50;

/// The parts of the page's data that belong to the animation, and the times of its frames.
pub struct Drawn {
    pub json: Map<String, Value>,
    pub times: Vec<f64>,
}

/// Different things in the order of their first appearance.
struct Places<T> {
    all: Vec<T>,
    places: HashMap<T, usize>,
}

impl<T: Clone + Eq + std::hash::Hash> Places<T> {
    fn new() -> Self {
        Self { all: Vec::new(), places: HashMap::new() }
    }

    fn of(&mut self, thing: &T) -> usize {
        if let Some(place) = self.places.get(thing) {
            return *place;
        }
        self.places.insert(thing.clone(), self.all.len());
        self.all.push(thing.clone());
        self.all.len() - 1
    }
}

/// Reads the motion of a run and says what the page draws of it. A run without a recorded motion has no frames. `resolved` is the
/// model with numbers, which knows the sections of beams.
pub fn drawn(system: &System, shapes: &[Shape], motion: &Path, resolved: &Value) -> Result<Drawn, RecordError> {
    let model = &system.model;
    let (mut bodies, mut tracks) = (Places::<String>::new(), Places::<PortId>::new());
    bodies.of(&"ground".to_owned());
    let springs = springs(model, &mut tracks);
    let joints = joints(model, &mut tracks);
    for shape in shapes {
        tracks.of(&shape.port);
    }
    let outlines: Vec<Outline> = model.flexible.iter().flat_map(Outline::of).collect();
    let mut cells = Places::<usize>::new();
    let mut first = 0;
    let outlines_json: Vec<Value> = outlines
        .iter()
        .map(|outline| {
            let start = cells_before(model, &outline.name);
            let faces: Option<Vec<&[usize]>> = outline.faces().map(|faces| faces.iter().map(|f| f.nodes()).collect());
            let of_faces: Vec<usize> =
                outline.faces().into_iter().flatten().map(|face| cells.of(&(start + face.cell))).collect();
            first += outline.points.len();
            json!({
                "body": bodies.of(&outline.name),
                "first": first - outline.points.len(),
                "count": outline.points.len(),
                "faces": faces,
                "cells": of_faces,
                "radius": radius(&resolved["bodies"][&outline.name]),
            })
        })
        .collect();
    let frames = Frames::read(system, &tracks.all, (&outlines, &cells.all), motion)?;
    let shapes = finite_shapes(shapes, &frames.sampled).into_iter().map(|shape| {
        let (body, track) = (bodies.of(&shape.name), tracks.of(&shape.port));
        json!({ "body": body, "track": track, "at": shape.at.to_array(), "geometry": geometry(&shape.geometry) })
    });
    let shapes: Vec<Value> = shapes.collect();
    let size = frames.size();
    let field = |(name, unit, values): &(String, &str, Columns)| json!({ "name": name, "unit": unit, "values": values.reals() });
    let fields: Vec<Value> = frames.fields.iter().map(field).collect();
    let parts = [
        ("bodies", json!(bodies.all)),
        ("times", Columns { count: 1, values: frames.times.clone() }.reals()),
        ("tracks", frames.packed_tracks(FINE * size)),
        ("points", frames.points.steps(FINE * size)),
        ("shapes", shapes.into()),
        ("outlines", outlines_json.into()),
        ("fields", fields.into()),
        ("springs", springs.into()),
        ("joints", joints.into()),
    ];
    let json = parts.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    Ok(Drawn { json, times: frames.times })
}

/// Everything that moves, instant after instant.
struct Frames {
    times: Vec<f64>,
    tracks: Columns,
    points: Columns,
    /// Name, unit and values of the cells on surfaces.
    fields: Vec<(String, &'static str, Columns)>,
    sampled: Vec<Instant>,
}

impl Frames {
    fn read(
        system: &System,
        tracks: &[PortId],
        (outlines, cells): (&[Outline], &[usize]),
        motion: &Path,
    ) -> Result<Self, RecordError> {
        let model = &system.model;
        let points = outlines.iter().map(|outline| outline.points.len()).sum::<usize>();
        let mut frames = Self {
            times: Vec::new(),
            tracks: Columns::new(TRACK * tracks.len()),
            points: Columns::new(3 * points),
            fields: Vec::new(),
            sampled: Vec::new(),
        };
        if !motion.is_file() {
            return Ok(frames);
        }
        let mut reader = MotionReader::open(motion)?;
        let stride = reader.instants().div_ceil(SAMPLED).max(1);
        let mut kin = system.initial_kinematics();
        let mut values = CellValues::default();
        while reader.next(&mut kin)? {
            kin.update_ports(&model.ports);
            let wanted = (frames.times.len() as u64).is_multiple_of(stride) || reader.instants() == 0;
            frames.take(&kin, tracks, outlines, wanted);
            if !cells.is_empty() {
                values.update(model, system.scene(&kin));
                frames.take_fields(&values, cells);
            }
        }
        Ok(frames)
    }

    fn take(&mut self, kin: &Kinematics, tracks: &[PortId], outlines: &[Outline], sampled: bool) {
        self.times.push(kin.t);
        for port in tracks {
            let PortState { x, r, .. } = &kin.ports[*port];
            self.tracks.values.extend(Frame::from_matrix(*x, r).to_array());
        }
        let places: Vec<Vec<Vec3>> =
            outlines.iter().map(|outline| outline.points.iter().map(|point| point.position(kin)).collect()).collect();
        for x in places.iter().flatten() {
            self.points.values.extend(x.iter());
        }
        if sampled {
            self.sampled.push(Instant { ports: kin.ports.clone(), outlines: places });
        }
    }

    fn take_fields(&mut self, values: &CellValues, cells: &[usize]) {
        let arrays = values.arrays();
        if self.fields.is_empty() {
            let unit = |name: &str| if name == "von_mises" { "Pa" } else { "J" };
            let field = |a: &CellArray| (a.name.to_owned(), unit(a.name), Columns::new(cells.len()));
            self.fields = arrays.iter().map(field).collect();
        }
        for (field, array) in self.fields.iter_mut().zip(&arrays) {
            field.2.values.extend(cells.iter().map(|cell| array.values[*cell]));
        }
    }

    /// The largest coordinate.
    fn size(&self) -> f64 {
        let places = self.tracks.values.chunks_exact(TRACK).flat_map(|track| &track[..3]);
        let largest = places.chain(&self.points.values).fold(0.0_f64, |most, x| most.max(x.abs()));
        if largest > 0.0 && largest.is_finite() { largest } else { 1.0 }
    }

    /// Quaternions scaled so that their quantum is that of the positions; the page normalises them.
    fn packed_tracks(&self, quantum: f64) -> Value {
        let mut values = self.tracks.values.clone();
        for track in values.chunks_exact_mut(TRACK) {
            track[3..].iter_mut().for_each(|q| *q *= quantum / TURN);
        }
        Columns { count: self.tracks.count, values }.steps(quantum)
    }
}

fn geometry(geometry: &Geometry) -> Value {
    match geometry {
        Geometry::Box { size } => json!({ "type": "box", "size": size }),
        Geometry::Sphere { radius } => json!({ "type": "sphere", "radius": radius }),
        Geometry::Cylinder { radius, length } => json!({ "type": "cylinder", "radius": radius, "length": length }),
        Geometry::Line { points } => {
            let points: Vec<[f64; 3]> = points.iter().map(|p| [p.x, p.y, p.z]).collect();
            json!({ "type": "line", "points": points })
        }
        Geometry::Tube { .. } | Geometry::Capsule { .. } | Geometry::Mesh { .. } => {
            let (points, faces) = polygons(geometry, SIDES);
            let points: Vec<[f64; 3]> = points.iter().map(|p| [p.x, p.y, p.z]).collect();
            json!({ "type": "mesh", "points": points, "faces": faces })
        }
        Geometry::Cage { radius } => json!({ "type": "cage", "radius": radius }),
        Geometry::Plane { size } => json!({ "type": "patch", "size": [size, size] }),
        Geometry::Patch { size } => json!({ "type": "patch", "size": size }),
    }
}

/// Forces that act along the line between two points.
fn springs(model: &Model, tracks: &mut Places<PortId>) -> Vec<Value> {
    let ends = model.elements.iter().filter_map(|item| Some((&item.name, item.element.acts_between()?)));
    ends.map(|(name, (a, b))| json!({ "name": name, "a": tracks.of(&a), "b": tracks.of(&b) })).collect()
}

/// Joints at the second of their ports.
fn joints(model: &Model, tracks: &mut Places<PortId>) -> Vec<Value> {
    let place = |rows: &[crate::joint::Row]| rows.first()?.terms.first().map(|(_, measure)| measure.ports().1);
    let placed = model.joints.iter().filter_map(|joint| Some((joint, place(&joint.rows)?)));
    placed.map(|(joint, port)| json!({ "name": joint.name, "kind": joint.kind, "track": tracks.of(&port) })).collect()
}

/// Cells of the flexible bodies before the one with this name.
fn cells_before(model: &Model, name: &str) -> usize {
    model.flexible.iter().take_while(|body| body.name != name).map(|body| body.cells.len()).sum()
}

/// The radius of a line: of its section, or of the circle with the area of its section.
fn radius(body: &Value) -> f64 {
    let section = &body["section"];
    let round = [&section["radius"], &section["outer"]].into_iter().find_map(Value::as_f64);
    let area = || {
        let rectangle = section["width"].as_f64().zip(section["height"].as_f64()).map(|(w, h)| w * h);
        let area = [&section["area"], &body["area"]].into_iter().find_map(Value::as_f64);
        rectangle.or(area).map(|area| (area / PI).sqrt())
    };
    round.or_else(area).unwrap_or(0.0)
}
