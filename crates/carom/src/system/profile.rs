//! Where the time of a large model goes, on the thread that steps it.

use std::cell::Cell;
use std::time::Instant;

/// Parts of the work of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Forces,
    Assembly,
    Factorisation,
    Solution,
}

/// Seconds since the last [`take_profile`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Profile {
    pub forces: f64,
    pub assembly: f64,
    pub factorisation: f64,
    pub solution: f64,
}

thread_local! {
    static SPENT: Cell<Profile> = const { Cell::new(Profile { forces: 0.0, assembly: 0.0, factorisation: 0.0, solution: 0.0 }) };
}

/// Runs `work` and adds its time to a part if `watch` is set; small models are not watched, a look at the clock would show.
#[inline]
pub(super) fn timed<T>(part: Part, watch: bool, work: impl FnOnce() -> T) -> T {
    if !watch {
        return work();
    }
    let start = Instant::now();
    let out = work();
    let seconds = start.elapsed().as_secs_f64();
    SPENT.with(|spent| {
        let mut now = spent.get();
        *match part {
            Part::Forces => &mut now.forces,
            Part::Assembly => &mut now.assembly,
            Part::Factorisation => &mut now.factorisation,
            Part::Solution => &mut now.solution,
        } += seconds;
        spent.set(now);
    });
    out
}

/// The times so far, which start from zero again.
pub fn take_profile() -> Profile {
    SPENT.with(|spent| spent.replace(Profile::default()))
}
