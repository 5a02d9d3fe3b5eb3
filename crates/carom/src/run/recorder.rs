//! The recorder: an observer of the time loop that streams what happens into a result directory.
//!
//! Histories of sensors, contacts and energies get a row, and contacts that act a record, every `record_every` steps, at the first
//! and last step and at every output time; contacts that are hit get one in every step. A checkpoint holds, beside the state, how much there was in each file, so that
//! [`Recorder::reopen`] can cut them back and go on. Nothing is allocated in a step that writes rows only, once as many contacts
//! have acted before.

use super::files::{Files, Lengths};
use super::schedule::Schedule;
use super::strobe::Instants;
use crate::drive::{GO_ON, Observer, Simulation, Verdict};
use crate::history::{CellValues, EventFinder, Sampler};
use crate::integrate::Settings;
use crate::model::Model;
use crate::record::{Checkpoint, FieldError, RecordError, Shape, VtuWriter, Which, file};
use crate::sensor::Sensor;
use crate::system::Snapshot;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Names in a checkpoint.
const RECORDED: &str = "recorded";
const INSTANTS: &str = "instants of the strobe picture";
const EVENTS: &str = "contacts at the last step";
const SUMS: &str = "impulses since the last row";

/// One of each thing that a step can be recorded as.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Products<T> {
    row: T,
    points: T,
    /// Contacts that are hit.
    hits: T,
    frame: T,
    /// An instant of the motion.
    motion: T,
    /// An instant of the strobe picture.
    instant: T,
}

/// What a checkpoint says of the files.
#[derive(Serialize, Deserialize)]
struct Recorded {
    lengths: Lengths,
    done: Products<u64>,
}

/// Writes the files of one run.
#[derive(Debug)]
pub struct Recorder {
    pub(super) directory: PathBuf,
    pub(super) sampler: Sampler,
    pub(super) shapes: Vec<Shape>,
    pub(super) files: Files,
    pub(super) instants: Instants,
    schedule: Schedule,
    finder: EventFinder,
    cells: CellValues,
    /// One more than the last step with each of them.
    done: Products<u64>,
    /// One more than the last step whose impulses are in the sums or in a row, and the time at its end.
    counted: (u64, f64),
    /// Time of the last checkpoint.
    pub(super) checkpoint_time: f64,
    pace: Pace,
}

/// Which checkpoints are written. Where the integrator starts anew depends on the model alone; how many of these places are kept does
/// not matter to the results, and follows the clock.
#[derive(Debug)]
struct Pace {
    all: bool,
    /// When the last one was written, and how long it took.
    last: Instant,
    cost: Duration,
}

/// Checkpoints take so small a part of the time of a run, at most.
const SHARE: u32 = 50;

impl Pace {
    fn is_due(&self) -> bool {
        self.all || self.last.elapsed() >= SHARE * self.cost
    }
}

impl Recorder {
    /// Starts the files of a run in a directory that is ready for them.
    pub fn create(
        directory: &Path,
        sensors: Vec<Sensor>,
        shapes: Vec<Shape>,
        model: &Model,
        settings: &Settings,
    ) -> Result<Self, RecordError> {
        let sampler = Sampler::new(sensors, model);
        let files = Files::create(directory, &sampler, pictured(&shapes, settings), model)?;
        Ok(Self::over(directory, sampler, shapes, (settings, model), files))
    }

    /// Cuts the files of an earlier run back to a checkpoint and goes on from there.
    pub fn reopen(
        directory: &Path,
        sensors: Vec<Sensor>,
        shapes: Vec<Shape>,
        model: &Model,
        settings: &Settings,
        checkpoint: &Checkpoint,
    ) -> Result<Self, RecordError> {
        let path = directory.join(file::CHECKPOINT);
        let unknown = |e: FieldError| RecordError::Continue { path: path.clone(), message: e.to_string() };
        let Recorded { lengths, done } = checkpoint.get(RECORDED).map_err(unknown)?;
        let files = Files::reopen(directory, pictured(&shapes, settings), model, &lengths)?;
        let mut recorder = Self::over(directory, Sampler::new(sensors, model), shapes, (settings, model), files);
        recorder.done = done;
        recorder.counted = (checkpoint.step + 1, checkpoint.time);
        recorder.sampler.restore(checkpoint.array(SUMS).map_err(unknown)?);
        recorder.instants.restore(checkpoint.array(INSTANTS).map_err(unknown)?);
        recorder.finder.restore(checkpoint.array(EVENTS).map_err(unknown)?);
        recorder.checkpoint_time = checkpoint.time;
        Ok(recorder)
    }

    fn over(
        directory: &Path,
        sampler: Sampler,
        shapes: Vec<Shape>,
        (settings, model): (&Settings, &Model),
        files: Files,
    ) -> Self {
        let schedule = Schedule::new(settings, files.bodies.as_ref().map_or(0, VtuWriter::vectors), model);
        Self {
            directory: directory.to_owned(),
            instants: Instants::new(&shapes, model),
            sampler,
            shapes,
            files,
            schedule,
            finder: EventFinder::default(),
            cells: CellValues::default(),
            done: Products::default(),
            counted: (0, 0.0),
            checkpoint_time: 0.0,
            pace: Pace { all: settings.writes_all_checkpoints, last: Instant::now(), cost: Duration::ZERO },
        }
    }

    /// Writes a checkpoint that fits the files as they are now.
    pub fn write_checkpoint(&mut self, mut checkpoint: Checkpoint) -> Result<(), RecordError> {
        let begun = Instant::now();
        checkpoint.put(RECORDED, &Recorded { lengths: self.files.lengths()?, done: self.done });
        checkpoint.put_array(SUMS, self.sampler.sums());
        checkpoint.put_array(EVENTS, self.finder.saved());
        checkpoint.put_array(INSTANTS, self.instants.values().to_vec());
        checkpoint.write(&self.directory.join(file::CHECKPOINT))?;
        self.checkpoint_time = checkpoint.time;
        self.pace.last = Instant::now();
        self.pace.cost = self.pace.last - begun;
        Ok(())
    }

    /// Records the last step, whatever the schedule says, and completes the files.
    pub fn finish(&mut self, simulation: &Simulation) -> Result<(), RecordError> {
        // A run that ended within a step may have taken a part of it.
        let part = u64::from(simulation.time() > self.counted.1);
        let all = Products { row: true, points: true, hits: true, frame: true, motion: true, instant: true };
        self.record(simulation.statistics.steps + part, &simulation.snapshot(), all)?;
        self.files.flush()
    }

    /// Writes a row, contact points, a frame and an instant, where wanted and not yet done.
    fn record(&mut self, step: u64, snapshot: &Snapshot, wanted: Products<bool>) -> Result<(), RecordError> {
        let kin = snapshot.scene.kin;
        let done = &mut self.done;
        let counted = self.counted.0 > step;
        if wanted.row && done.row <= step {
            let histories = &mut self.files.histories;
            self.sampler.rows(snapshot, counted, |topic, row| match &mut histories[topic as usize] {
                Some(file) => file.append(kin.t, row),
                None => Ok(()),
            })?;
            done.row = step + 1;
        } else if !counted {
            self.sampler.skip(snapshot);
        }
        self.counted = (step + 1, kin.t);
        if let Some(points) = &mut self.files.points {
            let which = match (wanted.points && done.points <= step, wanted.hits && done.hits <= step) {
                (true, true) => Some(Which::Acting),
                (true, false) => Some(Which::NotHit),
                (false, true) => Some(Which::Hit),
                (false, false) => None,
            };
            if let Some(which) = which {
                points.append(step, snapshot, which)?;
                done.points = if wanted.points { step + 1 } else { done.points };
                done.hits = step + 1;
            }
        }
        if wanted.frame
            && done.frame <= step
            && let Some(bodies) = &mut self.files.bodies
        {
            self.cells.update(snapshot.model, snapshot.scene);
            bodies.append(kin.t, kin, snapshot.scene.layout, &self.cells.arrays())?;
            bodies.append_contacts(snapshot)?;
            done.frame = step + 1;
        }
        if wanted.motion
            && done.motion <= step
            && let Some(motion) = &mut self.files.motion
        {
            motion.append(kin)?;
            done.motion = step + 1;
        }
        if wanted.instant && done.instant <= step {
            self.instants.take(kin);
            done.instant = step + 1;
        }
        Ok(())
    }
}

/// The shapes in the files for ParaView; none if the model asks for no frames.
fn pictured<'a>(shapes: &'a [Shape], settings: &Settings) -> Option<&'a [Shape]> {
    (settings.frames != Some(0)).then_some(shapes)
}

impl Observer for Recorder {
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict {
        let t = snapshot.scene.kin.t;
        let s = &self.schedule;
        let wanted = Products {
            row: s.records(step, t),
            points: s.points(step, (t, snapshot.h)),
            hits: s.hits(step, (t, snapshot.h)),
            frame: s.frames(step, (t, snapshot.h)),
            motion: s.motion(step, (t, snapshot.h)),
            instant: s.pictures(step, (t, snapshot.h)),
        };
        if let Some(events) = &mut self.files.events {
            self.finder.look(snapshot, |event| events.append(&event, snapshot))?;
        }
        self.record(step, snapshot, wanted)?;
        GO_ON
    }

    fn checkpoint(&mut self, take: &dyn Fn() -> Checkpoint) -> Verdict {
        if self.pace.is_due() {
            self.write_checkpoint(take())?;
        }
        GO_ON
    }
}
