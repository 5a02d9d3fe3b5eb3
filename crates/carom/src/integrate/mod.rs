//! Time integrators and their settings. An integrator is a file here: its parameters, how a model file gives them, its stages
//! and the order of its problems; what integrators share is in `step`, and in `alpha` for those of the generalized-α family.

mod alpha;
mod coupled;
mod decoupled;
mod error;
mod initial;
mod moreau_jean;
mod settings;
mod state;
mod step;

pub use coupled::{Coupled, CoupledSpec};
pub use decoupled::{Decoupled, DecoupledSpec, Variant};
pub(crate) use error::describe;
pub use error::{StepError, Which};
pub use initial::{InitialError, ROUNDING, check_contacts, deepest_of, initialise, penetrations};
pub use moreau_jean::{MeanVelocity, MoreauJean, MoreauJeanSpec};
pub use settings::{ContactSolver, Impacts, InitialState, PositionFriction, Settings};
pub use state::{NamedIntegers, NamedReals, State};

use crate::system::System;
use nonsmooth::{Report, StopFlag};

/// A time integration method with its parameters.
pub trait Method: std::fmt::Debug + Send + Sync {
    /// Makes an integrator for a system; `redundant` says that its joints' rows are dependent.
    fn integrator(&self, system: &System, settings: &Settings, redundant: bool) -> Box<dyn Integrator>;

    /// The parameters as an object, for the record of a run.
    fn parameters(&self) -> serde_json::Value;
}

/// A time integrator: it advances a state and writes it only when the step is accepted.
pub trait Integrator: Send {
    /// Advances by `h` to `t_end`; on an error the state is untouched, but for contacts that were listed anew.
    fn step(&mut self, system: &mut System, state: &mut State, h: f64, t_end: f64) -> Result<StepReport, StepError>;

    /// Forgets what earlier steps left behind, so that the next step depends on the state alone.
    fn restart(&mut self, system: &System, state: &State);

    /// Has steps end with [`StepError::Interrupted`] soon after the flag is raised.
    fn stop_on(&mut self, stop: &StopFlag);
}

/// What one accepted step did: smooth motion, position correction, velocity jump.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepReport {
    pub problems: [Report; 3],
    /// Impacts that the velocity problem solved one after the other, and whether their number was bounded.
    pub rounds: usize,
    pub cut_short: bool,
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
