//! Bodies with a floating frame: modes of a linear elastic body, carried by a frame that moves as it likes.

mod body;
mod finite_rod;
mod floating;
mod integrals;
mod rod;

pub use body::{ModalBody, ModalMatrix};
pub use floating::{Floating, attach};
pub use integrals::ShapeIntegrals;
pub use rod::FloatingRodSpec;
