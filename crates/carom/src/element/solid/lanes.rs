//! Kinematics at all integration points of an element at once: the last index of every array is the integration point, so
//! that the loops over points run in vector registers.
//!
//! With the reference gradients G_a = ∂N_a/∂X, displacements u_a and H = Σ u_a ⊗ G_a, F = I + H:
//!
//! ```text
//! E = ½ (H + Hᵀ + HᵀH) ,   Ė = sym(Fᵀ Ḣ) ,   f_a = Σ_g w F S G_a
//! ```

use super::material::{Moduli, SYM, Voigt};

/// A 3×3 tensor at G points.
pub type Tensor<const G: usize> = [[[f64; G]; 3]; 3];
/// A symmetric tensor at G points.
pub type Symmetric<const G: usize> = [[f64; G]; 6];
/// Gradients of N shape functions at G points: node, axis, point.
pub type Gradients<const N: usize, const G: usize> = [[[f64; G]; 3]; N];

/// Σ u_a ⊗ G_a
#[inline]
pub fn gradient<const N: usize, const G: usize>(gradients: &Gradients<N, G>, u: &[[f64; 3]; N]) -> Tensor<G> {
    let mut h = [[[0.0; G]; 3]; 3];
    for j in 0..3 {
        let mut sums = [[0.0; G]; 3];
        for (u, n) in u.iter().zip(gradients) {
            for (sum, u) in sums.iter_mut().zip(u) {
                for (x, n) in sum.iter_mut().zip(&n[j]) {
                    *x += u * n;
                }
            }
        }
        for i in 0..3 {
            h[i][j] = sums[i];
        }
    }
    h
}

/// I + H
#[inline]
pub fn deformation<const G: usize>(h: &Tensor<G>) -> Tensor<G> {
    let mut f = *h;
    for (i, row) in f.iter_mut().enumerate() {
        row[i].iter_mut().for_each(|x| *x += 1.0);
    }
    f
}

/// det F
#[inline]
pub fn determinant<const G: usize>(f: &Tensor<G>, g: usize) -> f64 {
    let minor = |i: usize, j: usize| f[1][i][g] * f[2][j][g] - f[1][j][g] * f[2][i][g];
    f[0][0][g] * minor(1, 2) - f[0][1][g] * minor(0, 2) + f[0][2][g] * minor(0, 1)
}

/// The Green–Lagrange strain, with doubled shears.
#[inline]
pub fn strain<const G: usize>(h: &Tensor<G>) -> Symmetric<G> {
    let mut e = [[0.0; G]; 6];
    for i in 0..3 {
        for j in i..3 {
            let half = if i == j { 0.5 } else { 1.0 };
            let e = &mut e[SYM[i][j]];
            for g in 0..G {
                let product = h[0][i][g] * h[0][j][g] + h[1][i][g] * h[1][j][g] + h[2][i][g] * h[2][j][g];
                e[g] = half * (h[i][j][g] + h[j][i][g] + product);
            }
        }
    }
    e
}

/// The rate of the strain along Ḣ, with doubled shears.
#[inline]
pub fn strain_rate<const G: usize>(f: &Tensor<G>, rate: &Tensor<G>) -> Symmetric<G> {
    let mut e = [[0.0; G]; 6];
    for i in 0..3 {
        for j in i..3 {
            let half = if i == j { 0.5 } else { 1.0 };
            let e = &mut e[SYM[i][j]];
            for g in 0..G {
                let sum = |k: usize| f[k][i][g] * rate[k][j][g] + rate[k][i][g] * f[k][j][g];
                e[g] = half * (sum(0) + sum(1) + sum(2));
            }
        }
    }
    e
}

/// The list of one point.
#[inline]
pub fn at<const G: usize>(s: &Symmetric<G>, g: usize) -> Voigt {
    std::array::from_fn(|k| s[k][g])
}

/// Sets the list of one point.
#[inline]
pub fn put<const G: usize>(s: &mut Symmetric<G>, g: usize, value: &Voigt) {
    for (lane, x) in s.iter_mut().zip(value) {
        lane[g] = *x;
    }
}

/// A function of the list at every point.
#[inline]
pub fn map<const G: usize>(s: &Symmetric<G>, f: impl Fn(&Voigt) -> Voigt) -> Symmetric<G> {
    let mut out = [[0.0; G]; 6];
    for g in 0..G {
        put(&mut out, g, &f(&at(s, g)));
    }
    out
}

/// Σ_g S·E, S a stress and E a strain.
#[inline]
pub fn product<const G: usize>(s: &Symmetric<G>, e: &Symmetric<G>) -> f64 {
    let mut sums = [0.0; G];
    for k in 0..6 {
        for g in 0..G {
            sums[g] += s[k][g] * e[k][g];
        }
    }
    sum(&sums)
}

/// f_a = Σ_g w F S G_a, the force that balances the stress S.
#[inline]
pub fn divergence<const N: usize, const G: usize>(
    gradients: &Gradients<N, G>,
    weights: &[f64; G],
    f: &Tensor<G>,
    s: &Symmetric<G>,
) -> [[f64; 3]; N] {
    let p = times_symmetric(f, &weighted(s, weights));
    let mut out = [[0.0; 3]; N];
    for (out, n) in out.iter_mut().zip(gradients) {
        for (out, p) in out.iter_mut().zip(&p) {
            let mut sums = [0.0; G];
            for g in 0..G {
                sums[g] = p[0][g] * n[0][g] + p[1][g] * n[1][g] + p[2][g] * n[2][g];
            }
            *out = sum(&sums);
        }
    }
    out
}

/// The sum over all points, by halves.
#[inline]
pub fn sum<const G: usize>(x: &[f64; G]) -> f64 {
    let mut x = *x;
    let mut n = G;
    while n > 1 {
        let half = n / 2;
        for i in 0..half {
            x[i] += x[n - half + i];
        }
        n -= half;
    }
    x[0]
}

/// A T for a symmetric T.
#[inline]
pub fn times_symmetric<const G: usize>(a: &Tensor<G>, t: &Symmetric<G>) -> Tensor<G> {
    let mut out = [[[0.0; G]; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            let [x, y, z] = SYM[j].map(|k| &t[k]);
            for g in 0..G {
                out[i][j][g] = a[i][0][g] * x[g] + a[i][1][g] * y[g] + a[i][2][g] * z[g];
            }
        }
    }
    out
}

/// A Bᵀ, times a number a point.
#[inline]
pub fn times_transposed<const G: usize>(a: &Tensor<G>, b: &Tensor<G>, factor: &[f64; G]) -> Tensor<G> {
    let mut out = [[[0.0; G]; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            for g in 0..G {
                out[i][j][g] =
                    factor[g] * (a[i][0][g] * b[j][0][g] + a[i][1][g] * b[j][1][g] + a[i][2][g] * b[j][2][g]);
            }
        }
    }
    out
}

/// A symmetric tensor times a number a point.
#[inline]
pub fn weighted<const G: usize>(s: &Symmetric<G>, factor: &[f64; G]) -> Symmetric<G> {
    let mut out = *s;
    for lane in &mut out {
        for g in 0..G {
            lane[g] *= factor[g];
        }
    }
    out
}

/// A symmetric tensor with all its components, times a number a point.
#[inline]
pub fn full<const G: usize>(s: &Symmetric<G>, factor: &[f64; G]) -> Tensor<G> {
    let s = weighted(s, factor);
    SYM.map(|row| row.map(|k| s[k]))
}

/// Tangent moduli at G points.
pub struct ModuliField<const G: usize> {
    pub lambda: [f64; G],
    pub mu: [f64; G],
    pub q: Symmetric<G>,
}

impl<const G: usize> ModuliField<G> {
    /// The same at all points.
    pub fn uniform(m: &Moduli) -> Self {
        Self { lambda: [m.lambda; G], mu: [m.mu; G], q: m.q.map(|q| [q; G]) }
    }

    pub fn set(&mut self, g: usize, m: &Moduli) {
        (self.lambda[g], self.mu[g]) = (m.lambda, m.mu);
        put(&mut self.q, g, &m.q);
    }

    /// The stress of a strain at every point: λ Q (Q:E) + 2μ Q E Q.
    pub fn times(&self, e: &Symmetric<G>) -> Symmetric<G> {
        let q = full(&self.q, &[1.0; G]);
        let mut half = *e;
        half[3..].as_flattened_mut().iter_mut().for_each(|x| *x *= 0.5);
        let qe = times_symmetric(&q, &half);
        let qeq = times_transposed(&qe, &q, &[1.0; G]);
        let mut trace = [0.0; G];
        for (q, e) in self.q.iter().zip(e) {
            for g in 0..G {
                trace[g] += q[g] * e[g];
            }
        }
        let mut out = [[0.0; G]; 6];
        for i in 0..3 {
            for j in i..3 {
                let k = SYM[i][j];
                for g in 0..G {
                    out[k][g] = self.lambda[g] * trace[g] * self.q[k][g] + 2.0 * self.mu[g] * qeq[i][j][g];
                }
            }
        }
        out
    }
}
