//! One configuration of the model with everything that forces and constraints read from it.

use super::{Layout, NodeId, Port, PortId, PortState};
use crate::{Frame, Mat3, Vec3};

/// Frames of all nodes, their velocities and the states of all ports at one instant.
#[derive(Clone, Debug)]
pub struct Kinematics {
    pub t: f64,
    /// Factor of gravity and loads: 1 in dynamics, the load factor of a static analysis.
    pub load: f64,
    pub frames: Vec<Frame>,
    pub v: Vec<f64>,
    pub ports: Vec<PortState>,
    /// Last accepted values of the angle measures, which fix the number of turns (THEORY §1; one per angle slot).
    pub angles: Vec<f64>,
}

impl Kinematics {
    pub fn new(frames: Vec<Frame>, v: Vec<f64>, ports: &[Port], angles: usize) -> Self {
        let blank = PortState { x: Vec3::zeros(), r: Mat3::identity(), arm: Vec3::zeros(), drive: [Vec3::zeros(); 2] };
        let mut kin = Self { t: 0.0, load: 1.0, frames, v, ports: vec![blank; ports.len()], angles: vec![0.0; angles] };
        for (state, port) in kin.ports.iter_mut().zip(ports) {
            if port.node.is_none() {
                (state.x, state.r) = (port.at.x, *port.at.r());
            }
        }
        kin.update_ports(ports);
        kin
    }

    /// Recomputes the ports after `frames` or `t` changed.
    pub fn update_ports(&mut self, ports: &[Port]) {
        for (state, port) in self.ports.iter_mut().zip(ports) {
            match (port.node, &port.motion) {
                (Some(node), _) => {
                    let frame = &self.frames[node];
                    state.arm = frame.r() * port.at.x;
                    state.x = frame.x + state.arm;
                    state.r = if port.at.r() == &Mat3::identity() { *frame.r() } else { frame.r() * port.at.r() };
                }
                (None, Some(motion)) => {
                    let (frame, [v, w], _) = motion.at(self.t);
                    let placed = frame.then(&port.at);
                    (state.x, state.r) = (placed.x, *placed.r());
                    state.drive = [v + w.cross(&(placed.x - frame.x)), w];
                }
                (None, None) => {}
            }
        }
    }

    /// Velocity of a port: (v, ω), both spatial.
    pub fn port_velocity(&self, layout: &Layout, ports: &[Port], port: PortId) -> (Vec3, Vec3) {
        let state = &self.ports[port];
        match ports[port].node {
            Some(node) => {
                let (v, w) = self.node_velocity(layout, node);
                (v + w.cross(&state.arm), w)
            }
            None => (state.drive[0], state.drive[1]),
        }
    }

    /// Velocity of a node: (ẋ, ω), both spatial.
    pub fn node_velocity(&self, layout: &Layout, node: NodeId) -> (Vec3, Vec3) {
        let (v, w) = layout.get(node, &self.v);
        (v, self.frames[node].r() * w)
    }
}
