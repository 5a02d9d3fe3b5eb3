//! How large the error of a step is, as far as the step itself shows it.
//!
//! A scheme of second order moves the configuration by h v + ½h²v̇ + (1/6 + C) h³v̈; what it adds to h³v̈/6 is its local error. With the
//! change of the acceleration over the step for h v̈ (Zienkiewicz & Xie 1991), in the mean over the mass of a component and relative to
//! its length l:
//!
//! ```text
//! e = |C| h² ‖v̇_{n+1} − v̇_n‖_M / (l √ΣM_i)
//! ```
//!
//! A hit changes velocities at once, which is no error: a step in which a component is hit, and the one after it, are looked at without
//! impulses where the scheme tells them apart, and else not at all. What a hit leaves open is when it happens. Its measure is how far
//! the jump Δu of the velocity of a contact moves it in a whole step, h|Δu|/l.

use super::scheme::{At, Scheme};
use super::state::State;
use super::step::Phase;

/// What a scheme remembers of a state that errors are estimated from.
pub(super) struct Memory<'s> {
    /// Whether a contact was hit in the last step, by component.
    pub hit: &'s [f64],
    /// Accelerations without contacts, where the scheme has them.
    pub smooth: Option<&'s [f64]>,
    /// |C|.
    pub constant: f64,
}

/// Error of a step, the largest of all components.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Of the smooth motion, relative to the length of the component.
    pub smooth: f64,
    /// A component was hit just before, so that its smooth motion says nothing.
    pub is_blind: bool,
    /// Of hits: how far the jump of a velocity leads in the step, relative to the length of the component.
    pub blow: f64,
    /// When the first contact was touched that was hit, as far as it is known.
    pub touch: Option<f64>,
}

impl Estimate {
    /// Takes what another part of the islands shows.
    pub fn take(&mut self, other: &Self) {
        self.add_smooth(other.smooth);
        self.is_blind |= other.is_blind;
        self.blow = self.blow.max(other.blow);
        self.touch = [self.touch, other.touch].into_iter().flatten().reduce(f64::min);
    }

    /// The larger of both; what is not a number is larger than all.
    fn add_smooth(&mut self, other: f64) {
        if other.is_nan() || other > self.smooth {
            self.smooth = other;
        }
    }

    /// Of an island that was committed to the trial state.
    pub(super) fn of<S: Scheme>(scheme: &S, at: At, trial: &State) -> Self {
        let mut all = Self::default();
        for &k in &at.island.components {
            all.add_component(scheme, at, trial, k as usize);
        }
        for &c in at.island.contacts.iter().filter(|&&c| trial.contacts[c].hit) {
            all.add_hit(scheme, at, trial, c);
        }
        all
    }

    fn add_component<S: Scheme>(&mut self, scheme: &S, at: At, trial: &State, k: usize) {
        let (before, after) = (scheme.memory(at.state), scheme.memory(trial));
        let (was_hit, is_hit) = (before.hit[k] != 0.0, after.hit[k] != 0.0);
        let change = match (before.smooth, after.smooth) {
            _ if !was_hit && !is_hit => Some((at.state.acceleration.as_slice(), trial.acceleration.as_slice())),
            (Some(before), Some(after)) if !was_hit => Some((before, after)),
            _ => None,
        };
        let Some((start, end)) = change else {
            self.is_blind = true;
            return;
        };
        let (component, mass) = (&at.system.system.components.list[k], at.system.mass.diagonal());
        let [square, all] = component.sums(|i| [mass[i] * (end[i] - start[i]).powi(2), mass[i]]);
        if all > 0.0 && component.length > 0.0 {
            let rms = (square / component.masses()[0]).sqrt();
            self.add_smooth(after.constant * at.h * at.h * rms / component.length);
        }
    }

    fn add_hit<S: Scheme>(&mut self, scheme: &S, at: At, trial: &State, c: usize) {
        let workspace = scheme.workspace();
        let nodes = at.system.contact_block(c).nodes().iter();
        let lengths = nodes.map(|&node| at.system.components.list[at.system.components.of_node(node)].length);
        let length = lengths.fold(f64::INFINITY, f64::min);
        let now = &trial.contacts[c];
        let jump = now.velocity[0] - workspace.velocity_before(at.system, c);
        self.blow = self.blow.max(at.h * jump.abs() / length);
        let (start, end) = (workspace.past(at.state, c).gap, now.gap);
        let after = match workspace.phases[c] {
            Phase::Flight { tau } | Phase::Closing { tau, .. } => Some(at.h - tau),
            // Schemes that do not look for the touch let contacts penetrate.
            _ if start > 0.0 && end < 0.0 => Some(at.h * start / (start - end)),
            _ => None,
        };
        let touch = after.map(|after| at.state.kin.t + after);
        self.touch = [self.touch, touch].into_iter().flatten().reduce(f64::min);
    }
}
