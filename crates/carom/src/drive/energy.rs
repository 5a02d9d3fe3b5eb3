//! What the energy account says of the quality of a run: how much energy was turned over, how much the account leaves unexplained,
//! and whether impacts, which can only take energy, have given some.

use super::IdentityStatistics;
use crate::system::EnergyAccount;
use serde::{Deserialize, Serialize};

/// Work of impacts in a step that is rounding, as a share of the energy turned over.
const ROUNDING: f64 = 1e-12;

/// Extremes of the energy account of a run, in J; with their times, in s, where they have one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EnergyStatistics {
    /// Potential energy at the start.
    start: f64,
    /// Largest kinetic energy, change of the potential energy, and amounts of works.
    pub kinetic: f64,
    pub potential: f64,
    pub loads: f64,
    pub dampers: f64,
    pub impacts: f64,
    pub friction: f64,
    /// Largest numerical remainder, by its amount.
    pub remainder: (f64, f64),
    /// Energy that impacts gave, in all steps together and at most in one.
    pub impact_gain: f64,
    pub largest_impact_gain: (f64, f64),
    /// The energy identity of the scheme, if it is evaluated.
    #[serde(default)]
    pub identity: Option<IdentityStatistics>,
}

impl EnergyStatistics {
    /// Of a run that starts with this account.
    pub fn starting(account: &EnergyAccount) -> Self {
        Self { start: account.potential, kinetic: account.kinetic, ..Self::default() }
    }

    /// Takes a step, or a part of one that was halved, from the account before it to the one after it.
    pub fn add(&mut self, before: &EnergyAccount, after: &EnergyAccount, time: f64) {
        let amounts = [
            (&mut self.kinetic, after.kinetic),
            (&mut self.potential, after.potential - self.start),
            (&mut self.loads, after.loads),
            (&mut self.dampers, after.dampers),
            (&mut self.impacts, after.impacts),
            (&mut self.friction, after.friction),
        ];
        for (largest, value) in amounts {
            *largest = largest.max(value.abs());
        }
        if after.remainder.abs() > self.remainder.0.abs() {
            self.remainder = (after.remainder, time);
        }
        let gain = after.impacts - before.impacts;
        if gain > ROUNDING * self.turned_over() {
            self.impact_gain += gain;
            if gain > self.largest_impact_gain.0 {
                self.largest_impact_gain = (gain, time);
            }
        }
    }

    /// Energy turned over: the largest kinetic energy, the largest change of the potential energy and the largest amounts of the
    /// works of loads, dampers, impacts and friction, added up.
    pub fn turned_over(&self) -> f64 {
        self.kinetic + self.potential + self.loads + self.dampers + self.impacts + self.friction
    }

    /// An amount as a share of the energy turned over; 0 where it is not more than the rounding of the potential energy.
    pub fn share(&self, joules: f64) -> f64 {
        let rounding = 1e-9 * (self.start.abs() + self.potential);
        if joules.abs() > rounding { joules.abs() / self.turned_over() } else { 0.0 }
    }
}
