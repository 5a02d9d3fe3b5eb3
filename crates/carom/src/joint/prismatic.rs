//! Prismatic: one body slides along an axis of the other and does not turn against it.
//!
//! With a₃ the axis and d = x_B − x_A:
//!
//! ```text
//! g = (a₁·d, a₂·d, a₁·b₂, a₂·b₃, a₃·b₁),    coordinate: displacement = a₃·d − its value at the start + `initial_displacement`
//! ```

use super::frames::{AxisRole, JointFrames, Sides};
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;

/// A slider.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prismatic {
    /// First attachment: `BODY`, `BODY.POINT`, `BODY.FRAME`, `ground` …
    pub a: Reference,
    /// Second attachment.
    pub b: Reference,
    /// (m) Point in space, at the start, where both sides attach. Default: the points that `a` and `b` name.
    pub at: Option<Vector>,
    /// Axis in space at the start. Default: z axis of the frame that `a` names, or z; required in planar models.
    pub axis: Option<Vector>,
    /// (m) Value of the displacement at the start. Default: 0; where `a` and `b` both name frames and there is no `axis`, the distance of
    /// their origins along the axis.
    pub initial_displacement: Option<Number>,
}

impl Kind for Prismatic {
    const KEY: &'static str = "prismatic";
    const SUMMARY: &'static str = "one body slides along an axis of the other; coordinate: displacement";
    const SAMPLE: &'static str = r#"
name = "slider"
gravity = [0, -9.81, 0]
[bodies.body]
type = "rigid_body"
mass = 1.0
inertia = [0.02, 0.03, 0.04]

[joints.joint]
type = "prismatic"
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
                initial_angle: None,
                role: AxisRole::InPlane,
                oriented: [true; 2],
            },
        )?;
        let rows = [frames.projection(0), frames.projection(1), frames.dot(0, 1), frames.dot(1, 2), frames.dot(2, 0)]
            .map(Row::new)
            .into();
        let coordinates = vec![("displacement", frames.displacement(b, self.initial_displacement.as_ref())?)];
        let joint = Joint { name: name.to_owned(), kind: Self::KEY, rows, coordinates };
        b.add_with_clearance(joint, |c, joint, b| c.slider(joint, &frames, b))
    }
}
