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

use super::error::{StepError, Which};
use super::settings::{Settings, Variant};
use super::state::State;
use super::{Integrator, StepReport};
use crate::model::Kinematics;
use crate::system::{ContactState, LEAST_GIVE, Level, Solve, Stage, Status, Subproblem, System, Weights, Work};
use crate::system::{belt, contact_velocity, gap, on_face};
use nonsmooth::{Law, Newton, NewtonSettings, Report};

/// The method's coefficients for one spectral radius.
#[derive(Clone, Copy, Debug)]
struct Coefficients {
    alpha_m: f64,
    alpha_f: f64,
    beta: f64,
    gamma: f64,
}

impl Coefficients {
    fn new(rho: f64) -> Self {
        let alpha_m = (2.0 * rho - 1.0) / (rho + 1.0);
        let alpha_f = rho / (rho + 1.0);
        let gamma = 0.5 + alpha_f - alpha_m;
        Self { alpha_m, alpha_f, gamma, beta: 0.25 * (gamma + 0.5).powi(2) }
    }
}

/// Smooth motion: y = x = v̇~.
struct SmoothStage<'a> {
    h: f64,
    c: Coefficients,
    start: &'a State,
}

impl Stage for SmoothStage<'_> {
    fn weights(&self) -> Weights {
        let (h, c) = (self.h, &self.c);
        let da = (1.0 - c.alpha_f) / (1.0 - c.alpha_m);
        Weights { m: 1.0, v: h * c.gamma * da, q: h * h * c.beta * da, s: 1.0 }
    }

    fn level(&self) -> Level {
        Level::Velocity
    }

    fn place(&self, system: &System, work: &mut Work) -> bool {
        let (h, c, start) = (self.h, &self.c, self.start);
        for i in 0..work.y.len() {
            let (acc, a_n, v_n) = (work.y[i], start.a[i], start.kin.v[i]);
            let a = ((1.0 - c.alpha_f) * acc + c.alpha_f * start.acceleration[i] - c.alpha_m * a_n) / (1.0 - c.alpha_m);
            work.x[i] = acc;
            work.a[i] = a;
            work.kin.v[i] = v_n + h * ((1.0 - c.gamma) * a_n + c.gamma * a);
            work.psi[i] = h * (v_n + h * ((0.5 - c.beta) * a_n + c.beta * a));
        }
        system.displace(&start.kin.frames, &work.psi, &mut work.kin.frames);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}

/// Position correction: y = x = U, q = q~ ∘ exp(U).
struct PositionStage<'a> {
    s: f64,
    smooth: &'a Kinematics,
}

impl Stage for PositionStage<'_> {
    fn weights(&self) -> Weights {
        Weights { m: 1.0, v: 0.0, q: 1.0, s: self.s }
    }

    fn level(&self) -> Level {
        Level::Position
    }

    fn place(&self, system: &System, work: &mut Work) -> bool {
        work.x.copy_from_slice(&work.y);
        system.displace(&self.smooth.frames, &work.y, &mut work.kin.frames);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.y
    }
}

/// Velocity jump: y = x = W, v = ṽ + W, configuration fixed.
struct VelocityStage<'a> {
    s: f64,
    smooth: &'a Kinematics,
}

impl Stage for VelocityStage<'_> {
    fn weights(&self) -> Weights {
        Weights { m: 1.0, v: 1.0, q: 0.0, s: self.s }
    }

    fn level(&self) -> Level {
        Level::Velocity
    }

    fn place(&self, _system: &System, work: &mut Work) -> bool {
        for i in 0..work.y.len() {
            work.x[i] = work.y[i];
            work.kin.v[i] = self.smooth.v[i] + work.y[i];
        }
        false
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}

/// The integrator with its workspace.
pub struct Decoupled {
    c: Coefficients,
    settings: Settings,
    newton: Newton,
    pub(super) work: Work,
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
}

impl Integrator for Decoupled {
    /// Forgets all factorisations and takes the multipliers from the state, so that the next step depends on it alone.
    fn restart(&mut self, state: &State) {
        for sub in [&mut self.smooth, &mut self.position, &mut self.velocity] {
            sub.invalidate();
        }
        self.smooth.lam.copy_from_slice(&state.lam);
        self.position.lam.copy_from_slice(&state.nu);
        self.velocity.lam.copy_from_slice(&state.impulse);
    }

    /// Advances the state by `h`; on an error the state is untouched.
    fn step(&mut self, system: &System, state: &mut State, h: f64, t_end: f64) -> Result<StepReport, StepError> {
        let mut report = StepReport::default();
        self.work.kin.t = t_end;
        self.work.kin.angles.copy_from_slice(&state.kin.angles);
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
        // Contact forces contain p g, and g is rounded to a few 1e-16 of the model's length.
        position.tolerances.rounding = 4.0 * f64::EPSILON * system.length * system.mass.largest().sqrt();
        smooth.tolerances.constraint = VELOCITY_ROWS * settings.tolerance;
        velocity.tolerances.constraint = VELOCITY_ROWS * settings.tolerance;
        if !settings.position_friction {
            for (law, contact) in position.laws.iter_mut().zip(&system.contacts) {
                if contact.axes.len() > 1 {
                    *law = Law::coulomb(0.0, contact.axes.len() - 1);
                }
            }
        }
        let work = Work::new(system);
        let limits = NewtonSettings { max_iterations: settings.max_iterations, contraction: 0.05 };
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
            work,
            smooth,
            position,
            velocity,
        }
    }

    fn solve_smooth(&mut self, system: &System, state: &State, h: f64) -> Result<Report, StepError> {
        self.work.y.copy_from_slice(&state.acceleration);
        self.smooth.lam.copy_from_slice(&state.lam);
        let size = Subproblem::norm(system, &state.kin.v) + h * Subproblem::norm(system, &state.a);
        self.smooth.tolerances.velocity_scale = size + h * state.force_scale;
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
            if now < margin && on_face(contact, &self.work.kin) {
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
                    let belt = belt(&system.model.contacts[c], axis, self.work.kin.t);
                    self.position.reference[block.first + i] = block.value(i, &state.kin) + h * belt;
                }
            }
            let stage = PositionStage { s, smooth: &self.smooth_kin };
            let which = Which::Position;
            let report = solve(which, system, &mut self.newton, &mut self.work, &mut self.position, &stage, false)?;
            total = merge(total, report);
            if !self.add_missed(system) {
                return Ok(total);
            }
            self.position.activate(system, &self.near);
            self.velocity.activate(system, &self.near);
        }
    }

    /// Give of dependent rows at position level: a tenth of the tolerance on the largest correction to expect.
    fn set_give(&mut self, system: &System, state: &State, h: f64) {
        let mut expected = h * self.velocity.tolerances.force_scale / system.mass.largest().sqrt();
        for &c in &self.near {
            let contact = &system.model.contacts[c];
            let [_, x, y] = contact.measures().map(|m| (m.value(&self.work.kin) - m.value(&state.kin)).abs());
            expected = expected.max(-gap(contact, &self.work.kin)).max(x).max(y);
        }
        let give = 0.1 * self.settings.constraint_tolerance * system.length / expected;
        self.position.set_give(give.clamp(LEAST_GIVE, 1e-4));
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
    fn add_missed(&mut self, system: &System) -> bool {
        let count = self.near.len();
        if count == system.contacts.len() {
            return false;
        }
        for (c, contact) in system.model.contacts.iter().enumerate() {
            let missed = gap(contact, &self.work.kin) < 0.0 && on_face(contact, &self.work.kin);
            if missed && !self.near[..count].contains(&c) {
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
                self.before[block.first + i] = before;
                self.velocity.reference[block.first + i] = belt(contact, axis, self.work.kin.t) - e * before;
            }
        }
        self.guess(&state.w, system.joint_rows, Which::Velocity);
        let stage = VelocityStage { s, smooth: &self.smooth_kin };
        solve(Which::Velocity, system, &mut self.newton, &mut self.work, &mut self.velocity, &stage, true)
    }

    /// Writes the accepted step into the state.
    fn commit(&mut self, system: &System, state: &mut State, h: f64, report: &mut StepReport) {
        std::mem::swap(&mut state.kin, &mut self.work.kin);
        for (slot, measure) in system.angles.iter().enumerate() {
            let last = self.work.kin.angles[slot];
            state.kin.angles[slot] = last;
            if let Some(measure) = measure {
                state.kin.angles[slot] = measure.value(&state.kin);
            }
        }
        state.acceleration.copy_from_slice(&self.smooth_acceleration);
        state.a.copy_from_slice(&self.smooth_a);
        state.lam.copy_from_slice(&self.smooth.lam);
        state.u.copy_from_slice(&self.position_y);
        state.w.copy_from_slice(&self.work.y);
        state.force_scale = self.velocity.tolerances.force_scale / h;
        report.drift = self.drift(system);
        let mut next = 0;
        for c in 0..system.contacts.len() {
            let is_near = self.near.get(next) == Some(&c);
            next += usize::from(is_near);
            self.commit_contact(system, state, c, is_near);
            report.penetration = report.penetration.max(-state.contacts[c].gap / system.length);
        }
        state.nu.copy_from_slice(&self.position.lam);
        state.impulse.copy_from_slice(&self.velocity.lam);
        for (row, &original) in system.original_row.iter().enumerate() {
            state.joint_impulse[original] = h * state.lam[row] + state.impulse[row];
        }
        self.account(system, state, h);
    }

    fn drift(&self, system: &System) -> f64 {
        let mut worst = 0.0_f64;
        for block in &system.blocks[..system.joint_blocks] {
            for i in 0..block.len() {
                let unit = if block.row(i).is_angular() { 1.0 } else { system.length };
                worst = worst.max(self.work.g[block.first + i].abs() / unit);
            }
        }
        worst
    }

    fn commit_contact(&mut self, system: &System, state: &mut State, c: usize, is_near: bool) {
        let rows = &system.contacts[c];
        let block = &system.blocks[rows.block];
        let contact = &system.model.contacts[c];
        let mut now = ContactState { gap: gap(contact, &state.kin), ..ContactState::default() };
        if !is_near {
            self.position.lam[block.rows()].fill(0.0);
            self.velocity.lam[block.rows()].fill(0.0);
            if !on_face(contact, &state.kin) {
                now.gap = now.gap.max(0.0);
            }
            state.contacts[c] = now;
            return;
        }
        now.status = match (self.velocity.allowed[c], self.velocity.projections[c].status) {
            (false, _) | (_, nonsmooth::Status::Gap) => Status::Open,
            (true, nonsmooth::Status::Stick) => Status::Stick,
            (true, nonsmooth::Status::Slip) => Status::Slip,
        };
        for (i, &axis) in rows.axes.iter().enumerate() {
            let row = block.first + i;
            let surface = self.work.g_t[row] - belt(contact, axis, state.kin.t);
            now.velocity[axis] = self.work.row_times(system, rows.block, i, &state.kin.v) + surface;
            now.impulse[axis] = self.velocity.lam[row];
            now.correction[axis] = self.position.lam[row];
            let work = 0.5 * (self.before[row] + now.velocity[axis]) * now.impulse[axis];
            *(if axis == 0 { &mut state.energy.impacts } else { &mut state.energy.friction }) += work;
            state.energy.loads -= now.impulse[axis] * surface;
        }
        state.contacts[c] = now;
    }

    /// Work of the drives over the step, then the balance.
    fn account(&mut self, system: &System, state: &mut State, h: f64) {
        for row in 0..system.joint_rows {
            state.energy.loads -= (h * state.lam[row] + state.impulse[row]) * self.work.g_t[row];
        }
        state.balance(system, h);
    }
}

/// Velocity-level rows are held more tightly than equilibrium: their tolerance is this times the equilibrium one.
const VELOCITY_ROWS: f64 = 0.01;

fn merge(a: Report, b: Report) -> Report {
    Report {
        iterations: a.iterations + b.iterations,
        factorisations: a.factorisations + b.factorisations,
        line_searches: a.line_searches + b.line_searches,
        cycled: a.cycled || b.cycled,
        incompatible: a.incompatible || b.incompatible,
        ..b
    }
}

/// Solves one problem: semi-smooth Newton, then, if it cycles, contact states from Gauss–Seidel and Newton again.
fn solve<S: Stage>(
    which: Which,
    system: &System,
    newton: &mut Newton,
    work: &mut Work,
    sub: &mut Subproblem,
    stage: &S,
    rows_are_current: bool,
) -> Result<Report, StepError> {
    let mut problem = Solve { system, work, sub, stage, rows_are_current };
    match newton.solve(&mut problem) {
        Ok(report) => Ok(report),
        Err(failure) => {
            if let Some(report) = rescue(newton, &mut problem) {
                return Ok(report);
            }
            problem.sub.invalidate();
            Err(StepError::new(which, system, problem.sub, stage.level(), failure))
        }
    }
}

/// For an iteration that cycled: a sequence of problems whose rows give less and less, each started from the last; then
/// contact states from Gauss–Seidel. The last problem is always the original one.
fn rescue<S: Stage>(newton: &mut Newton, problem: &mut Solve<'_, S>) -> Option<Report> {
    if problem.sub.contacts.is_empty() {
        return None;
    }
    problem.clear();
    let mut total = Report::default();
    let target = problem.sub.target_give;
    let mut size = 1e-1;
    loop {
        problem.soften(size);
        if let Ok(report) = newton.solve(problem) {
            total = merge(total, report);
            if size == target {
                return Some(Report { cycled: true, ..total });
            }
        }
        if size == target {
            break;
        }
        size = (1e-2 * size).max(target);
    }
    if problem.relax() {
        if let Ok(report) = newton.solve(problem) {
            return Some(Report { cycled: true, ..merge(total, report) });
        }
    }
    None
}
