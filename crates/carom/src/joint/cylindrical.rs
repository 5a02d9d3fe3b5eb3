//! Cylindrical: two bodies share an axis, slide along it and turn about it.
//!
//! With a₃ the axis and d = x_B − x_A:
//!
//! ```text
//! g = (a₁·d, a₂·d, a₃·b₁, a₃·b₂),    coordinates: angle = atan2(b₁·a₂, b₁·a₁), displacement = a₃·d
//! ```

use super::frames::{AxisRole, JointFrames, Sides};
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;

/// A sleeve on a round shaft.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cylindrical {
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
    /// (m) Value of the displacement at the start. Default: 0; where `a` and `b` both name frames and there is no `axis`, the distance of
    /// their origins along the axis.
    pub initial_displacement: Option<Number>,
}

impl Kind for Cylindrical {
    const KEY: &'static str = "cylindrical";
    const SUMMARY: &'static str = "two bodies share an axis; coordinates: angle, displacement";
    const SAMPLE: &'static str = r#"
name = "sleeve"
gravity = [0, -9.81, 0]
[bodies.body]
type = "rigid_body"
mass = 1.0
inertia = [0.02, 0.03, 0.04]
angular_velocity = [0, 2, 0]
[joints.joint]
type = "cylindrical"
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
                role: AxisRole::Either,
                oriented: [true; 2],
            },
        )?;
        let rows =
            [frames.projection(0), frames.projection(1), frames.dot(2, 0), frames.dot(2, 1)].map(Row::new).into();
        let displacement = frames.displacement(b, self.initial_displacement.as_ref())?;
        let coordinates = vec![("angle", frames.angle(b)), ("displacement", displacement)];
        let joint = Joint { name: name.to_owned(), kind: Self::KEY, rows, coordinates };
        b.add_with_clearance(joint, |c, joint, b| c.journal(joint, &frames, b))
    }
}
