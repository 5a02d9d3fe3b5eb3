//! From modes to a body of the model: its nodes, its element, its attachments.

use super::body::{ModalBody, ModalMatrix};
use super::integrals::ShapeIntegrals;
use crate::element::Damping;
use crate::model::{Follower, ModalShape, NodeId};
use crate::spec::Builder;
use crate::{Frame, NodeKind, Vec3};

/// A body in its floating frame, ready to be added to a model.
#[derive(Clone, Debug)]
pub struct Floating {
    /// The floating frame at the start.
    pub frame: Frame,
    /// Velocity of its origin and angular velocity at the start, in space.
    pub velocity: [Vec3; 2],
    /// Whether the frame is held in space.
    pub held: bool,
    pub modes: usize,
    pub integrals: ShapeIntegrals,
    pub stiffness: ModalMatrix,
    pub damping: ModalMatrix,
}

impl Floating {
    /// Adds the nodes and the element; the nodes, the floating frame first.
    pub fn add(self, name: &str, kind: &'static str, b: &mut Builder) -> Vec<NodeId> {
        let Self { frame, velocity: [v, w], held, modes, integrals, stiffness, damping } = self;
        let w = frame.r().tr_mul(&w);
        let first = b.model.add_node(name, NodeKind::Frame, frame, [v.x, v.y, v.z, w.x, w.y, w.z]);
        if held {
            b.model.nodes[first].locked = [true; 6];
        }
        let mut nodes = vec![first];
        for k in (0..modes).step_by(3) {
            let label = format!("{name}~{}", k / 3);
            let node = b.model.add_node(&label, NodeKind::Amplitudes, Frame::identity(), [0.0; 6]);
            (0..3).filter(|c| k + c >= modes).for_each(|c| b.model.nodes[node].locked[c] = true);
            nodes.push(node);
        }
        b.add_element(name, kind, Box::new(ModalBody::new(nodes.clone(), integrals, stiffness, damping)));
        nodes
    }
}

/// α M + β K over the modes.
pub fn rayleigh(damping: Damping, integrals: &ShapeIntegrals, stiffness: &ModalMatrix) -> ModalMatrix {
    let n = integrals.modes();
    let pairs = (0..n * n).map(|e| (e / n, e % n));
    let mass = pairs.map(|(k, l)| (k, l, damping.mass * integrals.modal_mass(k, l)));
    let all = mass.chain(stiffness.iter().map(|&(k, l, x)| (k, l, damping.stiffness * x)));
    all.filter(|(_, _, x)| *x != 0.0).collect()
}

/// Adds a frame that sits at a place of a body with these nodes.
pub fn attach(label: &str, nodes: &[NodeId], shape: ModalShape, b: &mut Builder) -> NodeId {
    b.add_follower(label, Follower::Modal { nodes: nodes.to_vec(), shape })
}
