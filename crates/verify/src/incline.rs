//! Point mass on an incline (G §4.2.1): it slides up with the deceleration g (sin α + μ cos α), stops at t_s and sticks.
//!
//! Friction imposed at velocity level only lets the position creep down (G fig. 4.6).

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::{error_to, largest, range, report_order, spread};

/// Rest is looked at after this time, s.
const SETTLED: f64 = 0.4;

fn creep(run: &Run) -> Result<f64, VerifyError> {
    let settled = run.t.partition_point(|&t| t < SETTLED);
    Ok(range(&run.column("s")?[settled..]))
}

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let [g, alpha, mu, v_0] =
        [run.parameter("g")?, run.parameter("alpha")?, run.parameter("mu")?, run.parameter("v_0")?];
    let deceleration = g * (alpha.sin() + mu * alpha.cos());
    let end = v_0 / deceleration;
    let stuck = run.column("status")?.iter().position(|&s| s == 1.0).ok_or_else(|| case.event("sticking"))?;
    case.report("end of sliding", run.t[stuck]);
    case.report("end of sliding, analytic", run.t[stuck]);
    case.report("normal impulse", run.last("normal")?);
    case.report("tangential impulse, sliding", run.column("tangential")?[stuck / 2]);
    case.report("tangential impulse, sticking", run.last("tangential")?);
    let settled = run.t.partition_point(|&t| t < SETTLED);
    case.report("creep at rest", creep(&run)?);
    case.report("velocity at rest", largest(run.column("v")?[settled..].iter().copied()));
    let predicted = case.run(&[("simulation.position_friction", "\"predicted\"")])?;
    case.report("creep with predicted friction", creep(&predicted)?);
    let loose = case.run(&[("simulation.position_friction", "\"none\"")])?;
    case.report("creep without friction at position level", creep(&loose)?);
    let (steps, mut errors) = (spread(8e-3, 5e-4, 8), [const { Vec::new() }; 2]);
    for &h in &steps {
        let run = case.run_step(h, &[])?;
        let position = |t: f64| t.min(end) * (v_0 - 0.5 * deceleration * t.min(end));
        errors[0].push(error_to(&run.t, run.column("s")?, position));
        errors[1].push(error_to(&run.t, run.column("v")?, |t| (v_0 - deceleration * t).max(0.0)));
    }
    report_order(case, "position", &steps, &errors[0]);
    case.report("velocity error", largest(errors[1].iter().copied()));
    Ok(())
}
