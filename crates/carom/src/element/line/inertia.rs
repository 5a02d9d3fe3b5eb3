//! Inertia of a straight element of two nodes: mass μ = ρA a length, rotary inertia J a length in body-fixed components.
//!
//! ```text
//! M = W ⊗ diag(μ I, J) ,   W = L/6 [2 1; 1 2] (consistent) or L/2 [1 0; 0 1] (lumped)
//! p_i = Σ_j W_ij J Ω_j ,   gyroscopic moment −Ω_i × p_i ,   weight ½ μ L g on each node
//! ```
//!
//! The kinetic energy ½ vᵀMv depends on body-fixed components only. So the spatial angular momentum Σ x × p + R p is
//! constant without outer forces, and so is the energy, since Ω_i·(Ω_i × p_i) = 0. Mass damping is −α M v.

use crate::element::{LocalMatrix, Scene};
use crate::{Mat3, Vec3};
use lie::cross;
use schemars::JsonSchema;
use serde::Deserialize;

/// How the mass of an element is spread over its nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MassSpec {
    /// By the shape functions of the displacements.
    #[default]
    Consistent,
    /// Half to each node.
    Lumped,
}

/// Velocities (ẋ, Ω) of the two nodes.
pub type Velocities = [(Vec3, Vec3); 2];

/// Inertia of an element.
#[derive(Clone, Debug)]
pub struct LineInertia {
    /// Mass a length, kg/m.
    line: f64,
    /// Rotary inertia a length in the axes of the nodes, kg m; zero for bars.
    rotary: Mat3,
    /// The entries W_ii and W_ij, m.
    own: f64,
    other: f64,
    /// Mass damping α, 1/s.
    alpha: f64,
}

impl LineInertia {
    pub fn new(length: f64, (line, rotary): (f64, Mat3), mass: MassSpec, alpha: f64) -> Self {
        let (own, other) = match mass {
            MassSpec::Consistent => (length / 3.0, length / 6.0),
            MassSpec::Lumped => (0.5 * length, 0.0),
        };
        Self { line, rotary, own, other, alpha }
    }

    /// The momenta of the nodes, (linear, angular).
    #[inline]
    pub fn momenta(&self, [(v1, w1), (v2, w2)]: &Velocities) -> Velocities {
        let spread = |a: &Vec3, b: &Vec3| a * self.own + b * self.other;
        [
            (spread(v1, v2) * self.line, self.rotary * spread(w1, w2)),
            (spread(v2, v1) * self.line, self.rotary * spread(w2, w1)),
        ]
    }

    /// Weight, gyroscopic moment and mass damping on the nodes, (linear, angular).
    #[inline]
    pub fn forces(&self, gravity: &Vec3, v: &Velocities) -> Velocities {
        let weight = gravity * (self.line * (self.own + self.other));
        let p = self.momenta(v);
        let of = |i: usize| (weight - p[i].0 * self.alpha, p[i].1.cross(&v[i].1) - p[i].1 * self.alpha);
        [of(0), of(1)]
    }

    /// Adds −∂f/∂v of [`LineInertia::forces`].
    pub fn add_tangent(&self, v: &Velocities, c: &mut LocalMatrix) {
        if self.alpha != 0.0 {
            self.add_mass(self.alpha, c);
        }
        if c.width() < 6 {
            return;
        }
        let p = self.momenta(v);
        for i in 0..2 {
            let turned = cross(&v[i].1) * self.rotary;
            c.add_block(2 * i + 1, 2 * i + 1, &(turned * self.own - cross(&p[i].1)));
            if self.other != 0.0 {
                c.add_block(2 * i + 1, 3 - 2 * i, &(turned * self.other));
            }
        }
    }

    /// Adds the mass matrix times a factor.
    pub fn add_mass(&self, factor: f64, m: &mut LocalMatrix) {
        let blocks = m.width() / 3;
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let w = factor * if i == j { self.own } else { self.other };
            m.add_block(blocks * i, blocks * j, &Mat3::from_diagonal_element(w * self.line));
            if blocks == 2 {
                m.add_block(2 * i + 1, 2 * j + 1, &(self.rotary * w));
            }
        }
    }

    /// Kinetic energy ½ vᵀMv.
    pub fn kinetic(&self, v: &Velocities) -> f64 {
        let p = self.momenta(v);
        0.5 * (0..2).map(|i| p[i].0.dot(&v[i].0) + p[i].1.dot(&v[i].1)).sum::<f64>()
    }

    /// Potential of the weight.
    pub fn potential(&self, scene: &Scene, nodes: &[usize; 2]) -> f64 {
        let x = scene.kin.frames[nodes[0]].x + scene.kin.frames[nodes[1]].x;
        -self.line * (self.own + self.other) * scene.gravity.dot(&x)
    }

    /// Power of the mass damping, −α vᵀMv.
    pub fn damping_power(&self, v: &Velocities) -> f64 {
        -2.0 * self.alpha * self.kinetic(v)
    }
}
