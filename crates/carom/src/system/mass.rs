//! The mass matrix, constant in body-fixed components, as a list of non-zeros.

use crate::element::{LocalMatrix, Scene};
use crate::model::{Model, NodeId};
use linalg::NONE;
use nalgebra::{Matrix6, Vector6};

/// Non-zeros of M in a fixed order.
#[derive(Clone, Debug, Default)]
pub struct MassMatrix {
    entries: Vec<(u32, u32, f64)>,
    diagonal: Vec<f64>,
    /// Inverses of the 6 × 6 blocks of the nodes, if M couples no two nodes; zero for locked components.
    inverses: Option<Vec<Matrix6<f64>>>,
    /// Where the blocks stand.
    dofs: Vec<[u32; 6]>,
}

impl MassMatrix {
    pub fn new(model: &Model, scene: &Scene, n: usize) -> Self {
        // Columns and sums of each row; rows are short.
        let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); n];
        let mut local = LocalMatrix::default();
        for item in &model.elements {
            let nodes = item.element.nodes();
            let width = item.element.width();
            local.reset(nodes.len(), width);
            item.element.mass(scene, &mut local);
            let dof = |k: usize| scene.layout.dofs[nodes[k / width]][k % width];
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
        let mut diagonal = vec![0.0; n];
        let mut entries = Vec::with_capacity(rows.iter().map(Vec::len).sum());
        for (i, row) in rows.iter_mut().enumerate() {
            row.sort_unstable_by_key(|(column, _)| *column);
            for &(j, x) in row.iter() {
                entries.push((i as u32, j, x));
                if i == j as usize {
                    diagonal[i] = x;
                }
            }
        }
        let dofs = scene.layout.dofs.clone();
        let inverses = nodal_inverses(&entries, &dofs, n);
        Self { entries, diagonal, inverses, dofs }
    }

    /// Whether M couples no two nodes, as for rigid bodies.
    pub fn is_nodal(&self) -> bool {
        self.inverses.is_some()
    }

    /// x = M⁻¹ b of a nodal matrix.
    pub fn solve_nodal(&self, b: &[f64], x: &mut [f64]) {
        let Some(inverses) = &self.inverses else { return };
        for (inverse, dofs) in inverses.iter().zip(&self.dofs) {
            let get = |c: usize| b.get(dofs[c] as usize).copied().unwrap_or(0.0);
            let solved = inverse * Vector6::from_fn(|c, _| get(c));
            for (c, &dof) in dofs.iter().enumerate() {
                if let Some(x) = x.get_mut(dof as usize) {
                    *x = solved[c];
                }
            }
        }
    }

    /// M⁻¹Gᵀ of some rows on these nodes, freedoms × rows. `full` has the freedoms of the six components of each node, `jac` the
    /// rows over those that are free.
    pub fn solve_rows(&self, nodes: &[NodeId], full: &[u32], jac: &[f64], width: usize, out: &mut Vec<f64>) {
        out.clear();
        let Some(inverses) = &self.inverses else { return };
        let rows = jac.len() / width.max(1);
        let mut first = 0;
        for (node, full) in nodes.iter().zip(full.chunks_exact(6)) {
            let inverse = &inverses[*node];
            let free = |c: &usize| full[*c] != NONE;
            let count = (0..6).filter(free).count();
            for c in (0..6).filter(free) {
                for row in 0..rows {
                    let jac = &jac[row * width + first..row * width + first + count];
                    out.push((0..6).filter(free).zip(jac).map(|(d, j)| inverse[(c, d)] * j).sum());
                }
            }
            first += count;
        }
    }

    pub fn entries(&self) -> &[(u32, u32, f64)] {
        &self.entries
    }

    pub fn diagonal(&self) -> &[f64] {
        &self.diagonal
    }

    /// The largest diagonal entry.
    pub fn largest(&self) -> f64 {
        self.diagonal.iter().fold(0.0, |a: f64, &m| a.max(m))
    }

    /// y = M x.
    pub fn mul(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for &(i, j, m) in &self.entries {
            y[i as usize] += m * x[j as usize];
        }
    }
}

/// Inverses of the blocks of the nodes, or none if an entry is outside of them.
fn nodal_inverses(entries: &[(u32, u32, f64)], dofs: &[[u32; 6]], n: usize) -> Option<Vec<Matrix6<f64>>> {
    let mut place = vec![(0, 0); n];
    for (node, dofs) in dofs.iter().enumerate() {
        for (c, &dof) in dofs.iter().enumerate() {
            if let Some(place) = place.get_mut(dof as usize) {
                *place = (node, c);
            }
        }
    }
    // Locked components have a unit mass while the block is inverted, and no inverse afterwards.
    let mut blocks = vec![Matrix6::zeros(); dofs.len()];
    for (block, dofs) in blocks.iter_mut().zip(dofs) {
        (0..6).filter(|&c| dofs[c] as usize >= n).for_each(|c| block[(c, c)] = 1.0);
    }
    for &(i, j, m) in entries {
        let ((node, r), (other, c)) = (place[i as usize], place[j as usize]);
        if node != other {
            return None;
        }
        blocks[node][(r, c)] += m;
    }
    for (block, dofs) in blocks.iter_mut().zip(dofs) {
        *block = block.try_inverse()?;
        (0..6).filter(|&c| dofs[c] as usize >= n).for_each(|c| block[(c, c)] = 0.0);
    }
    Some(blocks)
}
