//! Blows that travel through balls that touch (S B.24–B.29, B.53): three balls on a table, Newton's cradle, the Bernoulli problem,
//! a row of twenty.

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::cue::energy_growth;
use crate::measures::{PUBLISHED, error_to, largest, maxima, orders, range, report_order, spread};

/// Largest change of the momentum's components in the plane, relative to the first one at the start.
fn momentum_change(run: &Run) -> Result<f64, VerifyError> {
    let p = run.column("p.x")?;
    Ok(range(p).max(range(run.column("p.y")?)) / p[0].abs())
}

/// A ball hits two that touch, without friction and with it.
pub fn three_balls(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let hit = run.column("v3.x")?.iter().position(|&v| v > 1.0).ok_or_else(|| case.event("the impact"))?;
    case.report("impact", run.t[hit]);
    case.report("velocity of ball 3", run.last("v3.x")?);
    case.report("velocity of balls 1 and 2", largest([run.last("v1.x")?, run.last("v2.x")?]));
    case.report("momentum", momentum_change(&run)?);
    let growth = energy_growth(&run)?;
    let friction = [("mu", "0.2"), ("mu_ball", "0.06")];
    let run = case.run(&friction)?;
    let rolling = run.column("status")?.iter().position(|&s| s == 1.0).ok_or_else(|| case.event("rolling"))?;
    let hit = run.column("v3.x")?.iter().position(|&v| v > 1.0).ok_or_else(|| case.event("the impact"))?;
    case.report("rolling from, with friction", run.t[rolling]);
    case.report("impact, with friction", run.t[hit]);
    case.report("impact, with friction, analytic", run.t[hit]);
    case.report("velocity of ball 1 after the impact", run.column("v1.x")?[hit]);
    let rise = |name: &str| run.column(name).map(range);
    case.report("hop of ball 1", rise("x1.z")?);
    case.report("hop of ball 3", rise("x3.z")?);
    case.report("balls 1 and 2 apart at the end", run.last("x2.x")? - run.last("x1.x")? - 2.0 * run.parameter("r")?);
    case.report(
        "sideways",
        largest([range(run.column("x1.y")?), range(run.column("x2.y")?), range(run.column("x3.y")?)]),
    );
    case.report("energy growth", growth.max(energy_growth(&run)?));
    orders(case, &spread(1.6e-3, 1e-4, 4), 2.5e-5, &friction, &[("positions", &["x1.x", "x2.x", "x3.x"])])
}

/// As many balls leave a cradle of five as arrive.
pub fn cradle(case: &mut Case) -> Result<(), VerifyError> {
    let [g, l, r, angle] = ["g", "l", "r", "angle"].map(|name| case.parameter(name));
    let (g, l, r, angle) = (g?, l?, r?, angle?);
    // A ball of unit mass on a thread: ½ (l² + 0.4 r²) ω² = g l (1 − cos φ).
    let rate = (2.0 * g * l * (1.0 - angle.cos()) / (l * l + 0.4 * r * r)).sqrt();
    let (mut left, mut rest, mut height, mut growth) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    for dropped in 1..=3 {
        let run = case.run(&[("dropped", &dropped.to_string())])?;
        let hit = run.column("rate_5")?.iter().position(|&w| w > 0.5 * rate).ok_or_else(|| case.event("the impact"))?;
        for ball in 1..=5 {
            let leaves = ball > 5 - dropped;
            let after = run.column(&format!("rate_{ball}"))?[hit] / rate;
            if leaves {
                left = left.max((after - 1.0).abs());
                let top = maxima(run.column(&format!("angle_{ball}"))?);
                let top = top.last().ok_or_else(|| case.event("the turning point"))?;
                height = height.max((top + angle).abs());
            } else {
                rest = rest.max(after.abs());
            }
        }
        let energy = run.column("energy.total")?;
        let raised = f64::from(dropped) * run.parameter("m")? * g * l * (1.0 - angle.cos());
        growth = growth.max(energy.iter().map(|e| e - energy[0]).fold(0.0, f64::max) / raised);
    }
    case.report("leaving balls, deviation", left);
    case.report("balls that stay", rest);
    case.report("turning point, deviation", height.to_degrees());
    case.report("energy growth", growth);
    Ok(())
}

/// A ball hits two that touch, both at once.
pub fn bernoulli(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let [v_0, r, alpha] = [run.parameter("v_0")?, run.parameter("r")?, run.parameter("alpha")?];
    let ahead = 2.0 * v_0 / (3.0 + alpha.tan().powi(2));
    for name in ["v1.x", "v2.x", "v1.y"] {
        case.report(&format!("{}_{}", &name[..2], &name[3..]), run.last(name)?);
    }
    let mut skew = 0.0_f64;
    for (one, three, sign) in
        [("v1.x", "v3.x", -1.0), ("v1.y", "v3.y", 1.0), ("x1.x", "x3.x", -1.0), ("x1.y", "x3.y", 1.0)]
    {
        let pairs = run.column(one)?.iter().zip(run.column(three)?);
        skew = skew.max(largest(pairs.map(|(a, b)| a + sign * b)));
    }
    skew = skew.max(largest(run.column("x2.y")?.iter().copied()));
    case.report("asymmetry", skew);
    case.report("momentum", momentum_change(&run)?);
    case.report("energy growth", energy_growth(&run)?);
    // The impact is a third of a step after one, at every step size.
    let hit = 8.0 / 75.0 / v_0;
    let jump = |t: f64, before: f64, after: f64| if t < hit { before } else { after };
    let steps = [2e-2, 5e-3, 1.25e-3, 3.125e-4];
    let (mut speeds, mut places) = (Vec::new(), Vec::new());
    for h in steps {
        let run = case.run_step(h, &[("gap", "8/75"), PUBLISHED])?;
        let x = |t: f64| 2.0 * r * alpha.cos() + ahead * (t - hit).max(0.0);
        places.push(error_to(&run.t, run.column("x1.x")?, x));
        let v = |t: f64| jump(t, v_0, v_0 - 2.0 * ahead);
        speeds.push(error_to(&run.t, run.column("v2.x")?, v));
    }
    report_order(case, "position of ball 1", &steps, &places);
    report_order(case, "velocity of ball 2", &steps, &speeds);
    Ok(())
}

/// A ball hits a row of twenty.
pub fn row(case: &mut Case) -> Result<(), VerifyError> {
    let (mut momentum, mut growth) = (0.0_f64, 0.0_f64);
    for e in [1.0, 0.9, 0.5] {
        let run = case.run(&[("e", &e.to_string())])?;
        let exact = binary_sequence(e, 21);
        let v_0 = run.parameter("v_0")?;
        let mut off = 0.0_f64;
        for (i, exact) in exact.iter().enumerate() {
            off = off.max((run.last(&format!("v_{i}"))? - exact * v_0).abs() / v_0);
        }
        let remark =
            format!("the last ball leaves with {:.6}, {} rounds", run.last("v_20")?, run.statistics.max_rounds);
        case.report_with(&format!("deviation, e = {e}"), off, remark);
        momentum = momentum.max(momentum_change(&run)?);
        growth = growth.max(energy_growth(&run)?);
    }
    case.report("momentum", momentum);
    case.report("energy growth", growth);
    Ok(())
}

/// Velocities of equal balls in a row after the first one hit the others with velocity 1: a sequence of impacts of two balls.
///
/// Contacts of a round have the same parity, because each is struck by what its neighbours did in the round before: no ball takes
/// part in two impacts at once, and the order of the impacts does not matter.
fn binary_sequence(e: f64, balls: usize) -> Vec<f64> {
    let mut v = vec![0.0; balls];
    v[0] = 1.0;
    loop {
        let struck: Vec<usize> = (1..balls).filter(|&i| v[i - 1] - v[i] > 1e-15).collect();
        if struck.is_empty() {
            return v;
        }
        for i in struck {
            let (sum, difference) = (v[i - 1] + v[i], e * (v[i - 1] - v[i]));
            (v[i - 1], v[i]) = (0.5 * (sum - difference), 0.5 * (sum + difference));
        }
    }
}
