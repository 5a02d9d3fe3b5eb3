//! The Schatzman–Paoli scheme (Paoli & Schatzman 1993; L 56–57): central differences, all constraints at position level.
//!
//! With the mean velocity u of a step, q_{n+1} = q_n ∘ exp(h u_{n+1}), the unknown is y = u_{n+1} − u_n:
//!
//! ```text
//! M y = h [θ f(q_{n+1}, v_{n+1}, t_{n+1}) + (1−θ) f(q_n, v_n, t_n)] + Gᵀ P ,     v_{n+1} = u_{n+1} + ½y
//! joints:    g(q_{n+1}) = 0
//! contacts:  0 ≤ g(q_{n+1}) + e g(q_{n−1}) ⊥ P ≥ 0
//! ```
//!
//! The text has the gap at the point (q_{n+1} + e q_{n−1})/(1+e): for gaps that are linear in q it is the same, else it differs in second
//! order, as the scheme does from the motion at an impact. Its velocity, ½(u_{n+1} + u_n), belongs to t_n, and is between those before and
//! after an impact for a step; here u is carried on to the end of the step instead, where a contact is hit by
//! the loads alone. Friction is not defined.

use super::Undefined;
use super::affine::{Before, End, Formula, Known, Start, memory, memory_mut};
use super::scheme::At;
use super::settings::Settings;
use super::state::State;
use crate::catalog::Kind;
use crate::model::Model;
use crate::spec::{BuildError, Builder, Number};
use crate::system::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Place in the memory: u.
const U: usize = 0;

/// Parameters of the method.
#[derive(Clone, Debug, Serialize)]
pub struct SchatzmanPaoli {
    /// Weight of the end of the step in the forces, 0 … 1.
    pub theta: f64,
}

impl Default for SchatzmanPaoli {
    fn default() -> Self {
        Self { theta: 0.0 }
    }
}

impl Formula for SchatzmanPaoli {
    fn check(&self, model: &Model, settings: &Settings) -> Result<(), Undefined> {
        Undefined::beyond_newton(settings)?;
        let help = "remove it, or choose another integrator: restitution looks at a whole step before the impact";
        Undefined::adaptive(settings, help)?;
        let help = "remove friction, rolling and drilling resistance, or choose another integrator";
        Undefined::find(model, ("friction", help), |law| law.axes().len() > 1)
    }

    const MEMORY: &'static [&'static str] = &["mean velocity"];
    const EXPLICIT: bool = true;

    fn level(&self) -> Level {
        Level::Position
    }

    /// u₀ = v₀ − ½h v̇₀.
    fn start(&self, Start { settings, state, acceleration, .. }: &mut Start) {
        for (i, a) in acceleration.iter().enumerate() {
            memory_mut(state, U)[i] = state.kin.v[i] - 0.5 * settings.step * a;
        }
    }

    fn stage(&self, _k: usize, at: At, before: &Before, known: &mut Known) {
        let (h, u) = (at.h, memory(at.state, U));
        each_dof(at, |i, last| {
            // From the middle of the last step to that of this one.
            known.x[i] = (1.0 - self.theta) * 0.5 * (h + last) * before.free[i];
            (known.v[i], known.psi[i]) = (u[i] + 0.5 * h * before.free[i], h * u[i]);
        });
        (known.c, known.s) = (h, self.theta * 0.5 * (h + at.state.last_part[at.slot()]));
    }

    fn way_back(&self, at: At, psi: &mut [f64]) -> f64 {
        each_dof(at, |i, last| psi[i] = -last * memory(at.state, U)[i]);
        at.state.last_part[at.slot()]
    }

    fn least_gap(&self, before: f64, restitution: f64) -> f64 {
        -restitution * before
    }

    fn finish(&self, at: At, end: &End, trial: &mut State) {
        each_dof(at, |i, last| {
            let u = memory(at.state, U)[i] + end.y[i];
            memory_mut(trial, U)[i] = u;
            trial.acceleration[i] = end.y[i] / (0.5 * (at.h + last));
            if !end.hit {
                trial.kin.v[i] = u + 0.5 * at.h * trial.acceleration[i];
            }
        });
    }
}

/// Degrees of freedom of an island with the size of their last step.
fn each_dof(At { system, island, state, .. }: At, mut act: impl FnMut(usize, f64)) {
    for k in island.components.iter().map(|&k| k as usize) {
        system.system.components.list[k].each_dof().for_each(|i| act(i, state.last_part[k]));
    }
}

/// Settings of the Schatzman–Paoli scheme.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SchatzmanPaoliSpec {
    /// Weight of the end of the step in the forces: 0 (explicit, second order, for steps with ωh < 2) … 1 (implicit, first order).
    /// Default: 0.
    theta: Option<Number>,
}

impl Kind for SchatzmanPaoliSpec {
    const KEY: &'static str = "schatzman_paoli";
    const SUMMARY: &'static str =
        "Schatzman–Paoli scheme: central differences, all constraints at position level, no friction";
    const SAMPLE: &'static str = bouncing_mass!("schatzman_paoli", "");

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let theta = self.theta.as_ref().map_or(Ok(SchatzmanPaoli::default().theta), |n| b.fraction(n, "theta"))?;
        b.set_method(Self::KEY, SchatzmanPaoli { theta });
        Ok(())
    }
}
