//! The path along its arc length: how long the arcs are, and where they end.

use super::problem::Arc;
use super::{EASY, LEAST, Path, StaticError};
use crate::integrate::describe;
use nonsmooth::Report;
use std::f64::consts::SQRT_2;

/// Relative length of the first arc of a model that does not move.
const SHORTEST: f64 = 1e-9;

impl Path<'_, '_> {
    /// Follows the path by its arc length until the load is 1.
    pub(super) fn follow(&mut self) -> Result<(), StaticError> {
        let system = self.solver.system;
        let first = 1.0 / self.solver.settings.steps as f64;
        if self.solver.balance(self.state, first).map(|report| self.accept(report)).is_err() {
            self.relax(first)?;
        }
        let mut arc = Arc::new(self.solver.units.iter().map(|u| u / system.length));
        // A straight path goes on as it began.
        arc.radius = SQRT_2 * arc.dot(&self.leg.y, &self.leg.y).sqrt().max(SHORTEST);
        arc.range = SQRT_2 * first;
        let begin = (arc.radius, arc.range);
        while self.state.kin.load < 1.0 {
            if self.report.path.len() > self.solver.settings.max_steps {
                return Err(StaticError::PathEnds { steps: self.solver.settings.max_steps, load: self.state.kin.load });
            }
            match self.solver.advance(self.state, &mut arc, &self.leg) {
                Ok(report) if self.solver.work.kin.load >= 1.0 => self.end(&report)?,
                Ok(report) => {
                    self.accept(report);
                    self.adapt(&mut arc, report.iterations, begin);
                }
                Err(_) if arc.range > LEAST * begin.1 && !(self.solver.stop)() => {
                    self.report.cuts += 1;
                    arc.radius *= 0.5;
                    arc.range *= 0.5;
                }
                Err(reason) => return Err(self.lost(reason)),
            }
        }
        Ok(())
    }

    /// From the solution in the workspace, past the end of the path, back to the full load.
    fn end(&mut self, report: &Report) -> Result<(), StaticError> {
        let mut beyond = self.state.clone();
        self.solver.commit(&mut beyond, &self.solver.sub, 1.0);
        let end = self.solver.balance(&beyond, 1.0).map_err(|failure| self.lost(describe(&failure)))?;
        *self.state = beyond;
        self.accept(Report { iterations: report.iterations + end.iterations, ..end });
        Ok(())
    }

    /// Sizes of the next arc by the iterations of the last (Crisfield): it grows while motion limits it, until a step moves a
    /// node by the model's length over `steps`.
    fn adapt(&self, arc: &mut Arc, iterations: usize, (radius, range): (f64, f64)) {
        let moved = arc.dot(&self.leg.y, &self.leg.y).sqrt();
        let factor = (EASY as f64 / iterations.max(1) as f64).sqrt().clamp(0.5, 1.5);
        if factor < 1.0 {
            // Iterations that do not become fewer do not make the arcs shorter for ever.
            arc.radius = arc.radius.min((factor * arc.radius).max(0.1 * radius));
            arc.range = arc.range.min((factor * arc.range).max(0.1 * range));
            return;
        }
        arc.range = (factor * arc.range).min(range);
        if moved > 0.5 * arc.radius {
            let steps = self.solver.settings.steps as f64;
            let longest = moved * self.solver.system.length / (steps * self.solver.moved());
            arc.radius = (factor * arc.radius).min(longest.max(radius));
        }
    }

    /// Why the path ends.
    fn lost(&self, reason: String) -> StaticError {
        let load = self.state.kin.load;
        if (self.solver.stop)() {
            return StaticError::Interrupted { load };
        }
        let free = self.solver.free_motion(self.state).map(StaticError::Free);
        free.unwrap_or(StaticError::PathLost { load, reason })
    }
}
