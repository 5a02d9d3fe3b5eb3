//! Kinematics of a contact as the integrators read it: gap and relative velocity.

use super::System;
use crate::contact::Contact;
use crate::measure::Measure;
use crate::model::Kinematics;

/// Signed distance, positive when open.
pub fn gap(contact: &Contact, kin: &Kinematics) -> f64 {
    contact.pair.measures()[0].value(kin)
}

/// Rate of a measure, prescribed motion of its ports included.
pub fn measure_rate(system: &System, measure: &Measure, kin: &Kinematics) -> f64 {
    let (layout, ports) = (&system.layout, &system.model.ports);
    let (_, g) = measure.gradient(kin);
    let (a, b) = measure.ports();
    let (va, wa) = kin.port_velocity(layout, ports, a);
    let (vb, wb) = kin.port_velocity(layout, ports, b);
    g.u_a.dot(&va) + g.p_a.dot(&wa) + g.u_b.dot(&vb) + g.p_b.dot(&wb)
}

/// Relative velocity along row `i` of the pair, as the master's surface sees it.
pub fn contact_velocity(system: &System, contact: &Contact, i: usize, kin: &Kinematics) -> f64 {
    measure_rate(system, &contact.pair.measures()[i], kin) - contact.pair.surface_velocity(i, kin.t)
}
