//! A billiard break (S annex B, figures B.23 to B.25): four balls, a table with cushions, without and with rolling resistance.

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::cue::energy_growth;
use crate::measures::largest;

/// Symmetry about the line of the break is looked at over this time: later, rounding decides which of two cushions or balls is
/// met first.
const SYMMETRIC: f64 = 0.5;

fn common(case: &mut Case, run: &Run) -> Result<(), VerifyError> {
    let v_3 = run.column("v3.x")?;
    let hit = v_3.iter().position(|&v| v.abs() > 0.1).ok_or_else(|| case.event("the break"))?;
    case.report("break", run.t[hit]);
    case.report("break, analytic", run.t[hit]);
    let remark = format!("ball 2 {:.3} m/s", run.column("v2.x")?[hit]);
    case.report_with("ball 3 after the break", v_3[hit], remark);
    let height = run.column("x2.z")?;
    case.report("hop of ball 2", largest(height.iter().map(|z| z - height[0])));
    let early = run.t.partition_point(|&t| t < SYMMETRIC);
    let mut skew = largest(run.column("x2.y")?[..early].iter().chain(&run.column("x3.y")?[..early]).copied());
    for (name, sign) in [("x", -1.0), ("y", 1.0)] {
        let (four, five) = (run.column(&format!("x4.{name}"))?, run.column(&format!("x5.{name}"))?);
        skew = skew.max(largest(four[..early].iter().zip(five).map(|(a, b)| a + sign * b)));
    }
    case.report("asymmetry", skew);
    case.report("energy growth", energy_growth(run)?);
    case.report("largest number of impacts in a step", run.statistics.max_rounds as f64);
    Ok(())
}

/// Largest component of a ball's velocity at a step.
fn fastest(run: &Run, step: usize) -> Result<f64, VerifyError> {
    let mut speed = 0.0_f64;
    for ball in 2..=5 {
        for axis in ["x", "y", "z"] {
            speed = speed.max(run.column(&format!("v{ball}.{axis}"))?[step].abs());
        }
    }
    Ok(speed)
}

/// Without rolling resistance: balls that roll keep their speed.
pub fn rolling_freely(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    common(case, &run)?;
    case.report("fastest ball at the end", fastest(&run, run.t.len() - 1)?);
    Ok(())
}

/// With rolling resistance all balls come to rest.
pub fn resisted(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    common(case, &run)?;
    let at_3 = run.t.partition_point(|&t| t < 3.0 - 1e-9);
    case.report("fastest ball at 3 s", fastest(&run, at_3)?);
    let mut rest = run.t.len() - 1;
    while rest > 0 && fastest(&run, rest)? < 1e-9 {
        rest -= 1;
    }
    let remark = format!("the last ball stops at {:.3} s", run.t[rest]);
    case.report_with("fastest ball at the end", fastest(&run, run.t.len() - 1)?, remark);
    Ok(())
}
