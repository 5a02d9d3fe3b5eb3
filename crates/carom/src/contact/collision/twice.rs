//! Pairs that two contacts of a model cover: both would act on them.

use super::super::{Contact, SphereBoxSpec, SpherePlaneSpec, SphereSphere};
use super::{Collider, Collision, Form};
use crate::catalog::Kind;
use crate::model::{Model, PortId};

impl Collision {
    /// The names of a pair of this collision that a contact of the model covers too.
    pub fn covers(&self, model: &Model, contact: &Contact) -> Option<(&str, &str)> {
        let fits: fn(&Form) -> bool = match contact.kind {
            SphereSphere::KEY => |form| matches!(form, Form::Sphere { .. }),
            SpherePlaneSpec::KEY => |form| *form == Form::Plane,
            SphereBoxSpec::KEY => |form| matches!(form, Form::Box { .. }),
            _ => return None,
        };
        let (a, b) = contact.pair.ports();
        let masters = (0..self.colliders.len()).filter(|&i| fits(&self.colliders[i].form) && self.is_at(model, i, a));
        let is_sphere = |i: usize| matches!(self.colliders[i].form, Form::Sphere { .. });
        for i in masters {
            let slave =
                (0..self.colliders.len()).find(|&j| is_sphere(j) && self.is_at(model, j, b) && self.allows(i, j));
            if let Some(j) = slave {
                return Some((&self.colliders[i].name, &self.colliders[j].name));
            }
        }
        None
    }

    /// The names of a pair that another collision covers too.
    pub fn shares(&self, model: &Model, other: &Self) -> Option<(&str, &str)> {
        // Colliders of both by the groups that they are in: what can touch is a matter of these, but for few exceptions.
        let mut kinds: [Vec<(usize, usize)>; 16] = Default::default();
        // Both lists follow the order of the bodies: most often the next one is meant.
        let mut next = 0;
        for (i, c) in self.colliders.iter().enumerate() {
            let same = |o: &Collider| o.name == c.name && o.form == c.form && is_same(model, o.port, c.port, &c.form);
            let ahead = other.colliders.get(next).is_some_and(same);
            let Some(j) = (if ahead { Some(next) } else { other.colliders.iter().position(same) }) else { continue };
            next = j + 1;
            let groups = c.groups.iter().chain(&other.colliders[j].groups);
            kinds[groups.fold(0, |sum, &bit| 2 * sum + usize::from(bit))].push((i, j));
        }
        for (k, first) in kinds.iter().enumerate() {
            for second in &kinds[k..] {
                let crosses = |a: [bool; 2], b: [bool; 2]| (a[0] && b[1]) || (a[1] && b[0]);
                let (Some(&(i, j)), Some(&(m, n))) = (first.first(), second.first()) else { continue };
                let groups = |i: usize, j: usize| (self.colliders[i].groups, other.colliders[j].groups);
                let ((a, b), (c, d)) = (groups(i, j), groups(m, n));
                if !crosses(a, c) || !crosses(b, d) {
                    continue;
                }
                let pairs = first.iter().flat_map(|p| second.iter().map(move |q| (p, q)));
                let twice =
                    |(p, q): &(&(usize, usize), &(usize, usize))| self.allows(p.0, q.0) && other.allows(p.1, q.1);
                if let Some((p, q)) = pairs.into_iter().find(twice) {
                    return Some((&self.colliders[p.0].name, &self.colliders[q.0].name));
                }
            }
        }
        None
    }

    fn is_at(&self, model: &Model, collider: usize, port: PortId) -> bool {
        let collider = &self.colliders[collider];
        is_same(model, collider.port, port, &collider.form)
    }
}

/// Whether two ports hold the same form: the same centre on the same body, for planes the same plane.
fn is_same(model: &Model, a: PortId, b: PortId, form: &Form) -> bool {
    const SAME: f64 = 1e-9;
    let (a, b) = (&model.ports[a], &model.ports[b]);
    if a.node != b.node || a.motion != b.motion {
        return false;
    }
    let apart = b.at.x - a.at.x;
    match form {
        Form::Sphere { .. } | Form::Box { .. } => apart.norm() < SAME,
        Form::Plane => {
            let normals = [a, b].map(|port| port.at.r().column(2).into_owned());
            (normals[1] - normals[0]).norm() < SAME && normals[0].dot(&apart).abs() < SAME
        }
    }
}
