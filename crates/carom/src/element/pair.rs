//! Two ports seen from the nodes that carry them: what springs and dampers between them share.
//!
//! Vectors over a pair are in the order (linear A, angular A, linear B, angular B), angular parts body-fixed. A port on the
//! ground takes part with the identity for its rotation and its prescribed velocity; its forces go nowhere.

use super::{LocalMatrix, Scene};
use crate::measure::Gradient;
use crate::model::{NodeId, Port, PortId, pull_gradient};
use crate::spec::{Attachment, BuildError};
use crate::{Mat3, Vec3};

/// The two ports of an element with their nodes.
#[derive(Clone, Debug)]
pub struct PortPair {
    pub a: PortId,
    pub b: PortId,
    nodes: Vec<NodeId>,
    /// Per side: the node and its place among `nodes`; `None` is the ground.
    sides: [Option<(NodeId, usize)>; 2],
}

impl PortPair {
    pub fn new(a: PortId, b: PortId, ports: &[Port]) -> Self {
        let mut nodes: Vec<NodeId> = Vec::new();
        let sides = [a, b].map(|port| {
            let node = ports[port].node?;
            let place = nodes.iter().position(|n| *n == node).unwrap_or_else(|| {
                nodes.push(node);
                nodes.len() - 1
            });
            Some((node, place))
        });
        Self { a, b, nodes, sides }
    }

    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Whether a side (0 or 1) is on the ground.
    pub fn is_ground(&self, side: usize) -> bool {
        self.sides[side].is_none()
    }

    /// The rotation of a side's node, the identity for the ground.
    #[inline]
    pub fn rotation(&self, side: usize, scene: &Scene) -> Mat3 {
        self.sides[side].map_or_else(Mat3::identity, |(node, _)| *scene.kin.frames[node].r())
    }

    /// The origin of a side's node, the port itself for the ground.
    #[inline]
    pub fn origin(&self, side: usize, scene: &Scene) -> Vec3 {
        self.sides[side].map_or_else(|| scene.kin.ports[[self.a, self.b][side]].x, |(node, _)| scene.kin.frames[node].x)
    }

    /// Velocities of both nodes; of a ground port its own.
    #[inline]
    pub fn velocities(&self, scene: &Scene) -> [Vec3; 4] {
        let of = |side: usize, port: PortId| match self.sides[side] {
            Some((node, _)) => scene.layout.get(node, &scene.kin.v),
            None => (scene.kin.ports[port].drive[0], scene.kin.ports[port].drive[1]),
        };
        let ((va, wa), (vb, wb)) = (of(0, self.a), of(1, self.b));
        [va, wa, vb, wb]
    }

    /// A measure's gradient with respect to the nodes.
    #[inline]
    pub fn pull(&self, scene: &Scene, g: &Gradient) -> [Vec3; 4] {
        let ports = &scene.kin.ports;
        let (xa, ta) = pull_gradient(&ports[self.a], &self.rotation(0, scene), &g.u_a, &g.p_a);
        let (xb, tb) = pull_gradient(&ports[self.b], &self.rotation(1, scene), &g.u_b, &g.p_b);
        [xa, ta, xb, tb]
    }

    /// Adds forces on the nodes to a global vector.
    #[inline]
    pub fn add_force(&self, scene: &Scene, force: &[Vec3; 4], f: &mut [f64]) {
        for (side, part) in self.sides.iter().zip(force.chunks_exact(2)) {
            if let Some((node, _)) = side {
                scene.layout.add(*node, &part[0], &part[1], f);
            }
        }
    }

    /// Adds 3×3 blocks over (linear A, angular A, linear B, angular B) to the element's matrix.
    #[inline]
    pub fn add_blocks(&self, blocks: &[[Mat3; 4]; 4], m: &mut LocalMatrix) {
        for (r, rows) in blocks.iter().enumerate() {
            let Some((_, i)) = self.sides[r / 2] else { continue };
            for (c, block) in rows.iter().enumerate() {
                let Some((_, j)) = self.sides[c / 2] else { continue };
                m.add_block(2 * i + r % 2, 2 * j + c % 2, block);
            }
        }
    }
}

/// Refuses two ends that move together.
pub fn check_ends([a, b]: &[Attachment; 2]) -> Result<(), BuildError> {
    if !a.shares_carrier(b) {
        return Ok(());
    }
    let where_ = if a.node.is_some() { "the same body" } else { "the ground" };
    Err(BuildError::at(&b.span, format!("both ends, `{}` and `{}`, are on {where_}", a.name, b.name))
        .help("attach one end to another body"))
}
