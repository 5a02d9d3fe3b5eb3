//! (K̂ − σ M)⁻¹ M on the motions that the constraints allow: the operator of inverse iteration and of Lanczos' method.
//!
//! ```text
//! | K̂ − σM  −Gᵀ | | y |   | M x |
//! | −G        0 | | μ | = |  0  |
//! ```
//!
//! y satisfies G y = 0, and the map x → y is self-adjoint in the inner product of M on the null space of G. Its
//! eigenvalues are θ = 1/(ω² − σ).

use super::Linear;
use crate::system::MassMatrix;
use linalg::{Factor, Matrix, Singular, choose_storage};

pub(super) struct ShiftInvert<'a> {
    pub linear: &'a Linear,
    pub mass: &'a MassMatrix,
    shift: f64,
    matrix: Matrix,
    factor: Factor,
    scale: Vec<f64>,
    b: Vec<f64>,
    /// Factors of [M −Gᵀ; −G 0], once needed.
    projection: Option<Factor>,
}

impl<'a> ShiftInvert<'a> {
    pub fn new(linear: &'a Linear, mass: &'a MassMatrix) -> Self {
        let size = linear.n + linear.rows.len();
        let entries: usize = linear.rows.iter().map(|row| 2 * row.len()).sum();
        let storage = choose_storage(size, linear.stiffness.len() + mass.entries().len() + entries);
        Self {
            linear,
            mass,
            shift: f64::NAN,
            matrix: Matrix::new(size, storage),
            factor: Factor::new(),
            scale: vec![1.0; size],
            b: vec![0.0; size],
            projection: None,
        }
    }

    pub fn shift(&self) -> f64 {
        self.shift
    }

    /// Assembles and factorises for a shift.
    pub fn set_shift(&mut self, shift: f64) -> Result<(), Singular> {
        self.shift = shift;
        self.assemble(1.0, -shift);
        self.factor.factor(&self.matrix, &self.scale)
    }

    /// k K̂ + m M with the constraints, and its scale.
    fn assemble(&mut self, k: f64, m: f64) {
        let n = self.linear.n;
        self.matrix.clear();
        for &(i, j, x) in &self.linear.stiffness {
            self.matrix.add(i, j, k * x);
        }
        for &(i, j, x) in self.mass.entries() {
            self.matrix.add(i, j, m * x);
        }
        for (r, row) in self.linear.rows.iter().enumerate() {
            for &(d, x) in row {
                self.matrix.add(d, (n + r) as u32, -x);
                self.matrix.add((n + r) as u32, d, -x);
            }
        }
        self.matrix.finish();
        let diagonal = self.linear.diagonal();
        for (s, (stiffness, mass)) in self.scale.iter_mut().zip(diagonal.iter().zip(self.mass.diagonal())) {
            *s = 1.0 / (k * stiffness.abs() + m.abs() * mass).sqrt();
        }
        for (r, row) in self.linear.rows.iter().enumerate() {
            let norm = row.iter().map(|(d, x)| (x * self.scale[*d as usize]).powi(2)).sum::<f64>().sqrt();
            self.scale[n + r] = if norm > 0.0 { 1.0 / norm } else { 1.0 };
        }
    }

    /// The nearest motion, in the norm of M, that the constraints allow.
    pub fn project(&mut self, x: &mut [f64]) {
        if self.linear.rows.is_empty() {
            return;
        }
        if self.projection.is_none() {
            self.assemble(0.0, 1.0);
            let mut factor = Factor::new();
            // Regular: M is positive definite and the rows are independent.
            if factor.factor(&self.matrix, &self.scale).is_err() {
                return;
            }
            self.projection = Some(factor);
        }
        let n = self.linear.n;
        self.mass.mul(x, &mut self.b[..n]);
        self.b[n..].fill(0.0);
        if let Some(factor) = &mut self.projection {
            factor.solve(&mut self.b);
            x.copy_from_slice(&self.b[..n]);
        }
    }

    /// y = (K̂ − σM)⁻¹ M x on the null space of G.
    pub fn apply(&mut self, x: &[f64], y: &mut [f64]) {
        let n = self.linear.n;
        self.mass.mul(x, &mut self.b[..n]);
        self.b[n..].fill(0.0);
        self.factor.solve(&mut self.b);
        y.copy_from_slice(&self.b[..n]);
    }

    /// The motion with (K̂ − σM) y = Gᵀμ that moves row `r` of G by one and no other.
    pub fn move_row(&mut self, r: usize, y: &mut [f64]) {
        let n = self.linear.n;
        self.b.fill(0.0);
        self.b[n + r] = -1.0;
        self.factor.solve(&mut self.b);
        y.copy_from_slice(&self.b[..n]);
    }

    /// The largest of K_ii/M_ii, a bound for ω² up to a small factor; 0 without stiffness.
    pub fn largest(&self) -> f64 {
        let ratios = self.linear.diagonal().into_iter().zip(self.mass.diagonal()).map(|(k, m)| k.abs() / m);
        ratios.fold(0.0, f64::max)
    }
}

/// Numbers between −1 and 1 from a linear congruence (Knuth's MMIX constants): start vectors that are always the same.
pub(super) struct Random(pub u64);

impl Random {
    pub fn fill(&mut self, x: &mut [f64]) {
        for x in x {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *x = (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
        }
    }
}
