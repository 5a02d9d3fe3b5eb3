//! Mixed timestepping with the energy decaying scheme ED-α (R 77–90; Bottasso & Trainelli 2004): two stages, one as if the fields jumped at
//! the start of the step, one at its end, with α = (1 − ρ∞)/(1 + ρ∞) and β = α_AR = 1/6:
//!
//! ```text
//! v_j = v_n + hβ [α (a_j − a_n) − (a − a_n)] ,  q_j = q_n + hβ [α (v_j − v_n) − (v − v_n)]                  (R 79, 81)
//! v   = v_n + ½h (a_j + a) ,                     q   = q_n + ½h (v_j + v)                                     (R 80, 82)
//! ```
//!
//! with forces λ_j and λ on joints and closed contacts, at velocity level in both stages. In y_j = v_j − v_n and y = v − v_n the
//! accelerations are, with s = hβ(1 + α),
//!
//! ```text
//! s a_j = y_j + 2β y − h(1−α)β a_n ,     s a = −y_j + 2αβ y + h(1−α)β a_n
//! ```
//!
//! which are c₄ … c₇ and c₁₂ … c₁₅ of (R 90); c₇ and c₁₄ are printed with a factor 1/h too much. The matrix [αβ, −β; ½, ½] of the stages has
//! no real eigenvalues for β > (αβ + ½)²/(2(1+α)), so that no order of the stages lets one be solved before the other. For ẋ = λx, z = hλ,
//!
//! ```text
//! R(z) = [1 + (½ − αβ) z + ½(1−α)β z²] / [1 − (½ + αβ) z + ½(1+α)β z²] ,     |R(∞)| = ρ∞ ,
//! ```
//!
//! the Padé approximants (1, 2) for α = 1 and (2, 2) for α = 0: of third order for linear systems, of second for others. Rotations as in
//! `mixed`. With ρ∞ = 1 nothing damps the error of constraint forces, and the scheme is of first order with joints.
//!
//! In a step after contacts changed α is 1, so that a_n does not count: on a contact that holds in both stages the forces would be
//! λ_j = −λ = ∓ρ∞ a_n more, of which a contact can bear but one sign.

use super::affine::{Acting, Before, End, Formula, Known, Start, is_settled, memory, memory_mut, y_at_end};
use super::scheme::At;
use super::state::State;
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// α_AR: least error of periods.
const BETA: f64 = 1.0 / 6.0;

/// Mixed timestepping with ED-α.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MixedEdAlpha {
    /// Spectral radius at infinite frequency, 0 … 1.
    pub rho_inf: f64,
}

impl MixedEdAlpha {
    fn alpha(&self, at: At) -> f64 {
        if is_settled::<Self>(at) { (1.0 - self.rho_inf) / (1.0 + self.rho_inf) } else { 1.0 }
    }
}

impl Formula for MixedEdAlpha {
    const STAGES: usize = 2;
    const COUPLED: bool = true;
    const MEMORY: &'static [&'static str] = &["acceleration"];

    fn acting(&self) -> Acting {
        Acting::ForcesThenImpulses
    }

    fn start(&self, Start { state, acceleration, .. }: &mut Start) {
        memory_mut(state, 0).copy_from_slice(acceleration);
    }

    fn stage(&self, k: usize, at: At, _before: &Before, known: &mut Known) {
        let At { island, state, h, .. } = at;
        let (alpha, a_n) = (self.alpha(at), memory(state, 0));
        let kept = h * (1.0 - alpha) * BETA;
        for i in island.each_dof() {
            known.v[i] = state.kin.v[i];
            (known.x[i], known.psi[i]) =
                if k == 0 { (kept * a_n[i], 0.0) } else { (-kept * a_n[i], h * state.kin.v[i]) };
        }
        known.s = h * BETA * (1.0 + alpha);
        (known.m, known.c, known.beside, known.time) = match k {
            0 => (1.0, h * BETA * alpha, Some([2.0 * BETA, -h * BETA]), 0.0),
            _ => (2.0 * alpha * BETA, 0.5 * h, Some([-1.0, 0.5 * h]), 1.0),
        };
    }

    fn finish(&self, at: At, end: &End, trial: &mut State) {
        let (alpha, h) = (self.alpha(at), at.h);
        for i in at.island.each_dof() {
            let kept = h * (1.0 - alpha) * BETA * memory(at.state, 0)[i];
            let acceleration = (2.0 * alpha * BETA * end.y[i] - end.inner[i] + kept) / (h * BETA * (1.0 + alpha));
            memory_mut(trial, 0)[i] = acceleration;
            // That of the stage has the error of its constraint forces; the mean of both stages is y/h.
            trial.acceleration[i] = if at.has_rows() { y_at_end(at, end, i) } else { acceleration };
        }
    }
}

/// Settings of mixed timestepping with ED-α.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MixedEdAlphaSpec {
    /// Spectral radius at infinite frequency, 0 (most numerical damping) … 1 (none; of first order with joints). Default: 0.
    rho_inf: Option<Number>,
}

impl Kind for MixedEdAlphaSpec {
    const KEY: &'static str = "mixed_ed_alpha";
    const SUMMARY: &'static str =
        "mixed timestepping with the energy decaying scheme ED-α: third order for linear systems, two coupled stages";
    const SAMPLE: &'static str = bouncing_mass!("mixed_ed_alpha", "rho_inf = 0.2\n");

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let rho_inf = self.rho_inf.as_ref().map_or(Ok(0.0), |n| b.fraction(n, "rho_inf"))?;
        b.set_method(Self::KEY, MixedEdAlpha { rho_inf });
        Ok(())
    }
}
