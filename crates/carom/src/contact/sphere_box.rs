//! A sphere against the faces, edges and corners of a box (the distance is `measure/field.rs`).
//!
//! The normal points from the nearest point of the box to the centre. Sliding and turning are seen by an observer who rides on
//! the box.

use super::tunnelling::through_box;
use super::{Contact, Pair, axes_about, rolling_rows};
use crate::Vec3;
use crate::catalog::Kind;
use crate::joint::Row;
use crate::measure::{Field, Measure};
use crate::model::{ContactFrame, Kinematics, Plane, PortId};
use crate::post::Curvatures;
use crate::record::Geometry;
use crate::spec::{BuildError, Builder, Number, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A sphere against a box.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SphereBoxSpec {
    /// Centre of the sphere: `BODY` or `BODY.POINT`.
    pub sphere: Reference,
    /// (m) Its radius. Default: that of the body's own sphere.
    pub radius: Option<Number>,
    /// Centre and axes of the box: `BODY`, `BODY.FRAME`, `ground.FRAME` …
    pub r#box: Reference,
    /// (m) Edges of the box along its axes.
    pub size: Vector,
}

impl Kind for SphereBoxSpec {
    const KEY: &'static str = "sphere_box";
    const SUMMARY: &'static str = "a sphere against the faces, edges and corners of a box";
    const SAMPLE: &'static str = r#"
name = "ball on a step"
gravity = [0, 0, -9.81]
[bodies.ball]
type = "rigid_body"
mass = 1
inertia = [0.004, 0.004, 0.004]
position = [0.55, 0.1, 0.24]
velocity = [1, 0, 0]
[contacts.step]
type = "sphere_box"
sphere = "ball"
radius = 0.1
box = "ground"
size = [1, 1, 0.2]
friction = 0.3
rolling_resistance = 1e-3
drilling_resistance = 1e-3
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let carrier = b.attachment(&self.r#box)?;
        if b.attachment(&self.sphere)?.shares_carrier(&carrier) {
            return Err(BuildError::at(&self.sphere.span, "the sphere and the box are on the same body")
                .help("contacts act between two different bodies"));
        }
        if !b.has_orientation(&carrier) {
            let message = format!("`{}` is a point and carries no box", carrier.name);
            return Err(BuildError::at(&self.r#box.span, message).help("boxes are carried by bodies with rotations"));
        }
        let size = b.vector(&self.size)?;
        if size.min() <= 0.0 {
            return Err(BuildError::at(&self.size.0.span(), "the edges of the box must be positive numbers"));
        }
        let (centre, radius) = b.sphere(&self.sphere, self.radius.as_ref())?;
        let port = b.port(&self.r#box)?;
        let law = b.law_of_pair()?;
        b.warn_of_resistance(&law, radius);
        b.show(&carrier.name, port, Geometry::Box { size: size.into() });
        let pair = Arc::new(SphereBox::new(port, size * 0.5, centre, radius, b.model.plane));
        b.add_contacts(name, vec![Contact { name: name.to_owned(), kind: Self::KEY, pair, law }])
    }
}

/// A box (A) and a sphere (B).
#[derive(Clone, Debug)]
pub struct SphereBox {
    ports: [PortId; 2],
    field: Field,
    radius: f64,
    out_of_plane: Option<Vec3>,
}

impl SphereBox {
    pub fn new(port: PortId, half: Vec3, centre: PortId, radius: f64, plane: Option<Plane>) -> Self {
        let out_of_plane = plane.map(|p| Vec3::ith(p.normal(), 1.0));
        Self { ports: [port, centre], field: Field::Box { half }, radius, out_of_plane }
    }
}

impl Pair for SphereBox {
    fn normal_turns(&self) -> bool {
        true
    }

    fn ports(&self) -> (PortId, PortId) {
        (self.ports[0], self.ports[1])
    }

    fn curvatures(&self) -> Option<Curvatures> {
        // That of its faces.
        Some(Curvatures { first: [0.0; 2], second: [1.0 / self.radius; 2], angle: 0.0 })
    }

    fn is_edge(&self, kin: &Kinematics) -> bool {
        let [a, b] = self.ports.map(|p| &kin.ports[p]);
        let n = self.field.at(&a.r.tr_mul(&(b.x - a.x))).n;
        n.iter().filter(|x| **x != 0.0).count() > 1
    }

    fn rows(&self, slot: usize) -> Vec<Row> {
        let [a, b] = self.ports;
        let distance = Measure::Field { a, b, field: self.field };
        rolling_rows(Row { offset: self.radius, ..Row::new(distance) }, (a, b), slot, true)
    }

    fn gap(&self, kin: &Kinematics) -> f64 {
        let [a, b] = self.ports.map(|p| &kin.ports[p]);
        self.field.at(&a.r.tr_mul(&(b.x - a.x))).value - self.radius
    }

    fn passes(&self, start: &Kinematics, end: &Kinematics) -> bool {
        through_box(self.ports, &self.field, self.radius, start, end)
    }

    fn frame(&self, kin: &Kinematics, last: &ContactFrame) -> ContactFrame {
        let [a, b] = self.ports.map(|p| &kin.ports[p]);
        let d = b.x - a.x;
        let n = a.r * self.field.at(&a.r.tr_mul(&d)).n;
        let arm = n * -self.radius;
        ContactFrame { axes: axes_about(n, self.out_of_plane, last), arms: [d + arm, arm], d, r: [a.r, b.r] }
    }
}
