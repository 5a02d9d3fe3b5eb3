//! Why a step or a start failed, in the terms of the model.

use crate::contact::Contact;
use crate::system::{Few, Solve, Stage};
use nonsmooth::{Failure, Law};

/// Why a step is not taken; a shorter one may be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// A problem that did not converge; `worst` is the item with the largest constraint residual, with value and unit.
    #[error("the {problem} did not converge ({reason}); worst row: {worst}")]
    NotConverged { problem: &'static str, reason: String, worst: String },
    /// `what` is the force of an element, or a constraint of a joint or contact.
    #[error("{what} is not a finite number at t = {time:.9} s")]
    NotFinite { what: String, time: f64 },
    #[error("the two sides of the contact `{contact}` pass through each other within the step")]
    PassesThrough { contact: String },
    #[error("a body of the contact `{contact}` turns by {angle:.2} rad within the step, more than half a turn")]
    TurnsTooFar { contact: String, angle: f64 },
    /// A compliant contact that needs shorter steps.
    #[error("a collision of the contact `{contact}` takes {steps:.1} steps of this size, and {least} are needed")]
    Unresolved { contact: String, steps: f64, least: f64 },
    /// Energy out of nothing; `item` is where most of the energy is.
    #[error(
        "{made:.3e} J came out of nothing near `{item}`, where {all:.3e} J were turned over: the step does not resolve what is stiff \
         there"
    )]
    MakesEnergy { item: String, made: f64, all: f64 },
    /// Contacts that friction locks, see `nonsmooth::Unsolved::Jammed`.
    #[error("friction locks the contacts {contacts}: whatever they carry, they cannot move as the {problem} demands")]
    Jammed { problem: &'static str, contacts: String },
    #[error("contacts that come near in the step are others after every solution")]
    NoEndOfSearches,
    /// The stop flag was raised: no shorter step is wanted.
    #[error("the step was interrupted")]
    Interrupted,
}

impl StepError {
    /// What to try.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NotFinite { .. } => {
                "its expressions and numbers must be finite at all times: check for 0/0, sqrt(-1), ln(0), and for wrong exponents"
            }
            Self::PassesThrough { .. } | Self::TurnsTooFar { .. } => {
                "a smaller `step`, or larger `max_halvings` in [simulation], helps: within a step what meets may move by about its own \
                 thickness"
            }
            Self::MakesEnergy { .. } => {
                "a smaller `step` helps, or `integrator = \"decoupled\"`, which makes none with cables; masses that differ by many powers of \
                 ten cannot be helped"
            }
            Self::Jammed { .. } => {
                "less friction or restitution there, or joints in the place of contacts that lock; a smaller `step` meets the same jam later"
            }
            _ => {
                "a smaller `step`, or larger `max_iterations` in [simulation], may help; piles of many bodies need larger `tolerance` and \
                 `constraint_tolerance` (guide, section 17)"
            }
        }
    }

    /// For a problem whose contacts hold each other.
    pub(super) fn jammed<S: Stage>(name: &'static str, problem: &Solve<'_, S>, few: &Few) -> Self {
        let names = problem.loaded(few).take(3).map(|b| format!("`{}`", problem.system.block_name(b)));
        Self::Jammed { problem: name, contacts: names.collect::<Vec<_>>().join(", ") }
    }

    /// For a problem that was left at its iterate.
    pub(super) fn new<S: Stage>(name: &'static str, problem: &Solve<'_, S>, failure: Failure) -> Self {
        let kin = &problem.work.kin;
        if failure == Failure::NotFinite
            && let Some((what, item)) = not_finite(problem)
        {
            return Self::NotFinite { what: format!("{what} of `{item}`"), time: kin.t };
        }
        Self::NotConverged { problem: name, reason: describe(&failure), worst: worst_row(problem) }
    }
}

/// A failure of the Newton iteration in words.
pub(crate) fn describe(failure: &Failure) -> String {
    match failure {
        Failure::Singular => "its matrix is singular".to_owned(),
        Failure::Stopped => "it was stopped".to_owned(),
        Failure::NotFinite => "the residual is not a number".to_owned(),
        Failure::NotConverged { report } => {
            format!("residual {:.1e} times its tolerance after {} iterations", report.ratio, report.iterations)
        }
    }
}

/// Names the first force or constraint that is not finite where the configuration is, and its item.
pub(super) fn not_finite<S: Stage>(problem: &Solve<'_, S>) -> Option<(&'static str, String)> {
    let (system, kin) = (problem.system, &problem.work.kin);
    let contacts = || problem.sub.blocks.iter().filter_map(|b| b.checked_sub(system.joints.len()));
    let lost = contacts().map(|c| system.contact(c)).find(|contact| !has_surface_velocity(contact, kin));
    if let Some(contact) = lost {
        return Some(("the surface velocity", contact.name.clone()));
    }
    if let Some(c) = contacts().find(|&c| !has_friction(&problem.rows.laws[c])) {
        return Some(("the friction", system.contact(c).name.clone()));
    }
    let is_finite = kin.v.iter().all(|v| v.is_finite()) && kin.frames.iter().all(|f| f.x.iter().all(|x| x.is_finite()));
    if !is_finite {
        return None;
    }
    if let Some(item) = system.element_without_force(kin) {
        return Some(("the force", item.name.clone()));
    }
    let has_value = |b: usize| system.block(b).rows().all(|row| problem.rows.row_residual(row).is_finite());
    let block = problem.sub.blocks.iter().find(|&&b| !has_value(b))?;
    Some(("a constraint", system.block_name(*block).to_owned()))
}

fn has_surface_velocity(contact: &Contact, kin: &crate::model::Kinematics) -> bool {
    (1..3).all(|i| contact.pair.surface_velocity(i, kin.t, &kin.signals).is_finite())
}

fn has_friction(law: &Law) -> bool {
    match law {
        Law::Bilateral => true,
        Law::Unilateral { discs, .. } => discs.iter().flatten().all(|disc| disc.factor.is_finite()),
    }
}

/// Names the row with the largest residual.
fn worst_row<S: Stage>(problem: &Solve<'_, S>) -> String {
    let (system, level) = (problem.system, problem.stage.level());
    let mut worst = (0.0, "none (equilibrium)".to_owned());
    for &b in &problem.sub.blocks {
        let block = system.block(b);
        for i in 0..block.len() {
            let residual = problem.rows.row_residual(block.first + i).abs();
            if residual > worst.0 {
                let unit = level.unit(block.row(i).is_angular());
                worst = (residual, format!("{} ({residual:.2e} {unit})", system.block_name(b)));
            }
        }
    }
    worst.1
}
