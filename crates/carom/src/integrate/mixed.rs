//! Mixed timestepping (Rezaei & Schindler, R 2.3–2.6): a base scheme over the step, with forces λ on the joints and on the contacts that
//! are closed at its start, at velocity level; then, if a contact closed in the step, impulses at its end.
//!
//! ```text
//! 0 ≤ U⁻_{n+1} ⊥ λ_{n+1} ≥ 0   if g(q_n) ≤ 0                                                     (R 27, 28)
//! M (v⁺ − v⁻) = Gᵀ Λ ,  0 ≤ U⁺ + e U⁻ ⊥ Λ ≥ 0   at q_{n+1}, if g(q_n) > 0 ≥ g(q_{n+1}) for some contact   (R 46–54)
//! ```
//!
//! Bases: generalized-α (R 20–26), and Bathe's method (R 56–61), a trapezoidal step of ½h and a three-point backward formula:
//!
//! ```text
//! v_½ = v_n + ¼h (a_n + a_½) ,  q_½ = q_n + ¼h (v_n + v_½)        a = (v_n − 4 v_½ + 3 v)/h ,  v = (q_n − 4 q_½ + 3 q)/h
//! ```
//!
//! Differences of configurations are taken in the exponent at q_n: T⁻¹(Ψ)v − v = ½Ψ × v + … is of second order, since Ψ ≈ h v̄ is nearly
//! parallel to v, and so is the method. Joints and contacts drift at position level, and what closes penetrates.

use super::affine::{Acting, Before, End, Formula, Known, Start, memory, memory_mut};
use super::coefficients::Coefficients;
use super::newmark::{MEMORY, Newmark};
use super::scheme::At;
use super::state::State;
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Mixed timestepping with generalized-α.
#[derive(Clone, Debug, Serialize)]
pub struct MixedAlpha {
    /// Spectral radius at infinite frequency, 0 … 1.
    pub rho_inf: f64,
}

impl Default for MixedAlpha {
    fn default() -> Self {
        Self { rho_inf: 0.8 }
    }
}

impl MixedAlpha {
    fn formulas(&self) -> Newmark {
        Newmark { c: Coefficients::of_radius(self.rho_inf) }
    }
}

impl Formula for MixedAlpha {
    const MEMORY: &'static [&'static str] = MEMORY;

    fn acting(&self) -> Acting {
        Acting::ForcesThenImpulses
    }

    fn error_constant(&self) -> f64 {
        self.formulas().c.error_constant()
    }

    fn start(&self, start: &mut Start) {
        self.formulas().start(start);
    }

    fn stage(&self, _k: usize, at: At, _before: &Before, known: &mut Known) {
        self.formulas().stage(at, known);
    }

    fn finish(&self, at: At, end: &End, trial: &mut State) {
        self.formulas().finish(at, end.y, None, trial);
    }
}

/// Settings of mixed timestepping with generalized-α.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MixedAlphaSpec {
    /// Spectral radius at infinite frequency, 0 (most numerical damping) … 1 (none). Default: 0.8.
    rho_inf: Option<Number>,
}

impl Kind for MixedAlphaSpec {
    const KEY: &'static str = "mixed_alpha";
    const SUMMARY: &'static str =
        "mixed timestepping with generalized-α: forces at velocity level, impulses where contacts close";
    const SAMPLE: &'static str = bouncing_mass!("mixed_alpha", "rho_inf = 0.8\n");

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let rho_inf = self.rho_inf.as_ref().map_or(Ok(MixedAlpha::default().rho_inf), |n| b.fraction(n, "rho_inf"))?;
        b.set_method(Self::KEY, MixedAlpha { rho_inf });
        Ok(())
    }
}

/// Mixed timestepping with Bathe's method, which has no parameters.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MixedBathe {}

impl Formula for MixedBathe {
    const STAGES: usize = 2;
    const MEMORY: &'static [&'static str] = &["acceleration"];

    fn acting(&self) -> Acting {
        Acting::ForcesThenImpulses
    }

    fn start(&self, Start { state, acceleration, .. }: &mut Start) {
        memory_mut(state, 0).copy_from_slice(acceleration);
    }

    fn stage(&self, k: usize, At { island, state, h, .. }: At, before: &Before, known: &mut Known) {
        let acceleration = memory(state, 0);
        for i in island.each_dof() {
            let (v_n, half) = (state.kin.v[i], before.y[i]);
            known.v[i] = v_n;
            (known.x[i], known.psi[i]) = match k {
                0 => (0.25 * h * acceleration[i], 0.5 * h * v_n),
                _ => (4.0 / 3.0 * half, h * (v_n + half / 3.0)),
            };
        }
        let (share, time) = if k == 0 { (0.25, 0.5) } else { (1.0 / 3.0, 1.0) };
        (known.c, known.s, known.time) = (h * share, h * share, time);
    }

    fn finish(&self, At { island, h, .. }: At, end: &End, trial: &mut State) {
        for i in island.each_dof() {
            trial.acceleration[i] = (3.0 * end.y[i] - 4.0 * end.inner[i]) / h;
            memory_mut(trial, 0)[i] = trial.acceleration[i];
        }
    }
}

/// Mixed timestepping with Bathe's method has no settings of its own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MixedBatheSpec {}

impl Kind for MixedBatheSpec {
    const KEY: &'static str = "mixed_bathe";
    const SUMMARY: &'static str = "mixed timestepping with Bathe's method: what is not resolved is damped at once";
    const SAMPLE: &'static str = bouncing_mass!("mixed_bathe", "");

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        b.set_method(Self::KEY, MixedBathe {});
        Ok(())
    }
}
