//! Sliding and turning of two bodies against each other since the start of a step (S A.44–A.56, B.31–B.43; THEORY §4).
//!
//! The contact's [`ContactFrame`] holds the start: axes e, arms c_A and c_B from the ports to the point of contact, d₀ and the
//! orientations R_A0, R_B0. With the rotation vectors since then, Ψ = log(R R₀ᵀ), an observer at rest in space sees
//!
//! ```text
//! slide = e·(d − d₀) + (c_B × e)·Ψ_B − (c_A × e)·Ψ_A ,      turn = e·(Ψ_B − Ψ_A)                    (1)
//! ```
//!
//! and one who rides on A, Q = R_A R_A0ᵀ, Ψ = log(Qᵀ R_B R_B0ᵀ),
//!
//! ```text
//! slide = Qe·d − e·d₀ + (c_B × e)·Ψ ,                         turn = e·Ψ .                            (2)
//! ```
//!
//! Both are zero in pure rolling of any speed, and their rates at the start are the velocities of the two surfaces against each
//! other. (1) is for bodies that may both spin fast (spheres), (2) for a surface without symmetry (planes, boxes): what sticks to
//! it turns with it exactly. As δΨ = T⁻ᵀ(Ψ) φ for a spatial rotation φ, the gradient of w·Ψ is p = T⁻¹(Ψ) w, and its second
//! derivative B + S(p) with B = ∂(T⁻¹w)/∂Ψ T⁻ᵀ, because the body-fixed components of the other argument are held.

use super::{Gradient, Hessian, add_projection};
use crate::model::{ContactFrame, Kinematics, PortId};
use crate::{Mat3, Vec3};
use lie::{cross, log_matrix, tangent_inverse, tangent_inverse_derivative};

/// Relative motion in a contact since the start of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Relative {
    pub a: PortId,
    pub b: PortId,
    /// Place of the contact's frame in [`Kinematics::contacts`].
    pub slot: usize,
    /// 0 the normal, 1 and 2 the tangents.
    pub axis: usize,
    /// Sliding along the axis, or turning about it.
    pub turns: bool,
    /// Seen by an observer who rides on A, or at rest.
    pub carried: bool,
}

/// w·Ψ of a rotation since the start: the angle's gradient and second derivative by spatial rotations.
struct Spin {
    value: f64,
    p: Vec3,
    psi: Vec3,
    w: Vec3,
}

impl Spin {
    fn new(since: &Mat3, w: Vec3) -> Self {
        let psi = log_matrix(since);
        Self { value: w.dot(&psi), p: tangent_inverse(&psi) * w, psi, w }
    }

    /// For a body that has not turned.
    fn at_start(w: Vec3) -> Self {
        Self { value: 0.0, p: w, psi: Vec3::zeros(), w }
    }

    fn curvature(&self) -> Mat3 {
        tangent_inverse_derivative(&self.psi, &self.w) * tangent_inverse(&self.psi).transpose()
    }
}

/// a·Ψ of the rotation vector from the axes of A to those of B, Ψ = log(R_Aᵀ R_B) in the axes of A: (2) with R_A0 = R_B0 = 1.
pub(super) fn turn(kin: &Kinematics, a: PortId, b: PortId, axis: usize) -> (f64, Gradient) {
    let q = kin.ports[a].r;
    let spin = Spin::new(&q.tr_mul(&kin.ports[b].r), Vec3::ith(axis, 1.0));
    let p = q * spin.p;
    (spin.value, Gradient { p_a: -p, p_b: p, ..Gradient::default() })
}

/// Its second derivative.
pub(super) fn add_turn(kin: &Kinematics, a: PortId, b: PortId, axis: usize, h: &mut Hessian) {
    let q = kin.ports[a].r;
    let spin = Spin::new(&q.tr_mul(&kin.ports[b].r), Vec3::ith(axis, 1.0));
    add_spin(&q, &spin, h);
}

/// The second derivative of a rotation that an observer on A sees.
fn add_spin(q: &Mat3, spin: &Spin, h: &mut Hessian) {
    let s = cross(&(q * spin.p));
    let c = q * spin.curvature() * q.transpose();
    h[1][1] += c;
    h[1][3] -= c;
    h[3][1] -= c + s;
    h[3][3] += c + s;
}

impl Relative {
    fn frame<'a>(&self, kin: &'a Kinematics) -> &'a ContactFrame {
        &kin.contacts[self.slot]
    }

    /// How far each body turns the measure: c × e for sliding, e for turning.
    fn lever(&self, frame: &ContactFrame, side: usize) -> Vec3 {
        let e = frame.axes[self.axis];
        if self.turns { e } else { frame.arms[side].cross(&e) }
    }

    /// Q, and the rotation of B against A since the start.
    fn seen_from_a(&self, kin: &Kinematics, frame: &ContactFrame) -> (Mat3, Spin) {
        let q = kin.ports[self.a].r * frame.r[0].transpose();
        let since = q.tr_mul(&kin.ports[self.b].r) * frame.r[1].transpose();
        (q, Spin::new(&since, self.lever(frame, 1)))
    }

    fn seen_from_space(&self, kin: &Kinematics, frame: &ContactFrame) -> [Spin; 2] {
        [(self.a, 0), (self.b, 1)].map(|(port, side)| {
            let (now, start, lever) = (&kin.ports[port].r, &frame.r[side], self.lever(frame, side));
            if now == start { Spin::at_start(lever) } else { Spin::new(&(now * start.transpose()), lever) }
        })
    }

    pub fn gradient(&self, kin: &Kinematics) -> (f64, Gradient) {
        let frame = self.frame(kin);
        let e = frame.axes[self.axis];
        let d = kin.ports[self.b].x - kin.ports[self.a].x;
        let mut g = Gradient::default();
        let mut value = 0.0;
        if self.carried {
            let (q, spin) = self.seen_from_a(kin, frame);
            let p = q * spin.p;
            value += spin.value;
            (g.p_a, g.p_b) = (-p, p);
            if !self.turns {
                let e_now = q * e;
                value += e_now.dot(&d) - e.dot(&frame.d);
                (g.u_a, g.u_b) = (-e_now, e_now);
                g.p_a += e_now.cross(&d);
            }
        } else {
            let [a, b] = self.seen_from_space(kin, frame);
            value += b.value - a.value;
            (g.p_a, g.p_b) = (-a.p, b.p);
            if !self.turns {
                value += e.dot(&(d - frame.d));
                (g.u_a, g.u_b) = (-e, e);
            }
        }
        (value, g)
    }

    pub fn add_hessian(&self, kin: &Kinematics, h: &mut Hessian) {
        let frame = self.frame(kin);
        if self.carried {
            let (q, spin) = self.seen_from_a(kin, frame);
            add_spin(&q, &spin, h);
            if !self.turns {
                let d = kin.ports[self.b].x - kin.ports[self.a].x;
                add_projection(h, &(q * frame.axes[self.axis]), &d);
            }
        } else {
            let [a, b] = self.seen_from_space(kin, frame);
            h[1][1] -= a.curvature() + cross(&a.p);
            h[3][3] += b.curvature() + cross(&b.p);
        }
    }
}
