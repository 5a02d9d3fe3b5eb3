//! A box of equal bricks, or of bricks cut into tetrahedra.
//!
//! A brick is cut along its diagonal into the six tetrahedra of Kuhn's subdivision, one a permutation (a, b, c) of the axes:
//! corner 0, e_a, e_a + e_b, e_a + e_b + e_c. All bricks are cut alike and their faces match.

use super::face::nodes_of;
use super::{Cell, CellKind, Group, Mesh, MeshError};
use crate::Vec3;

const AXES: [char; 3] = ['x', 'y', 'z'];
/// Corners of a brick in VTK's order, as steps along the axes.
const CORNERS: [[usize; 3]; 8] =
    [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]];
/// The six tetrahedra, by corners of the brick.
const TETRAHEDRA: [[usize; 4]; 6] =
    [[0, 1, 2, 6], [0, 2, 3, 6], [0, 3, 7, 6], [0, 7, 4, 6], [0, 4, 5, 6], [0, 5, 1, 6]];

impl Mesh {
    /// A box centred at the origin, with the groups `x-`, `x+`, `y-`, `y+`, `z-`, `z+` of its sides. Node numbers grow first
    /// along x, then y, then z.
    pub fn box_(size: [f64; 3], elements: [usize; 3], kind: CellKind) -> Result<Self, MeshError> {
        check(size, elements, kind)?;
        let steps = elements.map(|n| n + 1);
        let number = |i: [usize; 3]| i[0] + steps[0] * (i[1] + steps[1] * i[2]);
        let coordinate = |axis: usize, i: usize| size[axis] * (i as f64 / elements[axis] as f64 - 0.5);
        let points = lattice(steps).map(|i| Vec3::from_fn(|axis, _| coordinate(axis, i[axis]))).collect();
        let mut cells = Vec::with_capacity(elements.iter().product());
        for i in lattice(elements) {
            let corners = CORNERS.map(|c| number([i[0] + c[0], i[1] + c[1], i[2] + c[2]]));
            match kind {
                CellKind::Tetrahedron4 => {
                    cells.extend(TETRAHEDRA.map(|t| Cell::new(kind, &t.map(|corner| corners[corner]))));
                }
                _ => cells.push(Cell::new(kind, &corners)),
            }
        }
        let mut mesh = Self::new(points, cells);
        mesh.groups = mesh.sides(steps);
        Ok(mesh)
    }

    /// The faces of the surface whose nodes are all first, or all last, along an axis.
    fn sides(&self, steps: [usize; 3]) -> Vec<Group> {
        let index = |node: usize| [node % steps[0], node / steps[0] % steps[1], node / (steps[0] * steps[1])];
        let surface = self.surface();
        let mut groups = Vec::with_capacity(6);
        for axis in 0..3 {
            for (sign, layer) in [('-', 0), ('+', steps[axis] - 1)] {
                let on = |node: &usize| index(*node)[axis] == layer;
                let faces: Vec<_> = surface.iter().filter(|f| f.nodes().iter().all(on)).copied().collect();
                let name = format!("{}{sign}", AXES[axis]);
                groups.push(Group { name, dimension: 2, nodes: nodes_of(&faces), cells: Vec::new(), faces });
            }
        }
        groups
    }
}

/// All triples below `counts`, the first index fastest.
fn lattice([a, b, c]: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    (0..c).flat_map(move |k| (0..b).flat_map(move |j| (0..a).map(move |i| [i, j, k])))
}

fn check(size: [f64; 3], elements: [usize; 3], kind: CellKind) -> Result<(), MeshError> {
    if kind == CellKind::Line2 {
        return Err(MeshError::BoxKind { kind });
    }
    for (i, axis) in AXES.into_iter().enumerate() {
        if !(size[i] > 0.0 && size[i].is_finite()) {
            return Err(MeshError::BoxSize { axis, value: size[i] });
        }
        if elements[i] == 0 {
            return Err(MeshError::BoxElements { axis });
        }
    }
    let nodes = elements.iter().try_fold(1_usize, |product, n| product.checked_mul(n.checked_add(1)?));
    match nodes {
        Some(n) if n <= MOST_NODES => Ok(()),
        _ => Err(MeshError::BoxTooLarge { elements }),
    }
}

/// Far more than can be computed with, and little enough to fit into memory.
const MOST_NODES: usize = 20_000_000;
