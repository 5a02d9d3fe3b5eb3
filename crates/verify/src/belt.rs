//! Block on a belt (G §4.2.3): bouncing, sticking, and a limit cycle of slip.
//!
//! While the block sticks the spring stretches until k (x − l) = μ m g; the slip that starts there with the belt's velocity v is
//! the harmonic motion about that point with ω = √(k/m), amplitude v/ω: after one period it touches the belt's velocity.

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{PUBLISHED, falls_through, orders, range, spread};
use std::f64::consts::TAU;

const STICK: f64 = 1.0;
const STEP: f64 = 1e-4;

/// The longest phase of sticking, first and last index.
fn longest_stick(status: &[f64]) -> Option<(usize, usize)> {
    let mut start = 0;
    let mut best: Option<(usize, usize)> = None;
    for phase in status.chunk_by(|a, b| a == b) {
        if phase[0] == STICK && best.is_none_or(|(a, b)| phase.len() > b - a + 1) {
            best = Some((start, start + phase.len() - 1));
        }
        start += phase.len();
    }
    best
}

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run_step(STEP, &[("simulation.until", "6")])?;
    let status = run.column("status")?;
    let (first, last) = longest_stick(status).ok_or_else(|| case.event("sticking"))?;
    let flying = status[..first].iter().rposition(|&s| s == 0.0).ok_or_else(|| case.event("a flight"))?;
    case.report("end of bouncing", run.t[flying]);
    case.report("start of slip", run.t[last]);
    let (x, vx) = (run.column("x")?, run.column("vx")?);
    case.report("velocity while sticking", vx[(first + last) / 2]);
    let [m, k, l] = [run.parameter("m")?, run.parameter("k")?, run.parameter("l")?];
    let [mu, v, g] = [run.parameter("mu")?, run.parameter("v_belt")?, run.parameter("g")?];
    let omega = (k / m).sqrt();
    let center = l + mu * m * g / k;
    let returns: Vec<f64> = falls_through(&x[last..], center).iter().map(|i| i.of(&run.t[last..])).collect();
    let &[.., before, after] = returns.as_slice() else { return Err(case.event("a second period")) };
    case.report("period against 2π √(m/k)", (after - before) * omega / TAU - 1.0);
    let cycle = (TAU / omega / STEP) as usize;
    case.report("amplitude against v √(m/k)", 0.5 * range(&x[x.len() - cycle..]) * omega / v - 1.0);
    let (position, velocity): (&[&str], &[&str]) = (&["x", "y"], &["vx", "vy"]);
    orders(case, &spread(2e-3, 6.25e-5, 4), 6.25e-6, &[PUBLISHED], &[("position", position), ("velocity", velocity)])
}
