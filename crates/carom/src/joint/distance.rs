//! Distance: two points keep their distance (a massless rod with ball ends).
//!
//! ```text
//! g = |x_B − x_A| − l
//! ```
//!
//! The multiplier is the force in the rod, positive in compression.

use super::frames::{AxisRole, Sides, attachments};
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::measure::Measure;
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;

/// A massless rod.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Distance {
    /// First point: `BODY.POINT`, `ground` …
    pub a: Reference,
    /// Second point.
    pub b: Reference,
    /// (m) The distance. Default: the one at the start.
    pub length: Option<Number>,
}

impl Kind for Distance {
    const KEY: &'static str = "distance";
    const SUMMARY: &'static str = "two points keep their distance";
    const SAMPLE: &'static str = r#"
name = "pendulum on a rod"
gravity = [0, -9.81, 0]
[bodies.bob]
type = "point_mass"
mass = 1.0
position = [0.6, -0.8, 0]
[joints.rod]
type = "distance"
a = "ground"
b = "bob"
length = 1.0
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let role = AxisRole::None;
        let sides =
            Sides { a: &self.a, b: &self.b, at: None, axis: None, initial_angle: None, role, oriented: [false; 2] };
        let [first, second] = attachments(b, &sides)?;
        let start = (b.in_space(&second).x - b.in_space(&first).x).norm();
        let length = self.length.as_ref().map_or(Ok(start), |n| b.positive(n, "length"))?;
        if start < 1e-12 * b.model.length_scale() {
            return Err(BuildError::at(&self.b.span, "the two points coincide at the start, the rod has no direction")
                .help("move one of them, or use a spherical joint"));
        }
        let (a, b_port) = (b.port(&self.a)?, b.port(&self.b)?);
        let row = Row { offset: length, ..Row::new(Measure::Distance { a, b: b_port }) };
        b.add_joint(Joint { name: name.to_owned(), kind: Self::KEY, rows: vec![row], coordinates: Vec::new() });
        Ok(())
    }
}
