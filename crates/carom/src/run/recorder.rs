//! The recorder: an observer of the time loop that streams what happens into a result directory.
//!
//! Histories of sensors, contacts and energies get a row every `record_every` steps, at the first and last step and at every
//! output time. Impulses are summed over the steps between two rows, so that none is lost. A checkpoint holds, beside the state, how long each file was, so that [`Recorder::reopen`] can cut them
//! back and go on. Nothing is allocated in a step that writes rows only.

use super::cell_values::CellValues;
use super::schedule::Schedule;
use super::strobe::Instants;
use crate::drive::{GO_ON, Observer, Simulation, Verdict};
use crate::history::{Sampler, Topic};
use crate::integrate::Settings;
use crate::model::Model;
use crate::record::{Checkpoint, CsvWriter, RecordError, Shape, VtuWriter, file};
use crate::sensor::Sensor;
use crate::system::Snapshot;
use std::path::{Path, PathBuf};

/// Names of the recorder's arrays in a checkpoint.
const POSITIONS: &str = "recorder";
const INSTANTS: &str = "strobe";
const SUMS: &str = "impulses";

/// Whether there is something to picture.
fn pictured(shapes: &[Shape], model: &Model) -> bool {
    !shapes.is_empty() || !model.flexible.is_empty()
}

/// The file of a history.
pub(super) fn csv_name(topic: Topic) -> &'static str {
    match topic {
        Topic::Sensors => file::SENSORS_CSV,
        Topic::Contacts => file::CONTACTS_CSV,
        Topic::Energy => file::ENERGY_CSV,
    }
}

/// Histories of all topics; none where there is nothing to record.
type Files = [Option<CsvWriter>; 3];

/// Writes the files of one run.
#[derive(Debug)]
pub struct Recorder {
    pub(super) directory: PathBuf,
    pub(super) sampler: Sampler,
    pub(super) shapes: Vec<Shape>,
    files: Files,
    bodies: Option<VtuWriter>,
    pub(super) instants: Instants,
    schedule: Schedule,
    cells: CellValues,
    /// One more than the last step with a row, a frame, an instant of the strobe picture.
    done: [u64; 3],
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
        let create = |topic| match sampler.channels(topic) {
            [] => Ok(None),
            channels => CsvWriter::create(&directory.join(csv_name(topic)), channels).map(Some),
        };
        let files = [create(Topic::Sensors)?, create(Topic::Contacts)?, create(Topic::Energy)?];
        let pvd = directory.join(file::BODIES_PVD);
        let bodies = if pictured(&shapes, model) { Some(VtuWriter::create(&pvd, &shapes, model)?) } else { None };
        Ok(Self::over(directory, sampler, shapes, (settings, model), files, bodies))
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
        let incomplete = || RecordError::Continue { path, message: "it has no places in the histories".to_owned() };
        let (Some(&[a, b, c, frames, row, frame, instant]), Some(instants)) =
            (checkpoint.integer(POSITIONS), checkpoint.real(INSTANTS))
        else {
            return Err(incomplete());
        };
        let reopen = |topic, position| match position {
            0 => Ok(None),
            position => CsvWriter::reopen(&directory.join(csv_name(topic)), position).map(Some),
        };
        let files = [reopen(Topic::Sensors, a)?, reopen(Topic::Contacts, b)?, reopen(Topic::Energy, c)?];
        let pvd = directory.join(file::BODIES_PVD);
        let bodies =
            if pictured(&shapes, model) { Some(VtuWriter::reopen(&pvd, &shapes, model, frames)?) } else { None };
        let sampler = Sampler::new(sensors, model);
        let mut recorder = Self::over(directory, sampler, shapes, (settings, model), files, bodies);
        recorder.done = [row, frame, instant];
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
        bodies: Option<VtuWriter>,
    ) -> Self {
        let schedule = Schedule::new(settings, bodies.as_ref().map_or(0, VtuWriter::vectors));
        Self {
            directory: directory.to_owned(),
            instants: Instants::new(&shapes, model),
            sampler,
            shapes,
            files,
            bodies,
            schedule,
            cells: CellValues::default(),
            done: [0; 3],
            counted: (0, 0.0),
            checkpoint_time: 0.0,
        }
    }

    /// Writes a checkpoint that fits the files as they are now.
    pub fn write_checkpoint(&mut self, mut checkpoint: Checkpoint) -> Result<(), RecordError> {
        self.flush()?;
        let frames = self.bodies.as_ref().map_or(0, VtuWriter::frames);
        let [a, b, c] = [0, 1, 2].map(|i| self.files[i].as_ref().map_or(0, CsvWriter::position));
        let [row, frame, instant] = self.done;
        checkpoint.integers.push((POSITIONS.to_owned(), vec![a, b, c, frames, row, frame, instant]));
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
        self.record(simulation.statistics.steps + part, &simulation.snapshot(), [true; 3])?;
        self.flush()
    }

    fn flush(&mut self) -> Result<(), RecordError> {
        self.files.iter_mut().flatten().try_for_each(CsvWriter::flush)
    }

    /// Writes a row, a frame and an instant, where wanted and not yet done.
    fn record(&mut self, step: u64, snapshot: &Snapshot, wanted: [bool; 3]) -> Result<(), RecordError> {
        let kin = snapshot.scene.kin;
        let [row, frame, instant] = [0, 1, 2].map(|i| wanted[i] && self.done[i] <= step);
        let counted = self.counted.0 > step;
        if row {
            let files = &mut self.files;
            self.sampler.rows(snapshot, counted, |topic, row| match &mut files[topic as usize] {
                Some(file) => file.append(kin.t, row),
                None => Ok(()),
            })?;
            self.done[0] = step + 1;
        } else if !counted {
            self.sampler.skip(snapshot);
        }
        self.counted = (step + 1, kin.t);
        if frame && let Some(bodies) = &mut self.bodies {
            self.cells.update(snapshot);
            bodies.append(kin.t, kin, snapshot.scene.layout, &self.cells.arrays())?;
            self.done[1] = step + 1;
        }
        if instant {
            self.instants.take(kin);
            self.done[2] = step + 1;
        }
        Ok(())
    }
}

impl Observer for Recorder {
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict {
        let t = snapshot.scene.kin.t;
        let s = &self.schedule;
        let wanted = [s.records(step, t), s.frames(step, t), s.pictures(step, t)];
        self.record(step, snapshot, wanted)?;
        GO_ON
    }

    fn checkpoint(&mut self, take: &dyn Fn() -> Checkpoint) -> Verdict {
        self.write_checkpoint(take())?;
        GO_ON
    }
}
