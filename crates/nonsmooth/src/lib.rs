//! Set-valued laws, their augmented-Lagrangian projections, and the solvers of systems that contain them.
//!
//! The crate knows rows, not mechanics. A problem is: find y and λ with
//!
//! ```text
//! r₁(y) − Gᵀ P(λ − p g(y)) = 0,     P(λ − p g(y)) − λ = 0,
//! ```
//!
//! P the projection of a block of augmented multipliers on the set of admissible forces of its law (Alart & Curnier 1991;
//! THEORY §4, written with the multipliers in physical units, k ν = λ, where the scaling factor k drops out).

mod ellipse;
mod law;
mod newton;
mod proximal;
mod rising;
mod stop;
mod sweeps;

pub use law::{Disc, Law, MAX_ROWS, Projection, Shape, Status};
pub use newton::{Assessment, Failure, Newton, NewtonSettings, Problem, Report};
pub use proximal::{Condensed, LocalBlock, Proximal, ProximalReport, Unsolved};
pub use stop::StopFlag;
pub use sweeps::{BlockRows, NotSwept, SweepReport, Sweeps};
