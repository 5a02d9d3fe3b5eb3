//! `contact_life`: how long the surfaces of a contact last, from the cycles of its stresses.
//!
//! The forces of a contact point rise and fall; the largest shear below the surface follows them with the power 1/3 (Hertz). Rain-flow
//! counting makes cycles of its history, Miner's sum over an S–N line a damage, and the damage of the run a life if it goes on like that.

use super::contact_force::{RECOVERY, gaps};
use super::{ContactForce, Evaluate, Evaluated, Evaluation, EvaluationError, FinishedRun, PointForces, SurfaceStress};
use crate::catalog::{Entry, Kind};
use crate::post::{Cycle, StressLife, rain_flow};
use crate::record::{Channel, ChannelKind, Table};
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::fmt::Write;

/// Classes of the table of cycles.
const CLASSES: usize = 32;

/// The stress whose cycles are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StressKind {
    #[default]
    Shear,
    OctahedralShear,
    Pressure,
}

impl StressKind {
    fn of(self, stress: &SurfaceStress) -> f64 {
        match self {
            Self::Shear => stress.shear[0],
            Self::OctahedralShear => stress.octahedral[0],
            Self::Pressure => stress.pressure,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Shear => "shear",
            Self::OctahedralShear => "octahedral_shear",
            Self::Pressure => "pressure",
        }
    }
}

/// Life of the surfaces of a contact.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactLifeSpec {
    /// The contact.
    contact: Reference,
    /// `shear`, `octahedral_shear` (the largest below the surface) or `pressure`. Default: "shear".
    #[serde(default)]
    stress: StressKind,
    /// (Pa) Amplitude, half of the range, of the stress at a point of the S–N line.
    amplitude: Number,
    /// Cycles to failure at this amplitude.
    cycles: Number,
    /// Slope m of the S–N line: N ~ S^(-m).
    slope: Number,
    /// (Pa) Amplitude below which cycles do no harm. Default: 0.
    limit: Option<Number>,
}

impl Kind for ContactLifeSpec {
    const KEY: &'static str = "contact_life";
    const COMPANIONS: &'static [&'static Entry] = &[&RECOVERY];
    const SUMMARY: &'static str =
        "life of the surfaces of a contact: rain-flow cycles of its stresses, Miner's sum over an S-N line";
    const SAMPLE: &'static str = r#"
name = "hammer"
gravity = [0, 0, -9.81]
[materials.steel]
young = 210e9
poisson = 0.3
[ground]
shapes = [{ type = "plane", material = "steel" }]
[bodies.ball]
type = "sphere"
radius = 0.01
density = 7800
material = "steel"
position = [0, 0, 0.02]
[contacts.anvil]
type = "sphere_plane"
sphere = "ball"
plane = "ground"
restitution = 0.9
[post.life]
type = "contact_life"
contact = "anvil"
amplitude = 300e6
cycles = 1e6
slope = 9
damping = "exact"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let forces = ContactForce::of(&self.contact, b)?;
        forces.refuse_without_pulses(b)?;
        let limit = self.limit.as_ref().map_or(Ok(0.0), |n| b.not_negative(n, "limit"))?;
        let [amplitude, cycles, slope] =
            [(&self.amplitude, "amplitude"), (&self.cycles, "cycles"), (&self.slope, "slope")]
                .map(|(number, what)| b.positive(number, what));
        let line = StressLife::new(amplitude?, cycles?, slope?, limit);
        let line = line.map_err(|e| BuildError::new(e.to_string()))?;
        b.post.push(Evaluation {
            name: name.to_owned(),
            kind: Self::KEY,
            what: Box::new(ContactLife { forces, stress: self.stress, line }),
        });
        Ok(())
    }
}

/// The life of the contacts with one name.
#[derive(Clone, Debug)]
pub struct ContactLife {
    pub forces: ContactForce,
    pub stress: StressKind,
    pub line: StressLife,
}

impl ContactLife {
    /// Cycles of the stress of a point; none where its curvatures or materials are not known.
    pub fn cycles(&self, forces: &PointForces) -> Option<Vec<Cycle>> {
        let stresses = forces.turning().into_iter().map(|force| forces.stress(force).map(|s| self.stress.of(&s)));
        Some(rain_flow(stresses.collect::<Option<Vec<f64>>>()?))
    }
}

impl Evaluate for ContactLife {
    fn evaluate(&self, name: &str, run: &FinishedRun) -> Result<Evaluated, EvaluationError> {
        let duration = run.duration()?;
        let (mut text, mut found) = (String::new(), Vec::new());
        let points = self.forces.points(run)?;
        let mut worst: f64 = 0.0;
        for forces in &points {
            let cycles = self.cycles(forces).ok_or_else(|| EvaluationError::Missing {
                contact: self.forces.contact.clone(),
                message: "its stresses are not known: curvatures and materials are needed beside a stiffness"
                    .to_owned(),
                help: "give `materials` and `radii`, or shapes with materials".to_owned(),
            })?;
            let damage = self.line.damage(&cycles);
            worst = worst.max(damage);
            let label =
                if points.len() == 1 { name.to_owned() } else { format!("{name}_{}_{}", forces.id.i, forces.id.j) };
            histogram(&cycles).write_csv(&run.file(&label, ".cycles.csv")?)?;
            let count: f64 = cycles.iter().map(|c| c.count).sum();
            let largest = cycles.iter().map(Cycle::amplitude).fold(0.0, f64::max);
            let [first, second] = &forces.bodies;
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "{} ({first}, {second}): {count} cycles of {}, largest amplitude {largest:.4e} Pa, damage {damage:.4e} in {duration:.4} s, \
                 life {} ",
                self.forces.contact,
                self.stress.name(),
                life(duration / damage),
            );
            found.push(json!({
                "id": forces.id.to_array(), "bodies": forces.bodies, "cycles": count, "largest_amplitude": largest, "damage": damage,
            }));
        }
        let life = if worst > 0.0 { json!(duration / worst) } else { serde_json::Value::Null };
        let json = json!({
            "contact": self.forces.contact, "stress": self.stress.name(), "duration": duration, "damage": worst, "life": life,
            "points": found,
        });
        let once = "a life is that of the run repeated; the first cycles of a run from rest count in every repetition";
        let mut notes = vec![once.to_owned()];
        notes.extend(points.iter().flat_map(|forces| gaps(&self.forces.contact, forces, run)));
        Ok(Evaluated { json, text, notes })
    }
}

/// A life in s, and in what people count it.
pub(super) fn life(seconds: f64) -> String {
    if seconds.is_finite() { format!("{seconds:.4e} s ({:.4e} h)", seconds / 3600.0) } else { "without end".to_owned() }
}

/// Counts in classes of amplitudes.
fn histogram(cycles: &[Cycle]) -> Table {
    let state = |name: &str, unit: &str| Channel::new(name, unit, ChannelKind::State);
    let mut table = Table::over(state("amplitude", "Pa"), vec![state("count", "")]);
    let largest = cycles.iter().map(Cycle::amplitude).fold(0.0, f64::max);
    let mut counts = [0.0; CLASSES];
    for cycle in cycles.iter().filter(|_| largest > 0.0) {
        let class = (cycle.amplitude() / largest * CLASSES as f64) as usize;
        counts[class.min(CLASSES - 1)] += cycle.count;
    }
    for (class, count) in counts.into_iter().enumerate() {
        table.push(largest * (class as f64 + 0.5) / CLASSES as f64, &[count]);
    }
    table
}
