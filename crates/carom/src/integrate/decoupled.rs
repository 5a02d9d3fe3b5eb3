//! The decoupled nonsmooth generalized-α method (G ch. 3; THEORY §3).
//!
//! One step solves three problems, none of which looks ahead: the smooth motion of every component (joints at velocity level,
//! contacts ignored), then for every island the position correction (joints and contacts at position level) and the velocity jump
//! (joints and the impact law at velocity level).

use super::alpha::{After, Alpha, Correction, HIT, POSITION_CORRECTION, Transport, U, VELOCITY_JUMP};
use super::coefficients::Coefficients;
use super::error::StepError;
use super::estimate::Memory;
use super::scheme::{At, Scheme};
use super::settings::{Impacts, PositionFriction, Settings};
use super::state::State;
use super::step::{Directions, Phase, VelocityProblem, Workspace, set_impulse_compliance};
use super::stepper::Stepper;
use super::{Integrator, Interval, Method, StepReport, Undefined};
use crate::catalog::Kind;
use crate::model::Model;
use crate::spec::{BuildError, Builder, Number};
use crate::system::Assembly;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Corrections for a restitution that was limited further than those before were made for.
const MOST_LIMITS: usize = 5;

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
    /// As printed (G 3.34–3.46): κ = 1, f^p at ṽ, impulses along the rows of the end of the step, the printed impact law.
    #[serde(rename = "published")]
    Published,
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
    fn integrator(&self, system: Assembly, settings: &Settings) -> Box<dyn Integrator> {
        let components = system.components.list.len();
        Box::new(Stepper::new(system, settings, || DecoupledScheme {
            alpha: Alpha::new(system, settings, self.rho_inf, self.position_friction),
            variant: self.variant,
            impacts: settings.impacts,
            weights: vec![Forces::default(); components],
            closed: vec![false; components],
            transport: Transport::new(system),
            dissipates: false,
        }))
    }

    fn parameters(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn check(&self, _model: &Model, settings: &Settings) -> Result<(), Undefined> {
        if self.variant != Variant::Published {
            return Ok(());
        }
        let help = "remove it, or the variant: as printed, accelerations belong to one size of the step";
        Undefined::adaptive(settings, help)
    }
}

/// Settings of the decoupled nonsmooth generalized-α method.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecoupledSpec {
    /// Spectral radius at infinite frequency, 0 (most numerical damping) … 1 (none). Default: 0.8.
    rho_inf: Option<Number>,
    /// `DS`; for comparison `DSn` without the force corrections, or `published`, the scheme as printed. Default: "DS".
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
        if method.variant == Variant::Published && b.settings.impacts == Impacts::Poisson {
            let message =
                "`variant` is \"published\", which has the impact law as printed, and `impact_law` is \"poisson\"";
            return Err(BuildError::new(message).help("remove one of them"));
        }
        b.set_method(Self::KEY, method);
        Ok(())
    }
}

/// The scheme with its memory.
struct DecoupledScheme {
    alpha: Alpha,
    variant: Variant,
    impacts: Impacts,
    /// Weights of the forces in the last corrections of each island, by its first component.
    weights: Vec<Forces>,
    /// Components with a contact that was closed at the start of the step, where its size is not that of the last.
    closed: Vec<bool>,
    transport: Transport,
    /// All steps dissipate.
    dissipates: bool,
}

/// How forces enter the corrections of an island: U sees s_U f at the velocity ṽ + rate U, W sees s_W f.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Forces {
    position: f64,
    rate: f64,
    velocity: f64,
}

impl Scheme for DecoupledScheme {
    const MOVES_ALL: bool = false;

    fn workspace(&self) -> &Workspace {
        &self.alpha.workspace
    }

    fn workspace_mut(&mut self) -> &mut Workspace {
        &mut self.alpha.workspace
    }

    fn start(&self, system: Assembly, state: &mut State, settings: &Settings) {
        // The text has a₀ = v̇₀.
        let ahead = if self.variant == Variant::Published { 0.0 } else { settings.step };
        self.alpha.start(system, state, ahead);
    }

    fn restart(&mut self) {
        self.alpha.restart();
        self.transport.restart();
    }

    fn fit(&mut self, system: Assembly) {
        self.alpha.fit(system);
    }

    fn forget(&mut self, slot: usize) {
        self.alpha.forget(slot);
    }

    fn begin(&mut self, system: Assembly, state: &State, step: Interval) {
        self.closed.fill(false);
        if state.last_part.iter().any(|last| *last != step.h) {
            let closed = |c: &usize| self.alpha.workspace.was_closed(system, state, step.h, *c);
            for c in (0..system.contact_count()).filter(closed) {
                let nodes = system.contact_block(c).nodes();
                nodes.iter().for_each(|&node| self.closed[system.components.of_node(node)] = true);
            }
        }
    }

    /// The smooth motion.
    fn predict(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let (At { state, island, .. }, slot) = (at, at.slot());
        if self.alpha.begin_smooth(at) {
            self.alpha.stand_still(at);
        }
        if self.dissipates || self.can_dissipate() && at.is_in_debt() {
            report.dissipated = true;
            return self.alpha.solve_smooth(at, Coefficients::SETTLED, report);
        }
        // After an impact forces that depend on velocities are others: accelerations start anew; those of elastic bodies go on ringing.
        // Smooth accelerations of closed contacts belong to the size of their steps.
        let hit = state.history[HIT][slot];
        let rings = hit == After::Rings.in_history();
        let struck = hit == After::StartsAnew.in_history() || rings && !island.is_elastic;
        let resized = self.closed[slot] && !at.keeps_step();
        if (struck || resized) && self.variant != Variant::Published {
            let goes_on = hit == 0.0 && state.last_part[slot] > 0.0 && !self.alpha.jumped[slot];
            if goes_on {
                self.alpha.resize(at, report)?
            } else {
                self.alpha.settle(at, report)?
            };
        }
        self.alpha.solve_smooth(at, self.alpha.c, report)
    }

    fn return_to_prediction(&mut self, at: At) {
        self.alpha.keep_prediction(at, self.has_forces());
        self.alpha.return_to_smooth(at);
    }

    fn adopt(&mut self, from: &mut Self, at: At) {
        from.alpha.keep_prediction(at, from.has_forces());
        self.alpha.adopt(&from.alpha, at);
    }

    /// Position correction and velocity jump.
    fn solve(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        self.alpha.keep_prediction(at, self.has_forces());
        self.alpha.activate(at);
        self.alpha.scale_corrections(at);
        if self.variant != Variant::Published {
            self.alpha.classify(at);
        }
        let mut share = self.correct(at, report)?;
        if self.impacts == Impacts::Poisson && self.alpha.workspace.keep_departures(at) {
            share = self.correct(at, report)?;
        }
        report.limited += usize::from(share < 1.0);
        let mut last = 1.0;
        // Less is restored than the corrections were made for; in the end nothing.
        for round in 0..MOST_LIMITS {
            if share >= last {
                break;
            }
            last = if round + 1 < MOST_LIMITS { share } else { 0.0 };
            self.solve_position(at, last, report)?;
            share = self.solve_jump(at, last, report)?;
        }
        Ok(())
    }

    fn can_dissipate(&self) -> bool {
        self.variant != Variant::Published
    }

    fn dissipate(&mut self, always: bool) {
        self.dissipates = always;
    }

    fn commit(&mut self, at: At, trial: &mut State, report: &mut StepReport) {
        self.alpha.commit(at, trial, report);
    }

    fn memory<'s>(&self, state: &'s State) -> Memory<'s> {
        self.alpha.memory(state)
    }

    fn pushed<'s>(&self, state: &'s State) -> &'s [f64] {
        &state.history[U]
    }
}

impl DecoupledScheme {
    /// Whether the corrections see forces.
    fn has_forces(&self) -> bool {
        self.variant != Variant::Dsn
    }

    /// Both corrections with all of the restitution; the share of it that makes no energy.
    fn correct(&mut self, at: At, report: &mut StepReport) -> Result<f64, StepError> {
        self.solve_position(at, 1.0, report)?;
        while self.alpha.close_flights(at) {
            self.solve_position(at, 1.0, report)?;
        }
        self.solve_jump(at, 1.0, report)
    }

    /// Weights of the forces: those that act all through the step move by ½h W, those since a touch by at most h W.
    ///
    /// A force that a hit changes acts for τ in this step; the next one starts with accelerations that know it. Those of elastic
    /// bodies do not, and have the weight h.
    fn forces(&self, At { island, h, .. }: At) -> Forces {
        let phases = island.contacts.iter().map(|&c| self.alpha.workspace.phases[c]);
        let persists = phases.clone().any(|phase| phase == Phase::Persistent);
        let tau = phases.filter_map(Phase::tau).fold(f64::NAN, f64::max);
        match self.variant {
            Variant::Dsn => Forces { position: 0.0, rate: 1.0 / h, velocity: 0.0 },
            Variant::Published => Forces { position: h * h, rate: 0.0, velocity: h },
            Variant::Ds if persists || tau.is_nan() => Forces { position: 0.5 * h * h, rate: 2.0 / h, velocity: h },
            Variant::Ds if self.alpha.is_touched(island) => {
                Forces { position: 0.25 * tau * tau, rate: 0.0, velocity: tau }
            }
            Variant::Ds => {
                let velocity = if island.is_elastic { h } else { tau };
                Forces { position: h * h, rate: 1.0 / h, velocity }
            }
        }
    }

    /// The position correction with a share of the restitution.
    fn solve_position(&mut self, at: At, restored: f64, report: &mut StepReport) -> Result<(), StepError> {
        let (forces, slot) = (self.forces(at), at.slot());
        let alpha = &mut self.alpha;
        if std::mem::replace(&mut self.weights[slot], forces) != forces {
            alpha.position.parts[slot].invalidate();
            alpha.velocity.parts[slot].invalidate();
        }
        alpha.refer_positions(at, self.variant != Variant::Published, restored);
        // Impulses at a touch are found without forces, and then given.
        let touched = self.variant == Variant::Ds && alpha.is_touched(at.island);
        let with_forces = Correction::of_positions(forces.position, forces.rate, &alpha.smooth_kin);
        let without = Correction::of_positions(0.0, 0.0, &alpha.smooth_kin);
        let stage = if touched { &without } else { &with_forces };
        let yields = alpha.workspace.can_yield(at.island);
        let posed = alpha.position.pose(POSITION_CORRECTION, at, stage);
        match alpha.workspace.solve_or_give_up(posed, yields) {
            Ok(solved) if !(yields && solved.incompatible) => report.add(POSITION_CORRECTION, solved),
            Err(error) if !yields => return Err(error),
            _ if alpha.workspace.close_flights(at.island, |_, _| true) => {
                return self.solve_position(at, restored, report);
            }
            _ => {
                alpha.workspace.let_slide(at.island, &mut alpha.position.rows);
                alpha.workspace.guess(at, &mut alpha.position.rows, None);
                let posed = alpha.position.pose(POSITION_CORRECTION, at, stage);
                report.add(POSITION_CORRECTION, alpha.workspace.solve(posed)?);
            }
        }
        if touched {
            self.transport.give(at, &alpha.workspace.phases, &mut alpha.position.rows);
            alpha.position.parts[slot].invalidate();
            let posed = alpha.position.pose(POSITION_CORRECTION, at, &with_forces);
            let solved = alpha.workspace.solve(posed);
            alpha.position.parts[slot].invalidate();
            self.transport.take(at, &mut alpha.position.rows);
            report.add(POSITION_CORRECTION, solved?);
        }
        at.island.copy(&alpha.workspace.work.y, &mut alpha.u);
        Ok(())
    }

    /// The velocity jump with at most a share of the restitution; the share that makes no energy.
    fn solve_jump(&mut self, at: At, most: f64, report: &mut StepReport) -> Result<f64, StepError> {
        let (At { system, island, .. }, slot) = (at, at.slot());
        let (alpha, printed) = (&mut self.alpha, self.variant == Variant::Published);
        alpha.after[slot] = After::Rings;
        alpha.allow_closed(at, self.impacts != Impacts::Simultaneous);
        if self.impacts == Impacts::Poisson {
            alpha.workspace.allow_hits(island, &mut alpha.velocity.rows);
        }
        alpha.workspace.move_frames(at, &alpha.velocity.rows);
        alpha.workspace.look_before(at, printed);
        let (rows, sub) = (&mut alpha.velocity.rows, &mut alpha.velocity.parts[slot]);
        let hit = alpha.workspace.hit[slot] || alpha.workspace.is_run_into(at, rows, sub);
        alpha.workspace.set_hit(island, hit);
        // Where joints are redundant, their forces are those of least norm; that asks for symmetric matrices.
        let end = hit || island.is_redundant || self.variant != Variant::Ds;
        alpha.workspace.set_directions(at, if end { Directions::End } else { Directions::Mean }, rows);
        set_impulse_compliance(system, rows, sub);
        if !end {
            alpha.turn_sliding(at);
        }
        // Forces and joints act beside the impact, before and after it.
        let is_carried = hit && self.variant == Variant::Ds;
        let share = if is_carried {
            self.transport.begin(at, alpha);
            let share = self.solve_carried(at, most, report);
            self.transport.take_back(at, &mut self.alpha);
            share?
        } else {
            self.solve_impact(at, self.weights[slot].velocity, most, report)?
        };
        let alpha = &mut self.alpha;
        for i in island.each_dof() {
            alpha.w[i] = alpha.workspace.work.kin.v[i] - alpha.smooth_kin.v[i];
        }
        Ok(share)
    }

    /// The impact law with forces of weight `s` and at most a share of the restitution; the share that makes no energy.
    fn solve_impact(&mut self, at: At, s: f64, most: f64, report: &mut StepReport) -> Result<f64, StepError> {
        let (alpha, printed) = (&mut self.alpha, self.variant == Variant::Published);
        alpha.guess_velocity(at);
        let (stage, hit) = (Correction::of_velocities(s, &alpha.smooth_kin), alpha.workspace.hit[at.slot()]);
        let posed = alpha.velocity.pose(VELOCITY_JUMP, at, &stage).with_current_rows();
        let mut problem = VelocityProblem { posed, impacts: self.impacts, smooth: &alpha.smooth_kin.v, hit, printed };
        let (impacts, share) = alpha.workspace.solve_limited(&mut problem, most)?;
        report.add_impacts(VELOCITY_JUMP, &impacts);
        Ok(share)
    }

    /// The impact of an island whose smooth velocities are carried to the end of the step first.
    fn solve_carried(&mut self, at: At, most: f64, report: &mut StepReport) -> Result<f64, StepError> {
        self.transport.carry(at, &mut self.alpha, report)?;
        if !self.alpha.is_touched(at.island) {
            return self.solve_impact(at, self.weights[at.slot()].velocity, most, report);
        }
        match self.alpha.flight(at.island) {
            Some(tau) => self.solve_flight(at, tau, most, report),
            None if self.impacts == Impacts::Simultaneous => self.solve_touch(at, most, report),
            None => self.solve_impact(at, self.weights[at.slot()].velocity, most, report),
        }
    }

    /// Impulses at the touch, and then what forces do until the step ends (40).
    fn solve_flight(&mut self, at: At, tau: f64, most: f64, report: &mut StepReport) -> Result<f64, StepError> {
        self.alpha.mean_base(at);
        let share = self.solve_at_touch(at, most, report)?;
        self.transport.fly_on(at, tau, &mut self.alpha, report)?;
        Ok(share)
    }

    /// The same where other contacts act until the step ends.
    fn solve_touch(&mut self, at: At, most: f64, report: &mut StepReport) -> Result<f64, StepError> {
        let mut phases = at.island.contacts.iter().map(|&c| self.alpha.workspace.phases[c]);
        if !phases.any(|phase| phase == Phase::Persistent) {
            self.alpha.mean_base(at);
        }
        let share = self.solve_at_touch(at, most, report)?;
        let (alpha, slot) = (&mut self.alpha, at.slot());
        self.transport.give(at, &alpha.workspace.phases, &mut alpha.velocity.rows);
        let stage = Correction::of_velocities(self.weights[slot].velocity, &alpha.smooth_kin);
        let posed = alpha.velocity.pose(VELOCITY_JUMP, at, &stage).with_current_rows();
        let solved = alpha.workspace.solve(posed);
        if solved.is_ok() {
            alpha.workspace.account_impacts(at, &alpha.velocity.rows, true);
        }
        self.transport.take(at, &mut alpha.velocity.rows);
        report.add(VELOCITY_JUMP, solved?);
        Ok(share)
    }

    /// The impact law with the mass matrix alone. The tangents of what comes before and after have other weights.
    fn solve_at_touch(&mut self, at: At, most: f64, report: &mut StepReport) -> Result<f64, StepError> {
        self.alpha.velocity.parts[at.slot()].invalidate();
        let share = self.solve_impact(at, 0.0, most, report)?;
        self.alpha.velocity.parts[at.slot()].invalidate();
        Ok(share)
    }
}
