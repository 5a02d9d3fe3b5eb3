//! Momentum of bodies: p = Σ m ẋ, or angular momentum about a fixed point c: L = Σ (x − c) × m ẋ + R J Ω.

use super::vector::Component;
use super::{Quantity, Sensor};
use crate::NodeKind;
use crate::Vec3;
use crate::catalog::Kind;
use crate::record::ChannelKind::State;
use crate::spec::{BodyInertia, BuildError, Builder, Reference, Vector};
use crate::system::Snapshot;
use schemars::JsonSchema;
use serde::Deserialize;

/// Momentum or angular momentum.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Momentum {
    /// The bodies it is summed over. Default: all.
    pub bodies: Option<Vec<Reference>>,
    /// Record the angular momentum instead. Default: false.
    #[serde(default)]
    pub angular: bool,
    /// (m) Point in space about which the angular momentum is taken. Default: [0, 0, 0].
    pub about: Option<Vector>,
    /// `x`, `y`, `z` or `norm`. Default: the three components NAME.x, NAME.y, NAME.z.
    pub component: Option<Component>,
}

#[derive(Debug)]
struct OfBodies {
    bodies: Vec<BodyInertia>,
    angular: bool,
    about: Vec3,
    component: Option<Component>,
}

impl Quantity for OfBodies {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        let mut sum = Vec3::zeros();
        for body in &self.bodies {
            let frame = &s.scene.kin.frames[body.node];
            let (v, spin) = s.scene.layout.get(body.node, &s.scene.kin.v);
            let p = v * body.mass;
            sum += if self.angular { (frame.x - self.about).cross(&p) + frame.r() * (body.inertia * spin) } else { p };
        }
        Component::push(self.component, &sum, values);
    }
}

impl Kind for Momentum {
    const KEY: &'static str = "momentum";
    const SUMMARY: &'static str = "momentum or angular momentum of bodies";
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
type = "momentum"
angular = true
component = "z"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let mut bodies = match &self.bodies {
            Some(list) => list.iter().map(|body| b.inertia_of(body)).collect::<Result<Vec<_>, _>>()?,
            None => b.inertias().collect(),
        };
        bodies.retain(|body| b.model.nodes[body.node].kind != NodeKind::Scalar);
        let about = b.vector_or_zero(self.about.as_ref())?;
        let unit = if self.angular { "kg m^2/s" } else { "kg m/s" };
        let quantity = OfBodies { bodies, angular: self.angular, about, component: self.component };
        b.add_sensor(Sensor::vector(name, self.component, (unit, State), Box::new(quantity)))
    }
}
