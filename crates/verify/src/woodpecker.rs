//! Woodpecker toy (G §5.3): frequency and fall per cycle of its limit cycle.
//!
//! A cycle ends when the bird's angle falls through the middle of its range; time and height of the sleeve there are
//! interpolated between steps. The numbers are means over the last cycles of the run.

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::{Instant, PUBLISHED, falls_through, orders, spread};

const CYCLES: usize = 5;
/// The middle of the range is taken after this time, s.
const TRANSIENT: f64 = 0.5;
const FINEST: f64 = 5e-6;

/// First and last instant of the last cycles.
fn last_cycles(case: &Case, run: &Run) -> Result<(Instant, Instant), VerifyError> {
    let angle = run.column("bird_angle")?;
    let late = &angle[run.t.partition_point(|&t| t < TRANSIENT)..];
    let (low, high) = late.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &x| (l.min(x), h.max(x)));
    let ends = falls_through(angle, 0.5 * (low + high));
    let count = ends.len();
    if count <= CYCLES {
        return Err(case.event("a limit cycle"));
    }
    Ok((ends[count - 1 - CYCLES], ends[count - 1]))
}

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run_step(2e-5, &[])?;
    limit_cycle(case, &run)
}

pub fn measure_free(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run_step(2e-5, &[])?;
    let gap = run.column("gap3")?.iter().copied().fold(f64::INFINITY, f64::min);
    case.report("smallest gap of contact 3", 1e3 * gap);
    limit_cycle(case, &run)
}

fn limit_cycle(case: &mut Case, run: &Run) -> Result<(), VerifyError> {
    let (first, last) = last_cycles(case, run)?;
    let y = run.column("sleeve_y")?;
    case.report("frequency", CYCLES as f64 / (last.of(&run.t) - first.of(&run.t)));
    case.report("fall per cycle", 1e3 * (first.of(y) - last.of(y)) / CYCLES as f64);
    orders(
        case,
        &spread(1.6e-4, 2e-5, 2),
        FINEST,
        &[PUBLISHED],
        &[("height", &["sleeve_y"]), ("velocity", &["sleeve_vy"])],
    )
}
