//! Cells of a mesh, with their nodes in the order of VTK.

/// Forms of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    Line2,
    Tetrahedron4,
    Hexahedron8,
}

impl CellKind {
    /// Number of nodes.
    pub fn nodes(self) -> usize {
        match self {
            Self::Line2 => 2,
            Self::Tetrahedron4 => 4,
            Self::Hexahedron8 => 8,
        }
    }
}

/// A cell between points of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub kind: CellKind,
    nodes: [usize; 8],
}

impl Cell {
    /// A cell with as many nodes as its kind has.
    pub fn new(kind: CellKind, nodes: &[usize]) -> Self {
        let mut all = [0; 8];
        all[..kind.nodes()].copy_from_slice(&nodes[..kind.nodes()]);
        Self { kind, nodes: all }
    }

    pub fn nodes(&self) -> &[usize] {
        &self.nodes[..self.kind.nodes()]
    }
}
