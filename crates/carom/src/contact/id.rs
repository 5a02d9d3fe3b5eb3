//! What a contact is called for as long as the model lives, whichever contacts happen to be near.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A contact point of a model: of candidates, states, records and checkpoints alike. In ascending order those of one name stand
/// together, and contacts of the model before detected ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ContactId {
    /// Place of its name among [`crate::model::Model::contact_names`]: a set of contacts of the model, or behind them a collision.
    pub set: u32,
    /// Of a collision the two colliders, the smaller number first; otherwise the contact in [`crate::model::Model::contacts`] and 0.
    pub i: u32,
    pub j: u32,
    /// Number of the point, for pairs that touch in several.
    pub point: u32,
}

impl ContactId {
    /// The first point of a pair.
    pub fn of_pair(set: usize, i: usize, j: usize) -> Self {
        Self { set: set as u32, i: i as u32, j: j as u32, point: 0 }
    }

    /// As an array: set, i, j, point.
    pub fn to_array(self) -> [u32; 4] {
        [self.set, self.i, self.j, self.point]
    }
}

impl fmt::Display for ContactId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { set, i, j, point } = self;
        write!(f, "{set}/{i}/{j}/{point}")
    }
}
