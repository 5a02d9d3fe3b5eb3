//! Stiffness at all integration points of an element at once.
//!
//! The variation of the strain is δE = sym(Fᵀ δu_b ⊗ G_b). With moduli λ Q⊗Q + μ (Q_ik Q_jl + Q_il Q_jk) the block of nodes
//! a, b is
//!
//! ```text
//! Σ_g w [ λ h_a h′_bᵀ + μ (γ_ab F Q F′ᵀ + h_b h′_aᵀ) + (G_a·S G_b) I ] ,
//! h_a = F Q G_a ,   h′_a = F′ Q G_a ,   γ_ab = G_a·Q G_b
//! ```
//!
//! where F′ = F for stiffness. For dampers, whose stress depends on Ė = sym(Fᵀ Ḣ), F′ = Ḣ gives the derivative by the
//! configuration, and the matrix is not symmetric.

use super::lanes::{Gradients, ModuliField, Symmetric, Tensor, sum};
use super::material::SYM;

/// A matrix of 3×3 blocks, one a pair of nodes.
pub type Blocks<const N: usize> = [[[[f64; 3]; 3]; N]; N];

/// What the tangents of an element are made of.
pub struct Kernel<'a, const N: usize, const G: usize> {
    pub gradients: &'a Gradients<N, G>,
    pub weights: &'a [f64; G],
    pub f: &'a Tensor<G>,
}

/// F Q
#[inline]
fn product<const G: usize>(f: &Tensor<G>, q: &Symmetric<G>) -> Tensor<G> {
    let mut out = [[[0.0; G]; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            for g in 0..G {
                out[i][j][g] =
                    f[i][0][g] * q[SYM[0][j]][g] + f[i][1][g] * q[SYM[1][j]][g] + f[i][2][g] * q[SYM[2][j]][g];
            }
        }
    }
    out
}

impl<const N: usize, const G: usize> Kernel<'_, N, G> {
    /// T G_a of every node.
    #[inline]
    fn turned(&self, t: &Tensor<G>) -> Gradients<N, G> {
        let mut out = [[[0.0; G]; 3]; N];
        for (out, n) in out.iter_mut().zip(self.gradients) {
            for (out, t) in out.iter_mut().zip(t) {
                for g in 0..G {
                    out[g] = t[0][g] * n[0][g] + t[1][g] * n[1][g] + t[2][g] * n[2][g];
                }
            }
        }
        out
    }

    /// The symmetric stiffness of moduli and of a stress.
    pub fn stiffness(&self, moduli: &ModuliField<G>, stress: &Symmetric<G>) -> Blocks<N> {
        self.blocks(moduli, self.f, Some(stress))
    }

    /// ∂/∂H of the forces of a stress that is linear in Ė = sym(Fᵀ Ḣ), at fixed stress.
    pub fn rate_stiffness(&self, moduli: &ModuliField<G>, rate: &Tensor<G>) -> Blocks<N> {
        self.blocks(moduli, rate, None)
    }

    /// The blocks; with a stress they are symmetric and half of them are copied.
    fn blocks(&self, moduli: &ModuliField<G>, other: &Tensor<G>, stress: Option<&Symmetric<G>>) -> Blocks<N> {
        let fq = product(self.f, &moduli.q);
        let left = self.turned(&fq);
        let right = self.turned(&product(other, &moduli.q));
        // With weights: λ h, μ h, μ F Q F′ᵀ, and μ Q G_a.
        let mut scaled_lambda = left;
        let mut scaled_mu = left;
        for a in 0..N {
            for i in 0..3 {
                for g in 0..G {
                    scaled_lambda[a][i][g] *= self.weights[g] * moduli.lambda[g];
                    scaled_mu[a][i][g] *= self.weights[g] * moduli.mu[g];
                }
            }
        }
        let mut middle = [[[0.0; G]; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                for g in 0..G {
                    let x = fq[i][0][g] * other[j][0][g] + fq[i][1][g] * other[j][1][g] + fq[i][2][g] * other[j][2][g];
                    middle[i][j][g] = self.weights[g] * moduli.mu[g] * x;
                }
            }
        }
        let q_n = self.turned(&full(&moduli.q, &[1.0; G]));
        let s_n = stress.map(|s| self.turned(&full(s, self.weights)));
        let mut out = [[[[0.0; 3]; 3]; N]; N];
        for a in 0..N {
            for b in if stress.is_some() { a } else { 0 }..N {
                let gamma = dot(&self.gradients[a], &q_n[b]);
                let mut block = [[0.0; 3]; 3];
                for i in 0..3 {
                    for j in 0..3 {
                        let mut sums = [0.0; G];
                        for g in 0..G {
                            sums[g] = scaled_lambda[a][i][g] * right[b][j][g]
                                + scaled_mu[b][i][g] * right[a][j][g]
                                + gamma[g] * middle[i][j][g];
                        }
                        block[i][j] = sum(&sums);
                    }
                }
                if let Some(s_n) = &s_n {
                    let sigma = sum(&dot(&self.gradients[a], &s_n[b]));
                    (0..3).for_each(|i| block[i][i] += sigma);
                    out[b][a] = std::array::from_fn(|i| std::array::from_fn(|j| block[j][i]));
                }
                out[a][b] = block;
            }
        }
        out
    }
}

/// A symmetric tensor with all its components, times a number a point.
#[inline]
fn full<const G: usize>(s: &Symmetric<G>, factor: &[f64; G]) -> Tensor<G> {
    let mut out = [[[0.0; G]; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            for g in 0..G {
                out[i][j][g] = factor[g] * s[SYM[i][j]][g];
            }
        }
    }
    out
}

#[inline]
fn dot<const G: usize>(a: &[[f64; G]; 3], b: &[[f64; G]; 3]) -> [f64; G] {
    let mut out = [0.0; G];
    for g in 0..G {
        out[g] = a[0][g] * b[0][g] + a[1][g] * b[1][g] + a[2][g] * b[2][g];
    }
    out
}
