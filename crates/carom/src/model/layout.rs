//! Where each node's velocity components stand in the global vectors.
//!
//! The degrees of freedom come first. Follower nodes have none; the six components of each stand behind them in the vectors of
//! velocities, accelerations and forces, which are `extended` long.

use super::{Follower, Node, NodeId};
use crate::Vec3;
use linalg::NONE;

/// Global indices of the free velocity components of every node.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Per node: index of each component, [`NONE`] where locked or absent.
    pub dofs: Vec<[u32; 6]>,
    /// The number of degrees of freedom.
    pub n: usize,
    /// Length of vectors that have the components of followers too.
    pub extended: usize,
}

impl Layout {
    pub fn new(nodes: &[Node], followers: &[(NodeId, Follower)]) -> Self {
        Self::ordered(nodes, followers, 0..nodes.len())
    }

    /// Numbers the degrees of freedom of the nodes in a given order, which has each node once.
    pub fn ordered(nodes: &[Node], followers: &[(NodeId, Follower)], order: impl Iterator<Item = NodeId>) -> Self {
        let mut dofs = vec![[NONE; 6]; nodes.len()];
        let mut n = 0;
        let mut next = || {
            n += 1;
            n - 1
        };
        let mut follows = vec![false; nodes.len()];
        followers.iter().for_each(|(node, _)| follows[*node] = true);
        for at in order.filter(|&at| !follows[at]) {
            let node = &nodes[at];
            for (c, dof) in dofs[at].iter_mut().enumerate().take(node.kind.dimension()) {
                if !node.locked[c] {
                    *dof = next();
                }
            }
        }
        let n = next();
        let mut extended = n;
        for (node, _) in followers {
            dofs[*node] = [0, 1, 2, 3, 4, 5].map(|c| extended + c);
            extended += 6;
        }
        Self { dofs, n: n as usize, extended: extended as usize }
    }

    /// The components of a node in a global vector: (linear, angular), zero where locked, and for a follower in a vector
    /// over the degrees of freedom alone.
    #[inline]
    pub fn get(&self, node: usize, v: &[f64]) -> (Vec3, Vec3) {
        let d = &self.dofs[node];
        let at = |c: usize| v.get(d[c] as usize).copied().unwrap_or(0.0);
        (Vec3::new(at(0), at(1), at(2)), Vec3::new(at(3), at(4), at(5)))
    }

    /// The first `width` components of a node in a global vector, zero where locked.
    pub fn components(&self, node: usize, v: &[f64], width: usize) -> impl Iterator<Item = f64> {
        self.dofs[node].into_iter().take(width).map(|d| v.get(d as usize).copied().unwrap_or(0.0))
    }

    /// Adds components of a node to a global vector, dropping the locked ones.
    #[inline]
    pub fn add(&self, node: usize, linear: &Vec3, angular: &Vec3, f: &mut [f64]) {
        let d = &self.dofs[node];
        for c in 0..3 {
            if d[c] != NONE {
                f[d[c] as usize] += linear[c];
            }
            if d[3 + c] != NONE {
                f[d[3 + c] as usize] += angular[c];
            }
        }
    }
}
