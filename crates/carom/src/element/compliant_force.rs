//! The force of a compliant contact (law and equations: `contact/compliant.rs`).
//!
//! With the gap g(q), its gradient and second derivative H_g, the response F(g, ġ), and for smooth friction the rows of sliding t_i with
//! velocities u_i and forces τ_i(F, u):
//!
//! ```text
//! f = F ∇g + Σ τ_i ∇t_i ,      ġ = ∇g·v ,  u_i = ∇t_i·v − (velocity of the surface)
//! K = −F H_g − Σ τ_i H_i − ∇g (F_g ∇gᵀ + F_ġ vᵀH_g) − Σ ∇t_i (τ_{i,F} ∂F/∂q + Σ_j τ_{i,u_j} vᵀH_j)
//! C = −F_ġ ∇g ∇gᵀ − Σ ∇t_i (τ_{i,F} F_ġ ∇gᵀ + Σ_j τ_{i,u_j} ∇t_jᵀ)
//! ```
//!
//! Sliding is counted from the contact's frame, which is placed at the start of every step.

use super::pair::PortPair;
use super::{Element, Energy, LocalMatrix, Power, Scene};
use crate::contact::{Compliance, Contact, Pair};
use crate::joint::Row;
use crate::measure::{Gradient, Measure};
use crate::model::{NodeId, Port, pull_hessian};
use crate::post::Response;
use crate::{Mat3, Vec3};
use std::sync::Arc;

/// Gap and two directions of sliding.
const AXES: usize = 3;

/// The force of a compliant contact.
#[derive(Clone, Debug)]
pub struct CompliantForce {
    compliance: Compliance,
    shape: Arc<dyn Pair>,
    /// Its place in [`crate::model::Kinematics::approaches`].
    slot: usize,
    /// sign · measure − offset of the gap, and of sliding where friction is smooth.
    rows: Vec<(f64, Measure, f64)>,
    pair: PortPair,
}

/// A row at one instant, its sign applied.
#[derive(Clone, Copy)]
struct RowState {
    value: f64,
    rate: f64,
    port_gradient: Gradient,
    gradient: [Vec3; 4],
}

/// The contact at one instant.
struct State {
    rows: [Option<RowState>; AXES],
    response: Response,
    /// τ_i, τ_{i,F} and τ_{i,u_j}.
    slide: [f64; 2],
    by_force: [f64; 2],
    by_velocity: [[f64; 2]; 2],
}

/// What the contact of a scene does, for the record of a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompliantState {
    pub gap: f64,
    /// ġ.
    pub rate: f64,
    pub response: Response,
    /// Velocities of sliding and forces against it.
    pub slip: [f64; 2],
    pub slide: [f64; 2],
}

impl CompliantForce {
    /// None for contacts whose rows are sums of measures.
    pub fn new(contact: &Contact, compliance: &Compliance, index: usize, slot: usize, ports: &[Port]) -> Option<Self> {
        let count = if compliance.smooth_friction.is_some() { AXES } else { 1 };
        let single = |row: &Row| match row.terms.as_slice() {
            [(sign, measure)] => Some((*sign, measure.clone(), row.offset)),
            _ => None,
        };
        let rows = contact.pair.rows(index).iter().take(count).map(single).collect::<Option<Vec<_>>>()?;
        let (a, b) = contact.pair.ports();
        let same = rows.iter().all(|(_, measure, _)| measure.ports() == (a, b));
        let (compliance, shape) = (compliance.clone(), Arc::clone(&contact.pair));
        same.then(|| Self { compliance, shape, slot, rows, pair: PortPair::new(a, b, ports) })
    }

    /// The contact at one instant.
    pub fn observe(&self, scene: &Scene) -> CompliantState {
        let Some(state) = self.state(scene) else { return CompliantState::default() };
        let (gap, rate) = state.rows[0].map_or((0.0, 0.0), |row| (row.value, row.rate));
        let slip = [1, 2].map(|i| state.rows[i].map_or(0.0, |row| row.rate));
        CompliantState { gap, rate, response: state.response, slip, slide: state.slide }
    }

    fn row(&self, scene: &Scene, i: usize, velocities: &[Vec3; 4]) -> Option<RowState> {
        let (sign, measure, offset) = self.rows.get(i)?;
        let (s, g) = measure.gradient(scene.kin);
        let port_gradient = Gradient { u_a: g.u_a * *sign, p_a: g.p_a * *sign, u_b: g.u_b * *sign, p_b: g.p_b * *sign };
        let gradient = self.pair.pull(scene, &port_gradient);
        let rate: f64 = gradient.iter().zip(velocities).map(|(g, v)| g.dot(v)).sum();
        let surface = if i == 0 { 0.0 } else { self.shape.surface_velocity(i, scene.kin.t, &scene.kin.signals) };
        Some(RowState { value: sign * s - offset, rate: rate - surface, port_gradient, gradient })
    }

    /// None where it is open, or beside its face.
    fn state(&self, scene: &Scene) -> Option<State> {
        let velocities = self.pair.velocities(scene);
        let gap = self.row(scene, 0, &velocities)?;
        let approach = scene.kin.approaches.get(self.slot).copied().unwrap_or(0.0);
        let closed = gap.value < 0.0 && approach >= 0.0 && self.shape.faces(scene.kin);
        let response =
            if closed { self.compliance.response(gap.value, gap.rate, approach) } else { Response::default() };
        let rows = [Some(gap), self.row(scene, 1, &velocities), self.row(scene, 2, &velocities)];
        let mut state = State { rows, response, slide: [0.0; 2], by_force: [0.0; 2], by_velocity: [[0.0; 2]; 2] };
        state.add_friction(&self.compliance);
        Some(state)
    }

    /// Column blocks of vᵀH of row `i`, and H.
    fn curvature(
        &self,
        scene: &Scene,
        i: usize,
        row: &RowState,
        velocities: &[Vec3; 4],
    ) -> ([[Mat3; 4]; 4], [Vec3; 4]) {
        let ports = &scene.kin.ports;
        let (ra, rb) = (self.pair.rotation(0, scene), self.pair.rotation(1, scene));
        let (pa, pb) = ((&ports[self.pair.a], &ra), (&ports[self.pair.b], &rb));
        let (sign, measure, _) = &self.rows[i];
        let h = measure.hessian(scene.kin).map(|row| row.map(|block| block * *sign));
        let h = pull_hessian(&h, &row.port_gradient, pa, pb);
        let along = std::array::from_fn(|j| (0..4).map(|k| h[k][j].tr_mul(&velocities[k])).sum());
        (h, along)
    }
}

impl State {
    fn add_friction(&mut self, compliance: &Compliance) {
        let (Some(friction), true) = (&compliance.smooth_friction, self.response.force > 0.0) else { return };
        let u = [1, 2].map(|i| self.rows[i].map_or(0.0, |row| row.rate));
        let speed = u[0].hypot(u[1]);
        let root = speed.hypot(friction.speed);
        let (mu, slope) = friction.coefficient(speed);
        let force = self.response.force;
        let faster = if speed > 0.0 { slope / (speed * root) } else { 0.0 };
        for i in 0..2 {
            self.by_force[i] = -mu * u[i] / root;
            self.slide[i] = force * self.by_force[i];
            for j in 0..2 {
                let direct = mu * (f64::from(u8::from(i == j)) / root - u[i] * u[j] / root.powi(3));
                self.by_velocity[i][j] = -force * (direct + faster * u[i] * u[j]);
            }
        }
    }
}

impl Element for CompliantForce {
    fn nodes(&self) -> &[NodeId] {
        self.pair.nodes()
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let Some(state) = self.state(scene).filter(|state| state.response.force > 0.0) else { return };
        let forces = [state.response.force, state.slide[0], state.slide[1]];
        for (row, force) in state.rows.iter().flatten().zip(forces) {
            self.pair.add_force(scene, &row.gradient.map(|g| g * force), f);
        }
    }

    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, c: &mut LocalMatrix) {
        let Some(state) = self.state(scene).filter(|state| state.response.force > 0.0) else { return };
        let velocities = self.pair.velocities(scene);
        let forces = [state.response.force, state.slide[0], state.slide[1]];
        // ∂(force of row i)/∂(value of the gap), and by the rates of all rows.
        let Response { by_indentation, by_rate, .. } = state.response;
        let mut by_rates = [[0.0; AXES]; AXES];
        let mut by_gap = [-by_indentation, 0.0, 0.0];
        by_rates[0][0] = -by_rate;
        for i in 0..2 {
            by_gap[i + 1] = -state.by_force[i] * by_indentation;
            by_rates[i + 1][0] = -state.by_force[i] * by_rate;
            by_rates[i + 1][1..].copy_from_slice(&state.by_velocity[i]);
        }
        let mut stiffness = [[Mat3::zeros(); 4]; 4];
        let mut damping = [[Mat3::zeros(); 4]; 4];
        let mut slopes = [[Vec3::zeros(); 4]; AXES];
        let mut rates = [[Vec3::zeros(); 4]; AXES];
        for (j, row) in state.rows.iter().flatten().enumerate() {
            let (h, along) = self.curvature(scene, j, row, &velocities);
            for column in 0..4 {
                for i in 0..AXES {
                    slopes[i][column] += along[column] * by_rates[i][j];
                    rates[i][column] += row.gradient[column] * by_rates[i][j];
                    if j == 0 {
                        slopes[i][column] += row.gradient[column] * by_gap[i];
                    }
                }
                (0..4).for_each(|r| stiffness[r][column] -= h[r][column] * forces[j]);
            }
        }
        for (i, row) in state.rows.iter().flatten().enumerate() {
            for r in 0..4 {
                for column in 0..4 {
                    stiffness[r][column] -= row.gradient[r] * slopes[i][column].transpose();
                    damping[r][column] -= row.gradient[r] * rates[i][column].transpose();
                }
            }
        }
        self.pair.add_blocks(&stiffness, k);
        self.pair.add_blocks(&damping, c);
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let state = self.state(scene).filter(|state| state.response.elastic > 0.0);
        let depth = state.and_then(|state| state.rows[0]).map_or(0.0, |gap| -gap.value);
        Energy { kinetic: 0.0, potential: self.compliance.law.energy(depth) }
    }

    /// Damping and friction are booked with the record of the step, where halves of it count too; what is left are moving grounds.
    fn power(&self, scene: &Scene) -> Power {
        let Some(state) = self.state(scene).filter(|state| state.response.force > 0.0) else { return Power::default() };
        let velocities = self.pair.velocities(scene);
        let forces = [state.response.force, state.slide[0], state.slide[1]];
        let mut loads = 0.0;
        for (i, (row, force)) in state.rows.iter().flatten().zip(forces).enumerate() {
            let side = |s: usize| {
                row.gradient[2 * s].dot(&velocities[2 * s]) + row.gradient[2 * s + 1].dot(&velocities[2 * s + 1])
            };
            let driven: f64 = (0..2).filter(|s| self.pair.is_ground(*s)).map(side).sum();
            let surface = if i == 0 { 0.0 } else { self.shape.surface_velocity(i, scene.kin.t, &scene.kin.signals) };
            loads -= force * (driven - surface);
        }
        Power { loads, dampers: 0.0 }
    }
}
