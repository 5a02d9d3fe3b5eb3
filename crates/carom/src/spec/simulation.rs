//! The table `[simulation]`: settings of the integrator and of the time loop.

use super::build::{BuildError, Builder};
use super::value::{Number, Span};
use crate::catalog::Kind;
use crate::integrate::{InitialState, Settings, Variant};
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

/// Variants of the decoupled scheme.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
enum VariantName {
    #[serde(rename = "DS")]
    Ds,
    #[serde(rename = "DSn")]
    Dsn,
}

/// What to do with initial values that violate constraints.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum InitialName {
    Check,
    Project,
    Static,
}

/// Settings of the decoupled nonsmooth generalized-α method.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decoupled {
    /// (s) Step size. Default: 1e-3.
    step: Option<Number>,
    /// (s) End of the simulation. Default: 1.
    until: Option<Number>,
    /// Spectral radius at infinite frequency, 0 (most numerical damping) … 1 (none). Default: 0.8.
    rho_inf: Option<Number>,
    /// `DS`, or `DSn` without the force corrections (for comparison). Default: "DS".
    variant: Option<VariantName>,
    /// Relative tolerance of the equilibrium rows. Default: 1e-8.
    tolerance: Option<Number>,
    /// Tolerance of the constraint rows, relative to the model's length. Default: 1e-12.
    constraint_tolerance: Option<Number>,
    /// Factor of the augmentation parameters; the trajectory does not depend on it. Default: 1.
    augmentation: Option<Number>,
    /// Impose Coulomb friction at position level too. Default: true.
    position_friction: Option<bool>,
    /// Newton iterations before a problem counts as not converged. Default: 50.
    #[schemars(with = "Option<u32>")]
    max_iterations: Option<Spanned<u32>>,
    /// How often a step may be halved before the run stops. Default: 8.
    #[schemars(with = "Option<u32>")]
    max_halvings: Option<Spanned<u32>>,
    /// `check` refuses initial values that violate joints, `project` moves them to consistent ones, `static` starts from the
    /// equilibrium that `carom static` finds, with the given velocities. Default: "check".
    initial: Option<InitialName>,
    /// (s) Times that a step must end at. Default: none.
    #[serde(default)]
    output_times: Vec<Number>,
    /// Record every n-th step; impulses are summed over the steps between. Default: 1.
    #[schemars(with = "Option<u32>")]
    record_every: Option<Spanned<u32>>,
    /// Steps between checkpoints, from which an interrupted run resumes. Default: 1000.
    #[schemars(with = "Option<u32>")]
    checkpoint_every: Option<Spanned<u32>>,
    /// (m) Characteristic length of the model, for tolerances. Default: the extent of its bodies and points.
    length_scale: Option<Number>,
}

impl Kind for Decoupled {
    const KEY: &'static str = "decoupled";
    const SUMMARY: &'static str = "decoupled nonsmooth generalized-α method: smooth motion, position, velocity";
    const SAMPLE: &'static str = r#"
name = "falling mass"
gravity = [0, 0, -9.81]
[simulation]
integrator = "decoupled"
step = 1e-3
until = 0.5
rho_inf = 0.9
[bodies.ball]
type = "point_mass"
mass = 1.0
"#;

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let d = Settings::default();
        let positive =
            |n: &Option<Number>, what: &str, default: f64| n.as_ref().map_or(Ok(default), |n| b.positive(n, what));
        let until = self.until.as_ref().map_or(Ok(d.until), |n| b.positive(n, "until"))?;
        let output_times = self.times(b, until)?;
        let settings = Settings {
            integrator: crate::integrate::Decoupled::make,
            step: positive(&self.step, "step", d.step)?,
            until,
            rho_inf: self.rho_inf.as_ref().map_or(Ok(d.rho_inf), |n| b.fraction(n, "rho_inf"))?,
            variant: match self.variant {
                Some(VariantName::Dsn) => Variant::Dsn,
                Some(VariantName::Ds) | None => Variant::Ds,
            },
            tolerance: positive(&self.tolerance, "tolerance", d.tolerance)?,
            constraint_tolerance: positive(&self.constraint_tolerance, "constraint_tolerance", d.constraint_tolerance)?,
            augmentation: positive(&self.augmentation, "augmentation", d.augmentation)?,
            position_friction: self.position_friction.unwrap_or(d.position_friction),
            max_iterations: count(&self.max_iterations, "max_iterations", d.max_iterations)?,
            max_halvings: self.max_halvings.as_ref().map_or(d.max_halvings, |n| *n.get_ref()),
            initial: match self.initial {
                Some(InitialName::Project) => InitialState::Project,
                Some(InitialName::Static) => InitialState::Static,
                Some(InitialName::Check) | None => InitialState::Check,
            },
            output_times,
            record_every: count(&self.record_every, "record_every", d.record_every)?,
            checkpoint_every: count(&self.checkpoint_every, "checkpoint_every", d.checkpoint_every)?,
            statics: d.statics,
        };
        if let (Some(step), true) = (&self.step, settings.step > settings.until) {
            b.warn(BuildError::at(&step.span, format!("the step {} s is longer than the simulation", settings.step)));
        }
        b.model.length = self.length_scale.as_ref().map(|n| b.positive(n, "length_scale")).transpose()?;
        b.settings = settings;
        b.integrator = Self::KEY;
        Ok(())
    }
}

impl Decoupled {
    fn times(&self, b: &Builder, until: f64) -> Result<Vec<f64>, BuildError> {
        let mut times: Vec<f64> = Vec::new();
        for n in &self.output_times {
            let t = b.positive(n, "output time")?;
            if times.last().is_some_and(|last| t <= *last) {
                let message = format!("the output time {t} s does not come after the one before it");
                return Err(BuildError::at(&n.span, message).help("list output times in ascending order"));
            }
            if t > until {
                // Beyond the end, as when a run is shortened: nothing to hit.
                continue;
            }
            times.push(t);
        }
        Ok(times)
    }
}

pub(super) fn count(n: &Option<Spanned<u32>>, what: &str, default: usize) -> Result<usize, BuildError> {
    match n.as_ref().map(|n| (*n.get_ref() as usize, n.span())) {
        None => Ok(default),
        Some((0, span)) => Err(zero(&span, what)),
        Some((n, _)) => Ok(n),
    }
}

fn zero(span: &Span, what: &str) -> BuildError {
    BuildError::at(span, format!("{what} is 0, expected at least 1"))
}
