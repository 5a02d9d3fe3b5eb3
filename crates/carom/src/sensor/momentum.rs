//! Momentum of bodies: with (p, π) = M v at each node, p = Σ p, or angular momentum about a fixed point c:
//! L = Σ (x − c) × p + R π.

use super::vector::Component;
use super::{Quantity, Sensor};
use crate::Vec3;
use crate::catalog::Kind;
use crate::element::{Element, LocalMatrix};
use crate::record::ChannelKind::State;
use crate::spec::{BuildError, Builder, Reference, Vector};
use crate::system::Snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

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
struct OfElements {
    /// Elements by index; `None`: all.
    elements: Option<Vec<usize>>,
    angular: bool,
    about: Vec3,
    component: Option<Component>,
}

impl OfElements {
    /// Momentum M v of one element, summed over its nodes.
    fn add(&self, s: &Snapshot, element: &dyn Element, m: &mut LocalMatrix, sum: &mut Vec3) {
        let (nodes, width) = (element.nodes(), element.width());
        m.reset(nodes.len(), width);
        element.mass(&s.scene, m);
        let velocity: Vec<f64> =
            nodes.iter().flat_map(|n| s.scene.layout.components(*n, &s.scene.kin.v, width)).collect();
        for (k, &node) in nodes.iter().enumerate().filter(|(_, n)| s.model.nodes[**n].kind.is_spatial()) {
            let row = |c: usize| m.row(width * k + c).iter().zip(&velocity).map(|(m, v)| m * v).sum::<f64>();
            let p = Vec3::from_fn(|c, _| row(c));
            if !self.angular {
                *sum += p;
                continue;
            }
            let frame = &s.scene.kin.frames[node];
            *sum += (frame.x - self.about).cross(&p);
            if width == 6 {
                *sum += frame.r() * Vec3::from_fn(|c, _| row(3 + c));
            }
        }
    }
}

impl Quantity for OfElements {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        let (mut sum, mut m) = (Vec3::zeros(), LocalMatrix::default());
        let all = 0..s.model.elements.len();
        let mut add = |i: usize| self.add(s, s.model.elements[i].element.as_ref(), &mut m, &mut sum);
        match &self.elements {
            Some(list) => list.iter().copied().for_each(&mut add),
            None => all.for_each(&mut add),
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
        let elements = match &self.bodies {
            Some(list) => {
                let found = list.iter().map(|body| b.elements_of(body)).collect::<Result<Vec<_>, _>>()?;
                Some(found.into_iter().flatten().collect())
            }
            None => None,
        };
        let about = b.vector_or_zero(self.about.as_ref())?;
        let unit = if self.angular { "kg m^2/s" } else { "kg m/s" };
        let quantity = OfElements { elements, angular: self.angular, about, component: self.component };
        b.add_sensor(Sensor::vector(name, self.component, (unit, State), Arc::new(quantity)))
    }
}
