//! The scheme of a formula: predictor, problems, corrector.

use super::super::error::StepError;
use super::super::estimate::Memory;
use super::super::history::{History, Over};
use super::super::scheme::{At, Scheme};
use super::super::settings::Settings;
use super::super::state::State;
use super::super::step::{ContactForces, Directions, Family, Last, Solved, VelocityProblem, Workspace};
use super::super::stepper::Stepper;
use super::super::{Integrator, Interval, StepReport};
use super::free::{FREE, Free};
use super::pair::{self, Inner};
use super::stage::AffineStage;
use super::{Acting, Before, End, Formula, HIT, Known, Start, W, Y};
use crate::model::Kinematics;
use crate::system::{Assembly, Level, Stage};

/// Gaps below this share of an island's length are closed.
pub(super) const REST: f64 = 1e-12;

/// Names of the problems.
pub(super) const VELOCITY: &str = "velocity";
const INNER: &str = "inner stage";

/// A formula with the memory of its scheme.
pub(super) struct AffineScheme<F: Formula> {
    pub formula: F,
    pub workspace: Workspace,
    pub problem: Family,
    pub jump: Family,
    pub free: Free,
    pub settings: Settings,
    pub known: Known,
    /// f_n, and v_n + h M⁻¹f_n with the diagonal of M: what the loads make of the velocities.
    pub load: Vec<f64>,
    pub smooth: Vec<f64>,
    /// y, W, and M⁻¹f.
    pub y: Vec<f64>,
    pub w: Vec<f64>,
    /// y of the problem before the last.
    pub inner: Vec<f64>,
    pub acceleration: Vec<f64>,
    /// Forces at the end of the step, by row.
    pub forces: Vec<f64>,
    /// The end of the step before impulses act there, and whether they do, by component.
    pub before_impact: Kinematics,
    pub impacted: Vec<bool>,
    /// r = Φ(W) − W of the last two solutions, see `split`.
    pub residual: [Vec<f64>; 2],
    /// The first of two problems that are one, see `pair`.
    pub first: Option<Box<Inner>>,
}

/// An integrator by a formula.
pub(in crate::integrate) fn integrator<F: Formula>(
    formula: &F,
    system: Assembly,
    settings: &Settings,
) -> Box<dyn Integrator> {
    let zeros = || vec![0.0; system.layout.n];
    Box::new(Stepper::new(system, settings, || {
        let workspace = Workspace::new(system, settings);
        AffineScheme {
            formula: formula.clone(),
            before_impact: workspace.work.kin.clone(),
            workspace,
            problem: Family::new(system, settings),
            jump: Family::new(system, settings),
            free: Free(Family::new(system, settings)),
            settings: settings.clone(),
            known: Known::new(system.layout.n),
            load: vec![0.0; system.layout.extended],
            smooth: zeros(),
            y: zeros(),
            w: zeros(),
            inner: zeros(),
            acceleration: zeros(),
            forces: vec![0.0; system.row_count()],
            impacted: vec![false; system.components.list.len()],
            residual: [zeros(), zeros()],
            first: F::COUPLED.then(|| Box::new(Inner::new(system, settings))),
        }
    }))
}

impl<F: Formula> Scheme for AffineScheme<F> {
    // Contacts that close against the forecast carry nothing in this step.
    const JOINS_MISSED: bool = false;

    fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    fn workspace_mut(&mut self) -> &mut Workspace {
        &mut self.workspace
    }

    fn start(&self, system: Assembly, state: &mut State, settings: &Settings) {
        let acceleration = state.acceleration.clone();
        let memory = F::MEMORY.iter().map(|name| (*name, Over::Dofs));
        let own = [("velocity jump", Over::Dofs), ("velocity by impulses", Over::Dofs), ("hit", Over::Components)];
        let is_force = self.formula.acting() != Acting::Impulses;
        for (row, &original) in system.original_row.iter().enumerate() {
            state.lam[row] = if is_force { state.joint_force[original] } else { 0.0 };
        }
        let free = if F::SPLITS { Free::at_start(system, settings, state) } else { Vec::new() };
        let of_pair = pair::OWN.into_iter().filter(|_| F::COUPLED);
        state.history = History::new(system, own.into_iter().chain(memory).chain(of_pair));
        if F::COUPLED {
            pair::settle::<F>(state);
        }
        // Memories are those of a step of this size.
        state.last_part.fill(settings.step);
        self.formula.start(&mut Start { system, settings, state, acceleration, free });
    }

    fn restart(&mut self) {
        self.problem.restart();
        self.jump.restart();
        self.free.0.restart();
        self.first.iter_mut().for_each(|first| first.problem.restart());
    }

    fn fit(&mut self, system: Assembly) {
        self.problem.fit(system);
        self.jump.fit(system);
        self.forces.resize(system.row_count(), 0.0);
        self.before_impact.contacts.resize(system.contact_count(), Default::default());
        self.first.iter_mut().for_each(|first| first.fit(system));
    }

    fn forget(&mut self, slot: usize) {
        for part in [&mut self.problem.parts[slot], &mut self.jump.parts[slot], &mut self.free.0.parts[slot]] {
            part.restart();
        }
        self.first.iter_mut().for_each(|first| first.problem.parts[slot].restart());
    }

    fn begin(&mut self, system: Assembly, state: &State, _step: Interval) {
        self.impacted.fill(false);
        let kin = &self.workspace.work.kin;
        self.first.iter_mut().for_each(|first| first.begin(system, state, kin));
    }

    /// Where the velocities at the start lead, and the forces there.
    fn predict(&mut self, at: At, _report: &mut StepReport) -> Result<(), StepError> {
        let At { system, island, state, h } = at;
        let mass = system.mass.diagonal();
        system.clear_extended(island, &mut self.load);
        system.add_forces_of(island, &state.kin, &mut self.load);
        for i in island.each_dof() {
            self.smooth[i] = state.kin.v[i] + h * self.load[i] / mass[i];
        }
        self.return_to_prediction(at);
        Ok(())
    }

    fn return_to_prediction(&mut self, at: At) {
        self.move_on(at, 1.0);
    }

    fn adopt(&mut self, from: &mut Self, at: At) {
        at.island.copy(&from.smooth, &mut self.smooth);
        at.island.copy(&from.load, &mut self.load);
        self.return_to_prediction(at);
    }

    fn solve(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let (At { system, island, .. }, slot) = (at, at.slot());
        self.impacted[slot] = false;
        let t_end = self.workspace.work.kin.t;
        let result = self.solve_stages(at, t_end, report);
        // Other islands are solved after this one.
        system.set_time(t_end, &mut self.workspace.work.kin);
        result?;
        let work = &mut self.workspace.work;
        if self.formula.move_on(at, &self.y, &mut work.psi) {
            system.move_on(island, &work.psi, &mut work.kin.frames);
            system.update_ports(island, &mut work.kin);
            work.evaluate_rows(system, &self.problem.parts[slot].blocks);
            self.workspace.move_frames(at, &self.problem.rows);
        }
        match self.formula.acting() {
            Acting::Impulses => Ok(()),
            Acting::Forces => {
                self.keep_forces(at);
                Ok(())
            }
            Acting::ForcesThenImpulses => {
                self.take_mean(at);
                self.keep_forces(at);
                self.solve_impact(at, report)
            }
        }
    }

    fn commit(&mut self, at: At, trial: &mut State, report: &mut StepReport) {
        let island = at.island;
        island.copy(&self.y, &mut trial.history[Y]);
        island.copy(&self.w, &mut trial.history[W]);
        let jumps = self.workspace.jumps(at);
        for k in island.components.iter().map(|&k| k as usize) {
            self.workspace.hit[k] |= jumps;
            trial.history[HIT][k] = f64::from(self.workspace.hit[k]);
        }
        let impacted = self.impacted[at.slot()];
        let velocity = if impacted { &self.jump.rows } else { &self.problem.rows };
        let is_smooth = self.workspace.is_smooth(at, &at.state.history[HIT], velocity);
        let end = End { y: &self.y, w: &self.w, inner: &self.inner, is_smooth, hit: self.workspace.hit[at.slot()] };
        self.formula.finish(at, &end, trial);
        if F::COUPLED {
            self.extrapolate_forces(at, is_smooth, trial);
        }
        if impacted {
            // What an impact shows is the mean over its step.
            for i in island.each_dof() {
                trial.acceleration[i] = (trial.kin.v[i] - at.state.kin.v[i]) / at.h;
            }
        }
        let forces = (self.formula.acting() != Acting::Impulses).then_some(self.forces.as_slice());
        let mean = self.first.as_ref().map(|first| first.means.as_slice());
        let contacts = forces.map(|end| ContactForces { end, mean, impacted });
        let velocity = if impacted { &self.jump.rows } else { &self.problem.rows };
        let solved = Solved { velocity, position: None, joints: forces, contacts, is_smooth };
        self.workspace.commit(at, trial, &solved, report);
    }

    fn memory<'s>(&self, state: &'s State) -> Memory<'s> {
        Memory { hit: &state.history[HIT], smooth: None, constant: self.formula.error_constant() }
    }

    fn pushed<'s>(&self, _state: &'s State) -> &'s [f64] {
        &[]
    }
}

impl<F: Formula> AffineScheme<F> {
    /// The configuration after a share of the step with v_n.
    fn move_on(&mut self, At { system, island, state, h }: At, share: f64) {
        let work = &mut self.workspace.work;
        for i in island.each_dof() {
            work.kin.v[i] = state.kin.v[i];
            work.psi[i] = share * h * state.kin.v[i];
        }
        system.displace(island, &state.kin.frames, &work.psi, &mut work.kin.frames);
        system.update_ports(island, &mut work.kin);
    }

    fn solve_stages(&mut self, at: At, t_end: f64, report: &mut StepReport) -> Result<(), StepError> {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let time = |share: f64| if share == 1.0 { t_end } else { state.kin.t + share * h };
        if F::EXPLICIT {
            let ahead = self.formula.look_ahead();
            system.set_time(time(ahead), &mut self.workspace.work.kin);
            self.move_on(at, ahead);
            report.add(FREE, self.free.solve(&mut self.workspace, at)?);
            island.copy(&self.workspace.work.y, &mut self.acceleration);
        }
        self.problem.parts[slot].activate(system, island);
        let is_warm = self.workspace.is_warm(at, &state.history[HIT]);
        match F::SPLITS && is_warm {
            true => island.copy(&state.history[W], &mut self.w),
            false => island.fill(0.0, &mut self.w),
        }
        if F::COUPLED {
            return self.solve_pair(at, t_end, is_warm, report);
        }
        for k in 0..F::STAGES {
            self.pose(k, at);
            system.set_time(time(self.known.time), &mut self.workspace.work.kin);
            self.set_tolerances(at);
            self.find_contacts(at)?;
            self.guess(at, is_warm);
            self.solve_stage(k, at, report)?;
            island.copy(&self.y, &mut self.inner);
            island.copy(&self.workspace.work.y, &mut self.y);
        }
        if F::SPLITS { self.split(at, report) } else { Ok(()) }
    }

    /// What is known of problem `k`.
    pub(super) fn pose(&mut self, k: usize, at: At) {
        let before = Before { y: &self.y, free: &self.acceleration };
        self.formula.stage(k, at, &before, &mut self.known);
        let (shift, b) = (self.formula.shift(at.h), self.known.b);
        for i in at.island.each_dof() {
            self.known.psi[i] += if shift == 0.0 { 0.0 } else { shift * self.w[i] };
            self.problem.rows.base[i] = b * self.load[i];
        }
    }

    /// First iterate: as in the last step while its contacts persist.
    pub(super) fn guess(&mut self, at: At, is_warm: bool) {
        let At { system, island, state, .. } = at;
        let rows = &mut self.problem.rows;
        let (share, s) = (self.known.time, self.known.s);
        if self.formula.acting() == Acting::Impulses {
            self.workspace.guess_contacts(at, rows, |contact| &contact.impulse);
        } else {
            self.workspace.guess_contacts(at, rows, |contact| &contact.force);
            for row in island.contacts.iter().flat_map(|&c| system.contact_block(c).rows()) {
                rows.lam[row] *= s;
            }
        }
        let last = is_warm.then_some(Last { y: &state.history[Y], joints: &state.impulse });
        self.workspace.guess(at, rows, last);
        if share != 1.0 {
            island.each_dof().for_each(|i| self.workspace.work.y[i] *= share);
        }
        if is_warm && self.formula.acting() != Acting::Impulses {
            for row in island.joints.iter().flat_map(|&b| system.block(b).rows()) {
                rows.lam[row] = s * state.lam[row];
            }
        }
    }

    /// Rows of a problem at its first iterate, and what the laws see there; whether a contact is hit, and the share of the restitution
    /// that counts.
    pub(super) fn look_at_rows(&mut self, at: At) -> (bool, f64) {
        let (At { system, island, state, .. }, slot) = (at, at.slot());
        // Rows do not move where the configuration does not depend on y; else the law sees those of the guess, which are near.
        if self.known.moves() {
            let stage = AffineStage { known: &self.known, start: state, level: self.formula.level() };
            stage.place(system, island, &mut self.workspace.work);
            system.update_ports(island, &mut self.workspace.work.kin);
        }
        self.workspace.work.evaluate_rows(system, &self.problem.parts[slot].blocks);
        if self.formula.level() == Level::Velocity {
            self.workspace.move_frames(at, &self.problem.rows);
        }
        let restored = if self.formula.acting() == Acting::ForcesThenImpulses { 0.0 } else { 1.0 };
        let mut hit = self.workspace.mark_persistent(at, &self.problem.rows.active);
        if restored == 0.0 {
            self.workspace.take_for_persistent(island, &self.problem.rows.active);
            hit = false;
        }
        self.workspace.look_before(at, false);
        self.workspace.set_directions(at, Directions::End, &mut self.problem.rows);
        self.workspace.set_hit(island, hit);
        (hit, restored)
    }

    pub(super) fn solve_stage(&mut self, k: usize, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let state = at.state;
        let name = if k + 1 == F::STAGES { VELOCITY } else { INNER };
        let (hit, restored) = self.look_at_rows(at);
        let stage = AffineStage { known: &self.known, start: state, level: self.formula.level() };
        let posed = self.problem.pose(name, at, &stage);
        if self.formula.level() == Level::Position {
            report.add(name, self.workspace.solve(posed.with_current_rows())?);
            self.workspace.account_impacts(at, &self.problem.rows, hit);
            return Ok(());
        }
        let posed = if self.known.moves() { posed } else { posed.with_current_rows() };
        let (impacts, smooth) = (self.settings.impacts, state.kin.v.as_slice());
        let mut problem = VelocityProblem { posed, impacts, smooth, hit, printed: false };
        let (impacts, share) = self.workspace.solve_limited(&mut problem, restored)?;
        report.limited += usize::from(share < restored);
        report.add_impacts(name, &impacts);
        Ok(())
    }
}
