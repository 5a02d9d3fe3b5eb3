//! Every integrator of the catalog, in the variants that are tested, with the orders that it promises.
//!
//! An integrator that is new in the catalog is tested with its default parameters against the default promises, without a line here.

use super::Set;
use crate::catalog::Group;

/// Orders of convergence of positions, velocities and forces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orders {
    pub position: f64,
    pub velocity: f64,
    pub force: f64,
}

impl Orders {
    pub const fn all(order: f64) -> Self {
        Self { position: order, velocity: order, force: order }
    }
}

/// What an integrator promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Promises {
    /// Smooth motion of bodies with joints.
    pub smooth: Orders,
    /// A contact that stays closed.
    pub persistent: Orders,
    /// Position after an isolated impact.
    pub impact: f64,
    /// Mean error (L¹) of positions over a run with impacts.
    pub impact_mean: f64,
    /// Forces after the velocity of a drive jumped are those of a smooth motion.
    pub jumps: bool,
    /// It may refuse steps with many contacts and much friction.
    pub refuses: bool,
    /// Rounding of positions in the forces of joints, relative to the largest, at a step of 1 ms: 1e-16 m is a force of 1e-16 m M/h²,
    /// and what redundant joints share of it is larger by the inverse of their compliance.
    pub force_rounding: f64,
    /// An impact takes two steps.
    pub spreads: bool,
    /// It can make energy in impacts, as printed.
    pub gains: bool,
    /// Why it promises less than second order, as a sentence; empty if it does not.
    pub why: &'static str,
}

impl Promises {
    /// Second order wherever the motion is smooth between isolated impacts, first order in the mean over many.
    const SECOND: Self = Self {
        smooth: Orders::all(2.0),
        persistent: Orders::all(2.0),
        impact: 2.0,
        impact_mean: 1.0,
        jumps: true,
        refuses: false,
        force_rounding: 1e-9,
        spreads: false,
        gains: false,
        why: "",
    };
}

impl Default for Promises {
    fn default() -> Self {
        Self::SECOND
    }
}

/// An integrator with parameters.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// For messages: the key, and what differs from the defaults.
    pub label: String,
    /// Its settings in a model file.
    pub set: Vec<Set<'static>>,
    pub promises: Promises,
}

impl Scheme {
    /// Whether the integrator is defined for a model; `carom check` says what it is not defined for.
    pub fn takes(&self, text: &str) -> bool {
        super::is_defined(text, &self.set)
    }

    /// The settings of this integrator and those of a case.
    pub fn with<'a>(&self, set: &[Set<'a>]) -> Vec<Set<'a>> {
        self.set.iter().copied().chain(set.iter().copied()).collect()
    }
}

/// Parameters that are tested beside the defaults, by the integrator's key.
const VARIANTS: &[(&str, &[Set<'static>])] =
    &[("decoupled", DSN), ("decoupled", PUBLISHED), ("mixed_ed_alpha", REMEMBERS)];

const DSN: &[Set<'static>] = &[("simulation.variant", "DSn")];
const REMEMBERS: &[Set<'static>] = &[("simulation.rho_inf", "0.2")];
const PUBLISHED: &[Set<'static>] = &[("simulation.variant", "published")];

/// Where an integrator promises other orders than [`Promises::default`]: its key, the parameters for which (none: all others), the
/// orders. All of them are kept for comparison with the texts.
const PROMISES: &[(&str, &[Set<'static>], Promises)] = &[
    (
        "decoupled",
        DSN,
        Promises {
            persistent: Orders::all(1.0),
            why: "Without the forces of the corrections a contact that persists acts along the rows of the end of the step.",
            ..Promises::SECOND
        },
    ),
    (
        "decoupled",
        PUBLISHED,
        Promises {
            persistent: Orders::all(1.0),
            impact: 1.0,
            jumps: false,
            gains: true,
            why: "Contacts act along the rows of the end of the step, restitution looks at its start, and a jump of a drive is a \
                  force of the smooth motion, which rings.",
            ..Promises::SECOND
        },
    ),
    (
        "coupled",
        &[],
        Promises {
            persistent: Orders::all(1.0),
            impact: 1.0,
            jumps: false,
            refuses: true,
            why: "Contacts act along the rows of the end of the step, restitution looks at its start, and a jump of a drive is a \
                  force of the smooth motion, which rings.",
            ..Promises::SECOND
        },
    ),
    ("moreau_jean", &[], IMPULSES),
    (
        "moreau_midpoint",
        &[],
        Promises {
            // Contacts close and open in turn: where the rows turn, their velocity at the end of a step is not zero.
            persistent: Orders { force: f64::NEG_INFINITY, ..Orders::all(1.0) },
            why: "All constraints act by impulses along the rows of the middle of the step, and their forces alternate where these turn.",
            ..IMPULSES
        },
    ),
    ("schatzman_paoli", &[], Promises { spreads: true, gains: true, force_rounding: 1e-6, why: PAOLI, ..IMPULSES }),
    ("nonsmooth_newmark", &[], IMPULSES),
    ("nonsmooth_hht", &[], DAMPED),
    ("nonsmooth_alpha", &[], DAMPED),
    ("mixed_alpha", &[], Promises { impact: 1.0, jumps: false, gains: true, why: MIXED_ALPHA, ..Promises::SECOND }),
    ("mixed_bathe", &[], Promises { impact: 1.0, jumps: false, why: MIXED, ..Promises::SECOND }),
    ("mixed_ed_alpha", &[], Promises { impact: 1.0, jumps: false, why: MIXED, ..Promises::SECOND }),
    (
        "mixed_ed_alpha",
        REMEMBERS,
        Promises {
            // The error of constraint forces goes on in the memory of the accelerations for some steps: the ball rolls with 1.6 at
            // the sizes of the study, and with 1.97 at 0.6 ms.
            persistent: Orders { velocity: 1.7, force: 1.7, ..Orders::all(2.0) },
            impact: 1.0,
            jumps: false,
            why: MIXED,
            ..Promises::SECOND
        },
    ),
    (
        "generalized_alpha",
        &[],
        Promises {
            jumps: false,
            force_rounding: 1e-3,
            why: "The jump of a drive is a force, which rings.",
            ..Promises::SECOND
        },
    ),
];

/// Constraints by impulses alone.
const IMPULSES: Promises = Promises {
    smooth: Orders::all(1.0),
    persistent: Orders::all(1.0),
    impact: 1.0,
    why: "All constraints act by impulses along the rows of the end of the step, and contacts close there.",
    ..Promises::SECOND
};

/// With numerical damping, impulses belong to a time by (γ − ½)h off the middle of the step. On the rolling ball this works against the
/// other error of the force, so that its order shows only in smaller steps than those of the study, where it is 0.85.
const DAMPED: Promises = Promises {
    persistent: Orders { force: 0.9, ..Orders::all(1.0) },
    why: "All constraints act by impulses along the rows of the end of the step, which belong to a time off the middle of the step.",
    ..IMPULSES
};

const PAOLI: &str = "Impacts act on positions, over one or two steps; several at once can make energy.";
const MIXED_ALPHA: &str = "Impacts act at the end of the step, and a jump of a drive is a force. Forces of contacts that open go on in the \
                           accelerations for some steps, and can make energy.";
const MIXED: &str = "Impacts act at the end of the step, and a jump of a drive is a force.";

/// All integrators of the catalog and their variants.
pub fn schemes() -> Vec<Scheme> {
    let scheme = |key: &'static str, extra: &'static [Set<'static>]| {
        let (label, set) = (key.to_owned(), vec![("simulation.integrator", key)]);
        let label = extra.iter().fold(label, |label, (_, value)| format!("{label} {value}"));
        let promised = PROMISES.iter().find(|(k, for_set, _)| *k == key && *for_set == extra);
        let promised = promised.or_else(|| PROMISES.iter().find(|(k, for_set, _)| *k == key && for_set.is_empty()));
        let promises = promised.map_or_else(Promises::default, |(_, _, promises)| *promises);
        Scheme { label, set: set.into_iter().chain(extra.iter().copied()).collect(), promises }
    };
    let variants = |key: &'static str| VARIANTS.iter().filter(move |(k, _)| *k == key).map(|(_, extra)| *extra);
    let each = |key: &'static str| std::iter::once(&[] as &[_]).chain(variants(key)).map(move |e| scheme(key, e));
    Group::Integrator.entries().flat_map(|entry| each(entry.key)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_integrator_of_the_catalog_is_a_scheme() {
        let schemes = schemes();
        for entry in Group::Integrator.entries() {
            assert!(schemes.iter().any(|s| s.set[0].1 == entry.key), "{}", entry.key);
        }
        for (key, set) in VARIANTS {
            assert!(schemes.iter().any(|s| s.set[0].1 == *key && s.set[1..] == **set), "{key} {set:?}");
        }
    }
}
