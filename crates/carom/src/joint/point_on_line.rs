//! Point on line: a point of B stays on a line of A.
//!
//! With a₃ along the line and d = x_B − x_A:
//!
//! ```text
//! g = (a₁·d, a₂·d),    coordinate: displacement = a₃·d
//! ```

use super::frames::{AxisRole, JointFrames, Sides};
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;

/// A pin in a straight slot, in space.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointOnLine {
    /// First attachment: `BODY`, `BODY.POINT`, `BODY.FRAME`, `ground` …
    pub a: Reference,
    /// Second attachment.
    pub b: Reference,
    /// (m) Point in space, at the start, where both sides attach. Default: the points that `a` and `b` name.
    pub at: Option<Vector>,
    /// Direction of the line in space at the start. Default: z axis of the frame that `a` names, or z; required in
    /// planar models.
    pub axis: Option<Vector>,
}

impl Kind for PointOnLine {
    const KEY: &'static str = "point_on_line";
    const SUMMARY: &'static str = "a point of b stays on a line of a; coordinate: displacement";
    const SAMPLE: &'static str = r#"
name = "bead"
gravity = [0, -9.81, 0]
[bodies.body]
type = "rigid_body"
mass = 1.0
inertia = [0.02, 0.03, 0.04]
position = [0.5, 0, 0]
points = { end = [-0.5, 0, 0] }
[joints.joint]
type = "point_on_line"
a = "ground"
b = "body.end"
axis = [1, 0, 0]
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
                oriented: [true, false],
            },
        )?;
        let rows = [frames.projection(0), frames.projection(1)].map(Row::new).into();
        b.add_joint(Joint {
            name: name.to_owned(),
            kind: Self::KEY,
            rows,
            coordinates: vec![("displacement", frames.projection(2))],
        });
        Ok(())
    }
}
