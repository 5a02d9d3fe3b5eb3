//! Sensors of a ball bearing: speeds of its cage and races, forces on its balls, slip, how many balls carry.
//!
//! With d the place of a ball's centre against the centre of the outer race, v its velocity as the outer race sees it and a the axis, the ball
//! runs around with a·(d × v)/|a × d|²; the cage has the mean of all balls, the inner race a·(ω_i − ω_o).

use super::{Quantity, Sensor};
use crate::Vec3;
use crate::catalog::Kind;
use crate::element::Bearing;
use crate::record::ChannelKind::{Force, Impulse, State};
use crate::record::{Channel, ChannelKind};
use crate::spec::{BuildError, Builder, Reference};
use crate::system::{ContactState, Snapshot};
use schemars::JsonSchema;
use serde::Deserialize;
use std::ops::Range;
use std::sync::Arc;

/// What is recorded of a bearing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BearingQuantity {
    CageSpeed,
    InnerSpeed,
    Force,
    Impulse,
    NormalVelocity,
    Slip,
    Loaded,
    Load,
}

/// A race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Race {
    Inner,
    Outer,
}

/// A ball bearing.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BearingSensor {
    /// The ball bearing.
    pub bearing: Reference,
    /// `cage_speed` (mean speed of the balls about the axis), `inner_speed` (of the inner race), both against the outer race; `force`,
    /// `impulse`, `normal_velocity` and `slip` of every ball on a race, NAME.1, NAME.2, …; `loaded`, the number of balls that the race presses;
    /// `load`, the force of all balls on the race, NAME.x, NAME.y, NAME.z in the axes of the outer race (z is the axis of the bearing; in a planar model without z).
    pub quantity: BearingQuantity,
    /// The race of what is recorded of balls, `inner` or `outer`. Default: "outer".
    pub race: Option<Race>,
}

#[derive(Debug)]
struct OfBearing {
    bearing: Bearing,
    quantity: BearingQuantity,
    race: Race,
    /// Of the load.
    components: usize,
}

impl OfBearing {
    /// Places of the contacts with the race among all contacts.
    fn contacts<'a>(&self, s: &'a Snapshot) -> impl Iterator<Item = &'a ContactState> {
        self.sets(s).iter().map(|set| &s.contacts[set.start])
    }

    fn sets<'a>(&self, s: &'a Snapshot) -> &'a [Range<usize>] {
        let first = match self.race {
            Race::Inner => self.bearing.first_inner,
            Race::Outer => self.bearing.first_outer,
        };
        &s.contact_sets[first..first + self.bearing.balls.len()]
    }

    /// Force of all balls on the race, which is the master of its contacts.
    fn load(&self, s: &Snapshot) -> Vec3 {
        let force = |set: &Range<usize>| {
            let point = s.contact_point(set.start);
            point.axes.iter().zip(point.state.force).fold(Vec3::zeros(), |sum, (axis, f)| sum - axis * f)
        };
        self.sets(s).iter().map(force).sum()
    }

    fn cage_speed(&self, s: &Snapshot) -> f64 {
        let kin = &s.scene.kin;
        let motion = |port| kin.port_velocity(s.scene.layout, s.scene.ports, port);
        let centre = &kin.ports[self.bearing.outer];
        let (axis, (v_outer, omega)) = (centre.axis(2), motion(self.bearing.outer));
        let speed = |&ball: &usize| {
            let d = kin.ports[ball].x - centre.x;
            let v = motion(ball).0 - v_outer - omega.cross(&d);
            axis.dot(&d.cross(&v)) / axis.cross(&d).norm_squared()
        };
        self.bearing.balls.iter().map(speed).sum::<f64>() / self.bearing.balls.len() as f64
    }
}

impl Quantity for OfBearing {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        match self.quantity {
            BearingQuantity::CageSpeed => values.push(self.cage_speed(s)),
            BearingQuantity::InnerSpeed => {
                let turn = |port| s.scene.kin.port_velocity(s.scene.layout, s.scene.ports, port).1;
                let axis = s.scene.kin.ports[self.bearing.outer].axis(2);
                values.push(axis.dot(&(turn(self.bearing.inner) - turn(self.bearing.outer))));
            }
            BearingQuantity::Force => values.extend(self.contacts(s).map(|c| c.force[0])),
            BearingQuantity::Impulse => values.extend(self.contacts(s).map(|c| c.impulse[0])),
            BearingQuantity::NormalVelocity => values.extend(self.contacts(s).map(|c| c.velocity[0])),
            BearingQuantity::Slip => values.extend(self.contacts(s).map(|c| c.velocity[1].hypot(c.velocity[2]))),
            BearingQuantity::Loaded => values.push(self.contacts(s).filter(|c| c.force[0] > 0.0).count() as f64),
            BearingQuantity::Load => {
                let (load, outer) = (self.load(s), &s.scene.kin.ports[self.bearing.outer]);
                values.extend((0..self.components).map(|i| outer.axis(i).dot(&load)));
            }
        }
    }
}

impl Kind for BearingSensor {
    const KEY: &'static str = "bearing";
    const SUMMARY: &'static str =
        "speeds of a ball bearing, forces on its balls, their slip, how many carry, the load of a race";
    const SAMPLE: &'static str = r#"
name = "shaft in a planar ball bearing"
plane = "xy"
gravity = [0, -9.81, 0]
[bodies.shaft]
type = "rigid_body"
mass = 2
inertia = 0.002
position = [1e-6, 2e-6, 0]
angular_velocity = 50
[bodies.bearing]
type = "ball_bearing"
inner = "shaft"
outer = "ground"
balls = 6
ball_radius = 0.004
inner_radius = 0.0128
clearance = 1e-5
density = 7800
friction = 0.01
restitution = 0.9
cage = { stiffness = 1e5, damping = 10 }
[sensors.force]
type = "bearing"
bearing = "bearing"
quantity = "force"
[sensors.cage]
type = "bearing"
bearing = "bearing"
quantity = "cage_speed"
[sensors.inner]
type = "bearing"
bearing = "bearing"
quantity = "inner_speed"
[sensors.slip]
type = "bearing"
bearing = "bearing"
quantity = "slip"
race = "inner"
[sensors.loaded]
type = "bearing"
bearing = "bearing"
quantity = "loaded"
[sensors.load]
type = "bearing"
bearing = "bearing"
quantity = "load"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let Some(bearing) = b.bearings.get(self.bearing.as_str()).cloned() else {
            return Err(b.unknown("ball bearing", &self.bearing, b.bearings.keys().map(String::as_str)));
        };
        let per_ball = |unit: &str, kind: ChannelKind| -> Vec<Channel> {
            (1..=bearing.balls.len()).map(|i| Channel::new(format!("{name}.{i}"), unit, kind)).collect()
        };
        let components = if b.model.plane.is_some() { 2 } else { 3 };
        let channels = match self.quantity {
            BearingQuantity::CageSpeed | BearingQuantity::InnerSpeed => vec![Channel::new(name, "rad/s", State)],
            BearingQuantity::Force => per_ball("N", Force),
            BearingQuantity::Impulse => per_ball("N s", Impulse),
            BearingQuantity::Slip | BearingQuantity::NormalVelocity => per_ball("m/s", State),
            BearingQuantity::Loaded => vec![Channel::new(name, "", State)],
            BearingQuantity::Load => ["x", "y", "z"][..components]
                .iter()
                .map(|axis| Channel::new(format!("{name}.{axis}"), "N", Force))
                .collect(),
        };
        let of_race = !matches!(self.quantity, BearingQuantity::CageSpeed | BearingQuantity::InnerSpeed);
        if self.race.is_some() && !of_race {
            return Err(BuildError::new("`race` belongs to what is recorded of balls").help("remove it"));
        }
        let quantity = Arc::new(OfBearing {
            bearing,
            quantity: self.quantity,
            race: self.race.unwrap_or(Race::Outer),
            components,
        });
        b.add_sensor(Sensor { name: name.to_owned(), channels, quantity })
    }
}
