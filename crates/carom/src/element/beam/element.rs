//! The beam element: geometrically exact, shear-deformable (Simo, Reissner), two nodes, one point of integration.
//!
//! With the mid frame R_m, the relative rotation ψ ([`super::midpoint`]) and y = R_mᵀ(x₂ − x₁), the strains are
//!
//! ```text
//! Γ = y/L − Γ₀ ,   κ = ψ/L − κ₀ ,   W = ½ L (Γ·C_Γ Γ + κ·C_κ κ) ,   N = C_Γ(Γ + β Γ̇) ,   M = C_κ(κ + β κ̇)       (1)
//! δΓ = (R_mᵀ(δx₂ − δx₁) + y × δθ_m)/L ,   δκ = δψ/L                                                         (2)
//! ```
//!
//! Γ₀ and κ₀ are the values of the reference, so that any initial frames are free of stress. N and M are the section's force
//! and moment in the axes of the mid frame. With μ = N × y and p = A(ψ)M + c ψ × μ the forces on the nodes are
//!
//! ```text
//! f_x1 = R_m N = −f_x2 ,   f_θ1 = −E(½μ − p) ,   f_θ2 = −Eᵀ(½μ + p)                                         (3)
//! ```
//!
//! The strains are functions of relative quantities, hence objective and independent of the path. Linear interpolation with
//! one point integrates shear without locking; the error is of order L². The rotation between two neighbouring nodes must
//! stay below π.
//!
//! Crisfield & Jelenić, Proc. R. Soc. A 455 (1999), 1125–1147; Géradin & Cardona, Flexible Multibody Dynamics (2001), ch. 6.

use super::midpoint::{Coefficients, Midpoint};
use crate::element::line::{LineInertia, Velocities};
use crate::element::{Element, Energy, LocalMatrix, Power, Scene};
use crate::model::NodeId;
use crate::{Frame, Mat3, Vec3};
use lie::cross;

/// Stiffnesses of a section, in the axes of the nodes.
#[derive(Clone, Debug)]
pub struct Stiffness {
    /// C_Γ: extension and shear, N.
    pub force: Mat3,
    /// C_κ: torsion and bending, N m².
    pub moment: Mat3,
    /// Stiffness damping β, s.
    pub beta: f64,
}

/// Strains Γ, κ or forces N, M, in the axes of the nodes.
#[derive(Clone, Copy, Debug)]
pub struct SectionState {
    /// Γ or N.
    pub linear: Vec3,
    /// κ or M.
    pub angular: Vec3,
}

/// One element of a beam.
#[derive(Clone, Debug)]
pub struct BeamElement {
    nodes: [NodeId; 2],
    length: f64,
    stiffness: Stiffness,
    reference: SectionState,
    inertia: LineInertia,
}

/// Variation of the forces (N, M, μ, p) along (e, η₁, η₂), e = R_mᵀ(δx₂ − δx₁).
struct Variation {
    n: [Mat3; 3],
    mu: [Mat3; 3],
    p: [Mat3; 3],
}

impl BeamElement {
    /// An element that is free of stress between these frames. `length` is its length along the axis of the beam.
    pub fn new(
        nodes: [NodeId; 2],
        frames: [&Frame; 2],
        length: f64,
        stiffness: Stiffness,
        inertia: LineInertia,
    ) -> Self {
        let m = Midpoint::new(frames[0], frames[1]);
        let reference = SectionState { linear: m.y / length, angular: m.psi / length };
        Self { nodes, length, stiffness, reference, inertia }
    }

    pub fn length(&self) -> f64 {
        self.length
    }

    #[inline]
    fn midpoint(&self, scene: &Scene) -> Midpoint {
        let [first, second] = self.nodes.map(|n| &scene.kin.frames[n]);
        Midpoint::new(first, second)
    }

    #[inline]
    fn velocities(&self, scene: &Scene) -> Velocities {
        self.nodes.map(|n| scene.layout.get(n, &scene.kin.v))
    }

    #[inline]
    fn strain_at(&self, m: &Midpoint) -> SectionState {
        SectionState {
            linear: m.y / self.length - self.reference.linear,
            angular: m.psi / self.length - self.reference.angular,
        }
    }

    /// Rates of the strains, (2) with velocities for increments.
    #[inline]
    fn rate_at(&self, m: &Midpoint, [(v1, w1), (v2, w2)]: &Velocities) -> SectionState {
        let spin = m.inward(w1, w2);
        let linear = m.r.tr_mul(&(v2 - v1)) + m.y.cross(&m.turned(&spin));
        SectionState { linear: linear / self.length, angular: m.apply(&(spin[1] - spin[0])) / self.length }
    }

    /// N and M of (1).
    #[inline]
    fn force_at(&self, m: &Midpoint, v: &Velocities) -> SectionState {
        let mut strain = self.strain_at(m);
        let s = &self.stiffness;
        if s.beta != 0.0 {
            let rate = self.rate_at(m, v);
            strain.linear += rate.linear * s.beta;
            strain.angular += rate.angular * s.beta;
        }
        SectionState { linear: s.force * strain.linear, angular: s.moment * strain.angular }
    }

    /// Γ and κ.
    pub fn strain(&self, scene: &Scene) -> SectionState {
        self.strain_at(&self.midpoint(scene))
    }

    /// N and M.
    pub fn section_force(&self, scene: &Scene) -> SectionState {
        self.force_at(&self.midpoint(scene), &self.velocities(scene))
    }

    /// Variation of (μ, p) from those of N, of M (along η₁, η₂) and of y at fixed ψ.
    fn variation(m: &Midpoint, n: [Mat3; 3], moment: [Mat3; 2]) -> Variation {
        let mu = n.map(|n| -left(&m.y, &n));
        let lever = m.psi * m.k.c;
        let map = m.map();
        let p = [left(&lever, &mu[0]), map * moment[0] + left(&lever, &mu[1]), map * moment[1] + left(&lever, &mu[2])];
        Variation { n, mu, p }
    }

    /// Along (e, η₁, η₂): β times the change of the strain rates Γ̇ and κ̇ times L, velocities held in their components.
    fn rate_variation(&self, m: &Midpoint, slopes: &Coefficients, v: &Velocities) -> ([Mat3; 3], [Mat3; 2]) {
        let [(v1, w1), (v2, w2)] = v;
        let spin = m.inward(w1, w2);
        let (relative, difference) = (m.r.tr_mul(&(v2 - v1)), spin[1] - spin[0]);
        let omega = m.turned(&spin);
        let (turns, map, lever) = (m.turns(), m.map(), m.psi * m.k.c);
        let map_slope = m.map_derivative(slopes, &difference);
        let cross_slope = m.cross_derivative(slopes, &difference);
        let mut linear = [-cross(&omega), Mat3::zeros(), Mat3::zeros()];
        let mut angular = [Mat3::zeros(); 2];
        for k in 0..2 {
            let sign = [-1.0, 1.0][k];
            // Change of ω₁ and ω₂ in the mid frame: ω_i × (δθ_m − η_i).
            let mut change = [turns[k]; 2];
            change[k] -= Mat3::identity();
            let change = [left(&spin[0], &change[0]), left(&spin[1], &change[1])];
            let (sum, difference) = (change[0] + change[1], change[1] - change[0]);
            let turned = sum * 0.5 - cross_slope * map * sign - left(&lever, &difference);
            linear[k + 1] = left(&relative, &turns[k]) - left(&omega, &left(&m.y, &turns[k])) + left(&m.y, &turned);
            angular[k] = map * difference + map_slope * map * sign;
        }
        let beta = self.stiffness.beta;
        (linear.map(|l| l * beta), angular.map(|a| a * beta))
    }

    /// The change of the internal forces in the mid frame, rows (force, moment 1, moment 2), columns (e, η₁, η₂).
    fn stiffness_blocks(&self, m: &Midpoint, v: &Velocities) -> [[Mat3; 3]; 3] {
        let SectionState { linear: n, angular: moment } = self.force_at(m, v);
        let slopes = m.k.slopes(m.psi.norm_squared());
        let (turns, map, lever) = (m.turns(), m.map(), m.psi * m.k.c);
        let [arm1, arm2] = turns.map(|t| left(&m.y, &t));
        let mut strain = [Mat3::identity(), arm1, arm2];
        let mut curvature = [-map, map];
        if self.stiffness.beta != 0.0 {
            let (linear, angular) = self.rate_variation(m, &slopes, v);
            strain.iter_mut().zip(&linear).for_each(|(s, l)| *s += l);
            curvature.iter_mut().zip(&angular).for_each(|(c, a)| *c += a);
        }
        let (c_n, c_m) = (self.stiffness.force / self.length, self.stiffness.moment / self.length);
        let mut d = Self::variation(m, strain.map(|s| c_n * s), curvature.map(|c| c_m * c));
        // Of μ = N × y by y, of p by that and by ψ.
        let mu = n.cross(&m.y);
        let p = m.apply(&moment) + lever.cross(&mu);
        let by_psi = (m.map_derivative(&slopes, &moment) + m.cross_derivative(&slopes, &mu)) * map;
        for (i, by_y) in [cross(&n), left(&n, &arm1), left(&n, &arm2)].iter().enumerate() {
            d.mu[i] += by_y;
            d.p[i] += left(&lever, by_y);
        }
        d.p[1] -= by_psi;
        d.p[2] += by_psi;
        let mut rows = d.rows();
        // Of the turning axes: R_m, E and Eᵀ in (3).
        let (one, two) = (mu * 0.5 - p, mu * 0.5 + p);
        for k in 0..2 {
            rows[0][k + 1] -= left(&n, &turns[k]);
            let mut relative = [turns[k]; 2];
            relative[k] -= Mat3::identity();
            rows[1][k + 1] -= left(&one, &relative[0]);
            rows[2][k + 1] -= left(&two, &relative[1]);
        }
        rows
    }

    /// The change of the internal forces with the velocities: β Bᵀ C B in the mid frame.
    fn damping_blocks(&self, m: &Midpoint) -> [[Mat3; 3]; 3] {
        let turns = m.turns();
        let factor = self.stiffness.beta / self.length;
        let (c_n, c_m) = (self.stiffness.force * factor, self.stiffness.moment * factor);
        let map = m.map();
        let n = [c_n, c_n * left(&m.y, &turns[0]), c_n * left(&m.y, &turns[1])];
        let bend = c_m * map;
        Self::variation(m, n, [-bend, bend]).rows()
    }
}

impl Variation {
    /// Rows (N, ½μ − p, ½μ + p).
    fn rows(&self) -> [[Mat3; 3]; 3] {
        let mut rows = [self.n, self.mu, self.mu];
        for i in 0..3 {
            let half = self.mu[i] * 0.5;
            (rows[1][i], rows[2][i]) = (half - self.p[i], half + self.p[i]);
        }
        rows
    }
}

/// S(a) M
#[inline]
fn left(a: &Vec3, m: &Mat3) -> Mat3 {
    let mut out = Mat3::zeros();
    for j in 0..3 {
        let (x, y, z) = (m[(0, j)], m[(1, j)], m[(2, j)]);
        out[(0, j)] = a.y * z - a.z * y;
        out[(1, j)] = a.z * x - a.x * z;
        out[(2, j)] = a.x * y - a.y * x;
    }
    out
}

/// Adds blocks of the mid frame to the matrix over (x₁, θ₁, x₂, θ₂).
fn add_blocks(m: &Midpoint, rows: &[[Mat3; 3]; 3], out: &mut LocalMatrix) {
    // Force and moments in the mid frame to the nodes: R_m, E, Eᵀ; increments the other way.
    let (r, e, et) = (&m.r, &m.half, m.half.transpose());
    let outward = [r, e, &et];
    for (i, row) in rows.iter().enumerate() {
        for (j, block) in row.iter().enumerate() {
            let block = outward[i] * block * outward[j].transpose();
            match (i, j) {
                (0, 0) => {
                    out.add_block(0, 0, &block);
                    out.add_block(2, 2, &block);
                    out.add_block(0, 2, &-block);
                    out.add_block(2, 0, &-block);
                }
                (0, j) => {
                    out.add_block(0, 2 * j - 1, &-block);
                    out.add_block(2, 2 * j - 1, &block);
                }
                (i, 0) => {
                    out.add_block(2 * i - 1, 0, &-block);
                    out.add_block(2 * i - 1, 2, &block);
                }
                (i, j) => out.add_block(2 * i - 1, 2 * j - 1, &block),
            }
        }
    }
}

impl Element for BeamElement {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let (m, v) = (self.midpoint(scene), self.velocities(scene));
        let SectionState { linear: n, angular: moment } = self.force_at(&m, &v);
        let mu = n.cross(&m.y);
        let p = m.apply(&moment) + m.psi.cross(&mu) * m.k.c;
        let push = m.r * n;
        let [(f1, t1), (f2, t2)] = self.inertia.forces(&scene.gravity, &v);
        scene.layout.add(self.nodes[0], &(f1 + push), &(t1 - m.half * (mu * 0.5 - p)), f);
        scene.layout.add(self.nodes[1], &(f2 - push), &(t2 - m.half.tr_mul(&(mu * 0.5 + p))), f);
    }

    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, c: &mut LocalMatrix) {
        let (m, v) = (self.midpoint(scene), self.velocities(scene));
        add_blocks(&m, &self.stiffness_blocks(&m, &v), k);
        if self.stiffness.beta != 0.0 {
            add_blocks(&m, &self.damping_blocks(&m), c);
        }
        self.inertia.add_tangent(&v, c);
    }

    fn mass(&self, _scene: &Scene, m: &mut LocalMatrix) {
        self.inertia.add_mass(1.0, m);
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let strain = self.strain(scene);
        let elastic = strain.linear.dot(&(self.stiffness.force * strain.linear))
            + strain.angular.dot(&(self.stiffness.moment * strain.angular));
        Energy {
            kinetic: self.inertia.kinetic(&self.velocities(scene)),
            potential: 0.5 * self.length * elastic + self.inertia.potential(scene, &self.nodes),
        }
    }

    fn power(&self, scene: &Scene) -> Power {
        let v = self.velocities(scene);
        let rate = self.rate_at(&self.midpoint(scene), &v);
        let viscous = rate.linear.dot(&(self.stiffness.force * rate.linear))
            + rate.angular.dot(&(self.stiffness.moment * rate.angular));
        let dampers = self.inertia.damping_power(&v) - self.stiffness.beta * self.length * viscous;
        Power { loads: 0.0, dampers }
    }
}
