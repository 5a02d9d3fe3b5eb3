//! The problem of one block with all others held: find λ with
//!
//! ```text
//! g = b + W λ,      λ = P(λ − ρ g),      W = G M⁻¹ Gᵀ of the block (at most 6 × 6)
//! ```
//!
//! The answer does not depend on ρ > 0. Bilateral and frictionless blocks, those that stick and spheres have closed forms
//! (those of spheres that roll are in `rolling.rs`). Another
//! contact that slips in a plane has the force λ_N (1, μ e) with e on the unit circle; g_N = 0 gives
//!
//! ```text
//! λ_N = −b_N / (W_NN + μ W_NT·e),       e⊥·(b_T + λ_N (W_TN + μ W_TT e)) = 0,       e·g_T ≤ 0,
//! ```
//!
//! one equation for the angle of e, solved by Newton's method from the direction of the last visit. Other laws, and contacts
//! for which this fails, use a semi-smooth Newton iteration on λ − P(λ − ρ g), and projections with a small ρ if that fails too.

use super::rolling;
use crate::{Law, MAX_ROWS};

/// Values of the rows of one block.
pub(super) type Rows = [f64; MAX_ROWS];

/// A pivot below this fraction of its diagonal entry belongs to a dependent row.
pub(super) const DEPENDENT: f64 = 1e-10;

/// Entries of W below this fraction of its diagonal are rounding.
pub(super) const ROUNDING: f64 = 1e-13;

/// How a block is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Nothing the forces of the block do moves its first row.
    Inert,
    Bilateral,
    Frictionless,
    /// Normal row and a disc of two rows with this factor, W regular.
    Coulomb(f64),
    /// The same with W = diag(W_N, W_T, W_T), as for spheres.
    Isotropic(f64),
    /// Sliding and rolling discs of spheres, maybe drilling; whether the discs are coupled.
    Rolling {
        coupled: bool,
    },
    /// Any discs; whether W is regular.
    Discs {
        regular: bool,
    },
}

impl Kind {
    pub fn of(law: &Law, rows: usize, w: &[f64], rank: usize) -> Self {
        let regular = rank == rows;
        match law {
            Law::Bilateral => Self::Bilateral,
            Law::Unilateral { .. } if w[0] <= 0.0 => Self::Inert,
            Law::Unilateral { .. } if !law.is_round() => Self::Discs { regular },
            Law::Unilateral { discs: [None, None, None], .. } => Self::Frictionless,
            Law::Unilateral { discs: [Some(disc), None, None], .. } if disc.rows == 2 && regular => {
                if is_isotropic(w) {
                    Self::Isotropic(disc.factor)
                } else {
                    Self::Coulomb(disc.factor)
                }
            }
            Law::Unilateral { .. } => match rolling::coupling(law, rows, w) {
                Some(coupled) if regular => Self::Rolling { coupled },
                _ => Self::Discs { regular },
            },
        }
    }
}

/// Whether W = diag(W_N, W_T, W_T) up to rounding.
fn is_isotropic(w: &[f64]) -> bool {
    let &[w_nn, w_n1, w_n2, _, w_11, w_12, _, _, w_22] = w else { return false };
    let rounding = ROUNDING * w_nn.max(w_11);
    [w_n1, w_n2, w_12, w_11 - w_22].iter().all(|x| x.abs() <= rounding)
}

/// Inverts `w` into `inverse` by sweeping out its pivots; a dependent row gets no pivot and zeros, which leaves a generalised
/// inverse. Returns the rank.
pub(super) fn invert(w: &[f64], n: usize, inverse: &mut [f64]) -> usize {
    inverse.copy_from_slice(w);
    let mut done = [false; MAX_ROWS];
    let mut rank = 0;
    loop {
        // The pivot that lost the least of its diagonal entry.
        let share = |k: usize| if w[k * n + k] > 0.0 { inverse[k * n + k] / w[k * n + k] } else { 0.0 };
        let Some(k) = (0..n).filter(|&k| !done[k]).max_by(|&i, &j| share(i).total_cmp(&share(j))) else { break };
        if share(k).is_nan() || share(k) <= DEPENDENT {
            break;
        }
        let pivot = 1.0 / inverse[k * n + k];
        for i in (0..n).filter(|&i| i != k) {
            let factor = inverse[i * n + k] * pivot;
            for j in (0..n).filter(|&j| j != k) {
                inverse[i * n + j] -= factor * inverse[k * n + j];
            }
        }
        for i in (0..n).filter(|&i| i != k) {
            inverse[i * n + k] *= -pivot;
            inverse[k * n + i] *= pivot;
        }
        inverse[k * n + k] = pivot;
        done[k] = true;
        rank += 1;
    }
    for k in (0..n).filter(|&k| !done[k]) {
        for i in 0..n {
            inverse[i * n + k] = 0.0;
            inverse[k * n + i] = 0.0;
        }
    }
    rank
}

/// One block: its law and local matrices, row-major.
pub(super) struct Local<'a> {
    pub law: &'a Law,
    pub kind: Kind,
    pub rows: usize,
    pub w: &'a [f64],
    pub inverse: &'a [f64],
}

/// A way to find new forces of a block where the present ones `lam` leave the row values `g`.
pub(super) trait Solver {
    fn solve(local: &Local, g: &Rows, lam: &Rows) -> Rows;
}

/// Solvers of the frequent kinds, and of all.
pub(super) struct Frictionless;
pub(super) struct Isotropic;
pub(super) struct Rolling;
pub(super) struct Any;

impl Solver for Frictionless {
    #[inline(always)]
    fn solve(local: &Local, g: &Rows, lam: &Rows) -> Rows {
        let mut out = [0.0; MAX_ROWS];
        out[0] = (lam[0] - g[0] / local.w[0]).max(0.0);
        out
    }
}

impl Solver for Isotropic {
    #[inline(always)]
    fn solve(local: &Local, g: &Rows, lam: &Rows) -> Rows {
        let Kind::Isotropic(factor) = local.kind else { return *lam };
        local.isotropic(factor, g, lam)
    }
}

impl Solver for Rolling {
    #[inline(always)]
    fn solve(local: &Local, g: &Rows, lam: &Rows) -> Rows {
        let Kind::Rolling { coupled } = local.kind else { return *lam };
        local.rolling(coupled, g, lam)
    }
}

impl Solver for Any {
    #[inline(always)]
    fn solve(local: &Local, g: &Rows, lam: &Rows) -> Rows {
        match local.kind {
            Kind::Isotropic(_) => Isotropic::solve(local, g, lam),
            Kind::Rolling { .. } => Rolling::solve(local, g, lam),
            Kind::Frictionless => Frictionless::solve(local, g, lam),
            Kind::Coulomb(factor) => local.coulomb(factor, g, lam),
            Kind::Bilateral => local.stick(g, lam),
            Kind::Inert => {
                let mut out = if g[0] > 0.0 { [0.0; MAX_ROWS] } else { *lam };
                local.law.admit(&mut out[..local.rows], &[1.0; MAX_ROWS]);
                out
            }
            Kind::Discs { regular } => local.discs(regular, g, lam),
        }
    }
}

impl Local<'_> {
    /// Forces that make all rows zero: λ − W⁻¹ g.
    #[inline(always)]
    pub fn stick(&self, g: &Rows, lam: &Rows) -> Rows {
        let n = self.rows;
        let mut out = *lam;
        for (i, out) in out.iter_mut().enumerate().take(n) {
            (0..n).for_each(|j| *out -= self.inverse[i * n + j] * g[j]);
        }
        out
    }

    /// Row values without the block's forces.
    #[inline(always)]
    pub fn unloaded(&self, g: &Rows, lam: &Rows) -> Rows {
        let n = self.rows;
        let mut b = *g;
        for (i, b) in b.iter_mut().enumerate().take(n) {
            (0..n).for_each(|j| *b -= self.w[i * n + j] * lam[j]);
        }
        b
    }

    /// The tangential force that would stop the sliding, or as much of it as friction bears.
    #[inline(always)]
    fn isotropic(&self, factor: f64, g: &Rows, lam: &Rows) -> Rows {
        let mut out = [0.0; MAX_ROWS];
        let normal = lam[0] - g[0] / self.w[0];
        if normal > 0.0 {
            let (t1, t2) = (lam[1] - g[1] / self.w[4], lam[2] - g[2] / self.w[4]);
            let (size2, bound) = (t1 * t1 + t2 * t2, factor * normal);
            let share = if size2 > bound * bound { bound / size2.sqrt() } else { 1.0 };
            out[..3].copy_from_slice(&[normal, share * t1, share * t2]);
        }
        out
    }

    #[inline(always)]
    fn coulomb(&self, factor: f64, g: &Rows, lam: &Rows) -> Rows {
        // The normal row alone: cheap when the contact opens.
        let w = self.w;
        let opening = g[0] - w[0] * lam[0] - w[1] * lam[1] - w[2] * lam[2];
        if opening >= 0.0 {
            return [0.0; MAX_ROWS];
        }
        let stick = self.stick(g, lam);
        if stick[0] >= 0.0 && stick[1] * stick[1] + stick[2] * stick[2] <= (factor * stick[0]).powi(2) {
            return stick;
        }
        let b = self.unloaded(g, lam);
        let held = lam[1] != 0.0 || lam[2] != 0.0;
        let start = if held { [lam[1], lam[2]] } else { [stick[1], stick[2]] };
        self.slip(factor, &b, start).unwrap_or_else(|| self.newton(&b, lam))
    }

    /// The sliding force by Newton's method on its angle; `None` if that does not settle on a force against the slip.
    #[inline]
    fn slip(&self, factor: f64, b: &Rows, start: [f64; 2]) -> Option<Rows> {
        let [w_nn, w_n1, w_n2, w_1n, w_11, w_12, w_2n, w_21, w_22] = *self.w else { return None };
        let unit = |x: f64, y: f64| {
            let norm = (x * x + y * y).sqrt();
            if norm > 0.0 { [x / norm, y / norm] } else { [1.0, 0.0] }
        };
        let mut e = unit(start[0], start[1]);
        for _ in 0..20 {
            let n = [-e[1], e[0]];
            let we = [w_11 * e[0] + w_12 * e[1], w_21 * e[0] + w_22 * e[1]];
            let wn = [w_11 * n[0] + w_12 * n[1], w_21 * n[0] + w_22 * n[1]];
            let slope = w_nn + factor * (w_n1 * e[0] + w_n2 * e[1]);
            if slope.is_nan() || slope <= DEPENDENT * w_nn {
                return None;
            }
            let along = b[1] * e[0] + b[2] * e[1];
            let across = b[1] * n[0] + b[2] * n[1];
            let turn = w_1n * n[0] + w_2n * n[1] + factor * (n[0] * we[0] + n[1] * we[1]);
            let stretch = w_1n * e[0] + w_2n * e[1] + factor * (e[0] * we[0] + e[1] * we[1]);
            let d_slope = factor * (w_n1 * n[0] + w_n2 * n[1]);
            let d_turn = factor * (n[0] * wn[0] + n[1] * wn[1]) - stretch;
            let f = slope * across - b[0] * turn;
            let df = d_slope * across - slope * along - b[0] * d_turn;
            let step = if df > 0.0 { (-f / df).clamp(-0.8, 0.8) } else { -0.5 * f.signum() };
            // The next step would be of the order of the square of this one.
            if step.abs() < 1e-5 {
                e = unit(e[0] + step * n[0], e[1] + step * n[1]);
                let normal = -b[0] / (w_nn + factor * (w_n1 * e[0] + w_n2 * e[1]));
                let opposes = slope * along - b[0] * stretch <= 0.0;
                let out = [normal, factor * normal * e[0], factor * normal * e[1], 0.0, 0.0, 0.0];
                return (opposes && normal.is_finite()).then_some(out);
            }
            e = unit(e[0] + step * n[0], e[1] + step * n[1]);
        }
        None
    }
}

#[cfg(test)]
mod tests;
