//! The orbit of a pin in its bearing: where the joint's second side is in the frame of the first.
//!
//! With d = x_B − x_A and the axes a of the joint: x = a₁·d, y = a₂·d, in space also z = a₃·d, and the eccentricity ε = hypot(x, y)/c, of a
//! ball in its socket |d|/c. ε is 1 where the pin touches.

use super::{Quantity, Sensor};
use crate::catalog::Kind;
use crate::joint::JointFrames;
use crate::model::{Plane, PortId};
use crate::record::Channel;
use crate::record::ChannelKind::State;
use crate::spec::{BuildError, Builder, Reference};
use crate::system::Snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// The orbit of a pin.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrbitSensor {
    /// A joint with `clearance`: hinge, cylindrical or spherical.
    pub joint: Reference,
}

/// A pin that moves in a bearing.
#[derive(Clone, Debug)]
pub struct Orbit {
    ports: [PortId; 2],
    /// The axes of A that x and y are along, and z in space.
    axes: [usize; 3],
    spatial: bool,
    play: f64,
    ball: bool,
}

impl Orbit {
    /// Of a journal, about the z axis of the joint.
    pub fn new(frames: &JointFrames, plane: Option<Plane>, play: f64) -> Self {
        Self { ports: [frames.a, frames.b], axes: [0, 1, 2], spatial: plane.is_none(), play, ball: false }
    }

    /// Of a ball, whose joint has the axes of A.
    pub fn of_ball(frames: &JointFrames, plane: Option<Plane>, play: f64) -> Self {
        let n = plane.map_or(2, Plane::normal);
        let axes = [(n + 1) % 3, (n + 2) % 3, n];
        Self { ports: [frames.a, frames.b], axes, spatial: plane.is_none(), play, ball: true }
    }
}

impl Quantity for Orbit {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        let [a, b] = self.ports.map(|port| &s.scene.kin.ports[port]);
        let d = a.r.tr_mul(&(b.x - a.x));
        let [x, y, z] = self.axes.map(|axis| d[axis]);
        values.extend([x, y]);
        if self.spatial {
            values.push(z);
        }
        let distance = if self.ball { d.norm() } else { x.hypot(y) };
        values.push(distance / self.play);
    }

    fn play(&self) -> Option<f64> {
        Some(self.play)
    }
}

impl Kind for OrbitSensor {
    const KEY: &'static str = "orbit";
    const SUMMARY: &'static str = "where the pin of a joint with clearance is in its bearing, and its eccentricity";
    const SAMPLE: &'static str = r#"
name = "pendulum in a sleeve"
gravity = [0, -9.81, 0]
[bodies.arm]
type = "rigid_body"
mass = 1
inertia = [0.01, 0.09, 0.1]
position = [0.25002, 0.00001, 0]
points = { eye = [-0.25, 0, 0] }
[joints.pin]
type = "hinge"
a = "ground"
b = "arm.eye"
axis = [0, 0, 1]
clearance = { play = 1e-4, radius = 0.01, length = 0.03, axial = 2e-4, friction = 0.1 }
[sensors.orbit]
type = "orbit"
joint = "pin"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let Some(orbit) = b.orbits.get(self.joint.as_str()).cloned() else {
            let found = b.joint(&self.joint)?;
            let joint = &b.model.joints[found];
            let message = format!("{} joint `{}` has no pin that moves in a bearing", joint.kind, joint.name);
            return Err(BuildError::at(&self.joint.span, message)
                .help("name a hinge, cylindrical or spherical joint with `clearance = { play = …, radius = … }`"));
        };
        let lengths: &[&str] = if orbit.spatial { &["x", "y", "z"] } else { &["x", "y"] };
        let mut channels: Vec<Channel> =
            lengths.iter().map(|c| Channel::new(format!("{name}.{c}"), "m", State)).collect();
        channels.push(Channel::new(format!("{name}.eccentricity"), "", State));
        b.add_sensor(Sensor { name: name.to_owned(), channels, quantity: Arc::new(orbit) })
    }
}
