//! Solves one problem of a step, with a rescue where the Newton iteration cycles.

use super::Step;
use crate::integrate::error::{StepError, Which};
use crate::system::{Solve, Stage, Subproblem, System};
use nonsmooth::{Newton, Report};

impl Step {
    /// Semi-smooth Newton from `work.y`; if it cycles, contact states from Gauss–Seidel and Newton again.
    pub fn solve<S: Stage>(
        &mut self,
        which: Which,
        system: &System,
        sub: &mut Subproblem,
        stage: &S,
        rows_are_current: bool,
    ) -> Result<Report, StepError> {
        let mut problem = Solve { system, work: &mut self.work, sub, stage, rows_are_current };
        match self.newton.solve(&mut problem) {
            Ok(report) => Ok(report),
            Err(failure) => {
                if let Some(report) = rescue(&mut self.newton, &mut problem) {
                    return Ok(report);
                }
                problem.sub.invalidate();
                Err(StepError::new(which, system, problem.sub, stage.level(), failure))
            }
        }
    }
}

/// Sums of two reports on the same problem.
pub(in crate::integrate) fn merge(a: Report, b: Report) -> Report {
    Report {
        iterations: a.iterations + b.iterations,
        factorisations: a.factorisations + b.factorisations,
        line_searches: a.line_searches + b.line_searches,
        cycled: a.cycled || b.cycled,
        incompatible: a.incompatible || b.incompatible,
        ..b
    }
}

/// For an iteration that cycled: a sequence of problems whose rows give less and less, each started from the last; then
/// contact states from Gauss–Seidel. The last problem is always the original one.
fn rescue<S: Stage>(newton: &mut Newton, problem: &mut Solve<'_, S>) -> Option<Report> {
    if problem.sub.contacts.is_empty() {
        return None;
    }
    problem.clear();
    let mut total = Report::default();
    let target = problem.sub.target_give;
    let mut size = 1e-1;
    loop {
        problem.soften(size);
        if let Ok(report) = newton.solve(problem) {
            total = merge(total, report);
            if size <= target {
                return Some(Report { cycled: true, ..total });
            }
        }
        if size <= target {
            break;
        }
        size = (1e-2 * size).max(target);
    }
    let report = problem.relax().then(|| newton.solve(problem).ok()).flatten()?;
    Some(Report { cycled: true, ..merge(total, report) })
}
