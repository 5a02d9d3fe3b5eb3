//! Orders of convergence: problems with their exact solutions or finer runs, and what an integrator makes of them.
//!
//! Errors are of the vector that a sensor gives, in SI units: the root mean square over six times in the second half of the run, or
//! that at its end where an impact falls into a step. Then the error depends on where in the step it falls, and at every size the
//! worst of eight that are nearly the same is taken. Problems of a step are solved to 1e-12, so that the order is that of the method.

mod models;

pub(super) use models::{BALL, DOUBLE_PENDULUM};

use super::{ModelRunError, Orders, Promises, Scheme, Set, order_of_fit, try_run};
use crate::history::History;
use models::{BOWL, CRANK_ON_FLOOR, FLEXIBLE_CRANK, KICK, OSCILLATOR, PLATE, ROLLING};

/// What is measured, by the names of sensors.
pub const QUANTITIES: [&str; 3] = ["position", "velocity", "force"];

/// Where the motion is known from.
#[derive(Clone, Copy)]
enum Truth {
    /// A closed form of position, velocity and force at a time.
    Exact(fn(f64) -> [f64; 3]),
    /// The same model and integrator with a step 16 times smaller than the smallest: its error is 1/256 of the smallest in order
    /// two, which shifts the order by less than 0.01.
    Finer,
}

/// Which promise of an integrator a problem belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Smooth,
    Persistent,
    /// A prescribed velocity that jumps.
    Drive,
    Impact,
}

impl Class {
    /// The orders that are promised for position, velocity and force.
    pub fn promised(self, promises: &Promises) -> [Option<f64>; 3] {
        let of = |orders: Orders| [orders.position, orders.velocity, orders.force].map(Some);
        match self {
            Self::Smooth => of(promises.smooth),
            Self::Persistent => of(promises.persistent),
            // A few steps after the jump the force is right, to first order: it is that of a motion which started anew.
            Self::Drive => of(Orders { force: 1.0, ..promises.smooth }),
            Self::Impact => [Some(promises.impact), None, None],
        }
    }
}

/// A model and the steps it is run with.
pub struct Problem {
    pub name: &'static str,
    pub class: Class,
    pub(super) text: &'static str,
    set: &'static [Set<'static>],
    end: f64,
    /// Numbers of steps from the start to the end.
    counts: &'static [u32],
    /// Sizes near each of them that are tried, of which the worst counts.
    near: u32,
    truth: Truth,
    /// Steps after which the force is looked at, counted from a time; at the end where there is none.
    force_after: Option<(f64, u32)>,
}

/// Errors of an integrator on a problem: one list a quantity, empty where the model has no such sensor.
pub struct Study {
    pub steps: Vec<f64>,
    pub errors: [Vec<f64>; 3],
}

impl Study {
    /// Fitted order of a quantity; none where it is not measured, infinite where all errors are rounding.
    pub fn order(&self, quantity: usize) -> Option<f64> {
        let errors = &self.errors[quantity];
        if errors.is_empty() {
            return None;
        }
        let rounding = errors.iter().all(|e| *e < ROUNDING);
        Some(if rounding { f64::INFINITY } else { order_of_fit(&self.steps, errors) })
    }
}

/// What a tolerance of 1e-12 leaves of positions, velocities and forces of order one in some hundred steps.
pub(super) const ROUNDING: f64 = 1e-10;

/// Multiples of ten: the times at which they are compared are those of a step.
const FEW: &[u32] = &[50, 70, 100, 140, 200];
const MANY: &[u32] = &[40, 61, 94, 145, 223, 343, 528, 812];

/// All problems.
pub fn problems() -> Vec<Problem> {
    let problem = |name, class, text, end, truth| Problem {
        name,
        class,
        text,
        set: &[],
        end,
        counts: FEW,
        near: 1,
        truth,
        force_after: None,
    };
    let impact = |p: Problem| Problem { counts: MANY, near: 8, ..p };
    vec![
        problem("spatial double pendulum", Class::Smooth, DOUBLE_PENDULUM, 0.5, Truth::Finer),
        Problem {
            counts: &[80, 110, 160, 220, 320],
            ..problem("slider-crank with a soft beam", Class::Smooth, FLEXIBLE_CRANK, 0.16, Truth::Finer)
        },
        problem("crank and rod on a floor", Class::Persistent, CRANK_ON_FLOOR, 0.15, Truth::Finer),
        problem("ball sliding in a bowl, spin 20 rad/s", Class::Persistent, BOWL, 0.5, Truth::Finer),
        problem("ball rolling in a bowl, spin 20 rad/s", Class::Persistent, ROLLING, 0.5, Truth::Finer),
        problem("mass on a sprung plate, varying load", Class::Persistent, PLATE, 0.5, Truth::Exact(plate)),
        // The jump is at a step of every size; the force is that five steps after it.
        Problem {
            counts: &[60, 90, 120, 180, 240],
            force_after: Some((0.1, 5)),
            ..problem("drive with a velocity jump", Class::Drive, KICK, 0.3, Truth::Finer)
        },
        impact(problem("falling ball, e = 1, two impacts", Class::Impact, BALL, 1.6, Truth::Exact(|t| ball(t, 1.0)))),
        impact(Problem {
            set: &[("e", "0.8"), ("end", "1")],
            ..problem("falling ball, e = 0.8", Class::Impact, BALL, 1.0, Truth::Exact(|t| ball(t, 0.8)))
        }),
        impact(problem("oscillator and wall, e = 0.8", Class::Impact, OSCILLATOR, 0.35, Truth::Exact(oscillator))),
    ]
}

impl Problem {
    /// Where the errors are measured from.
    pub fn source(&self) -> &'static str {
        match self.truth {
            Truth::Exact(_) => "closed form",
            Truth::Finer => "h/16 of the smallest",
        }
    }

    fn run(&self, scheme: &Scheme, h: f64) -> Result<History, ModelRunError> {
        let h = format!("{h:e}");
        let tight =
            [("simulation.tolerance", "1e-12"), ("simulation.constraint_tolerance", "1e-13"), ("h", h.as_str())];
        let set: Vec<Set> = self.set.iter().copied().chain(tight).collect();
        try_run(self.text, &scheme.with(&set)).map(|(_, history)| history)
    }

    /// The times at which a quantity is looked at.
    fn times(&self, quantity: usize, h: f64) -> Vec<f64> {
        match (quantity, self.force_after) {
            (2, Some((start, steps))) => vec![start + f64::from(steps) * h],
            _ if self.near > 1 => vec![self.end],
            _ => (5..=10).map(|i| self.end * f64::from(i) / 10.0).collect(),
        }
    }

    /// Runs all step sizes.
    pub fn study(&self, scheme: &Scheme) -> Result<Study, ModelRunError> {
        let smallest = self.end / f64::from(*self.counts.iter().max().unwrap_or(&1));
        let finer = match self.truth {
            Truth::Finer => Some(self.run(scheme, smallest / 16.0)?),
            Truth::Exact(_) => None,
        };
        let mut study = Study { steps: Vec::new(), errors: Default::default() };
        for &count in self.counts {
            let mut worst = [None; 3];
            for k in 0..self.near {
                let h = self.end / (f64::from(count) * (1.0 + 0.017 * f64::from(k))).round();
                let history = self.run(scheme, h)?;
                for (quantity, worst) in worst.iter_mut().enumerate() {
                    let error = self.error(&history, finer.as_ref(), quantity, h);
                    *worst = error.map(|e| worst.map_or(e, |w: f64| w.max(e)));
                }
            }
            study.steps.push(self.end / f64::from(count));
            study.errors.iter_mut().zip(worst).for_each(|(errors, worst)| errors.extend(worst));
        }
        Ok(study)
    }

    fn error(&self, history: &History, finer: Option<&History>, quantity: usize, h: f64) -> Option<f64> {
        let times = self.times(quantity, h);
        let mut sum = 0.0;
        for &t in &times {
            let found = at(history, QUANTITIES[quantity], t)?;
            let expected = match (self.truth, finer) {
                (Truth::Exact(exact), _) => vec![exact(t)[quantity]],
                (Truth::Finer, finer) => at(finer?, QUANTITIES[quantity], t)?,
            };
            sum += found.iter().zip(&expected).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
        }
        Some((sum / times.len() as f64).sqrt())
    }
}

/// All components of a sensor at the step nearest to a time.
fn at(history: &History, sensor: &str, t: f64) -> Option<Vec<f64>> {
    let distance = |i: &usize| (history.time()[*i] - t).abs();
    let step = (0..history.time().len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    let values: Vec<f64> = history.sensor(sensor).iter().map(|component| component[step]).collect();
    (!values.is_empty()).then_some(values)
}

/// From its equilibrium the plate moves by 2ÿ + ky = −A sin Ωt, and N = m(g + ÿ) + A sin Ωt.
fn plate(t: f64) -> [f64; 3] {
    let (k, a, force_rate): (f64, f64, f64) = (4000.0, 6.0, 20.0);
    let own = (k / 2.0).sqrt();
    let y = -a / (k - 2.0 * force_rate * force_rate);
    let (load, swing) = ((force_rate * t).sin(), (own * t).sin());
    let acceleration = y * (force_rate * own * swing - force_rate * force_rate * load);
    [
        y * (load - force_rate / own * swing),
        y * force_rate * ((force_rate * t).cos() - (own * t).cos()),
        9.81 + acceleration + a * load,
    ]
}

/// Height and velocity of a ball that falls from 1 m and rebounds.
pub(super) fn ball(t: f64, e: f64) -> [f64; 3] {
    let g = 9.81_f64;
    let (mut start, mut v) = ((2.0 / g).sqrt(), (2.0 * g).sqrt());
    if t < start {
        return [1.0 - 0.5 * g * t * t, -g * t, f64::NAN];
    }
    loop {
        v *= e;
        let since = t - start;
        if since < 2.0 * v / g || v < 1e-6 {
            return [since * (v - 0.5 * g * since), v - g * since, f64::NAN];
        }
        start += 2.0 * v / g;
    }
}

/// It touches at cos 10t = −½ and leaves with 0.8 √¾ 10 m/s.
fn oscillator(t: f64) -> [f64; 3] {
    let since = 10.0 * t - 2.0 * std::f64::consts::PI / 3.0;
    let (s, c) = since.sin_cos();
    let v = 0.8 * 0.75_f64.sqrt();
    [-0.5 * c + v * s, 10.0 * (0.5 * s + v * c), f64::NAN]
}
