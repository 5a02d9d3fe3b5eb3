//! Multifrontal LU on the pattern of A + Aᵀ, for systems whose factors fill: meshes of solids, grids, piles.
//!
//! ```text
//!     B = diag(s) A diag(s),      front f:   F_f = Σ entries of B that f eliminates ⊕ Σ S_c of its children c
//!                                            P F_f Q = L U + S_f,   S_f → its parent
//! ```
//!
//! ⊕ adds by the names of rows and columns (*extend-add*). Fronts are dense, so the work is in matrix products.
//!
//! | kept as long as | what | file |
//! |---|---|---|
//! | the structure | order, supernodes, shapes of the fronts, places of the entries | [`graph`], [`tree`], [`analysis`] |
//! | one matrix | pivots and numbers | [`numeric`], [`front`], [`kernel`] |
//!
//! Pivots are searched in every factorisation, so that it depends on nothing but its matrix. A multiplier or an unknown of an
//! indefinite block that finds no acceptable pivot in its front is delayed to the parent: the fronts there are larger than
//! planned, and their storage grows once. References: I. S. Duff, J. K. Reid, The multifrontal solution of indefinite sparse
//! symmetric linear equations, ACM Trans. Math. Softw. 9 (1983); P. R. Amestoy, I. S. Duff, J.-Y. L'Excellent, J. Koster,
//! A fully asynchronous multifrontal solver using distributed dynamic scheduling, SIAM J. Matrix Anal. Appl. 23 (2001).

mod analysis;
mod front;
mod graph;
mod kernel;
mod numeric;
mod solve;
mod tree;

use crate::ordering::{MinimumDegree, defer_multipliers};
use crate::{Matrix, Singular};
use analysis::{Analysis, Plan};
use graph::Graph;
use numeric::Numbers;

/// From this many operations on (some 10 ms), nested dissection is tried against minimum degree.
const DISSECTION_PAYS: f64 = 2e8;

#[derive(Default)]
pub(crate) struct Multifrontal {
    analysis: Analysis,
    numbers: Numbers,
}

impl Multifrontal {
    /// Plans the fronts of a new structure.
    pub fn set_structure(&mut self, a: &Matrix, minimum_degree: MinimumDegree) {
        let graph = Graph::new(a.n(), a.pattern());
        let plan_of = |order| Plan::new(&graph, &defer_multipliers(order, a.pattern()));
        let mut plan = plan_of(minimum_degree.order);
        if plan.operations > DISSECTION_PAYS {
            let dissected = graph.nested_dissection().map(plan_of);
            plan = dissected.filter(|dissected| dissected.seconds < plan.seconds).unwrap_or(plan);
        }
        self.analysis = Analysis::new(&graph, a.pattern(), plan);
        self.numbers.prepare(&self.analysis);
    }

    /// Factorises diag(scale) A diag(scale).
    pub fn factor(&mut self, a: &Matrix, scale: &[f64]) -> Result<(), Singular> {
        self.numbers.factor(&self.analysis, a, scale)
    }

    /// b := diag(scale) (LU)⁻¹ diag(scale) b for each of the columns.
    pub fn solve(&mut self, scale: &[f64], columns: &mut [f64]) {
        self.numbers.solve(&self.analysis, scale, columns);
    }

    pub fn smallest_pivot(&self) -> f64 {
        self.numbers.smallest_pivot()
    }

    /// Stored entries of L and U; zeros of merged supernodes count.
    pub fn fill(&self) -> usize {
        self.numbers.fill()
    }

    pub fn bytes(&self) -> usize {
        self.analysis.bytes() + self.numbers.bytes()
    }
}
