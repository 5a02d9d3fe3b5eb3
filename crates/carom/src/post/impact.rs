//! The force of an impact from its impulse (S C.26–C.39).
//!
//! Known are the impulse Λ, the speed of approach δ̇_i, the restitution e and the law F = (K + D δ̇) δⁿ; not known is how long it lasts.
//! The rate of indentation is taken as a cubic, in τ = t/T and with a piecewise linear g from 0 over G at τ = k to 1:
//!
//! ```text
//! δ̇/δ̇_i = 1 − 3(1+e) g² + 2(1+e) g³ ,     k = 1.7e/(1 + 1.7e)                                            (1)
//! G³ − (1+k) G² − (1−k) G + k + (1−e)/(1+e) = 0 ,     0 < G < 1                                         (2)
//! ```
//!
//! (2) says that nothing is left of the indentation at the end, δ(T) = 0; S C.35 has a minus before the last fraction. Its left side is
//! positive at 0 and negative at 1 for all e > 0, and there is one root between. With δ̄ = δ/(T δ̇_i), the integral of (1),
//!
//! ```text
//! Λ = ∫ F dt = K δ̇_iⁿ T^{n+1} I ,     I = ∫ δ̄ⁿ dτ + d δ̄(1)^{n+1}/(n+1) ,     T = [Λ/(K δ̇_iⁿ I)]^{1/(n+1)}    (3)
//! ```
//!
//! [`Shape::Plain`] is g = τ, the first attempt of the thesis (S 3.38). It leaves δ̄(1) = (1−e)/2, and the force does not end at 0.
//!
//! What is exact: the impulse of F is Λ, the speeds at both ends are δ̇_i and −e δ̇_i, and (with (2)) δ begins and ends at 0. What is not:
//! F is not m δ̈ in between, so that peak and duration have errors, which `compliant` measures. Where d e > 1 the law pulls at
//! the end of the pulse, see [`Pulse::least_force`].

use super::numeric::{integral, maximum, root};
use super::{CompliantLaw, PostError, positive};

/// The form of g.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Linear in two pieces, (2).
    #[default]
    Piecewise,
    /// g = τ.
    Plain,
}

/// Indentation, rate and force at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PulseState {
    /// δ (m).
    pub indentation: f64,
    /// δ̇ (m/s), positive while it grows.
    pub rate: f64,
    /// F (N).
    pub force: f64,
}

/// The history (1) without units.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Profile {
    e: f64,
    k: f64,
    /// Slopes of g before and after k.
    slopes: [f64; 2],
    /// δ̄(1).
    left: f64,
}

impl Profile {
    fn new(e: f64, shape: Shape) -> Self {
        if shape == Shape::Plain {
            return Self { e, k: 0.5, slopes: [1.0, 1.0], left: 0.5 * (1.0 - e) };
        }
        let k = 1.7 * e / (1.0 + 1.7 * e);
        let constant = k + (1.0 - e) / (1.0 + e);
        let g = root(|g| ((g - (1.0 + k)) * g - (1.0 - k)) * g + constant, 0.0, 1.0);
        Self { e, k, slopes: [g / k, (1.0 - g) / (1.0 - k)], left: 0.0 }
    }

    /// δ̇/δ̇_i.
    fn rate(&self, tau: f64) -> f64 {
        let amplitude = 1.0 + self.e;
        if tau <= self.k {
            let g = self.slopes[0] * tau;
            1.0 - amplitude * g * g * (3.0 - 2.0 * g)
        } else {
            let rest = self.slopes[1] * (1.0 - tau);
            amplitude * rest * rest * (3.0 - 2.0 * rest) - self.e
        }
    }

    /// δ/(T δ̇_i), from the nearer end.
    fn indentation(&self, tau: f64) -> f64 {
        let swept = |slope: f64, s: f64| (1.0 + self.e) * slope * slope * s.powi(3) * (1.0 - 0.5 * slope * s);
        if tau <= self.k {
            tau - swept(self.slopes[0], tau)
        } else {
            let s = 1.0 - tau;
            self.left + self.e * s - swept(self.slopes[1], s)
        }
    }
}

/// The pulse of force of one impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pulse {
    law: CompliantLaw,
    approach: f64,
    profile: Profile,
    /// T (s).
    pub duration: f64,
    /// The largest force (N).
    pub peak_force: f64,
    /// When the force is largest, from the first touch (s).
    pub peak_time: f64,
    /// The largest indentation (m).
    pub peak_indentation: f64,
    /// The least force (N); negative where the law pulls at the end.
    pub least_force: f64,
}

impl Pulse {
    /// From the impulse Λ (N s) and the speed of approach (m/s), both positive.
    pub fn recover(law: &CompliantLaw, approach: f64, impulse: f64, shape: Shape) -> Result<Self, PostError> {
        let (approach, impulse) = (positive("speed of approach", approach)?, positive("impulse", impulse)?);
        let (n, profile) = (law.exponent(), Profile::new(law.restitution(), shape));
        let power = |tau| profile.indentation(tau).max(0.0).powf(n);
        // The curve has a kink in its second derivative at k.
        let spring = integral(power, 0.0, profile.k) + integral(power, profile.k, 1.0);
        let factor = spring + law.ratio() * profile.left.powf(n + 1.0) / (n + 1.0);
        let duration = (impulse / (law.stiffness() * approach.powf(n) * factor)).powf(1.0 / (n + 1.0));
        let deepest = root(|tau| profile.rate(tau), 0.0, 1.0);
        let mut pulse = Self {
            law: *law,
            approach,
            profile,
            duration,
            peak_force: 0.0,
            peak_time: 0.0,
            peak_indentation: duration * approach * profile.indentation(deepest),
            least_force: 0.0,
        };
        // Damping advances the peak, and pulls on the way out only.
        pulse.peak_time = maximum(|t| pulse.at(t).force, 0.0, deepest * duration);
        pulse.peak_force = pulse.at(pulse.peak_time).force;
        let lowest = maximum(|t| -pulse.at(t).force, deepest * duration, duration);
        pulse.least_force = pulse.at(lowest).force.min(0.0);
        Ok(pulse)
    }

    /// Indentation, rate and force at a time from the first touch (s); nothing outside of the pulse.
    pub fn at(&self, time: f64) -> PulseState {
        let tau = time / self.duration;
        if !(0.0..=1.0).contains(&tau) {
            return PulseState::default();
        }
        let indentation = self.duration * self.approach * self.profile.indentation(tau);
        let rate = self.approach * self.profile.rate(tau);
        PulseState { indentation, rate, force: self.law.force(indentation, rate, self.approach) }
    }

    /// ∫ F dt (N s), integrated anew from the curve.
    pub fn impulse(&self) -> f64 {
        let kink = self.profile.k * self.duration;
        let force = |t| self.at(t).force;
        integral(force, 0.0, kink) + integral(force, kink, self.duration)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Damping;
    use super::*;

    fn pulse(e: f64, damping: Damping, shape: Shape) -> Pulse {
        let law = CompliantLaw::new(5.5e9, 1.5, e, damping).expect("a law");
        Pulse::recover(&law, 0.3, 0.046 * 0.3 * (1.0 + e), shape).expect("a pulse")
    }

    /// The impulse is Λ for every model, restitution and shape, though only the spring's part of it went into T: the damper's part is a
    /// perfect differential. Both are integrated to rounding.
    #[test]
    fn impulse_of_the_recovered_force_is_the_given_one() {
        for damping in Damping::PUBLISHED {
            for shape in [Shape::Piecewise, Shape::Plain] {
                for i in 1..=10 {
                    let e = 0.1 * f64::from(i);
                    let given = 0.046 * 0.3 * (1.0 + e);
                    let error = pulse(e, damping, shape).impulse() / given - 1.0;
                    assert!(error.abs() < 1e-12, "{} {shape:?} e = {e}: {error:e}", damping.name());
                }
            }
        }
    }

    /// Both pieces meet at k, in δ and in δ̇, and δ̇ is the derivative of δ: (2) with its plus. Central differences over 1e-5 leave 1e-9.
    #[test]
    fn indentation_is_the_integral_of_its_rate() {
        for e in [0.05, 0.3, 0.8, 1.0] {
            for shape in [Shape::Piecewise, Shape::Plain] {
                let profile = Profile::new(e, shape);
                let (before, after) = (profile.k, profile.k + 1e-15);
                assert!((profile.indentation(before) - profile.indentation(after)).abs() < 1e-13);
                assert!((profile.rate(before) - profile.rate(after)).abs() < 1e-13);
                for i in 1..50 {
                    let tau = 0.02 * f64::from(i);
                    let slope = (profile.indentation(tau + 1e-5) - profile.indentation(tau - 1e-5)) / 2e-5;
                    assert!((slope - profile.rate(tau)).abs() < 1e-7, "e = {e}, {shape:?}, tau = {tau}");
                }
            }
        }
    }

    /// Without loss both shapes are the same curve: k = G solves (2).
    #[test]
    fn shapes_agree_without_loss() {
        let [piecewise, plain] = [Shape::Piecewise, Shape::Plain].map(|shape| pulse(1.0, Damping::Flores, shape));
        assert!((piecewise.duration / plain.duration - 1.0).abs() < 1e-12);
        assert!((piecewise.peak_force / plain.peak_force - 1.0).abs() < 1e-12);
    }

    /// Speeds at both ends, nothing left of the indentation, nothing outside.
    #[test]
    fn ends_of_a_pulse() {
        let pulse = pulse(0.4, Damping::Zhang, Shape::Piecewise);
        let (first, last) = (pulse.at(0.0), pulse.at(pulse.duration));
        assert!((first.rate - 0.3).abs() < 1e-12 && (last.rate + 0.4 * 0.3).abs() < 1e-12);
        assert!(first.indentation == 0.0 && last.indentation.abs() < 1e-15);
        assert_eq!(pulse.at(1.001 * pulse.duration), PulseState::default());
        assert!(pulse.peak_time < pulse.duration && pulse.at(pulse.peak_time).force == pulse.peak_force);
    }

    /// Durations of the text: two spheres with Zhang's and Hu's damping, 0.160 ms for e = 0.8 and 0.226 ms for e = 0.2 (S C.6). They are
    /// given to three digits, for one of the two models, and the time step is in them; 3 %.
    #[test]
    fn durations_of_the_text_two_spheres() {
        for (e, expected) in [(0.8, 0.160e-3), (0.2, 0.226e-3)] {
            let duration = pulse(e, Damping::Hu, Shape::Piecewise).duration;
            assert!((duration / expected - 1.0).abs() < 0.03, "e = {e}: {duration}");
        }
    }
}
