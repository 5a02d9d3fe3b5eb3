//! Whether a state is held, and whether it is stable: the softest motion z that the constraints allow, by inverse iteration, and its stiffness
//!
//! ```text
//! ρ = |zᵀK̂z| / zᵀDz
//! ```
//!
//! against a diagonal D of stiffnesses. Rounding leaves about 1e-16 where nothing holds; a beam of n elements has about
//! 1/36 n³ and is not mistaken for a mechanism up to 10,000 elements. The shift of the iteration is lowered until it
//! lies below the motion that was found.
//!
//! A motion with zᵀK̂z < 0 proves that an equilibrium is unstable. The eigenvalues 1/(ω² − σ) of (K̂ − σM)⁻¹ M that belong to
//! ω² < 0 lie at the ends of its spectrum, which a few vectors of a Krylov space show (Rayleigh and Ritz).

use super::shift::{Random, ShiftInvert};
use super::{Linear, units};
use crate::integrate::State;
use crate::system::{Assembly, System};
use linalg::NONE;
use nalgebra::{DMatrix, SymmetricEigen};

/// Relative stiffness that is rounding.
const ZERO: f64 = 4e-15;
/// Where the shift starts and ends, relative to the largest stiffness over mass.
const SHIFTS: [f64; 2] = [1e-6, 1e-16];
/// Shifts that are tried where the matrix is singular, or not finite.
const MOST_SHIFTS: i32 = 20;
/// Vectors of the Krylov space in which an unstable motion is looked for.
const VECTORS: usize = 24;
/// Quadratic forms that are so small against their terms are rounding.
const ROUNDING: f64 = 1e-10;

/// A motion that nothing resists.
#[derive(Clone, Debug, PartialEq)]
pub struct FreeMotion {
    /// The node that moves most, and the component in which it does.
    pub node: String,
    pub component: &'static str,
}

/// How an equilibrium is held.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Support {
    /// Neither stiffness nor constraints resist a motion.
    Free(FreeMotion),
    /// A motion would go on by itself.
    Unstable(FreeMotion),
    /// No such motion was found.
    Held,
}

/// How a state is held; `metric` is a diagonal of stiffnesses.
pub(super) fn support(system: Assembly, state: &State, metric: &[f64]) -> Support {
    let linear = Linear::new(system, state);
    if linear.n == linear.rows.len() {
        return Support::Held;
    }
    let mass = system.mass_at(&state.kin);
    let mut operator = ShiftInvert::new(&linear, &mass);
    let ratios = metric.iter().zip(system.mass.diagonal()).map(|(d, m)| d / m);
    let largest = ratios.fold(0.0, f64::max);
    let (mut z, mut next) = (vec![0.0; linear.n], vec![0.0; linear.n]);
    Random(1).fill(&mut z);
    let mut shift = -SHIFTS[0] * largest;
    loop {
        // A shift on an eigenvalue: move off it.
        let mut trials = (0..MOST_SHIFTS).map(|k| shift * 1.5_f64.powi(k));
        if !trials.any(|trial| operator.set_shift(trial).is_ok()) {
            return Support::Held;
        }
        shift = operator.shift();
        for _ in 0..3 {
            operator.apply(&z, &mut next);
            let norm = next.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
            z.iter_mut().zip(&next).for_each(|(z, x)| *z = x / norm);
        }
        let (energy, _) = Linear::quadratic(&linear.stiffness, &z);
        let size: f64 = z.iter().zip(metric).map(|(z, d)| z * z * d).sum();
        if energy.abs() <= ZERO * size {
            return Support::Free(largest_motion(&system, &z));
        }
        let inertia: f64 = z.iter().zip(system.mass.diagonal()).map(|(z, m)| z * z * m).sum();
        if energy.abs() > 0.1 * shift.abs() * inertia || shift.abs() <= SHIFTS[1] * largest {
            break;
        }
        shift *= 1e-2;
    }
    match unstable_motion(&mut operator, z) {
        // Forces without a potential have no stiffness matrix whose sign would say anything.
        Some(z) if linear.is_symmetric() => Support::Unstable(largest_motion(&system, &z)),
        _ => Support::Held,
    }
}

/// A motion with negative energy, if the Krylov space of a start vector has one.
fn unstable_motion(operator: &mut ShiftInvert, mut w: Vec<f64>) -> Option<Vec<f64>> {
    let (mass, linear) = (operator.mass, operator.linear);
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let count = VECTORS.min(linear.n - linear.rows.len());
    let (mut basis, mut mass_basis) = (Vec::<Vec<f64>>::new(), Vec::<Vec<f64>>::new());
    let mut projected = DMatrix::zeros(count, count);
    let mut mass_w = vec![0.0; linear.n];
    while basis.len() < count {
        for _ in 0..2 {
            for (x, mass_x) in basis.iter().zip(&mass_basis) {
                let part = product(&w, mass_x);
                w.iter_mut().zip(x).for_each(|(w, x)| *w -= part * x);
            }
        }
        mass.mul(&w, &mut mass_w);
        let length = product(&w, &mass_w).sqrt();
        if length.is_nan() || length <= f64::MIN_POSITIVE {
            break;
        }
        basis.push(w.iter().map(|x| x / length).collect());
        mass_basis.push(mass_w.iter().map(|x| x / length).collect());
        let j = basis.len() - 1;
        operator.apply(&basis[j], &mut w);
        for (i, mass_x) in mass_basis.iter().enumerate() {
            let entry = product(&w, mass_x);
            (projected[(i, j)], projected[(j, i)]) = (entry, entry);
        }
    }
    let m = basis.len();
    let eigen = SymmetricEigen::new(projected.view((0, 0), (m, m)).into_owned());
    // θ = 1/(ω² − σ).
    let squares = eigen.eigenvalues.map(|theta| operator.shift() + 1.0 / theta);
    let lowest = squares.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1))?.0;
    let mut z = vec![0.0; linear.n];
    for (x, s) in basis.iter().zip(eigen.eigenvectors.column(lowest).iter()) {
        z.iter_mut().zip(x).for_each(|(z, x)| *z += s * x);
    }
    let (energy, size) = Linear::quadratic(&linear.stiffness, &z);
    (energy < -ROUNDING * size).then_some(z)
}

/// The component that moves most, rotations measured with the model's length.
pub(super) fn largest_motion(system: &System, z: &[f64]) -> FreeMotion {
    let size = z.iter().zip(units(system)).map(|(z, u)| (z * u).abs());
    let dof = size.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(i, _)| i);
    component(system, dof)
}

/// Node and component of a degree of freedom.
fn component(system: &System, dof: usize) -> FreeMotion {
    const NAMES: [&str; 6] = ["x", "y", "z", "rotation about its x", "rotation about its y", "rotation about its z"];
    for (node, dofs) in system.model.nodes.iter().zip(&system.layout.dofs) {
        if let Some(c) = dofs.iter().position(|d| *d != NONE && *d as usize == dof) {
            let component = if node.kind.is_spatial() { NAMES[c] } else { "its coordinate" };
            return FreeMotion { node: node.name.clone(), component };
        }
    }
    FreeMotion { node: String::new(), component: "" }
}
