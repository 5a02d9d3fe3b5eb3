//! Force or torque on a joint coordinate, an expression of time, coordinate and rate: motors, end stops, nonlinear springs.
//!
//! Positive increases the coordinate. It is a [`MeasureForce`] on the coordinate.

use super::{MeasureForce, MeasureLaw};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Function, Reference};
use schemars::JsonSchema;
use serde::Deserialize;

/// A force or torque on a joint coordinate.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JointLoad {
    /// The joint.
    pub joint: Reference,
    /// Its coordinate. Default: its only one.
    pub coordinate: Option<Reference>,
    /// (N m) Torque on an angle (N on a displacement), an expression of `t`, the coordinate `q` and its rate `qd`.
    pub force: Function,
}

impl Kind for JointLoad {
    const KEY: &'static str = "joint_force";
    const SUMMARY: &'static str = "force or torque on a joint coordinate, an expression of t, q, qd";
    const SAMPLE: &'static str = r#"
name = "motor"
[bodies.rotor]
type = "rigid_body"
mass = 1.0
inertia = [0.01, 0.01, 0.02]
[joints.shaft]
type = "hinge"
a = "ground"
b = "rotor"
axis = [0, 0, 1]
[forces.motor]
type = "joint_force"
joint = "shaft"
force = "0.5*smoothstep(t, 0, 0.1) - 0.01*qd - 0.2*sin(q)"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let measure = b.coordinate(&self.joint, self.coordinate.as_ref())?;
        let law = MeasureLaw::Function(b.force_function(&self.force, &MeasureLaw::VARIABLES)?);
        let element = MeasureForce::new(measure, law, &b.model.ports);
        b.add_element(name, Self::KEY, Box::new(element));
        Ok(())
    }
}
