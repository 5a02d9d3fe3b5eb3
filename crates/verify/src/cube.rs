//! Vibrations of a free cube, against Ritz's method with Legendre polynomials (Demarest 1971; Visscher et al. 1991) and
//! Lamé's exact modes.
//!
//! Displacements P_i(x) P_j(y) P_k(z) e_c of degree i + j + k ≤ N, orthonormal on the cube of edge 2, make the mass matrix the
//! density; with D_ab = ∫ P_a P_b' dx and E = DᵀD the stiffness is made of products of one-dimensional integrals:
//!
//! ```text
//! K(ca, db) = λ ∫ ∂_c φ_a ∂_d φ_b + μ ∫ ∂_d φ_a ∂_c φ_b + μ δ_cd ∫ ∇φ_a·∇φ_b
//! ```
//!
//! Lamé's modes u = (sin πx/a cos πy/a, −cos πx/a sin πy/a, 0) change no volume and leave all faces free: ω = √2 π c_s/a, in the
//! three planes.

use crate::VerifyError;
use crate::case::Case;
use carom::testkit::order_of_fit;
use nalgebra::DMatrix;
use std::f64::consts::{PI, SQRT_2, TAU};

/// Degree of the polynomials: the frequencies that are compared change by less than 1e-5 beyond it.
const DEGREE: usize = 8;
/// Elements along an edge.
const MESHES: [usize; 4] = [3, 4, 6, 8];
/// Two frequencies closer than this are one, of a symmetric cube.
const EQUAL: f64 = 1e-4;

/// Squares of the angular frequencies of a free cube of edge 2 and density 1, ascending.
fn ritz(lambda: f64, mu: f64, degree: usize) -> Vec<f64> {
    let d = |a: usize, b: usize| {
        if a < b && (b - a) % 2 == 1 { (((2 * a + 1) * (2 * b + 1)) as f64).sqrt() } else { 0.0 }
    };
    let e = |a: usize, b: usize| (0..=degree).map(|k| d(k, a) * d(k, b)).sum::<f64>();
    let mut basis = Vec::new();
    for i in 0..=degree {
        for j in 0..=degree - i {
            basis.extend((0..=degree - i - j).map(|k| [i, j, k]));
        }
    }
    // ∫ ∂_c φ_a ∂_d φ_b
    let product = |c: usize, a: &[usize; 3], along: usize, b: &[usize; 3]| {
        let factor = |axis: usize| match (axis == c, axis == along) {
            (true, true) => e(a[axis], b[axis]),
            (true, false) => d(b[axis], a[axis]),
            (false, true) => d(a[axis], b[axis]),
            (false, false) => f64::from(a[axis] == b[axis]),
        };
        (0..3).fold(1.0, |p, axis| if p == 0.0 { 0.0 } else { p * factor(axis) })
    };
    let n = basis.len();
    let stiffness = DMatrix::from_fn(3 * n, 3 * n, |row, column| {
        let (c, a, d, b) = (row / n, &basis[row % n], column / n, &basis[column % n]);
        let gradients = if c == d { (0..3).map(|axis| product(axis, a, axis, b)).sum() } else { 0.0 };
        lambda * product(c, a, d, b) + mu * (product(d, a, c, b) + gradients)
    });
    let mut squares: Vec<f64> = stiffness.symmetric_eigenvalues().iter().copied().collect();
    squares.sort_by(f64::total_cmp);
    squares
}

/// How often frequencies occur, for groups of equal ones.
fn multiplicities(frequencies: &[f64]) -> Vec<usize> {
    frequencies.chunk_by(|a, b| (b / a - 1.0).abs() < EQUAL).map(<[f64]>::len).collect()
}

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let [young, poisson] = [case.parameter("E")?, case.parameter("nu")?];
    let [density, edge] = [case.parameter("rho")?, case.parameter("a")?];
    let mu = young / (2.0 * (1.0 + poisson));
    let lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
    let unit = 2.0 / edge / density.sqrt() / TAU;
    let exact: Vec<f64> = ritz(lambda, mu, DEGREE)[6..].iter().take(24).map(|square| square.sqrt() * unit).collect();
    let mut runs = Vec::new();
    for n in MESHES {
        let modes = case.modes(&[("n", &n.to_string())])?;
        if n == MESHES[0] {
            case.report("free motions", modes.free_motions as f64);
        }
        runs.push(modes.modes.iter().filter(|m| m.square > 0.0).map(|m| m.frequency()).collect::<Vec<f64>>());
    }
    let sizes = MESHES.map(|n| 1.0 / n as f64);
    let mut first = 0;
    let groups = multiplicities(&exact);
    for (i, size) in groups.iter().take(4).enumerate() {
        let errors: Vec<f64> = runs.iter().map(|run| run[first] / exact[first] - 1.0).collect();
        let list: Vec<String> = errors.iter().map(|e| format!("{e:.2e}")).collect();
        let remark = format!(
            "{size} modes at {:.5} c_s/a by Ritz's method; errors {} with {MESHES:?} elements an edge",
            exact[first] * TAU * edge / (mu / density).sqrt(),
            list.join(", ")
        );
        case.report_with(&format!("frequency {} against Ritz's", i + 1), errors[MESHES.len() - 1], remark);
        case.report(&format!("order of frequency {}", i + 1), order_of_fit(&sizes, &errors));
        first += size;
    }
    let lame = SQRT_2 * PI * (mu / density).sqrt() / edge / TAU;
    let nearest = |list: &[f64]| list.iter().map(|f| f / lame - 1.0).min_by(|a, b| a.abs().total_cmp(&b.abs()));
    case.report("Ritz's against Lamé's mode", nearest(&exact).unwrap_or(f64::NAN));
    case.report("frequency against Lamé's mode", nearest(&runs[MESHES.len() - 1]).unwrap_or(f64::NAN));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six free motions; Lamé's modes √2 π c_s/a are there three times, at any Poisson's ratio (at zero, waves along the edges
    /// have the same frequency).
    #[test]
    fn ritz_finds_the_modes_of_lame() {
        for lambda in [0.5, 1.5] {
            let squares = ritz(lambda, 1.0, 7);
            assert!(squares[5].abs() < 1e-9 && squares[6] > 1.0, "{:?}", &squares[..8]);
            // Edge 2: ω² = π²/2.
            let near = squares.iter().filter(|s| (*s / (PI * PI / 2.0) - 1.0).abs() < 1e-5).count();
            assert_eq!(near, 3, "{:?}", &squares[..24]);
        }
    }
}
