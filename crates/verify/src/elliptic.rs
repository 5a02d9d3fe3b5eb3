//! Jacobi's elliptic functions by the arithmetic-geometric mean (Abramowitz and Stegun 16.4, 17.6).

use std::f64::consts::FRAC_PI_2;

/// The functions of one modulus k.
pub struct Elliptic {
    /// (a_n, c_n) of the mean, from n = 0 until c vanishes.
    mean: Vec<(f64, f64)>,
}

impl Elliptic {
    pub fn new(k: f64) -> Self {
        let (mut a, mut b, mut c) = (1.0_f64, (1.0 - k * k).sqrt(), k);
        let mut mean = vec![(a, c)];
        while c.abs() > f64::EPSILON * a {
            (a, b, c) = (0.5 * (a + b), (a * b).sqrt(), 0.5 * (a - b));
            mean.push((a, c));
        }
        Self { mean }
    }

    /// The quarter period K.
    pub fn quarter(&self) -> f64 {
        self.mean.last().map_or(FRAC_PI_2, |(a, _)| FRAC_PI_2 / a)
    }

    /// sn and cn.
    pub fn sn_cn(&self, u: f64) -> (f64, f64) {
        let last = self.mean.len() - 1;
        let mut phi = self.mean[last].0 * u * (1_u64 << last) as f64;
        for (a, c) in self.mean[1..].iter().rev() {
            phi = 0.5 * (phi + (c / a * phi.sin()).asin());
        }
        phi.sin_cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabulated_values() {
        // Abramowitz and Stegun, table 17.1: K at m = k² = 0.5; sn(K/2) = 1/√(1 + √(1 − k²)).
        let k = 0.5_f64.sqrt();
        let f = Elliptic::new(k);
        assert!((f.quarter() - 1.854_074_677_301_372).abs() < 1e-14);
        let (sn, cn) = f.sn_cn(0.5 * f.quarter());
        assert!((sn - 1.0 / (1.0 + k).sqrt()).abs() < 1e-14);
        assert!((sn * sn + cn * cn - 1.0).abs() < 1e-15);
    }

    #[test]
    fn no_modulus_gives_the_sine() {
        let (sn, cn) = Elliptic::new(0.0).sn_cn(0.7);
        assert!((sn - 0.7_f64.sin()).abs() < 1e-15 && (cn - 0.7_f64.cos()).abs() < 1e-15);
    }
}
