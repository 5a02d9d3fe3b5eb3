//! Contacts of spheres that roll: a sliding and a rolling disc T and R, and a drilling row D or none. The sphere's spin couples
//! the discs alone, across each other, with the quarter turn J:
//!
//! ```text
//! W_TT = w_T I,     W_RR = w_R I,     W_TR = W_RTᵀ = c J,     all else diagonal;     c = 0 between equal spheres
//! ```
//!
//! The normal force and the drilling torque are found alone. Let T* and R* stop sliding and rolling. Where a disc bears what stops
//! it, it can be eliminated. That leaves a multiple of I for the other one, whose force is then the nearest one to T* or R*. Where
//! both are at their limits, each is found with the other held, in turns from the last forces. These are minimisers of a convex
//! function, so the turns converge, and the next sweeps do the rest.

use super::local::{Local, ROUNDING, Rows};
use crate::{Disc, Law, MAX_ROWS};

/// How often each disc is found, where both are at their limits.
const TURNS: usize = 3;

/// Whether W has the form above, if so whether c is more than rounding; its last two rows are those of R.
pub(super) fn coupling(law: &Law, n: usize, w: &[f64]) -> Option<bool> {
    let Law::Unilateral { discs, .. } = law else { return None };
    let discs = discs.map(|disc| disc.map_or(0, |disc| disc.rows));
    if discs != [2, 1, 2] && discs != [2, 2, 0] {
        return None;
    }
    let last = n - 1;
    let entry = |i: usize, j: usize| {
        let size = (w[i * n + i] * w[j * n + j]).sqrt();
        if is_small(w[i * n + j], size) { 0.0 } else { w[i * n + j] / size }
    };
    let across = entry(1, last);
    let fits = |i: usize, j: usize| match (i, j) {
        (1, j) if j == last => true,
        (2, j) if j == last - 1 => is_small(entry(2, j) + across, 1.0),
        _ => entry(i, j) == 0.0,
    };
    let is_round = |i: usize| is_small(w[i * n + i] - w[(i + 1) * n + i + 1], w[i * n + i]);
    let has_form =
        is_round(1) && is_round(last - 1) && (0..n).all(|i| w[i * n + i] > 0.0 && (i + 1..n).all(|j| fits(i, j)));
    has_form.then_some(across != 0.0)
}

fn is_small(x: f64, size: f64) -> bool {
    x.abs() <= ROUNDING * size
}

impl Local<'_> {
    /// New forces of a block with the form above.
    #[inline(always)]
    pub fn rolling(&self, coupled: bool, g: &Rows, lam: &Rows) -> Rows {
        let n = self.rows;
        let mut out = [0.0; MAX_ROWS];
        let normal = lam[0] - self.inverse[0] * g[0];
        let Law::Unilateral { discs: [Some(slides), second, third], .. } = self.law else { return out };
        if normal <= 0.0 {
            return out;
        }
        out[0] = normal;
        if let (6, Some(drills)) = (n, second) {
            let limit = drills.factor * normal;
            out[3] = (lam[3] - self.inverse[3 * n + 3] * g[3]).max(-limit).min(limit);
        }
        let rolls = if n == 6 { third } else { second };
        let limits = [slides.factor * normal, rolls.map_or(0.0, |disc: Disc| disc.factor * normal)];
        let (i, j) = (n - 2, n - 1);
        let (slide, roll) = (self.inverse[n + 1], self.inverse[i * n + i]);
        let mut t = [lam[1] - slide * g[1], lam[2] - slide * g[2]];
        let mut r = [lam[i] - roll * g[i], lam[j] - roll * g[j]];
        if coupled {
            let across = self.inverse[n + j];
            t = [t[0] - across * g[j], t[1] + across * g[i]];
            r = [r[0] + across * g[2], r[1] - across * g[1]];
            let shares = [self.w[n + j] / self.w[n + 1], self.w[n + j] / self.w[i * n + i]];
            (t, r) = across_each_other((t, r), shares, limits, [lam[1], lam[2]]);
        } else {
            (t, r) = (nearest(t, limits[0]), nearest(r, limits[1]));
        }
        [out[1], out[2], out[i], out[j]] = [t[0], t[1], r[0], r[1]];
        out
    }
}

type Pair = [f64; 2];

/// The nearest point of a disc.
#[inline(always)]
fn nearest(x: Pair, limit: f64) -> Pair {
    let size2 = x[0] * x[0] + x[1] * x[1];
    let share = if size2 > limit * limit { limit / size2.sqrt() } else { 1.0 };
    [share * x[0], share * x[1]]
}

/// Forces of two discs from those that stop both; `shares` are c/w_T and c/w_R, `last` is the last force of the first disc.
#[inline]
fn across_each_other((t, r): (Pair, Pair), shares: Pair, limits: Pair, last: Pair) -> (Pair, Pair) {
    // What stops one, with the other held.
    let sliding = |now: Pair| [t[0] - shares[0] * (now[1] - r[1]), t[1] + shares[0] * (now[0] - r[0])];
    let rolling = |now: Pair| [r[0] + shares[1] * (now[1] - t[1]), r[1] - shares[1] * (now[0] - t[0])];
    let bears = |x: Pair, limit: f64| x[0] * x[0] + x[1] * x[1] <= limit * limit;
    let slides = nearest(t, limits[0]);
    let free = rolling(slides);
    if bears(free, limits[1]) {
        return (slides, free);
    }
    let rolls = nearest(r, limits[1]);
    let free = sliding(rolls);
    if bears(free, limits[0]) {
        return (free, rolls);
    }
    let (mut slides, mut rolls) = (nearest(last, limits[0]), rolls);
    for _ in 0..TURNS {
        rolls = nearest(rolling(slides), limits[1]);
        slides = nearest(sliding(rolls), limits[0]);
    }
    (slides, rolls)
}
