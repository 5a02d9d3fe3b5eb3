//! The decoupled nonsmooth generalized-α method (G ch. 3; THEORY §3).
//!
//! One step solves three problems, none of which looks ahead: the smooth motion of every component (joints at velocity level,
//! contacts ignored), then for every island the position correction (joints and contacts at position level) and the velocity jump
//! (joints and the impact law at velocity level).

use super::alpha::{
    ACCELERATION, Alpha, HIT, POSITION_CORRECTION, SMOOTH_MOTION, SmoothStage, Start, U, VELOCITY_JUMP, W,
};
use super::coefficients::Coefficients;
use super::error::StepError;
use super::estimate::Memory;
use super::scheme::{At, Scheme};
use super::settings::{Impacts, PositionFriction, Settings};
use super::state::State;
use super::step::{Directions, Phase, Posed, SmoothMotion, VelocityProblem, Workspace, set_impulse_compliance};
use super::stepper::Stepper;
use super::{Integrator, Interval, Method, StepReport, Undefined};
use crate::catalog::Kind;
use crate::model::{Kinematics, Model};
use crate::spec::{BuildError, Builder, Number};
use crate::system::{Assembly, Island, Level, Stage, Subproblem, Weights, Work};
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
            smooth_v: vec![0.0; system.layout.n],
            transport: vec![0.0; system.joint_rows],
            transports: (0..components).map(|_| Subproblem::default()).collect(),
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
    /// ṽ before it was carried along, joint impulses that did it, and the problems that found them.
    smooth_v: Vec<f64>,
    transport: Vec<f64>,
    transports: Vec<Subproblem>,
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
        self.transports.iter_mut().for_each(Subproblem::restart);
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
        let (At { state, h, island, .. }, slot) = (at, at.slot());
        if self.alpha.begin_smooth(at) {
            self.alpha.stand_still(at);
        }
        // After an impact forces that depend on velocities are others: accelerations start anew; those of elastic bodies go on ringing.
        // Smooth accelerations of closed contacts belong to the size of their steps.
        let was_hit = state.history[HIT][slot] != 0.0;
        let struck = was_hit && !island.is_elastic;
        let resized = self.closed[slot] && !at.keeps_step();
        if (struck || resized) && self.variant != Variant::Published {
            let goes_on = !was_hit && state.last_part[slot] > 0.0 && !self.alpha.jumped[slot];
            if goes_on {
                self.resize(at, report)?
            } else {
                self.settle(at, report)?
            };
        }
        let alpha = &mut self.alpha;
        let start = Start { state, acceleration: &alpha.acceleration_n, a: &alpha.a_n, h };
        let stage = SmoothStage { c: alpha.c, start };
        let (rows, sub) = (&mut alpha.smooth.rows, &mut alpha.smooth.parts[slot]);
        let posed = Posed { name: SMOOTH_MOTION, at, rows, sub, stage: &stage, rows_are_current: false };
        report.add(SMOOTH_MOTION, alpha.workspace.solve(posed)?);
        alpha.keep_smooth(at);
        alpha.keep_scales(at);
        self.set_base(at);
        Ok(())
    }

    fn return_to_prediction(&mut self, at: At) {
        self.alpha.return_to_smooth(at);
    }

    fn adopt(&mut self, from: &Self, at: At) {
        self.alpha.adopt(&from.alpha, at);
    }

    /// Position correction and velocity jump.
    fn solve(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        if !at.has_rows() {
            at.island.fill(0.0, &mut self.alpha.u);
            at.island.fill(0.0, &mut self.alpha.w);
            return Ok(());
        }
        self.alpha.activate(at);
        self.alpha.scale_corrections(at);
        self.classify(at);
        self.solve_position(at, 1.0, report)?;
        while self.close_flights(at) {
            self.solve_position(at, 1.0, report)?;
        }
        let mut share = self.solve_jump(at, 1.0, report)?;
        if self.impacts == Impacts::Poisson && self.alpha.workspace.keep_departures(at) {
            self.solve_position(at, 1.0, report)?;
            while self.close_flights(at) {
                self.solve_position(at, 1.0, report)?;
            }
            share = self.solve_jump(at, 1.0, report)?;
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
    /// Finds the accelerations that a step of this size ends with if it starts with them.
    fn settle(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let (At { island, state, h, .. }, slot) = (at, at.slot());
        let alpha = &mut self.alpha;
        let start = Start { state, acceleration: &alpha.acceleration_n, a: &alpha.a_n, h };
        let stage = SmoothStage { c: Coefficients::SETTLED, start };
        let (rows, sub) = (&mut alpha.smooth.rows, &mut alpha.smooth.parts[slot]);
        let posed = Posed { name: SMOOTH_MOTION, at, rows, sub, stage: &stage, rows_are_current: false };
        report.add(SMOOTH_MOTION, alpha.workspace.solve(posed)?);
        island.copy(&alpha.workspace.work.x, &mut alpha.acceleration_n);
        island.copy(&alpha.workspace.work.x, &mut alpha.a_n);
        // The tangent is that of other coefficients.
        alpha.smooth.parts[slot].invalidate();
        Ok(())
    }

    /// Takes v̇~_n and a_n to the size of this step: v̇~_n as the last step would have found it with this size, a_n as far from it as it
    /// was. The smooth motion of the last step ended beside its contacts, at q_n ∘ exp(−U) and v_n − W, and W/h is the acceleration by
    /// contacts, v̇_n − v̇~_n:
    ///
    /// ```text
    /// M v̇~ = f(q_n ∘ exp(½h²(v̇~ − v̇_n)), v_n + h(v̇~ − v̇_n), t_n) + g_qᵀλ~ ,     g_q ṽ + g_t = 0
    /// ```
    fn resize(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let (At { system, island, state, .. }, slot) = (at, at.slot());
        let t_end = self.alpha.workspace.work.kin.t;
        self.alpha.workspace.set_time(system, state.kin.t);
        let alpha = &mut self.alpha;
        island.copy(&alpha.acceleration_n, &mut alpha.workspace.work.y);
        let stage = ResizedStage { state, h: at.h, last: state.last_part[slot] };
        let (rows, sub) = (&mut alpha.smooth.rows, &mut alpha.smooth.parts[slot]);
        let posed = Posed { name: SMOOTH_MOTION, at, rows, sub, stage: &stage, rows_are_current: false };
        let solved = alpha.workspace.solve(posed);
        alpha.workspace.set_time(system, t_end);
        report.add(SMOOTH_MOTION, solved?);
        for i in island.each_dof() {
            let resized = alpha.workspace.work.x[i];
            alpha.a_n[i] += resized - alpha.acceleration_n[i];
            alpha.acceleration_n[i] = resized;
        }
        // The tangent is that of other coefficients.
        alpha.smooth.parts[slot].invalidate();
        Ok(())
    }

    /// What the corrections of a component see of its smooth motion: λ~ acts along, f(q~, ṽ) + g_qᵀλ~ is balanced.
    fn set_base(&mut self, At { system, island, .. }: At) {
        let alpha = &mut self.alpha;
        let work = &alpha.workspace.work;
        let (position, velocity) = (&mut alpha.position.rows, &mut alpha.velocity.rows);
        for rows in island.joints.iter().map(|&b| system.block(b).rows()) {
            let smooth = &alpha.smooth.rows.lam[rows.clone()];
            position.carried[rows.clone()].copy_from_slice(smooth);
            velocity.carried[rows].copy_from_slice(smooth);
        }
        if self.variant != Variant::Dsn {
            for range in &island.dofs {
                let (f, rows) = (&work.f[range.clone()], &work.gt_p[range.clone()]);
                let bases = position.base[range.clone()].iter_mut().zip(&mut velocity.base[range.clone()]);
                for ((f, rows), (position, velocity)) in f.iter().zip(rows).zip(bases) {
                    *position = f + rows;
                    *velocity = *position;
                }
            }
        }
    }

    /// How near contacts take part; rows of joints at the smooth motion are kept where one is hit.
    fn classify(&mut self, at: At) {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let alpha = &mut self.alpha;
        if self.variant == Variant::Published || island.contacts.is_empty() {
            return;
        }
        // Of gaps alone it matters now how fast they close.
        for &c in &island.contacts {
            alpha.workspace.work.evaluate_first_rows(system, system.block_of(c), 1);
        }
        let psi = std::mem::take(&mut alpha.workspace.work.psi);
        let smooth = SmoothMotion { start: state, v: &alpha.smooth_kin.v, psi: &psi, h };
        let tolerances = [&alpha.position.parts[slot].tolerances, &alpha.velocity.parts[slot].tolerances];
        let hit = alpha.workspace.classify(at, &smooth, &alpha.position.rows, tolerances);
        alpha.workspace.work.psi = psi;
        alpha.workspace.set_hit(island, hit);
        if hit {
            alpha.workspace.work.evaluate_rows(system, &island.joints);
            alpha.workspace.keep_smooth_rows(at);
        }
    }

    /// Contacts that were to fly apart and are closed after all; true if there are any.
    fn close_flights(&mut self, at: At) -> bool {
        let tolerance = self.alpha.position.parts[at.slot()].tolerances.gap();
        let is_closed = |c: usize, kin: &Kinematics| at.system.contact(c).pair.gap(kin) < -tolerance;
        self.alpha.workspace.close_flights(at.island, is_closed)
    }

    /// Weights of the forces: those that act all through the step move by ½h W, those since a touch by at most h W.
    ///
    /// A force that a hit changes acts for τ in this step; the next one starts with accelerations that know it. Those of elastic
    /// bodies do not, and have the weight h.
    fn forces(&self, island: &Island, h: f64) -> Forces {
        let phases = island.contacts.iter().map(|&c| self.alpha.workspace.phases[c]);
        let persists = phases.clone().any(|phase| phase == Phase::Persistent);
        let tau = phases.filter_map(Phase::tau).fold(f64::NAN, f64::max);
        match self.variant {
            Variant::Dsn => Forces { position: 0.0, rate: 1.0 / h, velocity: 0.0 },
            Variant::Published => Forces { position: h * h, rate: 0.0, velocity: h },
            Variant::Ds if persists || tau.is_nan() => Forces { position: 0.5 * h * h, rate: 2.0 / h, velocity: h },
            Variant::Ds => {
                let velocity = if island.is_elastic { h } else { tau };
                Forces { position: h * h, rate: 1.0 / h, velocity }
            }
        }
    }

    /// The position correction with a share of the restitution.
    fn solve_position(&mut self, at: At, restored: f64, report: &mut StepReport) -> Result<(), StepError> {
        let (At { system, island, h, .. }, slot) = (at, at.slot());
        let forces = self.forces(island, h);
        let alpha = &mut self.alpha;
        if std::mem::replace(&mut self.weights[slot], forces) != forces {
            alpha.position.parts[slot].invalidate();
            alpha.velocity.parts[slot].invalidate();
        }
        for &c in &island.contacts {
            let flies = matches!(alpha.workspace.phases[c], Phase::Flight { .. });
            let b = system.block_of(c);
            (alpha.position.rows.frozen[b], alpha.velocity.rows.frozen[b]) = (flies, flies);
        }
        let is_warm = alpha.is_warm(at);
        alpha.guess_position(at, is_warm);
        alpha.workspace.release_opening(at, &mut alpha.position.rows);
        let end = (self.variant != Variant::Published).then_some(&alpha.smooth_kin);
        let problems = &mut [
            (&mut alpha.position.rows, &alpha.position.parts[slot]),
            (&mut alpha.velocity.rows, &alpha.velocity.parts[slot]),
        ];
        alpha.workspace.place_frames(at, end, problems);
        alpha.set_position_compliance(at);
        let (rows, sub) = (&mut alpha.position.rows, &mut alpha.position.parts[slot]);
        alpha.workspace.refer_positions(at, restored, rows, sub);
        let stage = PositionStage { s: forces.position, rate: forces.rate, smooth: &alpha.smooth_kin };
        let posed = Posed { name: POSITION_CORRECTION, at, rows, sub, stage: &stage, rows_are_current: false };
        let yields = alpha.workspace.can_yield(island);
        match alpha.workspace.solve_or_give_up(posed, yields) {
            Ok(solved) if !(yields && solved.incompatible) => report.add(POSITION_CORRECTION, solved),
            Err(error) if !yields => return Err(error),
            _ if alpha.workspace.close_flights(island, |_, _| true) => {
                return self.solve_position(at, restored, report);
            }
            _ => {
                let (rows, sub) = (&mut alpha.position.rows, &mut alpha.position.parts[slot]);
                alpha.workspace.let_slide(island, rows);
                alpha.workspace.guess(at, rows, None);
                let posed = Posed { name: POSITION_CORRECTION, at, rows, sub, stage: &stage, rows_are_current: false };
                report.add(POSITION_CORRECTION, alpha.workspace.solve(posed)?);
            }
        }
        island.copy(&alpha.workspace.work.y, &mut alpha.u);
        Ok(())
    }

    /// The velocity jump with at most a share of the restitution; the share that makes no energy.
    fn solve_jump(&mut self, at: At, most: f64, report: &mut StepReport) -> Result<f64, StepError> {
        let (At { system, island, .. }, slot) = (at, at.slot());
        let alpha = &mut self.alpha;
        alpha.allow_closed(at, self.impacts != Impacts::Simultaneous);
        if self.impacts == Impacts::Poisson {
            alpha.workspace.allow_hits(island, &mut alpha.velocity.rows);
        }
        alpha.workspace.move_frames(at, &alpha.velocity.rows);
        alpha.workspace.look_before(at, self.variant == Variant::Published);
        let hit = alpha.workspace.hit[slot]
            || alpha.workspace.is_run_into(at, &alpha.velocity.rows, &alpha.velocity.parts[slot]);
        alpha.workspace.set_hit(island, hit);
        // Where joints are redundant, their forces are those of least norm; that asks for symmetric matrices.
        let end = hit || island.is_redundant || self.variant != Variant::Ds;
        let policy = if end { Directions::End } else { Directions::Mean };
        alpha.workspace.set_directions(at, policy, &mut alpha.velocity.rows);
        set_impulse_compliance(system, &mut alpha.velocity.rows, &mut alpha.velocity.parts[slot]);
        island.copy(&alpha.smooth_kin.v, &mut self.smooth_v);
        let transported = hit && !island.joints.is_empty() && self.variant == Variant::Ds;
        if transported {
            self.transport(at, report)?;
            self.alpha.workspace.set_directions(at, Directions::End, &mut self.alpha.velocity.rows);
        }
        let alpha = &mut self.alpha;
        let is_warm = alpha.is_warm(at);
        alpha.guess_velocity(at, is_warm);
        let stage = VelocityStage { s: self.weights[slot].velocity, smooth: &alpha.smooth_kin };
        let mut problem = VelocityProblem {
            name: VELOCITY_JUMP,
            at,
            rows: &mut alpha.velocity.rows,
            sub: &mut alpha.velocity.parts[slot],
            stage: &stage,
            rows_are_current: true,
            impacts: self.impacts,
            smooth: &alpha.smooth_kin.v,
            hit,
            printed: self.variant == Variant::Published,
        };
        let (impacts, share) = alpha.workspace.solve_limited(&mut problem, most)?;
        report.add_impacts(VELOCITY_JUMP, &impacts);
        for i in island.each_dof() {
            alpha.w[i] = alpha.workspace.work.kin.v[i] - self.smooth_v[i];
        }
        for row in island.joints.iter().filter(|_| transported).flat_map(|&b| system.block(b).rows()) {
            alpha.velocity.rows.lam[row] += self.transport[row];
        }
        island.copy(&self.smooth_v, &mut alpha.smooth_kin.v);
        Ok(share)
    }

    /// Carries the smooth velocities of an island that is hit from the configuration of its smooth motion, where its joints allow them,
    /// to that of the end of the step, which U has moved: by joint impulses along the mean of the rows of both, which is a
    /// rotation and does no work up to third order. Impulses of the impact then see joints that do none at all.
    fn transport(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let (At { system, island, .. }, slot) = (at, at.slot());
        let alpha = &mut self.alpha;
        let rows = &mut alpha.velocity.rows;
        alpha.workspace.direct_from_smooth(at, rows);
        alpha.workspace.guess(at, rows, None);
        let stage = VelocityStage { s: 0.0, smooth: &alpha.smooth_kin };
        let sub = &mut self.transports[slot];
        sub.activate_contacts(system, island, &[]);
        sub.tolerances = alpha.velocity.parts[slot].tolerances;
        sub.invalidate();
        let posed = Posed { name: VELOCITY_JUMP, at, rows, sub, stage: &stage, rows_are_current: true };
        report.add(VELOCITY_JUMP, alpha.workspace.solve(posed)?);
        island.copy(&alpha.workspace.work.kin.v, &mut alpha.smooth_kin.v);
        for &b in &island.joints {
            let of = system.block(b).rows();
            self.transport[of.clone()].copy_from_slice(&alpha.velocity.rows.lam[of]);
        }
        Ok(())
    }
}

/// The smooth acceleration at the start of a step of another size: y = x = v̇~, see [`DecoupledScheme::resize`].
struct ResizedStage<'a> {
    state: &'a State,
    /// Sizes of this step and of the last.
    h: f64,
    last: f64,
}

impl Stage for ResizedStage<'_> {
    fn weights(&self) -> Weights {
        Coefficients::SETTLED.weights(self.h)
    }

    fn level(&self) -> Level {
        Level::Velocity
    }

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        let [smooth, jump] = [ACCELERATION, W].map(|place| &self.state.history[place]);
        for i in island.each_dof() {
            let with_contacts = smooth[i] + jump[i] / self.last;
            let aside = self.h * (work.y[i] - with_contacts);
            work.x[i] = work.y[i];
            work.kin.v[i] = self.state.kin.v[i] + aside;
            work.psi[i] = 0.5 * self.h * aside;
        }
        system.displace(island, &self.state.kin.frames, &work.psi, &mut work.kin.frames);
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

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        for range in &island.dofs {
            for i in range.clone() {
                work.x[i] = work.y[i];
                work.kin.v[i] = self.smooth.v[i] + self.rate * work.y[i];
            }
        }
        system.displace(island, &self.smooth.frames, &work.y, &mut work.kin.frames);
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

    fn place(&self, _system: Assembly, island: &Island, work: &mut Work) -> bool {
        for range in &island.dofs {
            for i in range.clone() {
                work.x[i] = work.y[i];
                work.kin.v[i] = self.smooth.v[i] + work.y[i];
            }
        }
        false
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}
