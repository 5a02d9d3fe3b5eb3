//! The files that a run is streamed into, each of which can be cut back to where it was at a checkpoint.

use crate::history::{Sampler, Topic};
use crate::model::Model;
use crate::record::{
    ContactPointWriter, CsvWriter, EventCounts, EventWriter, MotionWriter, RecordError, Shape, VtuWriter, file,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// How much there was in each file at a checkpoint.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Lengths {
    /// Bytes of the histories that are written, by file.
    histories: BTreeMap<String, u64>,
    frames: u64,
    contact_point_parts: u64,
    events: EventCounts,
    instants: u64,
}

/// None where the model has nothing to record.
#[derive(Debug)]
pub(super) struct Files {
    /// In the order of [`Topic::ALL`].
    pub histories: [Option<CsvWriter>; 3],
    pub points: Option<ContactPointWriter>,
    pub bodies: Option<VtuWriter>,
    pub events: Option<EventWriter>,
    pub motion: Option<MotionWriter>,
}

impl Files {
    /// Starts all files in a directory that is ready for them.
    pub fn create(
        directory: &Path,
        sampler: &Sampler,
        shapes: Option<&[Shape]>,
        model: &Model,
    ) -> Result<Self, RecordError> {
        let create = |topic| match sampler.channels(topic) {
            [] => Ok(None),
            channels => CsvWriter::create(&directory.join(topic.csv()), channels).map(Some),
        };
        let (pvd, motion) = (directory.join(file::BODIES_PVD), directory.join(file::MOTION));
        Ok(Self {
            histories: [create(Topic::Sensors)?, create(Topic::Contacts)?, create(Topic::Energy)?],
            points: has_contacts(model).then(|| ContactPointWriter::create(directory, model)),
            bodies: pictured(shapes, model).map(|shapes| frames(&pvd, shapes, model)).transpose()?,
            motion: pictured(shapes, model).map(|_| MotionWriter::create(&motion)).transpose()?,
            events: has_contacts(model)
                .then(|| EventWriter::create(&directory.join(file::EVENTS_CSV), names(model)))
                .transpose()?,
        })
    }

    /// Cuts the files of an earlier run back to a checkpoint.
    pub fn reopen(
        directory: &Path,
        shapes: Option<&[Shape]>,
        model: &Model,
        lengths: &Lengths,
    ) -> Result<Self, RecordError> {
        let reopen = |topic: Topic| match lengths.histories.get(topic.csv()) {
            None => Ok(None),
            Some(bytes) => CsvWriter::reopen(&directory.join(topic.csv()), *bytes).map(Some),
        };
        let pvd = directory.join(file::BODIES_PVD);
        let points = || ContactPointWriter::reopen(directory, model, lengths.contact_point_parts);
        let bodies = |shapes| match has_contacts(model) {
            true => VtuWriter::reopen_with_contacts(&pvd, shapes, model, lengths.frames),
            false => VtuWriter::reopen(&pvd, shapes, model, lengths.frames),
        };
        let motion = |_| MotionWriter::reopen(&directory.join(file::MOTION), lengths.instants);
        let events = || EventWriter::reopen(&directory.join(file::EVENTS_CSV), names(model), lengths.events);
        Ok(Self {
            histories: [reopen(Topic::Sensors)?, reopen(Topic::Contacts)?, reopen(Topic::Energy)?],
            points: has_contacts(model).then(points).transpose()?,
            bodies: pictured(shapes, model).map(bodies).transpose()?,
            motion: pictured(shapes, model).map(motion).transpose()?,
            events: has_contacts(model).then(events).transpose()?,
        })
    }

    /// Hands everything to the operating system; how much there is.
    pub fn lengths(&mut self) -> Result<Lengths, RecordError> {
        self.flush()?;
        let histories = Topic::ALL.into_iter().zip(&self.histories);
        let length =
            |(topic, file): (Topic, &Option<CsvWriter>)| Some((topic.csv().to_owned(), file.as_ref()?.position()));
        Ok(Lengths {
            histories: histories.filter_map(length).collect(),
            frames: self.bodies.as_ref().map_or(0, VtuWriter::frames),
            contact_point_parts: self.points.as_ref().map_or(0, ContactPointWriter::parts),
            events: self.events.as_ref().map_or_else(EventCounts::default, EventWriter::counts),
            instants: self.motion.as_ref().map_or(0, MotionWriter::instants),
        })
    }

    /// Hands everything to the operating system.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        self.histories.iter_mut().flatten().try_for_each(CsvWriter::flush)?;
        self.events.as_mut().map_or(Ok(()), EventWriter::flush)?;
        self.motion.as_mut().map_or(Ok(()), MotionWriter::flush)?;
        self.points.as_mut().map_or(Ok(()), ContactPointWriter::flush)
    }
}

fn names(model: &Model) -> Vec<String> {
    model.contact_names().map(str::to_owned).collect()
}

fn frames(pvd: &Path, shapes: &[Shape], model: &Model) -> Result<VtuWriter, RecordError> {
    match has_contacts(model) {
        true => VtuWriter::create_with_contacts(pvd, shapes, model),
        false => VtuWriter::create(pvd, shapes, model),
    }
}

fn has_contacts(model: &Model) -> bool {
    model.contact_names().next().is_some()
}

/// What is pictured, if there is something.
fn pictured<'a>(shapes: Option<&'a [Shape]>, model: &Model) -> Option<&'a [Shape]> {
    shapes.filter(|shapes| !shapes.is_empty() || !model.flexible.is_empty())
}
