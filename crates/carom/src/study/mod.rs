//! Studies of integrators: how fast errors fall with the step, what accuracy costs, what a step does to a vibration.
//!
//! A study runs one model with several schemes and steps ([`sweep()`]), takes the difference of what it is asked for (`quantity`) to a
//! truth (`reference`), measures it in several norms (`norms`, `hausdorff`) and fits orders (`order`). [`converge()`],
//! [`compare()`] and [`spectrum()`] are what the commands of these names compute; files and words are made in `run`.

mod balls;
mod clock;
mod compare;
mod converge;
mod events;
mod hausdorff;
mod norms;
mod order;
mod quantity;
mod reference;
mod scheme;
mod signal;
mod spectrum;
mod steps;
mod sweep;

pub use clock::cpu_time;
pub use compare::{Compared, Comparison, compare};
pub use converge::{Convergence, Curve, Fit, Plan, converge};
pub use hausdorff::hausdorff;
pub use norms::{Errors, NORMS, errors};
pub use order::{observed_orders, order_of_fit, standard_error};
pub use quantity::Quantity;
pub use reference::{Reference, Truth};
pub use scheme::{SchemeChoice, parse_schemes};
pub use signal::Signal;
pub use spectrum::{Response, Spectrum, spectrum};
pub use steps::parse_steps;
pub use sweep::{Failure, Run, StudyProgress, Subject, Task, sweep};

use crate::spec::LoadError;

/// Why a study cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The model is bad, or does not fit the scheme.
    #[error(transparent)]
    Model(#[from] LoadError),
    /// What was asked for makes no sense for this model.
    #[error("{message}")]
    Asked { message: String, help: String },
    /// The run that all others are compared with failed.
    #[error("the reference cannot be computed: {0}")]
    Reference(String),
}

impl StudyError {
    fn asked(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Asked { message: message.into(), help: help.into() }
    }
}
