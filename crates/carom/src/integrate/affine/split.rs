//! The part W of the velocities that impulses made, of formulas whose accelerations do not contain it.

use super::super::StepReport;
use super::super::error::StepError;
use super::super::scheme::At;
use super::Formula;
use super::free::FREE;
use super::scheme::{AffineScheme, VELOCITY};

/// Most solutions of a problem whose configuration depends on its impulses.
const MOST_SOLUTIONS: usize = 60;

impl<F: Formula> AffineScheme<F> {
    /// W of the impulses just found. Where the configuration depends on it, the problem is solved again until it stays.
    ///
    /// For fixed active rows and a linear system an error of W becomes −L times itself, L ≥ 0, small for soft bodies and larger than 1
    /// for stiff ones in long steps: the next W is on the line through the last two that makes the residual r = Φ(W) − W least in the
    /// metric of M (Irons & Tuck 1969).
    pub(super) fn split(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        let At { system, island, h, .. } = at;
        let (mass, shift) = (system.mass.diagonal(), self.formula.shift(h).abs());
        if !at.has_rows() {
            island.fill(0.0, &mut self.w);
            return Ok(());
        }
        let (s, mut relaxation) = (self.known.s, 1.0);
        for solution in 0..MOST_SOLUTIONS {
            island.copy(&self.workspace.work.x, &mut self.acceleration);
            report.add(FREE, self.free.solve(&mut self.workspace, at)?);
            let [last, now] = &mut self.residual;
            for i in island.each_dof() {
                last[i] = now[i];
                now[i] = self.acceleration[i] - s * self.workspace.work.y[i] - self.w[i];
            }
            let change = island.norm(mass, now);
            let scale = self.problem.parts[at.slot()].tolerances.velocity_scale;
            island.copy(&self.y, &mut self.workspace.work.y);
            let is_enough = shift * change <= h * self.settings.tolerance * scale;
            if solution > 0 && !is_enough {
                let [along, size] = island.sums(|i| {
                    let turn = now[i] - last[i];
                    [last[i] * turn * mass[i], turn * turn * mass[i]]
                });
                relaxation *= -along / size;
            }
            let share = if is_enough { 1.0 } else { relaxation };
            island.each_dof().for_each(|i| self.w[i] += share * self.residual[1][i]);
            if is_enough {
                return Ok(());
            }
            self.pose(F::STAGES - 1, at);
            self.solve_stage(F::STAGES - 1, at, report)?;
            island.copy(&self.workspace.work.y, &mut self.y);
        }
        let reason = format!("the way by impulses still changes after {MOST_SOLUTIONS} solutions");
        Err(StepError::NotConverged { problem: VELOCITY, reason, worst: "none (equilibrium)".to_owned() })
    }
}
