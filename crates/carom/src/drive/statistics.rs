//! What a run did: counts of work, cut steps, worst errors.

use super::EnergyStatistics;
use crate::integrate::{Halving, StepReport};
use nonsmooth::Report;
use serde::{Deserialize, Serialize};

/// A step that was shorter than asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cut {
    pub time: f64,
    pub h: f64,
    pub reason: String,
}

/// Counts of one of the problems of a scheme, over all islands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProblemStatistics {
    pub iterations: u64,
    pub max_iterations: u64,
    pub factorisations: u64,
    pub line_searches: u64,
    /// Gauss–Seidel sweeps, and steps that they solved.
    pub sweeps: u64,
    pub swept: u64,
}

/// A compliant contact with steps that were too long for it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unresolved {
    /// Its place among the compliant contacts of the model.
    pub slot: usize,
    /// Such steps.
    pub count: u64,
    /// Steps in the time of a collision, the fewest, and when.
    pub steps: f64,
    pub time: f64,
}

/// What a run did.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    pub steps: u64,
    /// The problems of the scheme by their names.
    pub problems: Vec<(String, ProblemStatistics)>,
    /// Largest number of iterations that one step took in all problems together.
    pub max_iterations_per_step: u64,
    /// Steps that were halved: they did not converge, or were too long for a contact.
    pub retries: u64,
    /// Steps shortened to hit an output time.
    pub shortened: u64,
    /// Steps that were repeated because of their error; smallest and largest size of those that were not, if sizes change.
    pub rejected: u64,
    pub sizes: Option<(f64, f64)>,
    /// The first cuts, of either kind.
    pub cuts: Vec<Cut>,
    /// Steps whose contact states cycled.
    pub cycled: u64,
    /// Most impacts that a step solved one after the other, and steps in which their number was bounded.
    pub max_rounds: u64,
    pub cut_short: u64,
    /// Steps in which restitution was limited, since with friction it would have made energy or contacts that friction locks cannot restore it.
    pub limited: u64,
    /// Steps with rows that cannot all hold, and the time of the first.
    pub incompatible: u64,
    pub first_incompatible: Option<f64>,
    /// Worst values, relative to the model's length, with their times.
    pub drift: (f64, f64),
    pub penetration: (f64, f64),
    /// Compliant contacts that were not resolved.
    pub unresolved: Vec<Unresolved>,
    pub energy: EnergyStatistics,
    /// Seconds of computing.
    pub seconds: f64,
}

/// How many cuts are described one by one.
const DESCRIBED_CUTS: usize = 20;

impl Statistics {
    /// Counts of a problem by its name; none for one that was never solved.
    pub fn problem(&self, name: &str) -> ProblemStatistics {
        self.problems.iter().find(|(other, _)| other == name).map_or_else(ProblemStatistics::default, |(_, p)| *p)
    }

    /// Takes a step, or a part of one that was halved, that ended at a time.
    pub(super) fn add(&mut self, report: &StepReport, time: f64) {
        for Halving { time, h, reason } in &report.halvings {
            self.retries += 1;
            self.cut(Cut { time: *time, h: *h, reason: reason.clone() });
        }
        let all = self.add_work(report);
        self.max_iterations_per_step = self.max_iterations_per_step.max(all.iterations as u64);
        self.cycled += u64::from(all.cycled);
        self.max_rounds = self.max_rounds.max(report.rounds as u64);
        self.cut_short += u64::from(report.cut_short);
        self.limited += u64::from(report.limited > 0);
        if all.incompatible {
            self.incompatible += 1;
            self.first_incompatible.get_or_insert(time);
        }
        for &(slot, steps) in &report.unresolved {
            self.look_at_unresolved(slot, steps, time);
        }
        if report.drift > self.drift.0 {
            self.drift = (report.drift, time);
        }
        if report.penetration > self.penetration.0 {
            self.penetration = (report.penetration, time);
        }
    }

    fn look_at_unresolved(&mut self, slot: usize, steps: f64, time: f64) {
        match self.unresolved.iter_mut().find(|known| known.slot == slot) {
            None => self.unresolved.push(Unresolved { slot, count: 1, steps, time }),
            Some(known) => {
                known.count += 1;
                if steps < known.steps {
                    (known.steps, known.time) = (steps, time);
                }
            }
        }
    }

    /// Takes a step that is repeated because of its error: its work counts.
    pub(super) fn reject(&mut self, report: &StepReport) {
        self.rejected += 1;
        self.add_work(report);
    }

    /// Takes the size of a step.
    pub(super) fn size(&mut self, h: f64) {
        let (least, most) = self.sizes.unwrap_or((h, h));
        self.sizes = Some((least.min(h), most.max(h)));
    }

    /// Adds what the problems of a step took; returns the sum of all.
    fn add_work(&mut self, report: &StepReport) -> Report {
        let mut all = Report::default();
        for (place, (name, problem)) in report.problems().enumerate() {
            // Mostly in the order in which they were known first.
            let is_same = |(other, _): &(String, ProblemStatistics)| other == name;
            let known = || self.problems.iter().position(is_same);
            let at = self.problems.get(place).is_some_and(is_same).then_some(place).or_else(known);
            let at = at.unwrap_or_else(|| {
                self.problems.push((name.to_owned(), ProblemStatistics::default()));
                self.problems.len() - 1
            });
            let total = &mut self.problems[at].1;
            let iterations = problem.iterations as u64;
            total.iterations += iterations;
            total.max_iterations = total.max_iterations.max(iterations);
            total.factorisations += problem.factorisations as u64;
            total.line_searches += problem.line_searches as u64;
            total.sweeps += problem.sweeps as u64;
            total.swept += u64::from(problem.sweeps > 0);
            all.iterations += problem.iterations;
            all.cycled |= problem.cycled;
            all.incompatible |= problem.incompatible;
        }
        all
    }

    pub(super) fn cut(&mut self, cut: Cut) {
        if self.cuts.len() < DESCRIBED_CUTS {
            self.cuts.push(cut);
        }
    }
}
