//! SO(3): exponential, logarithm and the tangent operator of the exponential.
//!
//! With `R = R₀ exp(S(Ψ))` and φ = |Ψ|, a variation of Ψ turns the body by `δθ = T(Ψ) δΨ`,
//!
//! ```text
//! T(Ψ)   = I − (1−cos φ)/φ² S(Ψ) + (φ−sin φ)/φ³ S(Ψ)²
//! T⁻¹(Ψ) = I + ½ S(Ψ) + (1/φ² − (1+cos φ)/(2 φ sin φ)) S(Ψ)²
//! ```
//!
//! (Géradin & Cardona 2001, §4.3). Near φ = 0 the coefficients switch to their power series, which are exact to rounding
//! below the switch.

use crate::{Mat3, Quaternion, Vec3};
use nalgebra::Quaternion as RawQuaternion;

/// Below this angle the coefficients are computed by series: the first neglected term is φ⁸/10! ≈ 2e-17 at φ = 0.1.
const SERIES: f64 = 0.1;

/// The skew matrix S(a) with `S(a) b = a × b`.
pub fn cross(a: &Vec3) -> Mat3 {
    a.cross_matrix()
}

/// exp(S(Ψ)) as a unit quaternion.
pub fn exp_quaternion(psi: &Vec3) -> Quaternion {
    let phi2 = psi.norm_squared();
    let half2 = 0.25 * phi2;
    // (sin(φ/2)/φ, cos(φ/2))
    let (s, c) = if half2 < 1e-4 {
        (
            0.5 * (1.0 - half2 / 6.0 * (1.0 - half2 / 20.0 * (1.0 - half2 / 42.0))),
            1.0 - half2 / 2.0 * (1.0 - half2 / 12.0 * (1.0 - half2 / 30.0)),
        )
    } else {
        let phi = phi2.sqrt();
        let (sin, cos) = (0.5 * phi).sin_cos();
        (sin / phi, cos)
    };
    Quaternion::new_unchecked(RawQuaternion::new(c, s * psi.x, s * psi.y, s * psi.z))
}

/// exp(S(Ψ)) as a rotation matrix.
pub fn exp(psi: &Vec3) -> Mat3 {
    exp_quaternion(psi).to_rotation_matrix().into_inner()
}

/// The rotation vector Ψ with exp(S(Ψ)) = R, |Ψ| ≤ π.
pub fn log(q: &Quaternion) -> Vec3 {
    // Of q and −q take the one with the non-negative scalar part, so that the angle stays below π.
    let (w, v) = if q.w >= 0.0 { (q.w, q.imag()) } else { (-q.w, -q.imag()) };
    let s = v.norm();
    if s < 1e-4 {
        // angle/sin(angle/2) = 2 (1 + s²/6 + 3 s⁴/40 + …)
        v * (2.0 * (1.0 + s * s / 6.0 * (1.0 + 0.45 * s * s)))
    } else {
        v * (2.0 * s.atan2(w) / s)
    }
}

/// The rotation vector Ψ with exp(S(Ψ)) = R of a rotation matrix, |Ψ| ≤ π.
pub fn log_matrix(r: &Mat3) -> Vec3 {
    log(&Quaternion::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(*r)))
}

/// T(Ψ), with δθ = T(Ψ) δΨ.
pub fn tangent(psi: &Vec3) -> Mat3 {
    let phi2 = psi.norm_squared();
    let (a, b) = if phi2 < SERIES * SERIES {
        (
            0.5 - phi2 / 24.0 * (1.0 - phi2 / 30.0 * (1.0 - phi2 / 56.0)),
            1.0 / 6.0 - phi2 / 120.0 * (1.0 - phi2 / 42.0 * (1.0 - phi2 / 72.0)),
        )
    } else {
        let phi = phi2.sqrt();
        ((1.0 - phi.cos()) / phi2, (phi - phi.sin()) / (phi2 * phi))
    };
    let s = cross(psi);
    Mat3::identity() - s * a + s * s * b
}

/// T⁻¹(Ψ), with δΨ = T⁻¹(Ψ) δθ; singular at |Ψ| = 2π.
pub fn tangent_inverse(psi: &Vec3) -> Mat3 {
    let phi2 = psi.norm_squared();
    let b = if phi2 < SERIES * SERIES {
        1.0 / 12.0 + phi2 / 720.0 * (1.0 + phi2 / 42.0 * (1.0 + phi2 / 40.0))
    } else {
        let phi = phi2.sqrt();
        1.0 / phi2 - (1.0 + phi.cos()) / (2.0 * phi * phi.sin())
    };
    let s = cross(psi);
    Mat3::identity() + s * 0.5 + s * s * b
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Vec3> {
        let axes = [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.3, -0.5, 0.8), Vec3::new(-1.0, 2.0, 0.5)];
        let angles = [0.0, 1e-12, 1e-6, 0.0199, 0.0201, 0.0999, 0.1001, 0.7, 2.0, 3.1];
        axes.iter().flat_map(|a| angles.iter().map(move |t| a.normalize() * *t)).collect()
    }

    #[test]
    fn exp_is_a_rotation_and_log_inverts_it() {
        for psi in samples() {
            let r = exp(&psi);
            assert!((r.transpose() * r - Mat3::identity()).norm() < 1e-15 * 10.0);
            assert!((r.determinant() - 1.0).abs() < 1e-14);
            assert!((log(&exp_quaternion(&psi)) - psi).norm() < 1e-14, "{psi}");
        }
    }

    #[test]
    fn tangent_operators_are_inverse_to_each_other() {
        for psi in samples() {
            assert!((tangent(&psi) * tangent_inverse(&psi) - Mat3::identity()).norm() < 1e-13, "{psi}");
        }
    }

    #[test]
    fn tangent_is_the_derivative_of_exp() {
        // Central differences: error h²/6 + rounding/h ≈ 1e-10 at h = 1e-5.
        let h = 1e-5;
        for psi in samples() {
            let t = tangent(&psi);
            for i in 0..3 {
                let d = Vec3::ith(i, h);
                let back = exp(&(psi - d)).transpose() * exp(&(psi + d));
                let q = Quaternion::from_matrix(&back);
                let column = log(&q) / (2.0 * h);
                assert!((column - t.column(i)).norm() < 1e-9, "{psi} {i}");
            }
        }
    }
}
