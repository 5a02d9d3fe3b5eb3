//! Complete elliptic integrals by arithmetic and geometric means (Gauss; Abramowitz & Stegun 17.6).
//!
//! For an ellipse with axes in the ratio κ = b/a, m = 1 − κ²:
//!
//! ```text
//! K = ∫ dφ/√(1 − m sin²φ) ,  E = ∫ √(1 − m sin²φ) dφ ,  D = (K − E)/m = ∫ sin²φ/√(1 − m sin²φ) dφ ,     φ from 0 to π/2
//! ```
//!
//! With a₀ = 1, b₀ = κ and means from there on, c₀² = m, c_{i+1} = c_i²/(4 a_{i+1}): K = π/(2a), D = K (½ + Σ 2^{i−1} c_i²/m) from i = 1. No
//! difference is taken, so that a circle (m = 0, K = E = π/2, D = π/4) is as accurate as any ellipse.

use std::f64::consts::FRAC_PI_2;

/// The integrals of one ellipse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elliptic {
    /// Of the first kind, K.
    pub k: f64,
    /// Of the second kind, E.
    pub e: f64,
    /// (K − E)/m.
    pub d: f64,
}

impl Elliptic {
    /// For κ = b/a in (0, 1].
    pub fn of_axes(kappa: f64) -> Self {
        let m = (1.0 - kappa) * (1.0 + kappa);
        let (mut a, mut b) = (1.0, kappa);
        // c² of the last means, alone and over m; 2^{i−1} of the next.
        let (mut square, mut scaled, mut power) = (m, 1.0, 1.0);
        let mut sum = 0.5;
        while square > 1e-34 * a * a {
            (a, b) = (0.5 * (a + b), (a * b).sqrt());
            let factor = square / (16.0 * a * a);
            square *= factor;
            scaled *= factor;
            sum += power * scaled;
            power *= 2.0;
        }
        let k = FRAC_PI_2 / a;
        let d = k * sum;
        Self { k, e: k - m * d, d }
    }
}

#[cfg(test)]
mod tests {
    use super::super::numeric::integral;
    use super::*;

    /// Against the integrals themselves, to rounding; for κ = 1e-3 the integrand has a pole near the end.
    #[test]
    fn means_give_the_integrals() {
        for kappa in [1.0, 1.0 - 1e-9, 0.9, 0.5, 0.1, 1e-3] {
            let root = |phi: f64| ((kappa * phi.sin()).powi(2) + phi.cos().powi(2)).sqrt();
            let found = Elliptic::of_axes(kappa);
            let k = integral(|phi| 1.0 / root(phi), 0.0, FRAC_PI_2);
            let e = integral(root, 0.0, FRAC_PI_2);
            let d = integral(|phi| phi.sin().powi(2) / root(phi), 0.0, FRAC_PI_2);
            for (name, found, expected) in [("K", found.k, k), ("E", found.e, e), ("D", found.d, d)] {
                assert!((found / expected - 1.0).abs() < 1e-12, "{name}({kappa}) = {found}, {expected}");
            }
        }
    }
}
