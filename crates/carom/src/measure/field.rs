//! Distances of a point B from a surface that is fixed to A: functions of the point's place d′ = R_Aᵀ(x_B − x_A) in A's frame.
//!
//! With value s(d′), unit gradient n′ and curvature matrix C′ = ∂n′/∂d′, and e = R_A n′, the gradient is that of a projection on
//! e, and the second derivative is the projection's plus J_dᵀ (R C′ Rᵀ) J_d with J_d = (−I, S(d), I, 0), the change of d that A
//! sees.

use super::{Gradient, Hessian, add_projection};
use crate::model::{Kinematics, PortId};
use crate::{Mat3, Vec3};
use lie::cross;

/// The surface that a distance is measured from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Field {
    /// A box with these half edges, centred at A: negative inside, by the depth under the nearest face.
    Box { half: Vec3 },
    /// The z axis of A.
    Axis,
    /// The circle with this radius about A's origin in its x-y plane.
    Circle { radius: f64 },
}

/// Value, unit gradient and curvature at a place.
pub struct Local {
    pub value: f64,
    pub n: Vec3,
    pub curvature: Mat3,
}

impl Field {
    pub fn at(&self, d: &Vec3) -> Local {
        let (delta, free) = match self {
            Self::Box { half } => {
                let outside = d.zip_map(half, |d, h| f64::from(d.abs() > h));
                if outside == Vec3::zeros() {
                    return inside(d, half);
                }
                (d.zip_map(half, |d, h| d - d.clamp(-h, h)), outside)
            }
            Self::Axis => (Vec3::new(d.x, d.y, 0.0), Vec3::new(1.0, 1.0, 0.0)),
            Self::Circle { radius } => return from_circle(d, *radius),
        };
        let value = delta.norm();
        // On the axis itself there is no direction: such a contact is far from closing, and its gradient is not used.
        if value == 0.0 {
            return Local { value, n: Vec3::zeros(), curvature: Mat3::zeros() };
        }
        let n = delta / value;
        Local { value, n, curvature: (Mat3::from_diagonal(&free) - n * n.transpose()) / value }
    }
}

/// Inside a box: the face that is nearest.
fn inside(d: &Vec3, half: &Vec3) -> Local {
    let depth = half - d.abs();
    let axis = depth.imin();
    let n = Vec3::ith(axis, if d[axis] < 0.0 { -1.0 } else { 1.0 });
    Local { value: -depth[axis], n, curvature: Mat3::zeros() }
}

/// Distance s from a circle of radius ϱ about the z axis. With ρ and e the distance and direction from that axis, u = ρ − ϱ and τ = z × e:
/// s = hypot(u, z), n = (u e + z ẑ)/s, C = m mᵀ/s + (u/(s ρ)) τ τᵀ with m = (u ẑ − z e)/s, across n in the half plane of e.
fn from_circle(d: &Vec3, radius: f64) -> Local {
    let rho = d.x.hypot(d.y);
    let u = rho - radius;
    let value = u.hypot(d.z);
    // On the circle there is no direction, and on the axis none to the circle: both are far from any contact.
    if value == 0.0 || rho == 0.0 {
        return Local { value, n: Vec3::zeros(), curvature: Mat3::zeros() };
    }
    let e = Vec3::new(d.x / rho, d.y / rho, 0.0);
    let (n, m) = ((e * u + Vec3::z() * d.z) / value, (Vec3::z() * u - e * d.z) / value);
    let t = Vec3::z().cross(&e);
    Local { value, n, curvature: m * m.transpose() / value + t * t.transpose() * (u / (value * rho)) }
}

/// Place of B in A's frame, and the field there.
pub fn local(kin: &Kinematics, a: PortId, b: PortId, field: &Field) -> (Vec3, Local) {
    let d = kin.ports[b].x - kin.ports[a].x;
    (d, field.at(&kin.ports[a].r.tr_mul(&d)))
}

pub fn gradient(kin: &Kinematics, a: PortId, b: PortId, field: &Field) -> (f64, Gradient) {
    let (d, at) = local(kin, a, b, field);
    let e = kin.ports[a].r * at.n;
    (at.value, Gradient { u_a: -e, p_a: e.cross(&d), u_b: e, p_b: Vec3::zeros() })
}

pub fn add_hessian(kin: &Kinematics, a: PortId, b: PortId, field: &Field, h: &mut Hessian) {
    let (d, at) = local(kin, a, b, field);
    let r = &kin.ports[a].r;
    add_projection(h, &(r * at.n), &d);
    let c = r * at.curvature * r.transpose();
    let s = cross(&d);
    // Transposed factors: (−I)ᵀ, S(d)ᵀ = −S(d), Iᵀ.
    let (left, right) = ([-c, -(s * c), c], [-Mat3::identity(), s, Mat3::identity()]);
    for (row, left) in left.iter().enumerate() {
        for (column, right) in right.iter().enumerate() {
            h[row][column] += left * right;
        }
    }
}
