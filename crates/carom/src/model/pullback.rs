//! From ports to nodes: gradients and second derivatives of measures, expressed in the increments of the nodes.
//!
//! A node increment (δx, δθ), δθ body-fixed, moves a port by the spatial
//!
//! ```text
//! u = δx + φ × arm ,    φ = R δθ                                        (1)
//! ```
//!
//! so a gradient (g_u, g_φ) on the port is (g_u, Rᵀ(g_φ + arm × g_u)) on the node. A second derivative H(w, δ) holds the
//! body-fixed components of w (see [`crate::measure`]); along δ the port's w_u = w_x + ω × arm then changes by
//! φ × (ω × arm), which adds g_u·(φ × (ω × arm)) = ωᵀ S(arm) S(g_u) φ to the form (1) is inserted into:
//!
//! ```text
//! H_xx = H_uu                       H_xθ = (H_uφ − H_uu S(arm)) R
//! H_θx = Rᵀ(H_φu + S(arm) H_uu)     H_θθ = Rᵀ(H_φφ − H_φu S(arm) + S(arm)(H_uφ − H_uu S(arm)) + S(arm) S(g_u)) R   (2)
//! ```
//!
//! with the arm and R of the row's side on the left, those of the column's side on the right, and the last term only
//! where both are the same side. If both ports ride on one node, the four blocks add up; a port on the ground has no node
//! and its blocks are left as they are (its arm is zero).

use super::PortState;
use crate::measure::{Gradient, Hessian};
use crate::{Mat3, Vec3};

/// A spatial force and moment (or gradient) on a port, at its node: (linear, angular body-fixed).
#[inline]
pub fn pull_gradient(port: &PortState, node_r: &Mat3, g_u: &Vec3, g_phi: &Vec3) -> (Vec3, Vec3) {
    (*g_u, node_r.tr_mul(&(g_phi + port.arm.cross(g_u))))
}

/// The second derivative of a measure with respect to the nodes of its two ports, given with their rotation matrices:
/// 3×3 blocks, rows (w_A, Ω_A, w_B, Ω_B), columns (δx_A, δθ_A, δx_B, δθ_B), equation (2).
#[inline]
pub fn pull_hessian(h: &Hessian, g: &Gradient, a: (&PortState, &Mat3), b: (&PortState, &Mat3)) -> [[Mat3; 4]; 4] {
    let mut out = [[Mat3::zeros(); 4]; 4];
    let sides = [(a.0.arm, a.1, g.u_a), (b.0.arm, b.1, g.u_b)];
    for (s, (arm_s, r_s, g_u)) in sides.iter().enumerate() {
        for (t, (arm_t, r_t, _)) in sides.iter().enumerate() {
            let (i, j) = (2 * s, 2 * t);
            let mut x_phi = h[i][j + 1];
            let mut phi_x = h[i + 1][j];
            let mut phi_phi = h[i + 1][j + 1];
            let same = s == t && *g_u != Vec3::zeros() && *arm_s != Vec3::zeros();
            let mut turns = same || !is_zero(&phi_phi);
            if !is_zero(&h[i][j]) {
                out[i][j] = h[i][j];
                x_phi -= times_cross(&h[i][j], arm_t);
                phi_phi -= times_cross(&phi_x, arm_t);
                phi_x += cross_times(arm_s, &h[i][j]);
                turns = true;
            } else if !is_zero(&phi_x) {
                phi_phi -= times_cross(&phi_x, arm_t);
                turns = true;
            }
            if !is_zero(&x_phi) {
                phi_phi += cross_times(arm_s, &x_phi);
                out[i][j + 1] = x_phi * *r_t;
                turns = true;
            }
            if !is_zero(&phi_x) {
                out[i + 1][j] = r_s.tr_mul(&phi_x);
            }
            if same {
                phi_phi += cross_cross(arm_s, g_u);
            }
            if turns {
                out[i + 1][j + 1] = r_s.tr_mul(&(phi_phi * *r_t));
            }
        }
    }
    out
}

#[inline]
fn is_zero(m: &Mat3) -> bool {
    m.iter().all(|x| *x == 0.0)
}

/// S(a) M
#[inline]
fn cross_times(a: &Vec3, m: &Mat3) -> Mat3 {
    Mat3::from_columns(&[a.cross(&m.column(0)), a.cross(&m.column(1)), a.cross(&m.column(2))])
}

/// M S(a)
#[inline]
fn times_cross(m: &Mat3, a: &Vec3) -> Mat3 {
    let [c0, c1, c2]: [Vec3; 3] = [m.column(0).into(), m.column(1).into(), m.column(2).into()];
    Mat3::from_columns(&[c1 * a.z - c2 * a.y, c2 * a.x - c0 * a.z, c0 * a.y - c1 * a.x])
}

/// S(a) S(b) = b aᵀ − (a·b) I
#[inline]
fn cross_cross(a: &Vec3, b: &Vec3) -> Mat3 {
    b * a.transpose() - Mat3::from_diagonal_element(a.dot(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lie::cross;

    #[test]
    fn products_with_skew_matrices_are_short_forms() {
        let (a, b) = (Vec3::new(0.3, -1.0, 2.0), Vec3::new(1.5, 0.2, -0.7));
        let m = Mat3::new(1.0, 2.0, 3.0, -4.0, 5.0, 0.5, 0.1, -0.2, 7.0);
        // Sums of two products: equal to a few units of rounding.
        assert!((cross_times(&a, &m) - cross(&a) * m).norm() < 1e-14);
        assert!((times_cross(&m, &a) - m * cross(&a)).norm() < 1e-14);
        assert!((cross_cross(&a, &b) - cross(&a) * cross(&b)).norm() < 1e-14);
    }
}
