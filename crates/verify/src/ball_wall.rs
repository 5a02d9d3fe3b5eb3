//! A sliding ball hits a wall, slides on, rolls and stops (S §A.6).
//!
//! With the y axis up the slip is s = (v_x + r ω_z, v_z − r ω_x). After the impact it turns, because rolling resistance opposes the
//! spin and friction the slip, and the motion is integrated independently:
//!
//! ```text
//! v̇ = −μ g s/|s| ,     I ω̇_x = −r F_z − ρ N ω_x/|ω| ,     I ω̇_z = r F_x − ρ N ω_z/|ω| ,     F = m v̇ ,  N = m g
//! ```
//!
//! Before the impact the ball moves straight: with |v̇| = μ g, |ω̇| = (μ r − ρ) N/I. Once it rolls it decelerates by
//! ρ N r/(I + m r²).

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::{error_to, largest, report_order, spread};
use crate::rolling::{Ball, TEXT_TOLERANCES, energy_growth, report_iterations, vanishes};

/// Step of the independent solution, s.
const FINE: f64 = 1e-5;
/// A slip above the errors of the solver, m/s.
const SLIPS: f64 = 1e-9;
/// Friction of the wall, as that of the floor.
const ROUGH_WALL: (&str, &str) = ("mu_wall", "mu");

/// x, z, v_x, v_z, ω_x, ω_z.
type Motion = nalgebra::Vector6<f64>;

struct Exact {
    ball: Ball,
    v_0: f64,
    impact: f64,
    /// From the impact on, at multiples of [`FINE`], until the ball rolls.
    sliding: Vec<Motion>,
    rolling: f64,
    start: Motion,
}

fn rate(ball: &Ball, m: &Motion) -> Motion {
    let slip = slip(ball, m);
    let a = slip.map(|s| -ball.mu * ball.g * s / slip[0].hypot(slip[1]));
    let spin = m[4].hypot(m[5]);
    let resistance = ball.rho * ball.m * ball.g / spin;
    let turn = |force: f64, w: f64| (ball.r * ball.m * force - resistance * w) / ball.inertia;
    Motion::new(m[2], m[3], a[0], a[1], turn(-a[1], m[4]), turn(a[0], m[5]))
}

fn slip(ball: &Ball, m: &Motion) -> [f64; 2] {
    [m[2] + ball.r * m[5], m[3] - ball.r * m[4]]
}

impl Exact {
    fn new(ball: Ball, v_0: f64, way: f64) -> Self {
        // Each component has its share of the deceleration.
        let a = ball.mu * ball.g / 2f64.sqrt();
        let impact = (v_0 - (v_0 * v_0 - 2.0 * a * way).sqrt()) / a;
        let mut exact = Self { ball, v_0, impact, sliding: Vec::new(), rolling: 0.0, start: Motion::zeros() };
        let mut m = exact.before(impact);
        m[2] = -m[2];
        loop {
            exact.sliding.push(m);
            let k_1 = rate(&ball, &m);
            let k_2 = rate(&ball, &(m + 0.5 * FINE * k_1));
            let k_3 = rate(&ball, &(m + 0.5 * FINE * k_2));
            let k_4 = rate(&ball, &(m + FINE * k_3));
            let next = m + FINE / 6.0 * (k_1 + 2.0 * (k_2 + k_3) + k_4);
            let (s, after) = (slip(&ball, &m), slip(&ball, &next));
            let turned = s[0] * after[0] + s[1] * after[1] <= 0.0;
            if turned || after[0].hypot(after[1]) > s[0].hypot(s[1]) {
                let left = s[0].hypot(s[1]) / (k_1[2] + ball.r * k_1[5]).hypot(k_1[3] - ball.r * k_1[4]);
                exact.rolling = impact + (exact.sliding.len() - 1) as f64 * FINE + left;
                exact.start = m + left * k_1;
                return exact;
            }
            m = next;
        }
    }

    fn before(&self, t: f64) -> Motion {
        let ball = &self.ball;
        let a = -ball.mu * ball.g / 2f64.sqrt();
        let spin = (ball.mu * ball.r - ball.rho) * ball.m * ball.g / ball.inertia / 2f64.sqrt();
        let (x, v) = (t * (self.v_0 + 0.5 * a * t), self.v_0 + a * t);
        Motion::new(x, x, v, v, spin * t, -spin * t)
    }

    /// Time of rest.
    fn end(&self) -> f64 {
        self.rolling + self.start[2].hypot(self.start[3]) / self.ball.rolling_deceleration()
    }

    fn at(&self, t: f64) -> Motion {
        if t < self.impact {
            return self.before(t);
        }
        if t < self.rolling {
            let place = (t - self.impact) / FINE;
            let i = (place as usize).min(self.sliding.len() - 1);
            let m = &self.sliding[i];
            return m + (place - i as f64) * FINE * rate(&self.ball, m);
        }
        let left = (self.end() - t).max(0.0) / (self.end() - self.rolling);
        let mut m = self.start * left;
        for i in 0..2 {
            m[i] = self.start[i] + 0.5 * self.start[i + 2] * (self.end() - self.rolling) * (1.0 - left * left);
        }
        m
    }
}

/// Times of the impact (the step that has it), of rolling after it, of rest.
fn times(case: &Case, run: &Run) -> Result<[f64; 3], VerifyError> {
    let hit = run.column("wall")?.iter().position(|&p| p > 0.0).ok_or_else(|| case.event("the impact"))?;
    let slip = run.column("slip")?;
    let rolls = (hit..slip.len()).find(|&i| slip[i] < SLIPS).ok_or_else(|| case.event("rolling"))?;
    let speed: Vec<f64> =
        run.column("velocity.x")?.iter().zip(run.column("velocity.z")?).map(|(x, z)| x.hypot(*z)).collect();
    let rest = vanishes(&run.t, &speed, 2).ok_or_else(|| case.event("rest"))?;
    Ok([run.t[hit], run.t[rolls], rest])
}

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let ball = Ball::of(&run, run.parameter("mu")?, run.parameter("rho")?)?;
    let v_0 = run.parameter("v_0")?;
    let exact = Exact::new(ball, v_0, 1.0 - ball.r - run.parameter("x_0")?);
    let found = times(case, &run)?;
    let names = ["impact", "rolling again", "rest"];
    for (name, (time, reference)) in names.iter().zip(found.into_iter().zip([exact.impact, exact.rolling, exact.end()]))
    {
        case.report(name, time);
        case.report_with(&format!("{name} against the integral"), time - reference, format!("{reference:.6} s"));
    }
    let scale = ball.m * v_0 * v_0;
    case.report("energy growth", energy_growth(run.column("energy")?, scale));
    let loose = case.run_loose(1e-3, &TEXT_TOLERANCES)?;
    report_iterations(case, &loose);
    let (steps, mut errors) = (spread(4e-3, 2.5e-4, 8), [const { Vec::new() }; 3]);
    for &h in &steps {
        let run = case.run_step(h, &[])?;
        for (errors, (columns, first)) in errors.iter_mut().zip([
            (["position.x", "position.z"], 0),
            (["velocity.x", "velocity.z"], 2),
            (["spin.x", "spin.z"], 4),
        ]) {
            let [a, b] =
                [0, 1].map(|i| run.column(columns[i]).map(|c| error_to(&run.t, c, |t| exact.at(t)[first + i])));
            errors.push(0.5 * (a? + b?));
        }
    }
    for (name, errors) in ["position", "velocity", "spin"].iter().zip(&errors) {
        report_order(case, name, &steps, errors);
    }
    rough(case, scale)
}

/// The same with a rough wall.
fn rough(case: &mut Case, scale: f64) -> Result<(), VerifyError> {
    let run = case.run(&[ROUGH_WALL])?;
    let found = times(case, &run)?;
    for (name, time) in ["impact", "rolling again", "rest"].iter().zip(found) {
        case.report(&format!("{name}, rough wall"), time);
    }
    case.report("spin about the normal, rough wall", largest(run.column("spin.y")?.iter().copied()));
    let last = run.column("spin.y")?.iter().rposition(|w| w.abs() > SLIPS).map_or(0.0, |i| run.t[i]);
    case.report("end of that spin, rough wall", last);
    case.report("energy growth, rough wall", energy_growth(run.column("energy")?, scale));
    Ok(())
}
