//! What a run will take, as far as can be told before it starts: steps, disk, time; and whether that is more than anyone can have meant
//! without saying so.

use super::schedule::{motion_bytes, planned_steps, spread_frames, spread_points};
use crate::drive::Simulation;
use crate::history::{self, Topic};
use crate::integrate::{InitialState, Settings};
use crate::model::Model;
use crate::record::{CONTACT_POINT_BYTES, Shape, VtuWriter};
use crate::sensor::Sensor;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// More than this is a large run, which wants `--yes` or `large_run = true`.
pub const MOST_STEPS: u64 = 100_000_000;
pub const MOST_BYTES: u64 = 10_000_000_000;
pub const MOST_SECONDS: f64 = 24.0 * 3600.0;

/// Histories take no more than this unless the model asks for it.
const HISTORY_BYTES: u64 = 1_000_000_000;
/// Bytes of a number in a history: as text, and in the archive.
const NUMBER: u64 = 19 + 8;
/// Shorter runs are not tried out: steps that a trial takes, at most, and their seconds.
const WORTH_A_TRIAL: u64 = 1_000;
const TRIAL_STEPS: usize = 11;
const TRIAL_SECONDS: f64 = 0.3;

/// What a run will take.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// If none is cut, and all are of the size of the first.
    pub steps: u64,
    /// Of all files.
    pub bytes: u64,
    /// Of computing, if some steps have been tried.
    pub seconds: Option<f64>,
}

impl Estimate {
    /// Steps and disk, without trying anything.
    pub fn new(model: &Model, settings: &Settings, sensors: &[Sensor], shapes: &[Shape]) -> Self {
        let (vectors, frame) = VtuWriter::frame_size(shapes, model);
        let pictures = spread_frames(settings, vectors).saturating_add(1).saturating_mul(frame as u64);
        let points = spread_points(settings, model, vectors).saturating_mul(CONTACT_POINT_BYTES);
        let motion = motion_bytes(settings, vectors, model);
        let parts = [pictures, points, motion];
        let bytes = parts.into_iter().fold(history_bytes(model, settings, sensors), u64::saturating_add);
        Self { steps: planned_steps(settings), bytes, seconds: None }
    }

    /// Takes the first steps of a run to see how long they take.
    pub fn timed(mut self, simulation: &Simulation) -> Self {
        if self.steps >= WORTH_A_TRIAL && simulation.settings.initial != InitialState::Static {
            self.seconds = trial(simulation).map(|step| step * self.steps as f64);
        }
        self
    }

    /// What is more than anyone can have meant, in words.
    pub fn excess(&self) -> Option<String> {
        let limits = [
            (self.steps > MOST_STEPS, format!("{} steps", grouped(MOST_STEPS))),
            (self.bytes > MOST_BYTES, format!("{} on the disk", size(MOST_BYTES))),
            (self.seconds > Some(MOST_SECONDS), duration(MOST_SECONDS)),
        ];
        limits.into_iter().find_map(|(is_beyond, limit)| is_beyond.then_some(limit))
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} steps, up to {} on the disk", grouped(self.steps), size(self.bytes))?;
        match self.seconds {
            Some(seconds) => write!(f, ", about {} at the pace of its first steps", duration(seconds)),
            None => Ok(()),
        }
    }
}

/// Records fewer rows where all would be very large; what to say of it.
pub(super) fn thin(model: &Model, settings: &mut Settings, sensors: &[Sensor]) -> Option<String> {
    let all = history_bytes(model, settings, sensors);
    if !settings.may_thin || all <= HISTORY_BYTES {
        return None;
    }
    settings.record_every = settings.record_every.saturating_mul(all.div_ceil(HISTORY_BYTES) as usize);
    Some(format!(
        "a row for every step would take {}: every {}th step is recorded, with the impulses of those between; `record_every` in \
         [simulation] sets another number",
        size(all),
        grouped(settings.record_every as u64)
    ))
}

/// Of the histories, with their archives.
fn history_bytes(model: &Model, settings: &Settings, sensors: &[Sensor]) -> u64 {
    let rows = planned_steps(settings) / settings.record_every.max(1) as u64 + settings.output_times.len() as u64 + 1;
    let columns = |topic| match history::channels(topic, sensors, model).len() as u64 {
        0 => 0,
        channels => channels + 1,
    };
    let numbers: u64 = Topic::ALL.into_iter().map(columns).sum();
    rows.saturating_mul(numbers * NUMBER)
}

/// Seconds of a step: the median of the first ones of a run that is thrown away; the very first has more to do than others.
fn trial(simulation: &Simulation) -> Option<f64> {
    let mut trial = Simulation::of(Arc::clone(&simulation.system), simulation.settings.clone()).ok()?;
    let begun = Instant::now();
    let mut seconds = Vec::new();
    while seconds.len() < TRIAL_STEPS && begun.elapsed().as_secs_f64() < TRIAL_SECONDS {
        let now = Instant::now();
        if !trial.step().ok()? {
            break;
        }
        seconds.push(now.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied()
}

/// A number of bytes in a unit that suits it.
pub fn size(bytes: u64) -> String {
    let bytes = bytes as f64;
    match bytes {
        b if b < 1e3 => format!("{b} bytes"),
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b if b < 1e7 => format!("{:.1} MB", b / 1e6),
        b if b < 1e9 => format!("{:.0} MB", b / 1e6),
        b if b < 1e10 => format!("{:.1} GB", b / 1e9),
        b => format!("{:.0} GB", b / 1e9),
    }
}

/// A time in a unit that suits it.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "a second".to_owned(),
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.0} hours", s / 3600.0),
        s => format!("{:.0} days", s / 86400.0),
    }
}

/// A count with its thousands apart: 15,000.
pub(super) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINT: &str = "gravity = [0, 0, -9.81]\n[bodies.b]\ntype = 'point_mass'\nmass = 1\n[sensors.p]\ntype = 'position'\nof = 'b'\n";

    fn estimate(simulation: &str) -> (Estimate, Option<String>, usize) {
        let text = format!("simulation = {{ {simulation} }}\n{POINT}");
        let mut loaded = crate::spec::load_str("point.toml", &text, &[]).unwrap_or_else(|e| panic!("{e}"));
        let note = thin(&loaded.model, &mut loaded.settings, &loaded.sensors);
        let estimate = Estimate::new(&loaded.model, &loaded.settings, &loaded.sensors, &loaded.shapes);
        (estimate, note, loaded.settings.record_every)
    }

    /// A row has the time twice, three places and seven energies; the point is a small sphere in 200 frames of about 5 kB.
    #[test]
    fn steps_and_bytes_are_counted() {
        let (small, note, every) = estimate("step = 1e-3, until = 1");
        assert_eq!((small.steps, note, every), (1000, None, 1));
        let histories = 1001 * (2 + 3 + 7) * NUMBER;
        let pictures = small.bytes - histories;
        assert!((500_000..2_000_000).contains(&pictures), "{small}");
        assert_eq!(small.excess(), None);
    }

    #[test]
    fn histories_of_gigabytes_thin_out_unless_they_are_asked_for() {
        let (thinned, note, every) = estimate("step = 1e-12, until = 1e-3");
        assert_eq!(thinned.steps, 1_000_000_000);
        assert!((300..500).contains(&every) && note.unwrap().contains(&format!("every {every}th step")), "{every}");
        assert!(thinned.bytes < 2 * HISTORY_BYTES, "{thinned}");
        assert_eq!(thinned.excess().unwrap(), "100,000,000 steps");
        let (all, note, every) = estimate("step = 1e-12, until = 1e-3, record_every = 1");
        assert!(all.bytes > 200_000_000_000 && note.is_none() && every == 1, "{all}");
    }

    #[test]
    fn sizes_and_times_are_told_in_units_that_suit_them() {
        assert_eq!([12, 2_500, 1_200_000, 215_000_000_000].map(size), ["12 bytes", "2 kB", "1.2 MB", "215 GB"]);
        assert_eq!(
            [0.1, 30.0, 600.0, 86400.0, 1e6].map(duration),
            ["a second", "30 s", "10 min", "24 hours", "12 days"]
        );
        assert_eq!([7, 999, 1000, 1234567].map(grouped), ["7", "999", "1,000", "1,234,567"]);
    }
}
