//! Solves one problem of a step, with a rescue where the Newton iteration cycles.

use super::{CONTRACTION, Conflict, Workspace};
use crate::integrate::scheme::At;
use crate::integrate::{StepError, merge};
use crate::system::{Assembly, Joined, Multipliers, Pair, Rescue, Solve, Stage, Subproblem, Work};
use nonsmooth::{Failure, Newton, Report, Unsolved};

/// With more near contacts than this a step whose sweeps did not converge is halved: a Newton step would cost more.
const TOO_MANY: usize = 2000;

/// Iterations of Newton's method before few contacts are condensed.
const QUICK: usize = 15;

/// The problem of an island as a scheme hands it over.
pub(in crate::integrate) struct Posed<'a, S: Stage> {
    pub name: &'static str,
    pub at: At<'a>,
    pub rows: &'a mut Multipliers,
    pub sub: &'a mut Subproblem,
    pub stage: &'a S,
    pub rows_are_current: bool,
}

impl<S: Stage> Posed<'_, S> {
    /// The same with rows that have been evaluated already.
    pub fn with_current_rows(self) -> Self {
        Self { rows_are_current: true, ..self }
    }

    /// The same problem, to be solved once more.
    pub(super) fn again(&mut self) -> Posed<'_, S> {
        let Self { name, at, stage, rows_are_current, .. } = *self;
        Posed { name, at, rows: self.rows, sub: self.sub, stage, rows_are_current }
    }
}

/// The problem that is solved together with another one, in a workspace of its own.
pub(in crate::integrate) struct Companion<'a, S: Stage> {
    pub work: &'a mut Work,
    pub rows: &'a mut Multipliers,
    pub sub: &'a mut Subproblem,
    pub stage: &'a S,
    pub joined: &'a mut Joined,
}

impl Workspace {
    /// Projected Gauss–Seidel where there are many contacts. Otherwise, or where it does not converge, semi-smooth Newton from
    /// `work.y`; where that does not meet all rows, the condensed problem if contacts are few, and softened problems or sweeps if not.
    pub fn solve<S: Stage>(&mut self, posed: Posed<'_, S>) -> Result<Report, StepError> {
        self.solve_or_give_up(posed, false)
    }

    /// The same; with `early` a problem that is not solved, or whose rows cannot all hold, is left after Newton's method.
    pub fn solve_or_give_up<S: Stage>(&mut self, posed: Posed<'_, S>, early: bool) -> Result<Report, StepError> {
        let Posed { name, at, rows, sub, stage, rows_are_current } = posed;
        let At { system, island, .. } = at;
        self.newton.settings.contraction = CONTRACTION[usize::from(sub.is_sparse())];
        let mut problem = Solve { system, island, work: &mut self.work, rows, sub, stage, rows_are_current };
        let acting = problem.sub.contacts.iter().filter(|&&c| problem.rows.active[c]).count();
        if self.solver.sweeps(acting) && problem.can_sweep() {
            if let Some(report) = problem.sweep(&mut self.many) {
                return Ok(report);
            }
            if self.newton.stop.is_raised() {
                return Err(StepError::Interrupted);
            }
            if problem.sub.contacts.len() > TOO_MANY {
                let report = Report { iterations: self.newton.settings.max_iterations, ..Report::default() };
                return Err(StepError::new(name, &problem, Failure::NotConverged { report }));
            }
        }
        let condensable = !early && problem.can_condense();
        if condensable && self.condenses {
            match problem.condense(&mut self.few) {
                Ok(report) => return Ok(report),
                Err(Unsolved::Jammed(_)) => {
                    self.jammed = true;
                    return Err(StepError::jammed(name, &problem, &self.few));
                }
                Err(_) => {}
            }
        }
        let mut solved = try_newton(&mut self.newton, &mut problem, condensable);
        // Contacts that share loads or hold each other: Newton's method cycles, or finds rows that cannot all hold.
        let mut meets_all = solved.as_ref().is_ok_and(|report| !report.incompatible);
        let mut jam = None;
        if condensable && !meets_all && !self.newton.stop.is_raised() {
            match problem.condense(&mut self.few) {
                Ok(report) => return Ok(report),
                Err(Unsolved::Jammed(_)) => {
                    self.jammed = true;
                    jam = Some(StepError::jammed(name, &problem, &self.few));
                }
                Err(_) => {}
            }
        }
        if !early && jam.is_none() && solved.is_err() {
            solved = rescue(&mut self.newton, &mut problem).map_or(solved, Ok);
            meets_all = solved.as_ref().is_ok_and(|report| !report.incompatible);
        }
        let may_sweep = !early && jam.is_none() && self.insists && self.solver.may_sweep() && !condensable;
        if !meets_all
            && may_sweep
            && !problem.sub.contacts.is_empty()
            && problem.can_sweep()
            && let Some(report) = problem.sweep_instead(&mut self.many)
        {
            return Ok(Report { cycled: true, ..report });
        }
        // A compromise counts only if all that could avoid it was tried.
        if !meets_all && self.newton.stop.is_raised() {
            problem.sub.invalidate();
            return Err(StepError::Interrupted);
        }
        if solved.is_ok() && !meets_all && !early {
            note_conflict(&mut self.conflict, at, problem.rows, problem.sub);
        }
        solved.map_err(|failure| {
            problem.sub.invalidate();
            jam.unwrap_or_else(|| StepError::new(name, &problem, failure))
        })
    }

    /// Solves a problem together with another one, by semi-smooth Newton from the iterates of both.
    pub fn solve_pair<S: Stage>(&mut self, first: Companion<'_, S>, posed: Posed<'_, S>) -> Result<Report, StepError> {
        let Posed { name, at, rows, sub, stage, rows_are_current } = posed;
        let At { system, island, .. } = at;
        let Companion { work, joined, .. } = first;
        let halves = [
            Solve { system, island, work, rows: first.rows, sub: first.sub, stage: first.stage, rows_are_current },
            Solve { system, island, work: &mut self.work, rows, sub, stage, rows_are_current },
        ];
        let mut pair = Pair::new(halves, joined);
        self.newton.settings.contraction = CONTRACTION[usize::from(pair.is_sparse())];
        let solved = match self.newton.solve(&mut pair) {
            Ok(report) => Ok(report),
            Err(failure) => rescue(&mut self.newton, &mut pair).ok_or(failure),
        };
        if solved.is_err() && self.newton.stop.is_raised() {
            pair.invalidate();
            return Err(StepError::Interrupted);
        }
        if solved.as_ref().is_ok_and(|report| report.incompatible) {
            note_conflict(&mut self.conflict, at, pair.worse().rows, pair.worse().sub);
        }
        solved.map_err(|failure| {
            pair.invalidate();
            StepError::new(name, pair.worse(), failure)
        })
    }
}

/// Newton's method from the iterate, with few iterations where the problem can be condensed: what it solves it solves in these.
fn try_newton(newton: &mut Newton, problem: &mut impl Rescue, condensable: bool) -> Result<Report, Failure> {
    let most = newton.settings.max_iterations;
    if condensable {
        newton.settings.max_iterations = most.min(QUICK);
    }
    let solved = newton.solve(problem);
    newton.settings.max_iterations = most;
    solved
}

/// Remembers rows that cannot all hold, of the first island that has some.
fn note_conflict(known: &mut Option<Conflict>, at: At, rows: &Multipliers, sub: &Subproblem) {
    let slot = at.slot();
    if known.is_none_or(|(other, _)| slot <= other) {
        *known = Some((slot, worst_violations(at.system, rows, sub)));
    }
}

/// The blocks whose regularised rows are farthest from holding, the worst first; those that hold ten times better are left out.
fn worst_violations(system: Assembly, rows: &Multipliers, sub: &Subproblem) -> [Option<usize>; 3] {
    let violation = |b: usize| system.block(b).rows().map(|row| rows.violation(row).abs()).fold(0.0, f64::max);
    let mut worst = [None; 3];
    for &b in &sub.blocks {
        let size = violation(b);
        let at = worst.iter().position(|found: &Option<(usize, f64)>| found.is_none_or(|(_, other)| size > other));
        if let Some(at) = at {
            worst[at..].rotate_right(1);
            worst[at] = Some((b, size));
        }
    }
    let largest = worst[0].map_or(0.0, |(_, size)| size);
    worst.map(|found| found.filter(|&(_, size)| size > 0.1 * largest).map(|(b, _)| b))
}

/// For an iteration that cycled: a sequence of problems whose rows comply less and less, each started from the last. The last problem
/// is always the original one.
fn rescue(newton: &mut Newton, problem: &mut impl Rescue) -> Option<Report> {
    if !problem.has_contacts() {
        return None;
    }
    problem.clear();
    let mut total = Report::default();
    let target = problem.target_compliance();
    let mut size = 1e-1;
    while !newton.stop.is_raised() {
        problem.soften(size);
        let solved = newton.solve(problem);
        if let Ok(report) = solved {
            total = merge(total, report);
        }
        if size <= target {
            return solved.is_ok().then_some(Report { cycled: true, ..total });
        }
        size = (1e-2 * size).max(target);
    }
    None
}
