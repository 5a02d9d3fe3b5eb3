//! Hinge: two bodies share a point and an axis; they turn against each other about it.
//!
//! With the joint frames (x_A; a₁, a₂, a₃) and (x_B; b₁, b₂, b₃), a₃ the axis, d = x_B − x_A:
//!
//! ```text
//! g = (a₁·d, a₂·d, a₃·d, a₃·b₁, a₃·b₂),    coordinate: angle = atan2(b₁·a₂, b₁·a₁)
//! ```
//!
//! positive when B turns counter-clockwise about the axis against A.

use super::frames::{AxisRole, JointFrames, Sides};
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;

/// A hinge (revolute joint).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hinge {
    /// First attachment: `BODY`, `BODY.POINT`, `BODY.FRAME`, `ground` …
    pub a: Reference,
    /// Second attachment.
    pub b: Reference,
    /// (m) Point in space, at the start, where both sides attach. Default: the points that `a` and `b` name.
    pub at: Option<Vector>,
    /// Axis in space at the start. Default: z axis of the frame that `a` names, the normal of a planar model, or z.
    pub axis: Option<Vector>,
    /// (rad) Value of the angle at the start. Default: 0.
    pub initial_angle: Option<Number>,
}

impl Kind for Hinge {
    const KEY: &'static str = "hinge";
    const SUMMARY: &'static str = "two bodies share a point and an axis; coordinate: angle";
    const SAMPLE: &'static str = r#"
name = "pendulum"
gravity = [0, -9.81, 0]
[bodies.rod]
type = "rigid_body"
mass = 1.0
inertia = [0.001, 0.08, 0.08]
position = [0.5, 0, 0]
points = { end = [-0.5, 0, 0] }
[joints.pivot]
type = "hinge"
a = "ground"
b = "rod.end"
axis = [0, 0, 1]
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
                role: AxisRole::Normal,
                oriented: [true; 2],
            },
        )?;
        let mut rows: Vec<Row> = (0..3).map(|i| frames.projection(i)).map(Row::new).collect();
        rows.extend([frames.dot(2, 0), frames.dot(2, 1)].map(Row::new));
        let coordinates = vec![("angle", frames.angle(b))];
        b.add_with_clearance(Joint { name: name.to_owned(), kind: Self::KEY, rows, coordinates }, |c, joint, b| {
            c.journal(joint, &frames, b)
        })
    }
}
