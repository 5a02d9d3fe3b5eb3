//! Elastic bar against a wall (G §3.3.2).
//!
//! With c = √(E/ρ) the compression wave returns to the wall after 2L/c; until then the wall pushes with E A v_0/c, and the bar
//! leaves with −v_0. All of this is exact for the continuous bar; the mesh disperses the front.

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::{orders, spread};
use crate::schemes::{COUPLED, study};

const STEPS: [f64; 4] = [3e-2, 1e-2, 3e-3, 1e-3];
const COUPLED_STEPS: [f64; 5] = [3e-2, 1e-2, 7e-3, 3e-3, 1e-3];

/// Start, duration and force of the contact, velocity after it.
fn contact(case: &mut Case, run: &Run) -> Result<(), VerifyError> {
    let force = run.column("force")?;
    let pushes = |f: &f64| *f > 0.0;
    let (Some(first), Some(last)) = (force.iter().position(pushes), force.iter().rposition(pushes)) else {
        return Err(case.event("the impact"));
    };
    let h = run.t[1] - run.t[0];
    case.report("start of contact", run.t[first]);
    case.report("duration of contact", run.t[last] - run.t[first] + h);
    let mut during = force[first..=last].to_vec();
    during.sort_by(f64::total_cmp);
    case.report("contact force", during[during.len() / 2]);
    let [rho, area, length] = [run.parameter("rho")?, run.parameter("A")?, run.parameter("L")?];
    let impulse: f64 = force.iter().map(|f| f * h).sum();
    case.report("mean velocity after", run.parameter("v_0")? - impulse / (rho * area * length));
    Ok(())
}

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run_step(1e-3, &[])?;
    contact(case, &run)?;

    let ds = study(case, &STEPS, &[])?;
    case.report_with("iterations of a problem, DS", ds.worst_problem(), ds.table());
    let dsn = study(case, &STEPS, &[("simulation.variant", "DSn")])?;
    case.report_with("iterations of a problem, DSn", dsn.worst_problem(), dsn.table());
    let (Some(with), Some(without)) = (ds.at(3e-2), dsn.at(3e-2)) else {
        return Err(case.event("a run at h = 0.03 s"));
    };
    case.report("gap at the end, DS at h = 0.03 s", with.last("gap")?);
    case.report("gap at the end, DSn at h = 0.03 s", without.last("gap")?);
    let wall = without.parameter("L")? + without.parameter("d_0")?;
    let deepest = without.column("inner")?.iter().fold(f64::NEG_INFINITY, |m, x| m.max(x - wall));
    case.report("inner node beyond the wall, DSn at h = 0.03 s", deepest);

    // The tolerance of the text, and a generous number of iterations: the coupled scheme contracts slowly.
    let loose = [COUPLED, ("simulation.tolerance", "1e-5"), ("simulation.max_iterations", "100")];
    let cs = study(case, &COUPLED_STEPS, &loose)?;
    let smallest = cs.failures().fold(f64::INFINITY, f64::min);
    case.report_with("smallest step at which CS fails", smallest, cs.table());

    orders(case, &spread(3e-3, 2.5e-4, 2), 5e-5, &[], &[("tip position", &["tip"]), ("inner position", &["inner"])])?;
    // Velocities converge when the highest frequencies of the mesh are resolved: less flight, a shorter window, smaller steps.
    let near = [("d_0", "0.5005"), ("simulation.until", "0.3")];
    orders(case, &spread(4e-4, 1e-4, 2), 2e-5, &near, &[("inner velocity", &["inner_velocity"])])
}
