//! Errors of a signal f_i at the times t_i of its steps (L 62, 63), with |·| the Euclidean norm of a vector:
//!
//! ```text
//! ‖e‖_1 = Σ h_i |f_i − f(t_i)|,   ‖e‖_2 = (Σ h_i |f_i − f(t_i)|²)^½,   ‖e‖_∞ = max |f_i − f(t_i)|,   h_i = t_i − t_{i−1}
//! ```
//!
//! and the distance of the filled-in graphs. With a jump of f the error of the step in which it falls does not become small: ‖e‖_∞ does
//! not converge, ‖e‖_p has the order 1/p.

use super::hausdorff::hausdorff;
use super::{Signal, Truth};

/// What errors are measured in, in the order of [`Errors`].
pub const NORMS: [&str; 4] = ["L1", "L2", "Linf", "Hausdorff"];

/// How far a signal is from the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// In the order of [`NORMS`].
    pub values: [f64; 4],
    /// Norms of the truth at the same times; of its graph, its largest value.
    pub sizes: [f64; 4],
    /// Times of the signal that lie between rows of the truth, where it was interpolated.
    pub interpolated: usize,
}

/// The errors of a signal.
pub fn errors(signal: &Signal, truth: &Truth) -> Errors {
    let mut out = Errors::default();
    let mut exact = Vec::new();
    let [sums, sizes] = &mut [[0.0_f64; 3]; 2];
    for (i, &t) in signal.times().iter().enumerate() {
        out.interpolated += usize::from(truth.at(t, &mut exact));
        let h = if i > 0 { t - signal.times()[i - 1] } else { 0.0 };
        let difference = distance(signal.row(i), &exact);
        let size = exact.iter().map(|x| x * x).sum::<f64>().sqrt();
        for (sums, x) in [(&mut *sums, difference), (&mut *sizes, size)] {
            *sums = [sums[0] + h * x, sums[1] + h * x * x, if x.is_nan() { x } else { sums[2].max(x) }];
        }
    }
    let apart = hausdorff(signal, truth.graph());
    out.values = [sums[0], sums[1].sqrt(), sums[2], apart];
    out.sizes = [sizes[0], sizes[1].sqrt(), sizes[2], sizes[2]];
    out
}

/// |a − b|.
pub(super) fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Expression;

    /// f = sin t against 0 on [0, 2π]: ∫|f| = 4, ∫f² = π, max|f| = 1. Both sums are trapezoidal rules of periodic functions; |sin| has
    /// kinks at rows.
    #[test]
    fn norms_of_a_sine() {
        let n = 1000;
        let h = std::f64::consts::TAU / f64::from(n);
        let times = || (0..=n).map(|i| h * f64::from(i));
        let sine = Signal::sample(times(), 1, |t, value| value.push(t.sin()));
        let zero = Truth::exact(vec![Expression::constant(0.0)], times().collect());
        let Errors { values, interpolated, .. } = errors(&sine, &zero);
        assert!(
            (values[0] - 4.0).abs() < h * h && (values[1] - std::f64::consts::PI.sqrt()).abs() < 1e-12,
            "{values:?}"
        );
        assert!((values[2] - 1.0).abs() < 1e-12 && interpolated == 0, "{values:?}");
        // The graphs: no point of the time axis is nearer to the crest than the one below it, since the crest is flat.
        assert!((values[3] - 1.0).abs() < 2e-3, "{values:?}");
    }
}
