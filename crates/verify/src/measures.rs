//! Measures of histories: L¹ errors, observed orders, ranges, events between steps.
//!
//! The error of a run is Σ|f_i − f(t_i)| / Σ|f(t_i)| (G 3.56), the order the slope of its least-squares line over the step
//! sizes in a logarithmic plot.

use crate::VerifyError;
use crate::case::{Case, Run, Study};
use carom::study::{order_of_fit, standard_error};

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

/// L¹ error of columns against those of a finer run, linear between its steps.
fn error_between(coarse: &Run, fine: &Run, columns: &[&str]) -> Result<f64, VerifyError> {
    let mut sums = (0.0, 0.0);
    for name in columns {
        let (c, f) = (coarse.column(name)?, fine.column(name)?);
        for (&t, &value) in coarse.t.iter().zip(c) {
            let exact = value_at(&fine.t, f, t);
            sums = (sums.0 + (value - exact).abs(), sums.1 + exact.abs());
        }
    }
    Ok(sums.0 / sums.1)
}

/// The value of a column at a time, linear between steps.
fn value_at(t: &[f64], values: &[f64], at: f64) -> f64 {
    let after = t.partition_point(|&t| t < at).clamp(1, t.len() - 1);
    let fraction = ((at - t[after - 1]) / (t[after] - t[after - 1])).clamp(0.0, 1.0);
    values[after - 1] + fraction * (values[after] - values[after - 1])
}

/// Places on the line of a fit over [`spread`].
const GROUPS: usize = 8;

/// Sizes of the step from the largest to the smallest, evenly spaced in a logarithmic plot: eight groups of `near` each.
///
/// Where impacts or stops fall into steps the error depends on where, and zig-zags with h; sizes that halve each other meet the same
/// event at phases that repeat. An order is then that of the mean errors of the groups, which scatter less than the worst ones. Two
/// sizes a group are the least; where runs are cheap there are more.
pub fn spread(largest: f64, smallest: f64, near: usize) -> Vec<f64> {
    let last = GROUPS * near - 1;
    (0..=last).map(|i| largest * (smallest / largest).powf(i as f64 / last as f64)).collect()
}

/// The middle of a zig-zag over the sizes of [`spread`]: the middle of each group, and its mean error.
fn middle(steps: &[f64], errors: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let near = steps.len() / GROUPS;
    let sizes = steps.chunks(near).map(|group| (group[0] * group[near - 1]).sqrt());
    let means = errors.chunks(near).map(|group| group.iter().sum::<f64>() / near as f64);
    (sizes.collect(), means.collect())
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

/// Reports `order of NAME` with the errors behind it: over the sizes of [`spread`] the means of their groups, and how sure it is.
pub fn report_order(case: &mut Case, name: &str, steps: &[f64], errors: &[f64]) {
    let list = |values: &[f64]| values.iter().map(|x| format!("{x:.1e}")).collect::<Vec<_>>().join(", ");
    case.studies.push(Study { name: name.to_owned(), steps: steps.to_vec(), errors: errors.to_vec() });
    let name = format!("order of {name}");
    if steps.len() < 2 * GROUPS {
        let remark = format!("errors {} at h = {} s", list(errors), list(steps));
        return case.report_with(&name, order_of_fit(steps, errors), remark);
    }
    let (h, means) = middle(steps, errors);
    let order = order_of_fit(&h, &means);
    let (sure, near) = (standard_error(&h, &means), steps.len() / GROUPS);
    let remark = format!("± {sure:.2}; mean errors {} of {near} sizes near h = {} s", list(&means), list(&h));
    case.report_with(&name, order, remark);
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

    /// An event at 0.3 s falls into a step at the phase 0.3/h: the error of first order vanishes where it falls on its end. Sizes that
    /// halve each other fit no line; groups find the order within twice its standard error.
    #[test]
    fn the_order_of_a_zig_zag_is_found() {
        let error = |h: f64| h * (0.3 / h).fract();
        let steps = spread(1.03e-2, 1.07e-4, 8);
        let errors: Vec<f64> = steps.iter().map(|&h| error(h)).collect();
        let (h, means) = middle(&steps, &errors);
        let order = order_of_fit(&h, &means);
        let sure = standard_error(&h, &means);
        assert!((order - 1.0).abs() < 2.0 * sure && sure < 0.1, "{order} ± {sure}");
    }

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
