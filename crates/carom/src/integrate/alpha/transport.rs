//! What happens to the velocities of an island that is hit beside the impact itself, by velocity problems without contacts.
//!
//! **Before it** the smooth velocities are carried from the configuration of the smooth motion, where joints allow them, to that of the end
//! of the step, which U has moved: by joint impulses along the mean of the rows of both, which is a rotation and does no work up to third
//! order. Impulses of the impact then see joints that do none at all.
//!
//! **After it** forces that the impact changed act for the time τ since the touch. Impulses are found with the mass matrix alone, and given
//! to what follows: the difference of the motions with and without the impact, by the trapezoidal rule for what depends on positions and implicitly
//! for what depends on velocities,
//!
//! ```text
//! M W₁ = Gᵀ Λ ,     M U = τ M W₁ + ¼τ² [f(q, ṽ) − f(q~, ṽ)] ,     q = q~ ∘ exp(U)                                          (each with joints)
//! M W₂ = τ [f(q, ṽ + W₁ + W₂) − ½(f(q, ṽ) + f(q~, ṽ))] ,     W = W₁ + W₂                                                                  (40)
//! ```
//!
//! For linear forces ½WᵀMW + ½UᵀKU = ½W₁ᵀMW₁ without dampers: however stiff the springs, the difference has the energy that the impulses gave it.
//! A spring between bodies is a force. The stiffness of an elastic body belongs to what is hit: where the step does not resolve its vibrations, a body
//! answers to an impulse as a whole, and (29) is for W and U themselves, with its forces in the same problem. Its limit is the rigid body.
//! Without joints the accelerations with which the next step starts are those of the smooth motion and M⁻¹ [f(q, v) − f(q~, ṽ)], in which
//! what depends on velocities is implicit.

use super::{After, Alpha, Correction, VELOCITY_JUMP};
use crate::integrate::scheme::At;
use crate::integrate::step::{Directions, Phase, Posed};
use crate::integrate::{StepError, StepReport};
use crate::model::Kinematics;
use crate::system::{Assembly, Island, Level, Multipliers, Subproblem};
use nonsmooth::Projection;

/// Forces that change by at most this share of M U/h² in the motion after a touch are resolved by the step: frequencies below 1/h.
const RESOLVED: f64 = 0.5;

pub(in crate::integrate) struct Transport {
    /// ṽ of the smooth motion.
    smooth: Vec<f64>,
    /// Joint impulses beside those of the last velocity problem, those of the impact, and the problems that find them.
    impulses: Vec<f64>,
    impact: Vec<f64>,
    parts: Vec<Subproblem>,
    given: Vec<Given>,
}

/// A contact whose impulse is given, and how the solution that found it left it.
struct Given {
    contact: usize,
    projection: Projection,
}

impl Transport {
    pub fn new(system: Assembly) -> Self {
        let parts = system.components.list.iter().map(|_| Subproblem::default()).collect();
        let (dofs, rows) = (vec![0.0; system.layout.n], vec![0.0; system.joint_rows]);
        Self { smooth: dofs, impulses: rows.clone(), impact: rows, parts, given: Vec::new() }
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

    /// Lets forces act for the time `tau` after an impact whose jump is in `work`.
    pub fn fly_on(&mut self, at: At, tau: f64, alpha: &mut Alpha, report: &mut StepReport) -> Result<(), StepError> {
        let At { system, island, .. } = at;
        for of in island.joints.iter().map(|&b| system.block(b).rows()) {
            self.impact[of.clone()].copy_from_slice(&alpha.velocity.rows.lam[of]);
        }
        island.copy(&alpha.workspace.work.kin.v, &mut alpha.smooth_kin.v);
        self.solve(at, tau, alpha, report)?;
        island.copy(&alpha.position.rows.base, &mut alpha.velocity.rows.base);
        for row in island.joints.iter().flat_map(|&b| system.block(b).rows()) {
            self.impulses[row] += self.impact[row];
        }
        alpha.after[at.slot()] = After::StartsAnew;
        if island.joints.is_empty() {
            island.copy(&alpha.workspace.work.kin.v, &mut alpha.smooth_kin.v);
            self.solve_stage(
                at,
                |smooth| Correction { level: Level::Velocity, s: 1.0, rate: at.h, smooth },
                alpha,
                report,
            )?;
            for i in island.each_dof() {
                alpha.shift[i] = alpha.workspace.work.y[i];
                alpha.workspace.work.kin.v[i] = alpha.smooth_kin.v[i];
            }
            alpha.after[at.slot()] = After::GoesOn;
        }
        Ok(())
    }

    /// Gives the impulses of the contacts of an island that fly apart to the next solution, in which these act no more.
    pub fn give(&mut self, at: At, phases: &[Phase], rows: &mut Multipliers) {
        self.given.clear();
        let flies = |c: &&usize| matches!(phases[**c], Phase::Flight { .. }) && rows.active[**c];
        self.given.extend(
            at.island
                .contacts
                .iter()
                .filter(flies)
                .map(|&contact| Given { contact, projection: rows.projections[contact] }),
        );
        for given in &self.given {
            rows.active[given.contact] = false;
            for row in at.system.contact_block(given.contact).rows() {
                rows.prior[row] = std::mem::take(&mut rows.lam[row]);
            }
        }
    }

    /// Leaves the contacts of an island as one solution would have left them.
    pub fn take(&mut self, at: At, rows: &mut Multipliers) {
        for Given { contact, projection } in self.given.drain(..) {
            rows.active[contact] = true;
            rows.projections[contact] = projection;
            for row in at.system.contact_block(contact).rows() {
                rows.lam[row] = std::mem::take(&mut rows.prior[row]);
                rows.force[row] = rows.lam[row];
            }
        }
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
    /// Whether forces or joints act on an island of rigid bodies in which contacts fly apart after their touch.
    pub fn is_touched(&self, island: &Island) -> bool {
        let flies = |&c: &usize| matches!(self.workspace.phases[c], Phase::Flight { .. });
        let is_bound = island.has_forces || !island.joints.is_empty();
        is_bound && !island.is_flexible && island.contacts.iter().any(flies)
    }

    /// Whether the step resolves the vibrations of the elastic bodies of an island, h²‖f(q, ṽ) − f(q~, ṽ)‖ ≤ ½‖M U‖: then the node that is hit takes
    /// the impulse alone, and what is behind it follows. Else a body answers to an impulse as a whole, in the end as a rigid one.
    pub fn is_resolved(&mut self, At { system, island, h, .. }: At) -> bool {
        let before = &self.position.rows.base;
        let work = &mut self.workspace.work;
        island.copy(&self.smooth_kin.v, &mut work.kin.v);
        work.balance(system, island, &self.velocity.rows.carried);
        let mass = system.mass.diagonal();
        let [forces, moved] = island.sums(|i| {
            let (change, u) = (work.f[i] - before[i], self.u[i]);
            [change * change / mass[i], u * u * mass[i]]
        });
        island.is_flexible && h * h * forces.sqrt() <= RESOLVED * moved.sqrt()
    }

    /// The time since the touch, if all contacts of an island that act fly apart after theirs.
    pub fn flight(&self, island: &Island) -> Option<f64> {
        let mut tau = f64::NAN;
        for &c in island.contacts.iter().filter(|&&c| self.velocity.rows.active[c]) {
            let Phase::Flight { tau: since } = self.workspace.phases[c] else { return None };
            tau = tau.max(since);
        }
        (!tau.is_nan()).then_some(tau)
    }

    /// The base of the jump of an island becomes ½(f(q, ṽ) + f(q~, ṽ)): what depends on positions changes as the bodies part.
    pub fn mean_base(&mut self, At { system, island, .. }: At) {
        let (rows, before) = (&mut self.velocity.rows, &self.position.rows.base);
        let work = &mut self.workspace.work;
        island.copy(&self.smooth_kin.v, &mut work.kin.v);
        work.balance(system, island, &rows.carried);
        for i in island.each_dof() {
            rows.base[i] = 0.5 * (before[i] + work.f[i]);
        }
    }
}
