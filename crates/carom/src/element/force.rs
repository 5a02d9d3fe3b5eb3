//! Force and torque of the model file: what [`Load`] computes, as written by the user.

use super::{Load, LoadAxes, LoadKind};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Function, Reference};
use schemars::JsonSchema;
use serde::Deserialize;

/// The axes that components are given in.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AxesSpec {
    /// Fixed in space.
    #[default]
    Space,
    /// Fixed to the body: the axes of the attachment.
    Body,
}

impl From<AxesSpec> for LoadAxes {
    fn from(axes: AxesSpec) -> Self {
        match axes {
            AxesSpec::Space => Self::Space,
            AxesSpec::Body => Self::Body,
        }
    }
}

/// A force on a point of a body.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// Where it acts: `BODY`, `BODY.POINT`.
    pub on: Reference,
    /// (N) Components: expressions of `t`, of the point's position `x`, `y`, `z` and velocity `vx`, `vy`, `vz` in space.
    pub force: [Function; 3],
    /// Axes of the components: `space`, or `body` for a force that turns with the body. Default: space.
    #[serde(default)]
    pub frame: AxesSpec,
}

/// A torque on a body.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Torque {
    /// The body.
    pub on: Reference,
    /// (N m) Components: expressions of `t`, of the body's position `x`, `y`, `z` and angular velocity `wx`, `wy`, `wz` in
    /// space.
    pub torque: [Function; 3],
    /// Axes of the components: `space`, or `body` for a torque that turns with the body. Default: space.
    #[serde(default)]
    pub frame: AxesSpec,
}

fn components(
    b: &Builder,
    given: &[Function; 3],
    variables: &[&str],
) -> Result<[crate::expr::Expression; 3], BuildError> {
    let [x, y, z] = given;
    Ok([b.force_function(x, variables)?, b.force_function(y, variables)?, b.force_function(z, variables)?])
}

impl Kind for Force {
    const KEY: &'static str = "force";
    const SUMMARY: &'static str =
        "force on a point, fixed in space or to the body, expressions of time, position and velocity";
    const SAMPLE: &'static str = r#"
name = "rocket"
gravity = [0, 0, -9.81]
[bodies.rocket]
type = "rigid_body"
mass = 10
inertia = [3, 3, 0.1]
points = { nozzle = [0, 0, -1] }
[forces.thrust]
type = "force"
on = "rocket.nozzle"
force = [0, "5*sin(20*t)", "if(t < 2, 300, 0)"]
frame = "body"
[forces.drag]
type = "force"
on = "rocket"
force = ["-0.2*vx*hypot(vx, vz)", 0, "-0.2*vz*hypot(vx, vz)"]
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let node = b.node(&self.on)?;
        let force = components(b, &self.force, &Load::FORCE_VARIABLES)?;
        let port = b.port(&self.on)?;
        b.add_element(name, Self::KEY, Box::new(Load::new(node, port, LoadKind::Force, self.frame.into(), force)));
        Ok(())
    }
}

impl Kind for Torque {
    const KEY: &'static str = "torque";
    const SUMMARY: &'static str =
        "torque on a body, fixed in space or to the body, expressions of time, position and velocity";
    const SAMPLE: &'static str = r#"
name = "reaction wheel"
[bodies.satellite]
type = "rigid_body"
mass = 50
inertia = [4, 5, 6]
angular_velocity = [0.1, 0.2, 0.1]
[forces.wheel]
type = "torque"
on = "satellite"
torque = [0, 0, "0.3*sin(t)"]
frame = "body"
[forces.brake]
type = "torque"
on = "satellite"
torque = ["-0.1*wx", "-0.1*wy", "-0.1*wz"]
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let node = b.node(&self.on)?;
        let attachment = b.attachment(&self.on)?;
        if !b.has_orientation(&attachment) {
            return Err(BuildError::at(&self.on.span, format!("`{}` is a point and cannot be turned", self.on.name))
                .help("apply a `force`, or make it a rigid_body"));
        }
        let torque = components(b, &self.torque, &Load::TORQUE_VARIABLES)?;
        let port = b.port(&self.on)?;
        b.add_element(name, Self::KEY, Box::new(Load::new(node, port, LoadKind::Torque, self.frame.into(), torque)));
        Ok(())
    }
}
