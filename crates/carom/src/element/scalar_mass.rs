//! Scalar mass: the inertia of one coordinate s, M = m, T = ½ m ṡ². Gravity does not act on it.
//!
//! The coordinate stands in the first component of its node, so a port on it sees the displacement along the x axis.

use super::{Element, Energy, LocalMatrix, Scene};
use crate::Vec3;
use crate::model::NodeId;

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
    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn force(&self, _scene: &Scene, _f: &mut [f64]) {}

    fn tangent(&self, _scene: &Scene, _k: &mut LocalMatrix, _c: &mut LocalMatrix) {}

    fn inertia(&self, scene: &Scene, a: &[f64], out: &mut [f64]) {
        let (linear, _) = scene.layout.get(self.node[0], a);
        scene.layout.add(self.node[0], &Vec3::ith(0, linear.x * self.mass), &Vec3::zeros(), out);
    }

    fn mass(&self, _scene: &Scene, m: &mut LocalMatrix) {
        m.add(0, 0, self.mass);
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let (v, _) = scene.layout.get(self.node[0], &scene.kin.v);
        Energy { kinetic: 0.5 * self.mass * v.x * v.x, potential: 0.0 }
    }
}
