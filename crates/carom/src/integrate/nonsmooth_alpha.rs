//! Nonsmooth Newmark, HHT and generalized-α schemes at velocity level (Chen, Acary, Virlez & Brüls 2013; L 73–80 without the position
//! multipliers).
//!
//! The smooth part of the motion carries no constraint forces; joints and contacts act by impulses:
//!
//! ```text
//! M v̇~ = f(q_{n+1}, v_{n+1}, t_{n+1})         v_{n+1} = ṽ + W ,  q_{n+1} = q~ ∘ exp(½h W) ,  ṽ and q~ by Newmark's formulas
//! M W = Gᵀ P                                  joints:    G v_{n+1} + g_t = 0
//! contacts:  0 ≤ U_{n+1} + e U_n ⊥ P ≥ 0 if the forecast gap g(q_n) + γ h U_n ≤ 0, else P = 0; friction likewise
//! ```
//!
//! For linear systems the algorithmic energy (L 102, 111) never grows if 2β ≥ γ ≥ ½ and 0 ≤ α ≤ γ − ½ (L 105, 116). Joints and contacts
//! drift at position level.

use super::affine::{Before, End, Formula, Known, Start, w_at_end};
use super::coefficients::{Coefficients, hht, newmark};
use super::identity::Identity;
use super::newmark::{MEMORY, Newmark};
use super::scheme::At;
use super::state::State;
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Parameters of the method.
#[derive(Clone, Debug, Serialize)]
pub struct NonsmoothAlpha {
    #[serde(flatten)]
    pub coefficients: Coefficients,
    /// Share γ of the step over which gaps are forecast.
    pub forecast: f64,
}

impl Default for NonsmoothAlpha {
    fn default() -> Self {
        Self { coefficients: Coefficients::of_radius(0.8), forecast: 0.5 }
    }
}

impl NonsmoothAlpha {
    fn formulas(&self) -> Newmark {
        Newmark { c: self.coefficients }
    }
}

impl Formula for NonsmoothAlpha {
    const MEMORY: &'static [&'static str] = MEMORY;
    const SPLITS: bool = true;

    fn forecast(&self) -> f64 {
        self.forecast
    }

    fn shift(&self, h: f64) -> f64 {
        self.formulas().shift(h)
    }

    fn identity(&self) -> Option<Identity> {
        (self.coefficients.alpha_m == 0.0).then_some(Identity::Newmark(self.coefficients))
    }

    fn start(&self, start: &mut Start) {
        self.formulas().start_free(start);
    }

    fn stage(&self, _k: usize, at: At, _before: &Before, known: &mut Known) {
        self.formulas().stage(at, known);
    }

    fn finish(&self, at: At, end: &End, trial: &mut State) {
        self.formulas().finish(at, end.y, Some(end.w), trial);
        at.island.each_dof().for_each(|i| trial.acceleration[i] += w_at_end(at, end, i));
    }
}

fn forecast(b: &Builder, number: Option<&Number>) -> Result<f64, BuildError> {
    number.map_or(Ok(NonsmoothAlpha::default().forecast), |n| b.fraction(n, "forecast"))
}

/// Settings of the nonsmooth generalized-α scheme at velocity level.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NonsmoothAlphaSpec {
    /// Spectral radius at infinite frequency, 0 (most numerical damping) … 1 (none). Default: 0.8.
    rho_inf: Option<Number>,
    /// Share of the step over which gaps are forecast; a contact acts where this closes it. Default: 0.5.
    forecast: Option<Number>,
}

impl Kind for NonsmoothAlphaSpec {
    const KEY: &'static str = "nonsmooth_alpha";
    const SUMMARY: &'static str = "nonsmooth generalized-α scheme at velocity level: constraints by impulses, beside a smooth motion without them";
    const SAMPLE: &'static str = bouncing_mass!("nonsmooth_alpha", "rho_inf = 0.8\n");

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let rho = self.rho_inf.as_ref().map_or(Ok(0.8), |n| b.fraction(n, "rho_inf"))?;
        let coefficients = Coefficients::of_radius(rho);
        let method = NonsmoothAlpha { coefficients, forecast: forecast(b, self.forecast.as_ref())? };
        b.set_method(Self::KEY, method);
        Ok(())
    }
}

/// Settings of the nonsmooth Hilber–Hughes–Taylor scheme.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NonsmoothHhtSpec {
    /// Weight of the forces at the start of the step, 0 (no numerical damping) … 1/3 (most). Default: 0.1.
    alpha: Option<Number>,
    /// Share of the step over which gaps are forecast; a contact acts where this closes it. Default: 0.5.
    forecast: Option<Number>,
}

impl Kind for NonsmoothHhtSpec {
    const KEY: &'static str = "nonsmooth_hht";
    const SUMMARY: &'static str = "nonsmooth Hilber–Hughes–Taylor scheme at velocity level";
    const SAMPLE: &'static str = bouncing_mass!("nonsmooth_hht", "alpha = 0.1\n");

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let coefficients = hht(b, self.alpha.as_ref(), 0.1)?;
        let method = NonsmoothAlpha { coefficients, forecast: forecast(b, self.forecast.as_ref())? };
        b.set_method(Self::KEY, method);
        Ok(())
    }
}

/// Settings of the nonsmooth Newmark scheme.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NonsmoothNewmarkSpec {
    /// Weight of the end of the step in the velocities, 0.5 (second order, no numerical damping) … 1. Default: 0.5.
    gamma: Option<Number>,
    /// Weight of the end of the step in the positions, at least gamma/2. Default: (gamma + 1/2)²/4.
    beta: Option<Number>,
    /// Share of the step over which gaps are forecast; a contact acts where this closes it. Default: 0.5.
    forecast: Option<Number>,
}

impl Kind for NonsmoothNewmarkSpec {
    const KEY: &'static str = "nonsmooth_newmark";
    const SUMMARY: &'static str = "nonsmooth Newmark scheme at velocity level";
    const SAMPLE: &'static str = bouncing_mass!("nonsmooth_newmark", "gamma = 0.5\nbeta = 0.25\n");

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let coefficients = newmark(b, self.gamma.as_ref(), self.beta.as_ref())?;
        let method = NonsmoothAlpha { coefficients, forecast: forecast(b, self.forecast.as_ref())? };
        b.set_method(Self::KEY, method);
        Ok(())
    }
}
