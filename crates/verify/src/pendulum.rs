//! Pendulum of large amplitude: a rod of length l released at θ₀ swings as sin(θ/2) = k sn(K + ω₀ t), k = sin(θ₀/2), with
//! ω₀² = 3 g/(2 l), θ̇ = 2 k ω₀ cn(K + ω₀ t) and the period 4 K/ω₀.

use crate::VerifyError;
use crate::case::Case;
use crate::elliptic::Elliptic;
use crate::measures::{error_to, falls_through, largest, report_order};

const STEPS: [f64; 5] = [1.6e-2, 8e-3, 4e-3, 2e-3, 1e-3];

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let omega = (1.5 * run.parameter("g")? / run.parameter("l")?).sqrt();
    let k = (0.5 * run.parameter("theta_0")?).sin();
    let elliptic = Elliptic::new(k);
    let phase = |t: f64| elliptic.sn_cn(elliptic.quarter() + omega * t);
    let zeros: Vec<f64> = falls_through(run.column("angle")?, 0.0).iter().map(|i| i.of(&run.t)).collect();
    let &[first, second, ..] = zeros.as_slice() else { return Err(case.event("a full period")) };
    case.report("period against 4 K/ω₀", (second - first) * omega / (4.0 * elliptic.quarter()) - 1.0);
    let (energy, kinetic) = (run.column("energy")?, run.column("kinetic")?);
    let change = largest(energy.iter().map(|e| e - energy[0])) / largest(kinetic.iter().copied());
    case.report("energy change", change);
    let mut errors = [const { Vec::new() }; 2];
    for h in STEPS {
        let run = case.run_step(h, &[])?;
        errors[0].push(error_to(&run.t, run.column("angle")?, |t| 2.0 * (k * phase(t).0).asin()));
        errors[1].push(error_to(&run.t, run.column("rate")?, |t| 2.0 * k * omega * phase(t).1));
    }
    report_order(case, "angle", &STEPS, &errors[0]);
    report_order(case, "angular velocity", &STEPS, &errors[1]);
    Ok(())
}
