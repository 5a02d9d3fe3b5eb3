//! The history of a run in memory: sensors, contacts and energies as named columns with unit and kind.
//!
//! Recorder, verification and tests share it. The [`Sampler`] turns the snapshot of a step into rows, whether they go to files
//! ([`crate::run::Recorder`]) or into the tables of a [`History`]; both have the same channels and the same rows.
//!
//! ```
//! # let model = "gravity = [0, 0, -10]\nsimulation = { until = 0.1 }\n[bodies.a]\ntype = 'point_mass'\nmass = 2\n\
//! #              [sensors]\na = { type = 'position', of = 'a' }\n";
//! use carom::{drive::Simulation, history::History, spec};
//! let loaded = spec::load_str("fall.toml", model, &[])?;
//! let mut simulation = Simulation::new(loaded.model, loaded.settings)?;
//! let mut history = History::of(&simulation, loaded.sensors);
//! simulation.run(&mut history)?;
//! let z = history.column("a.z").unwrap();
//! assert_eq!((z.len(), history.channel("a.z").unwrap().unit.as_str()), (101, "m"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cell_values;
mod events;
mod places;
mod rows;
mod sampler;

pub use cell_values::CellValues;
pub use events::{Event, EventFinder, EventKind, MOST_EVENTS};
pub use places::{ContactPlaces, place_channels};
pub use rows::RowSchedule;
pub use sampler::{Sampler, Topic, channels};

use crate::drive::{GO_ON, Observer, Simulation, Verdict};
use crate::record::{Channel, Table};
use crate::sensor::Sensor;
use crate::system::Snapshot;
use std::convert::Infallible;

/// The tables of a run; an observer that fills them.
#[derive(Debug)]
pub struct History {
    sampler: Sampler,
    schedule: RowSchedule,
    tables: [Table; 3],
    /// Where contacts are, if that is asked for.
    places: Option<ContactPlaces>,
    /// Where the model is known.
    finder: Option<EventFinder>,
    events: Vec<Event>,
}

impl History {
    /// The rows that a recorder would write, from the present step on. The sensors are those that the model was loaded with.
    pub fn of(simulation: &Simulation, sensors: Vec<Sensor>) -> Self {
        let sampler = Sampler::new(sensors, &simulation.system.model);
        let history = Self::over(sampler, RowSchedule::new(&simulation.settings));
        Self { finder: Some(EventFinder::default()), ..history }
    }

    /// The sensors alone, in every step.
    pub fn of_sensors(sensors: Vec<Sensor>) -> Self {
        Self::over(Sampler::of_sensors(sensors), RowSchedule::all())
    }

    /// With a row for every step, whatever the model says.
    pub fn of_all_steps(mut self) -> Self {
        self.schedule = RowSchedule::all();
        self
    }

    /// With the places of the contacts of a model.
    pub fn with_places(mut self, simulation: &Simulation) -> Self {
        self.places = Some(ContactPlaces::of(&simulation.system.model));
        self
    }

    /// Where contacts acted, a point a contact of the model file.
    pub fn places(&self) -> Option<&Table> {
        self.places.as_ref().map(ContactPlaces::table)
    }

    fn over(sampler: Sampler, schedule: RowSchedule) -> Self {
        let tables = Topic::ALL.map(|topic| Table::over_time(sampler.channels(topic).to_vec()));
        Self { sampler, schedule, tables, places: None, finder: None, events: Vec::new() }
    }

    pub fn table(&self, topic: Topic) -> &Table {
        &self.tables[topic as usize]
    }

    /// Impacts, sticking, slipping and release of contacts in all steps, at most [`MOST_EVENTS`].
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// All tables, in the order of [`Topic::ALL`].
    pub fn into_tables(self) -> [Table; 3] {
        self.tables
    }

    /// The times of the rows.
    pub fn time(&self) -> &[f64] {
        let filled = self.tables.iter().find(|table| !table.channels().is_empty());
        filled.unwrap_or(&self.tables[0]).first()
    }

    /// The column of a channel: of a sensor, else of a contact, else of the energy account.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        self.tables.iter().find_map(|table| table.column(name))
    }

    /// Unit and kind of a channel.
    pub fn channel(&self, name: &str) -> Option<&Channel> {
        self.tables.iter().find_map(|table| table.channel(name))
    }

    /// The sensors by name, in the order of the model file, each with the columns of its components.
    pub fn sensors(&self) -> impl Iterator<Item = (&str, &[Vec<f64>])> {
        let mut columns = &self.table(Topic::Sensors).columns()[1..];
        self.sampler.sensors().iter().map(move |sensor| {
            let (own, others) = columns.split_at(sensor.channels.len());
            columns = others;
            (sensor.name.as_str(), own)
        })
    }

    /// The columns of the components of a sensor; empty if there is none of this name.
    pub fn sensor(&self, name: &str) -> &[Vec<f64>] {
        self.sensors().find(|(other, _)| *other == name).map_or(&[], |(_, columns)| columns)
    }

    /// The last value of a channel.
    pub fn last(&self, name: &str) -> Option<f64> {
        self.column(name)?.last().copied()
    }
}

impl Observer for History {
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict {
        let t = snapshot.scene.kin.t;
        if let Some(finder) = &mut self.finder {
            finder.look(snapshot, |event| {
                if (self.events.len() as u64) < MOST_EVENTS {
                    self.events.push(event);
                }
                Ok::<(), Infallible>(())
            })?;
        }
        if self.schedule.contains(step, t) {
            let tables = &mut self.tables;
            self.sampler.rows(snapshot, false, |topic, row| {
                tables[topic as usize].push(t, row);
                Ok::<(), Infallible>(())
            })?;
            if let Some(places) = &mut self.places {
                places.push(snapshot);
            }
        } else {
            self.sampler.skip(snapshot);
        }
        GO_ON
    }
}
