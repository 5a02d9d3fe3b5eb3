//! What is wrong with a mesh. Nodes and elements are named by their tags.

use super::CellKind;
use thiserror::Error;

/// A mesh that cannot be used as it is.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MeshError {
    #[error("the size of a box is {value} m along {axis}, expected a positive number")]
    BoxSize { axis: char, value: f64 },

    #[error("a box has 0 elements along {axis}, expected at least one")]
    BoxElements { axis: char },

    #[error("a box of {elements:?} elements is too large")]
    BoxTooLarge { elements: [usize; 3] },

    #[error("a box cannot be meshed with {0}s", kind.name())]
    BoxKind { kind: CellKind },

    #[error("element {cell} names the node of index {index}, the mesh has {points} nodes")]
    NoSuchNode { cell: usize, index: usize, points: usize },

    #[error("node {node} has coordinates that are not finite")]
    NotFinite { node: usize },

    #[error("node {node} belongs to no element{}", more(*count, "node"))]
    UnusedNode { node: usize, count: usize },

    #[error(
        "element {cell} ({}) is inverted: its Jacobian is negative at node {node}{}", kind.name(),
        more(*count, "element")
    )]
    Inverted { cell: usize, kind: CellKind, node: usize, count: usize },

    #[error("element {cell} ({}) is flat: its Jacobian is zero at node {node}{}", kind.name(), more(*count, "element"))]
    Flat { cell: usize, kind: CellKind, node: usize, count: usize },

    #[error("elements {} and {} overlap: they lie on the same side of a face", cells[0], cells[1])]
    Overlap { cells: [usize; 2] },

    #[error(
        "nodes {} and {} are at the same place: the mesh is not connected there{}", nodes[0], nodes[1],
        more(*count, "pair")
    )]
    Coincident { nodes: [usize; 2], count: usize },

    #[error(
        "node {node} hangs: it lies on an edge or face of element {cell} of which it is no corner{}",
        more(*count, "node")
    )]
    Hanging { node: usize, cell: usize, count: usize },

    #[error("the mesh has no physical group `{name}`")]
    MissingGroup { name: String, known: Vec<String> },

    #[error("the mesh has nothing of the physical group `{name}`")]
    EmptyGroup { name: String },

    #[error(
        "the mesh has two physical groups `{name}`, one of dimension {} and one of dimension {}", dimensions[0],
        dimensions[1]
    )]
    AmbiguousGroup { name: String, dimensions: [u8; 2] },
}

impl MeshError {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        let text = match self {
            Self::BoxKind { .. } => "take tetrahedra or hexahedra",
            Self::BoxTooLarge { .. } => "take fewer elements",
            Self::UnusedNode { .. } => "delete the node, or mesh and save the file again: Gmsh saves no unused nodes",
            Self::Inverted { .. } => {
                "number the nodes of an element in the order of Gmsh; if its shape is bad, refine or optimise the mesh there"
            }
            Self::Flat { .. } => "optimise the mesh there (Gmsh: Mesh.Optimize = 1), or remove the element",
            Self::Overlap { .. } => "remove the element that is there twice",
            Self::Coincident { .. } => {
                "merge them in Gmsh (`Coherence Mesh;`, or Tools > Remove duplicate mesh nodes); \
                 parts that shall touch without being joined are bodies of their own"
            }
            Self::Hanging { .. } => {
                "make the mesh conforming: neighbouring volumes must share their faces in the geometry \
                 (Gmsh: `Coherence;` or BooleanFragments)"
            }
            Self::MissingGroup { known, .. } if known.is_empty() => "name the parts in Gmsh with `Physical` commands",
            Self::MissingGroup { known, .. } => return Some(format!("known: `{}`", known.join("`, `"))),
            Self::EmptyGroup { .. } => {
                "take a group on this body; Gmsh writes groups into files of version 2.2 only if Mesh.SaveAll = 0"
            }
            Self::AmbiguousGroup { .. } => "give them different names",
            Self::BoxSize { .. } | Self::BoxElements { .. } | Self::NoSuchNode { .. } | Self::NotFinite { .. } => {
                return None;
            }
        };
        Some(text.to_owned())
    }
}

/// How many there are beside the one that is named.
fn more(count: usize, noun: &str) -> String {
    match count {
        0 | 1 => String::new(),
        2 => format!(" (and 1 more {noun})"),
        _ => format!(" (and {} more {noun}s)", count - 1),
    }
}
