//! The shortest period of small vibrations at the start, to compare the step with.
//!
//! With M = L Lᵀ, K̂ = L⁻¹ K L⁻ᵀ (K with the forces of joints, see `analysis/linear.rs`), Ĝ = G L⁻ᵀ and P the projection on the null space of Ĝ,
//! the vibrations that the joints allow have ω² = eigenvalues of P K̂ P (symmetric part; dampers and gyroscopic terms are left
//! out). T = 2π/ω_max.

use crate::analysis::Linear;
use crate::integrate::State;
use crate::system::Assembly;
use nalgebra::{Cholesky, DMatrix, SymmetricEigen};
use std::f64::consts::TAU;

/// Larger models are left out: the eigenvalues of a full matrix are asked for.
const LARGEST: usize = 200;
/// Singular values below this fraction of the largest belong to dependent rows.
const ZERO: f64 = 1e-9;
/// Squares of frequencies below this share of the largest stiffness over mass are rounding.
const ROUNDING: f64 = 1e-12;

/// The period in s, about a state whose multipliers are forces; `None` without springs, if nothing can vibrate, or for more than 200
/// degrees of freedom.
pub fn fastest_period(system: Assembly, state: &State) -> Option<f64> {
    let n = system.layout.n;
    if n == 0 || n > LARGEST {
        return None;
    }
    let linear = Linear::new(system, state);
    let entries = linear.stiffness.iter();
    if entries.clone().all(|(_, _, x)| *x == 0.0) || entries.clone().any(|(_, _, x)| !x.is_finite()) {
        return None;
    }
    let mut stiffness = DMatrix::zeros(n, n);
    entries.for_each(|&(i, j, k)| stiffness[(i as usize, j as usize)] += k);
    let mut mass = DMatrix::zeros(n, n);
    for &(i, j, m) in system.mass_at(&state.kin).entries() {
        mass[(i as usize, j as usize)] += m;
    }
    let mut rows = DMatrix::zeros(linear.rows.len(), n);
    for (r, row) in linear.rows.iter().enumerate() {
        row.iter().for_each(|&(d, x)| rows[(r, d as usize)] += x);
    }
    let l = Cholesky::new(mass)?.unpack();
    let half = l.solve_lower_triangular(&stiffness)?;
    let mut scaled = l.solve_lower_triangular(&half.transpose())?;
    scaled = 0.5 * (&scaled + scaled.transpose());
    let stiffest = scaled.amax();
    let projection = DMatrix::identity(n, n) - row_space(l.solve_lower_triangular(&rows.transpose())?);
    let allowed = &projection * scaled * &projection;
    let largest = SymmetricEigen::new(allowed).eigenvalues.max();
    // Where the joints allow nothing that a spring resists, rounding is left.
    (largest > ROUNDING * stiffest).then(|| TAU / largest.sqrt()).filter(|period| period.is_finite())
}

/// The projection Q Qᵀ on the space of the columns.
fn row_space(columns: DMatrix<f64>) -> DMatrix<f64> {
    let n = columns.nrows();
    if columns.ncols() == 0 {
        return DMatrix::zeros(n, n);
    }
    let svd = columns.svd(true, false);
    let largest = svd.singular_values.max();
    let mut out = DMatrix::zeros(n, n);
    if let Some(u) = &svd.u {
        for (k, _) in svd.singular_values.iter().enumerate().filter(|(_, s)| **s > ZERO * largest) {
            out += u.column(k) * u.column(k).transpose();
        }
    }
    out
}
