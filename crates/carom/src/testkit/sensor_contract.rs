//! What every sensor must satisfy: one finite number a channel at any state, names and units that can be read, and numbers that do
//! not depend on where the whole model, ground included, stands in space.

use super::Random;
use super::contract::{Violation, compare};
use super::pair_contract::rigid_motion;
use super::stage::Stage;
use crate::contact::{ContactId, ROWS};
use crate::model::Model;
use crate::record::ChannelKind;
use crate::sensor::{Sensor, evaluate};
use crate::system::{ContactState, EnergyAccount, Snapshot, Status};
use crate::{Frame, Mat3, Vec3};
use std::collections::BTreeSet;
use std::ops::Range;

/// What a snapshot holds beside a configuration, invented.
struct Invented {
    acceleration: Vec<f64>,
    joint_impulse: Vec<f64>,
    joint_force: Vec<f64>,
    joint_start: Vec<usize>,
    contacts: Vec<ContactState>,
    contact_ids: Vec<ContactId>,
    contact_sets: Vec<Range<usize>>,
    energy: EnergyAccount,
}

impl Invented {
    fn new(model: &Model, stage: &Stage) -> Self {
        let mut random = Random::new(11);
        let mut numbers = |count: usize| -> Vec<f64> { (0..count).map(|_| random.signed()).collect() };
        let mut joint_start = vec![0];
        for joint in &model.joints {
            joint_start.push(joint_start[joint_start.len() - 1] + joint.rows.len());
        }
        let rows = |numbers: Vec<f64>| -> [f64; ROWS] { std::array::from_fn(|i| numbers[i]) };
        let contact = |_| ContactState {
            memory: 0.5,
            gap: 1e-3,
            status: Status::Slip,
            velocity: rows(numbers(ROWS)),
            work: 0.0,
            impulse: rows(numbers(ROWS)),
            correction: rows(numbers(ROWS)),
            force: rows(numbers(ROWS)),
            hit: false,
            flew: false,
            struck: false,
            approach: 0.2,
            touched: 0.0,
        };
        let contacts: Vec<ContactState> = (0..model.contacts.len()).map(contact).collect();
        let found = model.collisions.iter().map(|_| contacts.len()..contacts.len());
        let energy = EnergyAccount { kinetic: 3.0, potential: -1.0, loads: 0.5, dampers: -0.2, ..Default::default() };
        Self {
            acceleration: numbers(stage.layout.n),
            joint_impulse: numbers(joint_start[joint_start.len() - 1]),
            joint_force: numbers(joint_start[joint_start.len() - 1]),
            joint_start,
            contact_sets: model.contact_sets.iter().map(|set| set.contacts.clone()).chain(found).collect(),
            contacts,
            contact_ids: model.contact_ids().collect(),
            energy,
        }
    }

    /// The same seen after a rigid motion: accelerations turn, multipliers and body-fixed components do not.
    fn carried(self, stage: &Stage, motion: &Frame) -> Self {
        let mut acceleration = vec![0.0; self.acceleration.len()];
        for node in 0..stage.kin.frames.len() {
            let (linear, angular) = stage.layout.get(node, &self.acceleration);
            stage.layout.add(node, &(motion.r() * linear), &angular, &mut acceleration);
        }
        Self { acceleration, ..self }
    }

    fn snapshot<'a>(&'a self, model: &'a Model, stage: &'a Stage) -> Snapshot<'a> {
        Snapshot {
            model,
            scene: stage.scene(),
            h: 1e-3,
            acceleration: &self.acceleration,
            joint_impulse: &self.joint_impulse,
            joint_force: &self.joint_force,
            joint_start: &self.joint_start,
            contacts: &self.contacts,
            contact_ids: &self.contact_ids,
            detected: &[],
            contact_sets: &self.contact_sets,
            energy: self.energy,
        }
    }
}

/// All contracts of the sensors of a model at a state of the stage.
pub fn sensors(sensors: &[Sensor], model: &Model, stage: &Stage) -> Result<(), Violation> {
    names(sensors)?;
    let invented = Invented::new(model, stage);
    let mut values = Vec::new();
    evaluate(sensors, &invented.snapshot(model, stage), &mut values);
    channels(sensors, &values)?;
    objectivity(sensors, model, stage, (invented, &values))
}

/// A sensor's channels carry its name, no two the same, and units of SI that fit the kind.
fn names(sensors: &[Sensor]) -> Result<(), Violation> {
    let mut seen = BTreeSet::new();
    for sensor in sensors {
        for channel in &sensor.channels {
            let named = channel.name.strip_prefix(&sensor.name).is_some_and(|r| r.is_empty() || r.starts_with('.'));
            let fits = match channel.kind {
                ChannelKind::Impulse => ["N s", "N m s"].contains(&channel.unit.as_str()),
                ChannelKind::Force => ["N", "N m"].contains(&channel.unit.as_str()),
                ChannelKind::Energy => channel.unit == "J",
                ChannelKind::State | ChannelKind::Correction => is_unit(&channel.unit),
            };
            let found = [named, fits, seen.insert(channel.name.as_str())].map(|ok| f64::from(u8::from(ok)));
            let name = |i: usize| format!("{} {}", ["name of", "unit of", "second channel"][i], channel.label());
            compare("channels", &found, &[1.0; 3], 0.0, name)?;
        }
    }
    Ok(())
}

/// Products and quotients of powers of units of SI, which in expressions may have a prefix.
fn is_unit(unit: &str) -> bool {
    const UNITS: [&str; 11] = ["", "1", "m", "s", "kg", "rad", "N", "J", "Pa", "W", "Hz"];
    let is_known = |factor: &str| {
        let name = factor.split('^').next().unwrap_or_default();
        UNITS.contains(&name) || name.strip_prefix(['k', 'c', 'm', 'M', 'G']).is_some_and(|name| UNITS.contains(&name))
    };
    unit.split([' ', '/']).all(is_known)
}

/// One number a channel, all finite.
fn channels(sensors: &[Sensor], values: &[f64]) -> Result<(), Violation> {
    let count: usize = sensors.iter().map(|s| s.channels.len()).sum();
    compare("number of channels", &[values.len() as f64], &[count as f64], 0.0, |_| "all sensors".to_owned())?;
    let labels: Vec<String> = sensors.iter().flat_map(|s| s.channels.iter().map(|c| c.label())).collect();
    // A number that is not finite is far from zero.
    let found: Vec<f64> = values.iter().map(|v| if v.is_finite() { 0.0 } else { f64::NAN }).collect();
    compare("finite", &found, &vec![0.0; count], 0.0, |i| labels[i].clone())
}

/// What is seen from the ground or from a body does not change when everything is carried through space, and what is given in the
/// axes of space turns. Moving grounds are given in space and do not follow.
fn objectivity(
    sensors: &[Sensor],
    model: &Model,
    stage: &Stage,
    (invented, before): (Invented, &[f64]),
) -> Result<(), Violation> {
    if model.ports.iter().any(|port| port.motion.is_some()) {
        return Ok(());
    }
    let mut motion = rigid_motion(model.plane, 1.0);
    // Weights have a potential, and momenta a moment, that depend on the place.
    motion.x = Vec3::zeros();
    let carried = stage.carried(&motion);
    let invented = invented.carried(stage, &motion);
    let mut after = Vec::new();
    evaluate(sensors, &invented.snapshot(model, &carried), &mut after);
    let mut first = 0;
    for sensor in sensors {
        let range = first..first + sensor.channels.len();
        first = range.end;
        let Some(expected) = turned(sensor, &before[range.clone()], motion.r()) else { continue };
        let size = expected.iter().fold(1.0, |most: f64, v| most.max(v.abs()));
        // Differences of turned positions and velocities, and stiff elements between them.
        compare("objectivity", &after[range], &expected, 1e-11 * size, |i| sensor.channels[i].label())?;
    }
    Ok(())
}

/// What a sensor must show after a rotation; none for a single component in the axes of space. Momenta and stresses are given in
/// these axes, all else in those of the ground or of a body, which turn too.
fn turned(sensor: &Sensor, before: &[f64], r: &Mat3) -> Option<Vec<f64>> {
    let unit = sensor.channels.first()?.unit.as_str();
    match *before {
        [x, y, z] if unit.starts_with("kg m") => Some((r * Vec3::new(x, y, z)).iter().copied().collect()),
        [xx, yy, zz, xy, yz, xz, ref rest @ ..] if unit == "Pa" => {
            let s = r * Mat3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz) * r.transpose();
            let components = [s[(0, 0)], s[(1, 1)], s[(2, 2)], s[(0, 1)], s[(1, 2)], s[(0, 2)]];
            Some(components.into_iter().chain(rest.iter().copied()).collect())
        }
        _ if unit.starts_with("kg m") || unit == "Pa" => None,
        _ => Some(before.to_vec()),
    }
}
