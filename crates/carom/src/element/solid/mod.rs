//! Solids: hexahedra and tetrahedra of hyperelastic material, total Lagrangian.

mod element;
mod enhanced;
mod lanes;
mod material;
mod mesh;
mod shape;
mod spec;
mod tangent;
#[cfg(test)]
mod tests;

pub use element::{Hexahedron, Solid, Substance, Tetrahedron};
pub use enhanced::Enhancement;
pub use material::{Law, Material};
pub use shape::{MassKind, Shape};
pub use spec::SolidSpec;
