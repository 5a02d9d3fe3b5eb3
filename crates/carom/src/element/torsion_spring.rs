//! Spring and damper on a joint coordinate: the torsion spring of a hinge, or the spring of a slider.
//!
//! With the coordinate q: force or torque −(k (q − q₀) + c q̇). It is a [`MeasureForce`] on the coordinate; angles count
//! over full turns.

use super::{MeasureForce, MeasureLaw};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;

/// A spring and damper on a joint coordinate.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TorsionSpring {
    /// The joint.
    pub joint: Reference,
    /// Its coordinate. Default: its only one.
    pub coordinate: Option<Reference>,
    /// (N m/rad) Stiffness (N/m on a displacement). Default: 0.
    pub stiffness: Option<Number>,
    /// (N m s/rad) Damping (N s/m on a displacement). Default: 0.
    pub damping: Option<Number>,
    /// (rad) Coordinate without torque (m on a displacement). Default: 0.
    pub rest: Option<Number>,
}

impl Kind for TorsionSpring {
    const KEY: &'static str = "torsion_spring";
    const SUMMARY: &'static str = "spring and damper on a joint coordinate, an angle or a displacement";
    const SAMPLE: &'static str = r#"
name = "balance wheel"
[bodies.wheel]
type = "rigid_body"
mass = 0.01
inertia = [1e-6, 1e-6, 2e-6]
angular_velocity = [0, 0, 30]
[joints.staff]
type = "hinge"
a = "ground"
b = "wheel"
axis = [0, 0, 1]
[forces.hairspring]
type = "torsion_spring"
joint = "staff"
stiffness = 1e-3
damping = 1e-6
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let measure = b.coordinate(&self.joint, self.coordinate.as_ref())?;
        let given = |number: &Option<Number>, what| number.as_ref().map_or(Ok(0.0), |n| b.not_negative(n, what));
        let law = MeasureLaw::Linear {
            stiffness: given(&self.stiffness, "stiffness")?,
            damping: given(&self.damping, "damping")?,
            rest: b.number_or(self.rest.as_ref(), 0.0)?,
            preload: 0.0,
        };
        let element = MeasureForce::new(measure, law, &b.model.ports);
        b.add_element(name, Self::KEY, Box::new(element));
        Ok(())
    }
}
