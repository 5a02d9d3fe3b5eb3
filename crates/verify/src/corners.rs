//! Block on four frictional corners: it slides to a stop after v₀²/(2 μ g) and rests, with more contact rows than degrees of freedom.
//!
//! While it slides, friction below the centre of mass loads the front corners: N_front = m g/4 (1 + μ h/l).

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{largest, range};

/// Rest is looked at after this time, s.
const SETTLED: f64 = 0.3;

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let settled = run.t.partition_point(|&t| t < SETTLED);
    let vx = run.column("velocity.x")?;
    let stop = vx.iter().position(|&v| v < 1e-9).ok_or_else(|| case.event("a stop"))?;
    case.report("stopping time", run.t[stop]);
    case.report("stopping distance", run.last("position.x")?);
    case.report("front corner while sliding", run.column("N1")?[stop / 2]);
    case.report("weight carried", run.last("N1")? + run.last("N2")? + run.last("N3")? + run.last("N4")?);
    let mut creep = 0.0_f64;
    for name in ["position.x", "position.y", "position.z"] {
        creep = creep.max(range(&run.column(name)?[settled..]));
    }
    case.report("creep at rest", creep);
    case.report("turn", largest(run.column("turn")?.iter().copied()));
    let s = &run.statistics;
    let remark = format!("{} steps cycled between contact states, {} had rows in conflict", s.cycled, s.incompatible);
    case.report_with("steps retried", s.retries as f64, remark);
    Ok(())
}
