//! Residuals of a problem, and the face it shows to the Newton iteration.

use super::{Level, Resists, Stage, Subproblem, TINY_PIVOT, Work, dual_norm, norm};
use crate::system::System;
use crate::system::profile::{Part, timed};
use nonsmooth::{Assessment, Problem};

/// Norms are roots of sums of squares: below this the squares underflow.
const UNDERFLOW: f64 = 1e-150;

/// A problem, its stage and its workspace, as the Newton iteration sees them.
pub struct Solve<'a, S: Stage> {
    pub system: &'a System,
    pub work: &'a mut Work,
    pub sub: &'a mut Subproblem,
    pub stage: &'a S,
    /// Whether rows have been evaluated for the present configuration already.
    pub rows_are_current: bool,
}

impl<S: Stage> Solve<'_, S> {
    /// Values of the rows of block `b` at the stage's level, references subtracted, into `residual_rows`.
    pub(super) fn row_values(&mut self, b: usize) {
        let block = &self.system.blocks[b];
        let weight = self.stage.weights().row(self.stage.level());
        for i in 0..block.len() {
            let row = block.first + i;
            let value = match self.stage.level() {
                Level::Position => self.work.g[row],
                Level::Velocity => self.work.row_times(self.system, b, i, &self.work.kin.v) + self.work.g_t[row],
                Level::Acceleration => self.work.row_times(self.system, b, i, &self.work.x),
            };
            let give = if self.sub.regularised { weight * self.sub.give[row] * self.sub.lam[row] } else { 0.0 };
            self.sub.residual_rows[row] = value - self.sub.reference[row] + give;
        }
    }

    /// Effective mass seen by the softest of the rows that are lengths, or that are angles: the natural augmentation parameter.
    fn effective_mass(&self, b: usize, angular: bool) -> f64 {
        let block = &self.system.blocks[b];
        let diagonal = &self.sub.metric;
        let inverse = |i: usize| {
            let jac = &self.work.jacobians[block.jacobian_row(i)];
            block.dofs.iter().zip(jac).map(|(&d, j)| j * j / diagonal[d as usize]).sum::<f64>()
        };
        let rows = (0..block.len()).filter(|&i| block.row(i).is_angular() == angular);
        let largest = rows.map(inverse).fold(0.0, f64::max);
        if largest > 0.0 { 1.0 / largest } else { 1.0 }
    }

    /// Computes the augmentation parameters of a contact where they are missing.
    fn augment(&mut self, b: usize) {
        let block = &self.system.blocks[b];
        if self.sub.p[block.first] != 0.0 {
            return;
        }
        let linear = self.sub.augmentation * self.effective_mass(b, false);
        let turns = (1..block.len()).any(|i| block.row(i).is_angular());
        let angular = if turns { self.sub.augmentation * self.effective_mass(b, true) } else { linear };
        for (i, row) in block.rows().enumerate() {
            self.sub.p[row] = if block.row(i).is_angular() { angular } else { linear };
        }
    }

    /// Projects the augmented multipliers of a contact; leaves c = (P − λ)/p in `residual_rows`.
    fn project(&mut self, contact: usize) {
        let b = self.system.contacts[contact].block;
        let rows = self.system.blocks[b].rows();
        self.augment(b);
        let mut xi = [-1.0; nonsmooth::MAX_ROWS];
        if self.sub.allowed[contact] {
            for (k, row) in rows.clone().enumerate() {
                xi[k] = self.sub.lam[row] - self.sub.p[row] * self.sub.residual_rows[row];
            }
        }
        let are_given = self.sub.resists == Resists::Given && xi[0] >= 0.0;
        if are_given {
            xi[1..rows.len()].copy_from_slice(&self.sub.given[rows.start + 1..rows.end]);
        }
        let mut projection = self.sub.laws[contact].project(&xi[..rows.len()]);
        if are_given {
            // The forces of the discs depend on the normal one alone.
            projection.derivative.iter_mut().skip(1).for_each(|row| row[1..].fill(0.0));
        }
        for (k, row) in rows.enumerate() {
            self.sub.force[row] = projection.force[k];
            self.sub.residual_rows[row] = (projection.force[k] - self.sub.lam[row]) / self.sub.p[row];
        }
        self.sub.pattern = self.sub.pattern.wrapping_mul(31).wrapping_add(u64::from(projection.pattern) + 1);
        self.sub.projections[contact] = projection;
    }

    /// Evaluates rows and forces of all active blocks; adds Gᵀ(P + s carried) to `gt_p`.
    fn evaluate_blocks(&mut self, s: f64) {
        self.sub.pattern = 0;
        self.work.gt_p.fill(0.0);
        for index in 0..self.sub.blocks.len() {
            let b = self.sub.blocks[index];
            self.row_values(b);
            let block = &self.system.blocks[b];
            if b < self.system.joint_blocks {
                for row in block.rows() {
                    self.sub.force[row] = self.sub.lam[row];
                    self.sub.residual_rows[row] = -self.sub.residual_rows[row];
                }
            } else {
                self.project(self.sub.contacts[index - self.system.joint_blocks]);
            }
            for i in 0..block.len() {
                let row = block.first + i;
                let w = self.sub.force[row] + self.sub.prior[row] + s * self.sub.carried[row];
                if w == 0.0 {
                    continue;
                }
                let jac = &self.work.jacobians[block.jacobian_row(i)];
                for (&d, j) in block.dofs.iter().zip(jac) {
                    self.work.gt_p[d as usize] += w * j;
                }
            }
        }
    }

    /// How far row `i` of block `b` may be from holding.
    pub(super) fn row_limit(&self, b: usize, i: usize) -> f64 {
        let tol = &self.sub.tolerances;
        match self.stage.level() {
            Level::Position if self.system.blocks[b].row(i).is_angular() => tol.constraint,
            Level::Position => tol.constraint * tol.length + tol.length_rounding,
            _ => self.sub.velocity_limit(self.system, self.work, b, i),
        }
    }

    /// Largest equilibrium residual, for forces of the size `scale`.
    pub(super) fn equilibrium_limit(&self, scale: f64) -> f64 {
        let rounding = self.sub.tolerances.rounding + self.stage.weights().s * self.sub.force_rounding();
        self.sub.tolerances.equilibrium * scale + rounding + UNDERFLOW
    }

    /// Largest value over its tolerance among the constraint rows.
    pub(super) fn constraint_ratio(&self, value: impl Fn(&Subproblem, usize) -> f64) -> f64 {
        let mut ratio = 0.0_f64;
        for &b in &self.sub.blocks {
            let block = &self.system.blocks[b];
            for i in 0..block.len() {
                let c = value(self.sub, block.first + i).abs();
                if c.is_nan() {
                    return f64::NAN;
                }
                // A residual of exactly zero meets any tolerance, also one of zero.
                if c > 0.0 {
                    ratio = ratio.max(c / self.row_limit(b, i));
                }
            }
        }
        ratio
    }

    pub(super) fn row_norm(&self, b: usize, i: usize) -> f64 {
        self.sub.row_norm(self.system, self.work, b, i)
    }

    /// Evaluates rows, projections and equilibrium at the iterate; returns the residual of equilibrium over its tolerance.
    pub(super) fn evaluate_forces(&mut self) -> f64 {
        let weights = self.stage.weights();
        let moved = self.stage.place(self.system, self.work);
        if moved {
            self.work.kin.update_ports(&self.system.model.ports);
        } else {
            self.work.kin.update_velocities();
        }
        if moved || !self.rows_are_current {
            self.work.evaluate_first_rows(self.system, &self.sub.blocks, self.sub.moving_rows);
            self.rows_are_current = true;
        }
        self.evaluate_blocks(weights.s);
        self.system.mass.mul(&self.work.x, &mut self.work.r1);
        let mut scale = dual_norm(&self.sub.metric, &self.work.r1)
            + dual_norm(&self.sub.metric, &self.work.gt_p)
            + self.sub.tolerances.force_scale;
        if weights.s != 0.0 {
            self.work.f.fill(0.0);
            let (system, work) = (self.system, &mut *self.work);
            timed(Part::Forces, self.sub.is_sparse(), || system.add_forces(&work.kin, &mut work.f));
            let s = weights.s;
            if self.sub.tolerances.force_scale == 0.0 {
                scale += s * dual_norm(&self.sub.metric, &self.work.f);
            }
            for ((r, f), base) in self.work.r1.iter_mut().zip(&self.work.f).zip(&self.sub.base) {
                *r -= s * (f - base);
            }
        }
        for (r, g) in self.work.r1.iter_mut().zip(&self.work.gt_p) {
            *r -= g;
        }
        let residual = dual_norm(&self.sub.metric, &self.work.r1);
        if residual == 0.0 { 0.0 } else { residual / self.equilibrium_limit(scale) }
    }
}

impl Subproblem {
    /// ‖G_j M^{-1/2}‖, M the metric, which turns velocities in it into row velocities.
    fn row_norm(&self, system: &System, work: &Work, b: usize, i: usize) -> f64 {
        let block = &system.blocks[b];
        let jac = &work.jacobians[block.jacobian_row(i)];
        block.dofs.iter().zip(jac).map(|(&d, j)| j * j / self.metric[d as usize]).sum::<f64>().sqrt()
    }

    /// Velocity of a row that a solution leaves: smaller ones are zero.
    pub fn velocity_limit(&self, system: &System, work: &Work, b: usize, i: usize) -> f64 {
        let tol = &self.tolerances;
        (tol.constraint * tol.velocity_scale + tol.velocity_rounding) * self.row_norm(system, work, b, i)
    }
}

impl<S: Stage> Problem for Solve<'_, S> {
    fn evaluate(&mut self) -> Assessment {
        let equilibrium = self.evaluate_forces();
        let rows = self.constraint_ratio(|sub, row| sub.residual_rows[row]);
        let ratio = if equilibrium.is_nan() || rows.is_nan() { f64::NAN } else { equilibrium.max(rows) };
        Assessment { ratio, pattern: self.sub.pattern }
    }

    fn has_tangent(&self) -> bool {
        self.sub.factor.is_valid() && self.sub.factor_pattern == self.sub.pattern
    }

    fn refresh(&mut self) -> bool {
        self.update_scale();
        if !self.sub.regularised {
            if self.factorise() && self.sub.factor.smallest_pivot() > TINY_PIVOT {
                return true;
            }
            // Joint rows get diagonal entries: a new structure.
            self.sub.regularised = true;
            self.sub.matrix.reset(self.sub.size, self.sub.matrix.storage());
        }
        self.factorise()
    }

    fn direction(&mut self) {
        let n = self.system.layout.n;
        let row_weight = self.stage.weights().row(self.stage.level());
        self.sub.y_0.copy_from_slice(&self.work.y);
        self.sub.lam_0.copy_from_slice(&self.sub.lam);
        self.sub.force_0.copy_from_slice(&self.sub.force);
        for (b, r) in self.sub.rhs[..n].iter_mut().zip(&self.work.r1) {
            *b = -r;
        }
        for (index, &b) in self.sub.blocks.iter().enumerate() {
            let block = &self.system.blocks[b];
            let at = self.sub.unknowns[index];
            for i in 0..block.len() {
                let c = &self.sub.residual_rows[block.rows()];
                self.sub.rhs[at + i] = if b < self.system.joint_blocks {
                    -c[i] / row_weight
                } else {
                    let contact = self.sub.contacts[index - self.system.joint_blocks];
                    let d = &self.sub.projections[contact].derivative[i];
                    let p = &self.sub.p[block.rows()];
                    -(0..c.len()).map(|j| d[j] * c[j] * p[j] / p[i]).sum::<f64>()
                };
            }
        }
        let sub = &mut *self.sub;
        timed(Part::Solution, sub.is_sparse(), || sub.factor.solve(&mut sub.rhs));
    }

    fn step(&mut self, fraction: f64) {
        for ((y, y_0), dy) in self.work.y.iter_mut().zip(&self.sub.y_0).zip(&self.sub.rhs) {
            *y = y_0 + fraction * dy;
        }
        for (index, &b) in self.sub.blocks.iter().enumerate() {
            let at = self.sub.unknowns[index];
            for (i, row) in self.system.blocks[b].rows().enumerate() {
                let (old, target) = (self.sub.lam_0[row], self.sub.force_0[row] + self.sub.rhs[at + i]);
                self.sub.lam[row] = old + fraction * (target - old);
            }
        }
    }

    fn direction_is_negligible(&self) -> bool {
        let dy = &self.sub.rhs[..self.system.layout.n];
        norm(&self.sub.metric, dy) <= self.sub.tolerances.negligible
    }

    fn is_compromise(&self) -> bool {
        // Where a row converged to g + give λ = 0, give λ is its violation; rounding of the multipliers explains a few tolerances.
        let weight = self.stage.weights().row(self.stage.level());
        self.sub.regularised && self.constraint_ratio(|sub, row| weight * sub.give[row] * sub.lam[row]) > 10.0
    }
}
