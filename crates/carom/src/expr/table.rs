//! Tables: functions of one variable through given points, to be called in expressions by their names.
//!
//! Between the points x_k every table is a polynomial of u = x − x_k,
//!
//! ```text
//! y = y_k + b u + c u² + d u³
//! ```
//!
//! with slopes b_k at the points: those of the chords (`linear`), of the natural cubic spline, which has continuous second
//! derivatives (`cubic`), or of Fritsch & Butland, which make no new extrema (`pchip`). As polynomials they are evaluated with dual
//! numbers, so that derivatives are exact. Beyond its ends a table holds its last value, or goes on straight.

use super::number::Number;

/// How to go from point to point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Interpolation {
    #[default]
    Linear,
    Cubic,
    Pchip,
}

/// A function through points.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    x: Vec<f64>,
    /// y, b, c and d of each interval, and of what is beyond the last point.
    pieces: Vec<[f64; 4]>,
    /// Slope before the first point.
    before: f64,
}

impl Table {
    /// Through points with ascending x, at least two; beyond the ends it goes on straight where `goes_on`.
    pub fn new(points: &[[f64; 2]], interpolation: Interpolation, goes_on: bool) -> Self {
        let (x, y): (Vec<f64>, Vec<f64>) = points.iter().map(|[x, y]| (*x, *y)).unzip();
        let h: Vec<f64> = x.windows(2).map(|x| x[1] - x[0]).collect();
        let chord: Vec<f64> = y.windows(2).zip(&h).map(|(y, h)| (y[1] - y[0]) / h).collect();
        let slopes = match interpolation {
            Interpolation::Linear => None,
            Interpolation::Cubic => Some(natural(&h, &chord)),
            Interpolation::Pchip => Some(monotone(&h, &chord)),
        };
        let mut pieces: Vec<[f64; 4]> = Vec::with_capacity(x.len());
        for k in 0..h.len() {
            pieces.push(match &slopes {
                None => [y[k], chord[k], 0.0, 0.0],
                Some(b) => {
                    let c = (3.0 * chord[k] - 2.0 * b[k] - b[k + 1]) / h[k];
                    let d = (b[k] + b[k + 1] - 2.0 * chord[k]) / (h[k] * h[k]);
                    [y[k], b[k], c, d]
                }
            });
        }
        let last = h.len() - 1;
        let ends = slopes.map_or([chord[0], chord[last]], |b| [b[0], b[last + 1]]);
        let [before, after] = if goes_on { ends } else { [0.0; 2] };
        pieces.push([y[last + 1], after, 0.0, 0.0]);
        Self { x, pieces, before }
    }

    /// The value, with the derivatives that `x` carries.
    pub fn at<T: Number>(&self, x: T) -> T {
        let k = self.x.partition_point(|at| *at <= x.value());
        let c = T::constant;
        if k == 0 {
            return c(self.pieces[0][0]) + (x - c(self.x[0])) * c(self.before);
        }
        let u = x - c(self.x[k - 1]);
        let [y, b, cc, d] = self.pieces[k - 1];
        c(y) + u * (c(b) + u * (c(cc) + u * c(d)))
    }
}

/// Slopes of the natural spline: h_{k−1} b_{k+1} + 2 (h_{k−1} + h_k) b_k + h_k b_{k−1} = 3 (h_k s_{k−1} + h_{k−1} s_k), and at the ends
/// 2 b_0 + b_1 = 3 s_0; a tridiagonal system.
fn natural(h: &[f64], chord: &[f64]) -> Vec<f64> {
    let n = h.len();
    let (mut diagonal, mut right) = (vec![2.0; n + 1], vec![0.0; n + 1]);
    let (mut upper, mut lower) = (vec![1.0; n + 1], vec![1.0; n + 1]);
    (right[0], right[n]) = (3.0 * chord[0], 3.0 * chord[n - 1]);
    for k in 1..n {
        (lower[k], diagonal[k], upper[k]) = (h[k], 2.0 * (h[k - 1] + h[k]), h[k - 1]);
        right[k] = 3.0 * (h[k] * chord[k - 1] + h[k - 1] * chord[k]);
    }
    for k in 1..=n {
        let factor = lower[k] / diagonal[k - 1];
        diagonal[k] -= factor * upper[k - 1];
        right[k] -= factor * right[k - 1];
    }
    let mut b = right;
    b[n] /= diagonal[n];
    for k in (0..n).rev() {
        b[k] = (b[k] - upper[k] * b[k + 1]) / diagonal[k];
    }
    b
}

/// Slopes of Fritsch & Butland: a harmonic mean of the chords where they have one sign, 0 where they do not; at the ends the
/// three-point formula, limited to the shape of the points.
fn monotone(h: &[f64], chord: &[f64]) -> Vec<f64> {
    let n = h.len();
    let mut b = vec![chord[0]; n + 1];
    for k in 1..n {
        let (s, t) = (chord[k - 1], chord[k]);
        let (w, v) = (2.0 * h[k] + h[k - 1], h[k] + 2.0 * h[k - 1]);
        b[k] = if s * t > 0.0 { (w + v) / (w / s + v / t) } else { 0.0 };
    }
    if n > 1 {
        b[0] = end([h[0], h[1]], [chord[0], chord[1]]);
        b[n] = end([h[n - 1], h[n - 2]], [chord[n - 1], chord[n - 2]]);
    }
    b
}

fn end([h, g]: [f64; 2], [s, t]: [f64; 2]) -> f64 {
    let b = ((2.0 * h + g) * s - h * t) / (h + g);
    match () {
        () if b * s <= 0.0 => 0.0,
        () if s * t <= 0.0 && b.abs() > 3.0 * s.abs() => 3.0 * s,
        () => b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Dual;

    const POINTS: [[f64; 2]; 6] = [[-1.0, 0.3], [0.0, 0.5], [0.4, 2.0], [1.0, 2.0], [1.5, 1.0], [3.0, -0.7]];
    const ALL: [Interpolation; 3] = [Interpolation::Linear, Interpolation::Cubic, Interpolation::Pchip];

    #[test]
    fn tables_go_through_their_points_and_hold_beyond() {
        for interpolation in ALL {
            let table = Table::new(&POINTS, interpolation, false);
            for [x, y] in POINTS {
                assert!((table.at(x) - y).abs() < 1e-15, "{interpolation:?} {x}");
            }
            assert_eq!((table.at(-7.0), table.at(9.0)), (0.3, -0.7));
            let on = Table::new(&POINTS, Interpolation::Linear, true);
            assert!((on.at(-2.0) - 0.1).abs() < 1e-15);
        }
    }

    #[test]
    fn derivatives_are_exact() {
        for interpolation in ALL {
            let table = Table::new(&POINTS, interpolation, true);
            for x in [-1.7, -0.6, 0.1, 0.55, 1.2, 2.9, 4.0] {
                let found = table.at(Dual { x, d: 1.0 }).d;
                let h = 1e-5;
                let difference = (table.at(x + h) - table.at(x - h)) / (2.0 * h);
                // Central differences of a cubic: h² times its third derivative.
                assert!((found - difference).abs() < 1e-8, "{interpolation:?} {x}: {found} {difference}");
            }
        }
    }

    #[test]
    fn the_spline_has_continuous_second_derivatives_and_pchip_no_new_extrema() {
        let second = |x: f64| {
            let u = Dual { x: Dual { x, d: 1.0 }, d: Dual { x: 1.0, d: 0.0 } };
            Table::new(&POINTS, Interpolation::Cubic, false).at(u).d.d
        };
        for [x, _] in &POINTS[1..5] {
            assert!((second(x - 1e-9) - second(x + 1e-9)).abs() < 1e-6, "{x}");
        }
        assert!(second(-1.0).abs() < 1e-12 && second(3.0 - 1e-12).abs() < 1e-9);
        let pchip = Table::new(&POINTS, Interpolation::Pchip, false);
        for k in 0..=400 {
            let y = pchip.at(-1.0 + 0.01 * f64::from(k));
            assert!((-0.7..=2.0).contains(&y), "{k}: {y}");
        }
    }

    #[test]
    fn a_straight_line_stays_one() {
        let points: Vec<[f64; 2]> = [0.0, 0.3, 1.0, 4.0].map(|x| [x, 2.0 - 3.0 * x]).to_vec();
        for interpolation in ALL {
            let table = Table::new(&points, interpolation, true);
            for x in [-1.0, 0.1, 0.9, 3.0, 6.0] {
                assert!((table.at(x) - (2.0 - 3.0 * x)).abs() < 1e-13, "{interpolation:?} {x}");
            }
        }
    }
}
