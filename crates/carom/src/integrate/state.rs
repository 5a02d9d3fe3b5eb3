//! The state that is carried from step to step: everything a restart needs.

use super::account::Account;
use super::history::History;
use super::step::angles_of;
use super::stepper::is_inside;
use crate::contact::{ContactId, ROWS};
use crate::element::Power;
use crate::model::{ContactFrame, Kinematics};
use crate::system::{Assembly, Candidates, ContactState, EnergyAccount, Snapshot, Status, System, contact_velocity};

/// Configuration, velocities, contacts, joint forces, the energy account and the memory of the scheme at one time.
#[derive(Clone, Debug)]
pub struct State {
    pub kin: Kinematics,
    /// Accelerations at this time, contacts included.
    pub acceleration: Vec<f64>,
    /// Of every joint row: force λ~ of the smooth motion, impulse Λ of the velocity jump, correction ν.
    pub lam: Vec<f64>,
    pub impulse: Vec<f64>,
    pub nu: Vec<f64>,
    /// Of every joint row of the model: impulse over the last step, and force at this time.
    pub joint_impulse: Vec<f64>,
    pub joint_force: Vec<f64>,
    /// Of every candidate.
    pub contacts: Vec<ContactState>,
    pub contact_ids: Vec<ContactId>,
    pub energy: EnergyAccount,
    /// Of every component; those that are not watched have an empty one.
    pub accounts: Vec<Account>,
    /// Kinetic + potential energy at the start.
    pub initial_energy: f64,
    /// Power of loads and dampers at this time.
    pub power: Power,
    /// Size of the last step, and by component of its last part if it was halved.
    pub h: f64,
    pub last_part: Vec<f64>,
    /// What the scheme remembers.
    pub history: History,
}

impl State {
    /// The state the model file describes, not yet checked or provided with accelerations.
    pub fn new(system: Assembly) -> Self {
        let (n, rows) = (system.layout.n, system.joint_rows);
        let model_rows = *system.joint_start.last().unwrap_or(&0);
        let mut kin = system.initial_kinematics();
        kin.contacts.resize(system.contact_count(), ContactFrame::default());
        Self {
            kin,
            acceleration: vec![0.0; n],
            lam: vec![0.0; rows],
            impulse: vec![0.0; rows],
            nu: vec![0.0; rows],
            joint_impulse: vec![0.0; model_rows],
            joint_force: vec![0.0; model_rows],
            contacts: vec![ContactState::default(); system.contact_count()],
            contact_ids: system.contact_ids().to_vec(),
            energy: EnergyAccount::default(),
            accounts: vec![Account::default(); system.components.list.len()],
            initial_energy: 0.0,
            power: Power::default(),
            h: 0.0,
            last_part: vec![0.0; system.components.list.len()],
            history: History::default(),
        }
    }

    /// Writes down the forces of compliant contacts at the start of a run.
    pub fn observe_compliant(&mut self, system: &System) {
        self.place_compliant(system);
        for compliant in &system.model.compliant {
            let now = compliant.force.observe(&system.scene(&self.kin));
            let contact = &mut self.contacts[compliant.contact];
            contact.force[..3].copy_from_slice(&[now.response.force, now.slide[0], now.slide[1]]);
        }
    }

    /// Completes the frames of compliant contacts, of which a checkpoint has the axes: their forces are counted from them.
    pub fn place_compliant(&mut self, system: &System) {
        for compliant in &system.model.compliant {
            let axes = self.kin.contacts[compliant.contact].axes;
            let frame =
                system.model.contacts[compliant.contact].pair.frame(&self.kin, &self.kin.contacts[compliant.contact]);
            self.kin.contacts[compliant.contact] = ContactFrame { axes, ..frame };
        }
    }

    /// Where each candidate stands among the contacts of this state; none for those that were far.
    pub fn places<'a>(&'a self, candidates: &'a [ContactId]) -> impl Iterator<Item = Option<usize>> + 'a {
        let mut at = 0;
        candidates.iter().map(move |id| {
            at += self.contact_ids[at..].iter().take_while(|known| *known < id).count();
            (self.contact_ids.get(at) == Some(id)).then_some(at)
        })
    }

    /// Follows contacts that were listed anew; those that are new are far.
    pub fn follow(&mut self, candidates: &Candidates) {
        if self.contact_ids == candidates.ids() {
            return;
        }
        let places: Vec<Option<usize>> = self.places(candidates.ids()).collect();
        self.contacts = places.iter().map(|at| at.map_or_else(ContactState::default, |c| self.contacts[c])).collect();
        let frames = &self.kin.contacts;
        self.kin.contacts = places.iter().map(|at| at.map_or_else(ContactFrame::default, |c| frames[c])).collect();
        self.contact_ids = candidates.ids().to_vec();
    }

    /// Integrates the power of loads and dampers over the step that ends here and closes the balance; `before` is the power at its
    /// start. Accounts of components are those of the end of the step.
    pub fn balance(&mut self, system: &System, before: Power, h: f64) {
        self.h = h;
        let held = self.held(system);
        let power = held.power;
        let energy = &mut self.energy;
        (energy.kinetic, energy.potential) = (held.kinetic, held.potential);
        energy.loads += 0.5 * h * (before.loads + power.loads);
        energy.dampers += 0.5 * h * (before.dampers + power.dampers);
        if h > 0.0 {
            energy.dampers += self.accounts.iter().map(|account| account.undamped).sum::<f64>();
        }
        self.power = power;
        let works = energy.loads + energy.dampers + energy.impacts + energy.friction;
        energy.remainder = energy.kinetic + energy.potential - self.initial_energy - works;
    }

    /// Adds the impulses of the first part of a step that was cut, so that observers see the whole step of size `h`.
    pub fn add_impulses(&mut self, first: &Self, h: f64) {
        let second = self.kin.t - first.kin.t;
        // A contact that was listed in the first part only has no place to be shown in.
        for (contact, place) in self.contacts.iter_mut().zip(first.places(&self.contact_ids)) {
            if let Some(first) = place.map(|c| &first.contacts[c]) {
                contact.impulse.iter_mut().zip(&first.impulse).for_each(|(sum, x)| *sum += x);
                // Of two hits the harder one is remembered.
                if first.hit && (!contact.hit || first.approach > contact.approach) {
                    contact.touched = first.touched + second;
                    contact.flew = first.flew;
                }
                contact.hit |= first.hit;
                contact.struck |= first.struck;
                contact.approach = contact.approach.max(first.approach);
            }
        }
        self.joint_impulse.iter_mut().zip(&first.joint_impulse).for_each(|(sum, x)| *sum += x);
        self.h = h;
    }

    /// Takes some components, which moved on their own, from another state; `start` is the state in which both started.
    pub fn take_part(&mut self, system: Assembly, part: &[bool], from: &Self, start: &Self) {
        for component in system.system.components.list.iter().filter(|component| part[component.slot()]) {
            system.copy_kinematics(component, &from.kin, &mut self.kin);
            component.copy(&from.acceleration, &mut self.acceleration);
            for row in component.joints.iter().flat_map(|&b| system.block(b).rows()) {
                (self.lam[row], self.impulse[row], self.nu[row]) = (from.lam[row], from.impulse[row], from.nu[row]);
                let row = system.original_row[row];
                (self.joint_impulse[row], self.joint_force[row]) = (from.joint_impulse[row], from.joint_force[row]);
            }
            self.history.copy_part(system, component, &from.history);
            self.last_part[component.slot()] = from.last_part[component.slot()];
            self.accounts[component.slot()] = from.accounts[component.slot()];
        }
        angles_of(system, part).for_each(|slot| self.kin.angles[slot] = from.kin.angles[slot]);
        for (slot, bond) in system.system.model.bonds.iter().enumerate() {
            if is_inside(system, part, bond.contact) {
                self.kin.bonds[slot] = from.kin.bonds[slot];
            }
        }
        for (slot, compliant) in system.system.model.compliant.iter().enumerate() {
            if is_inside(system, part, compliant.contact) {
                self.kin.approaches[slot] = from.kin.approaches[slot];
            }
        }
        for c in (0..system.contact_count()).filter(|&c| is_inside(system, part, c)) {
            (self.contacts[c], self.kin.contacts[c]) = (from.contacts[c], from.kin.contacts[c]);
        }
        self.energy.loads += from.energy.loads - start.energy.loads;
        self.energy.impacts += from.energy.impacts - start.energy.impacts;
        self.energy.friction += from.energy.friction - start.energy.friction;
    }

    /// Fills in the relative velocities that no step needs but an observer may read: of far contacts, and along rows that the law
    /// of a contact does not resist.
    pub fn complete(&mut self, system: Assembly) {
        for c in 0..system.contact_count() {
            let contact = system.contact(c);
            let far = self.contacts[c].status == Status::Far;
            let frame = contact.pair.frame(&self.kin, &self.kin.contacts[c]);
            for axis in (0..ROWS).filter(|axis| far || !system.contact_rows(c).axes.contains(axis)) {
                self.contacts[c].velocity[axis] = contact_velocity(&system, contact, &frame, axis, &self.kin);
            }
        }
    }

    /// Takes the inputs, as far as they are functions of the time that `follows` lets them follow, for the step that starts here.
    pub fn take_inputs(&mut self, system: &System, follows: impl Fn(usize) -> bool) {
        let mut changes = false;
        for (place, input) in system.model.inputs.iter().enumerate().filter(|(_, input)| input.value.is_some()) {
            if follows(place) {
                let value = input.at(self.kin.t);
                changes |= value != self.kin.signals[place];
                self.kin.signals[place] = value;
            }
        }
        if changes {
            self.kin.update_ports(&system.model.ports);
        }
    }

    /// Reads the sensors that forces read, for the step that starts here.
    pub fn take_signals(&mut self, system: Assembly, [values, scratch]: &mut [Vec<f64>; 2]) {
        if system.model.signals.is_empty() {
            return;
        }
        // Whoever reads them must not depend on what observers read.
        self.complete(system);
        let snapshot = self.snapshot(system);
        values.clear();
        values.extend(snapshot.model.signals.iter().map(|signal| signal.evaluate(&snapshot, scratch)));
        let first = snapshot.model.inputs.len();
        self.kin.signals[first..].copy_from_slice(values);
    }

    /// What sensors and recorders may read.
    pub fn snapshot<'a>(&'a self, system: Assembly<'a>) -> Snapshot<'a> {
        let Assembly { system, candidates } = system;
        Snapshot {
            model: &system.model,
            scene: system.scene(&self.kin),
            h: self.h,
            acceleration: &self.acceleration,
            joint_impulse: &self.joint_impulse,
            joint_force: &self.joint_force,
            joint_start: &system.joint_start,
            contacts: &self.contacts,
            contact_ids: candidates.ids(),
            detected: candidates.detected(),
            contact_sets: &candidates.sets,
            energy: self.energy,
        }
    }
}
