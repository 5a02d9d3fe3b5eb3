//! The list of events, `events.csv`: one row an event, in the order of the steps, with the names of its contact and of the two bodies.
//!
//! Of limits of an angle the normal velocities are in rad/s and impulses in N m s.
//! It can be cut back to a checkpoint like the histories. A run keeps [`MOST_EVENTS`]; those that follow are counted.

use super::csv::{self, push_field, push_number, split};
use super::{Channel, CsvWriter, RecordError};
use crate::history::{Event, EventKind, MOST_EVENTS};
use crate::system::Snapshot;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// Names and units of the columns behind the time; the first four hold text.
const COLUMNS: [(&str, &str); 14] = [
    ("event", ""),
    ("contact", ""),
    ("master", ""),
    ("slave", ""),
    ("before_n", "m/s or rad/s"),
    ("before_t1", "m/s"),
    ("before_t2", "m/s"),
    ("after_n", "m/s or rad/s"),
    ("after_t1", "m/s"),
    ("after_t2", "m/s"),
    ("impulse_n", "N s or N m s"),
    ("impulse_t1", "N s"),
    ("impulse_t2", "N s"),
    ("energy", "J"),
];
const TEXTS: usize = 4;

/// What a checkpoint says of the list: bytes, and how many events of each kind there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventCounts {
    pub bytes: u64,
    /// In the order of [`EventKind::ALL`].
    pub kinds: [u64; EventKind::ALL.len()],
}

impl EventCounts {
    pub fn total(&self) -> u64 {
        self.kinds.iter().sum()
    }

    /// Those that are not in the list.
    pub fn left_out(&self) -> u64 {
        self.total().saturating_sub(MOST_EVENTS)
    }
}

/// Writes the events of a run.
#[derive(Debug)]
pub struct EventWriter {
    file: CsvWriter,
    names: Vec<String>,
    counts: EventCounts,
}

impl EventWriter {
    /// Starts the list; `names` are those of the contacts of the model.
    pub fn create(path: &Path, names: Vec<String>) -> Result<Self, RecordError> {
        let label = |(name, unit): (&str, &str)| {
            if unit.is_empty() { name.to_owned() } else { format!("{name} [{unit}]") }
        };
        let labels = std::iter::once(Channel::time().label()).chain(COLUMNS.map(label));
        Ok(Self { file: CsvWriter::create_labelled(path, labels)?, names, counts: EventCounts::default() })
    }

    /// Cuts the list of an earlier run and goes on from there.
    pub fn reopen(path: &Path, names: Vec<String>, counts: EventCounts) -> Result<Self, RecordError> {
        Ok(Self { file: CsvWriter::reopen(path, counts.bytes)?, names, counts })
    }

    /// Takes an event of the step that a snapshot shows.
    pub fn append(&mut self, event: &Event, snapshot: &Snapshot) -> Result<(), RecordError> {
        self.counts.kinds[event.kind as usize] += 1;
        if self.counts.total() > MOST_EVENTS {
            return Ok(());
        }
        let contact = snapshot.contact_ids.binary_search(&event.id).ok().map(|c| snapshot.contact(c));
        let bodies = contact.map_or(["", ""], |contact| {
            <[_; 2]>::from(contact.pair.ports()).map(|port| snapshot.model.carrier_name(port))
        });
        let name = self.names.get(event.id.set as usize).map_or("", String::as_str);
        self.file.append_row(|row| {
            push_number(row, event.time);
            for text in [event.kind.name(), name, bodies[0], bodies[1]] {
                row.push(',');
                push_field(row, text);
            }
            let vectors = [event.velocity_before, event.velocity_after, event.impulse];
            for value in vectors.iter().flatten().chain([&event.energy]) {
                row.push(',');
                push_number(row, *value);
            }
        })
    }

    pub fn flush(&mut self) -> Result<(), RecordError> {
        self.file.flush()
    }

    /// How many there were, and the length of the file once flushed.
    pub fn counts(&self) -> EventCounts {
        EventCounts { bytes: self.file.position(), ..self.counts }
    }
}

/// An event as a file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct EventRow {
    pub time: f64,
    pub kind: EventKind,
    pub contact: String,
    pub bodies: [String; 2],
    pub velocity_before: [f64; 3],
    pub velocity_after: [f64; 3],
    pub impulse: [f64; 3],
    pub energy: f64,
}

/// Reads a list of events.
pub fn read(path: &Path) -> Result<Vec<EventRow>, RecordError> {
    let text = fs::read_to_string(path).map_err(RecordError::io("read", path))?;
    let error = |line: usize, message: &str| csv::error(path, line, message.to_owned());
    let row = |(number, line): (usize, &str)| {
        let fields = split(line);
        if fields.len() != COLUMNS.len() + 1 {
            return Err(error(number + 1, "an event has another number of fields"));
        }
        let parse = |text: &String| text.parse::<f64>().map_err(|_| error(number + 1, "a field is not a number"));
        let kind = EventKind::ALL.into_iter().find(|kind| kind.name() == fields[1]);
        let values = fields[TEXTS + 1..].iter().map(parse).collect::<Result<Vec<f64>, _>>()?;
        let vector = |k: usize| [values[3 * k], values[3 * k + 1], values[3 * k + 2]];
        Ok(EventRow {
            time: parse(&fields[0])?,
            kind: kind.ok_or_else(|| error(number + 1, "the event is unknown"))?,
            contact: fields[2].clone(),
            bodies: [fields[3].clone(), fields[4].clone()],
            velocity_before: vector(0),
            velocity_after: vector(1),
            impulse: vector(2),
            energy: values[9],
        })
    };
    text.lines().enumerate().skip(1).map(row).collect()
}
