//! Integrals, roots and maxima of functions of one variable.
//!
//! Integrals by double exponential substitution (Takahasi & Mori 1974), which converges exponentially for functions that are analytic
//! inside of the interval, whatever powers they have at its ends: τ^1.5 of an indentation, s⁻³ of a stress far below the surface.

use std::f64::consts::FRAC_PI_2;

/// Spacing of the trapezoidal rule after the substitution: 1/32 leaves rounding for the functions of this folder.
const SPACING: f64 = 1.0 / 32.0;
/// Where the substituted variable ends: the weights are below 1e-30 there.
const REACH: i32 = 128;

/// ∫ f over [a, b].
pub(super) fn integral(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let (middle, half) = (0.5 * (a + b), 0.5 * (b - a));
    let term = |i: i32| {
        let t = SPACING * f64::from(i);
        let u = FRAC_PI_2 * t.sinh();
        FRAC_PI_2 * t.cosh() / u.cosh().powi(2) * f(middle + half * u.tanh())
    };
    half * SPACING * (-REACH..=REACH).map(term).sum::<f64>()
}

/// ∫ f over [a, ∞), with a length over which f changes.
pub(super) fn integral_to_infinity(f: impl Fn(f64) -> f64, a: f64, length: f64) -> f64 {
    let term = |i: i32| {
        let t = SPACING * f64::from(i);
        let s = length * (FRAC_PI_2 * t.sinh()).exp();
        FRAC_PI_2 * t.cosh() * s * f(a + s)
    };
    SPACING * (-REACH..=REACH).map(term).sum::<f64>()
}

/// The root of f between a and b, where it changes its sign once, by bisection to the last bit.
pub(super) fn root(f: impl Fn(f64) -> f64, mut a: f64, mut b: f64) -> f64 {
    let rises = f(b) > 0.0;
    loop {
        let middle = 0.5 * (a + b);
        if middle <= a.min(b) || middle >= a.max(b) {
            return middle;
        }
        if (f(middle) > 0.0) == rises {
            b = middle;
        } else {
            a = middle;
        }
    }
}

/// Where f is largest on [a, b]: the best of a grid, then golden sections beside it.
pub(super) fn maximum(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    const GRID: usize = 200;
    let at = |i: usize| a + (b - a) * i as f64 / GRID as f64;
    let best = (0..=GRID).max_by(|&i, &j| f(at(i)).total_cmp(&f(at(j)))).unwrap_or(0);
    let (mut low, mut high) = (at(best.saturating_sub(1)), at((best + 1).min(GRID)));
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    for _ in 0..60 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if f(left) < f(right) {
            low = left;
        } else {
            high = right;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ∫ x^1.5 (1−x)^0.5 = B(5/2, 3/2) = π/16; ∫ ds/(1+s²)² = π/4; ∫ s/(1+s²)² = ½. All to rounding.
    #[test]
    fn integrals_with_powers_at_the_ends() {
        let beta = integral(|x: f64| x.powf(1.5) * (1.0 - x).max(0.0).sqrt(), 0.0, 1.0);
        assert!((beta - std::f64::consts::PI / 16.0).abs() < 1e-14, "{beta}");
        let lorentz = integral_to_infinity(|s| (1.0 + s * s).powi(-2), 0.0, 1.0);
        assert!((lorentz - std::f64::consts::FRAC_PI_4).abs() < 1e-14, "{lorentz}");
        // The length only has to be near: four decades off leave 1e-10.
        for length in [1e-4, 1.0, 1e4] {
            let slow = integral_to_infinity(|s| s * (1.0 + s * s).powi(-2), 0.0, length);
            assert!((slow - 0.5).abs() < 1e-10, "{slow}");
        }
    }

    /// Positions of maxima are known to the root of rounding, roots to rounding.
    #[test]
    fn roots_and_maxima() {
        assert!((root(|x| x * x - 2.0, 0.0, 2.0) - 2.0_f64.sqrt()).abs() < 1e-15);
        assert!((root(|x| 2.0 - x * x, 0.0, 2.0) - 2.0_f64.sqrt()).abs() < 1e-15);
        assert!((maximum(f64::sin, 0.0, 3.0) - FRAC_PI_2).abs() < 1e-7);
    }
}
