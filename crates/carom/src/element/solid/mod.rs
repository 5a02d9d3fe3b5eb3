//! Solids: hexahedra and tetrahedra of hyperelastic material, total Lagrangian.

mod element;
mod enhanced;
mod lanes;
mod locate;
mod material;
mod mesh;
mod patch;
#[cfg(test)]
mod physics;
mod recipe;
mod shape;
mod spec;
mod tangent;
#[cfg(test)]
mod tests;

pub use element::{Hexahedron, Solid, Substance, Tetrahedron};
pub use enhanced::Enhancement;
pub use locate::cells_at;
pub use material::{Law, Material};
pub use mesh::MeshSpec;
pub use patch::PatchSpec;
pub use recipe::Recipe;
pub use shape::{MassKind, Shape};
pub use spec::SolidSpec;
