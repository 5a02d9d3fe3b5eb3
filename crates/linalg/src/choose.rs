//! Which storage and which method is faster, from `cargo bench -p carom-linalg` (AMD EPYC, SSE2 code; dense fronts AVX2).
//!
//! # Dense or sparse
//!
//! Saddle chains (the second half with springs between links), thread CPU time in µs, each entry the least of five runs on a
//! shared machine (single runs gave up to 2.5 times that); sparse factor = refactorisation, full = with search for pivots:
//!
//! | n | nnz | dense: add, factor, solve | sparse: add, factor, solve | full | nnz(L+U) | faster | chosen |
//! |---|---|---|---|---|---|---|---|
//! | 6 | 32 | 0.06, 0.13, 0.07 | 0.08, 0.19, 0.07 | 0.81 | 36 | dense | dense |
//! | 12 | 80 | 0.14, 0.28, 0.11 | 0.16, 0.43, 0.14 | 2.13 | 96 | dense | dense |
//! | 18 | 128 | 0.28, 0.79, 0.21 | 0.29, 0.66, 0.22 | 3.20 | 148 | sparse | dense |
//! | 24 | 176 | 0.38, 1.23, 0.26 | 0.41, 0.88, 0.30 | 4.35 | 200 | sparse | sparse |
//! | 30 | 224 | 0.50, 2.53, 0.39 | 0.52, 1.08, 0.37 | 5.80 | 252 | sparse | sparse |
//! | 36 | 272 | 0.62, 3.46, 0.47 | 0.66, 1.33, 0.46 | 6.48 | 304 | sparse | sparse |
//! | 48 | 368 | 0.88, 7.48, 0.71 | 0.90, 1.74, 0.62 | 8.59 | 408 | sparse | sparse |
//! | 96 | 752 | 2.23, 55, 2.42 | 1.82, 3.48, 1.24 | 18 | 824 | sparse | sparse |
//! | 192 | 1520 | 6.37, 420, 8.64 | 3.63, 7.01, 2.51 | 35 | 1656 | sparse | sparse |
//! | 6 | 32 | 0.06, 0.13, 0.07 | 0.08, 0.18, 0.07 | 0.81 | 36 | dense | dense |
//! | 12 | 112 | 0.22, 0.28, 0.11 | 0.26, 0.73, 0.18 | 3.55 | 144 | dense | dense |
//! | 18 | 192 | 0.41, 0.80, 0.21 | 0.45, 1.15, 0.27 | 5.75 | 234 | dense | dense |
//! | 24 | 272 | 0.56, 1.25, 0.26 | 0.68, 1.52, 0.35 | 7.77 | 318 | dense | dense |
//! | 30 | 352 | 0.75, 2.55, 0.40 | 0.87, 1.91, 0.45 | 11 | 402 | sparse | sparse |
//! | 36 | 432 | 0.89, 3.46, 0.48 | 1.05, 2.31, 0.54 | 12 | 486 | sparse | sparse |
//! | 48 | 592 | 1.32, 7.51, 0.74 | 1.41, 3.08, 0.72 | 16 | 654 | sparse | sparse |
//! | 96 | 1232 | 3.18, 55, 2.41 | 2.96, 6.21, 1.43 | 32 | 1326 | sparse | sparse |
//! | 192 | 2512 | 8.18, 420, 8.62 | 6.02, 13, 2.90 | 64 | 2670 | sparse | sparse |
//!
//! Factor and solve cost about 6.6 ns · nnz sparse, and from n = 24 between 0.06 and 0.11 ns · n³ dense: they
//! meet at nnz ≈ n³ / 70, a constant fitted to this table.
//! The bound 0.4 on the density is a guess: no chain here is denser from n = 30 on, and a matrix without structure may fill sooner.
//!
//! # Left-looking or multifrontal
//!
//! Times as above, least of several runs. The ratio is that of multiplications to entries of L and U, both promised by the
//! minimum degree order. *First* includes the analysis. Nodes on grids are coupled with their neighbours; cubes have the stencil of trilinear hexahedra, their saddles a
//! face tied to six unknowns and slipping contacts on another (`tests/common`):
//!
//! | matrix | n | ratio | left-looking: first, factor, solve | multifrontal: first, factor, solve | chosen |
//! |---|---|---|---|---|---|
//! | chain of 200 with springs | 1,200 | 3.2 | 1,430, 78, 18 | 2,800, 248, 29 | left-looking |
//! | 200 × 1, 6 dofs | 1,200 | 4.2 | 1,220, 114, 22 | 2,800, 233, 28 | left-looking |
//! | 200 × 1, 12 dofs | 2,400 | 8.8 | 7,260, 684, 66 | 7,370, 585, 64 | left-looking |
//! | 200 × 1, 24 dofs | 4,800 | 18 | 35,100, 5,180, 253 | 23,300, 2,240, 162 | multifrontal |
//! | 20 × 20, 1 dof | 400 | 8.7 | 990, 88, 10 | 620, 97, 16 | left-looking |
//! | 10 × 10, 3 dofs | 300 | 15 | 1,420, 385, 13 | 1,020, 106, 10 | multifrontal |
//! | 10 × 10, 6 dofs | 600 | 30 | 7,620, 1,510, 49 | 2,920, 415, 28 | multifrontal |
//! | 2³ hexahedra | 81 | 12 | 240, 36, 2.8 | 310, 28, 2.4 | multifrontal |
//! | 3³ hexahedra | 192 | 24 | 1,510, 303, 12 | 670, 104, 7 | multifrontal |
//! | 3³ saddle | 252 | 25 | 3,110, 448, 17 | 850, 172, 10 | multifrontal |
//! | 5³ hexahedra | 648 | 54 | 19,800, 4,330, 83 | 3,020, 887, 44 | multifrontal |
//! | 5³ saddle | 777 | 64 | 35,900, 7,410, 115 | 4,530, 1,430, 56 | multifrontal |
//!
//! They meet at a ratio of about 10: below it the left-looking method does its few operations along the kept pattern, above
//! it products in dense fronts are worth their assembly.
//!
//! # Growth
//!
//! Multifrontal, one core, ms; shifted: K − σ M with σ inside the spectrum:
//!
//! | matrix | n | nnz | first, factor, solve | nnz(L+U) | memory MB |
//! |---|---|---|---|---|---|
//! | 5³ hexahedra | 648 | 36,864 | 3.0, 0.88, 0.042 | 1.20e5 | 3.3 |
//! | 10³ hexahedra | 3,993 | 268,119 | 84, 25, 1.3 | 1.85e6 | 26 |
//! | 10³ shifted | 3,993 | 268,119 | 106, 27, 1.3 | 1.85e6 | 26 |
//! | 10³ saddle | 4,417 | 273,427 | 112, 35, 1.8 | 2.22e6 | 32 |
//! | 20³ hexahedra | 27,783 | 2,042,829 | 1,760, 1,120, 22 | 2.95e7 | 339 |
//! | 20³ saddle | 29,322 | 2,062,197 | 2,030, 1,270, 28 | 3.27e7 | 393 |
//! | 30³ hexahedra | 89,373 | 6,782,139 | 16,300, 12,700, 104 | 1.63e8 | 1,840 |
//!
//! # Product of the fronts
//!
//! C −= A B with A m × k and B k × m, 10⁹ operations a second, best of many:
//!
//! | m, k | `multifrontal/kernel.rs` | `matrixmultiply` 0.3 | `gemm` 0.18 |
//! |---|---|---|---|
//! | 32, 16 | 26 | 27 | 31 |
//! | 64, 32 | 35 | 33 | 40 |
//! | 200, 200 | 41 | 37 | 46 |
//! | 500, 200 | 41 | 36 | 45 |
//! | 2,000, 128 | 42 | 35 | 37 |
//! | 3,000, 1,000 | 43 | 36 | 37 |

use crate::ordering::MinimumDegree;
use crate::{Method, Storage};

/// Storage that is faster for n unknowns and nnz non-zeros.
pub fn choose_storage(n: usize, nnz: usize) -> Storage {
    let (n, nnz) = (n as f64, nnz as f64);
    if n.powi(3) > 70.0 * nnz && nnz < 0.4 * n * n { Storage::Sparse } else { Storage::Dense }
}

/// Method that is faster for a sparse matrix, from the work that its order promises.
pub(crate) fn choose_method(promise: &MinimumDegree) -> Method {
    if promise.operations > 10.0 * promise.fill { Method::Multifrontal } else { Method::LeftLooking }
}
