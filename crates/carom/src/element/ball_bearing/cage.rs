//! The cage of a ball bearing: springs between neighbouring balls (S 4.2), or a rigid ring with a pocket for each ball.
//!
//! A pocket is a hollow sphere of radius r_b + p, so that the ring is carried by the balls alone.

use super::{Bearing, Placed, add, named};
use crate::catalog::Kind;
use crate::contact::{SphereInSphere, Spheres};
use crate::element::{MeasureForce, MeasureLaw, RigidBody, RigidBodySpec, SpringDamper};
use crate::measure::Measure;
use crate::model::Port;
use crate::spec::{BodyInertia, BuildError, Builder, Frames, Number, Placement, Points, Reference, Spin, Vector};
use crate::{Frame, Mat3, NodeKind, Vec3};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// What keeps balls apart.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CageSpec {
    /// (N/m) Stiffness of springs between neighbouring balls.
    pub stiffness: Option<Number>,
    /// (N s/m) Damping of these springs. Default: 0.
    pub damping: Option<Number>,
    /// (kg) Mass of a rigid cage `NAME_cage` with pockets `NAME.pocket_1`, …, instead of springs.
    pub mass: Option<Number>,
    /// (kg m²) Its moment of inertia about the axis of the bearing. Default: that of a ring on the pitch circle.
    pub inertia: Option<Number>,
    /// (m) Play of a ball in its pocket.
    pub play: Option<Number>,
}

impl CageSpec {
    pub(super) fn build(
        &self,
        (name, outer): (&str, &Reference),
        bearing: &Bearing,
        placed: &[Placed],
        (ball, pitch): (f64, f64),
        b: &mut Builder,
    ) -> Result<(), BuildError> {
        match (&self.stiffness, &self.damping, &self.mass, &self.inertia, &self.play) {
            (stiffness, damping, None, None, None) if stiffness.is_some() || damping.is_some() => {
                self.springs(name, bearing, placed, b)
            }
            (None, None, Some(mass), _, Some(play)) => {
                self.ring((name, outer), bearing, placed, ((mass, play), ball, pitch), b)
            }
            _ => Err(BuildError::new("a cage has `stiffness` and `damping`, or `mass` and `play`")
                .help("such as `cage = { stiffness = 1e8 }` or `cage = { mass = 0.01, play = 1e-4 }`")),
        }
    }

    fn springs(&self, name: &str, bearing: &Bearing, placed: &[Placed], b: &mut Builder) -> Result<(), BuildError> {
        let given = |n: &Option<Number>, what| n.as_ref().map_or(Ok(0.0), |n| b.not_negative(n, what));
        let (stiffness, damping) = (given(&self.stiffness, "stiffness")?, given(&self.damping, "damping")?);
        let n = bearing.balls.len();
        // Two balls have one spring between them, and one ball none.
        let count = if n > 2 { n } else { n - 1 };
        for i in 0..count {
            let j = (i + 1) % n;
            let rest = (placed[j].x - placed[i].x).norm();
            let law = MeasureLaw::Linear { stiffness, damping, rest, preload: 0.0 };
            let measure = Measure::Distance { a: bearing.balls[i], b: bearing.balls[j] };
            let element = MeasureForce::new(measure, law, &b.model.ports);
            b.add_element(&format!("{name}.cage_{}", i + 1), SpringDamper::KEY, Box::new(element));
        }
        Ok(())
    }

    fn ring(
        &self,
        (name, outer): (&str, &Reference),
        bearing: &Bearing,
        placed: &[Placed],
        ((mass, play), ball, pitch): ((&Number, &Number), f64, f64),
        b: &mut Builder,
    ) -> Result<(), BuildError> {
        let span = mass.span.clone();
        let (play, mass) = (b.positive(play, "play")?, b.positive(mass, "mass")?);
        let polar = self.inertia.as_ref().map_or(Ok(mass * pitch * pitch), |n| b.positive(n, "inertia"))?;
        let centre = b.port_in_space(bearing.outer);
        let axis: Vec3 = centre.r().column(2).into();
        let (v, _) = b.initial_velocity(&b.attachment(outer)?);
        let d = placed[0].x - centre.x;
        let omega = axis * (axis.dot(&d.cross(&(placed[0].v - v))) / d.norm_squared());
        let body = format!("{name}_cage");
        let [position, velocity, spin] = [centre.x, v, omega].map(|v| Vector::of(&v, span.clone()));
        let (points, frames, spin) = (Points::new(), Frames::new(), Spin(spin.0));
        let placement = Placement {
            position: Some(&position),
            rotation: None,
            center_of_mass: None,
            velocity: Some(&velocity),
            angular_velocity: Some(&spin),
            points: &points,
            frames: &frames,
            shapes: &[],
        };
        let node = b.add_body(&body, NodeKind::Frame, &placement)?;
        // A flat ring: half of the polar moment about any axis across.
        let inertia = (Mat3::identity() + axis * axis.transpose()) * (0.5 * polar);
        b.set_inertia(&body, BodyInertia { node, mass, inertia });
        b.add_element(&body, RigidBodySpec::KEY, Box::new(RigidBody::new(node, mass, inertia)));
        let at_centre = b.attachment(&named(&body, &span))?.port();
        let law = b.law_of_pair()?;
        for (i, (&port, ball_at)) in bearing.balls.iter().zip(placed).enumerate() {
            let place = Frame::new(ball_at.x - centre.x, lie::Quaternion::identity());
            let pocket = b.add_port(Port { at: at_centre.at.then(&place), ..at_centre.clone() });
            let pair = Arc::new(Spheres::new([pocket, port], [ball + play, ball], true, b.model.plane));
            add(b, format!("{name}.pocket_{}", i + 1), SphereInSphere::KEY, pair, &law)?;
        }
        Ok(())
    }
}
