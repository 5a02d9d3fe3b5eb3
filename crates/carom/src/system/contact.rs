//! Kinematics of a point against a face: gap, position on the face, relative velocity.

use super::System;
use crate::contact::Contact;
use crate::model::Kinematics;

/// Signed distance of the point from the plane.
pub fn gap(contact: &Contact, kin: &Kinematics) -> f64 {
    let (plane, point) = (&kin.ports[contact.plane], &kin.ports[contact.point]);
    plane.axis(2).dot(&(point.x - plane.x))
}

/// Whether the point lies over a finite face.
pub fn on_face(contact: &Contact, kin: &Kinematics) -> bool {
    let Some(extent) = contact.extent else { return true };
    let (plane, point) = (&kin.ports[contact.plane], &kin.ports[contact.point]);
    let d = point.x - plane.x;
    (0..2).all(|i| plane.axis(i).dot(&d).abs() <= extent[i])
}

/// Velocity of the surface along `axis` (0 normal, 1 and 2 tangential).
pub fn belt(contact: &Contact, axis: usize, t: f64) -> f64 {
    match &contact.belt {
        Some(velocity) if axis > 0 => velocity[axis - 1].eval(&[t]),
        _ => 0.0,
    }
}

/// Velocity of the point against the surface along `axis`, as the face sees it.
pub fn contact_velocity(system: &System, contact: &Contact, axis: usize, kin: &Kinematics) -> f64 {
    let (layout, ports) = (&system.layout, &system.model.ports);
    let (_, g) = contact.measures()[axis].gradient(kin);
    let (va, wa) = kin.port_velocity(layout, ports, contact.plane);
    let (vb, _) = kin.port_velocity(layout, ports, contact.point);
    g.u_a.dot(&va) + g.p_a.dot(&wa) + g.u_b.dot(&vb) - belt(contact, axis, kin.t)
}
