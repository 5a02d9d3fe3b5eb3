//! A ball or a disc (B) against a surface of revolution about the z axis of A: a bore, a shaft, a groove.
//!
//! With s the distance of B's centre from that axis, and for a groove from the circle of radius ϱ about it on which the centres of
//! the groove's section lie:
//!
//! ```text
//! bore     g_N = R − r − s ,     n = −∇s        journal in its bearing, ball in the outer race
//! shaft    g_N = s − R − r ,     n =  ∇s        ball on the inner race
//! groove   g_N = r_g − r − s ,   n = −∇s        ball in a race of two curvatures, a part of a torus
//! ```
//!
//! n points from the surface to the centre of B, arms d − r n and −r n; t₁ runs around the axis. Where s has no gradient, in the
//! middle of a bore, the contact is open by all of its play: the last normal is kept.

use super::{Pair, rolling_rows};
use crate::joint::Row;
use crate::measure::{Field, Measure};
use crate::model::{ContactFrame, Kinematics, PortId};
use crate::post::Curvatures;

/// A surface of revolution and what touches it.
#[derive(Clone, Debug)]
pub struct Revolved {
    /// The surface, whose axis is z, and the centre of the ball.
    ports: [PortId; 2],
    field: Field,
    /// g_N = sign s − offset.
    sign: f64,
    offset: f64,
    radius: f64,
    /// Of the surface and of B, around the axis and across, where they are known.
    curvatures: Option<Curvatures>,
}

impl Revolved {
    /// A journal in a bore of radius `bore`.
    pub fn bore(ports: [PortId; 2], bore: f64, radius: f64) -> Self {
        // It touches along a line, whose stiffness does not follow from curvatures.
        Self { ports, field: Field::Axis, sign: -1.0, offset: radius - bore, radius, curvatures: None }
    }

    /// A ball on a shaft of radius `shaft`.
    pub fn shaft(ports: [PortId; 2], shaft: f64, radius: f64) -> Self {
        let (sign, offset) = (1.0, radius + shaft);
        Self { ports, field: Field::Axis, sign, offset, radius, curvatures: None }.of_ball([1.0 / shaft, 0.0])
    }

    /// In a groove whose section has the radius `section`, about the points of a circle of radius `centre`.
    pub fn groove(ports: [PortId; 2], (centre, section): (f64, f64), radius: f64) -> Self {
        let (field, sign, offset) = (Field::Circle { radius: centre }, -1.0, radius - section);
        Self { ports, field, sign, offset, radius, curvatures: None }
    }

    /// The same of a ball, with the curvatures (1/m) of the surface around the axis and across.
    pub fn of_ball(self, surface: [f64; 2]) -> Self {
        let curvatures = Curvatures { first: surface, second: [1.0 / self.radius; 2], angle: 0.0 };
        Self { curvatures: Some(curvatures), ..self }
    }
}

impl Pair for Revolved {
    fn normal_turns(&self) -> bool {
        true
    }

    fn ports(&self) -> (PortId, PortId) {
        (self.ports[0], self.ports[1])
    }

    fn curvatures(&self) -> Option<Curvatures> {
        self.curvatures
    }

    fn rows(&self, slot: usize) -> Vec<Row> {
        let [a, b] = self.ports;
        let distance = Measure::Field { a, b, field: self.field };
        let gap = Row { terms: vec![(self.sign, distance)], offset: self.offset, ..Row::void() };
        rolling_rows(gap, (a, b), slot, false)
    }

    fn gap(&self, kin: &Kinematics) -> f64 {
        let [a, b] = self.ports.map(|p| &kin.ports[p]);
        self.sign * self.field.at(&a.r.tr_mul(&(b.x - a.x))).value - self.offset
    }

    fn frame(&self, kin: &Kinematics, last: &ContactFrame) -> ContactFrame {
        let [a, b] = self.ports.map(|p| &kin.ports[p]);
        let d = b.x - a.x;
        let axis = a.axis(2);
        let at = self.field.at(&a.r.tr_mul(&d));
        let smooth = at.value > f64::EPSILON * (self.radius + self.offset.abs());
        let n = if smooth && at.n != crate::Vec3::zeros() {
            a.r * at.n * self.sign
        } else {
            let across = |n: crate::Vec3| n - axis * axis.dot(&n);
            let last = last.normal().map(across).filter(|n| n.norm_squared() > 0.01);
            last.map_or(-a.axis(0), |n| n.normalize())
        };
        // n lies in a plane through the axis, and never along it.
        let t = axis.cross(&n).normalize();
        let arm = n * -self.radius;
        ContactFrame { axes: [n, t, n.cross(&t)], arms: [d + arm, arm], d, r: [a.r, b.r] }
    }
}
