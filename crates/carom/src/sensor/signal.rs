//! Sensors that forces read: a controller, a valve, a force that follows another one.
//!
//! Their values are taken at the start of a step and held until its end ([`crate::model::Kinematics::signals`]), as a controller with the
//! sampling time of the step does. So they couple no bodies, need no tangents, and a resumed run reads the same.

use super::Quantity;
use crate::system::Snapshot;
use std::sync::Arc;

/// A channel of a sensor that a force reads.
#[derive(Clone, Debug)]
pub struct Signal {
    pub channel: String,
    pub quantity: Arc<dyn Quantity>,
    /// Which channel of the sensor it is.
    pub at: usize,
}

impl Signal {
    pub fn evaluate(&self, snapshot: &Snapshot, scratch: &mut Vec<f64>) -> f64 {
        scratch.clear();
        self.quantity.evaluate(snapshot, scratch);
        scratch[self.at]
    }
}
