//! Enhanced assumed strains: the cure for locking of the hexahedron (Simo & Rifai 1990; Klinkel & Wagner 1997).
//!
//! The strain of the displacements cannot follow bending (shear locking) nor keep its volume (volumetric locking). It is
//! enhanced by modes that are eliminated inside the element:
//!
//! ```text
//! E = E_u + Σ_k M_k α_k ,    M_k = (det J₀/det J) J₀⁻ᵀ m_k(ξ) J₀⁻¹ ,    Σ_g w M_k:S(E) = 0
//! ```
//!
//! with ξ e₁e₁, η e₂e₂, ζ e₃e₃ and ξ, η on 12, η, ζ on 23, ξ, ζ on 13 for m (9 modes), J₀ the Jacobian at the centre, and the
//! three dilatations (det J₀/det J) ξη I, ηζ I, ξζ I, without which three of the four volume constraints of nearly
//! incompressible elements are left (Simo, Armero & Taylor 1993 have the same twelve on the displacement gradient). All modes
//! integrate to zero, so constant stresses pass the patch test, and they are functions of E only, so the element is objective.
//!
//! The condition is linear in α for linear S(E): α = −H⁻¹ Σ w M:C₀:E_u. For other materials it is solved by Newton's method
//! from α = 0, so that the force depends on the configuration alone; where that fails, as near incompressibility, by
//! minimising the energy Σ w Ψ(E), whose gradient the condition is, with steps that are shortened until it falls. With
//! T_k = C:M_k and L_k the force that balances T_k, the tangent of what is left is K − Lᵀ H⁻¹ L, H_kl = Σ w M_k:T_l.
//!
//! A neo-Hookean stress does not feel changes of shape where λ ln J = μ, a tension that tears rubber apart: there H is
//! singular, and the element gives no number.

use super::lanes::{ModuliField, Symmetric, at, map, product, put, weighted};
use super::material::{Material, Moduli};
use super::shape::{gauss, jacobian};
use crate::{Mat3, Vec3};
use nalgebra::{SMatrix, SVector};

/// Number of modes.
pub const MODES: usize = 12;

type Matrix = SMatrix<f64, MODES, MODES>;
type Parameters = SVector<f64, MODES>;

/// The modes of an element and the linear elimination with the initial moduli.
#[derive(Clone, Debug)]
pub struct Enhancement<const G: usize> {
    weights: [f64; G],
    /// M_k as strains.
    modes: [Symmetric<G>; MODES],
    /// With C₀.
    pub initial: Condensation<G>,
}

/// H⁻¹ with the T_k that belong to it.
#[derive(Clone, Debug)]
pub struct Condensation<const G: usize> {
    pub stresses: [Symmetric<G>; MODES],
    pub inverse: Matrix,
}

/// Iterations of the elimination; five to ten are usual.
const ITERATIONS: usize = 50;
/// Steps that shrink by less than this factor ask for a new H.
const SHRINKING: f64 = 0.1;
/// A step below this part of α, or below the rounding of strains, is the last one.
const SMALL: f64 = 1e-12;
const ROUNDING: f64 = 1e-15;
/// Relative rounding of an energy, and how often a step is halved to make it fall.
const ENERGY_ROUNDING: f64 = 1e-14;
const HALVINGS: i32 = 30;

impl Enhancement<8> {
    /// The modes of a hexahedron.
    pub fn new(points: &[Vec3; 8], weights: [f64; 8], initial: &Moduli) -> Self {
        let center = jacobian(points, &[0.0; 3]);
        let inverse = center.try_inverse().unwrap_or_else(|| Mat3::repeat(f64::NAN));
        let mut modes = [[[0.0; 8]; 6]; MODES];
        for g in 0..8 {
            let xi = gauss(g);
            let scale = center.determinant() / jacobian(points, &xi).determinant();
            for (mode, m) in modes.iter_mut().zip(local_modes(&xi, &inverse)) {
                let list = [m[(0, 0)], m[(1, 1)], m[(2, 2)], 2.0 * m[(0, 1)], 2.0 * m[(1, 2)], 2.0 * m[(0, 2)]];
                for (mode, x) in mode.iter_mut().zip(list) {
                    mode[g] = scale * x;
                }
            }
        }
        let initial = condensation(&modes, &weights, &ModuliField::uniform(initial));
        Self { weights, modes, initial }
    }
}

/// J₀⁻ᵀ m_k J₀⁻¹ and the three dilatations.
fn local_modes(&[x, y, z]: &[f64; 3], inverse: &Mat3) -> [Mat3; MODES] {
    let pair = |i: usize, j: usize, value: f64| {
        let mut m = Mat3::zeros();
        m[(i, j)] += 0.5 * value;
        m[(j, i)] += 0.5 * value;
        inverse.tr_mul(&m) * inverse
    };
    let dilatation = |value: f64| Mat3::from_diagonal_element(value);
    [
        pair(0, 0, x),
        pair(1, 1, y),
        pair(2, 2, z),
        pair(0, 1, x),
        pair(0, 1, y),
        pair(1, 2, y),
        pair(1, 2, z),
        pair(0, 2, x),
        pair(0, 2, z),
        dilatation(x * y),
        dilatation(y * z),
        dilatation(x * z),
    ]
}

impl<const G: usize> Enhancement<G> {
    /// The elimination with given moduli.
    pub fn condensation(&self, moduli: &ModuliField<G>) -> Condensation<G> {
        condensation(&self.modes, &self.weights, moduli)
    }

    /// The enhanced strain under the initial moduli.
    pub fn linear(&self, e: &Symmetric<G>) -> Symmetric<G> {
        let weighted = weighted(e, &self.weights);
        let right = Parameters::from_fn(|k, _| product(&self.initial.stresses[k], &weighted));
        self.enhanced(e, &-(self.initial.inverse * right))
    }

    /// The enhanced strain under a material; not numbers if it is not found.
    pub fn nonlinear(&self, e: &Symmetric<G>, material: &Material) -> Symmetric<G> {
        self.chord(e, material).or_else(|| self.descend(e, material)).unwrap_or([[f64::NAN; G]; 6])
    }

    /// Newton's method, which keeps its H, the initial one first, as long as it converges well.
    fn chord(&self, e: &Symmetric<G>, material: &Material) -> Option<Symmetric<G>> {
        let mut alpha = Parameters::zeros();
        let mut enhanced = *e;
        let mut inverse = self.initial.inverse;
        let mut before = f64::INFINITY;
        for _ in 0..ITERATIONS {
            let stress = weighted(&map(&enhanced, |e| material.stress(e)), &self.weights);
            let step = inverse * Parameters::from_fn(|k, _| product(&stress, &self.modes[k]));
            alpha -= step;
            enhanced = self.enhanced(e, &alpha);
            let size = step.amax();
            if size <= SMALL * alpha.amax() + ROUNDING {
                return Some(enhanced);
            }
            if !size.is_finite() {
                return None;
            }
            if size > SHRINKING * before {
                inverse = self.condensation(&stress_and_moduli(&enhanced, material).1).inverse;
            }
            before = size;
        }
        None
    }

    /// Newton's method on the energy, with steps that make it fall.
    fn descend(&self, e: &Symmetric<G>, material: &Material) -> Option<Symmetric<G>> {
        let energy = |e: &Symmetric<G>| (0..G).map(|g| self.weights[g] * material.energy(&at(e, g))).sum::<f64>();
        let mut alpha = Parameters::zeros();
        let mut enhanced = *e;
        let mut now = energy(&enhanced);
        for _ in 0..ITERATIONS {
            let (stress, moduli) = stress_and_moduli(&enhanced, material);
            let stress = weighted(&stress, &self.weights);
            let gradient = Parameters::from_fn(|k, _| product(&stress, &self.modes[k]));
            let mut step = self.condensation(&moduli).inverse * gradient;
            if step.dot(&gradient) <= 0.0 {
                step = self.initial.inverse * gradient;
            }
            if step.amax() <= SMALL * alpha.amax() + ROUNDING {
                return Some(enhanced);
            }
            let fall = |t: f64| {
                let trial = self.enhanced(e, &(alpha - step * t));
                let there = energy(&trial);
                // The energy of strains near the answer is equal but for rounding.
                (there <= now + ENERGY_ROUNDING * now.abs()).then_some((t, trial, there))
            };
            let (t, trial, there) = (0..HALVINGS).find_map(|k| fall(0.5_f64.powi(k)))?;
            alpha -= step * t;
            (enhanced, now) = (trial, there);
        }
        None
    }

    fn enhanced(&self, e: &Symmetric<G>, alpha: &Parameters) -> Symmetric<G> {
        let mut out = *e;
        for (mode, alpha) in self.modes.iter().zip(alpha.iter()) {
            for (out, mode) in out.iter_mut().zip(mode) {
                for (x, m) in out.iter_mut().zip(mode) {
                    *x += alpha * m;
                }
            }
        }
        out
    }
}

/// T and H⁻¹; not numbers if H is singular.
fn condensation<const G: usize>(
    modes: &[Symmetric<G>; MODES],
    weights: &[f64; G],
    moduli: &ModuliField<G>,
) -> Condensation<G> {
    let stresses: [Symmetric<G>; MODES] = std::array::from_fn(|k| moduli.times(&modes[k]));
    let mut h = Matrix::zeros();
    for k in 0..MODES {
        let weighted = weighted(&stresses[k], weights);
        for l in 0..=k {
            h[(k, l)] = product(&weighted, &modes[l]);
            h[(l, k)] = h[(k, l)];
        }
    }
    Condensation { stresses, inverse: h.try_inverse().unwrap_or_else(|| Matrix::repeat(f64::NAN)) }
}

/// S and ∂S/∂E at all points.
pub fn stress_and_moduli<const G: usize>(e: &Symmetric<G>, material: &Material) -> (Symmetric<G>, ModuliField<G>) {
    let mut stress = [[0.0; G]; 6];
    let mut moduli = ModuliField::uniform(&material.initial());
    for g in 0..G {
        let (s, m) = material.tangent(&at(e, g));
        put(&mut stress, g, &s);
        moduli.set(g, &m);
    }
    (stress, moduli)
}
