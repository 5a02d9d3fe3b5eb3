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

use super::enhanced::{Condensation, MODES, stress_and_moduli};
use super::lanes::{self, ModuliField, Symmetric, Tensor};
use super::material::{Law, Material};
use super::shape::Shape;
use super::tangent::{Blocks, Kernel};
use crate::element::{Damping, Element, Energy, LocalMatrix, Power, Scene};
use crate::model::NodeId;
use crate::{Mat3, Vec3};
use linalg::NONE;
use nalgebra::SMatrix;
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

/// Subtracts Lᵀ H⁻¹ R, the part of the modes.
fn condense<const N: usize, const G: usize>(
    shape: &Shape<N, G>,
    condensation: &Condensation<G>,
    (left, right): (&Tensor<G>, &Tensor<G>),
    blocks: &mut Blocks<N>,
) {
    let forces = |f: &Tensor<G>| -> [[[f64; 3]; N]; MODES] {
        std::array::from_fn(|k| lanes::divergence(&shape.gradients, &shape.weights, f, &condensation.stresses[k]))
    };
    let l = forces(left);
    let r = if std::ptr::eq(left, right) { l } else { forces(right) };
    for b in 0..N {
        let columns = SMatrix::<f64, MODES, 3>::from_fn(|k, j| r[k][b][j]);
        let solved = condensation.solve(&columns);
        for a in 0..N {
            for i in 0..3 {
                for j in 0..3 {
                    let x: f64 = (0..MODES).map(|k| l[k][a][i] * solved[(k, j)]).sum();
                    blocks[a][b][i][j] -= x;
                }
            }
        }
    }
}

/// Adds factor × blocks.
fn add<const N: usize>(blocks: &Blocks<N>, factor: f64, m: &mut LocalMatrix) {
    for (a, row) in blocks.iter().enumerate() {
        for (b, block) in row.iter().enumerate() {
            m.add_block(a, b, &Mat3::from_fn(|i, j| factor * block[i][j]));
        }
    }
}

impl<const N: usize, const G: usize> Solid<N, G> {
    fn add_tangent_of_dampers(&self, state: &State<G>, k: &mut LocalMatrix, c: &mut LocalMatrix) {
        let Some((rate, _)) = &state.rate else { return };
        let Shape { gradients, weights, enhancement, .. } = &*self.shape;
        let kernel = Kernel { gradients, weights, f: &state.f };
        let moduli = ModuliField::uniform(&self.substance.material.initial());
        let mut by_rate = kernel.stiffness(&moduli, &[[0.0; G]; 6]);
        let mut by_place = kernel.rate_stiffness(&moduli, rate);
        if let Some(enhancement) = enhancement {
            let condensation = enhancement.initial();
            condense(&self.shape, &condensation, (&state.f, &state.f), &mut by_rate);
            condense(&self.shape, &condensation, (&state.f, rate), &mut by_place);
        }
        add(&by_rate, self.substance.damping.stiffness, c);
        add(&by_place, self.substance.damping.stiffness, k);
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
        let mut stress = lanes::map(&state.strain, |e| self.substance.material.stress(e));
        self.add_viscous(&state, &mut stress);
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
        let Shape { gradients, weights, enhancement, mass, .. } = &*self.shape;
        let mut stiffness = Kernel { gradients, weights, f: &state.f }.stiffness(&moduli, &stress);
        if let Some(enhancement) = enhancement {
            let condensation = match self.substance.material.law {
                Law::StVenantKirchhoff => enhancement.initial(),
                Law::NeoHooke => enhancement.condensation(&moduli),
            };
            condense(&self.shape, &condensation, (&state.f, &state.f), &mut stiffness);
        }
        add(&stiffness, 1.0, k);
        self.add_tangent_of_dampers(&state, k, c);
        let alpha = self.substance.damping.mass * self.substance.density;
        if alpha > 0.0 {
            for (a, row) in mass.iter().enumerate() {
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
        Energy {
            kinetic: 0.5 * self.live_force(scene),
            potential: self.strain_energy(scene) - self.substance.density * scene.gravity.dot(&weight),
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
}

impl<const N: usize, const G: usize> Solid<N, G> {
    pub fn strain_energy(&self, scene: &Scene) -> f64 {
        let state = self.state(scene);
        (0..G).map(|g| self.shape.weights[g] * self.substance.material.energy(&lanes::at(&state.strain, g))).sum()
    }
}
