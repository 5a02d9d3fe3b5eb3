//! Rigid multibody systems with joints, impacts and dry friction.

pub mod contact;
pub mod element;
pub mod expr;
pub mod integrate;
pub mod joint;
pub mod measure;
pub mod model;
pub mod system;

pub use lie::{Frame, Mat3, NodeKind, Vec3};
