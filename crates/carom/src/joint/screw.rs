//! Screw: a cylindrical joint whose displacement follows its angle.
//!
//! With a₃ the axis, d = x_B − x_A and p the pitch in metres per turn:
//!
//! ```text
//! g = (a₁·d, a₂·d, a₃·b₁, a₃·b₂, a₃·d − p/2π angle − offset),    coordinates: angle, displacement
//! ```
//!
//! The offset is the value at the start; a positive pitch is a right-hand thread.

use super::frames::{AxisRole, JointFrames, Sides};
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;
use std::f64::consts::TAU;

/// A nut on a thread.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Screw {
    /// First attachment: `BODY`, `BODY.POINT`, `BODY.FRAME`, `ground` …
    pub a: Reference,
    /// Second attachment.
    pub b: Reference,
    /// (m) Point in space, at the start, where both sides attach. Default: the points that `a` and `b` name.
    pub at: Option<Vector>,
    /// Axis in space at the start. Default: z axis of the frame that `a` names, the normal of a planar model, or z.
    pub axis: Option<Vector>,
    /// (m) Displacement of B along the axis per turn.
    pub pitch: Number,
    /// (rad) Value of the angle at the start. Default: 0.
    pub initial_angle: Option<Number>,
    /// (m) Value of the displacement at the start. Default: 0; where `a` and `b` both name frames and there is no `axis`, the distance of
    /// their origins along the axis.
    pub initial_displacement: Option<Number>,
}

impl Kind for Screw {
    const KEY: &'static str = "screw";
    const SUMMARY: &'static str = "displacement follows the angle; coordinates: angle, displacement";
    const SAMPLE: &'static str = r#"
name = "screw"
gravity = [0, -9.81, 0]
[bodies.body]
type = "rigid_body"
mass = 1.0
inertia = [0.02, 0.03, 0.04]

[joints.joint]
type = "screw"
a = "ground"
b = "body"
axis = [0, 1, 0]
pitch = 0.01
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let frames = JointFrames::new(
            b,
            &Sides {
                a: &self.a,
                b: &self.b,
                at: self.at.as_ref(),
                axis: self.axis.as_ref(),
                initial_angle: self.initial_angle.as_ref(),
                role: AxisRole::Either,
                oriented: [true; 2],
            },
        )?;
        let pitch = b.number(&self.pitch)?;
        let (angle, displacement) = (frames.angle(b), frames.projection(2));
        let mut rows: Vec<Row> =
            [frames.projection(0), frames.projection(1), frames.dot(2, 0), frames.dot(2, 1)].map(Row::new).into();
        let terms = vec![(1.0, displacement.clone()), (-pitch / TAU, angle.clone())];
        let offset = b.initial_value(&terms);
        rows.push(Row { terms, offset, ..Row::void() });
        let displacement = frames.displacement(b, self.initial_displacement.as_ref())?;
        let coordinates = vec![("angle", angle), ("displacement", displacement)];
        b.add_joint(Joint { name: name.to_owned(), kind: Self::KEY, rows, coordinates });
        Ok(())
    }
}
