//! Measures: the scalar functions of two ports that joints, contacts, springs and sensors are made of.
//!
//! Order of unknowns: (u_A, φ_A, u_B, φ_B), the displacement and the *spatial* rotation of each port, `δR = S(φ) R`.
//! With a, b unit vectors carried by A and B, d = x_B − x_A, L = |d|, n = d/L:
//!
//! | measure | value | gradient (u_A, φ_A, u_B, φ_B) |
//! |---|---|---|
//! | projection | a·d | −a, a×d, a, 0 |
//! | dot | a·b | 0, a×b, 0, −a×b |
//! | distance | L | −n, 0, n, 0 |
//! | angle | atan2(b₁·a₂, b₁·a₁) about a₃ | from the two dots |
//! | turn | a·Ψ, Ψ the rotation vector from A to B | 0, −p, 0, p, see `relative` |
//! | field | distance of B from a surface fixed to A (`field`) | that of a projection on its gradient |
//! | relative | sliding or turning since the start of a step (`relative`) | see there |
//!
//! The second derivative is the bilinear form H(w, δ): the derivative along δ of `gradient · w` with the *body-fixed*
//! components of w held, so that spatial rotations change by `δω = φ × ω`. Hence ∂(g_q v)/∂q δ = H(v, δ) and
//! wᵀ ∂(g_qᵀμ)/∂q δ = μ H(w, δ). It is not symmetric: H(w, δ) − H(δ, w) = g_q [δ, w] (tested).

mod field;
mod relative;

pub use field::Field;
pub use relative::Relative;

use crate::model::{Kinematics, PortId};
use crate::{Mat3, Vec3};
use lie::cross;
use std::f64::consts::TAU;

/// A scalar function of the positions and orientations of two ports.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// Distance of B from A along axis `axis` of A.
    Projection { a: PortId, b: PortId, axis: usize },
    /// Cosine between axis `i` of A and axis `j` of B.
    Dot { a: PortId, i: usize, b: PortId, j: usize },
    /// Distance between the origins; its gradient is undefined at zero.
    Distance { a: PortId, b: PortId },
    /// Rotation of B against A about A's z axis, counted over full turns; `slot` is its place in `Kinematics::angles`.
    Angle { a: PortId, b: PortId, slot: usize },
    /// Component along axis `axis` of A of the rotation vector from the axes of A to those of B, less than half a turn.
    Turn { a: PortId, b: PortId, axis: usize },
    /// Distance of B from a surface that is fixed to A.
    Field { a: PortId, b: PortId, field: Field },
    /// Sliding or turning of B against A since the start of a step.
    Relative(Relative),
}

/// Spatial gradient with respect to the two ports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gradient {
    pub u_a: Vec3,
    pub p_a: Vec3,
    pub u_b: Vec3,
    pub p_b: Vec3,
}

impl Gradient {
    /// Along a motion (w, ω) of each port.
    pub fn along(&self, [(w_a, omega_a), (w_b, omega_b)]: [(Vec3, Vec3); 2]) -> f64 {
        self.u_a.dot(&w_a) + self.p_a.dot(&omega_a) + self.u_b.dot(&w_b) + self.p_b.dot(&omega_b)
    }
}

/// The bilinear form in 3×3 blocks, rows (w_A, ω_A, w_B, ω_B), columns (u_A, φ_A, u_B, φ_B).
pub type Hessian = [[Mat3; 4]; 4];

impl Measure {
    pub fn ports(&self) -> (PortId, PortId) {
        match *self {
            Self::Projection { a, b, .. } | Self::Dot { a, b, .. } => (a, b),
            Self::Distance { a, b } | Self::Angle { a, b, .. } | Self::Field { a, b, .. } => (a, b),
            Self::Turn { a, b, .. } => (a, b),
            Self::Relative(Relative { a, b, .. }) => (a, b),
        }
    }

    /// Whether the value is an angle or a cosine rather than a length.
    pub fn is_angular(&self) -> bool {
        match self {
            Self::Dot { .. } | Self::Angle { .. } | Self::Turn { .. } => true,
            Self::Relative(relative) => relative.turns,
            Self::Projection { .. } | Self::Distance { .. } | Self::Field { .. } => false,
        }
    }

    /// Whether the value is counted from the contact's frame, and zero there.
    pub fn is_incremental(&self) -> bool {
        matches!(self, Self::Relative(_))
    }

    pub fn value(&self, kin: &Kinematics) -> f64 {
        self.gradient(kin).0
    }

    /// Value and gradient.
    pub fn gradient(&self, kin: &Kinematics) -> (f64, Gradient) {
        let zero = Vec3::zeros();
        match *self {
            Self::Field { a, b, ref field } => field::gradient(kin, a, b, field),
            Self::Relative(ref relative) => relative.gradient(kin),
            Self::Turn { a, b, axis } => relative::turn(kin, a, b, axis),
            Self::Projection { a, b, axis } => {
                let (pa, pb) = (&kin.ports[a], &kin.ports[b]);
                let e = pa.axis(axis);
                let d = pb.x - pa.x;
                (e.dot(&d), Gradient { u_a: -e, p_a: e.cross(&d), u_b: e, p_b: zero })
            }
            Self::Dot { a, i, b, j } => {
                let (ea, eb) = (kin.ports[a].axis(i), kin.ports[b].axis(j));
                let c = ea.cross(&eb);
                (ea.dot(&eb), Gradient { u_a: zero, p_a: c, u_b: zero, p_b: -c })
            }
            Self::Distance { a, b } => {
                let d = kin.ports[b].x - kin.ports[a].x;
                let length = d.norm();
                let n = if length > 0.0 { d / length } else { zero };
                (length, Gradient { u_a: -n, p_a: zero, u_b: n, p_b: zero })
            }
            Self::Angle { a, b, slot } => {
                let angle = AngleParts::new(kin, a, b);
                let p = angle.gradient();
                let raw = angle.s.atan2(angle.c);
                let turns = ((kin.angles[slot] - raw) / TAU).round();
                (raw + TAU * turns, Gradient { u_a: zero, p_a: p, u_b: zero, p_b: -p })
            }
        }
    }

    /// The bilinear form H(w, δ).
    pub fn hessian(&self, kin: &Kinematics) -> Hessian {
        let mut h = [[Mat3::zeros(); 4]; 4];
        match *self {
            Self::Projection { a, b, axis } => {
                add_projection(&mut h, &kin.ports[a].axis(axis), &(kin.ports[b].x - kin.ports[a].x));
            }
            Self::Field { a, b, ref field } => field::add_hessian(kin, a, b, field, &mut h),
            Self::Relative(ref relative) => relative.add_hessian(kin, &mut h),
            Self::Turn { a, b, axis } => relative::add_turn(kin, a, b, axis, &mut h),
            Self::Dot { a, i, b, j } => add_dot(&mut h, 1.0, &kin.ports[a].axis(i), &kin.ports[b].axis(j)),
            Self::Distance { a, b } => {
                let d = kin.ports[b].x - kin.ports[a].x;
                let length = d.norm();
                if length > 0.0 {
                    let n = d / length;
                    let p = (Mat3::identity() - n * n.transpose()) / length;
                    (h[0][0], h[0][2], h[2][0], h[2][2]) = (p, -p, -p, p);
                }
            }
            Self::Angle { a, b, .. } => {
                let parts = AngleParts::new(kin, a, b);
                let (s, c, r2) = (parts.s, parts.c, parts.r2);
                add_dot(&mut h, c / r2, &parts.a2, &parts.b1);
                add_dot(&mut h, -s / r2, &parts.a1, &parts.b1);
                let (gs, gc) = (parts.a2.cross(&parts.b1), parts.a1.cross(&parts.b1));
                let (ss, sc) = (-2.0 * s * c / (r2 * r2), (s * s - c * c) / (r2 * r2));
                let outer =
                    (gs * gs.transpose() - gc * gc.transpose()) * ss + (gs * gc.transpose() + gc * gs.transpose()) * sc;
                h[1][1] += outer;
                h[3][3] += outer;
                h[1][3] -= outer;
                h[3][1] -= outer;
            }
        }
        h
    }
}

/// Adds the form of the projection e·d, e carried by A.
fn add_projection(h: &mut Hessian, e: &Vec3, d: &Vec3) {
    let s = cross(e);
    h[0][1] += s;
    h[2][1] -= s;
    h[1][0] -= s;
    h[1][2] += s;
    h[1][1] += s * cross(d);
}

/// Adds `weight` times the form of the dot product a·b.
fn add_dot(h: &mut Hessian, weight: f64, a: &Vec3, b: &Vec3) {
    let (sa, sb) = (cross(a), cross(b));
    let (ab, ba) = (sa * sb * weight, sb * sa * weight);
    h[1][1] += ab;
    h[1][3] -= ab;
    h[3][1] -= ba;
    h[3][3] += ba;
}

/// Sine-like and cosine-like products of the angle measure.
struct AngleParts {
    a1: Vec3,
    a2: Vec3,
    b1: Vec3,
    s: f64,
    c: f64,
    r2: f64,
}

impl AngleParts {
    fn new(kin: &Kinematics, a: PortId, b: PortId) -> Self {
        let (a1, a2, b1) = (kin.ports[a].axis(0), kin.ports[a].axis(1), kin.ports[b].axis(0));
        let (s, c) = (b1.dot(&a2), b1.dot(&a1));
        Self { a1, a2, b1, s, c, r2: s * s + c * c }
    }

    /// Gradient with respect to φ_A; the one of φ_B is its negative.
    fn gradient(&self) -> Vec3 {
        (self.a2 * self.c - self.a1 * self.s).cross(&self.b1) / self.r2
    }
}
