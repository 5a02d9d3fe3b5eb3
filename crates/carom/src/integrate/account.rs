//! The energy of each component, and what of it came out of nothing.
//!
//! Of the mechanical energy E = T + V of an island a step may add what loads, drives and moving surfaces do, and nothing else: dampers,
//! impacts and friction only take. What it adds beyond that is an error of the scheme. Summed over the steps, and never below zero,
//!
//! ```text
//! m ← max(0, m + ΔE − W) ,    W = ½h (P_n + P_{n+1}) + work of drives + what contacts give ,    e ← max(e, T + |V − V₀| + |ΣW| − m)      (1)
//! ```
//!
//! m is what came out of nothing since the energy was last right, e the energy that was turned over, without it. The energy of a scheme
//! differs from (1) by what it does not resolve: of a vibration of ωh = 100 that starts from rest generalized-α makes some (ωh)² times the
//! energy, and takes it again within some ten steps. A run in which m stays above [`BLOW_UP`] times e for [`STEPS`] steps is beyond that, and
//! ends.

use super::error::StepError;
use super::scheme::At;
use super::state::State;
use crate::system::{EnergyAccount, Held, System};

/// Energy out of nothing, as a multiple of the energy turned over, at which a run ends if it stays above it for so many steps.
const BLOW_UP: f64 = 4.0;
const STEPS: f64 = 50.0;
/// Share of the potential energies of the elements, by their amounts, that counts as turned over: what a model that stands still has to
/// measure its noise against.
const STANDING: f64 = 0.01;
/// Motions by less than this share of a component's length in a step are noise.
const NOISE: f64 = 1e-9;
/// Dampers that are to have taken more than this share of the energy turned over in one step, and more than twice what was lost, are not
/// resolved by it: they took what was lost.
const DAMPED: f64 = 0.01;

/// The account of one component, in J and W.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Account {
    pub held: Held,
    /// Potential energy at the start, and work that was done on it since.
    pub start: f64,
    pub work: f64,
    /// m and e of (1).
    pub made: f64,
    pub turned: f64,
    /// Steps in a row with more than [`BLOW_UP`].
    pub steps: f64,
    /// What dampers that the last step did not resolve took less than their power says.
    pub undamped: f64,
}

impl Account {
    /// Its numbers, for checkpoints.
    pub fn numbers(&mut self) -> [&mut f64; 11] {
        let Self { held, start, work, made, turned, steps, undamped } = self;
        let Held { kinetic, potential, size, power } = held;
        [kinetic, potential, size, &mut power.loads, &mut power.dampers, start, work, made, turned, steps, undamped]
    }

    /// T + |V − V₀| + |ΣW|.
    fn now(&self) -> f64 {
        self.held.kinetic + (self.held.potential - self.start).abs() + self.work.abs()
    }

    /// What was turned over, what came out of nothing included.
    fn size(&self) -> f64 {
        self.turned.max(self.now())
    }

    /// Enters a step that ends with this energy; what it added beyond the work that was done on the component.
    fn enter(&mut self, before: &Held, held: Held, given: f64, h: f64) -> f64 {
        let dampers = 0.5 * h * (before.power.dampers + held.power.dampers);
        let work = 0.5 * h * (before.power.loads + held.power.loads) + given + dampers.max(0.0);
        self.work += work;
        self.held = held;
        let gain = held.total() - before.total() - work;
        let is_resolved = dampers >= (2.0 * gain.min(0.0)).min(-DAMPED * self.size());
        self.undamped = if is_resolved { 0.0 } else { gain.min(0.0) - dampers };
        gain
    }
}

impl State {
    /// Opens the accounts at the start of a run.
    pub fn open_accounts(&mut self, system: &System) {
        self.accounts.clear();
        self.accounts.extend(system.components.list.iter().map(|component| {
            if !component.is_watched() {
                return Account::default();
            }
            let held = system.energy_of(&component.elements, &self.kin);
            Account { held, start: held.potential, turned: held.kinetic, ..Account::default() }
        }));
    }

    /// Enters a step of an island into its accounts; `before` is the account of the whole before the island was written. An error if
    /// its energy came out of nothing.
    pub(super) fn enter(&mut self, at: At, before: &EnergyAccount) -> Result<(), StepError> {
        let At { system, island, state, h } = at;
        if !island.is_watched() {
            return Ok(());
        }
        let now = &self.energy;
        let contacts = now.impacts + now.friction - before.impacts - before.friction;
        let given = now.loads - before.loads + contacts.max(0.0);
        let list = &system.system.components.list;
        let [mut made, mut size] = [0.0; 2];
        for k in island.components.iter().map(|&k| k as usize) {
            let held = |kin| system.energy_of(&list[k].elements, kin);
            let last = if list[k].is_watched() { state.accounts[k].held } else { held(&state.kin) };
            let (account, given) = (&mut self.accounts[k], if k == island.slot() { given } else { 0.0 });
            *account = state.accounts[k];
            made += account.made + account.enter(&last, held(&self.kin), given, h);
            size += account.size();
        }
        let made = made.max(0.0);
        let mut all = 0.0;
        for k in island.components.iter().map(|&k| k as usize) {
            let account = &mut self.accounts[k];
            account.made = if size > 0.0 { made * account.size() / size } else { 0.0 };
            account.turned = account.turned.max(account.now() - account.made);
            all += account.turned
                + STANDING * account.held.size
                + list[k].masses()[0] * (NOISE * list[k].length / h).powi(2);
        }
        let is_much = made > BLOW_UP * all;
        let mut steps = f64::INFINITY;
        for k in island.components.iter().map(|&k| k as usize) {
            let account = &mut self.accounts[k];
            account.steps = if is_much { account.steps + 1.0 } else { 0.0 };
            steps = steps.min(account.steps);
        }
        if steps < STEPS || !is_much {
            return Ok(());
        }
        Err(StepError::MakesEnergy { item: self.busiest(at).to_owned(), made, all })
    }

    /// The element of an island with the largest energy, by its name.
    fn busiest<'a>(&self, At { system, island, .. }: At<'a>) -> &'a str {
        let energy = |&k: &usize| system.energy_of(&[k], &self.kin).total();
        let busiest = island.elements.iter().copied().max_by(|a, b| energy(a).total_cmp(&energy(b)));
        busiest.map_or("the model", |k| system.system.model.elements[k].name.as_str())
    }

    /// Energy of all elements and the power of their loads and dampers, components that have an account by it.
    pub(super) fn held(&self, system: &System) -> Held {
        let others = system.energy_of(&system.components.constant, &self.kin);
        let components = system.components.list.iter().zip(&self.accounts);
        components
            .filter(|(component, _)| component.is_watched())
            .fold(others, |sum, (_, account)| sum.plus(&account.held))
    }
}
