//! Discrete energy balances of schemes on random linear systems with a contact (L 93, 97, 103, 114; `carom::integrate::Identity`).
//!
//! The monitor of a run evaluates them. Within the ranges of parameters for which the lecture promises it, no step gains energy; outside, some do.

use crate::VerifyError;
use crate::case::Case;
use carom::integrate::{Coefficients, MeanVelocity, Method, MoreauJean, NonsmoothAlpha};
use carom::testkit::Random;
use std::sync::Arc;

const CHAINS: u64 = 6;
/// Restitution of the rows in which it does not decide.
const E: f64 = 0.7;

/// A scheme, and the restitution.
type Set = (Arc<dyn Method>, f64);
/// A scheme outside of its range: what it gains, and on which chain.
type Outside = (&'static str, u64, Set);

fn theta(theta: f64, kinematics: MeanVelocity, e: f64) -> Set {
    (Arc::new(MoreauJean { theta, kinematics, ..MoreauJean::default() }), e)
}

fn alpha(coefficients: Coefficients) -> Set {
    (Arc::new(NonsmoothAlpha { coefficients, ..NonsmoothAlpha::default() }), E)
}

pub fn moreau(case: &mut Case) -> Result<(), VerifyError> {
    let of = |t, e| theta(t, MeanVelocity::Theta, e);
    let within = [of(0.5, 1.0), of(0.5, 0.3), of(0.6, 0.6), of(1.0, 0.0)];
    let outside = [("gain, θ = 0.4, e = 0.8", 1, of(0.4, 0.8)), ("gain, θ = 1, e = 0.8", 0, of(1.0, 0.8))];
    measure(case, &within, &outside)
}

pub fn moreau_variant(case: &mut Case) -> Result<(), VerifyError> {
    let of = |t, e| theta(t, MeanVelocity::Midpoint, e);
    let within = [of(0.5, 1.0), of(0.5, 0.3), of(0.6, 0.9), of(1.0, 0.0), of(1.0, 0.8)];
    measure(case, &within, &[("gain, θ = 0.4, e = 0.8", 1, of(0.4, 0.8))])
}

pub fn newmark(case: &mut Case) -> Result<(), VerifyError> {
    let of = |gamma, beta| alpha(Coefficients::newmark(gamma, beta));
    let within = [of(0.5, 0.25), of(0.5, 0.4), of(0.6, 0.3025), of(0.9, 0.5)];
    measure(case, &within, &[("gain, γ = 0.4, β = 0.25", 1, of(0.4, 0.25))])
}

pub fn hht(case: &mut Case) -> Result<(), VerifyError> {
    let within = [0.05, 0.2, 1.0 / 3.0].map(|a| alpha(Coefficients::hht(a)));
    let large = Coefficients { alpha_m: 0.0, alpha_f: 0.3, gamma: 0.5, beta: 0.25 };
    measure(case, &within, &[("gain, α = 0.3, γ = 0.5", 1, alpha(large))])
}

/// Largest defect of all, and largest gain of those within the range; gains of those outside.
fn measure(case: &mut Case, within: &[Set], outside: &[Outside]) -> Result<(), VerifyError> {
    let (mut defect, mut gain): (f64, f64) = (0.0, 0.0);
    for set in within {
        for seed in 0..CHAINS {
            let [off, more] = balance(case, seed, set)?;
            (defect, gain) = (defect.max(off), gain.max(more));
        }
    }
    let mut gains = Vec::new();
    for (name, seed, set) in outside {
        let [off, more] = balance(case, *seed, set)?;
        defect = defect.max(off);
        gains.push((name, more));
    }
    case.report("largest defect", defect);
    case.report("largest gain within the range", gain);
    gains.into_iter().for_each(|(name, gain)| case.report(name, gain));
    Ok(())
}

/// Defect and gain in a run of a random chain, as shares of the energy that it turns over.
fn balance(case: &mut Case, seed: u64, (method, e): &Set) -> Result<[f64; 2], VerifyError> {
    let mut random = Random::new(seed);
    let mut draw = |kind: &str, count: usize, low: f64, high: f64| -> Vec<(String, String)> {
        (1..=count).map(|i| (format!("{kind}_{i}"), format!("{:e}", random.between(low, high)))).collect()
    };
    let chain = [draw("m", 4, 0.5, 3.0), draw("k", 3, 200.0, 4000.0), draw("c", 3, 0.0, 3.0)].concat();
    let mut set: Vec<(&str, &str)> = chain.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let e = e.to_string();
    set.extend([("e", e.as_str()), ("simulation.energy_identity", "true"), ("simulation.tolerance", "1e-13")]);
    let run = case.run_method(method.clone(), &set)?;
    let energy = &run.statistics.energy;
    let size = energy.turned_over();
    let identity = energy.identity.as_ref().ok_or_else(|| case.event("a balance"))?;
    Ok([identity.defect.0.abs() / size, identity.unpushed_gain.0.max(0.0) / size])
}
