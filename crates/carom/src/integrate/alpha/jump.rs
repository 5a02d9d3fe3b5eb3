//! The velocity jump of an island: the impact law for the contacts that the position correction closed, and what happens to velocities
//! beside it where one of them is hit.

use super::{After, Alpha, Correction, Transport, VELOCITY_JUMP};
use crate::integrate::scheme::At;
use crate::integrate::settings::Impacts;
use crate::integrate::step::{Directions, ImpactReport, Phase, VelocityProblem, set_impulse_compliance};
use crate::integrate::{StepError, StepReport};

/// How a velocity jump is found.
#[derive(Clone, Copy, Debug)]
pub(in crate::integrate) struct Jump {
    /// Largest share of the restitution.
    pub most: f64,
    /// The impact law is the printed one.
    pub is_printed: bool,
    /// Forces that persist act along the mean of the rows, and where contacts are hit forces and joints act before and after the impact.
    pub is_refined: bool,
}

impl Alpha {
    /// Finds the velocity jump of an island; returns the share of the restitution that makes no energy.
    pub fn solve_jump(
        &mut self,
        at: At,
        jump: Jump,
        transport: &mut Transport,
        report: &mut StepReport,
    ) -> Result<f64, StepError> {
        let (At { system, island, .. }, slot) = (at, at.slot());
        let impacts = self.settings.impacts;
        self.after[slot] = After::Rings;
        self.allow_closed(at, impacts != Impacts::Simultaneous);
        if impacts == Impacts::Poisson {
            self.workspace.allow_hits(island, &mut self.velocity.rows);
        }
        self.workspace.move_frames(at, &self.velocity.rows);
        self.workspace.look_before(at, jump.is_printed);
        let (rows, sub) = (&mut self.velocity.rows, &mut self.velocity.parts[slot]);
        let hit = self.workspace.hit[slot] || self.workspace.is_run_into(at, rows, sub);
        self.workspace.set_hit(island, hit);
        // Where joints are redundant, their forces are those of least norm; that asks for symmetric matrices.
        let is_mean = jump.is_refined && !hit && !island.is_redundant;
        self.workspace.set_directions(at, if is_mean { Directions::Mean } else { Directions::End }, rows);
        set_impulse_compliance(system, rows, sub);
        if is_mean {
            self.turn_sliding(at);
        }
        let share = if hit && jump.is_refined {
            transport.begin(at, self);
            let share = self.solve_carried(at, jump, transport, report);
            transport.take_back(at, self);
            share?
        } else {
            self.solve_impact(at, self.weights[slot].velocity, jump, report)?
        };
        for i in island.each_dof() {
            self.w[i] = self.workspace.work.kin.v[i] - self.smooth_kin.v[i];
        }
        Ok(share)
    }

    /// The impact of an island whose smooth velocities are carried to the end of the step first.
    fn solve_carried(
        &mut self,
        at: At,
        jump: Jump,
        transport: &mut Transport,
        report: &mut StepReport,
    ) -> Result<f64, StepError> {
        transport.carry(at, self, report)?;
        let s = self.weights[at.slot()].velocity;
        let flight = self.flight(at.island);
        let flies_on = self.is_touched(at.island) || flight.is_some() && self.is_resolved(at);
        if !flies_on {
            return self.solve_impact(at, s, jump, report);
        }
        match flight {
            Some(tau) => {
                // Impulses at the touch, and then what forces do until the step ends (40).
                self.mean_base(at);
                let share = self.solve_at_touch(at, jump, report)?;
                transport.fly_on(at, tau, self, report)?;
                Ok(share)
            }
            None if self.settings.impacts == Impacts::Simultaneous => self.solve_touch(at, jump, transport, report),
            None => self.solve_impact(at, s, jump, report),
        }
    }

    /// Impulses at the touch where other contacts act until the step ends.
    fn solve_touch(
        &mut self,
        at: At,
        jump: Jump,
        transport: &mut Transport,
        report: &mut StepReport,
    ) -> Result<f64, StepError> {
        let mut phases = at.island.contacts.iter().map(|&c| self.workspace.phases[c]);
        if !phases.any(|phase| phase == Phase::Persistent) {
            self.mean_base(at);
        }
        let share = self.solve_at_touch(at, jump, report)?;
        transport.give(at, &self.workspace.phases, &mut self.velocity.rows);
        let stage = Correction::of_velocities(self.weights[at.slot()].velocity, &self.smooth_kin);
        let posed = self.velocity.pose(VELOCITY_JUMP, at, &stage).with_current_rows();
        let solved = self.workspace.solve(posed);
        if solved.is_ok() {
            self.workspace.account_impacts(at, &self.velocity.rows, true);
        }
        transport.take(at, &mut self.velocity.rows);
        report.add(VELOCITY_JUMP, solved?);
        Ok(share)
    }

    /// The impact law with the mass matrix alone. The tangents of what comes before and after have other weights.
    fn solve_at_touch(&mut self, at: At, jump: Jump, report: &mut StepReport) -> Result<f64, StepError> {
        self.velocity.parts[at.slot()].invalidate();
        let share = self.solve_impact(at, 0.0, jump, report)?;
        self.velocity.parts[at.slot()].invalidate();
        Ok(share)
    }

    /// The impact law with forces of weight `s`; the share of the restitution that makes no energy.
    fn solve_impact(&mut self, at: At, s: f64, jump: Jump, report: &mut StepReport) -> Result<f64, StepError> {
        self.guess_velocity(at);
        let hit = self.workspace.hit[at.slot()];
        let (impacts, share) = self.solve_limited(at, s, hit, jump)?;
        report.add_impacts(VELOCITY_JUMP, &impacts);
        Ok(share)
    }

    /// The same from the first iterate in `work`, for an island that is hit or not.
    pub fn solve_limited(&mut self, at: At, s: f64, hit: bool, jump: Jump) -> Result<(ImpactReport, f64), StepError> {
        let stage = Correction::of_velocities(s, &self.smooth_kin);
        let posed = self.velocity.pose(VELOCITY_JUMP, at, &stage).with_current_rows();
        let (impacts, smooth, printed) = (self.settings.impacts, self.smooth_kin.v.as_slice(), jump.is_printed);
        let mut problem = VelocityProblem { posed, impacts, smooth, hit, printed };
        self.workspace.solve_limited(&mut problem, jump.most)
    }
}
