//! The Moreau–Jean scheme (THEORY §3, other integrators; L 55, 68): one problem a step, all constraints at velocity level.
//!
//! The unknown is y = v_{n+1} − v_n. With f_n = f(q_n, v_n, t_n) and f_{n+1} likewise,
//!
//! ```text
//! [θ M_{n+1} + (1−θ) M_n] y − h [θ f_{n+1} + (1−θ) f_n] − Gᵀ P = 0,     G at q_{n+1}
//! q_{n+1} = q_n ∘ exp(h [ϑ v_{n+1} + (1−ϑ) v_n]),  ϑ = θ, or ½ (the dissipative variant, L 96)
//! joints:    G v_{n+1} + g_t = 0
//! contacts:  0 ≤ U_{n+1} + e U_n ⊥ P ≥ 0 if the forecast gap g(q_n) + γ h U_n ≤ 0, else P = 0; friction likewise
//! ```
//!
//! U is the relative velocity of a contact. Joints and contacts drift at position level: the report of a step says by how much,
//! and nothing hides it. Accelerations are y/h, impulses included. For linear systems θ = ϑ = ½ keeps the energy (L 93).

use super::affine::{Before, End, Formula, Known, y_at_end};
use super::identity::Identity;
use super::scheme::At;
use super::state::State;
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which velocity moves the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MeanVelocity {
    /// θ v_{n+1} + (1−θ) v_n.
    #[default]
    Theta,
    /// ½ (v_{n+1} + v_n): no energy is gained whatever θ and e.
    Midpoint,
}

/// Parameters of the method.
#[derive(Clone, Debug, Serialize)]
pub struct MoreauJean {
    /// Weight of the end of the step in the forces, ½ … 1.
    pub theta: f64,
    pub kinematics: MeanVelocity,
    /// Share γ of the step over which gaps are forecast.
    pub forecast: f64,
}

impl Default for MoreauJean {
    fn default() -> Self {
        Self { theta: 0.5, kinematics: MeanVelocity::Theta, forecast: 0.5 }
    }
}

/// Settings of the Moreau–Jean scheme.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoreauJeanSpec {
    /// Weight of the end of the step in forces and positions, 0.5 (no numerical damping) … 1 (most). Default: 0.5.
    theta: Option<Number>,
    /// Velocity that moves the configuration: `theta` for the mean with that weight, `midpoint` for the mean with 0.5.
    /// Default: "theta".
    kinematics: Option<MeanVelocity>,
    /// Share of the step over which gaps are forecast; a contact acts where this closes it. Default: 0.5.
    forecast: Option<Number>,
}

impl Kind for MoreauJeanSpec {
    const KEY: &'static str = "moreau_jean";
    const SUMMARY: &'static str = "Moreau–Jean scheme: one problem a step, all constraints at velocity level";
    const SAMPLE: &'static str = bouncing_mass!("moreau_jean", "theta = 0.5\n");

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let d = MoreauJean::default();
        let theta = self.theta.as_ref().map_or(Ok(d.theta), |n| b.fraction(n, "theta"))?;
        if let (Some(n), true) = (&self.theta, theta < 0.5) {
            let message = format!("theta is {theta}, expected a number between 0.5 and 1");
            return Err(BuildError::at(&n.span, message).help("below 0.5 the scheme is not stable"));
        }
        let method = MoreauJean {
            theta,
            kinematics: self.kinematics.unwrap_or(d.kinematics),
            forecast: self.forecast.as_ref().map_or(Ok(d.forecast), |n| b.fraction(n, "forecast"))?,
        };
        b.set_method(Self::KEY, method);
        Ok(())
    }
}

impl Formula for MoreauJean {
    const JOINT_FRICTION: bool = true;

    fn forecast(&self) -> f64 {
        self.forecast
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::MoreauJean { theta: self.theta, kinematics: self.kinematics })
    }

    fn stage(&self, _k: usize, At { island, state, h, .. }: At, _before: &Before, known: &mut Known) {
        for i in island.each_dof() {
            let v_n = state.kin.v[i];
            (known.x[i], known.v[i], known.psi[i]) = (0.0, v_n, h * v_n);
        }
        known.c = h * if self.kinematics == MeanVelocity::Midpoint { 0.5 } else { self.theta };
        known.s = h * self.theta;
        known.mass = self.theta;
        // The forces at the start stand on the side of f_{n+1}.
        known.b = -(1.0 - self.theta) / self.theta;
    }

    fn finish(&self, at: At, end: &End, trial: &mut State) {
        at.island.each_dof().for_each(|i| trial.acceleration[i] = y_at_end(at, end, i));
    }
}
