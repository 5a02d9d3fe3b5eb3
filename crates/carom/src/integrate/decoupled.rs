//! The decoupled nonsmooth generalized-α method (G ch. 3; THEORY §3).
//!
//! One step solves three problems, none of which looks ahead: the smooth motion (joints at velocity level, contacts
//! ignored), the position correction (joints and contacts at position level) and the velocity jump (joints and the impact
//! law at velocity level).

use super::alpha::{Alpha, Coefficients};
use super::error::{StepError, Which};
use super::settings::{Impacts, PositionFriction, Settings};
use super::state::State;
use super::step::{ImpactReport, merge, set_impulse_give, was_closed};
use super::{Integrator, Method, StepReport};
use crate::catalog::Kind;
use crate::model::Kinematics;
use crate::spec::{BuildError, Builder, Number};
use crate::system::{Level, Stage, System, Weights, Work};
use nonsmooth::{Report, StopFlag};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which forces the correction problems keep (THEORY §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub enum Variant {
    /// With f^p and f*: the default.
    #[default]
    #[serde(rename = "DS")]
    Ds,
    /// Without them, for comparison: the text shows where it fails.
    #[serde(rename = "DSn")]
    Dsn,
}

/// Parameters of the method.
#[derive(Clone, Debug, Serialize)]
pub struct Decoupled {
    /// Spectral radius at infinite frequency, 0 … 1.
    pub rho_inf: f64,
    pub variant: Variant,
    /// How friction acts at position level (without it contacts creep, G fig. 4.6).
    pub position_friction: PositionFriction,
}

impl Default for Decoupled {
    fn default() -> Self {
        Self { rho_inf: 0.8, variant: Variant::Ds, position_friction: PositionFriction::Auto }
    }
}

impl Method for Decoupled {
    fn integrator(&self, system: &System, settings: &Settings, redundant: bool) -> Box<dyn Integrator> {
        let alpha = Alpha::new(system, settings, redundant, self.rho_inf, self.position_friction);
        Box::new(DecoupledScheme { alpha, variant: self.variant, impacts: settings.impacts, last_share: 0.5 })
    }

    fn parameters(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Settings of the decoupled nonsmooth generalized-α method.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecoupledSpec {
    /// Spectral radius at infinite frequency, 0 (most numerical damping) … 1 (none). Default: 0.8.
    rho_inf: Option<Number>,
    /// `DS`, or `DSn` without the force corrections (for comparison). Default: "DS".
    variant: Option<Variant>,
    /// How friction acts at position level: `solved`, `predicted` from the forces of the last step, `none`, or `auto`: predicted where
    /// many contacts of rigid bodies are near, solved elsewhere. Default: "auto".
    position_friction: Option<PositionFriction>,
}

impl Kind for DecoupledSpec {
    const KEY: &'static str = "decoupled";
    const SUMMARY: &'static str = "decoupled nonsmooth generalized-α method: smooth motion, position, velocity";
    const SAMPLE: &'static str = r#"
name = "falling mass"
gravity = [0, 0, -9.81]
[simulation]
integrator = "decoupled"
step = 1e-3
until = 0.5
rho_inf = 0.9
[bodies.ball]
type = "point_mass"
mass = 1.0
"#;

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let d = Decoupled::default();
        let method = Decoupled {
            rho_inf: self.rho_inf.as_ref().map_or(Ok(d.rho_inf), |n| b.fraction(n, "rho_inf"))?,
            variant: self.variant.unwrap_or(d.variant),
            position_friction: self.position_friction.unwrap_or(d.position_friction),
        };
        b.set_method(Self::KEY, method);
        Ok(())
    }
}

/// The integrator with its workspace.
struct DecoupledScheme {
    alpha: Alpha,
    variant: Variant,
    impacts: Impacts,
    /// That of the last position correction, to which its tangent belongs.
    last_share: f64,
}

impl Integrator for DecoupledScheme {
    fn restart(&mut self, system: &System, state: &State) {
        self.alpha.restart(system, state);
    }

    fn stop_on(&mut self, stop: &StopFlag) {
        self.alpha.step.stop_on(stop);
    }

    fn step(&mut self, system: &mut System, state: &mut State, h: f64, t_end: f64) -> Result<StepReport, StepError> {
        let mut report = StepReport::default();
        self.alpha.begin(system, state, h, t_end);
        self.alpha.mistrust_jumps(system, state, h);
        report.problems[0] = self.solve_smooth(system, state, h)?;
        self.alpha.find_near(system, state, h);
        self.alpha.step.refuse_hits(system, state)?;
        if self.alpha.position.blocks.is_empty() {
            self.alpha.u.fill(0.0);
            self.alpha.w.fill(0.0);
            self.alpha.velocity.allowed.fill(false);
        } else {
            report.problems[1] = self.solve_position(system, state, h)?;
            let impacts = self.solve_velocity(system, state, h)?;
            (report.problems[2], report.rounds) = (impacts.problem, impacts.rounds);
            report.cut_short = impacts.cut_short;
        }
        self.alpha.step.refuse_passage(system, state, h)?;
        self.alpha.commit(system, state, h, &mut report);
        Ok(report)
    }
}

impl DecoupledScheme {
    fn solve_smooth(&mut self, system: &System, state: &State, h: f64) -> Result<Report, StepError> {
        let alpha = &mut self.alpha;
        // Accelerations of closed contacts belong to the size of their steps.
        let settle = h != state.h && (0..system.contacts.len()).any(|c| was_closed(system, state, h, c));
        let c = if settle { Coefficients::SETTLED } else { alpha.c };
        let stage = SmoothStage { h, c, start: state };
        let report = alpha.step.solve(Which::Smooth, system, &mut alpha.smooth, &stage, false)?;
        alpha.keep_smooth();
        alpha.scale_corrections(system, h);
        let work = &alpha.step.work;
        for sub in [&mut alpha.position, &mut alpha.velocity] {
            sub.carried[..system.joint_rows].copy_from_slice(&alpha.smooth.lam[..system.joint_rows]);
            if self.variant == Variant::Ds {
                for i in 0..work.gt_p.len() {
                    sub.base[i] = work.f[i] + work.gt_p[i];
                }
            }
        }
        Ok(report)
    }

    /// The share in U = share h W: one half for forces that act all through the step, one where a contact is hit.
    fn share(&mut self, system: &System, state: &State, h: f64) -> f64 {
        let share = if self.alpha.step.is_hit(system, state, h) { 1.0 } else { 0.5 };
        if share != self.last_share {
            self.last_share = share;
            self.alpha.position.invalidate();
        }
        share
    }

    fn solve_position(&mut self, system: &mut System, state: &mut State, h: f64) -> Result<Report, StepError> {
        let share = self.share(system, state, h);
        let s = if self.variant == Variant::Ds { share * h * h } else { 0.0 };
        let alpha = &mut self.alpha;
        let mut total = Report::default();
        alpha.step.guess(system, &mut alpha.position, &state.u);
        alpha.step.release_opening(system, &mut alpha.position);
        loop {
            alpha.step.place_frames(system, state, &mut [&mut alpha.position, &mut alpha.velocity]);
            alpha.set_position_give(system, state, h);
            alpha.step.refer_to_start(system, state, h, &mut alpha.position);
            let stage = PositionStage { s, rate: 1.0 / (share * h), smooth: &alpha.smooth_kin };
            let report = alpha.step.solve(Which::Position, system, &mut alpha.position, &stage, false)?;
            total = merge(total, report);
            if !alpha.add_missed(system, state, h) {
                alpha.u.copy_from_slice(&alpha.step.work.y);
                return Ok(total);
            }
        }
    }

    fn solve_velocity(&mut self, system: &System, state: &mut State, h: f64) -> Result<ImpactReport, StepError> {
        let s = if self.variant == Variant::Ds { h } else { 0.0 };
        let alpha = &mut self.alpha;
        alpha.allow_closed(system, self.impacts != Impacts::Simultaneous);
        let hit = self.last_share == 1.0;
        let timed = hit && s > 0.0;
        if timed {
            alpha.step.find_blows(system, (state, h), &alpha.smooth_kin, &alpha.position, &mut alpha.velocity);
        }
        alpha.step.move_frames(system);
        alpha.step.turn_blows(system);
        set_impulse_give(&mut alpha.velocity);
        alpha.step.guess(system, &mut alpha.velocity, &state.w);
        let stage = VelocityStage { s, smooth: &alpha.smooth_kin };
        let mut report = alpha.step.solve_impacts(&self.impacts, system, state, &mut alpha.velocity, &stage, true)?;
        if timed {
            for _ in 0..alpha.step.passes() {
                if !alpha.step.time_blows(system, &alpha.velocity, h) {
                    break;
                }
                let again =
                    alpha.step.solve_impacts(&self.impacts, system, state, &mut alpha.velocity, &stage, true)?;
                report = ImpactReport { problem: merge(report.problem, again.problem), ..again };
            }
            alpha.step.keep_angular_momentum(system, state, &alpha.smooth_kin, &alpha.velocity);
            alpha.step.forget_blows(system);
        }
        let lasts = !hit && !alpha.step.has_blow(system, &alpha.velocity);
        // The forces of a compromise mean nothing.
        if s > 0.0 && lasts && !report.problem.incompatible {
            alpha.step.turn_impulses(system, state, h, &mut alpha.velocity, &stage, &mut report.problem)?;
        }
        alpha.w.copy_from_slice(&alpha.step.work.y);
        Ok(report)
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
        self.c.weights(self.h)
    }

    fn level(&self) -> Level {
        Level::Velocity
    }

    fn place(&self, system: &System, work: &mut Work) -> bool {
        self.c.place(system, self.start, self.h, work);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}

/// Position correction: y = x = U, q = q~ ∘ exp(U), forces at the velocity ṽ + rate U.
struct PositionStage<'a> {
    s: f64,
    rate: f64,
    smooth: &'a Kinematics,
}

impl Stage for PositionStage<'_> {
    fn weights(&self) -> Weights {
        Weights { m: 1.0, v: self.rate, q: 1.0, s: self.s }
    }

    fn level(&self) -> Level {
        Level::Position
    }

    fn place(&self, system: &System, work: &mut Work) -> bool {
        for i in 0..work.y.len() {
            work.x[i] = work.y[i];
            work.kin.v[i] = self.smooth.v[i] + self.rate * work.y[i];
        }
        system.displace(&self.smooth.frames, &work.y, &mut work.kin.frames);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.y
    }
}

/// Velocity jump: y = x = W, v = ṽ + W, configuration fixed.
pub(super) struct VelocityStage<'a> {
    /// Factor of the forces: none where W enters the smooth motion.
    pub s: f64,
    pub smooth: &'a Kinematics,
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
