//! The method of Dormand and Prince, of order 5 with an error estimate of order 4 (1980).

/// Times of the stages.
pub(super) const C: [f64; 7] = [0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0];

/// Weights of the stages after the first.
pub(super) const A: [[f64; 6]; 6] = [
    [1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0],
    [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0],
    [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0],
    [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0],
    B6,
];

const B6: [f64; 6] = [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0];

/// Weights of the end.
pub(super) const B: [f64; 7] = [B6[0], B6[1], B6[2], B6[3], B6[4], B6[5], 0.0];

/// Weights of the error estimate: those of order 5 less those of order 4.
pub(super) const E: [f64; 7] =
    [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0];

#[cfg(test)]
mod tests {
    use super::*;

    /// Conditions of order: Σb = 1, Σbc = 1/2, Σbc² = 1/3, Σbc³ = 1/4, Σbc⁴ = 1/5, rows sum to c, the estimate of a constant is zero.
    #[test]
    fn the_weights_satisfy_the_conditions_of_order() {
        for power in 0..5 {
            let sum: f64 = B.iter().zip(C).map(|(b, c)| b * c.powi(power)).sum();
            assert!((sum - 1.0 / f64::from(power + 1)).abs() < 1e-14, "{power}: {sum}");
        }
        for power in 0..4 {
            let sum: f64 = E.iter().zip(C).map(|(e, c)| e * c.powi(power)).sum();
            assert!(sum.abs() < 1e-14, "{power}: {sum}");
        }
        for (row, c) in A.iter().zip(&C[1..]) {
            assert!((row.iter().sum::<f64>() - c).abs() < 1e-14);
        }
    }
}
