//! The decoupled nonsmooth generalized-α method (G ch. 3; THEORY §3).
//!
//! One step solves three problems, none of which looks ahead: the smooth motion of every component (joints at velocity level,
//! contacts ignored), then for every island the position correction (joints and contacts at position level) and the velocity jump
//! (joints and the impact law at velocity level).

use super::alpha::{self, Alpha, Forces, Jump, Split, Transport};
use super::scheme::At;
use super::settings::{Impacts, PositionFriction, Settings};
use super::step::Phase;
use super::{Integrator, Method, StepError, StepReport, Undefined};
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
        alpha::integrator(system, settings, (self.rho_inf, self.position_friction), || DecoupledScheme {
            variant: self.variant,
            transport: Transport::new(system),
        })
    }

    fn parameters(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn check(&self, _model: &Model, settings: &Settings) -> Result<(), Undefined> {
        let help = "remove it, or the variant: as printed, accelerations belong to one size of the step";
        if self.variant == Variant::Published { Undefined::adaptive(settings, help) } else { Ok(()) }
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
    const SAMPLE: &'static str = bouncing_mass!("decoupled", "rho_inf = 0.9\n");

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let d = Decoupled::default();
        let method = Decoupled {
            rho_inf: self.rho_inf.as_ref().map_or(Ok(d.rho_inf), |n| b.fraction(n, "rho_inf"))?,
            variant: self.variant.unwrap_or(d.variant),
            position_friction: self.position_friction.unwrap_or(d.position_friction),
        };
        if method.variant == Variant::Published && b.settings.impacts == Impacts::Poisson {
            let message = "`variant` is \"published\", with the printed impact law, and `impact_law` is \"poisson\"";
            return Err(BuildError::new(message).help("remove one of them"));
        }
        b.set_method(Self::KEY, method);
        Ok(())
    }
}

/// The scheme with its memory.
struct DecoupledScheme {
    variant: Variant,
    transport: Transport,
}

impl Split for DecoupledScheme {
    const MOVES_ALL: bool = false;

    fn restart(&mut self) {
        self.transport.restart();
    }

    fn look_ahead(&self, settings: &Settings) -> f64 {
        // The text has a₀ = v̇₀.
        if self.variant == Variant::Published { 0.0 } else { settings.step }
    }

    /// The variants are there for comparison.
    fn may_fail(&self) -> bool {
        self.variant != Variant::Ds
    }

    /// The smooth motion.
    fn predict(&mut self, alpha: &mut Alpha, at: At, report: &mut StepReport) -> Result<(), StepError> {
        if alpha.begin_smooth(at) {
            alpha.stand_still(at, alpha.c);
        }
        if self.variant == Variant::Published {
            return alpha.solve_smooth(at, alpha.c, report);
        }
        alpha.start_anew(at, report)?;
        alpha.solve_motion(at, report)
    }

    /// Position correction and velocity jump.
    fn solve(&mut self, alpha: &mut Alpha, at: At, report: &mut StepReport) -> Result<(), StepError> {
        alpha.keep_prediction(at);
        alpha.activate(at);
        alpha.scale_corrections(at);
        if self.variant != Variant::Published {
            alpha.classify(at);
        }
        let mut share = self.correct(alpha, at, report)?;
        if alpha.settings.impacts == Impacts::Poisson && alpha.workspace.keep_departures(at) {
            share = self.correct(alpha, at, report)?;
        }
        report.limited += usize::from(share < 1.0);
        let (mut last, mut rounds) = (1.0, 0);
        // Less is restored than the corrections were made for; in the end nothing.
        while share < last {
            rounds += 1;
            last = if rounds < MOST_LIMITS { share } else { 0.0 };
            self.solve_closing(alpha, at, last, report)?;
            share = self.solve_jump(alpha, at, last, report)?;
        }
        Ok(())
    }
}

impl DecoupledScheme {
    /// Both corrections with all of the restitution; the share of it that makes no energy.
    fn correct(&mut self, alpha: &mut Alpha, at: At, report: &mut StepReport) -> Result<f64, StepError> {
        self.solve_closing(alpha, at, 1.0, report)?;
        self.solve_jump(alpha, at, 1.0, report)
    }

    /// The position correction with a share of the restitution; flights that would meet again before the step ends close.
    fn solve_closing(
        &mut self,
        alpha: &mut Alpha,
        at: At,
        share: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        self.solve_position(alpha, at, share, report)?;
        while alpha.close_flights(at) {
            self.solve_position(alpha, at, share, report)?;
        }
        Ok(())
    }

    /// The position correction with a share of the restitution; flights that leave no solution end.
    fn solve_position(
        &mut self,
        alpha: &mut Alpha,
        at: At,
        share: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let half_way = self.variant != Variant::Published;
        loop {
            let forces = self.forces(alpha, at);
            // Impulses at a touch are found without forces, and then given.
            let touched = self.variant == Variant::Ds && alpha.is_touched(at.island);
            let transport = touched.then_some(&mut self.transport);
            if alpha.solve_position(at, forces, (half_way, share), transport, report)? {
                return Ok(());
            }
        }
    }

    /// The velocity jump with at most a share of the restitution; the share that makes no energy.
    fn solve_jump(&mut self, alpha: &mut Alpha, at: At, most: f64, report: &mut StepReport) -> Result<f64, StepError> {
        let (is_printed, is_refined) = (self.variant == Variant::Published, self.variant == Variant::Ds);
        alpha.solve_jump(at, Jump { most, is_printed, is_refined }, &mut self.transport, report)
    }

    /// Weights of the forces: those that act all through the step move by ½h W, those since a touch by at most h W.
    ///
    /// A force that a hit changes acts for τ in this step; the next one starts with accelerations that know it. Those of elastic
    /// bodies do not, and have the weight h.
    fn forces(&self, alpha: &Alpha, At { island, h, .. }: At) -> Forces {
        let phases = island.contacts.iter().map(|&c| alpha.workspace.phases[c]);
        let persists = phases.clone().any(|phase| phase == Phase::Persistent);
        let tau = phases.filter_map(Phase::tau).fold(f64::NAN, f64::max);
        match self.variant {
            Variant::Dsn => Forces { position: 0.0, rate: 1.0 / h, velocity: 0.0 },
            Variant::Published => Forces { position: h * h, rate: 0.0, velocity: h },
            Variant::Ds if persists || tau.is_nan() => Forces { position: 0.5 * h * h, rate: 2.0 / h, velocity: h },
            Variant::Ds if alpha.is_touched(island) => Forces { position: 0.25 * tau * tau, rate: 0.0, velocity: tau },
            Variant::Ds => {
                let velocity = if island.is_elastic { h } else { tau };
                Forces { position: h * h, rate: 1.0 / h, velocity }
            }
        }
    }
}
