//! Which contacts a step looks at.
//!
//! A contact is looked at if the step could close it. Detected contacts join one by one. The contacts of a surface join in flocks and leave together: a changed
//! set is a new structure of the linear systems, which costs far more than a few open contacts in them.

use super::{Phase, Workspace};
use crate::Vec3;
use crate::contact::Contact;
use crate::integrate::scheme::At;
use crate::integrate::{ROUNDING, State};
use crate::model::NodeId;
use crate::system::{Assembly, Island, Multipliers, Status};

/// Size of the margin in which a contact of a surface joins with another, against the one in which it is looked at alone.
const FLOCK: f64 = 20.0;

impl Workspace {
    /// Contacts that the step could close: near at the configuration in `work`, on their face. `pushed` are the corrections of the
    /// last step.
    pub fn find_near(&mut self, system: Assembly, state: &State, pushed: &[f64]) {
        self.near.clear();
        self.vanished.clear();
        for set in &system.system.model.contact_sets {
            let contacts = set.contacts.clone();
            if contacts.len() == 1 {
                let is_near = self.is_within(system, state, contacts.start, 1.0);
                self.take(system, state, contacts.start, is_near);
                continue;
            }
            let was_near = |all: &Self, c: usize| all.past(state, c).status != Status::Far;
            let (mut some, mut grows) = (false, false);
            for c in contacts.clone().filter(|&c| self.is_within(system, state, c, 1.0)) {
                some = true;
                grows |= !was_near(self, c);
            }
            for c in contacts {
                let was_near = was_near(self, c);
                let margin = if was_near { f64::INFINITY } else { FLOCK };
                let is_near = some && (was_near || grows) && self.is_within(system, state, c, margin);
                self.take(system, state, c, is_near);
            }
        }
        for c in system.model.contacts.len()..system.contact_count() {
            let is_near = self.is_within(system, state, c, 1.0) || self.is_pushed_together(system, pushed, c);
            self.take(system, state, c, is_near);
        }
    }

    /// Takes a contact for near, or else for vanished if it was.
    fn take(&mut self, system: Assembly, state: &State, c: usize, is_near: bool) {
        if is_near {
            self.near.push(c);
            self.phases[c] = Phase::Open;
        } else if self.past(state, c).status != Status::Far && !system.contact(c).law.is_smooth() {
            self.vanished.push(c);
        }
    }

    /// Whether a contact is within `size` times its margin at the configuration in `work`.
    fn is_within(&self, system: Assembly, state: &State, c: usize, size: f64) -> bool {
        let Contact { pair, law, .. } = system.contact(c);
        if pair.pressure().is_some() {
            return true;
        }
        let (now, before) = (pair.gap(&self.work.kin), pair.gap(&state.kin));
        if law.compliance.is_some() {
            return !law.is_smooth() && now.min(before) < 0.0 && pair.faces(&self.work.kin);
        }
        let margin = 1e-4 * length_of(system, c) + 2.0 * (before - now).abs();
        now < size * margin && !self.is_behind(system, state, c, before) && pair.faces(&self.work.kin)
    }

    /// Whether corrections like those of the last step could close a contact.
    fn is_pushed_together(&self, system: Assembly, pushed: &[f64], c: usize) -> bool {
        let pushed = |&node: &NodeId| {
            let [x, y, z, ..] = system.layout.dofs[node].map(|dof| pushed.get(dof as usize).copied().unwrap_or(0.0));
            Vec3::new(x, y, z).norm()
        };
        let reach = 2.0 * system.contact_block(c).nodes().iter().map(pushed).sum::<f64>();
        let pair = &system.contact(c).pair;
        let gap = pair.gap(&self.work.kin);
        (0.0..reach).contains(&gap) && pair.faces(&self.work.kin)
    }

    /// Near contacts of an island that are open at the configuration in `work` start without forces: for one contact on a linear body
    /// this is their final state. In a pile it says nothing: bodies that rest on each other fall together, and their last forces are
    /// the better guess.
    #[inline]
    pub fn release_opening(&self, At { system, island, .. }: At, rows: &mut Multipliers) {
        if self.sweeps(island) {
            return;
        }
        for &c in &island.contacts {
            if system.contact(c).pair.gap(&self.work.kin) > 0.0 {
                rows.lam[system.contact_block(c).rows()].fill(0.0);
            }
        }
    }

    /// Contacts outside the near set that are closed at the configuration in `work` join it where they may, and are `missed`; true if
    /// there were any.
    pub fn add_missed(&mut self, system: Assembly, state: &State, joins: impl Fn(usize) -> bool) -> bool {
        let count = self.near.len();
        self.missed.clear();
        if count == system.contact_count() {
            return false;
        }
        for c in 0..system.contact_count() {
            let pair = &system.contact(c).pair;
            let missed = pair.gap(&self.work.kin) < 0.0
                && pair.faces(&self.work.kin)
                && !system.contact(c).is_pressed_elsewhere();
            if missed
                && joins(c)
                && self.near.binary_search(&c).is_err()
                && !self.is_behind(system, state, c, pair.gap(&state.kin))
            {
                self.missed.push(c);
                self.phases[c] = Phase::Open;
            }
        }
        self.near.extend_from_slice(&self.missed);
        self.near.sort_unstable();
        !self.missed.is_empty()
    }

    /// Takes the near contacts that another workspace found; with `again` some joined, and of the others this one knows more.
    pub fn take_near(&mut self, from: &Self, again: bool) {
        self.near.clone_from(&from.near);
        self.missed.clone_from(&from.missed);
        self.vanished.clone_from(&from.vanished);
        let new = if again { &self.missed } else { &self.near };
        new.iter().for_each(|&c| self.phases[c] = Phase::Open);
    }

    /// Whether contacts joined an island.
    pub fn joined(&self, island: &Island) -> bool {
        island.contacts.iter().any(|c| self.missed.binary_search(c).is_ok())
    }

    /// Whether the island has the near contacts that its components had at the last step.
    #[inline]
    fn persists(&self, At { system, island, state, .. }: At) -> bool {
        island.contacts.iter().all(|&c| self.past(state, c).status != Status::Far)
            && !self.lost(system, island).any(|_| true)
    }

    /// Contacts that were near at the last step on one of the island's components and are no more.
    fn lost<'a>(&'a self, system: Assembly<'a>, island: &'a Island) -> impl Iterator<Item = usize> + 'a {
        let is_here = move |c: &usize| {
            let mut components = system.contact_block(*c).nodes().iter().map(|&node| system.components.of_node(node));
            components.any(|k| island.components.binary_search(&(k as u32)).is_ok())
        };
        self.vanished.iter().copied().filter(is_here)
    }

    /// Whether a contact of the island acted in the last step and is far now.
    pub fn loses_contacts(&self, At { system, island, state, .. }: At) -> bool {
        self.lost(system, island).any(|c| self.past(state, c).is_closed())
    }

    /// Whether the corrections of an island can start from those of the last step, in which the components of `was_hit` were hit.
    #[inline]
    pub fn is_warm(&self, at: At, was_hit: &[f64]) -> bool {
        at.keeps_step() && self.persists(at) && at.island.components.iter().all(|&k| was_hit[k as usize] == 0.0)
    }

    /// Marks the near contacts of an island that were closed at the start of the step and had no velocity there; true if one of the
    /// others may act. For schemes that do not look for touches.
    pub fn mark_persistent(&mut self, At { system, island, state, h }: At, active: &[bool]) -> bool {
        let mut hit = false;
        for &c in &island.contacts {
            if system.contact(c).is_pressed_elsewhere() {
                self.phases[c] = Phase::Persistent;
                continue;
            }
            let approach = h * self.past(state, c).velocity[0];
            let persists = self.was_closed(system, state, h, c) && approach.abs() <= ROUNDING * island.length;
            self.phases[c] = if persists { Phase::Persistent } else { Phase::Open };
            hit |= !persists && active[c];
        }
        hit
    }

    /// Takes all contacts of an island that may act for persistent: nothing is hit.
    pub fn take_for_persistent(&mut self, island: &Island, active: &[bool]) {
        for &c in &island.contacts {
            self.phases[c] = if active[c] { Phase::Persistent } else { Phase::Open };
        }
    }

    /// Whether a contact was closed at the start of the step. At the start of a run that is a contact without
    /// gap and without normal velocity, up to the rounding of the input.
    #[inline]
    pub fn was_closed(&self, system: Assembly, state: &State, h: f64, c: usize) -> bool {
        if system.contact(c).is_pressed_elsewhere() {
            return false;
        }
        let now = self.past(state, c);
        let rounding = ROUNDING * length_of(system, c);
        let at_rest = || now.gap.abs() <= rounding && h * now.velocity[0].abs() <= rounding;
        now.is_closed() || (state.h == 0.0 && at_rest())
    }

    /// Whether a contact got to the wrong side of its plane without being near: beside a finite face, or under it.
    #[inline]
    fn is_behind(&self, system: Assembly, state: &State, c: usize, gap: f64) -> bool {
        gap < -ROUNDING * length_of(system, c) && self.past(state, c).status == Status::Far
    }
}

/// Characteristic length of what a contact acts on.
#[inline]
fn length_of(system: Assembly, c: usize) -> f64 {
    let components = system.contact_block(c).nodes().iter().map(|&node| system.components.of_node(node));
    components.map(|k| system.components.list[k].length).fold(0.0, f64::max)
}
