//! The time loop: steps of constant size, or of sizes that follow their error; output times hit exactly, failed steps halved,
//! statistics, checkpoints.

mod adaptive;
mod checkpoint;
mod energy;
mod grid;
mod inputs;
mod monitor;
mod observer;
mod statistics;

pub use checkpoint::RestoreError;
pub use energy::EnergyStatistics;
pub(crate) use grid::SAME;
pub use inputs::InputError;
pub use monitor::IdentityStatistics;
pub(crate) use monitor::nonlinear_force;
pub use observer::{GO_ON, Observer, ObserverError, Verdict};
pub use statistics::{Cut, ProblemStatistics, Statistics};

use crate::analysis::{StaticError, equilibrium};
use crate::integrate::{InitialError, Integrator, Settings, State, StepError, StepReport};
use crate::integrate::{InitialState, Interval, Undefined, initialise};
use crate::model::Model;
use crate::system::{Assembly, Candidates, CompileError, ContactState, RankReport, Snapshot, System, rank};
use adaptive::Control;
use grid::Grid;
use monitor::Monitor;
use nonsmooth::StopFlag;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Why a model cannot start.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error(transparent)]
    Initial(#[from] InitialError),
    #[error(transparent)]
    Undefined(#[from] Undefined),
    #[error("the static equilibrium to start from was not found: {0}")]
    Static(#[from] StaticError),
}

/// Why a run stopped before its end; results up to `time` are good.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("no step could be taken at t = {time:.9} s, not even with h = {h:.3e} s: {cause}")]
    Step { time: f64, h: f64, cause: StepError },
    #[error("the run ended at t = {time:.9} s: {source}")]
    Observer { time: f64, source: ObserverError },
}

impl RunError {
    /// Where the run stopped.
    pub fn time(&self) -> f64 {
        match self {
            Self::Step { time, .. } | Self::Observer { time, .. } => *time,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Finished,
    Interrupted,
}

/// A model being integrated.
pub struct Simulation {
    /// The compiled model, which runs may share.
    pub system: Arc<System>,
    pub candidates: Candidates,
    pub settings: Settings,
    pub state: Box<State>,
    /// What a step writes until it is accepted.
    trial: Box<State>,
    pub statistics: Statistics,
    pub rank: RankReport,
    integrator: Box<dyn Integrator>,
    /// Evaluates the energy identity of every step.
    monitor: Option<Monitor>,
    stop: StopFlag,
    grid: Grid,
    /// Of steps whose size follows their error.
    control: Control,
    /// What the observer has not been told yet.
    warning: Option<String>,
    /// Inputs that were set, which no longer follow what the model says.
    set_inputs: Vec<bool>,
    /// Values of the sensors that forces read, and of one of them.
    scratch: [Vec<f64>; 2],
    /// From when on computing is not counted yet.
    since: Instant,
}

impl Simulation {
    /// Compiles the model, makes the initial state consistent and computes the initial accelerations.
    pub fn new(model: Model, settings: Settings) -> Result<Self, StartError> {
        Self::of(Arc::new(System::new(model)?), settings)
    }

    /// A run of a compiled model.
    pub fn of(system: Arc<System>, settings: Settings) -> Result<Self, StartError> {
        settings.method.check(&system.model, &settings)?;
        let mut candidates = Candidates::new(&system);
        let start = system.initial_kinematics();
        if settings.initial == InitialState::Static {
            candidates.detect_for_statics(&system, &start);
        } else {
            candidates.detect(&system, &start, &start, settings.step);
        }
        let mut state = State::new(candidates.assembly(&system));
        let rank = rank(&system, &state.kin);
        if settings.initial == InitialState::Static {
            equilibrium(candidates.assembly(&system), &settings.statics, &mut state, &mut |_, _| {})?;
            state.contacts.fill(ContactState::default());
            candidates.detect(&system, &state.kin, &state.kin, settings.step);
            state.follow(&candidates);
        }
        let mut scratch = [const { Vec::new() }; 2];
        state.take_signals(candidates.assembly(&system), &mut scratch);
        initialise(candidates.assembly(&system), &settings, &mut state)?;
        state.take_signals(candidates.assembly(&system), &mut scratch);
        let mut integrator = settings.method.integrator(candidates.assembly(&system), &settings);
        integrator.start(candidates.assembly(&system), &mut state);
        integrator.restart(candidates.assembly(&system));
        let stop = StopFlag::default();
        integrator.stop_on(&stop);
        let monitor = Monitor::new(&system, &settings, &state)?;
        let mut energy = EnergyStatistics::starting(&state.energy);
        energy.identity = monitor.as_ref().map(Monitor::statistics);
        let statistics = Statistics { energy, ..Statistics::default() };
        Ok(Self {
            set_inputs: vec![false; system.model.inputs.len()],
            system,
            candidates,
            grid: Grid::new(&settings),
            control: Control::new(settings.step),
            settings,
            trial: Box::new(state.clone()),
            state: Box::new(state),
            statistics,
            rank,
            integrator,
            monitor,
            stop,
            warning: None,
            scratch,
            since: Instant::now(),
        })
    }

    pub fn time(&self) -> f64 {
        self.state.kin.t
    }

    /// Raised, it ends [`Simulation::run`] as interrupted, also within a step: the state is then that of the last step, or part of
    /// one that was halved, that was accepted. What follows has to start from a checkpoint.
    pub fn stop_flag(&self) -> StopFlag {
        self.stop.clone()
    }

    pub fn snapshot(&self) -> Snapshot<'_> {
        self.state.snapshot(self.assembly())
    }

    /// The model with the contacts that it has now.
    pub fn assembly(&self) -> Assembly<'_> {
        self.candidates.assembly(&self.system)
    }

    /// Runs to the end, or until the observer or the stop flag ends it: [`Simulation::step_with`] again and again.
    pub fn run(&mut self, observer: &mut dyn Observer) -> Result<Outcome, RunError> {
        if self.statistics.steps == 0 && self.show(observer)?.is_break() {
            return Ok(Outcome::Interrupted);
        }
        self.timed(|run| {
            loop {
                if let ControlFlow::Break(outcome) = run.take_step(observer)? {
                    return Ok(outcome);
                }
            }
        })
    }

    /// Takes one step of the grid; false at the end, and where the stop flag ends the run. Velocities of contacts that are far are
    /// not computed, see [`Simulation::complete`].
    pub fn step(&mut self) -> Result<bool, RunError> {
        Ok(self.step_with(&mut ())?.is_continue())
    }

    /// Takes one step of the grid and shows it to an observer; breaks at the end, and where the observer or the stop flag ends the
    /// run.
    pub fn step_with(&mut self, observer: &mut dyn Observer) -> Result<ControlFlow<Outcome>, RunError> {
        self.timed(|run| run.take_step(observer))
    }

    /// Takes steps to a time, which the last one ends at, whatever the output times are; the grid goes on from there. False where the stop
    /// flag or the observer ended it before.
    pub fn advance_to(&mut self, t: f64, observer: &mut dyn Observer) -> Result<bool, RunError> {
        let now = self.time();
        let targets = self.grid.clone();
        self.grid.aim(now, t);
        let outcome = self.timed(|run| {
            loop {
                match run.take_step(observer) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(outcome)) => return Ok(outcome),
                    Err(error) => return Err(error),
                }
            }
        });
        self.grid = targets;
        self.grid.rejoin(self.time());
        Ok(outcome? == Outcome::Finished)
    }

    /// Counts the seconds that something takes. A clock is read at its ends and at checkpoints: in every step it would be a tenth of
    /// the time of a small one.
    fn timed<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        self.since = Instant::now();
        let out = act(self);
        self.count_seconds();
        out
    }

    fn count_seconds(&mut self) {
        let now = Instant::now();
        self.statistics.seconds += (now - self.since).as_secs_f64();
        self.since = now;
    }

    fn take_step(&mut self, observer: &mut dyn Observer) -> Result<ControlFlow<Outcome>, RunError> {
        let result = match self.settings.adaptive {
            Some(adaptive) => self.step_within(adaptive),
            None => self.step_of_grid(),
        };
        if let Some(text) = self.warning.take() {
            observer.warn(&text);
        }
        if let Ok(false) = result {
            return Ok(ControlFlow::Break(Outcome::Finished));
        }
        self.statistics.steps += u64::from(result.is_ok());
        // Of a step that was halved and then failed a part may have been accepted.
        if observer.reads_far_contacts() {
            self.complete();
        }
        match result {
            Err(RunError::Step { cause: StepError::Interrupted, .. }) => {
                return Ok(ControlFlow::Break(Outcome::Interrupted));
            }
            other => _ = other?,
        }
        self.take_held();
        let shown = self.show(observer)?;
        let kept = self.keep(observer)?;
        let ends = shown.is_break() || kept.is_break();
        Ok(if ends { ControlFlow::Break(Outcome::Interrupted) } else { ControlFlow::Continue(()) })
    }

    /// Completes the state with the relative velocities of contacts that are far, which steps do not need but observers may read.
    pub fn complete(&mut self) {
        self.state.complete(self.candidates.assembly(&self.system));
    }

    fn show(&self, observer: &mut dyn Observer) -> Result<ControlFlow<()>, RunError> {
        let shown = observer.observe(self.statistics.steps, &self.snapshot());
        shown.map_err(|source| RunError::Observer { time: self.time(), source })
    }

    /// Starts anew where a checkpoint is due, and offers it to the observer.
    fn keep(&mut self, observer: &mut dyn Observer) -> Result<ControlFlow<()>, RunError> {
        if !self.statistics.steps.is_multiple_of(self.settings.checkpoint_every as u64) {
            return Ok(ControlFlow::Continue(()));
        }
        self.restart();
        self.count_seconds();
        let kept = observer.checkpoint(&|| self.checkpoint());
        kept.map_err(|source| RunError::Observer { time: self.time(), source })
    }

    /// Forgets what earlier steps left behind, so that all that follows depends on the state alone.
    fn restart(&mut self) {
        let kin = &self.state.kin;
        if self.candidates.detect(&self.system, kin, kin, self.settings.step) {
            self.state.follow(&self.candidates);
        }
        self.integrator.restart(self.candidates.assembly(&self.system));
        if let Some(monitor) = &mut self.monitor {
            monitor.restart(&self.system, &self.state);
        }
    }

    /// The energy identity of the step from the state that `trial` still is.
    fn balance(&mut self) {
        if let (Some(monitor), Some(out)) = (&mut self.monitor, &mut self.statistics.energy.identity) {
            let system = self.candidates.assembly(&self.system);
            let defect = monitor.look(system, &self.trial, &self.state, out);
            self.state.energy.identity_defect = defect.unwrap_or(0.0);
        }
    }

    /// A prescribed motion that has no place or no velocity at a time. Contacts would not notice: what is nowhere is not near.
    fn lost_motion(&self, t: f64) -> Option<String> {
        let ports = &self.system.model.ports;
        let mut motions = self.system.moving_ports.iter().filter_map(|&port| ports[port].motion.as_ref());
        motions
            .find(|motion| !motion.is_finite(t, &self.state.kin.signals))
            .map(|motion| format!("the motion of `{}`", motion.name))
    }

    /// Takes the next step of constant size; false at the end.
    fn step_of_grid(&mut self) -> Result<bool, RunError> {
        let (time, whole) = (self.time(), self.settings.step);
        let Some(Interval { h, t_end }) = self.grid.next(time, whole) else { return Ok(false) };
        if h < whole {
            self.statistics.shortened += 1;
            self.statistics.cut(Cut { time, h, reason: format!("to end at t = {t_end} s") });
        }
        self.advance(h, t_end, 0).map(|()| true)
    }

    /// One step, halved where it cannot be taken; not taken where the run is to end.
    fn advance(&mut self, h: f64, t_end: f64, depth: u32) -> Result<(), RunError> {
        let time = self.state.kin.t;
        if self.stop.is_raised() {
            self.state.follow(&self.candidates);
            return Err(RunError::Step { time, h, cause: StepError::Interrupted });
        }
        match self.attempt(Interval { h, t_end }, None) {
            Ok(_) => Ok(()),
            Err(cause) if depth == self.settings.max_halvings || cause == StepError::Interrupted => {
                self.state.follow(&self.candidates);
                Err(RunError::Step { time, h, cause })
            }
            Err(cause) => {
                self.statistics.retries += 1;
                self.statistics.cut(Cut { time, h: 0.5 * h, reason: cause.to_string() });
                self.advance(0.5 * h, time + 0.5 * h, depth + 1)?;
                let first = self.state.clone();
                self.advance(0.5 * h, t_end, depth + 1)?;
                self.state.add_impulses(&first, h);
                Ok(())
            }
        }
    }
}

/// What to say of the first step with rows that cannot all hold.
fn describe_conflict(system: Assembly, report: &StepReport, time: f64) -> String {
    let blocks = report.conflict.iter().flatten();
    let names: Vec<String> = blocks.map(|&b| format!("`{}`", system.block_name(b))).collect();
    let whose = if names.is_empty() { String::new() } else { format!(", among them those of {}", names.join(", ")) };
    format!("t = {time:.6} s: constraints that cannot all hold{whose}; the least-squares compromise is taken")
}
