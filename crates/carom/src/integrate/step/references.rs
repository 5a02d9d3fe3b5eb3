//! What the rows of near contacts are measured from: sliding from the start of the step, velocities by the impact law.

use super::Step;
use crate::integrate::State;
use crate::system::{Subproblem, System, contact_velocity};

impl Step {
    /// Position level: the gap itself, and sliding since the start of the step on a surface that travels.
    pub fn refer_to_start(&self, system: &System, state: &State, h: f64, sub: &mut Subproblem) {
        for &c in &self.near {
            sub.p[c] = 0.0;
            let block = &system.blocks[system.contacts[c].block];
            for (i, &axis) in system.contacts[c].axes.iter().enumerate().skip(1) {
                let surface = |t| system.model.contacts[c].pair.surface_velocity(axis, t);
                let travelled = 0.5 * h * (surface(state.kin.t) + surface(self.work.kin.t));
                sub.reference[block.first + i] = block.value(i, &state.kin) + travelled;
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
            let contact = &system.model.contacts[c];
            for (i, &axis) in rows.axes.iter().enumerate() {
                let e = if axis == 0 { contact.law.restitution_n } else { contact.law.restitution_t };
                let before = contact_velocity(system, contact, axis, &state.kin);
                let row = block.first + i;
                self.before[row] = before;
                self.surface_before[row] =
                    block.time_rate(i, &state.kin) - contact.pair.surface_velocity(axis, state.kin.t);
                // Newton's law restores an approach; a contact that was separating has nothing to restore.
                let restored = if axis == 0 { before.min(0.0) } else { before };
                sub.reference[row] = contact.pair.surface_velocity(axis, self.work.kin.t) - e * restored;
            }
        }
    }
}
