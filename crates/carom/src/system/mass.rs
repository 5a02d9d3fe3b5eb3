//! The mass matrix, constant in body-fixed components, as a list of non-zeros.

use crate::element::{LocalMatrix, Scene};
use crate::model::Model;
use linalg::NONE;

/// Non-zeros of M in a fixed order.
#[derive(Clone, Debug, Default)]
pub struct MassMatrix {
    entries: Vec<(u32, u32, f64)>,
    diagonal: Vec<f64>,
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
        Self { entries, diagonal }
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
