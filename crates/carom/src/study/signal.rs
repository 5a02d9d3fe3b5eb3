//! A vector as a function of time, known at some times and linear between them.
//!
//! Two rows of equal time are a jump: the value before it and the one after it. So the graph of a signal is its filled-in graph (L 58).

/// Values at ascending times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signal {
    times: Vec<f64>,
    width: usize,
    values: Vec<f64>,
}

/// Times that differ by less than this share of the spacing are the same.
const SAME: f64 = 1e-5;

impl Signal {
    /// An empty signal of vectors of `width` components.
    pub fn new(width: usize) -> Self {
        Self { times: Vec::new(), width, values: Vec::new() }
    }

    /// The samples of a function of the time.
    pub fn sample(times: impl IntoIterator<Item = f64>, width: usize, mut at: impl FnMut(f64, &mut Vec<f64>)) -> Self {
        let mut signal = Self::new(width);
        for t in times {
            signal.times.push(t);
            at(t, &mut signal.values);
        }
        signal
    }

    /// Appends a row; times do not fall.
    pub fn push(&mut self, t: f64, value: impl IntoIterator<Item = f64>) {
        self.times.push(t);
        self.values.extend(value);
        debug_assert_eq!(self.values.len(), self.times.len() * self.width);
    }

    pub fn times(&self) -> &[f64] {
        &self.times
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn len(&self) -> usize {
        self.times.len()
    }

    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// The value of a row.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.values[i * self.width..(i + 1) * self.width]
    }

    /// The value at a time, after the jump if there is one, and whether it lies between rows and was interpolated. Outside of its
    /// times a signal keeps its first and last value.
    pub fn at(&self, t: f64, value: &mut Vec<f64>) -> bool {
        value.clear();
        // The first row after t, and the one before it.
        let after = self.times.partition_point(|&time| time <= t);
        let before = after.saturating_sub(1);
        let after = after.min(self.len() - 1);
        let spacing = self.times[after] - self.times[before];
        let share = if spacing > 0.0 { ((t - self.times[before]) / spacing).clamp(0.0, 1.0) } else { 0.0 };
        if share <= SAME {
            value.extend_from_slice(self.row(before));
            return false;
        }
        if share >= 1.0 - SAME {
            // The last row of that time is the value after a jump.
            let last = self.times.partition_point(|&time| time <= self.times[after]) - 1;
            value.extend_from_slice(self.row(last));
            return false;
        }
        value.extend(self.row(before).iter().zip(self.row(after)).map(|(a, b)| a + share * (b - a)));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_rows_after_jumps_and_linear_between() {
        let mut signal = Signal::new(1);
        [(0.0, 0.0), (1.0, 2.0), (1.0, -2.0), (2.0, 0.0)].into_iter().for_each(|(t, x)| signal.push(t, [x]));
        let mut value = Vec::new();
        let mut at = |t: f64| (signal.at(t, &mut value), value[0]);
        assert_eq!(at(0.25), (true, 0.5));
        assert_eq!(at(1.0), (false, -2.0));
        assert_eq!(at(1.0 - 1e-9), (false, -2.0));
        assert_eq!((at(-1.0), at(3.0)), ((false, 0.0), (false, 0.0)));
    }
}
