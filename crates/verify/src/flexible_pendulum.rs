//! Flexible pendulum against a wall (G §3.3.3), and without the wall.

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{PUBLISHED, orders, spread};
use crate::schemes::{COUPLED, study};

const STEPS: [f64; 5] = [1e-3, 5e-4, 2e-4, 1e-4, 5e-5];

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let free = case.run_step(1e-4, &[("wall", "-5")])?;
    case.report("tip x without the wall", free.last("tip.x")?);
    case.report("tip y without the wall", free.last("tip.y")?);

    let window = ("simulation.until", "0.35");
    let ds = study(case, &STEPS, &[window])?;
    case.report_with("steps at which DS fails", ds.failures().count() as f64, ds.table());
    case.report("iterations of a problem, DS", ds.worst_problem());
    let cs = study(case, &STEPS, &[window, COUPLED])?;
    case.report_with("steps at which CS fails", cs.failures().count() as f64, cs.table());
    let smallest = cs.failures().fold(f64::INFINITY, f64::min);
    case.report("smallest step at which CS fails", smallest);

    orders(
        case,
        &spread(1e-3, 1e-4, 2),
        5e-6,
        &[window, PUBLISHED],
        &[("position", &["tip.y"]), ("velocity", &["tip_velocity.y"])],
    )
}
