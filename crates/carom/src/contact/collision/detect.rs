//! Which colliders are near each other.
//!
//! A search places an anchor at every collider and gives it a reach: how far it may travel before the search has to be repeated.
//! Pairs whose surfaces are within the sum of their reaches are listed. Until one collider has left its reach, no other pair can
//! touch, so that most steps do not search at all.

use super::super::ContactId;
use super::tree::{Bounds, Tree};
use super::{Collider, Collision, Form};
use crate::model::{Kinematics, Layout, Model, Port};
use crate::{Mat3, Vec3};

/// The reach of a collider is its way in so many steps …
const STEPS: f64 = 4.0;
/// … and this share of its size, so that what rests is not searched for again and again.
const SKIN: f64 = 0.05;

/// A collider at the time of the last search.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    x: Vec3,
    r: Mat3,
    reach: f64,
}

/// The search, with what it remembers of the last one.
#[derive(Clone, Debug, Default)]
pub struct Detector {
    /// Anchors of all collisions, one after the other.
    anchors: Vec<Anchor>,
    boxes: Vec<Bounds>,
    /// Place in the collision of each box.
    bounded: Vec<usize>,
    tree: Tree,
    found: Vec<ContactId>,
}

impl Detector {
    /// Whether the last search still covers a configuration.
    pub fn covers(&self, collisions: &[Collision], kin: &Kinematics) -> bool {
        let colliders = collisions.iter().flat_map(|c| &c.colliders);
        self.anchors.len() == collisions.iter().map(|c| c.colliders.len()).sum::<usize>()
            && colliders.zip(&self.anchors).all(|(collider, anchor)| collider.travelled(kin, anchor) <= anchor.reach)
    }

    /// All pairs within reach at a configuration, ascending; reaches are those of steps of size `h`, and not less than the way
    /// from `start`.
    pub fn search(
        &mut self,
        model: &Model,
        (kin, layout): (&Kinematics, &Layout),
        start: &Kinematics,
        h: f64,
    ) -> &[ContactId] {
        self.anchors.clear();
        self.found.clear();
        for (set, collision) in (model.contact_sets.len()..).zip(&model.collisions) {
            let first = self.anchors.len();
            self.anchors.extend(collision.colliders.iter().map(|c| c.anchor((kin, layout, &model.ports), start, h)));
            self.search_bounded(set, collision, first);
            self.search_planes(set, collision, first, &model.ports);
        }
        self.found.sort_unstable();
        &self.found
    }

    /// Spheres and boxes, by the tree.
    fn search_bounded(&mut self, set: usize, collision: &Collision, first: usize) {
        self.boxes.clear();
        self.bounded.clear();
        for (i, collider) in collision.colliders.iter().enumerate() {
            if let Some(half) = collider.half_extent(&self.anchors[first + i]) {
                let Anchor { x, reach, .. } = self.anchors[first + i];
                let half = half.add_scalar(reach);
                self.boxes.push(Bounds { low: x - half, high: x + half });
                self.bounded.push(i);
            }
        }
        self.tree.build(&self.boxes);
        for item in 0..self.boxes.len() {
            let (found, anchors, bounded) = (&mut self.found, &self.anchors, &self.bounded);
            self.tree.overlapping(&self.boxes, item, |other| {
                let (i, j) = (bounded[item], bounded[other]);
                let (a, b) = (&anchors[first + i], &anchors[first + j]);
                if collision.allows(i, j) && collision.colliders[i].is_near(&collision.colliders[j], a, b) {
                    found.push(ContactId::of_pair(set, i, j));
                }
            });
        }
    }

    /// Spheres against planes, which are everywhere.
    fn search_planes(&mut self, set: usize, collision: &Collision, first: usize, ports: &[Port]) {
        for (p, plane) in collision.colliders.iter().enumerate().filter(|(_, c)| c.form == Form::Plane) {
            let at = self.anchors[first + p];
            let normal: Vec3 = at.r.column(2).into();
            for (s, collider) in collision.colliders.iter().enumerate() {
                let Form::Sphere { radius } = collider.form else { continue };
                let sphere = self.anchors[first + s];
                let gap = normal.dot(&(sphere.x - at.x)) - radius;
                if (plane.turns(ports) || gap <= sphere.reach + at.reach) && collision.allows(p, s) {
                    self.found.push(ContactId::of_pair(set, p.min(s), p.max(s)));
                }
            }
        }
    }
}

impl Collider {
    /// A plane that moves sweeps everything when it turns: all spheres are near it.
    fn turns(&self, ports: &[Port]) -> bool {
        self.form == Form::Plane && (self.node.is_some() || ports[self.port].motion.is_some())
    }

    /// Largest distance of a point from the centre; 0 where rotations do not matter.
    fn arm(&self) -> f64 {
        match self.form {
            Form::Box { half } => half.norm(),
            Form::Sphere { .. } | Form::Plane => 0.0,
        }
    }

    fn anchor(&self, (kin, layout, ports): (&Kinematics, &Layout, &[Port]), start: &Kinematics, h: f64) -> Anchor {
        let port = &kin.ports[self.port];
        let (v, w) = kin.port_velocity(layout, ports, self.port);
        let size = match self.form {
            Form::Sphere { radius } => radius,
            Form::Box { half } => half.min(),
            Form::Plane => 0.0,
        };
        let is_fixed = self.node.is_none() && ports[self.port].motion.is_none();
        let mut anchor = Anchor { x: port.x, r: port.r, reach: 0.0 };
        // What is braked within the step has come farther than its velocity says.
        let way = (STEPS * h * (v.norm() + w.norm() * self.arm())).max(self.travelled(start, &anchor));
        anchor.reach = match (is_fixed, self.turns(ports)) {
            (true, _) => 0.0,
            (false, true) => f64::INFINITY,
            (false, false) => way + SKIN * size,
        };
        anchor
    }

    /// How far its surface has moved from an anchor at most.
    fn travelled(&self, kin: &Kinematics, anchor: &Anchor) -> f64 {
        let port = &kin.ports[self.port];
        let turned = if self.arm() > 0.0 { (port.r - anchor.r).norm() * self.arm() } else { 0.0 };
        (port.x - anchor.x).norm() + turned
    }

    /// Half edges of the box around it, with axes along those of space; none for a plane.
    fn half_extent(&self, anchor: &Anchor) -> Option<Vec3> {
        match self.form {
            Form::Sphere { radius } => Some(Vec3::repeat(radius)),
            Form::Box { half } => Some(anchor.r.abs() * half),
            Form::Plane => None,
        }
    }

    /// Whether two colliders are within their reaches; certain for spheres, possible for others whose boxes overlap.
    fn is_near(&self, other: &Self, a: &Anchor, b: &Anchor) -> bool {
        match (&self.form, &other.form) {
            (Form::Sphere { radius }, Form::Sphere { radius: of_other }) => {
                let limit = radius + of_other + a.reach + b.reach;
                (b.x - a.x).norm_squared() <= limit * limit
            }
            (Form::Box { .. }, Form::Box { .. }) => false,
            _ => true,
        }
    }
}
