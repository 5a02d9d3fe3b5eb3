//! From the snapshot of a step to rows of numbers, one a topic.
//!
//! Impulses of steps that get no row are added to those of the next row, so that none is lost.

use crate::model::Model;
use crate::record::{Channel, ChannelKind, contact_channels, contact_row, file};
use crate::sensor::{self, Sensor};
use crate::system::{EnergyAccount, Snapshot};

/// What a table of a run is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The sensors of the model.
    Sensors,
    /// The contacts as the model file names them.
    Contacts,
    /// The energy account.
    Energy,
}

impl Topic {
    pub const ALL: [Self; 3] = [Self::Sensors, Self::Contacts, Self::Energy];

    /// Its key in `run.json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sensors => "sensors",
            Self::Contacts => "contacts",
            Self::Energy => "energy",
        }
    }

    /// The file of its history.
    pub fn csv(self) -> &'static str {
        match self {
            Self::Sensors => file::SENSORS_CSV,
            Self::Contacts => file::CONTACTS_CSV,
            Self::Energy => file::ENERGY_CSV,
        }
    }
}

/// The channels of a topic.
pub fn channels(topic: Topic, sensors: &[Sensor], model: &Model) -> Vec<Channel> {
    match topic {
        Topic::Sensors => sensor::channels(sensors),
        Topic::Contacts => contact_channels(model.contact_names().zip(model.angular_contacts())),
        Topic::Energy => {
            let terms = EnergyAccount::default().terms();
            let defect = model.shows_identity.then_some("identity_defect");
            let names = terms.into_iter().map(|(name, _)| name).chain(defect);
            names.map(|name| Channel::new(name, "J", ChannelKind::Energy)).collect()
        }
    }
}

/// Makes rows of snapshots. Nothing is allocated once a row has been made.
#[derive(Debug)]
pub struct Sampler {
    sensors: Vec<Sensor>,
    /// In the order of [`Topic::ALL`].
    channels: [Vec<Channel>; 3],
    sums: [Sums; 3],
    row: Vec<f64>,
    /// When a channel of a sensor was not a number first.
    lost: Vec<Option<f64>>,
}

impl Sampler {
    /// Of all topics. The sensors are those that the model was loaded with.
    pub fn new(sensors: Vec<Sensor>, model: &Model) -> Self {
        let channels = Topic::ALL.map(|topic| channels(topic, &sensors, model));
        Self::over(sensors, channels)
    }

    /// Of the sensors alone.
    pub fn of_sensors(sensors: Vec<Sensor>) -> Self {
        let channels = [sensor::channels(&sensors), Vec::new(), Vec::new()];
        Self::over(sensors, channels)
    }

    fn over(sensors: Vec<Sensor>, channels: [Vec<Channel>; 3]) -> Self {
        let sums = channels.each_ref().map(|channels| Sums::new(channels));
        let lost = vec![None; channels[Topic::Sensors as usize].len()];
        Self { sensors, channels, sums, row: Vec::new(), lost }
    }

    pub fn sensors(&self) -> &[Sensor] {
        &self.sensors
    }

    /// None if there is nothing to record.
    pub fn channels(&self, topic: Topic) -> &[Channel] {
        &self.channels[topic as usize]
    }

    /// Hands out the rows of a step, topic by topic. Its own impulses are added unless they were `counted` already.
    pub fn rows<E>(
        &mut self,
        snapshot: &Snapshot,
        counted: bool,
        mut take: impl FnMut(Topic, &[f64]) -> Result<(), E>,
    ) -> Result<(), E> {
        for topic in Topic::ALL {
            if !self.channels(topic).is_empty() {
                self.evaluate(topic, snapshot);
                self.sums[topic as usize].move_into(&mut self.row, counted);
                if topic == Topic::Sensors {
                    let values = self.lost.iter_mut().zip(&self.row).filter(|(_, value)| !value.is_finite());
                    values.for_each(|(lost, _)| _ = lost.get_or_insert(snapshot.scene.kin.t));
                }
                take(topic, &self.row)?;
            }
        }
        Ok(())
    }

    /// Remembers the impulses of a step that gets no row.
    pub fn skip(&mut self, snapshot: &Snapshot) {
        for topic in Topic::ALL {
            if !self.sums[topic as usize].columns.is_empty() {
                self.evaluate(topic, snapshot);
                self.sums[topic as usize].add(&self.row);
            }
        }
    }

    /// Channels of sensors that were not finite numbers in some row, and when first.
    pub fn lost(&self) -> impl Iterator<Item = (&str, f64)> {
        let channels = self.channels(Topic::Sensors).iter().zip(&self.lost);
        channels.filter_map(|(channel, lost)| Some((channel.name.as_str(), (*lost)?)))
    }

    /// Impulses since the last row, for checkpoints.
    pub fn sums(&self) -> Vec<f64> {
        self.sums.iter().flat_map(|sums| sums.values.iter().copied()).collect()
    }

    /// Goes on from earlier [`Sampler::sums`].
    pub fn restore(&mut self, stored: &[f64]) {
        let sums = self.sums.iter_mut().flat_map(|sums| &mut sums.values);
        sums.zip(stored).for_each(|(sum, stored)| *sum = *stored);
    }

    fn evaluate(&mut self, topic: Topic, snapshot: &Snapshot) {
        match topic {
            Topic::Sensors => sensor::evaluate(&self.sensors, snapshot, &mut self.row),
            Topic::Contacts => contact_row(snapshot.contact_sets, snapshot.contacts, &mut self.row),
            Topic::Energy => {
                self.row.clear();
                self.row.extend(snapshot.energy.terms().map(|(_, joules)| joules));
                if snapshot.model.shows_identity {
                    self.row.push(snapshot.energy.identity_defect);
                }
            }
        }
    }
}

/// Sums of the impulse channels of one table since its last row.
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

    /// Completes a row with the sums, which start again.
    fn move_into(&mut self, row: &mut [f64], counted: bool) {
        for (sum, &c) in self.values.iter_mut().zip(&self.columns) {
            let own = if counted { 0.0 } else { row[c] };
            row[c] = own + std::mem::take(sum);
        }
    }
}
