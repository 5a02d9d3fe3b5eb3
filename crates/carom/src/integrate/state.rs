//! The state that is carried from step to step: everything a restart needs.

use crate::contact::{PairKey, ROWS};
use crate::element::Power;
use crate::model::{ContactFrame, Kinematics};
use crate::record::Checkpoint;
use crate::system::{ContactState, EnergyAccount, Relisting, Snapshot, Status, System, contact_velocity};
use crate::{Frame, Vec3};

/// Configuration, velocities, accelerations, multipliers and the energy account at one time.
#[derive(Clone, Debug)]
pub struct State {
    pub kin: Kinematics,
    /// Smooth acceleration v̇~ and the method's pseudo-acceleration a.
    pub acceleration: Vec<f64>,
    pub a: Vec<f64>,
    /// Smooth acceleration and forces one step earlier, for the first iterate.
    pub acceleration_before: Vec<f64>,
    pub lam_before: Vec<f64>,
    /// Multipliers of all rows: forces λ~, corrections ν, impulses Λ.
    pub lam: Vec<f64>,
    pub nu: Vec<f64>,
    pub impulse: Vec<f64>,
    /// Position correction U and velocity jump W of the last step.
    pub u: Vec<f64>,
    pub w: Vec<f64>,
    /// Impulses of the model's joint rows over the last step.
    pub joint_impulse: Vec<f64>,
    pub contacts: Vec<ContactState>,
    pub energy: EnergyAccount,
    /// Kinetic + potential energy at the start.
    pub initial_energy: f64,
    /// Power of loads and dampers at this time.
    pub power: Power,
    /// Norm of the forces in the metric of the inverse mass matrix, for tolerances.
    pub force_scale: f64,
    /// Size of the last step, and of its last part if it was halved.
    pub h: f64,
    pub last_part: f64,
}

impl State {
    /// The state the model file describes, not yet checked or provided with accelerations.
    pub fn new(system: &System) -> Self {
        let (n, rows) = (system.layout.n, system.row_count);
        Self {
            kin: system.initial_kinematics(),
            acceleration: vec![0.0; n],
            a: vec![0.0; n],
            acceleration_before: vec![0.0; n],
            lam_before: vec![0.0; rows],
            lam: vec![0.0; rows],
            nu: vec![0.0; rows],
            impulse: vec![0.0; rows],
            u: vec![0.0; n],
            w: vec![0.0; n],
            joint_impulse: vec![0.0; *system.joint_start.last().unwrap_or(&0)],
            contacts: vec![ContactState::default(); system.contacts.len()],
            energy: EnergyAccount::default(),
            initial_energy: 0.0,
            power: Power::default(),
            force_scale: 0.0,
            h: 0.0,
            last_part: 0.0,
        }
    }

    /// Follows contacts that were listed anew; those that are new are far.
    pub fn relist(&mut self, system: &System, relisting: &Relisting) {
        let Relisting { fixed, fixed_rows, former } = relisting;
        let contacts: Vec<ContactState> = self.contacts.split_off(*fixed);
        let frames = self.kin.contacts.split_off(*fixed);
        let arrays = [&mut self.lam, &mut self.lam_before, &mut self.nu, &mut self.impulse];
        let rows = arrays.map(|array| {
            let old = array.split_off(*fixed_rows);
            array.resize(system.row_count, 0.0);
            (array, old)
        });
        for place in former {
            self.contacts.push(place.map_or_else(ContactState::default, |(c, _)| contacts[c - fixed]));
            self.kin.contacts.push(place.map_or_else(ContactFrame::default, |(c, _)| frames[c - fixed]));
        }
        for (array, old) in rows {
            for (k, place) in former.iter().enumerate() {
                let Some((_, first)) = place else { continue };
                let block = &system.blocks[system.contacts[fixed + k].block];
                let first = first - fixed_rows;
                array[block.rows()].copy_from_slice(&old[first..first + block.len()]);
            }
        }
    }

    /// Integrates the power of loads and dampers over the step that ends here and closes the balance.
    pub fn balance(&mut self, system: &System, h: f64) {
        (self.h, self.last_part) = (h, h);
        let (held, power) = system.energy(&self.kin);
        let energy = &mut self.energy;
        (energy.kinetic, energy.potential) = (held.kinetic, held.potential);
        energy.loads += 0.5 * h * (self.power.loads + power.loads);
        energy.dampers += 0.5 * h * (self.power.dampers + power.dampers);
        self.power = power;
        let works = energy.loads + energy.dampers + energy.impacts + energy.friction;
        energy.remainder = energy.kinetic + energy.potential - self.initial_energy - works;
    }

    /// Impulses of contacts and joints over the last step.
    pub fn impulses(&self, system: &System) -> Impulses {
        let (fixed, detected) = self.contacts.split_at(system.model.contacts.len());
        let impulse = |c: &ContactState| c.impulse;
        Impulses {
            contacts: fixed.iter().map(impulse).collect(),
            detected: system.detected_pairs().iter().copied().zip(detected.iter().map(impulse)).collect(),
            joints: self.joint_impulse.clone(),
        }
    }

    /// Adds the impulses of the first part of a step that was cut, so that observers see the whole step of size `h`.
    pub fn add_impulses(&mut self, system: &System, first: &Impulses, h: f64) {
        let (fixed, detected) = self.contacts.split_at_mut(system.model.contacts.len());
        let add = |contact: &mut ContactState, first: &[f64; ROWS]| {
            contact.impulse.iter_mut().zip(first).for_each(|(sum, x)| *sum += x);
        };
        fixed.iter_mut().zip(&first.contacts).for_each(|(contact, first)| add(contact, first));
        for (contact, pair) in detected.iter_mut().zip(system.detected_pairs()) {
            // A pair that was listed in the first part only has no place to be shown in.
            if let Ok(at) = first.detected.binary_search_by_key(pair, |(key, _)| *key) {
                add(contact, &first.detected[at].1);
            }
        }
        self.joint_impulse.iter_mut().zip(&first.joints).for_each(|(sum, x)| *sum += x);
        self.h = h;
    }

    /// Fills in the relative velocities that no step needs but an observer may read: of far contacts, and along rows that the law
    /// of a contact does not resist.
    pub fn complete(&mut self, system: &System) {
        for (c, rows) in system.contacts.iter().enumerate() {
            let contact = system.contact(c);
            let far = self.contacts[c].status == Status::Far;
            let frame = contact.pair.frame(&self.kin, &self.kin.contacts[c]);
            for axis in (0..ROWS).filter(|axis| far || !rows.axes.contains(axis)) {
                self.contacts[c].velocity[axis] = contact_velocity(system, contact, &frame, axis, &self.kin);
            }
        }
    }

    /// What sensors and recorders may read.
    pub fn snapshot<'a>(&'a self, system: &'a System) -> Snapshot<'a> {
        Snapshot {
            model: &system.model,
            scene: system.scene(&self.kin),
            h: self.h,
            acceleration: &self.acceleration,
            joint_impulse: &self.joint_impulse,
            joint_start: &system.joint_start,
            contacts: &self.contacts,
            detected: system.detected_contacts(),
            pairs: system.detected_pairs(),
            contact_sets: &system.sets,
            energy: self.energy,
        }
    }

    /// The state as named arrays, exact.
    pub fn to_arrays(&self) -> (NamedReals, NamedIntegers) {
        let frames = self.kin.frames.iter().flat_map(|f| f.to_array()).collect();
        let contacts = self.contacts.iter().flat_map(|c| {
            [c.gap].into_iter().chain(c.velocity).chain(c.impulse).chain(c.correction).collect::<Vec<_>>()
        });
        let e = &self.energy;
        let energy = vec![e.kinetic, e.potential, e.loads, e.dampers, e.impacts, e.friction, e.remainder];
        let power = &self.power;
        let scalars =
            [self.initial_energy, power.loads, power.dampers, self.force_scale, self.h, self.last_part, self.kin.t];
        let axes = self.kin.contacts.iter().flat_map(|frame| frame.axes).flat_map(|e| [e.x, e.y, e.z]).collect();
        let reals = [
            ("frames", frames),
            ("v", self.kin.v.clone()),
            ("angles", self.kin.angles.clone()),
            ("acceleration", self.acceleration.clone()),
            ("a", self.a.clone()),
            ("acceleration_before", self.acceleration_before.clone()),
            ("lambda_before", self.lam_before.clone()),
            ("lambda", self.lam.clone()),
            ("nu", self.nu.clone()),
            ("impulse", self.impulse.clone()),
            ("u", self.u.clone()),
            ("w", self.w.clone()),
            ("joint_impulse", self.joint_impulse.clone()),
            ("contacts", contacts.collect()),
            ("contact_axes", axes),
            ("energy", energy),
            ("scalars", scalars.to_vec()),
        ];
        let status = self.contacts.iter().map(|c| c.status as u64).collect();
        let reals = reals.into_iter().map(|(name, values)| (name.to_owned(), values)).collect();
        let hits = self.contacts.iter().map(|c| u64::from(c.hit)).collect();
        (reals, vec![("status".to_owned(), status), ("hit".to_owned(), hits)])
    }

    /// The inverse of [`State::to_arrays`].
    pub fn read_arrays(&mut self, system: &System, from: &Checkpoint) -> Result<(), String> {
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
        let arrays = [
            ("v", &mut self.kin.v),
            ("angles", &mut self.kin.angles),
            ("acceleration", &mut self.acceleration),
            ("a", &mut self.a),
            ("acceleration_before", &mut self.acceleration_before),
            ("lambda_before", &mut self.lam_before),
            ("lambda", &mut self.lam),
            ("nu", &mut self.nu),
            ("impulse", &mut self.impulse),
            ("u", &mut self.u),
            ("w", &mut self.w),
            ("joint_impulse", &mut self.joint_impulse),
        ];
        for (name, array) in arrays {
            let count = array.len();
            array.copy_from_slice(get(name, count)?);
        }
        let status = from.integer("status").unwrap_or_default();
        let hits = from.integer("hit").unwrap_or_default();
        const VALUES: usize = 1 + 3 * ROWS;
        for (k, c) in get("contacts", VALUES * self.contacts.len())?.chunks_exact(VALUES).enumerate() {
            let rows = |part: usize| std::array::from_fn(|i| c[1 + part * ROWS + i]);
            let status = match status.get(k) {
                Some(1) => Status::Open,
                Some(2) => Status::Stick,
                Some(3) => Status::Slip,
                _ => Status::Far,
            };
            let hit = hits.get(k) == Some(&1);
            self.contacts[k] =
                ContactState { gap: c[0], status, velocity: rows(0), impulse: rows(1), correction: rows(2), hit };
        }
        let e = get("energy", 7)?;
        let [kinetic, potential, loads, dampers, impacts, friction, remainder] = [0, 1, 2, 3, 4, 5, 6].map(|i| e[i]);
        self.energy = EnergyAccount { kinetic, potential, loads, dampers, impacts, friction, remainder };
        for (frame, axes) in
            self.kin.contacts.iter_mut().zip(get("contact_axes", 9 * self.contacts.len())?.chunks_exact(9))
        {
            frame.axes = [0, 3, 6].map(|i| Vec3::new(axes[i], axes[i + 1], axes[i + 2]));
        }
        let s = get("scalars", 7)?;
        self.initial_energy = s[0];
        self.power = Power { loads: s[1], dampers: s[2] };
        (self.force_scale, self.h, self.last_part, self.kin.t) = (s[3], s[4], s[5], s[6]);
        self.kin.update_ports(&system.model.ports);
        Ok(())
    }
}

/// Impulses over a part of a step.
pub struct Impulses {
    contacts: Vec<[f64; ROWS]>,
    detected: Vec<(PairKey, [f64; ROWS])>,
    joints: Vec<f64>,
}

/// Named arrays of a checkpoint.
pub type NamedReals = Vec<(String, Vec<f64>)>;
/// Named arrays of a checkpoint.
pub type NamedIntegers = Vec<(String, Vec<u64>)>;
