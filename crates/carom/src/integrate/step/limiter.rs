//! Restitution that makes no energy: with friction Newton's law can (Kane and Levinson 1985). Where it would, all coefficients of
//! restitution of the island are scaled by the largest s ∈ [0, 1] for which the impulses do no positive work,
//!
//! ```text
//! D(s) = Σ Λᵀ(û⁻ + û⁺)/2 ≤ 0                                                                                  (31)
//! ```
//!
//! û are velocities at the touch. D(0) ≤ 0 by Coulomb's law: D = Λᵀû⁺ − ½ΛᵀGM⁻¹GᵀΛ, and Λᵀû⁺ ≤ 0 where no normal velocity is restored.
//!
//! Contacts that friction locks cannot be left with any velocity: a ball that hits both walls of a narrow groove at once cannot leave both
//! with what Newton's law demands. Where impulses that hold each other, a self-stress d, are driven by what is demanded with a share s, d·w(s) < 0,
//! every answer slides,
//!
//! ```text
//! Σ d_N μ‖u_T‖ ≥ −d·w(s)                                                                                       (44)
//! ```
//!
//! (`nonsmooth::Proximal`). Without restitution there is an answer always. What is restored is the largest share that has one, found
//! from below: the next share is the one that the sliding of the last answer allows by (44), or half way to the least share that had none.

use super::Workspace;
use super::impacts::{ImpactReport, VelocityProblem};
use crate::integrate::scheme::At;
use crate::integrate::settings::Impacts;
use crate::integrate::{StepError, merge};
use crate::system::{Multipliers, Stage};

/// Work below this share of the sizes of its terms is rounding and tolerances.
const NEGLIGIBLE: f64 = 1e-9;
/// Solutions with a scaled restitution, and the accuracy of the scale.
const MAX_SOLUTIONS: usize = 40;
const ACCURACY: f64 = 1e-9;
/// The same of the largest share that has an answer.
const COARSE: f64 = 0.05;

impl Workspace {
    /// Solves the velocity problem of an island with the largest share of its restitution, at most `most`, that makes no energy; the
    /// share.
    pub fn solve_limited<S: Stage>(
        &mut self,
        problem: &mut VelocityProblem<'_, S>,
        most: f64,
    ) -> Result<(ImpactReport, f64), StepError> {
        let restores = problem.hit && most > 0.0;
        let (conflict, mut total) = (self.conflict, ImpactReport::default());
        let mut share = most;
        let may_jam = restores && problem.impacts == Impacts::Simultaneous;
        let solved = self.solve_share(problem, most, may_jam, &mut total);
        let failed = self.unanswered || solved.as_ref().is_err_and(|error| *error != StepError::Interrupted);
        if failed && restores && !may_jam {
            // A sequence of impacts that jams in one of its rounds restores nothing.
            (self.conflict, total.problem.incompatible) = (conflict, false);
            self.solve_share(problem, 0.0, false, &mut total)?;
            return Ok((total, 0.0));
        }
        let gain = match solved? {
            Some(gain) => gain,
            None => {
                // What was not solved was no answer, and what it left open is solved now.
                self.conflict = conflict;
                let found = self.largest_answered(problem, most, &mut total);
                self.condenses = false;
                let (answered, gain) = found?;
                share = answered;
                gain
            }
        };
        if restores && gain > 0.0 && share > 0.0 {
            share = largest_share(share, gain, |share| {
                let found = self.solve_share(problem, share, may_jam && share > 0.0, &mut total)?;
                Ok(found.unwrap_or(f64::INFINITY))
            })?;
        }
        Ok((total, share))
    }

    /// Solves the velocity problem of an island with the largest share of its restitution below `most` that has an answer; the share, and what
    /// the answer gains.
    fn largest_answered<S: Stage>(
        &mut self,
        problem: &mut VelocityProblem<'_, S>,
        most: f64,
        total: &mut ImpactReport,
    ) -> Result<(f64, f64), StepError> {
        let (mut low, mut high, mut last) = (0.0, most, 0.0);
        let mut jammed_with = self.few.is_jam().then_some(most);
        let mut gain = self.solve_share(problem, 0.0, false, total)?;
        // Newton's method has failed on the same contacts, and another share may have an answer.
        self.condenses = true;
        while high - low > COARSE {
            let allowed = match jammed_with {
                Some(share) if last == low => self.allowed(problem, low, share),
                _ => f64::INFINITY,
            };
            if allowed - low <= COARSE {
                break;
            }
            last = if allowed < high - COARSE { allowed } else { 0.5 * (low + high) };
            match self.solve_share(problem, last, true, total)? {
                found @ Some(_) => (low, gain) = (last, found),
                None => {
                    high = last;
                    jammed_with = if self.few.is_jam() { Some(last) } else { jammed_with };
                }
            }
        }
        self.condenses = false;
        if last != low {
            gain = self.solve_share(problem, low, false, total)?;
        }
        Ok((low, gain.unwrap_or(0.0)))
    }

    /// The share that the sliding of the solution with the share `low` allows by (44), contacts having jammed with another one.
    fn allowed<S: Stage>(&self, problem: &VelocityProblem<'_, S>, low: f64, jammed_with: f64) -> f64 {
        let (At { system, .. }, rows) = (problem.posed.at, &*problem.posed.rows);
        let [taken, driven, most] = self.few.taken_and_driven(|c, u| {
            let (b, first) = (system.block_of(c), system.contact_block(c).first);
            for (i, u) in u.iter_mut().enumerate() {
                let rate = self.work.row_times(system, b, i, &self.work.kin.v);
                *u = rate + self.work.g_t[first + i] - rows.reference[first + i];
            }
        });
        low + (jammed_with - low) * (taken - driven) / (most - driven)
    }

    /// Solves the velocity problem of an island with a share of its restitution; what it gains. None if no answer was found, where one
    /// with a smaller share will do.
    fn solve_share<S: Stage>(
        &mut self,
        problem: &mut VelocityProblem<'_, S>,
        share: f64,
        may_jam: bool,
        total: &mut ImpactReport,
    ) -> Result<Option<f64>, StepError> {
        (self.unanswered, self.forgoes) = (false, may_jam);
        let solved = self.solve_impacts(problem, share);
        self.forgoes = false;
        problem.posed.rows_are_current = true;
        if may_jam && self.unanswered {
            return Ok(None);
        }
        let report = solved?;
        *total = ImpactReport { problem: merge(total.problem, report.problem), ..report };
        Ok(Some(if problem.hit { self.gain(problem.posed.at, problem.posed.rows) } else { 0.0 }))
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
        if high.0 - low.0 <= ACCURACY || low.1 == 0.0 {
            break;
        }
        let guess = low.0 + (high.0 - low.0) * low.1 / (low.1 - high.1);
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
