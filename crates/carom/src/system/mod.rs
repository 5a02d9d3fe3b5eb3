//! The compiled model: degrees of freedom, constant mass matrix, constraint rows, and the nonlinear problems that every
//! integrator is made of.

mod candidates;
mod carriers;
mod compile;
mod contact;
mod contact_point;
mod island;
mod mass;
mod pressing;
mod profile;
mod rank;
mod rows;
mod snapshot;
mod subproblem;
mod sums;
mod tangents;

pub use candidates::{Assembly, Candidates};
pub use compile::{CompileError, ContactRows, System};
pub(crate) use compile::{contact_frames, initial_approaches, initial_bonds};
pub use contact::{contact_velocity, measure_rate, port_velocities, prescribed_velocity, relative_velocity};
pub use contact_point::ContactPoint;
pub(crate) use island::add_squares;
pub use island::{Components, Island, Islands};
pub use mass::MassMatrix;
pub use pressing::Pressing;
pub use profile::{Profile, take_profile};
pub(crate) use rank::dependent;
pub use rank::{RankReport, rank};
pub use rows::{HessianScope, RowBlock, RowWork};
pub use snapshot::{ContactState, EnergyAccount, Snapshot, Status};
pub use subproblem::{
    Few, Joined, Level, Many, Multipliers, Pair, Rescue, Resists, Solve, Stage, Subproblem, Tolerances, Weights, Work,
};
pub(crate) use subproblem::{dual_norm, norm};
pub use sums::Held;
pub use tangents::TangentWork;
