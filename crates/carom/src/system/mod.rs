//! The compiled model.

mod snapshot;

pub use snapshot::{ContactState, EnergyAccount, Snapshot, Status};
