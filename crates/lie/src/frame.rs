//! The configuration of a node: a position and an orientation, R³ × SO(3).

use crate::{Mat3, Quaternion, Vec3, exp_quaternion};

/// Position `x` and orientation of a frame; points use only `x`, scalars only `x[0]`.
///
/// The rotation matrix `r` is always the one of the unit quaternion, so that a state written and read back is the same
/// bit for bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub x: Vec3,
    q: Quaternion,
    r: Mat3,
}

impl Frame {
    pub fn new(x: Vec3, q: Quaternion) -> Self {
        Self { x, q, r: q.to_rotation_matrix().into_inner() }
    }

    pub fn identity() -> Self {
        Self::new(Vec3::zeros(), Quaternion::identity())
    }

    /// The frame of an origin and a rotation vector.
    pub fn from_rotation_vector(x: Vec3, psi: &Vec3) -> Self {
        Self::new(x, exp_quaternion(psi))
    }

    /// The frame of an origin and a rotation matrix.
    pub fn from_matrix(x: Vec3, r: &Mat3) -> Self {
        let q = Quaternion::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(*r));
        Self::new(x, q)
    }

    #[inline]
    pub fn r(&self) -> &Mat3 {
        &self.r
    }

    /// Whether its axes are others than those of the frame it is given in.
    #[inline]
    pub fn is_turned(&self) -> bool {
        self.q.i != 0.0 || self.q.j != 0.0 || self.q.k != 0.0
    }

    pub fn quaternion(&self) -> &Quaternion {
        &self.q
    }

    /// Scalar part first, for storage.
    pub fn to_array(&self) -> [f64; 7] {
        let (x, q) = (&self.x, &self.q);
        [x.x, x.y, x.z, q.w, q.i, q.j, q.k]
    }

    /// The inverse of [`Frame::to_array`], bit for bit.
    pub fn from_array(a: &[f64; 7]) -> Self {
        let q = nalgebra::Quaternion::new(a[3], a[4], a[5], a[6]);
        Self::new(Vec3::new(a[0], a[1], a[2]), Quaternion::new_unchecked(q))
    }

    /// q ∘ exp(Δ): `x + dx`, `R exp(S(dtheta))`.
    #[inline]
    pub fn plus(&self, dx: &Vec3, dtheta: &Vec3) -> Self {
        if *dtheta == Vec3::zeros() {
            return Self { x: self.x + dx, q: self.q, r: self.r };
        }
        let mut q = self.q * exp_quaternion(dtheta);
        // One Newton step of the normalisation: the product of unit quaternions is off by rounding only.
        q.renormalize_fast();
        Self::new(self.x + dx, q)
    }

    /// The adjoint: the increment on the left, `exp(Ad Δ) ∘ q`, that moves like Δ on the right, `q ∘ exp(Δ)`. For this group
    /// it turns the body-fixed rotation into the spatial one and leaves the displacement.
    pub fn adjoint(&self, dx: &Vec3, dtheta: &Vec3) -> (Vec3, Vec3) {
        (*dx, self.r * dtheta)
    }

    /// The image of a body-fixed point.
    pub fn point(&self, p: &Vec3) -> Vec3 {
        self.x + self.r * p
    }

    /// The frame `other`, given in this frame, seen from the ground.
    pub fn then(&self, other: &Frame) -> Self {
        Self::new(self.point(&other.x), self.q * other.q)
    }

    pub fn inverse(&self) -> Self {
        let q = self.q.inverse();
        Self::new(-(q * self.x), q)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storage_is_exact_and_orientation_stays_orthonormal() {
        let mut f = Frame::from_rotation_vector(Vec3::new(1.0, 2.0, 3.0), &Vec3::new(0.1, 0.2, -0.7));
        for _ in 0..100_000 {
            f = f.plus(&Vec3::new(1e-3, 0.0, 0.0), &Vec3::new(0.01, -0.02, 0.03));
        }
        // The renormalisation keeps the quaternion at unit length, so rounding does not accumulate.
        assert!((f.r().transpose() * f.r() - Mat3::identity()).norm() < 1e-14);
        assert_eq!(Frame::from_array(&f.to_array()), f);
    }

    #[test]
    fn the_adjoint_moves_an_increment_from_right_to_left() {
        let q = Frame::from_rotation_vector(Vec3::new(1.0, -2.0, 0.3), &Vec3::new(0.4, 1.2, -0.7));
        let (dx, dtheta) = (Vec3::new(0.1, 0.2, -0.3), Vec3::new(0.3, -0.2, 0.5));
        let right = q.plus(&dx, &dtheta);
        let (left_x, left_theta) = q.adjoint(&dx, &dtheta);
        assert!((q.x + left_x - right.x).norm() < 1e-15);
        assert!((crate::exp(&left_theta) * q.r() - right.r()).norm() < 1e-15 * 8.0);
    }

    #[test]
    fn inverse_undoes_then() {
        let a = Frame::from_rotation_vector(Vec3::new(1.0, -2.0, 0.3), &Vec3::new(0.4, 1.2, -0.7));
        let e = a.then(&a.inverse());
        assert!(e.x.norm() < 1e-15 * 8.0 && (e.r() - Mat3::identity()).norm() < 1e-15 * 8.0);
    }
}
