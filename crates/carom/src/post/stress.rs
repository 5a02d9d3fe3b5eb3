//! Stresses below the centre of a Hertz contact, for an ellipse or a circle (Love 1929; Johnson 1985, 4.2).
//!
//! Under the pressure p₀ √(1 − x²/a² − y²/b²) the axis of depth z has principal stresses along x, y, z, positive in tension:
//!
//! ```text
//! σ_z = −p₀ a b / w ,                 w = √((a² + z²)(b² + z²))
//! σ_x = ½ p₀ a b [z J_a − 2ν z J_z − (1 − 2ν) X_a] ,     σ_y with a and b exchanged
//! J_a = 2 ∫ f ds ,  X_a = 2 ∫ (s − z) f ds ,   f = (a² + s²)^{−3/2} (b² + s²)^{−1/2} ,  s from z to ∞ ;   z J_z = 2/w − z (J_a + J_b)
//! ```
//!
//! (second derivatives of the potential of the pressure; X of its logarithmic potential). On the surface
//! σ_x = −p₀ [2ν + (1 − 2ν) b/(a + b)]. On a circle all of it is elementary, see the tests. The integrals are computed to rounding.
//!
//! The largest shear on this axis is the largest of the body below the contact. Tension at the edge of the contact and friction are
//! not in it.

use super::numeric::{integral_to_infinity, maximum};

/// The ellipse of a contact, and its pressure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footprint {
    /// The larger semi-axis (m).
    pub a: f64,
    /// The smaller semi-axis (m).
    pub b: f64,
    /// The largest pressure p₀ (Pa).
    pub pressure: f64,
    /// ν of the body below.
    pub poisson: f64,
}

/// Principal stresses on the axis (Pa), positive in tension: along a, along b, and normal to the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisStress(pub [f64; 3]);

impl AxisStress {
    /// Half of the difference of the largest and the smallest principal stress (Pa).
    pub fn shear(&self) -> f64 {
        let [x, y, z] = self.0;
        0.5 * (x.max(y).max(z) - x.min(y).min(z))
    }

    /// On planes that make equal angles with the principal axes (Pa); von Mises' stress is 3/√2 of it.
    pub fn octahedral_shear(&self) -> f64 {
        let [x, y, z] = self.0;
        ((x - y).powi(2) + (y - z).powi(2) + (z - x).powi(2)).sqrt() / 3.0
    }
}

/// A largest stress, and where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Subsurface {
    /// Pa.
    pub value: f64,
    /// Below the surface (m).
    pub depth: f64,
}

impl Footprint {
    /// The stresses at a depth (m), zero or positive.
    pub fn stress(&self, depth: f64) -> AxisStress {
        let (a, b, z, nu) = (self.a, self.b, depth, self.poisson);
        let w = ((a * a + z * z) * (b * b + z * z)).sqrt();
        let moments = |major: f64, minor: f64| {
            let f = |s: f64| 2.0 / ((major * major + s * s).powf(1.5) * (minor * minor + s * s).sqrt());
            let length = (a * b).sqrt() + z;
            [integral_to_infinity(f, z, length), integral_to_infinity(|s| (s - z) * f(s), z, length)]
        };
        let ([j_a, x_a], [j_b, x_b]) = (moments(a, b), moments(b, a));
        let z_j_z = 2.0 / w - z * (j_a + j_b);
        let along = |j: f64, x: f64| 0.5 * a * b * (z * j - 2.0 * nu * z_j_z - (1.0 - 2.0 * nu) * x);
        AxisStress([along(j_a, x_a), along(j_b, x_b), -a * b / w].map(|s| self.pressure * s))
    }

    /// The largest shear stress below the centre.
    pub fn largest_shear(&self) -> Subsurface {
        self.largest(AxisStress::shear)
    }

    /// The largest octahedral shear stress below the centre.
    pub fn largest_octahedral_shear(&self) -> Subsurface {
        self.largest(AxisStress::octahedral_shear)
    }

    /// Both have their maximum between the surface and a depth of b: 0.48 b for a circle, 0.79 b for a line.
    fn largest(&self, of: fn(&AxisStress) -> f64) -> Subsurface {
        let depth = maximum(|z| of(&self.stress(z)), 0.0, 1.5 * self.b);
        Subsurface { value: of(&self.stress(depth)), depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CIRCLE: Footprint = Footprint { a: 1.0, b: 1.0, pressure: 1.0, poisson: 0.3 };

    /// Circle (Johnson 3.45): σ_r/p₀ = −(1 + ν)(1 − z arctan 1/z) + ½/(1 + z²), σ_z/p₀ = −1/(1 + z²), with z over a. To rounding.
    #[test]
    fn circle_is_elementary() {
        for z in [0.0, 1e-3, 0.3, 1.0, 4.0] {
            let AxisStress([x, y, normal]) = CIRCLE.stress(z);
            let arc = if z > 0.0 { z * (1.0 / z).atan() } else { 0.0 };
            let radial = -1.3 * (1.0 - arc) + 0.5 / (1.0 + z * z);
            assert!((x - radial).abs() < 1e-12 && (y - radial).abs() < 1e-12, "z = {z}: {x} {y} {radial}");
            assert!((normal + 1.0 / (1.0 + z * z)).abs() < 1e-14);
        }
    }

    /// Circle: 0.31 p₀ at 0.48 a for ν = 0.3 (Johnson 3.4). On an axis with two equal stresses the octahedral shear is √8/3 of the shear.
    #[test]
    fn largest_shear_of_a_circle() {
        let (shear, octahedral) = (CIRCLE.largest_shear(), CIRCLE.largest_octahedral_shear());
        assert!((shear.value - 0.31).abs() < 0.005 && (shear.depth - 0.48).abs() < 0.005, "{shear:?}");
        assert!((octahedral.value / shear.value - 8.0_f64.sqrt() / 3.0).abs() < 1e-12);
    }

    /// A long ellipse becomes a line: 0.300 p₀ at 0.786 b, plane strain σ_x = ν (σ_y + σ_z) (Johnson 4.3). It is a line to κ = 1e-4.
    #[test]
    fn long_ellipse_is_a_line() {
        let line = Footprint { a: 1e4, b: 1.0, ..CIRCLE };
        let shear = line.largest_shear();
        assert!((shear.value - 0.3003).abs() < 1e-4 && (shear.depth - 0.786).abs() < 1e-3, "{shear:?}");
        for z in [0.2, 0.786, 1.4] {
            let AxisStress([x, y, normal]) = line.stress(z);
            let root = (1.0 + z * z).sqrt();
            assert!((normal + 1.0 / root).abs() < 1e-6);
            assert!((y + (1.0 + 2.0 * z * z) / root - 2.0 * z).abs() < 2e-4);
            assert!((x - 0.3 * (y + normal)).abs() < 2e-4);
        }
    }

    /// On the surface σ_x = −p₀ [2ν + (1 − 2ν) b/(a + b)] (Johnson 4.2), to rounding.
    #[test]
    fn stresses_on_the_surface_of_an_ellipse() {
        let ellipse = Footprint { a: 3.0, b: 1.0, ..CIRCLE };
        let AxisStress([x, y, normal]) = ellipse.stress(0.0);
        assert!((x + 0.6 + 0.4 * 0.25).abs() < 1e-12 && (y + 0.6 + 0.4 * 0.75).abs() < 1e-12, "{x} {y}");
        assert!((normal + 1.0).abs() < 1e-14);
    }
}
