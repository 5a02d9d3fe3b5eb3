//! Where contacts act: one point a contact of the model file, in space.
//!
//! A contact that stands for several (a surface, a collision) acts at the mean of their points, weighted with their normal impulses of the step
//! or, where there are none, alike. Where nothing acts there is no point, and its coordinates are not numbers.

use crate::Vec3;
use crate::contact::LENGTH_ROWS;
use crate::model::Model;
use crate::record::{Channel, ChannelKind, Table};
use crate::system::Snapshot;

/// A table with the coordinates of the points.
#[derive(Debug)]
pub struct ContactPlaces {
    table: Table,
    row: Vec<f64>,
}

/// `NAME.x`, `NAME.y`, `NAME.z` of every contact.
pub fn place_channels(model: &Model) -> Vec<Channel> {
    let axes = ["x", "y", "z"];
    let channel = |name: &str, axis: &str| Channel::new(format!("{name}.{axis}"), "m", ChannelKind::State);
    model.contact_names().flat_map(|name| axes.map(|axis| channel(name, axis))).collect()
}

impl ContactPlaces {
    pub fn of(model: &Model) -> Self {
        Self { table: Table::over_time(place_channels(model)), row: Vec::new() }
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Adds the places at the end of a step.
    pub fn push(&mut self, snapshot: &Snapshot) {
        self.row.clear();
        for set in snapshot.contact_sets {
            let place = set_place(snapshot, set.clone());
            self.row.extend_from_slice(place.as_slice());
        }
        self.table.push(snapshot.scene.kin.t, &self.row);
    }
}

fn set_place(snapshot: &Snapshot, set: std::ops::Range<usize>) -> Vec3 {
    let (mut weighted, mut plain) = ((Vec3::zeros(), 0.0), (Vec3::zeros(), 0.0));
    for c in set {
        if !snapshot.contacts[c].acts() || snapshot.contact(c).pair.coordinates().is_some() {
            continue;
        }
        let point = snapshot.contact_point(c);
        let impulse = point.state.impulse[..LENGTH_ROWS][0].abs();
        weighted = (weighted.0 + point.point * impulse, weighted.1 + impulse);
        plain = (plain.0 + point.point, plain.1 + 1.0);
    }
    let (sum, weight) = if weighted.1 > 0.0 { weighted } else { plain };
    sum / weight
}
