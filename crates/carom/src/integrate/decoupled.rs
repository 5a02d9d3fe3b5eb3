//! The decoupled nonsmooth generalized-α method (G ch. 3; THEORY §3).
//!
//! One step solves three problems, none of which looks ahead: the smooth motion of every component (joints at velocity level,
//! contacts ignored), then for every island the position correction (joints and contacts at position level) and the velocity jump
//! (joints and the impact law at velocity level).

use super::alpha::{
    Alpha, Coefficients, HIT, POSITION_CORRECTION, SMOOTH_MOTION, SmoothStage, Start, U, VELOCITY_JUMP, W,
    closed_components,
};
use super::error::StepError;
use super::settings::{Impacts, PositionFriction, Settings};
use super::state::State;
use super::step::{Directions, Phase, Posed, SmoothMotion, VelocityProblem, set_impulse_compliance};
use super::{Integrator, Interval, Method, StepReport};
use crate::catalog::Kind;
use crate::model::Kinematics;
use crate::spec::{BuildError, Builder, Number};
use crate::system::{Assembly, Candidates, Island, Islands, Level, Stage, Subproblem, System, Weights, Work};
use nonsmooth::StopFlag;
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
        let alpha = Alpha::new(system, settings, self.rho_inf, self.position_friction);
        let components = system.components.list.len();
        Box::new(DecoupledScheme {
            alpha,
            variant: self.variant,
            impacts: settings.impacts,
            weights: vec![Forces::default(); components],
            corrected: vec![false; components],
            smooth_v: vec![0.0; system.layout.n],
            transport: vec![0.0; system.joint_rows],
            transports: (0..components).map(|_| Subproblem::default()).collect(),
        })
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
        b.set_method(Self::KEY, method);
        Ok(())
    }
}

/// The integrator with its workspace.
struct DecoupledScheme {
    alpha: Alpha,
    variant: Variant,
    impacts: Impacts,
    /// Weights of the forces in the last corrections of each island, by its first component, and whether it was corrected in this
    /// step.
    weights: Vec<Forces>,
    corrected: Vec<bool>,
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

impl Integrator for DecoupledScheme {
    fn start(&mut self, system: Assembly, state: &mut State, h: f64) {
        // The text has a₀ = v̇₀.
        let ahead = if self.variant == Variant::Published { 0.0 } else { h };
        self.alpha.start(system, state, ahead);
    }

    fn restart(&mut self, system: Assembly, state: &State) {
        self.alpha.restart(system, state);
    }

    fn stop_on(&mut self, stop: &StopFlag) {
        self.alpha.stop_on(stop);
    }

    fn step(
        &mut self,
        system: &System,
        candidates: &mut Candidates,
        state: &State,
        trial: &mut State,
        step: Interval,
    ) -> Result<StepReport, StepError> {
        let mut report = StepReport::default();
        self.alpha.begin(candidates.assembly(system), state, step);
        self.solve_smooth(candidates.assembly(system), state, step.h, &mut report)?;
        let mut islands = std::mem::take(&mut self.alpha.islands);
        let solved = self.correct(system, candidates, &mut islands, state, step.h, &mut report);
        self.alpha.islands = islands;
        solved?;
        let system = candidates.assembly(system);
        self.alpha.workspace.refuse_tunnelling(system, state, step.h)?;
        self.alpha.commit(system, state, trial, step.h, &mut report);
        Ok(report)
    }
}

impl DecoupledScheme {
    /// The smooth motion of every component.
    fn solve_smooth(
        &mut self,
        system: Assembly,
        state: &State,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let components = &system.system.components;
        let workspace = &self.alpha.workspace;
        // Smooth accelerations of closed contacts belong to the size of their steps.
        let resized = if h == state.last_part {
            Vec::new()
        } else {
            closed_components(components, system, |c| workspace.was_closed(system, state, h, c))
        };
        for (k, island) in components.list.iter().enumerate().filter(|(_, island)| !island.dofs.is_empty()) {
            self.alpha.begin_smooth(system, island, k, state, h);
            self.alpha.mistrust_jumps(system, island, state, h);
            // After an impact forces that depend on velocities are others: accelerations start anew. Those of elastic bodies go on
            // ringing.
            let struck = state.history[HIT][k] != 0.0 && !island.is_elastic;
            let settles = struck || resized.get(k) == Some(&true);
            if settles && self.variant != Variant::Published {
                self.settle(system, island, k, state, h, report)?;
            }
            let alpha = &mut self.alpha;
            let start = Start { state, acceleration: &alpha.acceleration_n, a: &alpha.a_n, h };
            let stage = SmoothStage { c: alpha.c, start };
            let (rows, sub) = (&mut alpha.smooth.rows, &mut alpha.smooth.parts[k]);
            let posed = Posed { name: SMOOTH_MOTION, island, rows, sub, stage: &stage, rows_are_current: false };
            report.add(SMOOTH_MOTION, alpha.workspace.solve(system, posed)?);
            alpha.keep_smooth(island);
            alpha.keep_scales(system, island);
            self.set_base(system, island);
        }
        Ok(())
    }

    /// Finds the accelerations that a step of this size ends with if it starts with them.
    fn settle(
        &mut self,
        system: Assembly,
        island: &Island,
        slot: usize,
        state: &State,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let alpha = &mut self.alpha;
        let start = Start { state, acceleration: &alpha.acceleration_n, a: &alpha.a_n, h };
        let stage = SmoothStage { c: Coefficients::SETTLED, start };
        let (rows, sub) = (&mut alpha.smooth.rows, &mut alpha.smooth.parts[slot]);
        let posed = Posed { name: SMOOTH_MOTION, island, rows, sub, stage: &stage, rows_are_current: false };
        report.add(SMOOTH_MOTION, alpha.workspace.solve(system, posed)?);
        island.copy(&alpha.workspace.work.x, &mut alpha.acceleration_n);
        island.copy(&alpha.workspace.work.x, &mut alpha.a_n);
        // The tangent is that of other coefficients.
        alpha.smooth.parts[slot].invalidate();
        Ok(())
    }

    /// What the corrections of a component see of its smooth motion: λ~ acts along, f(q~, ṽ) + g_qᵀλ~ is balanced.
    fn set_base(&mut self, system: Assembly, island: &Island) {
        let alpha = &mut self.alpha;
        let work = &alpha.workspace.work;
        for family in [&mut alpha.position, &mut alpha.velocity] {
            for &b in &island.joints {
                let rows = system.block(b).rows();
                family.rows.carried[rows.clone()].copy_from_slice(&alpha.smooth.rows.lam[rows]);
            }
            if self.variant != Variant::Dsn {
                for i in island.each_dof() {
                    family.rows.base[i] = work.f[i] + work.gt_p[i];
                }
            }
        }
    }

    /// Position corrections and velocity jumps of all islands.
    fn correct(
        &mut self,
        system: &System,
        candidates: &mut Candidates,
        islands: &mut Islands,
        state: &State,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        self.alpha.detect(system, candidates, state, h);
        loop {
            self.find_islands(candidates.assembly(system), islands, state, h)?;
            self.solve_positions(candidates.assembly(system), islands, state, h, report)?;
            if !self.alpha.detect(system, candidates, state, h) {
                break;
            }
            // Corrections left the reach of the search: from the smooth motion again, with more candidates.
            self.return_to_smooth(system);
        }
        let system = candidates.assembly(system);
        for island in islands.iter() {
            self.solve_velocity(system, island, state, h, report)?;
        }
        Ok(())
    }

    fn return_to_smooth(&mut self, system: &System) {
        let Alpha { workspace, smooth_kin, .. } = &mut self.alpha;
        let kin = &mut workspace.work.kin;
        kin.frames.copy_from_slice(&smooth_kin.frames);
        kin.v.copy_from_slice(&smooth_kin.v);
        kin.update_ports(&system.model.ports);
    }

    /// Near contacts, the islands that they bind, and how each takes part.
    fn find_islands(
        &mut self,
        system: Assembly,
        islands: &mut Islands,
        state: &State,
        h: f64,
    ) -> Result<(), StepError> {
        self.alpha.workspace.find_near(system, state, &state.history[U]);
        self.alpha.workspace.refuse_hits(system, state)?;
        self.bind(system, islands);
        self.corrected.fill(false);
        for island in islands.iter().filter(|island| has_rows(island)) {
            let slot = island.components[0] as usize;
            let alpha = &mut self.alpha;
            alpha.activate(system, island, slot);
            alpha.scale_corrections(system, island, slot, state, h);
            if self.variant == Variant::Published {
                continue;
            }
            alpha.workspace.work.evaluate_rows(system, &alpha.position.parts[slot].blocks);
            let psi = std::mem::take(&mut alpha.workspace.work.psi);
            let smooth = SmoothMotion { start: state, v: &alpha.smooth_kin.v, psi: &psi, h };
            let tolerances = [&alpha.position.parts[slot].tolerances, &alpha.velocity.parts[slot].tolerances];
            let hit = alpha.workspace.classify(system, island, &smooth, &alpha.position.rows, tolerances);
            alpha.workspace.work.psi = psi;
            island.components.iter().for_each(|&k| alpha.hit[k as usize] = hit);
            if hit {
                alpha.workspace.keep_smooth_rows(system, island);
            }
        }
        Ok(())
    }

    fn bind(&self, system: Assembly, islands: &mut Islands) {
        let near = self.alpha.workspace.near.iter().map(|&c| (c, system.contact_block(c)));
        islands.find(&system.system.components, near);
    }

    /// Position corrections; contacts that they close join and bind islands, until there are no more.
    fn solve_positions(
        &mut self,
        system: Assembly,
        islands: &mut Islands,
        state: &State,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        for island in islands.iter() {
            self.solve_position(system, island, state, (h, 1.0), report)?;
        }
        loop {
            let closed = self.close_flights(system, islands);
            if self.alpha.workspace.add_missed(system, state) {
                self.bind(system, islands);
            } else if closed.is_empty() {
                return Ok(());
            }
            for island in islands.iter().filter(|island| has_rows(island)) {
                let slot = island.components[0] as usize;
                if closed.contains(&slot) || !self.corrected[slot] || !self.alpha.position.parts[slot].belongs_to(island) {
                    self.alpha.activate(system, island, slot);
                    self.alpha.scale_corrections(system, island, slot, state, h);
                    self.solve_position(system, island, state, (h, 1.0), report)?;
                }
            }
        }
    }

    /// Islands with contacts that were to fly apart and are closed after all, by their first component.
    fn close_flights(&mut self, system: Assembly, islands: &Islands) -> Vec<usize> {
        let alpha = &mut self.alpha;
        let hit = islands.iter().filter(|island| alpha.hit[island.components[0] as usize]);
        let mut closed = Vec::new();
        for island in hit {
            let slot = island.components[0] as usize;
            let tolerances = &alpha.position.parts[slot].tolerances;
            let tolerance = tolerances.constraint * tolerances.length + tolerances.length_rounding;
            let is_closed = |c: usize, kin: &Kinematics| system.contact(c).pair.gap(kin) < -tolerance;
            if alpha.workspace.close_flights(island, is_closed) {
                closed.push(slot);
            }
        }
        closed
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

    fn solve_position(
        &mut self,
        system: Assembly,
        island: &Island,
        state: &State,
        (h, restored): (f64, f64),
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let slot = island.components[0] as usize;
        if !has_rows(island) {
            island.fill(0.0, &mut self.alpha.u);
            return Ok(());
        }
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
        let warm = alpha.is_warm(system, island, state, h);
        let last = warm.then_some(&state.history[U]);
        alpha.workspace.guess(system, island, &mut alpha.position.rows, last);
        alpha.workspace.release_opening(system, island, &mut alpha.position.rows);
        let end = (self.variant != Variant::Published).then_some(&alpha.smooth_kin);
        let problems = &mut [
            (&mut alpha.position.rows, &alpha.position.parts[slot]),
            (&mut alpha.velocity.rows, &alpha.velocity.parts[slot]),
        ];
        alpha.workspace.place_frames(system, island, state, end, problems);
        alpha.set_position_compliance(system, island, slot, state, h);
        let (rows, sub) = (&mut alpha.position.rows, &mut alpha.position.parts[slot]);
        alpha.workspace.refer_positions(system, island, state, (h, restored), rows, sub);
        let stage = PositionStage { s: forces.position, rate: forces.rate, smooth: &alpha.smooth_kin };
        let posed = Posed { name: POSITION_CORRECTION, island, rows, sub, stage: &stage, rows_are_current: false };
        let yields = alpha.workspace.can_yield(island);
        match alpha.workspace.solve_or_give_up(system, posed, yields) {
            Ok(solved) if !(yields && solved.incompatible) => report.add(POSITION_CORRECTION, solved),
            Err(error) if !yields => return Err(error),
            _ if alpha.workspace.close_flights(island, |_, _| true) => {
                return self.solve_position(system, island, state, (h, restored), report);
            }
            _ => {
                let (rows, sub) = (&mut alpha.position.rows, &mut alpha.position.parts[slot]);
                alpha.workspace.let_slide(island, rows);
                alpha.workspace.guess(system, island, rows, None);
                let posed =
                    Posed { name: POSITION_CORRECTION, island, rows, sub, stage: &stage, rows_are_current: false };
                report.add(POSITION_CORRECTION, alpha.workspace.solve(system, posed)?);
            }
        }
        island.copy(&alpha.workspace.work.y, &mut alpha.u);
        self.corrected[slot] = true;
        Ok(())
    }

    fn solve_velocity(
        &mut self,
        system: Assembly,
        island: &Island,
        state: &State,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        if !has_rows(island) {
            island.fill(0.0, &mut self.alpha.w);
            return Ok(());
        }
        report.islands += 1;
        let share = self.solve_jump(system, island, state, (h, 1.0), report)?;
        if share < 1.0 {
            // Less is restored than the corrections were made for.
            report.limited += 1;
            self.solve_position(system, island, state, (h, share), report)?;
            self.solve_jump(system, island, state, (h, share), report)?;
        }
        Ok(())
    }

    /// The velocity jump with at most a share of the restitution; the share that makes no energy.
    fn solve_jump(
        &mut self,
        system: Assembly,
        island: &Island,
        state: &State,
        (h, most): (f64, f64),
        report: &mut StepReport,
    ) -> Result<f64, StepError> {
        let slot = island.components[0] as usize;
        let alpha = &mut self.alpha;
        alpha.allow_closed(system, island, slot, self.impacts != Impacts::Simultaneous);
        alpha.workspace.move_frames(system, island, &alpha.velocity.rows);
        alpha.workspace.look_before(system, island, state, self.variant == Variant::Published);
        let hit = island.components.iter().any(|&k| alpha.hit[k as usize])
            || alpha.workspace.is_run_into(system, island, &alpha.velocity.rows, &alpha.velocity.parts[slot]);
        island.components.iter().for_each(|&k| alpha.hit[k as usize] = hit);
        // Where joints are redundant, their forces are those of least norm; that asks for symmetric matrices.
        let end = hit || island.is_redundant || self.variant != Variant::Ds;
        let policy = if end { Directions::End } else { Directions::Mean };
        alpha.workspace.set_directions(system, island, state, policy, &mut alpha.velocity.rows);
        set_impulse_compliance(system, &mut alpha.velocity.rows, &mut alpha.velocity.parts[slot]);
        island.copy(&alpha.smooth_kin.v, &mut self.smooth_v);
        let transported = hit && !island.joints.is_empty() && self.variant == Variant::Ds;
        if transported {
            self.transport(system, island, slot, report)?;
            let (workspace, rows) = (&mut self.alpha.workspace, &mut self.alpha.velocity.rows);
            workspace.set_directions(system, island, state, Directions::End, rows);
        }
        let alpha = &mut self.alpha;
        let warm = alpha.is_warm(system, island, state, h);
        let last = warm.then_some(&state.history[W]);
        alpha.workspace.guess(system, island, &mut alpha.velocity.rows, last);
        let stage = VelocityStage { s: self.weights[slot].velocity, smooth: &alpha.smooth_kin };
        let mut problem = VelocityProblem {
            name: VELOCITY_JUMP,
            island,
            rows: &mut alpha.velocity.rows,
            sub: &mut alpha.velocity.parts[slot],
            stage: &stage,
            rows_are_current: true,
            impacts: self.impacts,
            smooth: &alpha.smooth_kin.v,
            hit,
            printed: self.variant == Variant::Published,
        };
        let (impacts, share) = alpha.workspace.solve_limited(system, &mut problem, most)?;
        report.add(VELOCITY_JUMP, impacts.problem);
        report.rounds = report.rounds.max(impacts.rounds);
        report.cut_short |= impacts.cut_short;
        for i in island.each_dof() {
            alpha.w[i] = alpha.workspace.work.kin.v[i] - self.smooth_v[i];
        }
        for &b in island.joints.iter().filter(|_| transported) {
            for row in system.block(b).rows() {
                alpha.velocity.rows.lam[row] += self.transport[row];
            }
        }
        Ok(share)
    }

    /// Carries the smooth velocities of an island that is hit from the configuration of its smooth motion, where its joints allow them,
    /// to that of the end of the step, which U has moved: by joint impulses along the mean of the rows of both, which is a
    /// rotation and does no work up to third order. Impulses of the impact then see joints that do none at all.
    fn transport(
        &mut self,
        system: Assembly,
        island: &Island,
        slot: usize,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let alpha = &mut self.alpha;
        let rows = &mut alpha.velocity.rows;
        alpha.workspace.direct_from_smooth(system, island, rows);
        alpha.workspace.guess(system, island, rows, None);
        let stage = VelocityStage { s: 0.0, smooth: &alpha.smooth_kin };
        let sub = &mut self.transports[slot];
        sub.activate_contacts(system, island, &[]);
        sub.tolerances = alpha.velocity.parts[slot].tolerances;
        sub.invalidate();
        let posed = Posed { name: VELOCITY_JUMP, island, rows, sub, stage: &stage, rows_are_current: true };
        report.add(VELOCITY_JUMP, alpha.workspace.solve(system, posed)?);
        island.copy(&alpha.workspace.work.kin.v, &mut alpha.smooth_kin.v);
        for &b in &island.joints {
            let of = system.block(b).rows();
            self.transport[of.clone()].copy_from_slice(&alpha.velocity.rows.lam[of]);
        }
        Ok(())
    }
}

/// Whether there is anything to correct.
fn has_rows(island: &Island) -> bool {
    !island.joints.is_empty() || !island.contacts.is_empty()
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
