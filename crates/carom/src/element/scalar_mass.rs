//! Scalar mass: the inertia of one coordinate s, M = m, T = ½ m ṡ². Gravity does not act on it.
//!
//! The coordinate stands in the first component of its node, so a port on it sees the displacement along the x axis.

use super::{Element, Energy, LocalMatrix, Scene};
use crate::catalog::Kind;
use crate::model::NodeId;
use crate::spec::{BodyInertia, BuildError, Builder, Frames, Number, Placement, Points};
use crate::{Mat3, NodeKind};
use schemars::JsonSchema;
use serde::Deserialize;

/// A coordinate with inertia.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScalarMassSpec {
    /// (kg) Inertia of the coordinate (kg m² if it stands for an angle).
    pub mass: Number,
    /// (m) Coordinate at the start. Default: 0.
    pub position: Option<Number>,
    /// (m/s) Rate of the coordinate at the start. Default: 0.
    pub velocity: Option<Number>,
}

impl Kind for ScalarMassSpec {
    const KEY: &'static str = "scalar_mass";
    const SUMMARY: &'static str = "one coordinate with inertia, along the x axis of space; not subject to gravity";
    const SAMPLE: &'static str = r#"
name = "oscillator"
[bodies.s]
type = "scalar_mass"
mass = 1.5
position = 0.8
[forces.spring]
type = "spring_damper"
a = "ground"
b = "s"
stiffness = 40
damping = 0.2
length = 0.5
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let mass = b.positive(&self.mass, "mass")?;
        let position = b.number_or(self.position.as_ref(), 0.0)?;
        let velocity = b.number_or(self.velocity.as_ref(), 0.0)?;
        let placement = Placement {
            position: None,
            rotation: None,
            center_of_mass: None,
            velocity: None,
            angular_velocity: None,
            points: &Points::new(),
            frames: &Frames::new(),
            shapes: &[],
        };
        let node = b.add_body(name, NodeKind::Scalar, &placement)?;
        b.model.nodes[node].frame.x.x = position;
        b.model.nodes[node].velocity[0] = velocity;
        b.set_inertia(name, BodyInertia { node, mass, inertia: Mat3::zeros() });
        b.add_element(name, Self::KEY, Box::new(ScalarMass::new(node, mass)));
        Ok(())
    }
}

#[derive(Clone, Debug)]
pub struct ScalarMass {
    node: [NodeId; 1],
    mass: f64,
}

impl ScalarMass {
    pub fn new(node: NodeId, mass: f64) -> Self {
        Self { node: [node], mass }
    }
}

impl Element for ScalarMass {
    fn is_constant(&self) -> bool {
        true
    }

    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn force(&self, _scene: &Scene, _f: &mut [f64]) {}

    fn tangent(&self, _scene: &Scene, _k: &mut LocalMatrix, _c: &mut LocalMatrix) {}

    fn mass(&self, _scene: &Scene, m: &mut LocalMatrix) {
        m.add(0, 0, self.mass);
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let (v, _) = scene.layout.get(self.node[0], &scene.kin.v);
        Energy { kinetic: 0.5 * self.mass * v.x * v.x, potential: 0.0 }
    }
}
