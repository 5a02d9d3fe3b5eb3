//! Which storage is faster, from `cargo bench -p carom-linalg` (AMD EPYC, SSE2 code).
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

use crate::ordering::MinimumDegree;
use crate::{Method, Storage};

/// Storage that is faster for n unknowns and nnz non-zeros.
pub fn choose_storage(n: usize, nnz: usize) -> Storage {
    let (n, nnz) = (n as f64, nnz as f64);
    if n.powi(3) > 70.0 * nnz && nnz < 0.4 * n * n { Storage::Sparse } else { Storage::Dense }
}

/// Method that is faster for a sparse matrix.
pub(crate) fn choose_method(promise: &MinimumDegree) -> Method {
    if promise.operations > 40.0 * promise.fill { Method::Multifrontal } else { Method::LeftLooking }
}
