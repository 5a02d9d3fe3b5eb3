//! Kinematics of a contact as the integrators read it: relative velocity along its rows.

use super::System;
use crate::Vec3;
use crate::contact::{Contact, LENGTH_ROWS};
use crate::measure::Measure;
use crate::model::{ContactFrame, Kinematics};

/// Rate of a measure, prescribed motion of its ports included.
pub fn measure_rate(system: &System, measure: &Measure, kin: &Kinematics) -> f64 {
    let (layout, ports) = (&system.layout, &system.model.ports);
    let (_, g) = measure.gradient(kin);
    let (a, b) = measure.ports();
    g.along([a, b].map(|port| kin.port_velocity(layout, ports, port)))
}

/// Relative velocity along row `i` of the pair, as the master's surface sees it: sliding of the two surfaces at the point of
/// contact, and turning about the axes of the frame.
pub fn contact_velocity(system: &System, contact: &Contact, frame: &ContactFrame, i: usize, kin: &Kinematics) -> f64 {
    let velocities = port_velocities(system, contact, kin);
    relative_velocity(contact, frame, i, kin, &velocities) - contact.pair.surface_velocity(i, kin.t, &kin.signals)
}

/// Velocities (v, ω) of the ports of a contact.
pub fn port_velocities(system: &System, contact: &Contact, kin: &Kinematics) -> [(Vec3, Vec3); 2] {
    let (a, b) = contact.pair.ports();
    [a, b].map(|port| kin.port_velocity(&system.layout, &system.model.ports, port))
}

/// The part of [`contact_velocity`] that is prescribed: by grounds that move, and by belts.
pub fn prescribed_velocity(contact: &Contact, frame: &ContactFrame, i: usize, kin: &Kinematics) -> f64 {
    let (a, b) = contact.pair.ports();
    let velocities = [a, b].map(|port| kin.ports[port].drive.into());
    relative_velocity(contact, frame, i, kin, &velocities) - contact.pair.surface_velocity(i, kin.t, &kin.signals)
}

/// Velocity of B against A along row `i` in a frame, from the velocities (v, ω) of their ports; that of a coordinate is its rate at
/// the configuration.
pub fn relative_velocity(
    contact: &Contact,
    frame: &ContactFrame,
    i: usize,
    kin: &Kinematics,
    velocities: &[(Vec3, Vec3); 2],
) -> f64 {
    if let Some(rows) = contact.pair.coordinates() {
        let rate = |(weight, measure): &(f64, Measure)| weight * measure.gradient(kin).1.along(*velocities);
        return rows.get(i).map_or(0.0, |row| row.terms.iter().map(rate).sum());
    }
    let [(va, wa), (vb, wb)] = velocities;
    match i.checked_sub(LENGTH_ROWS) {
        None => frame.axes[i].dot(&(vb + wb.cross(&frame.arms[1]) - va - wa.cross(&frame.arms[0]))),
        Some(axis) => frame.axes[axis].dot(&(wb - wa)),
    }
}
