//! A solid element of N nodes and G integration points, total Lagrangian: large displacements and rotations, referred to the
//! configuration at the start.
//!
//! ```text
//! f_a = −Σ_g w F S G_a + m_a g − α Σ_b m_ab ẋ_b ,    S = ∂Ψ/∂E + β C₀:Ė
//! ```
//!
//! Displacements are taken relative to the first node, so that an element far from where it started loses no digits by the
//! way it went. Where a neo-Hookean element is turned inside out (det F ≤ 0) its forces are not numbers, and the step that
//! led there is refused.

use super::enhanced::stress_and_moduli;
use super::lanes::{self, ModuliField, Symmetric, Tensor};
use super::material::{Law, Material};
use super::shape::Shape;
use super::tangent::{Kernel, add_geometric};
use crate::element::{Damping, Element, Energy, LocalMatrix, Power, Scene};
use crate::model::NodeId;
use crate::{Mat3, Vec3};
use linalg::NONE;
use std::sync::Arc;

/// What an element is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Substance {
    pub material: Material,
    /// kg/m³
    pub density: f64,
    pub damping: Damping,
}

/// A solid element; see [`Hexahedron`] and [`Tetrahedron`].
#[derive(Clone, Debug)]
pub struct Solid<const N: usize, const G: usize> {
    nodes: [NodeId; N],
    shape: Arc<Shape<N, G>>,
    substance: Substance,
}

/// Eight nodes, trilinear.
pub type Hexahedron = Solid<8, 8>;
/// Four nodes, linear.
pub type Tetrahedron = Solid<4, 1>;

/// The deformation of an element.
struct State<const G: usize> {
    f: Tensor<G>,
    /// Elastic strain, enhanced.
    strain: Symmetric<G>,
    /// Ḣ and the enhanced Ė where dampers act.
    rate: Option<(Tensor<G>, Symmetric<G>)>,
}

impl<const N: usize, const G: usize> Solid<N, G> {
    pub fn new(nodes: [NodeId; N], shape: Arc<Shape<N, G>>, substance: Substance) -> Self {
        Self { nodes, shape, substance }
    }

    fn displacements(&self, scene: &Scene) -> [[f64; 3]; N] {
        let origin = scene.kin.frames[self.nodes[0]].x;
        std::array::from_fn(|a| {
            let x = scene.kin.frames[self.nodes[a]].x - origin;
            std::array::from_fn(|i| x[i] - self.shape.edges[a][i])
        })
    }

    fn velocities(&self, scene: &Scene) -> [[f64; 3]; N] {
        std::array::from_fn(|a| {
            let dofs = &scene.layout.dofs[self.nodes[a]];
            std::array::from_fn(|i| if dofs[i] == NONE { 0.0 } else { scene.kin.v[dofs[i] as usize] })
        })
    }

    #[inline]
    fn state(&self, scene: &Scene) -> State<G> {
        let h = lanes::gradient(&self.shape.gradients, &self.displacements(scene));
        let f = lanes::deformation(&h);
        let strain = self.enhanced(&f, lanes::strain(&h));
        let rate = (self.substance.damping.stiffness > 0.0).then(|| {
            let rate = lanes::gradient(&self.shape.gradients, &self.velocities(scene));
            let compatible = lanes::strain_rate(&f, &rate);
            (rate, self.shape.enhancement.as_ref().map_or(compatible, |e| e.linear(&compatible)))
        });
        State { f, strain, rate }
    }

    /// The strain with its enhancement; not numbers where a neo-Hookean element is turned inside out.
    #[inline]
    fn enhanced(&self, f: &Tensor<G>, e: Symmetric<G>) -> Symmetric<G> {
        let material = &self.substance.material;
        match (material.law, &self.shape.enhancement) {
            (Law::StVenantKirchhoff, None) => e,
            (Law::StVenantKirchhoff, Some(enhancement)) => enhancement.linear(&e),
            (Law::NeoHooke, _) if (0..G).any(|g| lanes::determinant(f, g) <= 0.0) => [[f64::NAN; G]; 6],
            (Law::NeoHooke, None) => e,
            (Law::NeoHooke, Some(enhancement)) => enhancement.nonlinear(&e, material),
        }
    }

    /// S at all points.
    #[inline]
    fn stress_at(&self, state: &State<G>) -> Symmetric<G> {
        let mut stress = lanes::map(&state.strain, |e| self.substance.material.stress(e));
        self.add_viscous(state, &mut stress);
        stress
    }

    /// Adds β C₀:Ė.
    #[inline]
    fn add_viscous(&self, state: &State<G>, stress: &mut Symmetric<G>) {
        let Some((_, rate)) = &state.rate else { return };
        let viscous = lanes::map(rate, |e| self.linear_stress(e));
        for (s, v) in stress.iter_mut().flatten().zip(viscous.iter().flatten()) {
            *s += self.substance.damping.stiffness * v;
        }
    }

    #[inline]
    fn linear_stress(&self, e: &super::material::Voigt) -> super::material::Voigt {
        Material { law: Law::StVenantKirchhoff, ..self.substance.material }.stress(e)
    }

    /// Σ_b m_ab v_b per node, in kg m/s.
    fn momentum(&self, v: &[[f64; 3]; N]) -> [[f64; 3]; N] {
        let mut out = [[0.0; 3]; N];
        for (out, row) in out.iter_mut().zip(&self.shape.mass) {
            for (m, v) in row.iter().zip(v) {
                (0..3).for_each(|i| out[i] += self.substance.density * m * v[i]);
            }
        }
        out
    }

    /// Twice the kinetic energy.
    fn live_force(&self, scene: &Scene) -> f64 {
        let v = self.velocities(scene);
        self.momentum(&v).iter().flatten().zip(v.iter().flatten()).map(|(p, v)| p * v).sum()
    }
}

impl<const N: usize, const G: usize> Element for Solid<N, G> {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn width(&self) -> usize {
        3
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let state = self.state(scene);
        let stress = self.stress_at(&state);
        let inner = lanes::divergence(&self.shape.gradients, &self.shape.weights, &state.f, &stress);
        let alpha = self.substance.damping.mass;
        let drag = if alpha > 0.0 { self.momentum(&self.velocities(scene)) } else { [[0.0; 3]; N] };
        for (a, node) in self.nodes.iter().enumerate() {
            let mass = self.substance.density * self.shape.volumes[a];
            for (i, dof) in scene.layout.dofs[*node].iter().take(3).enumerate() {
                if *dof != NONE {
                    f[*dof as usize] += mass * scene.gravity[i] - inner[a][i] - alpha * drag[a][i];
                }
            }
        }
    }

    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, c: &mut LocalMatrix) {
        let state = self.state(scene);
        let (mut stress, moduli) = stress_and_moduli(&state.strain, &self.substance.material);
        self.add_viscous(&state, &mut stress);
        let (shape, f) = (&*self.shape, &state.f);
        let initial = shape.enhancement.as_ref().map(|e| &e.initial);
        let current = match (self.substance.material.law, &shape.enhancement) {
            (Law::NeoHooke, Some(enhancement)) => Some(enhancement.condensation(&moduli)),
            _ => None,
        };
        let condensation = current.as_ref().or(initial);
        let kernel = Kernel { shape, f, moduli: &moduli, condensation, factor: 1.0 };
        kernel.add_stiffness(k.as_mut_slice());
        add_geometric(shape, &stress, k.as_mut_slice());
        if let Some((rate, _)) = &state.rate {
            let moduli = ModuliField::uniform(&self.substance.material.initial());
            let factor = self.substance.damping.stiffness;
            let kernel = Kernel { shape, f, moduli: &moduli, condensation: initial, factor };
            kernel.add_stiffness(c.as_mut_slice());
            kernel.add_rate_stiffness(rate, k.as_mut_slice());
        }
        let alpha = self.substance.damping.mass * self.substance.density;
        if alpha > 0.0 {
            for (a, row) in shape.mass.iter().enumerate() {
                for (b, m) in row.iter().enumerate() {
                    c.add_block(a, b, &Mat3::from_diagonal_element(alpha * m));
                }
            }
        }
    }

    fn mass(&self, _scene: &Scene, m: &mut LocalMatrix) {
        for (a, row) in self.shape.mass.iter().enumerate() {
            for (b, x) in row.iter().enumerate() {
                m.add_block(a, b, &Mat3::from_diagonal_element(self.substance.density * x));
            }
        }
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let weight: Vec3 = (0..N).map(|a| scene.kin.frames[self.nodes[a]].x * self.shape.volumes[a]).sum();
        let state = self.state(scene);
        let density = |g: usize| self.substance.material.energy(&lanes::at(&state.strain, g));
        let strain: f64 = (0..G).map(|g| self.shape.weights[g] * density(g)).sum();
        Energy {
            kinetic: 0.5 * self.live_force(scene),
            potential: strain - self.substance.density * scene.gravity.dot(&weight),
        }
    }

    fn power(&self, scene: &Scene) -> Power {
        let Substance { material, damping, .. } = &self.substance;
        let viscous = match self.state(scene).rate {
            Some((_, rate)) => {
                let linear = Material { law: Law::StVenantKirchhoff, ..*material };
                let each = (0..G).map(|g| self.shape.weights[g] * linear.energy(&lanes::at(&rate, g)));
                2.0 * damping.stiffness * each.sum::<f64>()
            }
            None => 0.0,
        };
        let drag = if damping.mass > 0.0 { damping.mass * self.live_force(scene) } else { 0.0 };
        Power { loads: 0.0, dampers: -(viscous.max(0.0) + drag.max(0.0)) }
    }

    fn stress(&self, scene: &Scene) -> Option<[f64; 6]> {
        let state = self.state(scene);
        let stress = self.stress_at(&state);
        let scale = std::array::from_fn(|g| self.shape.weights[g] / lanes::determinant(&state.f, g));
        let cauchy = lanes::times_transposed(&lanes::times_symmetric(&state.f, &stress), &state.f, &scale);
        let volume: f64 = self.shape.weights.iter().sum();
        let mean = |i: usize, j: usize| lanes::sum(&cauchy[i][j]) / volume;
        Some([mean(0, 0), mean(1, 1), mean(2, 2), mean(0, 1), mean(1, 2), mean(0, 2)])
    }
}
