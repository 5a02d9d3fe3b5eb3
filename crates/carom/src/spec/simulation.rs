//! The table `[simulation]`: the keys that all integrators share. Those of one integrator stand beside them, see its file in
//! `integrate`.

use super::build::{BuildError, Builder};
use super::value::{Number, Span};
use crate::catalog::Kind;
use crate::contact::Collision;
use crate::integrate::{Adaptive, ContactSolver, Impacts, InitialState, Method, Settings};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use toml::Spanned;

/// Settings of the time loop and of the problems of a step.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimulationSpec {
    /// (s) Step size; of the first step if there is an `error_tolerance`. Default: 1e-3.
    step: Option<Number>,
    /// Makes the size of steps follow their error: the largest error of a step, relative to the length of the bodies. Default: none,
    /// all steps are of one size.
    error_tolerance: Option<Number>,
    /// (s) With `error_tolerance`: bounds of the size. Default: `step`/1000.
    min_step: Option<Number>,
    /// (s) With `error_tolerance`. Default: 100 `step`.
    max_step: Option<Number>,
    /// (s) End of the simulation. Default: 1.
    until: Option<Number>,
    /// Relative tolerance of the equilibrium rows. Default: 1e-8; 1e-3 in models in which more than 40 bodies can collide.
    tolerance: Option<Number>,
    /// Tolerance of the constraint rows, relative to the model's length. Default: 1e-12; 1e-8 in models in which more than 40 bodies
    /// can collide.
    constraint_tolerance: Option<Number>,
    /// Factor of the augmentation parameters. A problem that has one solution has the same for all of them; of several, which
    /// friction in many contacts can have, it may choose another. Default: 1.
    augmentation: Option<Number>,
    /// Newton iterations before a problem counts as not converged. Default: 50.
    #[schemars(with = "Option<u32>")]
    max_iterations: Option<Spanned<u32>>,
    /// How often a step may be halved before the run stops. Default: 8.
    #[schemars(with = "Option<u32>")]
    max_halvings: Option<Spanned<u32>>,
    /// `simultaneous` solves the impact law once for all contacts that close in a step; `sequential` lets impacts travel from contact
    /// to contact within the step, as in Newton's cradle. Default: "simultaneous".
    #[schemars(with = "Option<ImpactOrder>")]
    impacts: Option<Spanned<ImpactOrder>>,
    /// What restitution means: `newton`, velocities after an impact are −e times those before; or `poisson`, impulses of expansion are
    /// e times those of compression, solved once for all contacts that close in a step. One contact without friction has the same
    /// result with both. Default: "newton".
    impact_law: Option<ImpactLaw>,
    /// Impacts that a step may solve one after the other with `sequential`. Default: 1000.
    #[schemars(with = "Option<u32>")]
    max_impacts: Option<Spanned<u32>>,
    /// `newton` (a factorisation an iteration), `sweeps` (Gauss–Seidel, for rigid bodies), or `auto`: sweeps where many contacts are
    /// near. The tolerances are the same. Default: "auto".
    contact_solver: Option<ContactSolver>,
    /// `check` refuses initial values that violate joints, `project` moves them to consistent ones, `static` starts from the
    /// equilibrium that `carom static` finds, with the given velocities. Default: "check".
    initial: Option<InitialState>,
    /// (s) Times that a step must end at. Default: none.
    #[serde(default)]
    output_times: Vec<Number>,
    /// Record every n-th step; impulses are summed over the steps between. Default: 1; more where the histories of a run would
    /// take more than 1 GB.
    #[schemars(with = "Option<u32>")]
    record_every: Option<Spanned<u32>>,
    /// Frames of `bodies.pvd` for ParaView, evenly spread, at most, beside the first; 0 for no such files. Default: 200, fewer if they
    /// are large.
    #[schemars(with = "Option<u32>")]
    frames: Option<Spanned<u32>>,
    /// Steps between checkpoints, from which an interrupted run resumes. A checkpoint renews tangents, which changes results within
    /// their tolerances. Default: 200, of which as many are written as take a fiftieth of the time.
    #[schemars(with = "Option<u32>")]
    checkpoint_every: Option<Spanned<u32>>,
    /// Whether a run of more than 10⁸ steps, 10 GB or 24 hours, as far as can be told before it starts, starts without `--yes`. Default: false.
    large_run: Option<bool>,
    /// Whether to evaluate, in every step, the energy identity that the integrator has for linear systems: `energy.csv` gets the channel
    /// `identity_defect`, and the summary its largest amount. Default: false.
    energy_identity: Option<bool>,
    /// (m) Characteristic length of the model, for tolerances. Default: the extent of its bodies and points.
    length_scale: Option<Number>,
}

/// The words for [`Impacts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ImpactOrder {
    Simultaneous,
    Sequential,
}

/// What restitution means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ImpactLaw {
    Newton,
    Poisson,
}

impl Kind for SimulationSpec {
    const KEY: &'static str = "simulation";
    const SUMMARY: &'static str = "keys of every integrator";
    const SAMPLE: &'static str = "";

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let d = Settings::default();
        let positive =
            |n: &Option<Number>, what: &str, default: f64| n.as_ref().map_or(Ok(default), |n| b.positive(n, what));
        let until = self.until.as_ref().map_or(Ok(d.until), |n| b.positive(n, "until"))?;
        let output_times = self.times(b, until)?;
        let step = positive(&self.step, "step", d.step)?;
        let settings = Settings {
            step,
            adaptive: self.adaptive(b, step)?,
            until,
            tolerance: positive(&self.tolerance, "tolerance", d.tolerance)?,
            constraint_tolerance: positive(&self.constraint_tolerance, "constraint_tolerance", d.constraint_tolerance)?,
            augmentation: positive(&self.augmentation, "augmentation", d.augmentation)?,
            max_iterations: count(&self.max_iterations, "max_iterations", d.max_iterations)?,
            max_halvings: self.max_halvings.as_ref().map_or(d.max_halvings, |n| *n.get_ref()),
            impacts: self.impacts()?,
            contact_solver: self.contact_solver.unwrap_or(d.contact_solver),
            initial: self.initial.unwrap_or(d.initial),
            output_times,
            record_every: count(&self.record_every, "record_every", d.record_every)?,
            may_thin: self.record_every.is_none(),
            large_run: self.large_run.unwrap_or(false),
            frames: self.frames.as_ref().map(|n| *n.get_ref() as usize),
            checkpoint_every: count(&self.checkpoint_every, "checkpoint_every", d.checkpoint_every)?,
            writes_all_checkpoints: self.checkpoint_every.is_some(),
            energy_identity: self.energy_identity.unwrap_or(false),
            ..d
        };
        if let (Some(step), true) = (&self.step, settings.step > settings.until) {
            b.warn(BuildError::at(&step.span, format!("the step {} s is longer than the simulation", settings.step)));
        }
        b.default_tolerances = [self.tolerance.is_none(), self.constraint_tolerance.is_none()];
        b.model.length = self.length_scale.as_ref().map(|n| b.positive(n, "length_scale")).transpose()?;
        b.model.shows_identity = settings.energy_identity;
        b.settings = settings;
        Ok(())
    }
}

/// A collision with more moving bodies than this is a pile: its forces are nearly undetermined, and tolerances that suit mechanisms
/// take very long or fail.
const PILE: usize = 40;

/// Defaults of the tolerances where many bodies can collide; to be called when all contacts are built.
pub(super) fn suit_piles(b: &mut Builder) {
    let moving = |collision: &Collision| {
        collision.colliders.iter().filter_map(|collider| collider.node).collect::<BTreeSet<_>>().len()
    };
    if b.model.collisions.iter().map(moving).max().unwrap_or(0) <= PILE {
        return;
    }
    let tolerances = [&mut b.settings.tolerance, &mut b.settings.constraint_tolerance];
    for ((tolerance, is_default), suited) in tolerances.into_iter().zip(b.default_tolerances).zip([1e-3, 1e-8]) {
        if is_default {
            *tolerance = suited;
            b.settings.suits_piles = true;
        }
    }
}

impl SimulationSpec {
    /// How the size of steps follows their error, if it does; `step` is the first.
    fn adaptive(&self, b: &Builder, step: f64) -> Result<Option<Adaptive>, BuildError> {
        let bounds = [(&self.min_step, "min_step", 1e-3 * step), (&self.max_step, "max_step", 1e2 * step)];
        let Some(tolerance) = &self.error_tolerance else {
            let lost = bounds.iter().find_map(|(n, key, _)| n.as_ref().map(|n| (n, key)));
            return lost.map_or(Ok(None), |(n, key)| {
                let message = format!("`{key}` belongs to steps whose size follows their error");
                Err(BuildError::at(&n.span, message).help("remove it, or add `error_tolerance = 1e-5`"))
            });
        };
        let value = b.positive(tolerance, "error_tolerance")?;
        if value >= 1.0 {
            let message = format!("error_tolerance is {value}, expected a number below 1");
            return Err(BuildError::at(&tolerance.span, message)
                .help("it is relative to the length of the bodies: 1e-4 is coarse, 1e-7 fine"));
        }
        let [min_step, max_step] =
            bounds.map(|(n, key, default)| n.as_ref().map_or(Ok(default), |n| b.positive(n, key)));
        let (min_step, max_step) = (min_step?, max_step?);
        for (n, key, outside, word) in [
            (&self.min_step, "min_step", min_step > step, "at most"),
            (&self.max_step, "max_step", max_step < step, "at least"),
        ] {
            if let (Some(n), true) = (n, outside) {
                let message = format!("{key} is {} s, expected {word} the first step, {step} s", b.positive(n, key)?);
                return Err(BuildError::at(&n.span, message).help("change it or `step`"));
            }
        }
        Ok(Some(Adaptive { tolerance: value, min_step, max_step }))
    }

    fn impacts(&self) -> Result<Impacts, BuildError> {
        let max_rounds = count(&self.max_impacts, "max_impacts", 1000)?;
        let poisson = self.impact_law == Some(ImpactLaw::Poisson);
        match &self.impacts {
            Some(order) if *order.get_ref() == ImpactOrder::Sequential => {
                if poisson {
                    let message = "`impacts` is \"sequential\", expected \"simultaneous\" with Poisson's impact law";
                    return Err(BuildError::at(&order.span(), message).help(
                        "remove it, or remove `impact_law = \"poisson\"`: sequences are solved by Newton's law",
                    ));
                }
                return Ok(Impacts::Sequential { max_rounds });
            }
            _ => {}
        }
        match &self.max_impacts {
            None if poisson => Ok(Impacts::Poisson),
            None => Ok(Impacts::Simultaneous),
            Some(n) => Err(BuildError::at(&n.span(), "`max_impacts` belongs to `impacts = \"sequential\"`")
                .help("remove it, or add `impacts = \"sequential\"`")),
        }
    }

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

impl Builder {
    /// The integrator of the model, with its key in the catalog.
    pub fn set_method(&mut self, key: &'static str, method: impl Method + 'static) {
        self.integrator = key;
        self.settings.method = Arc::new(method);
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
