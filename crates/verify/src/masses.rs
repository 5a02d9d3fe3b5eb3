//! Masses on a rough floor, connected by springs (G §4.2.4).

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{orders, spread};

/// A displacement that can be seen in the figure of the text, m.
const VISIBLE: f64 = 1e-4;
/// A velocity above the errors of the solver, m/s.
const MOVING: f64 = 1e-6;

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run_step(1e-3, &[])?;
    let (last, velocity) = (run.column("last")?, run.column("last_velocity")?);
    let moved = last.iter().position(|x| (x - last[0]).abs() > VISIBLE).ok_or_else(|| case.event("the wave"))?;
    let moves = velocity.iter().position(|v| v.abs() > MOVING).ok_or_else(|| case.event("the wave"))?;
    case.report_with("start of the last mass", run.t[moved], format!("leaves rest at {:.4} s", run.t[moves]));
    case.report("length at the end", run.last("length")?);
    case.report("velocity at the end", run.last("first_velocity")?.abs().max(run.last("last_velocity")?.abs()));
    let (position, velocity): (&[&str], &[&str]) = (&["first", "last"], &["first_velocity", "last_velocity"]);
    orders(case, &spread(1e-3, 1.25e-4, 2), 2.5e-5, &[], &[("position", position), ("velocity", velocity)])
}
