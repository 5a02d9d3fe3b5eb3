//! One face for the three factorisations: scaling, what is kept between calls, and the counters.
//!
//! The matrix factorised is diag(s) A diag(s). A dense matrix is pivoted anew each time (pivoting costs n² of n³). A sparse
//! one keeps its ordering as long as its structure. Where factors stay sparse the left-looking method also keeps its pivot
//! order, as long as the pivots stay acceptable; where they fill, the multifrontal one searches pivots each time.

use crate::choose::choose_method;
use crate::dense::DenseLu;
use crate::multifrontal::Multifrontal;
use crate::ordering::{defer_multipliers, minimum_degree};
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

/// How a matrix is factorised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Partial pivoting in one dense block.
    Dense,
    /// Column by column (Gilbert–Peierls), with a pivot order that is kept.
    LeftLooking,
    /// Dense fronts along the elimination tree.
    Multifrontal,
}

/// LU of diag(scale) A diag(scale).
#[derive(Default)]
pub struct Factor {
    dense: DenseLu,
    left_looking: SparseLu,
    multifrontal: Multifrontal,
    /// Structure of the sparse matrix that was ordered last, and the method for it.
    ordered: Option<(u64, Method)>,
    /// Method for all sparse matrices, if it was given.
    given: Option<Method>,
    /// Method of the present factors.
    method: Option<Method>,
    scale: Vec<f64>,
    full: u64,
    re: u64,
}

impl Factor {
    pub fn new() -> Self {
        Self::default()
    }

    /// Uses `method` for every sparse matrix instead of choosing by the work it promises; for tests and measurements.
    ///
    /// # Panics
    /// If the method is dense: that needs a matrix stored so.
    pub fn with_sparse_method(method: Method) -> Self {
        assert_ne!(method, Method::Dense, "a sparse matrix has no dense factors");
        Factor { given: Some(method), ..Self::default() }
    }

    /// Full factorisation for a new structure; otherwise, left-looking, a numeric refactorisation with the kept pattern and
    /// pivot order, which falls back to a full one when a pivot has become small against its column.
    ///
    /// Only an exactly zero or non-finite pivot is an error; near singularity shows in [`Factor::smallest_pivot`].
    pub fn factor(&mut self, a: &Matrix, scale: &[f64]) -> Result<(), Singular> {
        assert_eq!(scale.len(), a.n(), "one scale per unknown");
        self.method = None;
        self.scale.clear();
        self.scale.extend_from_slice(scale);
        let method = match a.storage() {
            Storage::Dense => Method::Dense,
            Storage::Sparse => self.order(a),
        };
        if method == Method::LeftLooking && self.left_looking.refactor(a, scale) {
            self.re += 1;
        } else {
            self.full += 1;
            match method {
                Method::Dense => self.dense.factor(a.values(), scale)?,
                Method::LeftLooking => self.left_looking.factor(a, scale)?,
                Method::Multifrontal => self.multifrontal.factor(a, scale)?,
            }
        }
        self.method = Some(method);
        Ok(())
    }

    /// Orders a sparse matrix if its structure is a new one; the method for it.
    fn order(&mut self, a: &Matrix) -> Method {
        if let Some((structure, method)) = self.ordered
            && structure == a.structure_id()
        {
            return method;
        }
        let minimum_degree = minimum_degree(a.n(), a.pattern());
        let method = self.given.unwrap_or_else(|| choose_method(&minimum_degree));
        match method {
            Method::Multifrontal => self.multifrontal.set_structure(a, minimum_degree),
            _ => self.left_looking.set_structure(defer_multipliers(minimum_degree.order, a.pattern())),
        }
        self.ordered = Some((a.structure_id(), method));
        method
    }

    /// b := diag(s) (LU)⁻¹ diag(s) b, the solution of A x = b.
    ///
    /// # Panics
    /// Without a valid factorisation.
    pub fn solve(&mut self, b: &mut [f64]) {
        assert_eq!(b.len(), self.scale.len(), "one right-hand side entry per unknown");
        match self.method.expect("solve needs a valid factorisation") {
            Method::Dense => self.dense.solve(&self.scale, b),
            Method::LeftLooking => self.left_looking.solve(&self.scale, b),
            Method::Multifrontal => self.multifrontal.solve(&self.scale, b),
        }
    }

    /// Solves for every column of `b`, one after the other of n entries each, with the bits of [`Factor::solve`]. The
    /// multifrontal method reads its factors once for eight columns; the first such call may allocate.
    ///
    /// # Panics
    /// Without a valid factorisation.
    pub fn solve_many(&mut self, b: &mut [f64]) {
        let n = self.scale.len();
        assert!(b.len().checked_rem(n).unwrap_or(0) == 0, "whole columns of {n} entries");
        match self.method.expect("solve needs a valid factorisation") {
            Method::Multifrontal => self.multifrontal.solve(&self.scale, b),
            _ => b.chunks_exact_mut(n.max(1)).for_each(|b| self.solve(b)),
        }
    }

    /// Smallest |u_kk| of the scaled matrix; infinite if there is no unknown, NaN without a valid factorisation.
    pub fn smallest_pivot(&self) -> f64 {
        match self.method {
            Some(Method::Dense) => self.dense.smallest_pivot(),
            Some(Method::LeftLooking) => self.left_looking.smallest_pivot(),
            Some(Method::Multifrontal) => self.multifrontal.smallest_pivot(),
            None => f64::NAN,
        }
    }

    /// Forgets numbers and pivot order: the next factorisation is a full one and depends on nothing but its matrix. The
    /// column ordering stays, since it is a function of the structure alone.
    pub fn invalidate(&mut self) {
        self.method = None;
        self.left_looking.forget_pivots();
    }

    pub fn is_valid(&self) -> bool {
        self.method.is_some()
    }

    /// Method of the factors, none without a valid factorisation.
    pub fn method(&self) -> Option<Method> {
        self.method
    }

    /// Factorisations with a search for pivots; every dense and every multifrontal one is.
    pub fn full_factorisations(&self) -> u64 {
        self.full
    }

    /// Left-looking factorisations that kept the pivot order.
    pub fn refactorisations(&self) -> u64 {
        self.re
    }

    /// Entries of L and U including the diagonal, n² if dense; for reports.
    pub fn fill(&self) -> usize {
        match self.method {
            Some(Method::Dense) => self.scale.len() * self.scale.len(),
            Some(Method::LeftLooking) => self.left_looking.fill(),
            Some(Method::Multifrontal) => self.multifrontal.fill(),
            None => 0,
        }
    }

    /// Memory in bytes of the factors and of what is kept to make them; for reports.
    pub fn bytes(&self) -> usize {
        match self.method {
            Some(Method::Dense) => self.dense.bytes(),
            Some(Method::LeftLooking) => self.left_looking.bytes(),
            Some(Method::Multifrontal) => self.multifrontal.bytes(),
            None => 0,
        }
    }
}
