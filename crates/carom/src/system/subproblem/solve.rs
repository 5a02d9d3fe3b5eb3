//! Residuals of a problem, and the face it shows to the Newton iteration.

use super::{Level, Multipliers, Resists, Stage, Subproblem, TINY_PIVOT, Work};
use crate::system::profile::{Part, timed};
use crate::system::{Assembly, Island, RowBlock, add_squares};
use nonsmooth::{Assessment, Law, Problem};

/// Norms are roots of sums of squares: below this the squares underflow.
const UNDERFLOW: f64 = 1e-150;

/// A problem, its stage and its workspace, as the Newton iteration sees them.
pub struct Solve<'a, S: Stage> {
    pub system: Assembly<'a>,
    pub island: &'a Island,
    pub work: &'a mut Work,
    pub rows: &'a mut Multipliers,
    pub sub: &'a mut Subproblem,
    pub stage: &'a S,
    /// Whether rows have been evaluated for the present configuration already.
    pub rows_are_current: bool,
}

impl<S: Stage> Solve<'_, S> {
    /// Values of the rows of block `b` at the stage's level, references subtracted, into `residual_rows`.
    pub(super) fn row_values(&mut self, b: usize) {
        let (block, work) = (self.system.block(b), &*self.work);
        let all = block.rows();
        let rows = &mut *self.rows;
        let values = rows.residual_rows[all.clone()].iter_mut();
        let times = |i: usize, x: &[f64]| block.row_times(i, &work.jacobians, x);
        match self.stage.level() {
            Level::Position if rows.frozen[b] => values.enumerate().for_each(|(i, c)| *c = times(i, &work.y)),
            Level::Position => values.zip(&work.g[all.clone()]).for_each(|(c, g)| *c = *g),
            Level::Velocity => {
                let g_t = work.g_t[all.clone()].iter();
                values.enumerate().zip(g_t).for_each(|((i, c), g_t)| *c = times(i, &work.kin.v) + g_t);
            }
            Level::Acceleration => values.enumerate().for_each(|(i, c)| *c = times(i, &work.x)),
        }
        let values = rows.residual_rows[all.clone()].iter_mut();
        values.zip(&rows.reference[all.clone()]).for_each(|(c, reference)| *c -= reference);
        if self.sub.regularised {
            let weight = self.stage.weights().row(self.stage.level());
            for row in all {
                rows.residual_rows[row] += weight * rows.compliance[row] * rows.lam[row];
            }
        }
    }

    /// Effective mass seen by the softest of the rows that are lengths, or that are angles: the natural augmentation parameter.
    fn effective_mass(&self, b: usize, angular: bool) -> f64 {
        let block = self.system.block(b);
        let rows = (0..block.len()).filter(|&i| block.row(i).is_angular() == angular);
        let largest = rows.map(|i| self.rows.mobility(block, self.work, i)).fold(0.0, f64::max);
        if largest > 0.0 { 1.0 / largest } else { 1.0 }
    }

    /// Computes the augmentation parameters of a contact where they are missing.
    fn augment(&mut self, b: usize) {
        let block = self.system.block(b);
        if self.rows.p[block.first] != 0.0 {
            return;
        }
        let linear = self.rows.augmentation * self.effective_mass(b, false);
        let turns = (0..block.len()).any(|i| block.row(i).is_angular());
        let angular = if turns { self.rows.augmentation * self.effective_mass(b, true) } else { linear };
        for (i, row) in block.rows().enumerate() {
            self.rows.p[row] = if block.row(i).is_angular() { angular } else { linear };
        }
    }

    /// The law of a contact: that of friction in a joint has the normal force of the present iterate, and none where it may not act.
    fn law_now(&self, contact: usize) -> Law {
        let law = self.rows.laws[contact];
        match (&self.system.contact_rows(contact).pressing, law.known()) {
            (Some(_), _) if !self.rows.active[contact] => Law::frictionless(),
            (Some(pressing), Some(time)) => {
                law.with_known(pressing.normal(self.system.block(pressing.joint).first, self.rows, time))
            }
            _ => law,
        }
    }

    /// Projects the augmented multipliers λ − p g/w of a contact, w = dg/dy; leaves c = w (P − λ)/p in `residual_rows`.
    fn project(&mut self, contact: usize) {
        let b = self.system.block_of(contact);
        let rows = self.system.block(b).rows();
        self.augment(b);
        let weight = self.stage.weights().row(self.stage.level());
        let mut xi = [-1.0; nonsmooth::MAX_ROWS];
        if self.rows.active[contact] {
            for (k, row) in rows.clone().enumerate() {
                xi[k] = self.rows.lam[row] - self.rows.p[row] * self.rows.residual_rows[row] / weight;
            }
        }
        let law = self.law_now(contact);
        let are_given = self.sub.resists == Resists::Given && xi[0] >= 0.0;
        if are_given {
            xi[1..rows.len()].copy_from_slice(&self.rows.given[rows.start + 1..rows.end]);
        }
        let mut projection = law.project(&xi[..rows.len()], &self.rows.p[rows.clone()]);
        if are_given {
            // The forces of the discs depend on the normal one alone.
            projection.derivative.iter_mut().skip(1).for_each(|row| row[1..].fill(0.0));
        }
        for (k, row) in rows.enumerate() {
            self.rows.force[row] = projection.force[k];
            self.rows.residual_rows[row] = weight * (projection.force[k] - self.rows.lam[row]) / self.rows.p[row];
        }
        self.sub.pattern = self.sub.pattern.wrapping_mul(31).wrapping_add(u64::from(projection.pattern) + 1);
        self.rows.projections[contact] = projection;
    }

    /// Evaluates rows and forces of all active blocks; adds Gᵀ(P + s carried) to `gt_p`.
    fn evaluate_blocks(&mut self, s: f64) {
        self.sub.pattern = 0;
        self.island.fill(0.0, &mut self.work.gt_p);
        for index in 0..self.sub.blocks.len() {
            let b = self.sub.blocks[index];
            self.row_values(b);
            let block = self.system.block(b);
            if b < self.system.joints.len() {
                let (rows, all) = (&mut *self.rows, block.rows());
                rows.force[all.clone()].copy_from_slice(&rows.lam[all.clone()]);
                rows.residual_rows[all].iter_mut().for_each(|c| *c = -*c);
            } else {
                self.project(self.sub.contacts[index - self.sub.joints]);
            }
            let (rows, work, all) = (&*self.rows, &mut *self.work, block.rows());
            let forces = rows.force[all.clone()].iter().zip(&rows.prior[all.clone()]).zip(&rows.carried[all]);
            let directed = rows.directed[b];
            for (i, ((force, prior), carried)) in forces.enumerate() {
                let (own, carried) = (force + prior, s * carried);
                let jac = &work.jacobians[block.jacobian_row(i)];
                if directed {
                    let along = work.directions[block.jacobian_row(i)].iter().zip(jac);
                    for (&d, (along, j)) in block.dofs.iter().zip(along) {
                        work.gt_p[d as usize] += own * along + carried * j;
                    }
                } else if own + carried != 0.0 {
                    for (&d, j) in block.dofs.iter().zip(jac) {
                        work.gt_p[d as usize] += (own + carried) * j;
                    }
                }
            }
        }
    }

    /// How far row `i` of a block may be from holding.
    #[inline]
    pub(super) fn row_limit(&self, block: &RowBlock, i: usize) -> f64 {
        let tol = &self.sub.tolerances;
        match self.stage.level() {
            Level::Position if block.row(i).is_angular() => tol.constraint,
            Level::Position => tol.gap(),
            _ => self.rows.velocity_limit(tol, block, self.work, i),
        }
    }

    /// Largest equilibrium residual, for forces of the size `scale`.
    pub(super) fn equilibrium_limit(&self, scale: f64) -> f64 {
        let rounding = self.sub.tolerances.rounding + self.stage.weights().s * self.sub.force_rounding();
        self.sub.tolerances.equilibrium * scale + rounding + UNDERFLOW
    }

    /// Largest value over its tolerance among the constraint rows.
    pub(super) fn constraint_ratio(&self, value: impl Fn(&Multipliers, usize) -> f64) -> f64 {
        let mut ratio = 0.0_f64;
        for &b in &self.sub.blocks {
            let block = self.system.block(b);
            for (i, row) in block.rows().enumerate() {
                let c = value(self.rows, row).abs();
                if c.is_nan() {
                    return f64::NAN;
                }
                // A residual of exactly zero meets any tolerance, also one of zero.
                if c > 0.0 {
                    ratio = ratio.max(c / self.row_limit(block, i));
                }
            }
        }
        ratio
    }

    /// Evaluates rows, projections and equilibrium at the iterate; returns the residual of equilibrium over its tolerance.
    pub(super) fn evaluate_forces(&mut self) -> f64 {
        let weights = self.stage.weights();
        let (system, island) = (self.system, self.island);
        let moved = self.stage.place(system, island, self.work);
        if moved {
            system.update_ports(island, &mut self.work.kin);
        } else if !island.followers.is_empty() {
            self.work.kin.update_velocities_of(island.followers.iter().copied());
        }
        if moved || !self.rows_are_current {
            for &b in self.sub.blocks.iter().filter(|&&b| !self.rows.frozen[b]) {
                self.work.evaluate_first_rows(system, b, self.sub.moving_rows);
            }
            self.rows_are_current = true;
        }
        // Compliances may be what another problem with these rows left.
        if self.sub.regularised && !self.sub.factor.is_valid() && self.stage.beside().is_none() {
            self.update_scale();
        }
        self.evaluate_blocks(weights.s);
        let work = &mut *self.work;
        let s = weights.s;
        if s != 0.0 {
            system.clear_extended(island, &mut work.f);
            timed(Part::Forces, self.sub.is_sparse(), || system.add_forces_of(island, &work.kin, &mut work.f));
        }
        system.mass.mul_island(island, &work.x, &mut work.r1);
        if !island.varying.is_empty() && (weights.m != 0.0 || self.stage.beside().is_some()) {
            let (share, start) = self.stage.mass_mean();
            system.add_varying_inertia(island, &work.kin, share, &work.x, &mut work.r1);
            if let Some(start) = start {
                system.add_varying_inertia(island, start, 1.0 - share, &work.x, &mut work.r1);
            }
        }
        let mut sums = [0.0; 4];
        for range in &island.dofs {
            let (base, weights) = (&self.rows.base[range.clone()], &self.rows.inverse_metric[range.clone()]);
            let (f, gt_p) = (&work.f[range.clone()], &work.gt_p[range.clone()]);
            let r1 = &mut work.r1[range.clone()];
            for i in 0..base.len() {
                let (inertia, rows) = (r1[i], gt_p[i]);
                let (force, known) = if s == 0.0 { (0.0, 0.0) } else { (f[i], s * (f[i] - base[i])) };
                r1[i] = inertia - known - rows;
                add_squares(&mut sums, [inertia, rows, force, r1[i]], weights[i]);
            }
        }
        let [inertia, rows, force, residual] = sums.map(f64::sqrt);
        let given = self.sub.tolerances.force_scale;
        let scale = inertia + rows + if given == 0.0 { s * force } else { given };
        if residual == 0.0 { 0.0 } else { residual / self.equilibrium_limit(scale) }
    }

    /// −r₁ and −D c/w at the iterate, which a direction is counted from.
    pub(super) fn set_right_hand_side(&mut self) {
        let row_weight = self.stage.weights().row(self.stage.level());
        self.island.copy(&self.work.y, &mut self.rows.y_0);
        for &b in &self.sub.blocks {
            let block = self.system.block(b).rows();
            let rows = &mut *self.rows;
            rows.lam_0[block.clone()].copy_from_slice(&rows.lam[block.clone()]);
            rows.force_0[block.clone()].copy_from_slice(&rows.force[block]);
        }
        let mut at = 0;
        for range in &self.island.dofs {
            let rhs = &mut self.sub.rhs[at..at + range.len()];
            rhs.iter_mut().zip(&self.work.r1[range.clone()]).for_each(|(b, r1)| *b = -r1);
            at += range.len();
        }
        for (index, &b) in self.sub.blocks.iter().enumerate() {
            let block = self.system.block(b);
            let at = self.sub.unknowns[index];
            let c = &self.rows.residual_rows[block.rows()];
            let rhs = &mut self.sub.rhs[at..at + block.len()];
            if b < self.system.joints.len() {
                rhs.iter_mut().zip(c).for_each(|(b, c)| *b = -c / row_weight);
                continue;
            }
            let d = &self.rows.projections[self.sub.contacts[index - self.sub.joints]].derivative;
            let p = &self.rows.p[block.rows()];
            for (i, (b, d)) in rhs.iter_mut().zip(d).enumerate() {
                *b = -(0..c.len()).map(|j| d[j] * c[j] * p[j] / p[i]).sum::<f64>() / row_weight;
            }
        }
    }
}

impl<S: Stage> Problem for Solve<'_, S> {
    fn evaluate(&mut self) -> Assessment {
        let equilibrium = self.evaluate_forces();
        let rows = self.constraint_ratio(|rows, row| rows.residual_rows[row]);
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
            self.sub.regularise();
        }
        self.factorise()
    }

    fn direction(&mut self) {
        self.set_right_hand_side();
        let sub = &mut *self.sub;
        timed(Part::Solution, sub.is_sparse(), || sub.factor.solve(&mut sub.rhs));
    }

    fn step(&mut self, fraction: f64) {
        let mut at = 0;
        for range in &self.island.dofs {
            let (y, y_0) = (&mut self.work.y[range.clone()], &self.rows.y_0[range.clone()]);
            let dy = &self.sub.rhs[at..at + range.len()];
            y.iter_mut().zip(y_0).zip(dy).for_each(|((y, y_0), dy)| *y = y_0 + fraction * dy);
            at += range.len();
        }
        for (index, &b) in self.sub.blocks.iter().enumerate() {
            let at = self.sub.unknowns[index];
            for (i, row) in self.system.block(b).rows().enumerate() {
                let (old, target) = (self.rows.lam_0[row], self.rows.force_0[row] + self.sub.rhs[at + i]);
                self.rows.lam[row] = old + fraction * (target - old);
            }
        }
    }

    fn direction_is_negligible(&self) -> bool {
        let squares = self.island.each_dof().zip(&self.sub.rhs).map(|(dof, dy)| dy * dy * self.rows.metric[dof]);
        squares.sum::<f64>().sqrt() <= self.sub.tolerances.negligible
    }

    fn is_compromise(&self) -> bool {
        // Where a row converged to g + compliance λ = 0, compliance λ is its violation; rounding of the multipliers explains a few tolerances.
        let weight = self.stage.weights().row(self.stage.level());
        self.sub.regularised && self.constraint_ratio(|rows, row| weight * rows.compliance[row] * rows.lam[row]) > 10.0
    }
}
