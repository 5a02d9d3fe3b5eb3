//! Groups of bodies that touch or are joined.

use crate::model::NodeId;
use crate::system::System;
use linalg::NONE;

#[derive(Debug, Default)]
pub(super) struct Islands {
    /// A node of the same group; its own for the one that stands for the group.
    parent: Vec<NodeId>,
    /// Of the nodes that stand for groups: something binds the group to the ground; a contact is in it.
    held: Vec<bool>,
    touched: Vec<bool>,
    /// Nodes of free groups with contacts, by group.
    members: Vec<(NodeId, NodeId)>,
}

impl Islands {
    /// Finds the groups that joints and the given contacts, by their blocks of rows, bind.
    pub fn find(&mut self, system: &System, contacts: impl Iterator<Item = usize>) {
        let nodes = system.layout.dofs.len();
        self.parent.clear();
        self.parent.extend(0..nodes);
        self.held.clear();
        self.held.extend((0..nodes).map(|node| is_bound(system, node)));
        self.touched.clear();
        self.touched.resize(nodes, false);
        for block in 0..system.joint_blocks {
            self.bind(system, block);
        }
        for block in contacts {
            if let Some(root) = self.bind(system, block) {
                self.touched[root] = true;
            }
        }
        self.members.clear();
        for node in 0..nodes {
            let root = self.root(node);
            if self.touched[root] && !self.held[root] {
                self.members.push((root, node));
            }
        }
        self.members.sort_unstable();
    }

    /// The nodes of each group with contacts that nothing binds to the ground.
    pub fn free(&self) -> impl Iterator<Item = impl Iterator<Item = NodeId> + Clone> {
        self.members.chunk_by(|a, b| a.0 == b.0).map(|group| group.iter().map(|&(_, node)| node))
    }

    /// Makes one group of the nodes of a block of rows; the node that stands for it.
    fn bind(&mut self, system: &System, block: usize) -> Option<NodeId> {
        let block = &system.blocks[block];
        let root = self.root(*block.nodes().first()?);
        self.held[root] |= !block.is_free();
        for &node in block.nodes() {
            let other = self.root(node);
            if other != root {
                self.parent[other] = root;
                self.held[root] |= self.held[other];
                self.touched[root] |= self.touched[other];
            }
        }
        Some(root)
    }

    fn root(&mut self, mut node: NodeId) -> NodeId {
        while self.parent[node] != node {
            self.parent[node] = self.parent[self.parent[node]];
            node = self.parent[node];
        }
        node
    }
}

/// Whether a node cannot follow a rotation of its group: directions are locked (other than by a planar model), or its mass is
/// not about its origin.
fn is_bound(system: &System, node: NodeId) -> bool {
    let free = system.layout.dofs[node].map(|dof| dof != NONE);
    let (moves, turns) = free.split_at(3);
    let locked = moves.iter().filter(|free| !**free).count();
    // In a plane a body turns about the direction in which it does not move.
    let fits = match locked {
        0 => turns.iter().all(|&turns| turns == free[3]),
        1 => moves.iter().zip(turns).all(|(&moves, &turns)| !(moves && turns)),
        _ => false,
    };
    !fits || system.mass.node(node).fixed_view::<3, 3>(0, 3).amax() > 0.0
}
