//! Frictional problems of few contacts, jammed ones included, with bounded work: the condensed (Delassus) problem
//!
//! ```text
//! u = W r + q,      r_c = P_c(r_c − p_c u_c)  for every contact c
//! ```
//!
//! by proximal steps (Rockafellar 1976; for friction Acary, Brémond & Huber 2018) with semi-smooth Newton inside. From r_k the next
//! forces solve
//!
//! ```text
//! r = P(r − ρ (W r + q + α p⁻¹ (r − r_k))),      ρ = p/(1 + α)                                            (1)
//! ```
//!
//! whose solutions for r = r_k are those of the problem. A large α makes (1) a problem with one solution that Newton's method finds from
//! r_k, whatever W and the cones: the change of every force is bounded by its own compliance α/p. A small α makes the step long. So α
//! shrinks while Newton's method settles in few iterations, grows where it does not, and the number of linear systems is bounded.
//! W may be singular: of forces that only hold each other (self-stress) the ones nearest to the start are found.
//!
//! **When there is none.** If steps grow along a direction d that moves nothing, W d = 0, and along which the rows are driven, d·q < 0, then
//! impulses that hold each other would have to grow without bound: a jam. By d ∈ K and u + μ‖u_T‖n ∈ K* any solution has
//!
//! ```text
//! Σ μ d_N ‖u_T‖ ≥ −d·q > 0                                                                                (2)
//! ```
//!
//! none sticks, and one that slides fast enough for (2) was not on the way. Where q = G v (velocities that bodies have, nothing demanded of
//! them) d·q = (Gᵀd)·v = 0: no jam, and a solution exists (Klarbring & Pang 1998).

use crate::{Law, MAX_ROWS, StopFlag};

/// First α, its least value, and the largest one: there (1) is all but r = r_k.
const FIRST: f64 = 1.0;
const LEAST: f64 = 1e-9;
const LARGEST: f64 = 1e6;
/// What α is multiplied by after a step of at most `QUICK` iterations, and after one that did not settle.
const SHRINKS: f64 = 0.2;
const GROWS: f64 = 8.0;
const QUICK: usize = 6;
/// Iterations of Newton's method for one proximal step, and what they reduce the residual of (1) to.
const INNER: usize = 10;
const REDUCTION: f64 = 0.1;
/// Linear systems in all of them, by default.
const MAX_SYSTEMS: usize = 400;
/// Halvings of a Newton step.
const HALVINGS: usize = 6;
/// d W d, d·q and the distance from the cones of a step, relative to its size, that make it one along a self-stress that is driven,
const UNMOVED: f64 = 1e-14;
const DRIVEN: f64 = 1e-9;
const OUTSIDE: f64 = 1e-3;
/// how little such steps may change the residual, and how many of them in a row are a jam.
const STANDS: f64 = 0.9;
const RAYS: usize = 2;

/// The rows of one contact in the condensed problem.
#[derive(Clone, Copy, Debug)]
pub struct LocalBlock {
    pub first: usize,
    pub rows: usize,
    pub law: Law,
}

/// The condensed problem: every row belongs to one block.
#[derive(Clone, Copy, Debug)]
pub struct Condensed<'a> {
    /// Dense, row-major.
    pub w: &'a [f64],
    pub q: &'a [f64],
    pub blocks: &'a [LocalBlock],
    /// Augmentation of each row, about 1/W_ii, the same for the rows of a disc.
    pub p: &'a [f64],
    /// Tolerance of each row on (P(r − p u) − r)/p.
    pub tol: &'a [f64],
}

/// What a solution took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProximalReport {
    /// Linear systems solved.
    pub systems: usize,
    pub steps: usize,
    /// Largest residual over its tolerance.
    pub ratio: f64,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unsolved {
    /// Forces that hold each other are driven: see (2).
    Jammed(ProximalReport),
    /// The linear systems are used up, or the numbers are not finite.
    NotConverged(ProximalReport),
    Stopped,
}

/// The iteration and its memory; with problems of the same size it does not allocate.
#[derive(Clone, Debug)]
pub struct Proximal {
    /// Looked at before every proximal step.
    pub stop: StopFlag,
    /// Most linear systems of a solution.
    pub max_systems: usize,
    /// Forces at the start of a proximal step; after a jam, the self-stress d in their place.
    center: Vec<f64>,
    trial: Vec<f64>,
    direction: Vec<f64>,
    /// W r + q, the residual of (1) in the unit √energy, and its derivative.
    u: Vec<f64>,
    phi: Vec<f64>,
    tangent: Vec<f64>,
}

impl Default for Proximal {
    fn default() -> Self {
        let [center, trial, direction, u, phi, tangent] = Default::default();
        Self { stop: StopFlag::default(), max_systems: MAX_SYSTEMS, center, trial, direction, u, phi, tangent }
    }
}

impl Condensed<'_> {
    /// W r + q.
    fn velocities(&self, r: &[f64], u: &mut [f64]) {
        let n = self.q.len();
        for (i, u) in u.iter_mut().enumerate() {
            *u = self.q[i] + self.w[i * n..(i + 1) * n].iter().zip(r).map(|(w, r)| w * r).sum::<f64>();
        }
    }

    /// Largest |P(r − p u) − r|/(p tol).
    fn ratio(&self, r: &[f64], u: &[f64]) -> f64 {
        let mut worst = 0.0_f64;
        for block in self.blocks {
            let rows = block.first..block.first + block.rows;
            let mut xi = [0.0; MAX_ROWS];
            rows.clone().zip(&mut xi).for_each(|(k, xi)| *xi = r[k] - self.p[k] * u[k]);
            block.law.admit(&mut xi[..block.rows], &self.p[rows.clone()]);
            for (k, xi) in rows.zip(xi) {
                let c = ((xi - r[k]) / self.p[k]).abs();
                // A residual of zero meets any tolerance.
                if c.is_nan() || c > worst * self.tol[k] {
                    worst = c / self.tol[k];
                }
            }
        }
        worst
    }

    /// Whether the step from `center` to `r` is one along a self-stress d ∈ K that is driven.
    fn is_ray(&self, center: &[f64], r: &[f64]) -> bool {
        let n = self.q.len();
        let d = |i: usize| r[i] - center[i];
        let (mut length, mut moved, mut driven, mut drive) = (0.0, 0.0, 0.0, 0.0);
        for i in 0..n {
            length += d(i) * d(i) / self.p[i];
            moved += d(i) * (0..n).map(|j| self.w[i * n + j] * d(j)).sum::<f64>();
            driven += d(i) * self.q[i];
            drive += self.q[i] * self.q[i] * self.p[i];
        }
        moved <= UNMOVED * length
            && driven < -DRIVEN * (length * drive).sqrt()
            && self.outside(center, r) <= OUTSIDE * OUTSIDE * length
    }

    /// Square of the distance of a step from the cones that its forces may grow in.
    fn outside(&self, center: &[f64], r: &[f64]) -> f64 {
        let mut sum = 0.0;
        for block in self.blocks {
            let rows = block.first..block.first + block.rows;
            let mut d = [0.0; MAX_ROWS];
            rows.clone().zip(&mut d).for_each(|(k, d)| *d = r[k] - center[k]);
            let mut inside = d;
            block.law.with_least(0.0).admit(&mut inside[..block.rows], &self.p[rows.clone()]);
            sum += rows.zip(d.iter().zip(inside)).map(|(k, (d, inside))| (d - inside).powi(2) / self.p[k]).sum::<f64>();
        }
        sum
    }
}

impl Proximal {
    /// Solves from the forces `r`, in place; where there is no answer they are the ones reached.
    pub fn solve(&mut self, problem: &Condensed, r: &mut [f64]) -> Result<ProximalReport, Unsolved> {
        let n = problem.q.len();
        let Self { center, trial, direction, u, phi, .. } = self;
        for array in [center, trial, direction, u, phi] {
            array.resize(n, 0.0);
        }
        self.tangent.resize(n * n, 0.0);
        let mut report = ProximalReport::default();
        problem.velocities(r, &mut self.u);
        report.ratio = problem.ratio(r, &self.u);
        let (mut alpha, mut rays) = (FIRST, 0);
        while report.ratio > 1.0 {
            if self.stop.is_raised() {
                return Err(Unsolved::Stopped);
            }
            // A step from forces that hold each other so firmly that rounding hides the rest takes no system.
            let spent = report.systems.max(report.steps);
            if spent >= self.max_systems || alpha > LARGEST || !report.ratio.is_finite() {
                return Err(Unsolved::NotConverged(report));
            }
            self.center.copy_from_slice(r);
            let before = report.systems;
            report.steps += 1;
            if !self.step(problem, alpha, r, &mut report) {
                r.copy_from_slice(&self.center);
                alpha *= GROWS;
                continue;
            }
            problem.velocities(r, &mut self.u);
            let last = std::mem::replace(&mut report.ratio, problem.ratio(r, &self.u));
            rays = if report.ratio > STANDS * last && problem.is_ray(&self.center, r) { rays + 1 } else { 0 };
            if rays == RAYS && report.ratio > 1.0 {
                self.center.iter_mut().zip(r.iter()).for_each(|(d, r)| *d = r - *d);
                return Err(Unsolved::Jammed(report));
            }
            if report.systems - before <= QUICK {
                alpha = (SHRINKS * alpha).max(LEAST);
            }
        }
        if report.ratio.is_nan() {
            return Err(Unsolved::NotConverged(report));
        }
        if report.steps > 0 {
            self.polish(problem, alpha, r, &mut report);
        }
        Ok(report)
    }

    /// The self-stress d of a solution that ended in a jam, of any size.
    pub fn self_stress(&self) -> &[f64] {
        &self.center
    }

    /// One more step: Newton's method gains many digits at the end, which keep what rests from creeping.
    fn polish(&mut self, problem: &Condensed, alpha: f64, r: &mut [f64], report: &mut ProximalReport) {
        self.center.copy_from_slice(r);
        self.linearise(problem, alpha, r, true);
        report.systems += 1;
        if eliminate(&mut self.tangent, &mut self.phi, r.len()) {
            std::mem::swap(&mut self.phi, &mut self.direction);
            self.advance(problem, 1.0, r);
            problem.velocities(r, &mut self.u);
            let ratio = problem.ratio(r, &self.u);
            if ratio < report.ratio {
                report.ratio = ratio;
                return;
            }
        }
        r.copy_from_slice(&self.center);
    }

    /// One proximal step from the center by semi-smooth Newton with a line search; false if it does not settle.
    fn step(&mut self, problem: &Condensed, alpha: f64, r: &mut [f64], report: &mut ProximalReport) -> bool {
        let mut error = self.linearise(problem, alpha, r, true);
        // Below this the residual of (1) is within a tenth of the tolerance on every row.
        let fine = problem.p.iter().zip(problem.tol).map(|(p, tol)| 0.1 * tol * p.sqrt());
        let enough = fine.fold(f64::INFINITY, f64::min).max(REDUCTION * error);
        for _ in 0..INNER {
            if error <= enough {
                return true;
            }
            if report.systems >= self.max_systems {
                return false;
            }
            report.systems += 1;
            if !eliminate(&mut self.tangent, &mut self.phi, r.len()) {
                return false;
            }
            std::mem::swap(&mut self.phi, &mut self.direction);
            let Some(fraction) = self.search(problem, alpha, r, error) else { return false };
            self.advance(problem, fraction, r);
            error = self.linearise(problem, alpha, r, true);
        }
        error <= enough
    }

    /// The share of the direction that reduces the residual of (1), or the best of those tried; `None` if none is finite.
    fn search(&mut self, problem: &Condensed, alpha: f64, r: &[f64], error: f64) -> Option<f64> {
        let (mut best, mut fraction) = ((f64::INFINITY, None), 1.0);
        let mut trial = std::mem::take(&mut self.trial);
        for _ in 0..HALVINGS {
            trial.copy_from_slice(r);
            self.advance(problem, fraction, &mut trial);
            let now = self.linearise(problem, alpha, &trial, false);
            if now < best.0 {
                best = (now, Some(fraction));
            }
            if now < (1.0 - 1e-4 * fraction) * error {
                break;
            }
            fraction *= 0.5;
        }
        self.trial = trial;
        best.1
    }

    /// Moves forces by a share of the direction, which is that of −√energy.
    fn advance(&self, problem: &Condensed, fraction: f64, r: &mut [f64]) {
        for ((r, d), p) in r.iter_mut().zip(&self.direction).zip(problem.p) {
            *r -= fraction * d * p.sqrt();
        }
    }

    /// The residual r − P(ξ) of (1) over √p and, if asked for, its derivative by r/√p; the norm of the residual.
    fn linearise(&mut self, problem: &Condensed, alpha: f64, r: &[f64], tangent: bool) -> f64 {
        let n = r.len();
        let Self { u, phi, tangent: matrix, center, .. } = self;
        problem.velocities(r, u);
        let (mut rho, mut xi, mut sum) = ([0.0; MAX_ROWS], [0.0; MAX_ROWS], 0.0);
        for block in problem.blocks {
            let (first, rows) = (block.first, block.rows);
            for i in 0..rows {
                let (k, p) = (first + i, problem.p[first + i]);
                rho[i] = p / (1.0 + alpha);
                xi[i] = r[k] - rho[i] * (u[k] + alpha / p * (r[k] - center[k]));
            }
            let at = block.law.project(&xi[..rows], &rho[..rows]);
            for i in 0..rows {
                let (k, unit) = (first + i, problem.p[first + i].sqrt());
                phi[k] = (r[k] - at.force[i]) / unit;
                sum += phi[k] * phi[k];
                if !tangent {
                    continue;
                }
                let row = &mut matrix[k * n..(k + 1) * n];
                row.fill(0.0);
                for (j, &d) in at.derivative[i][..rows].iter().enumerate().filter(|(_, d)| **d != 0.0) {
                    let w = &problem.w[(first + j) * n..(first + j + 1) * n];
                    row.iter_mut().zip(w).for_each(|(x, w)| *x += d * rho[j] * w);
                    // −D (I − ρ α/p), and ρ α/p = α/(1 + α).
                    row[first + j] -= d / (1.0 + alpha);
                }
                row[k] += 1.0;
                row.iter_mut().zip(problem.p).for_each(|(x, p)| *x *= p.sqrt() / unit);
            }
        }
        sum.sqrt()
    }
}

/// Solves a x = b in place by elimination with row pivoting; false if `a` is singular.
fn eliminate(a: &mut [f64], b: &mut [f64], n: usize) -> bool {
    for k in 0..n {
        let Some(pivot) = (k..n).max_by(|&i, &j| a[i * n + k].abs().total_cmp(&a[j * n + k].abs())) else { break };
        let size = a[pivot * n + k].abs();
        if size.is_nan() || size <= f64::MIN_POSITIVE {
            return false;
        }
        if pivot != k {
            (k..n).for_each(|j| a.swap(k * n + j, pivot * n + j));
            b.swap(k, pivot);
        }
        let (upper, lower) = a.split_at_mut((k + 1) * n);
        let (top, scale) = (&upper[k * n + k + 1..], 1.0 / upper[k * n + k]);
        for (i, row) in lower.chunks_exact_mut(n).enumerate() {
            let factor = row[k] * scale;
            if factor != 0.0 {
                row[k + 1..].iter_mut().zip(top).for_each(|(x, t)| *x -= factor * t);
                b[k + 1 + i] -= factor * b[k];
            }
        }
    }
    for i in (0..n).rev() {
        let known = (i + 1..n).map(|j| a[i * n + j] * b[j]).sum::<f64>();
        b[i] = (b[i] - known) / a[i * n + i];
    }
    b[..n].iter().all(|x| x.is_finite())
}

#[cfg(test)]
mod tests;
