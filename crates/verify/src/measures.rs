//! Measures of histories: L¹ errors, observed orders, ranges, events between steps.
//!
//! The error of a run is Σ|f_i − f(t_i)| / Σ|f(t_i)| (G 3.56), the order the slope of its least-squares line over the step
//! sizes in a logarithmic plot.

use crate::VerifyError;
use crate::case::{Case, Run};
use carom::testkit::order_of_fit;

/// Largest minus smallest value.
pub fn range(values: &[f64]) -> f64 {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if high >= low { high - low } else { 0.0 }
}

/// Largest absolute value.
pub fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

/// Largest growth of a column from one step to the next; zero if it never grows.
pub fn largest_growth(values: &[f64]) -> f64 {
    values.windows(2).map(|w| w[1] - w[0]).fold(0.0, f64::max)
}

/// L¹ error of a column against a function of time.
pub fn error_to(t: &[f64], values: &[f64], exact: impl Fn(f64) -> f64) -> f64 {
    let mut sums = (0.0, 0.0);
    for (&t, &value) in t.iter().zip(values) {
        let exact = exact(t);
        sums = (sums.0 + (value - exact).abs(), sums.1 + exact.abs());
    }
    sums.0 / sums.1
}

/// L¹ error of columns against those of a finer run whose steps divide the coarse ones.
fn error_between(coarse: &Run, fine: &Run, columns: &[&str]) -> Result<f64, VerifyError> {
    let ratio = (fine.t.len() - 1) as f64 / (coarse.t.len() - 1) as f64;
    let mut sums = (0.0, 0.0);
    for name in columns {
        let (c, f) = (coarse.column(name)?, fine.column(name)?);
        for (i, &value) in c.iter().enumerate() {
            let exact = f[(i as f64 * ratio).round() as usize];
            sums = (sums.0 + (value - exact).abs(), sums.1 + exact.abs());
        }
    }
    Ok(sums.0 / sums.1)
}

/// Orders of convergence of groups of columns against a run with the step `finest`.
///
/// Reports `order of NAME` for each (NAME, columns).
pub fn orders(
    case: &mut Case,
    steps: &[f64],
    finest: f64,
    set: &[(&str, &str)],
    groups: &[(&str, &[&str])],
) -> Result<(), VerifyError> {
    let fine = case.run_step(finest, set)?;
    let mut errors = vec![Vec::new(); groups.len()];
    for &h in steps {
        let run = case.run_step(h, set)?;
        for (errors, (_, columns)) in errors.iter_mut().zip(groups) {
            errors.push(error_between(&run, &fine, columns)?);
        }
    }
    for ((name, _), errors) in groups.iter().zip(&errors) {
        report_order(case, name, steps, errors);
    }
    Ok(())
}

/// The scheme as printed: orders of the texts are those of it. What the default has is in docs/orders.md.
pub const PUBLISHED: (&str, &str) = ("simulation.variant", "published");

/// Reports `order of NAME` with the errors behind it.
pub fn report_order(case: &mut Case, name: &str, steps: &[f64], errors: &[f64]) {
    let list = |values: &[f64]| values.iter().map(|x| format!("{x:.1e}")).collect::<Vec<_>>().join(", ");
    let remark = format!("errors {} at h = {} s", list(errors), list(steps));
    case.report_with(&format!("order of {name}"), order_of_fit(steps, errors), remark);
}

/// A time between steps, as the index of the step before it and the fraction of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instant {
    index: usize,
    fraction: f64,
}

impl Instant {
    /// The value of a column at this time, linear between steps.
    pub fn of(self, values: &[f64]) -> f64 {
        let (a, b) = (values[self.index], values[self.index + 1]);
        a + self.fraction * (b - a)
    }
}

/// The times at which a column falls through a level.
pub fn falls_through(values: &[f64], level: f64) -> Vec<Instant> {
    let steps = values.windows(2).enumerate();
    steps
        .filter(|(_, w)| w[0] > level && w[1] <= level)
        .map(|(index, w)| Instant { index, fraction: (w[0] - level) / (w[0] - w[1]) })
        .collect()
}

/// Local maxima of a column, with the parabola through three points.
pub fn maxima(values: &[f64]) -> Vec<f64> {
    let triples = values.windows(3);
    triples
        .filter(|w| w[1] > w[0] && w[1] >= w[2])
        .map(|w| {
            let (slope, curvature) = (0.5 * (w[2] - w[0]), w[2] - 2.0 * w[1] + w[0]);
            w[1] - 0.5 * slope * slope / curvature
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_is_found_between_its_samples() {
        let values: Vec<f64> = (0..20).map(|i| 3.0 - (0.1 * f64::from(i) - 0.77).powi(2)).collect();
        let found = maxima(&values);
        assert!(found.len() == 1 && (found[0] - 3.0).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn crossings_lie_between_the_steps() {
        let t: Vec<f64> = (0..100).map(|i| 0.1 * f64::from(i)).collect();
        let values: Vec<f64> = t.iter().map(|t| t.cos()).collect();
        let at: Vec<f64> = falls_through(&values, 0.0).iter().map(|i| i.of(&t)).collect();
        // Linear interpolation of the cosine at its zeros errs by less than h³/16.
        let exact = [0.5, 2.5].map(|k| k * std::f64::consts::PI);
        assert!(at.iter().zip(exact).all(|(a, b)| (a - b).abs() < 1e-4), "{at:?}");
    }
}
