//! Faces of cells, and which of them are the surface of a mesh.

use super::{Cell, Mesh};
use crate::Vec3;

/// A face of a solid cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face {
    /// The cell it belongs to.
    pub cell: usize,
    corners: usize,
    nodes: [usize; 4],
}

impl Face {
    /// A face with 3 or 4 nodes, counter-clockwise seen from outside its cell.
    ///
    /// # Panics
    /// If there are more than 4 nodes.
    pub fn new(cell: usize, nodes: &[usize]) -> Self {
        let mut padded = [0; 4];
        padded[..nodes.len()].copy_from_slice(nodes);
        Self { cell, corners: nodes.len(), nodes: padded }
    }

    pub fn nodes(&self) -> &[usize] {
        &self.nodes[..self.corners]
    }

    /// The vector area: half the cross product of the diagonals, outwards. Exact for warped quadrilaterals too.
    pub fn area(&self, points: &[Vec3]) -> Vec3 {
        let [a, b, c, d] = self.nodes.map(|i| points[i]);
        if self.corners == 3 { 0.5 * (b - a).cross(&(c - a)) } else { 0.5 * (c - a).cross(&(d - b)) }
    }

    /// The same face with other numbers for its cell and nodes.
    #[must_use]
    pub fn renumbered(&self, cell: usize, number: impl Fn(usize) -> usize) -> Self {
        let mut nodes = [0; 4];
        nodes.iter_mut().zip(self.nodes()).for_each(|(new, old)| *new = number(*old));
        Self { cell, corners: self.corners, nodes }
    }

    /// The same for all orders of the nodes.
    fn key(&self) -> [usize; 4] {
        let mut key = [usize::MAX; 4];
        key[..self.corners].copy_from_slice(self.nodes());
        key.sort_unstable();
        key
    }

    /// Whether the nodes of two faces with the same nodes go round in the same direction.
    pub(super) fn turns_like(&self, other: &Self) -> bool {
        let [a, b] = [self.nodes[0], self.nodes[1]];
        let round = other.nodes();
        (0..round.len()).any(|i| round[i] == a && round[(i + 1) % round.len()] == b)
    }
}

/// All faces of all cells, sorted so that faces with the same nodes stand together.
pub(super) struct FaceTable(Vec<([usize; 4], Face)>);

impl FaceTable {
    pub fn new(cells: &[Cell]) -> Self {
        let faces = cells.iter().enumerate().flat_map(|(i, cell)| cell.faces(i));
        let mut table: Vec<_> = faces.map(|face| (face.key(), face)).collect();
        table.sort_unstable_by_key(|(key, face)| (*key, face.cell));
        Self(table)
    }

    /// The faces of cells that have the nodes of `face`, in whatever order; the first cell comes first.
    pub fn matching(&self, face: &Face) -> impl Iterator<Item = &Face> {
        let key = face.key();
        let first = self.0.partition_point(|(k, _)| *k < key);
        self.0[first..].iter().take_while(move |(k, _)| *k == key).map(|(_, face)| face)
    }

    /// Faces that share their nodes, together.
    pub fn shared(&self) -> impl Iterator<Item = &[([usize; 4], Face)]> {
        self.0.chunk_by(|a, b| a.0 == b.0)
    }

    /// Faces of one cell only, in the order of the cells.
    pub fn boundary(&self) -> Vec<Face> {
        let mut faces: Vec<Face> = self.shared().filter(|same| same.len() == 1).map(|same| same[0].1).collect();
        faces.sort_by_key(|face| face.cell);
        faces
    }
}

impl Mesh {
    /// The faces that belong to one cell only, in the order of the cells.
    pub fn surface(&self) -> Vec<Face> {
        FaceTable::new(&self.cells).boundary()
    }

    /// The nodes of the surface, sorted.
    pub fn surface_nodes(&self) -> Vec<usize> {
        nodes_of(&self.surface())
    }
}

/// The nodes of faces, sorted.
pub(super) fn nodes_of(faces: &[Face]) -> Vec<usize> {
    let mut nodes: Vec<usize> = faces.iter().flat_map(|face| face.nodes().iter().copied()).collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}
