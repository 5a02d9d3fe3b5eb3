//! Slider-cranks with a flexible rod in a floating frame: the limit of a rigid rod (R §4.1), stability with little numerical damping (R
//! §4.2, 4.3), and convergence with the number of modes (R §4.5).

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::largest;

type Scheme = (&'static str, &'static [(&'static str, &'static str)]);

/// The bases of the text.
const BATHE: Scheme = ("Bathe", &[("simulation.integrator", "mixed_bathe")]);
const BASES: [Scheme; 5] = [
    ("α, ρ∞ = 0.8", &[("simulation.integrator", "mixed_alpha"), ("simulation.rho_inf", "0.8")]),
    ("α, ρ∞ = 0.5", &[("simulation.integrator", "mixed_alpha"), ("simulation.rho_inf", "0.5")]),
    ("α, ρ∞ = 0", &[("simulation.integrator", "mixed_alpha"), ("simulation.rho_inf", "0")]),
    BATHE,
    ("ED-α", &[("simulation.integrator", "mixed_ed_alpha"), ("simulation.rho_inf", "0")]),
];

/// Largest difference of two columns until a time.
fn apart((t, until): (&[f64], f64), a: &[f64], b: &[f64]) -> f64 {
    let rows = t.iter().take_while(|&&t| t <= until).count();
    largest(a.iter().zip(b).take(rows).map(|(a, b)| a - b))
}

/// The nearly rigid rod beside the rigid one.
pub fn rigid(case: &mut Case) -> Result<(), VerifyError> {
    // The first impact comes at 2.8 ms.
    const BEFORE: f64 = 0.0025;
    let difference = |run: &Run, column: &str, until: f64| -> Result<f64, VerifyError> {
        let [a, b] = [column.replace('*', "rigid"), column.replace('*', "flexible")];
        Ok(apart((&run.t, until), run.column(&a)?, run.column(&b)?))
    };
    let run = case.run(&[])?;
    case.report("slider y before the first impact", difference(&run, "x_*.y", BEFORE)?);
    for (name, column) in [("crank angle", "crank_*"), ("slider x", "x_*.x"), ("slider y", "x_*.y")] {
        case.report(name, difference(&run, column, f64::INFINITY)?);
    }
    let steel = case.run_loose(1e-5, &[("E", "2e11")])?;
    case.report(
        "slider y over that of steel",
        difference(&run, "x_*.y", f64::INFINITY)? / difference(&steel, "x_*.y", f64::INFINITY)?,
    );
    let inelastic = case.run_loose(1e-5, &[("e", "0")])?;
    case.report("slider y, e = 0", difference(&inelastic, "x_*.y", f64::INFINITY)?);
    let stiff = case.run_loose(1e-5, &[("bodies.rod_flexible.modes", "0")])?;
    case.report("slider y, no modes", difference(&stiff, "x_*.y", f64::INFINITY)?);
    let bathe = case.run_loose(1e-5, BATHE.1)?;
    case.report("slider y, Bathe", difference(&bathe, "x_*.y", f64::INFINITY)?);
    Ok(())
}

/// When the energy exceeds what the torque has done by a tenth, with the bases of the text; the end of the run if it never does.
pub fn stability(case: &mut Case) -> Result<(), VerifyError> {
    for (name, set) in BASES {
        let run = case.run_loose(1e-5, &[set, &[("simulation.until", "0.1")]].concat())?;
        let (energy, work) = (run.column("energy.total")?, run.column("energy.loads")?);
        // Below a millijoule it is rounding of the potential energy.
        let runs_away = |i: usize| energy[i].is_nan() || energy[i] - energy[0] > 1.1 * work[i] + 1e-3;
        let last = run.t.len() - 1;
        let when = run.t[(0..last).find(|&i| runs_away(i)).unwrap_or(last)];
        case.report(&format!("stable until, {name}"), when);
    }
    Ok(())
}

/// Modal rods beside the one with all freedoms, with Bathe's method as in the text.
pub fn modal(case: &mut Case) -> Result<(), VerifyError> {
    // The first impact comes at 7.5 ms.
    const BEFORE: f64 = 0.007;
    const COUNTS: [&str; 4] = ["1", "4", "16", "52"];
    let nodal = case.run_loose(1e-5, BATHE.1)?;
    let of_modes = |case: &mut Case, modes: &str, more: &[(&str, &str)]| {
        case.run_loose(1e-5, &[BATHE.1, &[("bodies.rod.modes", modes)], more].concat())
    };
    let crank = |run: &Run, until: f64| -> Result<f64, VerifyError> {
        Ok(apart((&run.t, until), run.column("theta_1")?, nodal.column("theta_1")?))
    };
    let height = |run: &Run| -> Result<f64, VerifyError> {
        Ok(apart((&run.t, f64::INFINITY), run.column("slider.y")?, nodal.column("slider.y")?))
    };
    let impulse = |run: &Run| -> Result<f64, VerifyError> { Ok(run.column("upper")?.iter().sum()) };
    let mut before = f64::NAN;
    for (k, modes) in COUNTS.into_iter().enumerate() {
        let run = of_modes(case, modes, &[])?;
        let now = crank(&run, BEFORE)?;
        if k == 0 {
            case.report("crank angle before the first impact, 1 mode", now);
        } else {
            let name = format!("crank angle before the first impact, {modes} modes over {}", COUNTS[k - 1]);
            case.report_with(&name, now / before, format!("{now:.1e} rad"));
        }
        before = now;
        let plural = if modes == "1" { "mode" } else { "modes" };
        case.report(&format!("slider y, {modes} {plural}"), height(&run)?);
        if k + 1 == COUNTS.len() {
            case.report("crank angle, 52 modes", crank(&run, f64::INFINITY)?);
            let share = impulse(&run)? / impulse(&nodal)? - 1.0;
            case.report("impulse of the upper wall, 52 modes", share.abs());
        }
    }
    for reference in ["pinned", "mean"] {
        let run = of_modes(case, "16", &[("bodies.rod.reference", &format!("\"{reference}\""))])?;
        case.report(&format!("crank angle before the first impact, {reference}"), crank(&run, BEFORE)?);
        case.report(&format!("slider y, {reference}"), height(&run)?);
    }
    Ok(())
}
