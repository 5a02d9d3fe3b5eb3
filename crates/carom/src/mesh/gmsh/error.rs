//! Why a `.msh` file cannot be read.

use super::element;
use std::fmt;
use thiserror::Error;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Error)]
pub struct GmshError {
    pub place: Option<Place>,
    pub problem: Problem,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text file, counted from 1.
    Line(usize),
    /// In a binary file, counted from 0.
    Byte(usize),
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Problem {
    #[error("this is no mesh of Gmsh: it does not begin with $MeshFormat")]
    NotGmsh,
    #[error("the file has MSH format {version}; formats 2.2 and 4.1 are supported")]
    Version { version: String },
    #[error("the file has numbers of {bytes} bytes, expected 8")]
    DataSize { bytes: i64 },
    #[error("the file type is {found}, expected 0 for text or 1 for binary")]
    FileType { found: i64 },
    #[error("the file does not tell its byte order")]
    ByteOrder,
    #[error("the file ends where {wanted} was expected")]
    End { wanted: &'static str },
    #[error("the line ends where {wanted} was expected")]
    EndOfLine { wanted: &'static str },
    #[error("found `{found}` where {wanted} was expected")]
    Unexpected { wanted: &'static str, found: String },
    #[error("{wanted} is {value}, which is negative")]
    Negative { wanted: &'static str, value: i64 },
    #[error("{wanted} is {count}, but the file ends after {bytes} more bytes")]
    TooMany { wanted: &'static str, count: usize, bytes: usize },
    #[error("{wanted} is {said}, but {found} follow")]
    Miscounted { wanted: &'static str, said: usize, found: usize },
    #[error("the section ${name} is there twice")]
    SectionTwice { name: String },
    #[error("the section ${name} is missing")]
    NoSection { name: &'static str },
    #[error("the section ${name} is not supported")]
    Section { name: &'static str },
    #[error("the mesh is partitioned")]
    Partitioned,
    #[error("the elements belong to {}, which is not among the $Entities", entity(*dimension, *tag))]
    NoEntity { dimension: i64, tag: i64 },
    #[error("element {tag} has the Gmsh type {number} ({}), which is not supported", element::name(*number))]
    ElementType { tag: usize, number: i64 },
    #[error("the elements of this block are {}, but it belongs to {}", dimensional(*dimension), entity(*of, *tag))]
    Dimension { dimension: u8, of: i64, tag: i64 },
    #[error("node {tag} is there twice")]
    NodeTwice { tag: usize },
    #[error("element {tag} is there twice")]
    ElementTwice { tag: usize },
    #[error("elements {} and {} have the same nodes", elements[0], elements[1])]
    SameNodes { elements: [usize; 2] },
    #[error("node {tag} has coordinates that are not finite")]
    NotFinite { tag: usize },
    #[error("element {element} names node {node}, which does not exist")]
    NoNode { element: usize, node: usize },
    #[error("node {tag} is not used by any element")]
    UnusedNode { tag: usize },
    #[error("the mesh has no tetrahedra or hexahedra")]
    NoVolume,
    #[error("node {node} of element {element} in the physical group `{group}` belongs to no volume element")]
    LooseNode { node: usize, element: usize, group: String },
    #[error("element {element} in the physical group `{group}` is no face of a volume element")]
    LooseFace { element: usize, group: String },
    #[error("two physical groups are named `{name}`; both are {}", dimensional(*dimension))]
    GroupTwice { name: String, dimension: u8 },
}

impl fmt::Display for GmshError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.place {
            Some(Place::Line(line)) => write!(f, "line {line}: {}", self.problem),
            Some(Place::Byte(byte)) => write!(f, "byte {byte}: {}", self.problem),
            None => self.problem.fmt(f),
        }
    }
}

impl GmshError {
    /// What to do about it.
    pub fn help(&self) -> Option<&'static str> {
        Some(match &self.problem {
            Problem::Version { .. } => "save it again with Gmsh: `gmsh FILE -save -format msh41 -o NEW.msh`",
            Problem::ElementType { number, .. } => element::cure(*number),
            Problem::Partitioned => "save the mesh unpartitioned (Gmsh: Mesh > Unpartition, or `UnpartitionMesh;`)",
            Problem::Section { .. } => "set Mesh.SaveParametric = 0 and save again",
            Problem::NoVolume => {
                "make a mesh of dimension 3 (`gmsh -3`); if there are physical groups, only what they name is saved: \
                 add a `Physical Volume`"
            }
            Problem::UnusedNode { .. } => {
                "delete the node, or save the mesh again with Gmsh, which saves no unused nodes"
            }
            Problem::LooseNode { .. } | Problem::LooseFace { .. } => {
                "take it out of the group, or add the volume that it belongs to to a `Physical Volume`"
            }
            Problem::GroupTwice { .. } => "give them different names",
            Problem::End { .. } | Problem::TooMany { .. } => "the file is cut off or damaged: save it again",
            _ => return None,
        })
    }
}

fn entity(dimension: i64, tag: i64) -> String {
    let kind = match dimension {
        0 => "point",
        1 => "curve",
        2 => "surface",
        3 => "volume",
        _ => return format!("entity {tag} of dimension {dimension}"),
    };
    format!("{kind} {tag}")
}

fn dimensional(dimension: u8) -> &'static str {
    ["points", "curves", "surfaces", "volumes"].get(usize::from(dimension)).copied().unwrap_or("of an unknown kind")
}
