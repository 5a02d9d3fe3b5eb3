//! The time grid: output times and the end are met exactly, by steps of constant size or of any.

use crate::integrate::{Interval, Settings};
use serde::{Deserialize, Serialize};

/// Times closer than this fraction of a step are the same.
pub(crate) const SAME: f64 = 1e-6;

/// Where a run is on the grid.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Place {
    /// Start of the present segment, which ends at a target.
    start: f64,
    /// Steps taken in it.
    taken: u64,
    /// Number of the target.
    target: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// Output times and the end, ascending.
    targets: Vec<f64>,
    pub place: Place,
}

impl Grid {
    pub fn new(settings: &Settings) -> Self {
        let times = settings.output_times.iter().copied();
        let mut targets: Vec<f64> = times.filter(|&t| t > 0.0 && t < settings.until).collect();
        targets.push(settings.until);
        targets.sort_by(f64::total_cmp);
        targets.dedup();
        Self { targets, place: Place::default() }
    }

    /// A step of about the size `h` from the time `now`: the last one to a target ends there, and the last two share what is left.
    pub fn toward(&self, now: f64, h: f64) -> Option<Interval> {
        let end = *self.targets.get(self.targets.partition_point(|target| *target <= now))?;
        let left = end - now;
        Some(match left / h {
            steps if steps <= 1.0 + SAME => Interval { h: left, t_end: end },
            steps if steps < 2.0 => Interval { h: 0.5 * left, t_end: now + 0.5 * left },
            _ => Interval { h, t_end: now + h },
        })
    }

    /// Goes to other targets from a time on.
    pub fn aim(&mut self, now: f64, target: f64) {
        self.targets.clear();
        self.targets.push(target);
        self.place = Place { start: now, taken: 0, target: 0 };
    }

    /// Goes on to its targets from a time on that it did not come to by itself.
    pub fn rejoin(&mut self, now: f64) {
        let target = self.targets.partition_point(|target| *target <= now);
        self.place = Place { start: now, taken: 0, target };
    }

    /// The step of size `h` that follows the time `now`, or a shorter one to the next target; moves on.
    pub fn next(&mut self, now: f64, h: f64) -> Option<Interval> {
        loop {
            let Place { start, taken, target } = &mut self.place;
            let end = *self.targets.get(*target)?;
            let left = end - if *taken == 0 { *start } else { now };
            if left > (1.0 + SAME) * h {
                *taken += 1;
                return Some(Interval { h, t_end: *start + *taken as f64 * h });
            }
            (*start, *taken, *target) = (end, 0, *target + 1);
            if left > SAME * h {
                return Some(Interval { h: if left >= (1.0 - SAME) * h { h } else { left }, t_end: end });
            }
        }
    }
}
