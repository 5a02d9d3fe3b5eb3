//! The recorder: an observer of the time loop that streams what happens into a result directory.
//!
//! Histories of sensors, contacts and energies get a row every `record_every` steps, at the first and last step and at every
//! output time. Impulses are summed over the steps between two rows, so that none is lost. A checkpoint holds, beside the state, how long each file was, so that [`Recorder::reopen`] can cut them
//! back and go on. Nothing is allocated in a step that writes rows only.

use super::cell_values::CellValues;
use super::schedule::Schedule;
use super::strobe::Instants;
use crate::drive::{GO_ON, Observer, Simulation, Verdict};
use crate::integrate::Settings;
use crate::model::Model;
use crate::record::{
    Channel, ChannelKind, Checkpoint, CsvWriter, RecordError, Shape, VtuWriter, contact_channels, contact_row, file,
};
use crate::sensor::{self, Sensor};
use crate::system::{EnergyAccount, Snapshot};
use std::path::{Path, PathBuf};

/// Names of the recorder's arrays in a checkpoint.
const POSITIONS: &str = "recorder";
const INSTANTS: &str = "strobe";
const SUMS: &str = "impulses";

/// Columns of the histories.
#[derive(Clone, Debug)]
pub(super) struct Channels {
    pub sensors: Vec<Channel>,
    pub contacts: Vec<Channel>,
    pub energy: Vec<Channel>,
}

impl Channels {
    pub fn new(sensors: &[Sensor], model: &Model) -> Self {
        let names: Vec<&str> = model.contact_names().collect();
        let terms = energy_terms(&EnergyAccount::default()).map(|(name, _)| name);
        Self {
            sensors: sensors.iter().flat_map(|s| s.channels.iter().cloned()).collect(),
            contacts: contact_channels(&names),
            energy: terms.map(|name| Channel::new(name, "J", ChannelKind::Energy)).into(),
        }
    }
}

/// The energy account, term by term.
pub(super) fn energy_terms(e: &EnergyAccount) -> [(&'static str, f64); 7] {
    [
        ("kinetic", e.kinetic),
        ("potential", e.potential),
        ("loads", e.loads),
        ("dampers", e.dampers),
        ("impacts", e.impacts),
        ("friction", e.friction),
        ("remainder", e.remainder),
    ]
}

/// Sums of the impulse channels of one history since its last row.
#[derive(Debug)]
struct Sums {
    columns: Vec<usize>,
    values: Vec<f64>,
}

impl Sums {
    fn new(channels: &[Channel]) -> Self {
        let is_impulse = |c: &usize| channels[*c].kind == ChannelKind::Impulse;
        let columns: Vec<usize> = (0..channels.len()).filter(is_impulse).collect();
        Self { values: vec![0.0; columns.len()], columns }
    }

    fn add(&mut self, row: &[f64]) {
        self.values.iter_mut().zip(&self.columns).for_each(|(sum, &c)| *sum += row[c]);
    }

    /// Completes a row with the sums, which start again; they hold the impulses of the row's step already unless it is `new`.
    fn move_into(&mut self, row: &mut [f64], new: bool) {
        for (sum, &c) in self.values.iter_mut().zip(&self.columns) {
            let own = if new { row[c] } else { 0.0 };
            row[c] = own + std::mem::take(sum);
        }
    }
}

/// Whether there is something to picture.
fn pictured(shapes: &[Shape], model: &Model) -> bool {
    !shapes.is_empty() || !model.flexible.is_empty()
}

/// Histories of sensors, contacts and energies; none where there is nothing to record.
type Files = [Option<CsvWriter>; 3];

/// Writes the files of one run.
#[derive(Debug)]
pub struct Recorder {
    pub(super) directory: PathBuf,
    sensors: Vec<Sensor>,
    pub(super) shapes: Vec<Shape>,
    files: Files,
    bodies: Option<VtuWriter>,
    pub(super) instants: Instants,
    schedule: Schedule,
    row: Vec<f64>,
    cells: CellValues,
    /// Of sensors and of contacts.
    sums: [Sums; 2],
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
        let channels = Channels::new(&sensors, model);
        let create = |name, channels: &[Channel]| {
            let path = directory.join(name);
            if channels.is_empty() { Ok(None) } else { CsvWriter::create(&path, channels).map(Some) }
        };
        let files = [
            create(file::SENSORS_CSV, &channels.sensors)?,
            create(file::CONTACTS_CSV, &channels.contacts)?,
            create(file::ENERGY_CSV, &channels.energy)?,
        ];
        let pvd = directory.join(file::BODIES_PVD);
        let bodies = if pictured(&shapes, model) { Some(VtuWriter::create(&pvd, &shapes, model)?) } else { None };
        Ok(Self::over(directory, sensors, shapes, (settings, &channels, model), files, bodies))
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
        let reopen = |name, position| {
            let path = directory.join(name);
            if position == 0 { Ok(None) } else { CsvWriter::reopen(&path, position).map(Some) }
        };
        let files = [reopen(file::SENSORS_CSV, a)?, reopen(file::CONTACTS_CSV, b)?, reopen(file::ENERGY_CSV, c)?];
        let pvd = directory.join(file::BODIES_PVD);
        let bodies =
            if pictured(&shapes, model) { Some(VtuWriter::reopen(&pvd, &shapes, model, frames)?) } else { None };
        let channels = Channels::new(&sensors, model);
        let mut recorder = Self::over(directory, sensors, shapes, (settings, &channels, model), files, bodies);
        recorder.done = [row, frame, instant];
        recorder.counted = (checkpoint.step + 1, checkpoint.time);
        let sums = recorder.sums.iter_mut().flat_map(|s| &mut s.values);
        sums.zip(checkpoint.real(SUMS).unwrap_or_default()).for_each(|(sum, stored)| *sum = *stored);
        recorder.instants.restore(instants);
        recorder.checkpoint_time = checkpoint.time;
        Ok(recorder)
    }

    fn over(
        directory: &Path,
        sensors: Vec<Sensor>,
        shapes: Vec<Shape>,
        (settings, channels, model): (&Settings, &Channels, &Model),
        files: Files,
        bodies: Option<VtuWriter>,
    ) -> Self {
        let schedule = Schedule::new(settings, bodies.as_ref().map_or(0, VtuWriter::vectors));
        Self {
            directory: directory.to_owned(),
            instants: Instants::new(&shapes, model),
            sensors,
            shapes,
            files,
            bodies,
            schedule,
            row: Vec::new(),
            cells: CellValues::default(),
            sums: [Sums::new(&channels.sensors), Sums::new(&channels.contacts)],
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
        let sums = self.sums.iter().flat_map(|s| s.values.iter().copied()).collect();
        checkpoint.reals.push((SUMS.to_owned(), sums));
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
        let new = self.counted.0 <= step;
        if row {
            self.append_rows(snapshot, new)?;
            self.done[0] = step + 1;
        } else if new {
            self.sum_impulses(snapshot);
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

    fn append_rows(&mut self, snapshot: &Snapshot, new: bool) -> Result<(), RecordError> {
        let t = snapshot.scene.kin.t;
        let [sensors, contacts, energy] = &mut self.files;
        if let Some(file) = sensors {
            sensor::evaluate(&self.sensors, snapshot, &mut self.row);
            self.sums[0].move_into(&mut self.row, new);
            file.append(t, &self.row)?;
        }
        if let Some(file) = contacts {
            contact_row(snapshot.contact_sets, snapshot.contacts, &mut self.row);
            self.sums[1].move_into(&mut self.row, new);
            file.append(t, &self.row)?;
        }
        if let Some(file) = energy {
            file.append(t, &energy_terms(&snapshot.energy).map(|(_, joules)| joules))?;
        }
        Ok(())
    }

    /// Remembers the impulses of a step that gets no row.
    fn sum_impulses(&mut self, snapshot: &Snapshot) {
        let [sensors, contacts] = &mut self.sums;
        if !sensors.columns.is_empty() {
            sensor::evaluate(&self.sensors, snapshot, &mut self.row);
            sensors.add(&self.row);
        }
        if !contacts.columns.is_empty() {
            contact_row(snapshot.contact_sets, snapshot.contacts, &mut self.row);
            contacts.add(&self.row);
        }
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
