//! Which contacts a step looks at.
//!
//! A contact is looked at if the step could close it. Detected contacts join one by one. The contacts of a surface join in flocks and leave together: a changed
//! set is a new structure of the linear systems, which costs far more than a few open contacts in them.

use super::Step;
use crate::Vec3;
use crate::integrate::{ROUNDING, State};
use crate::model::NodeId;
use crate::system::{Status, Subproblem, System};

/// Size of the margin in which a contact of a surface joins with another, against the one in which it is looked at alone.
const FLOCK: f64 = 20.0;

impl Step {
    /// Contacts that the step could close: near at the configuration in `work`, on their face.
    pub fn find_near(&mut self, system: &System, state: &State, h: f64) {
        self.near.clear();
        let was_near = |c: usize| state.contacts[c].status != Status::Far;
        for set in &system.model.contact_sets {
            let (mut some, mut grows) = (false, false);
            for c in set.contacts.clone().filter(|&c| self.is_within(system, state, c, 1.0)) {
                some = true;
                grows |= !was_near(c);
            }
            if some {
                let margin = if set.contacts.len() > 1 { FLOCK } else { 1.0 };
                for c in set.contacts.clone() {
                    let margin = if was_near(c) { f64::INFINITY } else { margin };
                    if (was_near(c) || grows) && self.is_within(system, state, c, margin) {
                        self.near.push(c);
                    }
                }
            }
        }
        for c in system.model.contacts.len()..system.contacts.len() {
            if self.is_within(system, state, c, 1.0) || self.is_pushed_together(system, state, c) {
                self.near.push(c);
            }
        }
        let mut was_near = (0..state.contacts.len()).filter(|&c| state.contacts[c].status != Status::Far);
        self.warm = h == state.h && self.near.iter().all(|&c| was_near.next() == Some(c)) && was_near.next().is_none();
    }

    /// Whether a near contact that was open at the start of the step has closed at the configuration in `work`.
    pub fn is_hit(&self, system: &System, state: &State, h: f64) -> bool {
        let closes = |&&c: &&usize| system.contact(c).pair.gap(&self.work.kin) < 0.0;
        self.near.iter().filter(closes).any(|&c| !was_closed(system, state, h, c))
    }

    /// Whether a contact is within `size` times its margin at the configuration in `work`.
    fn is_within(&self, system: &System, state: &State, c: usize, size: f64) -> bool {
        let pair = &system.contact(c).pair;
        let (now, before) = (pair.gap(&self.work.kin), pair.gap(&state.kin));
        let margin = 1e-4 * system.length + 2.0 * (before - now).abs();
        now < size * margin && !is_behind(system, state, c, before) && pair.faces(&self.work.kin)
    }

    /// Whether corrections like those of the last step could close a contact.
    fn is_pushed_together(&self, system: &System, state: &State, c: usize) -> bool {
        let pushed = |&node: &NodeId| {
            let [x, y, z, ..] = system.layout.dofs[node].map(|dof| state.u.get(dof as usize).copied().unwrap_or(0.0));
            Vec3::new(x, y, z).norm()
        };
        let reach = 2.0 * system.blocks[system.contacts[c].block].nodes().iter().map(pushed).sum::<f64>();
        let pair = &system.contact(c).pair;
        let gap = pair.gap(&self.work.kin);
        (0.0..reach).contains(&gap) && pair.faces(&self.work.kin)
    }

    /// Near contacts that are open at the configuration in `work` start without forces: for one contact on a linear body this is
    /// their final state. In a pile it says nothing: bodies that rest on each other fall together, and their last forces are the
    /// better guess.
    pub fn release_opening(&self, system: &System, sub: &mut Subproblem) {
        if self.sweeps() {
            return;
        }
        for &c in &self.near {
            if system.contact(c).pair.gap(&self.work.kin) > 0.0 {
                sub.lam[system.blocks[system.contacts[c].block].rows()].fill(0.0);
            }
        }
    }

    /// Contacts outside the near set that a correction closed join it; true if there were any.
    pub fn add_missed(&mut self, system: &System, state: &State) -> bool {
        let count = self.near.len();
        if count == system.contacts.len() {
            return false;
        }
        for c in 0..system.contacts.len() {
            let pair = &system.contact(c).pair;
            let missed = pair.gap(&self.work.kin) < 0.0 && pair.faces(&self.work.kin);
            let behind = is_behind(system, state, c, pair.gap(&state.kin));
            if missed && !behind && self.near[..count].binary_search(&c).is_err() {
                self.near.push(c);
            }
        }
        self.near.sort_unstable();
        self.near.len() > count
    }
}

/// Whether a contact was closed at the start of a step of size `h`. At the start of a run that is a contact without gap and
/// without normal velocity, up to the rounding of the input.
pub(in crate::integrate) fn was_closed(system: &System, state: &State, h: f64, contact: usize) -> bool {
    let now = &state.contacts[contact];
    let rounding = ROUNDING * system.length;
    let at_rest = now.gap.abs() <= rounding && h * now.velocity[0].abs() <= rounding;
    matches!(now.status, Status::Stick | Status::Slip) || (state.h == 0.0 && at_rest)
}

/// Whether a contact got to the wrong side of its plane without being near: beside a finite face, or under it.
fn is_behind(system: &System, state: &State, contact: usize, gap: f64) -> bool {
    gap < -ROUNDING * system.length && state.contacts[contact].status == Status::Far
}
