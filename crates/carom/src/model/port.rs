//! Ports: the material points and frames that joints, contacts, springs, loads and sensors attach to.
//!
//! A port never shows its node to what attaches to it. It has a position `x`, an orientation `r` and, through
//! [`super::Kinematics`], a velocity; a spatial force `g_u` and moment `g_φ` on the port pull back to the node as
//! `(g_u, Rᵀ(g_φ + arm × g_u))`, and the pull-back's own derivative adds `S(arm) S(g_u)` to the rotation block
//! (ARCHITECTURE, "ports").

use super::NodeId;
use crate::expr::Expression;
use crate::{Frame, Mat3, Vec3};

/// A frame attached to a node, to the ground, or to a ground that moves.
#[derive(Clone, Debug)]
pub struct Port {
    /// The carrying node; `None` is the ground.
    pub node: Option<NodeId>,
    /// The port in the node's frame (the ground's: in space).
    pub at: Frame,
    /// A prescribed motion of a ground port, applied before `at`.
    pub motion: Option<Motion>,
}

impl Port {
    pub fn ground(at: Frame) -> Self {
        Self { node: None, at, motion: None }
    }

    pub fn on(node: NodeId, at: Frame) -> Self {
        Self { node: Some(node), at, motion: None }
    }
}

/// A prescribed rigid motion: translation and rotation about a fixed axis through the moving origin, expressions of `t` and of what is
/// held over a step ([`super::Kinematics::signals`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// Of the item that moves.
    pub name: String,
    pub translation: [Expression; 3],
    pub axis: Vec3,
    pub angle: Expression,
}

impl Motion {
    /// Frame, velocity (v, ω) and acceleration (v̇, ω̇) at time t, spatial.
    pub fn at(&self, t: f64, held: &[f64]) -> (Frame, [Vec3; 2], [Vec3; 2]) {
        let [x, v, a] = jet(&self.translation, t, held);
        let (angle, rate, acceleration) = self.angle.time_jet_with(t, held);
        let frame = Frame::from_rotation_vector(x, &(self.axis * angle));
        (frame, [v, self.axis * rate], [a, self.axis * acceleration])
    }

    pub fn is_finite(&self, t: f64, held: &[f64]) -> bool {
        let [x, v, _] = jet(&self.translation, t, held);
        let (angle, rate, _) = self.angle.time_jet_with(t, held);
        x.iter().chain(&v).chain([&angle, &rate]).all(|x| x.is_finite())
    }
}

fn jet(e: &[Expression; 3], t: f64, held: &[f64]) -> [Vec3; 3] {
    let mut out = [Vec3::zeros(); 3];
    for i in 0..3 {
        let (x, v, a) = e[i].time_jet_with(t, held);
        out[0][i] = x;
        out[1][i] = v;
        out[2][i] = a;
    }
    out
}

/// A port at one instant.
#[derive(Clone, Copy, Debug)]
pub struct PortState {
    pub x: Vec3,
    pub r: Mat3,
    /// From the node's origin to the port, spatial.
    pub arm: Vec3,
    /// Prescribed velocity (v, ω) of a moving ground; zero otherwise.
    pub drive: [Vec3; 2],
}

impl PortState {
    pub fn axis(&self, i: usize) -> Vec3 {
        self.r.column(i).into()
    }
}
