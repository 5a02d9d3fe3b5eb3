//! Accelerations at the start of a step after an impact, or whose size is not that of the last.

use super::{ACCELERATION, After, Alpha, HIT, SMOOTH_MOTION, W};
use crate::integrate::coefficients::Coefficients;
use crate::integrate::scheme::At;
use crate::integrate::state::State;
use crate::integrate::{Interval, StepError, StepReport};
use crate::system::{Assembly, Island, Level, Stage, Weights, Work};

impl Alpha {
    /// Begins a step: the grounds of the smooth motion are those of its end. Finds components with a contact that was closed at the
    /// start of the step, where its size is not that of the last.
    pub(super) fn begin(&mut self, system: Assembly, state: &State, Interval { h, t_end }: Interval) {
        system.set_time(t_end, &mut self.smooth_kin);
        self.closed.fill(false);
        if state.last_part.iter().all(|last| *last == h) {
            return;
        }
        for c in (0..system.contact_count()).filter(|&c| self.workspace.was_closed(system, state, h, c)) {
            let nodes = system.contact_block(c).nodes();
            nodes.iter().for_each(|&node| self.closed[system.components.of_node(node)] = true);
        }
    }

    /// After an impact forces that depend on velocities are others: accelerations start anew; those of elastic bodies go on ringing.
    /// Smooth accelerations of closed contacts belong to the size of their steps.
    pub fn start_anew(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let (At { state, island, .. }, slot) = (at, at.slot());
        let hit = state.history[HIT][slot];
        let rings = hit == After::Rings.in_history();
        let is_struck = hit == After::StartsAnew.in_history() || rings && !island.is_elastic;
        let is_resized = self.closed[slot] && !at.keeps_step();
        let goes_on = hit == 0.0 && state.last_part[slot] > 0.0 && !self.jumped[slot];
        match (is_struck || is_resized, goes_on) {
            (false, _) => Ok(()),
            (true, false) => self.settle(at, report),
            (true, true) => self.resize(at, report),
        }
    }

    /// Takes v̇~_n and a_n to the size of this step: v̇~_n as the last step would have found it with this size, a_n as far from it as it
    /// was. The smooth motion of the last step ended beside its contacts, at q_n ∘ exp(−U) and v_n − W, and W/h is the acceleration by
    /// contacts, v̇_n − v̇~_n:
    ///
    /// ```text
    /// M v̇~ = f(q_n ∘ exp(½h²(v̇~ − v̇_n)), v_n + h(v̇~ − v̇_n), t_n) + g_qᵀλ~ ,     g_q ṽ + g_t = 0
    /// ```
    fn resize(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let (At { system, island, state, .. }, slot) = (at, at.slot());
        let t_end = self.workspace.work.kin.t;
        system.set_time(state.kin.t, &mut self.workspace.work.kin);
        island.copy(&self.acceleration_n, &mut self.workspace.work.y);
        let stage = ResizedStage { state, h: at.h, last: state.last_part[slot] };
        let solved = self.workspace.solve(self.smooth.pose(SMOOTH_MOTION, at, &stage));
        system.set_time(t_end, &mut self.workspace.work.kin);
        report.add(SMOOTH_MOTION, solved?);
        for i in island.each_dof() {
            let resized = self.workspace.work.x[i];
            self.a_n[i] += resized - self.acceleration_n[i];
            self.acceleration_n[i] = resized;
        }
        // The tangent is that of other coefficients.
        self.smooth.parts[slot].invalidate();
        Ok(())
    }
}

/// The smooth acceleration at the start of a step of another size: y = x = v̇~, see [`Alpha::resize`].
struct ResizedStage<'a> {
    state: &'a State,
    /// Sizes of this step and of the last.
    h: f64,
    last: f64,
}

impl Stage for ResizedStage<'_> {
    fn weights(&self) -> Weights {
        Coefficients::SETTLED.weights(self.h)
    }

    fn level(&self) -> Level {
        Level::Velocity
    }

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        let [smooth, jump] = [ACCELERATION, W].map(|place| &self.state.history[place]);
        for i in island.each_dof() {
            let with_contacts = smooth[i] + jump[i] / self.last;
            let aside = self.h * (work.y[i] - with_contacts);
            work.x[i] = work.y[i];
            work.kin.v[i] = self.state.kin.v[i] + aside;
            work.psi[i] = 0.5 * self.h * aside;
        }
        system.displace(island, &self.state.kin.frames, &work.psi, &mut work.kin.frames);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}
