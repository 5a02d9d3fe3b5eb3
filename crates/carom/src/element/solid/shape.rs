//! The reference shape of an element: gradients of its shape functions, weights of its integration points, its mass.
//!
//! Hexahedron: N_a = ⅛ (1 + ξ_a ξ)(1 + η_a η)(1 + ζ_a ζ), forces by 2×2×2 Gauss points, mass by 3×3×3, which is exact for
//! straight edges. Tetrahedron: linear, one point, mass in closed form. With J = ∂X/∂ξ, G_a = J⁻ᵀ ∂N_a/∂ξ.

use super::enhanced::Enhancement;
use super::lanes::Gradients;
use crate::{Mat3, Vec3};

/// What an element of N nodes and G integration points knows of its reference configuration.
#[derive(Clone, Debug)]
pub struct Shape<const N: usize, const G: usize> {
    /// X_a − X_0
    pub edges: [[f64; 3]; N],
    pub gradients: Gradients<N, G>,
    /// Volume of each integration point.
    pub weights: [f64; G],
    /// ∫ N_a N_b dV, or its row sums on the diagonal.
    pub mass: [[f64; N]; N],
    /// ∫ N_a dV
    pub volumes: [f64; N],
    /// Strains beyond the ones of the displacements.
    pub enhancement: Option<Enhancement<G>>,
}

/// How the mass is spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MassKind {
    Consistent,
    /// Row sums on the diagonal.
    Lumped,
}

/// Reference coordinates of the corners of a hexahedron.
pub const CORNERS: [[f64; 3]; 8] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
];

/// Gauss point g of 2×2×2: the corners drawn in by 1/√3.
pub fn gauss(g: usize) -> [f64; 3] {
    CORNERS[g].map(|c| c / 3f64.sqrt())
}

/// ∂N_a/∂ξ of the hexahedron.
fn derivatives(xi: &[f64; 3]) -> [Vec3; 8] {
    CORNERS.map(|c| {
        let [x, y, z] = std::array::from_fn(|i| 1.0 + c[i] * xi[i]);
        Vec3::new(c[0] * y * z, c[1] * x * z, c[2] * x * y) * 0.125
    })
}

/// J = ∂X/∂ξ of a hexahedron.
pub fn jacobian(points: &[Vec3; 8], xi: &[f64; 3]) -> Mat3 {
    let d = derivatives(xi);
    points.iter().zip(&d).map(|(x, d)| x * d.transpose()).sum()
}

impl<const N: usize, const G: usize> Shape<N, G> {
    /// Collects what was integrated.
    fn assemble(points: &[Vec3; N], at: [([Vec3; N], f64); G], mass: [[f64; N]; N], kind: MassKind) -> Self {
        let mut gradients = [[[0.0; G]; 3]; N];
        for (g, (n, _)) in at.iter().enumerate() {
            for a in 0..N {
                for j in 0..3 {
                    gradients[a][j][g] = n[a][j];
                }
            }
        }
        let volumes = mass.map(|row| row.iter().sum());
        let mass = match kind {
            MassKind::Consistent => mass,
            MassKind::Lumped => std::array::from_fn(|a| std::array::from_fn(|b| if a == b { volumes[a] } else { 0.0 })),
        };
        let edges = points.map(|x| (x - points[0]).into());
        Self { edges, gradients, weights: at.map(|(_, w)| w), mass, volumes, enhancement: None }
    }

    /// Whether it is the shape of these points, up to a rounding of coordinates.
    pub fn fits(&self, points: &[Vec3; N], rounding: f64) -> bool {
        let near = |(x, edge): (&Vec3, &[f64; 3])| (x - points[0] - Vec3::from(*edge)).amax() <= rounding;
        points.iter().zip(&self.edges).all(near)
    }
}

impl Shape<8, 8> {
    /// A hexahedron between eight points; its Jacobian must be positive.
    pub fn hexahedron(points: &[Vec3; 8], kind: MassKind) -> Self {
        let at = std::array::from_fn(|g| {
            let j = jacobian(points, &gauss(g));
            let inverse = j.try_inverse().unwrap_or_else(|| Mat3::repeat(f64::NAN));
            (derivatives(&gauss(g)).map(|d| inverse.tr_mul(&d)), j.determinant())
        });
        Self::assemble(points, at, hexahedron_mass(points), kind)
    }
}

/// ∫ N_a N_b dV by 3×3×3 Gauss points.
fn hexahedron_mass(points: &[Vec3; 8]) -> [[f64; 8]; 8] {
    let r = 0.6_f64.sqrt();
    let line = [(-r, 5.0 / 9.0), (0.0, 8.0 / 9.0), (r, 5.0 / 9.0)];
    let mut mass = [[0.0; 8]; 8];
    for (x, u) in line {
        for (y, v) in line {
            for (z, w) in line {
                let xi = [x, y, z];
                let volume = u * v * w * jacobian(points, &xi).determinant();
                let n = CORNERS.map(|c| 0.125 * (0..3).map(|i| 1.0 + c[i] * xi[i]).product::<f64>());
                for a in 0..8 {
                    for b in 0..8 {
                        mass[a][b] += volume * n[a] * n[b];
                    }
                }
            }
        }
    }
    mass
}

impl Shape<4, 1> {
    /// A tetrahedron between four points; its volume must be positive.
    pub fn tetrahedron(points: &[Vec3; 4], kind: MassKind) -> Self {
        let [o, x, y, z] = *points;
        let j = Mat3::from_columns(&[x - o, y - o, z - o]);
        let inverse = j.try_inverse().unwrap_or_else(|| Mat3::repeat(f64::NAN));
        let [a, b, c] = [0, 1, 2].map(|i| inverse.row(i).transpose());
        let volume = j.determinant() / 6.0;
        let mass = |a, b| if a == b { volume / 10.0 } else { volume / 20.0 };
        let mass = std::array::from_fn(|a| std::array::from_fn(|b| mass(a, b)));
        Self::assemble(points, [([-a - b - c, a, b, c], volume)], mass, kind)
    }
}
