//! The velocity problem of an island: one solution of the impact law, or a sequence of them on a vanishing interval (S B.24–B.29;
//! THEORY §6).
//!
//! The sequence is for islands that are hit: a closed contact approached. A closed contact takes part in a round only
//! if it approaches: g_N′(Ṽ⁻) < −tol, with Ṽ⁻ = ṽ + W of the rounds before. Newton's law restores the approach in V⁻ = v_n + W, the
//! impulses of earlier rounds stay on the right-hand side, and W is the jump since the loads were balanced: a solution without
//! the contacts that are hit comes first, in which the others carry what the step loads them with and restore nothing. They then
//! wait until an impact arrives. When no contact approaches any more, one last solution sees all closed contacts, so that none of
//! them is left to close; there a contact that is opening may lose its speed and no more, by (30).

use super::law::restitution;
use super::solve::Posed;
use super::{Phase, Workspace};
use crate::integrate::scheme::At;
use crate::integrate::{Impacts, StepError, merge};
use crate::system::{Assembly, Multipliers, Stage, Subproblem};
use nonsmooth::{Report, Status};

/// Approach velocities below this share of the largest velocity in the contacts since the start of the step do not start another
/// round.
const RESTING: f64 = 1e-6;

/// What the velocity problem did.
#[derive(Clone, Copy, Default)]
pub(in crate::integrate) struct ImpactReport {
    pub problem: Report,
    pub rounds: usize,
    /// Contacts still approached each other when the last round was over; the last solution stopped them without restitution.
    pub cut_short: bool,
}

/// The velocity problem of an island.
pub(in crate::integrate) struct VelocityProblem<'a, S: Stage> {
    pub posed: Posed<'a, S>,
    pub impacts: Impacts,
    /// Velocities ṽ, and whether a contact is hit.
    pub smooth: &'a [f64],
    pub hit: bool,
    /// The impact law as printed.
    pub printed: bool,
}

impl Workspace {
    /// Solves the velocity problem of an island for the contacts that may act; `restored` is the share of the restitution that
    /// counts.
    pub fn solve_impacts<S: Stage>(
        &mut self,
        problem: &mut VelocityProblem<'_, S>,
        restored: f64,
    ) -> Result<ImpactReport, StepError> {
        let at = problem.posed.at;
        let share = (!problem.printed).then_some(restored);
        self.refer_velocities(at, problem.smooth, (problem.hit, share), problem.posed.rows);
        match problem.impacts {
            Impacts::Sequential { .. } | Impacts::Poisson
                if problem.hit && self.is_struck(at, problem.posed.rows, problem.posed.sub) =>
            {
                at.island.contacts.iter().for_each(|&c| self.sequence.closed[c] = problem.posed.rows.active[c]);
                let result = match problem.impacts {
                    Impacts::Sequential { max_rounds } => self.solve_sequence(max_rounds, problem, restored),
                    _ => self.solve_poisson(problem, restored),
                };
                self.finish_sequence(problem);
                result
            }
            _ => {
                let report = self.solve(problem.posed.again())?;
                self.account_impacts(at, problem.posed.rows, problem.hit);
                Ok(ImpactReport { problem: report, rounds: 1, cut_short: false })
            }
        }
    }

    /// Whether a contact that may act was approaching. Where none was there is nothing to restore, and contacts that only carry loads
    /// need the one solution that balances them.
    pub fn is_struck(&self, At { system, island, .. }: At, rows: &Multipliers, sub: &Subproblem) -> bool {
        island.contacts.iter().any(|&c| rows.active[c] && self.approached(system, rows, sub, c))
    }

    /// Whether a contact that the smooth motion leaves open may act all the same, and approached: others push it together, or it
    /// touches as the step ends.
    pub fn is_run_into(&self, At { system, island, .. }: At, rows: &Multipliers, sub: &Subproblem) -> bool {
        let open = |c: &&usize| self.phases[**c] == Phase::Open && rows.active[**c];
        island.contacts.iter().filter(open).any(|&c| self.approached(system, rows, sub, c))
    }

    /// Whether a contact was approaching before impulses act.
    fn approached(&self, system: Assembly, rows: &Multipliers, sub: &Subproblem, c: usize) -> bool {
        let block = system.contact_block(c);
        self.before[block.first] < -rows.velocity_limit(&sub.tolerances, block, &self.work, 0)
    }

    fn solve_sequence<S: Stage>(
        &mut self,
        max_rounds: usize,
        problem: &mut VelocityProblem<'_, S>,
        restored: f64,
    ) -> Result<ImpactReport, StepError> {
        self.sequence.fastest = 0.0;
        let mut report = self.solve_loads(problem)?;
        let mut round = 0;
        loop {
            let approaching = self.find_approaching(problem);
            let last = !approaching || round == max_rounds;
            self.refer_to_round(problem, last, restored);
            report = merge(report, self.solve(problem.posed.again())?);
            self.add_impact_work(problem.posed.at, problem.posed.rows);
            round += 1;
            if last {
                return Ok(ImpactReport { problem: report, rounds: round, cut_short: approaching });
            }
            self.keep_impulses(problem);
        }
    }

    /// The solution that comes before those of impacts: contacts that are not hit carry the loads of the step.
    pub(super) fn solve_loads<S: Stage>(&mut self, problem: &mut VelocityProblem<'_, S>) -> Result<Report, StepError> {
        let At { system, island, .. } = problem.posed.at;
        for &c in &island.contacts {
            let rows = system.contact_block(c).rows();
            self.impact_work[rows.clone()].fill(0.0);
            problem.posed.rows.lam[rows].fill(0.0);
        }
        self.refer_to_loads(problem);
        let report = self.solve(problem.posed.again())?;
        problem.posed.rows_are_current = true;
        island.contacts.iter().for_each(|&c| {
            for row in system.contact_block(c).rows() {
                self.sequence.pre[row] = self.at_start(c, row);
            }
        });
        self.add_impact_work(problem.posed.at, problem.posed.rows);
        island.copy(&self.work.x, &mut self.sequence.loaded);
        self.keep_impulses(problem);
        Ok(report)
    }

    /// V⁻ of row `i` of a contact: the velocity before impulses act and the jump of the impacts so far.
    pub(super) fn begin_round(&mut self, system: Assembly, c: usize, i: usize) -> f64 {
        let (b, row) = (system.block_of(c), system.contact_block(c).first + i);
        let moved = self.work.row_times(system, b, i, &self.work.x);
        let loaded = self.work.row_times(system, b, i, &self.sequence.loaded);
        let pre = self.at_start(c, row) + moved - loaded;
        self.sequence.pre[row] = pre;
        pre
    }

    /// Velocity of a contact row before the impulses of a sequence; of contacts that persist along the rows in which they act.
    fn at_start(&self, c: usize, row: usize) -> f64 {
        if self.phases[c] == Phase::Persistent { self.along[row] } else { self.before[row] }
    }

    /// Allows the closed contacts that are not hit, with nothing to restore: they carry the loads of the step.
    fn refer_to_loads<S: Stage>(&mut self, problem: &mut VelocityProblem<'_, S>) {
        let At { system, island, .. } = problem.posed.at;
        for &c in &island.contacts {
            let closed = self.sequence.closed[c];
            problem.posed.rows.active[c] = closed && !self.approached(system, problem.posed.rows, problem.posed.sub, c);
            for (i, &axis) in system.contact_rows(c).axes.iter().enumerate() {
                let surface = system.contact(c).pair.surface_velocity(axis, self.work.kin.t, &self.work.kin.signals);
                let row = system.contact_block(c).first + i;
                problem.posed.rows.reference[row] = surface + self.since[row];
            }
        }
    }

    /// The impulses of a solution become those of earlier rounds.
    pub(super) fn keep_impulses<S: Stage>(&mut self, problem: &mut VelocityProblem<'_, S>) {
        let At { system, island, .. } = problem.posed.at;
        let all = &mut *problem.posed.rows;
        for &c in island.contacts.iter().filter(|&&c| all.active[c]) {
            let rows = system.contact_block(c).rows();
            if all.lam[rows.start] > 0.0 {
                self.sequence.status[c] = all.projections[c].status;
            }
            for row in rows {
                all.prior[row] += std::mem::take(&mut all.lam[row]);
            }
        }
    }

    /// Leaves the total impulses and the contact states as one solution would have left them.
    fn finish_sequence<S: Stage>(&mut self, problem: &mut VelocityProblem<'_, S>) {
        let At { system, island, .. } = problem.posed.at;
        let all = &mut *problem.posed.rows;
        for &c in &island.contacts {
            all.active[c] = self.sequence.closed[c];
            let rows = system.contact_block(c).rows();
            if all.prior[rows.start] > 0.0 && all.projections[c].status == Status::Gap {
                all.projections[c].status = self.sequence.status[c];
            }
            for row in rows {
                all.force[row] += all.prior[row];
                all.lam[row] += std::mem::take(&mut all.prior[row]);
            }
        }
    }

    /// Velocity along row `i` of a contact at the iterate, as at its touch if it touches within the step.
    pub(super) fn velocity_now(&self, system: Assembly, c: usize, i: usize) -> f64 {
        let row = system.contact_block(c).first + i;
        let axis = system.contact_rows(c).axes[i];
        let surface = system.contact(c).pair.surface_velocity(axis, self.work.kin.t, &self.work.kin.signals);
        let rate = self.work.row_times(system, system.block_of(c), i, &self.work.kin.v);
        rate + self.work.g_t[row] - surface - self.since[row]
    }

    /// Velocity along row `i` of a contact before the jump: at its touch if it flies apart, else of the smooth motion.
    pub(super) fn velocity_before_jump(&self, system: Assembly, c: usize, i: usize) -> f64 {
        if matches!(self.phases[c], Phase::Flight { .. }) {
            return self.before[system.contact_block(c).first + i];
        }
        self.velocity_now(system, c, i) - self.work.row_times(system, system.block_of(c), i, &self.work.y)
    }

    /// Allows the closed contacts that approach at the iterate; true if there are any.
    fn find_approaching<S: Stage>(&mut self, problem: &mut VelocityProblem<'_, S>) -> bool {
        let At { system, island, .. } = problem.posed.at;
        let mut fastest = self.sequence.fastest;
        for &c in island.contacts.iter().filter(|&&c| self.sequence.closed[c]) {
            let now = self.velocity_now(system, c, 0);
            self.sequence.approach[c] = now;
            fastest = fastest.max(now.abs()).max(self.before[system.contact_block(c).first].abs());
        }
        self.sequence.fastest = fastest;
        let mut any = false;
        for &c in island.contacts.iter().filter(|&&c| self.sequence.closed[c]) {
            let block = system.contact_block(c);
            let limit = problem.posed.rows.velocity_limit(&problem.posed.sub.tolerances, block, &self.work, 0);
            problem.posed.rows.active[c] = self.sequence.approach[c] < -(RESTING * fastest).max(limit);
            any |= problem.posed.rows.active[c];
        }
        any
    }

    /// References of a round: Newton's law on the velocities before it; no restitution in the last round, in which all closed
    /// contacts take part.
    fn refer_to_round<S: Stage>(&mut self, problem: &mut VelocityProblem<'_, S>, last: bool, restored: f64) {
        let At { system, island, .. } = problem.posed.at;
        for &c in &island.contacts {
            if !self.sequence.closed[c] {
                continue;
            }
            let block = system.contact_block(c);
            let contact = system.contact(c);
            problem.posed.rows.active[c] |= last;
            for (i, &axis) in system.contact_rows(c).axes.iter().enumerate() {
                let row = block.first + i;
                let pre = self.begin_round(system, c, i);
                let e = restored * restitution(contact, axis);
                let restored = match (last, axis) {
                    (true, 0) => self.sequence.approach[c].max(0.0),
                    (true, _) => 0.0,
                    (false, 0) => e * pre.min(0.0),
                    (false, _) => e * pre,
                };
                let surface = contact.pair.surface_velocity(axis, self.work.kin.t, &self.work.kin.signals);
                problem.posed.rows.reference[row] = surface + self.since[row] - restored;
            }
        }
    }

    /// The work of the impulses of one solution of the impact law.
    pub fn account_impacts(&mut self, at: At, rows: &Multipliers, hit: bool) {
        let At { system, island, .. } = at;
        for &c in island.contacts.iter().filter(|&&c| rows.active[c]) {
            let block = system.contact_block(c).rows();
            self.impact_work[block.clone()].fill(0.0);
            self.sequence.pre[block.clone()].copy_from_slice(&self.before[block]);
        }
        if hit {
            self.look_at_jump(at);
        }
        self.add_impact_work(at, rows);
    }

    /// In an island that is hit, the velocities before impulses act are those of the smooth motion at the end of the step, or at the
    /// touch: with them the work of impulses is the change of the kinetic energy.
    fn look_at_jump(&mut self, At { system, island, .. }: At) {
        for &c in &island.contacts {
            let block = system.contact_block(c);
            for i in 0..block.len() {
                // Contacts that persist carry the loads of the step too, which are no impact.
                if self.phases[c] == Phase::Persistent {
                    self.sequence.pre[block.first + i] = self.along[block.first + i];
                    continue;
                }
                self.sequence.pre[block.first + i] = self.velocity_before_jump(system, c, i);
            }
        }
    }

    /// Adds the work ½(u⁻ + u⁺)·Λ of the impulses just found.
    pub(super) fn add_impact_work(&mut self, At { system, island, .. }: At, rows: &Multipliers) {
        for &c in island.contacts.iter().filter(|&&c| rows.active[c]) {
            let block = system.contact_block(c);
            for i in 0..block.len() {
                let row = block.first + i;
                let after = self.velocity_now(system, c, i);
                self.impact_work[row] += 0.5 * (self.sequence.pre[row] + after) * rows.lam[row];
            }
        }
    }
}

/// What a sequence of impacts remembers from round to round.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    /// Contacts that are closed at position level, their velocity of approach, and their state when they last carried an impulse.
    pub closed: Vec<bool>,
    /// The share of their approach that Poisson's law restores.
    pub share: Vec<f64>,
    approach: Vec<f64>,
    status: Vec<Status>,
    /// Largest velocity in the closed contacts since the start of the step.
    fastest: f64,
    /// The unknown with the loads alone.
    loaded: Vec<f64>,
    /// V⁻ of each contact row.
    pre: Vec<f64>,
}

impl Sequence {
    pub fn fit(&mut self, system: Assembly) {
        let contacts = system.contact_count();
        self.closed.resize(contacts, false);
        self.approach.resize(contacts, 0.0);
        self.share.resize(contacts, 1.0);
        self.status.resize(contacts, Status::Gap);
        self.loaded.resize(system.layout.n, 0.0);
        self.pre.resize(system.row_count(), 0.0);
    }
}
