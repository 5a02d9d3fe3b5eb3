//! The generalized-α method split into three problems, as its decoupled and its coupled scheme use it (G ch. 3; THEORY §3).
//!
//! The unknown of the smooth motion is the acceleration v̇~, from which
//!
//! ```text
//! a  = [(1−α_f) v̇~ + α_f v̇~_n − α_m a_n]/(1−α_m)
//! ṽ  = v_n + h(1−γ) a_n + hγ a
//! q~ = q_n ∘ exp(h v_n + h²(½−β) a_n + h²β a)
//! ```
//!
//! Those of the other problems are the position correction U, q = q~ ∘ exp(U), and the velocity jump W, v = ṽ + W. The method is of
//! second order if a_n = v̇ + (α_m − α_f) h v̈: so it starts, and where h changes, a_n − v̇~_n changes with it.

mod corrections;
mod jump;
mod one_sided;
mod resize;
mod scheme;
mod smooth;
mod stages;
mod transport;

pub(super) use corrections::heaviest;
pub(super) use jump::Jump;
pub(super) use scheme::{Split, integrator};
pub(super) use stages::{Correction, Forces, Placed, Start};
pub(super) use transport::Transport;

use super::StepReport;
use super::coefficients::Coefficients;
use super::history::{History, Over};
use super::initial::acceleration_after;
use super::scheme::At;
use super::settings::{PositionFriction, Settings};
use super::state::State;
use super::step::{Family, Solved, Workspace};
use crate::model::Kinematics;
use crate::system::Assembly;

/// Places in the history: v̇~ and a, both one step earlier for the first iterate, λ~ one step earlier; U and W; size of the forces
/// and whether a contact was hit, by component.
const ACCELERATION: usize = 0;
const A: usize = 1;
const ACCELERATION_BEFORE: usize = 2;
const FORCE_BEFORE: usize = 3;
const U: usize = 4;
const W: usize = 5;
const FORCE_SCALE: usize = 6;
const HIT: usize = 7;

/// What the accelerations of an island do after the impacts of a step. In the history: 0 without impacts, else the number here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// Those of elastic bodies go on ringing, others start anew.
    Rings = 1,
    StartsAnew = 2,
    /// They know of the impact.
    GoesOn = 3,
}

impl After {
    /// What the history has.
    pub fn in_history(self) -> f64 {
        f64::from(self as u8)
    }
}

/// Names of the problems.
pub(super) const SMOOTH_MOTION: &str = "smooth motion";
pub(super) const POSITION_CORRECTION: &str = "position correction";
pub(super) const VELOCITY_JUMP: &str = "velocity jump";

/// The three problems and the iterates that pass from one to the next.
pub(super) struct Alpha {
    pub c: Coefficients,
    friction: PositionFriction,
    pub settings: Settings,
    pub workspace: Workspace,
    pub smooth: Family,
    pub position: Family,
    pub velocity: Family,
    /// q~ and ṽ.
    pub smooth_kin: Kinematics,
    /// v̇~_n and a_n for the size of the step; v̇~, a, U and W.
    pub acceleration_n: Vec<f64>,
    pub a_n: Vec<f64>,
    pub acceleration: Vec<f64>,
    pub a: Vec<f64>,
    pub u: Vec<f64>,
    pub w: Vec<f64>,
    /// Of each island, by its first component, the weights of the forces in its last corrections.
    weights: Vec<Forces>,
    /// Components with a contact that was closed at the start of the step, where its size is not that of the last.
    closed: Vec<bool>,
    /// Of each component: norms of forces, of joint forces and of ṽ; whether the velocity of a drive jumps.
    scales: Vec<[f64; 3]>,
    pub jumped: Vec<bool>,
    /// Of each island, by its first component, what accelerations do after the impacts of the step; by how much they change where they go on.
    pub after: Vec<After>,
    pub shift: Vec<f64>,
    /// Coefficients of its last smooth motion, to which kept tangents belong.
    solved_with: Vec<Coefficients>,
    /// Size of its coordinates at the start of the step.
    extents: Vec<f64>,
    /// Whether its smooth motion is kept here; that of a component that nothing corrects stays in `work`.
    pub kept: Vec<bool>,
}

impl Alpha {
    /// For a spectral radius.
    pub fn new(system: Assembly, settings: &Settings, rho_inf: f64, friction: PositionFriction) -> Self {
        let workspace = Workspace::new(system, settings);
        let zeros = || vec![0.0; system.layout.n];
        let components = system.components.list.len();
        Self {
            c: Coefficients::of_radius(rho_inf),
            friction,
            settings: settings.clone(),
            smooth_kin: workspace.work.kin.clone(),
            workspace,
            smooth: Family::new(system, settings),
            position: Family::new(system, settings),
            velocity: Family::new(system, settings),
            acceleration_n: zeros(),
            a_n: zeros(),
            acceleration: zeros(),
            a: zeros(),
            u: zeros(),
            w: zeros(),
            weights: vec![Forces::default(); components],
            closed: vec![false; components],
            scales: vec![[0.0; 3]; components],
            jumped: vec![false; components],
            after: vec![After::Rings; components],
            shift: zeros(),
            solved_with: vec![Coefficients::of_radius(rho_inf); components],
            extents: vec![0.0; components],
            kept: vec![true; components],
        }
    }

    /// The history at the start of a run: a₀ = v̇₀ + (α_m − α_f) h v̈₀.
    pub fn start(&self, system: Assembly, state: &mut State, h: f64) {
        let mut history = History::new(
            system,
            [
                ("smooth acceleration", Over::Dofs),
                ("a", Over::Dofs),
                ("smooth acceleration before", Over::Dofs),
                ("joint forces before", Over::JointRows),
                ("position correction", Over::Dofs),
                ("velocity jump", Over::Dofs),
                ("size of the forces", Over::Components),
                ("hit", Over::Components),
            ],
        );
        let now = state.history[ACCELERATION].to_vec();
        let later = acceleration_after(system, &self.settings, state, &now, (h, &[]));
        for place in [ACCELERATION, A, ACCELERATION_BEFORE] {
            history[place].copy_from_slice(&now);
        }
        self.c.start(system, &now, later, &mut history[A]);
        let mut force = vec![0.0; system.layout.extended];
        system.add_forces(&state.kin, &mut force);
        for (k, component) in system.components.list.iter().enumerate() {
            let joints: f64 = component.joints.iter().map(|&b| joint_size(system, state, b)).sum();
            history[FORCE_SCALE][k] = component.dual_norm(system.mass.diagonal(), &force) + joints;
        }
        state.history = history;
    }

    /// Smooth motion, position correction and velocity jump.
    pub fn families(&mut self) -> [&mut Family; 3] {
        [&mut self.smooth, &mut self.position, &mut self.velocity]
    }

    /// Takes the smooth motion of a component from elsewhere.
    pub fn adopt(&mut self, from: &Self, at: At) {
        let At { system, island, .. } = at;
        system.copy_kinematics(island, &from.smooth_kin, &mut self.smooth_kin);
        self.return_to_smooth(at);
        island.copy(&from.workspace.work.psi, &mut self.workspace.work.psi);
        for (to, from) in [
            (&mut self.acceleration, &from.acceleration),
            (&mut self.a, &from.a),
            (&mut self.acceleration_n, &from.acceleration_n),
            (&mut self.a_n, &from.a_n),
            (&mut self.position.rows.base, &from.position.rows.base),
            (&mut self.velocity.rows.base, &from.velocity.rows.base),
        ] {
            island.copy(from, to);
        }
        for rows in island.joints.iter().map(|&b| system.block(b).rows()) {
            self.smooth.rows.lam[rows.clone()].copy_from_slice(&from.smooth.rows.lam[rows.clone()]);
            self.position.rows.carried[rows.clone()].copy_from_slice(&from.position.rows.carried[rows.clone()]);
            self.velocity.rows.carried[rows.clone()].copy_from_slice(&from.velocity.rows.carried[rows.clone()]);
            self.position.rows.pressed[rows.clone()].copy_from_slice(&from.position.rows.pressed[rows.clone()]);
            self.velocity.rows.pressed[rows.clone()].copy_from_slice(&from.velocity.rows.pressed[rows]);
        }
        let slot = at.slot();
        (self.scales[slot], self.jumped[slot]) = (from.scales[slot], from.jumped[slot]);
        (self.extents[slot], self.kept[slot]) = (from.extents[slot], true);
    }

    /// Writes an island into the trial state.
    pub fn commit(&mut self, at: At, trial: &mut State, report: &mut StepReport) {
        let At { system, island, state, .. } = at;
        let (old, new) = (&state.history, &mut trial.history);
        island.copy(&old[ACCELERATION], &mut new[ACCELERATION_BEFORE]);
        let work = &self.workspace.work;
        let [smooth, a] = if self.kept[at.slot()] { [&self.acceleration, &self.a] } else { [&work.x, &work.a] };
        island.copy(smooth, &mut new[ACCELERATION]);
        island.copy(a, &mut new[A]);
        if !at.has_rows() {
            island.fill(0.0, &mut new[U]);
            island.fill(0.0, &mut new[W]);
            for k in island.components.iter().map(|&k| k as usize) {
                (new[FORCE_SCALE][k], new[HIT][k]) = (old[FORCE_SCALE][k], 0.0);
            }
            island.copy(smooth, &mut trial.acceleration);
            return self.workspace.commit_free(at, trial, report);
        }
        island.copy(&self.u, &mut new[U]);
        island.copy(&self.w, &mut new[W]);
        for rows in island.joints.iter().map(|&b| system.block(b).rows()) {
            new[FORCE_BEFORE][rows.clone()].copy_from_slice(&state.lam[rows]);
        }
        for k in island.components.iter().map(|&k| k as usize) {
            new[FORCE_SCALE][k] = self.scales[k][0] + self.scales[k][1];
            self.workspace.hit[k] |= self.jumped[k];
            new[HIT][k] = if self.workspace.hit[k] { self.after[at.slot()].in_history() } else { 0.0 };
        }
        for i in island.each_dof().filter(|_| self.after[at.slot()] == After::GoesOn) {
            new[ACCELERATION][i] += self.shift[i];
            new[A][i] += self.shift[i];
        }
        let is_smooth = self.workspace.is_smooth(at, &old[HIT], &self.velocity.rows);
        let last = &old[W];
        for range in &island.dofs {
            let (smooth, w, last) = (&smooth[range.clone()], &self.w[range.clone()], &last[range.clone()]);
            let (before, resized) = (&old[ACCELERATION][range.clone()], &self.acceleration_n[range.clone()]);
            for (i, acceleration) in trial.acceleration[range.clone()].iter_mut().enumerate() {
                // The last W as it had been with smooth accelerations of this size.
                let last = last[i] + state.h * (before[i] - resized[i]);
                *acceleration = smooth[i] + at.at_end(w[i], last, is_smooth);
            }
        }
        let solved = Solved {
            velocity: &self.velocity.rows,
            position: Some(&self.position.rows),
            joints: Some(&self.smooth.rows.lam),
            contacts: None,
            is_smooth,
        };
        self.workspace.commit(at, trial, &solved, report);
    }
}

/// Size of the forces of a joint in the metric of the mass matrix.
fn joint_size(system: Assembly, state: &State, b: usize) -> f64 {
    let block = system.block(b);
    let (mut g, mut jacobians) = (vec![0.0; system.joint_rows], vec![0.0; system.joint_jacobians]);
    block.evaluate(&state.kin, &mut g, &mut jacobians);
    let mut sum = vec![0.0; block.dofs.len()];
    for (i, row) in block.rows().enumerate() {
        let jac = &jacobians[block.jacobian_row(i)];
        sum.iter_mut().zip(jac).for_each(|(sum, j)| *sum += j * state.lam[row]);
    }
    let mass = system.mass.diagonal();
    sum.iter().zip(&block.dofs).map(|(f, &dof)| f * f / mass[dof as usize]).sum::<f64>().sqrt()
}
