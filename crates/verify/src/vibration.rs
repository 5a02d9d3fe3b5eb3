//! Vibration that is left some periods after an impact: the decoupled scheme and Moreau–Jean at the same step, against a finer run.
//!
//! Bar: V = E − p²/(2m), the energy without that of the mean motion; the momentum p is that of the start less the impulse of the
//! wall. Pendulum: V = 2Ū, twice the mean strain energy of some periods, as of any free vibration.

use crate::VerifyError;
use crate::case::{Case, Run};

const SCHEMES: [(&str, &[(&str, &str)]); 3] = [
    ("DS", &[]),
    ("Moreau–Jean, θ = 1/2", &[("simulation.integrator", "moreau_jean"), ("simulation.theta", "0.5")]),
    ("Moreau–Jean, θ = 1", &[("simulation.integrator", "moreau_jean"), ("simulation.theta", "1")]),
];

/// The vibration energy of a run just after the impact and some periods later.
type Vibration = fn(&Run) -> Result<[f64; 2], VerifyError>;

fn compare(case: &mut Case, coarse: f64, finest: f64, vibration: Vibration) -> Result<(), VerifyError> {
    let fine = case.run_step(finest, &[])?;
    let [early, reference] = vibration(&fine)?;
    case.report_with("vibration energy, fine run", reference, format!("{early:.4} J just after the impact"));
    for (name, set) in SCHEMES {
        // Moreau–Jean holds contacts at velocity level only, so its penetration does not count.
        let run = case.attempt(coarse, set)?.ok_or_else(|| case.event("convergence"))?;
        let [early, late] = vibration(&run)?;
        let remark = format!("{late:.4} J, {early:.4} J just after the impact");
        case.report_with(&format!("share left, {name}"), late / reference, remark);
    }
    Ok(())
}

/// Times between which the bar's vibration goes on undisturbed, s.
const BAR: [f64; 2] = [2.0, 8.0];

fn of_bar(run: &Run) -> Result<[f64; 2], VerifyError> {
    let [rho, area, length] = [run.parameter("rho")?, run.parameter("A")?, run.parameter("L")?];
    let mass = rho * area * length + run.parameter("m")?;
    let (impulse, energy) = (run.column("impulse")?, run.column("energy.total")?);
    let start = mass * run.parameter("v_0")?;
    Ok(BAR.map(|time| {
        let end = run.t.partition_point(|&t| t < time).min(run.t.len() - 1);
        let momentum = start - impulse[..=end].iter().sum::<f64>();
        energy[end] - 0.5 * momentum * momentum / mass
    }))
}

pub fn bar(case: &mut Case) -> Result<(), VerifyError> {
    compare(case, 1e-2, 1e-3, of_bar)
}

/// Where the windows for the mean start, and their length, about four periods of the first mode, s.
const PENDULUM: [f64; 2] = [0.36, 0.59];
const WINDOW: f64 = 0.11;

fn of_pendulum(run: &Run) -> Result<[f64; 2], VerifyError> {
    let strain = run.column("strain_energy")?;
    Ok(PENDULUM.map(|start| {
        let window = run.t.partition_point(|&t| t < start)..run.t.partition_point(|&t| t < start + WINDOW);
        let count = window.len() as f64;
        2.0 * strain[window].iter().sum::<f64>() / count
    }))
}

pub fn pendulum(case: &mut Case) -> Result<(), VerifyError> {
    compare(case, 1e-3, 1e-5, of_pendulum)
}
