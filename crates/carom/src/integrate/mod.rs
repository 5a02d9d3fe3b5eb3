//! Time integrators and their settings. A scheme is a file here: its parameters, how a model file gives them, predictor, problems
//! and corrector. What schemes share is in `step`: candidates, islands, the impact law, directions of impulses, the solution of a
//! problem, the ledger.

mod alpha;
mod coupled;
mod decoupled;
mod error;
mod history;
mod initial;
mod moreau_jean;
mod saved;
mod scheme;
mod settings;
mod state;
mod step;
mod stepper;

pub use coupled::{Coupled, CoupledSpec};
pub use decoupled::{Decoupled, DecoupledSpec, Variant};
pub use error::StepError;
pub(crate) use error::describe;
pub use history::History;
pub(crate) use initial::{Closed, solve_level};
pub use initial::{InitialError, ROUNDING, check_contacts, deepest_of, initialise, penetrations};
pub use moreau_jean::{MeanVelocity, MoreauJean, MoreauJeanSpec};
pub use settings::{ContactSolver, Impacts, InitialState, PositionFriction, Settings};
pub use state::State;

use crate::system::{Assembly, Candidates, System};
use nonsmooth::{Report, StopFlag};

/// A time integration method with its parameters.
pub trait Method: std::fmt::Debug + Send + Sync {
    /// Makes an integrator for a model with the contacts it has at the start.
    fn integrator(&self, system: Assembly, settings: &Settings) -> Box<dyn Integrator>;

    /// The parameters as an object, for the record of a run.
    fn parameters(&self) -> serde_json::Value;
}

/// A time integrator: it finds the state at the end of a step from the one at its start, which it does not change.
pub trait Integrator: Send + Sync {
    /// Advances by `h` to `t_end` into `trial`, whose content counts only if the step succeeds. Candidate contacts may be listed
    /// anew.
    fn step(
        &mut self,
        system: &System,
        candidates: &mut Candidates,
        state: &State,
        trial: &mut State,
        step: Interval,
    ) -> Result<StepReport, StepError>;

    /// What the scheme remembers, at the start of a run.
    fn start(&mut self, system: Assembly, state: &mut State);

    /// Forgets what earlier steps left behind, so that the next step depends on the state alone.
    fn restart(&mut self, system: Assembly);

    /// The steps of some bodies that were halved within the last step, while others were not.
    fn take_halvings(&mut self) -> Vec<Halving>;

    /// Has steps end with [`StepError::Interrupted`] soon after the flag is raised.
    fn stop_on(&mut self, stop: &StopFlag);
}

/// A step of some bodies that was halved.
#[derive(Clone, Debug, PartialEq)]
pub struct Halving {
    pub time: f64,
    /// Size of the halves.
    pub h: f64,
    pub reason: String,
}

/// Size and end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub h: f64,
    pub t_end: f64,
}

/// Most problems that a scheme names.
const MOST_PROBLEMS: usize = 4;

/// What one accepted step did.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepReport {
    /// Its problems by name, each summed over the islands and over repeated solutions.
    problems: [Option<(&'static str, Report)>; MOST_PROBLEMS],
    /// Islands that had a problem with contacts or joints.
    pub islands: usize,
    /// Impacts that the velocity problem of an island solved one after the other, and whether their number was bounded.
    pub rounds: usize,
    pub cut_short: bool,
    /// Islands in which restitution was limited, since with friction it would have made energy.
    pub limited: usize,
    /// Where some rows cannot all hold: the blocks whose rows are farthest from it, the worst first, as far as they are known.
    pub conflict: [Option<usize>; 3],
    /// Near contacts, and contacts that were allowed to carry a force.
    pub near: usize,
    pub closed: usize,
    /// Largest violation of a joint row (length rows relative to the model's length).
    pub drift: f64,
    /// Deepest penetration, relative to the model's length.
    pub penetration: f64,
}

impl StepReport {
    /// Adds what the solution of a problem did.
    fn add(&mut self, name: &'static str, report: Report) {
        // Names are constants, so that comparing addresses is enough to begin with.
        let same = |other: &'static str| std::ptr::eq(other, name) || other == name;
        let known = self.problems.iter().position(|p| p.is_none_or(|(other, _)| same(other)));
        if let Some(slot) = known.map(|at| &mut self.problems[at]) {
            let sum = slot.map_or(report, |(_, sum)| merge(sum, report));
            *slot = Some((name, sum));
        }
    }

    /// Sums with what another part of the islands did.
    fn merge(&mut self, other: &Self) {
        other.problems().for_each(|(name, report)| self.add(name, *report));
        self.islands += other.islands;
        self.rounds = self.rounds.max(other.rounds);
        self.cut_short |= other.cut_short;
        self.limited += other.limited;
        self.closed += other.closed;
        self.drift = self.drift.max(other.drift);
        self.penetration = self.penetration.max(other.penetration);
    }

    /// The problems of the step in the order in which they were solved first.
    pub fn problems(&self) -> impl Iterator<Item = (&'static str, &Report)> {
        self.problems.iter().flatten().map(|(name, report)| (*name, report))
    }
}

/// Sums of two reports on the same problem.
fn merge(a: Report, b: Report) -> Report {
    Report {
        iterations: a.iterations + b.iterations,
        sweeps: a.sweeps + b.sweeps,
        factorisations: a.factorisations + b.factorisations,
        line_searches: a.line_searches + b.line_searches,
        cycled: a.cycled || b.cycled,
        incompatible: a.incompatible || b.incompatible,
        ratio: a.ratio.max(b.ratio),
    }
}
