//! Energy of elastic systems that bounce without loss (L slides 67–71): it stays what it was.
//!
//! Between impacts Moreau–Jean with θ = 1 is the implicit Euler rule: of a vibration ω it leaves 1/(1 + ω²h²) of the energy a step,
//! about exp(−ω²h t). θ = ½ and the nonsmooth-α scheme lose at impacts only, where the law holds at the ends of a step and not at the
//! instant.

use crate::VerifyError;
use crate::case::Case;

const ALPHA: (&str, &str) = ("simulation.integrator", "nonsmooth_alpha");
const MOREAU: (&str, &str) = ("simulation.integrator", "moreau_jean");

pub fn two_balls(case: &mut Case) -> Result<(), VerifyError> {
    // The energy of the upper ball where the spring is relaxed and the lower one on the floor.
    let least = case.parameter("m")? * case.parameter("g")? * case.parameter("l")?;
    energies(case, least)
}

pub fn pendulum(case: &mut Case) -> Result<(), VerifyError> {
    // Hanging down, the rod relaxed.
    let least = -case.parameter("m")? * case.parameter("g")? * case.parameter("l")?;
    energies(case, least)
}

/// Energy at the end as a share of the initial one, both above `least`.
fn energies(case: &mut Case, least: f64) -> Result<(), VerifyError> {
    let schemes: [(&str, &[(&str, &str)]); 3] = [
        ("nonsmooth α", &[ALPHA]),
        ("Moreau–Jean, θ = ½", &[MOREAU]),
        ("Moreau–Jean, θ = 1", &[MOREAU, ("simulation.theta", "1")]),
    ];
    for (name, set) in schemes {
        let run = case.run_loose(1e-3, set)?;
        let energy = run.column("energy")?;
        let impacts = run.column("impulse")?.iter().filter(|&&p| p > 0.0).count();
        let share = (run.last("energy")? - least) / (energy[0] - least);
        case.report_with(&format!("energy at 5 s, {name}"), share, format!("{impacts} steps with impulses"));
    }
    Ok(())
}
