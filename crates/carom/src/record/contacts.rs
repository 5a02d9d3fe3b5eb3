//! Contact histories: eleven columns a contact of the model file, in its order, collisions last. The nodes of a surface and the
//! contacts of a collision are one: least gap with its velocity, sums of impulses and corrections.
//!
//! | column | unit | |
//! |---|---|---|
//! | `NAME.gap` | m | positive when open |
//! | `NAME.status` | – | 0 open (or too far away to be looked at), 1 stick, 2 slip |
//! | `NAME.velocity_n`, `_t1`, `_t2` | m/s | of the slave (point, sphere) against the master's surface, along the normal and the tangents |
//! | `NAME.impulse_n`, `_t1`, `_t2` | N s | on the slave, over the step |
//! | `NAME.correction_n`, `_t1`, `_t2` | kg m | position-level multiplier ν |
//!
//! Limits of an angle have rad, rad/s, N m s and kg m².

use super::{Channel, ChannelKind};
use crate::contact::LENGTH_ROWS;
use crate::system::{ContactState, Status};
use std::ops::Range;

/// The channels of the contacts with these names; gaps of some of them are angles.
pub fn contact_channels<'a>(contacts: impl IntoIterator<Item = (&'a str, bool)>) -> Vec<Channel> {
    let mut channels = Vec::new();
    for (name, is_angular) in contacts {
        let [gap, velocity, impulse, correction] =
            if is_angular { ["rad", "rad/s", "N m s", "kg m^2"] } else { ["m", "m/s", "N s", "kg m"] };
        let groups = [
            ("velocity", velocity, ChannelKind::State),
            ("impulse", impulse, ChannelKind::Impulse),
            ("correction", correction, ChannelKind::Correction),
        ];
        channels.push(Channel::new(format!("{name}.gap"), gap, ChannelKind::State));
        channels.push(Channel::new(format!("{name}.status"), "", ChannelKind::State));
        for (quantity, unit, kind) in groups {
            channels
                .extend(["n", "t1", "t2"].map(|axis| Channel::new(format!("{name}.{quantity}_{axis}"), unit, kind)));
        }
    }
    channels
}

/// Replaces `row` by the values of [`contact_channels`].
pub fn contact_row(sets: &[Range<usize>], contacts: &[ContactState], row: &mut Vec<f64>) {
    row.clear();
    for set in sets {
        let contact = ContactState::combined(&contacts[set.clone()]);
        row.push(contact.gap);
        row.push(status_code(contact.status));
        for values in [&contact.velocity, &contact.impulse, &contact.correction] {
            row.extend_from_slice(&values[..LENGTH_ROWS]);
        }
    }
}

/// The number that stands for a status in files.
pub fn status_code(status: Status) -> f64 {
    match status {
        Status::Far | Status::Open => 0.0,
        Status::Stick => 1.0,
        Status::Slip => 2.0,
    }
}
