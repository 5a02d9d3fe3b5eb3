//! Which joint rows depend on others: rank of G by a Cholesky factorisation of G D⁻¹ Gᵀ (D the mass diagonal) in the
//! order of the model file, in which a vanishing pivot marks a row that the rows before it already enforce.
//!
//! The matrix is stored by its envelope: joints listed along a chain keep it narrow. Before that, rows are set apart that cannot
//! depend on others, since they move something that no other row does (see `set_apart`): open chains and rigid patches go
//! entirely, and loops remain.

use super::System;
use crate::model::Kinematics;
use std::ops::Range;

/// Degrees of freedom and dependent rows at one configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankReport {
    pub dofs: usize,
    pub rows: usize,
    pub rank: usize,
    /// Joint rows (block, row in the block) that other rows already enforce.
    pub redundant: Vec<(usize, usize)>,
}

impl RankReport {
    /// Degrees of freedom that the joints leave.
    pub fn mobility(&self) -> usize {
        self.dofs - self.rank
    }
}

/// Scaled pivots below this are zero: rows are normalised, so rounding leaves about 1e-15 times the condition.
const ZERO: f64 = 1e-10;
/// Scaled pivots above this are certainly not.
const APART: f64 = 1e-6;

/// Rank of the joint rows at a configuration.
pub fn rank(system: &System, kin: &Kinematics) -> RankReport {
    let mut g = vec![0.0; system.joint_rows];
    let mut jacobians = vec![0.0; system.joint_jacobians];
    let blocks = &system.joints;
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
        dofs: system.layout.n,
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
    let apart = set_apart(&rows, diagonal.len());
    let (origin, rest): (Vec<usize>, Vec<_>) = rows.into_iter().enumerate().filter(|(i, _)| !apart[*i]).unzip();
    dependent_rows(&rest, diagonal.len()).into_iter().map(|i| origin[i]).collect()
}

/// Which rows take part in no dependency. Rows of one joint have the same unknowns and are looked at together: if they are
/// independent in the unknowns that no other joint has, no combination with others can vanish. Without them, other joints may have
/// unknowns for themselves.
fn set_apart(rows: &[Vec<(u32, f64)>], n: usize) -> Vec<bool> {
    let unknowns = |i: usize| rows[i].iter().map(|(d, _)| *d as usize);
    let mut groups: Vec<Range<usize>> = Vec::new();
    for i in 0..rows.len() {
        match groups.last_mut() {
            Some(group) if unknowns(group.start).eq(unknowns(i)) => group.end = i + 1,
            _ => groups.push(i..i + 1),
        }
    }
    let mut users = vec![Vec::new(); n];
    for (g, group) in groups.iter().enumerate() {
        unknowns(group.start).for_each(|d| users[d].push(g));
    }
    let mut count: Vec<usize> = users.iter().map(Vec::len).collect();
    let mut apart = vec![false; rows.len()];
    let mut open: Vec<usize> = (0..groups.len()).rev().collect();
    while let Some(g) = open.pop() {
        let group = groups[g].clone();
        if apart[group.start] || !is_independent(&rows[group.clone()], |d| count[d] == 1) {
            continue;
        }
        apart[group.clone()].fill(true);
        for d in unknowns(group.start) {
            count[d] -= 1;
            if count[d] == 1 {
                open.extend(users[d].iter().filter(|&&g| !apart[groups[g].start]));
            }
        }
    }
    apart
}

/// Whether rows are independent in some of their unknowns, by the method of Gram and Schmidt.
fn is_independent(rows: &[Vec<(u32, f64)>], counts: impl Fn(usize) -> bool) -> bool {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for row in rows {
        let mut part: Vec<f64> = row.iter().filter(|(d, _)| counts(*d as usize)).map(|(_, x)| *x).collect();
        for known in &basis {
            let along: f64 = part.iter().zip(known).map(|(a, b)| a * b).sum();
            part.iter_mut().zip(known).for_each(|(a, b)| *a -= along * b);
        }
        let square: f64 = part.iter().map(|x| x * x).sum();
        if square < APART {
            return false;
        }
        part.iter_mut().for_each(|x| *x /= square.sqrt());
        basis.push(part);
    }
    true
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
    use super::{dependent, dependent_rows, set_apart};

    #[test]
    fn a_repeated_row_is_the_dependent_one() {
        let s = 0.5_f64.sqrt();
        let rows = [vec![(0, 1.0)], vec![(1, s), (2, s)], vec![(0, 1.0)], vec![(1, 1.0)], vec![(2, 1.0)]];
        assert_eq!(dependent_rows(&rows, 3), [2, 4]);
        assert_eq!(dependent(rows.to_vec(), &[1.0; 3]), [2, 4]);
    }

    /// A chain of rows, each on an unknown of the one before and a new one, is set apart from its end. One more row between
    /// its ends closes a loop, which stays together.
    #[test]
    fn an_open_chain_is_set_apart_and_a_loop_is_not() {
        let row = |i: u32, j: u32| vec![(i, 0.5_f64.sqrt()), (j, -(0.5_f64.sqrt()))];
        let mut rows: Vec<_> = (0..9).map(|i| row(i, i + 1)).collect();
        assert_eq!(set_apart(&rows, 10), [true; 9]);
        rows.push(row(2, 5));
        let apart = set_apart(&rows, 10);
        assert_eq!(apart, [true, true, false, false, false, true, true, true, true, false]);
        assert_eq!(dependent(rows, &[1.0; 10]), [9]);
    }
}
