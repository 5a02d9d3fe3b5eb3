//! What every contact law must satisfy, at any augmented force ξ = λ − p u: the projection P on its admissible forces is what the
//! solvers take it for.
//!
//! The set of admissible forces is that of the present normal force: a disc of radius c λ_N, or an ellipse, for each of sliding, drilling and
//! rolling. P is therefore no projection on a cone. For a given normal force it is non-expansive, and as the radius grows with the
//! normal force, ‖P(ξ) − P(ξ′)‖ ≤ (1 + Σc) ‖ξ − ξ′‖.
//!
//! A force that P leaves as it is, λ = P(λ − p u), belongs to a velocity u = (P(ξ) − ξ)/p: λ_N u_N = 0 with both not negative, and
//! in every disc λ·u ≤ λ′·u for all admissible λ′, Coulomb's law as the principle of maximal dissipation.

use super::Random;
use super::contract::{Violation, compare};
use crate::contact::{ContactLaw, Sliding};
use nonsmooth::{Disc, Law, MAX_ROWS, Shape};

const CASES: usize = 300;
/// p of all rows.
const ONES: [f64; MAX_ROWS] = [1.0; MAX_ROWS];
/// Sums of squares of a few numbers of order one.
const ROUNDING: f64 = 1e-14;

/// All contracts of a law.
pub fn law(law: &ContactLaw) -> Result<(), Violation> {
    coefficients(law)?;
    let axes = law.axes();
    let mut random = Random::new(7);
    for _ in 0..CASES {
        let now =
            Sliding { speed: random.between(0.0, 5.0), sticks: random.below(3) == 0, memory: random.between(0.0, 2.0) };
        let on = law.on(&axes, &now);
        let mut forces = || -> Vec<f64> { axes.iter().map(|_| random.signed()).collect() };
        let (xi, other) = (forces(), forces());
        admissible(&on, &xi)?;
        lipschitz(&on, &xi, &other)?;
        dissipation(&on, &xi, &other)?;
    }
    Ok(())
}

/// Coefficients are those of materials: restitution between 0 and 1, resistances not negative at any speed.
fn coefficients(law: &ContactLaw) -> Result<(), Violation> {
    for (name, e) in [("restitution", law.restitution_n), ("tangential restitution", law.restitution_t)] {
        compare("coefficients", &[e], &[e.clamp(0.0, 1.0)], 0.0, |_| name.to_owned())?;
    }
    for speed in [0.0, 1e-6, 1e-3, 0.1, 1.0, 30.0, 1e3] {
        let disc = law.friction.disc(&Sliding::at(speed));
        let [along, across] = if disc.shape == Shape::Round { [disc.factor_at(speed); 2] } else { factors(&disc) };
        let found = [along, across, law.rolling, law.drilling];
        let name = |i: usize| format!("{} at {speed} m/s", ["friction", "friction across", "rolling", "drilling"][i]);
        compare("coefficients", &found, &found.map(|c| c.clamp(0.0, f64::MAX)), 0.0, name)?;
    }
    Ok(())
}

/// Factors of a disc along its two rows.
fn factors(disc: &Disc) -> [f64; 2] {
    match disc.shape {
        Shape::Round => [disc.factor; 2],
        Shape::Ellipse { across } => [disc.factor, across],
        // Forces here are of order one, and so are velocities.
        Shape::Rising { .. } => [disc.factor_at(10.0); 2],
    }
}

/// First rows, numbers of rows and factors of the discs.
fn discs(law: &Law) -> Vec<(usize, usize, [f64; 2])> {
    let Law::Unilateral { discs, .. } = law else { return Vec::new() };
    let mut first = 1;
    let each = discs.iter().flatten().map(|disc| {
        first += disc.rows;
        (first - disc.rows, disc.rows, factors(disc))
    });
    each.collect()
}

fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn project(law: &Law, xi: &[f64]) -> Vec<f64> {
    law.project(xi, &ONES).force[..xi.len()].to_vec()
}

/// P(ξ) is admissible, P(P(ξ)) = P(ξ), and both ways of projecting agree.
fn admissible(law: &Law, xi: &[f64]) -> Result<(), Violation> {
    let p = project(law, xi);
    compare("admissible", &[p[0]], &[p[0].max(0.0)], 0.0, |_| "normal force".to_owned())?;
    for (first, rows, factors) in discs(law) {
        // Per unit of the axes of the disc.
        let scaled = |(x, factor): (&f64, f64)| if *x == 0.0 { 0.0 } else { x / (factor * p[0]) };
        let size = norm(&p[first..first + rows].iter().zip(factors).map(scaled).collect::<Vec<_>>());
        compare("admissible", &[size.max(1.0)], &[1.0], 10.0 * ROUNDING, |_| format!("disc at row {first}"))?;
    }
    if !law.rises() {
        // Forces of a disc that rises with the velocity are admissible together with theirs.
        compare("idempotent", &project(law, &p), &p, ROUNDING, |i| format!("row {i}"))?;
    }
    let mut admitted = xi.to_vec();
    law.admit(&mut admitted, &ONES);
    compare("admit = project", &admitted, &p, ROUNDING, |i| format!("row {i}"))
}

/// Two forces come no farther apart at the same normal force, and by a bounded factor at different ones.
fn lipschitz(law: &Law, xi: &[f64], other: &[f64]) -> Result<(), Violation> {
    let apart = |a: &[f64], b: &[f64]| norm(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>());
    let mut level = other.to_vec();
    level[0] = xi[0];
    let factors: f64 = discs(law).iter().map(|(_, _, [along, across])| along.max(*across)).sum();
    for (name, other, bound) in [("same normal force", level.as_slice(), 1.0), ("any two forces", other, 1.0 + factors)]
    {
        let (before, after) = (bound * apart(xi, other), apart(&project(law, xi), &project(law, other)));
        compare("non-expansive", &[after.max(before)], &[before], ROUNDING, |_| name.to_owned())?;
    }
    Ok(())
}

/// Complementarity in the normal direction, maximal dissipation in the others.
fn dissipation(law: &Law, xi: &[f64], other: &[f64]) -> Result<(), Violation> {
    let p = project(law, xi);
    let u: Vec<f64> = p.iter().zip(xi).map(|(p, xi)| p - xi).collect();
    compare("complementarity", &[u[0].min(0.0), p[0] * u[0]], &[0.0; 2], ROUNDING, |i| {
        ["u_N", "λ_N u_N"][i].to_owned()
    })?;
    // Any admissible force with the same normal force.
    let mut rival = other.to_vec();
    rival[0] = p[0];
    let rival = project(law, &rival);
    for (first, rows, _) in discs(law) {
        let of = |v: &[f64]| v[first..first + rows].to_vec();
        let (power, rival) = (dot(&of(&p), &of(&u)), dot(&of(&rival), &of(&u)));
        let name = |i: usize| format!("disc at row {first}, {}", ["power", "more than another force"][i]);
        let rival = if law.rises() { power } else { rival };
        if p[0] > 0.0 {
            compare("dissipation", &[power.max(0.0), (power - rival).max(0.0)], &[0.0; 2], ROUNDING, name)?;
        }
    }
    Ok(())
}
