//! Impulses of lasting contacts whose rows turn during the step (THEORY §4).
//!
//! An impulse along G_{n+1}ᵀ projects the velocity on what the rows allow at the end of the step. A projection takes energy: where
//! G_n v_n = 0 it is −½ G_{n+1} v_n Λ, of second order in every step and of first order in a run. The force of a contact that
//! lasts acts all through the step. Its impulse is therefore ½(G_n + G_{n+1})ᵀ Λ, which makes the projection a rotation. The part
//! ½(G_n − G_{n+1})ᵀ Λ of the last solution is given, and the next solution finds Λ along G_{n+1} anew, until the part stays.
//!
//! Moments are those in the axes of the body at both ends: the position correction turns the body by ½h of the jump, and the
//! angular momentum in space with it.

use super::near::was_closed;
use super::{Step, merge};
use crate::integrate::State;
use crate::integrate::error::{StepError, Which};
use crate::system::{Stage, Subproblem, System, Work, contact_velocity};
use nonsmooth::Report;

/// Solutions with parts that are given; each brings the part closer by the square of the angle that the rows turn by.
const MAX_PASSES: usize = 3;

/// What turns in a step.
#[derive(Debug, Default)]
pub(super) struct Turning {
    /// Rows at the start of the step: values and Jacobians.
    g: Vec<f64>,
    jacobians: Vec<f64>,
    /// ½ G_nᵀ Λ and ½(G_n − G_{n+1})ᵀ Λ over the freedoms, as they are now and as they are given.
    now: Parts,
    given: Parts,
}

#[derive(Debug, Default)]
struct Parts {
    start: Vec<f64>,
    turn: Vec<f64>,
}

impl Parts {
    fn clear(&mut self, n: usize) {
        for part in [&mut self.start, &mut self.turn] {
            part.clear();
            part.resize(n, 0.0);
        }
    }
}

impl Turning {
    pub fn fit(&mut self, system: &System) {
        self.g.resize(system.row_count, 0.0);
        self.jacobians.resize(system.jacobian_size, 0.0);
        self.now.clear(system.layout.n);
        self.given.clear(system.layout.n);
    }

    /// Adds half the impulse of a contact, and takes it off along the rows of the end of the step.
    fn add(&mut self, system: &System, state: &mut State, work: &Work, c: usize, sub: &mut Subproblem) {
        let block = &system.blocks[system.contacts[c].block];
        // The frame from which this step counted; at the start of a run the state has none yet.
        state.kin.contacts[c] = system.contact(c).pair.frame(&state.kin, &state.kin.contacts[c]);
        block.evaluate(&state.kin, &mut self.g, &mut self.jacobians);
        for i in 0..block.len() {
            let half = 0.5 * sub.lam[block.first + i];
            sub.prior[block.first + i] = -half;
            let rows = self.jacobians[block.jacobian_row(i)].iter().zip(&work.jacobians[block.jacobian_row(i)]);
            for (&dof, (start, end)) in block.dofs.iter().zip(rows) {
                self.now.start[dof as usize] += half * start;
                self.now.turn[dof as usize] += half * (start - end);
            }
        }
    }
}

impl Step {
    /// Lets the impulses of lasting contacts in the solved velocity problem of `stage`, whose forces act for `h`, act along the
    /// mean of their rows.
    pub fn turn_impulses<S: Stage>(
        &mut self,
        system: &System,
        state: &mut State,
        h: f64,
        sub: &mut Subproblem,
        stage: &S,
        report: &mut Report,
    ) -> Result<(), StepError> {
        self.turning.given.clear(system.layout.n);
        for _ in 0..MAX_PASSES {
            let changes = self.give_parts(system, state, h, sub);
            let solved = if changes { self.solve(Which::Velocity, system, sub, stage, true) } else { Ok(*report) };
            for &c in &self.near {
                sub.prior[system.blocks[system.contacts[c].block].rows()].fill(0.0);
            }
            if !changes {
                break;
            }
            *report = merge(*report, solved?);
            self.account_impacts(system, sub);
        }
        Ok(())
    }

    /// Gives the problem the parts of its present solution; false if they are what it has already, up to its tolerance.
    fn give_parts(&mut self, system: &System, state: &mut State, h: f64, sub: &mut Subproblem) -> bool {
        self.turning.now.clear(system.layout.n);
        for &c in &self.near {
            let first = system.blocks[system.contacts[c].block].first;
            if sub.allowed[c] && sub.lam[first] > 0.0 && was_closed(system, state, h, c) {
                self.turning.add(system, state, &self.work, c, sub);
                // Its impulse works on the velocities along the rows of both ends.
                for (i, &axis) in system.contacts[c].axes.iter().enumerate() {
                    let frame = &state.kin.contacts[c];
                    self.before[first + i] = contact_velocity(system, system.contact(c), frame, axis, &state.kin);
                }
            }
        }
        let Turning { now, given, .. } = &mut self.turning;
        given.turn.iter_mut().zip(&now.turn).for_each(|(given, now)| *given -= now);
        let scale = Subproblem::dual_norm(system, &now.start) + sub.tolerances.force_scale;
        let changes = Subproblem::dual_norm(system, &given.turn) > sub.tolerances.equilibrium * scale;
        if changes {
            for ((base, now), given) in sub.base.iter_mut().zip(&now.start).zip(&given.start) {
                *base -= (now - given) / h;
            }
            std::mem::swap(now, given);
        }
        changes
    }
}
