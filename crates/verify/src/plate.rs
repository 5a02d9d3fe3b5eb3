//! Pendulum on a plate with flexible supports (G §4.2.6).
//!
//! Until it touches the plate, the pendulum with inertia m l² about its mass is a spherical one with J = 2 m l² about the pivot. Its
//! direction n has ṅ_z² = (1 − n_z²)(ω² − g n_z/l) − ω², which with n_z = −s² gives the time of the first contact,
//!
//! ```text
//! t = ∫_0^√(h_0/l) 2 ds/√((g/l)(1 − s⁴) − ω² s²)
//! ```

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{PUBLISHED, orders, spread};

/// States of the contact as recorded.
const GAP: f64 = 0.0;
const STICK: f64 = 1.0;
const SLIP: f64 = 2.0;

/// Simpson's rule for the time of the first contact.
fn first_contact(g: f64, l: f64, h_0: f64, omega: f64) -> f64 {
    const PANELS: u32 = 200;
    let f = |s: f64| 2.0 / (g / l * (1.0 - s.powi(4)) - omega * omega * s * s).sqrt();
    let ds = (h_0 / l).sqrt() / f64::from(PANELS);
    let panel = |i: u32| {
        let s = f64::from(i) * ds;
        (f(s) + 4.0 * f(s + 0.5 * ds) + f(s + ds)) * ds / 6.0
    };
    (0..PANELS).map(panel).sum()
}

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run_step(1e-4, &[])?;
    let status = run.column("status")?;
    let touch = status.iter().position(|&s| s != GAP).ok_or_else(|| case.event("the impact"))?;
    let [g, l, h_0] = [run.parameter("g")?, run.parameter("l")?, run.parameter("h_0")?];
    let exact = first_contact(g, l, h_0, run.parameter("omega")?);
    case.report("first contact against the spherical pendulum", run.t[touch] - exact);
    let phases: Vec<f64> = status.chunk_by(|a, b| a == b).map(|phase| phase[0]).collect();
    for (name, state) in [("gap", GAP), ("slip", SLIP), ("stick", STICK)] {
        case.report(&format!("phases of {name}"), phases.iter().filter(|&&p| p == state).count() as f64);
    }
    let position: &[&str] = &["tip.x", "tip.y", "tip.z"];
    let velocity: &[&str] = &["tip_velocity.x", "tip_velocity.y", "tip_velocity.z"];
    let window = [("simulation.until", "3"), PUBLISHED];
    orders(case, &spread(2e-3, 1.25e-4, 2), 1.25e-5, &window, &[("position", position), ("velocity", velocity)])
}
