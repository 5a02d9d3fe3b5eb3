//! Gear: a fixed ratio between two joint coordinates.
//!
//! ```text
//! g = q₁ − r q₂ − offset,    q̇₁ = r q̇₂
//! ```
//!
//! The offset is the value at the start. Angles count over full turns; a rack is a gear between an angle and a
//! displacement, its ratio then has the unit m/rad.

use super::{Joint, Row};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;

/// A gear pair, a rack and pinion, a belt drive.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// First joint.
    pub joint_1: Reference,
    /// Second joint.
    pub joint_2: Reference,
    /// Coordinate of the first joint. Default: its only one.
    pub coordinate_1: Option<Reference>,
    /// Coordinate of the second joint. Default: its only one.
    pub coordinate_2: Option<Reference>,
    /// Rate of coordinate 1 over rate of coordinate 2; negative for outer gears with equal axes.
    pub ratio: Number,
}

impl Kind for Gear {
    const KEY: &'static str = "gear";
    const SUMMARY: &'static str = "fixed ratio between two joint coordinates";
    const STAGE: u8 = 1;
    const SAMPLE: &'static str = r#"
name = "gears"
[bodies.wheel]
type = "rigid_body"
mass = 1.0
inertia = [0.01, 0.01, 0.02]
angular_velocity = [0, 0, 1]
[bodies.pinion]
type = "rigid_body"
mass = 0.2
inertia = [0.001, 0.001, 0.002]
position = [0.3, 0, 0]
angular_velocity = [0, 0, -2]
[joints.shaft_1]
type = "hinge"
a = "ground"
b = "wheel"
at = [0, 0, 0]
[joints.shaft_2]
type = "hinge"
a = "ground"
b = "pinion"
at = [0.3, 0, 0]
[joints.mesh]
type = "gear"
joint_1 = "shaft_2"
joint_2 = "shaft_1"
ratio = -2
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let first = b.coordinate(&self.joint_1, self.coordinate_1.as_ref())?;
        let second = b.coordinate(&self.joint_2, self.coordinate_2.as_ref())?;
        if first == second {
            return Err(BuildError::at(&self.joint_2.span, "the gear couples a coordinate with itself")
                .help("name two different joints or coordinates"));
        }
        let ratio = b.number(&self.ratio)?;
        if ratio == 0.0 {
            return Err(BuildError::at(&self.ratio.span, "the ratio is 0, the gear would block coordinate 1")
                .help("use a motion to hold a coordinate"));
        }
        let terms = vec![(1.0, first), (-ratio, second)];
        let offset = b.initial_value(&terms);
        let rows = vec![Row { terms, offset, ..Row::void() }];
        b.add_joint(Joint { name: name.to_owned(), kind: Self::KEY, rows, coordinates: Vec::new() });
        Ok(())
    }
}
