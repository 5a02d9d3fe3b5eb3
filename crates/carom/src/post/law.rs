//! Contact laws with stiffness and hysteresis damping, after Hunt & Crossley (S C.6):
//!
//! ```text
//! F = (K + D δ̇) δⁿ = K δⁿ (1 + d δ̇/δ̇_i) ,     d = D δ̇_i / K
//! ```
//!
//! δ is the indentation, δ̇_i the speed of approach, and d a function of the restitution e alone, one for each model (S table C.1; the
//! minus of Hu's is missing there, table 2.1 has it).
//!
//! What restitution such a law really has is known in closed form. For two free bodies, m δ̈ = −F, the time can be eliminated,
//! v dv/(1 + d v) = −xⁿ dx in units of δ̇_i, and as much is integrated on the way in as on the way out:
//!
//! ```text
//! d (1 + e) = ln[(1 + d)/(1 − d e)] ,     whatever K, n, the masses and the speed are                     (1)
//! ```
//!
//! Every model of the table is an approximate solution d(e) of (1); [`Damping::Exact`] is the solution itself. (1) has d e < 1: a
//! law with d e ≥ 1 never reaches the restitution that it was made for, and would pull at the end of a motion that does.

use super::numeric::root;
use super::{PostError, positive};
use schemars::JsonSchema;
use serde::Deserialize;

/// A model of the damping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Damping {
    /// Hunt & Crossley 1975.
    HuntCrossley,
    /// Lankarani & Nikravesh 1990.
    LankaraniNikravesh,
    /// Hu et al. 2011; for e > 0.0213.
    Hu,
    /// Flores et al. 2011.
    Flores,
    /// Zhang et al. 2020.
    Zhang,
    /// The solution of (1): two free bodies separate with e times the speed of approach.
    Exact,
}

impl Damping {
    /// The five models of the literature, in the order of S table C.1.
    pub const PUBLISHED: [Self; 5] =
        [Self::HuntCrossley, Self::LankaraniNikravesh, Self::Hu, Self::Flores, Self::Zhang];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::HuntCrossley => "hunt-crossley",
            Self::LankaraniNikravesh => "lankarani-nikravesh",
            Self::Hu => "hu",
            Self::Flores => "flores",
            Self::Zhang => "zhang",
            Self::Exact => "exact",
        }
    }

    /// d for a coefficient of restitution in (0, 1].
    pub fn ratio(self, e: f64) -> Result<f64, PostError> {
        let range = |range| PostError::Range { quantity: "coefficient of restitution", value: e, range };
        if !(e > 0.0 && e <= 1.0) {
            return Err(range("(0, 1]"));
        }
        let ratio = match self {
            Self::HuntCrossley => 1.5 * (1.0 - e),
            Self::LankaraniNikravesh => 0.75 * (1.0 - e * e),
            Self::Hu if e.ln() <= -3.85238 => return Err(range("(0.0213, 1], where the model of Hu is defined")),
            Self::Hu => -6.66264 * e.ln() / (3.85238 + e.ln()),
            Self::Flores => 1.6 * (1.0 - e) / e,
            Self::Zhang => 1.5 * (1.0 - e) / (e * (0.6181 * (-3.52 * e).exp() + 0.899 * (0.09025 * e).exp())),
            Self::Exact => exact_ratio(e),
        };
        Ok(ratio)
    }
}

/// x − ln(1 + x), without the difference of nearly equal numbers.
fn logarithm_gap(x: f64) -> f64 {
    if x.abs() > 0.1 {
        return x - x.ln_1p();
    }
    // x²/2 − x³/3 + …; sixteen terms leave 0.1^16.
    (2..18).rev().fold(0.0, |sum, i| x * sum + if i % 2 == 0 { 1.0 } else { -1.0 } / f64::from(i)) * x * x
}

/// d of (1), the positive solution.
fn exact_ratio(e: f64) -> f64 {
    // To third order in d the solution is 3/2 (1 − e²)/(1 + e³); half of it is below the solution, and 1/e above.
    let start = 0.75 * (1.0 - e * e) / (1.0 + e.powi(3));
    if start <= 0.0 { 0.0 } else { root(|d| logarithm_gap(d) - logarithm_gap(-d * e), start, 1.0 / e) }
}

/// A contact law for one coefficient of restitution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompliantLaw {
    stiffness: f64,
    exponent: f64,
    restitution: f64,
    ratio: f64,
}

impl CompliantLaw {
    /// With K in N/mⁿ, the exponent n (1.5 for Hertz), the restitution e that is asked for, and a model of damping.
    pub fn new(stiffness: f64, exponent: f64, restitution: f64, damping: Damping) -> Result<Self, PostError> {
        Ok(Self {
            stiffness: positive("stiffness", stiffness)?,
            exponent: positive("exponent", exponent)?,
            restitution,
            ratio: damping.ratio(restitution)?,
        })
    }

    /// The same law with another K (N/mⁿ).
    pub fn with_stiffness(self, stiffness: f64) -> Result<Self, PostError> {
        Ok(Self { stiffness: positive("stiffness", stiffness)?, ..self })
    }

    /// K (N/mⁿ).
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }

    /// n.
    pub fn exponent(&self) -> f64 {
        self.exponent
    }

    /// The restitution that was asked for.
    pub fn restitution(&self) -> f64 {
        self.restitution
    }

    /// d = D δ̇_i/K.
    pub fn ratio(&self) -> f64 {
        self.ratio
    }

    /// The restitution that two free bodies really have with this law, e of (1).
    pub fn true_restitution(&self) -> f64 {
        let d = self.ratio;
        if d == 0.0 {
            return 1.0;
        }
        let top = (1.0 / d).min(1.0);
        // Where d e is 1 to rounding the logarithm is infinite, with the sign that the root needs.
        root(|e| logarithm_gap(d) - logarithm_gap(-d * e), 0.0, top)
    }

    /// F (N) at an indentation (m) and its rate (m/s), for a speed of approach (m/s). None while there is no indentation.
    pub fn force(&self, indentation: f64, rate: f64, approach: f64) -> f64 {
        self.stiffness * indentation.max(0.0).powf(self.exponent) * (1.0 + self.ratio * rate / approach)
    }

    /// The same as a contact has it, which never pulls: F = K δⁿ max(0, 1 + d δ̇/δ̇_i), with its derivatives.
    pub fn response(&self, indentation: f64, rate: f64, approach: f64) -> Response {
        if indentation <= 0.0 {
            return Response::default();
        }
        let elastic = self.stiffness * indentation.powf(self.exponent);
        let factor = 1.0 + self.ratio * rate / approach;
        if factor <= 0.0 {
            return Response { elastic, ..Response::default() };
        }
        Response {
            elastic,
            force: elastic * factor,
            by_indentation: self.exponent * elastic / indentation * factor,
            by_rate: elastic * self.ratio / approach,
        }
    }

    /// K δ^{n+1}/(n + 1) (J), what the indentation holds.
    pub fn energy(&self, indentation: f64) -> f64 {
        self.stiffness * indentation.max(0.0).powf(self.exponent + 1.0) / (self.exponent + 1.0)
    }

    /// δ_m = ((n + 1) m δ̇_i²/(2K))^{1/(n+1)} (m): how deep a reduced mass (kg) gets at a speed (m/s) without damping.
    pub fn depth(&self, mass: f64, approach: f64) -> f64 {
        let n = self.exponent + 1.0;
        (0.5 * n * mass * approach * approach / self.stiffness).powf(1.0 / n)
    }

    /// T δ̇_i/δ_m of a collision without damping, 2 ∫₀¹ dx/√(1 − x^{n+1}): π for n = 1, 2.943 for Hertz.
    pub fn duration_factor(&self) -> f64 {
        // With x = 1 − u² the integrand is smooth: 4u/√(1 − (1 − u²)^{n+1}), and 4/√(n + 1) at u = 0. Simpson's rule.
        const PARTS: u32 = 200;
        let n = self.exponent + 1.0;
        let at = |i: u32| {
            let u = f64::from(i) / f64::from(PARTS);
            if i == 0 { 4.0 / n.sqrt() } else { 4.0 * u / (1.0 - (1.0 - u * u).powf(n)).sqrt() }
        };
        let inner: f64 = (1..PARTS).map(|i| if i % 2 == 1 { 4.0 * at(i) } else { 2.0 * at(i) }).sum();
        (at(0) + inner + at(PARTS)) / (3.0 * f64::from(PARTS))
    }
}

/// The force of a contact that does not pull, in N, and what it depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Response {
    /// F.
    pub force: f64,
    /// K δⁿ, the part that has a potential.
    pub elastic: f64,
    /// ∂F/∂δ (N/m).
    pub by_indentation: f64,
    /// ∂F/∂δ̇ (N s/m).
    pub by_rate: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// d and e are inverse to each other in (1), from e = 1 − 1e-6 on, where d is 1.5e-6, down to 0.01.
    #[test]
    fn exact_damping_has_the_restitution_asked_for() {
        for e in [1.0, 1.0 - 1e-6, 0.99, 0.7, 0.3, 0.05, 0.01] {
            let law = CompliantLaw::new(1e9, 1.5, e, Damping::Exact).expect("a law");
            assert!((law.true_restitution() - e).abs() < 1e-9, "{e}: {law:?}");
            // For small e, d e is 1 − exp(−1/e): 1 to rounding.
            assert!(law.ratio() * e <= 1.0);
        }
    }

    /// The derivatives against central differences, the energy against the force, and no tension: 1 + d δ̇/δ̇_i is negative at the last
    /// rate. The steps of 1e-6 leave 1e-9.
    #[test]
    fn response_has_its_derivatives_and_never_pulls() {
        let law = CompliantLaw::new(3.0e5, 1.5, 0.3, Damping::Flores).expect("a law");
        let (depth, approach) = (2e-4, 0.7);
        for rate in [0.7, 0.1, -0.05, -0.69] {
            let at = |x: f64, v: f64| law.response(x, v, approach);
            let r = at(depth, rate);
            let slope = |f: &dyn Fn(f64) -> f64| (f(1e-6) - f(-1e-6)) / 2e-6;
            let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-7 * a.abs().max(b.abs()), "{rate}: {a} {b}");
            close(r.by_rate, slope(&|e| at(depth, rate + e).force));
            close(r.by_indentation * depth, slope(&|e| at(depth * (1.0 + e), rate).force));
            close(r.elastic * depth, slope(&|e| law.energy(depth * (1.0 + e))));
            assert!(r.force >= 0.0 && (r.force > 0.0) == (rate > -0.2));
            assert!((r.force - law.force(depth, rate, approach).max(0.0)).abs() <= 1e-12 * r.elastic);
        }
        assert_eq!(law.response(-1e-9, 1.0, 1.0), Response::default());
    }

    /// π for a linear spring, 4/5 B(2/5, 1/2) = 2.943275 for Hertz; Simpson's rule with 200 parts leaves 1e-9.
    #[test]
    fn durations_without_damping() {
        for (exponent, factor, digits) in [(1.0, std::f64::consts::PI, 1e-8), (1.5, 2.943_275, 1e-6)] {
            let law = CompliantLaw::new(1.0, exponent, 1.0, Damping::Exact).expect("a law");
            assert!((law.duration_factor() - factor).abs() < digits, "{}", law.duration_factor());
        }
    }

    /// All models tend to d = 3/2 (1 − e) for e → 1, the term that Hunt & Crossley found: to the digits of their fitted coefficients
    /// (Hu 1.7295, Flores 1.6, Zhang 1.5·(…)⁻¹).
    #[test]
    fn models_agree_where_little_is_lost() {
        for damping in Damping::PUBLISHED {
            let slope = damping.ratio(0.999).expect("a ratio") / 0.001;
            assert!((1.49..1.75).contains(&slope), "{}: {slope}", damping.name());
        }
    }

    #[test]
    fn models_are_refused_where_they_are_not_defined() {
        assert!(Damping::Flores.ratio(0.0).is_err());
        assert!(Damping::Flores.ratio(1.1).is_err());
        assert!(Damping::Hu.ratio(0.02).is_err());
        assert!(Damping::Hu.ratio(0.022).expect("a ratio") > 0.0);
        assert!(CompliantLaw::new(0.0, 1.5, 0.5, Damping::Hu).is_err());
    }
}
