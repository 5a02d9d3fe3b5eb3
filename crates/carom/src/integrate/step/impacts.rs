//! The velocity problem of a step: one solution of the impact law, or a sequence of them on a vanishing interval (S B.24–B.29;
//! THEORY §6).
//!
//! The sequence is for steps with a blow: a closed contact approached at their start. A closed contact takes part in a round only
//! if it approaches: g_N′(Ṽ⁻) < −tol, with Ṽ⁻ = ṽ + W of the rounds before. Newton's law restores the approach in V⁻ = v_n + W, the
//! impulses of earlier rounds stay on the right-hand side, and W is the jump since the loads were balanced: a solution without
//! the contacts that are hit comes first, in which the others carry what the step loads them with and restore nothing. They then
//! wait until a blow arrives. When no contact approaches any more, one last solution without restitution sees all closed
//! contacts, so that none of them is left to close.

use super::Step;
use crate::contact::{Contact, LENGTH_ROWS};
use crate::integrate::error::{StepError, Which};
use crate::integrate::step::merge;
use crate::integrate::{Impacts, State};
use crate::system::{Stage, Subproblem, System};
use nonsmooth::{Report, Status};

/// Approach velocities below this share of the largest velocity in the contacts since the start of the step do not start another
/// round.
const RESTING: f64 = 1e-6;

/// What the velocity problem did.
pub(in crate::integrate) struct ImpactReport {
    pub problem: Report,
    pub rounds: usize,
    /// Contacts still approached each other when the last round was over; the last solution stopped them without restitution.
    pub cut_short: bool,
}

impl Step {
    /// Solves the velocity problem of `stage` for the contacts that `sub` allows.
    pub fn solve_impacts<S: Stage>(
        &mut self,
        impacts: &Impacts,
        system: &System,
        state: &State,
        sub: &mut Subproblem,
        stage: &S,
        rows_are_current: bool,
    ) -> Result<ImpactReport, StepError> {
        self.refer_to_impact_law(system, state, sub);
        match *impacts {
            Impacts::Sequential { max_rounds } if self.has_blow(system, sub) => {
                self.sequence.closed.copy_from_slice(&sub.allowed);
                let result = self.solve_sequence(max_rounds, system, sub, stage, rows_are_current);
                self.finish_sequence(system, sub);
                self.sequence.struck = true;
                result
            }
            _ => {
                if std::mem::take(&mut self.sequence.struck) {
                    // The impulses of blows are no guess for what the contacts carry now.
                    sub.lam[system.joint_rows..].fill(0.0);
                    self.work.y.fill(0.0);
                }
                let problem = self.solve(Which::Velocity, system, sub, stage, rows_are_current)?;
                self.account_impacts(system, sub);
                Ok(ImpactReport { problem, rounds: 1, cut_short: false })
            }
        }
    }

    /// Whether a contact that may act was approaching at the start of the step. Where none was there is nothing to restore, and
    /// contacts that only carry loads need the one solution that balances them.
    pub fn has_blow(&self, system: &System, sub: &Subproblem) -> bool {
        self.near.iter().any(|&c| sub.allowed[c] && self.approached(system, sub, c))
    }

    /// Whether a contact was approaching at the start of the step.
    fn approached(&self, system: &System, sub: &Subproblem, c: usize) -> bool {
        let block = system.contacts[c].block;
        self.before[system.blocks[block].first] < -sub.velocity_limit(system, &self.work, block, 0)
    }

    fn solve_sequence<S: Stage>(
        &mut self,
        max_rounds: usize,
        system: &System,
        sub: &mut Subproblem,
        stage: &S,
        rows_are_current: bool,
    ) -> Result<ImpactReport, StepError> {
        self.impact_work.fill(0.0);
        sub.lam[system.joint_rows..].fill(0.0);
        self.sequence.fastest = 0.0;
        self.refer_to_loads(system, sub);
        let mut problem = self.solve(Which::Velocity, system, sub, stage, rows_are_current)?;
        let before = std::mem::take(&mut self.before);
        self.add_impact_work(system, sub, &before);
        self.before = before;
        self.sequence.loaded.copy_from_slice(&self.work.x);
        self.keep_impulses(system, sub);
        let mut round = 0;
        loop {
            let approaching = self.find_approaching(system, sub);
            let last = !approaching || round == max_rounds;
            self.refer_to_round(system, sub, last);
            problem = merge(problem, self.solve(Which::Velocity, system, sub, stage, true)?);
            let pre = std::mem::take(&mut self.sequence.pre);
            self.add_impact_work(system, sub, &pre);
            self.sequence.pre = pre;
            round += 1;
            if last {
                return Ok(ImpactReport { problem, rounds: round, cut_short: approaching });
            }
            self.keep_impulses(system, sub);
        }
    }

    /// Allows the closed contacts that are not hit, with nothing to restore: they carry the loads of the step.
    fn refer_to_loads(&mut self, system: &System, sub: &mut Subproblem) {
        sub.allowed.fill(false);
        for &c in self.near.iter().filter(|&&c| self.sequence.closed[c]) {
            sub.allowed[c] = !self.approached(system, sub, c);
            let rows = &system.contacts[c];
            for (i, &axis) in rows.axes.iter().enumerate() {
                let surface = system.contact(c).pair.surface_velocity(axis, self.work.kin.t);
                sub.reference[system.blocks[rows.block].first + i] = surface;
            }
        }
    }

    /// The impulses of a solution become those of earlier rounds.
    fn keep_impulses(&mut self, system: &System, sub: &mut Subproblem) {
        for &c in self.near.iter().filter(|&&c| sub.allowed[c]) {
            let rows = system.blocks[system.contacts[c].block].rows();
            if sub.lam[rows.start] > 0.0 {
                self.sequence.status[c] = sub.projections[c].status;
            }
            for row in rows {
                sub.prior[row] += std::mem::take(&mut sub.lam[row]);
            }
        }
    }

    /// Leaves the total impulses and the contact states as one solution would have left them.
    fn finish_sequence(&mut self, system: &System, sub: &mut Subproblem) {
        for &c in &self.near {
            sub.allowed[c] = self.sequence.closed[c];
            let rows = system.blocks[system.contacts[c].block].rows();
            if sub.prior[rows.start] > 0.0 && sub.projections[c].status == Status::Gap {
                sub.projections[c].status = self.sequence.status[c];
            }
            for row in rows {
                sub.force[row] += sub.prior[row];
                sub.lam[row] += std::mem::take(&mut sub.prior[row]);
            }
        }
    }

    /// Allows the closed contacts that approach at the iterate; true if there are any.
    fn find_approaching(&mut self, system: &System, sub: &mut Subproblem) -> bool {
        let mut fastest = self.sequence.fastest;
        for &c in self.near.iter().filter(|&&c| self.sequence.closed[c]) {
            let block = system.contacts[c].block;
            let row = system.blocks[block].first;
            let now = self.work.row_times(system, block, 0, &self.work.kin.v) + self.work.g_t[row];
            self.sequence.approach[c] = now;
            fastest = fastest.max(now.abs()).max(self.before[row].abs());
        }
        self.sequence.fastest = fastest;
        let mut any = false;
        for &c in self.near.iter().filter(|&&c| self.sequence.closed[c]) {
            let limit = sub.velocity_limit(system, &self.work, system.contacts[c].block, 0);
            sub.allowed[c] = self.sequence.approach[c] < -(RESTING * fastest).max(limit);
            any |= sub.allowed[c];
        }
        any
    }

    /// References of a round: Newton's law on the velocities before it; no restitution in the last round, in which all closed
    /// contacts take part.
    fn refer_to_round(&mut self, system: &System, sub: &mut Subproblem, last: bool) {
        for &c in self.near.iter().filter(|&&c| self.sequence.closed[c]) {
            let rows = &system.contacts[c];
            let block = &system.blocks[rows.block];
            let contact = system.contact(c);
            sub.allowed[c] |= last;
            for (i, &axis) in rows.axes.iter().enumerate() {
                let row = block.first + i;
                // V⁻: the velocity at the start of the step and the jump of the blows so far.
                let moved = self.work.row_times(system, rows.block, i, &self.work.x);
                let loaded = self.work.row_times(system, rows.block, i, &self.sequence.loaded);
                let pre = self.before[row] + moved - loaded;
                self.sequence.pre[row] = pre;
                // What a blow restores is known for the first time that it falls.
                let blow = self.blows.restitution(c).filter(|_| axis == 0 && sub.prior[row] == 0.0);
                let e = if last { 0.0 } else { blow.unwrap_or(restitution(contact, axis)) };
                let restored = e * if axis == 0 { pre.min(0.0) } else { pre };
                sub.reference[row] = contact.pair.surface_velocity(axis, self.work.kin.t) - restored;
            }
        }
    }

    /// The work of the impulses of one solution of the impact law.
    pub fn account_impacts(&mut self, system: &System, sub: &Subproblem) {
        self.impact_work.fill(0.0);
        let before = std::mem::take(&mut self.before);
        self.add_impact_work(system, sub, &before);
        self.before = before;
    }

    /// Adds the work ½(u⁻ + u⁺)·Λ of the impulses just found.
    fn add_impact_work(&mut self, system: &System, sub: &Subproblem, before: &[f64]) {
        for &c in self.near.iter().filter(|&&c| sub.allowed[c]) {
            let rows = &system.contacts[c];
            let block = &system.blocks[rows.block];
            for (i, &axis) in rows.axes.iter().enumerate() {
                let row = block.first + i;
                let surface = system.contact(c).pair.surface_velocity(axis, self.work.kin.t);
                let rate = self.work.row_times(system, rows.block, i, &self.work.kin.v);
                let after = rate + self.work.g_t[row] - surface;
                self.impact_work[row] += 0.5 * (before[row] + after) * sub.lam[row];
            }
        }
    }
}

/// Newton's coefficient for a row of a contact: nothing is restored of turning.
pub(super) fn restitution(contact: &Contact, axis: usize) -> f64 {
    match axis {
        0 => contact.law.restitution_n,
        1..LENGTH_ROWS => contact.law.restitution_t,
        _ => 0.0,
    }
}

/// What a sequence of impacts remembers from round to round.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    /// The last velocity problem was a sequence.
    pub struck: bool,
    /// Contacts that are closed at position level, their velocity of approach, and their state when they last carried a blow.
    closed: Vec<bool>,
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
    pub fn fit(&mut self, system: &System) {
        let contacts = system.contacts.len();
        self.closed.resize(contacts, false);
        self.approach.resize(contacts, 0.0);
        self.status.resize(contacts, Status::Gap);
        self.loaded.resize(system.layout.n, 0.0);
        self.pre.resize(system.row_count, 0.0);
    }
}
