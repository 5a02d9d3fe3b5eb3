//! Kinds of cells: their corners, edges and faces.

use crate::Vec3;
use crate::mesh::Face;
use nalgebra::Matrix3;

/// A kind of cell, with the order of its nodes as in VTK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellKind {
    /// Two nodes.
    Line2,
    /// A triangle and the apex on the side its normal points to.
    Tetrahedron4,
    /// A quadrilateral, counter-clockwise seen from the inside, and the opposite one in the same order.
    Hexahedron8,
}

use CellKind::{Hexahedron8, Line2, Tetrahedron4};

impl CellKind {
    /// The number of nodes.
    pub fn nodes(self) -> usize {
        match self {
            Line2 => 2,
            Tetrahedron4 => 4,
            Hexahedron8 => 8,
        }
    }

    /// VTK's number of the cell type.
    pub fn vtk(self) -> u8 {
        match self {
            Line2 => 3,
            Tetrahedron4 => 10,
            Hexahedron8 => 12,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Line2 => "line",
            Tetrahedron4 => "tetrahedron",
            Hexahedron8 => "hexahedron",
        }
    }

    /// Corners of each face, counter-clockwise seen from outside.
    pub fn faces(self) -> &'static [&'static [usize]] {
        match self {
            Line2 => &[],
            Tetrahedron4 => &[&[0, 2, 1], &[0, 1, 3], &[1, 2, 3], &[0, 3, 2]],
            Hexahedron8 => &[&[0, 4, 7, 3], &[1, 2, 6, 5], &[0, 1, 5, 4], &[3, 7, 6, 2], &[0, 3, 2, 1], &[4, 5, 6, 7]],
        }
    }

    /// The two ends of each edge.
    pub fn edges(self) -> &'static [[usize; 2]] {
        match self {
            Line2 => &[[0, 1]],
            Tetrahedron4 => &[[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]],
            Hexahedron8 => {
                &[[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7]]
            }
        }
    }

    /// Corners at which the Jacobian is looked at, each with its three neighbours in right-handed order. One is enough for
    /// a tetrahedron, whose Jacobian is constant.
    pub fn corners(self) -> &'static [[usize; 4]] {
        match self {
            Line2 => &[],
            Tetrahedron4 => &[[0, 1, 2, 3]],
            Hexahedron8 => &[
                [0, 1, 3, 4],
                [1, 2, 0, 5],
                [2, 3, 1, 6],
                [3, 0, 2, 7],
                [4, 7, 5, 0],
                [5, 4, 6, 1],
                [6, 5, 7, 2],
                [7, 6, 4, 3],
            ],
        }
    }
}

/// A cell of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub kind: CellKind,
    /// The first `kind.nodes()` are used, the others are 0.
    nodes: [usize; 8],
}

impl Cell {
    /// # Panics
    /// If there are fewer nodes than the kind has.
    pub fn new(kind: CellKind, nodes: &[usize]) -> Self {
        let mut padded = [0; 8];
        padded[..kind.nodes()].copy_from_slice(&nodes[..kind.nodes()]);
        Self { kind, nodes: padded }
    }

    pub fn nodes(&self) -> &[usize] {
        &self.nodes[..self.kind.nodes()]
    }

    /// The same cell with other numbers for its nodes.
    #[must_use]
    pub fn renumbered(&self, number: impl Fn(usize) -> usize) -> Self {
        let mut nodes = [0; 8];
        nodes.iter_mut().zip(self.nodes()).for_each(|(new, old)| *new = number(*old));
        Self { kind: self.kind, nodes }
    }

    /// The faces of cell number `index`.
    pub fn faces(&self, index: usize) -> impl Iterator<Item = Face> + '_ {
        self.kind.faces().iter().map(move |corners| {
            let mut nodes = [0; 4];
            nodes.iter_mut().zip(*corners).for_each(|(node, corner)| *node = self.nodes[*corner]);
            Face::new(index, &nodes[..corners.len()])
        })
    }

    /// The node and scaled Jacobian det(e₁, e₂, e₃)/(|e₁||e₂||e₃|) of each corner; 0 where an edge has no length.
    pub(super) fn corner_shapes<'a>(&'a self, points: &'a [Vec3]) -> impl Iterator<Item = (usize, f64)> + 'a {
        self.kind.corners().iter().map(|[at, rest @ ..]| {
            let node = self.nodes[*at];
            let edges = rest.map(|i| points[self.nodes[i]] - points[node]);
            let scale: f64 = edges.iter().map(|e| e.norm()).product();
            let determinant = Matrix3::from_columns(&edges).determinant();
            (node, if scale > 0.0 { determinant / scale } else { 0.0 })
        })
    }
}
