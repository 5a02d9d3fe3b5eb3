//! Models as text, run as a user runs them: the one place of the tests that knows how a run is driven.

use crate::drive::{GO_ON, Observer, RestoreError, RunError, Simulation, StartError, Verdict};
use crate::history::History;
use crate::record::Checkpoint;
use crate::spec::{LoadError, load_str};
use crate::system::Snapshot;

/// A value set from outside, as by `--set NAME=VALUE`.
pub type Set<'a> = (&'a str, &'a str);

/// Why there is no history.
#[derive(Debug, thiserror::Error)]
pub enum ModelRunError {
    #[error("the model was not read:\n{0}")]
    Load(#[from] LoadError),
    #[error("the model does not start: {0}")]
    Start(#[from] StartError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Restore(#[from] RestoreError),
    #[error("the run is over before step {0}, at which it was to be resumed")]
    NoCheckpoint(u64),
}

/// Runs a model with some parameters and settings changed to its end; the history has a row for every step.
pub fn try_run(text: &str, set: &[Set]) -> Result<(Simulation, History), ModelRunError> {
    let (mut simulation, mut history) = start(text, set)?;
    simulation.run(&mut history)?;
    Ok((simulation, history))
}

/// Whether the integrator of a model is defined for all that is in it.
pub fn is_defined(text: &str, set: &[Set]) -> bool {
    !matches!(start(text, set), Err(ModelRunError::Start(StartError::Undefined(_))))
}

/// As [`try_run`].
///
/// # Panics
///
/// Where the model is bad or the run fails, with the message that a user would read.
pub fn run(text: &str, set: &[Set]) -> (Simulation, History) {
    try_run(text, set).unwrap_or_else(|e| panic!("{set:?}: {e}"))
}

/// What follows the step `at`: once of a run that goes on, and once of another one that starts from the first one's checkpoint.
pub fn resumed(text: &str, set: &[Set], at: u64) -> Result<[History; 2], ModelRunError> {
    let every = at.to_string();
    let set: Vec<Set> = set.iter().copied().chain([("simulation.checkpoint_every", every.as_str())]).collect();
    let (mut simulation, history) = start(text, &set)?;
    let mut whole = Watch { after: at, history, checkpoint: None };
    simulation.run(&mut whole)?;
    let checkpoint = whole.checkpoint.ok_or(ModelRunError::NoCheckpoint(at))?;
    let (mut simulation, mut history) = start(text, &set)?;
    simulation.restore(&checkpoint)?;
    simulation.run(&mut history)?;
    Ok([whole.history, history])
}

/// How much a counter grows in `steps` steps, after `before` of them.
pub fn growth(
    text: &str,
    set: &[Set],
    (before, steps): (usize, usize),
    counter: &dyn Fn() -> usize,
) -> Result<usize, ModelRunError> {
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

/// Reads a model and starts it.
fn start(text: &str, set: &[Set]) -> Result<(Simulation, History), ModelRunError> {
    let set: Vec<_> = set.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let loaded = load_str("model.toml", text, &set)?;
    let simulation = Simulation::new(loaded.model, loaded.settings)?;
    let history = History::of(&simulation, loaded.sensors).of_all_steps();
    Ok((simulation, history))
}

/// Keeps the first checkpoint, and the history from the step `after` on.
struct Watch {
    after: u64,
    history: History,
    checkpoint: Option<Checkpoint>,
}

impl Observer for Watch {
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict {
        if step > self.after { self.history.observe(step, snapshot) } else { GO_ON }
    }

    fn checkpoint(&mut self, take: &dyn Fn() -> Checkpoint) -> Verdict {
        self.checkpoint.get_or_insert_with(take);
        GO_ON
    }
}
