//! Poisson's impact law: compression until nothing approaches any more, then expansion, in which every contact gives back the share e of
//! its impulse of compression (Pfeiffer and Glocker 1996).
//!
//! ```text
//! compression   0 ≤ u_C ⊥ Λ_C ≥ 0 ,     Λ_T,C by Coulomb's law with Λ_C at u_C
//! expansion     0 ≤ u_E ⊥ Λ_E − e Λ_C ≥ 0 ,     Λ_T,E by Coulomb's law with Λ_E at u_E                        (33)
//! ```
//!
//! A contact that others press shut during the expansion may push harder than with e Λ_C. One contact without friction, and several with the
//! same e that are all compressed, have Newton's result; otherwise contacts that were not approaching may fly apart. The loads of the
//! step are balanced before, as in a sequence of impacts, so that weights do not bounce. Compression never makes energy. With friction or
//! different e the expansion can, and then all e are scaled as Newton's are, (31).

use super::impacts::{ImpactReport, VelocityProblem};
use super::{Phase, Workspace};
use crate::integrate::scheme::At;
use crate::integrate::{StepError, merge};
use crate::system::{Island, Multipliers, Stage};

/// Departures that differ from Newton's by less than this share are those that positions were corrected for.
const SAME: f64 = 1e-6;

impl Workspace {
    /// The three solutions: loads, compression, expansion with a share of the restitution.
    pub(super) fn solve_poisson<S: Stage>(
        &mut self,
        problem: &mut VelocityProblem<'_, S>,
        restored: f64,
    ) -> Result<ImpactReport, StepError> {
        let At { system, island, .. } = problem.posed.at;
        let loads = self.solve_loads(problem)?;
        self.weigh_approach(problem.posed.at);
        self.refer_to_rest(problem);
        let compression = self.solve(problem.posed.again())?;
        self.add_impact_work(problem.posed.at, problem.posed.rows);
        for &c in island.contacts.iter().filter(|&&c| problem.posed.rows.active[c]) {
            // What closes because loads hold it down restores nothing.
            let rests = matches!(self.phases[c], Phase::Closing { pressed: false, .. });
            let e = if rests { 0.0 } else { restored * system.contact(c).law.restitution_n };
            let least = self.sequence.share[c] * e * problem.posed.rows.lam[system.contact_block(c).first].max(0.0);
            problem.posed.rows.laws[c] = problem.posed.rows.laws[c].with_least(least);
        }
        self.keep_impulses(problem);
        self.refer_to_rest(problem);
        let expansion = self.solve(problem.posed.again());
        for &c in &island.contacts {
            problem.posed.rows.laws[c] = problem.posed.rows.laws[c].with_least(0.0);
        }
        let report = merge(merge(loads, compression), expansion?);
        self.add_impact_work(problem.posed.at, problem.posed.rows);
        Ok(ImpactReport { problem: report, rounds: 1, cut_short: false })
    }

    /// The share of the approach of each closed contact that it had before the loads of the step added to it: as with Newton's law (30),
    /// only that is restored.
    fn weigh_approach(&mut self, At { system, island, .. }: At) {
        for &c in &island.contacts {
            let (before, now) = (self.before[system.contact_block(c).first], self.velocity_now(system, c, 0));
            self.sequence.share[c] = if before < 0.0 && now < before { before / now } else { 1.0 };
        }
    }

    /// All closed contacts act, and rest is what they come to.
    fn refer_to_rest<S: Stage>(&mut self, problem: &mut VelocityProblem<'_, S>) {
        let At { system, island, .. } = problem.posed.at;
        for &c in &island.contacts {
            if !self.sequence.closed[c] {
                continue;
            }
            problem.posed.rows.active[c] = true;
            for (i, &axis) in system.contact_rows(c).axes.iter().enumerate() {
                let row = system.contact_block(c).first + i;
                self.begin_round(system, c, i);
                let surface = system.contact(c).pair.surface_velocity(axis, self.work.kin.t, &self.work.kin.signals);
                problem.posed.rows.reference[row] = surface + self.since[row];
            }
        }
    }

    /// Contacts of an island that are hit may act, also where others lift them farther than Newton's law would.
    pub fn allow_hits(&self, island: &Island, rows: &mut Multipliers) {
        for &c in &island.contacts {
            rows.active[c] |= self.phases[c].tau().is_some();
        }
    }

    /// Remembers the velocities with which contacts of an island fly apart after the impact; true if they are others than positions
    /// were corrected for, which then have to follow.
    pub fn keep_departures(&mut self, At { system, island, .. }: At) -> bool {
        let mut differ = false;
        for &c in &island.contacts {
            if !matches!(self.phases[c], Phase::Flight { .. }) {
                continue;
            }
            let first = system.contact_block(c).first;
            let approach = self.before[first].abs();
            for i in 0..system.contact_rows(c).axes.len() {
                let (now, known) = (self.velocity_now(system, c, i), self.departure_of(system, c, i, 1.0));
                differ |= (now - known).abs() > SAME * approach;
                self.departure[first + i] = now;
            }
        }
        differ
    }
}
