//! From a converged step to the next state: swap, contact states, drift, energy.

use super::Decoupled;
use crate::integrate::{State, StepReport};
use crate::system::gap;
use crate::system::{ContactState, Status, System};

impl Decoupled {
    /// Writes the accepted step into the state.
    pub(super) fn commit(&mut self, system: &System, state: &mut State, h: f64, report: &mut StepReport) {
        std::mem::swap(&mut state.kin, &mut self.work.kin);
        for (slot, measure) in system.angles.iter().enumerate() {
            if let Some(measure) = measure {
                state.kin.angles[slot] = measure.value(&state.kin);
            }
        }
        std::mem::swap(&mut state.acceleration_before, &mut state.acceleration);
        std::mem::swap(&mut state.lam_before, &mut state.lam);
        state.acceleration.copy_from_slice(&self.smooth_acceleration);
        state.a.copy_from_slice(&self.smooth_a);
        state.lam.copy_from_slice(&self.smooth.lam);
        state.u.copy_from_slice(&self.position_y);
        state.w.copy_from_slice(&self.work.y);
        state.force_scale = self.velocity.tolerances.force_scale / h;
        report.drift = self.drift(system);
        let mut next = 0;
        for c in 0..system.contacts.len() {
            let is_near = self.near.get(next) == Some(&c);
            next += usize::from(is_near);
            self.commit_contact(system, state, c, is_near);
            if is_near {
                report.penetration = report.penetration.max(-state.contacts[c].gap / system.length);
            }
        }
        state.nu.copy_from_slice(&self.position.lam);
        state.impulse.copy_from_slice(&self.velocity.lam);
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

    fn commit_contact(&mut self, system: &System, state: &mut State, c: usize, is_near: bool) {
        let rows = &system.contacts[c];
        let block = &system.blocks[rows.block];
        let contact = &system.model.contacts[c];
        let mut now = ContactState { gap: gap(contact, &state.kin), ..ContactState::default() };
        if !is_near {
            self.position.lam[block.rows()].fill(0.0);
            self.velocity.lam[block.rows()].fill(0.0);
            if !contact.pair.faces(&state.kin) {
                now.gap = now.gap.max(0.0);
            }
            state.contacts[c] = now;
            return;
        }
        now.status = match (self.velocity.allowed[c], self.velocity.projections[c].status) {
            (false, _) | (_, nonsmooth::Status::Gap) => Status::Open,
            (true, nonsmooth::Status::Stick) => Status::Stick,
            (true, nonsmooth::Status::Slip) => Status::Slip,
        };
        for (i, &axis) in rows.axes.iter().enumerate() {
            let row = block.first + i;
            let surface = self.work.g_t[row] - contact.pair.surface_velocity(axis, state.kin.t);
            now.velocity[axis] = self.work.row_times(system, rows.block, i, &state.kin.v) + surface;
            now.impulse[axis] = self.velocity.lam[row];
            now.correction[axis] = self.position.lam[row];
            let work = 0.5 * (self.before[row] + now.velocity[axis]) * now.impulse[axis];
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
