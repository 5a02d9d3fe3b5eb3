//! Laws: products of sets on the rows of one contact.
//!
//! The first row of a contact is the normal one, with the set R₊. Each further group of rows has a disc (an interval, in
//! one dimension) whose radius is a factor times the normal force: Coulomb sliding with μ on two rows, drilling resistance
//! on one, rolling resistance on two (S A.24–A.42). The projection of augmented multipliers ξ and its generalized
//! derivative D = ∂P/∂ξ are
//!
//! ```text
//! gap    ξ_N < 0                 P = 0                                  D = 0
//! stick  ‖ξ_T‖ < c ξ_N           P_N = ξ_N, P_T = ξ_T                   D = I
//! slip   ‖ξ_T‖ ≥ c ξ_N           P_T = c ξ_N τ, τ = ξ_T/‖ξ_T‖           D_TN = c τ, D_TT = c ξ_N (I − τ⊗τ)/‖ξ_T‖
//! ```
//!
//! A disc may be an ellipse (`ellipse.rs`), or have a radius that rises with the velocity (`rising.rs`). Poisson's impact law gives a normal force whatever the contact does: the first set is
//! then [least, ∞), and discs have the radius that belongs to P_N = max(ξ_N, least).
//!
//! A normal force that acts elsewhere (that of a compliant contact) is known: P_N = 0 on the first row, and discs have the radius that
//! belongs to it.

use crate::ellipse::Ellipse;
use crate::rising::{Rising, Sized};

/// Most rows one contact can have: normal, two sliding, one drilling, two rolling.
pub const MAX_ROWS: usize = 6;

/// A disc of one or two rows with radius `factor` × normal force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    pub factor: f64,
    pub rows: usize,
    pub shape: Shape,
}

/// What a disc of two rows looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    Round,
    /// An ellipse with its axes along the rows: `factor` along the first, this along the second.
    Ellipse {
        across: f64,
    },
    /// Round, with a radius that rises with what the rows do, `factor` + `slope` ln(1 + |u|/`speed`) (`rising.rs`).
    Rising {
        slope: f64,
        speed: f64,
    },
}

/// The set of admissible forces of a block of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// Equality constraints: every force is admissible.
    Bilateral,
    /// Forces of at least `least` ≥ 0, mostly 0, on the first row, and up to three discs; none on the first row where the normal force is
    /// `known`, since it acts elsewhere.
    Unilateral { least: f64, known: Option<f64>, discs: [Option<Disc>; 3] },
}

/// What a projection found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Gap,
    Stick,
    /// The first disc is at its limit: it slides, whatever the others do.
    Slip,
}

/// Projected forces and their derivative.
#[derive(Clone, Copy, Debug)]
pub struct Projection {
    pub force: [f64; MAX_ROWS],
    /// Row-major ∂P/∂ξ.
    pub derivative: [[f64; MAX_ROWS]; MAX_ROWS],
    /// How the forces of the discs depend on a normal force that is known.
    pub by_known: [f64; MAX_ROWS],
    pub status: Status,
    /// Two bits a disc: 0 gap, 1 stick, 2 slip; one more bit where the normal force is the least.
    pub pattern: u8,
}

/// Where the normal force is the least one.
const LEAST: u8 = 1 << 6;

impl Law {
    /// Unilateral contact with some discs.
    pub fn unilateral(discs: [Option<Disc>; 3]) -> Self {
        Self::Unilateral { least: 0.0, known: None, discs }
    }

    /// Unilateral contact without friction.
    pub fn frictionless() -> Self {
        Self::unilateral([None; 3])
    }

    /// Unilateral contact with Coulomb friction on `rows` tangential rows.
    pub fn coulomb(factor: f64, rows: usize) -> Self {
        Self::unilateral([Some(Disc::round(factor, rows)), None, None])
    }

    /// The same with normal forces of at least `least` ≥ 0.
    #[must_use]
    pub fn with_least(self, least: f64) -> Self {
        match self {
            Self::Bilateral => self,
            Self::Unilateral { known, discs, .. } => Self::Unilateral { least, known, discs },
        }
    }

    /// The same where the normal force is known and acts elsewhere.
    #[must_use]
    pub fn with_known(self, normal: f64) -> Self {
        match self {
            Self::Bilateral => self,
            Self::Unilateral { least, discs, .. } => Self::Unilateral { least, known: Some(normal), discs },
        }
    }

    /// The normal force, if it is known.
    pub fn known(&self) -> Option<f64> {
        match self {
            Self::Bilateral => None,
            Self::Unilateral { known, .. } => *known,
        }
    }

    /// Whether the normal force is known.
    pub fn is_known(&self) -> bool {
        self.known().is_some()
    }

    /// Whether a disc rises with what its rows do.
    pub fn rises(&self) -> bool {
        let Self::Unilateral { discs, .. } = self else { return false };
        discs.iter().flatten().any(|disc| matches!(disc.shape, Shape::Rising { .. }))
    }

    /// Whether its sets are R₊ and round discs, for which there are closed forms.
    pub fn is_round(&self) -> bool {
        match self {
            Self::Bilateral => true,
            Self::Unilateral { least, known, discs } => {
                *least == 0.0 && known.is_none() && discs.iter().flatten().all(|disc| disc.shape == Shape::Round)
            }
        }
    }

    /// Semi-axes, up to a common factor, of what resists sliding along two rows. None where one of them is zero.
    pub fn sliding_axes(&self) -> Option<[f64; 2]> {
        let Self::Unilateral { discs: [Some(sliding), ..], .. } = self else { return None };
        let axes = sliding.axes().unwrap_or([1.0; 2]);
        (sliding.rows == 2 && axes.iter().all(|axis| *axis > 0.0)).then_some(axes)
    }

    /// The same rows, with radius zero of all discs but the first `kept` ones.
    #[must_use]
    pub fn with_discs(self, kept: usize) -> Self {
        let Self::Unilateral { least, known, mut discs } = self else { return self };
        discs.iter_mut().skip(kept).flatten().for_each(|disc| *disc = Disc::round(0.0, disc.rows));
        Self::Unilateral { least, known, discs }
    }

    /// Whether a block of this many rows can have the law.
    pub fn fits(&self, rows: usize) -> bool {
        match self {
            Self::Bilateral => true,
            Self::Unilateral { discs, .. } => rows == 1 + discs.iter().flatten().map(|disc| disc.rows).sum::<usize>(),
        }
    }

    /// The same for rows that count a way over the time `h` instead of a velocity; a known normal force moves by ½h of its impulse.
    #[must_use]
    pub fn over(self, h: f64) -> Self {
        let Self::Unilateral { least, known, mut discs } = self else { return self };
        for disc in discs.iter_mut().flatten() {
            if let Shape::Rising { speed, .. } = &mut disc.shape {
                *speed *= h;
            }
        }
        Self::Unilateral { least, known: known.map(|normal| 0.5 * h * normal), discs }
    }

    /// The same with the radii that belong to a value `u` of the rows of each disc.
    #[must_use]
    pub fn at(self, u: f64) -> Self {
        let Self::Unilateral { least, known, mut discs } = self else { return self };
        for disc in discs.iter_mut().flatten() {
            if let Shape::Rising { .. } = disc.shape {
                *disc = Disc::round(disc.factor_at(u), disc.rows);
            }
        }
        Self::Unilateral { least, known, discs }
    }

    /// The power that the discs take at a unit normal force where their rows move with `u`, which has all rows: μ‖u_T‖.
    pub fn taken(&self, u: &[f64]) -> f64 {
        let Self::Unilateral { discs, .. } = self else { return 0.0 };
        let (mut first, mut sum) = (1, 0.0);
        for disc in discs.iter().flatten() {
            let t = &u[first..first + disc.rows];
            let size = t.iter().map(|x| x * x).sum::<f64>().sqrt();
            sum += match (disc.axes(), t) {
                (Some(axes), &[a, b]) => (axes[0] * a).hypot(axes[1] * b),
                _ => disc.factor_at(size) * size,
            };
            first += disc.rows;
        }
        sum
    }

    /// Projects augmented multipliers ξ = λ − p u; bilateral rows are never passed here because P is the identity.
    pub fn project(&self, xi: &[f64], p: &[f64]) -> Projection {
        let mut out = Projection {
            force: [0.0; MAX_ROWS],
            derivative: [[0.0; MAX_ROWS]; MAX_ROWS],
            by_known: [0.0; MAX_ROWS],
            status: Status::Gap,
            pattern: 0,
        };
        let Self::Unilateral { least, known, discs } = self else {
            out.force[..xi.len()].copy_from_slice(xi);
            (0..xi.len()).for_each(|i| out.derivative[i][i] = 1.0);
            out.status = Status::Stick;
            return out;
        };
        let normal = known.unwrap_or(xi[0]);
        let least = if known.is_some() { normal } else { *least };
        let is_least = known.is_some() || normal < least;
        if is_least && least <= 0.0 {
            return out;
        }
        out.force[0] = normal.max(least);
        out.derivative[0][0] = if is_least { 0.0 } else { 1.0 };
        (out.status, out.pattern) = (Status::Stick, if is_least { 1 | LEAST } else { 1 });
        let mut first = 1;
        for (k, disc) in discs.iter().flatten().enumerate() {
            let slips = disc.project(first, xi, p, &mut out);
            out.pattern |= (1 + slips as u8) << (2 * k);
            if slips && k == 0 {
                out.status = Status::Slip;
            }
            first += disc.rows;
        }
        if known.is_some() {
            out.force[0] = 0.0;
        } else {
            out.by_known = [0.0; MAX_ROWS];
        }
        out
    }

    /// The nearest admissible forces in the same sense, in place and without their derivative.
    #[inline]
    pub fn admit(&self, xi: &mut [f64], p: &[f64]) {
        let Self::Unilateral { least, known, discs } = self else { return };
        let normal = known.unwrap_or(xi[0].max(*least));
        if normal <= 0.0 && *least <= 0.0 && (known.is_some() || xi[0] < 0.0) {
            xi.fill(0.0);
            return;
        }
        xi[0] = if known.is_some() { 0.0 } else { normal };
        let mut first = 1;
        for disc in discs.iter().flatten() {
            disc.admit(normal, &mut xi[first..first + disc.rows], p[first]);
            first += disc.rows;
        }
    }
}

impl Disc {
    pub fn round(factor: f64, rows: usize) -> Self {
        Self { factor, rows, shape: Shape::Round }
    }

    /// The factor where the rows of the disc have the value `u`.
    pub fn factor_at(&self, u: f64) -> f64 {
        match self.shape {
            Shape::Rising { slope, speed } => (self.factor + slope * (u / speed).ln_1p()).max(0.0),
            Shape::Round | Shape::Ellipse { .. } => self.factor,
        }
    }

    /// The factors along both rows, if they differ.
    fn axes(&self) -> Option<[f64; 2]> {
        match self.shape {
            Shape::Ellipse { across } if self.rows == 2 => Some([self.factor, across]),
            _ => None,
        }
    }

    #[inline]
    fn admit(&self, normal: f64, t: &mut [f64], p: f64) {
        if let (Some(axes), &mut [a, b]) = (self.axes(), &mut *t) {
            t.copy_from_slice(&Ellipse { axes, normal }.nearest([a, b]).0);
            return;
        }
        if let Shape::Rising { slope, speed } = self.shape {
            let size = t.iter().map(|x| x * x).sum::<f64>().sqrt();
            let at = Rising { factor: self.factor, slope, reach: p * speed, normal }.nearest(size);
            if at.size < size {
                t.iter_mut().for_each(|x| *x *= at.size / size);
            }
            return;
        }
        let radius = self.factor * normal;
        let norm2 = t.iter().map(|x| x * x).sum::<f64>();
        if norm2 > radius * radius {
            let shrink = radius / norm2.sqrt();
            t.iter_mut().for_each(|x| *x *= shrink);
        }
    }

    /// Projects the rows from `first` on; true if the disc is at its limit.
    fn project(&self, first: usize, xi: &[f64], p: &[f64], out: &mut Projection) -> bool {
        let rows = first..first + self.rows;
        let t = &xi[rows.clone()];
        // P_N, and how it depends on ξ_N.
        let (normal, slope) = (out.force[0], out.derivative[0][0]);
        if let (Some(axes), &[a, b]) = (self.axes(), t) {
            let at = Ellipse { axes, normal }.project([a, b]);
            for i in 0..2 {
                out.force[first + i] = at.force[i];
                out.derivative[first + i][0] = slope * at.along_normal[i];
                out.by_known[first + i] = at.along_normal[i];
                out.derivative[first + i][first..first + 2].copy_from_slice(&at.derivative[i]);
            }
            return at.slips;
        }
        let norm = if self.rows == 1 { t[0].abs() } else { t[0].hypot(t[1]) };
        // The size of the force, and its derivatives along ‖ξ_T‖ and the normal force.
        let at = match self.shape {
            Shape::Rising { slope, speed } => {
                Rising { factor: self.factor, slope, reach: p[first] * speed, normal }.nearest(norm)
            }
            _ => Sized { size: self.factor * normal, along: 0.0, along_normal: self.factor },
        };
        let radius = at.size;
        if norm < radius {
            for i in rows {
                out.force[i] = xi[i];
                out.derivative[i][i] = 1.0;
            }
            return false;
        }
        if norm == 0.0 {
            // No direction and no radius: the disc is a point.
            return true;
        }
        for i in rows.clone() {
            let tau_i = xi[i] / norm;
            out.force[i] = radius * tau_i;
            out.derivative[i][0] = slope * at.along_normal * tau_i;
            out.by_known[i] = at.along_normal * tau_i;
            for j in rows.clone() {
                let (identity, both) = (f64::from(i == j), tau_i * xi[j] / norm);
                let across = if self.rows > 1 { radius / norm * (identity - both) } else { 0.0 };
                out.derivative[i][j] = if at.along == 0.0 { across } else { across + at.along * both };
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laws() -> Vec<Law> {
        let round = [Some(Disc::round(0.4, 2)), Some(Disc::round(0.1, 1)), Some(Disc::round(0.2, 2))];
        let ellipse = |factor, across| Some(Disc { factor, rows: 2, shape: Shape::Ellipse { across } });
        let mut out = vec![Law::frictionless(), Law::coulomb(0.3, 2), Law::unilateral(round)];
        for (along, across) in [(0.3, 0.5), (0.6, 0.1), (0.4, 0.4), (0.3, 0.0), (0.0, 0.3), (0.0, 0.0)] {
            out.push(Law::unilateral([ellipse(along, across), round[1], round[2]]));
        }
        for (factor, slope, speed) in [(0.3, 0.1, 0.01), (0.2, 0.02, 1.0), (-0.2, 0.1, 0.02), (0.0, 0.3, 0.1)] {
            let rising = |rows| Some(Disc { factor, rows, shape: Shape::Rising { slope, speed } });
            out.extend([Law::unilateral([rising(2), round[1], round[2]]), Law::unilateral([rising(1), None, None])]);
        }
        let known: Vec<Law> = out.iter().map(|law| law.with_known(0.5)).collect();
        let least: Vec<Law> = out.iter().map(|law| law.with_least(0.2)).collect();
        out.extend(least);
        out.extend(known);
        out
    }

    fn samples() -> impl Iterator<Item = [f64; 6]> {
        // A fixed pseudo-random sequence that visits gap, stick and slip of every disc.
        let mut seed = 12345_u64;
        (0..200).map(move |_| {
            [(); 6].map(|()| {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (seed >> 11) as f64 / (1_u64 << 52) as f64 - 0.7
            })
        })
    }

    const ONES: [f64; MAX_ROWS] = [1.0; MAX_ROWS];

    fn rows(law: &Law) -> usize {
        match law {
            Law::Bilateral => 1,
            Law::Unilateral { discs, .. } => 1 + discs.iter().flatten().map(|d| d.rows).sum::<usize>(),
        }
    }

    #[test]
    fn projection_is_idempotent_and_admissible() {
        for law in laws() {
            let n = rows(&law);
            for xi in samples() {
                let p = law.project(&xi[..n], &ONES).force;
                let again = law.project(&p[..n], &ONES).force;
                // Forces of a disc that rises are admissible only together with their velocities.
                let same = p.iter().zip(again).all(|(a, b)| (a - b).abs() < 1e-15);
                assert!(same || law.rises(), "{law:?} {xi:?}");
                assert!(p[0] >= 0.0);
                let mut admitted = xi;
                law.admit(&mut admitted[..n], &ONES);
                assert!(p.iter().zip(admitted).take(n).all(|(a, b)| (a - b).abs() < 1e-15), "{law:?} {xi:?}");
            }
        }
    }

    #[test]
    fn derivative_matches_central_differences() {
        // Away from the kinks the projection is smooth: the error is h² times a curvature of order one, plus 1e-16/h.
        let h = 1e-6;
        for law in laws() {
            let n = rows(&law);
            for xi in samples() {
                let at = law.project(&xi[..n], &ONES);
                for j in 0..n {
                    let (mut up, mut down) = (xi, xi);
                    up[j] += h;
                    down[j] -= h;
                    let (up, down) = (law.project(&up[..n], &ONES), law.project(&down[..n], &ONES));
                    if up.pattern != at.pattern || down.pattern != at.pattern {
                        continue;
                    }
                    for i in 0..n {
                        let d = (up.force[i] - down.force[i]) / (2.0 * h);
                        assert!((d - at.derivative[i][j]).abs() < 1e-8, "{law:?} {xi:?} {i} {j}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_discs_take_is_the_power_of_their_largest_resistance() {
        // Where rows move with u, the projection of a far point against u has the largest −t·u of all forces at a unit normal one.
        for law in laws().into_iter().filter(|law| !law.rises() && !law.is_known()) {
            let n = rows(&law);
            for u in samples() {
                let mut xi = u.map(|u| -1e9 * u);
                xi[0] = 1.0;
                let force = law.project(&xi[..n], &ONES).force;
                let power: f64 = (1..n).map(|i| -force[i] * u[i]).sum();
                let taken = law.taken(&u[..n]);
                // The nearest point to one at a distance L is the farthest along it up to radius/L.
                assert!((power - taken).abs() < 1e-6, "{law:?} {u:?}: {power} and {taken}");
            }
        }
    }

    #[test]
    fn friction_dissipates() {
        // Force of a slipping disc along the augmented direction: −p times a slip velocity has positive power against it.
        let law = Law::coulomb(0.3, 2);
        for xi in samples().filter(|x| x[0] > 0.0) {
            let slip = [-xi[1], -xi[2]]; // λ = 0, p = 1: ξ_T = −slip
            let p = law.project(&xi[..3], &ONES).force;
            assert!(p[1] * slip[0] + p[2] * slip[1] <= 0.0);
        }
    }
}
