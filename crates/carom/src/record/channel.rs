//! Channels: the named columns of a history, with their unit and what kind of quantity they hold.

use serde::{Deserialize, Serialize};

/// What a channel holds; it decides how a value may be interpolated, integrated or turned into a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChannelKind {
    /// Positions, velocities, angles, gaps and what follows from them; defined at an instant.
    State,
    /// Forces and moments.
    Force,
    /// Impulses over the step that ended at the instant; a force is impulse / h only while nothing hits (THEORY §9).
    Impulse,
    /// Energies and works.
    Energy,
    /// Position-level multipliers: a measure of the projection, not a force.
    Correction,
}

/// A column of a history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    pub name: String,
    /// SI unit; empty for numbers without one.
    pub unit: String,
    pub kind: ChannelKind,
}

impl Channel {
    pub fn new(name: impl Into<String>, unit: impl Into<String>, kind: ChannelKind) -> Self {
        Self { name: name.into(), unit: unit.into(), kind }
    }

    /// The first column of histories.
    pub fn time() -> Self {
        Self::new("time", "s", ChannelKind::State)
    }

    /// Name and unit as they stand in a header or legend: `sleeve.y [m]`, `beak.status [-]`.
    pub fn label(&self) -> String {
        format!("{} [{}]", self.name, if self.unit.is_empty() { "-" } else { &self.unit })
    }
}

/// The name in a [`Channel::label`]: all of it before the last ` [`.
pub fn label_name(label: &str) -> &str {
    label.rsplit_once(" [").map_or(label, |(name, _)| name)
}
