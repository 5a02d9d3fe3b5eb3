//! A scheme of the family as the stepper sees it: how it finds v̇~, U and W is its own, memory and corrector are those of the family.

use super::{ACCELERATION, Alpha, HIT, U};
use crate::integrate::estimate::Memory;
use crate::integrate::scheme::{At, Scheme};
use crate::integrate::settings::{PositionFriction, Settings};
use crate::integrate::step::{Family, Workspace};
use crate::integrate::stepper::Stepper;
use crate::integrate::{Integrator, Interval, State, StepError, StepReport};
use crate::model::ContactFrame;
use crate::system::Assembly;

/// Predictor and problems of a scheme of the family, with its own memory.
pub(in crate::integrate) trait Split: Send + Sync + 'static {
    /// See [`Scheme::MOVES_ALL`]: whether the smooth motion is a problem of the island. Else it is the prediction.
    const MOVES_ALL: bool;

    /// Forgets what earlier steps left behind.
    fn restart(&mut self) {}

    /// How far a₀ looks ahead.
    fn look_ahead(&self, settings: &Settings) -> f64 {
        settings.step
    }

    /// See [`Scheme::may_fail`].
    fn may_fail(&self) -> bool {
        false
    }

    /// See [`Scheme::predict`].
    fn predict(&mut self, alpha: &mut Alpha, at: At, report: &mut StepReport) -> Result<(), StepError>;

    /// See [`Scheme::return_to_prediction`].
    fn return_to_prediction(&self, alpha: &mut Alpha, at: At) {
        alpha.keep_prediction(at);
        alpha.return_to_smooth(at);
    }

    /// See [`Scheme::adopt`].
    fn adopt(&self, alpha: &mut Alpha, from: &mut Alpha, at: At) {
        from.keep_prediction(at);
        alpha.adopt(from, at);
    }

    /// See [`Scheme::solve`].
    fn solve(&mut self, alpha: &mut Alpha, at: At, report: &mut StepReport) -> Result<(), StepError>;
}

/// A scheme with the memory of the family.
struct AlphaScheme<S> {
    scheme: S,
    alpha: Alpha,
}

/// An integrator of the family: its spectral radius, how friction acts at position level, and what makes its schemes.
pub(in crate::integrate) fn integrator<S: Split>(
    system: Assembly,
    settings: &Settings,
    (rho_inf, friction): (f64, PositionFriction),
    make: impl Fn() -> S,
) -> Box<dyn Integrator> {
    let alpha = || Alpha::new(system, settings, rho_inf, friction);
    Box::new(Stepper::new(system, settings, || AlphaScheme { scheme: make(), alpha: alpha() }))
}

impl<S: Split> Scheme for AlphaScheme<S> {
    const MOVES_ALL: bool = S::MOVES_ALL;

    fn workspace(&self) -> &Workspace {
        &self.alpha.workspace
    }

    fn workspace_mut(&mut self) -> &mut Workspace {
        &mut self.alpha.workspace
    }

    fn start(&self, system: Assembly, state: &mut State, settings: &Settings) {
        self.alpha.start(system, state, self.scheme.look_ahead(settings));
    }

    fn restart(&mut self) {
        self.scheme.restart();
        self.alpha.families().into_iter().for_each(Family::restart);
    }

    fn fit(&mut self, system: Assembly) {
        self.alpha.smooth_kin.contacts.resize(system.contact_count(), ContactFrame::default());
        self.alpha.families().into_iter().for_each(|family| family.fit(system));
    }

    fn forget(&mut self, slot: usize) {
        let own = if S::MOVES_ALL { 0 } else { 1 };
        self.alpha.families()[own..].iter_mut().for_each(|family| family.parts[slot].restart());
    }

    fn begin(&mut self, system: Assembly, state: &State, step: Interval) {
        self.alpha.begin(system, state, step);
    }

    fn predict(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        self.scheme.predict(&mut self.alpha, at, report)
    }

    fn return_to_prediction(&mut self, at: At) {
        self.scheme.return_to_prediction(&mut self.alpha, at);
    }

    fn adopt(&mut self, from: &mut Self, at: At) {
        self.scheme.adopt(&mut self.alpha, &mut from.alpha, at);
    }

    fn solve(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        self.scheme.solve(&mut self.alpha, at, report)
    }

    fn commit(&mut self, at: At, trial: &mut State, report: &mut StepReport) {
        self.alpha.commit(at, trial, report);
    }

    fn may_fail(&self) -> bool {
        self.scheme.may_fail()
    }

    fn memory<'s>(&self, state: &'s State) -> Memory<'s> {
        let (history, constant) = (&state.history, self.alpha.c.error_constant());
        Memory { hit: &history[HIT], smooth: Some(&history[ACCELERATION]), constant }
    }

    fn pushed<'s>(&self, state: &'s State) -> &'s [f64] {
        &state.history[U]
    }
}
