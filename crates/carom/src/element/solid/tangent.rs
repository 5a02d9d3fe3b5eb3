//! Stiffness at all integration points of an element at once.
//!
//! The variation of the strain is δE = sym(Fᵀ δu_b ⊗ G_b). With moduli λ Q⊗Q + μ (Q_ik Q_jl + Q_il Q_jk) the block of nodes
//! a, b is
//!
//! ```text
//! Σ_g w [ λ h_a h′_bᵀ + μ (γ_ab F Q F′ᵀ + h_b h′_aᵀ) ] + Σ_g w (G_a·S G_b) I ,
//! h_a = F Q G_a ,   h′_a = F′ Q G_a ,   γ_ab = G_a·Q G_b
//! ```
//!
//! where F′ = F for stiffness. For dampers, whose stress depends on Ė = sym(Fᵀ Ḣ), F′ = Ḣ gives the derivative by the
//! configuration, and the matrix is not symmetric. Matrices are row-major, three rows a node.

use super::enhanced::{Condensation, MODES};
use super::lanes::{Gradients, ModuliField, Symmetric, Tensor, divergence, full, times_symmetric, times_transposed};
use super::shape::Shape;

/// Moduli at the integration points of a deformed element.
pub struct Kernel<'a, const N: usize, const G: usize> {
    pub shape: &'a Shape<N, G>,
    pub f: &'a Tensor<G>,
    pub moduli: &'a ModuliField<G>,
    /// Of enhanced strains, with the same moduli.
    pub condensation: Option<&'a Condensation<G>>,
    /// Of the moduli.
    pub factor: f64,
}

impl<const N: usize, const G: usize> Kernel<'_, N, G> {
    /// Adds the part of the moduli, which is symmetric.
    pub fn add_stiffness(&self, out: &mut [f64]) {
        self.add(self.f, true, out);
        if let Some(condensation) = self.condensation {
            let forces = self.forces(self.f, condensation);
            self.condense(condensation, &forces, &forces, out);
        }
    }

    /// Adds the derivative by H of forces whose stress is linear in Ė = sym(Fᵀ Ḣ), at fixed stress.
    pub fn add_rate_stiffness(&self, rate: &Tensor<G>, out: &mut [f64]) {
        self.add(rate, false, out);
        if let Some(condensation) = self.condensation {
            let [left, right] = [self.f, rate].map(|f| self.forces(f, condensation));
            self.condense(condensation, &left, &right, out);
        }
    }

    /// Loops over nodes b run in vector registers here: sums over points need no reduction then.
    fn add(&self, other: &Tensor<G>, symmetric: bool, out: &mut [f64]) {
        let (gradients, q) = (&self.shape.gradients, &self.moduli.q);
        let fq = times_symmetric(self.f, q);
        let left = turned(&fq, gradients);
        let right = if symmetric { left } else { turned(&times_symmetric(other, q), gradients) };
        let weighted = |m: &[f64; G]| std::array::from_fn(|g| self.factor * self.shape.weights[g] * m[g]);
        let (lambda, mu) = (weighted(&self.moduli.lambda), weighted(&self.moduli.mu));
        let middle = times_transposed(&fq, other, &mu);
        let (left_lambda, right_mu) = (scaled(&left, &lambda), scaled(&right, &mu));
        let (left_b, right_b) = (by_point(&left), by_point(&right));
        let q_b = by_point(&turned(&full(q, &[1.0; G]), gradients));
        for a in 0..N {
            let gamma = products(&gradients[a], &q_b);
            for i in 0..3 {
                let row = &mut out[(3 * a + i) * 3 * N..][..3 * N];
                for j in 0..3 {
                    let mut sums = [0.0; N];
                    for g in 0..G {
                        let (x, y, z) = (left_lambda[a][i][g], right_mu[a][j][g], middle[i][j][g]);
                        for b in 0..N {
                            sums[b] += x * right_b[g][j][b] + y * left_b[g][i][b] + z * gamma[g][b];
                        }
                    }
                    for b in 0..N {
                        row[3 * b + j] += sums[b];
                    }
                }
            }
        }
    }

    /// L_k, the force that balances the stress of mode k.
    fn forces(&self, f: &Tensor<G>, condensation: &Condensation<G>) -> [[[f64; 3]; N]; MODES] {
        let Shape { gradients, weights, .. } = self.shape;
        std::array::from_fn(|k| divergence(gradients, weights, f, &condensation.stresses[k]))
    }

    /// Subtracts Lᵀ H⁻¹ L′.
    fn condense(
        &self,
        condensation: &Condensation<G>,
        left: &[[[f64; 3]; N]; MODES],
        right: &[[[f64; 3]; N]; MODES],
        out: &mut [f64],
    ) {
        let mut solved = [[[0.0; 3]; N]; MODES];
        for (k, solved) in solved.iter_mut().enumerate() {
            for (l, right) in right.iter().enumerate() {
                let h = self.factor * condensation.inverse[(k, l)];
                for (x, r) in solved.as_flattened_mut().iter_mut().zip(right.as_flattened()) {
                    *x += h * r;
                }
            }
        }
        for (row, out) in out.chunks_exact_mut(3 * N).enumerate() {
            for (left, solved) in left.iter().zip(&solved) {
                let l = left.as_flattened()[row];
                for (x, s) in out.iter_mut().zip(solved.as_flattened()) {
                    *x -= l * s;
                }
            }
        }
    }
}

/// Adds the part of the stress.
pub fn add_geometric<const N: usize, const G: usize>(shape: &Shape<N, G>, stress: &Symmetric<G>, out: &mut [f64]) {
    let s_b = by_point(&turned(&full(stress, &shape.weights), &shape.gradients));
    for a in 0..N {
        let products = products(&shape.gradients[a], &s_b);
        let mut sums = [0.0; N];
        for of_point in &products {
            for b in 0..N {
                sums[b] += of_point[b];
            }
        }
        for b in 0..N {
            (0..3).for_each(|i| out[(3 * a + i) * 3 * N + 3 * b + i] += sums[b]);
        }
    }
}

/// The same gradients with the node as the last index: point, axis, node.
#[inline]
fn by_point<const N: usize, const G: usize>(gradients: &Gradients<N, G>) -> [[[f64; N]; 3]; G] {
    let mut out = [[[0.0; N]; 3]; G];
    for g in 0..G {
        for j in 0..3 {
            for b in 0..N {
                out[g][j][b] = gradients[b][j][g];
            }
        }
    }
    out
}

/// Products of a gradient of one node with those of all nodes, at every point.
#[inline]
fn products<const N: usize, const G: usize>(a: &[[f64; G]; 3], all: &[[[f64; N]; 3]; G]) -> [[f64; N]; G] {
    let mut out = [[0.0; N]; G];
    for g in 0..G {
        for b in 0..N {
            out[g][b] = a[0][g] * all[g][0][b] + a[1][g] * all[g][1][b] + a[2][g] * all[g][2][b];
        }
    }
    out
}

/// T G_a of every node.
#[inline]
fn turned<const N: usize, const G: usize>(t: &Tensor<G>, gradients: &Gradients<N, G>) -> Gradients<N, G> {
    let mut out = [[[0.0; G]; 3]; N];
    for (out, n) in out.iter_mut().zip(gradients) {
        for (out, t) in out.iter_mut().zip(t) {
            for g in 0..G {
                out[g] = t[0][g] * n[0][g] + t[1][g] * n[1][g] + t[2][g] * n[2][g];
            }
        }
    }
    out
}

#[inline]
fn scaled<const N: usize, const G: usize>(h: &Gradients<N, G>, factor: &[f64; G]) -> Gradients<N, G> {
    let mut out = *h;
    for lane in out.iter_mut().flatten() {
        for g in 0..G {
            lane[g] *= factor[g];
        }
    }
    out
}
