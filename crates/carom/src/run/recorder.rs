//! The recorder: an observer of the time loop that streams what happens into a result directory.
//!
//! Histories of sensors, contacts and energies get a row, and contacts that act a record, every `record_every` steps, at the first
//! and last step and at every output time. A checkpoint holds, beside the state, how much there was in each file, so that
//! [`Recorder::reopen`] can cut them back and go on. Nothing is allocated in a step that writes rows only, once as many contacts
//! have acted before.

use super::cell_values::CellValues;
use super::files::Files;
use super::schedule::Schedule;
use super::strobe::Instants;
use crate::drive::{GO_ON, Observer, Simulation, Verdict};
use crate::history::Sampler;
use crate::integrate::Settings;
use crate::model::Model;
use crate::record::{Checkpoint, RecordError, Shape, VtuWriter, file};
use crate::sensor::Sensor;
use crate::system::Snapshot;
use std::path::{Path, PathBuf};

/// Names of the recorder's arrays in a checkpoint.
const DONE: &str = "recorded";
const INSTANTS: &str = "strobe";
const SUMS: &str = "impulses";

/// Writes the files of one run.
#[derive(Debug)]
pub struct Recorder {
    pub(super) directory: PathBuf,
    pub(super) sampler: Sampler,
    pub(super) shapes: Vec<Shape>,
    pub(super) files: Files,
    pub(super) instants: Instants,
    schedule: Schedule,
    cells: CellValues,
    /// One more than the last step with a row, contact points, a frame, an instant of the strobe picture.
    done: [u64; 4],
    /// One more than the last step whose impulses are in the sums or in a row, and the time at its end.
    counted: (u64, f64),
    /// Time of the last checkpoint.
    pub(super) checkpoint_time: f64,
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
        let files = Files::create(directory, &sampler, &shapes, model)?;
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
        let (Some(&done), Some(instants)) =
            (checkpoint.integer(DONE).and_then(<[u64]>::as_array), checkpoint.real(INSTANTS))
        else {
            let message = "it does not say what was recorded".to_owned();
            return Err(RecordError::Continue { path: directory.join(file::CHECKPOINT), message });
        };
        let files = Files::reopen(directory, &shapes, model, checkpoint)?;
        let mut recorder = Self::over(directory, Sampler::new(sensors, model), shapes, (settings, model), files);
        recorder.done = done;
        recorder.counted = (checkpoint.step + 1, checkpoint.time);
        recorder.sampler.restore(checkpoint.real(SUMS).unwrap_or_default());
        recorder.instants.restore(instants);
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
            cells: CellValues::default(),
            done: [0; 4],
            counted: (0, 0.0),
            checkpoint_time: 0.0,
        }
    }

    /// Writes a checkpoint that fits the files as they are now.
    pub fn write_checkpoint(&mut self, mut checkpoint: Checkpoint) -> Result<(), RecordError> {
        self.files.note(&mut checkpoint)?;
        checkpoint.integers.push((DONE.to_owned(), self.done.to_vec()));
        checkpoint.reals.push((SUMS.to_owned(), self.sampler.sums()));
        checkpoint.reals.push((INSTANTS.to_owned(), self.instants.values().to_vec()));
        checkpoint.write(&self.directory.join(file::CHECKPOINT))?;
        self.checkpoint_time = checkpoint.time;
        Ok(())
    }

    /// Records the last step, whatever the schedule says, and completes the files.
    pub fn finish(&mut self, simulation: &Simulation) -> Result<(), RecordError> {
        // A run that ended within a step may have taken a part of it.
        let part = u64::from(simulation.time() > self.counted.1);
        self.record(simulation.statistics.steps + part, &simulation.snapshot(), [true; 4])?;
        self.files.flush()
    }

    /// Writes a row, contact points, a frame and an instant, where wanted and not yet done.
    fn record(&mut self, step: u64, snapshot: &Snapshot, wanted: [bool; 4]) -> Result<(), RecordError> {
        let kin = snapshot.scene.kin;
        let [row, points, frame, instant] = [0, 1, 2, 3].map(|i| wanted[i] && self.done[i] <= step);
        let counted = self.counted.0 > step;
        if row {
            let histories = &mut self.files.histories;
            self.sampler.rows(snapshot, counted, |topic, row| match &mut histories[topic as usize] {
                Some(file) => file.append(kin.t, row),
                None => Ok(()),
            })?;
            self.done[0] = step + 1;
        } else if !counted {
            self.sampler.skip(snapshot);
        }
        self.counted = (step + 1, kin.t);
        if points && let Some(points) = &mut self.files.points {
            points.append(step, snapshot)?;
            self.done[1] = step + 1;
        }
        if frame && let Some(bodies) = &mut self.files.bodies {
            self.cells.update(snapshot);
            bodies.append(kin.t, kin, snapshot.scene.layout, &self.cells.arrays())?;
            self.done[2] = step + 1;
        }
        if instant {
            self.instants.take(kin);
            self.done[3] = step + 1;
        }
        Ok(())
    }
}

impl Observer for Recorder {
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict {
        let t = snapshot.scene.kin.t;
        let s = &self.schedule;
        let wanted = [s.records(step, t), s.points(step, t), s.frames(step, t), s.pictures(step, t)];
        self.record(step, snapshot, wanted)?;
        GO_ON
    }

    fn checkpoint(&mut self, take: &dyn Fn() -> Checkpoint) -> Verdict {
        self.write_checkpoint(take())?;
        GO_ON
    }
}
