//! Tangents of the beam element: the exact variation of its forces.
//!
//! In the mid frame, with e = R_mᵀ(δx₂ − δx₁), η₁, η₂ of [`super::midpoint`] and η = η₂ − η₁, the forces (N, ½μ − p, ½μ + p)
//! change by
//!
//! ```text
//! δy = e + y × δθ_m ,   δN = C_Γ(δy + β δ(LΓ̇))/L ,   δM = C_κ(A η + β δψ̇)/L                                     (1)
//! δμ = δN × y + N × δy ,   δp = A δM + c ψ × δμ + [∂(AM)/∂ψ + ∂(cψ × μ)/∂ψ] A η                              (2)
//! ```
//!
//! and because their axes turn, by −N × δθ_m, −(½μ − p) × (δθ_m − η₁) and −(½μ + p) × (δθ_m − η₂). Velocities are held in
//! their components, so those of the mid frame change by
//!
//! ```text
//! δ(R_mᵀẋ) = R_mᵀẋ × δθ_m ,   δω_i = ω_i × (δθ_m − η_i)                                                     (3)
//! δ(LΓ̇) = δ(R_mᵀ(ẋ₂ − ẋ₁)) + δy × ω_m + y × δω_m ,   δψ̇ = A δω + ∂(Aω)/∂ψ A η ,   ω = ω₂ − ω₁
//! ```

use super::element::{BeamElement, SectionState};
use super::midpoint::{Coefficients, Midpoint};
use crate::element::LocalMatrix;
use crate::element::line::Velocities;
use crate::{Mat3, Vec3};
use lie::cross;
use std::array::from_fn;

/// Variation of N, μ and p along (e, η₁, η₂).
struct Variation {
    n: [Mat3; 3],
    mu: [Mat3; 3],
    p: [Mat3; 3],
}

impl BeamElement {
    /// The part of (2) at fixed y and ψ, from the variations of N and, along (η₁, η₂), of M.
    fn variation(m: &Midpoint, n: [Mat3; 3], moment: [Mat3; 2]) -> Variation {
        let mu = n.map(|n| -left(&m.y, &n));
        let lever = m.psi * m.k.c;
        let map = m.map();
        let p = [left(&lever, &mu[0]), map * moment[0] + left(&lever, &mu[1]), map * moment[1] + left(&lever, &mu[2])];
        Variation { n, mu, p }
    }

    /// β δ(LΓ̇) along (e, η₁, η₂) and β δψ̇ along (η₁, η₂), equations (3).
    fn rate_variation(&self, m: &Midpoint, slopes: &Coefficients, v: &Velocities) -> ([Mat3; 3], [Mat3; 2]) {
        let [(v1, w1), (v2, w2)] = v;
        let spin = m.inward(w1, w2);
        let (relative, difference) = (m.r.tr_mul(&(v2 - v1)), spin[1] - spin[0]);
        let omega = m.turned(&spin);
        let (turns, map, lever) = (m.turns(), m.map(), m.psi * m.k.c);
        let map_slope = m.map_derivative(slopes, &difference);
        let cross_slope = m.cross_derivative(slopes, &difference);
        let mut linear = [-cross(&omega), Mat3::zeros(), Mat3::zeros()];
        let mut angular = [Mat3::zeros(); 2];
        for k in 0..2 {
            let sign = [-1.0, 1.0][k];
            // Change of ω₁ and ω₂ in the mid frame: ω_i × (δθ_m − η_i).
            let mut change = [turns[k]; 2];
            change[k] -= Mat3::identity();
            let change = [left(&spin[0], &change[0]), left(&spin[1], &change[1])];
            let (sum, difference) = (change[0] + change[1], change[1] - change[0]);
            let turned = sum * 0.5 - cross_slope * map * sign - left(&lever, &difference);
            linear[k + 1] = left(&relative, &turns[k]) - left(&omega, &left(&m.y, &turns[k])) + left(&m.y, &turned);
            angular[k] = map * difference + map_slope * map * sign;
        }
        let beta = self.stiffness.beta;
        (linear.map(|l| l * beta), angular.map(|a| a * beta))
    }

    /// The change of the internal forces in the mid frame, rows (force, moment 1, moment 2), columns (e, η₁, η₂).
    pub(super) fn stiffness_blocks(&self, m: &Midpoint, v: &Velocities) -> [[Mat3; 3]; 3] {
        let SectionState { linear: n, angular: moment } = self.force_at(m, v);
        let slopes = m.k.slopes(m.psi.norm_squared());
        let (turns, map, lever) = (m.turns(), m.map(), m.psi * m.k.c);
        let [arm1, arm2] = turns.map(|t| left(&m.y, &t));
        let mut strain = [Mat3::identity(), arm1, arm2];
        let mut curvature = [-map, map];
        if self.stiffness.beta != 0.0 {
            let (linear, angular) = self.rate_variation(m, &slopes, v);
            strain.iter_mut().zip(&linear).for_each(|(s, l)| *s += l);
            curvature.iter_mut().zip(&angular).for_each(|(c, a)| *c += a);
        }
        let (c_n, c_m) = (self.stiffness.force / self.length, self.stiffness.moment / self.length);
        let mut d = Self::variation(m, strain.map(|s| c_n * s), curvature.map(|c| c_m * c));
        // Of μ = N × y by y, of p by that and by ψ.
        let mu = n.cross(&m.y);
        let p = m.apply(&moment) + lever.cross(&mu);
        let by_psi = (m.map_derivative(&slopes, &moment) + m.cross_derivative(&slopes, &mu)) * map;
        for (i, by_y) in [cross(&n), left(&n, &arm1), left(&n, &arm2)].iter().enumerate() {
            d.mu[i] += by_y;
            d.p[i] += left(&lever, by_y);
        }
        d.p[1] -= by_psi;
        d.p[2] += by_psi;
        let mut rows = d.rows();
        // Of the turning axes: R_m, E and Eᵀ in (3).
        let (one, two) = (mu * 0.5 - p, mu * 0.5 + p);
        for k in 0..2 {
            rows[0][k + 1] -= left(&n, &turns[k]);
            let mut relative = [turns[k]; 2];
            relative[k] -= Mat3::identity();
            rows[1][k + 1] -= left(&one, &relative[0]);
            rows[2][k + 1] -= left(&two, &relative[1]);
        }
        rows
    }

    /// The change of the internal forces with the velocities: β Bᵀ C B in the mid frame.
    pub(super) fn damping_blocks(&self, m: &Midpoint) -> [[Mat3; 3]; 3] {
        let turns = m.turns();
        let factor = self.stiffness.beta / self.length;
        let (c_n, c_m) = (self.stiffness.force * factor, self.stiffness.moment * factor);
        let map = m.map();
        let n = [c_n, c_n * left(&m.y, &turns[0]), c_n * left(&m.y, &turns[1])];
        let bend = c_m * map;
        Self::variation(m, n, [-bend, bend]).rows()
    }
}

impl Variation {
    /// Rows (N, ½μ − p, ½μ + p).
    fn rows(&self) -> [[Mat3; 3]; 3] {
        let half = self.mu.map(|mu| mu * 0.5);
        [self.n, from_fn(|i| half[i] - self.p[i]), from_fn(|i| half[i] + self.p[i])]
    }
}

/// S(a) M
#[inline]
fn left(a: &Vec3, m: &Mat3) -> Mat3 {
    let mut out = Mat3::zeros();
    for j in 0..3 {
        let (x, y, z) = (m[(0, j)], m[(1, j)], m[(2, j)]);
        out[(0, j)] = a.y * z - a.z * y;
        out[(1, j)] = a.z * x - a.x * z;
        out[(2, j)] = a.x * y - a.y * x;
    }
    out
}

/// Adds blocks of the mid frame to the matrix over (x₁, θ₁, x₂, θ₂).
pub(super) fn add_blocks(m: &Midpoint, rows: &[[Mat3; 3]; 3], out: &mut LocalMatrix) {
    // Force and moments in the mid frame to the nodes: R_m, E, Eᵀ; increments the other way.
    let (r, e, et) = (&m.r, &m.half, m.half.transpose());
    let outward = [r, e, &et];
    for (i, row) in rows.iter().enumerate() {
        for (j, block) in row.iter().enumerate() {
            let block = outward[i] * block * outward[j].transpose();
            match (i, j) {
                (0, 0) => {
                    out.add_block(0, 0, &block);
                    out.add_block(2, 2, &block);
                    out.add_block(0, 2, &-block);
                    out.add_block(2, 0, &-block);
                }
                (0, j) => {
                    out.add_block(0, 2 * j - 1, &-block);
                    out.add_block(2, 2 * j - 1, &block);
                }
                (i, 0) => {
                    out.add_block(2 * i - 1, 0, &-block);
                    out.add_block(2 * i - 1, 2, &block);
                }
                (i, j) => out.add_block(2 * i - 1, 2 * j - 1, &block),
            }
        }
    }
}
