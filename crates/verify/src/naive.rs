//! What plain Newmark schemes make of an impact (L 69–72, slides 58–61), on a ball that falls from x₀.
//!
//! Position level, γ = 1 and β = ½: the step in which the ball arrives ends on the floor, q_{n+1} = 0, with
//! v_{n+1} = −v_n − 2 q_n/h. This is between −|v_n| and |v_n|, wherever in the step the floor lies, and e is not in it.
//!
//! Velocity level: v_{n+1} = −e v_n, but the jump enters the acceleration, a_{n+1} ≈ −(1 + e) v_n/(γ h), and (1 − γ) h a_{n+1} is added
//! in the next step. The ball leaves with [e + (1 + e)(1 − γ)/γ] |v_n|: right for γ = 1 alone, (1 + 2e) |v_n| for γ = ½.

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::maxima;

const NAIVE: (&str, &str) = ("simulation.integrator", "generalized_alpha");
const POSITION: (&str, &str) = ("simulation.naive_contact", "position");
const VELOCITY: (&str, &str) = ("simulation.naive_contact", "velocity");

/// Names of schemes, and how they are chosen.
const SCHEMES: [(&str, &str); 8] = [
    ("Moreau–Jean", "moreau_jean"),
    ("Schatzman–Paoli", "schatzman_paoli"),
    ("nonsmooth Newmark", "nonsmooth_newmark"),
    ("nonsmooth HHT", "nonsmooth_hht"),
    ("nonsmooth α", "nonsmooth_alpha"),
    ("mixed α", "mixed_alpha"),
    ("mixed Bathe", "mixed_bathe"),
    ("decoupled", "decoupled"),
];

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let first = [("simulation.gamma", "1"), ("simulation.beta", "0.5")];
    let second = [("simulation.gamma", "0.5"), ("simulation.beta", "0.25")];
    let h = 1e-3;
    let at_position = case.run_loose(h, &[&[NAIVE, POSITION], &first[..]].concat())?;
    let without = case.run_loose(h, &[&[NAIVE, POSITION, ("e", "0")], &first[..]].concat())?;
    let [rebound, other] = [rebounds(case, &at_position)?[0], rebounds(case, &without)?[0]];
    case.report("rebound, position level, γ = 1", rebound);
    case.report("difference to e = 0, position level", (rebound - other).abs());
    for (name, parameters) in [("½", second), ("1", first)] {
        let run = case.run_loose(h, &[&[NAIVE, VELOCITY], &parameters[..]].concat())?;
        let height = rebounds(case, &run)?[0];
        case.report(&format!("rebound, velocity level, γ = {name}"), height);
    }
    for (name, scheme) in SCHEMES {
        let run = case.run_loose(h, &[("simulation.integrator", scheme)])?;
        let heights = rebounds(case, &run)?;
        case.report(&format!("rebound 1, {name}"), heights[0]);
        let next = heights.get(1).copied().ok_or_else(|| case.event("a second rebound"))?;
        case.report(&format!("rebound 2, {name}"), next);
    }
    Ok(())
}

fn rebounds(case: &Case, run: &Run) -> Result<Vec<f64>, VerifyError> {
    let heights = maxima(run.column("z")?);
    if heights.is_empty() { Err(case.event("a rebound")) } else { Ok(heights) }
}
