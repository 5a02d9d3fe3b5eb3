//! What tests say of histories: how far two are apart, and whether energy was gained.

use crate::history::{History, Topic};

/// How far a sensor is from that of another run at most, relative to the largest value it has; without bound where the two
/// cannot be compared.
pub fn distance(a: &History, b: &History, sensor: &str) -> f64 {
    let (first, second) = (a.sensor(sensor), b.sensor(sensor));
    if a.time() != b.time() || first.is_empty() || first.len() != second.len() {
        return f64::INFINITY;
    }
    let pairs = || first.iter().flatten().zip(second.iter().flatten());
    let size = pairs().fold(f64::MIN_POSITIVE, |most, (a, b)| most.max(a.abs()).max(b.abs()));
    let most =
        pairs().fold(0.0, |most: f64, (a, b)| if (a - b).is_nan() { f64::INFINITY } else { most.max((a - b).abs()) });
    most / size
}

/// The largest growth of the kinetic energy in one step, relative to the largest that the run has had before, with its step.
pub fn largest_gain(history: &History) -> (f64, usize) {
    let kinetic = history.table(Topic::Energy).column("kinetic").unwrap_or_default();
    let mut most = (0.0, 0);
    let mut size: f64 = 0.0;
    for (step, pair) in kinetic.windows(2).enumerate() {
        size = size.max(pair[0]);
        let gain = (pair[1] - pair[0]) / size.max(f64::MIN_POSITIVE);
        // Not a number counts as a gain without bound.
        let gain = if gain.is_nan() { f64::INFINITY } else { gain };
        if gain > most.0 {
            most = (gain, step + 1);
        }
    }
    most
}
