//! `bearing_life`: the basic rating life of a bearing from the history of its load (ISO 281).

use super::contact_life::life;
use super::{Evaluate, Evaluated, Evaluation, EvaluationError, FinishedRun};
use crate::catalog::Kind;
use crate::post::{BallBearingGeometry, equivalent_load, rating_life};
use crate::record::{csv, file, label_name};
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Life of a bearing.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BearingLifeSpec {
    /// The sensor of the load in N, with all of its components: a `joint_force`, or the sum of the contact forces of a race.
    load: Reference,
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
            let help = "name a sensor such as `joint_force`";
            return Err(BuildError::at(&self.load.span, message).help(help));
        }
        let channels = sensor.channels.iter().map(|channel| channel.name.clone()).collect();
        let what = BearingLife {
            channels,
            speed: b.positive(&self.speed, "speed")?,
            capacity: self.capacity(b)?,
            exponent: self.exponent.as_ref().map_or(Ok(3.0), |n| b.positive(n, "exponent"))?,
        };
        b.post.push(Evaluation { name: name.to_owned(), kind: Self::KEY, what: Box::new(what) });
        Ok(())
    }
}

impl BearingLifeSpec {
    fn capacity(&self, b: &Builder) -> Result<f64, BuildError> {
        match (&self.capacity, self.balls, &self.ball_diameter, &self.pitch_diameter) {
            (Some(capacity), None, None, None) => b.positive(capacity, "capacity"),
            (None, Some(balls), Some(diameter), Some(pitch)) => {
                let groove = |k: usize| self.grooves.as_ref().map_or(Ok(0.52), |g| b.positive(&g[k], "grooves"));
                let geometry = BallBearingGeometry {
                    rows: self.rows.unwrap_or(1),
                    balls,
                    ball_diameter: b.positive(diameter, "ball_diameter")?,
                    pitch_diameter: b.positive(pitch, "pitch_diameter")?,
                    contact_angle: b.number_or(self.contact_angle.as_ref(), 0.0)?,
                    grooves: [groove(0)?, groove(1)?],
                };
                geometry.capacity().map_err(|e| BuildError::new(e.to_string()))
            }
            _ => Err(BuildError::new("the basic dynamic capacity is not known, or known twice")
                .help("give either `capacity`, or all of `balls`, `ball_diameter` and `pitch_diameter`")),
        }
    }
}

/// The life of a bearing.
#[derive(Clone, Debug)]
pub struct BearingLife {
    /// Components of the load, by the names of channels.
    pub channels: Vec<String>,
    /// rad/s.
    pub speed: f64,
    /// C (N).
    pub capacity: f64,
    /// p.
    pub exponent: f64,
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
        let load = |row: usize| parts.iter().map(|&c| columns[c][row] * columns[c][row]).sum::<f64>().sqrt();
        // Between rows the load is the mean of both.
        let spans = (1..time.len()).map(|row| (0.5 * (load(row - 1) + load(row)), time[row] - time[row - 1]));
        let post = |source| EvaluationError::Post {
            contact: self.channels.join(", "),
            source,
            help: "the run is too short, or the bearing carries nothing",
        };
        let equivalent = equivalent_load(self.exponent, spans).map_err(post)?;
        let turns = rating_life(self.capacity, equivalent, self.exponent).map_err(post)?;
        let seconds = turns * std::f64::consts::TAU / self.speed;
        let largest = (0..time.len()).map(load).fold(0.0, f64::max);
        let text = format!(
            "C = {:.5e} N, equivalent load P = {equivalent:.5e} N (largest {largest:.5e} N), L10 = {:.4e} million turns, {}\n",
            self.capacity,
            1e-6 * turns,
            life(seconds),
        );
        let json = json!({
            "capacity": self.capacity, "equivalent_load": equivalent, "largest_load": largest, "exponent": self.exponent,
            "million_turns": 1e-6 * turns, "life": seconds,
        });
        let notes = vec![
            "P is the size of the load: what acts along the axis counts as much as across (X = Y = 1 of ISO 281)".to_owned(),
            "in a step with an impact a recorded load is impulse over step: of a bearing that is hit the life depends on the step".to_owned(),
        ];
        Ok(Evaluated { json, text, notes })
    }
}
