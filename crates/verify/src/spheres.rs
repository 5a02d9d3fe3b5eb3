//! Spheres that turn: one driven by friction on another (S B.46–B.47), and a top that turns over.
//!
//! While they stick, a torque k t on sphere B turns both at k t²/(4I); the friction that this takes reaches μ m g at
//! t_lim = 2 μ m g r/k. Then A accelerates evenly and B takes what is left of the torque. The printed angle of A after t_lim
//! lacks a factor t, that of B follows from integrating (B.46); see the README of the row.

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{error_to, largest_growth, report_order, spread};

/// Sphere on sphere, driven by a growing torque.
pub fn torque(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let [k, g, mu] = [run.parameter("k")?, run.parameter("g")?, run.parameter("mu")?];
    let [r, m, i] = [run.parameter("r")?, run.parameter("m")?, run.parameter("inertia")?];
    let lim = 2.0 * m * g * mu * r / k;
    let slip = run.column("status")?.iter().position(|&s| s == 2.0).ok_or_else(|| case.event("slipping"))?;
    case.report("end of sticking", run.t[slip.saturating_sub(1)]);
    case.report("normal force", run.last("normal")?);
    case.report("tangential force, slipping", run.last("tangential")?.abs());
    let without_loads: Vec<f64> = run
        .column("energy.total")?
        .iter()
        .zip(run.column("energy.loads")?)
        .map(|(total, loads)| total - loads)
        .collect();
    case.report("energy growth", largest_growth(&without_loads) / run.last("energy.kinetic")?);
    let c = k / (4.0 * i);
    let omega_a = |t: f64| if t <= lim { c * t * t } else { 2.0 * c * lim * (t - 0.5 * lim) };
    let omega_b = |t: f64| -c * if t <= lim { t * t } else { lim * lim + 2.0 * t * (t - lim) };
    let theta_a = |t: f64| if t <= lim { c * t.powi(3) / 3.0 } else { c * lim * (t * (t - lim) + lim * lim / 3.0) };
    let theta_b = |t: f64| {
        let after = |t: f64| lim * lim * t + 2.0 / 3.0 * t.powi(3) - lim * t * t;
        -c * if t <= lim { t.powi(3) / 3.0 } else { lim.powi(3) / 3.0 + after(t) - after(lim) }
    };
    let (steps, mut errors) = (spread(8e-3, 5e-4, 8), [const { Vec::new() }; 4]);
    for &h in &steps {
        let run = case.run_step(h, &[])?;
        errors[0].push(error_to(&run.t, run.column("theta_a")?, theta_a));
        errors[1].push(error_to(&run.t, run.column("omega_a")?, omega_a));
        errors[2].push(error_to(&run.t, run.column("theta_b")?, theta_b));
        errors[3].push(error_to(&run.t, run.column("omega_b")?, omega_b));
    }
    for (name, errors) in ["angle of A", "velocity of A", "angle of B", "velocity of B"].iter().zip(&errors) {
        report_order(case, name, &steps, errors);
    }
    Ok(())
}

/// The tippe top stands on its stem at the end, with its centre of mass above the centre of its shell.
pub fn tippe_top(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let (mass, shell) = (run.column("centre_of_mass")?, run.column("shell")?);
    let over =
        mass.iter().zip(shell).position(|(mass, shell)| mass > shell).ok_or_else(|| case.event("turning over"))?;
    let remark = format!("it lies on its side at {:.3} s", run.t[over]);
    case.report_with("centre of mass above centre", run.last("centre_of_mass")? - run.last("shell")?, remark);
    case.report("rise of the centre of mass", run.last("centre_of_mass")? - mass[0]);
    case.report("gap under the stem", run.last("stem_gap")?);
    case.report("spin about the vertical", run.last("omega.z")?);
    let energy = run.column("energy.total")?;
    case.report("energy growth", largest_growth(energy) / run.column("energy.kinetic")?[0]);
    Ok(())
}
