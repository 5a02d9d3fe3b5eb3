//! Mechanisms: slider-crank, rigid and with three descriptions of a flexible rod, double four-bar through its singular position, a
//! mechanism with redundant hinges.

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::crank_rod;
use crate::measures::{falls_through, largest, orders};

/// Largest change of the energy, relative to the largest kinetic energy.
fn energy_change(run: &Run) -> Result<f64, VerifyError> {
    let (energy, kinetic) = (run.column("energy")?, run.column("kinetic")?);
    Ok(largest(energy.iter().map(|e| e - energy[0])) / largest(kinetic.iter().copied()))
}

pub fn slider_crank(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    case.report("crank angle at 0.1 s", run.last("angle")?);
    case.report("slider at 0.1 s", run.last("x")?);
    case.report("energy change", energy_change(&run)?);
    let fastest = largest(run.column("vx")?.iter().copied());
    case.report("joint velocity", largest(run.column("joint_velocity")?.iter().copied()) / fastest);
    let groups: [(&str, &[&str]); 3] = [("crank angle", &["angle"]), ("slider", &["x"]), ("slider velocity", &["vx"])];
    orders(case, &[1e-4, 5e-5, 2e-5, 1e-5], 1e-6, &[], &groups)
}

/// What a floating frame and modes change against beam elements with frames in space (R tables 1 and 2).
pub fn slider_crank_flexible(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    for (what, before, after) in [("crank angle", "crank_", ""), ("slider x", "x_", ".x"), ("slider y", "x_", ".y")] {
        let beam = run.column(&format!("{before}beam{after}"))?;
        for (rod, name) in [("float", "floating rod"), ("modal", "reduced beam")] {
            let other = run.column(&format!("{before}{rod}{after}"))?;
            case.report(&format!("{what}, {name}"), largest(beam.iter().zip(other).map(|(a, b)| a - b)));
        }
    }
    crank_rod::stability(case)
}

pub fn four_bar(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let energy = run.column("energy")?;
    case.report("energy change", largest(energy.iter().map(|e| e - energy[0])));
    let (left, right) = (run.column("angle0")?, run.column("angle2")?);
    case.report("posts out of parallel", largest(left.iter().zip(right).map(|(a, b)| a - b)));
    case.report("passages through the singular position", falls_through(run.column("head.y")?, 0.0).len() as f64);
    case.report("steps retried", run.statistics.retries as f64);
    Ok(())
}

pub fn redundant_hinges(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    case.report("energy change", energy_change(&run)?);
    case.report("steps retried", run.statistics.retries as f64);
    orders(case, &[2e-3, 1e-3, 5e-4, 2.5e-4], 2.5e-5, &[("simulation.until", "1")], &[("angle", &["angle"])])
}
