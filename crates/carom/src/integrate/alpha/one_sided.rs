//! Forces that can only pull, as those of cables, in the smooth motion.
//!
//! A step of the family carries accelerations on: its velocities and configurations have a share of a_n. Where a stiff cable, which the
//! step does not resolve, slackens, its acceleration of the step before acts on though nothing pulls any more: it throws what hung on the
//! cable with h a_n, (ωh)² times the velocity of its stretch, and the energy grows with every such step. Where one tightens or slackens
//! in a step, the motion is found without the memory of accelerations:
//!
//! ```text
//! M (ṽ − v_n) = h f(q~, ṽ) + h g_qᵀλ~ ,     q~ = q_n ∘ exp(½h (v_n + ṽ))
//! ```
//!
//! in which forces with a convex potential, as those of cables and of gravity, make no energy at any step size: see
//! [`Coefficients::SETTLED`]. Dampers of cables have no potential: where a step does not resolve them, they can make some. The error of such a
//! step is of second order, and isolated ones leave the order of the method as it is.

use super::Alpha;
use crate::integrate::coefficients::Coefficients;
use crate::integrate::scheme::At;
use crate::integrate::{StepError, StepReport};

impl Alpha {
    /// Solves the smooth motion of a component whose accelerations at the start are known.
    pub fn solve_motion(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let solved = self.solve_smooth(at, self.c, report);
        if at.island.one_sided.is_empty() || (solved.is_ok() && !self.switches(at)) {
            return solved;
        }
        self.stand_still(at, Coefficients::SETTLED);
        self.solve_smooth(at, Coefficients::SETTLED, report)
    }

    /// Whether something tightens or slackens between the start of the step and the configuration in `work`.
    fn switches(&self, At { system, island, state, .. }: At) -> bool {
        let scenes = [&state.kin, &self.workspace.work.kin].map(|kin| system.scene(kin));
        island.one_sided.iter().any(|&k| {
            let [before, now] = scenes.each_ref().map(|scene| system.model.elements[k].element.is_slack(scene));
            before != now
        })
    }
}
