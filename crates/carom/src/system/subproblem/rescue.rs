//! What can be done when the Newton iteration cycles: compliant rows, and contact states from Gauss–Seidel.

use super::Many;
use super::{Solve, Stage};
use nonsmooth::{GaussSeidel, LocalBlock, Problem, Report, StopFlag};

/// A problem that can be softened when its iteration cycles.
pub trait Rescue: Problem {
    fn has_contacts(&self) -> bool;

    /// The compliance that the answer must have.
    fn target_compliance(&self) -> f64;

    /// Sets the iterate to zero increment and zero contact forces.
    fn clear(&mut self);

    /// Makes the rows compliant by `size`: 1 is as soft as the bodies' own inertia.
    fn soften(&mut self, size: f64);

    /// Contact states by other means; false if there are none.
    fn relax(&mut self, _stop: &StopFlag) -> bool {
        false
    }
}

impl<S: Stage> Rescue for Solve<'_, S> {
    fn has_contacts(&self) -> bool {
        !self.sub.contacts.is_empty()
    }

    fn target_compliance(&self) -> f64 {
        self.sub.target_compliance
    }

    fn clear(&mut self) {
        self.island.fill(0.0, &mut self.work.y);
        for &b in &self.sub.blocks {
            self.rows.lam[self.system.block(b).rows()].fill(0.0);
        }
    }

    fn soften(&mut self, size: f64) {
        if !self.sub.regularised {
            self.sub.regularise();
        }
        self.sub.dual = size;
        self.update_scale();
        self.sub.invalidate();
    }

    fn relax(&mut self, stop: &StopFlag) -> bool {
        self.relax_contacts(stop)
    }
}

impl<S: Stage> Solve<'_, S> {
    /// Sweeps from zero forces: what converges is no compromise. Otherwise the iterate is what it was.
    pub fn sweep_instead(&mut self, many: &mut Many) -> Option<Report> {
        let (y, lam) = (self.work.y.clone(), self.rows.lam.clone());
        self.clear();
        let report = self.sweep(many);
        self.sub.invalidate();
        if report.is_none() {
            self.work.y.copy_from_slice(&y);
            self.rows.lam.copy_from_slice(&lam);
            self.evaluate();
        }
        report
    }

    /// Contact states from projected Gauss–Seidel on the Delassus operator: the iterate becomes its solution of the problem
    /// linearised with all contacts open. False if there is nothing to relax, the sweeps did not settle or were stopped.
    fn relax_contacts(&mut self, stop: &StopFlag) -> bool {
        if self.sub.contacts.is_empty() {
            return false;
        }
        let n = self.island.dof_count();
        let active = self.rows.active.clone();
        self.clear();
        self.sub.contacts.iter().for_each(|&c| self.rows.active[c] = false);
        self.evaluate();
        if !self.refresh() {
            self.rows.active = active;
            return false;
        }
        self.direction();
        self.step(1.0);
        self.evaluate();
        let first = self.sub.unknowns[self.sub.joints];
        let m = self.sub.size - first;
        let (mut q, mut w, mut moves) = (vec![0.0; m], vec![0.0; m * m], vec![0.0; m * n]);
        let mut blocks = Vec::new();
        for k in self.sub.joints..self.sub.blocks.len() {
            let contact = self.sub.contacts[k - self.sub.joints];
            let block = self.system.block(self.sub.blocks[k]);
            let at = self.sub.unknowns[k] - first;
            self.row_values(self.sub.blocks[k]);
            q[at..at + block.len()].copy_from_slice(&self.rows.residual_rows[block.rows()]);
            if !active[contact] || stop.is_raised() {
                continue;
            }
            blocks.push(LocalBlock { first: at, rows: block.len(), law: self.rows.laws[contact] });
            for i in 0..block.len() {
                self.sub.rhs.fill(0.0);
                self.sub.rhs[first + at + i] = -1.0 / self.rows.p[block.first + i];
                self.sub.factor.solve(&mut self.sub.rhs);
                moves[(at + i) * n..(at + i + 1) * n].copy_from_slice(&self.sub.rhs[..n]);
            }
        }
        for k in self.sub.joints..self.sub.blocks.len() {
            let b = self.sub.blocks[k];
            for i in 0..self.system.block(b).len() {
                let row = self.sub.unknowns[k] - first + i;
                let block = self.system.block(b);
                let jac = &self.work.jacobians[block.jacobian_row(i)];
                for column in 0..m {
                    let moves = &moves[column * n..(column + 1) * n];
                    let along = |&dof: &u32| moves[self.work.place(dof) as usize];
                    w[row * m + column] = block.dofs.iter().zip(jac).map(|(dof, j)| j * along(dof)).sum();
                }
            }
        }
        let mut r = vec![0.0; m];
        // At most 1000 sweeps, ten at a time.
        let sweeps = GaussSeidel { max_sweeps: 10, tolerance: 1e-8 };
        let settled = (0..100).any(|_| !stop.is_raised() && sweeps.solve(&w, &q, &blocks, &mut r).is_ok());
        for (column, force) in r.iter().enumerate() {
            let moves = &moves[column * n..(column + 1) * n];
            self.island.each_dof().zip(moves).for_each(|(dof, d)| self.work.y[dof] += force * d);
        }
        for k in self.sub.joints..self.sub.blocks.len() {
            let at = self.sub.unknowns[k] - first;
            let rows = self.system.block(self.sub.blocks[k]).rows();
            let count = rows.len();
            self.rows.lam[rows].copy_from_slice(&r[at..at + count]);
        }
        self.rows.active = active;
        self.sub.invalidate();
        settled
    }
}
