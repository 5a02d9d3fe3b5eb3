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
//! A sequence of impacts is for a step with a blow, and follows the iteration. It runs on the velocity problem with q and ṽ as
//! they are; its W and Λ are then given, and smooth motion and position correction are iterated with them. A step is accepted
//! when these two hold as the sequence left them: then all three do, at the same iterate. W enters the forces only, so that
//! two or three sequences are enough.

use super::alpha::Alpha;
use super::decoupled::VelocityStage;
use super::error::{StepError, Which};
use super::settings::{Impacts, PositionFriction, Settings};
use super::state::State;
use super::step::{ImpactReport, merge, set_impulse_give};
use super::{Integrator, Method, StepReport};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number};
use crate::system::{Level, Solve, Stage, Subproblem, System, Weights, Work};
use nonsmooth::{Assessment, Failure, Problem, Report, StopFlag};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Parameters of the method.
#[derive(Clone, Debug, Serialize)]
pub struct Coupled {
    /// Spectral radius at infinite frequency, 0 … 1.
    pub rho_inf: f64,
    /// How friction acts at position level.
    pub position_friction: PositionFriction,
}

impl Default for Coupled {
    fn default() -> Self {
        Self { rho_inf: 0.8, position_friction: PositionFriction::Solved }
    }
}

impl Method for Coupled {
    fn integrator(&self, system: &System, settings: &Settings, redundant: bool) -> Box<dyn Integrator> {
        let alpha = Alpha::new(system, settings, redundant, self.rho_inf, self.position_friction);
        Box::new(CoupledScheme { alpha, max_iterations: settings.max_iterations, impacts: settings.impacts })
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
}

impl Kind for CoupledSpec {
    const KEY: &'static str = "coupled";
    const SUMMARY: &'static str =
        "coupled nonsmooth generalized-α method, for comparison: three problems iterated together";
    const SAMPLE: &'static str = r#"
name = "bouncing mass"
gravity = [0, 0, -9.81]
[simulation]
integrator = "coupled"
step = 1e-3
until = 0.5
rho_inf = 0.8
[bodies.ball]
type = "point_mass"
mass = 1.0
position = [0, 0, 0.2]
[contacts.floor]
type = "node_face"
point = "ball"
plane = "ground"
restitution = 0.5
"#;

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let d = Coupled::default();
        let method = Coupled {
            rho_inf: self.rho_inf.as_ref().map_or(Ok(d.rho_inf), |n| b.fraction(n, "rho_inf"))?,
            position_friction: match self.position_friction {
                // This scheme does not sweep.
                Some(PositionFriction::Auto) | None => d.position_friction,
                Some(chosen) => chosen,
            },
        };
        b.set_method(Self::KEY, method);
        Ok(())
    }
}

/// The integrator with its workspace.
struct CoupledScheme {
    alpha: Alpha,
    max_iterations: usize,
    impacts: Impacts,
}

/// The problems in the order of their Newton steps.
const PROBLEMS: [Which; 3] = [Which::Smooth, Which::Position, Which::Velocity];

impl Integrator for CoupledScheme {
    fn restart(&mut self, system: &System, state: &State) {
        self.alpha.restart(system, state);
    }

    fn stop_on(&mut self, stop: &StopFlag) {
        self.alpha.step.stop_on(stop);
    }

    fn step(&mut self, system: &mut System, state: &mut State, h: f64, t_end: f64) -> Result<StepReport, StepError> {
        let mut report = StepReport::default();
        self.begin(system, state, h, t_end);
        self.alpha.step.refuse_hits(system, state)?;
        let result = self.solve(system, state, h, &mut report);
        // Iterates that ran away must not start the next attempt.
        result.inspect_err(|_| self.alpha.restart(system, state))?;
        self.alpha.step.refuse_passage(system, state, h).inspect_err(|_| self.alpha.restart(system, state))?;
        self.alpha.commit(system, state, h, &mut report);
        Ok(report)
    }
}

impl CoupledScheme {
    /// The first iterate, and the contacts near there.
    fn begin(&mut self, system: &mut System, state: &mut State, h: f64, t_end: f64) {
        self.alpha.begin(system, state, h, t_end);
        self.alpha.acceleration.copy_from_slice(&self.alpha.step.work.y);
        self.alpha.u.fill(0.0);
        self.alpha.w.fill(0.0);
        self.place(system, state, h);
        let alpha = &mut self.alpha;
        alpha.find_near(system, state, h);
        alpha.step.guess(system, &mut alpha.position, &state.u);
        alpha.u.copy_from_slice(&alpha.step.work.y);
        alpha.step.guess(system, &mut alpha.velocity, &state.w);
        alpha.w.copy_from_slice(&alpha.step.work.y);
        self.look_at_near(system, state, h);
    }

    fn look_at_near(&mut self, system: &System, state: &State, h: f64) {
        let alpha = &mut self.alpha;
        alpha.step.place_frames(system, state, &mut [&mut alpha.position, &mut alpha.velocity]);
        alpha.step.refer_to_start(system, state, h, &mut alpha.position);
        alpha.velocity.allowed.fill(false);
    }

    fn solve(
        &mut self,
        system: &mut System,
        state: &mut State,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        self.iterate(system, state, h, &PROBLEMS, report)?;
        if self.alpha.position.blocks.is_empty() || !self.is_sequence(system, state) {
            self.alpha.step.account_impacts(system, &self.alpha.velocity);
            report.rounds = usize::from(!self.alpha.position.blocks.is_empty());
            return Ok(());
        }
        loop {
            let ImpactReport { problem, rounds, cut_short } = self.solve_sequence(system, state)?;
            report.problems[2] = merge(report.problems[2], problem);
            (report.rounds, report.cut_short) = (rounds, cut_short);
            if !self.iterate(system, state, h, &PROBLEMS[..2], report)? {
                return Ok(());
            }
        }
    }

    /// Whether the step has a blow that travels from contact to contact.
    fn is_sequence(&mut self, system: &System, state: &State) -> bool {
        if self.impacts == Impacts::Simultaneous {
            return false;
        }
        self.allow_closed(system, state, true);
        let is_blow = self.alpha.step.has_blow(system, &self.alpha.velocity);
        if !is_blow {
            self.allow_closed(system, state, false);
        }
        is_blow
    }

    /// The impact law for the contacts that are closed at the placed iterate.
    fn allow_closed(&mut self, system: &System, state: &State, touching: bool) {
        self.alpha.allow_closed(system, touching);
        self.alpha.step.refer_to_impact_law(system, state, &mut self.alpha.velocity);
    }

    /// W and Λ of the sequence of impacts at the placed iterate.
    fn solve_sequence(&mut self, system: &System, state: &State) -> Result<ImpactReport, StepError> {
        let alpha = &mut self.alpha;
        alpha.allow_closed(system, true);
        alpha.step.work.y.copy_from_slice(&alpha.w);
        let stage = VelocityStage { s: 0.0, smooth: &alpha.smooth_kin };
        let report = alpha.step.solve_impacts(&self.impacts, system, state, &mut alpha.velocity, &stage, true)?;
        alpha.w.copy_from_slice(&alpha.step.work.y);
        Ok(report)
    }

    /// Global iterations until the problems hold at the same iterate; false if they did at once.
    fn iterate(
        &mut self,
        system: &mut System,
        state: &mut State,
        h: f64,
        problems: &[Which],
        report: &mut StepReport,
    ) -> Result<bool, StepError> {
        let mut changed = false;
        loop {
            // Without joints and near contacts there is nothing to correct.
            let problems = if self.alpha.position.blocks.is_empty() { &problems[..1] } else { problems };
            let (worst, ratio) = self.assess(system, state, h, problems, report);
            if ratio <= 1.0 {
                if !self.alpha.add_missed(system, state, h) {
                    return Ok(changed);
                }
                changed = true;
                self.look_at_near(system, state, h);
                continue;
            }
            changed = true;
            if self.alpha.step.newton.stop.is_raised() {
                return Err(StepError::Interrupted);
            }
            let iterations = report.problems[0].iterations;
            let failure = if !ratio.is_finite() {
                Failure::NotFinite
            } else if iterations == self.max_iterations {
                Failure::NotConverged { report: Report { iterations, ratio, ..Report::default() } }
            } else if problems.iter().all(|&which| self.newton_step(which, system, state, h, report)) {
                continue;
            } else {
                Failure::Singular
            };
            let Parts { sub, stage, work, .. } = self.parts(worst, h);
            return Err(StepError::new((worst, stage.level()), system, sub, &work.kin, failure));
        }
    }

    /// Residuals at one iterate: the worst problem, and its residual over its tolerance.
    fn assess(
        &mut self,
        system: &System,
        state: &State,
        h: f64,
        problems: &[Which],
        report: &mut StepReport,
    ) -> (Which, f64) {
        let mut worst = (Which::Smooth, 0.0);
        self.place(system, state, h);
        for &which in problems {
            self.refer(which, system, state, h);
            let (now, incompatible) = self.visit(which, system, h, |problem, now| (now, problem.is_compromise()));
            if which == Which::Smooth {
                self.alpha.scale_corrections(system, h);
                self.alpha.set_position_give(system, state, h);
                set_impulse_give(&mut self.alpha.velocity);
            }
            let old = report.problems[which as usize];
            report.problems[which as usize] = Report { ratio: now.ratio, incompatible, ..old };
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
    fn newton_step(&mut self, which: Which, system: &System, state: &State, h: f64, report: &mut StepReport) -> bool {
        self.place(system, state, h);
        self.refer(which, system, state, h);
        let solved = self.visit(which, system, h, |problem, _| {
            let regular = problem.refresh();
            if regular {
                problem.direction();
                problem.step(1.0);
            }
            regular
        });
        report.problems[which as usize].iterations += 1;
        report.problems[which as usize].factorisations += 1;
        solved
    }

    /// Total configuration and velocity of the present iterate, and the rows there.
    fn place(&mut self, system: &System, state: &State, h: f64) {
        let alpha = &mut self.alpha;
        alpha.step.work.y.copy_from_slice(&alpha.acceleration);
        alpha.c.place(system, state, h, &mut alpha.step.work);
        alpha.keep_smooth();
        let work = &mut alpha.step.work;
        system.displace(&alpha.smooth_kin.frames, &alpha.u, &mut work.kin.frames);
        work.kin.v.iter_mut().zip(&alpha.w).for_each(|(v, w)| *v += w);
        work.kin.update_ports(&system.model.ports);
        work.evaluate_rows(system, &alpha.position.blocks);
    }

    /// What the rows of a problem are measured from: joints hold for ṽ = v − W in the smooth motion; the impact law holds for the
    /// contacts that are closed at position level.
    fn refer(&mut self, which: Which, system: &System, state: &State, h: f64) {
        if which == Which::Velocity {
            self.visit(Which::Position, system, h, |_, _| ());
            self.allow_closed(system, state, false);
        } else if which == Which::Smooth {
            for b in 0..system.joint_blocks {
                for (i, row) in system.blocks[b].rows().enumerate() {
                    self.alpha.smooth.reference[row] = self.alpha.step.work.row_times(system, b, i, &self.alpha.w);
                }
            }
        }
    }

    /// Evaluates a problem at the placed iterate, and lets `then` go on with it.
    fn visit<T>(
        &mut self,
        which: Which,
        system: &System,
        h: f64,
        then: impl FnOnce(&mut Solve<'_, Placed>, Assessment) -> T,
    ) -> T {
        let Parts { sub, unknown, work, stage } = self.parts(which, h);
        work.y.copy_from_slice(unknown);
        let mut problem = Solve { system, work, sub, stage: &stage, rows_are_current: true };
        let now = problem.evaluate();
        let out = then(&mut problem, now);
        unknown.copy_from_slice(&work.y);
        out
    }

    fn parts(&mut self, which: Which, h: f64) -> Parts<'_> {
        let alpha = &mut self.alpha;
        let work = &mut alpha.step.work;
        let weights = Weights { m: 1.0, v: 0.0, q: 0.0, s: 0.0 };
        match which {
            Which::Smooth => {
                let stage = Placed { which, weights: alpha.c.weights(h) };
                Parts { sub: &mut alpha.smooth, unknown: &mut alpha.acceleration, work, stage }
            }
            Which::Position => {
                let stage = Placed { which, weights: Weights { q: 1.0, ..weights } };
                Parts { sub: &mut alpha.position, unknown: &mut alpha.u, work, stage }
            }
            Which::Velocity => {
                let stage = Placed { which, weights: Weights { v: 1.0, ..weights } };
                Parts { sub: &mut alpha.velocity, unknown: &mut alpha.w, work, stage }
            }
        }
    }
}

/// A problem with its unknown.
struct Parts<'a> {
    sub: &'a mut Subproblem,
    unknown: &'a mut [f64],
    work: &'a mut Work,
    stage: Placed,
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

    fn place(&self, _system: &System, work: &mut Work) -> bool {
        work.x.copy_from_slice(&work.y);
        false
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        if self.which == Which::Position { &work.y } else { &work.psi }
    }
}
