//! Spherical: two bodies share a point and turn freely about it.
//!
//! ```text
//! g = (a₁·d, a₂·d, a₃·d),    d = x_B − x_A
//! ```
//!
//! in the axes of A, so that the multipliers are the components of the force on B there.

use super::frames::{AxisRole, JointFrames, Sides};
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;

/// A ball joint.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spherical {
    /// First attachment: `BODY`, `BODY.POINT`, `BODY.FRAME`, `ground` …
    pub a: Reference,
    /// Second attachment.
    pub b: Reference,
    /// (m) Point in space, at the start, where both sides attach. Default: the points that `a` and `b` name.
    pub at: Option<Vector>,
}

impl Kind for Spherical {
    const KEY: &'static str = "spherical";
    const SUMMARY: &'static str = "two bodies share a point";
    const SAMPLE: &'static str = r#"
name = "spatial pendulum"
gravity = [0, -9.81, 0]
[bodies.body]
type = "rigid_body"
mass = 1.0
inertia = [0.02, 0.03, 0.04]
position = [0.5, 0, 0]
points = { end = [-0.5, 0, 0] }
[joints.joint]
type = "spherical"
a = "ground"
b = "body.end"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let frames = JointFrames::new(
            b,
            &Sides {
                a: &self.a,
                b: &self.b,
                at: self.at.as_ref(),
                axis: None,
                initial_angle: None,
                role: AxisRole::None,
                oriented: [false; 2],
            },
        )?;
        let rows = [frames.projection(0), frames.projection(1), frames.projection(2)].map(Row::new).into();
        let joint = Joint { name: name.to_owned(), kind: Self::KEY, rows, coordinates: Vec::new() };
        b.add_with_clearance(joint, |c, joint, b| c.ball(joint, &frames, b))
    }
}
