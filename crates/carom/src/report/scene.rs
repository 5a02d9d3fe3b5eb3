//! What is drawn: shapes on tracks, flexible bodies as points that move, springs and joints; and where it all is at every instant.

use super::pack::Columns;
use crate::Frame;
use crate::history::CellValues;
use crate::joint::{Joint, Row};
use crate::model::{Kinematics, LineSection, Model, PortId, PortState};
use crate::record::{Geometry, Instant, MotionReader, Outline, RecordError, Shape, finite_shapes, polygons};
use crate::system::System;
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
    let mut flexible = Flexible::of(model, resolved, &mut bodies, tracks.all.len());
    let frames = Frames::read(system, &tracks.all, &flexible, motion)?;
    let shapes = finite_shapes(shapes, &frames.sampled).into_iter().map(|shape| {
        let (body, track) = (bodies.of(&shape.name), tracks.of(&shape.port));
        json!({ "body": body, "track": track, "at": shape.at.to_array(), "geometry": geometry(&shape.geometry) })
    });
    let shapes: Vec<Value> = shapes.collect();
    let size = frames.size();
    let field =
        |(name, unit, values): &(&str, &str, Columns)| json!({ "name": name, "unit": unit, "values": values.reals() });
    let fields: Vec<Value> = frames.fields.iter().filter(|(.., values)| has_values(values)).map(field).collect();
    let parts = [
        ("bodies", json!(bodies.all)),
        ("times", Columns { count: 1, values: frames.times.clone() }.reals()),
        ("tracks", frames.packed_tracks(FINE * size)),
        ("points", frames.points.steps(FINE * size)),
        ("shapes", shapes.into()),
        ("outlines", std::mem::take(&mut flexible.json).into()),
        ("fields", fields.into()),
        ("springs", springs.into()),
        ("joints", joints.into()),
    ];
    let json = parts.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    Ok(Drawn { json, times: frames.times })
}

/// What is drawn of flexible bodies.
struct Flexible<'a> {
    outlines: Vec<Outline>,
    /// Sections of those that are lines whose points have orientations.
    sections: Vec<Option<&'a LineSection>>,
    /// The cells whose values the page has.
    cells: Vec<usize>,
    json: Vec<Value>,
}

impl<'a> Flexible<'a> {
    /// Points of lines with a section are tracks, behind the `tracks` of ports; other points are points.
    fn of(model: &'a Model, resolved: &Value, bodies: &mut Places<String>, mut tracks: usize) -> Self {
        let mut cells = Places::<usize>::new();
        let mut out = Self { outlines: Vec::new(), sections: Vec::new(), cells: Vec::new(), json: Vec::new() };
        let (mut points, mut start) = (0, 0);
        for body in &model.flexible {
            for outline in Outline::of(body) {
                let section = body.section.as_ref().filter(|_| outline.faces().is_none());
                let next = if section.is_some() { &mut tracks } else { &mut points };
                let first = *next;
                *next += outline.points.len();
                let faces: Option<Vec<&[usize]>> =
                    outline.faces().map(|faces| faces.iter().map(|f| f.nodes()).collect());
                let of_faces = outline.faces().into_iter().flatten().map(|face| face.cell);
                let coloured = of_faces.chain(outline.cells.iter().copied());
                let coloured: Vec<usize> = coloured.map(|cell| cells.of(&(start + cell))).collect();
                out.json.push(json!({
                    "body": bodies.of(&outline.name),
                    "first": first,
                    "count": outline.points.len(),
                    "faces": faces,
                    "cells": coloured,
                    "radius": radius(&resolved["bodies"][&outline.name]),
                    "rings": section.map(|section| &section.rings),
                }));
                out.sections.push(section);
                out.outlines.push(outline);
            }
            start += body.cells.len();
        }
        out.cells = cells.all;
        out
    }

    /// Outlines with their section, if their points are tracks.
    fn iter(&self) -> impl Iterator<Item = (&Outline, Option<&LineSection>)> {
        self.outlines.iter().zip(self.sections.iter().copied())
    }
}

/// Everything that moves, instant after instant.
struct Frames {
    times: Vec<f64>,
    tracks: Columns,
    points: Columns,
    /// Name, unit and values of the cells that are drawn.
    fields: Vec<(&'static str, &'static str, Columns)>,
    sampled: Vec<Instant>,
}

impl Frames {
    fn read(system: &System, tracks: &[PortId], flexible: &Flexible, motion: &Path) -> Result<Self, RecordError> {
        let model = &system.model;
        let count = |oriented: bool| -> usize {
            flexible.iter().filter(|(_, section)| section.is_some() == oriented).map(|(o, _)| o.points.len()).sum()
        };
        let mut frames = Self {
            times: Vec::new(),
            tracks: Columns::new(TRACK * (tracks.len() + count(true))),
            points: Columns::new(3 * count(false)),
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
            frames.take(&kin, tracks, flexible, wanted);
            if !flexible.cells.is_empty() {
                values.update(model, system.scene(&kin));
                frames.take_fields(&values, &flexible.cells);
            }
        }
        Ok(frames)
    }

    fn take(&mut self, kin: &Kinematics, tracks: &[PortId], flexible: &Flexible, sampled: bool) {
        self.times.push(kin.t);
        for port in tracks {
            let PortState { x, r, .. } = &kin.ports[*port];
            self.tracks.values.extend(Frame::from_matrix(*x, r).to_array());
        }
        for (outline, section) in flexible.iter() {
            let Some(section) = section else {
                outline.points.iter().for_each(|point| self.points.values.extend(point.position(kin).iter()));
                continue;
            };
            for (point, number) in outline.points.iter().zip(&outline.numbers) {
                let frame = point.frame(kin);
                self.tracks.values.extend(Frame::from_matrix(frame.x, &(frame.r() * section.axes[*number])).to_array());
            }
        }
        if sampled {
            let places = |outline: &Outline| outline.points.iter().map(|point| point.position(kin)).collect();
            let outlines = flexible.outlines.iter().map(places).collect();
            self.sampled.push(Instant { ports: kin.ports.clone(), outlines });
        }
    }

    /// Scalars of the recorded values: of forces and moments along and across the section's axis.
    fn take_fields(&mut self, values: &CellValues, cells: &[usize]) {
        let mut k = 0;
        for array in values.arrays() {
            for (name, unit, of) in scalars(array.name) {
                if k == self.fields.len() {
                    self.fields.push((*name, *unit, Columns::new(cells.len())));
                }
                let n = array.components;
                let column = cells.iter().map(|cell| of(&array.values[n * cell..n * (cell + 1)]));
                self.fields[k].2.values.extend(column);
                k += 1;
            }
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

type Scalar = (&'static str, &'static str, fn(&[f64]) -> f64);

/// What is shown of a recorded array.
fn scalars(array: &str) -> &'static [Scalar] {
    match array {
        "von_mises" => &[("von Mises stress", "Pa", |x| x[0])],
        "section_force" => &[("axial force", "N", |x| x[0]), ("shear force", "N", |x| x[1].hypot(x[2]))],
        "section_moment" => &[("torque", "N m", |x| x[0]), ("bending moment", "N m", |x| x[1].hypot(x[2]))],
        _ => &[("strain energy", "J", |x| x[0])],
    }
}

/// Whether anything but zeros was recorded.
fn has_values(columns: &Columns) -> bool {
    columns.values.iter().any(|x| x.is_finite() && *x != 0.0)
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

/// Joints between their two sides; the axis is z of the first. Gears and drives act on other joints.
fn joints(model: &Model, tracks: &mut Places<PortId>) -> Vec<Value> {
    let sides = |rows: &[Row]| rows.first()?.terms.first().map(|(_, measure)| measure.ports());
    let drawn = model.joints.iter().filter(|joint| !["gear", "motion"].contains(&joint.kind));
    let placed = drawn.filter_map(|joint| Some((joint, sides(&joint.rows)?)));
    let joint = |(joint, (a, b)): (&Joint, _)| json!({ "name": joint.name, "kind": joint.kind, "a": tracks.of(&a), "b": tracks.of(&b) });
    placed.map(joint).collect()
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
