//! Limits of a joint: a coordinate q stays within [lower, upper], as set-valued and as exact as a contact.
//!
//! Each bound is a contact of one row with the gap
//!
//! ```text
//! g = q − lower   or   g = upper − q ,      0 ≤ g ⊥ λ ≥ 0 ,      ġ⁺ = −e ġ⁻ at an impact
//! ```
//!
//! and shares everything with contacts of bodies: position and velocity level, Newton's or Poisson's impact law, touches within a
//! step, islands, sensors. λ is the force along a displacement or the moment about an axis that keeps q inside.

use super::{Contact, Pair};
use crate::Vec3;
use crate::catalog::Kind;
use crate::joint::Row;
use crate::measure::Measure;
use crate::model::{ContactFrame, Kinematics, PortId};
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use std::f64::consts::PI;
use std::sync::Arc;

/// One bound of a coordinate.
#[derive(Clone, Debug)]
pub struct Limit {
    rows: [Row; 1],
}

impl Limit {
    /// `side` (q − bound) ≥ 0 with `side` = 1 for a lower and −1 for an upper bound.
    fn new(measure: Measure, side: f64, bound: f64) -> Self {
        Self { rows: [Row { terms: vec![(side, measure)], offset: side * bound, ..Row::void() }] }
    }
}

impl Pair for Limit {
    fn ports(&self) -> (PortId, PortId) {
        self.rows[0].terms[0].1.ports()
    }

    fn rows(&self, _slot: usize) -> Vec<Row> {
        self.rows.to_vec()
    }

    fn gap(&self, kin: &Kinematics) -> f64 {
        self.rows[0].value(kin)
    }

    fn frame(&self, kin: &Kinematics, _last: &ContactFrame) -> ContactFrame {
        frame_of(kin, self.ports())
    }

    fn coordinates(&self) -> Option<&[Row]> {
        Some(&self.rows)
    }
}

/// A frame for what happens between two ports and not at a point: the axes of A, the third first.
pub(super) fn frame_of(kin: &Kinematics, (a, b): (PortId, PortId)) -> ContactFrame {
    let (a, b) = (&kin.ports[a], &kin.ports[b]);
    let d = b.x - a.x;
    ContactFrame { axes: [2, 0, 1].map(|i| a.axis(i)), arms: [d, Vec3::zeros()], d, r: [a.r, b.r] }
}

/// Limits of a joint coordinate.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JointLimit {
    /// The joint.
    pub joint: Reference,
    /// Coordinate of the joint. Default: its only one.
    pub coordinate: Option<Reference>,
    /// (rad or m) Least value of the coordinate; this contact is called `NAME.lower`. Default: none.
    pub lower: Option<Number>,
    /// (rad or m) Largest value of the coordinate; this contact is called `NAME.upper`. Default: none.
    pub upper: Option<Number>,
}

impl Kind for JointLimit {
    const KEY: &'static str = "joint_limit";
    const SUMMARY: &'static str = "a joint coordinate stays between a lower and an upper limit, with restitution";
    const SAMPLE: &'static str = r#"
name = "pendulum with a stop"
gravity = [0, -9.81, 0]
[bodies.rod]
type = "rigid_body"
mass = 1.0
inertia = [0.001, 0.08, 0.08]
position = [0.5, 0, 0]
points = { end = [-0.5, 0, 0] }
[joints.pivot]
type = "hinge"
a = "ground"
b = "rod.end"
[contacts.stop]
type = "joint_limit"
joint = "pivot"
lower = -1.2
upper = 0.4
restitution = 0.5
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let measure = b.coordinate(&self.joint, self.coordinate.as_ref())?;
        refuse_foreign(b)?;
        let bound = |n: &Option<Number>| n.as_ref().map(|n| b.number(n)).transpose();
        let (lower, upper) = (bound(&self.lower)?, bound(&self.upper)?);
        if lower.is_none() && upper.is_none() {
            return Err(BuildError::new("this limit has no bound").help("add `lower = …`, `upper = …` or both"));
        }
        if let (Some(l), Some(u), Some(at)) = (lower, upper, &self.upper)
            && l >= u
        {
            let message = format!("the upper limit {u} is not above the lower limit {l}");
            return Err(BuildError::at(&at.span, message).help("give `lower` < `upper`"));
        }
        if let Some((at, bound)) = [(&self.lower, lower), (&self.upper, upper)].into_iter().find_map(|(at, bound)| {
            at.as_ref().zip(bound.filter(|bound| measure.is_angular() && bound.abs() > 4.0 * PI))
        }) {
            let message = format!("the limit of an angle of {bound} rad is more than two turns away");
            b.warn(BuildError::at(&at.span, message).help("angles are in rad: 30 degrees are `\"30*pi/180\"`"));
        }
        let law = b.law_of_pair()?;
        for (key, side, bound) in [("lower", 1.0, lower), ("upper", -1.0, upper)] {
            let Some(bound) = bound else { continue };
            let (name, pair) = (format!("{name}.{key}"), Arc::new(Limit::new(measure.clone(), side, bound)));
            b.add_contacts(&name.clone(), vec![Contact { name, kind: Self::KEY, pair, law: law.clone() }])?;
        }
        Ok(())
    }
}

/// Refuses what a coordinate cannot have: it does not slide, roll or stick to its limit, and is as rigid as its joint.
fn refuse_foreign(b: &Builder) -> Result<(), BuildError> {
    let law = &b.law;
    let what = match () {
        () if law.friction != super::Friction::Constant(0.0) => "friction",
        () if law.resists_turning() => "rolling or drilling resistance",
        () if law.restitution_t != 0.0 => "`restitution_tangential`",
        () if law.cohesion.is_some() => "a bond",
        () if law.compliance.is_some() => "the law `compliant`",
        () => return Ok(()),
    };
    let message = format!("{what} has no meaning at the limit of a coordinate");
    Err(BuildError::new(message)
        .help("limits have `restitution`; friction of a joint is a contact of type `joint_friction`"))
}
