//! Fixed: two bodies move as one (a rigid link).
//!
//! With the joint frames (x_A; a₁, a₂, a₃) and (x_B; b₁, b₂, b₃), d = x_B − x_A:
//!
//! ```text
//! g = (a₁·d, a₂·d, a₃·d, a₁·b₂, a₂·b₃, a₃·b₁)
//! ```
//!
//! The dots vanish in four flipped orientations as well; the initial state decides.

use super::frames::{AxisRole, JointFrames, Sides};
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;

/// A rigid link.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fixed {
    /// First attachment: `BODY`, `BODY.POINT`, `BODY.FRAME`, `ground` …
    pub a: Reference,
    /// Second attachment.
    pub b: Reference,
    /// (m) Point in space, at the start, where both sides attach. Default: the points that `a` and `b` name.
    pub at: Option<Vector>,
}

impl Kind for Fixed {
    const KEY: &'static str = "fixed";
    const SUMMARY: &'static str = "two bodies move as one";
    const SAMPLE: &'static str = r#"
name = "welded"
gravity = [0, -9.81, 0]
[bodies.body]
type = "rigid_body"
mass = 1.0
inertia = [0.02, 0.03, 0.04]
position = [1, 0, 0]
[joints.joint]
type = "fixed"
a = "ground"
b = "body"
at = [0.5, 0, 0]
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
                oriented: [true; 2],
            },
        )?;
        let rows = [
            frames.projection(0),
            frames.projection(1),
            frames.projection(2),
            frames.dot(0, 1),
            frames.dot(1, 2),
            frames.dot(2, 0),
        ]
        .map(Row::new)
        .into();
        b.add_joint(Joint { name: name.to_owned(), kind: Self::KEY, rows, coordinates: Vec::new() });
        Ok(())
    }
}
