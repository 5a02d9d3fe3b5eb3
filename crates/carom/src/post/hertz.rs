//! Hertz contact of two bodies with any curvatures (Hertz 1881; Johnson, *Contact Mechanics*, 1985, chapter 4).
//!
//! Close to the point of contact the undeformed surfaces are A x² + B y² apart, A ≤ B. With the curvatures κ′, κ″ of both bodies
//! (positive where convex) and the angle ω between the planes of κ₁′ and κ₂′,
//!
//! ```text
//! A + B = ½ (κ₁′ + κ₁″ + κ₂′ + κ₂″) ,   (B − A)² = ¼ [(κ₁′ − κ₁″)² + (κ₂′ − κ₂″)² + 2 (κ₁′ − κ₁″)(κ₂′ − κ₂″) cos 2ω]
//! 1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂
//! ```
//!
//! The contact is an ellipse with semi-axes a ≥ b, along x and y. With K and D of `elliptic` at κ = b/a:
//!
//! ```text
//! B/A = (K − D)/(κ² D)                           gives κ
//! F = C δ^{3/2} ,   C = ⅔ π E* √(D/A) K^{−3/2}     (spheres: 4/3 E* √R, S 2.40)
//! a³ = 3 F D/(2 π A E*) ,   p₀ = 3F/(2 π a b)       the largest pressure
//! ```
//!
//! The text reads coefficients off a chart (S 4.1–4.5): b = c_b (F Δ)^{1/3}, p₀ = c_σ b/Δ, F = C δ^{3/2}, with
//! Δ = 1/((A + B) E*). Here they are computed; the tests compare.

use super::numeric::root;
use super::{Elliptic, Footprint, PostError, positive};
use std::f64::consts::PI;

/// An ellipse longer than this part of a radius of curvature is no longer small: the parabola in place of a circle is off by a quarter of
/// its square, 2 %.
const SMALL: f64 = 0.3;

/// An isotropic elastic material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    /// Young's modulus (Pa).
    pub young: f64,
    /// Poisson's ratio.
    pub poisson: f64,
}

impl Elastic {
    /// (1 − ν²)/E (S C.4).
    fn compliance(&self) -> Result<f64, PostError> {
        if !(self.poisson > -1.0 && self.poisson <= 0.5) {
            return Err(PostError::Range { quantity: "Poisson's ratio", value: self.poisson, range: "(-1, 0.5]" });
        }
        Ok((1.0 - self.poisson * self.poisson) / positive("Young's modulus", self.young)?)
    }
}

/// Curvatures of two surfaces at their point of contact (1/m), positive where they are convex, zero where they are flat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curvatures {
    /// Principal curvatures of the first body.
    pub first: [f64; 2],
    /// Principal curvatures of the second body.
    pub second: [f64; 2],
    /// Between the planes of the first of each (rad).
    pub angle: f64,
}

impl Curvatures {
    /// Two spheres; a negative radius is a cavity, an infinite one a plane.
    pub fn spheres(r1: f64, r2: f64) -> Self {
        Self { first: [1.0 / r1; 2], second: [1.0 / r2; 2], angle: 0.0 }
    }

    /// A and B.
    fn separation(&self) -> Result<[f64; 2], PostError> {
        let (p, q) = (self.first[0] - self.first[1], self.second[0] - self.second[1]);
        let sum = 0.5 * self.first.iter().chain(&self.second).sum::<f64>();
        let difference = 0.5 * (p * p + q * q + 2.0 * p * q * (2.0 * self.angle).cos()).max(0.0).sqrt();
        let least = 0.5 * (sum - difference);
        // Rounding of the curvatures is no gap between the surfaces.
        let scale = self.first.iter().chain(&self.second).fold(0.0_f64, |s, c| s.max(c.abs()));
        if least.is_nan() || least <= 1e-12 * scale {
            let range = "(0, ∞): the bodies touch along a line, or one does not fit into the other";
            return Err(PostError::Range { quantity: "least relative curvature A", value: least, range });
        }
        Ok([least, 0.5 * (sum + difference)])
    }
}

/// Where Hertz's assumptions fail.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum HertzWarning {
    /// The surfaces nearly fit: the contact is not small against their radii.
    #[error(
        "semi-axis {axis:.3e} m is {part:.2} of the radius {radius:.3e} m: too conforming for Hertz, the pressure is an estimate"
    )]
    Conforming { axis: f64, radius: f64, part: f64 },
    /// The largest shear stress exceeds half of the strength (Tresca).
    #[error(
        "largest shear stress {shear:.3e} Pa is more than half of the yield strength {strength:.3e} Pa: plastic below the surface"
    )]
    Yields { shear: f64, strength: f64 },
}

/// A pair of surfaces in contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hertz {
    curvatures: Curvatures,
    poisson: f64,
    /// E* (Pa).
    pub modulus: f64,
    /// A and B (1/m).
    pub separation: [f64; 2],
    /// b/a.
    pub axis_ratio: f64,
    integrals: Elliptic,
}

impl Hertz {
    /// For two bodies of these materials.
    pub fn new(curvatures: Curvatures, materials: [Elastic; 2]) -> Result<Self, PostError> {
        let separation = curvatures.separation()?;
        let modulus = 1.0 / (materials[0].compliance()? + materials[1].compliance()?);
        let axis_ratio = axis_ratio(separation[1] / separation[0]);
        let poisson = materials[0].poisson;
        Ok(Self { curvatures, poisson, modulus, separation, axis_ratio, integrals: Elliptic::of_axes(axis_ratio) })
    }

    /// C of F = C δ^{3/2} (N/m^{3/2}).
    pub fn stiffness(&self) -> f64 {
        let Elliptic { k, d, .. } = self.integrals;
        2.0 / 3.0 * PI * self.modulus * (d / self.separation[0]).sqrt() * k.powf(-1.5)
    }

    /// The ellipse under a force (N), with its pressure. Stresses below it are those in the first body.
    pub fn footprint(&self, force: f64) -> Footprint {
        let a = (1.5 * force * self.integrals.d / (PI * self.separation[0] * self.modulus)).cbrt();
        let b = self.axis_ratio * a;
        Footprint { a, b, pressure: 1.5 * force / (PI * a * b), poisson: self.poisson }
    }

    /// δ under a force (m).
    pub fn indentation(&self, force: f64) -> f64 {
        (force / self.stiffness()).powf(2.0 / 3.0)
    }

    /// What is wrong with the assumptions under a force (N), for a yield strength (Pa) if it is known.
    pub fn warnings(&self, force: f64, strength: Option<f64>) -> Vec<HertzWarning> {
        let footprint = self.footprint(force);
        let mut warnings = Vec::new();
        // The semi-axis along a principal plane; with the planes of both bodies at an angle the longer one, to be on the safe side.
        for body in [self.curvatures.first, self.curvatures.second] {
            let flatter = usize::from(body[1].abs() < body[0].abs());
            let curvatures = if self.curvatures.angle == 0.0 { self.along_axes(body) } else { [body[1 - flatter]; 2] };
            for (axis, curvature) in [footprint.a, footprint.b].into_iter().zip(curvatures) {
                let part = axis * curvature.abs();
                if part > SMALL {
                    warnings.push(HertzWarning::Conforming { axis, radius: curvature.abs().recip(), part });
                }
            }
        }
        if let Some(strength) = strength {
            let shear = footprint.largest_shear().value;
            if shear > 0.5 * strength {
                warnings.push(HertzWarning::Yields { shear, strength });
            }
        }
        warnings
    }

    /// Curvatures of a body along a and b, for bodies with the same principal planes: a lies where the sum is smaller.
    fn along_axes(&self, body: [f64; 2]) -> [f64; 2] {
        let Curvatures { first, second, .. } = self.curvatures;
        if first[0] + second[0] <= first[1] + second[1] { body } else { [body[1], body[0]] }
    }
}

/// κ of B/A = (K − D)/(κ² D), which falls from ∞ to 1 for κ from 0 to 1.
fn axis_ratio(curvature_ratio: f64) -> f64 {
    let excess = |kappa: f64| {
        let Elliptic { k, d, .. } = Elliptic::of_axes(kappa);
        (k - d) / (kappa * kappa * d) - curvature_ratio
    };
    // κ > (A/B)^{2/3}/2 for all ratios: it behaves like (A/B)^{2/3} for round contacts, and like (A/B)^½ with a logarithm for long ones.
    let least = 0.5 * curvature_ratio.powf(-2.0 / 3.0);
    if curvature_ratio <= 1.0 { 1.0 } else { root(excess, least, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEEL: Elastic = Elastic { young: 200e9, poisson: 0.3 };

    /// Spheres: C = 4/3 E* √R (S 2.40), a² = R δ, p₀³ = 6 F E*²/(π³R²). To rounding.
    #[test]
    fn spheres_have_closed_forms() {
        let aluminium = Elastic { young: 70e9, poisson: 0.33 };
        let hertz = Hertz::new(Curvatures::spheres(0.02, 0.05), [STEEL, aluminium]).expect("a contact");
        let radius = 1.0 / (1.0 / 0.02 + 1.0 / 0.05);
        assert!((hertz.stiffness() / (4.0 / 3.0 * hertz.modulus * f64::sqrt(radius)) - 1.0).abs() < 1e-13);
        let footprint = hertz.footprint(300.0);
        assert!((footprint.a * footprint.b / (radius * hertz.indentation(300.0)) - 1.0).abs() < 1e-13);
        let pressure = (6.0 * 300.0 * hertz.modulus.powi(2) / (PI.powi(3) * radius * radius)).cbrt();
        assert!((footprint.pressure / pressure - 1.0).abs() < 1e-13);
    }

    /// The stiffnesses of the text follow from its materials: 140e6 N/m^{3/2} for the ball of 0.1 m on a plane of the same material, 5.5e9 for
    /// two spheres of 0.02 m (S C.6). They are given to two or three digits.
    #[test]
    fn stiffnesses_of_the_text() {
        let ball = Elastic { young: 6.043e8, poisson: 0.3 };
        let on_plane = Hertz::new(Curvatures::spheres(0.1, f64::INFINITY), [ball, ball]).expect("a contact");
        assert!((on_plane.stiffness() / 140e6 - 1.0).abs() < 0.01, "{}", on_plane.stiffness());
        let glass = Elastic { young: 7.5e10, poisson: 0.3 };
        let two = Hertz::new(Curvatures::spheres(0.02, 0.02), [glass, glass]).expect("a contact");
        assert!((two.stiffness() / 5.5e9 - 1.0).abs() < 0.01, "{}", two.stiffness());
    }

    /// Crossed equal cylinders touch as a sphere of their radius on a plane does.
    #[test]
    fn crossed_cylinders_are_a_sphere_on_a_plane() {
        let curvatures = Curvatures { first: [10.0, 0.0], second: [10.0, 0.0], angle: 0.5 * PI };
        let crossed = Hertz::new(curvatures, [STEEL; 2]).expect("a contact");
        let sphere = Hertz::new(Curvatures::spheres(0.1, f64::INFINITY), [STEEL; 2]).expect("a contact");
        assert!((crossed.stiffness() / sphere.stiffness() - 1.0).abs() < 1e-12);
        assert!((crossed.axis_ratio - 1.0).abs() < 1e-7);
    }

    /// The equations that κ, a and δ must fulfil (Johnson 4.24), for any angle: A and B come back from the ellipse.
    #[test]
    fn ellipse_solves_the_equations_of_hertz() {
        for angle in [0.0, 0.3, 1.0] {
            let curvatures = Curvatures { first: [200.0, 90.0], second: [-60.0, 20.0], angle };
            let hertz = Hertz::new(curvatures, [STEEL; 2]).expect("a contact");
            let Footprint { a, b, pressure, .. } = hertz.footprint(500.0);
            let Elliptic { k, e, .. } = Elliptic::of_axes(b / a);
            let common = pressure / hertz.modulus * b / (a * a - b * b);
            assert!((common * (k - e) / hertz.separation[0] - 1.0).abs() < 1e-10);
            assert!((common * ((a / b).powi(2) * e - k) / hertz.separation[1] - 1.0).abs() < 1e-10);
            assert!((pressure / hertz.modulus * b * k / hertz.indentation(500.0) - 1.0).abs() < 1e-10);
        }
    }

    /// The bearing of S table 4.1, ball against inner race.
    fn bearing() -> Hertz {
        let ball = 1.0 / 0.00396875;
        let curvatures = Curvatures { first: [ball; 2], second: [-1.0 / 0.00397875, 1.0 / 0.01277125], angle: 0.0 };
        Hertz::new(curvatures, [STEEL; 2]).expect("a contact")
    }

    /// The coefficients that the text reads off a chart at B/A = 521, to half of their last digit; c_G = 0.264 is a whole one away from its
    /// 0.27, which is not met. K of (S 4.1) with c_δ is C of F = C δ^{3/2}.
    #[test]
    fn chart_of_the_text() {
        let hertz = bearing();
        let [least, most] = hertz.separation;
        assert!((most / least - 521.0).abs() < 1.0);
        let delta = 1.0 / ((least + most) * hertz.modulus);
        let footprint = hertz.footprint(100.0);
        let (c_b, unit) = (footprint.b / (100.0 * delta).cbrt(), footprint.b / delta);
        let c_delta = c_b * PI / ((least + most) * delta.powf(2.0 / 3.0)) / hertz.stiffness().powf(2.0 / 3.0);
        let c_tau = footprint.largest_shear().value / unit;
        let c_g = footprint.largest_octahedral_shear().value / unit;
        let found = [c_b, c_delta, hertz.axis_ratio, footprint.pressure / unit, c_tau, c_g];
        let chart = [(0.22, 0.005), (0.17, 0.005), (0.021, 0.0005), (1.0, 0.005), (0.3, 0.005), (0.27, 0.01)];
        for (found, (value, tolerance)) in found.into_iter().zip(chart) {
            assert!((found - value).abs() < tolerance, "{found} for {value}");
        }
    }

    /// The stresses of the text at 100 N (S 4.12): they follow its chart, c_b = 0.22 in place of 0.2166 (1.6 %) and c_G = 0.27 in place of
    /// 0.264 (4 % together).
    #[test]
    fn stresses_of_the_text() {
        let footprint = bearing().footprint(100.0);
        let found = [footprint.pressure, footprint.largest_shear().value, footprint.largest_octahedral_shear().value];
        for (found, (value, tolerance)) in found.into_iter().zip([(7.06e8, 0.02), (2.11e8, 0.02), (1.90e8, 0.04)]) {
            assert!((found / value - 1.0).abs() < tolerance, "{found:e} for {value:e}");
        }
    }

    /// A groove that nearly fits its ball is longer than Hertz's theory allows, and says so; a ball on a plane does not. Tresca by the
    /// strength that is given.
    #[test]
    fn assumptions_that_fail_are_told() {
        let conforming = bearing().warnings(100.0, None);
        assert!(matches!(conforming[..], [HertzWarning::Conforming { .. }, HertzWarning::Conforming { .. }]));
        let ball = Hertz::new(Curvatures::spheres(0.02, f64::INFINITY), [STEEL; 2]).expect("a contact");
        assert!(ball.warnings(100.0, None).is_empty());
        let shear = ball.footprint(100.0).largest_shear().value;
        assert!(ball.warnings(100.0, Some(2.1 * shear)).is_empty());
        assert!(matches!(ball.warnings(100.0, Some(1.9 * shear))[..], [HertzWarning::Yields { .. }]));
    }

    /// A line contact, and a ball in a socket of its own radius, have no ellipse.
    #[test]
    fn contacts_without_an_ellipse_are_refused() {
        let cylinder = Curvatures { first: [10.0, 0.0], second: [0.0; 2], angle: 0.0 };
        assert!(Hertz::new(cylinder, [STEEL; 2]).is_err());
        assert!(Hertz::new(Curvatures::spheres(0.1, -0.1), [STEEL; 2]).is_err());
        assert!(Hertz::new(Curvatures::spheres(0.1, 0.1), [Elastic { poisson: 0.6, ..STEEL }; 2]).is_err());
    }
}
