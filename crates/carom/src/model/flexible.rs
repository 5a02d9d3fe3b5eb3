//! A flexible body as a whole: which nodes and elements of the model it is made of.

use super::NodeId;
use crate::mesh::Cell;
use std::ops::Range;

/// Nodes, cells and elements of a beam, a bar or a solid.
#[derive(Clone, Debug)]
pub struct FlexibleBody {
    pub name: String,
    /// Nodes of the model, in the order of the body's mesh.
    pub nodes: Vec<NodeId>,
    /// Cells, with indices into `nodes`; cell i is element `elements.start + i` of the model.
    pub cells: Vec<Cell>,
    /// Its elements in [`super::Model::elements`].
    pub elements: Range<usize>,
}
