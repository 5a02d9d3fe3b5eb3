//! The mass matrix as a list of non-zeros: the part that is constant in body-fixed components, or all of it at a configuration.

use super::Island;
use crate::element::{LocalMatrix, Scene};
use crate::model::{Model, NodeId};
use linalg::NONE;
use nalgebra::{Matrix6, RowVector6, Vector6};

/// Blocks of the nodes that the matrix couples with no other; zero for locked components.
#[derive(Clone, Debug, Default)]
struct Nodal {
    blocks: Vec<Matrix6<f64>>,
    /// S with S Sᵀ = M⁻¹.
    roots: Vec<Matrix6<f64>>,
    /// Nodes that M couples with others, which have no blocks.
    coupled: Vec<bool>,
}

/// Non-zeros of M in a fixed order.
#[derive(Clone, Debug, Default)]
pub struct MassMatrix {
    entries: Vec<(u32, u32, f64)>,
    /// Where the entries of each row start.
    rows: Vec<usize>,
    diagonal: Vec<f64>,
    nodal: Nodal,
    /// Where the blocks stand.
    dofs: Vec<[u32; 6]>,
}

impl MassMatrix {
    /// The constant part; the diagonal has all of M in the configuration of the scene.
    pub fn constant(model: &Model, scene: &Scene, n: usize) -> Self {
        Self::new(model, scene, n, false)
    }

    /// All of M in the configuration of the scene.
    pub fn full(model: &Model, scene: &Scene, n: usize) -> Self {
        Self::new(model, scene, n, true)
    }

    fn new(model: &Model, scene: &Scene, n: usize, all: bool) -> Self {
        // Columns and sums of each row; rows are short.
        let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); n];
        let mut local = LocalMatrix::default();
        let mut varying = vec![0.0; n];
        for item in &model.elements {
            let nodes = item.element.nodes();
            let width = item.element.width();
            local.reset(nodes.len(), width);
            item.element.mass(scene, &mut local);
            let dof = |k: usize| scene.layout.dofs[nodes[k / width]][k % width];
            if item.element.has_varying_mass() && !all {
                (0..local.n()).filter(|k| dof(*k) != NONE).for_each(|k| varying[dof(k) as usize] += local.get(k, k));
                continue;
            }
            for i in 0..local.n() {
                for j in 0..local.n() {
                    let x = local.get(i, j);
                    if x == 0.0 || dof(i) == NONE || dof(j) == NONE {
                        continue;
                    }
                    let row = &mut rows[dof(i) as usize];
                    match row.iter_mut().find(|(column, _)| *column == dof(j)) {
                        Some((_, sum)) => *sum += x,
                        None => row.push((dof(j), x)),
                    }
                }
            }
        }
        let mut diagonal = varying;
        let mut entries = Vec::with_capacity(rows.iter().map(Vec::len).sum());
        let mut starts = vec![0];
        for (i, row) in rows.iter_mut().enumerate() {
            row.sort_unstable_by_key(|(column, _)| *column);
            for &(j, x) in row.iter() {
                entries.push((i as u32, j, x));
                if i == j as usize {
                    diagonal[i] += x;
                }
            }
            starts.push(entries.len());
        }
        let dofs = scene.layout.dofs.clone();
        let nodal = Nodal::new(&entries, &dofs, n);
        Self { entries, rows: starts, diagonal, nodal, dofs }
    }

    /// Whether M couples none of these nodes with another, as for rigid bodies.
    pub fn is_nodal(&self, nodes: &[NodeId]) -> bool {
        nodes.iter().all(|&node| !self.nodal.coupled[node])
    }

    /// The block of a node that is not coupled with others.
    pub fn node(&self, node: NodeId) -> Matrix6<f64> {
        self.nodal.blocks[node]
    }

    /// The components of M⁻¹ b of some nodes of a nodal matrix into `x`, both over all degrees of freedom.
    pub fn solve_nodes(&self, nodes: &[NodeId], b: &[f64], x: &mut [f64]) {
        let Nodal { roots, .. } = &self.nodal;
        for &node in nodes {
            let solved = roots[node] * roots[node].tr_mul(&gather(&self.dofs[node], b));
            for (c, &dof) in self.dofs[node].iter().enumerate() {
                if let Some(x) = x.get_mut(dof as usize) {
                    *x = solved[c];
                }
            }
        }
    }

    /// x ← x + S z of some nodes; `places` says where z has the degrees of freedom, and it may end early.
    pub fn add_root_times(&self, nodes: &[NodeId], places: &[u32], z: &[f64], x: &mut [f64]) {
        for &node in nodes {
            let dofs = &self.dofs[node];
            let at = dofs.map(|dof| places.get(dof as usize).copied().unwrap_or(NONE));
            let moved = self.nodal.roots[node] * gather(&at, z);
            for (c, &dof) in dofs.iter().enumerate() {
                if let Some(x) = x.get_mut(dof as usize) {
                    *x += moved[c];
                }
            }
        }
    }

    /// G S of some rows on these nodes. `full` has the degrees of freedom of the six components of each node, `jac` the rows over
    /// those that are free.
    pub fn rows_times_root(&self, nodes: &[NodeId], full: &[u32], jac: &[f64], out: &mut Vec<f64>) {
        out.clear();
        let Nodal { roots, .. } = &self.nodal;
        let mut rest = jac.iter();
        while rest.len() > 0 {
            for (&node, full) in nodes.iter().zip(full.chunks_exact(6)) {
                let free = |c: usize| full[c] != NONE;
                let mut row = RowVector6::zeros();
                (0..6).filter(|&c| free(c)).zip(&mut rest).for_each(|(c, j)| row[c] = *j);
                let row = row * roots[node];
                out.extend((0..6).filter(|&c| free(c)).map(|c| row[c]));
            }
        }
    }

    pub fn entries(&self) -> &[(u32, u32, f64)] {
        &self.entries
    }

    #[inline]
    pub fn diagonal(&self) -> &[f64] {
        &self.diagonal
    }

    /// The largest diagonal entry.
    pub fn largest(&self) -> f64 {
        self.diagonal.iter().fold(0.0, |a: f64, &m| a.max(m))
    }

    /// Non-zeros of the rows of an island.
    pub fn entries_of<'a>(&'a self, island: &'a Island) -> impl Iterator<Item = &'a (u32, u32, f64)> {
        island.dofs.iter().flat_map(|range| &self.entries[self.rows[range.start]..self.rows[range.end]])
    }

    /// y = M x.
    pub fn mul(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for &(i, j, m) in &self.entries {
            y[i as usize] += m * x[j as usize];
        }
    }

    /// The rows of an island of y = M x.
    #[inline]
    pub fn mul_island(&self, island: &Island, x: &[f64], y: &mut [f64]) {
        for range in &island.dofs {
            y[range.clone()].fill(0.0);
            for &(i, j, m) in &self.entries[self.rows[range.start]..self.rows[range.end]] {
                y[i as usize] += m * x[j as usize];
            }
        }
    }
}

/// Six components of a node; those that are locked, or behind the end of `x`, are zero.
fn gather(dofs: &[u32; 6], x: &[f64]) -> Vector6<f64> {
    Vector6::from_fn(|c, _| x.get(dofs[c] as usize).copied().unwrap_or(0.0))
}

impl Nodal {
    fn new(entries: &[(u32, u32, f64)], dofs: &[[u32; 6]], n: usize) -> Self {
        let mut place = vec![(0, 0); n];
        for (node, dofs) in dofs.iter().enumerate() {
            for (c, &dof) in dofs.iter().enumerate() {
                if let Some(place) = place.get_mut(dof as usize) {
                    *place = (node, c);
                }
            }
        }
        let mut blocks = vec![Matrix6::zeros(); dofs.len()];
        let mut coupled = vec![false; dofs.len()];
        for &(i, j, m) in entries {
            let ((node, r), (other, c)) = (place[i as usize], place[j as usize]);
            if node == other {
                blocks[node][(r, c)] += m;
            } else {
                (coupled[node], coupled[other]) = (true, true);
            }
        }
        let mut roots = blocks.clone();
        for ((root, dofs), coupled) in roots.iter_mut().zip(dofs).zip(&mut coupled) {
            // Locked components have a unit mass while the block is inverted, and none afterwards.
            let locked = || (0..6).filter(|&c| dofs[c] as usize >= n);
            locked().for_each(|c| root[(c, c)] = 1.0);
            match root.try_inverse().and_then(nalgebra::Matrix6::cholesky) {
                Some(cholesky) if !*coupled => *root = cholesky.l(),
                _ => (*root, *coupled) = (Matrix6::zeros(), true),
            }
            locked().for_each(|c| root[(c, c)] = 0.0);
        }
        Self { blocks, roots, coupled }
    }
}
