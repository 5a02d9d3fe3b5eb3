//! A ball on a horizontal plane with friction μ and rolling resistance ρ (S §A.6): it slides, rolls and stops.
//!
//! Along the direction of motion, with the speed v, the spin w in the sense of rolling, the slip s = v − r w and N = m g:
//!
//! ```text
//! slides:  v̇ = −μ g sgn s ,                I ẇ = N (μ r sgn s − ρ sgn w)
//! rolls:   v̇ = r ẇ = −ρ N r/(I + m r²) ,   if that asks for no more than μ g
//! ```
//!
//! Accelerations are constant between events, and the integrator is exact there: velocities have no error, and positions only
//! that of the steps with an event.

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::{error_to, largest, report_order, spread};

/// A slip or speed below this is none, m/s or rad/s.
const NONE: f64 = 1e-9;
/// The tolerances of the text.
pub const TEXT_TOLERANCES: [(&str, &str); 2] =
    [("simulation.tolerance", "1e-5"), ("simulation.constraint_tolerance", "1e-5")];

/// The ball and the plane.
#[derive(Clone, Copy, Debug)]
pub struct Ball {
    pub g: f64,
    pub m: f64,
    pub inertia: f64,
    pub r: f64,
    pub mu: f64,
    pub rho: f64,
}

/// Motion with constant accelerations from a time on.
#[derive(Clone, Copy, Debug, Default)]
struct Phase {
    start: f64,
    x: f64,
    angle: f64,
    v: f64,
    w: f64,
    v_dot: f64,
    w_dot: f64,
    rolls: bool,
}

impl Phase {
    /// Way, angle, speed and spin.
    fn at(&self, t: f64) -> [f64; 4] {
        let s = t - self.start;
        let way = |x: f64, v: f64, a: f64| x + s * (v + 0.5 * s * a);
        let [v, w] = [self.v + s * self.v_dot, self.w + s * self.w_dot];
        [way(self.x, self.v, self.v_dot), way(self.angle, self.w, self.w_dot), v, w]
    }
}

impl Ball {
    pub fn of(run: &Run, mu: f64, rho: f64) -> Result<Self, VerifyError> {
        let [g, m, inertia, r] = [run.parameter("g")?, run.parameter("m")?, run.parameter("I")?, run.parameter("r")?];
        Ok(Self { g, m, inertia, r, mu, rho })
    }

    /// Deceleration of a ball that rolls.
    pub fn rolling_deceleration(&self) -> f64 {
        self.rho * self.m * self.g * self.r / (self.inertia + self.m * self.r * self.r)
    }

    /// The phase that begins with a speed and a spin.
    fn phase(&self, from: [f64; 4], start: f64) -> Phase {
        let [x, angle, v, w] = from.map(|value| if value.abs() < 1e-13 { 0.0 } else { value });
        let mut slip = v - self.r * w;
        let roll = self.rolling_deceleration();
        let phase = Phase { start, x, angle, v, w, ..Phase::default() };
        if slip.abs() < 1e-12 {
            if v == 0.0 {
                return Phase { rolls: true, ..phase };
            }
            if roll <= self.mu * self.g {
                let v_dot = -roll * v.signum();
                return Phase { v_dot, w_dot: v_dot / self.r, rolls: true, ..phase };
            }
            // The plane cannot hold back the ball as much as its rolling resistance holds back the spin.
            slip = v;
        }
        let push = self.mu * self.r * slip.signum();
        let resisted =
            if w == 0.0 { push.signum() * (push.abs() - self.rho).max(0.0) } else { push - self.rho * w.signum() };
        let v_dot = if v == 0.0 && w == 0.0 { 0.0 } else { -self.mu * self.g * slip.signum() };
        Phase { v_dot, w_dot: resisted * self.m * self.g / self.inertia, ..phase }
    }

    /// The motion from a speed and a spin to rest.
    fn motion(&self, v: f64, w: f64) -> Vec<Phase> {
        let mut phases = vec![self.phase([0.0, 0.0, v, w], 0.0)];
        loop {
            let last = phases[phases.len() - 1];
            let zero = |value: f64, rate: f64| if value * rate < 0.0 { -value / rate } else { f64::INFINITY };
            let slip = match last.rolls {
                true => f64::INFINITY,
                false => zero(last.v - self.r * last.w, last.v_dot - self.r * last.w_dot),
            };
            let lasts = slip.min(zero(last.v, last.v_dot)).min(zero(last.w, last.w_dot));
            if !lasts.is_finite() {
                return phases;
            }
            let end = last.start + lasts;
            phases.push(self.phase(last.at(end), end));
        }
    }
}

fn exact(phases: &[Phase], t: f64) -> [f64; 4] {
    let i = phases.partition_point(|p| p.start <= t).max(1);
    phases[i - 1].at(t)
}

/// Time at which a history that falls to zero reaches it: the line through its last two values, before it is none, continued.
pub fn vanishes(t: &[f64], values: &[f64], from: usize) -> Option<f64> {
    let end = (from..t.len()).find(|&i| values[i].abs() < NONE)?;
    let (a, b) = (end.checked_sub(2)?, end - 1);
    Some(t[b] + (t[b] - t[a]) * values[b] / (values[a] - values[b]))
}

/// Largest rise of the mechanical energy above an earlier value, relative to the kinetic energy `scale`.
pub fn energy_growth(energy: &[f64], scale: f64) -> f64 {
    let mut least = f64::INFINITY;
    energy.iter().fold(0.0, |worst: f64, &e| {
        least = least.min(e);
        worst.max((e - least) / scale)
    })
}

/// Most iterations of each problem of a step.
pub fn report_iterations(case: &mut Case, run: &Run) {
    let s = &run.statistics;
    for (name, problem) in
        [("smooth", "smooth motion"), ("position", "position correction"), ("velocity", "velocity jump")]
    {
        let problem = s.problem(problem);
        let mean = problem.iterations as f64 / s.steps as f64;
        let remark = format!("mean {mean:.2}, {} factorisations in {} steps", problem.factorisations, s.steps);
        case.report_with(&format!("iterations, {name}"), problem.max_iterations as f64, remark);
    }
}

fn norm(run: &Run, name: &str) -> Result<Vec<f64>, VerifyError> {
    let [x, y, z] = ["x", "y", "z"].map(|c| run.column(&format!("{name}.{c}")));
    Ok(x?.iter().zip(y?).zip(z?).map(|((x, y), z)| (x * x + y * y + z * z).sqrt()).collect())
}

/// Way from the start.
fn way(run: &Run) -> Result<Vec<f64>, VerifyError> {
    let [x, z] = [run.column("position.x")?, run.column("position.z")?];
    Ok(x.iter().zip(z).map(|(a, b)| (a - x[0]).hypot(b - z[0])).collect())
}

fn kinetic(ball: &Ball, v: f64, w: f64) -> f64 {
    0.5 * (ball.m * v * v + ball.inertia * w * w)
}

pub fn sliding(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let ball = Ball::of(&run, run.parameter("mu")?, 0.0)?;
    let v_0 = run.parameter("v_0")? * 2f64.sqrt();
    let phases = ball.motion(v_0, 0.0);
    let slip = run.column("slip")?;
    let end = vanishes(&run.t, slip, 2).ok_or_else(|| case.event("rolling"))?;
    let spin = norm(&run, "spin")?;
    case.report("end of sliding", end);
    case.report("end of sliding, analytic", end);
    case.report("spin of rolling", spin[spin.len() - 1]);
    case.report("spin of rolling, analytic", spin[spin.len() - 1]);
    let rolling = run.t.partition_point(|&t| t < end);
    case.report("slip while rolling", largest(slip[rolling..].iter().copied()));
    case.report("energy growth", energy_growth(run.column("energy")?, kinetic(&ball, v_0, 0.0)));
    report_iterations(case, &run);
    let (steps, mut errors) = (spread(8e-3, 5e-4, 8), [const { Vec::new() }; 4]);
    for &h in &steps {
        let run = case.run_step(h, &[])?;
        let columns = [way(&run)?, norm(&run, "rotation")?, norm(&run, "velocity")?, norm(&run, "spin")?];
        for (i, (errors, column)) in errors.iter_mut().zip(&columns).enumerate() {
            errors.push(error_to(&run.t, column, |t| exact(&phases, t)[i]));
        }
    }
    report_order(case, "way", &steps, &errors[0]);
    report_order(case, "angle", &steps, &errors[1]);
    case.report("speed error", largest(errors[2].iter().copied()));
    case.report("spin error", largest(errors[3].iter().copied()));
    Ok(())
}

/// A ball that only turns, about `axis`, until a resistance (m) stops it.
fn turning(case: &mut Case, axis: &str, resistance: &str) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let (w_0, arm) = (run.parameter("w_0")?, run.parameter(resistance)?);
    // The equations of rolling resistance without friction hold about the normal as well.
    let ball = Ball::of(&run, 0.0, arm)?;
    let phases = ball.motion(0.0, w_0);
    let [spin_axis, angle_axis] = [format!("spin.{axis}"), format!("rotation.{axis}")];
    let spin = run.column(&spin_axis)?;
    let stop = vanishes(&run.t, spin, 2).ok_or_else(|| case.event("the stop"))?;
    case.report("time of the stop", stop);
    case.report("time of the stop, analytic", stop);
    case.report("angle", run.last(&angle_axis)?);
    case.report("angle, analytic", run.last(&angle_axis)?);
    let stopped = run.t.partition_point(|&t| t <= stop) + 1;
    case.report("spin at rest", largest(spin[stopped..].iter().copied()));
    let moment = run.column("moment")?[stopped / 2].abs();
    case.report("moment against its limit", moment / (arm * ball.m * ball.g) - 1.0);
    case.report("way", largest(way(&run)?));
    case.report("energy growth", energy_growth(run.column("energy")?, kinetic(&ball, 0.0, w_0)));
    report_iterations(case, &run);
    let (steps, mut errors) = (spread(8e-3, 5e-4, 8), [const { Vec::new() }; 2]);
    for &h in &steps {
        let run = case.run_step(h, &[])?;
        errors[0].push(error_to(&run.t, run.column(&angle_axis)?, |t| exact(&phases, t)[1]));
        errors[1].push(error_to(&run.t, run.column(&spin_axis)?, |t| exact(&phases, t)[3]));
    }
    report_order(case, "angle", &steps, &errors[0]);
    case.report("spin error", largest(errors[1].iter().copied()));
    Ok(())
}

pub fn rolling_resistance(case: &mut Case) -> Result<(), VerifyError> {
    turning(case, "x", "rho")
}

pub fn drilling(case: &mut Case) -> Result<(), VerifyError> {
    turning(case, "y", "gamma")
}

/// Way, time of rest, energy, iterations and orders of a ball that rolls and slides.
fn to_rest(case: &mut Case, run: &Run) -> Result<(), VerifyError> {
    let ball = Ball::of(run, run.parameter("mu")?, run.parameter("rho")?)?;
    let [v_0, w_0] = [run.parameter("v_0")?, run.parameter("w_0")?];
    let phases = ball.motion(v_0, w_0);
    let stop = vanishes(&run.t, run.column("velocity.x")?, 2).ok_or_else(|| case.event("rest"))?;
    case.report("time of rest", stop);
    let ways = way(run)?;
    case.report("way", ways[ways.len() - 1]);
    case.report("energy growth", energy_growth(run.column("energy")?, kinetic(&ball, v_0, w_0)));
    report_iterations(case, run);
    let (steps, mut errors) = (spread(8e-3, 5e-4, 8), [const { Vec::new() }; 3]);
    for &h in &steps {
        let run = case.run_step(h, &[])?;
        errors[0].push(error_to(&run.t, &way(&run)?, |t| exact(&phases, t)[0]));
        errors[1].push(error_to(&run.t, run.column("velocity.x")?, |t| exact(&phases, t)[2]));
        errors[2].push(error_to(&run.t, run.column("spin.z")?, |t| -exact(&phases, t)[3]));
    }
    report_order(case, "way", &steps, &errors[0]);
    case.report("speed error", largest(errors[1].iter().copied()));
    case.report("spin error", largest(errors[2].iter().copied()));
    Ok(())
}

pub fn rolls_all_along(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    case.report("largest slip", largest(run.column("slip")?.iter().copied()));
    to_rest(case, &run)
}

pub fn slides_first(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let slip = run.column("slip")?;
    let end = vanishes(&run.t, slip, 2).ok_or_else(|| case.event("rolling"))?;
    case.report("end of sliding", end);
    case.report("end of sliding, analytic", end);
    let rolling = run.t.partition_point(|&t| t < end);
    case.report("slip while rolling", largest(slip[rolling..].iter().copied()));
    case.report("largest spin", largest(run.column("spin.z")?.iter().copied()));
    to_rest(case, &run)
}

pub fn slides_to_the_end(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    // It starts without slip.
    let end = vanishes(&run.t, run.column("slip")?, 2).ok_or_else(|| case.event("rest"))?;
    case.report("end of sliding", end);
    let spin = run.column("spin.z")?;
    case.report("end of turning", vanishes(&run.t, spin, 2).ok_or_else(|| case.event("the end of turning"))?);
    to_rest(case, &run)
}
