//! A circle inside a circle: a journal in its bearing, the revolute joint with clearance.
//!
//! Distances are measured across the z axis of the bearing's frame A, in a planar model across its normal: the pair is a bore
//! ([`Revolved`]), t₁ runs around and t₂ along the axis. The tilt of the journal against the bearing is left out.

use super::sphere_in_sphere::check_nested;
use super::{Contact, Revolved};
use crate::catalog::Kind;
use crate::record::Geometry;
use crate::spec::{BuildError, Builder, Number, Reference};
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
        let outer = b.axis_port(&self.outer)?;
        let inner = b.port(&self.inner)?;
        let law = b.law_of_pair()?;
        b.warn_of_resistance(&law, radii[1]);
        b.show(&self.outer.name, outer, Geometry::circle(radii[0]));
        let pair = Arc::new(Revolved::bore([outer, inner], radii[0], radii[1]));
        b.add_contacts(name, vec![Contact { name: name.to_owned(), kind: Self::KEY, pair, law }])
    }
}
