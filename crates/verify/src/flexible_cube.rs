//! Soft cube of 125 hexahedra on a floor (G §3.3.4).

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{orders, spread};
use crate::schemes::{COUPLED, study};

/// A gap that is closed, m.
const TOUCHING: f64 = 1e-12;

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let gap = run.column("gap")?;
    let [z, a, g] = [run.parameter("z_0")?, run.parameter("a")?, run.parameter("g")?];
    let touch = gap.iter().position(|&gap| gap < TOUCHING).ok_or_else(|| case.event("the impact"))?;
    case.report("start of contact against √(2(z_0 − a/2)/g)", run.t[touch] - ((2.0 * z - a) / g).sqrt());
    case.report("lowest node", gap.iter().copied().fold(f64::INFINITY, f64::min));

    let ds = study(case, &[2e-3, 1e-3, 3e-4], &[])?;
    case.report_with("steps at which DS fails", ds.failures().count() as f64, ds.table());
    let cs = study(case, &[3e-3, 1e-3], &[COUPLED])?;
    let smallest = cs.failures().fold(f64::INFINITY, f64::min);
    case.report_with("smallest step at which CS fails", smallest, cs.table());

    let (z, vz): (&[&str], &[&str]) = (&["corner.z"], &["corner_velocity.z"]);
    orders(case, &spread(2e-3, 2.5e-4, 2), 5e-5, &[], &[("position", z), ("velocity", vz)])
}
