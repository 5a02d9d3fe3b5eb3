//! The coupled nonsmooth generalized-α method (Brüls, Acary & Cardona 2014; THEORY §3 end; L 79–80), for comparison with the
//! decoupled one (G figs. 3.3–3.10).
//!
//! The unknowns are v̇~, U and W as there, but the smooth motion sees the total q = q~ ∘ exp(U) and v = ṽ + W, and the
//! corrections see no forces:
//!
//! ```text
//! smooth     M v̇~ − f(q, v, t) − g_qᵀ λ~ = 0     joints: g_q ṽ + g_t = 0
//! position   M U − g_qᵀ ν = 0                    joints: g = 0, contacts: 0 ≤ g ⊥ ν ≥ 0
//! velocity   M W − g_qᵀ Λ = 0                    joints: g_q v + g_t = 0, contacts closed at position level: impact law
//! ```
//!
//! A global iteration takes one Newton step on each problem in turn, with the coupling of the three left out of the tangents,
//! and the step is accepted when all three hold at the same iterate. For an elastic body on a wall, G the row of the contact
//! and b = dq~/dv̇~, the error of U shrinks by the factor 1 − G(M + bK)⁻¹Gᵀ/(G M⁻¹Gᵀ) only, which tends to 1 as h grows.
//!
//! A sequence of impacts is for a step with an impact, and follows the iteration. It runs on the velocity problem with q and ṽ as
//! they are; its W and Λ are then given, and smooth motion and position correction are iterated with them. A step is accepted
//! when these two hold as the sequence left them: then all three do, at the same iterate. W enters the forces only, so that
//! two or three sequences are enough.
//!
//! With `position_multipliers = false` there is no position correction (L 75): joints and contacts hold at velocity level only and drift,
//! q = q~ ∘ exp(½h W), and a contact acts if it is closed at q~.

use super::alpha::{Alpha, POSITION_CORRECTION, SMOOTH_MOTION, Start, U, VELOCITY_JUMP};
use super::decoupled::VelocityStage;
use super::error::StepError;
use super::scheme::{At, Scheme};
use super::settings::{Impacts, PositionFriction, Settings};
use super::state::State;
use super::step::{Directions, JUMP, VelocityProblem, Workspace, largest_share, set_impulse_compliance};
use super::stepper::Stepper;
use super::{Integrator, Interval, Method, StepReport};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number};
use crate::system::{Assembly, Island, Level, Solve, Stage, Weights, Work};
use nonsmooth::{Assessment, Failure, Problem, Report};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Parameters of the method.
#[derive(Clone, Debug, Serialize)]
pub struct Coupled {
    /// Spectral radius at infinite frequency, 0 … 1.
    pub rho_inf: f64,
    /// How friction acts at position level.
    pub position_friction: PositionFriction,
    /// Whether joints and contacts hold at position level too.
    pub position_multipliers: bool,
}

impl Default for Coupled {
    fn default() -> Self {
        Self { rho_inf: 0.8, position_friction: PositionFriction::Solved, position_multipliers: true }
    }
}

impl Method for Coupled {
    fn integrator(&self, system: Assembly, settings: &Settings) -> Box<dyn Integrator> {
        Box::new(Stepper::new(system, settings, || CoupledScheme {
            alpha: Alpha::new(system, settings, self.rho_inf, self.position_friction),
            max_iterations: settings.max_iterations,
            impacts: settings.impacts,
            restored: 1.0,
            corrects_positions: self.position_multipliers,
            closed: Vec::new(),
        }))
    }

    fn parameters(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Settings of the coupled nonsmooth generalized-α method.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoupledSpec {
    /// Spectral radius at infinite frequency, 0 (most numerical damping) … 1 (none). Default: 0.8.
    rho_inf: Option<Number>,
    /// How friction acts at position level: `solved`, `predicted` from the forces of the last step, or `none`; `auto` is solved.
    /// Default: "solved".
    position_friction: Option<PositionFriction>,
    /// Whether joints and contacts hold at position level too (Gear, Gupta and Leimkuhler). Without, they hold at velocity level only,
    /// and drift. Default: true.
    position_multipliers: Option<bool>,
}

impl Kind for CoupledSpec {
    const KEY: &'static str = "coupled";
    const SUMMARY: &'static str =
        "coupled nonsmooth generalized-α method, for comparison: three problems iterated together";
    const SAMPLE: &'static str = bouncing_mass!("coupled", "rho_inf = 0.8\n");

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let d = Coupled::default();
        let method = Coupled {
            rho_inf: self.rho_inf.as_ref().map_or(Ok(d.rho_inf), |n| b.fraction(n, "rho_inf"))?,
            position_friction: match self.position_friction {
                // This scheme does not sweep.
                Some(PositionFriction::Auto) | None => d.position_friction,
                Some(chosen) => chosen,
            },
            position_multipliers: self.position_multipliers.unwrap_or(d.position_multipliers),
        };
        b.set_method(Self::KEY, method);
        Ok(())
    }
}

/// The scheme with its memory.
struct CoupledScheme {
    alpha: Alpha,
    max_iterations: usize,
    impacts: Impacts,
    /// Share of the restitution that counts in the island that is solved.
    restored: f64,
    /// Whether there is a position correction; if not, which contacts are closed at q~.
    corrects_positions: bool,
    closed: Vec<bool>,
}

/// The three problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Smooth,
    Position,
    Velocity,
}

impl Which {
    fn name(self) -> &'static str {
        match self {
            Self::Smooth => SMOOTH_MOTION,
            Self::Position => POSITION_CORRECTION,
            Self::Velocity => VELOCITY_JUMP,
        }
    }
}

/// The problems in the order of their Newton steps, with and without a position correction.
const PROBLEMS: [Which; 3] = [Which::Smooth, Which::Position, Which::Velocity];
const VELOCITY_LEVEL: [Which; 2] = [Which::Smooth, Which::Velocity];

impl Scheme for CoupledScheme {
    fn workspace(&self) -> &Workspace {
        &self.alpha.workspace
    }

    fn workspace_mut(&mut self) -> &mut Workspace {
        &mut self.alpha.workspace
    }

    fn start(&self, system: Assembly, state: &mut State, settings: &Settings) {
        self.alpha.start(system, state, settings.step);
    }

    fn restart(&mut self) {
        self.alpha.restart();
    }

    fn fit(&mut self, system: Assembly) {
        self.alpha.fit(system);
    }

    fn forget(&mut self, slot: usize) {
        self.alpha.forget(slot);
        self.alpha.smooth.parts[slot].restart();
    }

    fn begin(&mut self, _system: Assembly, _state: &State, _step: Interval) {}

    /// The first iterate.
    fn predict(&mut self, at: At, _report: &mut StepReport) -> Result<(), StepError> {
        self.return_to_prediction(at);
        Ok(())
    }

    fn return_to_prediction(&mut self, at: At) {
        let alpha = &mut self.alpha;
        alpha.begin_smooth(at);
        at.island.copy(&alpha.workspace.work.y, &mut alpha.acceleration);
        at.island.fill(0.0, &mut alpha.u);
        at.island.fill(0.0, &mut alpha.w);
        self.place(at);
    }

    fn adopt(&mut self, _from: &Self, at: At) {
        self.return_to_prediction(at);
    }

    fn solve(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        self.begin_island(at);
        let mut counts = Counts::default();
        let result = self.solve_counted(at, &mut counts, report);
        for which in self.problems().iter().take(if at.has_rows() { 3 } else { 1 }) {
            report.add(which.name(), counts.problems[*which as usize]);
        }
        // Iterates that ran away must not start the next attempt.
        result.inspect_err(|_| self.forget(at.slot()))
    }

    fn commit(&mut self, at: At, trial: &mut State, report: &mut StepReport) {
        self.alpha.commit(at, trial, report);
    }

    fn pushed<'s>(&self, state: &'s State) -> &'s [f64] {
        &state.history[U]
    }
}

impl CoupledScheme {
    fn problems(&self) -> &'static [Which] {
        if self.corrects_positions { &PROBLEMS } else { &VELOCITY_LEVEL }
    }

    fn begin_island(&mut self, at: At) {
        let (island, slot) = (at.island, at.slot());
        let alpha = &mut self.alpha;
        alpha.begin_smooth(at);
        island.copy(&alpha.workspace.work.y, &mut alpha.acceleration);
        alpha.activate(at);
        let is_warm = alpha.is_warm(at);
        alpha.guess_position(at, is_warm);
        island.copy(&alpha.workspace.work.y, &mut alpha.u);
        alpha.guess_velocity(at, is_warm);
        island.copy(&alpha.workspace.work.y, &mut alpha.w);
        for &c in &island.contacts {
            alpha.velocity.rows.active[c] = false;
        }
        alpha.scale_corrections(at);
        let problems = &mut [
            (&mut alpha.position.rows, &alpha.position.parts[slot]),
            (&mut alpha.velocity.rows, &alpha.velocity.parts[slot]),
        ];
        alpha.workspace.place_frames(at, None, problems);
        alpha.workspace.refer_positions(at, 1.0, &mut alpha.position.rows, &alpha.position.parts[slot]);
    }

    fn solve_counted(&mut self, at: At, counts: &mut Counts, report: &mut StepReport) -> Result<(), StepError> {
        self.restored = 1.0;
        self.iterate(at, self.problems(), counts)?;
        if !at.has_rows() {
            return Ok(());
        }
        if !self.is_sequence(at) {
            let hit = self.alpha.workspace.hit[at.slot()];
            let gain = self.alpha.workspace.gain(at, &self.alpha.velocity.rows);
            if hit && gain > 0.0 {
                report.limited += 1;
                largest_share(1.0, gain, |share| {
                    self.restored = share;
                    counts.before = counts.problems[0].iterations;
                    self.iterate(at, self.problems(), counts)?;
                    Ok(self.alpha.workspace.gain(at, &self.alpha.velocity.rows))
                })?;
            }
            self.alpha.workspace.account_impacts(at, &self.alpha.velocity.rows, hit);
            report.rounds = report.rounds.max(1);
            return Ok(());
        }
        loop {
            self.solve_sequence(at, counts, report)?;
            let all = self.problems();
            if !self.iterate(at, &all[..all.len() - 1], counts)? {
                return Ok(());
            }
        }
    }

    /// Whether the island is hit by an impact that travels from contact to contact.
    fn is_sequence(&mut self, at: At) -> bool {
        if self.impacts == Impacts::Simultaneous {
            return false;
        }
        self.allow_closed(at, true);
        let alpha = &self.alpha;
        let (rows, sub) = (&alpha.velocity.rows, &alpha.velocity.parts[at.slot()]);
        let is_struck = alpha.workspace.is_struck(at, rows, sub);
        if !is_struck {
            self.allow_closed(at, false);
        }
        is_struck
    }

    /// The impact law for the contacts that are closed at the placed iterate.
    fn allow_closed(&mut self, at: At, touching: bool) {
        self.find_closed(at, touching);
        let alpha = &mut self.alpha;
        let hit = alpha.workspace.mark_persistent(at, &alpha.velocity.rows.active);
        alpha.workspace.look_before(at, false);
        alpha.workspace.set_directions(at, Directions::End, &mut alpha.velocity.rows);
        alpha.workspace.set_hit(at.island, hit);
        let (v, rows) = (&alpha.smooth_kin.v, &mut alpha.velocity.rows);
        alpha.workspace.refer_velocities(at, v, (hit, self.restored), rows);
    }

    /// Which contacts are closed at the placed iterate.
    fn find_closed(&mut self, at: At, touching: bool) {
        self.alpha.allow_closed(at, touching);
        if !self.corrects_positions {
            for &c in &at.island.contacts {
                self.alpha.velocity.rows.active[c] = self.closed[c];
            }
        }
    }

    /// W and Λ of the sequence of impacts at the placed iterate.
    fn solve_sequence(&mut self, at: At, counts: &mut Counts, report: &mut StepReport) -> Result<(), StepError> {
        self.find_closed(at, true);
        let alpha = &mut self.alpha;
        let slot = at.slot();
        at.island.copy(&alpha.w, &mut alpha.workspace.work.y);
        let stage = VelocityStage { s: 0.0, smooth: &alpha.smooth_kin };
        let mut problem = VelocityProblem {
            name: VELOCITY_JUMP,
            at,
            rows: &mut alpha.velocity.rows,
            sub: &mut alpha.velocity.parts[slot],
            stage: &stage,
            rows_are_current: true,
            impacts: self.impacts,
            smooth: &alpha.smooth_kin.v,
            hit: true,
            printed: false,
        };
        let (impacts, share) = alpha.workspace.solve_limited(&mut problem, 1.0)?;
        report.limited += usize::from(share < 1.0);
        at.island.copy(&alpha.workspace.work.y, &mut alpha.w);
        counts.add(Which::Velocity, impacts.problem);
        report.rounds = report.rounds.max(impacts.rounds);
        report.cut_short |= impacts.cut_short;
        Ok(())
    }

    /// Global iterations until the problems hold at the same iterate; false if they did at once.
    fn iterate(&mut self, at: At, problems: &[Which], counts: &mut Counts) -> Result<bool, StepError> {
        // Without joints and near contacts there is nothing to correct.
        let problems = if at.has_rows() { problems } else { &problems[..1] };
        let mut changed = false;
        loop {
            let (worst, ratio) = self.assess(at, problems, counts);
            if ratio <= 1.0 {
                return Ok(changed);
            }
            changed = true;
            if self.alpha.workspace.newton.stop.is_raised() {
                return Err(StepError::Interrupted);
            }
            let iterations = counts.problems[0].iterations - counts.before;
            let failure = if !ratio.is_finite() {
                Failure::NotFinite
            } else if iterations == self.max_iterations {
                Failure::NotConverged { report: Report { iterations, ratio, ..Report::default() } }
            } else if problems.iter().all(|&which| self.newton_step(which, at, counts)) {
                continue;
            } else {
                Failure::Singular
            };
            let stage = self.stage(worst, at.h);
            return Err(StepError::new(worst.name(), &self.problem(at, &stage).0, failure));
        }
    }

    /// Residuals at one iterate: the worst problem, and its residual over its tolerance.
    fn assess(&mut self, at: At, problems: &[Which], counts: &mut Counts) -> (Which, f64) {
        let mut worst = (Which::Smooth, 0.0);
        self.place(at);
        for &which in problems {
            self.refer(which, at);
            let (now, incompatible) = self.visit(which, at, |problem, now| (now, problem.is_compromise()));
            if which == Which::Smooth {
                self.alpha.keep_scales(at);
                self.alpha.scale_corrections(at);
                self.alpha.set_position_compliance(at);
                let velocity = &mut self.alpha.velocity;
                set_impulse_compliance(at.system, &mut velocity.rows, &mut velocity.parts[at.slot()]);
            }
            let old = counts.problems[which as usize];
            counts.problems[which as usize] = Report { ratio: now.ratio, incompatible, ..old };
            if now.ratio.is_nan() {
                return (which, now.ratio);
            }
            if now.ratio > worst.1 {
                worst = (which, now.ratio);
            }
        }
        worst
    }

    /// One Newton step on one problem; false if its matrix is singular.
    fn newton_step(&mut self, which: Which, at: At, counts: &mut Counts) -> bool {
        self.place(at);
        self.refer(which, at);
        let solved = self.visit(which, at, |problem, _| {
            let regular = problem.refresh();
            if regular {
                problem.direction();
                problem.step(1.0);
            }
            regular
        });
        counts.add(which, Report { iterations: 1, factorisations: 1, ..Report::default() });
        solved
    }

    /// Total configuration and velocity of the present iterate, and the rows there.
    fn place(&mut self, at: At) {
        let At { system, island, state, h } = at;
        let alpha = &mut self.alpha;
        let work = &mut alpha.workspace.work;
        island.copy(&alpha.acceleration, &mut work.y);
        let start = Start { state, acceleration: &alpha.acceleration_n, a: &alpha.a_n, h };
        start.place(&alpha.c, &system, island, work);
        alpha.keep_smooth(at);
        let work = &mut alpha.workspace.work;
        if !self.corrects_positions {
            system.update_ports(island, &mut work.kin);
            self.closed.resize(system.contact_count(), false);
            for &c in &island.contacts {
                self.closed[c] = system.contact(c).pair.gap(&work.kin) <= 0.0;
            }
            island.each_dof().for_each(|i| alpha.u[i] = 0.5 * h * alpha.w[i]);
        }
        system.displace(island, &alpha.smooth_kin.frames, &alpha.u, &mut work.kin.frames);
        for i in island.each_dof() {
            work.kin.v[i] += alpha.w[i];
        }
        system.update_ports(island, &mut work.kin);
        work.evaluate_rows(system, &island.joints);
        for &c in &island.contacts {
            work.evaluate_rows(system, &[system.block_of(c)]);
        }
    }

    /// What the rows of a problem are measured from: joints hold for ṽ = v − W in the smooth motion; the impact law holds for the
    /// contacts that are closed at position level.
    fn refer(&mut self, which: Which, at: At) {
        if which == Which::Velocity {
            self.visit(Which::Position, at, |_, _| ());
            self.allow_closed(at, false);
        } else if which == Which::Smooth {
            for &b in &at.island.joints {
                for (i, row) in at.system.block(b).rows().enumerate() {
                    let jump = self.alpha.workspace.work.row_times(at.system, b, i, &self.alpha.w);
                    let driven = at.system.block(b).velocity_jump(i, at.state.kin.t, at.h, JUMP);
                    self.alpha.smooth.rows.reference[row] = jump + driven;
                }
            }
        }
    }

    /// Evaluates a problem at the placed iterate, and lets `then` go on with it.
    fn visit<T>(&mut self, which: Which, at: At, then: impl FnOnce(&mut Solve<'_, Placed>, Assessment) -> T) -> T {
        let stage = self.stage(which, at.h);
        let (mut problem, unknown) = self.problem(at, &stage);
        at.island.copy(unknown, &mut problem.work.y);
        let now = problem.evaluate();
        let out = then(&mut problem, now);
        at.island.copy(&problem.work.y, unknown);
        out
    }

    fn stage(&self, which: Which, h: f64) -> Placed {
        let none = Weights { m: 1.0, v: 0.0, q: 0.0, s: 0.0 };
        let weights = match which {
            Which::Smooth => self.alpha.c.weights(h),
            Which::Position => Weights { q: 1.0, ..none },
            Which::Velocity => Weights { v: 1.0, ..none },
        };
        Placed { which, weights }
    }

    /// A problem at the placed iterate, and its unknown.
    fn problem<'a>(&'a mut self, at: At<'a>, stage: &'a Placed) -> (Solve<'a, Placed>, &'a mut [f64]) {
        let (alpha, At { system, island, .. }) = (&mut self.alpha, at);
        let (family, unknown) = match stage.which {
            Which::Smooth => (&mut alpha.smooth, &mut alpha.acceleration),
            Which::Position => (&mut alpha.position, &mut alpha.u),
            Which::Velocity => (&mut alpha.velocity, &mut alpha.w),
        };
        let (work, rows, sub) = (&mut alpha.workspace.work, &mut family.rows, &mut family.parts[at.slot()]);
        (Solve { system, island, work, rows, sub, stage, rows_are_current: true }, unknown)
    }
}

/// What the iteration of an island did.
#[derive(Default)]
struct Counts {
    problems: [Report; 3],
    /// Iterations of solutions with another share of the restitution.
    before: usize,
}

impl Counts {
    fn add(&mut self, which: Which, more: Report) {
        let sum = &mut self.problems[which as usize];
        let ratio = sum.ratio;
        *sum = Report { ratio, ..super::merge(*sum, more) };
    }
}

/// A problem at a configuration and velocity that belong to all three: y = x is its own unknown.
struct Placed {
    which: Which,
    weights: Weights,
}

impl Stage for Placed {
    fn weights(&self) -> Weights {
        self.weights
    }

    fn level(&self) -> Level {
        if self.which == Which::Position { Level::Position } else { Level::Velocity }
    }

    fn place(&self, _system: Assembly, island: &Island, work: &mut Work) -> bool {
        island.copy(&work.y, &mut work.x);
        false
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        if self.which == Which::Position { &work.y } else { &work.psi }
    }
}
