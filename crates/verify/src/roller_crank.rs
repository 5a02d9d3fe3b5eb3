//! Roller driven over a rough plane by a crank and a connecting rod (S §A.6).
//!
//! The rigid mechanism is integrated independently, with the crank's angle θ and the roller's spin w as unknowns. Positions of
//! the bodies are functions of θ (a prime is d/dθ); with the friction force F along x and the slip s = x_C' θ̇ + r w,
//!
//! ```text
//! M θ̈ + ½ M' θ̇² + V' = x_C' F ,      I_w ẇ = r F ,
//! rolls: ṡ = 0, |F| ≤ μ N ;          slides: F = −μ N sgn s
//! ```
//!
//! N follows from the balance of moments of the rod about the pin. θ̈, ṡ and N are linear in F.

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::{error_to, largest, report_order, spread};
use crate::rolling::{TEXT_TOLERANCES, energy_growth, report_iterations};
use carom::testkit::order_of_fit;

type Vec2 = nalgebra::Vector2<f64>;

const STEPS: [f64; 5] = [4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4];
/// The step of the text.
const STEP: f64 = 1e-3;
/// Step of the independent solution; divides all others.
const FINE: f64 = 1e-5;
/// The text looks for oscillations before this time, s.
const DETAIL: f64 = 0.2;
/// A slip above the errors of the solver, m/s.
const SLIPS: f64 = 1e-9;
/// A gap above the errors of the solver, m.
const OPEN: f64 = 1e-10;
/// Flights shorter than this are clatter, s.
const CLATTER: f64 = 5e-3;

/// The rigid mechanism.
struct Mechanism {
    g: f64,
    crank: [f64; 3],
    rod: [f64; 3],
    roller: [f64; 3],
    height: f64,
    mu: f64,
}

/// First and second derivatives by θ of the middles of crank and rod, of the rod's angle and of the roller's centre; the vector
/// from the pin to the roller.
struct Positions {
    crank: [Vec2; 2],
    rod: [Vec2; 2],
    angle: [f64; 2],
    x: [f64; 2],
    along: Vec2,
}

/// Quantities that are linear in the friction force: value without it, and slope.
#[derive(Clone, Copy)]
struct Linear(f64, f64);

impl Linear {
    fn at(self, force: f64) -> f64 {
        self.0 + self.1 * force
    }
}

/// θ̈, ṡ and N.
struct Response {
    crank: Linear,
    slip: Linear,
    normal: Linear,
}

/// Rolling, or sliding with a sign of the slip.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Rolls,
    Slides(f64),
}

/// θ, θ̇, w.
type Motion = nalgebra::Vector3<f64>;

impl Mechanism {
    fn of(run: &Run) -> Result<Self, VerifyError> {
        let body = |l: &str, m: &str, i: &str| -> Result<[f64; 3], VerifyError> {
            Ok([run.parameter(l)?, run.parameter(m)?, run.parameter(i)?])
        };
        Ok(Self {
            g: run.parameter("g")?,
            crank: body("l_c", "m_c", "I_c")?,
            rod: body("l_r", "m_r", "I_r")?,
            roller: body("r", "m_w", "I_w")?,
            height: run.parameter("y_0")?,
            mu: run.parameter("mu")?,
        })
    }

    /// First and second derivatives of the positions.
    fn positions(&self, theta: f64) -> Positions {
        let direction = |sin: f64, cos: f64| Vec2::new(-sin, cos);
        // The crank points up at θ = 0.
        let (sin, cos) = theta.sin_cos();
        let b = self.crank[0] * direction(sin, cos);
        let (b_1, b_2) = (Vec2::new(-b.y, b.x), -b);
        let l = self.rod[0];
        let sin = (self.height - b.y) / l;
        let cos = (1.0 - sin * sin).sqrt();
        let (e, n) = (Vec2::new(cos, sin), direction(sin, cos));
        let first = -b_1.y / (l * cos);
        let second = (-b_2.y / l + sin * first * first) / cos;
        let on_rod = |s: f64| [b_1 + s * first * n, b_2 + s * (second * n - first * first * e)];
        let end = on_rod(l);
        Positions {
            crank: [0.5 * b_1, 0.5 * b_2],
            rod: on_rod(0.5 * l),
            angle: [first, second],
            x: [end[0].x, end[1].x],
            along: l * e,
        }
    }

    fn response(&self, m: &Motion) -> Response {
        let p = self.positions(m.x);
        let ([_, m_c, i_c], [_, m_r, i_r], [r, m_w, i_w]) = (self.crank, self.rod, self.roller);
        let mass = m_c * p.crank[0].norm_squared()
            + i_c
            + m_r * p.rod[0].norm_squared()
            + i_r * p.angle[0] * p.angle[0]
            + m_w * p.x[0] * p.x[0];
        let half = m_r * p.rod[0].dot(&p.rod[1]) + i_r * p.angle[0] * p.angle[1] + m_w * p.x[0] * p.x[1];
        let weight = self.g * (m_c * p.crank[0].y + m_r * p.rod[0].y);
        let rate2 = m.y * m.y;
        let crank = Linear(-(half * rate2 + weight) / mass, p.x[0] / mass);
        let normal = |force: f64| {
            let theta = crank.at(force);
            let a = p.rod[0] * theta + p.rod[1] * rate2;
            let angle = p.angle[0] * theta + p.angle[1] * rate2;
            let x = p.x[0] * theta + p.x[1] * rate2;
            let d = p.along;
            let moment = i_r * angle + 0.5 * m_r * (d.x * (a.y + self.g) - d.y * a.x);
            m_w * self.g + (moment + d.y * (force - m_w * x)) / d.x
        };
        let slip = Linear(p.x[0] * crank.0 + p.x[1] * rate2, p.x[0] * crank.1 + r * r / i_w);
        Response { crank, slip, normal: Linear(normal(0.0), normal(1.0) - normal(0.0)) }
    }

    fn slip(&self, m: &Motion) -> f64 {
        self.positions(m.x).x[0] * m.y + self.roller[0] * m.z
    }

    /// What a roller without slip does next.
    fn mode(&self, m: &Motion) -> Mode {
        let response = self.response(m);
        let force = -response.slip.0 / response.slip.1;
        if force.abs() <= self.mu * response.normal.at(force) { Mode::Rolls } else { Mode::Slides(-force.signum()) }
    }

    fn rate(&self, m: &Motion, mode: Mode) -> Motion {
        let response = self.response(m);
        let force = match mode {
            Mode::Rolls => -response.slip.0 / response.slip.1,
            Mode::Slides(sign) => -sign * self.mu * response.normal.0 / (1.0 + sign * self.mu * response.normal.1),
        };
        Motion::new(m.y, response.crank.at(force), self.roller[0] * force / self.roller[2])
    }

    fn runge_kutta(&self, m: &Motion, mode: Mode, h: f64) -> Motion {
        let k_1 = self.rate(m, mode);
        let k_2 = self.rate(&(m + 0.5 * h * k_1), mode);
        let k_3 = self.rate(&(m + 0.5 * h * k_2), mode);
        let k_4 = self.rate(&(m + h * k_3), mode);
        m + h / 6.0 * (k_1 + 2.0 * (k_2 + k_3) + k_4)
    }

    /// One step; an end of sliding splits it.
    fn step(&self, m: &Motion, mode: Mode) -> (Motion, Mode) {
        let next = self.runge_kutta(m, mode, FINE);
        let Mode::Slides(sign) = mode else { return (next, self.mode(&next)) };
        let (before, after) = (self.slip(m), self.slip(&next));
        if after * sign >= 0.0 {
            return (next, mode);
        }
        let part = before / (before - after);
        let mut at = self.runge_kutta(m, mode, part * FINE);
        at.z -= self.slip(&at) / self.roller[0];
        let mode = self.mode(&at);
        (self.runge_kutta(&at, mode, (1.0 - part) * FINE), mode)
    }

    /// The motion at multiples of [`FINE`], and the first time of slip.
    fn solve(&self, start: Motion, until: f64) -> (Vec<Motion>, f64) {
        let mut mode = self.mode(&start);
        let mut motion = vec![start];
        let mut slides = f64::INFINITY;
        for i in 0..(until / FINE).round() as usize {
            if mode != Mode::Rolls {
                slides = slides.min(i as f64 * FINE);
            }
            let (next, after) = self.step(&motion[i], mode);
            motion.push(next);
            mode = after;
        }
        (motion, slides)
    }
}

/// Differences of a history over steps of the text.
fn differences(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    values.windows(2).map(|w| (w[1] - w[0]) / STEP).collect()
}

fn variation(values: &[f64]) -> f64 {
    values.windows(2).map(|w| (w[1] - w[0]).abs()).sum()
}

pub fn rigid(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run_step(STEP, &[])?;
    let start = Motion::new(0.0, run.parameter("w_c")?, run.parameter("w_w")?);
    let end = run.t[run.t.len() - 1];
    let (exact, slides) = Mechanism::of(&run)?.solve(start, end);
    let at = |t: f64| exact[(t / FINE).round() as usize];
    let slips = run.column("slip")?.iter().position(|s| s.abs() > SLIPS).ok_or_else(|| case.event("slip"))?;
    case.report("end of rolling against the integral", run.t[slips] - slides);
    let detail = run.t.partition_point(|&t| t <= DETAIL);
    let spin = run.column("spin")?;
    let acceleration = differences(spin[..detail].iter().copied());
    let reference = differences(run.t[..detail].iter().map(|&t| at(t).z));
    let error = acceleration.iter().zip(&reference).map(|(a, b)| a - b);
    case.report("angular acceleration before 0.2 s", largest(error) / largest(reference.iter().copied()));
    let excess = variation(&acceleration) / variation(&reference) - 1.0;
    case.report("oscillation of the angular acceleration before 0.2 s", excess);
    case.report("largest gap", largest(run.column("gap")?.iter().copied()));
    let loose = case.run_loose(STEP, &TEXT_TOLERANCES)?;
    report_iterations(case, &loose);
    let (steps, mut errors) = (spread(4e-3, 2.5e-4, 8), [const { Vec::new() }; 3]);
    for &h in &steps {
        let run = case.run_step(h, &[])?;
        for (i, (errors, name)) in errors.iter_mut().zip(["crank", "crank_rate", "spin"]).enumerate() {
            errors.push(error_to(&run.t, run.column(name)?, |t| at(t)[i]));
        }
    }
    for (name, errors) in ["crank angle", "crank rate", "spin"].iter().zip(&errors) {
        report_order(case, name, &steps, errors);
    }
    let mut growth = Vec::new();
    for h in STEPS {
        let run = case.run_step(h, &[])?;
        let energy = run.column("energy")?;
        growth.push(energy_growth(energy, energy[0]));
    }
    let list: Vec<String> = growth.iter().map(|x| format!("{x:.1e}")).collect();
    let remark = format!("{} at h = 4e-3 … 2.5e-4 s, of order {:.2}", list.join(", "), order_of_fit(&STEPS, &growth));
    case.report_with("energy growth", growth[2], remark);
    Ok(())
}

/// Flights of the roller, as first and last index.
fn flights(gap: &[f64]) -> Vec<(usize, usize)> {
    let mut start = 0;
    let mut found = Vec::new();
    for phase in gap.chunk_by(|a, b| (*a > OPEN) == (*b > OPEN)) {
        if phase[0] > OPEN {
            found.push((start, start + phase.len() - 1));
        }
        start += phase.len();
    }
    found
}

pub fn flexible(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run_step(STEP, &[])?;
    let found = flights(run.column("gap")?);
    let times: Vec<String> = found.iter().map(|&(a, b)| format!("{:.3} … {:.3} s", run.t[a], run.t[b])).collect();
    case.report_with("flights", found.len() as f64, times.join(", "));
    let spin = run.column("spin")?;
    let turns = found.iter().flat_map(|&(a, b)| spin[a..=b].windows(2)).map(|w| (w[1] - w[0]) / STEP);
    case.report("angular acceleration in flight", largest(turns));
    let bend: Vec<f64> = run.column("bend_end")?.iter().zip(run.column("bend_start")?).map(|(a, b)| a - b).collect();
    let half = bend.len() / 2;
    let [early, late] = [&bend[..half], &bend[half..]].map(|part| largest(part.iter().copied()));
    case.report_with("deformation after 1 s against before", late / early, format!("{early:.4} rad before"));
    let energy = run.column("energy")?;
    case.report("energy growth", energy_growth(energy, energy[0]));
    let loose = case.run_loose(STEP, &TEXT_TOLERANCES)?;
    report_iterations(case, &loose);
    let fine = case.run_step(0.1 * STEP, &[])?;
    let found = flights(fine.column("gap")?);
    let long = found.iter().filter(|&&(a, b)| fine.t[b] - fine.t[a] > CLATTER);
    let times: Vec<String> = long.clone().map(|&(a, b)| format!("{:.4} … {:.4} s", fine.t[a], fine.t[b])).collect();
    let remark = format!("{}, and {} shorter", times.join(", "), found.len() - times.len());
    case.report_with("flights of more than 5 ms, h = 1e-4 s", long.count() as f64, remark);
    Ok(())
}
