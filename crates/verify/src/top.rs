//! Spinning top (G §2.8.4): smooth motion on R³ × SO(3), with energy and vertical angular momentum about the foot conserved.

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{largest, orders};

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    for (name, channel) in [("energy change", "energy"), ("vertical momentum change", "vertical_momentum")] {
        let values = run.column(channel)?;
        case.report(name, largest(values.iter().map(|x| x - values[0])) / values[0].abs());
    }
    let position: &[&str] = &["position.x", "position.y", "position.z"];
    let velocity: &[&str] = &["velocity.x", "velocity.y", "velocity.z"];
    orders(case, &[2e-3, 1e-3, 5e-4, 2.5e-4], 2e-5, &[], &[("position", position), ("velocity", velocity)])
}
