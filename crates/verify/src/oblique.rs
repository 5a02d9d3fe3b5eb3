//! Elastic beam flying obliquely against a wall (G §4.2.5).

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::{orders, spread};
use crate::schemes::COUPLED;

/// The step of the text.
const STEP: f64 = 1e-4;

/// The first time at which a contact acts.
fn first_impact(case: &Case, run: &Run, impulse: &str) -> Result<f64, VerifyError> {
    let at = run.column(impulse)?.iter().position(|&p| p > 0.0);
    at.map(|i| run.t[i]).ok_or_else(|| case.event("the impact"))
}

/// Contact phases of the lower end: first, last, number.
fn clatter(case: &mut Case, run: &Run) -> Result<(), VerifyError> {
    let impulse = run.column("lower_impulse")?;
    case.report("first impact", first_impact(case, run, "lower_impulse")?);
    let mut start = 0;
    let mut closed = Vec::new();
    for phase in impulse.chunk_by(|a, b| (*a > 0.0) == (*b > 0.0)) {
        if phase[0] > 0.0 {
            closed.push((start, phase.len()));
        }
        start += phase.len();
    }
    let (Some(first), Some(last)) = (closed.first(), closed.last()) else { return Err(case.event("the impact")) };
    case.report("first contact closed", first.1 as f64 * STEP);
    case.report("end of the contact phase", run.t[last.0 + last.1 - 1]);
    case.report("contacts of the lower end", closed.len() as f64);
    Ok(())
}

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run_step(STEP, &[])?;
    clatter(case, &run)?;
    let coarse = first_impact(case, &run, "upper_impulse")?;
    let cs = case.run_step(STEP, &[COUPLED])?;
    case.report("second impact, CS at h = 1e-4 s", first_impact(case, &cs, "upper_impulse")?);
    let fine = case.run_step(1e-5, &[])?;
    let remark = format!("{coarse:.4} s at h = 1e-4 s");
    case.report_with("second impact, DS at h = 1e-5 s", first_impact(case, &fine, "upper_impulse")?, remark);
    let position: &[&str] = &["lower.x", "lower.y", "upper.x", "upper.y"];
    orders(case, &spread(2e-4, 1e-5, 2), 5e-6, &[], &[("position", position)])
}
