//! LU factorisation of the unsymmetric saddle systems of a time step, many times on one pattern.
//!
//! ```text
//!     A x = b,     A = [ S  Gᵀ ]     or any square matrix,     n = 3 … 100,000
//!                      [ G  0  ]
//! ```
//!
//! [`Matrix`] is assembled by passes of the same sequence of `add` calls; [`Factor`] factorises diag(s) A diag(s) = Pᵀ L U Qᵀ
//! and solves. Whatever depends on the structure alone (pattern, ordering, scatter stream, buffers) is made once per
//! [`Matrix::reset`]; afterwards assembly, refactorisation and solution do not allocate.
//!
//! ```
//! use linalg::{Factor, Matrix, Storage};
//!
//! let mut a = Matrix::new(2, Storage::Sparse);
//! let mut lu = Factor::new();
//! for step in 1..4 {
//!     a.clear();
//!     a.add_block(&[0, 1], &[0, 1], &[f64::from(step), 1.0, 1.0, 0.0], 2);
//!     a.finish();
//!     lu.factor(&a, &[1.0, 1.0]).unwrap();
//!     let mut x = [f64::from(step) + 1.0, 1.0];
//!     lu.solve(&mut x);
//!     assert!((x[0] - 1.0).abs() < 1e-15 && (x[1] - 1.0).abs() < 1e-15);
//! }
//! assert_eq!((lu.full_factorisations(), lu.refactorisations()), (1, 2));
//! ```

mod choose;
mod dense;
mod factor;
mod matrix;
mod multifrontal;
mod ordering;
mod pattern;
mod sparse;
pub mod testkit;

pub use choose::choose_storage;
pub use factor::{Factor, Method, Singular};
pub use matrix::{Matrix, Storage};

/// An index that is not an unknown (a locked degree of freedom); blocks skip it.
pub const NONE: u32 = u32::MAX;
