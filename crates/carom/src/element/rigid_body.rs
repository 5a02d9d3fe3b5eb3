//! Rigid body: mass, inertia, gyroscopic force and weight.
//!
//! The node sits at the centre of mass, velocity (ẋ, Ω) with Ω body-fixed, J the inertia tensor about the centre of mass in
//! body-fixed axes (THEORY §2):
//!
//! ```text
//! M = diag(m I, J) ,   f = (m g, −Ω × JΩ) ,   C = −∂f/∂v = diag(0, S(Ω)J − S(JΩ)) ,   K = 0
//! T = ½ m ẋ·ẋ + ½ Ω·JΩ ,   V = −m g·x
//! ```

use super::{Element, Energy, LocalMatrix, Scene};
use crate::Mat3;
use crate::model::NodeId;
use lie::cross;

#[derive(Clone, Debug)]
pub struct RigidBody {
    node: [NodeId; 1],
    mass: f64,
    inertia: Mat3,
}

impl RigidBody {
    pub fn new(node: NodeId, mass: f64, inertia: Mat3) -> Self {
        Self { node: [node], mass, inertia }
    }
}

impl Element for RigidBody {
    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let (_, omega) = scene.layout.get(self.node[0], &scene.kin.v);
        let gyroscopic = (self.inertia * omega).cross(&omega);
        scene.layout.add(self.node[0], &(scene.gravity * self.mass), &gyroscopic, f);
    }

    fn tangent(&self, scene: &Scene, _k: &mut LocalMatrix, c: &mut LocalMatrix) {
        let (_, omega) = scene.layout.get(self.node[0], &scene.kin.v);
        c.add_block(1, 1, &(cross(&omega) * self.inertia - cross(&(self.inertia * omega))));
    }

    fn inertia(&self, scene: &Scene, a: &[f64], out: &mut [f64]) {
        let (linear, angular) = scene.layout.get(self.node[0], a);
        scene.layout.add(self.node[0], &(linear * self.mass), &(self.inertia * angular), out);
    }

    fn mass(&self, _scene: &Scene, m: &mut LocalMatrix) {
        m.add_block(0, 0, &Mat3::from_diagonal_element(self.mass));
        m.add_block(1, 1, &self.inertia);
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let (v, omega) = scene.layout.get(self.node[0], &scene.kin.v);
        Energy {
            kinetic: 0.5 * (self.mass * v.norm_squared() + omega.dot(&(self.inertia * omega))),
            potential: -self.mass * scene.gravity.dot(&scene.kin.frames[self.node[0]].x),
        }
    }
}
