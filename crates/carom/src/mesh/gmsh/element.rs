//! Types of elements in `.msh` files.

use crate::mesh::CellKind;

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Point,
    Line,
    Triangle,
    Quadrangle,
    Solid(CellKind),
}

impl Shape {
    /// The shape of an element type; `None` if it is not supported.
    pub fn of(number: i64) -> Option<Self> {
        match number {
            15 => Some(Self::Point),
            1 => Some(Self::Line),
            2 => Some(Self::Triangle),
            3 => Some(Self::Quadrangle),
            4 => Some(Self::Solid(CellKind::Tetrahedron4)),
            5 => Some(Self::Solid(CellKind::Hexahedron8)),
            _ => None,
        }
    }

    pub fn nodes(self) -> usize {
        match self {
            Self::Point => 1,
            Self::Line => 2,
            Self::Triangle => 3,
            Self::Quadrangle => 4,
            Self::Solid(kind) => kind.nodes(),
        }
    }

    pub fn dimension(self) -> u8 {
        match self {
            Self::Point => 0,
            Self::Line => 1,
            Self::Triangle | Self::Quadrangle => 2,
            Self::Solid(_) => 3,
        }
    }
}

/// Gmsh's name of an element type that is not supported.
pub(super) fn name(number: i64) -> &'static str {
    match number {
        6 => "6-node prism",
        7 => "5-node pyramid",
        8 => "3-node second order line",
        9 => "6-node second order triangle",
        10 => "9-node second order quadrangle",
        11 => "10-node second order tetrahedron",
        12 => "27-node second order hexahedron",
        13 => "18-node second order prism",
        14 => "14-node second order pyramid",
        16 => "8-node second order quadrangle",
        17 => "20-node second order hexahedron",
        18 => "15-node second order prism",
        19 => "13-node second order pyramid",
        20 => "9-node third order incomplete triangle",
        21 => "10-node third order triangle",
        22 => "12-node fourth order incomplete triangle",
        23 => "15-node fourth order triangle",
        24 => "15-node fifth order incomplete triangle",
        25 => "21-node fifth order complete triangle",
        26 => "4-node third order edge",
        27 => "5-node fourth order edge",
        28 => "6-node fifth order edge",
        29 => "20-node third order tetrahedron",
        30 => "35-node fourth order tetrahedron",
        31 => "56-node fifth order tetrahedron",
        92 => "64-node third order hexahedron",
        93 => "125-node fourth order hexahedron",
        _ => "unknown",
    }
}

/// What to do about an element type that is not supported.
pub(super) fn cure(number: i64) -> &'static str {
    match number {
        6 | 7 => {
            "mesh the volume with tetrahedra, or with hexahedra only (Gmsh: an extrusion of quadrangles with `Recombine`, \
             or `Transfinite Volume`)"
        }
        8..=14 | 16..=31 | 92 | 93 => {
            "only elements of first order are supported: set Mesh.ElementOrder = 1, mesh and save again"
        }
        _ => {
            "only tetrahedra with 4 and hexahedra with 8 nodes are supported, with triangles, quadrangles, lines and points of \
              first order as members of groups"
        }
    }
}
