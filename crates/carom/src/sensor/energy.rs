//! The energy account: energies held, works done since the start.

use super::{Quantity, Sensor};
use crate::catalog::Kind;
use crate::record::{Channel, ChannelKind};
use crate::spec::{BuildError, Builder};
use crate::system::Snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// What is recorded of the energy account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EnergyQuantity {
    Kinetic,
    Potential,
    /// Kinetic and potential.
    Total,
    /// Work of loads, drives and moving surfaces.
    Loads,
    /// Work of dampers.
    Dampers,
    /// Work of normal contact impulses.
    Impacts,
    /// Work of friction.
    Friction,
    /// What the balance leaves: numerical dissipation.
    Remainder,
}

const ALL: [(&str, EnergyQuantity); 8] = [
    ("kinetic", EnergyQuantity::Kinetic),
    ("potential", EnergyQuantity::Potential),
    ("total", EnergyQuantity::Total),
    ("loads", EnergyQuantity::Loads),
    ("dampers", EnergyQuantity::Dampers),
    ("impacts", EnergyQuantity::Impacts),
    ("friction", EnergyQuantity::Friction),
    ("remainder", EnergyQuantity::Remainder),
];

/// The energy account of the model.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EnergySensor {
    /// `kinetic`, `potential`, `total`, `loads`, `dampers`, `impacts`, `friction` or `remainder`. Default: all of them.
    pub quantity: Option<EnergyQuantity>,
}

#[derive(Debug)]
struct OfEnergy(Option<EnergyQuantity>);

impl Quantity for OfEnergy {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        let e = &s.energy;
        let value = |quantity| match quantity {
            EnergyQuantity::Kinetic => e.kinetic,
            EnergyQuantity::Potential => e.potential,
            EnergyQuantity::Total => e.kinetic + e.potential,
            EnergyQuantity::Loads => e.loads,
            EnergyQuantity::Dampers => e.dampers,
            EnergyQuantity::Impacts => e.impacts,
            EnergyQuantity::Friction => e.friction,
            EnergyQuantity::Remainder => e.remainder,
        };
        match self.0 {
            Some(quantity) => values.push(value(quantity)),
            None => values.extend(ALL.iter().map(|(_, quantity)| value(*quantity))),
        }
    }
}

impl Kind for EnergySensor {
    const KEY: &'static str = "energy";
    const SUMMARY: &'static str = "energies and works of the whole model";
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
type = "energy"
quantity = "total"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let channel = |name: String| Channel::new(name, "J", ChannelKind::Energy);
        let channels = match self.quantity {
            Some(_) => vec![channel(name.to_owned())],
            None => ALL.iter().map(|(key, _)| channel(format!("{name}.{key}"))).collect(),
        };
        b.add_sensor(Sensor { name: name.to_owned(), channels, quantity: Arc::new(OfEnergy(self.quantity)) })
    }
}
