//! Which cells of a mesh contain a point: by the natural coordinates of the point in the cell.

use super::shape::{CORNERS, jacobian};
use crate::mesh::{Cell, CellKind, Mesh};
use crate::{Mat3, Vec3};

/// Coordinates may exceed the cell by this, so that points on faces belong to both sides.
const RIM: f64 = 1e-6;
/// Newton's method on the trilinear map; a few are enough for sound cells.
const ITERATIONS: usize = 30;

/// The cells that contain a point: several if it lies on a face, an edge or a node.
pub fn cells_at(mesh: &Mesh, x: &Vec3) -> Vec<usize> {
    (0..mesh.cells.len()).filter(|i| contains(mesh, &mesh.cells[*i], x)).collect()
}

fn contains(mesh: &Mesh, cell: &Cell, x: &Vec3) -> bool {
    let at = |a: usize| mesh.points[cell.nodes()[a]];
    let first = at(0);
    let (low, high) =
        cell.nodes().iter().map(|i| mesh.points[*i]).fold((first, first), |(l, h), p| (l.inf(&p), h.sup(&p)));
    let rim = Vec3::repeat(RIM * (high - low).norm());
    if (0..3).any(|i| x[i] < low[i] - rim[i] || x[i] > high[i] + rim[i]) {
        return false;
    }
    match cell.kind {
        CellKind::Line2 => false,
        CellKind::Tetrahedron4 => {
            let j = Mat3::from_columns(&[at(1) - first, at(2) - first, at(3) - first]);
            let Some(inverse) = j.try_inverse() else { return false };
            let xi = inverse * (x - first);
            xi.min() >= -RIM && xi.sum() <= 1.0 + RIM
        }
        CellKind::Hexahedron8 => natural(&std::array::from_fn(at), x).is_some_and(|xi| xi.amax() <= 1.0 + RIM),
    }
}

/// Natural coordinates of a point in a hexahedron.
fn natural(points: &[Vec3; 8], x: &Vec3) -> Option<Vec3> {
    let mut xi = Vec3::zeros();
    for _ in 0..ITERATIONS {
        let n = CORNERS.map(|c| 0.125 * (0..3).map(|i| 1.0 + c[i] * xi[i]).product::<f64>());
        let here = points.iter().zip(n).fold(Vec3::zeros(), |sum, (p, n)| sum + p * n);
        let step = jacobian(points, &[xi.x, xi.y, xi.z]).try_inverse()? * (x - here);
        xi += step;
        if step.amax() < 1e-12 {
            return Some(xi);
        }
    }
    None
}
