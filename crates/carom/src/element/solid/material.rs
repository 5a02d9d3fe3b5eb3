//! Hyperelastic materials: the second Piola–Kirchhoff stress S = ∂Ψ/∂E of the Green–Lagrange strain E, with C = I + 2E.
//!
//! ```text
//! St. Venant–Kirchhoff    Ψ = ½ λ (tr E)² + μ E:E                          S = λ tr E I + 2μ E
//! neo-Hooke               Ψ = ½ μ (tr C − 3) − μ ln J + ½ λ (ln J)²        S = 2μ C⁻¹E + λ ln J C⁻¹,   J = √det C
//! ```
//!
//! Both have tangent moduli of the form
//!
//! ```text
//! ∂S/∂E = λ′ Q⊗Q + μ′ (Q_ik Q_jl + Q_il Q_jk) ,   St. V.–K.: λ, μ, I     neo-Hooke: λ, μ − λ ln J, C⁻¹
//! ```
//!
//! (Bonet & Wood 2008, §6.4; μ(I − C⁻¹) = 2μ C⁻¹E keeps all digits at small strains.) Strains and stresses are lists of six:
//! 11, 22, 33, 12, 23, 13, the last three doubled in strains. Where det C ≤ 0 the neo-Hookean stress is not a number: the
//! element is crushed, no stress exists, and a step that leads there has to be refused.

/// A symmetric tensor as a list of six.
pub type Voigt = [f64; 6];

/// Where the components of a symmetric tensor stand in its list.
pub const SYM: [[usize; 3]; 3] = [[0, 3, 5], [3, 1, 4], [5, 4, 2]];

/// Laws of the material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    StVenantKirchhoff,
    NeoHooke,
}

/// An isotropic hyperelastic material with Lamé's constants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    pub law: Law,
    pub lambda: f64,
    pub mu: f64,
}

/// Tangent moduli λ Q⊗Q + μ (Q_ik Q_jl + Q_il Q_jk).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moduli {
    pub lambda: f64,
    pub mu: f64,
    pub q: Voigt,
}

const IDENTITY: Voigt = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0];

impl Material {
    /// From Young's modulus and Poisson's ratio −1 < ν < ½.
    pub fn new(law: Law, young: f64, poisson: f64) -> Self {
        let lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
        Self { law, lambda, mu: young / (2.0 * (1.0 + poisson)) }
    }

    /// The moduli without strain, which dampers work with.
    pub fn initial(&self) -> Moduli {
        Moduli { lambda: self.lambda, mu: self.mu, q: IDENTITY }
    }

    /// Ψ, energy per reference volume.
    #[inline]
    pub fn energy(&self, e: &Voigt) -> f64 {
        match self.law {
            Law::StVenantKirchhoff => {
                let trace = e[0] + e[1] + e[2];
                let square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
                let shear = e[3] * e[3] + e[4] * e[4] + e[5] * e[5];
                0.5 * self.lambda * trace * trace + self.mu * (square + 0.5 * shear)
            }
            Law::NeoHooke => {
                let (ln_j, _) = inverse(e);
                self.mu * (e[0] + e[1] + e[2] - ln_j) + 0.5 * self.lambda * ln_j * ln_j
            }
        }
    }

    /// S
    #[inline]
    pub fn stress(&self, e: &Voigt) -> Voigt {
        match self.law {
            Law::StVenantKirchhoff => {
                let pressure = self.lambda * (e[0] + e[1] + e[2]);
                let m = self.mu;
                let normal = |x: f64| pressure + 2.0 * m * x;
                [normal(e[0]), normal(e[1]), normal(e[2]), m * e[3], m * e[4], m * e[5]]
            }
            Law::NeoHooke => {
                let (ln_j, c) = inverse(e);
                self.neo_hooke(e, ln_j, &c)
            }
        }
    }

    /// S with ∂S/∂E.
    #[inline]
    pub fn tangent(&self, e: &Voigt) -> (Voigt, Moduli) {
        match self.law {
            Law::StVenantKirchhoff => (self.stress(e), self.initial()),
            Law::NeoHooke => {
                let (ln_j, c) = inverse(e);
                let moduli = Moduli { lambda: self.lambda, mu: self.mu - self.lambda * ln_j, q: c };
                (self.neo_hooke(e, ln_j, &c), moduli)
            }
        }
    }

    fn neo_hooke(&self, e: &Voigt, ln_j: f64, c: &Voigt) -> Voigt {
        // C⁻¹E is symmetric because both have the same axes.
        let [a, b, d] = [0.5 * e[3], 0.5 * e[4], 0.5 * e[5]];
        let product = [
            c[0] * e[0] + c[3] * a + c[5] * d,
            c[3] * a + c[1] * e[1] + c[4] * b,
            c[5] * d + c[4] * b + c[2] * e[2],
            c[0] * a + c[3] * e[1] + c[5] * b,
            c[3] * d + c[1] * b + c[4] * e[2],
            c[0] * d + c[3] * b + c[5] * e[2],
        ];
        std::array::from_fn(|k| 2.0 * self.mu * product[k] + self.lambda * ln_j * c[k])
    }
}

/// ln J and C⁻¹ of C = I + 2E; not numbers where det C ≤ 0.
#[inline]
fn inverse(e: &Voigt) -> (f64, Voigt) {
    let [a, b, c] = [1.0 + 2.0 * e[0], 1.0 + 2.0 * e[1], 1.0 + 2.0 * e[2]];
    let [d, f, g] = [e[3], e[4], e[5]];
    let cofactors = [b * c - f * f, a * c - g * g, a * b - d * d, f * g - d * c, d * g - a * f, d * f - b * g];
    // det C − 1 = 2 tr E + 4 (sum of the principal minors of E) + 8 det E, without losing small strains.
    let [x, y, z] = [e[0], e[1], e[2]];
    let minors = x * y + y * z + z * x - 0.25 * (d * d + f * f + g * g);
    let determinant = x * (y * z - 0.25 * f * f) - 0.25 * (d * (d * z - 0.5 * f * g) + g * (g * y - 0.5 * d * f));
    let excess = 2.0 * (x + y + z) + 4.0 * minors + 8.0 * determinant;
    let det = 1.0 + excess;
    if det <= 0.0 {
        return (f64::NAN, [f64::NAN; 6]);
    }
    (0.5 * excess.ln_1p(), cofactors.map(|x| x / det))
}
