//! Steps that are too long for a contact: its two sides pass through each other between the ends of the step, which both are free
//! of it, or a body turns so far that sliding cannot be counted. They are not taken.

use super::{Phase, Workspace};
use crate::contact::TURNED;
use crate::integrate::State;
use crate::integrate::error::StepError;
use crate::integrate::scheme::At;
use crate::measure::Relative;
use crate::model::ContactFrame;
use crate::system::Assembly;
use std::f64::consts::PI;

impl Workspace {
    /// Refuses contacts of an island that are closed at the configuration in `work` from another side than they are met on.
    pub fn refuse_hits(&self, At { system, island, state, .. }: At) -> Result<(), StepError> {
        let kin = &self.work.kin;
        let passes = |c: usize| {
            let pair = &system.contact(c).pair;
            pair.gap(kin) < 0.0 && pair.passes(&state.kin, kin)
        };
        island.contacts.iter().find(|&&c| passes(c)).map_or(Ok(()), |&c| Err(tunnels(system, c)))
    }

    /// Refuses a contact whose normal at the configuration in `work` is another than in its frame at the start of the step.
    pub fn refuse_turned(&self, At { system, state, .. }: At, c: usize, start: &ContactFrame) -> Result<(), StepError> {
        let pair = &system.contact(c).pair;
        let turned = || pair.frame(&self.work.kin, start).axes[0].dot(&start.axes[0]) < TURNED;
        if pair.normal_turns() && (turned() || pair.passes(&state.kin, &self.work.kin)) {
            Err(tunnels(system, c))
        } else {
            Ok(())
        }
    }

    /// A contact that is not near for which the step to the configuration in `work` is too long, among those that `counts` says.
    pub fn passes_far(
        &self,
        system: Assembly,
        state: &State,
        counts: impl Fn(usize) -> bool,
    ) -> Option<(usize, StepError)> {
        let mut next = self.near.iter().peekable();
        let mut far = (0..system.contact_count()).filter(|c| next.next_if(|near| **near == *c).is_none());
        let c = far.find(|&c| system.contact(c).pair.passes(&state.kin, &self.work.kin) && counts(c))?;
        Some((c, tunnels(system, c)))
    }

    /// Refuses the step to the configuration in `work` if it is too long for a near contact of an island.
    pub fn refuse_tunnelling(&self, At { system, island, state, h }: At) -> Result<(), StepError> {
        for &c in &island.contacts {
            let flies = matches!(self.phases[c], Phase::Flight { .. });
            if !flies && system.contact(c).pair.passes(&state.kin, &self.work.kin) {
                return Err(tunnels(system, c));
            }
            let angle = self.turned(system, state, c, h);
            if angle > PI {
                return Err(StepError::TurnsTooFar { contact: system.contact(c).name.clone(), angle });
            }
        }
        Ok(())
    }

    /// How far the bodies of a contact turn within the step, if its rows count turns: rotations are known up to whole turns only.
    fn turned(&self, system: Assembly, state: &State, c: usize, h: f64) -> f64 {
        let Some(&Relative { a, b, carried, .. }) = system.contact_block(c).counted() else { return 0.0 };
        let ports = &system.model.ports;
        let mean = |port| {
            let [before, now] =
                [&state.kin, &self.work.kin].map(|kin| kin.port_velocity(&system.layout, ports, port).1);
            0.5 * (before + now)
        };
        let (a, b) = (mean(a), mean(b));
        h * if carried { (b - a).norm() } else { a.norm().max(b.norm()) }
    }
}

fn tunnels(system: Assembly, c: usize) -> StepError {
    StepError::PassesThrough { contact: system.contact(c).name.clone() }
}
