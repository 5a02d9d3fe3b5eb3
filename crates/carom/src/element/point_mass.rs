//! Point mass: M = m I, weight f = m g, T = ½ m ẋ·ẋ, V = −m g·x; no tangents.

use super::{Element, Energy, LocalMatrix, Scene};
use crate::model::NodeId;
use crate::{Mat3, Vec3};

#[derive(Clone, Debug)]
pub struct PointMass {
    node: [NodeId; 1],
    mass: f64,
}

impl PointMass {
    pub fn new(node: NodeId, mass: f64) -> Self {
        Self { node: [node], mass }
    }
}

impl Element for PointMass {
    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        scene.layout.add(self.node[0], &(scene.gravity * self.mass), &Vec3::zeros(), f);
    }

    fn tangent(&self, _scene: &Scene, _k: &mut LocalMatrix, _c: &mut LocalMatrix) {}

    fn inertia(&self, scene: &Scene, a: &[f64], out: &mut [f64]) {
        let (linear, _) = scene.layout.get(self.node[0], a);
        scene.layout.add(self.node[0], &(linear * self.mass), &Vec3::zeros(), out);
    }

    fn mass(&self, _scene: &Scene, m: &mut LocalMatrix) {
        m.add_block(0, 0, &Mat3::from_diagonal_element(self.mass));
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let (v, _) = scene.layout.get(self.node[0], &scene.kin.v);
        Energy {
            kinetic: 0.5 * self.mass * v.norm_squared(),
            potential: -self.mass * scene.gravity.dot(&scene.kin.frames[self.node[0]].x),
        }
    }
}
