//! Where each node's velocity components stand in the global vectors.

use super::Node;
use crate::Vec3;
use linalg::NONE;

/// Global indices of the free velocity components of every node.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Per node: index of each component, [`NONE`] where locked or absent.
    pub dofs: Vec<[u32; 6]>,
    /// The number of degrees of freedom.
    pub n: usize,
}

impl Layout {
    pub fn new(nodes: &[Node]) -> Self {
        let mut n = 0;
        let mut number = |node: &Node| {
            let mut dofs = [NONE; 6];
            for (c, dof) in dofs.iter_mut().enumerate().take(node.kind.dimension()) {
                if !node.locked[c] {
                    *dof = n;
                    n += 1;
                }
            }
            dofs
        };
        let dofs = nodes.iter().map(&mut number).collect();
        Self { dofs, n: n as usize }
    }

    /// The components of a node in a global vector: (linear, angular), zero where locked.
    pub fn get(&self, node: usize, v: &[f64]) -> (Vec3, Vec3) {
        let d = &self.dofs[node];
        let at = |c: usize| if d[c] == NONE { 0.0 } else { v[d[c] as usize] };
        (Vec3::new(at(0), at(1), at(2)), Vec3::new(at(3), at(4), at(5)))
    }

    /// Adds components of a node to a global vector, dropping the locked ones.
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
