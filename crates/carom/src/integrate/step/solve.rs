//! Solves one problem of a step, with a rescue where the Newton iteration cycles.

use super::{CONTRACTION, Conflict, Workspace};
use crate::integrate::scheme::At;
use crate::integrate::{StepError, merge};
use crate::system::{Assembly, Few, Joined, Multipliers, Pair, Rescue, Solve, Stage, Subproblem, Work};
use nonsmooth::{Failure, Newton, Report, Unsolved};

/// With more near contacts than this a step whose sweeps did not converge is halved: a Newton step would cost more.
const TOO_MANY: usize = 2000;

/// Iterations of Newton's method before few contacts are condensed; the second is for problems that may be left without an answer.
const QUICK: [usize; 2] = [15, 8];

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
        let mut report = self.solve_posed(posed, early)?;
        if self.spent != Report::default() {
            let spent = std::mem::take(&mut self.spent);
            report.iterations += spent.iterations;
            report.factorisations += spent.factorisations;
        }
        Ok(report)
    }

    fn solve_posed<S: Stage>(&mut self, posed: Posed<'_, S>, early: bool) -> Result<Report, StepError> {
        let Posed { name, at, rows, sub, stage, rows_are_current } = posed;
        let At { system, island, .. } = at;
        self.newton.settings.contraction = CONTRACTION[usize::from(sub.is_sparse())];
        let mut problem = Solve { system, island, work: &mut self.work, rows, sub, stage, rows_are_current };
        let acting = problem.sub.contacts.iter().filter(|&&c| problem.rows.active[c]).count();
        let swept = self.solver.sweeps(acting) && problem.can_sweep();
        if swept {
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
        let is_few = problem.can_condense();
        let tried = if is_few {
            let hurries = early || self.forgoes;
            self.few.hurry(hurries);
            let most = self.newton.settings.max_iterations;
            // What it solves it mostly solves in these.
            self.newton.settings.max_iterations = most.min(QUICK[usize::from(hurries)]);
            let first = swept || self.condenses;
            let tried = try_few(&mut self.newton, &mut self.few, &mut problem, [first, self.condenses]);
            self.newton.settings.max_iterations = most;
            tried
        } else {
            Tried { solved: self.newton.solve(&mut problem), ..Tried::default() }
        };
        let Tried { mut solved, jammed, spent } = tried;
        self.spent = merge(self.spent, spent);
        let gives_up = early || jammed || is_few && self.forgoes;
        if !gives_up && solved.is_err() {
            // Half the step before a compromise.
            let accepts = |report: &Report| !is_few || self.compromises || !report.incompatible;
            solved = rescue(&mut self.newton, &mut problem).filter(accepts).map_or(solved, Ok);
        }
        // Contacts of many bodies that share loads: where Newton's method cycles, or finds rows that cannot all hold, sweeps may
        // meet all of them.
        let meets_all = solved.as_ref().is_ok_and(|report| !report.incompatible);
        self.unanswered |= is_few && !meets_all;
        let may_sweep = !early && !is_few && !swept && self.insists && self.solver.may_sweep();
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
            if jammed {
                return StepError::jammed(name, &problem, &self.few);
            }
            StepError::new(name, &problem, failure)
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

/// What became of a problem.
struct Tried {
    solved: Result<Report, Failure>,
    /// Contacts that friction locks cannot do what is demanded.
    jammed: bool,
    /// The work of attempts that failed.
    spent: Report,
}

impl Default for Tried {
    fn default() -> Self {
        Self { solved: Err(Failure::Singular), jammed: false, spent: Report::default() }
    }
}

/// Few contacts: Newton's method, and the condensed problem where it does not meet all rows; or that `first`, or `alone`.
fn try_few<S: Stage>(
    newton: &mut Newton,
    few: &mut Few,
    problem: &mut Solve<'_, S>,
    [first, alone]: [bool; 2],
) -> Tried {
    let mut tried = Tried::default();
    if first && (tried.condense(few, problem) && !tried.jammed || alone) {
        return tried;
    }
    tried.solved = newton.solve(problem);
    match tried.solved {
        Ok(report) if !report.incompatible => return tried,
        Ok(report) | Err(Failure::NotConverged { report }) => tried.spent = merge(tried.spent, report),
        Err(_) => {}
    }
    if !first && !newton.stop.is_raised() {
        tried.condense(few, problem);
    }
    tried
}

impl Tried {
    /// Solves the condensed problem; true if that is the end of it.
    fn condense<S: Stage>(&mut self, few: &mut Few, problem: &mut Solve<'_, S>) -> bool {
        match problem.condense(few) {
            Ok(report) => self.solved = Ok(report),
            Err(Unsolved::Jammed(report)) => {
                self.jammed = true;
                self.spent.iterations += report.systems;
            }
            Err(Unsolved::NotConverged(report)) => self.spent.iterations += report.systems,
            Err(Unsolved::Stopped) => {}
        }
        self.jammed || self.solved.is_ok_and(|report| !report.incompatible)
    }
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
