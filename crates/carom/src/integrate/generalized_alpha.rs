//! The generalized-α scheme of smooth dynamics on Lie groups (Brüls, Cardona & Arnold 2012; R 20–26), with Newmark and HHT as special
//! cases: joints act by forces at position level, at the end of the step.
//!
//! ```text
//! M v̇_{n+1} = f(q_{n+1}, v_{n+1}, t_{n+1}) + Gᵀ λ_{n+1} ,     g(q_{n+1}, t_{n+1}) = 0
//! ```
//!
//! It is for models without contacts. To show why (L 69–72, slides 58–61), contacts can be treated as joints are:
//!
//! ```text
//! position   0 ≤ g(q_{n+1}) ⊥ λ ≥ 0                    no impact law: the rebound is what the formulas make of it
//! velocity   0 ≤ U_{n+1} + e U_n ⊥ λ ≥ 0 if g(q_n) + ½h U_n ≤ 0     of first order for γ = 1 only; else the jump enters a, and rings
//! ```

use super::Undefined;
use super::affine::{Acting, Before, End, Formula, Known, Start};
use super::coefficients::{Coefficients, averages, hht, newmark};
use super::newmark::{MEMORY, Newmark};
use super::scheme::At;
use super::settings::Settings;
use super::state::State;
use crate::catalog::Kind;
use crate::model::Model;
use crate::spec::{BuildError, Builder, Number};
use crate::system::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How contacts are treated, against better knowledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NaiveContact {
    /// As joints: no penetration, no impact law, no friction.
    Position,
    /// Newton's law on velocities, by forces. Joints then hold at velocity level too.
    Velocity,
}

/// Parameters of the method.
#[derive(Clone, Debug, Serialize)]
pub struct GeneralizedAlpha {
    #[serde(flatten)]
    pub coefficients: Coefficients,
    /// Without it the method refuses contacts.
    pub naive_contact: Option<NaiveContact>,
}

impl Default for GeneralizedAlpha {
    fn default() -> Self {
        Self { coefficients: Coefficients::of_radius(0.8), naive_contact: None }
    }
}

impl GeneralizedAlpha {
    fn formulas(&self) -> Newmark {
        Newmark { c: self.coefficients }
    }
}

impl Formula for GeneralizedAlpha {
    fn check(&self, model: &Model, settings: &Settings) -> Result<(), Undefined> {
        if self.naive_contact.is_some() {
            let help = "remove it, or `naive_contact`: its accelerations contain impacts, which grow as steps shrink";
            Undefined::adaptive(settings, help)?;
        }
        match self.naive_contact {
            None => {
                let help = "choose another integrator, or set `naive_contact` to see what goes wrong";
                Undefined::find(model, ("contacts", help), |law| !law.is_smooth())
            }
            Some(NaiveContact::Position) => {
                Undefined::beyond_newton(settings)?;
                let help = "remove friction, rolling and drilling resistance, or choose another integrator";
                Undefined::find(model, ("friction at position level", help), |law| law.axes().len() > 1)
            }
            Some(NaiveContact::Velocity) => Ok(()),
        }
    }

    const MEMORY: &'static [&'static str] = MEMORY;

    fn acting(&self) -> Acting {
        Acting::Forces
    }

    fn level(&self) -> Level {
        if self.naive_contact == Some(NaiveContact::Velocity) { Level::Velocity } else { Level::Position }
    }

    fn forecast(&self) -> f64 {
        0.5
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

/// Settings of the generalized-α scheme of smooth dynamics.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GeneralizedAlphaSpec {
    /// Spectral radius at infinite frequency, 0 (most numerical damping) … 1 (none). Default: 0.8.
    rho_inf: Option<Number>,
    /// Instead of `rho_inf`, the scheme of Hilber, Hughes and Taylor: 0 … 1/3.
    alpha: Option<Number>,
    /// Instead of `rho_inf`, Newmark's scheme: weight of the end of the step in the velocities, 0.5 … 1.
    gamma: Option<Number>,
    /// For `gamma`: weight of the end of the step in the positions, at least gamma/2. Default: (gamma + 1/2)²/4.
    beta: Option<Number>,
    /// Instead of `rho_inf`, with `alpha_f`: weight of the averaged accelerations at the start of the step, at most alpha_f.
    alpha_m: Option<Number>,
    /// Instead of `rho_inf`, with `alpha_m`: weight of the accelerations at the start of the step, at most 0.5.
    alpha_f: Option<Number>,
    /// Treats contacts as this scheme would without thinking, at `position` or `velocity` level, to show why not. Default: contacts
    /// are refused.
    naive_contact: Option<NaiveContact>,
}

impl Kind for GeneralizedAlphaSpec {
    const KEY: &'static str = "generalized_alpha";
    const SUMMARY: &'static str =
        "generalized-α, HHT or Newmark scheme of smooth dynamics, for models without contacts";
    const SAMPLE: &'static str = r#"
name = "pendulum"
gravity = [0, 0, -9.81]
[simulation]
integrator = "generalized_alpha"
step = 1e-3
until = 0.5
rho_inf = 0.8
[bodies.rod]
type = "rigid_body"
mass = 1.0
inertia = [0.1, 0.1, 0.1]
position = [0.5, 0, 0]
[joints.pivot]
type = "spherical"
a = "ground"
b = "rod"
at = [0, 0, 0]
"#;

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let either = |a: &'_ Option<Number>, b: &'_ Option<Number>| a.as_ref().or(b.as_ref()).map(|n| n.span.clone());
        let families = [
            either(&self.rho_inf, &None),
            either(&self.alpha, &None),
            either(&self.gamma, &self.beta),
            either(&self.alpha_m, &self.alpha_f),
        ];
        if let [_, second, ..] = &families.into_iter().flatten().collect::<Vec<_>>()[..] {
            let message = "parameters of two schemes are given".to_owned();
            let help = "give one of `rho_inf` or `alpha_m` with `alpha_f` (generalized-α), `alpha` (HHT), or `gamma` with `beta` (Newmark)";
            return Err(BuildError::at(second, message).help(help));
        }
        let coefficients = match (&self.alpha, &self.gamma, &self.beta, (&self.alpha_m, &self.alpha_f)) {
            (Some(alpha), ..) => hht(b, Some(alpha), 0.0)?,
            (_, None, None, (None, None)) => {
                let rho = self.rho_inf.as_ref().map_or(Ok(0.8), |n| b.fraction(n, "rho_inf"))?;
                Coefficients::of_radius(rho)
            }
            (_, None, None, (Some(alpha_m), Some(alpha_f))) => averages(b, alpha_m, alpha_f)?,
            (_, None, None, (Some(one), None) | (None, Some(one))) => {
                let message = "one of `alpha_m` and `alpha_f` is missing".to_owned();
                return Err(BuildError::at(&one.span, message).help("give both, or `rho_inf`"));
            }
            (_, gamma, beta, _) => newmark(b, gamma.as_ref(), beta.as_ref())?,
        };
        b.set_method(Self::KEY, GeneralizedAlpha { coefficients, naive_contact: self.naive_contact });
        Ok(())
    }
}
