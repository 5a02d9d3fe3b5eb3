//! Value and rate of a joint coordinate.
//!
//! The rate is the measure's gradient times the velocities of its two ports.

use super::{Quantity, Sensor};
use crate::catalog::Kind;
use crate::measure::Measure;
use crate::record::ChannelKind::State;
use crate::spec::{BuildError, Builder, Reference};
use crate::system::Snapshot;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use std::borrow::Cow;
use std::sync::Arc;

/// A joint coordinate.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JointCoordinate {
    /// The joint.
    pub joint: Reference,
    /// Its coordinate. Default: its only one.
    pub coordinate: Option<Reference>,
    /// Record the time derivative instead of the value. Default: false.
    #[serde(default)]
    pub rate: bool,
}

/// A joint coordinate, by the name users look for first.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Angle(JointCoordinate);

impl JsonSchema for Angle {
    fn schema_name() -> Cow<'static, str> {
        "Angle".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        JointCoordinate::json_schema(generator)
    }
}

#[derive(Debug)]
struct Rate(Measure);

impl Quantity for Rate {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        let (_, g) = self.0.gradient(s.scene.kin);
        let (a, b) = self.0.ports();
        values.push(g.along([a, b].map(|port| s.scene.kin.port_velocity(s.scene.layout, s.scene.ports, port))));
    }
}

impl Kind for JointCoordinate {
    const KEY: &'static str = "joint";
    const SUMMARY: &'static str = "value or rate of a joint coordinate";
    const SAMPLE: &'static str = r#"
name = "pendulum"
gravity = [0, -9.81, 0]
[bodies.rod]
type = "rigid_body"
mass = 1.0
inertia = [0.001, 0.08, 0.08]
position = [0.5, 0, 0]
points = { tip = [0.5, 0, 0] }
[joints.pivot]
type = "hinge"
a = "ground"
b = "rod"
at = [0, 0, 0]
[sensors.sensor]
type = "joint"
joint = "pivot"
rate = true
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let measure = b.coordinate(&self.joint, self.coordinate.as_ref())?;
        let (unit, rate_unit) = if measure.is_angular() { ("rad", "rad/s") } else { ("m", "m/s") };
        let sensor = if self.rate {
            Sensor::scalar(name, (rate_unit, State), Arc::new(Rate(measure)))
        } else {
            Sensor::scalar(name, (unit, State), Arc::new(measure))
        };
        b.add_sensor(sensor)
    }
}

impl Kind for Angle {
    const KEY: &'static str = "angle";
    const SUMMARY: &'static str = "the same as `joint`: value or rate of a joint coordinate";
    const SAMPLE: &'static str = r#"
name = "pendulum"
gravity = [0, -9.81, 0]
[bodies.rod]
type = "rigid_body"
mass = 1.0
inertia = [0.001, 0.08, 0.08]
position = [0.5, 0, 0]
points = { tip = [0.5, 0, 0] }
[joints.pivot]
type = "hinge"
a = "ground"
b = "rod"
at = [0, 0, 0]
[sensors.sensor]
type = "angle"
joint = "pivot"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        self.0.build(name, b)
    }
}
