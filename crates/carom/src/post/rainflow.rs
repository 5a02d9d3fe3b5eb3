//! Rain-flow counting of a history of loads (ASTM E1049-85, 5.4.4; Downing & Socie 1982).
//!
//! The history is reduced to its turning points. With X the last range and Y the one before it: where X ≥ Y, Y is a cycle, and its two
//! points leave the history; or half a cycle, if it begins at the start of what is left. What remains at the end are half cycles.
//!
//! Ranges, means and counts (½ or 1) are those of the standard. The sum of the counts of a history that repeats depends on where it
//! begins.

/// A cycle, or half of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// From valley to peak, positive.
    pub range: f64,
    /// Between them.
    pub mean: f64,
    /// 1, or ½.
    pub count: f64,
}

impl Cycle {
    fn between(a: f64, b: f64, count: f64) -> Self {
        Self { range: (b - a).abs(), mean: 0.5 * (a + b), count }
    }

    /// Half of the range.
    pub fn amplitude(&self) -> f64 {
        0.5 * self.range
    }
}

/// Where the history turns, with its first and last value. Values that are not finite are left out.
pub fn turning_points(history: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut points: Vec<f64> = Vec::new();
    for x in history.into_iter().filter(|x| x.is_finite()) {
        if points.last() == Some(&x) {
            continue;
        }
        if let [.., a, b] = points[..]
            && (b - a) * (x - b) > 0.0
        {
            points.pop();
        }
        points.push(x);
    }
    points
}

/// The cycles of a history, in the order in which they close.
pub fn rain_flow(history: impl IntoIterator<Item = f64>) -> Vec<Cycle> {
    let mut cycles = Vec::new();
    let mut left: Vec<f64> = Vec::new();
    for point in turning_points(history) {
        left.push(point);
        while let [.., a, b, c] = left[..] {
            if (c - b).abs() < (b - a).abs() {
                break;
            }
            if left.len() == 3 {
                cycles.push(Cycle::between(a, b, 0.5));
                left.remove(0);
            } else {
                cycles.push(Cycle::between(a, b, 1.0));
                left.truncate(left.len() - 3);
                left.push(c);
            }
        }
    }
    cycles.extend(left.windows(2).map(|w| Cycle::between(w[0], w[1], 0.5)));
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the standard (E1049 figure 6): −2, 1, −3, 5, −1, 3, −4, 4, −2 has ranges of 3 (½), 4 (1½), 6 (½), 8 (1) and 9 (½).
    #[test]
    fn example_of_the_standard() {
        let cycles = rain_flow([-2.0, 1.0, -3.0, 5.0, -1.0, 3.0, -4.0, 4.0, -2.0]);
        let count = |range: f64| cycles.iter().filter(|c| c.range == range).map(|c| c.count).sum::<f64>();
        assert_eq!([3.0, 4.0, 6.0, 8.0, 9.0].map(count), [0.5, 1.5, 0.5, 1.0, 0.5]);
        assert_eq!(cycles.iter().map(|c| c.count).sum::<f64>(), 4.0);
        // The one that is whole lies between −1 and 3.
        assert_eq!(cycles.iter().find(|c| c.count == 1.0), Some(&Cycle { range: 4.0, mean: 1.0, count: 1.0 }));
    }

    /// Values between turning points, and equal ones, change nothing; and counting is of the form, not of the size.
    #[test]
    fn only_turning_points_count() {
        let plain = rain_flow([0.0, 4.0, 1.0, 3.0, 0.0]);
        let dense = rain_flow([0.0, 1.0, 1.0, 4.0, 4.0, 2.5, 1.0, 2.0, 3.0, 3.0, 0.0, f64::NAN]);
        assert_eq!(plain, dense);
        let twice = rain_flow([0.0, 8.0, 2.0, 6.0, 0.0]);
        assert!(plain.iter().zip(&twice).all(|(a, b)| (2.0 * a.range, 2.0 * a.mean) == (b.range, b.mean)));
        assert!(rain_flow([]).is_empty() && rain_flow([1.0, 1.0]).is_empty());
    }

    /// Pulses from zero: each is a cycle from 0 to its peak, with the largest split into halves.
    #[test]
    fn pulses_from_zero_are_cycles() {
        let cycles = rain_flow([0.0, 5.0, 0.0, 2.0, 0.0, 3.0, 0.0]);
        let mut ranges: Vec<(f64, f64)> = cycles.iter().map(|c| (c.range, c.count)).collect();
        ranges.sort_by(|a, b| a.0.total_cmp(&b.0));
        let sum = |range: f64| ranges.iter().filter(|r| r.0 == range).map(|r| r.1).sum::<f64>();
        assert_eq!([2.0, 3.0, 5.0].map(sum), [1.0, 1.0, 1.0]);
    }
}
