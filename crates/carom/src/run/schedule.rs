//! Which steps are recorded and pictured: a function of the settings alone.

use crate::drive::SAME;
use crate::history::RowSchedule;
use crate::integrate::Settings;
use crate::model::Model;
use crate::record::motion_width;

/// Frames for ParaView in a run that asks for no number, at most; fewer if they are large.
const FRAMES: u64 = 200;
const FEWEST_FRAMES: u64 = 10;
/// Vectors (points, displacements, velocities) in all frames of a run together, at most: about 150 MB.
const FRAME_VECTORS: u64 = 2_000_000;
/// Instants of the motion in a run that asks for no number, at most; fewer if they are large.
const MOTION_INSTANTS: u64 = 1000;
/// Numbers in all instants of the motion together, at most: 64 MB.
const MOTION_NUMBERS: u64 = 8_000_000;
/// Records of contact points in a run, at most, if every row has some: about 800 MB. Estimated for so many contacts a body that
/// collides, as in a pile of spheres.
const POINTS: u64 = 4_000_000;
const CONTACTS_A_BODY: u64 = 3;
/// Instants in the strobe picture beside the first.
const INSTANTS: u64 = 12;

/// Steps that the time grid has, if none is cut.
pub(super) fn planned_steps(settings: &Settings) -> u64 {
    ((settings.until / settings.step - SAME).ceil() as u64).max(1)
}

/// Contacts that may act at once.
fn contacts(model: &Model) -> u64 {
    let bodies: usize = model.collisions.iter().map(|collision| collision.colliders.len()).sum();
    model.contacts.len() as u64 + CONTACTS_A_BODY * bodies as u64
}

/// Records of contact points, if every row has one of every contact.
fn all_points(settings: &Settings, model: &Model) -> u64 {
    let rows = planned_steps(settings) / settings.record_every.max(1) as u64 + settings.output_times.len() as u64;
    contacts(model).saturating_mul(rows)
}

/// Whether a model has so many contacts that their points are recorded with the frames only.
pub(super) fn has_sparse_points(settings: &Settings, model: &Model) -> bool {
    all_points(settings, model) > POINTS
}

/// Frames for ParaView that a run has, of so many vectors each.
pub(super) fn spread_frames(settings: &Settings, vectors: usize) -> u64 {
    if vectors == 0 {
        return 0;
    }
    frames(settings, vectors).min(planned_steps(settings))
}

/// Records of contact points that a run has, at most.
pub(super) fn spread_points(settings: &Settings, model: &Model, vectors: usize) -> u64 {
    if has_sparse_points(settings, model) {
        contacts(model).saturating_mul(frames(settings, vectors).min(planned_steps(settings)))
    } else {
        all_points(settings, model)
    }
}

/// Frames that are asked for, or as many as are not too large together.
fn frames(settings: &Settings, vectors: usize) -> u64 {
    let few = (FRAME_VECTORS / (vectors as u64).max(1)).clamp(FEWEST_FRAMES, FRAMES);
    // Without frames contact points may still come at these times.
    settings.frames.filter(|frames| *frames > 0).map_or(few, |frames| frames as u64)
}

/// Instants of the motion, beside the first.
fn instants(settings: &Settings, vectors: usize, model: &Model) -> u64 {
    // Contacts are drawn where their points are recorded.
    if has_sparse_points(settings, model) {
        return frames(settings, vectors);
    }
    let many = (MOTION_NUMBERS / motion_width(model) as u64).clamp(FEWEST_FRAMES, MOTION_INSTANTS);
    settings.frames.filter(|frames| *frames > 0).map_or(many, |frames| frames as u64)
}

/// Bytes of the motion of a run whose frames have so many vectors; without shapes there is none.
pub(super) fn motion_bytes(settings: &Settings, vectors: usize, model: &Model) -> u64 {
    if vectors == 0 {
        return 0;
    }
    let count = instants(settings, vectors, model).min(planned_steps(settings)).saturating_add(1);
    count.saturating_mul(8 * motion_width(model) as u64)
}

/// When the recorder acts.
#[derive(Debug)]
pub(super) struct Schedule {
    rows: RowSchedule,
    frame_every: u64,
    motion_every: u64,
    instant_every: u64,
    /// The same in s, where sizes of steps change.
    times: Option<[f64; 3]>,
    /// Contact points come with the frames, not with the rows.
    sparse_points: bool,
}

impl Schedule {
    /// `vectors` is the number of vectors of a frame.
    pub fn new(settings: &Settings, vectors: usize, model: &Model) -> Self {
        let steps = planned_steps(settings);
        let frames = frames(settings, vectors);
        let sparse_points = has_sparse_points(settings, model);
        let instants = instants(settings, vectors, model);
        let rows = RowSchedule::new(settings);
        let spread = |count: u64| settings.until / count as f64;
        Self {
            rows,
            frame_every: steps.div_ceil(frames),
            motion_every: steps.div_ceil(instants),
            instant_every: steps.div_ceil(INSTANTS),
            times: settings.adaptive.map(|_| [spread(frames), spread(instants), spread(INSTANTS)]),
            sparse_points,
        }
    }

    /// Whether the step that ended at `t` gives a row of the histories.
    pub fn records(&self, step: u64, t: f64) -> bool {
        self.rows.contains(step, t)
    }

    /// `h` is the size of the step that ended at `t`.
    pub fn frames(&self, step: u64, end: (f64, f64)) -> bool {
        self.is_due(0, self.frame_every, step, end)
    }

    pub fn motion(&self, step: u64, end: (f64, f64)) -> bool {
        self.is_due(1, self.motion_every, step, end)
    }

    pub fn pictures(&self, step: u64, end: (f64, f64)) -> bool {
        self.is_due(2, self.instant_every, step, end)
    }

    /// Whether one of the three is due: every so many steps, or where sizes of steps change after so much time.
    fn is_due(&self, which: usize, every: u64, step: u64, (t, h): (f64, f64)) -> bool {
        let is_due = match self.times {
            Some(times) => passes(times[which], t, h),
            None => step.is_multiple_of(every),
        };
        is_due || self.rows.is_end(t)
    }

    /// Whether the contact points of the step are recorded.
    pub fn points(&self, step: u64, (t, h): (f64, f64)) -> bool {
        if self.sparse_points { self.frames(step, (t, h)) } else { self.records(step, t) }
    }

    /// Whether the contacts that are hit in the step are recorded: in every step, unless there are too many.
    pub fn hits(&self, step: u64, (t, h): (f64, f64)) -> bool {
        !self.sparse_points || self.points(step, (t, h))
    }
}

/// Whether a step of size `h` that ended at `t` passed a multiple of a time; so does the start of a run.
fn passes(every: f64, t: f64, h: f64) -> bool {
    t == 0.0 || (t / every).floor() > ((t - h) / every).floor()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_times_and_the_end_are_recorded_between_the_regular_steps() {
        let settings =
            Settings { step: 0.1, until: 1.0, record_every: 4, output_times: vec![0.25], ..Settings::default() };
        assert_eq!(planned_steps(&settings), 10);
        let schedule = Schedule::new(&settings, 8, &Model::new(""));
        assert!(schedule.records(0, 0.0) && schedule.records(4, 0.35));
        assert!(schedule.records(3, 0.25) && !schedule.records(2, 0.2));
        assert!(schedule.records(11, 1.0));
    }

    #[test]
    fn points_of_many_contacts_come_with_the_frames() {
        // Three contacts a ball in 10,000 steps: 3 million records for 100 balls, 6 million for 200.
        let count = |layers: u32| {
            let text = format!(
                "simulation = {{ step = 1e-3, until = 10, frames = 20 }}\n[bodies.b]\ntype = 'spheres'\nradius = 0.1\nmass = 1\n\
                 grid = {{ count = [10, 10, {layers}], spacing = 1 }}\n[contacts.c]\ntype = 'collision'\n"
            );
            let loaded = crate::spec::load_str("balls.toml", &text, &[]).unwrap_or_else(|e| panic!("{e}"));
            let schedule = Schedule::new(&loaded.settings, 8, &loaded.model);
            (1..=10_000).filter(|&step| schedule.points(step, (step as f64 * 1e-3, 1e-3))).count()
        };
        assert_eq!([1, 2].map(count), [10_000, 20]);
    }

    #[test]
    fn as_many_frames_are_written_as_asked_for() {
        let count = |frames| {
            let settings = Settings { step: 1e-3, until: 1.0, frames, ..Settings::default() };
            // So large that ten frames are written unless more are asked for.
            let schedule = Schedule::new(&settings, 1_000_000, &Model::new(""));
            (1..=1000).filter(|&step| schedule.frames(step, (step as f64 * 1e-3, 1e-3))).count()
        };
        assert_eq!([None, Some(1), Some(50), Some(1000), Some(5000)].map(count), [10, 1, 50, 1000, 1000]);
    }
}
