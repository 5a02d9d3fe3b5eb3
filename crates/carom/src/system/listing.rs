//! Detected contacts become rows: they stand behind the contacts of the model, ascending by their pair, and are listed anew when
//! the pairs that are near change. A pair that stays keeps its compiled rows; only their places change.

use super::compile::ContactRows;
use super::{RowBlock, System};
use crate::contact::{Contact, Form, PairKey};
use crate::joint::Row;
use crate::model::Kinematics;
use std::ops::Range;

/// Up to so many pairs a static analysis looks at all of them.
const ALL_PAIRS: usize = 20_000;

/// Where contacts and their rows stood before they were listed anew.
#[derive(Clone, Debug)]
pub struct Relisting {
    /// Contacts of the model, which stay, and the row behind theirs.
    pub fixed: usize,
    pub fixed_rows: usize,
    /// For each detected contact its former place and its former first row.
    pub former: Vec<Option<(usize, usize)>>,
}

impl System {
    /// Rows of joints and of the model's own contacts, which stand before those of detected contacts.
    pub fn fixed_rows(&self) -> usize {
        let last = (self.joint_blocks + self.model.contacts.len()).checked_sub(1);
        last.map_or(0, |last| self.blocks[last].rows().end)
    }

    /// Whether the detected contacts are still all that can touch at a configuration.
    pub fn covers(&self, kin: &Kinematics) -> bool {
        self.model.collisions.is_empty() || self.all_pairs || self.detector.covers(&self.model.collisions, kin)
    }

    /// Looks for pairs that are near at a configuration with velocities, or on the way to it from `start`, for steps of size `h`;
    /// `None` if they are those that are listed.
    pub fn detect(&mut self, kin: &Kinematics, start: &Kinematics, h: f64) -> Option<Relisting> {
        if self.model.collisions.is_empty() {
            return None;
        }
        self.all_pairs = false;
        let mut detector = std::mem::take(&mut self.detector);
        let pairs = detector.search(&self.model.collisions, (kin, &self.layout, &self.model.ports), start, h);
        let relisting = (pairs != self.pairs).then(|| self.list(pairs));
        self.detector = detector;
        relisting
    }

    /// Lists contacts for an analysis that does not list them anew: all pairs that can touch, or, if they are too many, those that
    /// are near at a configuration.
    pub fn detect_for_statics(&mut self, kin: &Kinematics) -> Option<Relisting> {
        let mut pairs = Vec::new();
        for (k, collision) in self.model.collisions.iter().enumerate() {
            let is_sphere = |i: usize| matches!(collision.colliders[i].form, Form::Sphere { .. });
            for j in 1..collision.colliders.len() {
                let touching = (0..j).filter(|&i| (is_sphere(i) || is_sphere(j)) && collision.allows(i, j));
                pairs.extend(touching.map(|i| (k as u32, i as u32, j as u32)));
                if pairs.len() > ALL_PAIRS {
                    return self.detect(kin, kin, 0.0);
                }
            }
        }
        if pairs.is_empty() {
            return None;
        }
        pairs.sort_unstable();
        let relisting = self.list(&pairs);
        self.all_pairs = true;
        Some(relisting)
    }

    /// Lists these pairs, ascending.
    pub fn list(&mut self, pairs: &[PairKey]) -> Relisting {
        let fixed = self.model.contacts.len();
        let old_pairs = std::mem::take(&mut self.pairs);
        let old_contacts = std::mem::take(&mut self.detected);
        let old_rows = self.contacts.split_off(fixed);
        let old_blocks = self.blocks.split_off(self.joint_blocks + fixed);
        let mut old = old_pairs.into_iter().zip(old_contacts).zip(old_rows.into_iter().zip(old_blocks)).enumerate();
        self.row_count = self.fixed_rows();
        self.jacobian_size = self.blocks.last().map_or(0, |block| block.jacobian + block.len() * block.dofs.len());
        let mut relisting = Relisting { fixed, fixed_rows: self.row_count, former: Vec::with_capacity(pairs.len()) };
        let mut next = old.next();
        for &pair in pairs {
            while next.as_ref().is_some_and(|(_, ((key, _), _))| *key < pair) {
                next = old.next();
            }
            let slot = self.contacts.len();
            match next.take_if(|(_, ((key, _), _))| *key == pair) {
                Some((place, ((_, contact), (rows, mut block)))) => {
                    relisting.former.push(Some((fixed + place, block.first)));
                    block.set_slot(slot);
                    self.add_detected(pair, contact, rows.axes, block);
                    next = old.next();
                }
                None => {
                    let collision = &self.model.collisions[pair.0 as usize];
                    let Some(contact) = collision.contact(pair.1 as usize, pair.2 as usize) else { continue };
                    relisting.former.push(None);
                    let (axes, block) = self.compile_detected(&contact, slot);
                    self.add_detected(pair, contact, axes, block);
                }
            }
        }
        self.listing += 1;
        self.set_ranges();
        relisting
    }

    fn add_detected(&mut self, pair: PairKey, contact: Contact, axes: Vec<usize>, block: RowBlock) {
        let law = contact.law.on(&axes, 0.0);
        self.contacts.push(ContactRows { block: self.blocks.len(), law, axes });
        self.push(block);
        self.detected.push(contact);
        self.pairs.push(pair);
    }

    /// Rows of a contact that a free component can change: in a planar model the gap, sliding in the plane, rolling about its
    /// normal.
    fn compile_detected(&self, contact: &Contact, slot: usize) -> (Vec<usize>, RowBlock) {
        const IN_PLANE: [usize; 3] = [0, 1, 5];
        let planar = self.model.plane.is_some();
        let axes: Vec<usize> =
            contact.law.axes().into_iter().filter(|axis| !planar || IN_PLANE.contains(axis)).collect();
        let all = contact.pair.rows(slot);
        let rows: Vec<Row> = axes.iter().map(|&axis| all[axis].clone()).collect();
        (axes, RowBlock::new(&rows, &self.model.ports, &self.layout, &self.followers))
    }

    /// Where the contacts of each name stand: those of the model, then those of the collisions.
    pub(super) fn set_ranges(&mut self) {
        let fixed = self.model.contacts.len();
        self.sets.clear();
        self.sets.extend(self.model.contact_sets.iter().map(|set| set.contacts.clone()));
        for k in 0..self.model.collisions.len() as u32 {
            let first = fixed + self.pairs.partition_point(|pair| pair.0 < k);
            let end = fixed + self.pairs.partition_point(|pair| pair.0 <= k);
            self.sets.push(Range { start: first, end });
        }
    }
}
