//! Meshes of Gmsh: `.msh` files of version 2.2 and 4.1, text and binary.
//!
//! One reader for both, because the two versions differ in little more than where an element finds its physical group; the
//! crate `mshio` reads 4.1 only, and tells no line numbers. The format is described in the reference manual of Gmsh,
//! chapter "MSH file format".
//!
//! Tetrahedra and hexahedra of first order become cells. Points, lines, triangles and quadrangles matter only as members of
//! physical groups: their nodes must belong to cells, triangles and quadrangles must be faces of cells. Nodes that only
//! elements outside of all groups use, such as centres of circles, are left out.

mod element;
mod error;
mod gather;
mod scan;
mod section;
mod v2;
mod v4;

pub use error::{GmshError, Place, Problem};

use super::Mesh;
use element::Shape;
use std::collections::BTreeMap;

/// Reads the content of a file. The mesh is complete but not yet validated.
pub fn read(bytes: &[u8]) -> Result<Mesh, GmshError> {
    gather::mesh(&section::read(bytes)?)
}

/// What a file says, with tags instead of indices.
struct Raw<'a> {
    scan: scan::Scanner<'a>,
    nodes: Vec<RawNode>,
    elements: Vec<RawElement>,
    /// Lists of physical groups, which elements refer to by index.
    memberships: Vec<Vec<usize>>,
    /// Whether an element in several groups is there once for each of them, under tags of their own.
    repeats: bool,
    /// Names of physical groups, by dimension and tag.
    names: BTreeMap<(u8, usize), String>,
}

struct RawNode {
    tag: usize,
    x: [f64; 3],
    at: usize,
}

struct RawElement {
    tag: usize,
    shape: Shape,
    membership: usize,
    /// Tags of nodes.
    nodes: [usize; 8],
    /// Where it stands in the file.
    at: usize,
}

impl RawElement {
    fn nodes(&self) -> &[usize] {
        &self.nodes[..self.shape.nodes()]
    }
}
