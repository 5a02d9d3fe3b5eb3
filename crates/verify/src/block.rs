//! Spinning block that bounces on a corner (G §3.3.1): first order across the impacts, few iterations at every step size.

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{orders, spread};

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    orders(case, &spread(1e-3, 1e-4, 4), 1e-5, &[], &[("z", &["z"]), ("velocity", &["vz"])])?;
    // The text's tolerance; the project's own is a thousand times tighter.
    let set = [("simulation.tolerance", "1e-5"), ("simulation.constraint_tolerance", "1e-5")];
    for h in [1e-3, 1e-4, 1e-5] {
        let run = case.run_loose(h, &set)?;
        let [smooth, position, velocity] = ["smooth motion", "position correction", "velocity jump"]
            .map(|name| run.statistics.problem(name).max_iterations);
        let worst = smooth.max(position).max(velocity);
        let remark = format!("smooth motion {smooth}, position {position}, velocity {velocity}");
        case.report_with(&format!("iterations at h = {h:e} s"), worst as f64, remark);
    }
    Ok(())
}
