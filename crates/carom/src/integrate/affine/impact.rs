//! Impacts at the end of the step, of formulas whose constraints act by forces.

use super::super::StepReport;
use super::super::decoupled::VelocityStage;
use super::super::error::StepError;
use super::super::scheme::At;
use super::super::step::{Directions, Rounding, VelocityProblem, set_impulse_compliance};
use super::Formula;
use super::scheme::{AffineScheme, REST};

/// Name of the problem.
const IMPACT: &str = "impact";

impl<F: Formula> AffineScheme<F> {
    /// Forces at the end of the step from the impulses of its last problem.
    pub(super) fn keep_forces(&mut self, At { system, island, .. }: At) {
        let contacts = island.contacts.iter().map(|&c| system.contact_block(c));
        for block in island.joints.iter().map(|&b| system.block(b)).chain(contacts) {
            for row in block.rows() {
                self.forces[row] = self.problem.rows.lam[row] / self.known.s;
                self.problem.rows.lam[row] = 0.0;
            }
        }
    }

    /// Impulses at the end of the step, where a contact closed in it that was open, or that nothing acted on: all that are closed there
    /// take part.
    pub(super) fn solve_impact(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let limit = REST * island.length;
        let kin = &self.workspace.work.kin;
        let closes = |&c: &usize| system.contact(c).pair.gap(kin) <= limit && system.contact(c).pair.faces(kin);
        let was_open = |&c: &usize| system.contact(c).pair.gap(&state.kin) > limit || !self.problem.rows.active[c];
        if !island.contacts.iter().any(|c| closes(c) && was_open(c)) {
            return Ok(());
        }
        for c in &island.contacts {
            self.jump.rows.active[*c] = closes(c);
            self.jump.rows.laws[*c] = self.problem.rows.laws[*c];
            self.jump.rows.renew_augmentation(system, *c);
        }
        let sub = &mut self.jump.parts[slot];
        sub.activate(system, island);
        sub.tolerances = self.problem.parts[slot].tolerances;
        sub.tolerances.negligible = Rounding::of(at).all / h;
        set_impulse_compliance(system, &mut self.jump.rows, sub);
        self.impacted[slot] = true;
        self.workspace.look_at_end(at);
        self.workspace.set_directions(at, Directions::End, &mut self.jump.rows);
        self.workspace.set_hit(island, true);
        self.workspace.guess(at, &mut self.jump.rows, None);
        for row in island.contacts.iter().flat_map(|&c| system.contact_block(c).rows()) {
            self.jump.rows.lam[row] = 0.0;
        }
        self.before_impact.t = self.workspace.work.kin.t;
        system.copy_kinematics(island, &self.workspace.work.kin, &mut self.before_impact);
        let stage = VelocityStage { s: 0.0, smooth: &self.before_impact };
        let mut problem = VelocityProblem {
            name: IMPACT,
            at,
            rows: &mut self.jump.rows,
            sub: &mut self.jump.parts[slot],
            stage: &stage,
            rows_are_current: true,
            impacts: self.settings.impacts,
            smooth: &self.before_impact.v,
            hit: true,
            printed: false,
        };
        let (impacts, share) = self.workspace.solve_limited(&mut problem, 1.0)?;
        report.limited += usize::from(share < 1.0);
        report.add_impacts(IMPACT, &impacts);
        Ok(())
    }
}
