//! The state that is carried from step to step: everything a restart needs.

use super::history::History;
use crate::contact::{ContactId, ROWS};
use crate::element::Power;
use crate::model::{ContactFrame, Kinematics};
use crate::record::Checkpoint;
use crate::system::{Assembly, Candidates, ContactState, EnergyAccount, Snapshot, Status, System, contact_velocity};
use crate::{Frame, Vec3};

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
    /// Kinetic + potential energy at the start.
    pub initial_energy: f64,
    /// Power of loads and dampers at this time.
    pub power: Power,
    /// Size of the last step, and of its last part if it was halved.
    pub h: f64,
    pub last_part: f64,
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
            initial_energy: 0.0,
            power: Power::default(),
            h: 0.0,
            last_part: 0.0,
            history: History::default(),
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
    /// start.
    pub fn balance(&mut self, system: &System, before: Power, h: f64) {
        (self.h, self.last_part) = (h, h);
        let (held, power) = system.energy(&self.kin);
        let energy = &mut self.energy;
        (energy.kinetic, energy.potential) = (held.kinetic, held.potential);
        energy.loads += 0.5 * h * (before.loads + power.loads);
        energy.dampers += 0.5 * h * (before.dampers + power.dampers);
        self.power = power;
        let works = energy.loads + energy.dampers + energy.impacts + energy.friction;
        energy.remainder = energy.kinetic + energy.potential - self.initial_energy - works;
    }

    /// Adds the impulses of the first part of a step that was cut, so that observers see the whole step of size `h`.
    pub fn add_impulses(&mut self, first: &Self, h: f64) {
        // A contact that was listed in the first part only has no place to be shown in.
        for (contact, place) in self.contacts.iter_mut().zip(first.places(&self.contact_ids)) {
            if let Some(first) = place.map(|c| &first.contacts[c]) {
                contact.impulse.iter_mut().zip(&first.impulse).for_each(|(sum, x)| *sum += x);
                contact.hit |= first.hit;
            }
        }
        self.joint_impulse.iter_mut().zip(&first.joint_impulse).for_each(|(sum, x)| *sum += x);
        self.h = h;
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

    /// Arrays over degrees of freedom and joint rows that have one name and one length.
    fn arrays(&mut self) -> [(&'static str, &mut Vec<f64>); 8] {
        [
            ("v", &mut self.kin.v),
            ("angles", &mut self.kin.angles),
            ("acceleration", &mut self.acceleration),
            ("joint forces of the smooth motion", &mut self.lam),
            ("joint impulses of the velocity jump", &mut self.impulse),
            ("joint corrections", &mut self.nu),
            ("joint impulses", &mut self.joint_impulse),
            ("joint forces", &mut self.joint_force),
        ]
    }

    /// The state as named arrays, exact.
    pub fn to_arrays(&self) -> (NamedReals, NamedIntegers) {
        let contacts = self.contacts.iter().flat_map(|c| {
            let rows = c.velocity.into_iter().chain(c.impulse).chain(c.correction).chain(c.force);
            [c.gap].into_iter().chain(rows).collect::<Vec<_>>()
        });
        let e = &self.energy;
        let energy = vec![e.kinetic, e.potential, e.loads, e.dampers, e.impacts, e.friction, e.remainder];
        let power = &self.power;
        let scalars = [self.initial_energy, power.loads, power.dampers, self.h, self.last_part, self.kin.t];
        let axes = self.kin.contacts.iter().flat_map(|frame| frame.axes).flat_map(|e| [e.x, e.y, e.z]).collect();
        let mut reals: NamedReals = vec![
            ("frames".to_owned(), self.kin.frames.iter().flat_map(|f| f.to_array()).collect()),
            ("contacts".to_owned(), contacts.collect()),
            ("contact_axes".to_owned(), axes),
            ("energy".to_owned(), energy),
            ("scalars".to_owned(), scalars.to_vec()),
        ];
        reals.extend(self.clone().arrays().into_iter().map(|(name, array)| (name.to_owned(), array.clone())));
        reals.extend(self.history.iter().map(|(name, array)| (format!("{HISTORY}{name}"), array.to_vec())));
        let flags =
            self.contacts.iter().map(|c| c.status as u64 + HIT * u64::from(c.hit) + FLEW * u64::from(c.flew)).collect();
        let ids = self.contact_ids.iter().flat_map(|id| id.to_array().map(u64::from)).collect();
        (reals, vec![("status".to_owned(), flags), ("contact ids".to_owned(), ids)])
    }

    /// The inverse of [`State::to_arrays`], for a state that has the contacts of the checkpoint.
    pub fn read_arrays(&mut self, from: &Checkpoint) -> Result<(), String> {
        let get = |name: &str, count: usize| match from.real(name) {
            Some(values) if values.len() == count => Ok(values),
            Some(values) => Err(format!("`{name}` has {} values, expected {count}", values.len())),
            None => Err(format!("`{name}` is missing")),
        };
        let nodes = self.kin.frames.len();
        for (frame, values) in self.kin.frames.iter_mut().zip(get("frames", 7 * nodes)?.chunks_exact(7)) {
            let mut array = [0.0; 7];
            array.copy_from_slice(values);
            *frame = Frame::from_array(&array);
        }
        for (name, array) in self.arrays() {
            let count = array.len();
            array.copy_from_slice(get(name, count)?);
        }
        for (name, array) in self.history.iter_mut() {
            let count = array.len();
            array.copy_from_slice(get(&format!("{HISTORY}{name}"), count)?);
        }
        let flags = from.integer("status").unwrap_or_default();
        const VALUES: usize = 1 + 4 * ROWS;
        for (k, c) in get("contacts", VALUES * self.contacts.len())?.chunks_exact(VALUES).enumerate() {
            let rows = |part: usize| std::array::from_fn(|i| c[1 + part * ROWS + i]);
            let flag = flags.get(k).copied().unwrap_or(0);
            let (hit, flew) = (flag & HIT != 0, flag & FLEW != 0);
            let status = match flag % HIT {
                1 => Status::Open,
                2 => Status::Stick,
                3 => Status::Slip,
                _ => Status::Far,
            };
            let [velocity, impulse, correction, force] = [rows(0), rows(1), rows(2), rows(3)];
            self.contacts[k] = ContactState { gap: c[0], status, hit, flew, velocity, impulse, correction, force };
        }
        let e = get("energy", 7)?;
        let [kinetic, potential, loads, dampers, impacts, friction, remainder] = [0, 1, 2, 3, 4, 5, 6].map(|i| e[i]);
        self.energy = EnergyAccount { kinetic, potential, loads, dampers, impacts, friction, remainder };
        let axes = get("contact_axes", 9 * self.contacts.len())?.chunks_exact(9);
        for (frame, axes) in self.kin.contacts.iter_mut().zip(axes) {
            frame.axes = [0, 3, 6].map(|i| Vec3::new(axes[i], axes[i + 1], axes[i + 2]));
        }
        let s = get("scalars", 6)?;
        self.initial_energy = s[0];
        self.power = Power { loads: s[1], dampers: s[2] };
        (self.h, self.last_part, self.kin.t) = (s[3], s[4], s[5]);
        Ok(())
    }
}

/// In the flags of a contact, what is added if it was hit and if it flew.
const HIT: u64 = 8;
const FLEW: u64 = 16;
/// Before the names of what the scheme remembers.
const HISTORY: &str = "history: ";

/// Named arrays of a checkpoint.
pub type NamedReals = Vec<(String, Vec<f64>)>;
/// Named arrays of a checkpoint.
pub type NamedIntegers = Vec<(String, Vec<u64>)>;
