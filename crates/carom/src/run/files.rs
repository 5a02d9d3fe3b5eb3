//! The files that a run is streamed into, each of which can be cut back to where it was at a checkpoint.

use crate::history::{Sampler, Topic};
use crate::model::Model;
use crate::record::{Checkpoint, ContactPointWriter, CsvWriter, RecordError, Shape, VtuWriter, file};
use std::path::Path;

/// Names of arrays in a checkpoint: lengths of the histories and number of frames, number of parts.
const LENGTHS: &str = "files";
const PARTS: &str = "parts of contact points";

/// The file of a history.
pub(super) fn csv_name(topic: Topic) -> &'static str {
    match topic {
        Topic::Sensors => file::SENSORS_CSV,
        Topic::Contacts => file::CONTACTS_CSV,
        Topic::Energy => file::ENERGY_CSV,
    }
}

/// None where the model has nothing to record.
#[derive(Debug)]
pub(super) struct Files {
    /// In the order of [`Topic::ALL`].
    pub histories: [Option<CsvWriter>; 3],
    pub points: Option<ContactPointWriter>,
    pub bodies: Option<VtuWriter>,
}

impl Files {
    /// Starts all files in a directory that is ready for them.
    pub fn create(directory: &Path, sampler: &Sampler, shapes: &[Shape], model: &Model) -> Result<Self, RecordError> {
        let create = |topic| match sampler.channels(topic) {
            [] => Ok(None),
            channels => CsvWriter::create(&directory.join(csv_name(topic)), channels).map(Some),
        };
        let pvd = directory.join(file::BODIES_PVD);
        Ok(Self {
            histories: [create(Topic::Sensors)?, create(Topic::Contacts)?, create(Topic::Energy)?],
            points: has_contacts(model).then(|| ContactPointWriter::create(directory, model)),
            bodies: is_pictured(shapes, model).then(|| VtuWriter::create(&pvd, shapes, model)).transpose()?,
        })
    }

    /// Cuts the files of an earlier run back to a checkpoint.
    pub fn reopen(
        directory: &Path,
        shapes: &[Shape],
        model: &Model,
        checkpoint: &Checkpoint,
    ) -> Result<Self, RecordError> {
        let (Some(&[sensors, contacts, energy, frames]), Some(&[parts])) =
            (checkpoint.integer(LENGTHS), checkpoint.integer(PARTS))
        else {
            let message = "it does not say how long the files were".to_owned();
            return Err(RecordError::Continue { path: directory.join(file::CHECKPOINT), message });
        };
        let reopen = |topic, length| match length {
            0 => Ok(None),
            length => CsvWriter::reopen(&directory.join(csv_name(topic)), length).map(Some),
        };
        let pvd = directory.join(file::BODIES_PVD);
        let points = || ContactPointWriter::reopen(directory, model, parts);
        let bodies = || VtuWriter::reopen(&pvd, shapes, model, frames);
        Ok(Self {
            histories: [
                reopen(Topic::Sensors, sensors)?,
                reopen(Topic::Contacts, contacts)?,
                reopen(Topic::Energy, energy)?,
            ],
            points: has_contacts(model).then(points).transpose()?,
            bodies: is_pictured(shapes, model).then(bodies).transpose()?,
        })
    }

    /// Hands everything to the operating system, and notes in a checkpoint how much there is.
    pub fn note(&mut self, checkpoint: &mut Checkpoint) -> Result<(), RecordError> {
        self.flush()?;
        let histories = self.histories.iter().map(|file| file.as_ref().map_or(0, CsvWriter::position));
        let frames = self.bodies.as_ref().map_or(0, VtuWriter::frames);
        let parts = self.points.as_ref().map_or(0, ContactPointWriter::parts);
        checkpoint.integers.push((LENGTHS.to_owned(), histories.chain([frames]).collect()));
        checkpoint.integers.push((PARTS.to_owned(), vec![parts]));
        Ok(())
    }

    /// Hands everything to the operating system.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        self.histories.iter_mut().flatten().try_for_each(CsvWriter::flush)?;
        self.points.as_mut().map_or(Ok(()), ContactPointWriter::flush)
    }
}

fn has_contacts(model: &Model) -> bool {
    model.contact_names().next().is_some()
}

/// Whether there is something to picture.
fn is_pictured(shapes: &[Shape], model: &Model) -> bool {
    !shapes.is_empty() || !model.flexible.is_empty()
}
