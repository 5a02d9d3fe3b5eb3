//! Derivatives of the tangent operator of SO(3) and of its inverse.
//!
//! T(Ψ) and T⁻¹(Ψ) have the form A(Ψ) w = w + p Ψ×w + r Ψ×(Ψ×w) with p, r functions of φ = |Ψ|. With p′ = (dp/dφ)/φ and
//! r′ = (dr/dφ)/φ, which are smooth at φ = 0,
//!
//! ```text
//! ∂(A w)/∂Ψ = (Ψ×w)(p′ Ψᵀ) − p S(w) + (Ψ×(Ψ×w))(r′ Ψᵀ) + r [(Ψ·w) I + Ψ wᵀ − 2 w Ψᵀ]
//! ```

use crate::{Mat3, Vec3, cross};

/// ∂(T(Ψ) w)/∂Ψ.
pub fn tangent_derivative(psi: &Vec3, w: &Vec3) -> Mat3 {
    let phi2 = psi.norm_squared();
    let (p, dp, r, dr) = if phi2 < 1.0 {
        // p = −Σ (−1)^k φ^2k/(2k+2)!,  r = Σ (−1)^k φ^2k/(2k+3)!
        let (p, dp) = alternating(phi2, 2);
        let (r, dr) = alternating(phi2, 3);
        (-p, -dp, r, dr)
    } else {
        let phi = phi2.sqrt();
        let (sin, cos) = phi.sin_cos();
        let phi4 = phi2 * phi2;
        (
            -(1.0 - cos) / phi2,
            -(phi * sin - 2.0 * (1.0 - cos)) / phi4,
            (phi - sin) / (phi2 * phi),
            (3.0 * sin - 2.0 * phi - phi * cos) / (phi4 * phi),
        )
    };
    derivative(psi, w, [p, dp, r, dr])
}

/// ∂(T⁻¹(Ψ) w)/∂Ψ.
pub fn tangent_inverse_derivative(psi: &Vec3, w: &Vec3) -> Mat3 {
    let phi2 = psi.norm_squared();
    let (r, dr) = if phi2 < 0.25 {
        // r = Σ |B_2k| φ^(2k−2)/(2k)! with the Bernoulli numbers B_2k.
        const C: [f64; 8] = [
            1.0 / 12.0,
            1.0 / 720.0,
            1.0 / 30_240.0,
            1.0 / 1_209_600.0,
            1.0 / 47_900_160.0,
            691.0 / 1_307_674_368_000.0,
            1.0 / 74_724_249_600.0,
            3617.0 / 10_670_622_842_880_000.0,
        ];
        let (mut r, mut dr) = (0.0, 0.0);
        for (k, c) in C.iter().enumerate().rev() {
            r = r * phi2 + c;
            if k > 0 {
                dr = dr * phi2 + 2.0 * k as f64 * c;
            }
        }
        (r, dr)
    } else {
        let phi = phi2.sqrt();
        let (sin, cos) = (0.5 * phi).sin_cos();
        let cot = cos / sin;
        let r = 1.0 / phi2 - cot / (2.0 * phi);
        (r, (-2.0 / (phi2 * phi) + cot / (2.0 * phi2) + 1.0 / (4.0 * phi * sin * sin)) / phi)
    };
    derivative(psi, w, [0.5, 0.0, r, dr])
}

/// Σ (−1)^k φ^2k/(2k+m)! and its derivative by φ over φ, for φ < 1.
fn alternating(phi2: f64, m: i32) -> (f64, f64) {
    let mut term = if m == 2 { 0.5 } else { 1.0 / 6.0 };
    let (mut sum, mut slope) = (term, 0.0);
    for k in 1..10 {
        let n = f64::from(2 * k + m);
        // Terms of the slope: (−1)^k 2k φ^(2k−2)/(2k+m)!.
        let next = -term / (n * (n - 1.0));
        slope += 2.0 * f64::from(k) * next;
        term = next * phi2;
        sum += term;
    }
    (sum, slope)
}

fn derivative(psi: &Vec3, w: &Vec3, [p, dp, r, dr]: [f64; 4]) -> Mat3 {
    let once = psi.cross(w);
    let twice = psi.cross(&once);
    let quadratic = Mat3::from_diagonal_element(psi.dot(w)) + psi * w.transpose() - w * psi.transpose() * 2.0;
    (once * dp + twice * dr) * psi.transpose() - cross(w) * p + quadratic * r
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{tangent, tangent_inverse};

    #[test]
    fn derivatives_agree_with_central_differences() {
        let w = Vec3::new(0.4, -1.1, 0.7);
        let axis = Vec3::new(0.3, -0.5, 0.8).normalize();
        for angle in [0.0, 1e-8, 0.01, 0.3, 0.499, 0.501, 0.999, 1.001, 2.5, 3.1] {
            let psi = axis * angle;
            // Fourth order: error h⁴/30 + rounding/h ≈ 1e-12.
            let h = 1e-3;
            for (exact, f) in [
                (tangent_derivative(&psi, &w), tangent as fn(&Vec3) -> Mat3),
                (tangent_inverse_derivative(&psi, &w), tangent_inverse),
            ] {
                for i in 0..3 {
                    let at = |k: f64| f(&(psi + Vec3::ith(i, k * h))) * w;
                    let d = (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * h);
                    assert!((exact.column(i) - d).norm() < 1e-10, "angle {angle}, column {i}: {}", exact.column(i) - d);
                }
            }
        }
    }
}
