//! Observed order of convergence.

/// Orders between successive refinements: log(e_i/e_{i+1}) / log(h_i/h_{i+1}).
///
/// `steps` and `errors` go from coarse to fine and have equal lengths.
pub fn observed_orders(steps: &[f64], errors: &[f64]) -> Vec<f64> {
    let pairs = steps.windows(2).zip(errors.windows(2));
    pairs.map(|(h, e)| (e[0] / e[1]).ln() / (h[0] / h[1]).ln()).collect()
}

/// Order as the slope of the least-squares line through (log h, log e).
pub fn order_of_fit(steps: &[f64], errors: &[f64]) -> f64 {
    let n = steps.len() as f64;
    let (x, y): (Vec<f64>, Vec<f64>) = steps.iter().zip(errors).map(|(h, e)| (h.ln(), e.ln())).unzip();
    let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let sxy: f64 = x.iter().zip(&y).map(|(x, y)| (x - mx) * (y - my)).sum();
    let sxx: f64 = x.iter().map(|x| (x - mx).powi(2)).sum();
    sxy / sxx
}

/// Standard error of the slope of the line through (log h, log e): what the zig-zag of the errors leaves open.
pub fn standard_error(steps: &[f64], errors: &[f64]) -> f64 {
    let order = order_of_fit(steps, errors);
    let n = steps.len() as f64;
    let mean = |values: &[f64]| values.iter().map(|x| x.ln()).sum::<f64>() / n;
    let (x, y) = (mean(steps), mean(errors));
    let left = steps.iter().zip(errors).map(|(h, e)| (e.ln() - y - order * (h.ln() - x)).powi(2)).sum::<f64>();
    let width = steps.iter().map(|h| (h.ln() - x).powi(2)).sum::<f64>();
    (left / (n - 2.0) / width).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quadratic_error_has_order_two() {
        let steps = [0.1, 0.05, 0.02, 0.01];
        let errors = steps.map(|h| 3.0 * h * h);
        assert!(observed_orders(&steps, &errors).iter().all(|p| (p - 2.0).abs() < 1e-12));
        assert!((order_of_fit(&steps, &errors) - 2.0).abs() < 1e-12);
    }
}
