//! A body with a floating frame: inertia, quadratic velocity forces, gravity and modal elasticity.
//!
//! Nodes: the floating frame (x, R), then the amplitudes η in threes. Integrals as in `integrals`. With r = X + Σφ_k η_k, ṙ = Σφ_k η̇_k,
//! d = ∫r, ḋ = ∫ṙ, H_k = ∫ r φ_kᵀ, A_k = ∫ ṙ φ_kᵀ, J = ∫(r·r I − r rᵀ), P = ∫(r·ṙ I − ṙ rᵀ), β_k = ∫ r × φ_k + b_k and γ = Rᵀg, the
//! material velocity ẋ + R(Ω × r + ṙ) gives (THEORY §10)
//!
//! ```text
//!     | m I         −R S(d)   R d_k |            −R(Ω × (Ω × d) + 2Ω × ḋ) + m g
//! M = |  ·           J        β_k   |      f =   −Ω × (JΩ + Σ b_k η̇_k) − 2PΩ + d × γ
//!     |  ·           ·        M_kl  |            Ω·(tr(H_k)I − H_k)Ω − 2Ω·∫ṙ × φ_k + d_k·γ − Σ_l (K_kl η_l + C_kl η̇_l)
//! T = ½ vᵀM v ,   V = ½ ηᵀKη − g·(m x + R d)
//! ```
//!
//! f has minus the inertia of the accelerations Ω × (Ω × r) + 2Ω × ṙ that are left when v̇ = 0. The elasticity is linear in the floating
//! frame: large motions of the frame, small deformations about it, no geometric stiffening.

use super::integrals::{ShapeIntegrals, axial, inertia};
use crate::element::{Element, Energy, LocalMatrix, Power, Scene};
use crate::model::{NodeId, amplitude_place};
use crate::{Mat3, Vec3};
use lie::cross;

/// Non-zeros (k, l, value) of a matrix over the modes.
pub type ModalMatrix = Vec<(usize, usize, f64)>;

/// A linear elastic body in its floating frame.
#[derive(Clone, Debug)]
pub struct ModalBody {
    nodes: Vec<NodeId>,
    integrals: ShapeIntegrals,
    mass: ModalMatrix,
    stiffness: ModalMatrix,
    damping: ModalMatrix,
}

/// Sums over the modes in one configuration.
struct State<'a> {
    r: &'a Mat3,
    omega: Vec3,
    /// d, ḋ, J, P and Rᵀg.
    d: Vec3,
    d_rate: Vec3,
    j: Mat3,
    p: Mat3,
    gamma: Vec3,
    /// Σ b_k η̇_k.
    rotary: Vec3,
}

impl ModalBody {
    /// `nodes` are the floating frame and those of the amplitudes; matrices are over the modes.
    pub fn new(nodes: Vec<NodeId>, integrals: ShapeIntegrals, stiffness: ModalMatrix, damping: ModalMatrix) -> Self {
        let n = integrals.modes();
        let pairs = (0..n * n).map(|e| (e / n, e % n));
        let mass = pairs.map(|(k, l)| (k, l, integrals.modal_mass(k, l))).filter(|(_, _, m)| *m != 0.0).collect();
        Self { nodes, integrals, mass, stiffness, damping }
    }

    pub fn integrals(&self) -> &ShapeIntegrals {
        &self.integrals
    }

    /// Three amplitudes, and three components of a vector over the degrees of freedom.
    fn eta(&self, scene: &Scene, node: usize) -> Vec3 {
        scene.kin.frames[self.nodes[1 + node]].x
    }

    fn three(&self, scene: &Scene, x: &[f64], node: usize) -> Vec3 {
        scene.layout.get(self.nodes[1 + node], x).0
    }

    /// H_b with b = 0 for X, and ∫ w φ_bᵀ of the field of the modes that x has.
    fn h(&self, scene: &Scene, b: usize) -> Mat3 {
        self.integrals.contract(b, 1.0, |node| self.eta(scene, node))
    }

    fn field(&self, scene: &Scene, x: &[f64], b: usize) -> Mat3 {
        self.integrals.contract(b, 0.0, |node| self.three(scene, x, node))
    }

    /// d.
    fn first(&self, scene: &Scene) -> Vec3 {
        let first = &self.integrals.first;
        let threes = first[1..].chunks_exact(3).enumerate();
        threes.fold(first[0], |sum, (node, d)| {
            let eta = self.eta(scene, node);
            sum + d[0] * eta.x + d[1] * eta.y + d[2] * eta.z
        })
    }

    /// Σ c_k x_k of vectors c_k a mode.
    fn along(&self, scene: &Scene, vectors: &[Vec3], x: &[f64]) -> Vec3 {
        vectors.chunks_exact(3).enumerate().fold(Vec3::zeros(), |sum, (node, c)| {
            let w = self.three(scene, x, node);
            sum + c[0] * w.x + c[1] * w.y + c[2] * w.z
        })
    }

    fn state<'a>(&self, scene: &'a Scene) -> State<'a> {
        let (kin, layout) = (scene.kin, scene.layout);
        let r = kin.frames[self.nodes[0]].r();
        let (mut rr, mut rs) = (self.h(scene, 0), Mat3::zeros());
        for node in 0..self.nodes.len() - 1 {
            let (eta, rate) = (self.eta(scene, node), self.three(scene, &kin.v, node));
            for c in 0..3 {
                let h = self.h(scene, 1 + 3 * node + c);
                rr += h * eta[c];
                rs += h * rate[c];
            }
        }
        State {
            r,
            omega: layout.get(self.nodes[0], &kin.v).1,
            d: self.first(scene),
            d_rate: self.along(scene, &self.integrals.first[1..], &kin.v),
            j: inertia(&rr),
            p: inertia(&rs.transpose()),
            gamma: r.tr_mul(&scene.gravity),
            rotary: self.along(scene, &self.integrals.rotary, &kin.v),
        }
    }

    /// J without the rest of the state.
    fn inertia(&self, scene: &Scene) -> Mat3 {
        let mut rr = self.h(scene, 0);
        for node in 0..self.nodes.len() - 1 {
            let eta = self.eta(scene, node);
            (0..3).for_each(|c| rr += self.h(scene, 1 + 3 * node + c) * eta[c]);
        }
        inertia(&rr)
    }

    /// Component `k` of a vector over the degrees of freedom.
    fn component(&self, scene: &Scene, x: &[f64], k: usize) -> f64 {
        x.get(self.dof(scene, k)).copied().unwrap_or(0.0)
    }

    fn dof(&self, scene: &Scene, k: usize) -> usize {
        scene.layout.dofs[self.nodes[1 + k / 3]][k % 3] as usize
    }

    fn amplitude(&self, scene: &Scene, k: usize) -> f64 {
        self.eta(scene, k / 3)[k % 3]
    }

    /// Adds to amplitude `k` of a global vector.
    fn add(&self, scene: &Scene, k: usize, x: f64, to: &mut [f64]) {
        if let Some(entry) = to.get_mut(self.dof(scene, k)) {
            *entry += x;
        }
    }

    /// xᵀ A y of a matrix over the modes.
    fn product(matrix: &ModalMatrix, x: impl Fn(usize) -> f64, y: impl Fn(usize) -> f64) -> f64 {
        matrix.iter().map(|&(k, l, a)| x(k) * a * y(l)).sum()
    }

    /// Adds a column and, for a symmetric matrix, the row of amplitude `k` with the floating frame.
    fn put(at: usize, linear: &Vec3, angular: &Vec3, symmetric: bool, out: &mut LocalMatrix) {
        for c in 0..3 {
            out.add(c, at, linear[c]);
            out.add(3 + c, at, angular[c]);
            if symmetric {
                out.add(at, c, linear[c]);
                out.add(at, 3 + c, angular[c]);
            }
        }
    }
}

impl Element for ModalBody {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let s = self.state(scene);
        let (w, first) = (s.omega, &self.integrals.first);
        let linear = scene.gravity * self.integrals.mass - s.r * (w.cross(&w.cross(&s.d)) + w.cross(&s.d_rate) * 2.0);
        let angular = s.d.cross(&s.gamma) - w.cross(&(s.j * w + s.rotary)) - s.p * w * 2.0;
        scene.layout.add(self.nodes[0], &linear, &angular, f);
        for k in 0..self.integrals.modes() {
            let (h, a) = (self.h(scene, k + 1), self.field(scene, &scene.kin.v, k + 1));
            let inertial = w.dot(&(inertia(&h) * w)) - 2.0 * w.dot(&axial(&a));
            self.add(scene, k, inertial + first[k + 1].dot(&s.gamma), f);
        }
        for &(k, l, x) in &self.stiffness {
            self.add(scene, k, -x * self.amplitude(scene, l), f);
        }
        for &(k, l, x) in &self.damping {
            self.add(scene, k, -x * self.component(scene, &scene.kin.v, l), f);
        }
    }

    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, c: &mut LocalMatrix) {
        let s = self.state(scene);
        let (w, g, first) = (s.omega, s.gamma, &self.integrals.first);
        let still = w == Vec3::zeros();
        let u = w.cross(&w.cross(&s.d)) + w.cross(&s.d_rate) * 2.0;
        k.add_block(0, 1, &(-s.r * cross(&u)));
        k.add_block(1, 1, &(-cross(&s.d) * cross(&g)));
        let turned = cross(&w.cross(&s.d)) + cross(&w) * cross(&s.d) + cross(&s.d_rate) * 2.0;
        c.add_block(0, 1, &(-s.r * turned));
        c.add_block(1, 1, &(cross(&w) * s.j - cross(&(s.j * w + s.rotary)) + s.p * 2.0));
        for l in 0..self.integrals.modes() {
            let (at, d_l) = (amplitude_place(l), first[l + 1]);
            let h = self.h(scene, l + 1);
            let a = self.field(scene, &scene.kin.v, l + 1);
            let j_l = inertia(&(h + h.transpose()));
            let angular = w.cross(&(j_l * w)) + inertia(&a) * w * 2.0 - d_l.cross(&g);
            Self::put(at, &(s.r * w.cross(&w.cross(&d_l))), &angular, false, k);
            let coriolis = inertia(&h.transpose()) * w * 2.0 + w.cross(&self.integrals.rotary[l]);
            Self::put(at, &(s.r * w.cross(&d_l) * 2.0), &coriolis, false, c);
            let (weight, by_spin) = (g.cross(&d_l), axial(&a) * 2.0 - j_l * w);
            for i in 0..3 {
                k.add(at, 3 + i, weight[i]);
                c.add(at, 3 + i, by_spin[i]);
            }
            if still {
                continue;
            }
            for m in 0..self.integrals.modes() {
                let e = self.integrals.second(l + 1, m + 1);
                k.add(amplitude_place(m), at, -w.dot(&(inertia(e) * w)));
                c.add(amplitude_place(m), at, 2.0 * w.dot(&axial(e)));
            }
        }
        for (matrix, out) in [(&self.stiffness, k), (&self.damping, c)] {
            matrix.iter().for_each(|&(i, j, x)| out.add(amplitude_place(i), amplitude_place(j), x));
        }
    }

    fn mass(&self, scene: &Scene, m: &mut LocalMatrix) {
        let r = scene.kin.frames[self.nodes[0]].r();
        let arm = -r * cross(&self.first(scene));
        m.add_block(0, 0, &Mat3::from_diagonal_element(self.integrals.mass));
        m.add_block(0, 1, &arm);
        m.add_block(1, 0, &arm.transpose());
        m.add_block(1, 1, &self.inertia(scene));
        for k in 0..self.integrals.modes() {
            let beta = axial(&self.h(scene, k + 1)) + self.integrals.rotary[k];
            Self::put(amplitude_place(k), &(r * self.integrals.first[k + 1]), &beta, true, m);
        }
        self.mass.iter().for_each(|&(k, l, x)| m.add(amplitude_place(k), amplitude_place(l), x));
    }

    fn has_varying_mass(&self) -> bool {
        true
    }

    fn add_inertia(&self, scene: &Scene, weight: f64, x: &[f64], out: &mut [f64]) {
        let r = scene.kin.frames[self.nodes[0]].r();
        let (a, alpha) = scene.layout.get(self.nodes[0], x);
        let (local, d) = (r.tr_mul(&a), self.first(scene));
        let moved = self.along(scene, &self.integrals.first[1..], x);
        let linear = a * self.integrals.mass + r * (alpha.cross(&d) + moved);
        let mut angular = d.cross(&local) + self.inertia(scene) * alpha;
        for k in 0..self.integrals.modes() {
            let beta = axial(&self.h(scene, k + 1)) + self.integrals.rotary[k];
            angular += beta * self.component(scene, x, k);
            self.add(scene, k, weight * (self.integrals.first[k + 1].dot(&local) + beta.dot(&alpha)), out);
        }
        scene.layout.add(self.nodes[0], &(linear * weight), &(angular * weight), out);
        for &(k, l, m) in &self.mass {
            self.add(scene, k, weight * m * self.component(scene, x, l), out);
        }
    }

    fn inertia_tangent(&self, scene: &Scene, x: &[f64], k: &mut LocalMatrix) {
        let r = scene.kin.frames[self.nodes[0]].r();
        let (a, alpha) = scene.layout.get(self.nodes[0], x);
        let (local, d, first) = (r.tr_mul(&a), self.first(scene), &self.integrals.first);
        let moved = alpha.cross(&d) + self.along(scene, &first[1..], x);
        k.add_block(0, 1, &(-r * cross(&moved)));
        k.add_block(1, 1, &(cross(&d) * cross(&local)));
        for l in 0..self.integrals.modes() {
            let (at, d_l) = (amplitude_place(l), first[l + 1]);
            let h = self.h(scene, l + 1);
            // ∫ φ_l × w = −∫ w × φ_l.
            let swept = -axial(&self.field(scene, x, l + 1));
            let angular = d_l.cross(&local) + inertia(&(h + h.transpose())) * alpha + swept;
            Self::put(at, &(r * alpha.cross(&d_l)), &angular, false, k);
            let turned = local.cross(&d_l);
            (0..3).for_each(|i| k.add(at, 3 + i, -turned[i]));
            for m in 0..self.integrals.modes() {
                k.add(amplitude_place(m), at, axial(self.integrals.second(l + 1, m + 1)).dot(&alpha));
            }
        }
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let s = self.state(scene);
        let frame = &scene.kin.frames[self.nodes[0]];
        let (v, w) = scene.layout.get(self.nodes[0], &scene.kin.v);
        let rate = |k| self.component(scene, &scene.kin.v, k);
        let betas =
            (0..self.integrals.modes()).map(|k| (axial(&self.h(scene, k + 1)) + self.integrals.rotary[k]) * rate(k));
        let swept = betas.fold(Vec3::zeros(), |sum, beta| sum + beta);
        let relative = v.dot(&(frame.r() * (w.cross(&s.d) + s.d_rate)));
        let modal = Self::product(&self.mass, rate, rate);
        let kinetic = self.integrals.mass * v.norm_squared() + 2.0 * relative + w.dot(&(s.j * w + swept * 2.0)) + modal;
        let eta = |k| self.amplitude(scene, k);
        let strain = Self::product(&self.stiffness, eta, eta);
        let weight = scene.gravity.dot(&(frame.x * self.integrals.mass + frame.r() * s.d));
        Energy { kinetic: 0.5 * kinetic, potential: 0.5 * strain - weight }
    }

    fn power(&self, scene: &Scene) -> Power {
        let rate = |k| self.component(scene, &scene.kin.v, k);
        Power { loads: 0.0, dampers: (-Self::product(&self.damping, rate, rate)).min(0.0) }
    }
}
