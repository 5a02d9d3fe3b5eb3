//! What a study measures: vectors over time, by name.
//!
//! A name is that of a sensor (all its components are one vector), of a channel of a sensor, of a contact or of the energy account, or one
//! of two that every model has. With the diagonal M_i of the mass matrix and the total mass m these are
//!
//! ```text
//! velocities   √(M_i/m) v_i                                        |·|² = Σ M_i v_i²/m
//! positions    √(M_x/m) x of every node, √(E_k/m) R e_k of those that turn, E_k = ½(J_1 + J_2 + J_3) − J_k
//! ```
//!
//! whose norms are root mean squares over the mass, in m/s and m: for rigid bodies with principal axes that of the velocities and of
//! the displacements of all their particles.

use super::{Signal, StudyError};
use crate::drive::{GO_ON, Observer, Simulation, Verdict};
use crate::history::{Sampler, Topic, channels};
use crate::record::{Channel, ChannelKind};
use crate::sensor::Sensor;
use crate::spec::{Loaded, cure};
use crate::system::{Snapshot, System};
use std::convert::Infallible;

const POSITIONS: &str = "positions";
const VELOCITIES: &str = "velocities";

/// A vector over time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    pub name: String,
    pub unit: String,
    kind: ChannelKind,
    source: Source,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    /// Channels with their places: topic and column.
    Channels(Vec<(String, usize, usize)>),
    Positions,
    Velocities,
}

impl Quantity {
    /// Positions and velocities of the whole model.
    pub fn of_motion() -> Vec<Self> {
        let new = |name: &str, unit: &str, source| Self {
            name: name.to_owned(),
            unit: unit.to_owned(),
            kind: ChannelKind::State,
            source,
        };
        vec![new(POSITIONS, "m", Source::Positions), new(VELOCITIES, "m/s", Source::Velocities)]
    }

    /// The quantity of a name.
    pub fn find(name: &str, loaded: &Loaded) -> Result<Self, StudyError> {
        let mut known = Vec::new();
        if let Some(found) = of_sensor(name, &loaded.sensors) {
            return Ok(found);
        }
        for (topic, place) in Topic::ALL.into_iter().zip(0..) {
            for (column, channel) in channels(topic, &loaded.sensors, &loaded.model).into_iter().enumerate() {
                if channel.name == name {
                    let source = Source::Channels(vec![(channel.name.clone(), place, column)]);
                    return Ok(Self { name: channel.name, unit: channel.unit, kind: channel.kind, source });
                }
                known.push(channel.name);
            }
        }
        if let Some(found) = Self::of_motion().into_iter().find(|quantity| quantity.name == name) {
            return Ok(found);
        }
        let known: Vec<&str> = known.iter().map(String::as_str).chain([POSITIONS, VELOCITIES]).collect();
        Err(StudyError::asked(format!("the model has no quantity `{name}`"), cure(name, &known)))
    }

    /// Whether it follows from positions, velocities and accelerations.
    pub(super) fn is_motion(&self) -> bool {
        self.kind == ChannelKind::State
    }

    /// Its channels, where it is made of some.
    pub fn channels(&self) -> Option<Vec<&str>> {
        match &self.source {
            Source::Channels(list) => Some(list.iter().map(|(name, ..)| name.as_str()).collect()),
            _ => None,
        }
    }
}

fn of_sensor(name: &str, sensors: &[Sensor]) -> Option<Quantity> {
    let mut column = 0;
    for sensor in sensors {
        if sensor.name == name {
            let unit = sensor.channels.first().map_or_else(String::new, |channel| channel.unit.clone());
            let kind = sensor.channels.first().map_or(ChannelKind::State, |channel| channel.kind);
            // Numbers with other units are no components of one vector; they have names of their own.
            let alike = sensor.channels.iter().enumerate().filter(|(_, c)| c.unit == unit);
            let places = alike.map(|(i, c)| (c.name.clone(), 0, column + i)).collect();
            return Some(Quantity { name: name.to_owned(), unit, kind, source: Source::Channels(places) });
        }
        column += sensor.channels.len();
    }
    None
}

/// The vector channels that an exact solution gives, joined by their sensors: `ball.x` and `ball.z` stay apart.
pub(super) fn of_reference(loaded: &Loaded) -> Result<Vec<Quantity>, StudyError> {
    loaded.reference.iter().map(|(name, _)| Quantity::find(name, loaded)).collect()
}

/// The channels of a model that a file has too.
pub(super) fn of_file(loaded: &Loaded, columns: &[String]) -> Result<Vec<Quantity>, StudyError> {
    let is_motion = |c: &Channel| c.kind == ChannelKind::State && !c.unit.is_empty();
    let all = channels(Topic::Sensors, &loaded.sensors, &loaded.model);
    let shared = all.iter().filter(|c| is_motion(c) && columns.contains(&c.name));
    shared.map(|channel| Quantity::find(&channel.name, loaded)).collect()
}

/// Records quantities at every step.
pub(super) struct Watch<'a> {
    quantities: &'a [Quantity],
    sampler: Sampler,
    nodes: Vec<Node>,
    /// √(M_i/m).
    dofs: Vec<f64>,
    rows: [Vec<f64>; 3],
    pub signals: Vec<Signal>,
}

/// A node with mass: weights of its position and of its axes.
struct Node {
    node: usize,
    shift: f64,
    axes: Option<[f64; 3]>,
}

impl<'a> Watch<'a> {
    pub fn new(quantities: &'a [Quantity], simulation: &Simulation, sensors: Vec<Sensor>) -> Self {
        let system = &simulation.system;
        let (nodes, dofs) = weights(system);
        let width = |quantity: &Quantity| match &quantity.source {
            Source::Channels(list) => list.len(),
            Source::Positions => nodes.iter().map(|node| if node.axes.is_some() { 12 } else { 3 }).sum(),
            Source::Velocities => dofs.len(),
        };
        let signals = quantities.iter().map(|quantity| Signal::new(width(quantity))).collect();
        let sampler = Sampler::new(sensors, &system.model);
        Self { quantities, sampler, nodes, dofs, rows: Default::default(), signals }
    }

    /// Adds a row for a snapshot; one that repeats the time of the last row is what follows a jump.
    pub fn take(&mut self, snapshot: &Snapshot) {
        let rows = &mut self.rows;
        let done: Result<(), Infallible> = self.sampler.rows(snapshot, false, |topic, row| {
            rows[topic as usize].clear();
            rows[topic as usize].extend_from_slice(row);
            Ok(())
        });
        let Ok(()) = done;
        let kin = snapshot.scene.kin;
        for (quantity, signal) in self.quantities.iter().zip(&mut self.signals) {
            match &quantity.source {
                Source::Channels(list) => {
                    signal.push(kin.t, list.iter().map(|(_, topic, column)| rows[*topic][*column]))
                }
                Source::Velocities => signal.push(kin.t, self.dofs.iter().zip(&kin.v).map(|(weight, v)| weight * v)),
                Source::Positions => signal.push(
                    kin.t,
                    self.nodes.iter().flat_map(|Node { node, shift, axes }| {
                        let (x, r) = (kin.frames[*node].x, kin.frames[*node].r());
                        let axis = |k: usize| axes.map(|weights| weights[k] * r.column(k));
                        let axes = (0..3).filter_map(axis).flat_map(|axis| [axis[0], axis[1], axis[2]]);
                        [x[0], x[1], x[2]].map(|x| shift * x).into_iter().chain(axes).collect::<Vec<_>>()
                    }),
                ),
            }
        }
    }
}

impl Observer for Watch<'_> {
    fn observe(&mut self, _step: u64, snapshot: &Snapshot) -> Verdict {
        self.take(snapshot);
        GO_ON
    }
}

/// Weights of all nodes that have mass, and of all degrees of freedom.
fn weights(system: &System) -> (Vec<Node>, Vec<f64>) {
    let diagonal = system.mass.diagonal();
    let entry = |dof: u32| diagonal.get(dof as usize).copied().unwrap_or(0.0);
    let shift = |dofs: &[u32; 6]| dofs[..3].iter().map(|dof| entry(*dof)).fold(0.0, f64::max);
    let translation: f64 = system.layout.dofs.iter().map(shift).sum();
    // Bodies that only turn: per kg m², in rad.
    let total = if translation > 0.0 { translation } else { diagonal.iter().sum() };
    let mut nodes = Vec::new();
    for (node, dofs) in system.layout.dofs.iter().enumerate() {
        let moments = [3, 4, 5].map(|c| entry(dofs[c]));
        let sum: f64 = moments.iter().sum();
        let axes = (sum > 0.0).then(|| moments.map(|moment| ((0.5 * sum - moment).max(0.0) / total).sqrt()));
        if shift(dofs) > 0.0 || axes.is_some() {
            nodes.push(Node { node, shift: (shift(dofs) / total).sqrt(), axes });
        }
    }
    (nodes, diagonal.iter().map(|m| (m / total).sqrt()).collect())
}
