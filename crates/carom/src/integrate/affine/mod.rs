//! Schemes whose problems are affine in the velocity: one problem after the other, all constraints at one level.
//!
//! The unknown of a problem is the change y of a velocity over the step. A [`Formula`] says what is known before it is solved, x₀, v₀
//! and Ψ₀, and how the rest depends on y:
//!
//! ```text
//! M (y − x₀) − s [f(q, v, t) − b f_n] − Gᵀ P = 0 ,     v = v₀ + y ,     q = q_n ∘ exp(Ψ₀ + c y + d W) ,     M W = Gᵀ P
//! ```
//!
//! Two problems may be one, see `pair.rs`. P are impulses. Where constraints act by forces, P = s λ with λ at the end of the step; then contacts that closed in the step may be
//! hit after it, by impulses Λ at q_{n+1}. A contact acts if the forecast gap g(q_n) + γ h U_n is not positive.

mod contacts;
mod free;
mod impact;
mod pair;
mod scheme;
mod split;
mod stage;

pub(super) use pair::is_settled;

use super::scheme::At;
use super::settings::Settings;
use super::state::State;
use super::{Identity, Integrator, Method, Undefined};
use crate::contact::ContactLaw;
use crate::model::Model;
use crate::system::{Assembly, Level};
use serde::Serialize;
use std::fmt::Debug;

/// How constraints act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acting {
    /// By impulses over the step, with the impact law.
    Impulses,
    /// By forces, with the impact law.
    Forces,
    /// By forces on contacts that were closed, and by impulses at the end of the step where others closed.
    ForcesThenImpulses,
}

/// Difference formulas of a scheme, with its parameters.
pub(super) trait Formula: Clone + Debug + Serialize + Send + Sync + 'static {
    /// Problems, one after the other; the last ends with the step.
    const STAGES: usize = 1;
    /// Arrays over the degrees of freedom that it remembers.
    const MEMORY: &'static [&'static str] = &[];
    /// Whether its two problems are one, since each depends on the unknown of the other.
    const COUPLED: bool = false;
    /// Whether impulses stay out of its accelerations: then it is told W.
    const SPLITS: bool = false;
    /// Whether it takes M⁻¹f where [`Formula::look_ahead`] leads, before the first problem.
    const EXPLICIT: bool = false;
    /// Whether the multipliers of joints are the impulses of the step, which friction in them is bounded by.
    const JOINT_FRICTION: bool = false;

    fn acting(&self) -> Acting {
        Acting::Impulses
    }

    fn level(&self) -> Level {
        Level::Velocity
    }

    /// Share γ of the step over which gaps are forecast.
    fn forecast(&self) -> f64 {
        0.0
    }

    /// Share of the step with v_n after which M⁻¹f is taken, and rows where they do not depend on y.
    fn look_ahead(&self) -> f64 {
        0.0
    }

    /// d, how the configuration depends on W.
    fn shift(&self, _h: f64) -> f64 {
        0.0
    }

    /// |C| of its local error, see `estimate`; that of the trapezoidal rule where nothing is said.
    fn error_constant(&self) -> f64 {
        1.0 / 12.0
    }

    /// What it remembers at the start of a run.
    fn start(&self, _start: &mut Start) {}

    /// What is known of problem `k`.
    fn stage(&self, k: usize, at: At, before: &Before, known: &mut Known);

    /// The way on from the configuration of the last problem to q_{n+1}, if there is any.
    fn move_on(&self, _at: At, _y: &[f64], _psi: &mut [f64]) -> bool {
        false
    }

    /// At position level: the way from q_n back to q_{n−1}, and the time it took.
    fn way_back(&self, at: At, psi: &mut [f64]) -> f64 {
        at.island.fill(0.0, psi);
        0.0
    }

    /// At position level: the least gap, from that at q_{n−1} and the coefficient of restitution.
    fn least_gap(&self, _before: f64, _restitution: f64) -> f64 {
        0.0
    }

    /// Writes accelerations and memory of an island.
    fn finish(&self, at: At, end: &End, trial: &mut State);

    /// Its energy balance for linear systems, if it has one.
    fn identity(&self) -> Option<Identity> {
        None
    }

    /// What of a model it is not defined for.
    fn check(&self, _model: &Model, _settings: &Settings) -> Result<(), Undefined> {
        Ok(())
    }
}

impl<F: Formula> Method for F {
    fn integrator(&self, system: Assembly, settings: &Settings) -> Box<dyn Integrator> {
        scheme::integrator(self, system, settings)
    }

    fn parameters(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn identity(&self) -> Option<Identity> {
        Formula::identity(self)
    }

    fn spreads_impacts(&self) -> bool {
        matches!(self.level(), Level::Position)
    }

    fn check(&self, model: &Model, settings: &Settings) -> Result<(), Undefined> {
        let help = "give `friction_speed` and no rolling or drilling resistance, or choose `decoupled` or `coupled`";
        let is_set_valued = |law: &ContactLaw| law.compliance.is_some() && !law.is_smooth();
        Undefined::find(model, ("set-valued friction of a compliant contact", help), is_set_valued)?;
        if !Self::JOINT_FRICTION {
            let help = "remove it, or choose `decoupled`, `coupled`, `moreau_jean` or `moreau_midpoint`";
            let contact = model.contacts.iter().find(|contact| contact.pair.pressure().is_some());
            if let Some(contact) = contact {
                let item = contact.name.clone();
                return Err(Undefined { what: "friction in joints", table: "contacts", item, help });
            }
        }
        Formula::check(self, model, settings)
    }
}

/// A run that starts.
pub(super) struct Start<'a> {
    pub system: Assembly<'a>,
    pub settings: &'a Settings,
    pub state: &'a mut State,
    /// Accelerations with joints and contacts, and without where [`Formula::SPLITS`].
    pub acceleration: Vec<f64>,
    pub free: Vec<f64>,
}

/// What is known from earlier problems of the step.
pub(super) struct Before<'a> {
    /// y of the last problem.
    pub y: &'a [f64],
    /// M⁻¹f, see [`Formula::EXPLICIT`].
    pub free: &'a [f64],
}

/// What is known of a problem before it is solved.
pub(super) struct Known {
    pub x: Vec<f64>,
    pub v: Vec<f64>,
    pub psi: Vec<f64>,
    /// c, s and b.
    pub c: f64,
    pub s: f64,
    pub b: f64,
    /// How x and the configuration depend on the own unknown and on that of the other problem, where [`Formula::COUPLED`].
    pub m: f64,
    pub beside: Option<[f64; 2]>,
    /// Weight of this configuration in the mass matrix, against that of the start.
    pub mass: f64,
    /// Share of the step after which it is.
    pub time: f64,
}

impl Known {
    fn new(n: usize) -> Self {
        let zeros = || vec![0.0; n];
        let (m, mass, time) = (1.0, 1.0, 1.0);
        Self { x: zeros(), v: zeros(), psi: zeros(), c: 0.0, s: 0.0, b: 0.0, m, beside: None, mass, time }
    }

    /// Whether the configuration depends on the unknowns.
    fn moves(&self) -> bool {
        self.c != 0.0 || self.beside.is_some()
    }
}

/// A step that was solved.
pub(super) struct End<'a> {
    pub y: &'a [f64],
    pub w: &'a [f64],
    /// y of the problem before the last.
    pub inner: &'a [f64],
    /// Whether impulses can be extrapolated to the end of the step, and whether a contact was hit.
    pub is_smooth: bool,
    pub hit: bool,
}

/// Places in the history: y, W, whether a contact was hit by component, and what formulas remember.
const Y: usize = 0;
const W: usize = 1;
const HIT: usize = 2;
const MEMORY: usize = 3;

/// Memory of a formula in a state.
pub(super) fn memory(state: &State, place: usize) -> &[f64] {
    &state.history[MEMORY + place]
}

pub(super) fn memory_mut(state: &mut State, place: usize) -> &mut [f64] {
    &mut state.history[MEMORY + place]
}

/// y/h and W/h at the end of the step: extrapolated where the motion is smooth.
pub(super) fn y_at_end(at: At, end: &End, i: usize) -> f64 {
    at.at_end(end.y[i], at.state.history[Y][i], end.is_smooth)
}

pub(super) fn w_at_end(at: At, end: &End, i: usize) -> f64 {
    at.at_end(end.w[i], at.state.history[W][i], end.is_smooth)
}
