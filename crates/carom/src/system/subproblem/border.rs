//! Access to the linear system of a problem, for what borders it with a further unknown.

use super::{Solve, Stage};

impl<S: Stage> Solve<'_, S> {
    /// Smallest pivot of the scaled matrix.
    pub fn smallest_pivot(&self) -> f64 {
        self.sub.factor.smallest_pivot()
    }

    /// Number of unknowns: increments of the degrees of freedom, then the multipliers of the active rows.
    pub fn size(&self) -> usize {
        self.sub.size
    }

    /// b ← A⁻¹ b with the factorised tangent; the first entries are increments of the degrees of freedom.
    pub fn solve_linear(&mut self, b: &mut [f64]) {
        self.sub.factor.solve(b);
    }

    /// The last direction.
    pub fn last_direction(&self) -> &[f64] {
        &self.sub.rhs
    }

    /// The last direction, which [`nonsmooth::Problem::step`] follows.
    pub fn direction_mut(&mut self) -> &mut [f64] {
        &mut self.sub.rhs
    }
}
