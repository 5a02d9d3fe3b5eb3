//! Running the model of a row: histories of its sensors, worst drift and penetration, steps and seconds over all runs; its
//! static equilibrium and its modes.

use crate::VerifyError;
use crate::rows::Row;
use carom::analysis::{Modes, equilibrium, modes};
use carom::drive::{Simulation, StartError, Statistics};
use carom::evaluate::{EvaluationError, ForceSettings, PointForces, PointGatherer, PointHistory};
use carom::history::History;
use carom::integrate::{Method, State};
use carom::post::PostError;
use carom::record::{Channel, ChannelKind, Table};
use carom::sensor;
use carom::spec::{self, Loaded};
use carom::study::StudyError;
use carom::system::{Candidates, System};
use std::sync::Arc;
use std::time::Instant;

/// A finished run: one column per channel, one entry per step. Of a static analysis `t` is the load factor.
pub struct Run {
    id: &'static str,
    pub t: Vec<f64>,
    table: Table,
    parameters: serde_json::Value,
    pub statistics: Statistics,
}

impl Run {
    fn new(id: &'static str, table: Table, resolved: &serde_json::Value, statistics: Statistics) -> Self {
        Self { id, t: table.first().to_vec(), table, parameters: resolved["parameters"].clone(), statistics }
    }

    /// The history of a channel.
    pub fn column(&self, name: &str) -> Result<&[f64], VerifyError> {
        let missing = || VerifyError::Channel { id: self.id, channel: name.to_owned() };
        self.table.column(name).ok_or_else(missing)
    }

    /// The value of a parameter of the model.
    pub fn parameter(&self, name: &str) -> Result<f64, VerifyError> {
        let missing = || VerifyError::Channel { id: self.id, channel: name.to_owned() };
        self.parameters[name].as_f64().ok_or_else(missing)
    }

    /// The error of what was made of the histories.
    pub fn post_error(&self, source: PostError) -> VerifyError {
        VerifyError::Post { id: self.id, source }
    }

    /// The value of a channel at the end.
    pub fn last(&self, name: &str) -> Result<f64, VerifyError> {
        Ok(self.column(name)?.last().copied().unwrap_or(f64::NAN))
    }
}

/// A measured quantity.
pub struct Measured {
    pub name: String,
    pub value: f64,
    pub remark: Option<String>,
}

/// Errors of runs with several sizes of the step.
pub struct Study {
    pub name: String,
    pub steps: Vec<f64>,
    pub errors: Vec<f64>,
}

/// The runs and measurements of one row.
pub struct Case {
    row: &'static Row,
    pub measured: Vec<Measured>,
    pub studies: Vec<Study>,
    /// Histories of the first run, and how its problems were solved.
    pub first: Option<(Table, Statistics)>,
    pub failure: Option<String>,
    pub steps: u64,
    pub seconds: f64,
    /// Whether the model has moved in time.
    moved: bool,
    drift: f64,
    penetration: f64,
}

impl Case {
    pub fn new(row: &'static Row) -> Self {
        Self {
            row,
            measured: Vec::new(),
            studies: Vec::new(),
            first: None,
            failure: None,
            steps: 0,
            seconds: 0.0,
            moved: false,
            drift: 0.0,
            penetration: 0.0,
        }
    }

    /// Notes a quantity.
    pub fn report(&mut self, name: &str, value: f64) {
        self.measured.push(Measured { name: name.to_owned(), value, remark: None });
    }

    /// Notes a quantity with a remark.
    pub fn report_with(&mut self, name: &str, value: f64, remark: String) {
        self.measured.push(Measured { name: name.to_owned(), value, remark: Some(remark) });
    }

    /// Runs the model with some parameters and settings changed.
    pub fn run(&mut self, set: &[(&str, &str)]) -> Result<Run, VerifyError> {
        let run = self.simulate(set)?;
        self.drift = self.drift.max(run.statistics.drift.0);
        self.penetration = self.penetration.max(run.statistics.penetration.0);
        Ok(run)
    }

    pub fn load(&self, set: &[(&str, &str)]) -> Result<Loaded, VerifyError> {
        let id = self.row.id;
        let overrides: Vec<(String, String)> = set.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
        let file = format!("benchmarks/{id}/model.toml");
        spec::load_str(&file, self.row.model, &overrides).map_err(|source| VerifyError::Load { id, source })
    }

    /// The value of a parameter of the model.
    pub fn parameter(&self, name: &str) -> Result<f64, VerifyError> {
        let missing = || VerifyError::Channel { id: self.row.id, channel: name.to_owned() };
        self.load(&[])?.resolved["parameters"][name].as_f64().ok_or_else(missing)
    }

    /// The way to the static equilibrium, one entry per point of the path.
    pub fn equilibrium(&mut self, set: &[(&str, &str)]) -> Result<Run, VerifyError> {
        let (id, start) = (self.row.id, Instant::now());
        let loaded = self.load(set)?;
        let system = compile(id, loaded.model)?;
        let load = Channel::new("load", "", ChannelKind::State);
        let (mut table, mut values) = (Table::over(load, sensor::channels(&loaded.sensors)), Vec::new());
        let candidates = Candidates::new(&system);
        let assembly = candidates.assembly(&system);
        let mut state = State::new(assembly);
        let outcome = equilibrium(assembly, &loaded.settings.statics, &mut state, &mut |step, state| {
            sensor::evaluate(&loaded.sensors, &state.snapshot(assembly), &mut values);
            table.push(step.load, &values);
        });
        self.steps += table.len() as u64;
        self.seconds += start.elapsed().as_secs_f64();
        outcome.map_err(|source| VerifyError::Static { id, source })?;
        Ok(Run::new(id, table, &loaded.resolved, Statistics::default()))
    }

    /// The modes about the initial state, at rest and without loads.
    pub fn modes(&mut self, set: &[(&str, &str)]) -> Result<Modes, VerifyError> {
        let (id, start) = (self.row.id, Instant::now());
        let loaded = self.load(set)?;
        let system = compile(id, loaded.model)?;
        let candidates = Candidates::new(&system);
        let assembly = candidates.assembly(&system);
        let found = modes(assembly, &State::new(assembly), &loaded.modes);
        self.seconds += start.elapsed().as_secs_f64();
        found.map_err(|source| VerifyError::Modes { id, source })
    }

    fn simulate(&mut self, set: &[(&str, &str)]) -> Result<Run, VerifyError> {
        let loaded = self.load(set)?;
        self.simulate_loaded(loaded)
    }

    fn simulate_loaded(&mut self, loaded: Loaded) -> Result<Run, VerifyError> {
        let id = self.row.id;
        self.moved = true;
        let mut simulation =
            Simulation::new(loaded.model, loaded.settings).map_err(|source| VerifyError::Start { id, source })?;
        let mut history = History::of_sensors(loaded.sensors);
        let outcome = simulation.run(&mut history);
        let statistics = std::mem::take(&mut simulation.statistics);
        self.steps += statistics.steps;
        self.seconds += statistics.seconds;
        outcome.map_err(|source| VerifyError::Run { id, source })?;
        let [sensors, ..] = history.into_tables();
        if self.first.is_none() {
            self.first = Some((sensors.clone(), statistics.clone()));
        }
        Ok(Run::new(id, sensors, &loaded.resolved, statistics))
    }

    /// Runs the model with another step.
    pub fn run_step(&mut self, h: f64, set: &[(&str, &str)]) -> Result<Run, VerifyError> {
        let h = format!("{h:e}");
        self.run(&with_step(&h, set))
    }

    /// The forces of the contact points of a run with a step, recovered from impulses.
    pub fn forces(
        &mut self,
        h: f64,
        set: &[(&str, &str)],
        settings: &ForceSettings,
    ) -> Result<Vec<PointForces>, VerifyError> {
        let (id, h) = (self.row.id, format!("{h:e}"));
        let Loaded { model, settings: run, substances, .. } = self.load(&with_step(&h, set))?;
        let mut simulation = Simulation::new(model, run).map_err(|source| VerifyError::Start { id, source })?;
        let mut points = PointGatherer::default();
        let outcome = simulation.run(&mut points);
        let statistics = &simulation.statistics;
        self.steps += statistics.steps;
        self.seconds += statistics.seconds;
        self.drift = self.drift.max(statistics.drift.0);
        self.penetration = self.penetration.max(statistics.penetration.0);
        self.moved = true;
        outcome.map_err(|source| VerifyError::Run { id, source })?;
        let recover = |history: PointHistory| {
            let elasticity = substances.of_point(&simulation.system.model, history.id, settings)?;
            PointForces::recover(&history, elasticity, settings).map_err(|source| EvaluationError::Post {
                contact: id.to_owned(),
                source,
                help: "",
            })
        };
        let forces: Result<Vec<PointForces>, EvaluationError> = points.histories().into_iter().map(recover).collect();
        forces.map_err(|source| VerifyError::Evaluation { id, source })
    }

    /// The same for a run with loose tolerances, whose drift and penetration do not count.
    pub fn run_loose(&mut self, h: f64, set: &[(&str, &str)]) -> Result<Run, VerifyError> {
        let h = format!("{h:e}");
        self.simulate(&with_step(&h, set))
    }

    /// The same with an integrator whose parameters a model file would not take.
    pub fn run_method(&mut self, method: Arc<dyn Method>, set: &[(&str, &str)]) -> Result<Run, VerifyError> {
        let mut loaded = self.load(set)?;
        loaded.settings.method = method;
        self.simulate_loaded(loaded)
    }

    /// A run with constant steps that need not converge: nothing if one of them did not. Drift and penetration do not count.
    pub fn attempt(&mut self, h: f64, set: &[(&str, &str)]) -> Result<Option<Run>, VerifyError> {
        let h = format!("{h:e}");
        let mut set = with_step(&h, set);
        set.push(("simulation.max_halvings", "0"));
        match self.simulate(&set) {
            Ok(run) => Ok(Some(run)),
            Err(VerifyError::Run { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The error for a study that could not be made.
    pub fn study(&self, source: StudyError) -> VerifyError {
        VerifyError::Study { id: self.row.id, source }
    }

    /// The error for something that had to happen.
    pub fn event(&self, what: &'static str) -> VerifyError {
        VerifyError::Event { id: self.row.id, what }
    }

    /// The quantities that every row has whose model moves.
    pub fn common(&mut self) -> Result<(), VerifyError> {
        if !self.moved {
            return Ok(());
        }
        let mut worst = (0.0, String::new());
        // Tighter than usual: impacts amplify what the solver leaves, and it is the formulation that is compared.
        let tight = ("simulation.tolerance", "1e-10");
        let reference = self.run(&[tight])?;
        for factor in ["0.1", "10"] {
            let other = self.run(&[tight, ("simulation.augmentation", factor)])?;
            let (difference, name) = largest_difference(&reference, &other);
            if difference > worst.0 || difference.is_nan() {
                worst = (difference, format!("largest in `{name}` with {factor} times the parameters"));
            }
        }
        self.report("drift", self.drift);
        self.report("penetration", self.penetration);
        match worst.1.is_empty() {
            true => self.report("augmentation", worst.0),
            false => self.report_with("augmentation", worst.0, worst.1),
        }
        Ok(())
    }
}

pub fn compile(id: &'static str, model: carom::model::Model) -> Result<System, VerifyError> {
    System::new(model).map_err(|source| VerifyError::Start { id, source: StartError::Compile(source) })
}

fn with_step<'a>(h: &'a str, set: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    set.iter().copied().chain([("simulation.step", h)]).collect()
}

/// A quantity that changes by less than this (in SI units) is at rest and has no range.
const AT_REST: f64 = 1e-9;

/// Largest difference of a state, relative to the range of its sensor (all components of a vector together).
fn largest_difference(a: &Run, b: &Run) -> (f64, String) {
    let sensor = |c: &Channel| c.name.split('.').next().unwrap_or_default().to_owned();
    let (channels, columns, others) = (a.table.channels(), &a.table.columns()[1..], &b.table.columns()[1..]);
    let mut worst = (0.0, String::new());
    for (i, channel) in channels.iter().enumerate() {
        // A status has no unit and no distance.
        if channel.kind != ChannelKind::State || channel.unit.is_empty() {
            continue;
        }
        let group = channels.iter().zip(columns).filter(|(c, _)| sensor(c) == sensor(channel));
        let range = group.map(|(_, column)| super::measures::range(column)).fold(0.0, f64::max);
        let pairs = columns[i].iter().zip(&others[i]);
        let difference = pairs.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        if range > AT_REST && difference / range > worst.0 {
            worst = (difference / range, channel.name.clone());
        }
    }
    worst
}
