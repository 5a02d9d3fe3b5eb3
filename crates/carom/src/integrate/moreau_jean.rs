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

use super::error::StepError;
use super::settings::{Impacts, Settings};
use super::state::State;
use super::step::{Rounding, Step, VELOCITY_ROWS, merge, set_impulse_give, subproblem};
use super::{Integrator, Method, StepReport};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number};
use crate::system::{Level, Stage, Subproblem, System, Weights, Work, contact_velocity};
use nonsmooth::StopFlag;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    fn integrator(&self, system: &System, settings: &Settings, redundant: bool) -> Box<dyn Integrator> {
        let mut problem = subproblem(system, settings, redundant);
        problem.tolerances.constraint = VELOCITY_ROWS * settings.tolerance;
        let step = Step::new(system, settings, problem.is_sparse());
        Box::new(MoreauJeanScheme { method: self.clone(), step, problem, impacts: settings.impacts })
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

/// The integrator with its workspace.
struct MoreauJeanScheme {
    method: MoreauJean,
    step: Step,
    problem: Subproblem,
    impacts: Impacts,
}

impl Integrator for MoreauJeanScheme {
    fn restart(&mut self, system: &System, state: &State) {
        self.step.restart(system);
        self.problem.fit(system);
        self.problem.restart(system);
        self.problem.lam.copy_from_slice(&state.impulse);
    }

    fn stop_on(&mut self, stop: &StopFlag) {
        self.step.stop_on(stop);
    }

    fn step(&mut self, system: &mut System, state: &mut State, h: f64, t_end: f64) -> Result<StepReport, StepError> {
        let mut report = StepReport::default();
        self.step.begin(system, state, h, t_end);
        self.set_base(system, state, h);
        self.forecast(system, state, h);
        self.detect(system, state, h);
        loop {
            let stage = MeanStage::new(&self.method, state, h);
            self.find_contacts(system, state, &stage)?;
            self.set_tolerances(system, state, &stage);
            self.step.guess(system, &mut self.problem, &state.w);
            let impacts = self.step.solve_impacts(&self.impacts, system, state, &mut self.problem, &stage, false)?;
            report.problems[2] = merge(report.problems[2], impacts.problem);
            (report.rounds, report.cut_short) = (impacts.rounds, impacts.cut_short);
            // Impulses may have sent bodies farther than the forecast did.
            if !self.detect(system, state, h) {
                break;
            }
            self.forecast(system, state, h);
        }
        self.watch_missed(system, state);
        self.step.refuse_passage(system, state, h)?;
        self.commit(system, state, h, &mut report);
        Ok(report)
    }
}

impl MoreauJeanScheme {
    /// The forces at the start of the step: −((1−θ)/θ) f_n stands on the side of f_{n+1}.
    fn set_base(&mut self, system: &System, state: &State, h: f64) {
        let base = &mut self.problem.base;
        base.fill(0.0);
        system.add_forces(&state.kin, base);
        self.problem.tolerances.force_scale = h * Subproblem::dual_norm(system, base);
        let theta = self.method.theta;
        base.iter_mut().for_each(|f| *f *= -(1.0 - theta) / theta);
    }

    /// Where the velocities at the start lead, into `work`.
    fn forecast(&mut self, system: &System, state: &State, h: f64) {
        self.step.work.y.fill(0.0);
        MeanStage::new(&self.method, state, h).place(system, &mut self.step.work);
        self.step.work.kin.update_ports(&system.model.ports);
    }

    /// Lists contacts anew where the way to the configuration in `work` asks for it; true if they changed.
    fn detect(&mut self, system: &mut System, state: &mut State, h: f64) -> bool {
        let relisted = self.step.detect(system, state, h);
        if relisted {
            self.problem.fit(system);
            let detected = system.fixed_rows()..;
            self.problem.lam[detected.clone()].copy_from_slice(&state.impulse[detected]);
        }
        relisted
    }

    /// Near contacts, and among them the ones that the forecast closes. Their impulses act along the normals at the end of the step:
    /// where these are others than at its start, the step is too long.
    fn find_contacts(&mut self, system: &System, state: &State, stage: &MeanStage) -> Result<(), StepError> {
        self.step.find_near(system, state, stage.h);
        self.problem.activate(system, &self.step.near);
        self.problem.allowed.fill(false);
        for &c in &self.step.near {
            let contact = system.contact(c);
            let frame = contact.pair.frame(&state.kin, &state.kin.contacts[c]);
            let rate = contact_velocity(system, contact, &frame, 0, &state.kin);
            self.problem.allowed[c] = contact.pair.gap(&state.kin) + self.method.forecast * stage.h * rate <= 0.0;
            self.problem.renew_augmentation(system, c);
            if self.problem.allowed[c] && rate < 0.0 {
                self.step.refuse_turned(system, state, c, &frame)?;
            }
        }
        self.step.place_frames(system, state, &mut [&mut self.problem]);
        Ok(())
    }

    fn set_tolerances(&mut self, system: &System, state: &State, stage: &MeanStage) {
        let rounding = Rounding::of(system, state);
        let tolerances = &mut self.problem.tolerances;
        tolerances.velocity_scale = Subproblem::norm(system, &state.kin.v) + tolerances.force_scale;
        tolerances.velocity_rounding = rounding.one / stage.h;
        tolerances.coordinate_rounding = 4.0 * rounding.length;
        tolerances.negligible = rounding.all / stage.weights().q;
        set_impulse_give(&mut self.problem);
    }

    /// Contacts that closed against the forecast carry nothing in this step, but the next one must know that they were not under
    /// their face.
    fn watch_missed(&mut self, system: &System, state: &State) {
        if self.step.add_missed(system, state) {
            self.problem.activate(system, &self.step.near);
            self.step.work.evaluate_rows(system, &self.problem.blocks);
        }
    }

    fn commit(&mut self, system: &System, state: &mut State, h: f64, report: &mut StepReport) {
        let work = &self.step.work;
        for (i, y) in work.y.iter().enumerate() {
            state.w[i] = *y;
            state.acceleration[i] = y / h;
        }
        // Joints act by impulses only.
        state.lam.fill(0.0);
        state.lam_before.fill(0.0);
        state.force_scale = Subproblem::dual_norm(system, &work.f);
        self.step.commit(system, state, h, &mut self.problem, None, report);
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

    fn place(&self, system: &System, work: &mut Work) -> bool {
        for i in 0..work.y.len() {
            let v_n = self.start.kin.v[i];
            work.x[i] = work.y[i];
            work.kin.v[i] = v_n + work.y[i];
            work.psi[i] = self.h * (v_n + self.mean * work.y[i]);
        }
        system.displace(&self.start.kin.frames, &work.psi, &mut work.kin.frames);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}
