//! Loops over a few numbers, which every step runs. Arrays are arguments, so that the compiler knows that they do not overlap: finding out
//! takes longer than most of the loops.

/// x + s y.
#[inline]
pub fn add_scaled(x: &[f64], s: f64, y: &[f64], out: &mut [f64]) {
    out.iter_mut().zip(x).zip(y).for_each(|((out, x), y)| *out = x + s * y);
}

/// x + s (y − x).
#[inline]
pub fn on_line(x: &[f64], y: &[f64], s: f64, out: &mut [f64]) {
    out.iter_mut().zip(x).zip(y).for_each(|((out, x), y)| *out = x + s * (y - x));
}

/// Adds the squares of some numbers in a metric.
#[inline]
pub fn add_squares(sums: &mut [f64; 4], [a, b, c, d]: [f64; 4], metric: f64) {
    sums[0] += a * a * metric;
    sums[1] += b * b * metric;
    sums[2] += c * c * metric;
    sums[3] += d * d * metric;
}
