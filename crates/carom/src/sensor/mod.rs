//! Sensors: named histories computed after every step from what the system shows of itself.
//!
//! A sensor pushes one number per channel; expression sensors read what the ones before them pushed. Nothing is
//! allocated once the vector of values has grown.

mod bearing;
mod contact;
mod distance;
mod energy;
mod expression;
mod joint;
mod momentum;
mod motion;
mod orbit;
mod reaction;
mod section;
mod signal;
mod step_size;
mod stress;
mod vector;

pub use bearing::BearingSensor;
pub use contact::ContactSensor;
pub use distance::Distance;
pub use energy::EnergySensor;
pub use expression::ExpressionSensor;
pub use joint::{Angle, JointCoordinate};
pub use momentum::Momentum;
pub use motion::{Acceleration, AngularVelocity, Orientation, Position, Velocity};
pub use orbit::{Orbit, OrbitSensor};
pub use reaction::{DriveForce, JointForce, JointImpulse};
pub use section::{SectionForce, SectionStrain};
pub use signal::Signal;

pub use step_size::StepSizeSensor;
pub use stress::{StrainEnergy, Stress, von_mises};

use crate::model::PortId;
use crate::record::Channel;
use crate::system::Snapshot;
use std::sync::Arc;

/// What a sensor measures.
pub trait Quantity: std::fmt::Debug + Send + Sync {
    /// Pushes one number per channel; `values` holds the ones of all sensors before this.
    fn evaluate(&self, snapshot: &Snapshot, values: &mut Vec<f64>);

    /// The attachment whose motion it measures, and that from which it is seen, if it does that.
    fn ends(&self) -> Option<[PortId; 2]> {
        None
    }

    /// The joint whose force it is, by its place.
    fn joint(&self) -> Option<usize> {
        None
    }

    /// Whether it reads the values of the sensors before it.
    fn reads_others(&self) -> bool {
        false
    }

    /// (m) The play of a bearing in which the first two channels are the place of a pin: they are drawn over each other.
    fn play(&self) -> Option<f64> {
        None
    }
}

/// A sensor of the model.
#[derive(Debug)]
pub struct Sensor {
    pub name: String,
    pub channels: Vec<Channel>,
    pub quantity: Arc<dyn Quantity>,
}

/// The channels of all sensors in order.
pub fn channels(sensors: &[Sensor]) -> Vec<Channel> {
    sensors.iter().flat_map(|sensor| sensor.channels.iter().cloned()).collect()
}

/// Evaluates all sensors in order; `values` is cleared first.
pub fn evaluate(sensors: &[Sensor], snapshot: &Snapshot, values: &mut Vec<f64>) {
    values.clear();
    for sensor in sensors {
        sensor.quantity.evaluate(snapshot, values);
    }
}
