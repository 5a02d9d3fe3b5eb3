//! A state in a checkpoint: its numbers as arrays, bit for bit, and its contacts by what they are called.

use super::State;
use super::account::Account;
use crate::Frame;
use crate::contact::ContactId;
use crate::model::ContactFrame;
use crate::record::{Checkpoint, FieldError};
use crate::system::{ContactState, Status};
use serde::{Deserialize, Serialize};

const CONTACTS: &str = "contacts";
const FRAMES: &str = "frames";

/// Numbers under a name.
type Named<'a> = (String, Vec<&'a mut f64>);

/// A contact without its numbers.
#[derive(Serialize, Deserialize)]
struct SavedContact {
    id: ContactId,
    status: Status,
    hit: bool,
    flew: bool,
}

impl State {
    /// Puts the state into a checkpoint.
    pub fn save(&self, to: &mut Checkpoint) {
        let contacts = self.contact_ids.iter().zip(&self.contacts);
        let contacts = contacts.map(|(&id, c)| SavedContact { id, status: c.status, hit: c.hit, flew: c.flew });
        to.put(CONTACTS, &contacts.collect::<Vec<_>>());
        to.put_array(FRAMES, self.kin.frames.iter().flat_map(Frame::to_array).collect());
        for (name, values) in self.clone().numbers() {
            to.put_array(&name, values.into_iter().map(|value| *value).collect());
        }
    }

    /// The inverse of [`State::save`], for a state that has the contacts of the checkpoint.
    pub fn restore(&mut self, from: &Checkpoint) -> Result<(), FieldError> {
        let frames = from.array_of(FRAMES, 7 * self.kin.frames.len())?;
        for (frame, values) in self.kin.frames.iter_mut().zip(frames.as_chunks().0) {
            *frame = Frame::from_array(values);
        }
        for (name, values) in self.numbers() {
            let saved = from.array_of(&name, values.len())?;
            values.into_iter().zip(saved).for_each(|(value, saved)| *value = *saved);
        }
        for (contact, saved) in self.contacts.iter_mut().zip(from.get::<Vec<SavedContact>>(CONTACTS)?) {
            (contact.status, contact.hit, contact.flew) = (saved.status, saved.hit, saved.flew);
        }
        Ok(())
    }

    /// What the contacts of a checkpoint are called.
    pub fn saved_ids(from: &Checkpoint) -> Result<Vec<ContactId>, FieldError> {
        Ok(from.get::<Vec<SavedContact>>(CONTACTS)?.into_iter().map(|contact| contact.id).collect())
    }

    /// All numbers but the frames, by name: one list to save and to restore.
    fn numbers(&mut self) -> Vec<Named<'_>> {
        let (kin, energy) = (&mut self.kin, &mut self.energy);
        let scalars = [
            ("time", &mut kin.t),
            ("h", &mut self.h),
            ("initial energy", &mut self.initial_energy),
            ("power of loads", &mut self.power.loads),
            ("power of dampers", &mut self.power.dampers),
            ("kinetic energy", &mut energy.kinetic),
            ("potential energy", &mut energy.potential),
            ("work of loads", &mut energy.loads),
            ("work of dampers", &mut energy.dampers),
            ("work of impacts", &mut energy.impacts),
            ("work of friction", &mut energy.friction),
            ("remainder of the energy", &mut energy.remainder),
        ];
        let arrays = [
            ("velocities", &mut kin.v),
            ("angles", &mut kin.angles),
            ("largest openings of bonds", &mut kin.bonds),
            ("speeds of approach of compliant contacts", &mut kin.approaches),
            ("accelerations", &mut self.acceleration),
            ("joint forces of the smooth motion", &mut self.lam),
            ("joint impulses of the velocity jump", &mut self.impulse),
            ("joint corrections", &mut self.nu),
            ("joint impulses", &mut self.joint_impulse),
            ("joint forces", &mut self.joint_force),
            ("last parts of the step", &mut self.last_part),
        ];
        let accounts = self.accounts.iter_mut().flat_map(Account::numbers).collect();
        let accounts = std::iter::once(("accounts of the energy".to_owned(), accounts));
        let scalars = scalars.into_iter().map(|(name, value)| (name.to_owned(), vec![value]));
        let arrays = arrays.into_iter().map(|(name, values)| (name.to_owned(), values.iter_mut().collect()));
        let history = self.history.iter_mut();
        let history = history.map(|(name, values)| (format!("history: {name}"), values.iter_mut().collect()));
        scalars
            .chain(arrays)
            .chain(accounts)
            .chain(contact_numbers(&mut self.contacts, &mut kin.contacts))
            .chain(history)
            .collect()
    }
}

fn contact_numbers<'a>(contacts: &'a mut [ContactState], frames: &'a mut [ContactFrame]) -> Vec<Named<'a>> {
    let [mut gaps, mut velocities, mut impulses, mut corrections, mut forces, mut memories] = [const { Vec::new() }; 6];
    for c in contacts {
        gaps.push(&mut c.gap);
        memories.push(&mut c.memory);
        velocities.extend(&mut c.velocity);
        impulses.extend(&mut c.impulse);
        corrections.extend(&mut c.correction);
        forces.extend(&mut c.force);
    }
    let axes = frames.iter_mut().flat_map(|frame| &mut frame.axes).flat_map(|axis| axis.iter_mut()).collect();
    let lists = [
        ("gaps", gaps),
        ("velocities", velocities),
        ("impulses", impulses),
        ("corrections", corrections),
        ("forces", forces),
        ("memories", memories),
        ("axes", axes),
    ];
    lists.into_iter().map(|(name, values)| (format!("contacts: {name}"), values)).collect()
}
