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

use super::midpoint::Midpoint;
use super::tangent::add_blocks;
use crate::element::line::{LineInertia, Velocities};
use crate::element::{Element, Energy, LocalMatrix, Power, Scene};
use crate::model::NodeId;
use crate::{Frame, Mat3, Vec3};

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
    pub(super) length: f64,
    pub(super) stiffness: Stiffness,
    reference: SectionState,
    inertia: LineInertia,
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
    pub(super) fn force_at(&self, m: &Midpoint, v: &Velocities) -> SectionState {
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

    fn section(&self, scene: &Scene) -> Option<[Vec3; 2]> {
        let SectionState { linear, angular } = self.section_force(scene);
        Some([linear, angular])
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
