//! Coefficients of the generalized-α family (Chung & Hulbert 1993; L 81), and how a model file gives them.
//!
//! ```text
//! (1−α_m) a_{n+1} + α_m a_n = (1−α_f) v̇_{n+1} + α_f v̇_n ,     v = v_n + h(1−γ) a_n + hγ a_{n+1}
//! ```

use crate::spec::{BuildError, Builder, Number};
use crate::system::{Assembly, Weights};
use serde::Serialize;

/// Accelerations that change by less than this share of them in a step are on a straight line.
pub(super) const SMOOTH: f64 = 0.5;

/// The coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Coefficients {
    pub alpha_m: f64,
    pub alpha_f: f64,
    pub beta: f64,
    pub gamma: f64,
}

impl Coefficients {
    /// Generalized-α with a spectral radius at infinite frequency: of second order, least damping of low frequencies.
    pub fn of_radius(rho: f64) -> Self {
        let alpha_m = (2.0 * rho - 1.0) / (rho + 1.0);
        Self::of_second_order(alpha_m, rho / (rho + 1.0))
    }

    /// Hilber–Hughes–Taylor, 0 ≤ α ≤ ⅓.
    pub fn hht(alpha: f64) -> Self {
        Self::of_second_order(0.0, alpha)
    }

    pub fn newmark(gamma: f64, beta: f64) -> Self {
        Self { alpha_m: 0.0, alpha_f: 0.0, beta, gamma }
    }

    /// γ and β of α_m and α_f: of second order, most damping of high frequencies (R 98, 102).
    pub fn of_second_order(alpha_m: f64, alpha_f: f64) -> Self {
        let gamma = 0.5 + alpha_f - alpha_m;
        Self { alpha_m, alpha_f, gamma, beta: 0.25 * (gamma + 0.5).powi(2) }
    }

    /// For a step whose a_n and v̇~_n are those that it ends with: a = v̇~, ṽ = v_n + h a, q~ = q_n ∘ exp(h v_n + ½h² a).
    ///
    /// Forces are those of the end of the step and the motion is that of the mean velocity, so that for f = −∇V the kinetic energy
    /// changes by −∇V(q_{n+1})·Δq, which is at most −ΔV if V is convex: the energy never grows, at any step size. V of a cable is convex.
    pub(super) const SETTLED: Self = Self { alpha_m: 0.0, alpha_f: 0.0, beta: 0.5, gamma: 1.0 };

    /// |C|: the configuration gets h²(½−β) a_n + h²β a_{n+1} with a = v̇ + (α_m − α_f) h v̈, and should get ½h²v̇ + h³v̈/6.
    pub(super) fn error_constant(&self) -> f64 {
        (self.beta + 0.5 * (self.alpha_m - self.alpha_f) - 1.0 / 6.0).abs()
    }

    /// da/dv̇.
    pub(super) fn share(&self) -> f64 {
        (1.0 - self.alpha_f) / (1.0 - self.alpha_m)
    }

    /// What is known of a at the start of a step.
    pub(super) fn known(&self, acceleration: f64, a: f64) -> f64 {
        (self.alpha_f * acceleration - self.alpha_m * a) / (1.0 - self.alpha_m)
    }

    /// How velocity and configuration depend on the acceleration.
    pub(super) fn weights(&self, h: f64) -> Weights {
        let da = self.share();
        Weights { m: 1.0, v: h * self.gamma * da, q: h * h * self.beta * da, s: 1.0 }
    }

    /// a₀ = v̇₀ + (α_m − α_f) h v̈₀, with which the method is of second order from its first step; `later` is the acceleration a step
    /// later.
    pub(super) fn start(&self, system: Assembly, now: &[f64], later: Option<Vec<f64>>, a: &mut [f64]) {
        a.copy_from_slice(now);
        let Some(mut change) = later else { return };
        change.iter_mut().zip(now).for_each(|(later, now)| *later -= now);
        let mass = system.mass.diagonal();
        // A step that does not resolve what is stiff says nothing of v̈₀.
        let is_resolved =
            |component: &&crate::system::Island| component.norm(mass, &change) <= SMOOTH * component.norm(mass, now);
        for i in system.components.list.iter().filter(is_resolved).flat_map(|component| component.each_dof()) {
            a[i] += (self.alpha_m - self.alpha_f) * change[i];
        }
    }
}

/// Newmark's γ and β as a model file gives them.
pub(super) fn newmark(b: &Builder, gamma: Option<&Number>, beta: Option<&Number>) -> Result<Coefficients, BuildError> {
    let gamma_value = gamma.map_or(Ok(0.5), |n| b.fraction(n, "gamma"))?;
    if let (Some(n), true) = (gamma, gamma_value < 0.5) {
        let message = format!("gamma is {gamma_value}, expected a number between 0.5 and 1");
        return Err(BuildError::at(&n.span, message).help("below 0.5 the scheme is not stable"));
    }
    let beta_value = beta.map_or(Ok(0.25 * (gamma_value + 0.5).powi(2)), |n| b.fraction(n, "beta"))?;
    if let (Some(n), true) = (beta, 2.0 * beta_value < gamma_value) {
        let message = format!("beta is {beta_value}, expected at least gamma/2 = {}", 0.5 * gamma_value);
        return Err(BuildError::at(&n.span, message).help("below it the scheme is only conditionally stable"));
    }
    Ok(Coefficients::newmark(gamma_value, beta_value))
}

/// α of Hilber, Hughes and Taylor as a model file gives it.
pub(super) fn hht(b: &Builder, alpha: Option<&Number>, default: f64) -> Result<Coefficients, BuildError> {
    let value = alpha.map_or(Ok(default), |n| b.fraction(n, "alpha"))?;
    match alpha {
        Some(n) if value > 1.0 / 3.0 => {
            let message = format!("alpha is {value}, expected a number between 0 and 1/3");
            Err(BuildError::at(&n.span, message).help("beyond 1/3 high frequencies are damped less again"))
        }
        _ => Ok(Coefficients::hht(value)),
    }
}

/// α_m and α_f as a model file gives them: of all schemes of second order those that are stable at any step (R 100).
pub(super) fn averages(b: &Builder, alpha_m: &Number, alpha_f: &Number) -> Result<Coefficients, BuildError> {
    let [m, f] = [b.number(alpha_m)?, b.number(alpha_f)?];
    if f > 0.5 {
        let message = format!("alpha_f is {f}, expected a number of at most 0.5");
        return Err(BuildError::at(&alpha_f.span, message).help("beyond it the scheme is not stable"));
    }
    if m > f {
        let message = format!("alpha_m is {m}, expected a number of at most alpha_f = {f}");
        return Err(BuildError::at(&alpha_m.span, message).help("beyond it the scheme is not stable"));
    }
    Ok(Coefficients::of_second_order(m, f))
}
