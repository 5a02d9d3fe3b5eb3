//! Orders of Moreau–Jean and Schatzman–Paoli schemes where the exact motion is known (L 58–64, slides 46–51): L¹ errors, and
//! Hausdorff distances of filled-in graphs.
//!
//! Impacts come late by about a step each. Where a graph ends, what comes later in one of them has no counterpart in the other: there
//! velocities differ by the acceleration times the delay, which is of first order too as long as that is short against the last flight.
//! So the models end in the flight after the second impact.
//!
//! Oscillator: x = x₀ cos ωt until t₁ = π/(2ω); then flight k begins at t₁ + kπ/ω, x = e^{k+1} x₀ sin ω(t − t₁ − kπ/ω).

use crate::VerifyError;
use crate::ball::Exact;
use crate::case::Case;
use crate::measures::{error_to, report_order, spread};
use carom::study::{Signal, hausdorff};
use std::f64::consts::PI;

const SCHEMES: [(&str, &str); 2] = [("Moreau–Jean", "moreau_jean"), ("Schatzman–Paoli", "schatzman_paoli")];

pub fn bouncing_ball(case: &mut Case) -> Result<(), VerifyError> {
    let exact = Exact { g: case.parameter("g")?, height: case.parameter("x_0")?, e: case.parameter("e")? };
    let mut impacts = vec![exact.fall()];
    let mut flight = 2.0 * exact.e * exact.fall();
    let until = case.load(&[])?.settings.until;
    while let Some(last) = impacts.last().filter(|&&t| t < until) {
        impacts.push(last + flight);
        flight *= exact.e;
    }
    measure(case, &impacts, |t| exact.at(t))
}

pub fn oscillator(case: &mut Case) -> Result<(), VerifyError> {
    let (omega, x, e) = (case.parameter("omega")?, case.parameter("x_0")?, case.parameter("e")?);
    let (first, flight) = (0.5 * PI / omega, PI / omega);
    let until = case.load(&[])?.settings.until;
    let impacts: Vec<f64> = (0..).map(|k| first + f64::from(k) * flight).take_while(|&t| t < until).collect();
    measure(case, &impacts, |t| {
        if t < first {
            return (x * (omega * t).cos(), -x * omega * (omega * t).sin());
        }
        let k = ((t - first) / flight).floor();
        let (amplitude, phase) = (x * e.powf(k + 1.0), omega * (t - first - k * flight));
        (amplitude * phase.sin(), amplitude * omega * phase.cos())
    })
}

fn measure(case: &mut Case, impacts: &[f64], exact: impl Fn(f64) -> (f64, f64)) -> Result<(), VerifyError> {
    let until = case.load(&[])?.settings.until;
    let graphs = [graph(until, impacts, |t| exact(t).0), graph(until, impacts, |t| exact(t).1)];
    let steps = spread(4e-3, 2e-4, 16);
    for (name, scheme) in SCHEMES {
        let mut errors = [const { Vec::new() }; 3];
        for &h in &steps {
            let run = case.run_loose(h, &[("simulation.integrator", scheme)])?;
            let (z, v) = (run.column("z")?, run.column("vz")?);
            errors[0].push(error_to(&run.t, z, |t| exact(t).0));
            errors[1].push(error_to(&run.t, v, |t| exact(t).1));
            let distances = [z, v].into_iter().zip(&graphs).map(|(column, graph)| {
                let mut signal = Signal::new(1);
                run.t.iter().zip(column).for_each(|(&t, &x)| signal.push(t, [x]));
                hausdorff(&signal, graph)
            });
            // Of the motion: the larger one, which is that of the velocity.
            errors[2].push(distances.fold(0.0, f64::max));
        }
        let norms = ["position, L¹", "velocity, L¹", "motion, Hausdorff"];
        for (norm, errors) in norms.iter().zip(&errors) {
            report_order(case, &format!("{norm}, {name}"), &steps, errors);
        }
    }
    Ok(())
}

/// Pieces of an exact graph: of 1 ms at most, which moves a flight by less than a thousandth of the errors.
const PIECES: i32 = 2000;

/// The filled-in graph of a function that jumps at impacts.
fn graph(until: f64, impacts: &[f64], exact: impl Fn(f64) -> f64) -> Signal {
    let mut times: Vec<(f64, bool)> = (0..=PIECES).map(|i| (until * f64::from(i) / f64::from(PIECES), false)).collect();
    times.extend(impacts.iter().filter(|&&t| t < until).map(|&t| (t, true)));
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut signal = Signal::new(1);
    for (t, jumps) in times {
        if jumps {
            signal.push(t, [exact(t * (1.0 - 1e-12))]);
        }
        signal.push(t, [exact(t * (1.0 + 1e-12))]);
    }
    signal
}
