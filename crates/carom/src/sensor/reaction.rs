//! Forces and impulses of joints.
//!
//! A row g with multiplier λ acts on the attachments with g_qᵀ λ: on a port with the force λ ∂g/∂u and, about the port, the
//! moment λ ∂g/∂φ. Multipliers are impulses over the step; forces are impulse / h. Drives, gears and rods have one
//! multiplier that is a force by itself: the one on their coordinate.

use super::vector::Component;
use super::{Quantity, Sensor};
use crate::Vec3;
use crate::catalog::Kind;
use crate::model::{Model, PortId};
use crate::record::ChannelKind::{Force, Impulse};
use crate::spec::{BuildError, Builder, Reference};
use crate::system::Snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A side of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    A,
    B,
}

#[derive(Debug)]
struct Reaction {
    joint: usize,
    side: Side,
    moment: bool,
    axes: PortId,
    component: Option<Component>,
    impulse: bool,
}

impl Quantity for Reaction {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        let start = s.joint_start[self.joint];
        // At the start (h = 0) there has been no impulse yet.
        let multipliers = if self.impulse { s.joint_impulse } else { s.joint_force };
        let factor = if self.impulse && s.h == 0.0 { 0.0 } else { 1.0 };
        let mut sum = Vec3::zeros();
        for (i, row) in s.model.joints[self.joint].rows.iter().enumerate() {
            for (c, measure) in &row.terms {
                let (_, g) = measure.gradient(s.scene.kin);
                let direction = match (self.side, self.moment) {
                    (Side::A, false) => g.u_a,
                    (Side::A, true) => g.p_a,
                    (Side::B, false) => g.u_b,
                    (Side::B, true) => g.p_b,
                };
                sum += direction * (c * multipliers[start + i]);
            }
        }
        let v = s.scene.kin.ports[self.axes].r.tr_mul(&sum) * factor;
        Component::push(self.component, &v, values);
    }

    fn joint(&self) -> Option<usize> {
        Some(self.joint)
    }
}

macro_rules! sensor {
    ($name:ident, $key:literal, $summary:literal, $impulse:literal, $unit:literal, $moment_unit:literal, $kind:ident) => {
        #[doc = $summary]
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// The joint.
            pub joint: Reference,
            /// The side it acts on, `a` or `b`. Default: "b".
            pub side: Option<Side>,
            /// Record the moment about the attachment instead of the force. Default: false.
            #[serde(default)]
            pub moment: bool,
            /// The attachment in whose axes the result is given. Default: ground.
            pub relative_to: Option<Reference>,
            /// `x`, `y`, `z` or `norm`. Default: the three components NAME.x, NAME.y, NAME.z.
            pub component: Option<Component>,
        }

        impl Kind for $name {
            const KEY: &'static str = $key;
            const SUMMARY: &'static str = $summary;
            const SAMPLE: &'static str = concat!(
                r#"
name = "pendulum"
gravity = [0, -9.81, 0]
[bodies.rod]
type = "rigid_body"
mass = 1.0
inertia = [0.001, 0.08, 0.08]
position = [0.5, 0, 0]
points = { tip = [0.5, 0, 0] }
[joints.pivot]
type = "hinge"
a = "ground"
b = "rod"
at = [0, 0, 0]
[sensors.sensor]
joint = "pivot"
type = ""#,
                $key,
                "\"\n"
            );

            fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
                let joint = b.joint(&self.joint)?;
                if b.model.joints[joint].rows.is_empty() {
                    let message = format!("`{}` has clearance: contacts hold it, not rows", self.joint.name);
                    let prefix = format!("{}.", self.joint.name);
                    let contact = b.model.contact_names().find(|name| name.starts_with(&prefix)).unwrap_or_default();
                    return Err(BuildError::at(&self.joint.span, message)
                        .help(format!("use a sensor of type `contact`, with `contact = \"{contact}\"`")));
                }
                if b.model.joints[joint]
                    .rows
                    .iter()
                    .any(|r| r.terms.iter().any(|t| t.1.ports() != r.terms[0].1.ports()))
                {
                    return Err(BuildError::at(&self.joint.span, "this joint acts on more than two attachments")
                        .help("use a sensor of type `drive_force`"));
                }
                let axes = self.relative_to.as_ref().map_or(Ok(Model::GROUND), |r| b.port(r))?;
                let quantity = Reaction {
                    joint,
                    side: self.side.unwrap_or(Side::B),
                    moment: self.moment,
                    axes,
                    component: self.component,
                    impulse: $impulse,
                };
                let unit = if self.moment { $moment_unit } else { $unit };
                b.add_sensor(Sensor::vector(name, self.component, (unit, $kind), Arc::new(quantity)))
            }
        }
    };
}

sensor!(JointForce, "joint_force", "force (or moment) of a joint on one of its sides", false, "N", "N m", Force);
sensor!(
    JointImpulse,
    "joint_impulse",
    "impulse (or angular impulse) of a joint on one of its sides, over the step",
    true,
    "N s",
    "N m s",
    Impulse
);

/// The force or torque of a motion, gear or rod on its coordinate.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DriveForce {
    /// A motion, gear or distance joint.
    pub joint: Reference,
}

#[derive(Debug)]
struct Multiplier {
    joint: usize,
}

impl Quantity for Multiplier {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        values.push(s.joint_force[s.joint_start[self.joint]]);
    }
}

impl Kind for DriveForce {
    const KEY: &'static str = "drive_force";
    const SUMMARY: &'static str = "force or torque of a motion, gear or rod on its coordinate";
    const SAMPLE: &'static str = r#"
name = "held rod"
gravity = [0, -9.81, 0]
[bodies.rod]
type = "rigid_body"
mass = 1.0
inertia = [0.001, 0.08, 0.08]
position = [0.5, 0, 0]
[joints.pivot]
type = "hinge"
a = "ground"
b = "rod"
at = [0, 0, 0]
[joints.motor]
type = "motion"
joint = "pivot"
motion = 0
[sensors.torque]
type = "drive_force"
joint = "motor"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let joint = b.joint(&self.joint)?;
        let [row] = b.model.joints[joint].rows.as_slice() else {
            return Err(BuildError::at(&self.joint.span, "this joint has several multipliers")
                .help("use a sensor of type `joint_force`"));
        };
        let unit = if row.terms[0].1.is_angular() { "N m" } else { "N" };
        b.add_sensor(Sensor::scalar(name, (unit, Force), Arc::new(Multiplier { joint })))
    }
}
