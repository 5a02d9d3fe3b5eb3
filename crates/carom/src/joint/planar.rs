//! Planar: a plane of one body slides on a plane of the other.
//!
//! With a₃ the normal and d = x_B − x_A:
//!
//! ```text
//! g = (a₃·d, a₃·b₁, a₃·b₂),    coordinates: x = a₁·d, y = a₂·d, angle = atan2(b₁·a₂, b₁·a₁)
//! ```

use super::frames::{AxisRole, JointFrames, Sides};
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;

/// Two planes on each other.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Planar {
    /// First attachment: `BODY`, `BODY.POINT`, `BODY.FRAME`, `ground` …
    pub a: Reference,
    /// Second attachment.
    pub b: Reference,
    /// (m) Point in space, at the start, where both sides attach. Default: the points that `a` and `b` name.
    pub at: Option<Vector>,
    /// Normal of the plane in space at the start. Default: z axis of the frame that `a` names, the normal of a planar
    /// model, or z.
    pub axis: Option<Vector>,
    /// (rad) Value of the angle at the start. Default: 0.
    pub initial_angle: Option<Number>,
}

impl Kind for Planar {
    const KEY: &'static str = "planar";
    const SUMMARY: &'static str = "two planes slide on each other; coordinates: x, y, angle";
    const SAMPLE: &'static str = r#"
name = "puck"
gravity = [0, -9.81, 0]
[bodies.body]
type = "rigid_body"
mass = 1.0
inertia = [0.02, 0.03, 0.04]
velocity = [1, 0, 0]
[joints.joint]
type = "planar"
a = "ground"
b = "body"
axis = [0, 1, 0]
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
        let rows = [frames.projection(2), frames.dot(2, 0), frames.dot(2, 1)].map(Row::new).into();
        let coordinates = vec![("x", frames.projection(0)), ("y", frames.projection(1)), ("angle", frames.angle(b))];
        b.add_joint(Joint { name: name.to_owned(), kind: Self::KEY, rows, coordinates });
        Ok(())
    }
}
