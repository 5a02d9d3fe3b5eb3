//! Distance between two attachments.

use super::{Quantity, Sensor};
use crate::catalog::Kind;
use crate::measure::Measure;
use crate::record::ChannelKind::State;
use crate::spec::{BuildError, Builder, Reference};
use crate::system::Snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// Distance between two attachments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Distance {
    /// First attachment.
    pub a: Reference,
    /// Second attachment.
    pub b: Reference,
}

impl Quantity for Measure {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        values.push(self.value(s.scene.kin));
    }
}

impl Kind for Distance {
    const KEY: &'static str = "distance";
    const SUMMARY: &'static str = "distance between two attachments";
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
type = "distance"
a = "ground"
b = "rod.tip"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let measure = Measure::Distance { a: b.port(&self.a)?, b: b.port(&self.b)? };
        b.add_sensor(Sensor::scalar(name, ("m", State), Arc::new(measure)))
    }
}
