//! Restitution that makes no energy: with friction Newton's law can (Kane and Levinson 1985). Where it would, all coefficients of
//! restitution of the island are scaled by the largest s ∈ [0, 1] for which the impulses do no positive work,
//!
//! ```text
//! D(s) = Σ Λᵀ(û⁻ + û⁺)/2 ≤ 0                                                                                  (31)
//! ```
//!
//! û are velocities at the touch. D(0) ≤ 0 by Coulomb's law: D = Λᵀû⁺ − ½ΛᵀGM⁻¹GᵀΛ, and Λᵀû⁺ ≤ 0 where no normal velocity is restored.
//!
//! Contacts that friction locks cannot be left with any velocity: where Newton's law demands it there is no solution (a ball that hits
//! both walls of a narrow groove at once). What is restored is then the largest share for which there is one; with s = 0 there is one
//! always (`nonsmooth::Proximal`).

use super::Workspace;
use super::impacts::{ImpactReport, VelocityProblem};
use crate::integrate::scheme::At;
use crate::integrate::{StepError, merge};
use crate::system::{Multipliers, Stage};

/// Work below this share of the sizes of its terms is rounding and tolerances.
const NEGLIGIBLE: f64 = 1e-9;
/// Solutions with a scaled restitution, and the accuracy of the scale.
const MAX_SOLUTIONS: usize = 40;
const ACCURACY: f64 = 1e-9;
/// The same where larger shares have no answer.
const COARSE: f64 = 1e-2;

impl Workspace {
    /// Solves the velocity problem of an island with the largest share of its restitution, at most `most`, that makes no energy; the
    /// share.
    pub fn solve_limited<S: Stage>(
        &mut self,
        problem: &mut VelocityProblem<'_, S>,
        most: f64,
    ) -> Result<(ImpactReport, f64), StepError> {
        let conflict = self.conflict;
        let restores = problem.hit && most > 0.0;
        let mut total = ImpactReport::default();
        let full = self.solve_share(problem, most, restores, &mut total)?;
        if !restores || full <= 0.0 {
            return Ok((total, most));
        }
        // What was not solved was no answer, and what it left open is solved now.
        self.conflict = conflict;
        self.condenses = full == f64::INFINITY;
        let share = largest_share(most, full, |share| {
            problem.posed.rows_are_current = true;
            self.solve_share(problem, share, share > 0.0, &mut total)
        });
        self.condenses = false;
        Ok((total, share?))
    }

    /// Solves the velocity problem of an island with a share of its restitution; what it gains, infinite where contacts that friction
    /// locks cannot restore it.
    fn solve_share<S: Stage>(
        &mut self,
        problem: &mut VelocityProblem<'_, S>,
        share: f64,
        restores: bool,
        total: &mut ImpactReport,
    ) -> Result<f64, StepError> {
        self.jammed = false;
        let solved = self.solve_impacts(problem, share);
        if restores && self.jammed {
            return Ok(f64::INFINITY);
        }
        let report = solved?;
        *total = ImpactReport { problem: merge(total.problem, report.problem), ..report };
        Ok(if problem.hit { self.gain(problem.posed.at, problem.posed.rows) } else { 0.0 })
    }

    /// D of (31) for the solution just found; 0 if it is negligible.
    pub fn gain(&self, At { system, island, .. }: At, rows: &Multipliers) -> f64 {
        let (mut work, mut size) = (0.0, 0.0);
        for &c in island.contacts.iter().filter(|&&c| rows.active[c]) {
            let block = system.contact_block(c);
            for (i, row) in block.rows().enumerate() {
                let after = self.velocity_now(system, c, i);
                let before = self.velocity_before_jump(system, c, i);
                work += 0.5 * rows.lam[row] * (before + after);
                size += 0.5 * (rows.lam[row] * before).abs() + 0.5 * (rows.lam[row] * after).abs();
            }
        }
        if work <= NEGLIGIBLE * size { work.min(0.0) } else { work }
    }
}

/// The largest share of the restitution, below `most` with which `gain` is too much, that makes no energy; `solve` solves with a share
/// and says what it gains, for the last time with the one that is returned.
pub(in crate::integrate) fn largest_share(
    most: f64,
    gain: f64,
    mut solve: impl FnMut(f64) -> Result<f64, StepError>,
) -> Result<f64, StepError> {
    // The share lies between one that loses and one that gains energy.
    let mut low = (0.0, solve(0.0)?);
    let mut high = (most, gain);
    let mut last = 0.0;
    for _ in 0..MAX_SOLUTIONS {
        let no_answer = high.1 == f64::INFINITY;
        if high.0 - low.0 <= if no_answer { COARSE } else { ACCURACY } || (low.1 == 0.0 && !no_answer) {
            break;
        }
        let share = if no_answer { 0.5 } else { low.1 / (low.1 - high.1) };
        let guess = low.0 + (high.0 - low.0) * share;
        // Kept off the ends, so that both come nearer.
        let margin = 0.05 * (high.0 - low.0);
        last = guess.clamp(low.0 + margin, high.0 - margin);
        let gain = solve(last)?;
        *(if gain <= 0.0 { &mut low } else { &mut high }) = (last, gain);
    }
    if last != low.0 {
        solve(low.0)?;
    }
    Ok(low.0)
}
