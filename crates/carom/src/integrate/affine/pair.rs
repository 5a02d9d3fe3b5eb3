//! Two problems that are one: the stages of a method that do not follow one another.
//!
//! ```text
//! M_k (m_k0 y₀ + m_k1 y₁ − x_k) − s f_k − G_kᵀ P_k = 0 ,    v_k = v_n + y_k ,    q_k = q_n ∘ exp(Ψ_k + c_k0 y₀ + c_k1 y₁) ,    k = 0, 1
//! ```
//!
//! Rows hold at velocity level in both. P_k/s are forces of the stages: where constraints turn they differ from those at the times of the
//! stages by ±e, e = O(h). Their mean is that over the step, of second order, and is what is shown; at the end of the step it is
//! extrapolated where the motion is smooth.

use super::super::StepReport;
use super::super::error::StepError;
use super::super::history::Over;
use super::super::scheme::At;
use super::super::settings::Settings;
use super::super::state::State;
use super::super::step::{Companion, Family, Posed};
use super::scheme::{AffineScheme, VELOCITY};
use super::stage::AffineStage;
use super::{Formula, Known, MEMORY};
use crate::model::{ContactFrame, Kinematics};
use crate::system::{Assembly, Joined, Work};

/// The first of the two problems: its iterate, its rows, what is known of it, and the linear systems of both by island.
pub(super) struct Inner {
    work: Work,
    pub problem: Family,
    known: Known,
    joined: Vec<Joined>,
    /// Mean forces over the step, by row.
    pub means: Vec<f64>,
}

impl Inner {
    pub fn new(system: Assembly, settings: &Settings) -> Self {
        Self {
            work: Work::new(system),
            problem: Family::new(system, settings),
            known: Known::new(system.layout.n),
            joined: system.components.list.iter().map(|_| Joined::default()).collect(),
            means: vec![0.0; system.row_count()],
        }
    }

    /// Follows contacts that were listed anew.
    pub fn fit(&mut self, system: Assembly) {
        self.work.fit(system);
        self.problem.fit(system);
        self.means.resize(system.row_count(), 0.0);
    }

    /// All is where it was at the start of the step.
    pub fn begin(&mut self, system: Assembly, state: &State, other: &Kinematics) {
        let kin = &mut self.work.kin;
        system.hold(&state.kin.signals, kin);
        system.set_time(state.kin.t, kin);
        kin.bonds.clone_from(&state.kin.bonds);
        kin.angles.clone_from(&state.kin.angles);
        kin.contacts.resize(system.contact_count(), ContactFrame::default());
        system.copy_kinematics(&system.components.whole, &state.kin, kin);
        // Forces of compliant contacts are those of both.
        kin.approaches.clone_from(&other.approaches);
        for compliant in &system.model.compliant {
            kin.contacts[compliant.contact] = other.contacts[compliant.contact];
        }
    }
}

/// What a scheme with two problems in one remembers beside the memory of its formula: mean forces of joints, and of every component whether
/// its accelerations are those of constraints that go on.
pub(super) const OWN: [(&str, Over); 2] = [("mean joint forces", Over::JointRows), ("settled", Over::Components)];

/// Places of them in the history.
fn places<F: Formula>() -> [usize; 2] {
    [MEMORY + F::MEMORY.len(), MEMORY + F::MEMORY.len() + 1]
}

/// Accelerations at the start of a run are settled.
pub(super) fn settle<F: Formula>(state: &mut State) {
    let [_, settled] = places::<F>();
    state.history[settled].fill(1.0);
}

/// Whether the accelerations that an island remembers are those of constraints that go on: nothing was hit in the last step, and its
/// contacts stuck, slipped and were open as before.
pub(in crate::integrate) fn is_settled<F: Formula>(At { island, state, .. }: At) -> bool {
    let [_, settled] = places::<F>();
    island.components.iter().all(|&k| state.history[settled][k as usize] == 1.0)
}

impl<F: Formula> AffineScheme<F> {
    /// Makes the other of the two problems the one that the scheme works on.
    fn exchange(&mut self) {
        if let Some(first) = &mut self.first {
            std::mem::swap(&mut self.workspace.work, &mut first.work);
            std::mem::swap(&mut self.problem, &mut first.problem);
            std::mem::swap(&mut self.known, &mut first.known);
        }
    }

    /// Solves both problems of an island.
    pub(super) fn solve_pair(
        &mut self,
        at: At,
        t_end: f64,
        is_warm: bool,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let (island, slot) = (at.island, at.slot());
        self.exchange();
        let first = self.pose_half(0, at, t_end, is_warm);
        self.exchange();
        first?;
        self.pose_half(1, at, t_end, is_warm)?;
        let Some(first) = &mut self.first else { return Ok(()) };
        let level = self.formula.level();
        let stage = |known| AffineStage { known, start: at.state, level };
        let stages = [stage(&first.known), stage(&self.known)];
        let inner = Companion {
            work: &mut first.work,
            rows: &mut first.problem.rows,
            sub: &mut first.problem.parts[slot],
            stage: &stages[0],
            joined: &mut first.joined[slot],
        };
        let (rows, sub) = (&mut self.problem.rows, &mut self.problem.parts[slot]);
        let end = Posed { name: VELOCITY, at, rows, sub, stage: &stages[1], rows_are_current: false };
        report.add(VELOCITY, self.workspace.solve_pair(inner, end)?);
        self.workspace.account_impacts(at, &self.problem.rows, false);
        island.copy(&first.work.y, &mut self.inner);
        island.copy(&self.workspace.work.y, &mut self.y);
        Ok(())
    }

    /// Poses problem `k` in the workspace: what is known, its contacts, its first iterate and its rows there.
    fn pose_half(&mut self, k: usize, at: At, t_end: f64, is_warm: bool) -> Result<(), StepError> {
        let (At { system, island, state, .. }, slot) = (at, at.slot());
        self.pose(k, at);
        system.set_time(if k == 0 { state.kin.t } else { t_end }, &mut self.workspace.work.kin);
        self.problem.parts[slot].activate(system, island);
        self.set_tolerances(at);
        self.find_contacts(at)?;
        self.guess(at, is_warm);
        island.fill(0.0, &mut self.workspace.work.beside);
        let law = self.look_at_rows(at);
        self.workspace.refer_velocities(at, &state.kin.v, (law.0, Some(law.1)), &mut self.problem.rows);
        Ok(())
    }

    /// The impulses of the end become the mean of both problems.
    pub(super) fn take_mean(&mut self, At { system, island, .. }: At) {
        let Some(first) = &mut self.first else { return };
        let contacts = island.contacts.iter().map(|&c| system.contact_block(c));
        for row in island.joints.iter().map(|&b| system.block(b)).chain(contacts).flat_map(|block| block.rows()) {
            let end = &mut self.problem.rows.lam[row];
            *end = 0.5 * (*end + first.problem.rows.lam[row]);
            first.means[row] = *end / self.known.s;
        }
    }

    /// Forces at the end of the step from their means over it and over the last; whether accelerations are settled.
    pub(super) fn extrapolate_forces(&mut self, at: At, is_smooth: bool, trial: &mut State) {
        let At { system, island, state, h } = at;
        let [place, settled] = places::<F>();
        let hit = |&k: &u32| self.workspace.hit[k as usize];
        let goes_on = is_smooth || (island.contacts.is_empty() && !island.components.iter().any(hit));
        let goes_on = goes_on && !self.workspace.loses_contacts(at);
        island.components.iter().for_each(|&k| trial.history[settled][k as usize] = f64::from(goes_on));
        for row in island.joints.iter().flat_map(|&b| system.block(b).rows()) {
            let mean = self.forces[row];
            trial.history[place][row] = mean;
            if is_smooth {
                self.forces[row] = mean + at.beyond() * (mean - state.history[place][row]);
            }
        }
        for &c in island.contacts.iter().filter(|_| is_smooth) {
            let last = self.workspace.past(state, c);
            for (row, &axis) in system.contact_block(c).rows().zip(&system.contact_rows(c).axes) {
                if last.is_closed() {
                    self.forces[row] = at.at_end(h * self.forces[row], last.impulse[axis], true);
                }
            }
        }
    }
}
