//! The rotation half way between two nodes and its variation.
//!
//! With ψ = log(R₁ᵀR₂), φ = |ψ|, E = exp(ψ/2), the mid frame is R_m = R₁E = R₂Eᵀ. In its components the rotation increments
//! of the nodes are η₁ = Eᵀδθ₁ and η₂ = Eδθ₂. The tangent operator is T(ψ) = Eᵀ A⁻¹(ψ) with a symmetric A, so that
//! δψ = T⁻¹(ψ)(δθ₂ − exp(−ψ)δθ₁) and δθ_m = η₁ + ½ T(ψ/2)δψ become
//!
//! ```text
//! δψ   = A(ψ)(η₂ − η₁) ,                    A(ψ) w = a w + b ψ(ψ·w)                                 (1)
//! δθ_m = ½(η₁ + η₂) − c ψ × (η₂ − η₁)                                                              (2)
//! a = (φ/2)/sin(φ/2) ,   b = (1 − a)/φ² ,   c = tan(φ/4)/(2φ)
//! ```
//!
//! without any rotation matrix but E. Primes below are derivatives by φ divided by φ: da = a′ ψ·dψ. All coefficients are
//! smooth for φ < 2π; ψ itself is the shortest rotation, so φ ≤ π, and jumps at π. Near π the coefficients are not numbers, so
//! that no step is accepted there.

use crate::{Frame, Mat3, Vec3};
use lie::{cross, exp, log};

/// Below this φ² the coefficients are power series. Their terms fall by φ²/4π² < 1/150 each: eight reach 1e-17.
const SERIES: f64 = 0.25;
/// Beyond this φ² (0.95 π) a further step could pass π unseen.
const LARGEST: f64 = 8.907;

/// (a − 1)/φ² as a series in φ²: (2^2k − 2)|B_2k|/(2k)! 4^-k with the Bernoulli numbers B_2k, k = 1, 2, …
const A: [f64; 8] = [
    1.0 / 24.0,
    7.0 / 5_760.0,
    31.0 / 967_680.0,
    127.0 / 154_828_800.0,
    73.0 / 3_503_554_560.0,
    1_414_477.0 / 2_678_117_105_664_000.0,
    8_191.0 / 612_141_052_723_200.0,
    16_931_177.0 / 49_950_709_902_213_120_000.0,
];

/// c as a series in φ²: tan x/(8x) at x = φ/4.
const C: [f64; 8] = [
    1.0 / 8.0,
    1.0 / 384.0,
    1.0 / 15_360.0,
    17.0 / 10_321_920.0,
    31.0 / 743_178_240.0,
    691.0 / 653_996_851_200.0,
    5_461.0 / 204_047_017_574_400.0,
    929_569.0 / 1_371_195_958_099_968_000.0,
];

/// Values of a, b, c, or of a′, b′, c′.
#[derive(Clone, Copy, Debug)]
pub struct Coefficients {
    pub a: f64,
    pub b: f64,
    pub c: f64,
}

fn series(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

/// Derivative of a series in φ² by φ, over φ.
fn slope(coefficients: &[f64], x: f64) -> f64 {
    2.0 * (1..coefficients.len()).rev().fold(0.0, |sum, k| sum * x + k as f64 * coefficients[k])
}

impl Coefficients {
    #[inline]
    pub fn new(phi2: f64) -> Self {
        if phi2 < SERIES {
            let s = series(&A, phi2);
            return Self { a: 1.0 + phi2 * s, b: -s, c: series(&C, phi2) };
        }
        if phi2 > LARGEST {
            return Self { a: f64::NAN, b: f64::NAN, c: f64::NAN };
        }
        let phi = phi2.sqrt();
        let (sin, cos) = (0.5 * phi).sin_cos();
        let a = 0.5 * phi / sin;
        Self { a, b: (1.0 - a) / phi2, c: sin / (2.0 * phi * (1.0 + cos)) }
    }

    /// a′, b′, c′.
    pub fn slopes(&self, phi2: f64) -> Self {
        if phi2 < SERIES {
            let ds = slope(&A, phi2);
            return Self { a: 2.0 * series(&A, phi2) + phi2 * ds, b: -ds, c: slope(&C, phi2) };
        }
        let cos = (0.5 * phi2.sqrt()).cos();
        let a = self.a * (1.0 - self.a * cos) / phi2;
        // The derivative of tan(φ/4) is 1/(4 cos²(φ/4)) = 1/(2 (1 + cos(φ/2))).
        let c = (0.25 / (1.0 + cos) - self.c) / phi2;
        Self { a, b: -(a + 2.0 * self.b) / phi2, c }
    }
}

/// Two nodes seen from the frame half way between them.
#[derive(Clone, Copy, Debug)]
pub struct Midpoint {
    /// The relative rotation ψ.
    pub psi: Vec3,
    /// E = exp(ψ/2).
    pub half: Mat3,
    /// R_m.
    pub r: Mat3,
    /// R_mᵀ(x₂ − x₁).
    pub y: Vec3,
    pub k: Coefficients,
}

impl Midpoint {
    #[inline]
    pub fn new(first: &Frame, second: &Frame) -> Self {
        let psi = log(&(first.quaternion().inverse() * second.quaternion()));
        let half = exp(&(psi * 0.5));
        let r = first.r() * half;
        let y = r.tr_mul(&(second.x - first.x));
        Self { psi, half, r, y, k: Coefficients::new(psi.norm_squared()) }
    }

    /// A(ψ) w of (1).
    #[inline]
    pub fn apply(&self, w: &Vec3) -> Vec3 {
        w * self.k.a + self.psi * (self.k.b * self.psi.dot(w))
    }

    /// A(ψ) as a matrix.
    pub fn map(&self) -> Mat3 {
        self.psi * (self.psi.transpose() * self.k.b) + Mat3::from_diagonal_element(self.k.a)
    }

    /// δθ_m of (2).
    #[inline]
    pub fn turned(&self, [one, two]: &[Vec3; 2]) -> Vec3 {
        (one + two) * 0.5 - self.psi.cross(&(two - one)) * self.k.c
    }

    /// ∂δθ_m/∂η₁ and ∂δθ_m/∂η₂.
    pub fn turns(&self) -> [Mat3; 2] {
        let skew = cross(&(self.psi * self.k.c));
        let half = Mat3::from_diagonal_element(0.5);
        [half + skew, half - skew]
    }

    /// Body-fixed vectors of the nodes in the components of the mid frame.
    #[inline]
    pub fn inward(&self, one: &Vec3, two: &Vec3) -> [Vec3; 2] {
        [self.half.tr_mul(one), self.half * two]
    }

    /// ∂(A(ψ)w)/∂ψ, with the slopes of the coefficients.
    pub fn map_derivative(&self, slopes: &Coefficients, w: &Vec3) -> Mat3 {
        let along = self.psi.dot(w);
        let column = w * slopes.a + self.psi * (slopes.b * along);
        column * self.psi.transpose()
            + self.psi * (w.transpose() * self.k.b)
            + Mat3::from_diagonal_element(self.k.b * along)
    }

    /// ∂(c ψ × w)/∂ψ, with the slopes of the coefficients.
    pub fn cross_derivative(&self, slopes: &Coefficients, w: &Vec3) -> Mat3 {
        (self.psi.cross(w) * slopes.c) * self.psi.transpose() - cross(&(w * self.k.c))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lie::{tangent, tangent_inverse};

    fn between(psi: Vec3) -> Midpoint {
        let first = Frame::from_rotation_vector(Vec3::new(0.2, 0.1, -0.4), &Vec3::new(0.5, -1.2, 0.3));
        Midpoint::new(&first, &first.plus(&Vec3::new(1.0, 0.3, -0.2), &psi))
    }

    #[test]
    fn variations_are_those_of_the_tangent_operator() {
        let (one, two) = (Vec3::new(0.3, -0.8, 0.5), Vec3::new(-0.2, 0.6, 0.9));
        for angle in [0.0, 1e-5, 0.3, 0.499, 0.501, 1.5, 2.9] {
            let psi = Vec3::new(0.4, 0.7, -0.5).normalize() * angle;
            let m = between(psi);
            let eta = m.inward(&one, &two);
            // δψ = T⁻¹(ψ)(δθ₂ − exp(−ψ) δθ₁) and δθ_m = exp(−ψ/2) δθ₁ + ½ T(ψ/2) δψ, to rounding.
            let change = tangent_inverse(&psi) * (two - exp(&-psi) * one);
            assert!((m.apply(&(eta[1] - eta[0])) - change).norm() < 1e-13, "{angle}");
            assert!((m.map() * (eta[1] - eta[0]) - change).norm() < 1e-13, "{angle}");
            let turned = exp(&(psi * -0.5)) * one + tangent(&(psi * 0.5)) * change * 0.5;
            assert!((m.turned(&eta) - turned).norm() < 1e-13, "{angle}");
        }
    }

    #[test]
    fn slopes_agree_with_differences() {
        let w = Vec3::new(0.4, -1.1, 0.7);
        for angle in [0.0, 0.3, 0.498, 0.502, 1.5, 2.9] {
            let psi = Vec3::new(0.4, 0.7, -0.5).normalize() * angle;
            let m = between(psi);
            let slopes = m.k.slopes(psi.norm_squared());
            // Fourth order: error h⁴/30 + rounding/h ≈ 1e-12.
            let h = 1e-3;
            for i in 0..3 {
                let at = |k: f64| {
                    let psi = psi + Vec3::ith(i, k * h);
                    let k = Coefficients::new(psi.norm_squared());
                    (w * k.a + psi * (k.b * psi.dot(&w)), psi.cross(&w) * k.c)
                };
                let [p1, m1, p2, m2] = [1.0, -1.0, 2.0, -2.0].map(at);
                let d = |p1: Vec3, m1: Vec3, p2: Vec3, m2: Vec3| (8.0 * (p1 - m1) - (p2 - m2)) / (12.0 * h);
                let (map, cross) = (d(p1.0, m1.0, p2.0, m2.0), d(p1.1, m1.1, p2.1, m2.1));
                assert!((m.map_derivative(&slopes, &w).column(i) - map).norm() < 1e-10, "{angle} {i}");
                assert!((m.cross_derivative(&slopes, &w).column(i) - cross).norm() < 1e-10, "{angle} {i}");
            }
        }
    }
}
