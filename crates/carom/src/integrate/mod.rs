//! Time integrators and their settings.

mod settings;

pub use settings::{InitialState, Settings, Variant};
