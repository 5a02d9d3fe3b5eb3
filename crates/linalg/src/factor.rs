//! One face for the two factorisations: scaling, what is kept between calls, and the counters.
//!
//! The matrix factorised is diag(s) A diag(s). A dense matrix is pivoted anew each time (pivoting costs n² of n³). A sparse
//! one keeps its ordering as long as its structure, and its pivot order as long as the pivots stay acceptable.

use crate::dense::DenseLu;
use crate::sparse::SparseLu;
use crate::{Matrix, Storage};
use std::fmt;

/// The matrix has no pivot in `column` (of A): it is singular, or not finite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Singular {
    pub column: usize,
}

impl fmt::Display for Singular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the matrix is singular or not finite: no pivot in column {}", self.column)
    }
}

impl std::error::Error for Singular {}

/// LU of diag(scale) A diag(scale).
#[derive(Default)]
pub struct Factor {
    dense: DenseLu,
    sparse: SparseLu,
    storage: Option<Storage>,
    scale: Vec<f64>,
    full: u64,
    re: u64,
}

impl Factor {
    pub fn new() -> Self {
        Self::default()
    }

    /// Full factorisation for a new structure; otherwise (sparse) a numeric refactorisation with the kept pattern and pivot
    /// order, which falls back to a full one when a pivot has become small against its column.
    ///
    /// Only an exactly zero or non-finite pivot is an error; near singularity shows in [`Factor::smallest_pivot`].
    pub fn factor(&mut self, a: &Matrix, scale: &[f64]) -> Result<(), Singular> {
        assert_eq!(scale.len(), a.n(), "one scale per unknown");
        self.storage = None;
        self.scale.clear();
        self.scale.extend_from_slice(scale);
        match a.storage() {
            Storage::Dense => {
                self.full += 1;
                self.dense.factor(a.values(), scale)?;
            }
            Storage::Sparse => self.factor_sparse(a)?,
        }
        self.storage = Some(a.storage());
        Ok(())
    }

    fn factor_sparse(&mut self, a: &Matrix) -> Result<(), Singular> {
        self.sparse.set_structure(a);
        if self.sparse.refactor(a, &self.scale) {
            self.re += 1;
            return Ok(());
        }
        self.full += 1;
        self.sparse.factor(a, &self.scale)
    }

    /// b := diag(s) (LU)⁻¹ diag(s) b, the solution of A x = b.
    ///
    /// # Panics
    /// Without a valid factorisation.
    pub fn solve(&mut self, b: &mut [f64]) {
        assert_eq!(b.len(), self.scale.len(), "one right-hand side entry per unknown");
        match self.storage.expect("solve needs a valid factorisation") {
            Storage::Dense => self.dense.solve(&self.scale, b),
            Storage::Sparse => self.sparse.solve(&self.scale, b),
        }
    }

    /// Smallest |u_kk| of the scaled matrix; infinite if there is no unknown, NaN without a valid factorisation.
    pub fn smallest_pivot(&self) -> f64 {
        match self.storage {
            Some(Storage::Dense) => self.dense.smallest_pivot(),
            Some(Storage::Sparse) => self.sparse.smallest_pivot(),
            None => f64::NAN,
        }
    }

    /// Forgets numbers and pivot order: the next factorisation is a full one and depends on nothing but its matrix. The
    /// column ordering stays, since it is a function of the structure alone.
    pub fn invalidate(&mut self) {
        self.storage = None;
        self.sparse.forget_pivots();
    }

    pub fn is_valid(&self) -> bool {
        self.storage.is_some()
    }

    /// Factorisations with a search for pivots; every dense one is.
    pub fn full_factorisations(&self) -> u64 {
        self.full
    }

    /// Sparse factorisations that kept the pivot order.
    pub fn refactorisations(&self) -> u64 {
        self.re
    }

    /// Entries of L and U including the diagonal, n² if dense; for reports.
    pub fn fill(&self) -> usize {
        match self.storage {
            Some(Storage::Sparse) => self.sparse.fill(),
            Some(Storage::Dense) => self.scale.len() * self.scale.len(),
            None => 0,
        }
    }
}
