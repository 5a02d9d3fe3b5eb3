//! What a scheme is: predictor, problems and corrector of one island. All else of a step is the same for every scheme and is in
//! `stepper.rs` and `step/`.

use super::error::StepError;
use super::estimate::Memory;
use super::settings::Settings;
use super::state::State;
use super::step::Workspace;
use super::{Interval, StepReport};
use crate::system::{Assembly, Island};

/// An island in a step: the model, the island, the state at the start, the size of the step.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub system: Assembly<'a>,
    pub island: &'a Island,
    pub state: &'a State,
    pub h: f64,
}

impl At<'_> {
    /// Where the problems of the island stand: at its first component.
    pub fn slot(&self) -> usize {
        self.island.slot()
    }

    /// Whether the last step of all its components had the size of this one.
    pub fn keeps_step(&self) -> bool {
        self.island.components.iter().all(|&k| self.state.last_part[k as usize] == self.h)
    }

    /// h/(h + h_n), where the last step of all its components had the size h_n. Of a mean over this step, F, and one over the last,
    /// F_n, the value at the end is F + h/(h + h_n) (F − F_n), of second order.
    pub fn beyond(&self) -> f64 {
        self.h / (self.h + self.state.h)
    }

    /// The value at the end of the step, over its size, from what is integrated over it and over the last; `is_smooth` says whether both
    /// belong together.
    pub fn at_end(&self, now: f64, last: f64, is_smooth: bool) -> f64 {
        if !is_smooth {
            return now / self.h;
        }
        let beyond = self.beyond();
        ((1.0 + beyond) * now - beyond * (self.h / self.state.h) * last) / self.h
    }

    /// Whether there is anything to correct.
    pub fn has_rows(&self) -> bool {
        self.island.has_rows()
    }
}

/// A scheme with its memory. Several of one kind may share the islands of a step among them: what a scheme does with an island depends
/// on the state and on what it did with the same island in the last step, and on nothing else.
pub(super) trait Scheme: Send + Sync {
    /// Whether contacts that the solution closes join the step; otherwise they wait for the next.
    const JOINS_MISSED: bool = true;
    /// Whether islands without joints and contacts have problems too; otherwise they are where they were predicted.
    const MOVES_ALL: bool = true;

    /// What parts of a step share.
    fn workspace(&self) -> &Workspace;
    fn workspace_mut(&mut self) -> &mut Workspace;

    /// The history at the start of a run.
    fn start(&self, system: Assembly, state: &mut State, settings: &Settings);

    /// Forgets what earlier steps left behind.
    fn restart(&mut self);

    /// Follows contacts that were listed anew.
    fn fit(&mut self, system: Assembly);

    /// Forgets what earlier steps left behind in the problems of an island.
    fn forget(&mut self, slot: usize);

    /// Begins a step.
    fn begin(&mut self, system: Assembly, state: &State, step: Interval);

    /// Predictor: the motion of a component on its own, into `work`. Contacts that it could close are looked at.
    fn predict(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError>;

    /// Takes a component from `work` back to its prediction.
    fn return_to_prediction(&mut self, at: At);

    /// Takes a component as another scheme of the kind predicted it.
    fn adopt(&mut self, from: &mut Self, at: At);

    /// Problems: motion, forces and impulses of an island, into `work`.
    fn solve(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError>;

    /// Corrector: writes an island into the trial state, whose configuration and velocities are those of the end of the step.
    fn commit(&mut self, at: At, trial: &mut State, report: &mut StepReport);

    /// Whether it is there to show how it fails: its runs do not end where energy comes out of nothing.
    fn may_fail(&self) -> bool {
        false
    }

    /// What errors of steps are estimated from.
    fn memory<'s>(&self, state: &'s State) -> Memory<'s>;

    /// How far the last step pushed bodies in addition to their predictions.
    fn pushed<'s>(&self, state: &'s State) -> &'s [f64];
}
