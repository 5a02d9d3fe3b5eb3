//! Beams in large displacements: rolled into a circle, the 45° bend, spun up.

use crate::VerifyError;
use crate::case::Case;
use crate::kane::largest_deflection;
use crate::measures::largest;
use std::f64::consts::TAU;

/// A moment 2π EI/l at the end of a cantilever gives it the curvature 2π/l: one full turn, the tip back at the root.
pub fn circle(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.equilibrium(&[])?;
    let length = run.parameter("l")?;
    case.report("distance of the tip from the root", run.last("tip.x")?.hypot(run.last("tip.y")?) / length);
    // Up to half a turn by the sensor: the full turn is no rotation.
    case.report("rotation of the tip beyond a full turn", run.last("turn.z")?.abs());
    case.report("curvature", run.last("curvature")? * length / TAU);
    case.report("axial and shear strain", largest([run.last("stretch")?, run.last("shear")?]));
    Ok(())
}

/// Tip of the 45° bend with the published eight elements, and on finer meshes.
pub fn bend(case: &mut Case) -> Result<(), VerifyError> {
    let tip = |case: &mut Case, n: &str| -> Result<[f64; 3], VerifyError> {
        let run = case.equilibrium(&[("n", n)])?;
        Ok([run.last("tip.x")?, run.last("tip.y")?, run.last("tip.z")?])
    };
    let (coarse, middle, fine) = (tip(case, "8")?, tip(case, "16")?, tip(case, "32")?);
    for (i, axis) in ["x", "y", "z"].into_iter().enumerate() {
        let remark = format!("{:.4} with 16, {:.4} with 32 elements", middle[i], fine[i]);
        case.report_with(&format!("tip {axis}"), coarse[i], remark);
    }
    Ok(())
}

/// Tip against the frame of the root while the hub is spun up, and the steady extension afterwards.
pub fn spin_up(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let [length, end, omega] = [run.parameter("l")?, run.parameter("T")?, run.parameter("Omega")?];
    let [young, density] = [run.parameter("E")?, run.parameter("rho")?];
    let (across, along) = (run.column("tip.y")?, run.column("tip.x")?);
    let lowest = across.iter().copied().fold(0.0, f64::min);
    let when = across.iter().position(|y| *y == lowest).map_or(f64::NAN, |i| run.t[i]);
    case.report_with("largest deflection", lowest, format!("at {when:.2} s"));
    let hub = |t: f64| {
        let phase = TAU * t / end;
        (omega * (t / end - phase.sin() / TAU), omega / end * (1.0 - phase.cos()))
    };
    let flexibility = young * run.parameter("I")? / (density * length.powi(4));
    let linear = length * largest_deflection(flexibility, &hub, end);
    case.report_with("largest deflection against Kane's theory", lowest / linear - 1.0, format!("{linear:.4} m there"));
    let steady = run.t.iter().position(|t| *t >= end).ok_or_else(|| case.event("the steady state"))?;
    let mean = along[steady..].iter().sum::<f64>() / (along.len() - steady) as f64 - length;
    case.report("steady extension", mean);
    // (E u')' + ρ ω² (x + u) = 0, u(0) = u'(l) = 0.
    let k = omega * (density / young).sqrt();
    case.report("steady extension against tan(k l)/k − l", mean / ((k * length).tan() / k - length) - 1.0);
    Ok(())
}
