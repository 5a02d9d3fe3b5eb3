//! The energy of each component, and what of it came out of nothing.
//!
//! Of the mechanical energy E = T + V of an island a step may add what loads and drives do, and nothing else: dampers, impacts and
//! friction only take. What it adds beyond that is an error of the scheme. Summed over the steps, and never below zero,
//!
//! ```text
//! m ← max(0, m + ΔE − W) ,        W = ½h (P_n + P_{n+1}) + work of drives                                            (1)
//! ```
//!
//! m is what came out of nothing since the energy was last right. With the energy e that was turned over so far, T + |V − V₀| + |W| at
//! most, m ≤ η e bounds the energy of a run: e is at most what there really is, and m, so that m ≤ η/(1 − η) of what there is.
//! A component whose m exceeds [`DEBT`] of e goes on with steps that dissipate, if the scheme has such, and a step after which m exceeds
//! [`RETAKEN`] of e is taken again as one that dissipates. A step that dissipates, or of a scheme that has none, after which m exceeds
//! [`BLOW_UP`] of e is not taken at all.
//!
//! Where unresolved stiffness meets a motion that is not linear (cables that tighten and slacken, stiff bars that turn), every
//! scheme that is exact for linear systems can gain without bound.

use super::error::StepError;
use super::scheme::At;
use super::state::State;
use crate::system::{Held, System};

/// Share of the energy turned over that may come out of nothing before steps dissipate.
const DEBT: f64 = 0.05;
/// Share with which a step that did not dissipate is taken again as one that does.
const RETAKEN: f64 = 0.1;
/// Share with which a step is not taken: as much came out of nothing as there is.
const BLOW_UP: f64 = 0.5;
/// Share of the potential energies of the elements, by their amounts, that counts as turned over: what a model that stands still has to
/// measure its noise against.
const STANDING: f64 = 0.01;

/// Dampers that are to have taken more than this share of the energy turned over in one step are not resolved by it.
const DAMPED: f64 = 0.01;

/// The account of one component, in J and W.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Account {
    pub held: Held,
    /// Potential energy at the start, and work of loads and drives since.
    pub start: f64,
    pub loads: f64,
    /// m and e of (1).
    pub made: f64,
    pub turned: f64,
    /// What dampers that the last step did not resolve took less than their power says, which is more than was lost.
    pub undamped: f64,
}

impl Account {
    /// Its numbers, for checkpoints.
    pub fn numbers(&mut self) -> [&mut f64; 10] {
        let Self { held, start, loads, made, turned, undamped } = self;
        let Held { kinetic, potential, size, power } = held;
        [kinetic, potential, size, &mut power.loads, &mut power.dampers, start, loads, made, turned, undamped]
    }

    fn scale(&self) -> f64 {
        self.turned + STANDING * self.held.size
    }

    /// Whether steps should dissipate.
    pub fn is_in_debt(&self) -> bool {
        self.made > DEBT * self.scale()
    }
}

impl State {
    /// Opens the accounts at the start of a run.
    pub fn open_accounts(&mut self, system: &System) {
        let components = system.components.list.iter();
        self.accounts.clear();
        self.accounts.extend(components.map(|component| {
            if !component.is_watched() {
                return Account::default();
            }
            let held = system.energy_of(&component.elements, &self.kin);
            Account { held, start: held.potential, turned: held.kinetic, ..Account::default() }
        }));
    }

    /// Enters a step of an island, whose drives did some work, into its accounts; an error if its energy came out of nothing. `could` says
    /// whether the step could be taken again as one that dissipates.
    pub(super) fn enter(&mut self, at: At, drives: f64, could: bool) -> Result<(), StepError> {
        let At { system, island, state, h } = at;
        if !island.is_watched() {
            return Ok(());
        }
        let list = &system.system.components.list;
        let mut sums = [0.0; 3];
        for &k in &island.components {
            let (component, account) = (&list[k as usize], &mut self.accounts[k as usize]);
            let before = &state.accounts[k as usize];
            let start =
                if component.is_watched() { before.held } else { system.energy_of(&component.elements, &state.kin) };
            *account = Account { held: system.energy_of(&component.elements, &self.kin), ..*before };
            let driven = if k as usize == island.slot() { drives } else { 0.0 };
            let work = 0.5 * h * (start.power.loads + account.held.power.loads) + driven;
            account.loads += work;
            let changed = (account.held.potential - account.start).abs();
            account.turned = account.turned.max(account.held.kinetic + changed + account.loads.abs());
            let gain = account.held.total() - start.total() - work;
            let damped = 0.5 * h * (start.power.dampers + account.held.power.dampers);
            let is_resolved = damped >= (2.0 * gain.min(0.0)).min(-DAMPED * account.scale());
            account.undamped = if is_resolved { 0.0 } else { gain.min(0.0) - damped };
            sums.iter_mut().zip([gain, before.made, account.scale()]).for_each(|(sum, term)| *sum += term);
        }
        let [gain, before, scale] = sums;
        let made = (before + gain).max(0.0);
        if !gain.is_finite() {
            let what = format!("the energy of `{}`", self.busiest(at));
            return Err(StepError::NotFinite { what, time: self.kin.t });
        }
        for &k in &island.components {
            let account = &mut self.accounts[k as usize];
            account.made = if scale > 0.0 { made * account.scale() / scale } else { 0.0 };
        }
        if gain > 0.0 && made > if could { RETAKEN } else { BLOW_UP } * scale {
            return Err(StepError::MakesEnergy { item: self.busiest(at).to_owned(), made, all: scale });
        }
        Ok(())
    }

    /// The element of an island with the largest energy, by its name; also one whose energy is not a number.
    fn busiest<'a>(&self, At { system, island, .. }: At<'a>) -> &'a str {
        let energy = |&k: &usize| {
            let total = system.energy_of(&[k], &self.kin).total();
            if total.is_finite() { total } else { f64::INFINITY }
        };
        let busiest = island.elements.iter().copied().max_by(|a, b| energy(a).total_cmp(&energy(b)));
        busiest.map_or("the model", |k| system.system.model.elements[k].name.as_str())
    }
}
