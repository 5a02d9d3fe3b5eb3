//! Contact points as observers read them: where they are, which bodies they join, and what happened there in a step.

use super::{ContactState, Snapshot, Status};
use crate::Vec3;
use crate::contact::{Contact, ContactId};
use crate::model::PortId;

/// A contact point at the end of a step.
#[derive(Clone, Copy, Debug)]
pub struct ContactPoint<'a> {
    pub id: ContactId,
    pub contact: &'a Contact,
    /// Velocity, impulse and correction are along and about the axes.
    pub state: &'a ContactState,
    /// Where it is, in space: on the surface of the master, and of the slave as far as the gap is closed.
    pub point: Vec3,
    /// Unit vectors in space: the normal, from the master to the slave, and two tangents.
    pub axes: [Vec3; 3],
}

impl ContactPoint<'_> {
    /// Ports of master and slave.
    pub fn ports(&self) -> [PortId; 2] {
        self.contact.pair.ports().into()
    }
}

impl ContactState {
    /// Whether it is closed, was hit, or carries an impulse or a correction.
    pub fn acts(&self) -> bool {
        let pushes = |rows: &[f64]| rows.iter().any(|x| *x != 0.0);
        matches!(self.status, Status::Stick | Status::Slip)
            || self.hit
            || pushes(&self.impulse)
            || pushes(&self.correction)
    }
}

impl<'a> Snapshot<'a> {
    /// A contact by its place in [`Snapshot::contacts`].
    pub fn contact(&self, c: usize) -> &'a Contact {
        let fixed = &self.model.contacts;
        fixed.get(c).unwrap_or_else(|| &self.detected[c - fixed.len()])
    }

    /// A contact with its place in space.
    pub fn contact_point(&self, c: usize) -> ContactPoint<'a> {
        let (kin, contact) = (self.scene.kin, self.contact(c));
        // In the state, frames of contacts are those that the sliding of the step was counted from.
        let frame = contact.pair.frame(kin, &kin.contacts[c]);
        let point = kin.ports[contact.pair.ports().0].x + frame.arms[0];
        ContactPoint { id: self.contact_ids[c], contact, state: &self.contacts[c], point, axes: frame.axes }
    }

    /// All contacts that act at a point in space.
    pub fn contact_points(&self) -> impl Iterator<Item = ContactPoint<'a>> {
        let is_point = |&c: &usize| self.contacts[c].acts() && self.contact(c).pair.coordinates().is_none();
        let acting = (0..self.contacts.len()).filter(is_point);
        acting.map(|c| self.contact_point(c))
    }
}
