//! The shortest period of small vibrations at the start, to compare the step with.
//!
//! With M = L Lᵀ, K̂ = L⁻¹ K L⁻ᵀ, Ĝ = G L⁻ᵀ and P the projection on the null space of Ĝ, the vibrations that the joints allow
//! have ω² = eigenvalues of P K̂ P (symmetric part; dampers and gyroscopic terms are left out). T = 2π/ω_max.

use crate::element::LocalMatrix;
use crate::model::Kinematics;
use crate::system::System;
use nalgebra::{Cholesky, DMatrix, SymmetricEigen};
use std::f64::consts::TAU;

/// Larger models are left out: the eigenvalues of a full matrix are asked for.
const LARGEST: usize = 200;
/// Singular values below this fraction of the largest belong to dependent rows.
const ZERO: f64 = 1e-9;
/// Squares of frequencies below this share of the largest stiffness over mass are rounding.
const ROUNDING: f64 = 1e-12;

/// The period in s; `None` without springs, if nothing can vibrate, or for more than 200 degrees of freedom.
pub fn fastest_period(system: &System, kin: &Kinematics) -> Option<f64> {
    let n = system.layout.n;
    if n == 0 || n > LARGEST {
        return None;
    }
    let stiffness = stiffness(system, kin);
    if stiffness.iter().all(|x| *x == 0.0) || stiffness.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let mut mass = DMatrix::zeros(n, n);
    for &(i, j, m) in system.mass_at(kin).entries() {
        mass[(i as usize, j as usize)] += m;
    }
    let l = Cholesky::new(mass)?.unpack();
    let half = l.solve_lower_triangular(&stiffness)?;
    let mut scaled = l.solve_lower_triangular(&half.transpose())?;
    scaled = 0.5 * (&scaled + scaled.transpose());
    let rows = l.solve_lower_triangular(&jacobian(system, kin).transpose())?;
    let projection = DMatrix::identity(n, n) - row_space(rows);
    let stiffest = scaled.amax();
    let allowed = &projection * scaled * &projection;
    let largest = SymmetricEigen::new(allowed).eigenvalues.max();
    // Where the joints allow nothing that a spring resists, rounding is left.
    (largest > ROUNDING * stiffest).then(|| TAU / largest.sqrt()).filter(|period| period.is_finite())
}

/// K = −∂f/∂q of all elements.
fn stiffness(system: &System, kin: &Kinematics) -> DMatrix<f64> {
    let scene = system.scene(kin);
    let mut out = DMatrix::zeros(system.layout.n, system.layout.n);
    let (mut k, mut c) = (LocalMatrix::default(), LocalMatrix::default());
    for item in &system.model.elements {
        let nodes = item.element.nodes();
        let width = item.element.width();
        k.reset(nodes.len(), width);
        c.reset(nodes.len(), width);
        item.element.tangent(&scene, &mut k, &mut c);
        // Springs on followers are left out.
        let free = |dof: u32| (dof as usize) < system.layout.n;
        let dof = |i: usize| system.layout.dofs[nodes[i / width]][i % width];
        for i in (0..k.n()).filter(|i| free(dof(*i))) {
            for j in (0..k.n()).filter(|j| free(dof(*j))) {
                out[(dof(i) as usize, dof(j) as usize)] += k.get(i, j);
            }
        }
    }
    out
}

/// The joint rows g_q.
fn jacobian(system: &System, kin: &Kinematics) -> DMatrix<f64> {
    let mut g = vec![0.0; system.joint_rows];
    let mut values = vec![0.0; system.joint_jacobians];
    let mut out = DMatrix::zeros(system.joint_rows, system.layout.n);
    for block in &system.joints {
        block.evaluate(kin, &mut g, &mut values);
        for i in 0..block.len() {
            for (dof, x) in block.dofs.iter().zip(&values[block.jacobian_row(i)]) {
                out[(block.first + i, *dof as usize)] += x;
            }
        }
    }
    out
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
