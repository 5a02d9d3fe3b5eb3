//! Sensors of the motion of an attachment P, seen from a reference frame O with orientation R_O:
//!
//! ```text
//! position            R_Oᵀ (x_P − x_O)
//! velocity            R_Oᵀ (ẋ_P − ẋ_O − ω_O × (x_P − x_O))
//! angular velocity    R_Oᵀ (ω_P − ω_O)
//! orientation         log(R_Oᵀ R_P)
//! acceleration        R_Oᵀ ẍ_P, absolute
//! ```
//!
//! Accelerations see contacts. An impact is a jump of the velocity: its step, and the next one, show the mean over the step.

use super::vector::Component;
use super::{Quantity, Sensor};
use crate::Vec3;
use crate::catalog::Kind;
use crate::model::{Model, PortId};
use crate::record::ChannelKind::State;
use crate::spec::{BuildError, Builder, Reference};
use crate::system::Snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
enum What {
    Position,
    Velocity,
    AngularVelocity,
    Orientation,
    Acceleration,
}

#[derive(Debug)]
struct MotionOf {
    what: What,
    of: PortId,
    from: PortId,
    component: Option<Component>,
}

impl Quantity for MotionOf {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        let (p, o) = (&s.scene.kin.ports[self.of], &s.scene.kin.ports[self.from]);
        let velocity = |port| s.scene.kin.port_velocity(s.scene.layout, s.scene.ports, port);
        let v = match self.what {
            What::Position => o.r.tr_mul(&(p.x - o.x)),
            What::Velocity => {
                let ((vp, _), (vo, wo)) = (velocity(self.of), velocity(self.from));
                o.r.tr_mul(&(vp - vo - wo.cross(&(p.x - o.x))))
            }
            What::AngularVelocity => o.r.tr_mul(&(velocity(self.of).1 - velocity(self.from).1)),
            What::Orientation => {
                let relative = nalgebra::Rotation3::from_matrix_unchecked(o.r.tr_mul(&p.r));
                lie::log(&lie::Quaternion::from_rotation_matrix(&relative))
            }
            What::Acceleration => o.r.tr_mul(&acceleration(s, self.of)),
        };
        Component::push(self.component, &v, values);
    }

    fn ends(&self) -> Option<[PortId; 2]> {
        Some([self.of, self.from])
    }
}

/// Acceleration of a port in space: ẍ + α × arm + ω × (ω × arm).
fn acceleration(s: &Snapshot, port: PortId) -> Vec3 {
    let state = &s.scene.kin.ports[port];
    match (s.scene.ports[port].node, &s.scene.ports[port].motion) {
        (Some(node), _) => {
            let (a, alpha) = s.scene.kin.node_acceleration(s.scene.layout, node, s.acceleration);
            let omega = s.scene.kin.node_velocity(s.scene.layout, node).1;
            let alpha = s.scene.kin.frames[node].r() * alpha;
            a + alpha.cross(&state.arm) + omega.cross(&omega.cross(&state.arm))
        }
        (None, Some(motion)) => {
            let (frame, [_, w], [a, alpha]) = motion.at(s.scene.kin.t, &s.scene.kin.signals);
            let arm = state.x - frame.x;
            a + alpha.cross(&arm) + w.cross(&w.cross(&arm))
        }
        (None, None) => Vec3::zeros(),
    }
}

macro_rules! sensor {
    ($name:ident, $key:literal, $summary:literal, $unit:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// The attachment that is observed.
            pub of: Reference,
            /// The attachment it is observed from, in whose axes the result is given. Default: ground.
            pub relative_to: Option<Reference>,
            /// `x`, `y`, `z` or `norm`. Default: the three components NAME.x, NAME.y, NAME.z.
            pub component: Option<Component>,
        }

        impl Kind for $name {
            const KEY: &'static str = $key;
            const SUMMARY: &'static str = $summary;
            const SAMPLE: &'static str = concat!(
                r#"
name = "thrown stick"
gravity = [0, 0, -9.81]
[bodies.stick]
type = "rigid_body"
mass = 1.0
inertia = [0.1, 0.1, 0.01]
velocity = [1, 0, 4]
angular_velocity = [0, 5, 0]
points = { tip = [0, 0, 0.5] }
[sensors.tip]
of = "stick.tip"
type = ""#,
                $key,
                "\"\n"
            );

            fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
                let of = b.port(&self.of)?;
                let from = self.relative_to.as_ref().map_or(Ok(Model::GROUND), |r| b.port(r))?;
                let quantity = MotionOf { what: What::$name, of, from, component: self.component };
                b.add_sensor(Sensor::vector(name, self.component, ($unit, State), Arc::new(quantity)))
            }
        }
    };
}

sensor!(Position, "position", "position of an attachment", "m", "Position of an attachment.");
sensor!(Velocity, "velocity", "velocity of an attachment", "m/s", "Velocity of an attachment.");
sensor!(
    Acceleration,
    "acceleration",
    "absolute acceleration of an attachment, contacts included, in the axes of `relative_to`; at an impact the mean over the step",
    "m/s^2",
    "Absolute acceleration of an attachment, contacts included, at the end of the step; the mean over the step in the first one, in one of another size than the last, in one with an impact, and in the next."
);
sensor!(AngularVelocity, "angular_velocity", "angular velocity of a body", "rad/s", "Angular velocity of a body.");
sensor!(
    Orientation,
    "orientation",
    "rotation vector of a body, up to half a turn (a hinge's angle counts turns: sensor `joint`)",
    "rad",
    "Rotation vector of a body."
);
