//! Friction with memory of rate and state (Dieterich 1979, Ruina 1983), with the ageing law.
//!
//! ```text
//! μ = max(0, μ₀ + a ln(1 + v/v₀) + b ln(v₀ θ/L)) ,      θ̇ = 1 − v θ/L
//! ```
//!
//! At rest, and only there, the force is any up to μ(0, θ) N: the 1 in the logarithm keeps the law set-valued, and contacts that stick grow
//! stronger with the logarithm of time. Steady sliding has θ = L/v and μ = μ₀ + a ln(1 + v/v₀) − b ln(v/v₀). With b > a it is unstable
//! against springs softer than N (b − a)/L (1 + m v²/(N a L)).
//!
//! The rate v is that of the end of the step, implicit in its problems: the direct effect acts as a stiff damper, a N/(v + v₀), which
//! an explicit rate would not bear. θ is that of the start. At the end of a step it is integrated exactly for the mean speed over it,
//!
//! ```text
//! θ₊ = L/v + (θ − L/v) exp(−v h/L) ,
//! ```
//!
//! so that the law as a whole is of first order in the step. A contact that opens forgets θ, and starts anew with θ₀ when it closes.

use super::{Friction, FrictionModel, Sliding};
use crate::catalog::{Entry, Kind};
use crate::contact::law::COMMON;
use crate::spec::{BuildError, Builder, Number};
use nonsmooth::{Disc, Shape};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// Friction that depends on the rate of sliding and on a state that remembers it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RateStateSpec {
    /// Coefficient of friction μ₀ of steady sliding at the reference speed.
    pub friction: Number,
    /// Direct effect a of the rate: μ grows by a ln(1 + v/v₀).
    pub direct_effect: Number,
    /// Effect b of the state: μ changes by b ln(v₀ θ/L).
    pub state_effect: Number,
    /// (m) Length of sliding L over which the state changes.
    pub slip_length: Number,
    /// (m/s) Reference speed v₀. Default: 1e-6.
    pub reference_speed: Option<Number>,
    /// (s) State θ₀ of a contact that has just closed. Default: L/v₀.
    pub initial_state: Option<Number>,
}

#[derive(Debug)]
struct RateState {
    friction: f64,
    direct: f64,
    state: f64,
    length: f64,
    speed: f64,
    initial: f64,
}

impl RateState {
    /// θ; no memory is that of a contact that has just closed.
    fn theta(&self, memory: f64) -> f64 {
        if memory > 0.0 { memory } else { self.initial }
    }
}

impl FrictionModel for RateState {
    fn disc(&self, now: &Sliding) -> Disc {
        let factor = self.friction + self.state * (self.speed * self.theta(now.memory) / self.length).ln();
        Disc { factor, rows: 2, shape: Shape::Rising { slope: self.direct, speed: self.speed } }
    }

    fn remember(&self, memory: f64, speed: f64, h: f64) -> f64 {
        let (theta, x) = (self.theta(memory), speed * h / self.length);
        // (1 − e⁻ˣ)/x, which is 1 at rest.
        let share = if x > 0.0 { -(-x).exp_m1() / x } else { 1.0 };
        theta * (-x).exp() + h * share
    }
}

impl Kind for RateStateSpec {
    const KEY: &'static str = "rate_state";
    const SUMMARY: &'static str = "friction with memory of rate and state (Dieterich and Ruina, ageing law)";
    const COMPANIONS: &'static [&'static Entry] = &[&COMMON];
    const SAMPLE: &'static str = r#"
name = "spring slider"
gravity = [0, 0, -9.81]
[ground]
points = { anchor = [-1, 0, 0] }
[bodies.slider]
type = "point_mass"
mass = 1
[forces.spring]
type = "spring_damper"
a = "ground.anchor"
b = "slider"
stiffness = 100
length = 1
[contacts.belt]
type = "node_face"
point = "slider"
plane = "ground"
surface_velocity = [0.1, 0]
law = "rate_state"
friction = 0.6
direct_effect = 0.01
state_effect = 0.015
slip_length = 1e-3
"#;

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let length = b.positive(&self.slip_length, "slip_length")?;
        let speed = self.reference_speed.as_ref().map_or(Ok(1e-6), |n| b.positive(n, "reference_speed"))?;
        let model = RateState {
            friction: b.not_negative(&self.friction, "friction")?,
            direct: b.positive(&self.direct_effect, "direct_effect")?,
            state: b.not_negative(&self.state_effect, "state_effect")?,
            length,
            speed,
            initial: self.initial_state.as_ref().map_or(Ok(length / speed), |n| b.positive(n, "initial_state"))?,
        };
        b.law.friction = Friction::Model(Arc::new(model));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_is_integrated_exactly_at_constant_speed() {
        let model = RateState { friction: 0.6, direct: 0.01, state: 0.02, length: 1e-3, speed: 1e-6, initial: 2.0 };
        for speed in [0.0, 1e-9, 1e-4, 0.1, 10.0] {
            let once = model.remember(0.7, speed, 0.2);
            let twice = model.remember(model.remember(0.7, speed, 0.1), speed, 0.1);
            assert!((once - twice).abs() <= 1e-14 * once, "{speed}: {once} {twice}");
            assert!(once > 0.0);
        }
        assert_eq!(model.remember(0.7, 0.0, 0.2), 0.7 + 0.2);
        assert!((model.remember(0.7, 10.0, 1.0) - 1e-4).abs() < 1e-16);
        assert_eq!(model.remember(0.0, 0.0, 0.5), 2.5);
    }
}
