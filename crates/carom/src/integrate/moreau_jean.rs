//! The Moreau–Jean scheme (THEORY §3, other integrators; L 55, 68): one problem a step, all constraints at velocity level.
//!
//! The unknown is y = v_{n+1} − v_n. With f_n = f(q_n, v_n, t_n) and f_{n+1} likewise,
//!
//! ```text
//! M y − h [θ f_{n+1} + (1−θ) f_n] − Gᵀ P = 0,     G at q_{n+1}
//! q_{n+1} = q_n ∘ exp(h [ϑ v_{n+1} + (1−ϑ) v_n]),  ϑ = θ, or ½ (the dissipative variant, L 96)
//! joints:    G v_{n+1} + g_t = 0
//! contacts:  0 ≤ U_{n+1} + e U_n ⊥ P ≥ 0 if the forecast gap g(q_n) + γ h U_n ≤ 0, else P = 0; friction likewise
//! ```
//!
//! U is the relative velocity of a contact. Joints and contacts drift at position level: the report of a step says by how much,
//! and nothing hides it. Accelerations are y/h, impulses included. For linear systems θ = ϑ = ½ keeps the energy (L 93).

use super::alpha::Family;
use super::error::StepError;
use super::history::{History, Over};
use super::scheme::{At, Scheme};
use super::settings::{Impacts, Settings};
use super::state::State;
use super::step::{Directions, Last, Rounding, Solved, VelocityProblem, Workspace, set_impulse_compliance};
use super::stepper::Stepper;
use super::{Integrator, Interval, Method, StepReport};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number};
use crate::system::{Assembly, Island, Level, Stage, Weights, Work, contact_velocity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Places in the history: y, what is known of it and of the forces by component, and whether a contact was hit.
const Y: usize = 0;
const HIT: usize = 1;

/// Gaps below this share of an island's length are closed.
const REST: f64 = 1e-12;

/// Name of the one problem.
const VELOCITY: &str = "velocity";

/// Which velocity moves the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MeanVelocity {
    /// θ v_{n+1} + (1−θ) v_n.
    #[default]
    Theta,
    /// ½ (v_{n+1} + v_n): no energy is gained whatever θ and e.
    Midpoint,
}

/// Parameters of the method.
#[derive(Clone, Debug, Serialize)]
pub struct MoreauJean {
    /// Weight of the end of the step in the forces, ½ … 1.
    pub theta: f64,
    pub kinematics: MeanVelocity,
    /// Share γ of the step over which gaps are forecast.
    pub forecast: f64,
}

impl Default for MoreauJean {
    fn default() -> Self {
        Self { theta: 0.5, kinematics: MeanVelocity::Theta, forecast: 0.5 }
    }
}

impl Method for MoreauJean {
    fn integrator(&self, system: Assembly, settings: &Settings) -> Box<dyn Integrator> {
        Box::new(Stepper::new(system, settings, || MoreauJeanScheme {
            method: self.clone(),
            workspace: Workspace::new(system, settings),
            problem: Family::new(system, settings),
            impacts: settings.impacts,
            smooth: vec![0.0; system.layout.n],
        }))
    }

    fn parameters(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Settings of the Moreau–Jean scheme.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoreauJeanSpec {
    /// Weight of the end of the step in forces and positions, 0.5 (no numerical damping) … 1 (most). Default: 0.5.
    theta: Option<Number>,
    /// Velocity that moves the configuration: `theta` for the mean with that weight, `midpoint` for the mean with 0.5.
    /// Default: "theta".
    kinematics: Option<MeanVelocity>,
    /// Share of the step over which gaps are forecast; a contact acts where this closes it. Default: 0.5.
    forecast: Option<Number>,
}

impl Kind for MoreauJeanSpec {
    const KEY: &'static str = "moreau_jean";
    const SUMMARY: &'static str = "Moreau–Jean scheme: one problem a step, all constraints at velocity level";
    const SAMPLE: &'static str = r#"
name = "bouncing mass"
gravity = [0, 0, -9.81]
[simulation]
integrator = "moreau_jean"
step = 1e-3
until = 0.5
theta = 0.5
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
        let d = MoreauJean::default();
        let theta = self.theta.as_ref().map_or(Ok(d.theta), |n| b.fraction(n, "theta"))?;
        if let (Some(n), true) = (&self.theta, theta < 0.5) {
            let message = format!("theta is {theta}, expected a number between 0.5 and 1");
            return Err(BuildError::at(&n.span, message).help("below 0.5 the scheme is not stable"));
        }
        let method = MoreauJean {
            theta,
            kinematics: self.kinematics.unwrap_or(d.kinematics),
            forecast: self.forecast.as_ref().map_or(Ok(d.forecast), |n| b.fraction(n, "forecast"))?,
        };
        b.set_method(Self::KEY, method);
        Ok(())
    }
}

/// The scheme with its memory.
struct MoreauJeanScheme {
    method: MoreauJean,
    workspace: Workspace,
    problem: Family,
    impacts: Impacts,
    /// v_n + h M⁻¹f_n, with the diagonal of M: what the loads make of the velocities.
    smooth: Vec<f64>,
}

impl Scheme for MoreauJeanScheme {
    // Contacts that close against the forecast carry nothing in this step.
    const JOINS_MISSED: bool = false;

    fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    fn workspace_mut(&mut self) -> &mut Workspace {
        &mut self.workspace
    }

    fn start(&self, system: Assembly, state: &mut State, _settings: &Settings) {
        state.history = History::new(system, [("velocity jump", Over::Dofs), ("hit", Over::Components)]);
        // Joints act by impulses only.
        state.lam.fill(0.0);
    }

    fn restart(&mut self) {
        self.problem.restart();
    }

    fn fit(&mut self, system: Assembly) {
        self.problem.fit(system);
    }

    fn forget(&mut self, slot: usize) {
        self.problem.parts[slot].restart();
    }

    fn begin(&mut self, _system: Assembly, _state: &State, _step: Interval) {}

    /// Where the velocities at the start lead. The forces there, −((1−θ)/θ) f_n, stand on the side of f_{n+1}.
    fn predict(&mut self, at: At, _report: &mut StepReport) -> Result<(), StepError> {
        let At { system, island, state, h } = at;
        let (base, mass) = (&mut self.problem.rows.base, system.mass.diagonal());
        system.clear_extended(island, base);
        system.add_forces_of(island, &state.kin, base);
        let theta = self.method.theta;
        for i in island.each_dof() {
            self.smooth[i] = state.kin.v[i] + h * base[i] / mass[i];
            base[i] *= -(1.0 - theta) / theta;
        }
        self.return_to_prediction(at);
        Ok(())
    }

    fn return_to_prediction(&mut self, At { system, island, state, h }: At) {
        island.fill(0.0, &mut self.workspace.work.y);
        MeanStage::new(&self.method, state, h).place(system, island, &mut self.workspace.work);
        system.update_ports(island, &mut self.workspace.work.kin);
    }

    fn adopt(&mut self, from: &Self, at: At) {
        at.island.copy(&from.smooth, &mut self.smooth);
        at.island.copy(&from.problem.rows.base, &mut self.problem.rows.base);
        self.return_to_prediction(at);
    }

    fn solve(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        self.problem.parts[at.slot()].activate(at.system, at.island);
        self.set_tolerances(at);
        self.find_contacts(at)?;
        self.solve_velocity(at, report)
    }

    fn commit(&mut self, at: At, trial: &mut State, report: &mut StepReport) {
        let At { island, state, h, .. } = at;
        island.copy(&self.workspace.work.y, &mut trial.history[Y]);
        let jumps = self.workspace.jumps(at);
        for k in island.components.iter().map(|&k| k as usize) {
            self.workspace.hit[k] |= jumps;
            trial.history[HIT][k] = f64::from(self.workspace.hit[k]);
        }
        let is_smooth = self.workspace.is_smooth(at, &state.history[HIT], &self.problem.rows);
        let (before, y) = (if is_smooth { 0.5 } else { 0.0 }, &self.workspace.work.y);
        for i in island.each_dof() {
            trial.acceleration[i] = ((1.0 + before) * y[i] - before * state.history[Y][i]) / h;
        }
        let solved = Solved { velocity: &self.problem.rows, position: None, smooth: None, is_smooth };
        self.workspace.commit(at, trial, &solved, report);
    }

    fn pushed<'s>(&self, _state: &'s State) -> &'s [f64] {
        &[]
    }
}

impl MoreauJeanScheme {
    fn solve_velocity(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let is_warm = self.workspace.is_warm(at, &state.history[HIT]);
        let last = is_warm.then_some(Last { y: &state.history[Y], joints: &state.impulse });
        self.workspace.guess_contacts(at, &mut self.problem.rows, |contact| &contact.impulse);
        self.workspace.guess(at, &mut self.problem.rows, last);
        let stage = MeanStage::new(&self.method, state, h);
        // The law sees rows at the end of the step; those of the guess are near them.
        stage.place(system, island, &mut self.workspace.work);
        system.update_ports(island, &mut self.workspace.work.kin);
        self.workspace.work.evaluate_rows(system, &self.problem.parts[slot].blocks);
        let hit = self.workspace.mark_persistent(at, &self.problem.rows.active);
        self.workspace.look_before(at, false);
        self.workspace.set_directions(at, Directions::End, &mut self.problem.rows);
        self.workspace.set_hit(island, hit);
        let mut problem = VelocityProblem {
            name: VELOCITY,
            at,
            rows: &mut self.problem.rows,
            sub: &mut self.problem.parts[slot],
            stage: &stage,
            rows_are_current: false,
            impacts: self.impacts,
            smooth: &self.smooth,
            hit,
            printed: false,
        };
        let (impacts, share) = self.workspace.solve_limited(&mut problem, 1.0)?;
        report.add(VELOCITY, impacts.problem);
        report.limited += usize::from(share < 1.0);
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
        for &c in &island.contacts {
            let contact = system.contact(c);
            let frame = self.workspace.work.kin.contacts[c];
            let rate = contact_velocity(&system, contact, &frame, 0, &state.kin);
            // A contact at rest has a gap of zero up to rounding, which must not decide.
            let forecast = contact.pair.gap(&state.kin) + self.method.forecast * h * rate;
            rows.active[c] = forecast <= REST * island.length;
            rows.renew_augmentation(system, c);
            if rows.active[c] && rate < 0.0 {
                self.workspace.refuse_turned(at, c, &frame)?;
            }
        }
        set_impulse_compliance(system, &mut self.problem.rows, &mut self.problem.parts[slot]);
        Ok(())
    }

    fn set_tolerances(&mut self, at: At) {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let rounding = Rounding::of(at);
        let mass = system.mass.diagonal();
        let stage = MeanStage::new(&self.method, state, h);
        // For θ = 1 the base is empty: the size of the forces is then that of their impulse.
        let loads: f64 = island.each_dof().map(|i| (self.smooth[i] - state.kin.v[i]).powi(2) * mass[i]).sum();
        let sub = &mut self.problem.parts[slot];
        self.workspace.set_tolerances(island, sub, self.workspace.velocity_tolerance());
        let tolerances = &mut sub.tolerances;
        tolerances.force_scale = loads.sqrt();
        tolerances.velocity_scale = island.norm(mass, &state.kin.v) + tolerances.force_scale;
        tolerances.velocity_rounding = rounding.one / h;
        tolerances.coordinate_rounding = 4.0 * rounding.length;
        tolerances.negligible = rounding.all / stage.weights().q;
    }
}

/// y = x = v_{n+1} − v_n.
struct MeanStage<'a> {
    h: f64,
    /// Weights of the end of the step in the forces and in the mean velocity.
    theta: f64,
    mean: f64,
    start: &'a State,
}

impl<'a> MeanStage<'a> {
    fn new(method: &MoreauJean, start: &'a State, h: f64) -> Self {
        let mean = if method.kinematics == MeanVelocity::Midpoint { 0.5 } else { method.theta };
        Self { h, theta: method.theta, mean, start }
    }
}

impl Stage for MeanStage<'_> {
    fn weights(&self) -> Weights {
        Weights { m: 1.0, v: 1.0, q: self.h * self.mean, s: self.h * self.theta }
    }

    fn level(&self) -> Level {
        Level::Velocity
    }

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        for i in island.each_dof() {
            let v_n = self.start.kin.v[i];
            work.x[i] = work.y[i];
            work.kin.v[i] = v_n + work.y[i];
            work.psi[i] = self.h * (v_n + self.mean * work.y[i]);
        }
        system.displace(island, &self.start.kin.frames, &work.psi, &mut work.kin.frames);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}
