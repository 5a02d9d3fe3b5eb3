//! Nonlinear projected Gauss–Seidel on the condensed (Delassus) problem
//!
//! ```text
//! u = W r + q,      r_c = P_c(r_c − ρ_c u_c)  for every contact c
//! ```
//!
//! (Jean & Moreau 1992; Acary & Brogliato 2008, §13.7). Robust and slow: it supplies contact states when the semi-smooth
//! Newton iteration cycles. u is the velocity (or position) that the law of a row sees, restitution included.

use crate::{Law, MAX_ROWS};

/// The rows of one contact in the condensed problem.
#[derive(Clone, Copy, Debug)]
pub struct LocalBlock {
    pub first: usize,
    pub rows: usize,
    pub law: Law,
}

/// The sweeps ended with this natural residual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotSolved {
    pub residual: f64,
}

/// Settings of the sweeps.
#[derive(Clone, Copy, Debug)]
pub struct GaussSeidel {
    pub max_sweeps: usize,
    /// On the natural residual relative to max(‖q‖, ‖W r‖) per unit of W.
    pub tolerance: f64,
}

impl GaussSeidel {
    /// Improves `r` in place; `w` is dense, row-major, `n × n`. Returns the number of sweeps.
    pub fn solve(&self, w: &[f64], q: &[f64], blocks: &[LocalBlock], r: &mut [f64]) -> Result<usize, NotSolved> {
        let mut residual = natural_residual(w, q, blocks, r);
        for sweep in 0..self.max_sweeps {
            if residual <= self.tolerance {
                return Ok(sweep);
            }
            for block in blocks {
                relax(w, q, block, r);
            }
            residual = natural_residual(w, q, blocks, r);
        }
        if residual <= self.tolerance { Ok(self.max_sweeps) } else { Err(NotSolved { residual }) }
    }
}

/// Local velocity of a block.
fn local_velocity(w: &[f64], q: &[f64], block: &LocalBlock, r: &[f64]) -> [f64; MAX_ROWS] {
    let n = q.len();
    let mut u = [0.0; MAX_ROWS];
    for i in 0..block.rows {
        let row = &w[(block.first + i) * n..(block.first + i + 1) * n];
        u[i] = q[block.first + i] + row.iter().zip(r).map(|(a, b)| a * b).sum::<f64>();
    }
    u
}

/// 1/ρ of every row, equal within a disc. With one disc at most, the largest row sum of the diagonal block, which bounds its largest
/// eigenvalue. Where discs of sliding and turning meet, rows have different units: each has its own diagonal entry times the bound
/// for the block scaled by them.
fn diagonal_scales(w: &[f64], n: usize, block: &LocalBlock) -> [f64; MAX_ROWS] {
    let entry = |i: usize, j: usize| w[(block.first + i) * n + block.first + j];
    let mut scales = [1.0; MAX_ROWS];
    if let Law::Unilateral { discs: discs @ [_, Some(_), _], .. } = block.law {
        scales[0] = entry(0, 0).max(f64::MIN_POSITIVE);
        let mut first = 1;
        for disc in discs.into_iter().flatten() {
            let rows = first..first + disc.rows;
            let largest = rows.clone().map(|i| entry(i, i)).fold(f64::MIN_POSITIVE, f64::max);
            scales[rows].fill(largest);
            first += disc.rows;
        }
    }
    let row_sum = |i: usize| (0..block.rows).map(|j| entry(i, j).abs() / (scales[i] * scales[j]).sqrt()).sum::<f64>();
    let bound = (0..block.rows).map(row_sum).fold(f64::MIN_POSITIVE, f64::max);
    scales.map(|scale| scale * bound)
}

fn project(block: &LocalBlock, u: &[f64; MAX_ROWS], r: &[f64], scales: &[f64; MAX_ROWS]) -> [f64; MAX_ROWS] {
    let (mut xi, p) = ([0.0; MAX_ROWS], scales.map(|scale| 1.0 / scale));
    for i in 0..block.rows {
        xi[i] = r[block.first + i] - u[i] / scales[i];
    }
    block.law.project(&xi[..block.rows], &p).force
}

/// Some fixed-point iterations on one block with the others held.
fn relax(w: &[f64], q: &[f64], block: &LocalBlock, r: &mut [f64]) {
    let n = q.len();
    let scales = diagonal_scales(w, n, block);
    let mut u = local_velocity(w, q, block, r);
    for _ in 0..10 {
        let p = project(block, &u, r, &scales);
        let mut change = [0.0; MAX_ROWS];
        for i in 0..block.rows {
            change[i] = p[i] - r[block.first + i];
            r[block.first + i] = p[i];
        }
        for (i, u) in u.iter_mut().enumerate().take(block.rows) {
            let at = (block.first + i) * n + block.first;
            *u += w[at..at + block.rows].iter().zip(&change).map(|(a, b)| a * b).sum::<f64>();
        }
    }
}

/// ‖(r − P(r − ρu))/ρ‖ over all blocks relative to ‖q‖ and ‖u − q‖.
pub fn natural_residual(w: &[f64], q: &[f64], blocks: &[LocalBlock], r: &[f64]) -> f64 {
    let n = q.len();
    let (mut error, mut scale_q, mut scale_w) = (0.0_f64, 0.0_f64, 0.0_f64);
    for block in blocks {
        let u = local_velocity(w, q, block, r);
        let scales = diagonal_scales(w, n, block);
        let p = project(block, &u, r, &scales);
        for i in 0..block.rows {
            let k = block.first + i;
            // Rows of different units are compared as energies; in a block of one unit the weight is 1.
            let weight = scales[0] / scales[i];
            error += ((r[k] - p[i]) * scales[i]).powi(2) * weight;
            scale_q += q[k] * q[k] * weight;
            scale_w += (u[i] - q[k]).powi(2) * weight;
        }
    }
    let scale = scale_q.max(scale_w).sqrt();
    if scale == 0.0 { 0.0 } else { error.sqrt() / scale }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Disc;

    #[test]
    fn a_pushed_point_sticks_inside_the_cone_and_slips_outside() {
        // A unit mass pressed on a plane with unit approach velocity and tangential velocity t, μ = 0.3.
        let w = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let block = LocalBlock { first: 0, rows: 3, law: Law::coulomb(0.3, 2) };
        let solver = GaussSeidel { max_sweeps: 100, tolerance: 1e-12 };
        for (t, expected) in [(0.2, 0.2), (0.5, 0.3)] {
            let mut r = [0.0; 3];
            solver.solve(&w, &[-1.0, -t, 0.0], &[block], &mut r).unwrap();
            assert!((r[0] - 1.0).abs() < 1e-10 && (r[1] - expected).abs() < 1e-10, "{r:?}");
        }
    }

    #[test]
    fn two_contacts_share_a_load_they_cannot_tell_apart() {
        // Two identical normal rows: only the sum of the forces is determined, the iteration still ends.
        let w = [1.0, 1.0, 1.0, 1.0];
        let law = Law::frictionless();
        let blocks = [LocalBlock { first: 0, rows: 1, law }, LocalBlock { first: 1, rows: 1, law }];
        let mut r = [0.0; 2];
        GaussSeidel { max_sweeps: 100, tolerance: 1e-12 }.solve(&w, &[-1.0, -1.0], &blocks, &mut r).unwrap();
        assert!((r[0] + r[1] - 1.0).abs() < 1e-10);
    }

    #[test]
    fn an_unfinished_solve_says_so() {
        let w = [1.0, 0.999, 0.999, 1.0];
        let law = Law::frictionless();
        let blocks = [LocalBlock { first: 0, rows: 1, law }, LocalBlock { first: 1, rows: 1, law }];
        let mut r = [0.0; 2];
        let err = GaussSeidel { max_sweeps: 1, tolerance: 1e-12 }.solve(&w, &[-1.0, -1.5], &blocks, &mut r);
        assert!(err.unwrap_err().residual > 1e-12);
    }

    #[test]
    fn a_ball_that_slides_and_rolls_settles_in_few_sweeps() {
        // A billiard ball on cloth with rolling resistance: rows normal, sliding along x, y, rolling about x, y; the rolling rows
        // are a thousand times as mobile as the others.
        let (m, i, r) = (0.17, 5.5e-5, 0.0286);
        let (slide, couple, roll) = (1.0 / m + r * r / i, r / i, 1.0 / i);
        #[rustfmt::skip]
        let w = [
            1.0 / m, 0.0, 0.0, 0.0, 0.0,
            0.0, slide, 0.0, 0.0, -couple,
            0.0, 0.0, slide, couple, 0.0,
            0.0, 0.0, couple, roll, 0.0,
            0.0, -couple, 0.0, 0.0, roll,
        ];
        let discs = [Some(Disc::round(0.2, 2)), Some(Disc::round(0.005, 2)), None];
        let block = LocalBlock { first: 0, rows: 5, law: Law::unilateral(discs) };
        let mut force = [0.0; 5];
        // It falls with 1 m/s, slides with 5 m/s and turns with 30 rad/s: both discs are at their limits.
        let solver = GaussSeidel { max_sweeps: 50, tolerance: 1e-8 };
        solver.solve(&w, &[-1.0, 5.0, 0.0, 0.0, 30.0], &[block], &mut force).expect("it settles");
        assert!((force[0] - m).abs() < 1e-9 && (force[1] + 0.2 * m).abs() < 1e-9, "{force:?}");
        assert!((force[4].abs() - 0.005 * m).abs() < 1e-9, "{force:?}");
    }
}
