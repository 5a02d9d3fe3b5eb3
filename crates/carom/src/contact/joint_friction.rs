//! Friction in a joint: set-valued, with a bound that follows the joint's own force within the step.
//!
//! The surfaces of a joint slide on each other by the ways s of its coordinates: a displacement, or an angle times the radius r of the
//! journal. The force T along them is that of Coulomb's law (or another law of friction of contacts) with the normal force N of the joint:
//!
//! ```text
//! ‖T‖ ≤ μ N ,   T = −μ N ṡ/‖ṡ‖ while it slides ,      N = ‖λ_across‖ + |λ_along| + 2 ‖M‖/l + N₀
//! ```
//!
//! λ and M are force and moment that the joint carries in the same step, l its length along the axis. On a hinge this is the torque
//! μ r N; a journal that turns and slides has one T for both, so that fast turning takes the friction along its axis. As T acts along
//! free coordinates and λ along locked ones, both are found together, with the exact derivative of N (`system/pressing.rs`).
//! A constant friction torque is N₀ alone.

use super::joint_limit::frame_of;
use super::{Contact, ContactLaw, Friction, Pair};
use crate::catalog::Kind;
use crate::joint::Row;
use crate::measure::Measure;
use crate::model::{ContactFrame, Kinematics, PortId};
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// How a joint presses the surfaces that slide in it.
#[derive(Clone, Debug)]
pub struct JointPressure {
    /// Its place among the joints of the model.
    pub joint: usize,
    /// (N) Normal force without any load.
    pub constant: f64,
    /// Of the force across the axis, of that along it, and (1/m) of moments.
    pub factors: [f64; 3],
}

/// The surfaces of a joint that slide on each other.
#[derive(Clone, Debug)]
struct Sliding {
    /// Nothing in the place of the gap, then one or two ways.
    rows: [Row; 3],
    ports: (PortId, PortId),
    pressure: JointPressure,
}

impl Pair for Sliding {
    fn ports(&self) -> (PortId, PortId) {
        self.ports
    }

    fn rows(&self, _slot: usize) -> Vec<Row> {
        self.rows.to_vec()
    }

    fn gap(&self, _kin: &Kinematics) -> f64 {
        0.0
    }

    fn frame(&self, kin: &Kinematics, _last: &ContactFrame) -> ContactFrame {
        frame_of(kin, self.ports)
    }

    fn coordinates(&self) -> Option<&[Row]> {
        Some(&self.rows)
    }

    fn pressure(&self) -> Option<&JointPressure> {
        Some(&self.pressure)
    }
}

/// Friction in a joint.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JointFriction {
    /// The joint: a hinge, a prismatic, a cylindrical or a planar one, without clearance.
    pub joint: Reference,
    /// (m) Radius of the journal of a hinge or a cylindrical joint, which `friction` acts at.
    pub radius: Option<Number>,
    /// (m) Length of the bearing or guide along its axis: moments M press with 2 M/length. Default: moments make no friction.
    pub length: Option<Number>,
    /// (N m on a hinge, N elsewhere) Friction torque or force that does not depend on the load, besides that of `friction` or alone.
    /// Default: 0.
    pub constant: Option<Number>,
}

impl Kind for JointFriction {
    const KEY: &'static str = "joint_friction";
    const SUMMARY: &'static str =
        "dry friction in a hinge, prismatic, cylindrical or planar joint, with the joint's force or constant";
    const SAMPLE: &'static str = r#"
name = "pendulum with a dry bearing"
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
[contacts.bearing]
type = "joint_friction"
joint = "pivot"
friction = 0.3
radius = 0.02
length = 0.1
constant = 0.01
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let joint = b.joint(&self.joint)?;
        let law = b.law_of_pair()?;
        refuse_foreign(&law)?;
        let (mu, constant) = (law.friction.clone(), self.constant.as_ref());
        let constant = constant.map_or(Ok(0.0), |n| b.not_negative(n, "constant"))?;
        let is_loaded = mu != Friction::Constant(0.0);
        let radius = self.radius.as_ref().map(|n| b.positive(n, "radius")).transpose()?;
        let (ways, turns) = self.ways(joint, b)?;
        // A journal that turns and slides has one friction for both.
        if turns && (is_loaded || ways[1].is_some()) && radius.is_none() {
            return Err(BuildError::at(&self.joint.span, "friction on an angle needs the radius that it acts at")
                .help("add `radius = …`, in m, or give a torque by `constant` instead of `friction`"));
        }
        let lever = radius.unwrap_or(1.0);
        let [first, second] =
            ways.map(|way| way.map_or_else(Row::void, |measure| Row::arc(measure.clone(), lever_of(&measure, lever))));
        let constant = constant / if ways_turn(&first) { lever } else { 1.0 };
        let (law, constant) = match (&mu, is_loaded) {
            (_, false) => (ContactLaw { friction: Friction::Constant(1.0), ..law }, constant),
            (Friction::Constant(mu), true) => (law.clone(), constant / mu),
            (_, true) if constant == 0.0 => (law, 0.0),
            _ => {
                return Err(BuildError::new("`constant` beside a friction that changes with the speed")
                    .help("give the constant part as a contact of its own on the same joint"));
            }
        };
        let bending = self.length.as_ref().map_or(Ok(0.0), |n| b.positive(n, "length").map(|l| 2.0 / l))?;
        let factors = if is_loaded { [1.0, 1.0, bending] } else { [0.0; 3] };
        if !is_loaded && constant == 0.0 {
            b.warn(
                BuildError::new("this joint friction has no friction")
                    .help("add `friction = …` with `radius = …`, or `constant = …`"),
            );
        }
        let ports = first.terms[0].1.ports();
        let pressure = JointPressure { joint, constant, factors };
        let pair = Arc::new(Sliding { rows: [Row::void(), first, second], ports, pressure });
        b.add_contacts(name, vec![Contact { name: name.to_owned(), kind: Self::KEY, pair, law }])
    }
}

fn lever_of(measure: &Measure, lever: f64) -> f64 {
    if measure.is_angular() { lever } else { 1.0 }
}

fn ways_turn(row: &Row) -> bool {
    row.terms.iter().any(|(_, measure)| measure.is_angular())
}

impl JointFriction {
    /// The coordinates of the joint that slide, and whether one of them is an angle.
    fn ways(&self, joint: usize, b: &Builder) -> Result<([Option<Measure>; 2], bool), BuildError> {
        let joint = &b.model.joints[joint];
        let of = |name: &str| joint.coordinates.iter().find(|(n, _)| *n == name).map(|(_, measure)| measure.clone());
        let ways = match joint.kind {
            "hinge" => [of("angle"), None],
            "prismatic" => [of("displacement"), None],
            "cylindrical" => [of("displacement"), of("angle")],
            "planar" => [of("x"), of("y")],
            kind => {
                let message = format!("the friction of a {kind} joint is not known");
                return Err(BuildError::at(&self.joint.span, message)
                    .help("hinge, prismatic, cylindrical and planar joints have friction; a ball in a socket with clearance has that of its contact"));
            }
        };
        if joint.rows.is_empty() {
            let message = format!("`{}` has clearance: its friction is that of its contacts", joint.name);
            return Err(BuildError::at(&self.joint.span, message).help("give `friction` in the table `clearance`"));
        }
        let turns = ways.iter().flatten().any(Measure::is_angular);
        Ok((ways, turns))
    }
}

/// Refuses what friction in a joint does not have.
fn refuse_foreign(law: &ContactLaw) -> Result<(), BuildError> {
    let what = match () {
        () if law.restitution_n != 0.0 || law.restitution_t != 0.0 => "restitution",
        () if law.resists_turning() => "rolling or drilling resistance",
        () if law.friction.has_axes() => "friction with axes of its own",
        () if law.cohesion.is_some() => "a bond",
        () if law.compliance.is_some() => "the law `compliant`",
        () => return Ok(()),
    };
    Err(BuildError::new(format!("{what} has no meaning in the friction of a joint"))
        .help("it has `friction` and the keys of laws of friction; limits of a coordinate are a contact of type `joint_limit`"))
}
