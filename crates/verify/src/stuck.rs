//! Pendulum that falls on a rough floor and sticks: the hinge and the sticking tip hold more than the rod's degrees of freedom (G §6.2).
//!
//! Released horizontally, a rod of length l has θ̇² = 3 g sin θ/l and reaches the angle θ* = asin(−y_floor/l) after
//! ∫ dθ/θ̇ = ∫ 2u/√(3 g sin u²/l) du from 0 to √θ*.

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{largest, range};

/// Rest is looked at after this time, s.
const SETTLED: f64 = 0.6;

/// Time of the fall to an angle, by Simpson's rule.
fn fall(angle: f64, g: f64, l: f64) -> f64 {
    const INTERVALS: u32 = 200;
    // The integrand's limit at u = 0 is 2/√(3 g/l).
    let rate = (3.0 * g / l).sqrt();
    let f = |u: f64| if u == 0.0 { 2.0 / rate } else { 2.0 * u / (rate * (u * u).sin().sqrt()) };
    let h = angle.sqrt() / f64::from(INTERVALS);
    let inner = (1..INTERVALS).map(|i| f(f64::from(i) * h) * if i % 2 == 1 { 4.0 } else { 2.0 });
    (f(0.0) + inner.sum::<f64>() + f(angle.sqrt())) * h / 3.0
}

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let [g, l] = [run.parameter("g")?, run.parameter("l")?];
    let angle = (-run.parameter("y_floor")? / l).asin();
    let hit = run.column("normal_force")?.iter().position(|&f| f > 0.0).ok_or_else(|| case.event("an impact"))?;
    case.report("time of impact against the integral", run.t[hit] - fall(angle, g, l));
    case.report("angle at rest against asin", run.last("angle")? + angle);
    let settled = run.t.partition_point(|&t| t < SETTLED);
    case.report("creep at rest", range(&run.column("angle")?[settled..]));
    case.report("rate at rest", largest(run.column("rate")?[settled..].iter().copied()));
    let s = &run.statistics;
    let first = s.first_incompatible.map_or(String::new(), |t| format!("the first at t = {t} s; "));
    let remark = format!("{first}{} steps cycled between contact states", s.cycled);
    case.report_with("steps with rows in conflict", s.incompatible as f64, remark);
    case.report("steps retried", s.retries as f64);
    Ok(())
}
