//! Newmark's formulas with generalized-α averages, in the unknown y = v_{n+1} − v_n, as the schemes use them whose constraints act in one
//! problem.
//!
//! ```text
//! a = y/(hγ) − (1−γ)/γ a_n           v̇_{n+1} = [(1−α_m) a + α_m a_n − α_f v̇_n]/(1−α_f)
//! Ψ = h v_n + h²(½−β) a_n + h²β a
//! ```
//!
//! If impulses stay out of the accelerations (Chen et al. 2013), y − W takes the place of y, and Ψ has ½h W in addition.

use super::affine::{Known, Start, memory, memory_mut};
use super::coefficients::Coefficients;
use super::initial::acceleration_after;
use super::scheme::At;
use super::state::State;

/// Places in the memory: v̇ and a.
const ACCELERATION: usize = 0;
const A: usize = 1;
pub(super) const MEMORY: &[&str] = &["acceleration", "a"];

/// The formulas.
#[derive(Clone, Copy, Debug)]
pub(super) struct Newmark {
    pub c: Coefficients,
}

impl Newmark {
    /// Accelerations with constraints.
    pub fn start(&self, Start { system, settings, state, acceleration, .. }: &mut Start) {
        let closed: Vec<usize> = (0..system.contact_count()).filter(|&c| state.contacts[c].force[0] > 0.0).collect();
        let later = acceleration_after(*system, settings, state, acceleration, (settings.step, &closed));
        memory_mut(state, ACCELERATION).copy_from_slice(acceleration);
        self.c.start(*system, acceleration, later, memory_mut(state, A));
    }

    /// Accelerations without constraints.
    pub fn start_free(&self, Start { state, free, .. }: &mut Start) {
        memory_mut(state, ACCELERATION).copy_from_slice(free);
        memory_mut(state, A).copy_from_slice(free);
    }

    /// d: Ψ has ½h W where y has W.
    pub fn shift(&self, h: f64) -> f64 {
        h * (0.5 - self.c.beta / self.c.gamma)
    }

    pub fn stage(&self, at: At, known: &mut Known) {
        let (c, h) = (&self.c, at.h);
        each_start(at, |i, acceleration, a| {
            let v_n = at.state.kin.v[i];
            known.x[i] = h * ((1.0 - c.gamma) * a + c.gamma * c.known(acceleration, a));
            known.v[i] = v_n;
            known.psi[i] = h * (v_n + h * (0.5 - c.beta - c.beta * (1.0 - c.gamma) / c.gamma) * a);
        });
        (known.c, known.s) = (h * c.beta / c.gamma, h * c.gamma * c.share());
    }

    /// Accelerations at the end of the step, into the memory; `w` is the part of y that impulses made.
    pub fn finish(&self, at: At, y: &[f64], w: Option<&[f64]>, trial: &mut State) {
        let (c, h) = (&self.c, at.h);
        each_start(at, |i, acceleration_n, a_n| {
            let smooth = y[i] - w.map_or(0.0, |w| w[i]);
            let a = (smooth / h - (1.0 - c.gamma) * a_n) / c.gamma;
            let acceleration = (a - c.known(acceleration_n, a_n)) / c.share();
            memory_mut(trial, A)[i] = a;
            memory_mut(trial, ACCELERATION)[i] = acceleration;
            trial.acceleration[i] = acceleration;
        });
    }
}

/// v̇_n and a_n of every degree of freedom of an island: where h changes, a_n − v̇_n changes with it.
fn each_start(At { system, island, state, h }: At, mut act: impl FnMut(usize, f64, f64)) {
    for &k in &island.components {
        let component = &system.system.components.list[k as usize];
        let last = state.last_part[k as usize];
        let scale = if last > 0.0 { h / last } else { 1.0 };
        for i in component.each_dof() {
            let (acceleration, a) = (memory(state, ACCELERATION)[i], memory(state, A)[i]);
            act(i, acceleration, acceleration + scale * (a - acceleration));
        }
    }
}
