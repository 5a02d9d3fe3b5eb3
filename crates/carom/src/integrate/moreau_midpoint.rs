//! Moreau's half-explicit midpoint rule (Moreau 1988; the classic timestepping scheme of Rezaei & Schindler, table 4).
//!
//! ```text
//! q_M = q_n ∘ exp(½h v_n) ,     M (v_{n+1} − v_n) = h f(q_M, v_n, t_n + ½h) + Gᵀ P ,     G at q_M
//! q_{n+1} = q_M ∘ exp(½h v_{n+1})
//! joints:    G v_{n+1} + g_t = 0
//! contacts:  0 ≤ U_{n+1} + e U_n ⊥ P ≥ 0 if the forecast gap g(q_n) + ½ h U_n ≤ 0, else P = 0; friction likewise
//! ```
//!
//! Forces are explicit: steps must be short against the fastest vibration, ωh < 2. Nothing is iterated but the contact law.

use super::affine::{Before, End, Formula, Known, y_at_end};
use super::scheme::At;
use super::state::State;
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The method has no parameters.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MoreauMidpoint {}

/// Moreau's half-explicit midpoint rule has no settings of its own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoreauMidpointSpec {}

impl Kind for MoreauMidpointSpec {
    const KEY: &'static str = "moreau_midpoint";
    const SUMMARY: &'static str =
        "Moreau's half-explicit midpoint rule: explicit forces, constraints at velocity level";
    const SAMPLE: &'static str = bouncing_mass!("moreau_midpoint", "");

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        b.set_method(Self::KEY, MoreauMidpoint {});
        Ok(())
    }
}

impl Formula for MoreauMidpoint {
    const EXPLICIT: bool = true;
    const JOINT_FRICTION: bool = true;

    fn forecast(&self) -> f64 {
        0.5
    }

    fn look_ahead(&self) -> f64 {
        0.5
    }

    fn stage(&self, _k: usize, At { island, state, h, .. }: At, before: &Before, known: &mut Known) {
        for i in island.each_dof() {
            let v_n = state.kin.v[i];
            (known.x[i], known.v[i], known.psi[i]) = (h * before.free[i], v_n, 0.5 * h * v_n);
        }
        known.time = 0.5;
    }

    fn move_on(&self, At { island, state, h, .. }: At, y: &[f64], psi: &mut [f64]) -> bool {
        for i in island.each_dof() {
            psi[i] = 0.5 * h * (state.kin.v[i] + y[i]);
        }
        true
    }

    fn finish(&self, at: At, end: &End, trial: &mut State) {
        at.island.each_dof().for_each(|i| trial.acceleration[i] = y_at_end(at, end, i));
    }
}
