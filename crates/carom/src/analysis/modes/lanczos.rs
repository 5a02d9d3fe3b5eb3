//! Lanczos' method in the inner product of M, with full reorthogonalisation.
//!
//! One run builds the basis v_1 … v_m of a Krylov space of the operator B, orthogonal to each other and to the eigenvectors
//! that are known already, in which B is tridiagonal:
//!
//! ```text
//! B v_j = β_{j−1} v_{j−1} + α_j v_j + β_j v_{j+1}
//! ```
//!
//! An eigenpair (θ, s) of the tridiagonal matrix gives the eigenvector V s with the residual β_m |s_m|. A run finds one
//! vector of a multiple eigenvalue: the others are found by runs that start anew, orthogonal to it, until a run finds nothing better
//! (Golub and Van Loan, Matrix Computations, ch. 10).

use crate::analysis::shift::{Random, ShiftInvert};
use crate::system::{MassMatrix, norm};
use nalgebra::{DMatrix, SymmetricEigen};

/// A next basis vector shorter than this part of what the operator gave is none: the space is complete.
const COMPLETE: f64 = 1e-10;
/// One shorter than this carries rounding that violates the constraints, and is projected on them.
const SHORT: f64 = 1e-3;

/// An eigenvector of unit M-norm.
#[derive(Clone, Debug)]
pub(super) struct Eigenpair {
    pub theta: f64,
    pub x: Vec<f64>,
    mass_x: Vec<f64>,
}

/// Orthonormal vectors and their products with M.
#[derive(Default)]
struct Basis {
    x: Vec<Vec<f64>>,
    mass_x: Vec<Vec<f64>>,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// How the iteration is bounded.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Relative residual of a converged eigenpair.
    pub tolerance: f64,
    /// Motions that the constraints allow.
    pub dofs: usize,
    /// Vectors of a basis, at most.
    pub vectors: usize,
}

/// The `count` eigenpairs of largest |θ|, largest first; fewer if there are no more, or if not all converged.
pub(super) fn eigenpairs(
    operator: &mut ShiftInvert,
    count: usize,
    limits: &Limits,
    random: &mut Random,
) -> Vec<Eigenpair> {
    let mut known: Vec<Eigenpair> = Vec::new();
    while known.len() < limits.dofs {
        let missing = count.saturating_sub(known.len());
        let found = run(operator, &known, missing.max(1), limits, random);
        let last = known.get(count - 1).map_or(0.0, |pair| pair.theta.abs());
        let better: Vec<_> = found.into_iter().filter(|pair| pair.theta.abs() > last * (1.0 + 1e-12)).collect();
        if better.is_empty() {
            break;
        }
        known.extend(better);
        known.sort_by(|a, b| b.theta.abs().total_cmp(&a.theta.abs()));
    }
    known.truncate(count);
    known
}

/// One run: at least `wanted` converged eigenpairs of largest |θ| beside the known ones, if the bounds allow.
fn run(
    operator: &mut ShiftInvert,
    known: &[Eigenpair],
    wanted: usize,
    limits: &Limits,
    random: &mut Random,
) -> Vec<Eigenpair> {
    let n = operator.linear.n;
    let most = (limits.dofs - known.len()).min(limits.vectors);
    let (mut w, mut start) = (vec![0.0; n], vec![0.0; n]);
    random.fill(&mut start);
    // Twice through the operator: into the allowed motions, and towards the wanted ones.
    operator.apply(&start, &mut w);
    let size = w.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    start.iter_mut().zip(&w).for_each(|(s, w)| *s = w / size);
    operator.apply(&start, &mut w);
    let mut basis = Basis::default();
    let (mut alpha, mut beta) = (Vec::<f64>::new(), Vec::<f64>::new());
    let (mut length, _) = new_part(operator, known, &basis, &mut w);
    let mut found = Vec::new();
    while basis.x.len() < most && length > 0.0 {
        w.iter_mut().for_each(|x| *x /= length);
        basis.push(operator.mass, &w);
        let j = basis.x.len() - 1;
        operator.apply(&basis.x[j], &mut w);
        alpha.push(dot(&w, &basis.mass_x[j]));
        let share;
        (length, share) = new_part(operator, known, &basis, &mut w);
        let complete = share <= COMPLETE || basis.x.len() == limits.dofs - known.len();
        let last = complete || basis.x.len() == most;
        if last || (j + 1 >= wanted && j % 8 == 7) {
            found = converged(&alpha, &beta, if complete { 0.0 } else { length }, limits.tolerance);
            if last || found.len() >= wanted {
                break;
            }
        }
        beta.push(length);
    }
    found.truncate(wanted);
    found.into_iter().map(|(theta, s)| basis.vector(operator.mass, theta, &s)).collect()
}

/// Leaves of w what the other vectors do not have; its M-norm, and the share that it is of w.
fn new_part(operator: &mut ShiftInvert, known: &[Eigenpair], basis: &Basis, w: &mut [f64]) -> (f64, f64) {
    let before = norm(operator.mass.diagonal(), w);
    let length = orthogonalise(operator.mass, known, basis, w);
    if length > SHORT * before {
        return (length, length / before);
    }
    operator.project(w);
    let length = orthogonalise(operator.mass, known, basis, w);
    (length, length / before)
}

/// Makes w M-orthogonal to all vectors, twice, since once leaves rounding; its M-norm.
fn orthogonalise(mass: &MassMatrix, known: &[Eigenpair], basis: &Basis, w: &mut [f64]) -> f64 {
    for _ in 0..2 {
        let pairs = known.iter().map(|pair| (&pair.x, &pair.mass_x)).chain(basis.x.iter().zip(&basis.mass_x));
        for (x, mass_x) in pairs {
            let part = dot(w, mass_x);
            w.iter_mut().zip(x).for_each(|(w, x)| *w -= part * x);
        }
    }
    let mut mass_w = vec![0.0; w.len()];
    mass.mul(w, &mut mass_w);
    dot(w, &mass_w).max(0.0).sqrt()
}

/// Leading eigenpairs (θ, s) of the tridiagonal matrix whose residual is small, up to the first that is not.
fn converged(alpha: &[f64], beta: &[f64], rest: f64, tolerance: f64) -> Vec<(f64, Vec<f64>)> {
    let m = alpha.len();
    let t = DMatrix::from_fn(m, m, |i, j| match i.abs_diff(j) {
        0 => alpha[i],
        1 => beta[i.min(j)],
        _ => 0.0,
    });
    let eigen = SymmetricEigen::new(t);
    let mut order: Vec<usize> = (0..m).collect();
    order.sort_by(|a, b| eigen.eigenvalues[*b].abs().total_cmp(&eigen.eigenvalues[*a].abs()));
    let good = order
        .into_iter()
        .take_while(|i| rest * eigen.eigenvectors[(m - 1, *i)].abs() <= tolerance * eigen.eigenvalues[*i].abs());
    good.map(|i| (eigen.eigenvalues[i], eigen.eigenvectors.column(i).iter().copied().collect())).collect()
}

impl Basis {
    fn push(&mut self, mass: &MassMatrix, x: &[f64]) {
        let mut mass_x = vec![0.0; x.len()];
        mass.mul(x, &mut mass_x);
        self.x.push(x.to_vec());
        self.mass_x.push(mass_x);
    }

    /// The vector with these coordinates.
    fn vector(&self, mass: &MassMatrix, theta: f64, s: &[f64]) -> Eigenpair {
        let mut x = vec![0.0; self.x[0].len()];
        for (s, v) in s.iter().zip(&self.x) {
            x.iter_mut().zip(v).for_each(|(x, v)| *x += s * v);
        }
        let mut mass_x = vec![0.0; x.len()];
        mass.mul(&x, &mut mass_x);
        let norm = dot(&x, &mass_x).sqrt();
        x.iter_mut().for_each(|x| *x /= norm);
        mass_x.iter_mut().for_each(|x| *x /= norm);
        Eigenpair { theta, x, mass_x }
    }
}
