//! `bearing_life`: the basic rating life of a bearing from the history of its load (ISO 281).
//!
//! The load of a row is its size, or X F_r + Y F_a where the axis is known. A row with an impact holds impulse over step, which is no load: what
//! stands between its neighbours without impacts takes its place.

use super::contact_life::life;
use super::records;
use super::{Evaluate, Evaluated, Evaluation, EvaluationError, FinishedRun};
use crate::catalog::Kind;
use crate::model::Model;
use crate::post::{AxialFactors, BallBearingGeometry, equivalent_load, rating_life};
use crate::record::{csv, file, label_name};
use crate::spec::{BuildError, Builder, Number, Reference};
use crate::system::Components;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeSet;

/// Life of a bearing.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BearingLifeSpec {
    /// The sensor of the load in N, with all of its components: a `joint_force`, or the sum of the contact forces of a race.
    load: Reference,
    /// The component of the load along the axis of the bearing, `x`, `y` or `z`, for the factors X and Y of ISO 281. Default: none, all of the load counts as
    /// radial.
    axis: Option<Axis>,
    /// Factors of loads with an axial part: `e`, `x`, `y`. Default: those of the tables of ISO 281, for one row of balls without a contact angle or with one of
    /// 20° to 45°.
    axial_factors: Option<AxialFactorsSpec>,
    /// (rad/s) Speed of the shaft.
    speed: Number,
    /// (N) Basic dynamic capacity C. Default: from the geometry.
    capacity: Option<Number>,
    /// Exponent p of the life: 3 for balls, 10/3 for rollers. Default: 3.
    exponent: Option<Number>,
    /// Number of balls, if the capacity follows from the geometry. Default: none.
    balls: Option<u32>,
    /// Rows of balls. Default: 1.
    rows: Option<u32>,
    /// (m) Diameter of the balls, at most 25.4 mm. Default: none.
    ball_diameter: Option<Number>,
    /// (m) Pitch diameter. Default: none.
    pitch_diameter: Option<Number>,
    /// (rad) Contact angle. Default: 0.
    contact_angle: Option<Number>,
    /// Groove radii of inner and outer race over the diameter of the balls. Default: [0.52, 0.52].
    grooves: Option<[Number; 2]>,
}

/// An axis of the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    X,
    Y,
    Z,
}

/// Factors of axial loads.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AxialFactorsSpec {
    /// Ratio of axial to radial load up to which only the radial one counts.
    e: Number,
    /// Of the radial load above that.
    x: Number,
    /// Of the axial load above that.
    y: Number,
}

impl Kind for BearingLifeSpec {
    const KEY: &'static str = "bearing_life";
    const SUMMARY: &'static str =
        "basic rating life of a bearing (ISO 281) from the history of its load; C given or from the geometry";
    const SAMPLE: &'static str = r#"
name = "unbalanced rotor"
plane = "xy"
gravity = [0, -9.81, 0]
[bodies.rotor]
type = "rigid_body"
mass = 20
inertia = 0.5
position = [0.001, 0, 0]
angular_velocity = 100
velocity = [0, 0.1, 0]
points = { shaft = [-0.001, 0, 0] }
[joints.bearing]
type = "hinge"
a = "ground"
b = "rotor.shaft"
[sensors.load]
type = "joint_force"
joint = "bearing"
[post.life]
type = "bearing_life"
load = "load"
speed = 100
axis = "z"
balls = 9
ball_diameter = 0.0127
pitch_diameter = 0.065
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let sensor = b.sensors.iter().find(|sensor| sensor.name == self.load.name);
        let known = || b.sensors.iter().map(|sensor| sensor.name.as_str());
        let sensor = sensor.ok_or_else(|| b.unknown("sensor", &self.load, known()))?;
        if let Some(channel) = sensor.channels.iter().find(|channel| channel.unit != "N") {
            let message = format!("`{}` is in {}, a load is a force in N", channel.name, channel.unit);
            return Err(BuildError::at(&self.load.span, message).help("name a sensor such as `joint_force`"));
        }
        if sensor.channels.len() > 3 {
            let message = format!(
                "`{}` has {} channels, a load has at most three components",
                self.load.name,
                sensor.channels.len()
            );
            let help = "name a sensor such as `joint_force`, or of a simulated bearing one of type `bearing` with `quantity = \"load\"`";
            return Err(BuildError::at(&self.load.span, message).help(help));
        }
        let channels: Vec<String> = sensor.channels.iter().map(|channel| channel.name.clone()).collect();
        let joint = sensor.quantity.joint();
        let geometry = self.geometry(b)?;
        let what = BearingLife {
            axial: self.axial(channels.len(), geometry, b)?,
            channels,
            joint,
            speed: b.positive(&self.speed, "speed")?,
            capacity: match (&self.capacity, geometry) {
                (Some(capacity), _) => b.positive(capacity, "capacity")?,
                (None, Some(geometry)) => geometry.capacity().map_err(|e| BuildError::new(e.to_string()))?,
                (None, None) => {
                    return Err(BuildError::new("the basic dynamic capacity is not known")
                        .help("give `capacity`, or all of `balls`, `ball_diameter` and `pitch_diameter`"));
                }
            },
            exponent: self.exponent.as_ref().map_or(Ok(3.0), |n| b.positive(n, "exponent"))?,
        };
        b.post.push(Evaluation { name: name.to_owned(), kind: Self::KEY, what: Box::new(what) });
        Ok(())
    }
}

impl BearingLifeSpec {
    fn geometry(&self, b: &Builder) -> Result<Option<BallBearingGeometry>, BuildError> {
        let (balls, diameter, pitch) = match (self.balls, &self.ball_diameter, &self.pitch_diameter) {
            (None, None, None) => return Ok(None),
            (Some(balls), Some(diameter), Some(pitch)) => (balls, diameter, pitch),
            _ => {
                return Err(BuildError::new("the geometry of the bearing is not complete")
                    .help("give all of `balls`, `ball_diameter` and `pitch_diameter`, or none"));
            }
        };
        let groove = |k: usize| self.grooves.as_ref().map_or(Ok(0.52), |g| b.positive(&g[k], "grooves"));
        Ok(Some(BallBearingGeometry {
            rows: self.rows.unwrap_or(1),
            balls,
            ball_diameter: b.positive(diameter, "ball_diameter")?,
            pitch_diameter: b.positive(pitch, "pitch_diameter")?,
            contact_angle: b.number_or(self.contact_angle.as_ref(), 0.0)?,
            grooves: [groove(0)?, groove(1)?],
        }))
    }

    fn axial(
        &self,
        components: usize,
        geometry: Option<BallBearingGeometry>,
        b: &Builder,
    ) -> Result<Option<Axial>, BuildError> {
        let Some(axis) = self.axis else {
            return match &self.axial_factors {
                Some(factors) => Err(BuildError::at(&factors.e.span, "`axial_factors` are of loads along an `axis`")
                    .help("add `axis`, the component of the load along the axis of the bearing")),
                None => Ok(None),
            };
        };
        if components != 3 {
            return Err(BuildError::at(&self.load.span, format!("`{}` has not three components", self.load.name))
                .help("remove its key `component`, or `axis` here"));
        }
        let factors = match (&self.axial_factors, geometry) {
            (Some(AxialFactorsSpec { e, x, y }), _) => Factors::Given(AxialFactors {
                e: b.not_negative(e, "e")?,
                x: b.not_negative(x, "x")?,
                y: b.not_negative(y, "y")?,
            }),
            (None, Some(geometry)) if geometry.has_axial_factors() => Factors::Tables(geometry),
            (None, _) => {
                let message = "how an axial load counts is not known: the tables have one row of balls without a contact angle, or with one of 20° to 45°";
                return Err(BuildError::new(message).help(
                    "give `axial_factors = { e = …, x = …, y = … }`, from the maker's catalogue, or the geometry",
                ));
            }
        };
        Ok(Some(Axial { component: axis as usize, factors }))
    }
}

/// What is known of loads along the axis.
#[derive(Clone, Copy, Debug)]
pub struct Axial {
    /// Of the load.
    pub component: usize,
    pub factors: Factors,
}

/// How an axial load counts.
#[derive(Clone, Copy, Debug)]
pub enum Factors {
    Given(AxialFactors),
    Tables(BallBearingGeometry),
}

impl Axial {
    /// The load that counts (N).
    fn load(&self, load: &[f64]) -> f64 {
        let axial = load[self.component].abs();
        let squares: f64 = load.iter().map(|x| x * x).sum();
        let radial = (squares - axial * axial).max(0.0).sqrt();
        let factors = match self.factors {
            Factors::Given(factors) => factors,
            Factors::Tables(geometry) => geometry.axial_factors(axial),
        };
        factors.combine(radial, axial)
    }
}

/// Puts what stands between the nearest rows that are none of `rows` (ascending) in their place; at the ends the nearest.
fn bridge(values: &mut [f64], rows: &[usize]) {
    let mut k = 0;
    while k < rows.len() {
        let first = rows[k];
        let count = rows[k..].iter().enumerate().take_while(|(i, row)| **row == first + i).count();
        let (before, after) = (first.checked_sub(1).map(|r| values[r]), values.get(first + count).copied());
        let (before, after) = (before.or(after).unwrap_or(0.0), after.or(before).unwrap_or(0.0));
        for i in 0..count {
            values[first + i] = before + (after - before) * (i + 1) as f64 / (count + 1) as f64;
        }
        k += count;
    }
}

/// The life of a bearing.
#[derive(Clone, Debug)]
pub struct BearingLife {
    /// Components of the load, by the names of channels.
    pub channels: Vec<String>,
    /// The joint that carries it, by its place, if it is the force of one.
    pub joint: Option<usize>,
    /// How much of it acts along the axis, if that is to count.
    pub axial: Option<Axial>,
    /// rad/s.
    pub speed: f64,
    /// C (N).
    pub capacity: f64,
    /// p.
    pub exponent: f64,
}

/// Names of the bodies that elements and joints bind to a joint: impacts elsewhere do not reach it but through closed contacts.
fn bodies_bound_to(model: &Model, joint: usize) -> BTreeSet<&str> {
    let components = Components::new(model);
    let ports = model.joints[joint]
        .rows
        .iter()
        .flat_map(|row| &row.terms)
        .flat_map(|(_, measure)| <[_; 2]>::from(measure.ports()));
    let nodes = ports.filter_map(|port| model.ports[port].node);
    let bound = nodes.flat_map(|node| &components.list[components.of_node(node)].nodes);
    bound.map(|&node| model.nodes[node].name.as_str()).collect()
}

impl Evaluate for BearingLife {
    fn evaluate(&self, _name: &str, run: &FinishedRun) -> Result<Evaluated, EvaluationError> {
        let (labels, columns) = csv::read(&run.directory.join(file::SENSORS_CSV))?;
        let place = |name: &String| labels.iter().position(|label| label_name(label) == name);
        let missing = || EvaluationError::Asked {
            message: format!("the records have no channels of `{}`", self.channels.join("`, `")),
            help: "run the model again".to_owned(),
        };
        let parts: Vec<usize> = self.channels.iter().map(place).collect::<Option<_>>().ok_or_else(missing)?;
        let time = &columns[0];
        let load = |row: usize| {
            let load: Vec<f64> = parts.iter().map(|&c| columns[c][row]).collect();
            self.axial.map_or_else(|| load.iter().map(|x| x * x).sum::<f64>().sqrt(), |axial| axial.load(&load))
        };
        let mut loads: Vec<f64> = (0..time.len()).map(load).collect();
        let bound = self.joint.map(|joint| bodies_bound_to(run.model, joint));
        let hits = records::hit_times(run.directory, |body| bound.as_ref().is_none_or(|bodies| bodies.contains(body)))?;
        // The row of the step that a time is in, if it is recorded.
        let row_of = |t: &f64| {
            Some(time.partition_point(|end| end < t)).filter(|&row| row < time.len() && time[row] - t <= run.step)
        };
        let mut rows: Vec<usize> = hits.iter().filter_map(row_of).collect();
        rows.dedup();
        bridge(&mut loads, &rows);
        // Between rows the load is the mean of both.
        let spans = (1..time.len()).map(|row| (0.5 * (loads[row - 1] + loads[row]), time[row] - time[row - 1]));
        let post = |source| EvaluationError::Post {
            contact: self.channels.join(", "),
            source,
            help: "the run is too short, or the bearing carries nothing",
        };
        let equivalent = equivalent_load(self.exponent, spans).map_err(post)?;
        let turns = rating_life(self.capacity, equivalent, self.exponent).map_err(post)?;
        let seconds = turns * std::f64::consts::TAU / self.speed;
        let largest = loads.iter().copied().fold(0.0, f64::max);
        let text = format!(
            "C = {:.5e} N, equivalent load P = {equivalent:.5e} N (largest {largest:.5e} N), L10 = {:.4e} million turns, {}\n",
            self.capacity,
            1e-6 * turns,
            life(seconds),
        );
        let json = json!({
            "capacity": self.capacity, "equivalent_load": equivalent, "largest_load": largest, "exponent": self.exponent,
            "million_turns": 1e-6 * turns, "life": seconds, "rows": time.len(), "rows_with_impacts": rows.len(),
        });
        let mut notes = Vec::new();
        if self.axial.is_none() && self.channels.len() > 1 {
            notes.push("P is the size of the load: what acts along the axis counts as radial (`axis` brings X and Y of ISO 281)".to_owned());
        }
        if 2 * rows.len() > time.len() {
            notes.push("most of the load was recorded in steps with impacts: a life from what is left says little; take smaller steps".to_owned());
        }
        if !rows.is_empty() {
            notes.push(format!(
                "{} of {} rows are of steps with impacts, in which a recorded load is impulse over step: what stands between their neighbours is taken \
                 instead, and the pulses of these impacts are not in the life",
                rows.len(),
                time.len(),
            ));
        }
        Ok(Evaluated { json, text, notes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_impacts_are_bridged() {
        let mut values = [9.0, 1.0, 50.0, 60.0, 4.0, 70.0];
        bridge(&mut values, &[0, 2, 3, 5]);
        assert_eq!(values, [1.0, 1.0, 2.0, 3.0, 4.0, 4.0]);
    }
}
