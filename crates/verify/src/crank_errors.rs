//! Errors of the inclination θ₂ of the rod of a rigid slider-crank, without and with clearance (R tables 3–6).
//!
//! Without clearance the mechanism has one degree of freedom: with sin θ₂ = −(l₁/l₂) sin θ₁ and θ₂' = dθ₂/dθ₁ the energy
//! ½ I(θ₁) ω² + V(θ₁) is what it was, which gives ω(θ₁), and θ₁(t) by integration with the classical Runge–Kutta rule.
//!
//! The text measures the norm of relative errors (R 92) at instants that it does not name. Here they are the steps of the coarsest
//! runs, 1e-4 s apart; some are near zeros of θ₂, which make up most of the norm.
//!
//! The time of a step is processor time, the least of three runs, in that of Moreau's rule.

use crate::VerifyError;
use crate::case::{Case, Run};
use carom::study::{cpu_time, order_of_fit};

/// A scheme: its name and how it is chosen.
type Scheme = (&'static str, &'static [(&'static str, &'static str)]);

/// The schemes of the text, but for HETS.
const SCHEMES: [Scheme; 4] = [
    ("Moreau", &[("simulation.integrator", "moreau_midpoint")]),
    ("α", &[("simulation.integrator", "mixed_alpha"), ("simulation.rho_inf", "0.8")]),
    ("Bathe", &[("simulation.integrator", "mixed_bathe")]),
    ("ED-α", &[("simulation.integrator", "mixed_ed_alpha"), ("simulation.rho_inf", "0")]),
];

/// Instants, s apart, and their number.
const SPACING: f64 = 1e-4;
const COUNT: usize = 500;

const STEPS: [(f64, &str); 3] = [(1e-4, "1e-4 s"), (1e-5, "1e-5 s"), (1e-6, "1e-6 s")];

pub fn bilateral(case: &mut Case) -> Result<(), VerifyError> {
    let exact = inclinations(case)?;
    measure(case, &exact, of_relative)
}

pub fn clearance(case: &mut Case) -> Result<(), VerifyError> {
    let fine = case.run_loose(1e-7, SCHEMES[3].1)?;
    let exact = samples(&fine)?;
    measure(case, &exact, relative)?;
    let run = case.run_loose(1e-4, SCHEMES[0].1)?;
    case.report("error of Moreau at 1e-4 s by (92)", of_relative(&samples(&run)?, &exact));
    Ok(())
}

/// The step at which the text measures times.
const TIMED: f64 = 1e-5;

/// Errors and rates of all schemes, and the time that a step of them takes in that of Moreau's.
fn measure(case: &mut Case, exact: &[f64], error: fn(&[f64], &[f64]) -> f64) -> Result<(), VerifyError> {
    let mut moreau = None;
    for (name, set) in SCHEMES {
        let mut errors = Vec::new();
        for (h, label) in STEPS {
            let found = error(&samples(&case.run_loose(h, set)?)?, exact);
            errors.push(found);
            case.report(&format!("error of {name} at {label}"), found);
        }
        case.report(&format!("rate of {name}"), order_of_fit(&STEPS.map(|(h, _)| h), &errors));
        let time = time_of_run(case, set)?;
        match moreau {
            None => moreau = Some(time),
            Some(moreau) => case.report(&format!("time of a step of {name}, of Moreau's"), time / moreau),
        }
    }
    Ok(())
}

/// Processor time of a run, s.
fn time_of_run(case: &mut Case, set: &[(&str, &str)]) -> Result<f64, VerifyError> {
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let before = cpu_time();
        case.run_loose(TIMED, set)?;
        least = least.min((cpu_time() - before).as_secs_f64());
    }
    Ok(least)
}

/// θ₂ at the instants.
fn samples(run: &Run) -> Result<Vec<f64>, VerifyError> {
    let theta = run.column("theta_2")?;
    let stride = (theta.len() - 1) / COUNT;
    Ok((1..=COUNT).map(|i| theta[i * stride]).collect())
}

/// ‖(|θ − θ_ref|/|θ_ref|)_k‖₂ (R 92).
fn of_relative(values: &[f64], exact: &[f64]) -> f64 {
    values.iter().zip(exact).map(|(x, y)| ((x - y) / y).powi(2)).sum::<f64>().sqrt()
}

/// ‖θ − θ_ref‖₂/‖θ_ref‖₂.
fn relative(values: &[f64], exact: &[f64]) -> f64 {
    let difference: f64 = values.iter().zip(exact).map(|(x, y)| (x - y).powi(2)).sum();
    (difference / exact.iter().map(|y| y * y).sum::<f64>()).sqrt()
}

/// θ₂ at the instants without clearance.
fn inclinations(case: &Case) -> Result<Vec<f64>, VerifyError> {
    let of = |name: &str| case.parameter(name);
    let (l_1, l_2, g, omega) = (of("l_1")?, of("l_2")?, of("g")?, of("omega")?);
    let (m_1, m_2, m_3, j_1, j_2) = (of("m_1")?, of("m_2")?, of("m_3")?, of("J_1")?, of("J_2")?);
    let rod = |angle: f64| (-l_1 / l_2 * angle.sin()).asin();
    // I(θ₁) and V(θ₁).
    let terms = |angle: f64| {
        let (s_1, c_1) = angle.sin_cos();
        let (s_2, c_2) = rod(angle).sin_cos();
        let turn = -l_1 * c_1 / (l_2 * c_2);
        let middle = [-l_1 * s_1 - 0.5 * l_2 * s_2 * turn, l_1 * c_1 + 0.5 * l_2 * c_2 * turn];
        let slider = -l_1 * s_1 - l_2 * s_2 * turn;
        let inertia = j_1 + 0.25 * m_1 * l_1 * l_1 + j_2 * turn * turn + m_3 * slider * slider;
        let height = 0.5 * m_1 * l_1 * s_1 + m_2 * (l_1 * s_1 + 0.5 * l_2 * s_2);
        (inertia + m_2 * (middle[0].powi(2) + middle[1].powi(2)), g * height)
    };
    let energy = 0.5 * terms(0.0).0 * omega * omega + terms(0.0).1;
    let speed = |angle: f64| {
        let (inertia, potential) = terms(angle);
        (2.0 * (energy - potential) / inertia).sqrt()
    };
    const FINER: usize = 50;
    let h = SPACING / FINER as f64;
    let mut angle = 0.0;
    Ok((0..COUNT)
        .map(|_| {
            for _ in 0..FINER {
                let a = speed(angle);
                let b = speed(angle + 0.5 * h * a);
                let c = speed(angle + 0.5 * h * b);
                let d = speed(angle + h * c);
                angle += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
            }
            rod(angle)
        })
        .collect())
}
