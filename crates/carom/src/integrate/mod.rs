//! Time integrators and their settings.

mod decoupled;
mod error;
mod initial;
mod settings;
mod state;

pub use decoupled::Decoupled;
pub(crate) use error::describe;
pub use error::{StepError, Which};
pub use initial::{InitialError, ROUNDING, check_contacts, initialise};
pub use settings::{InitialState, Settings, Variant};
pub use state::{NamedIntegers, NamedReals, State};

use crate::system::System;
use nonsmooth::Report;

/// A time integrator: it advances a state and writes it only when the step is accepted.
pub trait Integrator: Send {
    /// Advances by `h` to `t_end`; on an error the state is untouched.
    fn step(&mut self, system: &System, state: &mut State, h: f64, t_end: f64) -> Result<StepReport, StepError>;

    /// Forgets what earlier steps left behind, so that the next step depends on the state alone.
    fn restart(&mut self, system: &System, state: &State);
}

/// What one accepted step did: smooth motion, position correction, velocity jump.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepReport {
    pub problems: [Report; 3],
    /// Near contacts, and contacts that carried a force.
    pub near: usize,
    pub closed: usize,
    /// Largest violation of a joint row (length rows relative to the model's length).
    pub drift: f64,
    /// Deepest penetration, relative to the model's length.
    pub penetration: f64,
}

/// Makes an integrator for a system; `redundant` says that its joints' rows are dependent.
pub type Make = fn(system: &System, settings: &Settings, redundant: bool) -> Box<dyn Integrator>;
