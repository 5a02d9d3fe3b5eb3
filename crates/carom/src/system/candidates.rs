//! Candidate contacts: those of the model, then those that were detected, ascending by their [`ContactId`]. Candidates belong to a run and
//! not to the compiled model, which several runs share. They are listed anew when the pairs that are near change; a pair that stays
//! keeps its compiled rows, and only their places change.

use super::compile::ContactRows;
use super::{RowBlock, System};
use crate::contact::{Contact, ContactId, Detector, Form, Sliding};
use crate::joint::Row;
use crate::model::Kinematics;
use std::ops::{Deref, Range};

/// Up to so many pairs a static analysis looks at all of them.
const ALL_PAIRS: usize = 20_000;

/// Contacts that may close, with their rows.
#[derive(Debug, Default)]
pub struct Candidates {
    rows: Vec<ContactRows>,
    blocks: Vec<RowBlock>,
    ids: Vec<ContactId>,
    detected: Vec<Contact>,
    detector: Detector,
    /// All pairs that can touch are listed.
    all_pairs: bool,
    /// Where the contacts of each name stand: those of the model, then those of its collisions.
    pub sets: Vec<Range<usize>>,
    row_count: usize,
    jacobian_size: usize,
}

/// The compiled model with the candidate contacts of a run.
#[derive(Clone, Copy)]
pub struct Assembly<'a> {
    pub system: &'a System,
    pub candidates: &'a Candidates,
}

impl Deref for Assembly<'_> {
    type Target = System;

    fn deref(&self) -> &System {
        self.system
    }
}

impl<'a> Assembly<'a> {
    /// The rows of a joint, or behind those of a contact.
    #[inline]
    pub fn block(self, b: usize) -> &'a RowBlock {
        let joints = &self.system.joints;
        if b < joints.len() { &joints[b] } else { &self.candidates.blocks[b - joints.len()] }
    }

    /// The number of the block of a contact.
    #[inline]
    pub fn block_of(self, c: usize) -> usize {
        self.system.joints.len() + c
    }

    #[inline]
    pub fn contact_block(self, c: usize) -> &'a RowBlock {
        &self.candidates.blocks[c]
    }

    pub fn block_count(self) -> usize {
        self.system.joints.len() + self.candidates.blocks.len()
    }

    #[inline]
    pub fn contact_count(self) -> usize {
        self.candidates.rows.len()
    }

    #[inline]
    pub fn contact_rows(self, c: usize) -> &'a ContactRows {
        &self.candidates.rows[c]
    }

    /// Rows of all blocks, and the size of their Jacobians.
    pub fn row_count(self) -> usize {
        self.candidates.row_count
    }

    pub fn jacobian_size(self) -> usize {
        self.candidates.jacobian_size
    }

    /// Rows of joints and of the model's own contacts, which stand before those of detected contacts.
    pub fn fixed_rows(self) -> usize {
        let fixed = self.model.contacts.len();
        fixed.checked_sub(1).map_or(self.joint_rows, |last| self.candidates.blocks[last].rows().end)
    }

    #[inline]
    pub fn contact(self, c: usize) -> &'a Contact {
        match c.checked_sub(self.system.model.contacts.len()) {
            None => &self.system.model.contacts[c],
            Some(detected) => &self.candidates.detected[detected],
        }
    }

    /// The joint or contact that a block belongs to.
    pub fn block_name(self, block: usize) -> &'a str {
        match block.checked_sub(self.system.joints.len()) {
            None => &self.system.model.joints[block].name,
            Some(contact) => &self.contact(contact).name,
        }
    }

    /// What the contacts are called, ascending.
    pub fn contact_ids(self) -> &'a [ContactId] {
        &self.candidates.ids
    }
}

impl Candidates {
    /// The contacts of the model.
    pub fn new(system: &System) -> Self {
        let ids = system.model.contact_ids().collect();
        let mut out =
            Self { ids, row_count: system.joint_rows, jacobian_size: system.joint_jacobians, ..Self::default() };
        for (rows, block) in &system.contacts {
            out.rows.push(rows.clone());
            out.push(block.clone());
        }
        out.set_ranges(system);
        out
    }

    pub fn assembly<'a>(&'a self, system: &'a System) -> Assembly<'a> {
        Assembly { system, candidates: self }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Contacts that were found by detection, which stand behind those of the model.
    pub fn detected(&self) -> &[Contact] {
        &self.detected
    }

    /// What the contacts are called, ascending.
    pub fn ids(&self) -> &[ContactId] {
        &self.ids
    }

    /// Whether the detected contacts are still all that can touch at a configuration.
    pub fn covers(&self, system: &System, kin: &Kinematics) -> bool {
        let collisions = &system.model.collisions;
        collisions.is_empty() || self.all_pairs || self.detector.covers(collisions, kin)
    }

    /// Looks for pairs that are near at a configuration with velocities, or on the way to it from `start`, for steps of size `h`;
    /// true if they are listed anew, since they are others than before.
    pub fn detect(&mut self, system: &System, kin: &Kinematics, start: &Kinematics, h: f64) -> bool {
        if system.model.collisions.is_empty() {
            return false;
        }
        self.all_pairs = false;
        let mut detector = std::mem::take(&mut self.detector);
        let found = detector.search(&system.model, (kin, &system.layout), start, h);
        let are_others = found != &self.ids[system.model.contacts.len()..];
        if are_others {
            self.list(system, found);
        }
        self.detector = detector;
        are_others
    }

    /// Lists contacts for an analysis that does not list them anew: all pairs that can touch, or, if they are too many, those that
    /// are near at a configuration.
    pub fn detect_for_statics(&mut self, system: &System, kin: &Kinematics) {
        let model = &system.model;
        let mut pairs = Vec::new();
        for (set, collision) in (model.contact_sets.len()..).zip(&model.collisions) {
            let is_sphere = |i: usize| matches!(collision.colliders[i].form, Form::Sphere { .. });
            for j in 1..collision.colliders.len() {
                let touching = (0..j).filter(|&i| (is_sphere(i) || is_sphere(j)) && collision.allows(i, j));
                pairs.extend(touching.map(|i| ContactId::of_pair(set, i, j)));
                if pairs.len() > ALL_PAIRS {
                    self.detect(system, kin, kin, 0.0);
                    return;
                }
            }
        }
        if !pairs.is_empty() {
            pairs.sort_unstable();
            self.list(system, &pairs);
            self.all_pairs = true;
        }
    }

    /// Lists these detected contacts, ascending, behind those of the model. What is no pair of a collision is left out.
    pub fn list(&mut self, system: &System, ids: &[ContactId]) {
        let fixed = system.model.contacts.len();
        let old_ids = self.ids.split_off(fixed);
        let old_contacts = std::mem::take(&mut self.detected);
        let old_rows = self.rows.split_off(fixed);
        let old_blocks = self.blocks.split_off(fixed);
        let mut old = old_ids.into_iter().zip(old_contacts).zip(old_rows.into_iter().zip(old_blocks));
        let end = |block: &RowBlock| (block.rows().end, block.jacobian_range().end);
        let fixed_end = self.blocks.last().map_or((system.joint_rows, system.joint_jacobians), end);
        (self.row_count, self.jacobian_size) = fixed_end;
        let mut next = old.next();
        for &id in ids {
            while next.as_ref().is_some_and(|((old, _), _)| *old < id) {
                next = old.next();
            }
            let slot = self.rows.len();
            match next.take_if(|((old, _), _)| *old == id) {
                Some(((_, contact), (rows, mut block))) => {
                    block.set_slot(slot);
                    self.add_detected(id, contact, rows.axes, block);
                    next = old.next();
                }
                None => {
                    let Some(contact) = system.model.detected_contact(id) else { continue };
                    let (axes, block) = compile_detected(system, &contact, slot);
                    self.add_detected(id, contact, axes, block);
                }
            }
        }
        self.set_ranges(system);
    }

    fn push(&mut self, mut block: RowBlock) {
        (block.first, block.jacobian) = (self.row_count, self.jacobian_size);
        self.row_count += block.len();
        self.jacobian_size += block.len() * block.dofs.len();
        self.blocks.push(block);
    }

    fn add_detected(&mut self, id: ContactId, contact: Contact, axes: Vec<usize>, block: RowBlock) {
        let law = contact.law.on(&axes, &Sliding::REST).at(0.0);
        self.rows.push(ContactRows { law, axes, pressing: None });
        self.push(block);
        self.detected.push(contact);
        self.ids.push(id);
    }

    fn set_ranges(&mut self, system: &System) {
        let count = system.model.contact_names().count() as u32;
        let first = |set: u32| self.ids.partition_point(|id| id.set < set);
        self.sets = (0..count).map(|set| first(set)..first(set + 1)).collect();
    }
}

/// Rows of a contact that a free component can change: in a planar model the gap, sliding in the plane, rolling about its normal.
fn compile_detected(system: &System, contact: &Contact, slot: usize) -> (Vec<usize>, RowBlock) {
    const IN_PLANE: [usize; 3] = [0, 1, 5];
    let planar = system.model.plane.is_some();
    let axes: Vec<usize> = contact.law.axes().into_iter().filter(|axis| !planar || IN_PLANE.contains(axis)).collect();
    let all = contact.pair.rows(slot);
    let rows: Vec<Row> = axes.iter().map(|&axis| all[axis].clone()).collect();
    (axes, RowBlock::new(&rows, &system.model.ports, &system.layout, &system.followers))
}
