//! Solids: the patch test, Cook's membrane, a cantilever, a block that tumbles freely; with and without the cure of locking.

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::largest;

const ENHANCED: (&str, &str) = ("bodies.block.formulation", "enhanced");
const STANDARD: (&str, &str) = ("bodies.block.formulation", "standard");

/// A block of distorted elements under a traction T at two faces stretches uniformly: λ (λ² − 1)/2 = T/E with St. Venant's and
/// Kirchhoff's law, sideways λ_t² = 1 − ν (λ² − 1), and the Cauchy stress T/λ_t².
pub fn patch(case: &mut Case) -> Result<(), VerifyError> {
    for (set, name) in [(ENHANCED, "enhanced"), (STANDARD, "standard")] {
        let run = case.equilibrium(&[set])?;
        let [young, poisson, traction] = [run.parameter("E")?, run.parameter("nu")?, run.parameter("T")?];
        let mut stretch: f64 = 1.0;
        for _ in 0..50 {
            let residual = 0.5 * stretch * (stretch * stretch - 1.0) - traction / young;
            stretch -= residual / (1.5 * stretch * stretch - 0.5);
        }
        let sideways = (1.0 - poisson * (stretch * stretch - 1.0)).sqrt();
        // One corner of the unit cube is held at (−½, −½, −½).
        let expected = [stretch, sideways, sideways];
        let mut errors = [0.0; 3];
        for (i, axis) in ["x", "y", "z"].iter().enumerate() {
            errors[i] = run.last(&format!("corner.{axis}"))? + 0.5 - expected[i];
        }
        case.report(&format!("displacement, {name}"), largest(errors));
        let stress = traction / (sideways * sideways);
        let mut spread = Vec::new();
        for place in ["inside", "side", "end"] {
            spread.push(run.last(&format!("{place}.xx"))? / stress - 1.0);
            spread.push((run.last(&format!("{place}.von_mises"))? / stress) - 1.0);
        }
        case.report(&format!("stress, {name}"), largest(spread));
    }
    Ok(())
}

/// Deflection of the middle of the loaded edge of Cook's membrane, on finer and finer meshes.
pub fn cook(case: &mut Case) -> Result<(), VerifyError> {
    for (set, name) in [(ENHANCED, "enhanced"), (STANDARD, "standard")] {
        for n in ["2", "4", "8", "16", "32"] {
            let run = case.equilibrium(&[set, ("n", n)])?;
            case.report(&format!("{name}, {n} elements a side"), run.last("middle.y")? - 52.0);
        }
    }
    Ok(())
}

/// Deflection of a cantilever of one layer of elements, relative to Timoshenko's beam.
pub fn cantilever(case: &mut Case) -> Result<(), VerifyError> {
    for poisson in ["0.3", "0.4999"] {
        for (set, name) in [(ENHANCED, "enhanced"), (STANDARD, "standard")] {
            for layers in ["1", "2"] {
                let run = case.equilibrium(&[set, ("nu", poisson), ("layers", layers)])?;
                let [young, nu, force] = [run.parameter("E")?, run.parameter("nu")?, run.parameter("F")?];
                let (l, h) = (run.parameter("l")?, run.parameter("h")?);
                let (area, inertia, shear) = (h * h, h.powi(4) / 12.0, young / (2.0 * (1.0 + nu)));
                let beam = force * (l.powi(3) / (3.0 * young * inertia) + l / (shear * area * 5.0 / 6.0));
                let what = format!("{name}, ν = {poisson}, {layers} × {layers} elements in the section");
                case.report(&what, run.last("tip.z")? / beam);
            }
        }
    }
    Ok(())
}

/// Largest change of a vector since the start, relative to its size.
fn change(run: &Run, sensor: &str) -> Result<f64, VerifyError> {
    let columns =
        [run.column(&format!("{sensor}.x"))?, run.column(&format!("{sensor}.y"))?, run.column(&format!("{sensor}.z"))?];
    let size = columns.iter().map(|c| c[0] * c[0]).sum::<f64>().sqrt();
    let distance = |i: usize| columns.iter().map(|c| (c[i] - c[0]).powi(2)).sum::<f64>().sqrt();
    Ok(largest((0..run.t.len()).map(distance)) / size)
}

/// Energy and momenta of a free block, without and with numerical damping, and how they improve with the step.
pub fn tumbling(case: &mut Case) -> Result<(), VerifyError> {
    for rho in ["1", "0.8"] {
        let (mut drifts, mut turns) = (Vec::new(), Vec::new());
        let (mut strain, mut momentum) = (0.0, 0.0);
        for h in [1e-3, 5e-4] {
            let run = case.run_step(h, &[("rho_inf", rho)])?;
            let energy = run.column("energy.total")?;
            drifts.push(largest(energy.iter().map(|e| e / energy[0] - 1.0)));
            turns.push(change(&run, "spin")?);
            momentum = change(&run, "momentum")?;
            strain = largest(run.column("energy.potential")?.iter().copied()) / energy[0];
        }
        let remark = format!("up to {strain:.1e} of the energy is in the strains");
        case.report_with(&format!("energy drift, ρ∞ = {rho}"), drifts[1], remark);
        case.report(&format!("order of the energy drift, ρ∞ = {rho}"), (drifts[0] / drifts[1]).log2());
        case.report(&format!("momentum, ρ∞ = {rho}"), momentum);
        case.report(&format!("angular momentum, ρ∞ = {rho}"), turns[1]);
        case.report(&format!("order of the angular momentum, ρ∞ = {rho}"), (turns[0] / turns[1]).log2());
    }
    Ok(())
}
