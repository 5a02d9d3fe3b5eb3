//! `shock`: the acceleration of a body with the pulses of its impacts, for g-levels.
//!
//! The acceleration that a run records in a step with an impact is the mean over the step, and holds Λ_i n/(m h) of every impact: a number
//! that means nothing. Here the acceleration before the step stands for it, whichever contact of the body was hit, and the pulses of the impacts of the
//! contacts asked for are added, each over its own duration:
//!
//! ```text
//! a(t) = a_before + Σ ±n F_i(t)/m ,      + for the slave, − for the master
//! ```
//!
//! It is the acceleration of the centre of mass of a rigid body that nothing but its contacts and fields acts on, in space: 1 g in free fall and 0 at rest, where an
//! accelerometer shows 0 and 1 g. Neglected are: what
//! joints carry over to other bodies while the impact lasts, the turning of the body by impulses that pass its centre, friction, and its own
//! vibration.

use super::contact_force::{RECOVERY, gaps};
use super::forces::Impact;
use super::records;
use super::{ContactForce, Evaluate, Evaluated, Evaluation, EvaluationError, FinishedRun};
use crate::Vec3;
use crate::catalog::{Entry, Kind};
use crate::record::{Channel, ChannelKind, Chart, PANEL_SIZE, Panel, Points, Scale, Table, csv, file, label_name};
use crate::sensor::Sensor;
use crate::spec::{BuildError, Builder, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::fmt::Write;

/// Acceleration of gravity that levels are counted in (m/s²).
const G: f64 = 9.80665;
/// Instants of a pulse.
const CURVE: usize = 41;

/// Acceleration of a body with the pulses of its impacts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShockSpec {
    /// The body, a rigid one, a sphere or a point mass.
    body: Reference,
    /// A sensor of type `acceleration` of the body itself, in space, with all components.
    sensor: Reference,
    /// The contact whose impacts count.
    contact: Option<Reference>,
    /// The contacts whose impacts count, where there are several, such as one for each corner. Default: `contact` alone.
    contacts: Option<Vec<Reference>>,
}

impl Kind for ShockSpec {
    const KEY: &'static str = "shock";
    const COMPANIONS: &'static [&'static Entry] = &[&RECOVERY];
    const SUMMARY: &'static str = "acceleration of a dropped body with the recovered pulses of a contact: g-levels";
    const SAMPLE: &'static str = r#"
name = "drop test"
gravity = [0, 0, -9.81]
[bodies.box]
type = "sphere"
radius = 0.05
mass = 2
position = [0, 0, 0.15]
[contacts.floor]
type = "sphere_plane"
sphere = "box"
plane = "ground"
restitution = 0.3
[sensors.a]
type = "acceleration"
of = "box"
[post.level]
type = "shock"
body = "box"
sensor = "a"
contact = "floor"
stiffness = 1e8
damping = "exact"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let forces = self.forces(b)?;
        let mass = b.inertia_of(&self.body)?.mass;
        let known = || b.sensors.iter().map(|sensor| sensor.name.as_str());
        let sensor = b.sensors.iter().find(|sensor| sensor.name == self.sensor.name);
        let sensor = sensor.ok_or_else(|| b.unknown("sensor", &self.sensor, known()))?;
        let [x, y, z] = &sensor.channels[..] else {
            return Err(BuildError::at(&self.sensor.span, format!("`{}` has not three components", sensor.name))
                .help("remove its key `component`"));
        };
        if x.unit != "m/s^2" {
            return Err(BuildError::at(&self.sensor.span, format!("`{}` is no acceleration", sensor.name))
                .help("name a sensor of type `acceleration`"));
        }
        self.check_sensor(sensor, b)?;
        let channels = [x, y, z].map(|channel| channel.name.clone());
        let what = Box::new(Shock { forces, body: self.body.name.clone(), mass, channels });
        b.post.push(Evaluation { name: name.to_owned(), kind: Self::KEY, what });
        Ok(())
    }
}

impl ShockSpec {
    /// The forces of all contacts asked for.
    fn forces(&self, b: &mut Builder) -> Result<Vec<ContactForce>, BuildError> {
        let list: Vec<&Reference> = self.contact.iter().chain(self.contacts.iter().flatten()).collect();
        if list.is_empty() {
            return Err(BuildError::new("no contact is named").help("add `contact = …`, or `contacts = [ … ]`"));
        }
        let settings = b.recovery.clone();
        let mut forces = Vec::new();
        for contact in list {
            b.recovery = settings.clone();
            let one = ContactForce::of(contact, b)?;
            one.refuse_without_pulses(b)?;
            forces.push(one);
        }
        Ok(forces)
    }

    /// The sensor must see the body, from the ground.
    fn check_sensor(&self, sensor: &Sensor, b: &Builder) -> Result<(), BuildError> {
        let Some([of, from]) = sensor.quantity.ends() else { return Ok(()) };
        let seen = b.model.carrier_name(of);
        let arm = b.model.ports[of].at.x.norm();
        if arm > 0.0 {
            let message = format!("`{}` looks at a point {arm} m from the centre of mass", sensor.name);
            return Err(BuildError::at(&self.sensor.span, message)
                .help("name a sensor of the body itself: pulses are those of its centre, without its turning"));
        }
        if seen != self.body.name {
            let message = format!("`{}` is a sensor of `{seen}`, not of `{}`", sensor.name, self.body.name);
            return Err(BuildError::at(&self.sensor.span, message).help("name a sensor of the body itself"));
        }
        let observer = &b.model.ports[from];
        if observer.node.is_some() || observer.motion.is_some() {
            let message = format!("`{}` is given in the axes of `{}`", sensor.name, b.model.carrier_name(from));
            return Err(BuildError::at(&self.sensor.span, message).help("remove its key `relative_to`"));
        }
        Ok(())
    }
}

/// The acceleration of a body with pulses.
#[derive(Clone, Debug)]
pub struct Shock {
    pub forces: Vec<ContactForce>,
    pub body: String,
    /// kg.
    pub mass: f64,
    /// Of the recorded acceleration.
    pub channels: [String; 3],
}

/// A pulse on the body, and its normal over the mass.
struct Push<'a> {
    impact: &'a Impact,
    normal: Vec3,
}

impl Push<'_> {
    /// Its part of the acceleration at a time.
    fn at(&self, time: f64) -> Vec3 {
        let t = time - self.impact.time;
        let lasts = (0.0..=self.impact.pulse.duration).contains(&t);
        if lasts { self.normal * self.impact.pulse.at(t).force } else { Vec3::zeros() }
    }
}

/// An impact on the body.
struct Hit {
    time: f64,
    duration: f64,
    level: f64,
}

impl Evaluate for Shock {
    fn evaluate(&self, name: &str, run: &FinishedRun) -> Result<Evaluated, EvaluationError> {
        let (labels, mut columns) = csv::read(&run.directory.join(file::SENSORS_CSV))?;
        let place = |name: &String| labels.iter().position(|label| label_name(label) == name);
        let missing = || EvaluationError::Asked {
            message: format!("the records have no channels of `{}`", self.channels.join("`, `")),
            help: "run the model again".to_owned(),
        };
        let places: Vec<usize> = self.channels.iter().map(place).collect::<Option<_>>().ok_or_else(missing)?;
        let time = columns[0].clone();
        let mut points = Vec::new();
        for forces in &self.forces {
            points.extend(forces.points(run)?.into_iter().map(|point| (&forces.contact, point)));
        }
        let mut pushes = Vec::new();
        for (_, point) in &points {
            let sign = match &point.bodies {
                [_, slave] if *slave == self.body => 1.0,
                [master, _] if *master == self.body => -1.0,
                _ => continue,
            };
            let push = |impact| Push { impact, normal: Vec3::from(impact.normal) * (sign / self.mass) };
            let end = |impact: &Impact| point.samples[impact.step].time;
            pushes.extend(point.impacts.iter().map(|impact| (end(impact), push(impact))));
        }
        pushes.sort_by(|a, b| a.0.total_cmp(&b.0));
        // A row with an impact holds impulses over the step, also those of friction, joints and other contacts: that before it stands for it.
        let row_of = |end: f64| time.partition_point(|t| *t < end);
        let mut rows: Vec<usize> =
            records::hit_times(run.directory, |body| body == self.body)?.into_iter().map(row_of).collect();
        rows.extend(pushes.iter().map(|(end, _)| row_of(*end)));
        rows.sort_unstable();
        rows.dedup();
        for row in rows.into_iter().filter(|row| *row < time.len()) {
            for &c in &places {
                columns[c][row] = if row > 0 { columns[c][row - 1] } else { 0.0 };
            }
        }
        let (mut pulses, mut hits): (Vec<(f64, Vec3)>, Vec<Hit>) = (Vec::new(), Vec::new());
        for (end, Push { impact, .. }) in &pushes {
            let row = row_of(*end).min(time.len().saturating_sub(1));
            let rest = Vec3::from_fn(|axis, _| columns[places[axis]].get(row).copied().unwrap_or(0.0));
            let mut level: f64 = 0.0;
            for i in 0..CURVE {
                let t = impact.time + impact.pulse.duration * i as f64 / (CURVE - 1) as f64;
                let a = pushes.iter().fold(rest, |sum, (_, push)| sum + push.at(t));
                level = level.max(a.norm());
                pulses.push((t, a));
            }
            hits.push(Hit { time: impact.time, duration: impact.pulse.duration, level });
        }
        hits.sort_by(|a, b| a.time.total_cmp(&b.time));
        let smooth = (0..time.len()).map(|row| (time[row], Vec3::from_fn(|axis, _| columns[places[axis]][row])));
        let mut all: Vec<(f64, Vec3)> = smooth.chain(pulses).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.write(name, run, &all)?;
        let mut told = self.tell(&hits);
        told.notes.extend(points.iter().flat_map(|(contact, forces)| gaps(contact, forces, run)));
        Ok(told)
    }
}

impl Shock {
    fn write(&self, name: &str, run: &FinishedRun, all: &[(f64, Vec3)]) -> Result<(), EvaluationError> {
        let channel = |name: &str, unit: &str| Channel::new(name, unit, ChannelKind::State);
        let names = ["x", "y", "z"].map(|axis| channel(axis, "m/s^2"));
        let mut table = Table::over_time(names.into_iter().chain([channel("level", "")]).collect());
        for (time, a) in all {
            table.push(*time, &[a.x, a.y, a.z, a.norm() / G]);
        }
        table.write_csv(&run.file(name, ".acceleration.csv")?)?;
        table.write_npz(&run.file(name, ".acceleration.npz")?)?;
        let points = all.iter().map(|(t, a)| (*t, a.norm() / G)).collect();
        let panel = Panel {
            title: "Acceleration".to_owned(),
            x: ("time [s]".to_owned(), Scale::Linear),
            y: ("[g]".to_owned(), Scale::Linear),
            curves: vec![Points { curve: 0, points }],
            slopes: Vec::new(),
            marks: false,
            equal: false,
        };
        let legend = vec![format!("{} with pulses", self.body)];
        Chart { title: name.to_owned(), columns: 1, panels: vec![panel], legend, size: PANEL_SIZE }
            .write(&run.file(name, ".svg")?)?;
        Ok(())
    }

    fn tell(&self, hits: &[Hit]) -> Evaluated {
        let largest = hits.iter().max_by(|a, b| a.level.total_cmp(&b.level));
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = match largest {
            Some(Hit { time, duration, level }) => writeln!(
                text,
                "{}: {} impacts, largest level {:.4e} g ({level:.4e} m/s²) at {time:.6} s for {duration:.3e} s",
                self.body,
                hits.len(),
                level / G,
            ),
            None => writeln!(text, "{}: no impact", self.body),
        };
        let list: Vec<_> = hits
            .iter()
            .take(1000)
            .map(|h| json!({ "time": h.time, "duration": h.duration, "level": h.level / G }))
            .collect();
        let json = json!({
            "body": self.body,
            "contacts": self.forces.iter().map(|forces| &forces.contact).collect::<Vec<_>>(),
            "largest_level": largest.map(|h| h.level / G),
            "impacts": list,
        });
        let notes = vec![
            "the pulses act on the centre of mass of a rigid body: joints, turning, friction and vibration within an impact are left out"
                .to_owned(),
        ];
        Evaluated { json, text, notes }
    }
}
