//! Meshes: points and the cells between them.

mod cell;

pub use cell::{Cell, CellKind};
