//! How well the pulse of force that is recovered from an impulse agrees with the resolved collision of two spheres (S C.6), for every
//! model of damping and restitutions from 0.1 to 1:
//!
//! ```text
//! cargo run --release -p carom --example force_recovery
//! ```

use carom::post::{CompliantLaw, Damping, PostError, Pulse, Shape, collide, reduced_mass};

/// K (N/m^{3/2}), the reduced mass (kg) and the speed of approach (m/s) of S C.6.
const STIFFNESS: f64 = 5.5e9;
const SPHERE: f64 = 0.092;
const APPROACH: f64 = 0.3;

fn main() -> Result<(), PostError> {
    let mass = reduced_mass(SPHERE, SPHERE);
    println!(
        "model                e  true e   d e | resolved T     peak | recovered T     peak   least | errors of T   peak | plain T   peak"
    );
    println!(
        "                     -       -     - |         us        N |          us        N       N |           %      % |       %      %"
    );
    for damping in Damping::PUBLISHED.into_iter().chain([Damping::Exact]) {
        for e in (1..=10).map(|i| f64::from(i) / 10.0) {
            let law = CompliantLaw::new(STIFFNESS, 1.5, e, damping)?;
            let truth = collide(&law, mass, APPROACH)?;
            let impulse = mass * (1.0 + e) * APPROACH;
            let pulse = Pulse::recover(&law, APPROACH, impulse, Shape::Piecewise)?;
            let plain = Pulse::recover(&law, APPROACH, impulse, Shape::Plain)?;
            let errors = |pulse: &Pulse| {
                let (duration, peak) = (pulse.duration / truth.duration, pulse.peak_force / truth.peak_force);
                [100.0 * (duration - 1.0), 100.0 * (peak - 1.0)]
            };
            let ([duration, peak], [plain_duration, plain_peak]) = (errors(&pulse), errors(&plain));
            println!(
                "{:<19} {e:.1} {:7.4} {:5.2} | {:10.2} {:8.2} | {:11.2} {:8.2} {:7.2} | {duration:11.1} {peak:6.1} | \
                 {plain_duration:7.1} {plain_peak:6.1}",
                damping.name(),
                truth.restitution,
                law.ratio() * e,
                1e6 * truth.duration,
                truth.peak_force,
                1e6 * pulse.duration,
                pulse.peak_force,
                pulse.least_force,
            );
        }
    }
    Ok(())
}
