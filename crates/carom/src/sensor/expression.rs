//! Expressions of other sensors and of time.
//!
//! The variables are the channels of all sensors before it, as recorded, and `t`; expression sensors come after all others,
//! in file order.

use super::{Quantity, Sensor};
use crate::catalog::Kind;
use crate::expr::Expression;
use crate::record::ChannelKind::State;
use crate::spec::{BuildError, Builder, Function};
use crate::system::Snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// An expression of other sensors.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpressionSensor {
    /// The value, an expression of `t` and of channels of other sensors: `y`, `tip.x` …
    pub value: Function,
    /// Its unit, for the records. Default: none.
    pub unit: Option<String>,
}

#[derive(Debug)]
struct OfSensors(Expression);

impl Quantity for OfSensors {
    fn reads_others(&self) -> bool {
        true
    }

    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        // Time is the last variable, after the values of the sensors before.
        values.push(s.scene.kin.t);
        let value = self.0.eval_with(values, &s.scene.kin.signals);
        values.pop();
        values.push(value);
    }
}

impl Kind for ExpressionSensor {
    const KEY: &'static str = "expression";
    const SUMMARY: &'static str = "expression of other sensors and of time";
    const STAGE: u8 = 1;
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
type = "expression"
value = "1000*tip.y"
unit = "mm"
[sensors.tip]
type = "position"
of = "rod.tip"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let channels = b.sensors.iter().flat_map(|s| &s.channels).map(|c| c.name.as_str());
        let variables: Vec<&str> = channels.chain(["t"]).collect();
        let value = b.live_function(&self.value, &variables)?;
        let unit = self.unit.as_deref().unwrap_or_default();
        let sensor = Sensor::scalar(name, (unit, State), Arc::new(OfSensors(value)));
        b.add_sensor(sensor)
    }
}
