//! The global iteration: one Newton step on each problem in turn, until all hold at the same iterate; and what an impact asks for
//! beyond it, a limited restitution or a sequence.

use super::Coupled;
use crate::integrate::alpha::{Alpha, Jump, POSITION_CORRECTION, Placed, SMOOTH_MOTION, VELOCITY_JUMP};
use crate::integrate::scheme::At;
use crate::integrate::settings::Impacts;
use crate::integrate::step::{Directions, largest_share, set_impulse_compliance};
use crate::integrate::{StepError, StepReport, merge};
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
    fn name(self) -> &'static str {
        match self {
            Self::Smooth => SMOOTH_MOTION,
            Self::Position => POSITION_CORRECTION,
            Self::Velocity => VELOCITY_JUMP,
        }
    }
}

/// The iteration of an island.
pub(super) struct Iteration<'a> {
    pub alpha: &'a mut Alpha,
    pub at: At<'a>,
    pub corrects_positions: bool,
    /// Share of the restitution that counts.
    pub restored: f64,
    /// The problems in the order of their Newton steps, and what was done to each.
    problems: &'static [Which],
    reports: [Report; 3],
    /// Iterations with another share of the restitution.
    before: usize,
}

impl<'a> Iteration<'a> {
    pub fn new(method: &Coupled, alpha: &'a mut Alpha, at: At<'a>) -> Self {
        let corrects_positions = method.position_multipliers;
        let problems: &[Which] = match (at.has_rows(), corrects_positions) {
            // Without joints and near contacts there is nothing to correct.
            (false, _) => &[Which::Smooth],
            (true, true) => &[Which::Smooth, Which::Position, Which::Velocity],
            (true, false) => &[Which::Smooth, Which::Velocity],
        };
        let reports = [Report::default(); 3];
        Self { alpha, at, corrects_positions, restored: 1.0, problems, reports, before: 0 }
    }

    pub fn solve(&mut self, report: &mut StepReport) -> Result<(), StepError> {
        let result = self.solve_all(report);
        self.problems.iter().for_each(|which| report.add(which.name(), self.reports[*which as usize]));
        result
    }

    fn solve_all(&mut self, report: &mut StepReport) -> Result<(), StepError> {
        let (at, all) = (self.at, self.problems);
        self.iterate(all)?;
        if !at.has_rows() {
            return Ok(());
        }
        if self.is_sequence() {
            loop {
                self.solve_sequence(report)?;
                if !self.iterate(&all[..all.len() - 1])? {
                    return Ok(());
                }
            }
        }
        let (hit, gain) = (self.alpha.workspace.hit[at.slot()], self.gain());
        if hit && gain > 0.0 {
            report.limited += 1;
            largest_share(1.0, gain, |share| {
                (self.restored, self.before) = (share, self.reports[0].iterations);
                self.iterate(all)?;
                Ok(self.gain())
            })?;
        }
        self.alpha.workspace.account_impacts(at, &self.alpha.velocity.rows, hit);
        report.rounds = report.rounds.max(1);
        Ok(())
    }

    /// What the impacts gain.
    fn gain(&self) -> f64 {
        self.alpha.workspace.gain(self.at, &self.alpha.velocity.rows)
    }

    /// Whether the island is hit by an impact that travels from contact to contact.
    fn is_sequence(&mut self) -> bool {
        if self.alpha.settings.impacts == Impacts::Simultaneous {
            return false;
        }
        self.allow_closed(true);
        let (rows, sub) = (&self.alpha.velocity.rows, &self.alpha.velocity.parts[self.at.slot()]);
        let is_struck = self.alpha.workspace.is_struck(self.at, rows, sub);
        if !is_struck {
            self.allow_closed(false);
        }
        is_struck
    }

    /// W and Λ of the sequence of impacts at the placed iterate.
    fn solve_sequence(&mut self, report: &mut StepReport) -> Result<(), StepError> {
        self.find_closed(true);
        let (alpha, island) = (&mut *self.alpha, self.at.island);
        island.copy(&alpha.w, &mut alpha.workspace.work.y);
        let jump = Jump { most: 1.0, is_printed: false, is_refined: false };
        let (impacts, share) = alpha.solve_limited(self.at, 0.0, true, jump)?;
        report.limited += usize::from(share < 1.0);
        island.copy(&alpha.workspace.work.y, &mut alpha.w);
        self.count(Which::Velocity, impacts.problem);
        report.rounds = report.rounds.max(impacts.rounds);
        report.cut_short |= impacts.cut_short;
        Ok(())
    }

    /// The impact law for the contacts that are closed at the placed iterate.
    pub fn allow_closed(&mut self, touching: bool) {
        self.find_closed(touching);
        let (alpha, at) = (&mut *self.alpha, self.at);
        let hit = alpha.workspace.mark_persistent(at, &alpha.velocity.rows.active);
        alpha.workspace.look_before(at, false);
        alpha.workspace.set_directions(at, Directions::End, &mut alpha.velocity.rows);
        alpha.workspace.set_hit(at.island, hit);
        let (v, rows) = (&alpha.smooth_kin.v, &mut alpha.velocity.rows);
        alpha.workspace.refer_velocities(at, v, (hit, Some(self.restored)), rows);
    }

    /// Which contacts are closed at the placed iterate, or else at q~.
    fn find_closed(&mut self, touching: bool) {
        self.alpha.allow_closed(self.at, touching);
        if !self.corrects_positions {
            for &c in &self.at.island.contacts {
                let gap = self.at.system.contact(c).pair.gap(&self.alpha.smooth_kin);
                self.alpha.velocity.rows.active[c] = gap <= 0.0;
            }
        }
    }

    /// Global iterations until the problems hold at the same iterate; false if they did at once.
    fn iterate(&mut self, problems: &[Which]) -> Result<bool, StepError> {
        let mut changed = false;
        loop {
            let (worst, ratio) = self.assess(problems);
            if ratio <= 1.0 {
                return Ok(changed);
            }
            changed = true;
            if self.alpha.workspace.newton.stop.is_raised() {
                return Err(StepError::Interrupted);
            }
            let iterations = self.reports[0].iterations - self.before;
            let failure = if !ratio.is_finite() {
                Failure::NotFinite
            } else if iterations == self.alpha.settings.max_iterations {
                Failure::NotConverged { report: Report { iterations, ratio, ..Report::default() } }
            } else if problems.iter().all(|&which| self.newton_step(which)) {
                continue;
            } else {
                Failure::Singular
            };
            let stage = self.stage(worst);
            return Err(StepError::new(worst.name(), &self.problem(worst, &stage).0, failure));
        }
    }

    /// Residuals at one iterate: the worst problem, and its residual over its tolerance.
    fn assess(&mut self, problems: &[Which]) -> (Which, f64) {
        let (at, mut worst) = (self.at, (Which::Smooth, 0.0));
        self.place();
        for &which in problems {
            self.refer(which);
            let (now, incompatible) = self.visit(which, |problem, now| (now, problem.is_compromise()));
            if which == Which::Smooth {
                self.alpha.keep_scales(at);
                self.alpha.scale_corrections(at);
                self.alpha.set_position_compliance(at);
                let velocity = &mut self.alpha.velocity;
                set_impulse_compliance(at.system, &mut velocity.rows, &mut velocity.parts[at.slot()]);
            }
            let old = self.reports[which as usize];
            self.reports[which as usize] = Report { ratio: now.ratio, incompatible, ..old };
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
    fn newton_step(&mut self, which: Which) -> bool {
        self.place();
        self.refer(which);
        let solved = self.visit(which, |problem, _| {
            let regular = problem.refresh();
            if regular {
                problem.direction();
                problem.step(1.0);
            }
            regular
        });
        self.count(which, Report { iterations: 1, factorisations: 1, ..Report::default() });
        solved
    }

    /// Evaluates a problem at the placed iterate, and lets `then` go on with it.
    pub fn visit<T>(&mut self, which: Which, then: impl FnOnce(&mut Solve<'_, Placed>, Assessment) -> T) -> T {
        let (stage, island) = (self.stage(which), self.at.island);
        let (mut problem, unknown) = self.problem(which, &stage);
        island.copy(unknown, &mut problem.work.y);
        let now = problem.evaluate();
        let out = then(&mut problem, now);
        island.copy(&problem.work.y, unknown);
        out
    }

    /// A problem at the placed iterate, and its unknown.
    fn problem<'s>(&'s mut self, which: Which, stage: &'s Placed) -> (Solve<'s, Placed>, &'s mut [f64]) {
        let (alpha, At { system, island, .. }) = (&mut *self.alpha, self.at);
        let (family, unknown) = match which {
            Which::Smooth => (&mut alpha.smooth, &mut alpha.acceleration),
            Which::Position => (&mut alpha.position, &mut alpha.u),
            Which::Velocity => (&mut alpha.velocity, &mut alpha.w),
        };
        let (work, rows, sub) = (&mut alpha.workspace.work, &mut family.rows, &mut family.parts[self.at.slot()]);
        (Solve { system, island, work, rows, sub, stage, rows_are_current: true }, unknown)
    }

    fn count(&mut self, which: Which, more: Report) {
        let sum = &mut self.reports[which as usize];
        *sum = Report { ratio: sum.ratio, ..merge(*sum, more) };
    }
}
