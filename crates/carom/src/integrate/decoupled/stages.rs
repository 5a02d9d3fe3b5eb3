//! The three problems as stages: how acceleration, velocity and configuration follow from the unknown.

use crate::integrate::State;
use crate::model::Kinematics;
use crate::system::{Level, Stage, System, Weights, Work};

/// The method's coefficients for one spectral radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coefficients {
    alpha_m: f64,
    alpha_f: f64,
    beta: f64,
    gamma: f64,
}

impl Coefficients {
    pub(super) fn new(rho: f64) -> Self {
        let alpha_m = (2.0 * rho - 1.0) / (rho + 1.0);
        let alpha_f = rho / (rho + 1.0);
        let gamma = 0.5 + alpha_f - alpha_m;
        Self { alpha_m, alpha_f, gamma, beta: 0.25 * (gamma + 0.5).powi(2) }
    }

    /// How velocity and configuration depend on the smooth acceleration.
    pub(super) fn weights(&self, h: f64) -> Weights {
        let da = (1.0 - self.alpha_f) / (1.0 - self.alpha_m);
        Weights { m: 1.0, v: h * self.gamma * da, q: h * h * self.beta * da, s: 1.0 }
    }
}

/// Smooth motion: y = x = v̇~.
pub(super) struct SmoothStage<'a> {
    pub(super) h: f64,
    pub(super) c: Coefficients,
    pub(super) start: &'a State,
}

impl Stage for SmoothStage<'_> {
    fn weights(&self) -> Weights {
        self.c.weights(self.h)
    }

    fn level(&self) -> Level {
        Level::Velocity
    }

    fn place(&self, system: &System, work: &mut Work) -> bool {
        let (h, c, start) = (self.h, &self.c, self.start);
        for i in 0..work.y.len() {
            let (acc, a_n, v_n) = (work.y[i], start.a[i], start.kin.v[i]);
            let a = ((1.0 - c.alpha_f) * acc + c.alpha_f * start.acceleration[i] - c.alpha_m * a_n) / (1.0 - c.alpha_m);
            work.x[i] = acc;
            work.a[i] = a;
            work.kin.v[i] = v_n + h * ((1.0 - c.gamma) * a_n + c.gamma * a);
            work.psi[i] = h * (v_n + h * ((0.5 - c.beta) * a_n + c.beta * a));
        }
        system.displace(&start.kin.frames, &work.psi, &mut work.kin.frames);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}

/// Position correction: y = x = U, q = q~ ∘ exp(U).
pub(super) struct PositionStage<'a> {
    pub(super) s: f64,
    pub(super) smooth: &'a Kinematics,
}

impl Stage for PositionStage<'_> {
    fn weights(&self) -> Weights {
        Weights { m: 1.0, v: 0.0, q: 1.0, s: self.s }
    }

    fn level(&self) -> Level {
        Level::Position
    }

    fn place(&self, system: &System, work: &mut Work) -> bool {
        work.x.copy_from_slice(&work.y);
        system.displace(&self.smooth.frames, &work.y, &mut work.kin.frames);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.y
    }
}

/// Velocity jump: y = x = W, v = ṽ + W, configuration fixed.
pub(super) struct VelocityStage<'a> {
    pub(super) s: f64,
    pub(super) smooth: &'a Kinematics,
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
