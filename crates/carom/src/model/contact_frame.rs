//! What the relative motion in a contact is measured from: its axes, arms and orientations at one configuration.
//!
//! Sliding and rolling have no potential: they are counted from the start of a step. The frame of a contact holds that start;
//! measures of sliding and turning compare the present configuration with it.

use crate::{Mat3, Vec3};

/// A contact at one configuration, in the axes of space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactFrame {
    /// Normal from the master (A) to the slave (B), then two tangents.
    pub axes: [Vec3; 3],
    /// From the ports of A and B to the point of contact.
    pub arms: [Vec3; 2],
    /// x_B − x_A of the ports.
    pub d: Vec3,
    /// Orientations of the ports.
    pub r: [Mat3; 2],
}

impl Default for ContactFrame {
    fn default() -> Self {
        let zero = Vec3::zeros();
        Self { axes: [zero; 3], arms: [zero; 2], d: zero, r: [Mat3::identity(); 2] }
    }
}

impl ContactFrame {
    /// The unit normal, or none for a frame that was never placed.
    pub fn normal(&self) -> Option<Vec3> {
        (self.axes[0] != Vec3::zeros()).then_some(self.axes[0])
    }

    /// Axes with the normal `n` and the tangents as near as possible to the present ones: t₁ is carried along to the new tangent
    /// plane. A frame that was never placed, or turned by more than a right angle, gets tangents of its own.
    pub fn axes_about(&self, n: Vec3) -> [Vec3; 3] {
        let t = self.axes[1] - n * n.dot(&self.axes[1]);
        // Where the last tangent is nearly the new normal, its projection is short and its direction arbitrary.
        let t = if t.norm_squared() > 0.01 { t } else { across(&n) };
        let t = t.normalize();
        [n, t, n.cross(&t)]
    }
}

/// A direction across `n`: the coordinate axis farthest from it, without its part along `n`.
fn across(n: &Vec3) -> Vec3 {
    let axis = Vec3::ith(n.iamin(), 1.0);
    axis - n * n.dot(&axis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_orthonormal_for_every_normal_and_keep_their_direction() {
        let mut frame = ContactFrame::default();
        // Along a curve over the sphere that passes through the poles and along the axes.
        for k in 0..=720 {
            let (a, b) = (f64::from(k).to_radians(), 0.5 * f64::from(k).to_radians());
            let n = Vec3::new(a.cos() * b.cos(), a.cos() * b.sin(), a.sin());
            let axes = frame.axes_about(n);
            for i in 0..3 {
                for j in 0..3 {
                    let expected = f64::from(i == j);
                    // Products of unit vectors: rounding only.
                    assert!((axes[i].dot(&axes[j]) - expected).abs() < 1e-15, "{k}: {i} {j}");
                }
            }
            // The normal turns by at most 1.2° from one point to the next, and the tangent does not turn faster.
            if k > 0 {
                assert!(axes[1].dot(&frame.axes[1]) > 0.999, "{k}");
            }
            frame.axes = axes;
        }
    }
}
