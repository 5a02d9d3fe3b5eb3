//! The global iteration: one Newton step on each problem in turn, until all hold at the same iterate.

use super::{CoupledScheme, Placed};
use crate::integrate::alpha::{POSITION_CORRECTION, SMOOTH_MOTION, VELOCITY_JUMP};
use crate::integrate::scheme::At;
use crate::integrate::step::set_impulse_compliance;
use crate::integrate::{StepError, merge};
use crate::system::Solve;
use nonsmooth::{Assessment, Failure, Problem, Report};

/// The three problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Smooth,
    Position,
    Velocity,
}

impl Which {
    pub fn name(self) -> &'static str {
        match self {
            Self::Smooth => SMOOTH_MOTION,
            Self::Position => POSITION_CORRECTION,
            Self::Velocity => VELOCITY_JUMP,
        }
    }
}

/// The problems in the order of their Newton steps, with and without a position correction.
pub(super) const PROBLEMS: [Which; 3] = [Which::Smooth, Which::Position, Which::Velocity];
pub(super) const VELOCITY_LEVEL: [Which; 2] = [Which::Smooth, Which::Velocity];

impl CoupledScheme {
    /// Global iterations until the problems hold at the same iterate; false if they did at once.
    pub(super) fn iterate(&mut self, at: At, problems: &[Which], counts: &mut Counts) -> Result<bool, StepError> {
        // Without joints and near contacts there is nothing to correct.
        let problems = if at.has_rows() { problems } else { &problems[..1] };
        let mut changed = false;
        loop {
            let (worst, ratio) = self.assess(at, problems, counts);
            if ratio <= 1.0 {
                return Ok(changed);
            }
            changed = true;
            if self.alpha.workspace.newton.stop.is_raised() {
                return Err(StepError::Interrupted);
            }
            let iterations = counts.problems[0].iterations - counts.before;
            let failure = if !ratio.is_finite() {
                Failure::NotFinite
            } else if iterations == self.max_iterations {
                Failure::NotConverged { report: Report { iterations, ratio, ..Report::default() } }
            } else if problems.iter().all(|&which| self.newton_step(which, at, counts)) {
                continue;
            } else {
                Failure::Singular
            };
            let stage = self.stage(worst, at.h);
            return Err(StepError::new(worst.name(), &self.problem(at, &stage).0, failure));
        }
    }

    /// Residuals at one iterate: the worst problem, and its residual over its tolerance.
    fn assess(&mut self, at: At, problems: &[Which], counts: &mut Counts) -> (Which, f64) {
        let mut worst = (Which::Smooth, 0.0);
        self.place(at);
        for &which in problems {
            self.refer(which, at);
            let (now, incompatible) = self.visit(which, at, |problem, now| (now, problem.is_compromise()));
            if which == Which::Smooth {
                self.alpha.keep_scales(at);
                self.alpha.scale_corrections(at);
                self.alpha.set_position_compliance(at);
                let velocity = &mut self.alpha.velocity;
                set_impulse_compliance(at.system, &mut velocity.rows, &mut velocity.parts[at.slot()]);
            }
            let old = counts.problems[which as usize];
            counts.problems[which as usize] = Report { ratio: now.ratio, incompatible, ..old };
            if now.ratio.is_nan() {
                return (which, now.ratio);
            }
            if now.ratio > worst.1 {
                worst = (which, now.ratio);
            }
        }
        worst
    }

    /// One Newton step on one problem; false if its matrix is singular.
    fn newton_step(&mut self, which: Which, at: At, counts: &mut Counts) -> bool {
        self.place(at);
        self.refer(which, at);
        let solved = self.visit(which, at, |problem, _| {
            let regular = problem.refresh();
            if regular {
                problem.direction();
                problem.step(1.0);
            }
            regular
        });
        counts.add(which, Report { iterations: 1, factorisations: 1, ..Report::default() });
        solved
    }

    /// Evaluates a problem at the placed iterate, and lets `then` go on with it.
    pub(super) fn visit<T>(
        &mut self,
        which: Which,
        at: At,
        then: impl FnOnce(&mut Solve<'_, Placed>, Assessment) -> T,
    ) -> T {
        let stage = self.stage(which, at.h);
        let (mut problem, unknown) = self.problem(at, &stage);
        at.island.copy(unknown, &mut problem.work.y);
        let now = problem.evaluate();
        let out = then(&mut problem, now);
        at.island.copy(&problem.work.y, unknown);
        out
    }

    /// A problem at the placed iterate, and its unknown.
    fn problem<'a>(&'a mut self, at: At<'a>, stage: &'a Placed) -> (Solve<'a, Placed>, &'a mut [f64]) {
        let (alpha, At { system, island, .. }) = (&mut self.alpha, at);
        let (family, unknown) = match stage.which {
            Which::Smooth => (&mut alpha.smooth, &mut alpha.acceleration),
            Which::Position => (&mut alpha.position, &mut alpha.u),
            Which::Velocity => (&mut alpha.velocity, &mut alpha.w),
        };
        let (work, rows, sub) = (&mut alpha.workspace.work, &mut family.rows, &mut family.parts[at.slot()]);
        (Solve { system, island, work, rows, sub, stage, rows_are_current: true }, unknown)
    }
}

/// What the iteration of an island did.
#[derive(Default)]
pub(super) struct Counts {
    pub problems: [Report; 3],
    /// Iterations of solutions with another share of the restitution.
    pub before: usize,
}

impl Counts {
    pub fn add(&mut self, which: Which, more: Report) {
        let sum = &mut self.problems[which as usize];
        let ratio = sum.ratio;
        *sum = Report { ratio, ..merge(*sum, more) };
    }
}
