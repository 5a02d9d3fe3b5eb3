//! A beam on a hub that turns as ω(t), by the linear theory with centrifugal stiffening (Kane, Ryan & Banerjee 1987).
//!
//! With ξ = x/l and the deflection w = l Σ q_i ξ^p, p = 2 … 5, in the frame of the hub:
//!
//! ```text
//! M q̈ + (EI/(ρA l⁴) K + ω² (G − M)) q = −ω̇ b
//! M = ∫ φφ ,   K = ∫ φ''φ'' ,   G = ∫ ½(1 − ξ²) φ'φ' ,   b = ∫ ξ φ
//! ```
//!
//! G is the tension of the centrifugal force; without it the beam would buckle. Terms of the order (w/l)² are left out.

use nalgebra::{Matrix4, Vector4};

/// The hub: angular velocity and acceleration at a time.
pub type Hub<'a> = dyn Fn(f64) -> (f64, f64) + 'a;

/// The largest deflection of the tip, relative to the length, until a time; `flexibility` is EI/(ρA l⁴).
pub fn largest_deflection(flexibility: f64, hub: &Hub, until: f64) -> f64 {
    let power = |i: usize| (i + 2) as f64;
    let matrix = |f: fn(f64, f64) -> f64| Matrix4::from_fn(|i, j| f(power(i), power(j)));
    let mass = matrix(|p, q| 1.0 / (p + q + 1.0));
    let bending = matrix(|p, q| p * (p - 1.0) * q * (q - 1.0) / (p + q - 3.0)) * flexibility;
    let tension = matrix(|p, q| 0.5 * p * q * (1.0 / (p + q - 1.0) - 1.0 / (p + q + 1.0)));
    let load = Vector4::from_fn(|i, _| 1.0 / (power(i) + 2.0));
    let inverse = mass.try_inverse().unwrap_or_else(Matrix4::zeros);
    let acceleration = |t: f64, q: &Vector4<f64>| {
        let (omega, alpha) = hub(t);
        -inverse * ((bending + (tension - mass) * omega * omega) * q + load * alpha)
    };
    // Runge and Kutta; the highest of the four frequencies is below 300 rad/s.
    const STEP: f64 = 1e-3;
    let (mut q, mut v, mut largest) = (Vector4::zeros(), Vector4::zeros(), 0.0_f64);
    for n in 0..(until / STEP) as usize {
        let t = n as f64 * STEP;
        let (v1, a1) = (v, acceleration(t, &q));
        let (v2, a2) = (v + a1 * (0.5 * STEP), acceleration(t + 0.5 * STEP, &(q + v1 * (0.5 * STEP))));
        let (v3, a3) = (v + a2 * (0.5 * STEP), acceleration(t + 0.5 * STEP, &(q + v2 * (0.5 * STEP))));
        let (v4, a4) = (v + a3 * STEP, acceleration(t + STEP, &(q + v3 * STEP)));
        q += (v1 + v2 * 2.0 + v3 * 2.0 + v4) * (STEP / 6.0);
        v += (a1 + a2 * 2.0 + a3 * 2.0 + a4) * (STEP / 6.0);
        if q.sum().abs() > largest.abs() {
            largest = q.sum();
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Under a constant acceleration from rest at no speed the tip swings to twice the static deflection 11 α/(120 EI/ρA l⁴);
    /// the higher modes add little.
    #[test]
    fn a_slow_hub_gives_twice_the_static_deflection() {
        let (flexibility, alpha) = (1.2, 1e-3);
        let found = largest_deflection(flexibility, &|_| (0.0, alpha), 3.0);
        let expected = -2.0 * 11.0 * alpha / (120.0 * flexibility);
        assert!((found / expected - 1.0).abs() < 0.03, "{found} {expected}");
    }
}
