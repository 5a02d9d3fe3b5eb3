//! What a run needs to know beside the model.

use super::{Decoupled, Make};
use crate::analysis::StaticSettings;

/// Which forces the correction problems of the decoupled scheme keep (THEORY §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Variant {
    /// With f^p and f*: the default.
    #[default]
    Ds,
    /// Without them, for comparison: the text shows where it fails.
    Dsn,
}

/// What to do with initial values that violate constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum InitialState {
    /// Refuse them, naming the joint and the violation.
    #[default]
    Check,
    /// Move them to the nearest consistent ones in the norm of the mass matrix.
    Project,
    /// Start from the static equilibrium, with the given velocities.
    Static,
}

/// Settings of the decoupled nonsmooth generalized-α integrator and of the time loop.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The integrator.
    pub integrator: Make,
    /// Step size in s.
    pub step: f64,
    /// End time in s.
    pub until: f64,
    /// Spectral radius at infinite frequency, 0 … 1.
    pub rho_inf: f64,
    pub variant: Variant,
    /// Relative tolerance of the equilibrium rows of each of the three problems.
    pub tolerance: f64,
    /// Tolerance of the constraint rows, relative to the model's length (velocity level: to the velocities in the row).
    pub constraint_tolerance: f64,
    /// Multiplies the augmentation parameters p of every contact; the trajectory must not depend on it.
    pub augmentation: f64,
    /// Impose Coulomb friction at position level too (switch off only to see the drift of G fig. 4.6).
    pub position_friction: bool,
    /// Newton iterations before a problem counts as not converged.
    pub max_iterations: usize,
    /// How often a step may be halved before the run stops.
    pub max_halvings: u32,
    pub initial: InitialState,
    /// Times that a step must end at, ascending.
    pub output_times: Vec<f64>,
    /// Record every n-th step (the first and the last are always recorded).
    pub record_every: usize,
    /// Steps between checkpoints.
    pub checkpoint_every: usize,
    /// How the static equilibrium is found.
    pub statics: StaticSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            integrator: Decoupled::make,
            step: 1e-3,
            until: 1.0,
            rho_inf: 0.8,
            variant: Variant::Ds,
            tolerance: 1e-8,
            constraint_tolerance: 1e-12,
            augmentation: 1.0,
            position_friction: true,
            max_iterations: 50,
            max_halvings: 8,
            initial: InitialState::Check,
            output_times: Vec::new(),
            record_every: 1,
            checkpoint_every: 1_000,
            statics: StaticSettings::default(),
        }
    }
}
