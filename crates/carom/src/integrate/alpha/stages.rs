//! The stages of the family: how configuration and velocities depend on the unknowns v̇~, U and W.

use crate::integrate::coefficients::Coefficients;
use crate::integrate::state::State;
use crate::model::Kinematics;
use crate::system::{Assembly, Island, Level, Stage, System, Weights, Work};

/// Where a step starts from: v_n, q_n and the accelerations that belong to its size.
#[derive(Clone, Copy)]
pub(in crate::integrate) struct Start<'a> {
    pub state: &'a State,
    pub acceleration: &'a [f64],
    pub a: &'a [f64],
    pub h: f64,
}

impl Start<'_> {
    /// The smooth acceleration that leaves the configuration as it is.
    pub fn stand_still(&self, c: &Coefficients, island: &Island, y: &mut [f64]) {
        for i in island.each_dof() {
            let a_n = self.a[i];
            let a = -(self.state.kin.v[i] / self.h + (0.5 - c.beta) * a_n) / c.beta;
            y[i] = ((1.0 - c.alpha_m) * a - c.alpha_f * self.acceleration[i] + c.alpha_m * a_n) / (1.0 - c.alpha_f);
        }
    }

    /// a, ṽ, the increment Ψ and q~ of an island from the smooth acceleration, into `work`.
    pub fn place(&self, c: &Coefficients, system: &System, island: &Island, work: &mut Work) {
        let h = self.h;
        for range in &island.dofs {
            let (y, acceleration_n) = (&work.y[range.clone()], &self.acceleration[range.clone()]);
            let (a_n, v_n) = (&self.a[range.clone()], &self.state.kin.v[range.clone()]);
            let (x, v) = (&mut work.x[range.clone()], &mut work.kin.v[range.clone()]);
            let (a, psi) = (&mut work.a[range.clone()], &mut work.psi[range.clone()]);
            for i in 0..y.len() {
                let (acc, a_n, v_n) = (y[i], a_n[i], v_n[i]);
                let now =
                    ((1.0 - c.alpha_f) * acc + c.alpha_f * acceleration_n[i] - c.alpha_m * a_n) / (1.0 - c.alpha_m);
                (x[i], a[i]) = (acc, now);
                v[i] = v_n + h * ((1.0 - c.gamma) * a_n + c.gamma * now);
                psi[i] = h * (v_n + h * ((0.5 - c.beta) * a_n + c.beta * now));
            }
        }
        system.displace(island, &self.state.kin.frames, &work.psi, &mut work.kin.frames);
    }
}

/// Smooth motion: y = x = v̇~.
pub(super) struct SmoothStage<'a> {
    pub c: Coefficients,
    pub start: Start<'a>,
}

impl Stage for SmoothStage<'_> {
    fn weights(&self) -> Weights {
        self.c.weights(self.start.h)
    }

    fn level(&self) -> Level {
        Level::Velocity
    }

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        self.start.place(&self.c, &system, island, work);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}

/// How forces enter the corrections of an island: U sees s_U f at the velocity ṽ + rate U, W sees s_W f.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::integrate) struct Forces {
    pub position: f64,
    pub rate: f64,
    pub velocity: f64,
}

impl Forces {
    /// The position correction.
    pub fn of_positions(self, smooth: &Kinematics) -> Correction<'_> {
        Correction { level: Level::Position, s: self.position, rate: self.rate, smooth }
    }
}

/// A correction y = x of the smooth motion. At position level it is U: q = q~ ∘ exp(U), forces at the velocity ṽ + rate U. At velocity level
/// it is W: v = ṽ + rate W with the rate 1, configuration fixed.
pub(in crate::integrate) struct Correction<'a> {
    pub level: Level,
    /// Factor of the forces: none where W enters the smooth motion.
    pub s: f64,
    pub rate: f64,
    pub smooth: &'a Kinematics,
}

impl<'a> Correction<'a> {
    /// The velocity jump.
    pub fn of_velocities(s: f64, smooth: &'a Kinematics) -> Self {
        Self { level: Level::Velocity, s, rate: 1.0, smooth }
    }

    fn moves(&self) -> bool {
        self.level == Level::Position
    }
}

impl Stage for Correction<'_> {
    fn weights(&self) -> Weights {
        Weights { m: 1.0, v: self.rate, q: f64::from(self.moves()), s: self.s }
    }

    fn level(&self) -> Level {
        self.level
    }

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        for range in &island.dofs {
            let (y, smooth) = (&work.y[range.clone()], &self.smooth.v[range.clone()]);
            let to = work.x[range.clone()].iter_mut().zip(&mut work.kin.v[range.clone()]);
            for ((y, smooth), (x, v)) in y.iter().zip(smooth).zip(to) {
                (*x, *v) = (*y, smooth + self.rate * y);
            }
        }
        if self.moves() {
            system.displace(island, &self.smooth.frames, &work.y, &mut work.kin.frames);
        }
        self.moves()
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        if self.moves() { &work.y } else { &work.psi }
    }
}

/// A problem at a configuration and velocities that are those of several problems together: y = x is its own unknown.
pub(in crate::integrate) struct Placed {
    pub level: Level,
    pub weights: Weights,
}

impl Stage for Placed {
    fn weights(&self) -> Weights {
        self.weights
    }

    fn level(&self) -> Level {
        self.level
    }

    fn place(&self, _system: Assembly, island: &Island, work: &mut Work) -> bool {
        island.copy(&work.y, &mut work.x);
        false
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        if self.level == Level::Position { &work.y } else { &work.psi }
    }
}
