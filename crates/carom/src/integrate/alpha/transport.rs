//! What happens to the velocities of an island that is hit beside the impact itself, by velocity problems without contacts.
//!
//! **Before it** the smooth velocities are carried from the configuration of the smooth motion, where joints allow them, to that of the end
//! of the step, which U has moved: by joint impulses along the mean of the rows of both, which is a rotation and does no work up to third
//! order. Impulses of the impact then see joints that do none at all.
//!
//! **After it**, where all contacts that act fly apart, forces that the impact changed act for the time τ since the touch,
//!
//! ```text
//! M W₁ = Gᵀ Λ ,     M W₂ = τ [f(q, ṽ + W₁ + W₂) − ½(f(q, ṽ) + f(q~, ṽ))] ,     W = W₁ + W₂        (each with joints)     (40)
//! ```
//!
//! and without joints the accelerations with which the next step starts are those of the smooth motion and M⁻¹ [f(q, v) − f(q~, ṽ)].
//! What depends on velocities is other at once, what depends on positions changes as the bodies part. With the velocity of the end prescribed
//! instead, as where forces are not resolved, impulses would take up what forces do after the touch.

use super::{After, Alpha, Correction, VELOCITY_JUMP};
use crate::integrate::scheme::At;
use crate::integrate::step::{Directions, Phase, Posed};
use crate::integrate::{StepError, StepReport};
use crate::model::Kinematics;
use crate::system::{Assembly, Level, Subproblem};

/// Forces that change by at most this share of M U/h² in the motion after a touch are resolved by the step: frequencies below 1/h.
const RESOLVED: f64 = 0.5;

pub(in crate::integrate) struct Transport {
    /// ṽ of the smooth motion, and as it was before the impact.
    smooth: Vec<f64>,
    before: Vec<f64>,
    /// Joint impulses beside those of the last velocity problem, those of the impact, and the problems that find them.
    impulses: Vec<f64>,
    impact: Vec<f64>,
    parts: Vec<Subproblem>,
}

impl Transport {
    pub fn new(system: Assembly) -> Self {
        let parts = system.components.list.iter().map(|_| Subproblem::default()).collect();
        let (dofs, rows) = (vec![0.0; system.layout.n], vec![0.0; system.joint_rows]);
        Self { smooth: dofs.clone(), before: dofs, impulses: rows.clone(), impact: rows, parts }
    }

    pub fn restart(&mut self) {
        self.parts.iter_mut().for_each(Subproblem::restart);
    }

    /// Keeps ṽ of an island, for [`Transport::take_back`].
    pub fn begin(&mut self, At { system, island, .. }: At, alpha: &Alpha) {
        island.copy(&alpha.smooth_kin.v, &mut self.smooth);
        island.joints.iter().for_each(|&b| self.impulses[system.block(b).rows()].fill(0.0));
    }

    /// Carries ṽ of an island along.
    pub fn carry(&mut self, at: At, alpha: &mut Alpha, report: &mut StepReport) -> Result<(), StepError> {
        let At { system, island, .. } = at;
        if island.joints.is_empty() {
            return Ok(());
        }
        alpha.workspace.direct_from_smooth(at, &mut alpha.velocity.rows);
        self.solve(at, 0.0, alpha, report)?;
        island.copy(&alpha.workspace.work.kin.v, &mut alpha.smooth_kin.v);
        for of in island.joints.iter().map(|&b| system.block(b).rows()) {
            self.impulses[of.clone()].copy_from_slice(&alpha.velocity.rows.lam[of]);
        }
        alpha.workspace.set_directions(at, Directions::End, &mut alpha.velocity.rows);
        Ok(())
    }

    /// Lets forces act for the time `tau` after an impact whose jump is in `work`; false, with ṽ as it was before, if the bodies would meet again.
    pub fn fly_on(&mut self, at: At, tau: f64, alpha: &mut Alpha, report: &mut StepReport) -> Result<bool, StepError> {
        let At { system, island, .. } = at;
        for of in island.joints.iter().map(|&b| system.block(b).rows()) {
            self.impact[of.clone()].copy_from_slice(&alpha.velocity.rows.lam[of]);
        }
        island.copy(&alpha.smooth_kin.v, &mut self.before);
        island.copy(&alpha.workspace.work.kin.v, &mut alpha.smooth_kin.v);
        self.solve(at, tau, alpha, report)?;
        island.copy(&alpha.position.rows.base, &mut alpha.velocity.rows.base);
        let mut acting = island.contacts.iter().filter(|&&c| alpha.velocity.rows.active[c]);
        if !acting.all(|&c| alpha.workspace.parts(system, c)) {
            island.copy(&self.before, &mut alpha.smooth_kin.v);
            return Ok(false);
        }
        for row in island.joints.iter().flat_map(|&b| system.block(b).rows()) {
            self.impulses[row] += self.impact[row];
        }
        alpha.after[at.slot()] = After::StartsAnew;
        if island.joints.is_empty() {
            island.copy(&alpha.workspace.work.kin.v, &mut alpha.smooth_kin.v);
            self.solve_stage(
                at,
                |smooth| Correction { level: Level::Velocity, s: 1.0, rate: 0.0, smooth },
                alpha,
                report,
            )?;
            island.copy(&alpha.workspace.work.y, &mut alpha.shift);
            alpha.after[at.slot()] = After::GoesOn;
        }
        Ok(true)
    }

    /// Velocities of an island without its contacts, with forces of weight `s`.
    fn solve(&mut self, at: At, s: f64, alpha: &mut Alpha, report: &mut StepReport) -> Result<(), StepError> {
        self.solve_stage(at, |smooth| Correction::of_velocities(s, smooth), alpha, report)
    }

    fn solve_stage(
        &mut self,
        at: At,
        stage: impl for<'a> Fn(&'a Kinematics) -> Correction<'a>,
        alpha: &mut Alpha,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let (rows, sub) = (&mut alpha.velocity.rows, &mut self.parts[at.slot()]);
        alpha.workspace.guess(at, rows, None);
        sub.activate_contacts(at.system, at.island, &[]);
        sub.tolerances = alpha.velocity.parts[at.slot()].tolerances;
        sub.invalidate();
        let stage = stage(&alpha.smooth_kin);
        let posed = Posed { name: VELOCITY_JUMP, at, rows, sub, stage: &stage, rows_are_current: true };
        report.add(VELOCITY_JUMP, alpha.workspace.solve(posed)?);
        Ok(())
    }

    /// After the velocity jump, or where it failed: ṽ and the base are what they were, and impulses are those of all.
    pub fn take_back(&self, At { system, island, .. }: At, alpha: &mut Alpha) {
        island.copy(&self.smooth, &mut alpha.smooth_kin.v);
        island.copy(&alpha.position.rows.base, &mut alpha.velocity.rows.base);
        for row in island.joints.iter().flat_map(|&b| system.block(b).rows()) {
            alpha.velocity.rows.lam[row] += self.impulses[row];
        }
    }
}

impl Alpha {
    /// The time since the touch, if all contacts of an island that act fly apart after theirs and the step resolves the forces that change since,
    /// h²‖f(q, ṽ) − f(q~, ṽ)‖ ≤ ½‖M U‖. The mean of the two forces is then the base of the jump.
    pub fn flight(&mut self, At { system, island, h, .. }: At) -> Option<f64> {
        let (rows, before) = (&mut self.velocity.rows, &self.position.rows.base);
        let mut tau = f64::NAN;
        for &c in island.contacts.iter().filter(|&&c| rows.active[c]) {
            let Phase::Flight { tau: since } = self.workspace.phases[c] else { return None };
            tau = tau.max(since);
        }
        // Joint forces turn with the bodies.
        if tau.is_nan() || !island.has_forces && island.joints.is_empty() {
            return None;
        }
        let work = &mut self.workspace.work;
        island.copy(&self.smooth_kin.v, &mut work.kin.v);
        work.balance(system, island, &rows.carried);
        let mass = system.mass.diagonal();
        let [forces, moved] = island.sums(|i| {
            let (change, u) = (work.f[i] - before[i], self.u[i]);
            [change * change / mass[i], u * u * mass[i]]
        });
        if h * h * forces.sqrt() > RESOLVED * moved.sqrt() {
            return None;
        }
        for i in island.each_dof() {
            rows.base[i] = 0.5 * (before[i] + work.f[i]);
        }
        Some(tau)
    }
}
