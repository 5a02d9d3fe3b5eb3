//! What laws of friction know at the start of a step, and what contacts remember of it at its end.

use super::Workspace;
use crate::contact::{Friction, Sliding};
use crate::integrate::ROUNDING;
use crate::integrate::scheme::At;
use crate::model::ContactFrame;
use crate::system::{ContactState, Status, contact_velocity};

impl Workspace {
    /// A near contact of an island at the start of the step, where it has the frame `start`.
    pub(super) fn sliding(&self, At { system, island, state, h }: At, c: usize, start: &ContactFrame) -> Sliding {
        let slip = |axis| contact_velocity(&system, system.contact(c), start, axis, &state.kin);
        let speed = slip(1).hypot(slip(2));
        let last = self.past(state, c);
        let sticks =
            if last.is_closed() { last.status == Status::Stick } else { h * speed <= ROUNDING * island.length };
        let memory = if last.is_closed() { last.memory } else { 0.0 };
        Sliding { speed, sticks, memory }
    }

    /// What a contact of an island remembers at the end of the step, where it is `now`.
    pub(super) fn remembered(&self, At { system, state, h, .. }: At, c: usize, now: &ContactState) -> f64 {
        let Friction::Model(model) = &system.contact(c).law.friction else { return 0.0 };
        if !now.is_closed() {
            return 0.0;
        }
        let speed = |contact: &ContactState| contact.velocity[1].hypot(contact.velocity[2]);
        let (last, end) = (self.past(state, c), speed(now));
        let (memory, start) = if last.is_closed() { (last.memory, speed(last)) } else { (0.0, end) };
        model.remember(memory, 0.5 * (start + end), h)
    }
}
