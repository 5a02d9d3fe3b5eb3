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

mod iteration;

use super::Undefined;
use super::alpha::{self, Alpha, Placed, Split, Start};
use super::scheme::At;
use super::settings::{PositionFriction, Settings};
use super::step::JUMP;
use super::{Integrator, Method, StepError, StepReport};
use crate::catalog::Kind;
use crate::contact::Contact;
use crate::model::Model;
use crate::spec::{BuildError, Builder, Number};
use crate::system::{Assembly, Level, Weights};
use iteration::{Iteration, Which};
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
        alpha::integrator(system, settings, (self.rho_inf, self.position_friction), || self.clone())
    }

    fn parameters(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The smooth motion of a joint is found together with its friction, whose bound would have to follow the iterates.
    fn check(&self, model: &Model, _settings: &Settings) -> Result<(), Undefined> {
        let follows = |contact: &&Contact| contact.pair.pressure().is_some_and(|pressure| pressure.factors != [0.0; 3]);
        let help = "give a `constant` friction, or choose `decoupled`, `moreau_jean` or `moreau_midpoint`";
        model.contacts.iter().find(follows).map_or(Ok(()), |contact| {
            let what = "friction in joints that follows their force";
            Err(Undefined { what, table: "contacts", item: contact.name.clone(), help })
        })
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

impl Split for Coupled {
    const MOVES_ALL: bool = true;

    /// The first iterate.
    fn predict(&mut self, alpha: &mut Alpha, at: At, _report: &mut StepReport) -> Result<(), StepError> {
        self.return_to_prediction(alpha, at);
        Ok(())
    }

    fn return_to_prediction(&self, alpha: &mut Alpha, at: At) {
        alpha.begin_smooth(at);
        at.island.copy(&alpha.workspace.work.y, &mut alpha.acceleration);
        at.island.fill(0.0, &mut alpha.u);
        at.island.fill(0.0, &mut alpha.w);
        Iteration::new(self, alpha, at).place();
    }

    fn adopt(&self, alpha: &mut Alpha, _from: &mut Alpha, at: At) {
        self.return_to_prediction(alpha, at);
    }

    /// The three problems, together.
    fn solve(&mut self, alpha: &mut Alpha, at: At, report: &mut StepReport) -> Result<(), StepError> {
        alpha.begin_smooth(at);
        at.island.copy(&alpha.workspace.work.y, &mut alpha.acceleration);
        alpha.activate(at);
        alpha.guess_position(at);
        at.island.copy(&alpha.workspace.work.y, &mut alpha.u);
        alpha.guess_velocity(at);
        at.island.copy(&alpha.workspace.work.y, &mut alpha.w);
        at.island.contacts.iter().for_each(|&c| alpha.velocity.rows.active[c] = false);
        alpha.scale_corrections(at);
        alpha.place_frames(at, false);
        alpha.workspace.refer_positions(at, 1.0, &mut alpha.position.rows, &alpha.position.parts[at.slot()]);
        let result = Iteration::new(self, alpha, at).solve(report);
        // Iterates that ran away must not start the next attempt.
        result.inspect_err(|_| alpha.families().into_iter().for_each(|family| family.parts[at.slot()].restart()))
    }
}

impl Iteration<'_> {
    /// Total configuration and velocity of the present iterate, and the rows there.
    fn place(&mut self) {
        let (alpha, At { system, island, state, h }) = (&mut *self.alpha, self.at);
        let work = &mut alpha.workspace.work;
        island.copy(&alpha.acceleration, &mut work.y);
        let start = Start { state, acceleration: &alpha.acceleration_n, a: &alpha.a_n, h };
        start.place(&alpha.c, &system, island, work);
        if !self.corrects_positions {
            system.update_ports(island, &mut work.kin);
            island.each_dof().for_each(|i| alpha.u[i] = 0.5 * h * alpha.w[i]);
        }
        alpha.keep_smooth(self.at);
        let work = &mut alpha.workspace.work;
        system.displace(island, &alpha.smooth_kin.frames, &alpha.u, &mut work.kin.frames);
        for i in island.each_dof() {
            work.kin.v[i] += alpha.w[i];
        }
        system.update_ports(island, &mut work.kin);
        work.evaluate_rows(system, &island.joints);
        island.contacts.iter().for_each(|&c| work.evaluate_rows(system, &[system.block_of(c)]));
    }

    /// What the rows of a problem are measured from: joints hold for ṽ = v − W in the smooth motion; the impact law holds for the
    /// contacts that are closed at position level.
    fn refer(&mut self, which: Which) {
        let At { system, island, state, h } = self.at;
        if which == Which::Velocity {
            self.visit(Which::Position, |_, _| ());
            self.allow_closed(false);
        } else if which == Which::Smooth {
            for &b in &island.joints {
                for (i, row) in system.block(b).rows().enumerate() {
                    let jump = self.alpha.workspace.work.row_times(system, b, i, &self.alpha.w);
                    let driven = system.block(b).velocity_jump(i, (state.kin.t, h), &state.kin.signals, JUMP);
                    self.alpha.smooth.rows.reference[row] = jump + driven;
                }
            }
        }
    }

    /// A problem at the placed iterate.
    fn stage(&self, which: Which) -> Placed {
        let none = Weights { m: 1.0, v: 0.0, q: 0.0, s: 0.0 };
        match which {
            Which::Smooth => Placed { level: Level::Velocity, weights: self.alpha.c.weights(self.at.h) },
            Which::Position => Placed { level: Level::Position, weights: Weights { q: 1.0, ..none } },
            Which::Velocity => Placed { level: Level::Velocity, weights: Weights { v: 1.0, ..none } },
        }
    }
}
