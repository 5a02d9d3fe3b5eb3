//! What a run needs to know beside the model.

use super::{Decoupled, Method};
use crate::analysis::StaticSettings;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What to do with initial values that violate constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InitialState {
    /// Refuse them, naming the joint and the violation.
    #[default]
    Check,
    /// Move them to the nearest consistent ones in the norm of the mass matrix.
    Project,
    /// Start from the static equilibrium, with the given velocities.
    Static,
}

/// How contacts that close together share an impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Impacts {
    /// One solution of the impact law for all of them.
    #[default]
    Simultaneous,
    /// A sequence of impacts on a vanishing interval, with at most so many rounds.
    Sequential { max_rounds: usize },
    /// One compression and one expansion of all of them, by Poisson's impact law.
    Poisson,
}

/// How friction, drilling and rolling resistance act at position level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PositionFriction {
    /// Predicted where the contacts are swept, solved elsewhere.
    #[default]
    Auto,
    /// The law holds for the motion of the step: what sticks does not move.
    Solved,
    /// The forces of the last step act, as far as the normal forces bear them: what sticks moves by ½h² times the change of its
    /// acceleration by friction, which does not add up.
    Predicted,
    /// No friction at position level: what sticks creeps.
    None,
}

/// What solves the problems of a step that have contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactSolver {
    /// Sweeps where many contacts are near, Newton elsewhere.
    #[default]
    Auto,
    Newton,
    /// Sweeps wherever the mass matrix couples no two bodies.
    Sweeps,
}

impl ContactSolver {
    /// From this number of near contacts on, sweeps pay: a dozen balls in a narrow box settle with them where Newton's method cycles.
    const MANY: usize = 12;

    /// Whether sweeps may take over where Newton's method fails.
    pub fn may_sweep(self) -> bool {
        self != Self::Newton
    }

    /// Whether a problem with this many near contacts is swept.
    pub fn sweeps(self, contacts: usize) -> bool {
        match self {
            Self::Auto => contacts >= Self::MANY,
            Self::Newton => false,
            Self::Sweeps => contacts > 0,
        }
    }
}

/// Steps whose size follows their error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Adaptive {
    /// Largest error of a step, relative to the length of the bodies.
    pub tolerance: f64,
    /// Bounds of the size in s. Steps that cannot be solved may be smaller.
    pub min_step: f64,
    pub max_step: f64,
}

/// Settings of the time loop and of what all integrators share, and the method with its own parameters.
#[derive(Clone, Debug)]
pub struct Settings {
    pub method: Arc<dyn Method>,
    /// Step size in s; of the first step if they are adaptive.
    pub step: f64,
    pub adaptive: Option<Adaptive>,
    /// End time in s.
    pub until: f64,
    /// Relative tolerance of the equilibrium rows of each problem of a step.
    pub tolerance: f64,
    /// Tolerance of the constraint rows, relative to the model's length (velocity level: to the velocities in the row).
    pub constraint_tolerance: f64,
    /// One of them is the default for many bodies that collide.
    pub suits_piles: bool,
    /// Multiplies the augmentation parameters p of every contact. Solutions do not depend on it, but where there are several (friction
    /// in many contacts) the one that is found may.
    pub augmentation: f64,
    /// Newton iterations before a problem counts as not converged.
    pub max_iterations: usize,
    /// How often a step may be halved before the run stops.
    pub max_halvings: u32,
    pub impacts: Impacts,
    pub contact_solver: ContactSolver,
    pub initial: InitialState,
    /// Times that a step must end at, ascending.
    pub output_times: Vec<f64>,
    /// Record every n-th step (the first and the last are always recorded).
    pub record_every: usize,
    /// Whether a run may record fewer rows where histories would be very large, and whether it may be larger than one is asked about.
    pub may_thin: bool,
    pub large_run: bool,
    /// Frames for ParaView, at most; where none are asked for, fewer if they are large.
    pub frames: Option<usize>,
    /// Steps between checkpoints; whether each is written, or as many as cost little time.
    pub checkpoint_every: usize,
    pub writes_all_checkpoints: bool,
    /// Whether the energy identity of the method is evaluated in every step.
    pub energy_identity: bool,
    /// How the static equilibrium is found.
    pub statics: StaticSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Arc::new(Decoupled::default()),
            step: 1e-3,
            adaptive: None,
            until: 1.0,
            tolerance: 1e-8,
            constraint_tolerance: 1e-12,
            suits_piles: false,
            augmentation: 1.0,
            max_iterations: 50,
            max_halvings: 8,
            impacts: Impacts::Simultaneous,
            contact_solver: ContactSolver::Auto,
            initial: InitialState::Check,
            output_times: Vec::new(),
            record_every: 1,
            may_thin: false,
            large_run: false,
            frames: None,
            checkpoint_every: 200,
            writes_all_checkpoints: false,
            energy_identity: false,
            statics: StaticSettings::default(),
        }
    }
}
