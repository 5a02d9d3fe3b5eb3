//! Rayleigh damping proportional to mass: f = −α M v, C = α M, dissipated power α vᵀMv; α in 1/s.

use super::{Element, LocalMatrix, Power, Scene};
use crate::Mat3;
use crate::model::NodeId;

/// Mass-proportional damping of one body.
#[derive(Clone, Debug)]
pub struct Rayleigh {
    node: [NodeId; 1],
    /// α m
    linear: f64,
    /// α J, body-fixed
    angular: Mat3,
}

impl Rayleigh {
    /// The damping of a body with this mass and inertia (zero for points and scalars).
    pub fn new(node: NodeId, alpha: f64, mass: f64, inertia: &Mat3) -> Self {
        Self { node: [node], linear: alpha * mass, angular: inertia * alpha }
    }
}

impl Element for Rayleigh {
    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let (v, omega) = scene.layout.get(self.node[0], &scene.kin.v);
        scene.layout.add(self.node[0], &(v * -self.linear), &(self.angular * -omega), f);
    }

    fn tangent(&self, _scene: &Scene, _k: &mut LocalMatrix, c: &mut LocalMatrix) {
        c.add_block(0, 0, &Mat3::from_diagonal_element(self.linear));
        c.add_block(1, 1, &self.angular);
    }

    fn power(&self, scene: &Scene) -> Power {
        let (v, omega) = scene.layout.get(self.node[0], &scene.kin.v);
        Power { loads: 0.0, dampers: -(self.linear * v.norm_squared() + omega.dot(&(self.angular * omega))) }
    }
}
