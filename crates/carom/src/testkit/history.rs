//! A model as text, run as a user runs it: the one place of the tests that knows how a run is driven.
//!
//! A [`History`] holds, of every step, the time, all channels of all sensors by name, the energy account, and what the step took.
//! Times, channels and energies have one entry more than the work: that of the start.

use crate::drive::{GO_ON, Observer, RestoreError, RunError, Simulation, StartError, Statistics, Verdict};
use crate::record::{Channel, Checkpoint};
use crate::sensor::{self, Sensor};
use crate::spec::{LoadError, Loaded, load_str};
use crate::system::{EnergyAccount, Snapshot};

/// A value set from outside, as by `--set NAME=VALUE`.
pub type Set<'a> = (&'a str, &'a str);

/// Why there is no history.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    #[error("the model was not read:\n{0}")]
    Load(#[from] LoadError),
    #[error("the model does not start: {0}")]
    Start(#[from] StartError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Restore(#[from] RestoreError),
    #[error("the run is over before step {0}, at which it was to be resumed")]
    NoCheckpoint(usize),
}

/// What one step took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Newton iterations, factorisations and sweeps of all its problems.
    pub iterations: u64,
    pub factorisations: u64,
    pub sweeps: u64,
    /// How often it was halved.
    pub retries: u64,
    /// Problems whose rows could not all hold, and whose states cycled.
    pub incompatible: u64,
    pub cycled: u64,
}

impl Work {
    /// What was done since the start.
    fn since_start(statistics: &Statistics) -> Self {
        let sum =
            |of: fn(&crate::drive::ProblemStatistics) -> u64| statistics.problems.iter().map(|(_, p)| of(p)).sum();
        Self {
            iterations: sum(|p| p.iterations),
            factorisations: sum(|p| p.factorisations),
            sweeps: sum(|p| p.sweeps),
            retries: statistics.retries,
            incompatible: statistics.incompatible,
            cycled: statistics.cycled,
        }
    }

    fn minus(self, before: Self) -> Self {
        Self {
            iterations: self.iterations - before.iterations,
            factorisations: self.factorisations - before.factorisations,
            sweeps: self.sweeps - before.sweeps,
            retries: self.retries - before.retries,
            incompatible: self.incompatible - before.incompatible,
            cycled: self.cycled - before.cycled,
        }
    }
}

/// A run in memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    pub times: Vec<f64>,
    pub channels: Vec<Channel>,
    /// Channel by channel.
    values: Vec<Vec<f64>>,
    pub energies: Vec<EnergyAccount>,
    pub work: Vec<Work>,
}

impl History {
    /// Runs a model to its end.
    pub fn run(text: &str, set: &[Set]) -> Result<Self, HistoryError> {
        let (mut simulation, sensors) = start(text, set)?;
        let mut history = Self::new(&sensors);
        let mut row = Vec::new();
        history.push(&sensors, &simulation.snapshot(), &mut row);
        let mut before = Work::default();
        while simulation.step()? {
            simulation.state.complete(simulation.candidates.assembly(&simulation.system));
            history.push(&sensors, &simulation.snapshot(), &mut row);
            let now = Work::since_start(&simulation.statistics);
            history.work.push(now.minus(before));
            before = now;
        }
        Ok(history)
    }

    /// What follows the step `at`: once of a run that goes on, and once of another one that starts from the first one's checkpoint.
    pub fn resumed(text: &str, set: &[Set], at: usize) -> Result<[Self; 2], HistoryError> {
        let every = at.to_string();
        let set: Vec<Set> = set.iter().copied().chain([("simulation.checkpoint_every", every.as_str())]).collect();
        let (mut simulation, sensors) = start(text, &set)?;
        let mut watch = Watch { sensors: &sensors, after: at, history: Self::new(&sensors), checkpoint: None };
        simulation.run(&mut watch)?;
        let (whole, checkpoint) = (watch.history, watch.checkpoint.ok_or(HistoryError::NoCheckpoint(at))?);
        let (mut simulation, sensors) = start(text, &set)?;
        simulation.restore(&checkpoint)?;
        let mut watch = Watch { sensors: &sensors, after: at, history: Self::new(&sensors), checkpoint: None };
        simulation.run(&mut watch)?;
        Ok([whole, watch.history])
    }

    /// How much a counter grows in `steps` steps, after `before` of them.
    pub fn growth(
        text: &str,
        set: &[Set],
        (before, steps): (usize, usize),
        counter: &dyn Fn() -> usize,
    ) -> Result<usize, HistoryError> {
        let (mut simulation, _) = start(text, set)?;
        for _ in 0..before {
            simulation.step()?;
        }
        let start = counter();
        for _ in 0..steps {
            simulation.step()?;
        }
        Ok(counter() - start)
    }

    fn new(sensors: &[Sensor]) -> Self {
        let channels: Vec<Channel> = sensors.iter().flat_map(|s| s.channels.iter().cloned()).collect();
        Self { values: vec![Vec::new(); channels.len()], channels, ..Self::default() }
    }

    fn push(&mut self, sensors: &[Sensor], snapshot: &Snapshot, row: &mut Vec<f64>) {
        sensor::evaluate(sensors, snapshot, row);
        self.times.push(snapshot.scene.kin.t);
        self.values.iter_mut().zip(&*row).for_each(|(channel, value)| channel.push(*value));
        self.energies.push(snapshot.energy);
    }

    /// Steps taken.
    pub fn steps(&self) -> usize {
        self.times.len() - 1
    }

    /// All values of a channel; empty if there is none of this name.
    pub fn channel(&self, name: &str) -> &[f64] {
        let index = self.channels.iter().position(|c| c.name == name);
        index.map_or(&[], |i| &self.values[i])
    }

    /// The last value of a channel; not a number if there is none of this name.
    pub fn last(&self, name: &str) -> f64 {
        self.channel(name).last().copied().unwrap_or(f64::NAN)
    }

    /// The last values of all channels of a sensor with components, such as `p.x`, `p.y`, `p.z`, or of the one channel `p`.
    pub fn last_of(&self, sensor: &str) -> Vec<f64> {
        self.of(sensor).into_iter().filter_map(|values| values.last().copied()).collect()
    }

    /// Channels of a sensor.
    pub fn of(&self, sensor: &str) -> Vec<&[f64]> {
        let is_of = |name: &str| name.strip_prefix(sensor).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.channels.iter().zip(&self.values).filter(|(c, _)| is_of(&c.name)).map(|(_, v)| v.as_slice()).collect()
    }

    /// Sensors by name, in the order of the model file.
    pub fn sensors(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.channels.iter().map(|c| c.name.split('.').next().unwrap_or_default()).collect();
        names.dedup();
        names
    }

    /// How far a sensor is from that of another run at most, relative to the largest value it has; without bound where the two
    /// cannot be compared.
    pub fn distance(&self, other: &Self, sensor: &str) -> f64 {
        let (mine, others) = (self.of(sensor), other.of(sensor));
        if self.times != other.times || mine.is_empty() || mine.len() != others.len() {
            return f64::INFINITY;
        }
        let pairs = || mine.iter().zip(&others).flat_map(|(a, b)| a.iter().zip(*b));
        let size = pairs().fold(f64::MIN_POSITIVE, |most, (a, b)| most.max(a.abs()).max(b.abs()));
        let most = pairs()
            .fold(0.0, |most: f64, (a, b)| if (a - b).is_nan() { f64::INFINITY } else { most.max((a - b).abs()) });
        most / size
    }

    pub fn kinetic(&self) -> Vec<f64> {
        self.energies.iter().map(|e| e.kinetic).collect()
    }

    /// Kinetic and potential energy.
    pub fn energy(&self) -> Vec<f64> {
        self.energies.iter().map(|e| e.kinetic + e.potential).collect()
    }

    /// The largest growth of the kinetic energy in one step, relative to the largest that the run has had before, with its step.
    pub fn gain(&self) -> (f64, usize) {
        let kinetic = self.kinetic();
        let mut most = (0.0, 0);
        let mut size: f64 = 0.0;
        for (step, pair) in kinetic.windows(2).enumerate() {
            size = size.max(pair[0]);
            let gain = (pair[1] - pair[0]) / size.max(f64::MIN_POSITIVE);
            // Not a number counts as a gain without bound.
            let gain = if gain.is_nan() { f64::INFINITY } else { gain };
            if gain > most.0 {
                most = (gain, step + 1);
            }
        }
        most
    }
}

/// Reads a model and starts it.
fn start(text: &str, set: &[Set]) -> Result<(Simulation, Vec<Sensor>), HistoryError> {
    let set: Vec<_> = set.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let Loaded { model, settings, sensors, .. } = load_str("model.toml", text, &set)?;
    Ok((Simulation::new(model, settings)?, sensors))
}

/// Keeps the first checkpoint, and the history from the step `after` on.
struct Watch<'a> {
    sensors: &'a [Sensor],
    after: usize,
    history: History,
    checkpoint: Option<Checkpoint>,
}

impl Observer for Watch<'_> {
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict {
        if step as usize > self.after {
            self.history.push(self.sensors, snapshot, &mut Vec::new());
        }
        GO_ON
    }

    fn checkpoint(&mut self, checkpoint: &dyn Fn() -> Checkpoint) -> Verdict {
        self.checkpoint.get_or_insert_with(checkpoint);
        GO_ON
    }
}
