//! Three masses on springs along a line, the third on a stiff spring or held (R §2.8), all at rest with relaxed springs at the start.
//!
//! Stiff: mass 3 vibrates with √(k₀/m) about (m γ + k (q₂ − q₃))/k₀, with the amplitude m γ/k₀ at the start.
//!
//! Held: q₁ = q₂ = (m γ/k)(1 − cos ωt) with ω² = k/m, and the wall presses with m γ + k q₂. It is reached in the first step, with the
//! acceleration γ that later steps remember: since velocities stay zero, the acceleration of Newmark's formulas has the factor
//! −(1 − γ_N)/γ_N a step, the true one −α_f/(1 − α_f) = −ρ∞ besides, and forces alternate. The part of their error e that does is
//! |e_{n+1} − 2 e_n + e_{n−1}|/4.

use crate::VerifyError;
use crate::case::Case;
use crate::measures::largest;

type Scheme = (&'static str, &'static [(&'static str, &'static str)]);

/// The bases of the text.
const SCHEMES: [Scheme; 4] = [
    ("α, ρ∞ = 0.8", &[("simulation.integrator", "mixed_alpha"), ("simulation.rho_inf", "0.8")]),
    ("α, ρ∞ = 0", &[("simulation.integrator", "mixed_alpha"), ("simulation.rho_inf", "0")]),
    ("Bathe", &[("simulation.integrator", "mixed_bathe")]),
    ("ED-α", &[("simulation.integrator", "mixed_ed_alpha"), ("simulation.rho_inf", "0")]),
];

/// Steps after which the vibration is looked at, and for how many.
const LATER: usize = 50;
const WINDOW: usize = 10;

fn highest_frequency(case: &mut Case, set: &[(&str, &str)]) -> Result<f64, VerifyError> {
    let modes = case.modes(set)?.modes;
    Ok(modes.iter().map(|mode| mode.frequency()).fold(0.0, f64::max))
}

pub fn stiff(case: &mut Case) -> Result<(), VerifyError> {
    let highest = highest_frequency(case, &[])?;
    case.report("highest frequency", highest);
    let (gamma, m) = (case.parameter("gamma")?, case.parameter("m")?);
    let (k, k_0, d) = (case.parameter("k")?, case.parameter("k_0")?, case.parameter("d")?);
    for (name, set) in SCHEMES {
        let run = case.run_loose(1e-3, set)?;
        let (q_2, q_3) = (run.column("q2")?, run.column("q3")?);
        let vibration = q_2.iter().zip(q_3).map(|(x_2, x_3)| {
            let (q_2, q_3) = (x_2 - 2.0 * d, x_3 - 3.0 * d);
            q_3 - (m * gamma + k * (q_2 - q_3)) / k_0
        });
        let amplitude = largest(vibration.skip(LATER).take(WINDOW));
        case.report(&format!("vibration after {LATER} steps, {name}"), amplitude / (m * gamma / k_0));
    }
    Ok(())
}

pub fn constrained(case: &mut Case) -> Result<(), VerifyError> {
    // So heavy that it stands.
    let held = ("m_3", "1e12");
    let highest = highest_frequency(case, &[held])?;
    case.report("highest frequency", highest);
    let printed = highest_frequency(case, &[held, ("k", "1")])?;
    case.report("highest frequency, k as printed", printed);
    let (gamma, m, k) = (case.parameter("gamma")?, case.parameter("m")?, case.parameter("k")?);
    let omega = (k / m).sqrt();
    let undamped: Scheme = ("α, ρ∞ = 1", &[("simulation.integrator", "mixed_alpha"), ("simulation.rho_inf", "1")]);
    for (name, set) in std::iter::once(undamped).chain(SCHEMES) {
        let run = case.run_loose(0.05, set)?;
        let exact = |t: f64| m * gamma * (2.0 - (omega * t).cos());
        let errors: Vec<f64> = run.t.iter().zip(run.column("force")?).map(|(&t, force)| force - exact(t)).collect();
        for n in [10, 100] {
            let alternating = 0.25 * (errors[n + 1] - 2.0 * errors[n] + errors[n - 1]).abs();
            case.report(&format!("alternating force after {n} steps, {name}"), alternating / (m * gamma));
        }
    }
    Ok(())
}
