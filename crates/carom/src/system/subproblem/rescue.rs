//! What can be done when the Newton iteration cycles and there are too many contacts to condense (`few.rs`): compliant rows, and sweeps.

use super::Many;
use super::{Solve, Stage};
use nonsmooth::{Problem, Report};

/// A problem that can be softened when its iteration cycles.
pub trait Rescue: Problem {
    fn has_contacts(&self) -> bool;

    /// The compliance that the answer must have.
    fn target_compliance(&self) -> f64;

    /// Sets the iterate to zero increment and zero contact forces.
    fn clear(&mut self);

    /// Makes the rows compliant by `size`: 1 is as soft as the bodies' own inertia.
    fn soften(&mut self, size: f64);
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
}
