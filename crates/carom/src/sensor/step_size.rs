//! The size of the steps.

use super::{Quantity, Sensor};
use crate::catalog::Kind;
use crate::record::{Channel, ChannelKind};
use crate::spec::{BuildError, Builder};
use crate::system::Snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// The size of the step that ended; 0 at the start.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepSizeSensor {}

#[derive(Debug)]
struct OfStep;

impl Quantity for OfStep {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        values.push(s.h);
    }
}

impl Kind for StepSizeSensor {
    const KEY: &'static str = "step_size";
    const SUMMARY: &'static str = "size of the last step, for steps whose size follows their error";
    const SAMPLE: &'static str = r#"
name = "pendulum"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-3
until = 0.5
[bodies.rod]
type = "rigid_body"
mass = 1.0
inertia = [0.1, 0.1, 0.1]
position = [0.5, 0, 0]
[joints.pivot]
type = "spherical"
a = "ground"
b = "rod"
at = [0, 0, 0]
[sensors.h]
type = "step_size"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let channels = vec![Channel::new(name.to_owned(), "s", ChannelKind::State)];
        b.add_sensor(Sensor { name: name.to_owned(), channels, quantity: Arc::new(OfStep) })
    }
}
