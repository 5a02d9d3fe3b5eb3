//! Vibrations with an unsymmetric stiffness, as follower forces make it: (λ²M + λC + K̂) φ = Gᵀμ, G φ = 0, by shift-invert Arnoldi.
//!
//! With w = λ u the problem is linear of twice the size. At a real shift σ the operator (x, y) → (u, w),
//!
//! ```text
//! (σ²M + σC + K̂) u − Gᵀμ = −M y − (C + σM) x ,   G u = 0 ,   w = x + σ u                                            (1)
//! ```
//!
//! has the eigenvalues θ = 1/(λ − σ), and needs factors of the size of the model alone. Its Krylov space has an orthonormal basis in
//! which it is an upper Hessenberg matrix H; an eigenpair (θ, s) of H has the residual h |s_m| (Saad, Numerical Methods for Large
//! Eigenvalue Problems, ch. 6). λ = iω is a vibration that neither grows nor fades, Re λ > 0 one that grows (flutter, Im λ ≠ 0) or a
//! motion away (divergence).

use crate::analysis::Linear;
use crate::analysis::linear::Entries;
use crate::analysis::shift::Random;
use crate::system::MassMatrix;
use linalg::{Factor, Matrix, Singular, choose_storage};
use nalgebra::{Complex, DMatrix, DVector, Schur};

/// Vectors of a basis, at most.
const MOST_VECTORS: usize = 600;
/// A next vector shorter than this part of what the operator gave is none: the space is complete.
const COMPLETE: f64 = 1e-12;

/// An eigenvector of (1) and its eigenvalue.
#[derive(Clone, Debug)]
pub(super) struct ComplexPair {
    pub lambda: Complex<f64>,
    pub x: Vec<Complex<f64>>,
}

/// The operator of (1).
pub(super) struct Pencil<'a> {
    linear: &'a Linear,
    mass: &'a MassMatrix,
    sigma: f64,
    factor: Factor,
    b: Vec<f64>,
}

impl<'a> Pencil<'a> {
    pub fn new(linear: &'a Linear, mass: &'a MassMatrix, sigma: f64) -> Result<Self, Singular> {
        let (n, size) = (linear.n, linear.n + linear.rows.len());
        let terms =
            [(&linear.stiffness, 1.0), (&linear.skew[0], 1.0), (&linear.damping, sigma), (&linear.skew[1], sigma)];
        let border: usize = linear.rows.iter().map(|row| 2 * row.len()).sum();
        let count = terms.iter().map(|(entries, _)| entries.len()).sum::<usize>() + mass.entries().len() + border;
        let mut matrix = Matrix::new(size, choose_storage(size, count));
        matrix.clear();
        let mut diagonal = vec![0.0; n];
        for (entries, weight) in terms {
            for &(i, j, x) in entries {
                matrix.add(i, j, weight * x);
                diagonal[i as usize] += if i == j { (weight * x).abs() } else { 0.0 };
            }
        }
        for &(i, j, x) in mass.entries() {
            matrix.add(i, j, sigma * sigma * x);
        }
        for (r, row) in linear.rows.iter().enumerate() {
            for &(d, x) in row {
                matrix.add(d, (n + r) as u32, -x);
                matrix.add((n + r) as u32, d, -x);
            }
        }
        matrix.finish();
        let of = |(k, m): (&f64, &f64)| 1.0 / (k + sigma * sigma * m).sqrt();
        let mut scale: Vec<f64> = diagonal.iter().zip(mass.diagonal()).map(of).collect();
        for row in &linear.rows {
            let norm = row.iter().map(|(d, x)| (x * scale[*d as usize]).powi(2)).sum::<f64>().sqrt();
            scale.push(if norm > 0.0 { 1.0 / norm } else { 1.0 });
        }
        let mut factor = Factor::new();
        factor.factor(&matrix, &scale)?;
        Ok(Self { linear, mass, sigma, factor, b: vec![0.0; size] })
    }

    /// (u, w) of (x, y).
    fn apply(&mut self, xy: &[f64], uw: &mut [f64]) {
        let (n, sigma) = (self.linear.n, self.sigma);
        let (x, y) = xy.split_at(n);
        let momenta: Vec<f64> = x.iter().zip(y).map(|(x, y)| y + sigma * x).collect();
        self.b.fill(0.0);
        self.mass.mul(&momenta, &mut self.b[..n]);
        for &(i, j, c) in self.linear.damping.iter().chain(&self.linear.skew[1]) {
            self.b[i as usize] += c * x[j as usize];
        }
        self.b.iter_mut().for_each(|b| *b = -*b);
        self.factor.solve(&mut self.b);
        let (u, w) = uw.split_at_mut(n);
        u.copy_from_slice(&self.b[..n]);
        w.iter_mut().zip(u).zip(x).for_each(|((w, u), x)| *w = x + sigma * *u);
    }

    /// Eigenpairs with λ nearest to the shift, at least `wanted` if the space has so many; `None` if they do not converge.
    pub fn eigenpairs(&mut self, wanted: usize, tolerance: f64, random: &mut Random) -> Option<Vec<ComplexPair>> {
        let n = self.linear.n;
        let dofs = 2 * (n - self.linear.rows.len());
        // Velocities and displacements are measured alike at the frequencies that are looked for.
        let weights: Vec<f64> = {
            let root = self.mass.diagonal().iter().map(|m| m.sqrt());
            root.clone().map(|m| 10.0 * self.sigma * m).chain(root).collect()
        };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).zip(&weights).map(|((a, b), w)| a * w * (b * w)).sum::<f64>();
        let (mut next, mut start) = (vec![0.0; 2 * n], vec![0.0; 2 * n]);
        random.fill(&mut start);
        for _ in 0..2 {
            self.apply(&start, &mut next);
            let size = dot(&next, &next).sqrt();
            start.iter_mut().zip(&next).for_each(|(s, x)| *s = x / size);
        }
        let most = dofs.min(MOST_VECTORS);
        let mut basis = vec![start];
        let mut columns: Vec<Vec<f64>> = Vec::new();
        loop {
            let m = basis.len();
            self.apply(&basis[m - 1], &mut next);
            let before = dot(&next, &next).sqrt();
            let mut column = vec![0.0; m];
            for _ in 0..2 {
                for (entry, v) in column.iter_mut().zip(&basis) {
                    let part = dot(&next, v);
                    *entry += part;
                    next.iter_mut().zip(v).for_each(|(x, v)| *x -= part * v);
                }
            }
            let length = dot(&next, &next).sqrt();
            column.push(length);
            columns.push(column);
            let complete = length <= COMPLETE * before || m == dofs;
            if complete || m == most || (m >= wanted + 10 && m.is_multiple_of(20)) {
                let rest = if complete { 0.0 } else { length };
                let found = self.converged(&basis, &columns, rest, tolerance);
                if complete || found.len() >= wanted {
                    return Some(found);
                }
                if m == most {
                    return None;
                }
            }
            basis.push(next.iter().map(|x| x / length).collect());
        }
    }

    /// Leading eigenpairs of H, nearest first, up to the first whose residual is not small.
    fn converged(&self, basis: &[Vec<f64>], columns: &[Vec<f64>], rest: f64, tolerance: f64) -> Vec<ComplexPair> {
        let m = columns.len();
        let h = DMatrix::from_fn(m, m, |i, j| columns[j].get(i).copied().unwrap_or(0.0));
        let Some(schur) = Schur::try_new(h.clone(), f64::EPSILON, 100 * m) else { return Vec::new() };
        let mut thetas: Vec<Complex<f64>> = schur.complex_eigenvalues().iter().copied().collect();
        thetas.sort_by(|a, b| b.norm().total_cmp(&a.norm()).then(b.im.total_cmp(&a.im)));
        let mut found = Vec::new();
        for theta in thetas {
            let Some(s) = eigenvector(&h, theta) else { break };
            if rest * s[m - 1].norm() > tolerance * theta.norm() {
                break;
            }
            let mut x = vec![Complex::new(0.0, 0.0); self.linear.n];
            for (s, v) in s.iter().zip(basis) {
                x.iter_mut().zip(v).for_each(|(x, v)| *x += s * *v);
            }
            found.push(ComplexPair { lambda: self.sigma + theta.inv(), x });
        }
        found
    }
}

/// The unit eigenvector of an eigenvalue, by inverse iteration next to it.
fn eigenvector(h: &DMatrix<f64>, theta: Complex<f64>) -> Option<DVector<Complex<f64>>> {
    let m = h.nrows();
    let near = theta * (1.0 + 1e-12) + Complex::new(f64::MIN_POSITIVE, 0.0);
    let shifted = DMatrix::from_fn(m, m, |i, j| {
        let x = Complex::new(h[(i, j)], 0.0);
        if i == j { x - near } else { x }
    });
    let lu = shifted.lu();
    let mut s = DVector::from_element(m, Complex::new(1.0, 0.0));
    for _ in 0..3 {
        s = lu.solve(&s)?;
        let norm = s.norm();
        s.unscale_mut(norm);
    }
    s.iter().all(|x| x.re.is_finite() && x.im.is_finite()).then_some(s)
}

/// Whether a matrix has entries.
pub(super) fn is_zero(entries: &Entries) -> bool {
    entries.iter().all(|(_, _, x)| *x == 0.0)
}
