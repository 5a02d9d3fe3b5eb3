//! Forces and torques on a port, as expressions of time, position and velocity.
//!
//! A force F acts at the port, a torque on its node. Components are given in space or in the port's axes (then F = R_p e
//! and F turns with the body), times the load factor, which is 1 but in statics. The variables are the port's position x and its velocity v (torque: angular velocity ω),
//! always in space. With E_x = ∂F/∂x, E_v = ∂F/∂v, β = 1 for body-fixed components and 0 otherwise, a node increment
//! (δx, δθ), φ = R δθ gives
//!
//! ```text
//! force:   f = (F, Rᵀ(arm × F)) ,   δF = E_x δx + G φ ,   G = −E_x S(arm) − E_v S(ω × arm) − β S(F)
//!          ∂f/∂q = [ E_x, G R ; Rᵀ S(arm) E_x, Rᵀ S(arm)(G + S(F)) R ]
//!          ∂f/∂v = [ E_v, −E_v S(arm) R ; Rᵀ S(arm) E_v, −Rᵀ S(arm) E_v S(arm) R ]
//! torque:  f = (0, Rᵀ F) ,   G = −E_x S(arm) − E_v S(ω) − β S(F)
//!          ∂f/∂q = [ 0 ; Rᵀ E_x, Rᵀ (G + S(F)) R ] ,   ∂f/∂v = [ 0 ; 0, Rᵀ E_v R ]
//! ```

use super::{Element, LocalMatrix, Power, Scene};
use crate::expr::Expression;
use crate::model::{NodeId, PortId, pull_gradient};
use crate::{Mat3, Vec3};
use lie::cross;

/// What a load is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadKind {
    Force,
    Torque,
}

/// In which axes its components are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadAxes {
    Space,
    /// The axes of the port.
    Body,
}

#[derive(Clone, Debug)]
pub struct Load {
    node: [NodeId; 1],
    port: PortId,
    kind: LoadKind,
    axes: LoadAxes,
    components: [Expression; 3],
}

impl Load {
    /// The variables of a force.
    pub const FORCE_VARIABLES: [&'static str; 7] = ["t", "x", "y", "z", "vx", "vy", "vz"];
    /// The variables of a torque.
    pub const TORQUE_VARIABLES: [&'static str; 7] = ["t", "x", "y", "z", "wx", "wy", "wz"];

    /// A load on a port that `node` carries.
    pub fn new(node: NodeId, port: PortId, kind: LoadKind, axes: LoadAxes, components: [Expression; 3]) -> Self {
        Self { node: [node], port, kind, axes, components }
    }

    /// Velocity of the port, linear for a force and angular for a torque, with the node's angular velocity, spatial.
    #[inline]
    fn velocity(&self, scene: &Scene) -> (Vec3, Vec3) {
        let (v, omega) = scene.kin.node_velocity(scene.layout, self.node[0]);
        match self.kind {
            LoadKind::Force => (v + omega.cross(&scene.kin.ports[self.port].arm), omega),
            LoadKind::Torque => (omega, omega),
        }
    }

    #[inline]
    fn variables(&self, scene: &Scene, v: &Vec3) -> [f64; 7] {
        let x = &scene.kin.ports[self.port].x;
        [scene.kin.t, x.x, x.y, x.z, v.x, v.y, v.z]
    }

    /// From given components to space.
    #[inline]
    fn to_space(&self, scene: &Scene, e: Mat3) -> Mat3 {
        match self.axes {
            LoadAxes::Space => e * scene.load,
            LoadAxes::Body => scene.kin.ports[self.port].r * e * scene.load,
        }
    }

    /// The force or torque in space.
    #[inline]
    fn value(&self, scene: &Scene, v: &Vec3) -> Vec3 {
        let vars = self.variables(scene, v);
        let [x, y, z] = &self.components;
        let e = Vec3::from([x, y, z].map(|component| component.eval_with(&vars, &scene.kin.signals)));
        match self.axes {
            LoadAxes::Space => e * scene.load,
            LoadAxes::Body => scene.kin.ports[self.port].r * e * scene.load,
        }
    }

    /// (E_x, E_v) in space.
    fn slopes(&self, scene: &Scene, v: &Vec3) -> (Mat3, Mat3) {
        let vars = self.variables(scene, v);
        let (mut e_x, mut e_v) = (Mat3::zeros(), Mat3::zeros());
        for (i, component) in self.components.iter().enumerate() {
            for j in 0..3 {
                e_x[(i, j)] = component.partial_with(&vars, &scene.kin.signals, 1 + j).1;
                e_v[(i, j)] = component.partial_with(&vars, &scene.kin.signals, 4 + j).1;
            }
        }
        (self.to_space(scene, e_x), self.to_space(scene, e_v))
    }
}

impl Element for Load {
    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let (v, _) = self.velocity(scene);
        let load = self.value(scene, &v);
        let r = scene.kin.frames[self.node[0]].r();
        let (linear, angular) = match self.kind {
            LoadKind::Force => pull_gradient(&scene.kin.ports[self.port], r, &load, &Vec3::zeros()),
            LoadKind::Torque => (Vec3::zeros(), r.tr_mul(&load)),
        };
        scene.layout.add(self.node[0], &linear, &angular, f);
    }

    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, c: &mut LocalMatrix) {
        let (v, omega) = self.velocity(scene);
        let load = self.value(scene, &v);
        let (e_x, e_v) = self.slopes(scene, &v);
        let r = scene.kin.frames[self.node[0]].r();
        let arm = scene.kin.ports[self.port].arm;
        let (s_arm, s_load) = (cross(&arm), cross(&load));
        let turned = match self.kind {
            LoadKind::Force => omega.cross(&arm),
            LoadKind::Torque => omega,
        };
        let mut g = -e_x * s_arm - e_v * cross(&turned);
        if self.axes == LoadAxes::Body {
            g -= s_load;
        }
        match self.kind {
            LoadKind::Force => {
                let lever = r.tr_mul(&s_arm);
                k.add_block(0, 0, &-e_x);
                k.add_block(0, 1, &(-g * r));
                k.add_block(1, 0, &(-lever * e_x));
                k.add_block(1, 1, &(-lever * (g + s_load) * r));
                let e_w = e_v * s_arm * r;
                c.add_block(0, 0, &-e_v);
                c.add_block(0, 1, &e_w);
                c.add_block(1, 0, &(-lever * e_v));
                c.add_block(1, 1, &(lever * e_w));
            }
            LoadKind::Torque => {
                k.add_block(1, 0, &-r.tr_mul(&e_x));
                k.add_block(1, 1, &-r.tr_mul(&((g + s_load) * r)));
                c.add_block(1, 1, &-r.tr_mul(&(e_v * r)));
            }
        }
    }

    fn power(&self, scene: &Scene) -> Power {
        let (v, _) = self.velocity(scene);
        Power { loads: self.value(scene, &v).dot(&v), dampers: 0.0 }
    }
}
