//! Inertia shape integrals of a body with modes.
//!
//! A material point stands at r = Σ η_a φ_a in the floating frame, with φ_0 = X, its place in the undeformed body, η_0 = 1, and the
//! modes φ_k. What inertia needs of the modes are
//!
//! ```text
//! m = ∫dm ,    d_a = ∫φ_a dm ,    E_ab = ∫φ_a φ_bᵀ dm
//! ```
//!
//! since ∫ a × b dm is the axial vector of ∫ a bᵀ dm and ∫ (a·b I − a bᵀ) dm follows from its trace. Sections that turn by ϑ_k and have
//! the rotary inertia j of their own add
//!
//! ```text
//! b_k = ∫ j ϑ_k ,    m̂_kl = ∫ ϑ_k·j ϑ_l ,    and ∫j to the inertia tensor: ½ tr(j) I − j to E_00
//! ```

use crate::{Mat3, Vec3};

/// The integrals; modes are padded with zeros to a multiple of three.
#[derive(Clone, Debug)]
pub struct ShapeIntegrals {
    pub mass: f64,
    /// d_a.
    pub first: Vec<Vec3>,
    /// E_ab, those with the same b side by side.
    second: Vec<Mat3>,
    /// b_k, from k = 0 on.
    pub rotary: Vec<Vec3>,
    /// m̂_kl.
    rotary_mass: Vec<f64>,
    /// Modes, padding included.
    padded: usize,
}

/// Modes in nodes of three.
pub fn padded(modes: usize) -> usize {
    3 * modes.div_ceil(3)
}

impl ShapeIntegrals {
    /// Of a body without mass.
    pub fn new(modes: usize) -> Self {
        let padded = padded(modes);
        Self {
            mass: 0.0,
            first: vec![Vec3::zeros(); padded + 1],
            second: vec![Mat3::zeros(); (padded + 1) * (padded + 1)],
            rotary: vec![Vec3::zeros(); padded],
            rotary_mass: vec![0.0; padded * padded],
            padded,
        }
    }

    /// Modes, padding included.
    pub fn modes(&self) -> usize {
        self.padded
    }

    /// Adds a material point with X and its modes.
    pub fn add_point(&mut self, mass: f64, fields: &[Vec3]) {
        let stride = self.padded + 1;
        self.mass += mass;
        for (j, b) in fields.iter().enumerate() {
            let b = b.transpose() * mass;
            for (i, a) in fields.iter().enumerate() {
                self.second[j * stride + i] += a * b;
            }
        }
        self.first.iter_mut().zip(fields).for_each(|(sum, a)| *sum += a * mass);
    }

    /// Adds the rotary inertia that two sections share, or one section has, which the modes turn by `a` and `b`.
    pub fn add_section(&mut self, inertia: &Mat3, a: &[Vec3], b: &[Vec3]) {
        self.second[0] += Mat3::from_diagonal_element(0.5 * inertia.trace()) - inertia;
        for (k, turn) in b.iter().enumerate() {
            let moved = inertia * turn;
            self.rotary[k] += moved;
            for (l, other) in a.iter().enumerate() {
                self.rotary_mass[l * self.padded + k] += other.dot(&moved);
            }
        }
    }

    /// Adds a body of nodes with masses μ_ij that pairs of them share, and X and the modes of each node, field after field.
    pub fn add_nodes(&mut self, masses: &[(usize, usize, f64)], fields: &[Vec<Vec3>]) {
        let stride = self.padded + 1;
        self.mass += masses.iter().map(|(_, _, m)| m).sum::<f64>();
        let mut momenta = vec![Vec3::zeros(); fields[0].len()];
        for (b, field) in fields.iter().enumerate() {
            momenta.fill(Vec3::zeros());
            masses.iter().for_each(|&(i, j, m)| momenta[i] += field[j] * m);
            self.first[b] += momenta.iter().sum::<Vec3>();
            for (a, other) in fields.iter().enumerate() {
                let pairs = other.iter().zip(&momenta);
                self.second[b * stride + a] += pairs.fold(Mat3::zeros(), |sum, (u, p)| sum + u * p.transpose());
            }
        }
    }

    /// E_ab.
    pub fn second(&self, a: usize, b: usize) -> &Mat3 {
        &self.second[b * (self.padded + 1) + a]
    }

    /// Σ_a w_a E_ab, with w_0 and three more of each node of amplitudes.
    pub fn contract(&self, b: usize, first: f64, three: impl Fn(usize) -> Vec3) -> Mat3 {
        let stride = self.padded + 1;
        let column = &self.second[b * stride..(b + 1) * stride];
        let mut sum = column[0] * first;
        for (node, e) in column[1..].chunks_exact(3).enumerate() {
            let w = three(node);
            sum += e[0] * w.x + e[1] * w.y + e[2] * w.z;
        }
        sum
    }

    /// ∫ φ_k·φ_l dm, with what sections add.
    pub fn modal_mass(&self, k: usize, l: usize) -> f64 {
        self.second(k + 1, l + 1).trace() + self.rotary_mass[k * self.padded + l]
    }

    /// Inertia tensor of the undeformed body about the origin of the floating frame.
    pub fn inertia(&self) -> Mat3 {
        inertia(self.second(0, 0))
    }
}

/// ∫ a × b of ∫ a bᵀ.
pub fn axial(e: &Mat3) -> Vec3 {
    Vec3::new(e[(1, 2)] - e[(2, 1)], e[(2, 0)] - e[(0, 2)], e[(0, 1)] - e[(1, 0)])
}

/// ∫ (a·b I − a bᵀ) of ∫ a bᵀ.
pub fn inertia(e: &Mat3) -> Mat3 {
    Mat3::from_diagonal_element(e.trace()) - e
}
