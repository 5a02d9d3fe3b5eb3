//! From a converged step to the state at its end: configuration, contact states, forces, drift, energy.

use super::{Phase, Workspace};
use crate::contact::ROWS;
use crate::integrate::{State, StepReport};
use crate::model::ContactFrame;
use crate::system::{Assembly, ContactState, Multipliers, Status};

/// The problems whose multipliers a step leaves.
pub(in crate::integrate) struct Solved<'a> {
    /// Impulses of the velocity jump.
    pub velocity: &'a Multipliers,
    /// Corrections, if the scheme has them.
    pub position: Option<&'a Multipliers>,
    /// Joint forces of the smooth motion, if it has them.
    pub smooth: Option<&'a Multipliers>,
    pub h: f64,
}

impl Workspace {
    /// Writes the accepted configuration, velocities, forces and impulses into the trial state, and closes its energy account. Rows in
    /// `work` are those of the new configuration. `smooth_step` says of each component whether its contacts were hit neither in
    /// this step nor in the last, so that forces can be extrapolated.
    pub fn commit(
        &mut self,
        system: Assembly,
        state: &State,
        trial: &mut State,
        solved: &Solved,
        smooth_step: &[bool],
        report: &mut StepReport,
    ) {
        self.move_flights(system);
        std::mem::swap(&mut trial.kin, &mut self.work.kin);
        for (slot, measure) in system.angles.iter().enumerate() {
            if let Some(measure) = measure {
                trial.kin.angles[slot] = measure.value(&trial.kin);
            }
        }
        trial.energy = state.energy;
        trial.initial_energy = state.initial_energy;
        if trial.contact_ids != system.contact_ids() {
            trial.contact_ids.clear();
            trial.contact_ids.extend_from_slice(system.contact_ids());
        }
        report.near = self.near.len();
        report.conflict = self.conflict;
        report.drift = self.drift(system);
        let mut next = 0;
        trial.contacts.clear();
        for c in 0..system.contact_count() {
            let is_near = self.near.get(next) == Some(&c);
            next += usize::from(is_near);
            let contact = if is_near {
                let component = system.components.of_block(system.contact_block(c));
                let is_smooth = component.is_some_and(|k| smooth_step[k]);
                self.commit_contact(system, (state, trial), c, solved, is_smooth)
            } else {
                self.commit_far(system, trial, c)
            };
            trial.contacts.push(contact);
            if is_near {
                report.closed += usize::from(solved.velocity.active[c]);
                report.penetration = report.penetration.max(-contact.gap / system.length);
            }
        }
        self.commit_joints(system, state, trial, solved, smooth_step);
        trial.balance(system.system, state.power, solved.h);
    }

    /// Frames of contacts that flew apart, at the end of the step.
    fn move_flights(&mut self, system: Assembly) {
        for &c in &self.near {
            if matches!(self.phases[c], Phase::Flight { .. }) {
                let frame = system.contact(c).pair.frame(&self.work.kin, &self.work.kin.contacts[c]);
                self.work.kin.contacts[c] = frame;
            }
        }
    }

    fn drift(&self, system: Assembly) -> f64 {
        let mut worst = 0.0_f64;
        for block in &system.system.joints {
            for i in 0..block.len() {
                let unit = if block.row(i).is_angular() { 1.0 } else { system.length };
                worst = worst.max(self.work.g[block.first + i].abs() / unit);
            }
        }
        worst
    }

    fn commit_far(&self, system: Assembly, trial: &mut State, c: usize) -> ContactState {
        let pair = &system.contact(c).pair;
        let gap = pair.gap(&trial.kin);
        // What is far has no tangents to follow: all that a step needs is in the state.
        trial.kin.contacts[c] = ContactFrame::default();
        let gap = if pair.faces(&trial.kin) { gap } else { gap.max(0.0) };
        ContactState { gap, ..ContactState::FAR }
    }

    fn commit_contact(
        &mut self,
        system: Assembly,
        (state, trial): (&State, &mut State),
        c: usize,
        solved: &Solved,
        is_smooth: bool,
    ) -> ContactState {
        let (rows, block) = (system.contact_rows(c), system.contact_block(c));
        let contact = system.contact(c);
        let velocity = solved.velocity;
        let phase = self.phases[c];
        let mut now = ContactState { gap: contact.pair.gap(&trial.kin), ..ContactState::FAR };
        now.hit = phase.tau().is_some() && velocity.active[c] && velocity.lam[block.first] > 0.0;
        now.flew = matches!(phase, Phase::Flight { .. });
        now.status = match (velocity.active[c], velocity.projections[c].status) {
            (false, _) | (_, nonsmooth::Status::Gap) => Status::Open,
            (true, nonsmooth::Status::Stick) => Status::Stick,
            (true, nonsmooth::Status::Slip) => Status::Slip,
        };
        let last = self.past(state, c);
        let persists = is_smooth && phase == Phase::Persistent && last.is_closed();
        for (i, &axis) in rows.axes.iter().enumerate() {
            let row = block.first + i;
            let prescribed = self.work.g_t[row] - contact.pair.surface_velocity(axis, trial.kin.t);
            now.velocity[axis] = self.work.row_times(system, system.block_of(c), i, &trial.kin.v) + prescribed;
            now.impulse[axis] = velocity.lam[row];
            now.correction[axis] = solved.position.map_or(0.0, |position| position.lam[row]);
            let work = if velocity.active[c] { self.impact_work[row] } else { 0.0 };
            *(if axis == 0 { &mut trial.energy.impacts } else { &mut trial.energy.friction }) += work;
            trial.energy.loads -= now.impulse[axis] * 0.5 * (self.surface_before[row] + prescribed);
        }
        now.force = force_at_end(&now.impulse, &last.impulse, solved.h, persists && state.last_part == solved.h);
        if phase == Phase::Persistent && persists {
            now.force[0] = now.force[0].max(0.0);
        }
        now
    }

    /// Joint forces and impulses, and the work of the drives over the step.
    fn commit_joints(&self, system: Assembly, state: &State, trial: &mut State, solved: &Solved, smooth_step: &[bool]) {
        let h = solved.h;
        for (b, block) in system.system.joints.iter().enumerate() {
            let component = system.components.of_block(system.block(b));
            let extrapolates = component.is_some_and(|k| smooth_step[k]) && state.last_part == h;
            for row in block.rows() {
                let force = solved.smooth.map_or(0.0, |smooth| smooth.lam[row]);
                let impulse = solved.velocity.lam[row];
                (trial.lam[row], trial.impulse[row]) = (force, impulse);
                trial.nu[row] = solved.position.map_or(0.0, |position| position.lam[row]);
                let original = system.original_row[row];
                trial.joint_impulse[original] = h * force + impulse;
                let rest = if extrapolates { 1.5 * impulse - 0.5 * state.impulse[row] } else { impulse };
                trial.joint_force[original] = force + rest / h;
                let (before, now) = (self.surface_before[row], self.work.g_t[row]);
                let forces = 0.5 * h * (state.lam[row] * before + force * now);
                trial.energy.loads -= forces + 0.5 * impulse * (before + now);
            }
        }
    }
}

/// The force at the end of a step from the impulse over it, which is the mean; of a persistent contact extrapolated with the step
/// before: (3Λ_{n+1} − Λ_n)/2h, of second order.
fn force_at_end(impulse: &[f64; ROWS], before: &[f64; ROWS], h: f64, persists: bool) -> [f64; ROWS] {
    std::array::from_fn(|i| if persists { (1.5 * impulse[i] - 0.5 * before[i]) / h } else { impulse[i] / h })
}
