//! Contacts that are found, not listed: bodies carry shapes, and pairs of shapes that come near each other become contacts.
//!
//! A [`Collision`] is frozen with the model: which shapes can touch which, and by which law. The [`Detector`] looks for pairs that
//! are near, and `system/candidates.rs` turns them into rows.

mod detect;
mod spec;
mod tree;
mod twice;

pub use detect::Detector;
pub use spec::CollisionSpec;

use super::plane::Plane;
use super::sphere_box::SphereBox;
use super::sphere_plane::SpherePlane;
use super::spheres::Spheres;
use super::{Contact, ContactLaw, Pair};
use crate::Vec3;
use crate::model::{self, NodeId, PortId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a body touches with.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    Sphere {
        radius: f64,
    },
    /// The x-y plane of its port, free above.
    Plane,
    Box {
        half: Vec3,
    },
}

/// A form on a body.
#[derive(Clone, Debug)]
pub struct Collider {
    /// The body, by name and number; the ground and moving grounds are bodies without a node.
    pub name: String,
    pub body: usize,
    pub node: Option<NodeId>,
    /// Its centre and axes.
    pub port: PortId,
    pub form: Form,
    /// Whether it is of the first and of the second group.
    pub groups: [bool; 2],
    /// Its material, a place in the table of laws.
    pub material: usize,
}

/// Shapes that can touch, and the laws by which they do.
#[derive(Clone, Debug)]
pub struct Collision {
    pub name: String,
    pub colliders: Vec<Collider>,
    /// Pairs of bodies that pass through each other, smaller number first.
    pub separate: BTreeSet<(usize, usize)>,
    /// Laws of pairs of materials, row by row.
    pub laws: Vec<ContactLaw>,
    pub materials: usize,
    pub plane: Option<model::Plane>,
}

impl Collision {
    /// Whether two colliders can touch.
    pub fn allows(&self, i: usize, j: usize) -> bool {
        let (a, b) = (&self.colliders[i], &self.colliders[j]);
        let crosses = |k: usize| a.groups[k] && b.groups[1 - k];
        a.body != b.body
            && (a.node.is_some() || b.node.is_some())
            && (crosses(0) || crosses(1))
            && !self.separate.contains(&(a.body.min(b.body), a.body.max(b.body)))
    }

    /// How many pairs of colliders can touch.
    pub fn pairs(&self) -> usize {
        let n = self.colliders.len();
        (0..n).map(|i| (i + 1..n).filter(|&j| self.allows(i, j)).count()).sum()
    }

    /// The contact of two colliders, of which at least one is a sphere.
    pub fn contact(&self, i: usize, j: usize) -> Option<Contact> {
        let (first, second) = (self.colliders.get(i)?, self.colliders.get(j)?);
        let (a, b) = match second.form {
            Form::Sphere { .. } => (first, second),
            _ => (second, first),
        };
        let Form::Sphere { radius } = b.form else { return None };
        let pair: Arc<dyn Pair> = match a.form {
            Form::Sphere { radius: other } => {
                Arc::new(Spheres::new([a.port, b.port], [other, radius], false, self.plane))
            }
            Form::Plane => Arc::new(SpherePlane::new(&Plane::at(a.port), b.port, radius)),
            Form::Box { half } => Arc::new(SphereBox::new(a.port, half, b.port, radius, self.plane)),
        };
        let name = format!("{} ({}, {})", self.name, a.name, b.name);
        let law = self.laws[a.material * self.materials + b.material].clone();
        Some(Contact { name, kind: CollisionSpec::NAME, pair, law })
    }
}
