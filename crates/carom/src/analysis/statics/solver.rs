//! Solves one static problem and writes its solution into the state.

use super::problem::{Arc, AtRest, Balance, Leg, length};
use super::scales::Scales;
use super::{FreeMotion, StaticSettings};
use crate::analysis::held::{self, Support};
use crate::analysis::units;
use crate::element::Power;
use crate::integrate::{ROUNDING, State, describe};
use crate::system::{Assembly, ContactState, EnergyAccount, Multipliers, Solve, Status, Subproblem, Work};
use nonsmooth::{Failure, Newton, NewtonSettings, Report};

/// Contacts with a smaller gap than this, relative to the model's length, take part.
const NEAR: f64 = 0.05;

/// The workspace of a static analysis.
pub(super) struct Solver<'a> {
    pub system: Assembly<'a>,
    pub settings: &'a StaticSettings,
    /// Whether to give up.
    pub stop: &'a dyn Fn() -> bool,
    /// Length of a unit increment of each degree of freedom.
    pub units: Vec<f64>,
    pub work: Work,
    /// Equilibrium, and the way to it.
    pub sub: (Multipliers, Subproblem),
    pub flow: (Multipliers, Subproblem),
    pub newton: Newton,
    /// Length of the correction before the first: infinite, so that at least one is computed.
    correction: f64,
    near: Vec<usize>,
    /// What the last solution was judged by: its residual over the forces, and its last correction, m.
    pub judged: (f64, f64),
}

impl<'a> Solver<'a> {
    pub fn new(system: Assembly<'a>, settings: &'a StaticSettings, stop: &'a dyn Fn() -> bool) -> Self {
        // Loads change the matrix with every iteration: a kept one is rarely good.
        let limits = NewtonSettings { max_iterations: settings.max_iterations, contraction: 0.01 };
        let mut newton = Newton::new(limits);
        // The residual of slender bodies jumps by many orders after the first correction, and falls as fast.
        newton.growth = 1e12;
        Self {
            system,
            settings,
            stop,
            units: units(&system),
            work: Work::new(system),
            sub: (Multipliers::new(system), Subproblem::default()),
            flow: (Multipliers::new(system), Subproblem::default()),
            newton,
            correction: f64::INFINITY,
            near: Vec::new(),
            judged: (0.0, 0.0),
        }
    }

    /// Whether a state is in equilibrium at a load as it is; then it can be committed.
    pub fn rests(&mut self, state: &State, load: f64) -> Option<Report> {
        let limit = std::mem::replace(&mut self.newton.settings.max_iterations, 0);
        let correction = std::mem::replace(&mut self.correction, 0.0);
        let report = self.balance(state, load);
        (self.newton.settings.max_iterations, self.correction) = (limit, correction);
        report.ok()
    }

    /// Equilibrium at a load, from a state.
    pub fn balance(&mut self, state: &State, load: f64) -> Result<Report, Failure> {
        self.prepare(state, load);
        loop {
            let report = self.iterate(state, None)?;
            if !self.add_missed(state) {
                return Ok(report);
            }
        }
    }

    /// Equilibrium at a distance from a state, in the direction of the way `last`; otherwise the reason why there is none.
    pub fn advance(&mut self, state: &State, arc: &mut Arc, last: &Leg) -> Result<Report, String> {
        self.prepare(state, state.kin.load);
        self.follow_arc(state, arc, last)
    }

    fn follow_arc(&mut self, state: &State, arc: &mut Arc, last: &Leg) -> Result<Report, String> {
        (arc.load, arc.start) = (state.kin.load, state.kin.load);
        let stage = AtRest { m: 0.0, s: 1.0, from: &state.kin.frames };
        let inner = posed(self.system, &mut self.work, &mut self.sub, &stage);
        let (units, stop) = (&self.units, self.stop);
        if !(Balance { inner, units, correction: 0.0, residual: 0.0, arc: Some(&mut *arc), stop }).predict(last) {
            return Err(describe(&Failure::Singular));
        }
        let report = self.iterate(state, Some(&mut *arc)).map_err(|failure| describe(&failure))?;
        if self.add_missed(state) {
            // A contact that was not looked at has closed: with it, from the start.
            self.place(state, state.kin.load);
            load_forces(self.system, &mut self.sub.0, state, 1.0);
            self.sub.1.invalidate();
            return self.follow_arc(state, arc, last);
        }
        if arc.turns_back(&self.work.y, self.contacts_changed(state)) {
            return Err("it turns back on itself".to_owned());
        }
        Ok(report)
    }

    fn is_closed(&self, contact: usize) -> bool {
        self.sub.0.projections[contact].status != nonsmooth::Status::Gap
    }

    /// Contacts that are open in a state and closed in the solution.
    pub fn newly_closed(&self, state: &State) -> Vec<usize> {
        let closed = |c: &usize| self.is_closed(*c) && state.contacts[*c].status == Status::Open;
        self.sub.1.contacts.iter().copied().filter(closed).collect()
    }

    /// Whether contacts closed or opened since a state.
    fn contacts_changed(&self, state: &State) -> bool {
        self.sub.1.contacts.iter().any(|&c| self.is_closed(c) != (state.contacts[c].status != Status::Open))
    }

    fn iterate(&mut self, state: &State, arc: Option<&mut Arc>) -> Result<Report, Failure> {
        let stage = AtRest { m: 0.0, s: 1.0, from: &state.kin.frames };
        let inner = posed(self.system, &mut self.work, &mut self.sub, &stage);
        let (units, stop) = (&self.units, self.stop);
        let mut balance = Balance { inner, units, correction: self.correction, residual: 0.0, arc, stop };
        let report = self.newton.solve(&mut balance);
        let correction = if balance.correction.is_finite() { balance.correction } else { 0.0 };
        self.judged = (balance.residual * self.settings.tolerance, correction);
        report
    }

    /// The state as first iterate, at rest, with the scales that belong to it.
    fn prepare(&mut self, state: &State, load: f64) {
        self.place(state, load);
        load_forces(self.system, &mut self.sub.0, state, 1.0);
        let scales = Scales::new(&self.system, &self.work.kin, &self.units);
        let limits = (self.settings.tolerance, self.settings.constraint_tolerance);
        self.sub.1.tolerances = scales.tolerances(&self.system, self.reach(), limits);
        self.sub.0.set_metric(scales.metric);
        self.find_near(state);
        self.sub.1.activate_contacts(self.system, &self.system.system.components.whole, &self.near);
        set_references(self.system, &mut self.sub.0, &self.sub.1, state);
        self.sub.1.invalidate();
    }

    /// Puts a state, at rest, into the workspace.
    pub fn place(&mut self, state: &State, load: f64) {
        self.work.kin.clone_from(&state.kin);
        self.work.kin.v.fill(0.0);
        self.work.kin.load = load;
        self.work.kin.t = self.settings.time;
        self.work.kin.update_ports(&self.system.model.ports);
        self.work.y.fill(0.0);
    }

    /// The largest coordinate.
    pub fn reach(&self) -> f64 {
        let nodes = self.work.kin.frames.iter().map(|f| f.x.amax());
        nodes.chain(self.work.kin.ports.iter().map(|p| p.x.amax())).fold(self.system.length, f64::max)
    }

    /// Length of the largest entry of the increment.
    pub fn moved(&self) -> f64 {
        length(&self.work.y, &self.units)
    }

    pub fn near(&self) -> &[usize] {
        &self.near
    }

    /// Contacts that could close.
    pub fn find_near(&mut self, state: &State) {
        self.near.clear();
        for c in 0..self.system.contact_count() {
            let contact = self.system.contact(c);
            let now = contact.pair.gap(&self.work.kin);
            let near =
                now < NEAR * self.system.length && !is_behind(self.system, state, c) && !contact.is_pressed_elsewhere();
            if near && contact.pair.faces(&self.work.kin) {
                self.near.push(c);
            }
        }
        self.place_frames(state);
    }

    /// Sliding and turning are counted from the last equilibrium.
    fn place_frames(&mut self, state: &State) {
        for &c in &self.near {
            self.work.kin.contacts[c] = self.system.contact(c).pair.frame(&state.kin, &state.kin.contacts[c]);
        }
    }

    /// Contacts that the solution closed though they did not take part join; true if there were any.
    fn add_missed(&mut self, state: &State) -> bool {
        let missed = self.missed(state);
        if missed.is_empty() {
            return false;
        }
        self.near.extend(missed);
        self.near.sort_unstable();
        self.place_frames(state);
        self.sub.1.activate_contacts(self.system, &self.system.system.components.whole, &self.near);
        set_references(self.system, &mut self.sub.0, &self.sub.1, state);
        true
    }

    pub fn missed(&self, state: &State) -> Vec<usize> {
        let closed = (0..self.system.contact_count()).filter(|&c| {
            let pair = &self.system.contact(c).pair;
            self.near.binary_search(&c).is_err()
                && !self.system.contact(c).is_pressed_elsewhere()
                && pair.gap(&self.work.kin) < 0.0
                && pair.faces(&self.work.kin)
                && !is_behind(self.system, state, c)
        });
        closed.collect()
    }

    /// Writes the solution of a problem into the state; `factor` turns its multipliers into forces.
    pub fn commit(&self, state: &mut State, (rows, sub): &(Multipliers, Subproblem), factor: f64) {
        let system = self.system;
        state.kin.clone_from(&self.work.kin);
        for (slot, measure) in system.angles.iter().enumerate() {
            if let Some(measure) = measure {
                state.kin.angles[slot] = measure.value(&state.kin);
            }
        }
        for row in 0..system.joint_rows {
            state.lam[row] = factor * rows.lam[row];
        }
        for (row, &original) in system.original_row.iter().enumerate() {
            (state.joint_impulse[original], state.joint_force[original]) = (state.lam[row], state.lam[row]);
        }
        for (c, now) in state.contacts.iter_mut().enumerate() {
            *now = ContactState { gap: system.contact(c).pair.gap(&state.kin), ..ContactState::default() };
        }
        for &c in &sub.contacts {
            let axes = &system.contact_rows(c).axes;
            let now = &mut state.contacts[c];
            now.status = match rows.projections[c].status {
                nonsmooth::Status::Gap => Status::Open,
                nonsmooth::Status::Stick if system.contact_rows(c).is_frictionless() => Status::Slip,
                nonsmooth::Status::Stick => Status::Stick,
                nonsmooth::Status::Slip => Status::Slip,
            };
            for (i, &axis) in axes.iter().enumerate() {
                let force = factor * rows.lam[system.contact_block(c).first + i];
                (now.impulse[axis], now.force[axis]) = (force, force);
            }
        }
        for compliant in &system.system.model.compliant {
            let force = compliant.force.observe(&system.scene(&state.kin)).response.force;
            let now = &mut state.contacts[compliant.contact];
            (now.impulse[0], now.force[0]) = (force, force);
            now.status = if force > 0.0 { Status::Stick } else { Status::Open };
        }
        state.energy = EnergyAccount::default();
        state.open_accounts(&system);
        state.balance(&system, Power::default(), 0.0);
        state.energy.remainder = 0.0;
    }

    /// A motion of the state that nothing resists.
    pub fn free_motion(&self, state: &State) -> Option<FreeMotion> {
        match self.support(state) {
            Support::Free(motion) => Some(motion),
            Support::Unstable(_) | Support::Held => None,
        }
    }

    /// How a state is held.
    pub fn support(&self, state: &State) -> Support {
        let scales = Scales::new(&self.system, &state.kin, &self.units);
        held::support(self.system, state, &scales.metric)
    }
}

/// The problem of the whole model as the iteration sees it.
pub(super) fn posed<'a, 's>(
    system: Assembly<'a>,
    work: &'a mut Work,
    (rows, sub): &'a mut (Multipliers, Subproblem),
    stage: &'a AtRest<'s>,
) -> Solve<'a, AtRest<'s>> {
    let island = &system.system.components.whole;
    Solve { system, island, work, rows, sub, stage, rows_are_current: false }
}

/// Takes the forces of a state, times a factor.
pub(super) fn load_forces(system: Assembly, rows: &mut Multipliers, state: &State, factor: f64) {
    rows.lam.fill(0.0);
    rows.lam.iter_mut().zip(&state.lam).for_each(|(to, from)| *to = factor * from);
    for c in 0..system.contact_count() {
        for (i, &axis) in system.contact_rows(c).axes.iter().enumerate() {
            rows.lam[system.contact_block(c).first + i] = factor * state.contacts[c].impulse[axis];
        }
    }
}

/// Friction acts on what a point slides since the last equilibrium.
pub(super) fn set_references(system: Assembly, rows: &mut Multipliers, sub: &Subproblem, state: &State) {
    for &c in &sub.contacts {
        rows.renew_augmentation(system, c);
        let block = system.contact_block(c);
        for i in 1..block.len() {
            // Rows that are counted from the contact's frame are zero there.
            let incremental = block.row(i).is_incremental();
            rows.reference[block.first + i] = if incremental { 0.0 } else { block.value(i, &state.kin) };
        }
    }
}

/// Whether a point lies under its face without touching it.
fn is_behind(system: Assembly, state: &State, c: usize) -> bool {
    system.contact(c).pair.gap(&state.kin) < -ROUNDING * system.length && state.contacts[c].impulse[0] == 0.0
}
