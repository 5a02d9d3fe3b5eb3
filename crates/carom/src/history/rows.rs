//! Which steps give a row of the histories: a function of the settings alone.

use crate::drive::SAME;
use crate::integrate::Settings;

/// Every n-th step, the first and the last one, and those that end at a time that was asked for.
#[derive(Clone, Debug)]
pub struct RowSchedule {
    every: u64,
    /// Times that are recorded in any case, ascending; the end is the last.
    times: Vec<f64>,
    tolerance: f64,
}

impl RowSchedule {
    pub fn new(settings: &Settings) -> Self {
        let mut times = settings.output_times.clone();
        times.push(settings.until);
        times.sort_by(f64::total_cmp);
        Self { every: settings.record_every as u64, times, tolerance: SAME * settings.step }
    }

    /// All steps.
    pub fn all() -> Self {
        Self { every: 1, times: Vec::new(), tolerance: 0.0 }
    }

    /// Whether the step that ended at `t` gives a row.
    pub fn contains(&self, step: u64, t: f64) -> bool {
        step.is_multiple_of(self.every) || self.is_asked_for(t)
    }

    fn is_asked_for(&self, t: f64) -> bool {
        let next = self.times.partition_point(|asked| *asked < t - self.tolerance);
        self.times.get(next).is_some_and(|asked| *asked <= t + self.tolerance)
    }

    pub fn is_end(&self, t: f64) -> bool {
        self.times.last().is_some_and(|end| t >= end - self.tolerance)
    }
}
