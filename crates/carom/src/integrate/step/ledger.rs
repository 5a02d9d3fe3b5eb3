//! From a converged step to the state at its end: configuration, contact states, forces, drift, energy.

use super::bonds::tear_bonds;
use super::{JUMP, Phase, Workspace};
use crate::integrate::scheme::At;
use crate::integrate::stepper::is_inside;
use crate::integrate::{State, StepReport};
use crate::measure::Measure;
use crate::model::{ContactFrame, PortId};
use crate::system::{Assembly, ContactState, Multipliers, Status, contact_velocity};

/// An impact elsewhere passed through a closed contact whose impulse differs by more than this share from that of the force before.
const STRUCK: f64 = 0.1;

/// The problems whose multipliers a step leaves.
pub(in crate::integrate) struct Solved<'a> {
    /// Impulses of the velocity jump.
    pub velocity: &'a Multipliers,
    /// Corrections, if the scheme has them.
    pub position: Option<&'a Multipliers>,
    /// Forces of joints at the end of the step, by row, if the scheme has them beside impulses.
    pub joints: Option<&'a [f64]>,
    /// The same of contacts.
    pub contacts: Option<ContactForces<'a>>,
    /// Whether forces can be extrapolated, see [`Workspace::is_smooth`].
    pub is_smooth: bool,
}

/// Forces of contacts, by row.
#[derive(Clone, Copy)]
pub(in crate::integrate) struct ContactForces<'a> {
    /// At the end of the step.
    pub end: &'a [f64],
    /// Over the step, if they are known; else the mean of those at its ends.
    pub mean: Option<&'a [f64]>,
    /// Whether they were followed by impacts: then impulses are those of impacts alone.
    pub impacted: bool,
}

impl Workspace {
    /// The trial state gets the configuration and the velocities in `work`, and the energy account to go on with.
    pub fn open_trial(&mut self, system: Assembly, state: &State, trial: &mut State) {
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
        // What no island writes is far.
        trial.contacts.resize(system.contact_count(), ContactState::FAR);
        trial.contacts.iter_mut().for_each(|contact| contact.status = Status::Far);
    }

    /// The trial state of a step of some components gets their configuration and velocities in `work`.
    pub fn open_part(&self, system: Assembly, trial: &mut State, part: &[bool]) {
        system.set_time(self.work.kin.t, &mut trial.kin);
        let moving = || system.system.components.list.iter().filter(|component| part[component.slot()]);
        moving().for_each(|component| system.copy_kinematics(component, &self.work.kin, &mut trial.kin));
        for slot in angles_of(system, part) {
            trial.kin.angles[slot] = self.work.kin.angles[slot];
            if let Some(measure) = &system.angles[slot] {
                trial.kin.angles[slot] = measure.value(&trial.kin);
            }
        }
        for c in (0..system.contact_count()).filter(|&c| is_inside(system, part, c)) {
            trial.kin.contacts[c] = self.work.kin.contacts[c];
            trial.contacts[c] = ContactState::FAR;
        }
        for &c in &self.near {
            trial.contacts[c] = open(system, trial, c);
        }
    }

    /// Writes forces and impulses of an island into the trial state. Rows in `work` are those of the new configuration.
    pub fn commit(&self, at: At, trial: &mut State, solved: &Solved, report: &mut StepReport) {
        let At { system, island, .. } = at;
        for &c in &island.contacts {
            let contact = self.commit_contact(at, trial, c, solved);
            trial.contacts[c] = contact;
            if !system.contact(c).is_pressed_elsewhere() {
                report.penetration = report.penetration.max(-contact.gap / system.length);
            }
        }
        if island.contacts.iter().any(|&c| trial.contacts[c].hit) {
            for &c in &island.contacts {
                let (contact, before) = (&mut trial.contacts[c], at.h * self.past(at.state, c).force[0]);
                let passed = (contact.impulse[0] - before).abs() > STRUCK * before;
                contact.struck = !contact.hit && contact.impulse[0] > 0.0 && passed;
            }
        }
        for &b in &island.joints {
            self.commit_joint(at, trial, b, solved);
            report.drift = report.drift.max(self.drift(system, b));
        }
        self.split_powers(at, trial);
        tear_bonds(at, trial);
        self.commit_compliant(at, trial, report);
    }

    /// Velocities jump at a touch: before it loads and dampers have the power of the start of the step, after it that of the end. The balance has
    /// half of the step for either.
    fn split_powers(&self, At { system, island, state, h }: At, trial: &mut State) {
        let hit = island.contacts.iter().filter(|&&c| trial.contacts[c].hit);
        let tau = hit.filter_map(|&c| self.phases[c].tau()).fold(f64::NAN, f64::max);
        if tau.is_nan() || !island.has_forces {
            return;
        }
        let (mut loads, mut dampers) = (0.0, 0.0);
        for element in island.elements.iter().map(|&k| &system.model.elements[k].element) {
            let [before, after] = [&state.kin, &trial.kin].map(|kin| element.power(&system.scene(kin)));
            loads += before.loads - after.loads;
            dampers += before.dampers - after.dampers;
        }
        trial.energy.loads += (0.5 * h - tau) * loads;
        trial.energy.dampers += (0.5 * h - tau) * dampers;
    }

    /// The same of an island without joints and contacts.
    #[inline]
    pub fn commit_free(&self, at: At, trial: &mut State, report: &mut StepReport) {
        tear_bonds(at, trial);
        self.commit_compliant(at, trial, report);
    }

    /// Whether an island was hit neither in this step nor in the last (`was_hit`), and its contacts stick, slip and are open as they were:
    /// then forces are those of a smooth motion, and can be extrapolated to the end of the step.
    #[inline]
    pub fn is_smooth(&self, at: At, was_hit: &[f64], velocity: &Multipliers) -> bool {
        let hit = |&k: &u32| self.hit[k as usize] || was_hit[k as usize] != 0.0;
        let goes_on = |&c: &usize| {
            let (last, now) = (self.past(at.state, c), status(at.system, velocity, c));
            let first = at.system.contact_block(c).first;
            // Rows of a contact begin with its normal; slipping back is another state than slipping on.
            let rows = at.system.contact_rows(c).axes.iter().enumerate().skip(1);
            let along: f64 = rows.map(|(i, &axis)| velocity.lam[first + i] * last.impulse[axis]).sum();
            match now {
                Status::Far | Status::Open => !last.is_closed(),
                Status::Stick => last.status == now,
                Status::Slip => last.status == now && along >= 0.0,
            }
        };
        // Impulses of a step that was halved are sums.
        let was_whole = |&k: &u32| at.state.last_part[k as usize] == at.state.h;
        at.state.h > 0.0
            && at.island.components.iter().all(was_whole)
            && !at.island.components.iter().any(hit)
            && at.island.contacts.iter().all(goes_on)
            && !self.loses_contacts(at)
    }

    /// Whether the velocity of a drive of an island jumps in the step.
    pub fn jumps(&self, At { system, island, state, h }: At) -> bool {
        let jumps = |&b: &usize| {
            let block = system.block(b);
            (0..block.len()).any(|i| block.velocity_jump(i, (state.kin.t, h), &state.kin.signals, JUMP) != 0.0)
        };
        island.joints.iter().any(jumps)
    }

    /// Contacts that no island has, and the balance of the energy.
    pub fn close_trial(&self, system: Assembly, state: &State, trial: &mut State, h: f64) {
        let mut near = self.near.iter().peekable();
        for c in 0..system.contact_count() {
            let is_near = near.next_if(|near| **near == c).is_some();
            if trial.contacts[c].status == Status::Far {
                trial.contacts[c] = if is_near { open(system, trial, c) } else { far(system, trial, c) };
            }
        }
        trial.balance(system.system, state.power, h);
    }

    /// Frames of the contacts of an island that flew apart, at the end of the step.
    pub fn move_flights(&mut self, At { system, island, .. }: At) {
        for &c in &island.contacts {
            if matches!(self.phases[c], Phase::Flight { .. }) {
                let frame = system.contact(c).pair.frame(&self.work.kin, &self.work.kin.contacts[c]);
                self.work.kin.contacts[c] = frame;
            }
        }
    }

    /// How far the worst row of a joint is from holding; lengths relative to the model's.
    fn drift(&self, system: Assembly, b: usize) -> f64 {
        let block = system.block(b);
        let unit = |i: usize| if block.row(i).is_angular() { 1.0 } else { system.length };
        (0..block.len()).map(|i| self.work.g[block.first + i].abs() / unit(i)).fold(0.0, f64::max)
    }

    fn commit_contact(&self, at: At, trial: &mut State, c: usize, solved: &Solved) -> ContactState {
        let At { system, state, h, .. } = at;
        let (rows, block) = (system.contact_rows(c), system.contact_block(c));
        let contact = system.contact(c);
        let velocity = solved.velocity;
        let phase = self.phases[c];
        let mut now = ContactState { gap: contact.pair.gap(&trial.kin), ..ContactState::FAR };
        now.flew = matches!(phase, Phase::Flight { .. });
        now.status = status(system, velocity, c);
        let last = self.past(state, c);
        let is_new = phase.tau().is_some() || (phase == Phase::Open && !last.is_closed());
        now.hit = is_new && velocity.active[c] && velocity.lam[block.first] > 0.0;
        now.approach = (-self.before[block.first]).max(0.0);
        now.touched = phase.tau().unwrap_or(0.0);
        let persists = solved.is_smooth && phase == Phase::Persistent && last.is_closed();
        for (i, &axis) in rows.axes.iter().enumerate() {
            let row = block.first + i;
            let prescribed = self.work.g_t[row] - contact.pair.surface_velocity(axis, trial.kin.t, &trial.kin.signals);
            now.velocity[axis] = self.work.row_times(system, system.block_of(c), i, &trial.kin.v) + prescribed;
            now.impulse[axis] = velocity.lam[row];
            now.correction[axis] = solved.position.map_or(0.0, |position| position.lam[row]);
            let mut work = if velocity.active[c] && velocity.lam[row] != 0.0 { self.impact_work[row] } else { 0.0 };
            if let Some(forces) = &solved.contacts {
                let end = if forces.impacted { self.before[row] } else { now.velocity[axis] };
                now.force[axis] = forces.end[row];
                let [from, to] = forces.mean.map_or([last.force[axis], forces.end[row]], |mean| [mean[row]; 2]);
                now.impulse[axis] += 0.5 * h * (from + to);
                work += 0.5 * h * (from * last.velocity[axis] + to * end);
            }
            now.work += work;
            *(if axis == 0 { &mut trial.energy.impacts } else { &mut trial.energy.friction }) += work;
            trial.energy.loads -= now.impulse[axis] * 0.5 * (self.surface_before[row] + prescribed);
        }
        now.memory = self.remembered(at, c, &now);
        if solved.contacts.is_none() {
            now.force = std::array::from_fn(|i| at.at_end(now.impulse[i], last.impulse[i], persists));
        }
        if persists {
            now.force[0] = now.force[0].max(0.0);
        }
        now
    }

    /// Forces and impulses of a joint, and the work of its drives over the step.
    fn commit_joint(&self, at: At, trial: &mut State, b: usize, solved: &Solved) {
        let At { system, state, h, .. } = at;
        let block = system.block(b);
        for row in block.rows() {
            let force = solved.joints.map_or(0.0, |forces| forces[row]);
            let impulse = solved.velocity.lam[row];
            (trial.lam[row], trial.impulse[row]) = (force, impulse);
            trial.nu[row] = solved.position.map_or(0.0, |position| position.lam[row]);
            let original = system.original_row[row];
            trial.joint_impulse[original] = h * force + impulse;
            trial.joint_force[original] = force + at.at_end(impulse, state.impulse[row], solved.is_smooth);
            let (before, now) = (self.surface_before[row], self.work.g_t[row]);
            let forces = 0.5 * h * (state.lam[row] * before + force * now);
            trial.energy.loads -= forces + 0.5 * impulse * (before + now);
        }
    }
}

/// Places of the angles between bodies of some components.
pub(in crate::integrate) fn angles_of<'a>(system: Assembly<'a>, part: &'a [bool]) -> impl Iterator<Item = usize> + 'a {
    let moves =
        move |port: PortId| system.model.ports[port].node.is_none_or(|node| part[system.components.of_node(node)]);
    let is_part = move |measure: &Measure| {
        let (a, b) = measure.ports();
        moves(a) && moves(b)
    };
    let angles = system.system.angles.iter().enumerate();
    angles.filter(move |(_, measure)| measure.as_ref().is_some_and(is_part)).map(|(slot, _)| slot)
}

/// Whether a near contact acts, and how; without friction nothing sticks.
#[inline]
fn status(system: Assembly, velocity: &Multipliers, c: usize) -> Status {
    match (velocity.active[c], velocity.projections[c].status) {
        (false, _) | (_, nonsmooth::Status::Gap) => Status::Open,
        (true, nonsmooth::Status::Stick) if system.contact_rows(c).is_frictionless() => Status::Slip,
        (true, nonsmooth::Status::Stick) => Status::Stick,
        (true, nonsmooth::Status::Slip) => Status::Slip,
    }
}

/// A contact that is not looked at.
fn far(system: Assembly, trial: &mut State, c: usize) -> ContactState {
    let pair = &system.contact(c).pair;
    let gap = pair.gap(&trial.kin);
    // What is far has no tangents to follow: all that a step needs is in the state.
    if trial.kin.contacts[c].normal().is_some() {
        trial.kin.contacts[c] = ContactFrame::default();
    }
    let gap = if pair.faces(&trial.kin) { gap } else { gap.max(0.0) };
    ContactState { gap, ..ContactState::FAR }
}

/// A contact that closed and carries nothing in this step; the next one must know that it was not under its face.
fn open(system: Assembly, trial: &mut State, c: usize) -> ContactState {
    let contact = system.contact(c);
    let frame = contact.pair.frame(&trial.kin, &ContactFrame::default());
    trial.kin.contacts[c] = frame;
    let mut now = ContactState { gap: contact.pair.gap(&trial.kin), status: Status::Open, ..ContactState::FAR };
    for &axis in &system.contact_rows(c).axes {
        now.velocity[axis] = contact_velocity(&system, contact, &frame, axis, &trial.kin);
    }
    now
}
