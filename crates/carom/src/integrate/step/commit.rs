//! From a converged step to the next state: configuration, contact states, drift, energy.

use super::Step;
use crate::integrate::{State, StepReport};
use crate::model::ContactFrame;
use crate::system::{ContactState, Status, Subproblem, System};

impl Step {
    /// Writes the accepted configuration, velocities and impulses into the state, and closes its energy account. Rows in
    /// `work` are those of the new configuration, `velocity` is the problem whose multipliers are impulses; joint forces of a
    /// smooth problem, if there is one, are in the state already.
    pub fn commit(
        &mut self,
        system: &System,
        state: &mut State,
        h: f64,
        velocity: &mut Subproblem,
        mut position: Option<&mut Subproblem>,
        report: &mut StepReport,
    ) {
        std::mem::swap(&mut state.kin, &mut self.work.kin);
        state.energy.impacts += self.blows.work;
        for (slot, measure) in system.angles.iter().enumerate() {
            if let Some(measure) = measure {
                state.kin.angles[slot] = measure.value(&state.kin);
            }
        }
        report.near = self.near.len();
        report.conflict = self.conflict;
        report.drift = self.drift(system);
        let mut next = 0;
        for (c, rows) in system.contacts.iter().enumerate() {
            let is_near = self.near.get(next) == Some(&c);
            next += usize::from(is_near);
            if !is_near {
                let rows = system.blocks[rows.block].rows();
                velocity.lam[rows.clone()].fill(0.0);
                if let Some(position) = &mut position {
                    position.lam[rows].fill(0.0);
                }
            }
            self.commit_contact(system, state, c, is_near, velocity, position.as_deref());
            if is_near {
                report.closed += usize::from(velocity.allowed[c]);
                report.penetration = report.penetration.max(-state.contacts[c].gap / system.length);
            }
        }
        if let Some(position) = position {
            state.nu.copy_from_slice(&position.lam);
        }
        state.impulse.copy_from_slice(&velocity.lam);
        for (row, &original) in system.original_row.iter().enumerate() {
            state.joint_impulse[original] = h * state.lam[row] + state.impulse[row];
        }
        self.account(system, state, h);
    }

    fn drift(&self, system: &System) -> f64 {
        let mut worst = 0.0_f64;
        for block in &system.blocks[..system.joint_blocks] {
            for i in 0..block.len() {
                let unit = if block.row(i).is_angular() { 1.0 } else { system.length };
                worst = worst.max(self.work.g[block.first + i].abs() / unit);
            }
        }
        worst
    }

    fn commit_contact(
        &mut self,
        system: &System,
        state: &mut State,
        c: usize,
        is_near: bool,
        velocity: &Subproblem,
        position: Option<&Subproblem>,
    ) {
        let rows = &system.contacts[c];
        let block = &system.blocks[rows.block];
        let contact = system.contact(c);
        let mut now = ContactState { gap: contact.pair.gap(&state.kin), ..ContactState::default() };
        if !is_near {
            if !contact.pair.faces(&state.kin) {
                now.gap = now.gap.max(0.0);
            }
            // What is far has no tangents to follow: all that a step needs is in the state.
            state.kin.contacts[c] = ContactFrame::default();
            state.contacts[c] = now;
            return;
        }
        now.status = match (velocity.allowed[c], velocity.projections[c].status) {
            (false, _) | (_, nonsmooth::Status::Gap) => Status::Open,
            (true, nonsmooth::Status::Stick) => Status::Stick,
            (true, nonsmooth::Status::Slip) => Status::Slip,
        };
        for (i, &axis) in rows.axes.iter().enumerate() {
            let row = block.first + i;
            let surface = self.work.g_t[row] - contact.pair.surface_velocity(axis, state.kin.t);
            now.velocity[axis] = self.work.row_times(system, rows.block, i, &state.kin.v) + surface;
            now.impulse[axis] = velocity.lam[row];
            now.correction[axis] = position.map_or(0.0, |position| position.lam[row]);
            let work = if velocity.allowed[c] { self.impact_work[row] } else { 0.0 };
            *(if axis == 0 { &mut state.energy.impacts } else { &mut state.energy.friction }) += work;
            state.energy.loads -= now.impulse[axis] * 0.5 * (self.surface_before[row] + surface);
        }
        state.contacts[c] = now;
    }

    /// Work of the drives over the step, then the balance.
    fn account(&mut self, system: &System, state: &mut State, h: f64) {
        for row in 0..system.joint_rows {
            let (before, now) = (self.surface_before[row], self.work.g_t[row]);
            let forces = 0.5 * h * (state.lam_before[row] * before + state.lam[row] * now);
            state.energy.loads -= forces + 0.5 * state.impulse[row] * (before + now);
        }
        state.balance(system, h);
    }
}
