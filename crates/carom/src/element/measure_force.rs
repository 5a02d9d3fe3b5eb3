//! A generalised force on a measure: springs, dampers and actuators along a distance or a joint coordinate.
//!
//! With the measure s(q), its gradient ∇s on the nodes, its second derivative H (see [`crate::measure`]) and the law
//! Q(s, ṡ, t), positive where it increases s:
//!
//! ```text
//! ṡ = ∇s·v ,   f = Q ∇s
//! K = −∂f/∂q = −Q H − ∇s (Q_s ∇sᵀ + Q_ṡ vᵀH) ,   C = −∂f/∂v = −Q_ṡ ∇s ∇sᵀ
//! ```
//!
//! The linear law is Q = −(k (s − s₀) + c ṡ + F₀): k, c, F₀ positive pull back towards smaller s. It holds the energy
//! ½ k (s − s₀)² + F₀ s and its damper takes c ṡ². A moving ground at one end does work: ṡ contains its velocity, and
//! −Q ∇s·v_ground is counted with the loads. A distance has no direction at s = 0: there it exerts no force.

use super::pair::PortPair;
use super::{Element, Energy, LocalMatrix, Power, Scene};
use crate::contact::Cohesion;
use crate::expr::Expression;
use crate::measure::{Gradient, Measure};
use crate::model::{NodeId, Port, PortId, pull_hessian};
use crate::{Mat3, Vec3};

/// The force law Q(s, ṡ, t).
#[derive(Clone, Debug)]
pub enum MeasureLaw {
    /// Stiffness k, damping c, rest value s₀ and constant tension F₀.
    Linear { stiffness: f64, damping: f64, rest: f64, preload: f64 },
    /// An expression of (t, q, qd), a load: times the load factor, which is 1 but in statics.
    Function(Expression),
    /// A tension as an expression of (t, l, ld), positive towards smaller s.
    Tension(Expression),
    /// A bond on the gap g = sign s − offset of a contact, with its memory at a place of [`crate::model::Kinematics::bonds`].
    Bond { slot: usize, sign: f64, offset: f64, law: Cohesion },
}

impl MeasureLaw {
    /// The variables of [`MeasureLaw::Function`].
    pub const VARIABLES: [&'static str; 3] = ["t", "q", "qd"];
    /// The variables of [`MeasureLaw::Tension`].
    pub const TENSION_VARIABLES: [&'static str; 3] = ["t", "l", "ld"];

    #[inline]
    fn force(&self, scene: &Scene, s: f64, rate: f64) -> f64 {
        match self {
            Self::Linear { stiffness, damping, rest, preload } => -(stiffness * (s - rest) + damping * rate + preload),
            Self::Function(law) => law.eval_with(&[scene.kin.t, s, rate], &scene.kin.signals) * scene.load,
            Self::Tension(law) => -law.eval_with(&[scene.kin.t, s, rate], &scene.kin.signals),
            Self::Bond { slot, sign, offset, law } => -sign * law.tension(sign * s - offset, scene.kin.bonds[*slot]).0,
        }
    }

    /// (Q_s, Q_ṡ)
    #[inline]
    fn slopes(&self, scene: &Scene, s: f64, rate: f64) -> (f64, f64) {
        match self {
            Self::Linear { stiffness, damping, .. } => (-stiffness, -damping),
            Self::Function(law) => {
                let vars = [scene.kin.t, s, rate];
                (
                    law.partial_with(&vars, &scene.kin.signals, 1).1 * scene.load,
                    law.partial_with(&vars, &scene.kin.signals, 2).1 * scene.load,
                )
            }
            Self::Tension(law) => {
                let vars = [scene.kin.t, s, rate];
                (-law.partial_with(&vars, &scene.kin.signals, 1).1, -law.partial_with(&vars, &scene.kin.signals, 2).1)
            }
            Self::Bond { slot, sign, offset, law } => (-law.tension(sign * s - offset, scene.kin.bonds[*slot]).1, 0.0),
        }
    }
}

#[derive(Clone, Debug)]
pub struct MeasureForce {
    measure: Measure,
    law: MeasureLaw,
    pair: PortPair,
}

/// The measure at one instant.
struct State {
    s: f64,
    rate: f64,
    /// The part of `rate` that moving grounds prescribe.
    driven: f64,
    port_gradient: Gradient,
    gradient: [Vec3; 4],
    velocities: [Vec3; 4],
}

impl MeasureForce {
    pub fn new(measure: Measure, law: MeasureLaw, ports: &[Port]) -> Self {
        let (a, b) = measure.ports();
        Self { measure, law, pair: PortPair::new(a, b, ports) }
    }

    #[inline]
    fn state(&self, scene: &Scene) -> State {
        let (s, port_gradient) = self.measure.gradient(scene.kin);
        let gradient = self.pair.pull(scene, &port_gradient);
        let velocities = self.pair.velocities(scene);
        let side = |i: usize| gradient[i].dot(&velocities[i]) + gradient[i + 1].dot(&velocities[i + 1]);
        let rates = [side(0), side(2)];
        let driven = (0..2).filter(|i| self.pair.is_ground(*i)).map(|i| rates[i]).sum();
        State { s, rate: rates[0] + rates[1], driven, port_gradient, gradient, velocities }
    }
}

impl Element for MeasureForce {
    fn nodes(&self) -> &[NodeId] {
        self.pair.nodes()
    }

    fn acts_between(&self) -> Option<(PortId, PortId)> {
        matches!(self.measure, Measure::Distance { .. }).then(|| self.measure.ports())
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let state = self.state(scene);
        let q = self.law.force(scene, state.s, state.rate);
        self.pair.add_force(scene, &state.gradient.map(|g| g * q), f);
    }

    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, c: &mut LocalMatrix) {
        let state = self.state(scene);
        let g = &state.gradient;
        let q = self.law.force(scene, state.s, state.rate);
        let (q_s, q_rate) = self.law.slopes(scene, state.s, state.rate);
        let ports = &scene.kin.ports;
        let (ra, rb) = (self.pair.rotation(0, scene), self.pair.rotation(1, scene));
        let (pa, pb) = ((&ports[self.pair.a], &ra), (&ports[self.pair.b], &rb));
        let h = pull_hessian(&self.measure.hessian(scene.kin), &state.port_gradient, pa, pb);
        let mut stiffness = [[Mat3::zeros(); 4]; 4];
        let mut damping = [[Mat3::zeros(); 4]; 4];
        for j in 0..4 {
            // Column j of Q_s ∇sᵀ + Q_ṡ vᵀH.
            let mut slope = g[j] * q_s;
            if q_rate != 0.0 {
                for (row, v) in h.iter().zip(&state.velocities) {
                    slope += row[j].tr_mul(v) * q_rate;
                }
            }
            for i in 0..4 {
                stiffness[i][j] = -(h[i][j] * q + g[i] * slope.transpose());
                damping[i][j] = g[i] * g[j].transpose() * -q_rate;
            }
        }
        self.pair.add_blocks(&stiffness, k);
        if q_rate != 0.0 {
            self.pair.add_blocks(&damping, c);
        }
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let potential = match &self.law {
            MeasureLaw::Linear { stiffness, rest, preload, .. } => {
                let s = self.measure.value(scene.kin);
                0.5 * stiffness * (s - rest).powi(2) + preload * s
            }
            MeasureLaw::Function(_) | MeasureLaw::Tension(_) => 0.0,
            MeasureLaw::Bond { slot, sign, offset, law } => {
                law.energy(sign * self.measure.value(scene.kin) - offset, scene.kin.bonds[*slot])
            }
        };
        Energy { kinetic: 0.0, potential }
    }

    fn power(&self, scene: &Scene) -> Power {
        let state = self.state(scene);
        let q = self.law.force(scene, state.s, state.rate);
        let drive = -q * state.driven;
        match &self.law {
            MeasureLaw::Linear { damping, .. } => Power { loads: drive, dampers: -damping * state.rate.powi(2) },
            MeasureLaw::Function(_) | MeasureLaw::Tension(_) => Power { loads: drive + q * state.rate, dampers: 0.0 },
            MeasureLaw::Bond { .. } => Power { loads: drive, dampers: 0.0 },
        }
    }
}
