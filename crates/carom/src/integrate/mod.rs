//! Time integrators and their settings. A scheme is a file here: its parameters, how a model file gives them, predictor, problems
//! and corrector. What schemes share is in `step`: candidates, islands, the impact law, directions of impulses, the solution of a
//! problem, the ledger.

/// The sample of integrators that take contacts: their key, and lines with their own keys.
macro_rules! bouncing_mass {
    ($key:literal, $keys:literal) => {
        concat!(
            "\nname = \"bouncing mass\"\ngravity = [0, 0, -9.81]\n[simulation]\nintegrator = \"",
            $key,
            "\"\nstep = 1e-3\nuntil = 0.5\n",
            $keys,
            "[bodies.ball]\ntype = \"point_mass\"\nmass = 1.0\nposition = [0, 0, 0.2]\n\
             [contacts.floor]\ntype = \"node_face\"\npoint = \"ball\"\nplane = \"ground\"\nrestitution = 0.5\n"
        )
    };
}

mod account;
mod affine;
mod alpha;
mod coefficients;
mod coupled;
mod decoupled;
mod error;
mod estimate;
mod generalized_alpha;
mod history;
mod identity;
mod initial;
mod mixed;
mod mixed_ed_alpha;
mod moreau_jean;
mod moreau_midpoint;
mod newmark;
mod nonsmooth_alpha;
mod rates;
mod saved;
mod schatzman_paoli;
mod scheme;
mod settings;
mod state;
mod step;
mod stepper;

pub use coefficients::Coefficients;
pub use coupled::{Coupled, CoupledSpec};
pub use decoupled::{Decoupled, DecoupledSpec, Variant};
pub use error::StepError;
pub(crate) use error::describe;
pub use estimate::Estimate;
pub use generalized_alpha::{GeneralizedAlpha, GeneralizedAlphaSpec, NaiveContact};
pub use history::History;
pub use identity::{Identity, StepTerms};
pub(crate) use initial::{Closed, ENERGY, solve_level};
pub use initial::{InitialError, ROUNDING, check_contacts, deepest_of, initialise, penetrations};
pub use mixed::{MixedAlpha, MixedAlphaSpec, MixedBathe, MixedBatheSpec};
pub use mixed_ed_alpha::{MixedEdAlpha, MixedEdAlphaSpec};
pub use moreau_jean::{MeanVelocity, MoreauJean, MoreauJeanSpec};
pub use moreau_midpoint::{MoreauMidpoint, MoreauMidpointSpec};
pub use nonsmooth_alpha::{NonsmoothAlpha, NonsmoothAlphaSpec, NonsmoothHhtSpec, NonsmoothNewmarkSpec};
pub use rates::start_rates;
pub use schatzman_paoli::{SchatzmanPaoli, SchatzmanPaoliSpec};
pub use settings::{Adaptive, ContactSolver, Impacts, InitialState, PositionFriction, Settings};
pub use state::State;

use crate::contact::ContactLaw;
use crate::model::Model;
use crate::system::{Assembly, Candidates, System};
use nonsmooth::{Report, StopFlag};
use step::ImpactReport;

/// A time integration method with its parameters.
pub trait Method: std::fmt::Debug + Send + Sync {
    /// Makes an integrator for a model with the contacts it has at the start.
    fn integrator(&self, system: Assembly, settings: &Settings) -> Box<dyn Integrator>;

    /// The parameters as an object, for the record of a run.
    fn parameters(&self) -> serde_json::Value;

    /// Its energy balance for linear systems, if it has one.
    fn identity(&self) -> Option<Identity> {
        None
    }

    /// Whether the impulse of an impact is spread over several steps, so that its records do not tell how hard it was.
    fn spreads_impacts(&self) -> bool {
        false
    }

    /// What of a model the method is not defined for.
    fn check(&self, _model: &Model, _settings: &Settings) -> Result<(), Undefined> {
        Ok(())
    }
}

/// A contact or collision that a method is not defined for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the integrator is not defined for {what}, and `{item}` has it")]
pub struct Undefined {
    pub what: &'static str,
    /// Table and name of the item.
    pub table: &'static str,
    pub item: String,
    pub help: &'static str,
}

impl Undefined {
    /// Impact laws other than that all contacts act at once, by Newton's coefficient.
    fn beyond_newton(settings: &Settings) -> Result<(), Self> {
        if settings.impacts == Impacts::Simultaneous {
            return Ok(());
        }
        let key = if settings.impacts == Impacts::Poisson { "impact_law" } else { "impacts" };
        let help = "remove it, or choose another integrator";
        Err(Self { what: "sequences of impacts and Poisson's law", table: "simulation", item: key.to_owned(), help })
    }

    /// Steps whose size changes.
    fn adaptive(settings: &Settings, help: &'static str) -> Result<(), Self> {
        if settings.adaptive.is_none() {
            return Ok(());
        }
        Err(Self {
            what: "steps whose size follows their error",
            table: "simulation",
            item: "error_tolerance".to_owned(),
            help,
        })
    }

    /// The first contact or collision of a model with a law that has something.
    fn find(
        model: &Model,
        (what, help): (&'static str, &'static str),
        has: impl Fn(&ContactLaw) -> bool,
    ) -> Result<(), Self> {
        let contact = model.contacts.iter().find(|contact| has(&contact.law)).map(|contact| contact.name.clone());
        let collision = || model.collisions.iter().find(|c| c.laws.iter().any(&has)).map(|c| c.name.clone());
        match contact.or_else(collision) {
            Some(item) => Err(Self { what, table: "contacts", item, help }),
            None => Ok(()),
        }
    }
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
    ) -> Result<&StepReport, StepError>;

    /// What the scheme remembers, at the start of a run.
    fn start(&mut self, system: Assembly, state: &mut State);

    /// Forgets what earlier steps left behind, so that the next step depends on the state alone.
    fn restart(&mut self, system: Assembly);

    /// Has steps end with [`StepError::Interrupted`] soon after the flag is raised.
    fn stop_on(&mut self, stop: &StopFlag);

    /// Whether problems that Newton's method does not solve are swept, which may take long, or the step is given up: a shorter one costs
    /// less. At first they are.
    fn insist(&mut self, insists: bool);
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
#[derive(Clone, Debug, Default)]
pub struct StepReport {
    /// Its problems by name, each summed over the islands and over repeated solutions.
    problems: [Option<(&'static str, Report)>; MOST_PROBLEMS],
    /// Impacts that the velocity problem of an island solved one after the other, and whether their number was bounded.
    pub rounds: usize,
    pub cut_short: bool,
    /// Islands in which restitution was limited, since with friction it would have made energy or contacts that friction locks cannot restore it.
    pub limited: usize,
    /// Where some rows cannot all hold: the blocks whose rows are farthest from it, the worst first, as far as they are known.
    pub conflict: [Option<usize>; 3],
    /// Steps of some bodies that were halved, while others were not.
    pub halvings: Vec<Halving>,
    /// Largest violation of a joint row (length rows relative to the model's length).
    pub drift: f64,
    /// Deepest penetration, relative to the model's length.
    pub penetration: f64,
    /// Compliant contacts that the step did not resolve, by their places in the model, and steps of its size in a collision.
    pub unresolved: Vec<(usize, f64)>,
    /// Its error, where it is asked for.
    pub estimate: Estimate,
}

impl StepReport {
    /// Adds what the solution of a problem did.
    #[inline]
    fn add(&mut self, name: &'static str, report: Report) {
        // Names are constants, so that comparing addresses is enough to begin with.
        let same = |other: &'static str| std::ptr::eq(other, name) || other == name;
        let known = self.problems.iter().position(|p| p.is_none_or(|(other, _)| same(other)));
        if let Some(slot) = known.map(|at| &mut self.problems[at]) {
            let sum = slot.map_or(report, |(_, sum)| merge(sum, report));
            *slot = Some((name, sum));
        }
    }

    /// Of a step that begins.
    fn clear(&mut self) {
        self.problems = [None; MOST_PROBLEMS];
        (self.rounds, self.cut_short, self.limited) = (0, false, 0);
        self.conflict = [None; 3];
        self.halvings.clear();
        self.unresolved.clear();
        (self.drift, self.penetration) = (0.0, 0.0);
        self.estimate = Estimate::default();
    }

    /// Adds what a velocity problem did.
    fn add_impacts(&mut self, name: &'static str, impacts: &ImpactReport) {
        self.add(name, impacts.problem);
        self.rounds = self.rounds.max(impacts.rounds);
        self.cut_short |= impacts.cut_short;
    }

    /// Takes what another part of the islands did.
    fn take(&mut self, other: &mut Self) {
        other.problems().for_each(|(name, report)| self.add(name, *report));
        self.rounds = self.rounds.max(other.rounds);
        self.cut_short |= other.cut_short;
        self.limited += other.limited;
        self.drift = self.drift.max(other.drift);
        self.penetration = self.penetration.max(other.penetration);
        self.unresolved.append(&mut other.unresolved);
        self.estimate.take(&other.estimate);
        other.clear();
    }

    /// The problems of the step in the order in which they were solved first.
    pub fn problems(&self) -> impl Iterator<Item = (&'static str, &Report)> {
        self.problems.iter().flatten().map(|(name, report)| (*name, report))
    }
}

/// Sums of two reports on the same problem.
#[inline]
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
