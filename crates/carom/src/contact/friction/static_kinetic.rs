//! Static and kinetic friction, with a fall between them that depends on the speed (Stribeck).
//!
//! ```text
//! μ = μ_s                                   where the contact stuck in the last step
//! μ = μ_k + (μ_s − μ_k) exp(−v/v_s)         where it slides, v its speed at the start of the step
//! ```
//!
//! Without v_s the second line is μ_k. A contact that has just closed sticks if it does not slide. The forces are set-valued as
//! Coulomb's: what sticks has any force up to μ_s N. v and the state are those of the start of the step, so that a
//! contact breaks away with μ_s N over one step: of first order in its size. What it remembers is its status, which is part of every
//! state.

use super::{Friction, FrictionModel, Sliding};
use crate::catalog::{Entry, Kind};
use crate::contact::law::COMMON;
use crate::spec::{BuildError, Builder, Number};
use nonsmooth::Disc;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// Static and kinetic coefficients of friction.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StaticKineticSpec {
    /// Coefficient of friction μ_s while the contact sticks.
    pub static_friction: Number,
    /// Coefficient of friction μ_k while it slides, not above `static_friction`.
    pub kinetic_friction: Number,
    /// (m/s) Stribeck speed v_s: sliding friction is μ_k + (μ_s − μ_k) exp(−v/v_s) at the speed v at the start of a step.
    /// Default: none, and sliding friction is μ_k at every speed.
    pub stribeck_speed: Option<Number>,
}

#[derive(Debug)]
struct StaticKinetic {
    at_rest: f64,
    sliding: f64,
    /// 1/v_s; infinite without it.
    decay: f64,
}

impl FrictionModel for StaticKinetic {
    fn disc(&self, now: &Sliding) -> Disc {
        let fall = if now.sticks { 1.0 } else { (-self.decay * now.speed).exp() };
        // ∞ · 0: a contact that slides at no speed, between two strokes.
        let fall = if fall.is_nan() { 0.0 } else { fall };
        Disc::round(self.sliding + (self.at_rest - self.sliding) * fall, 2)
    }
}

impl Kind for StaticKineticSpec {
    const KEY: &'static str = "static_kinetic";
    const SUMMARY: &'static str = "one coefficient of friction while a contact sticks, a smaller one while it slides";
    const COMPANIONS: &'static [&'static Entry] = &[&COMMON];
    const SAMPLE: &'static str = r#"
name = "block that jerks along on a belt"
gravity = [0, 0, -9.81]
[ground]
points = { anchor = [-1, 0, 0] }
[bodies.block]
type = "point_mass"
mass = 1
[forces.spring]
type = "spring_damper"
a = "block"
b = "ground.anchor"
stiffness = 100
length = 1
[contacts.belt]
type = "node_face"
point = "block"
plane = "ground"
surface_velocity = [0.1, 0]
law = "static_kinetic"
static_friction = 0.5
kinetic_friction = 0.3
stribeck_speed = 0.05
"#;

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let at_rest = b.not_negative(&self.static_friction, "static_friction")?;
        let sliding = b.not_negative(&self.kinetic_friction, "kinetic_friction")?;
        if sliding > at_rest {
            let message = format!("kinetic_friction is {sliding}, expected at most the static_friction of {at_rest}");
            return Err(BuildError::at(&self.kinetic_friction.span, message).help(
                "friction that grows with the speed is an expression: `law = \"coulomb\"`, `friction = \"…v…\"`",
            ));
        }
        let speed = self.stribeck_speed.as_ref().map(|v| b.positive(v, "stribeck_speed")).transpose()?;
        let decay = speed.map_or(f64::INFINITY, |v| 1.0 / v);
        b.law.friction = Friction::Model(Arc::new(StaticKinetic { at_rest, sliding, decay }));
        Ok(())
    }
}
