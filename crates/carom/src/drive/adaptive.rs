//! Steps whose size follows their error.
//!
//! A step is accepted if its error is within the tolerance tol. What is estimated of the smooth motion, e ~ h³ ([`Estimate`]), leads to a
//! global error ~ h² ~ tol^⅔; what a hit leaves open, b = 2h|Δu|/l, must follow it. A step is measured by
//!
//! ```text
//! r = max(e, b^{3/2})/tol ≤ 1 ,      h_{n+1} = h_n (0.7 tol/e_n)^{1/3} min(1, (ê_n/e_n)^{0.13}) ,      ê_n = e_{n−1} (h_n/h_{n−1})³
//! ```
//!
//! The last factor anticipates an error that grows (PI controller, Gustafsson 1991). Sizes are rungs h_k = 2^{k/4} × `step`. The size is kept unless it may grow by √2 or has to shrink: tangents, and what problems start
//! from, belong to it. It grows at most twofold, and by √2 where the error of the smooth motion is not known.
//!
//! A step that is rejected because of a hit at the time t_c is followed by one that ends half a small step h_b before t_c,
//! b(h_b)^{3/2} = 0.4 tol, and by one of h_b across it. Since h_b ~ 1/|Δu|, impacts that accumulate ask for longer and longer steps.

use super::grid::SAME;
use super::{Cut, RunError, Simulation};
use crate::integrate::{Adaptive, Estimate, Interval, StepError};
use serde::{Deserialize, Serialize};

/// Rungs in a factor of two, and their sizes.
const RUNGS: i32 = 4;
const RUNG: [f64; 4] = [1.0, 1.189_207_115_002_721, std::f64::consts::SQRT_2, 1.681_792_830_507_429];
/// Share of the tolerance that sizes aim at, and of the size of a rejected step that would meet it.
const AIM: f64 = 0.7;
const SAFETY: f64 = 0.9;
/// How much of the growth of errors is anticipated.
const TREND: f64 = 0.13;
/// Growth that is worth another size, most growth, and most where the error is not known.
const WORTH: f64 = std::f64::consts::SQRT_2;
const MOST: f64 = 2.0;
const MOST_BLIND: f64 = std::f64::consts::SQRT_2;
/// Least share of a step that a rejected one is repeated with.
const LEAST: f64 = 0.1;
/// Errors smaller than this share of the tolerance are all alike.
const SMALLEST: f64 = 1e-3;
/// Weight of hits against smooth motion.
const HITS: f64 = 2.0;
/// Share of the tolerance for which the step across a hit is chosen.
const ACROSS: f64 = 0.4;

/// Steps in a row that may fail before problems are solved whatever it takes.
const PATIENCE: u32 = 3;

/// What the controller remembers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Control {
    /// Size of the next step.
    h: f64,
    /// Size of the next step alone: up to a touch.
    approach: Option<f64>,
    /// e/(tol h³) of the last step, where it is known.
    before: f64,
}

impl Control {
    pub fn new(step: f64) -> Self {
        Self { h: step, approach: None, before: f64::MAX }
    }

    fn size(&self) -> f64 {
        self.approach.unwrap_or(self.h)
    }

    /// Whether a step of size `h` that began at `start` is accepted; sets the size of the next.
    fn judge(&mut self, a: &Adaptive, step: f64, (start, h): (f64, f64), e: &Estimate) -> bool {
        let (smooth, blow) = (e.smooth / a.tolerance, (HITS * e.blow).powf(1.5) / a.tolerance);
        // Not a number is too much.
        let is_within = smooth <= 1.0 && blow <= 1.0;
        // Steps that end at a time asked for may be longer by rounding.
        if !is_within && h > (1.0 + 2.0 * SAME) * a.min_step {
            self.reject(a, step, (start, h), [smooth, blow], e.touch);
            return false;
        }
        let is_approach = self.approach.take().is_some();
        let r = smooth.max(SMALLEST);
        let trend = if e.is_blind { 1.0 } else { (self.before * h.powi(3) / r).powf(TREND).clamp(0.5, 1.0) };
        let smooth_factor = (AIM / r).powf(1.0 / 3.0) * trend;
        self.before = if e.is_blind { f64::MAX } else { r / h.powi(3) };
        // Across a hit the size does not grow, unless the hit is weak; when the next one comes nobody knows.
        let blow_factor = if blow > 0.0 { (ACROSS / blow).powf(2.0 / 3.0).max(1.0) } else { f64::INFINITY };
        let most = if e.is_blind { MOST_BLIND } else { MOST };
        let wanted = h * smooth_factor.min(blow_factor).min(most);
        // A step that had to end early says only how small the next has to be.
        let grows = wanted >= WORTH * self.h && !is_approach;
        let shrinks = wanted < self.h && smooth_factor < 1.0;
        if grows || shrinks {
            self.h = rung(a, step, wanted);
        }
        true
    }

    fn reject(
        &mut self,
        a: &Adaptive,
        step: f64,
        (start, h): (f64, f64),
        [smooth, blow]: [f64; 2],
        touch: Option<f64>,
    ) {
        // Also of what is not a number.
        let share = |share: f64| if share > LEAST { share.min(SAFETY) } else { LEAST };
        let smaller = |r: f64, power: f64| h * share(SAFETY * r.powf(-power));
        let within = if smooth <= 1.0 { f64::INFINITY } else { smaller(smooth, 1.0 / 3.0) };
        self.approach = None;
        self.before = f64::MAX;
        if blow <= 1.0 {
            self.h = rung(a, step, within);
            return;
        }
        let across = rung(a, step, smaller(blow / ACROSS, 2.0 / 3.0).min(within));
        let ahead = touch.map_or(0.0, |touch| touch - start - 0.5 * across).min(within);
        // Where the touch is farther than the small step, one step leads there.
        self.approach = (ahead > across && ahead < SAFETY * h).then_some(ahead);
        self.h = across;
    }

    /// After a step that could not be solved.
    fn fail(&mut self, h: f64) {
        (self.h, self.approach, self.before) = (0.5 * h, None, f64::MAX);
    }
}

/// The largest rung that is not beyond a size, between the bounds.
fn rung(a: &Adaptive, step: f64, h: f64) -> f64 {
    let k = (f64::from(RUNGS) * (h / step).log2() + 1e-9).floor().clamp(-400.0, 400.0) as i32;
    let size = step * RUNG[k.rem_euclid(RUNGS) as usize] * 2f64.powi(k.div_euclid(RUNGS));
    size.clamp(a.min_step, a.max_step)
}

impl Simulation {
    /// Takes one step whose error is within the tolerance; false at the end.
    pub(super) fn step_within(&mut self, a: Adaptive) -> Result<bool, RunError> {
        let mut failures = 0;
        loop {
            let time = self.time();
            let Some(step) = self.grid.toward(time, self.control.size()) else { return Ok(false) };
            if self.stop.is_raised() {
                self.state.follow(&self.candidates);
                return Err(RunError::Step { time, h: step.h, cause: StepError::Interrupted });
            }
            let is_least = step.h <= (1.0 + 2.0 * SAME) * a.min_step;
            self.integrator.insist(failures >= PATIENCE || is_least);
            match self.attempt(step, Some(&a)) {
                Ok(true) => {
                    self.statistics.size(step.h);
                    return Ok(true);
                }
                Ok(false) => {}
                Err(cause) if failures == self.settings.max_halvings || cause == StepError::Interrupted => {
                    self.state.follow(&self.candidates);
                    return Err(RunError::Step { time, h: step.h, cause });
                }
                Err(cause) => {
                    failures += 1;
                    self.statistics.retries += 1;
                    self.statistics.cut(Cut { time, h: 0.5 * step.h, reason: cause.to_string() });
                    self.control.fail(step.h);
                }
            }
        }
    }

    /// Tries a step; accepted, the trial state becomes the state.
    pub(super) fn attempt(&mut self, step: Interval, a: Option<&Adaptive>) -> Result<bool, StepError> {
        if let Some(what) = self.lost_motion(step.t_end) {
            return Err(StepError::NotFinite { what, time: step.t_end });
        }
        let start = self.state.kin.t;
        let report = self.integrator.step(&self.system, &mut self.candidates, &self.state, &mut self.trial, step)?;
        let accepted = a.is_none_or(|a| self.control.judge(a, self.settings.step, (start, step.h), &report.estimate));
        if !accepted {
            self.statistics.reject(report);
            return Ok(false);
        }
        std::mem::swap(&mut self.state, &mut self.trial);
        let is_first = self.statistics.first_incompatible.is_none();
        self.statistics.add(report, step.t_end);
        if is_first && self.statistics.first_incompatible.is_some() {
            let system = self.candidates.assembly(&self.system);
            self.warning = Some(super::describe_conflict(system, report, step.t_end));
        }
        self.statistics.energy.add(&self.trial.energy, &self.state.energy, step.t_end);
        self.balance();
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Adaptive = Adaptive { tolerance: 1e-3, min_step: 1e-6, max_step: 1.0 };

    #[test]
    fn sizes_are_rungs_within_the_bounds() {
        for (wanted, size) in
            [(1e-3, 1e-3), (1.9e-3, 1.681_792_830_507_429e-3), (4e-3, 4e-3), (0.49e-3, 0.420_448_207_626_857e-3)]
        {
            assert!((rung(&A, 1e-3, wanted) / size - 1.0).abs() < 1e-12, "{wanted}: {}", rung(&A, 1e-3, wanted));
        }
        assert_eq!([1e-9, 1e3].map(|wanted| rung(&A, 1e-3, wanted)), [A.min_step, A.max_step]);
    }

    /// Errors of third order: the controller settles at a size that meets the tolerance and stays there.
    #[test]
    fn a_constant_error_has_a_constant_size() {
        let mut control = Control::new(1e-3);
        let (mut sizes, mut rejected) = (Vec::new(), 0);
        for _ in 0..40 {
            let h = control.size();
            let e = Estimate { smooth: A.tolerance * (h / 0.02).powi(3), ..Estimate::default() };
            rejected += usize::from(!control.judge(&A, 1e-3, (0.0, h), &e));
            sizes.push(h);
        }
        let last = sizes[20];
        assert!(sizes[20..].iter().all(|h| *h == last) && (0.011..=0.02).contains(&last), "{sizes:?}");
        assert!(rejected <= 1, "{rejected}");
    }

    /// A hit in a long step: one step to the touch, one small one across it.
    #[test]
    fn a_touch_is_approached_by_one_step() {
        let mut control = Control::new(0.02);
        let hit = |h: f64| Estimate { blow: h, touch: Some(0.014), ..Estimate::default() };
        assert!(!control.judge(&A, 0.02, (0.0, 0.02), &hit(0.02)));
        let across = control.h;
        // (2h)^{3/2} = 0.4 tol has h = 2.7e-3, of which a rejected step takes nine tenths, and the next rung.
        assert!((0.0015..0.0035).contains(&across), "{across}");
        assert!((control.size() - (0.014 - 0.5 * across)).abs() < 1e-12);
        assert!(control.judge(&A, 0.02, (0.0, control.size()), &Estimate::default()));
        assert_eq!(control.size(), across);
    }

    /// Not a number, as where an estimate overflows, is no reason to go on.
    #[test]
    fn errors_that_are_not_finite_are_rejected() {
        let mut control = Control::new(1e-3);
        for smooth in [f64::NAN, f64::INFINITY] {
            let h = control.size();
            assert!(!control.judge(&A, 1e-3, (0.0, h), &Estimate { smooth, ..Estimate::default() }));
            assert!(control.size() < h, "{smooth}");
        }
    }
}
