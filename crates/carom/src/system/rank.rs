//! Which joint rows depend on others: rank of G by a Cholesky factorisation of G D⁻¹ Gᵀ (D the mass diagonal) in the
//! order of the model file, in which a vanishing pivot marks a row that the rows before it already enforce.
//!
//! The matrix is stored by its envelope: joints listed along a chain keep it narrow.

use super::System;
use crate::model::Kinematics;

/// Degrees of freedom and dependent rows at one configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankReport {
    pub freedoms: usize,
    pub rows: usize,
    pub rank: usize,
    /// Joint rows (block, row in the block) that other rows already enforce.
    pub redundant: Vec<(usize, usize)>,
}

impl RankReport {
    /// Degrees of freedom that the joints leave.
    pub fn mobility(&self) -> usize {
        self.freedoms - self.rank
    }
}

/// Scaled pivots below this are zero: rows are normalised, so rounding leaves about 1e-15 times the condition.
const ZERO: f64 = 1e-10;

/// Rank of the joint rows at a configuration.
pub fn rank(system: &System, kin: &Kinematics) -> RankReport {
    let mut g = vec![0.0; system.row_count];
    let mut jacobians = vec![0.0; system.jacobian_size];
    let blocks = &system.blocks[..system.joint_blocks];
    for block in blocks {
        block.evaluate(kin, &mut g, &mut jacobians);
    }
    let mut rows: Vec<Vec<(u32, f64)>> = Vec::new();
    let mut origin = Vec::new();
    for (b, block) in blocks.iter().enumerate() {
        for i in 0..block.len() {
            let jac = &jacobians[block.jacobian_row(i)];
            rows.push(block.dofs.iter().zip(jac).map(|(&d, x)| (d, *x)).collect());
            origin.push((b, i));
        }
    }
    let count = rows.len();
    let redundant = dependent(rows, system.mass.diagonal());
    RankReport {
        freedoms: system.layout.n,
        rows: count,
        rank: count - redundant.len(),
        redundant: redundant.into_iter().map(|i| origin[i]).collect(),
    }
}

/// Indices of the rows, given as (degree of freedom, entry), that the rows before them imply.
pub(crate) fn dependent(mut rows: Vec<Vec<(u32, f64)>>, diagonal: &[f64]) -> Vec<usize> {
    for row in &mut rows {
        row.iter_mut().for_each(|(d, x)| *x /= diagonal[*d as usize].sqrt());
        let norm = row.iter().map(|(_, x)| x * x).sum::<f64>().sqrt();
        row.iter_mut().for_each(|(_, x)| *x /= if norm > 0.0 { norm } else { 1.0 });
    }
    dependent_rows(&rows, diagonal.len())
}

/// Indices of the normalised rows whose pivot vanishes.
fn dependent_rows(rows: &[Vec<(u32, f64)>], n: usize) -> Vec<usize> {
    let mut first_row_of_dof = vec![usize::MAX; n];
    let mut dense = vec![0.0; n];
    let mut l: Vec<(usize, Vec<f64>)> = Vec::with_capacity(rows.len());
    let mut out = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        row.iter().for_each(|&(d, x)| dense[d as usize] = x);
        let first = row.iter().map(|&(d, _)| first_row_of_dof[d as usize]).min().unwrap_or(i).min(i);
        let mut line = Vec::with_capacity(i - first + 1);
        for j in first..i {
            let (start, other) = &l[j];
            let a: f64 = rows[j].iter().map(|&(d, x)| x * dense[d as usize]).sum();
            let from = first.max(*start);
            let known: f64 = (from..j).map(|k| line.get(k - first).copied().unwrap_or(0.0) * other[k - start]).sum();
            let pivot = other[j - start];
            line.push(if pivot == 0.0 { 0.0 } else { (a - known) / pivot });
        }
        let square: f64 = row.iter().map(|(_, x)| x * x).sum::<f64>() - line.iter().map(|x: &f64| x * x).sum::<f64>();
        if square < ZERO {
            out.push(i);
            line.push(0.0);
        } else {
            line.push(square.sqrt());
        }
        for &(d, _) in row {
            dense[d as usize] = 0.0;
            let entry = &mut first_row_of_dof[d as usize];
            *entry = (*entry).min(i);
        }
        l.push((first, line));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::dependent_rows;

    #[test]
    fn a_repeated_row_is_the_dependent_one() {
        let s = 0.5_f64.sqrt();
        let rows = [vec![(0, 1.0)], vec![(1, s), (2, s)], vec![(0, 1.0)], vec![(1, 1.0)], vec![(2, 1.0)]];
        assert_eq!(dependent_rows(&rows, 3), [2, 4]);
    }
}
