//! How a place on a body with a floating frame moves with the amplitudes of its modes (see `follower` for the equations).
//!
//! The amplitudes stand in threes in the positions of their nodes, so that amplitude k is component k mod 3 of node 1 + k/3.

use super::NodeId;
use crate::element::LocalMatrix;
use crate::{Frame, Mat3, Vec3};
use lie::{cross, exp, tangent, tangent_derivative};

/// A place in the floating frame, and what each mode does to it.
#[derive(Clone, Debug)]
pub struct ModalShape {
    /// X.
    pub place: Vec3,
    /// φ_k and ϑ_k.
    pub modes: Vec<[Vec3; 2]>,
}

/// Place of amplitude `k` among six components of each node, the floating frame first.
pub fn amplitude_place(k: usize) -> usize {
    6 * (1 + k / 3) + k % 3
}

/// Amplitude `k` of a body with these nodes.
pub fn amplitude(frames: &[Frame], nodes: &[NodeId], k: usize) -> f64 {
    frames[nodes[1 + k / 3]].x[k % 3]
}

impl ModalShape {
    /// r and ψ.
    fn deformed(&self, frames: &[Frame], nodes: &[NodeId]) -> [Vec3; 2] {
        let start = [self.place, Vec3::zeros()];
        self.modes.iter().enumerate().fold(start, |[r, psi], (k, [shift, turn])| {
            let eta = amplitude(frames, nodes, k);
            [r + shift * eta, psi + turn * eta]
        })
    }

    /// Its place in space.
    pub fn position(&self, frames: &[Frame], nodes: &[NodeId]) -> Vec3 {
        frames[nodes[0]].point(&self.deformed(frames, nodes)[0])
    }

    /// Its velocity in space for velocities (v, Ω) of the floating frame and rates of the amplitudes.
    pub fn velocity(
        &self,
        frames: &[Frame],
        nodes: &[NodeId],
        (v, omega): (Vec3, Vec3),
        rate: impl Fn(usize) -> f64,
    ) -> Vec3 {
        let [r, _] = self.deformed(frames, nodes);
        let moved = self.modes.iter().enumerate().fold(Vec3::zeros(), |sum, (k, [shift, _])| sum + shift * rate(k));
        v + frames[nodes[0]].r() * (omega.cross(&r) + moved)
    }

    pub(super) fn frame(&self, frames: &[Frame], nodes: &[NodeId]) -> Frame {
        let [r, psi] = self.deformed(frames, nodes);
        let body = &frames[nodes[0]];
        body.plus(&(body.r() * r), &psi)
    }

    pub(super) fn jacobian(&self, frames: &[Frame], nodes: &[NodeId], j: &mut [f64]) {
        let columns = 6 * nodes.len();
        let [r, psi] = self.deformed(frames, nodes);
        let (body, map) = (frames[nodes[0]].r(), tangent(&psi));
        let mut put = |row: usize, column: usize, x: &Vec3| {
            x.iter().enumerate().for_each(|(i, x)| j[(row + i) * columns + column] = *x);
        };
        let (arm, back) = (-body * cross(&r), exp(&-psi));
        for c in 0..3 {
            put(0, c, &Vec3::ith(c, 1.0));
            put(0, 3 + c, &arm.column(c).into());
            put(3, 3 + c, &back.column(c).into());
        }
        for (k, [shift, turn]) in self.modes.iter().enumerate() {
            put(0, amplitude_place(k), &(body * shift));
            put(3, amplitude_place(k), &(map * turn));
        }
    }

    /// With g = R_0ᵀ f, the force, and the moment m:
    ///
    /// ```text
    /// θθ: g rᵀ − (g·r) I ,   θη: φ_k × g − exp(ψ) S(m) T ϑ_k ,   ηθ: (φ_k × g)ᵀ ,   ηη: −ϑ_kᵀ [∂(T(−ψ) m)/∂(−ψ)] ϑ_l
    /// ```
    pub(super) fn add_curvature(&self, frames: &[Frame], nodes: &[NodeId], f: [&Vec3; 2], out: &mut LocalMatrix) {
        let [r, psi] = self.deformed(frames, nodes);
        let g = frames[nodes[0]].r().tr_mul(f[0]);
        out.add_block(1, 1, &(g * r.transpose() - Mat3::from_diagonal_element(g.dot(&r))));
        let turns = *f[1] != Vec3::zeros();
        let turned = if turns { exp(&psi) * cross(f[1]) * tangent(&psi) } else { Mat3::zeros() };
        let bent = if turns { -tangent_derivative(&-psi, f[1]) } else { Mat3::zeros() };
        for (k, [shift, turn]) in self.modes.iter().enumerate() {
            let (at, lever, moment) = (amplitude_place(k), shift.cross(&g), turned * turn);
            for c in 0..3 {
                out.add(at, 3 + c, lever[c]);
                out.add(3 + c, at, lever[c] - moment[c]);
            }
            if turns && *turn != Vec3::zeros() {
                let row = bent.tr_mul(turn);
                for (l, [_, other]) in self.modes.iter().enumerate() {
                    out.add(at, amplitude_place(l), row.dot(other));
                }
            }
        }
    }
}
