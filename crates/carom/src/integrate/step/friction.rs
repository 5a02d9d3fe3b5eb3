//! What laws of friction know at the start of a step, and what contacts remember of it at its end.

use super::Workspace;
use crate::contact::Sliding;
use crate::integrate::ROUNDING;
use crate::integrate::scheme::At;
use crate::model::ContactFrame;
use crate::system::{Status, contact_velocity};

impl Workspace {
    /// A near contact of an island at the start of the step, where it has the frame `start`.
    pub(super) fn sliding(&self, At { system, island, state, h }: At, c: usize, start: &ContactFrame) -> Sliding {
        let slip = |axis| contact_velocity(&system, system.contact(c), start, axis, &state.kin);
        let speed = slip(1).hypot(slip(2));
        let last = self.past(state, c);
        let sticks =
            if last.is_closed() { last.status == Status::Stick } else { h * speed <= ROUNDING * island.length };
        Sliding { speed, sticks }
    }
}
