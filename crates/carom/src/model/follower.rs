//! Follower nodes: frames whose motion is a function of other nodes.
//!
//! A point between two nodes of a beam and the best-fit frame of a face of a solid have no degrees of freedom of their own. Joints,
//! forces, contacts and sensors attach to them as to any node; `system` pulls forces and tangents back to the nodes they
//! follow. With δ the increments of those nodes, w velocities in the same components, and body-fixed rotations,
//!
//! ```text
//! (δx, δθ) = J δ ,      ∂/∂ε f·J(q ∘ exp(ε δ)) w = wᵀ D(f) δ
//! ```
//!
//! **Between** two frames a, b at the fraction s: x = (1−s) x_a + s x_b, R = R_a exp(sψ), ψ = log(R_aᵀR_b). With
//! δψ = T⁻¹(ψ)(δθ_b − exp(−ψ) δθ_a),
//!
//! ```text
//! δθ = A_a δθ_a + A_b δθ_b ,   A_b = s T(sψ) T⁻¹(ψ) ,   A_a = exp(−sψ) − A_b exp(−ψ)
//! ```
//!
//! **Patch** of nodes with weights w_i, Σ w_i = 1, at the places Y_i in the patch's frame, Σ w_i Y_i = 0: x = Σ w_i x_i, and
//! R the rotation of the polar decomposition R U of F = Σ w_i (x_i − x) Y_iᵀ, which fits the nodes best in the weighted
//! least squares. A force on it is spread over the nodes by these weights and stiffens nothing:
//!
//! ```text
//! N δθ = Σ w_i Y_i × Rᵀ δx_i ,   N = tr(U) I − U
//! ```
//!
//! **Modal**: a place X on a body with a floating frame x_0, R_0 and amplitudes η, whose modes move it by φ_k and turn it by ϑ_k. With
//! r = X + Σφ_k η_k and ψ = Σϑ_k η_k: x = x_0 + R_0 r, R = R_0 exp(ψ),
//!
//! ```text
//! δx = δx_0 + R_0 (δθ_0 × r + Σφ_k δη_k) ,      δθ = exp(−ψ) δθ_0 + T(ψ) Σϑ_k δη_k
//! ```

use super::NodeId;
use super::modal_shape::ModalShape;
use crate::element::LocalMatrix;
use crate::{Frame, Mat3, Vec3};
use lie::{cross, exp, log, tangent, tangent_derivative, tangent_inverse, tangent_inverse_derivative};

/// How a frame follows other nodes.
#[derive(Clone, Debug)]
pub enum Follower {
    Between {
        nodes: [NodeId; 2],
        s: f64,
    },
    Patch {
        nodes: Vec<NodeId>,
        weights: Vec<f64>,
        places: Vec<Vec3>,
    },
    /// The nodes are the floating frame and those of the amplitudes.
    Modal {
        nodes: Vec<NodeId>,
        shape: ModalShape,
    },
}

/// Why nodes cannot carry a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the nodes of the patch lie on one line and fix no orientation")]
pub struct Degenerate;

/// Relative to the patch's size squared: below this, nodes lie on a line.
const ON_A_LINE: f64 = 1e-10;

impl Follower {
    /// The frame at the fraction `s` of the way from node `a` to node `b`.
    pub fn between(a: NodeId, b: NodeId, s: f64) -> Self {
        Self::Between { nodes: [a, b], s }
    }

    /// The best-fit frame of nodes that now stand at `points`; its axes are those of space, its origin the weighted mean.
    /// Weights need not sum to one.
    pub fn patch(nodes: Vec<NodeId>, points: &[Vec3], weights: &[f64]) -> Result<Self, Degenerate> {
        let total: f64 = weights.iter().sum();
        let weights: Vec<f64> = weights.iter().map(|w| w / total).collect();
        let centre = points.iter().zip(&weights).fold(Vec3::zeros(), |sum, (x, w)| sum + x * *w);
        let places: Vec<Vec3> = points.iter().map(|x| x - centre).collect();
        let spread = moments(&places, &places, &weights);
        let least = (Mat3::from_diagonal_element(spread.trace()) - spread).symmetric_eigenvalues().min();
        if least.is_nan() || least <= ON_A_LINE * spread.trace() {
            return Err(Degenerate);
        }
        Ok(Self::Patch { nodes, weights, places })
    }

    /// The nodes that are followed.
    pub fn nodes(&self) -> &[NodeId] {
        match self {
            Self::Between { nodes, .. } => nodes,
            Self::Patch { nodes, .. } | Self::Modal { nodes, .. } => nodes,
        }
    }

    /// The same rule on nodes numbered 0, 1, 2 …
    pub(super) fn renumbered(&self) -> Self {
        let mut out = self.clone();
        match &mut out {
            Self::Between { nodes, .. } => *nodes = [0, 1],
            Self::Patch { nodes, .. } | Self::Modal { nodes, .. } => {
                nodes.iter_mut().enumerate().for_each(|(k, n)| *n = k);
            }
        }
        out
    }

    /// Components of each followed node that matter.
    pub fn width(&self) -> usize {
        match self {
            Self::Between { .. } | Self::Modal { .. } => 6,
            Self::Patch { .. } => 3,
        }
    }

    /// Components of the frame whose rows of J depend on the configuration.
    pub fn curved(&self) -> std::ops::Range<usize> {
        if matches!(self, Self::Modal { .. }) { 0..6 } else { 3..6 }
    }

    /// The frame in a configuration.
    pub fn frame(&self, frames: &[Frame]) -> Frame {
        match self {
            Self::Between { nodes: [a, b], s } => {
                let (a, b) = (&frames[*a], &frames[*b]);
                let psi = relative_rotation(a, b);
                a.plus(&((b.x - a.x) * *s), &(psi * *s))
            }
            Self::Patch { nodes, weights, places } => {
                let fit = Fit::new(frames, nodes, weights, places);
                Frame::from_matrix(fit.x, &fit.r)
            }
            Self::Modal { nodes, shape } => shape.frame(frames, nodes),
        }
    }

    /// J, six rows (linear, angular), row-major with [`Follower::width`] columns a followed node.
    pub fn jacobian(&self, frames: &[Frame], j: &mut [f64]) {
        j.fill(0.0);
        let columns = self.width() * self.nodes().len();
        let mut put = |row: usize, column: usize, m: &Mat3| {
            for r in 0..3 {
                for c in 0..3 {
                    j[(row + r) * columns + column + c] = m[(r, c)];
                }
            }
        };
        match self {
            Self::Between { nodes: [a, b], s } => {
                let turn = Turn::new(&relative_rotation(&frames[*a], &frames[*b]), *s);
                put(0, 0, &Mat3::from_diagonal_element(1.0 - s));
                put(0, 6, &Mat3::from_diagonal_element(*s));
                put(3, 3, &turn.a_a);
                put(3, 9, &turn.a_b);
            }
            Self::Patch { nodes, weights, places } => {
                let fit = Fit::new(frames, nodes, weights, places);
                for (i, (w, y)) in weights.iter().zip(places).enumerate() {
                    put(0, 3 * i, &Mat3::from_diagonal_element(*w));
                    put(3, 3 * i, &fit.spin(*w, y));
                }
            }
            Self::Modal { nodes, shape } => shape.jacobian(frames, nodes, j),
        }
    }

    /// Adds D(f) for a force and a moment (body-fixed) on the follower; `out` has [`Follower::width`] components a followed node.
    pub fn add_curvature(&self, frames: &[Frame], [linear, angular]: &[Vec3; 2], out: &mut LocalMatrix) {
        match self {
            Self::Between { nodes: [a, b], s } => {
                let turn = Turn::new(&relative_rotation(&frames[*a], &frames[*b]), *s);
                let [m_a, m_b] = turn.curvature(*s, angular);
                for (row, m) in [(1, m_a), (3, m_b)] {
                    out.add_block(row, 1, &(m * turn.b_a));
                    out.add_block(row, 3, &(m * turn.b_b));
                }
            }
            Self::Patch { nodes, weights, places } => {
                let fit = Fit::new(frames, nodes, weights, places);
                let g = fit.inverse * angular;
                let u_g = cross(&(fit.u * g));
                for (j, (w_j, y_j)) in weights.iter().zip(places).enumerate() {
                    let spin_j = fit.spin(*w_j, y_j);
                    let direct = (Mat3::from_diagonal_element(y_j.dot(&g)) - g * y_j.transpose()) * *w_j;
                    let z_j = direct * fit.r.transpose() + u_g * spin_j;
                    for (i, (w_i, y_i)) in weights.iter().zip(places).enumerate() {
                        let turned = fit.r * cross(&g.cross(y_i)) * *w_i;
                        out.add_block(i, j, &(fit.spin(*w_i, y_i).tr_mul(&z_j) - turned * spin_j));
                    }
                }
            }
            Self::Modal { nodes, shape } => shape.add_curvature(frames, nodes, [linear, angular], out),
        }
    }
}

/// ψ = log(R_aᵀ R_b).
fn relative_rotation(a: &Frame, b: &Frame) -> Vec3 {
    log(&(a.quaternion().inverse() * b.quaternion()))
}

/// Operators of a frame between two frames.
struct Turn {
    psi: Vec3,
    a_a: Mat3,
    a_b: Mat3,
    /// δψ = b_a δθ_a + b_b δθ_b.
    b_a: Mat3,
    b_b: Mat3,
}

impl Turn {
    fn new(psi: &Vec3, s: f64) -> Self {
        let b_b = tangent_inverse(psi);
        let back = exp(&-psi);
        let a_b = tangent(&(psi * s)) * b_b * s;
        Self { psi: *psi, a_a: exp(&(psi * -s)) - a_b * back, a_b, b_a: -b_b * back, b_b }
    }

    /// ∂(A_aᵀ f)/∂ψ and ∂(A_bᵀ f)/∂ψ.
    fn curvature(&self, s: f64, f: &Vec3) -> [Mat3; 2] {
        let (psi, part) = (&self.psi, self.psi * s);
        let z = tangent(&-part) * f;
        let m_b =
            (tangent_inverse_derivative(&-psi, &z) + tangent_inverse(&-psi) * tangent_derivative(&-part, f) * s) * -s;
        let ahead = exp(psi);
        let g = self.a_b.tr_mul(f);
        let m_a = exp(&part) * cross(f) * tangent(&part) * -s + ahead * cross(&g) * tangent(psi) - ahead * m_b;
        [m_a, m_b]
    }
}

/// Σ w_i a_i b_iᵀ.
fn moments(a: &[Vec3], b: &[Vec3], weights: &[f64]) -> Mat3 {
    a.iter().zip(b).zip(weights).fold(Mat3::zeros(), |sum, ((a, b), w)| sum + a * b.transpose() * *w)
}

/// The best fit of a patch.
struct Fit {
    x: Vec3,
    r: Mat3,
    u: Mat3,
    /// N⁻¹
    inverse: Mat3,
}

impl Fit {
    fn new(frames: &[Frame], nodes: &[NodeId], weights: &[f64], places: &[Vec3]) -> Self {
        let x = nodes.iter().zip(weights).fold(Vec3::zeros(), |sum, (n, w)| sum + frames[*n].x * *w);
        let f = nodes
            .iter()
            .zip(weights)
            .zip(places)
            .fold(Mat3::zeros(), |sum, ((n, w), y)| sum + (frames[*n].x - x) * y.transpose() * *w);
        let r = nearest_rotation(&f);
        let u = r.tr_mul(&f);
        let u = (u + u.transpose()) * 0.5;
        let n = Mat3::from_diagonal_element(u.trace()) - u;
        // A patch that collapsed onto a line turns freely: its step must not be accepted.
        let inverse = n.try_inverse().unwrap_or_else(|| Mat3::from_diagonal_element(f64::NAN));
        Self { x, r, u, inverse }
    }

    /// δθ per displacement of a node.
    fn spin(&self, w: f64, y: &Vec3) -> Mat3 {
        self.inverse * cross(y) * self.r.transpose() * w
    }
}

/// The rotation nearest to F: of its polar decomposition, with the sign of the least singular value such that it is proper.
fn nearest_rotation(f: &Mat3) -> Mat3 {
    let svd = f.svd(true, true);
    let (Some(u), Some(v_t)) = (svd.u, svd.v_t) else { return Mat3::from_diagonal_element(f64::NAN) };
    let sign = (u * v_t).determinant().signum();
    let least = svd.singular_values.imin();
    let mut signs = Vec3::repeat(1.0);
    signs[least] = sign;
    u * Mat3::from_diagonal(&signs) * v_t
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames() -> Vec<Frame> {
        let x = [[0.0, 0.0, 0.0], [1.0, 0.1, -0.1], [0.2, 0.9, 0.1], [1.1, 1.2, 0.4]];
        let psi = [[0.1, 0.2, -0.3], [0.5, -0.4, 0.2], [0.0, 0.1, 0.2], [-0.3, 0.2, 0.9]];
        x.iter().zip(psi).map(|(x, p)| Frame::from_rotation_vector(Vec3::from(*x), &Vec3::from(p))).collect()
    }

    fn followers() -> Vec<Follower> {
        let flat = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]].map(Vec3::from);
        let patch = Follower::patch(vec![0, 1, 2, 3], &flat, &[1.0, 2.0, 1.5, 1.0]).unwrap();
        let vector = |seed: usize| Vec3::from_column_slice(&delta(3, seed));
        let modes = (0..4).map(|k| [vector(2 * k), vector(2 * k + 1)]).collect();
        let shape = ModalShape { place: Vec3::new(0.3, -0.4, 0.2), modes };
        let modal = Follower::Modal { nodes: vec![3, 0, 2], shape };
        vec![Follower::between(1, 3, 0.3), Follower::between(0, 1, 0.8), patch, modal]
    }

    /// frames ∘ exp(ε δ) over the follower's columns.
    fn moved(follower: &Follower, frames: &[Frame], delta: &[f64], epsilon: f64) -> Vec<Frame> {
        let mut out = frames.to_vec();
        let width = follower.width();
        for (k, &node) in follower.nodes().iter().enumerate() {
            let d = &delta[width * k..width * (k + 1)];
            let turn = if width == 6 { Vec3::new(d[3], d[4], d[5]) } else { Vec3::zeros() };
            out[node] = frames[node].plus(&(Vec3::new(d[0], d[1], d[2]) * epsilon), &(turn * epsilon));
        }
        out
    }

    fn delta(n: usize, seed: usize) -> Vec<f64> {
        (0..n).map(|i| ((i * 7 + seed * 13) % 11) as f64 / 5.0 - 1.0).collect()
    }

    fn times(follower: &Follower, frames: &[Frame], w: &[f64]) -> Vec<f64> {
        let n = w.len();
        let mut j = vec![0.0; 6 * n];
        follower.jacobian(frames, &mut j);
        j.chunks_exact(n).map(|row| row.iter().zip(w).map(|(a, b)| a * b).sum()).collect()
    }

    #[test]
    fn motion_and_its_derivative_agree_with_differences() {
        let frames = frames();
        for follower in followers() {
            let n = follower.width() * follower.nodes().len();
            let (d, w) = (delta(n, 1), delta(n, 2));
            // Fourth-order differences: error ε⁴ + rounding/ε ≈ 1e-12.
            let eps = 1e-3;
            let at = |k: f64| moved(&follower, &frames, &d, k * eps);
            let base = follower.frame(&frames);
            let place = |k: f64| {
                let f = follower.frame(&at(k));
                let turn = log(&(base.quaternion().inverse() * f.quaternion()));
                [f.x - base.x, turn].iter().flat_map(|v| [v.x, v.y, v.z]).collect::<Vec<_>>()
            };
            let difference = |f: &dyn Fn(f64) -> Vec<f64>| -> Vec<f64> {
                let [p1, m1, p2, m2] = [1.0, -1.0, 2.0, -2.0].map(f);
                (0..p1.len()).map(|i| (8.0 * (p1[i] - m1[i]) - (p2[i] - m2[i])) / (12.0 * eps)).collect()
            };
            let found = difference(&|k| place(k));
            let exact = times(&follower, &frames, &d);
            for (a, b) in exact.iter().zip(&found) {
                assert!((a - b).abs() < 1e-9, "J δ: {exact:?} {found:?}");
            }
            let force = [Vec3::new(0.9, 0.2, -0.4), Vec3::new(0.3, -0.8, 0.5)];
            let found = difference(&|k| {
                let v = times(&follower, &at(k), &w);
                vec![force[0].dot(&Vec3::new(v[0], v[1], v[2])) + force[1].dot(&Vec3::new(v[3], v[4], v[5]))]
            })[0];
            let mut curvature = LocalMatrix::default();
            curvature.reset(follower.nodes().len(), follower.width());
            follower.add_curvature(&frames, &force, &mut curvature);
            let exact: f64 = (0..n).map(|i| w[i] * (0..n).map(|j| curvature.get(i, j) * d[j]).sum::<f64>()).sum();
            assert!((exact - found).abs() < 1e-9, "wᵀ D δ: {exact} {found}");
        }
    }

    #[test]
    fn a_rigid_motion_carries_followers_along() {
        let frames = frames();
        let motion = Frame::from_rotation_vector(Vec3::new(0.3, -2.0, 1.0), &Vec3::new(1.0, 0.5, -2.0));
        let carried: Vec<Frame> = frames.iter().map(|f| motion.then(f)).collect();
        for follower in followers() {
            let mut carried = carried.clone();
            if let Follower::Modal { nodes, .. } = &follower {
                nodes[1..].iter().for_each(|&node| carried[node] = frames[node]);
            }
            let (there, expected) = (follower.frame(&carried), motion.then(&follower.frame(&frames)));
            assert!((there.x - expected.x).norm() < 1e-14 && (there.r() - expected.r()).norm() < 1e-13);
        }
    }

    #[test]
    fn nodes_on_a_line_fix_no_orientation() {
        let line = [0.0, 1.0, 2.5].map(|x| Vec3::new(x, 2.0 * x, 0.0));
        assert_eq!(Follower::patch(vec![0, 1, 2], &line, &[1.0; 3]).unwrap_err(), Degenerate);
    }
}
