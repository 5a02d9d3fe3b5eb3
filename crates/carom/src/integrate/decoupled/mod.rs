//! The decoupled nonsmooth generalized-α method (G ch. 3; THEORY §3).
//!
//! One step solves three problems, none of which looks ahead: the smooth motion (joints at velocity level, contacts
//! ignored), the position correction (joints and contacts at position level) and the velocity jump (joints and the impact
//! law at velocity level). The unknown of the smooth problem is the acceleration v̇~, from which
//!
//! ```text
//! a  = [(1−α_f) v̇~ + α_f v̇~_n − α_m a_n]/(1−α_m)
//! ṽ  = v_n + h(1−γ) a_n + hγ a
//! q~ = q_n ∘ exp(h v_n + h²(½−β) a_n + h²β a)
//! ```

mod commit;
mod solver;
mod stages;

use super::error::{StepError, Which};
use super::settings::{Settings, Variant};
use super::state::State;
use super::{Integrator, ROUNDING, StepReport};
use crate::model::Kinematics;
use crate::system::{Status, Subproblem, System, Work};
use crate::system::{contact_velocity, gap, measure_rate};
use nonsmooth::{Law, Newton, NewtonSettings, Report};
use solver::{merge, solve};
use stages::{Coefficients, PositionStage, SmoothStage, VelocityStage};

/// A kept tangent is renewed when an iteration reduces the residual by less than this factor; the first is for dense systems,
/// whose factorisation costs about as much as two iterations, the second for sparse ones, where it costs about seven.
const CONTRACTION: [f64; 2] = [0.07, 0.15];

/// Velocity-level rows are held more tightly than equilibrium: their tolerance is this times the equilibrium one, ten times
/// as much in the smooth problem, whose velocities the velocity jump corrects.
const VELOCITY_ROWS: f64 = 0.01;

/// The integrator with its workspace.
pub struct Decoupled {
    c: Coefficients,
    settings: Settings,
    newton: Newton,
    work: Work,
    smooth: Subproblem,
    position: Subproblem,
    velocity: Subproblem,
    /// q~, ṽ and the row states there.
    smooth_kin: Kinematics,
    smooth_acceleration: Vec<f64>,
    smooth_a: Vec<f64>,
    /// U of this step.
    position_y: Vec<f64>,
    near: Vec<usize>,
    /// The contacts near at the last step are near again: its U and W are the first guess.
    warm: bool,
    /// Relative velocity of each contact row at the start of the step.
    before: Vec<f64>,
    /// Velocity of the surface of each contact row, and g_t of each joint row, at the start of the step.
    surface_before: Vec<f64>,
}

impl Integrator for Decoupled {
    /// Forgets all factorisations and takes the multipliers from the state, so that the next step depends on it alone.
    fn restart(&mut self, system: &System, state: &State) {
        for sub in [&mut self.smooth, &mut self.position, &mut self.velocity] {
            sub.restart(system);
        }
        self.smooth.lam.copy_from_slice(&state.lam);
        self.position.lam.copy_from_slice(&state.nu);
        self.velocity.lam.copy_from_slice(&state.impulse);
    }

    /// Advances the state by `h`; on an error the state is untouched.
    fn step(&mut self, system: &System, state: &mut State, h: f64, t_end: f64) -> Result<StepReport, StepError> {
        let mut report = StepReport::default();
        self.work.kin.t = t_end;
        self.predict_angles(system, state, h);
        self.set_rounding(system, state, h);
        report.problems[0] = self.solve_smooth(system, state, h)?;
        self.find_near(system, state);
        report.near = self.near.len();
        let mut was_near = (0..state.contacts.len()).filter(|&c| state.contacts[c].status != Status::Far);
        self.warm = h == state.h && self.near.iter().all(|&c| was_near.next() == Some(c)) && was_near.next().is_none();
        self.position.activate(system, &self.near);
        self.velocity.activate(system, &self.near);
        if self.position.blocks.is_empty() {
            self.position_y.fill(0.0);
            self.work.y.fill(0.0);
            self.velocity.allowed.fill(false);
        } else {
            report.problems[1] = self.solve_position(system, state, h)?;
            report.near = self.near.len();
            self.position_y.copy_from_slice(&self.work.y);
            report.problems[2] = self.solve_velocity(system, state, h)?;
            report.closed = self.near.iter().filter(|&&c| self.velocity.allowed[c]).count();
        }
        self.commit(system, state, h, &mut report);
        Ok(report)
    }
}

impl Decoupled {
    /// For [`Settings::integrator`].
    pub fn make(system: &System, settings: &Settings, redundant: bool) -> Box<dyn Integrator> {
        Box::new(Self::new(system, settings, redundant))
    }

    /// An integrator for a system; `redundant` says that its joints' rows are dependent.
    pub fn new(system: &System, settings: &Settings, redundant: bool) -> Self {
        let sub = || {
            let mut sub = Subproblem::new(system);
            sub.tolerances.equilibrium = settings.tolerance;
            sub.tolerances.length = system.length;
            sub.augmentation = settings.augmentation;
            sub.set_redundant(redundant);
            sub
        };
        let (mut smooth, mut position, mut velocity) = (sub(), sub(), sub());
        position.tolerances.constraint = settings.constraint_tolerance;
        smooth.tolerances.constraint = 10.0 * VELOCITY_ROWS * settings.tolerance;
        velocity.tolerances.constraint = VELOCITY_ROWS * settings.tolerance;
        if !settings.position_friction {
            for (law, contact) in position.laws.iter_mut().zip(&system.contacts) {
                if contact.axes.len() > 1 {
                    *law = Law::coulomb(0.0, contact.axes.len() - 1);
                }
            }
        }
        let work = Work::new(system);
        let limits = NewtonSettings {
            max_iterations: settings.max_iterations,
            contraction: CONTRACTION[usize::from(smooth.is_sparse())],
        };
        Self {
            c: Coefficients::new(settings.rho_inf),
            settings: settings.clone(),
            newton: Newton::new(limits),
            smooth_kin: work.kin.clone(),
            smooth_acceleration: work.x.clone(),
            smooth_a: work.x.clone(),
            position_y: work.x.clone(),
            near: Vec::with_capacity(system.contacts.len()),
            warm: false,
            before: vec![0.0; system.row_count],
            surface_before: vec![0.0; system.row_count],
            work,
            smooth,
            position,
            velocity,
        }
    }

    /// Angles at the end of the step if their rates stayed: what turns are counted from.
    fn predict_angles(&mut self, system: &System, state: &State, h: f64) {
        for (slot, measure) in system.angles.iter().enumerate() {
            let rate = measure.as_ref().map_or(0.0, |m| measure_rate(system, m, &state.kin));
            self.work.kin.angles[slot] = state.kin.angles[slot] + h * rate;
        }
    }

    /// Tolerances below which residuals are the rounding of positions, at the size that coordinates have now.
    fn set_rounding(&mut self, system: &System, state: &State, h: f64) {
        let frames = state.kin.frames.iter().map(|f| f.x.amax());
        let reach = frames.chain(state.kin.ports.iter().map(|p| p.x.amax())).fold(system.length, f64::max);
        let length = f64::EPSILON * reach;
        let still = length * system.mass.largest().sqrt();
        self.smooth.tolerances.velocity_rounding = still / h;
        self.smooth.tolerances.negligible = still / self.c.weights(h).q;
        // Contact forces contain p g, and g is rounded.
        self.position.tolerances.rounding = 4.0 * still;
        self.position.tolerances.length_rounding = 4.0 * length;
        self.position.tolerances.negligible = still;
        self.velocity.tolerances.velocity_rounding = still / h;
        self.velocity.tolerances.negligible = still / h;
    }

    /// Size of the forces of this step; where joints are redundant, those of a load that sets in are looked at too.
    fn force_scale(&mut self, system: &System, state: &State) -> f64 {
        if !self.smooth.redundant {
            return state.force_scale;
        }
        self.work.kin.frames.copy_from_slice(&state.kin.frames);
        self.work.kin.v.copy_from_slice(&state.kin.v);
        self.work.kin.update_ports(&system.model.ports);
        self.work.f.fill(0.0);
        system.add_forces(&self.work.kin, &mut self.work.f);
        state.force_scale.max(Subproblem::dual_norm(system, &self.work.f))
    }

    fn solve_smooth(&mut self, system: &System, state: &State, h: f64) -> Result<Report, StepError> {
        // First iterate: accelerations and forces on a straight line through the last two steps.
        let ahead = if h == state.h { 1.0 } else { 0.0 };
        for (i, y) in self.work.y.iter_mut().enumerate() {
            let (now, before) = (state.acceleration[i], state.acceleration_before[i]);
            *y = now + ahead * (now - before);
        }
        for (i, lam) in self.smooth.lam.iter_mut().enumerate() {
            *lam = state.lam[i] + ahead * (state.lam[i] - state.lam_before[i]);
        }
        let size = Subproblem::norm(system, &state.kin.v) + h * Subproblem::norm(system, &state.a);
        self.smooth.tolerances.velocity_scale = size + h * state.force_scale;
        let share = self.smooth.tolerances.velocity_scale / (h * self.force_scale(system, state));
        self.smooth.set_give(0.1 * self.smooth.tolerances.constraint * share);
        for block in &system.blocks[..system.joint_blocks] {
            for i in 0..block.len() {
                self.surface_before[block.first + i] = block.time_rate(i, &state.kin);
            }
        }
        let stage = SmoothStage { h, c: self.c, start: state };
        let report = solve(Which::Smooth, system, &mut self.newton, &mut self.work, &mut self.smooth, &stage, false)?;
        self.smooth_kin.t = self.work.kin.t;
        self.smooth_kin.frames.copy_from_slice(&self.work.kin.frames);
        self.smooth_kin.v.copy_from_slice(&self.work.kin.v);
        self.smooth_acceleration.copy_from_slice(&self.work.x);
        self.smooth_a.copy_from_slice(&self.work.a);
        let keep = self.settings.variant == Variant::Ds;
        let scale = Subproblem::dual_norm(system, &self.work.f) + Subproblem::dual_norm(system, &self.work.gt_p);
        for (sub, weight) in [(&mut self.position, h * h), (&mut self.velocity, h)] {
            sub.tolerances.force_scale = weight * scale;
            sub.tolerances.velocity_scale = Subproblem::norm(system, &self.work.kin.v) + h * scale;
            sub.carried[..system.joint_rows].copy_from_slice(&self.smooth.lam[..system.joint_rows]);
            if keep {
                for i in 0..sub.base.len() {
                    sub.base[i] = self.work.f[i] + self.work.gt_p[i];
                }
            }
        }
        Ok(report)
    }

    /// Contacts that the correction could close: near at q~, on their face.
    fn find_near(&mut self, system: &System, state: &State) {
        self.near.clear();
        for (c, contact) in system.model.contacts.iter().enumerate() {
            let (now, before) = (gap(contact, &self.work.kin), gap(contact, &state.kin));
            let margin = 1e-4 * system.length + 2.0 * (before - now).abs();
            if now < margin && !is_behind(system, state, c, before) && contact.pair.faces(&self.work.kin) {
                self.near.push(c);
            }
        }
    }

    fn solve_position(&mut self, system: &System, state: &State, h: f64) -> Result<Report, StepError> {
        let s = if self.settings.variant == Variant::Ds { h * h } else { 0.0 };
        let mut total = Report::default();
        self.guess(&state.u, system.joint_rows, Which::Position);
        loop {
            self.set_give(system, state, h);
            for &c in &self.near {
                self.position.p[c] = 0.0;
                let block = &system.blocks[system.contacts[c].block];
                for (i, &axis) in system.contacts[c].axes.iter().enumerate().skip(1) {
                    let surface = |t| system.model.contacts[c].pair.surface_velocity(axis, t);
                    let travelled = 0.5 * h * (surface(state.kin.t) + surface(self.work.kin.t));
                    self.position.reference[block.first + i] = block.value(i, &state.kin) + travelled;
                }
            }
            let stage = PositionStage { s, smooth: &self.smooth_kin };
            let which = Which::Position;
            let report = solve(which, system, &mut self.newton, &mut self.work, &mut self.position, &stage, false)?;
            total = merge(total, report);
            if !self.add_missed(system, state) {
                return Ok(total);
            }
            self.position.activate(system, &self.near);
            self.velocity.activate(system, &self.near);
        }
    }

    /// Give of dependent rows at position level: a tenth of the tolerance on the largest correction to expect.
    fn set_give(&mut self, system: &System, state: &State, h: f64) {
        let mut expected = h * self.velocity.tolerances.force_scale / system.mass.largest().sqrt();
        for g in &self.work.g[..system.joint_rows] {
            expected = expected.max(g.abs());
        }
        for &c in &self.near {
            let contact = &system.model.contacts[c];
            expected = expected.max(-gap(contact, &self.work.kin));
            for measure in &contact.pair.measures()[1..contact.law.rows()] {
                expected = expected.max((measure.value(&self.work.kin) - measure.value(&state.kin)).abs());
            }
        }
        let give = 0.1 * self.settings.constraint_tolerance * system.length / expected;
        self.position.set_give(give);
    }

    /// First iterate of a correction: the last one while the contacts persist, else none.
    fn guess(&mut self, last: &[f64], joint_rows: usize, which: Which) {
        let sub = if which == Which::Position { &mut self.position } else { &mut self.velocity };
        if self.warm {
            self.work.y.copy_from_slice(last);
        } else {
            self.work.y.fill(0.0);
        }
        if !self.warm {
            sub.lam[..joint_rows].fill(0.0);
        }
    }

    /// Contacts outside the near set that the correction closed join it; true if there were any.
    fn add_missed(&mut self, system: &System, state: &State) -> bool {
        let count = self.near.len();
        if count == system.contacts.len() {
            return false;
        }
        for (c, contact) in system.model.contacts.iter().enumerate() {
            let missed = gap(contact, &self.work.kin) < 0.0 && contact.pair.faces(&self.work.kin);
            let behind = is_behind(system, state, c, gap(contact, &state.kin));
            if missed && !behind && !self.near[..count].contains(&c) {
                self.near.push(c);
            }
        }
        self.near.sort_unstable();
        self.near.len() > count
    }

    fn solve_velocity(&mut self, system: &System, state: &State, h: f64) -> Result<Report, StepError> {
        let s = if self.settings.variant == Variant::Ds { h } else { 0.0 };
        self.velocity.allowed.fill(false);
        for &c in &self.near {
            let closed = self.position.projections[c].pattern != 0;
            self.velocity.allowed[c] = closed;
            self.velocity.p[c] = self.position.p[c];
            let rows = &system.contacts[c];
            let block = &system.blocks[rows.block];
            if !closed {
                self.velocity.lam[block.rows()].fill(0.0);
                continue;
            }
            let law = &system.model.contacts[c].law;
            for (i, &axis) in rows.axes.iter().enumerate() {
                let e = if axis == 0 { law.restitution_n } else { law.restitution_t };
                let contact = &system.model.contacts[c];
                let before = contact_velocity(system, contact, axis, &state.kin);
                let row = block.first + i;
                self.before[row] = before;
                self.surface_before[row] =
                    block.time_rate(i, &state.kin) - contact.pair.surface_velocity(axis, state.kin.t);
                // Newton's law restores an approach; a contact that was separating has nothing to restore.
                let restored = if axis == 0 { before.min(0.0) } else { before };
                self.velocity.reference[row] = contact.pair.surface_velocity(axis, self.work.kin.t) - e * restored;
            }
        }
        let scale = &self.velocity.tolerances;
        let expected = if self.velocity.allowed.contains(&true) { scale.velocity_scale } else { scale.force_scale };
        let give = 0.1 * scale.constraint * scale.velocity_scale / expected;
        self.velocity.set_give(give);
        self.guess(&state.w, system.joint_rows, Which::Velocity);
        let stage = VelocityStage { s, smooth: &self.smooth_kin };
        solve(Which::Velocity, system, &mut self.newton, &mut self.work, &mut self.velocity, &stage, true)
    }
}

/// Whether a contact was on the wrong side of its plane without touching it: beside a finite face, or under it.
fn is_behind(system: &System, state: &State, contact: usize, gap: f64) -> bool {
    gap < -ROUNDING * system.length && state.contacts[contact].impulse[0] == 0.0
}
