//! One configuration of the model with everything that forces and constraints read from it.

use super::{ContactFrame, Follower, Layout, NodeId, Port, PortId, PortState};
use crate::element::LocalMatrix;
use crate::{Frame, Mat3, Vec3};
use std::sync::Arc;

/// A follower node compiled for one layout.
#[derive(Clone, Debug)]
pub struct FollowerNode {
    pub node: NodeId,
    pub rule: Follower,
    /// Its six components in extended vectors.
    pub own: usize,
    /// Components of the nodes it follows, [`linalg::NONE`] where locked or absent.
    pub columns: Vec<u32>,
    /// Where its Jacobian starts in [`Kinematics::follower_jacobians`].
    offset: usize,
}

impl FollowerNode {
    pub fn compile(followers: &[(NodeId, Follower)], layout: &Layout) -> Arc<[Self]> {
        let mut offset = 0;
        let one = |(node, rule): &(NodeId, Follower)| {
            let columns: Vec<u32> =
                rule.nodes().iter().flat_map(|n| layout.dofs[*n].into_iter().take(rule.width())).collect();
            let start = offset;
            offset += 6 * columns.len();
            Self { node: *node, rule: rule.clone(), own: layout.dofs[*node][0] as usize, columns, offset: start }
        };
        followers.iter().map(one).collect()
    }
}

/// Frames of all nodes, their velocities and the states of all ports at one instant.
#[derive(Clone, Debug)]
pub struct Kinematics {
    pub t: f64,
    /// Factor of gravity and loads: 1 in dynamics, the load factor of a static analysis.
    pub load: f64,
    pub frames: Vec<Frame>,
    /// Velocities of the degrees of freedom, then of the followers.
    pub v: Vec<f64>,
    followers: Arc<[FollowerNode]>,
    follower_jacobians: Vec<f64>,
    pub ports: Vec<PortState>,
    /// Last accepted values of the angle measures, which fix the number of turns (THEORY §1; one per angle slot).
    pub angles: Vec<f64>,
    /// Largest openings of the bonds so far, in m.
    pub bonds: Vec<f64>,
    /// Speeds of approach δ̇_i of compliant contacts, in m/s: what they touched with; 0 while they are open, negative while they are
    /// beside or under their face.
    pub approaches: Vec<f64>,
    /// What is held over a step: the inputs, then the sensors that forces read, taken at its start.
    pub signals: Vec<f64>,
    /// What sliding and turning in each contact are counted from.
    pub contacts: Vec<ContactFrame>,
}

impl Kinematics {
    pub fn new(frames: Vec<Frame>, v: Vec<f64>, ports: &[Port], angles: usize) -> Self {
        let blank = PortState { x: Vec3::zeros(), r: Mat3::identity(), arm: Vec3::zeros(), drive: [Vec3::zeros(); 2] };
        let mut kin = Self {
            t: 0.0,
            load: 1.0,
            frames,
            v,
            followers: Arc::new([]),
            follower_jacobians: Vec::new(),
            ports: vec![blank; ports.len()],
            angles: vec![0.0; angles],
            bonds: Vec::new(),
            approaches: Vec::new(),
            signals: Vec::new(),
            contacts: Vec::new(),
        };
        for (state, port) in kin.ports.iter_mut().zip(ports) {
            if port.node.is_none() {
                (state.x, state.r) = (port.at.x, *port.at.r());
            }
        }
        kin.update_ports(ports);
        kin
    }

    /// Lets nodes follow others from now on.
    pub fn set_followers(&mut self, followers: Arc<[FollowerNode]>, ports: &[Port]) {
        self.follower_jacobians = vec![0.0; followers.iter().map(|f| 6 * f.columns.len()).sum()];
        self.followers = followers;
        self.update_ports(ports);
    }

    pub fn followers(&self) -> &Arc<[FollowerNode]> {
        &self.followers
    }

    /// Jacobian of a follower: six rows, row-major.
    pub fn follower_jacobian(&self, follower: &FollowerNode) -> &[f64] {
        &self.follower_jacobians[follower.offset..][..6 * follower.columns.len()]
    }

    /// Takes velocity and Jacobian of a follower from elsewhere.
    pub fn copy_follower(&mut self, follower: &FollowerNode, from: &Self) {
        let (own, jacobian) = (follower.own..follower.own + 6, follower.offset..);
        self.v[own.clone()].copy_from_slice(&from.v[own]);
        let size = 6 * follower.columns.len();
        self.follower_jacobians[jacobian.clone()][..size].copy_from_slice(&from.follower_jacobians[jacobian][..size]);
    }

    /// Recomputes frames and Jacobians of some followers.
    fn update_followers(&mut self, which: impl Iterator<Item = usize>) {
        for k in which {
            let follower = &self.followers[k];
            let j = &mut self.follower_jacobians[follower.offset..][..6 * follower.columns.len()];
            follower.rule.jacobian(&self.frames, j);
            self.frames[follower.node] = follower.rule.frame(&self.frames);
        }
    }

    /// Recomputes the velocities of the followers after `v` changed.
    pub fn update_velocities(&mut self) {
        self.update_velocities_of(0..self.followers.len());
    }

    /// Recomputes the velocities of some followers.
    pub fn update_velocities_of(&mut self, which: impl Iterator<Item = usize>) {
        for k in which {
            let follower = &self.followers[k];
            let velocity = self.follow(follower, &self.v);
            self.v[follower.own..follower.own + 6].copy_from_slice(&velocity);
        }
    }

    /// J w for a vector over the degrees of freedom.
    pub fn follow(&self, follower: &FollowerNode, w: &[f64]) -> [f64; 6] {
        let mut out = [0.0; 6];
        let rows = self.follower_jacobian(follower).chunks_exact(follower.columns.len());
        for (out, row) in out.iter_mut().zip(rows) {
            *out = row.iter().zip(&follower.columns).map(|(j, &c)| j * w.get(c as usize).copied().unwrap_or(0.0)).sum();
        }
        out
    }

    /// Accelerations of a follower when those of the nodes it follows are zero.
    pub fn follower_convection(&self, follower: &FollowerNode) -> [f64; 6] {
        let w = |i: usize| self.v.get(follower.columns[i] as usize).copied().unwrap_or(0.0);
        let mut out = [0.0; 6];
        let mut d = LocalMatrix::default();
        for c in follower.rule.curved() {
            d.reset(follower.rule.nodes().len(), follower.rule.width());
            follower.rule.add_curvature(&self.frames, &unit_force(c), &mut d);
            out[c] = (0..d.n()).map(|i| w(i) * (0..d.n()).map(|j| d.get(i, j) * w(j)).sum::<f64>()).sum();
        }
        out
    }

    /// Recomputes followers and ports after `frames` or `t` changed.
    pub fn update_ports(&mut self, ports: &[Port]) {
        if !self.followers.is_empty() {
            self.update_followers(0..self.followers.len());
            self.update_velocities();
        }
        for (state, port) in self.ports.iter_mut().zip(ports) {
            place_port(state, port, &self.frames, (self.t, &self.signals));
        }
    }

    /// Recomputes some followers and ports after frames of their nodes changed.
    #[inline]
    pub fn update_some(&mut self, followers: &[usize], some: &[PortId], ports: &[Port]) {
        if !followers.is_empty() {
            self.update_followers(followers.iter().copied());
            self.update_velocities_of(followers.iter().copied());
        }
        for &port in some {
            place_port(&mut self.ports[port], &ports[port], &self.frames, (self.t, &self.signals));
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

    /// Acceleration of a node, given those of the degrees of freedom: (ẍ, Ω̇ body-fixed).
    pub fn node_acceleration(&self, layout: &Layout, node: NodeId, acceleration: &[f64]) -> (Vec3, Vec3) {
        let Some(follower) = self.followers.iter().find(|f| f.node == node) else {
            return layout.get(node, acceleration);
        };
        let (a, b) = (self.follow(follower, acceleration), self.follower_convection(follower));
        (Vec3::from_fn(|i, _| a[i] + b[i]), Vec3::from_fn(|i, _| a[3 + i] + b[3 + i]))
    }

    /// Velocity of a node: (ẋ, ω), both spatial.
    pub fn node_velocity(&self, layout: &Layout, node: NodeId) -> (Vec3, Vec3) {
        let (v, w) = layout.get(node, &self.v);
        (v, self.frames[node].r() * w)
    }
}

/// The unit force along a component of a node, or the moment about it.
pub(crate) fn unit_force(c: usize) -> [Vec3; 2] {
    if c < 3 { [Vec3::ith(c, 1.0), Vec3::zeros()] } else { [Vec3::zeros(), Vec3::ith(c - 3, 1.0)] }
}

/// Places a port where its node or its motion has it.
#[inline]
fn place_port(state: &mut PortState, port: &Port, frames: &[Frame], (t, held): (f64, &[f64])) {
    match (port.node, &port.motion) {
        (Some(node), _) => {
            let frame = &frames[node];
            state.arm = frame.r() * port.at.x;
            state.x = frame.x + state.arm;
            state.r = if port.at.is_turned() { frame.r() * port.at.r() } else { *frame.r() };
        }
        (None, Some(motion)) => {
            let (frame, [v, w], _) = motion.at(t, held);
            let placed = frame.then(&port.at);
            (state.x, state.r) = (placed.x, *placed.r());
            state.drive = [v + w.cross(&(placed.x - frame.x)), w];
        }
        (None, None) => {}
    }
}
