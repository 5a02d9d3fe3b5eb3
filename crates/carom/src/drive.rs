//! The time loop: steps of constant size, output times hit exactly, failed steps halved, statistics, checkpoints.

mod energy;
mod observer;

pub use energy::EnergyStatistics;
pub use observer::{GO_ON, Observer, ObserverError, Verdict};

use crate::analysis::{StaticError, equilibrium};
use crate::contact::ContactId;
use crate::integrate::{InitialError, Integrator, NamedIntegers, NamedReals, Settings, State, StepError, StepReport};
use crate::integrate::{InitialState, Interval, initialise};
use crate::model::Model;
use crate::record::Checkpoint;
use crate::system::{Assembly, Candidates, CompileError, ContactState, RankReport, Snapshot, System, rank};
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

/// A checkpoint that does not belong to this model.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the checkpoint does not fit this model: {0}")]
pub struct RestoreError(String);

/// A step that was shorter than asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    pub time: f64,
    pub h: f64,
    pub reason: String,
}

/// Counts of one of the problems of a scheme, over all islands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProblemStatistics {
    pub iterations: u64,
    pub max_iterations: u64,
    pub factorisations: u64,
    pub line_searches: u64,
    /// Gauss–Seidel sweeps, and steps that they solved.
    pub sweeps: u64,
    pub swept: u64,
}

impl ProblemStatistics {
    fn counts(&self) -> [u64; 6] {
        [self.iterations, self.max_iterations, self.factorisations, self.line_searches, self.sweeps, self.swept]
    }
}

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub steps: u64,
    /// The problems of the scheme by their names.
    pub problems: Vec<(String, ProblemStatistics)>,
    /// Largest number of iterations that one step took in all problems together.
    pub max_iterations_per_step: u64,
    /// Steps that were halved: they did not converge, or were too long for a contact.
    pub retries: u64,
    /// Steps shortened to hit an output time.
    pub shortened: u64,
    /// The first cuts, of either kind.
    pub cuts: Vec<Cut>,
    /// Steps whose contact states cycled.
    pub cycled: u64,
    /// Most impacts that a step solved one after the other, and steps in which their number was bounded.
    pub max_rounds: u64,
    pub cut_short: u64,
    /// Steps in which restitution was limited, since with friction it would have made energy.
    pub limited: u64,
    /// Steps with rows that cannot all hold, and the time of the first.
    pub incompatible: u64,
    pub first_incompatible: Option<f64>,
    /// Worst values, relative to the model's length, with their times.
    pub drift: (f64, f64),
    pub penetration: (f64, f64),
    pub energy: EnergyStatistics,
    /// Seconds of computing.
    pub seconds: f64,
}

/// How many cuts are described one by one.
const DESCRIBED_CUTS: usize = 20;
/// In a checkpoint, an array of this name and that of a problem holds its counts.
const PROBLEM: &str = "problem: ";
/// In a checkpoint, an array (time, h) of this name and the reason holds a cut.
const CUT: &str = "cut: ";

impl Statistics {
    /// Counts of a problem by its name; none for one that was never solved.
    pub fn problem(&self, name: &str) -> ProblemStatistics {
        self.problems.iter().find(|(other, _)| other == name).map_or_else(ProblemStatistics::default, |(_, p)| *p)
    }

    fn add(&mut self, report: &StepReport, time: f64) {
        let mut sum = 0;
        for (name, problem) in report.problems() {
            let known = self.problems.iter().position(|(other, _)| other == name);
            let at = known.unwrap_or_else(|| {
                self.problems.push((name.to_owned(), ProblemStatistics::default()));
                self.problems.len() - 1
            });
            let total = &mut self.problems[at].1;
            let iterations = problem.iterations as u64;
            total.iterations += iterations;
            total.max_iterations = total.max_iterations.max(iterations);
            total.factorisations += problem.factorisations as u64;
            total.line_searches += problem.line_searches as u64;
            total.sweeps += problem.sweeps as u64;
            total.swept += u64::from(problem.sweeps > 0);
            sum += iterations;
        }
        self.max_iterations_per_step = self.max_iterations_per_step.max(sum);
        self.cycled += u64::from(report.problems().any(|(_, p)| p.cycled));
        self.max_rounds = self.max_rounds.max(report.rounds as u64);
        self.cut_short += u64::from(report.cut_short);
        self.limited += u64::from(report.limited > 0);
        if report.problems().any(|(_, p)| p.incompatible) {
            self.incompatible += 1;
            self.first_incompatible.get_or_insert(time);
        }
        if report.drift > self.drift.0 {
            self.drift = (report.drift, time);
        }
        if report.penetration > self.penetration.0 {
            self.penetration = (report.penetration, time);
        }
    }

    /// Appends the counts to the arrays of a checkpoint.
    fn to_arrays(&self, reals: &mut NamedReals, integers: &mut NamedIntegers) {
        let worst = [self.drift.0, self.drift.1, self.penetration.0, self.penetration.1, self.seconds];
        let first = self.first_incompatible.unwrap_or(f64::NAN);
        reals.push(("statistics".to_owned(), worst.into_iter().chain([first]).collect()));
        self.energy.to_arrays(reals);
        reals.extend(self.cuts.iter().map(|cut| (format!("{CUT}{}", cut.reason), vec![cut.time, cut.h])));
        let others = [self.max_iterations_per_step, self.retries, self.shortened, self.cycled, self.incompatible];
        let counts = others.into_iter().chain([self.max_rounds, self.cut_short, self.limited]).collect();
        integers.push(("statistics".to_owned(), counts));
        let problems = self.problems.iter();
        integers.extend(problems.map(|(name, counts)| (format!("{PROBLEM}{name}"), counts.counts().to_vec())));
    }

    fn read_arrays(&mut self, from: &Checkpoint) -> Result<(), String> {
        let missing = || "it has no statistics".to_owned();
        let &[d, dt, p, pt, seconds, first] = from.real("statistics").ok_or_else(missing)? else {
            return Err(missing());
        };
        (self.drift, self.penetration, self.seconds) = ((d, dt), (p, pt), seconds);
        self.energy.read_arrays(from)?;
        self.first_incompatible = (!first.is_nan()).then_some(first);
        let cut = |(name, values): &(String, Vec<f64>)| match (name.strip_prefix(CUT), values.as_slice()) {
            (Some(reason), &[time, h]) => Some(Cut { time, h, reason: reason.to_owned() }),
            _ => None,
        };
        self.cuts = from.reals.iter().filter_map(cut).collect();
        let &[max, retries, shortened, cycled, incompatible, max_rounds, cut_short, limited] =
            from.integer("statistics").ok_or_else(missing)?
        else {
            return Err(missing());
        };
        (self.max_iterations_per_step, self.retries, self.shortened) = (max, retries, shortened);
        (self.cycled, self.incompatible) = (cycled, incompatible);
        (self.max_rounds, self.cut_short, self.limited) = (max_rounds, cut_short, limited);
        let problem = |(name, counts): &(String, Vec<u64>)| match (name.strip_prefix(PROBLEM), counts.as_slice()) {
            (Some(name), &[iterations, max_iterations, factorisations, line_searches, sweeps, swept]) => Some((
                name.to_owned(),
                ProblemStatistics { iterations, max_iterations, factorisations, line_searches, sweeps, swept },
            )),
            _ => None,
        };
        self.problems = from.integers.iter().filter_map(problem).collect();
        Ok(())
    }

    fn cut(&mut self, cut: Cut) {
        if self.cuts.len() < DESCRIBED_CUTS {
            self.cuts.push(cut);
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
    pub state: State,
    /// What a step writes until it is accepted.
    trial: State,
    pub statistics: Statistics,
    pub rank: RankReport,
    integrator: Box<dyn Integrator>,
    stop: StopFlag,
    /// Place on the time grid: start of the present segment, steps taken in it, index of its end.
    segment: (f64, u64, usize),
    targets: Vec<f64>,
    /// What the observer has not been told yet.
    warning: Option<String>,
}

impl Simulation {
    /// Compiles the model, makes the initial state consistent and computes the initial accelerations.
    pub fn new(model: Model, settings: Settings) -> Result<Self, StartError> {
        Self::of(Arc::new(System::new(model)?), settings)
    }

    /// A run of a compiled model.
    pub fn of(system: Arc<System>, settings: Settings) -> Result<Self, StartError> {
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
        initialise(candidates.assembly(&system), &settings, &mut state)?;
        let mut integrator = settings.method.integrator(candidates.assembly(&system), &settings);
        integrator.start(candidates.assembly(&system), &mut state, settings.step);
        integrator.restart(candidates.assembly(&system), &state);
        let stop = StopFlag::default();
        integrator.stop_on(&stop);
        let mut targets: Vec<f64> =
            settings.output_times.iter().copied().filter(|&t| t > 0.0 && t < settings.until).collect();
        targets.push(settings.until);
        targets.sort_by(f64::total_cmp);
        targets.dedup();
        let statistics = Statistics { energy: EnergyStatistics::starting(&state.energy), ..Statistics::default() };
        Ok(Self {
            system,
            candidates,
            settings,
            trial: state.clone(),
            state,
            statistics,
            rank,
            integrator,
            stop,
            segment: (0.0, 0, 0),
            targets,
            warning: None,
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
        loop {
            if let ControlFlow::Break(outcome) = self.step_with(observer)? {
                return Ok(outcome);
            }
        }
    }

    /// Takes one step of the grid; false at the end, and where the stop flag ends the run. Velocities of contacts that are far are
    /// not computed, see [`Simulation::complete`].
    pub fn step(&mut self) -> Result<bool, RunError> {
        Ok(self.step_with(&mut ())?.is_continue())
    }

    /// Takes one step of the grid and shows it to an observer; breaks at the end, and where the observer or the stop flag ends the
    /// run.
    pub fn step_with(&mut self, observer: &mut dyn Observer) -> Result<ControlFlow<Outcome>, RunError> {
        let Some((h, t_end)) = self.next_step() else { return Ok(ControlFlow::Break(Outcome::Finished)) };
        let (start, before) = (Instant::now(), self.statistics.seconds);
        let result = self.advance(h, t_end, 0);
        self.statistics.seconds = before + start.elapsed().as_secs_f64();
        if let Some(text) = self.warning.take() {
            observer.warn(&text);
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
            other => other?,
        }
        let shown = self.show(observer)?;
        let kept = self.keep(observer)?;
        self.statistics.seconds = before + start.elapsed().as_secs_f64();
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
        let kept = observer.checkpoint(&|| self.checkpoint());
        kept.map_err(|source| RunError::Observer { time: self.time(), source })
    }

    /// Forgets what earlier steps left behind, so that all that follows depends on the state alone.
    fn restart(&mut self) {
        let kin = &self.state.kin;
        if self.candidates.detect(&self.system, kin, kin, self.settings.step).is_some() {
            self.state.follow(&self.candidates);
        }
        self.integrator.restart(self.candidates.assembly(&self.system), &self.state);
    }

    /// Size and end of the next step of the grid; moves the place on the grid.
    fn next_step(&mut self) -> Option<(f64, f64)> {
        // Times closer than this fraction of a step are the same.
        const SAME: f64 = 1e-6;
        let h = self.settings.step;
        let (start, taken, index) = &mut self.segment;
        loop {
            let target = *self.targets.get(*index)?;
            let now = if *taken == 0 { *start } else { self.state.kin.t };
            let left = target - now;
            if left <= SAME * h {
                (*start, *taken, *index) = (target, 0, *index + 1);
                continue;
            }
            *taken += 1;
            if left > (1.0 + SAME) * h {
                return Some((h, *start + *taken as f64 * h));
            }
            (*start, *taken, *index) = (target, 0, *index + 1);
            if left >= (1.0 - SAME) * h {
                return Some((h, target));
            }
            self.statistics.shortened += 1;
            self.statistics.cut(Cut { time: now, h: left, reason: format!("to end at t = {target} s") });
            return Some((left, target));
        }
    }

    /// A prescribed motion that has no place or no velocity at a time. Contacts would not notice: what is nowhere is not near.
    fn lost_motion(&self, t: f64) -> Option<String> {
        let mut motions = self.system.model.ports.iter().filter_map(|port| port.motion.as_ref());
        motions.find(|motion| !motion.is_finite(t)).map(|motion| format!("the motion of `{}`", motion.name))
    }

    /// One step, halved where it cannot be taken; not taken where the run is to end.
    fn advance(&mut self, h: f64, t_end: f64, depth: u32) -> Result<(), RunError> {
        let (time, energy) = (self.state.kin.t, self.state.energy);
        if self.stop.is_raised() {
            return Err(RunError::Step { time, h, cause: StepError::Interrupted });
        }
        let step = match self.lost_motion(t_end) {
            Some(what) => Err(StepError::NotFinite { what, time: t_end }),
            None => {
                let step = Interval { h, t_end };
                self.integrator.step(&self.system, &mut self.candidates, &self.state, &mut self.trial, step)
            }
        };
        match step {
            Ok(report) => {
                std::mem::swap(&mut self.state, &mut self.trial);
                let is_first = self.statistics.first_incompatible.is_none();
                self.statistics.add(&report, t_end);
                if is_first && self.statistics.first_incompatible.is_some() {
                    self.warning = Some(self.describe_conflict(&report, t_end));
                }
                self.statistics.energy.add(&energy, &self.state.energy, t_end);
                Ok(())
            }
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

    /// What to say of the first step with rows that cannot all hold.
    fn describe_conflict(&self, report: &StepReport, time: f64) -> String {
        let blocks = report.conflict.iter().flatten();
        let names: Vec<String> = blocks.map(|&b| format!("`{}`", self.assembly().block_name(b))).collect();
        let whose =
            if names.is_empty() { String::new() } else { format!(", among them those of {}", names.join(", ")) };
        format!("t = {time:.6} s: constraints that cannot all hold{whose}; the least-squares compromise is taken")
    }

    /// Everything that a resumed run needs; together with the model it determines all that follows.
    pub fn checkpoint(&self) -> Checkpoint {
        let (start, taken, index) = self.segment;
        let (mut reals, mut integers) = self.state.to_arrays();
        reals.push(("segment".to_owned(), vec![start]));
        integers.push(("segment".to_owned(), vec![taken, index as u64]));
        self.statistics.to_arrays(&mut reals, &mut integers);
        Checkpoint { step: self.statistics.steps, time: self.time(), reals, integers }
    }

    /// Continues from a checkpoint of the same model.
    pub fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), RestoreError> {
        self.restore_contacts(checkpoint.integer("contact ids").unwrap_or_default())?;
        self.state.read_arrays(checkpoint).map_err(RestoreError)?;
        self.state.kin.update_ports(&self.system.model.ports);
        let missing = || RestoreError("it has no time grid".to_owned());
        let [start] = checkpoint.real("segment").ok_or_else(missing)? else { return Err(missing()) };
        let [taken, index] = checkpoint.integer("segment").ok_or_else(missing)? else { return Err(missing()) };
        self.segment = (*start, *taken, *index as usize);
        self.statistics.read_arrays(checkpoint).map_err(RestoreError)?;
        self.statistics.steps = checkpoint.step;
        self.restart();
        Ok(())
    }

    /// Lists the contacts that were candidates when the checkpoint was written.
    fn restore_contacts(&mut self, numbers: &[u64]) -> Result<(), RestoreError> {
        let number = |x: u64| u32::try_from(x).unwrap_or(u32::MAX);
        let id = |n: &[u64]| ContactId { set: number(n[0]), i: number(n[1]), j: number(n[2]), point: number(n[3]) };
        let ids: Vec<ContactId> = numbers.chunks_exact(4).map(id).collect();
        self.candidates.list(&self.system, ids.get(self.system.model.contacts.len()..).unwrap_or_default());
        let known = self.candidates.ids();
        if known != ids || !ids.is_sorted() {
            let other = ids.iter().find(|id| !known.contains(id));
            return Err(RestoreError(other.map_or_else(
                || format!("it has {} contacts in another order", ids.len()),
                |id| format!("its contact {id} is between other bodies"),
            )));
        }
        self.state.follow(&self.candidates);
        Ok(())
    }
}
