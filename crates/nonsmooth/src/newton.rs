//! Semi-smooth Newton with reused factorisations, a line search that is entered only when the residual grows, and
//! detection of cycling between contact states (THEORY §5; G alg. 3).
//!
//! A direction may come from a tangent of an earlier iterate ("chord"): the residual is always exact, so this costs
//! iterations, never accuracy. The tangent is renewed when the contact states changed or the last contraction was slow.

use crate::StopFlag;

/// A nonlinear problem with a current iterate.
pub trait Problem {
    /// Evaluates the residual at the current iterate.
    fn evaluate(&mut self) -> Assessment;

    /// Whether a factorised tangent exists that belongs to the present structure and contact states.
    fn has_tangent(&self) -> bool;

    /// Assembles and factorises the tangent at the current iterate; false if it is singular beyond repair.
    fn refresh(&mut self) -> bool;

    /// Solves for the direction at the current iterate.
    fn direction(&mut self);

    /// Moves to the point at `fraction` of the direction, counted from where the direction was computed.
    fn step(&mut self, fraction: f64);

    /// Whether the last direction moves nothing by more than the rounding of positions.
    fn direction_is_negligible(&self) -> bool;

    /// At a converged iterate: whether some rows hold only up to the regularisation of dependent rows.
    fn is_compromise(&self) -> bool;
}

/// Residual of an iterate.
#[derive(Clone, Copy, Debug)]
pub struct Assessment {
    /// Largest residual over its tolerance among the blocks; converged at ≤ 1.
    pub ratio: f64,
    /// Fingerprint of the contact states.
    pub pattern: u64,
}

/// Limits of the iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewtonSettings {
    pub max_iterations: usize,
    /// A kept tangent is renewed when an iteration reduces the residual by less than this factor.
    pub contraction: f64,
}

/// What an iteration did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Linear systems solved.
    pub iterations: usize,
    pub factorisations: usize,
    /// Gauss–Seidel sweeps, where they solved the problem.
    pub sweeps: usize,
    /// Directions that had to be shortened.
    pub line_searches: usize,
    /// The contact states repeated themselves and the iteration was damped.
    pub cycled: bool,
    /// The constraint rows cannot all hold: this is the least-squares compromise.
    pub incompatible: bool,
    /// Largest residual over its tolerance at the end.
    pub ratio: f64,
}

/// Why an iteration gave up; the residual over its tolerance says how far it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    Singular,
    NotConverged {
        report: Report,
    },
    NotFinite,
    /// The stop flag was raised.
    Stopped,
}

/// How many contact patterns are remembered.
const MEMORY: usize = 16;

/// The iteration and the memory it needs.
#[derive(Clone, Debug)]
pub struct Newton {
    pub settings: NewtonSettings,
    /// A step that multiplies the residual by more than this is shortened. Statics of slender bodies needs much: their
    /// residual jumps after the first step and falls quadratically afterwards.
    pub growth: f64,
    /// Looked at before every iteration.
    pub stop: StopFlag,
    seen: [u64; MEMORY],
    seen_count: usize,
}

impl Newton {
    pub fn new(settings: NewtonSettings) -> Self {
        Self { settings, growth: 2.0, stop: StopFlag::default(), seen: [0; MEMORY], seen_count: 0 }
    }

    /// Iterates from the problem's current iterate until it is converged.
    pub fn solve<P: Problem>(&mut self, problem: &mut P) -> Result<Report, Failure> {
        let mut report = Report::default();
        self.seen_count = 0;
        let mut now = problem.evaluate();
        let mut damping = 1.0;
        // Whether the tangent belongs to this iterate, and whether a kept one contracts too slowly.
        let (mut fresh, mut stale) = (false, false);
        loop {
            report.ratio = now.ratio;
            if now.ratio <= 1.0 {
                report.incompatible = problem.is_compromise();
                return Ok(report);
            }
            if !now.ratio.is_finite() {
                return Err(Failure::NotFinite);
            }
            if self.stop.is_raised() {
                return Err(Failure::Stopped);
            }
            if report.iterations == self.settings.max_iterations {
                return Err(Failure::NotConverged { report });
            }
            if !problem.has_tangent() || stale {
                if !problem.refresh() {
                    return Err(Failure::Singular);
                }
                report.factorisations += 1;
                (fresh, stale) = (true, false);
            }
            problem.direction();
            report.iterations += 1;
            let next = self.advance(problem, &now, damping, &mut report);
            // An exact direction that neither helps nor moves anything: the residual is rounding, as with very stiff springs.
            let stands = next.ratio > 0.5 * now.ratio && next.pattern == now.pattern;
            if fresh && stands && problem.direction_is_negligible() {
                report.ratio = next.ratio;
                report.incompatible = problem.is_compromise();
                return Ok(report);
            }
            fresh = false;
            if next.pattern != now.pattern && self.repeats(next.pattern) && next.ratio >= 0.5 * now.ratio {
                report.cycled = true;
                // Settles near 0.37, off the simple fractions that could reproduce the cycle.
                damping = if damping == 1.0 { 0.5 } else { 0.7 * damping + 0.3 * 0.37 };
            } else if next.pattern == now.pattern {
                damping = 1.0;
            }
            if next.pattern == now.pattern && next.ratio > self.settings.contraction * now.ratio && next.ratio > 1.0 {
                stale = true;
            }
            now = next;
        }
    }

    /// Takes the step; where the residual grew and the states did not change, searches along the direction.
    fn advance<P: Problem>(&self, problem: &mut P, now: &Assessment, damping: f64, report: &mut Report) -> Assessment {
        problem.step(damping);
        let full = problem.evaluate();
        let grew = !full.ratio.is_finite() || full.ratio > self.growth * now.ratio;
        if !grew || (full.pattern != now.pattern && report.iterations < 8 && full.ratio.is_finite()) {
            return full;
        }
        report.line_searches += 1;
        let (mut best, mut best_fraction) = (full, damping);
        let mut fraction = damping;
        for _ in 0..5 {
            fraction *= 0.5;
            problem.step(fraction);
            let trial = problem.evaluate();
            if !best.ratio.is_finite() || trial.ratio < best.ratio {
                (best, best_fraction) = (trial, fraction);
            }
            if trial.ratio < now.ratio {
                return trial;
            }
        }
        problem.step(best_fraction);
        problem.evaluate()
    }

    /// Remembers a pattern; true if it was seen before in this solve.
    fn repeats(&mut self, pattern: u64) -> bool {
        let known = &self.seen[..self.seen_count.min(MEMORY)];
        let repeated = known.contains(&pattern);
        self.seen[self.seen_count % MEMORY] = pattern;
        self.seen_count += 1;
        repeated
    }
}
