//! The tables `[static]` and `[modes]`: settings of the analyses beside dynamics.

use super::build::{BuildError, Builder};
use super::simulation::count;
use super::value::Number;
use crate::analysis::{ModeSettings, StaticSettings};
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

/// Settings of the static equilibrium.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StaticSpec {
    /// Steps in which gravity, forces and torques grow from zero to their full size. By the arc length: the model's length over
    /// `steps` is the most that a node moves in one. Default: 10.
    #[schemars(with = "Option<u32>")]
    steps: Option<Spanned<u32>>,
    /// One linear solution about the initial state instead of a path. Default: false.
    linear: Option<bool>,
    /// Follow the path by its arc length, through limit points at which the load falls. Default: false.
    arc_length: Option<bool>,
    /// Steps after which a path that has not reached the full load is given up. Default: 1000.
    #[schemars(with = "Option<u32>")]
    max_steps: Option<Spanned<u32>>,
    /// Relative tolerance of the equilibrium rows. Default: 1e-9.
    tolerance: Option<Number>,
    /// Tolerance of the constraint rows, relative to the model's length. Default: 1e-10.
    constraint_tolerance: Option<Number>,
    /// Newton iterations before a step counts as not converged and is halved. Default: 25.
    #[schemars(with = "Option<u32>")]
    max_iterations: Option<Spanned<u32>>,
    /// (s) Time at which expressions of `t` are evaluated. Default: 0.
    time: Option<Number>,
}

impl StaticSpec {
    pub fn build(&self, b: &mut Builder) -> Result<(), BuildError> {
        let d = StaticSettings::default();
        let positive =
            |n: &Option<Number>, what: &str, default: f64| n.as_ref().map_or(Ok(default), |n| b.positive(n, what));
        b.settings.statics = StaticSettings {
            steps: count(&self.steps, "steps", d.steps)?,
            linear: self.linear.unwrap_or(d.linear),
            arc_length: self.arc_length.unwrap_or(d.arc_length),
            max_steps: count(&self.max_steps, "max_steps", d.max_steps)?,
            tolerance: positive(&self.tolerance, "tolerance", d.tolerance)?,
            constraint_tolerance: positive(&self.constraint_tolerance, "constraint_tolerance", d.constraint_tolerance)?,
            max_iterations: count(&self.max_iterations, "max_iterations", d.max_iterations)?,
            time: b.number_or(self.time.as_ref(), d.time)?,
        };
        Ok(())
    }
}

/// The state that modes are taken about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum About {
    Initial,
    Static,
}

/// Settings of the modes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ModesSpec {
    /// Number of modes. Default: 10.
    #[schemars(with = "Option<u32>")]
    count: Option<Spanned<u32>>,
    /// The state they are taken about: `initial`, or `static`, the equilibrium under gravity and loads. Default: "initial".
    about: Option<About>,
    /// Relative residual of a mode. Default: 1e-9.
    tolerance: Option<Number>,
    /// (Hz) Frequency near which modes are looked for. Default: the lowest modes.
    near: Option<Number>,
    /// Whether free motions, of frequency 0, are listed; otherwise they are only counted. Default: false.
    free: Option<bool>,
}

impl ModesSpec {
    pub fn build(&self, b: &mut Builder) -> Result<(), BuildError> {
        let d = ModeSettings::default();
        b.modes = ModeSettings {
            count: count(&self.count, "count", d.count)?,
            about_static: self.about == Some(About::Static),
            tolerance: self.tolerance.as_ref().map_or(Ok(d.tolerance), |n| b.positive(n, "tolerance"))?,
            near: self.near.as_ref().map(|n| b.positive(n, "near")).transpose()?,
            free: self.free.unwrap_or(d.free),
        };
        Ok(())
    }
}
