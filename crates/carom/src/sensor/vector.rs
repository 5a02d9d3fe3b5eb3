//! Sensors of a vector: all three components, one of them, or the length.

use super::Sensor;
use crate::Vec3;
use crate::record::{Channel, ChannelKind};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// What of a vector is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Component {
    X,
    Y,
    Z,
    Norm,
}

impl Component {
    /// The channels of a vector sensor.
    pub fn channels(component: Option<Self>, name: &str, unit: &str, kind: ChannelKind) -> Vec<Channel> {
        match component {
            Some(_) => vec![Channel::new(name, unit, kind)],
            None => ["x", "y", "z"].map(|c| Channel::new(format!("{name}.{c}"), unit, kind)).into(),
        }
    }

    /// Pushes what is recorded of `v`.
    pub fn push(component: Option<Self>, v: &Vec3, values: &mut Vec<f64>) {
        match component {
            None => values.extend([v.x, v.y, v.z]),
            Some(Self::X) => values.push(v.x),
            Some(Self::Y) => values.push(v.y),
            Some(Self::Z) => values.push(v.z),
            Some(Self::Norm) => values.push(v.norm()),
        }
    }
}

impl Sensor {
    /// A sensor of a vector.
    pub(super) fn vector(
        name: &str,
        component: Option<Component>,
        (unit, kind): (&str, ChannelKind),
        quantity: Arc<dyn super::Quantity>,
    ) -> Self {
        let channels = Component::channels(component, name, unit, kind);
        Self { name: name.to_owned(), channels, quantity }
    }

    /// A sensor of one number.
    pub(super) fn scalar(name: &str, (unit, kind): (&str, ChannelKind), quantity: Arc<dyn super::Quantity>) -> Self {
        Self { name: name.to_owned(), channels: vec![Channel::new(name, unit, kind)], quantity }
    }
}
