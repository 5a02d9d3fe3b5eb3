//! A circle inside a circle: a journal in its bearing, the revolute joint with clearance.
//!
//! Distances are measured across the z axis of the bearing's frame A, in a planar model across its normal:
//! g_N = (r_A − r_B) − ρ with ρ the distance of B's centre from that axis. n points from the bearing's surface to the journal's
//! centre, arms −r_A n and −r_B n; t₁ runs around, t₂ along the axis. The tilt of the journal against the bearing is left out.

use super::sphere_in_sphere::check_nested;
use super::{Contact, Pair, rolling_rows};
use crate::Vec3;
use crate::catalog::Kind;
use crate::joint::Row;
use crate::measure::{Field, Measure};
use crate::model::{ContactFrame, Kinematics, Port, PortId};
use crate::post::Curvatures;
use crate::record::Geometry;
use crate::spec::{BuildError, Builder, Number, Reference};
use crate::{Frame, Mat3};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A journal in a bearing.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CircleInCircle {
    /// Centre of the bearing: `BODY.FRAME`, `ground` … Its axis is the z axis of this frame, in a planar model the normal.
    pub outer: Reference,
    /// Centre of the journal.
    pub inner: Reference,
    /// (m) Radius of the bearing.
    pub outer_radius: Number,
    /// (m) Radius of the journal.
    pub inner_radius: Number,
}

impl Kind for CircleInCircle {
    const KEY: &'static str = "circle_in_circle";
    const SUMMARY: &'static str = "a journal in its bearing: a hinge with clearance";
    const SAMPLE: &'static str = r#"
name = "pendulum with a worn bearing"
plane = "xy"
gravity = [0, -9.81, 0]
[bodies.arm]
type = "rigid_body"
mass = 1
inertia = 0.1
position = [0.2502, 0.0001, 0]
points = { eye = [-0.25, 0, 0] }
[contacts.bearing]
type = "circle_in_circle"
outer = "ground"
inner = "arm.eye"
outer_radius = 0.0105
inner_radius = 0.01
friction = 0.1
rolling_resistance = 1e-5
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let radii = [b.positive(&self.outer_radius, "outer_radius")?, b.positive(&self.inner_radius, "inner_radius")?];
        check_nested(b, (&self.outer, radii[0]), (&self.inner, radii[1]))?;
        let bearing = b.attachment(&self.outer)?;
        if !b.has_orientation(&bearing) {
            let message = format!("`{}` is a point and has no axis", bearing.name);
            return Err(BuildError::at(&self.outer.span, message).help("bearings are carried by bodies with rotations"));
        }
        // In a planar model the bearing's axis is the normal, whatever frame carries it.
        let outer = match b.model.plane {
            None => b.port(&self.outer)?,
            Some(plane) => {
                let n = plane.normal();
                let axes = [(n + 1) % 3, (n + 2) % 3, n].map(|i| Vec3::ith(i, 1.0));
                let space = Frame::from_matrix(b.in_space(&bearing).x, &Mat3::from_columns(&axes));
                let port: Port = bearing.replaced(b, &space).port();
                b.add_port(port)
            }
        };
        let inner = b.port(&self.inner)?;
        let law = b.law_of_pair()?;
        b.warn_of_resistance(&law, radii[1]);
        b.show(&self.outer.name, outer, Geometry::circle(radii[0]));
        let pair = Arc::new(Journal { ports: [outer, inner], radii });
        b.add_contacts(name, vec![Contact { name: name.to_owned(), kind: Self::KEY, pair, law }])
    }
}

/// Bearing and journal.
#[derive(Clone, Debug)]
pub struct Journal {
    pub ports: [PortId; 2],
    pub radii: [f64; 2],
}

impl Pair for Journal {
    fn normal_turns(&self) -> bool {
        true
    }

    fn ports(&self) -> (PortId, PortId) {
        (self.ports[0], self.ports[1])
    }

    fn curvatures(&self) -> Option<Curvatures> {
        Some(Curvatures { first: [-1.0 / self.radii[0], 0.0], second: [1.0 / self.radii[1], 0.0], angle: 0.0 })
    }

    fn rows(&self, slot: usize) -> Vec<Row> {
        let [a, b] = self.ports;
        let distance = Measure::Field { a, b, field: Field::Axis };
        let gap = Row { terms: vec![(-1.0, distance)], offset: self.radii[1] - self.radii[0], drive: None };
        rolling_rows(gap, (a, b), slot, false)
    }

    fn gap(&self, kin: &Kinematics) -> f64 {
        let [a, b] = self.ports.map(|p| &kin.ports[p]);
        let d = a.r.tr_mul(&(b.x - a.x));
        self.radii[0] - self.radii[1] - d.x.hypot(d.y)
    }

    fn frame(&self, kin: &Kinematics, last: &ContactFrame) -> ContactFrame {
        let [a, b] = self.ports.map(|p| &kin.ports[p]);
        let d = b.x - a.x;
        let axis = a.axis(2);
        let across = d - axis * axis.dot(&d);
        let length = across.norm();
        let n = if length > f64::EPSILON * self.radii[0] {
            -across / length
        } else {
            last.normal().map_or(-a.axis(0), |n| (n - axis * axis.dot(&n)).normalize())
        };
        let t = axis.cross(&n);
        // The point of contact lies in the journal's plane.
        let arm = n * -self.radii[1];
        ContactFrame { axes: [n, t, n.cross(&t)], arms: [d + arm, arm], d, r: [a.r, b.r] }
    }
}
