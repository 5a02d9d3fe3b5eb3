//! The scheme of a formula: predictor, problems, corrector.

use super::super::alpha::{Family, heaviest};
use super::super::decoupled::VelocityStage;
use super::super::error::StepError;
use super::super::history::{History, Over};
use super::super::scheme::{At, Scheme};
use super::super::settings::Settings;
use super::super::state::State;
use super::super::step::{
    Directions, Last, Posed, Rounding, Solved, VelocityProblem, Workspace, restitution, set_impulse_compliance,
};
use super::super::stepper::Stepper;
use super::super::{Integrator, Interval, StepReport};
use super::free::Free;
use super::stage::AffineStage;
use super::{Acting, Before, End, Formula, HIT, Known, Start, W, Y};
use crate::model::Kinematics;
use crate::system::{Assembly, Level, Stage, Subproblem, contact_velocity};

/// Gaps below this share of an island's length are closed.
const REST: f64 = 1e-12;

/// Most solutions of a problem whose configuration depends on its impulses.
const MOST_SOLUTIONS: usize = 60;

/// Names of the problems.
const VELOCITY: &str = "velocity";
const INNER: &str = "inner stage";
const IMPACT: &str = "impact";
const FREE: &str = "free accelerations";

/// A formula with the memory of its scheme.
struct AffineScheme<F: Formula> {
    formula: F,
    workspace: Workspace,
    problem: Family,
    jump: Family,
    free: Free,
    settings: Settings,
    known: Known,
    /// f_n, and v_n + h M⁻¹f_n with the diagonal of M: what the loads make of the velocities.
    load: Vec<f64>,
    smooth: Vec<f64>,
    /// y, W, and M⁻¹f.
    y: Vec<f64>,
    w: Vec<f64>,
    /// y of the problem before the last.
    inner: Vec<f64>,
    acceleration: Vec<f64>,
    /// Forces at the end of the step, by row.
    forces: Vec<f64>,
    /// The end of the step before impulses act there, and whether they do, by component.
    before_impact: Kinematics,
    impacted: Vec<bool>,
    has_moving_grounds: bool,
    /// r = Φ(W) − W of the last two solutions, see `split`.
    residual: [Vec<f64>; 2],
}

/// An integrator by a formula.
pub(in crate::integrate) fn integrator(
    formula: &impl Formula,
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
            free: Free::new(system),
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
            has_moving_grounds: system.model.ports.iter().any(|port| port.motion.is_some()),
            residual: [zeros(), zeros()],
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
        let mut workspace = Workspace::new(system, settings);
        workspace.work.kin.clone_from(&state.kin);
        let (mut problem, mut free) = (Free::new(system), acceleration.clone());
        for island in system.components.list.iter().filter(|island| !island.dofs.is_empty()) {
            let at = At { system, island, state, h: settings.step };
            if problem.solve(&mut workspace, at).is_ok() {
                island.copy(&workspace.work.y, &mut free);
            }
        }
        state.history = History::new(system, own.into_iter().chain(memory));
        // Memories are those of a step of this size.
        state.last_part.fill(settings.step);
        self.formula.start(&mut Start { system, settings, state, acceleration, free });
    }

    fn restart(&mut self) {
        self.problem.restart();
        self.jump.restart();
        self.free.parts.iter_mut().for_each(Subproblem::restart);
    }

    fn fit(&mut self, system: Assembly) {
        self.problem.fit(system);
        self.jump.fit(system);
        self.forces.resize(system.row_count(), 0.0);
        self.before_impact.contacts.resize(system.contact_count(), Default::default());
    }

    fn forget(&mut self, slot: usize) {
        for part in [&mut self.problem.parts[slot], &mut self.jump.parts[slot], &mut self.free.parts[slot]] {
            part.restart();
        }
    }

    fn begin(&mut self, _system: Assembly, _state: &State, _step: Interval) {
        self.impacted.fill(false);
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

    fn adopt(&mut self, from: &Self, at: At) {
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
        self.set_time(system, t_end);
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
        let velocity = if self.impacted[at.slot()] { &self.jump.rows } else { &self.problem.rows };
        let is_smooth = self.workspace.is_smooth(at, &at.state.history[HIT], velocity);
        let end = End { y: &self.y, w: &self.w, inner: &self.inner, is_smooth, hit: self.workspace.hit[at.slot()] };
        self.formula.finish(at, &end, trial);
        if self.impacted[at.slot()] {
            // What an impact shows is the mean over its step.
            for i in island.each_dof() {
                trial.acceleration[i] = (trial.kin.v[i] - at.state.kin.v[i]) / at.h;
            }
        }
        let forces = (self.formula.acting() != Acting::Impulses).then_some(self.forces.as_slice());
        let contacts = forces.map(|forces| (forces, self.impacted[at.slot()]));
        let solved = Solved { velocity, position: None, joints: forces, contacts, is_smooth };
        self.workspace.commit(at, trial, &solved, report);
    }

    fn pushed<'s>(&self, _state: &'s State) -> &'s [f64] {
        &[]
    }
}

impl<F: Formula> AffineScheme<F> {
    fn set_time(&mut self, system: Assembly, t: f64) {
        let kin = &mut self.workspace.work.kin;
        if kin.t != t {
            kin.t = t;
            if self.has_moving_grounds {
                kin.update_grounds(&system.model.ports);
            }
        }
    }

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
            self.set_time(system, time(ahead));
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
        for k in 0..F::STAGES {
            self.pose(k, at);
            self.set_time(system, time(self.known.time));
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
    fn pose(&mut self, k: usize, at: At) {
        let before = Before { y: &self.y, free: &self.acceleration };
        self.formula.stage(k, at, &before, &mut self.known);
        let (shift, b) = (self.formula.shift(at.h), self.known.b);
        for i in at.island.each_dof() {
            self.known.psi[i] += if shift == 0.0 { 0.0 } else { shift * self.w[i] };
            self.problem.rows.base[i] = b * self.load[i];
        }
    }

    /// W of the impulses just found. Where the configuration depends on it, the problem is solved again until it stays.
    ///
    /// For fixed active rows and a linear system an error of W becomes −L times itself, L ≥ 0, small for soft bodies and larger than 1
    /// for stiff ones in long steps: the next W is on the line through the last two that makes the residual r = Φ(W) − W least in the
    /// metric of M (Irons & Tuck 1969).
    fn split(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let At { system, island, h, .. } = at;
        let (mass, shift) = (system.mass.diagonal(), self.formula.shift(h).abs());
        if !at.has_rows() {
            island.fill(0.0, &mut self.w);
            return Ok(());
        }
        let (s, mut relaxation) = (self.known.s, 1.0);
        for solution in 0..MOST_SOLUTIONS {
            island.copy(&self.workspace.work.x, &mut self.acceleration);
            report.add(FREE, self.free.solve(&mut self.workspace, at)?);
            let [last, now] = &mut self.residual;
            for i in island.each_dof() {
                last[i] = now[i];
                now[i] = self.acceleration[i] - s * self.workspace.work.y[i] - self.w[i];
            }
            let change = island.norm(mass, now);
            let scale = self.problem.parts[at.slot()].tolerances.velocity_scale;
            island.copy(&self.y, &mut self.workspace.work.y);
            let is_enough = shift * change <= h * self.settings.tolerance * scale;
            if solution > 0 && !is_enough {
                let [along, size] = island.sums(|i| {
                    let turn = now[i] - last[i];
                    [last[i] * turn * mass[i], turn * turn * mass[i]]
                });
                relaxation *= -along / size;
            }
            let share = if is_enough { 1.0 } else { relaxation };
            island.each_dof().for_each(|i| self.w[i] += share * self.residual[1][i]);
            if is_enough {
                return Ok(());
            }
            self.pose(F::STAGES - 1, at);
            self.solve_stage(F::STAGES - 1, at, report)?;
            island.copy(&self.workspace.work.y, &mut self.y);
        }
        let reason = format!("the way by impulses still changes after {MOST_SOLUTIONS} solutions");
        Err(StepError::NotConverged { problem: VELOCITY, reason, worst: "none (equilibrium)".to_owned() })
    }

    /// First iterate: as in the last step while its contacts persist.
    fn guess(&mut self, at: At, is_warm: bool) {
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

    fn solve_stage(&mut self, k: usize, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let (At { system, island, state, .. }, slot) = (at, at.slot());
        let name = if k + 1 == F::STAGES { VELOCITY } else { INNER };
        let stage = AffineStage { known: &self.known, start: state, level: self.formula.level() };
        // Rows do not move where the configuration does not depend on y; else the law sees those of the guess, which are near.
        if self.known.c != 0.0 {
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
        let (rows, sub) = (&mut self.problem.rows, &mut self.problem.parts[slot]);
        if self.formula.level() == Level::Position {
            let posed = Posed { name, at, rows, sub, stage: &stage, rows_are_current: true };
            let solved = self.workspace.solve(posed)?;
            report.add(name, solved);
            self.workspace.account_impacts(at, &self.problem.rows, hit);
            return Ok(());
        }
        let mut problem = VelocityProblem {
            name,
            at,
            rows,
            sub,
            stage: &stage,
            rows_are_current: self.known.c == 0.0,
            impacts: self.settings.impacts,
            smooth: &state.kin.v,
            hit,
            printed: false,
        };
        let (impacts, share) = self.workspace.solve_limited(&mut problem, restored)?;
        report.limited += usize::from(share < restored);
        report.add(name, impacts.problem);
        report.rounds = report.rounds.max(impacts.rounds);
        report.cut_short |= impacts.cut_short;
        Ok(())
    }

    /// Near contacts of an island that the forecast closes. Their impulses act along the normals at the end of the step:
    /// where these are others than at its start, the step is too long.
    fn find_contacts(&mut self, at: At) -> Result<(), StepError> {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let problems = &mut [(&mut self.problem.rows, &self.problem.parts[slot])];
        self.workspace.place_frames(at, None, problems);
        let rows = &mut self.problem.rows;
        let level = self.formula.level();
        for &c in &island.contacts {
            let contact = system.contact(c);
            let frame = self.workspace.work.kin.contacts[c];
            let rate = contact_velocity(&system, contact, &frame, 0, &state.kin);
            // A contact at rest has a gap of zero up to rounding, which must not decide.
            let forecast = contact.pair.gap(&state.kin) + self.formula.forecast() * h * rate;
            rows.active[c] = level == Level::Position || forecast <= REST * island.length;
            rows.renew_augmentation(system, c);
            if rows.active[c] && rate < 0.0 {
                self.workspace.refuse_turned(at, c, &frame)?;
            }
        }
        if level == Level::Position {
            self.refer_to_gaps(at);
        }
        set_impulse_compliance(system, &mut self.problem.rows, &mut self.problem.parts[slot]);
        Ok(())
    }

    /// References of gaps at position level, from the configuration a step before the start.
    fn refer_to_gaps(&mut self, at: At) {
        let At { system, island, .. } = at;
        if island.contacts.is_empty() {
            return;
        }
        let t_end = self.workspace.work.kin.t;
        let back = self.formula.way_back(at, &mut self.workspace.work.psi);
        self.set_time(system, at.state.kin.t - back);
        let work = &mut self.workspace.work;
        system.displace(island, &at.state.kin.frames, &work.psi, &mut work.kin.frames);
        system.update_ports(island, &mut work.kin);
        for &c in &island.contacts {
            let contact = system.contact(c);
            let before = contact.pair.gap(&self.workspace.work.kin);
            let row = system.contact_block(c).first;
            self.problem.rows.reference[row] = self.formula.least_gap(before, restitution(contact, 0));
        }
        self.set_time(system, t_end);
    }

    fn set_tolerances(&mut self, at: At) {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let Rounding { length, one, all } = Rounding::of(at);
        let mass = system.mass.diagonal();
        // Where nothing is explicit the base is empty: the size of the forces is then that of their impulse.
        let loads: f64 = island.each_dof().map(|i| (self.smooth[i] - state.kin.v[i]).powi(2) * mass[i]).sum();
        let sub = &mut self.problem.parts[slot];
        let way = if self.known.c > 0.0 { self.known.c } else { h };
        let is_position = self.formula.level() == Level::Position;
        let constraint =
            if is_position { self.workspace.position_tolerance() } else { self.workspace.velocity_tolerance() };
        self.workspace.set_tolerances(island, sub, constraint);
        let tolerances = &mut sub.tolerances;
        tolerances.force_scale = loads.sqrt();
        tolerances.velocity_scale = island.norm(mass, &state.kin.v) + tolerances.force_scale;
        tolerances.velocity_rounding = one / h;
        tolerances.coordinate_rounding = 4.0 * length;
        tolerances.negligible = all / way;
        if is_position {
            // Dependent rows share a violation of positions.
            tolerances.velocity_scale = heaviest(island) / way;
            let stiffer = if island.contacts.is_empty() { 1.0 } else { self.settings.augmentation.max(1.0) };
            tolerances.rounding = 4.0 * one * stiffer / way;
            tolerances.length_rounding = 4.0 * length;
        }
    }

    /// Forces at the end of the step from the impulses of its last problem.
    fn keep_forces(&mut self, At { system, island, .. }: At) {
        let contacts = island.contacts.iter().map(|&c| system.contact_block(c));
        for block in island.joints.iter().map(|&b| system.block(b)).chain(contacts) {
            for row in block.rows() {
                self.forces[row] = self.problem.rows.lam[row] / self.known.s;
                self.problem.rows.lam[row] = 0.0;
            }
        }
    }

    /// Impulses at the end of the step, where a contact closed in it that was open: all that are closed there take part.
    fn solve_impact(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let limit = REST * island.length;
        let kin = &self.workspace.work.kin;
        let closes = |&c: &usize| system.contact(c).pair.gap(kin) <= limit && system.contact(c).pair.faces(kin);
        if !island.contacts.iter().any(|c| closes(c) && system.contact(*c).pair.gap(&state.kin) > limit) {
            return Ok(());
        }
        for c in &island.contacts {
            self.jump.rows.active[*c] = closes(c);
            self.jump.rows.laws[*c] = self.problem.rows.laws[*c];
            self.jump.rows.renew_augmentation(system, *c);
        }
        let sub = &mut self.jump.parts[slot];
        sub.activate(system, island);
        sub.tolerances = self.problem.parts[slot].tolerances;
        sub.tolerances.negligible = Rounding::of(at).all / h;
        set_impulse_compliance(system, &mut self.jump.rows, sub);
        self.impacted[slot] = true;
        self.workspace.look_at_end(at);
        self.workspace.set_directions(at, Directions::End, &mut self.jump.rows);
        self.workspace.set_hit(island, true);
        self.workspace.guess(at, &mut self.jump.rows, None);
        for row in island.contacts.iter().flat_map(|&c| system.contact_block(c).rows()) {
            self.jump.rows.lam[row] = 0.0;
        }
        self.before_impact.t = self.workspace.work.kin.t;
        system.copy_kinematics(island, &self.workspace.work.kin, &mut self.before_impact);
        let stage = VelocityStage { s: 0.0, smooth: &self.before_impact };
        let mut problem = VelocityProblem {
            name: IMPACT,
            at,
            rows: &mut self.jump.rows,
            sub: &mut self.jump.parts[slot],
            stage: &stage,
            rows_are_current: true,
            impacts: self.settings.impacts,
            smooth: &self.before_impact.v,
            hit: true,
            printed: false,
        };
        let (impacts, share) = self.workspace.solve_limited(&mut problem, 1.0)?;
        report.limited += usize::from(share < 1.0);
        report.add(IMPACT, impacts.problem);
        report.rounds = report.rounds.max(impacts.rounds);
        report.cut_short |= impacts.cut_short;
        Ok(())
    }
}
