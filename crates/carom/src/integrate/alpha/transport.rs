//! Carries the smooth velocities of an island that is hit from the configuration of its smooth motion, where its joints allow them,
//! to that of the end of the step, which U has moved: by joint impulses along the mean of the rows of both, which is a
//! rotation and does no work up to third order. Impulses of the impact then see joints that do none at all.

use super::{Alpha, Correction, VELOCITY_JUMP};
use crate::integrate::scheme::At;
use crate::integrate::step::{Directions, Posed};
use crate::integrate::{StepError, StepReport};
use crate::system::{Assembly, Subproblem};

pub(in crate::integrate) struct Transport {
    /// ṽ before it was carried along, joint impulses that did it, and the problems that found them.
    smooth: Vec<f64>,
    impulses: Vec<f64>,
    parts: Vec<Subproblem>,
}

impl Transport {
    pub fn new(system: Assembly) -> Self {
        let parts = system.components.list.iter().map(|_| Subproblem::default()).collect();
        Self { smooth: vec![0.0; system.layout.n], impulses: vec![0.0; system.joint_rows], parts }
    }

    pub fn restart(&mut self) {
        self.parts.iter_mut().for_each(Subproblem::restart);
    }

    /// Carries ṽ of an island along.
    pub fn carry(&mut self, at: At, alpha: &mut Alpha, report: &mut StepReport) -> Result<(), StepError> {
        let (At { system, island, .. }, slot) = (at, at.slot());
        island.copy(&alpha.smooth_kin.v, &mut self.smooth);
        let rows = &mut alpha.velocity.rows;
        alpha.workspace.direct_from_smooth(at, rows);
        alpha.workspace.guess(at, rows, None);
        let stage = Correction::of_velocities(0.0, &alpha.smooth_kin);
        let sub = &mut self.parts[slot];
        sub.activate_contacts(system, island, &[]);
        sub.tolerances = alpha.velocity.parts[slot].tolerances;
        sub.invalidate();
        let posed = Posed { name: VELOCITY_JUMP, at, rows, sub, stage: &stage, rows_are_current: true };
        report.add(VELOCITY_JUMP, alpha.workspace.solve(posed)?);
        island.copy(&alpha.workspace.work.kin.v, &mut alpha.smooth_kin.v);
        for of in island.joints.iter().map(|&b| system.block(b).rows()) {
            self.impulses[of.clone()].copy_from_slice(&alpha.velocity.rows.lam[of]);
        }
        alpha.workspace.set_directions(at, Directions::End, &mut alpha.velocity.rows);
        Ok(())
    }

    /// After the velocity jump: ṽ is where it was, and impulses are those of both.
    pub fn take_back(&self, At { system, island, .. }: At, alpha: &mut Alpha) {
        island.copy(&self.smooth, &mut alpha.smooth_kin.v);
        for row in island.joints.iter().flat_map(|&b| system.block(b).rows()) {
            alpha.velocity.rows.lam[row] += self.impulses[row];
        }
    }
}
