//! Finite element meshes: points, cells between them, and named groups. Pure geometry, no mechanics.
//!
//! Nodes of a cell are in VTK's order, which is Gmsh's too. With the edges e₁, e₂, e₃ that leave a corner in the order of
//! [`CellKind::corners`], the corner Jacobian det(e₁, e₂, e₃) of a sound cell is positive at every corner. Corners of a
//! face go round counter-clockwise seen from outside its cell.
//!
//! [`Mesh::box_`] makes a mesh, [`gmsh::read`] reads one, [`Mesh::part`] takes a body out of it and [`Mesh::validate`]
//! finds what would spoil a computation. [`Surface::from_stl`] reads surfaces of triangles.

mod block;
mod cell;
mod error;
mod face;
mod group;
mod stl;
mod tree;
mod validate;

pub mod gmsh;

pub use cell::{Cell, CellKind};
pub use error::MeshError;
pub use face::Face;
pub use group::Group;
pub use stl::{StlError, Surface};

use crate::Vec3;

/// Points, cells and groups, referring to each other by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub points: Vec<Vec3>,
    pub cells: Vec<Cell>,
    pub groups: Vec<Group>,
    /// The numbers of the points in the file they come from, for messages.
    pub node_tags: Vec<usize>,
    /// The numbers of the cells in the file they come from.
    pub cell_tags: Vec<usize>,
}

impl Mesh {
    /// A mesh without groups; points and cells are tagged 1, 2, …
    pub fn new(points: Vec<Vec3>, cells: Vec<Cell>) -> Self {
        let (node_tags, cell_tags) = ((1..=points.len()).collect(), (1..=cells.len()).collect());
        Self { points, cells, groups: Vec::new(), node_tags, cell_tags }
    }
}
