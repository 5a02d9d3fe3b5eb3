//! A straight Euler–Bernoulli rod by finite elements in its own axes, x along it from its start (R appendix C.1).
//!
//! Six freedoms a node: displacements u, v, w, twist θ_x and the slopes θ_y = −w′, θ_z = v′. u and θ_x are linear between two nodes, v and w
//! Hermite's cubics. With ξ = x/l in an element,
//!
//! ```text
//! N_1 = 1 − 3ξ² + 2ξ³ ,   N_2 = l(ξ − 2ξ² + ξ³) ,   N_3 = 3ξ² − 2ξ³ ,   N_4 = l(ξ³ − ξ²)
//! 2V = ∫ (EA u′² + GJ θ_x′² + EI_z v″² + EI_y w″²) dx ,   2T = ∫ ρ (A|u̇|² + θ̇·diag(I_y + I_z, I_y, I_z) θ̇) dx
//! ```
//!
//! both integrated exactly by four Gauss points an element. Rotary inertia is kept, so that the undeformed rod is the rigid body.

use crate::Vec3;
use crate::element::Section;
use nalgebra::{Cholesky, DMatrix, SymmetricEigen};

/// Points and weights of Gauss' rule on [0, 1], exact up to degree 7.
const GAUSS: [(f64, f64); 4] = [
    (0.069_431_844_202_973_71, 0.173_927_422_568_726_93),
    (0.330_009_478_207_571_87, 0.326_072_577_431_273_07),
    (0.669_990_521_792_428_1, 0.326_072_577_431_273_07),
    (0.930_568_155_797_026_3, 0.173_927_422_568_726_93),
];

/// Freedoms of a node.
pub const WIDTH: usize = 6;

/// Motions that do not couple: extension, torsion, bending in the plane of y and in that of z, by their freedoms.
const FAMILIES: [&[usize]; 4] = [&[0], &[3], &[1, 5], &[2, 4]];

/// A rod of equal elements.
#[derive(Clone, Debug)]
pub struct FiniteRod {
    pub length: f64,
    pub elements: usize,
    pub young: f64,
    pub shear: f64,
    pub density: f64,
    pub section: Section,
}

/// What freedoms do at a point of the rod: the freedom with the displacement and the rotation for a unit of it.
type Motions = [(usize, Vec3, Vec3); 12];

/// A shape over the freedoms, and ω² in the family that it is from.
#[derive(Clone, Debug)]
pub struct RodMode {
    pub shape: Vec<f64>,
    pub square: f64,
}

impl FiniteRod {
    pub fn freedoms(&self) -> usize {
        WIDTH * (self.elements + 1)
    }

    /// Displacement and rotation at a fraction of the length, by freedom.
    pub fn motions(&self, fraction: f64) -> Motions {
        let at = fraction * self.elements as f64;
        let element = (at.floor() as usize).min(self.elements - 1);
        let (l, s) = (self.length / self.elements as f64, at - element as f64);
        let first = WIDTH * element;
        let value = [1.0 - 3.0 * s * s + 2.0 * s.powi(3), l * (s - 2.0 * s * s + s.powi(3))];
        let value = [value[0], value[1], 3.0 * s * s - 2.0 * s.powi(3), l * (s.powi(3) - s * s)];
        let slope = [6.0 * (s * s - s) / l, 1.0 - 4.0 * s + 3.0 * s * s, 6.0 * (s - s * s) / l, 3.0 * s * s - 2.0 * s];
        let node = |i: usize| {
            let (linear, at) = (if i == 0 { 1.0 - s } else { s }, first + WIDTH * i);
            let (n, n_slope, m, m_slope) = (value[2 * i], slope[2 * i], value[2 * i + 1], slope[2 * i + 1]);
            [
                (at, Vec3::x() * linear, Vec3::zeros()),
                (at + 1, Vec3::y() * n, Vec3::z() * n_slope),
                (at + 2, Vec3::z() * n, -Vec3::y() * n_slope),
                (at + 3, Vec3::zeros(), Vec3::x() * linear),
                (at + 4, -Vec3::z() * m, Vec3::y() * m_slope),
                (at + 5, Vec3::y() * m, Vec3::z() * m_slope),
            ]
        };
        let (a, b) = (node(0), node(1));
        std::array::from_fn(|i| if i < WIDTH { a[i] } else { b[i - WIDTH] })
    }

    /// Displacement and rotation that a shape gives at a fraction of the length.
    pub fn at(&self, shape: &[f64], fraction: f64) -> [Vec3; 2] {
        self.motions(fraction).iter().fold([Vec3::zeros(); 2], |[u, turn], (freedom, shift, spin)| {
            [u + shift * shape[*freedom], turn + spin * shape[*freedom]]
        })
    }

    /// Fractions of the length and lengths of the points of integration.
    pub fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let n = self.elements as f64;
        (0..self.elements).flat_map(move |e| GAUSS.map(|(s, w)| ((e as f64 + s) / n, w * self.length / n)))
    }

    /// Mass and rotary inertia a length.
    pub fn line_inertia(&self) -> (f64, Vec3) {
        let Section { area, inertia_y, inertia_z, .. } = self.section;
        (self.density * area, Vec3::new(inertia_y + inertia_z, inertia_y, inertia_z) * self.density)
    }

    pub fn mass(&self) -> DMatrix<f64> {
        let mut out = DMatrix::zeros(self.freedoms(), self.freedoms());
        let (mass, rotary) = self.line_inertia();
        for (x, dx) in self.points() {
            let motions = self.motions(x);
            for (i, u, turn) in &motions {
                for (j, v, spin) in &motions {
                    out[(*i, *j)] += dx * (mass * u.dot(v) + turn.dot(&rotary.component_mul(spin)));
                }
            }
        }
        out
    }

    pub fn stiffness(&self) -> DMatrix<f64> {
        let mut out = DMatrix::zeros(self.freedoms(), self.freedoms());
        let l = self.length / self.elements as f64;
        let s = &self.section;
        for element in 0..self.elements {
            let at = WIDTH * element;
            let mut add = |freedoms: [usize; 4], signs: [f64; 4], modulus: f64| {
                let k = bending(l);
                for (a, i) in freedoms.iter().enumerate() {
                    for (b, j) in freedoms.iter().enumerate() {
                        out[(at + i, at + j)] += modulus * signs[a] * signs[b] * k[a][b];
                    }
                }
            };
            add([1, 5, 7, 11], [1.0; 4], self.young * s.inertia_z);
            add([2, 4, 8, 10], [1.0, -1.0, 1.0, -1.0], self.young * s.inertia_y);
            for (freedom, modulus) in [(0, self.young * s.area), (3, self.shear * s.torsion)] {
                let (i, j, k) = (at + freedom, at + WIDTH + freedom, modulus / l);
                for (r, c, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
                    out[(r, c)] += sign * k;
                }
            }
        }
        out
    }

    /// Modes with some freedoms held, from the lowest; those of `families` (freedoms of a node) only, rigid motions left out.
    pub fn modes(&self, held: &[usize], allowed: impl Fn(usize) -> bool) -> Option<Vec<RodMode>> {
        let (mass, stiffness) = (self.mass(), self.stiffness());
        let mut modes = Vec::new();
        for family in FAMILIES {
            let free = |i: &usize| family.contains(&(i % WIDTH)) && allowed(i % WIDTH) && !held.contains(i);
            let freedoms: Vec<usize> = (0..self.freedoms()).filter(free).collect();
            if freedoms.is_empty() {
                continue;
            }
            let part = |m: &DMatrix<f64>| m.select_rows(&freedoms).select_columns(&freedoms);
            for (square, x) in eigenpairs(part(&mass), part(&stiffness))? {
                let mut shape = vec![0.0; self.freedoms()];
                freedoms.iter().zip(&x).for_each(|(i, x)| shape[*i] = *x);
                modes.push(RodMode { shape, square });
            }
        }
        modes.sort_by(|a, b| a.square.total_cmp(&b.square));
        Some(modes)
    }
}

/// Modes K x = ω² M x with xᵀMx = 1, without those whose ω² is rounding.
pub fn eigenpairs(mass: DMatrix<f64>, stiffness: DMatrix<f64>) -> Option<Vec<(f64, Vec<f64>)>> {
    let l = Cholesky::new(mass)?.unpack();
    let half = l.solve_lower_triangular(&stiffness)?;
    let mut scaled = l.solve_lower_triangular(&half.transpose())?;
    scaled = 0.5 * (&scaled + scaled.transpose());
    let eigen = SymmetricEigen::new(scaled);
    let largest = eigen.eigenvalues.max();
    let shapes = l.transpose().solve_upper_triangular(&eigen.eigenvectors)?;
    let real = |i: &usize| eigen.eigenvalues[*i] > 1e-12 * largest;
    let pairs = (0..eigen.eigenvalues.len()).filter(real);
    Some(pairs.map(|i| (eigen.eigenvalues[i], shapes.column(i).iter().copied().collect())).collect())
}

/// Stiffness of an element in bending, over deflection and slope of both ends, for a modulus of 1.
fn bending(l: f64) -> [[f64; 4]; 4] {
    let (a, b, c) = (12.0 / l.powi(3), 6.0 / (l * l), 4.0 / l);
    [[a, b, -a, b], [b, c, -b, 0.5 * c], [-a, -b, a, -b], [b, 0.5 * c, -b, c]]
}
