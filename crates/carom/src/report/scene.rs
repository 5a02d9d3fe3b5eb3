//! What is drawn: shapes on tracks, flexible bodies, springs and joints.

use super::frames::{Flexible, Frames};
use super::pack::Columns;
use crate::joint::{Joint, Row};
use crate::model::{Model, PortId};
use crate::record::{Geometry, RecordError, Shape, finite_shapes, polygons};
use crate::system::System;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::path::Path;

/// Steps of positions, as a share of the size of what is seen.
const FINE: f64 = 1e-6;
/// Sides of the circles of tubes and capsules.
const SIDES: usize = 48;

/// What is drawn of a run, and where it is at every instant.
pub struct Drawn<'a> {
    /// Names; the first is the ground.
    pub bodies: Vec<String>,
    pub shapes: Vec<DrawnShape>,
    pub flexible: Flexible<'a>,
    pub frames: Frames,
    springs: Vec<Value>,
    joints: Vec<Value>,
}

/// A shape, with the places of its body and of its track.
pub struct DrawnShape {
    pub body: usize,
    pub track: usize,
    pub shape: Shape,
}

/// Different things in the order of their first appearance.
pub struct Places<T> {
    pub all: Vec<T>,
    places: HashMap<T, usize>,
}

impl<T: Clone + Eq + std::hash::Hash> Places<T> {
    pub fn new() -> Self {
        Self { all: Vec::new(), places: HashMap::new() }
    }

    pub fn of(&mut self, thing: &T) -> usize {
        if let Some(place) = self.places.get(thing) {
            return *place;
        }
        self.places.insert(thing.clone(), self.all.len());
        self.all.push(thing.clone());
        self.all.len() - 1
    }
}

impl<'a> Drawn<'a> {
    /// Reads the motion of a run. A run without a recorded motion has no frames. `resolved` is the model with numbers, which knows the
    /// sections of bars.
    pub fn read(system: &'a System, shapes: &[Shape], motion: &Path, resolved: &Value) -> Result<Self, RecordError> {
        let model = &system.model;
        let (mut bodies, mut tracks) = (Places::<String>::new(), Places::<PortId>::new());
        bodies.of(&"ground".to_owned());
        let springs = springs(model, &mut tracks);
        let joints = joints(model, &mut tracks);
        for shape in shapes {
            tracks.of(&shape.port);
        }
        let flexible = Flexible::of(model, resolved, &mut bodies, tracks.all.len());
        let frames = Frames::read(system, &tracks.all, &flexible, motion)?;
        let shapes = finite_shapes(shapes, &frames.sampled);
        let place = |shape: Shape| DrawnShape { body: bodies.of(&shape.name), track: tracks.of(&shape.port), shape };
        let shapes = shapes.into_iter().map(place).collect();
        Ok(Self { bodies: bodies.all, shapes, flexible, frames, springs, joints })
    }

    /// The parts of the page's data that belong to the animation.
    pub fn json(&self) -> Map<String, Value> {
        let frames = &self.frames;
        let fine = FINE * frames.size();
        let field = |(name, unit, values): &(&str, &str, Columns)| json!({ "name": name, "unit": unit, "values": values.reals() });
        let fields = frames.fields.iter().filter(|(.., values)| has_values(values)).map(field);
        let parts = [
            ("bodies", json!(self.bodies)),
            ("times", Columns { count: 1, values: frames.times.clone() }.reals()),
            ("tracks", frames.packed_tracks(fine)),
            ("points", frames.points.steps(fine)),
            ("shapes", self.shapes.iter().map(DrawnShape::json).collect()),
            ("outlines", self.flexible.json.clone().into()),
            ("fields", fields.collect()),
            ("springs", self.springs.clone().into()),
            ("joints", self.joints.clone().into()),
        ];
        parts.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

impl DrawnShape {
    fn json(&self) -> Value {
        let Shape { at, geometry: form, .. } = &self.shape;
        json!({ "body": self.body, "track": self.track, "at": at.to_array(), "geometry": geometry(form) })
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
