//! Rocking rod on two supports (G §4.2.2), for both signs of the tilt.
//!
//! At rest on both supports (case III) the normal forces follow from the centre's place x by statics: with the slope α of the
//! line of supports N₁ = m g cos α (a/2 − x)/a and N₂ = m g cos α (a/2 + x)/a; of the tangential forces only the sum
//! m g sin α is determined.

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{PUBLISHED, orders, spread};

const TILTS: [(&str, &str); 2] = [("+12°", "12*pi/180"), ("−12°", "-12*pi/180")];
const FINEST: f64 = 1e-6;

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    for (sign, tilt) in TILTS {
        let gaps = format!("gaps, tilt {sign}");
        let velocity = format!("velocity, tilt {sign}");
        let groups: [(&str, &[&str]); 2] = [(&gaps, &["gap1", "gap2"]), (&velocity, &["velocity.x", "velocity.y"])];
        orders(case, &spread(1e-3, 1e-5, 8), FINEST, &[("tilt", tilt), PUBLISHED], &groups)?;
    }
    Ok(())
}

pub fn measure_to_rest(case: &mut Case) -> Result<(), VerifyError> {
    measure(case)?;
    for (sign, tilt) in TILTS {
        let run = case.run_step(1e-4, &[("tilt", tilt), ("simulation.until", "1.5")])?;
        let [n_1, n_2] = [run.last("N1")?, run.last("N2")?];
        let x = run.last("center.x")?;
        case.report(&format!("N1, tilt {sign}"), n_1);
        case.report(&format!("N2, tilt {sign}"), n_2);
        case.report(&format!("F1 + F2, tilt {sign}"), run.last("F1")? + run.last("F2")?);
        case.report(&format!("x at rest, tilt {sign}"), x);
        case.report(&format!("y at rest, tilt {sign}"), run.last("center.y")?);
        let a = run.parameter("a")?;
        let static_ratio = (0.5 * a - x) / (0.5 * a + x);
        case.report(&format!("N1/N2 against statics, tilt {sign}"), (n_1 / n_2 - static_ratio).abs());
        let (x, angle) = (run.column("center.x")?, run.column("angle")?);
        let moved = |i: usize| (x[i] - x[x.len() - 1]).abs() + (angle[i] - angle[x.len() - 1]).abs() > 1e-6;
        let rest = (0..x.len()).rev().find(|&i| moved(i)).map_or(0.0, |i| run.t[i]);
        case.report(&format!("time of rest, tilt {sign}"), rest);
    }
    Ok(())
}
