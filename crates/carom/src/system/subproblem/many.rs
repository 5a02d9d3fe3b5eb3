//! Many contacts: block Gauss–Seidel sweeps on the same rows (`nonsmooth::Sweeps`; THEORY §5), where the mass matrix couples no
//! two nodes, as for rigid bodies.
//!
//! An outer iteration linearises the rows at the iterate and balances the forces with the mass matrix alone,
//! y₀ = y − M⁻¹ r₁(λ); the sweeps then find λ and y = y₀ + M⁻¹Gᵀ(λ − λ₀), in degrees of freedom S⁻¹y with S Sᵀ = M⁻¹. What the linearisation
//! left out (curved surfaces, forces that depend on y) is seen by the next evaluation of the exact residual. The answer is held to
//! the tolerances of the Newton iteration: equilibrium with λ, and every row that is swept. Where friction is given
//! (`Resists::Given`) these are the normal ones.

use super::{Level, Resists, Solve, Stage};
use nonsmooth::{BlockRows, Law, MAX_ROWS, Report, StopFlag, Sweeps};

/// Outer iterations, and sweeps in all of them.
const MAX_OUTER: usize = 20;
const MAX_SWEEPS: usize = 6000;
/// Sweeps of a problem that can be condensed: they take as long as that.
const MAX_SWEEPS_OF_FEW: usize = 1000;
/// Visits of contacts in the sweeps of a problem that cannot, which may take more of them: about a second.
const MAX_VISITS: usize = 20_000_000;
/// The sweeps are to reach this share of the tolerances: the rest is for what the linearisation left out.
const SHARE: f64 = 0.7;
/// Far from the answer they reduce the residual by this factor only, before rows at position level are linearised again.
const REDUCTION: f64 = 0.02;
/// The same for normal rows alone, whose sweeps cost little against an evaluation, once given friction is held.
const NORMAL_REDUCTION: f64 = 1e-3;
/// Outer iterations in which given friction is bounded anew by the normal forces. It is a prediction, and from then on held.
pub(super) const PREDICTIONS: usize = 2;
/// Outer iterations that reduce the residual by less than this do not converge, after some in which contacts find each other.
pub(super) const SLOW: f64 = 0.9;
pub(super) const SETTLING: usize = 4;

/// The sweeps and their memory.
#[derive(Debug, Default)]
pub struct Many {
    sweeps: Sweeps,
    jac: Vec<f64>,
    dofs: Vec<u32>,
    /// Where each block was pushed, if it was.
    pushed: Vec<Option<usize>>,
}

impl Many {
    /// Sweeps that end when the flag is raised.
    pub fn new(stop: StopFlag) -> Self {
        let mut many = Self::default();
        many.sweeps.stop = stop;
        many
    }
}

impl<S: Stage> Solve<'_, S> {
    /// Whether sweeps can solve this problem.
    pub fn can_sweep(&self) -> bool {
        let weights = self.stage.weights();
        let knows = |&c: &usize| self.rows.laws[c].is_known();
        !self.sub.contacts.iter().any(knows)
            && self.island.is_nodal
            && weights.m == 1.0
            && weights.row(self.stage.level()) == 1.0
    }

    /// Solves the problem by sweeps from the present multipliers, with rigid rows; `None` if they do not converge.
    pub fn sweep(&mut self, many: &mut Many) -> Option<Report> {
        let regularised = std::mem::replace(&mut self.sub.regularised, false);
        let report = self.iterate(many);
        if std::mem::replace(&mut self.sub.moving_rows, MAX_ROWS) != MAX_ROWS {
            self.evaluate_held_rows();
        }
        self.sub.regularised = regularised;
        report
    }

    fn iterate(&mut self, many: &mut Many) -> Option<Report> {
        let mut report = Report::default();
        let mut last = f64::INFINITY;
        let max_sweeps = if self.can_condense() {
            MAX_SWEEPS_OF_FEW
        } else {
            MAX_SWEEPS.max(MAX_VISITS / self.sub.blocks.len().max(1))
        };
        for _ in 0..MAX_OUTER {
            self.evaluate_forces();
            let ratio = self.balance(report.iterations < PREDICTIONS);
            if ratio <= 1.0 {
                report.ratio = ratio;
                return Some(report);
            }
            if !ratio.is_finite()
                || many.sweeps.stop.is_raised()
                || report.sweeps >= max_sweeps
                || (report.iterations > SETTLING && ratio > SLOW * last)
            {
                return None;
            }
            last = ratio;
            // Directions of given friction stay as they were first.
            self.sub.moving_rows = self.swept_rows();
            let reduction = match self.stage.level() {
                Level::Position if self.swept_rows() == 1 && report.iterations + 1 >= PREDICTIONS => NORMAL_REDUCTION,
                Level::Position => REDUCTION,
                // Rows are linear in the velocities.
                Level::Velocity | Level::Acceleration => 0.0,
            };
            self.push_blocks(many, SHARE.max(reduction * ratio));
            let done = many.sweeps.solve(max_sweeps - report.sweeps);
            report.sweeps += done.map_or_else(|e| e.report.sweeps, |done| done.sweeps);
            report.iterations += 1;
            self.take(many);
        }
        None
    }

    /// Equilibrium with the forces λ, which replace their projections: leaves r₁(λ) in `work.r1`, and returns the largest
    /// residual over its tolerance.
    ///
    /// Rows that are not swept have the force that belongs to the normal one; if `predict` is false, to an earlier one.
    pub(super) fn balance(&mut self, predict: bool) -> f64 {
        let swept = self.swept_rows();
        for index in self.sub.joints..self.sub.blocks.len() {
            let block = self.system.block(self.sub.blocks[index]);
            for row in block.rows().skip(swept) {
                if predict {
                    self.rows.lam[row] = self.rows.force[row];
                }
                self.rows.residual_rows[row] = 0.0;
            }
        }
        let rows = self.constraint_ratio(|rows, row| rows.residual_rows[row]);
        for index in self.sub.joints..self.sub.blocks.len() {
            let b = self.sub.blocks[index];
            let block = self.system.block(b);
            for i in 0..block.len() {
                let row = block.first + i;
                let change = self.rows.force[row] - self.rows.lam[row];
                self.rows.force[row] = self.rows.lam[row];
                if change != 0.0 {
                    let work = &mut *self.work;
                    let along = if self.rows.directed[b] { &work.directions } else { &work.jacobians };
                    for (&d, j) in block.dofs.iter().zip(&along[block.jacobian_row(i)]) {
                        work.r1[d as usize] += change * j;
                        work.gt_p[d as usize] -= change * j;
                    }
                }
            }
        }
        let scale = self.island.dual_norm(&self.rows.metric, &self.work.gt_p) + self.sub.tolerances.force_scale;
        let residual = self.island.dual_norm(&self.rows.metric, &self.work.r1);
        let limit = self.equilibrium_limit(scale);
        let equilibrium = if residual == 0.0 { 0.0 } else { residual / limit };
        if residual.is_nan() || rows.is_nan() { f64::NAN } else { equilibrium.max(rows) }
    }

    /// How many rows of a contact the sweeps see: all, or the normal one where no other force is looked for.
    pub(super) fn swept_rows(&self) -> usize {
        if self.sub.resists == Resists::Everything { MAX_ROWS } else { 1 }
    }

    /// Evaluates the rows that stayed behind; those that are counted from the contact's frame are evaluated when it moves.
    fn evaluate_held_rows(&mut self) {
        for index in self.sub.joints..self.sub.blocks.len() {
            let b = self.sub.blocks[index];
            if !self.system.block(b).is_incremental() && !self.rows.frozen[b] {
                self.work.evaluate_rows(self.system, &[b]);
            }
        }
    }

    /// Hands the rows to the sweeps, linearised at y₀, with `share` times their tolerances.
    fn push_blocks(&mut self, many: &mut Many, share: f64) {
        many.sweeps.clear();
        many.pushed.clear();
        self.work.number(self.island, 0);
        self.system.mass.solve_nodes(&self.island.nodes, &self.work.r1, &mut self.work.a);
        for dof in self.island.each_dof() {
            self.work.y[dof] -= self.work.a[dof];
        }
        let swept = self.swept_rows();
        for index in 0..self.sub.blocks.len() {
            let b = self.sub.blocks[index];
            let block = self.system.block(b);
            let law = match index.checked_sub(self.sub.joints) {
                None => Law::Bilateral,
                Some(_) if swept == 1 => Law::frictionless(),
                Some(at) => self.rows.laws[self.sub.contacts[at]],
            };
            let is_active = index.checked_sub(self.sub.joints).is_none_or(|at| self.rows.active[self.sub.contacts[at]]);
            if block.is_empty() || !is_active {
                self.rows.lam[block.rows()].fill(0.0);
                many.pushed.push(None);
                continue;
            }
            let (mut g, mut p, mut tol) = ([0.0; MAX_ROWS], [0.0; MAX_ROWS], [0.0; MAX_ROWS]);
            self.row_values(b);
            let block = self.system.block(b);
            let rows = if law == Law::Bilateral { block.len() } else { block.len().min(swept) };
            for i in 0..rows {
                let row = block.first + i;
                let moved = self.work.row_times(self.system, b, i, &self.work.a);
                g[i] = self.rows.residual_rows[row] - moved;
                p[i] = if law == Law::Bilateral {
                    1.0 / self.rows.mobility(block, self.work, i)
                } else {
                    self.rows.p[row]
                };
                tol[i] = share * self.row_limit(block, i);
            }
            let jac = &self.work.jacobians[block.jacobian..block.jacobian + rows * block.dofs.len()];
            self.system.mass.rows_times_root(block.nodes(), &block.full, jac, &mut many.jac);
            many.dofs.clear();
            many.dofs.extend(block.dofs.iter().map(|&dof| self.work.place(dof)));
            many.pushed.push(Some(many.sweeps.len()));
            many.sweeps.push_block(&BlockRows {
                law,
                dofs: &many.dofs,
                jac: &many.jac,
                g: &g[..rows],
                lam: &self.rows.lam[block.first..block.first + rows],
                p: &p[..rows],
                tol: &tol[..rows],
            });
        }
    }

    /// Takes forces and increments from the sweeps.
    fn take(&mut self, many: &Many) {
        for (index, at) in many.pushed.iter().enumerate() {
            let rows = self.system.block(self.sub.blocks[index]).rows();
            if let Some(at) = at {
                let lam = many.sweeps.lam(*at);
                self.rows.lam[rows.start..rows.start + lam.len()].copy_from_slice(lam);
            }
        }
        let work = &mut *self.work;
        self.system.mass.add_root_times(&self.island.nodes, &work.places, many.sweeps.y(), &mut work.y);
    }
}
