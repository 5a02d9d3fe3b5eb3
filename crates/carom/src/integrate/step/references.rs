//! What the rows of near contacts are measured from: sliding and turning from the start of the step, velocities by the impact
//! law.

use super::Step;
use super::impacts::restitution;
use super::near::was_closed;
use crate::contact::Friction;
use crate::integrate::{ROUNDING, State};
use crate::system::{Resists, Subproblem, System, contact_velocity, prescribed_velocity};

impl Step {
    /// Frames of the near contacts at the start of the step, and laws that depend on the speed of sliding there.
    pub fn place_frames(&mut self, system: &System, state: &State, problems: &mut [&mut Subproblem]) {
        for &c in &self.near {
            let contact = system.contact(c);
            let frame = contact.pair.frame(&state.kin, &state.kin.contacts[c]);
            self.work.kin.contacts[c] = frame;
            if let Friction::OfSpeed(_) = contact.law.friction {
                let slip = |axis| contact_velocity(system, contact, &frame, axis, &state.kin);
                let speed = slip(1).hypot(slip(2));
                problems.iter_mut().for_each(|sub| sub.set_law(system, c, speed));
            }
        }
    }

    /// Position level: the gap itself, and sliding and turning since the start of the step, on a surface that travels.
    pub fn refer_to_start(&self, system: &System, state: &State, h: f64, sub: &mut Subproblem) {
        for &c in &self.near {
            sub.renew_augmentation(system, c);
            let block = &system.blocks[system.contacts[c].block];
            for (i, &axis) in system.contacts[c].axes.iter().enumerate().skip(1) {
                let surface = |t| system.contact(c).pair.surface_velocity(axis, t);
                let travelled = 0.5 * h * (surface(state.kin.t) + surface(self.work.kin.t));
                let start = if block.row(i).is_incremental() { 0.0 } else { block.value(i, &state.kin) };
                sub.reference[block.first + i] = start + travelled;
            }
        }
        if sub.resists == Resists::Given {
            self.give_friction(system, state, h, sub);
        }
    }

    /// Friction that is given at position level: what the force of the last step does in this one, ½h²λ_T, for contacts that
    /// were closed. Where normal forces are not unique, those that it was found with are the ones to start from: it is bounded by
    /// them.
    fn give_friction(&self, system: &System, state: &State, h: f64, sub: &mut Subproblem) {
        for &c in &self.near {
            let rows = system.blocks[system.contacts[c].block].rows();
            let lasts = was_closed(system, state, h, c) && state.last_part > 0.0;
            let share = if lasts { 0.5 * h * h / state.last_part } else { 0.0 };
            if lasts {
                sub.lam[rows.start] = share * state.impulse[rows.start];
            }
            for row in rows.skip(1) {
                sub.given[row] = share * state.impulse[row];
            }
        }
    }

    /// Moves the frames of near contacts to the configuration in `work`: rows that are counted from them become the relative
    /// velocities of the two surfaces there, whose impulses conserve momentum and angular momentum exactly.
    pub fn move_frames(&mut self, system: &System) {
        for &c in &self.near {
            let block = &system.blocks[system.contacts[c].block];
            if block.is_incremental() {
                let work = &mut self.work;
                work.kin.contacts[c] = system.contact(c).pair.frame(&work.kin, &work.kin.contacts[c]);
                work.evaluate_rows(system, &[system.contacts[c].block]);
            }
        }
    }

    /// Velocity level: Newton's impact law for the near contacts that are allowed to act, no impulse for the others.
    pub fn refer_to_impact_law(&mut self, system: &System, state: &State, sub: &mut Subproblem) {
        for &c in &self.near {
            let rows = &system.contacts[c];
            let block = &system.blocks[rows.block];
            if !sub.allowed[c] {
                sub.lam[block.rows()].fill(0.0);
                continue;
            }
            let contact = system.contact(c);
            let blow = self.blows.restitution(c);
            // Where the normal turns during the step, the approach is seen along the one that the impulse has: else an elastic
            // blow adds energy.
            let seen_from = if contact.pair.normal_turns() { &self.work.kin } else { &state.kin };
            let frame = contact.pair.frame(seen_from, &state.kin.contacts[c]);
            let touched = contact.pair.normal_turns() && contact.pair.gap(&state.kin) <= ROUNDING * system.length;
            for (i, &axis) in rows.axes.iter().enumerate() {
                let mut before = contact_velocity(system, contact, &frame, axis, &state.kin);
                if blow.is_some() {
                    // Along the rows of the blow, in the axes of the bodies in which its impulse acts.
                    let surface = contact.pair.surface_velocity(axis, state.kin.t);
                    before = self.work.row_times(system, rows.block, i, &state.kin.v) - surface;
                } else if axis == 0 && touched {
                    // Along a curved surface the normal turns into the motion, which is no approach.
                    let frame = contact.pair.frame(&state.kin, &state.kin.contacts[c]);
                    before = before.max(contact_velocity(system, contact, &frame, axis, &state.kin));
                }
                let row = block.first + i;
                self.before[row] = before;
                self.surface_before[row] = prescribed_velocity(contact, &frame, axis, &state.kin);
                // Newton's law restores an approach; a contact that was separating has nothing to restore.
                let e = blow.filter(|_| axis == 0).unwrap_or(restitution(contact, axis));
                let restored = e * if axis == 0 { before.min(0.0) } else { before };
                sub.reference[row] = contact.pair.surface_velocity(axis, self.work.kin.t) - restored;
            }
        }
    }
}
