//! A disc whose radius rises with the velocity u of its rows, N (c + a ln(1 + |u|/w)), and never falls below zero: friction with a direct
//! effect of the rate.
//!
//! The law is a maximal monotone relation of force and velocity. With ξ = λ − p u and s = ‖ξ_T‖ the force is along ξ_T, and its size ℓ and
//! the velocity (s − ℓ)/p follow from one equation, in y = ln(1 + |u|/w):
//!
//! ```text
//! p w (eʸ − 1) + N a y = s − N c ,      ℓ = N (c + a y)
//! ```
//!
//! It is convex and increasing in y: Newton's method comes down to the root from above. Where s ≤ N c the contact sticks, and where c + a y
//! would be negative the force is zero. With m = a/(p w + s − ℓ), ∂ℓ/∂s = N m/(1 + N m) and ∂ℓ/∂N = (ℓ/N)/(1 + N m).

/// The disc at a normal force.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rising {
    pub factor: f64,
    pub slope: f64,
    /// p w.
    pub reach: f64,
    pub normal: f64,
}

/// The size of a force, and its derivatives along ‖ξ_T‖ and the normal force.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sized {
    pub size: f64,
    pub along: f64,
    pub along_normal: f64,
}

const MAX_ITERATIONS: usize = 60;

impl Rising {
    /// The force for ‖ξ_T‖ = s; where it sticks a size above s, as that of a disc that s is inside of.
    pub fn nearest(&self, s: f64) -> Sized {
        let Self { factor, slope, reach, normal } = *self;
        let held = normal * factor;
        if s < held || slope <= 0.0 || reach <= 0.0 || normal <= 0.0 {
            return Sized { size: held.max(0.0), along: 0.0, along_normal: factor.max(0.0) };
        }
        let free = if factor < 0.0 { reach * (-factor / slope).exp_m1() } else { 0.0 };
        if s <= free {
            return Sized { size: 0.0, along: 0.0, along_normal: 0.0 };
        }
        let (rest, a) = (s - held, normal * slope);
        let mut y = (rest / reach).ln_1p().min(rest / a);
        for _ in 0..MAX_ITERATIONS {
            let residual = reach * y.exp_m1() + a * y - rest;
            let next = y - residual / (reach * y.exp() + a);
            if next >= y {
                break;
            }
            y = next;
        }
        let mu = factor + slope * y;
        let m = normal * slope / (reach * y.exp());
        Sized { size: normal * mu, along: m / (1.0 + m), along_normal: mu / (1.0 + m) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn force_and_velocity_belong_together() {
        for k in 0..300 {
            let k = f64::from(k);
            let disc = Rising {
                factor: 0.6 * (0.37 * k).sin(),
                slope: 0.01 + 0.05 * (1.0 + (0.7 * k).cos()),
                reach: 10_f64.powf(-6.0 + 0.02 * k),
                normal: 0.5 + (1.3 * k).sin().abs(),
            };
            let s = 2.0 * (0.11 * k).sin().abs();
            let at = disc.nearest(s);
            if s < at.size {
                assert!(s < disc.factor * disc.normal);
                continue;
            }
            let mu = (disc.factor + disc.slope * ((s - at.size) / disc.reach).ln_1p()).max(0.0);
            // s − ℓ is rounded to 1e-16 of s: relative to p w up to 1e-9, times the slope.
            let rounding = 1e-12 + disc.slope * disc.normal * 1e-15 * s / (disc.reach + s - at.size);
            assert!((at.size - disc.normal * mu).abs() < rounding, "{disc:?}, {s}: {at:?}");
        }
    }
}
