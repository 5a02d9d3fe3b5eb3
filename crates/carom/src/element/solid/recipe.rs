//! From the cells of a mesh to elements.

use super::enhanced::Enhancement;
use super::shape::{MassKind, Shape};
use super::{Hexahedron, Substance, Tetrahedron};
use crate::Vec3;
use crate::element::Element;
use crate::mesh::{Cell, CellKind, Mesh};
use crate::model::NodeId;
use std::sync::Arc;

/// What all elements of a body have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    pub substance: Substance,
    pub mass: MassKind,
    /// Whether hexahedra have enhanced strains.
    pub enhanced: bool,
}

impl Recipe {
    /// The elements of the hexahedra and tetrahedra of a mesh, in its order; `nodes` are those of the model.
    pub fn elements(&self, mesh: &Mesh, nodes: &[NodeId]) -> Vec<Box<dyn Element>> {
        let size = mesh.points.iter().fold(0.0, |m: f64, x| m.max(x.amax()));
        let (mut hexahedra, mut tetrahedra) = (Recent::new(size), Recent::new(size));
        let mut elements: Vec<Box<dyn Element>> = Vec::with_capacity(mesh.cells.len());
        for cell in &mesh.cells {
            match cell.kind {
                CellKind::Hexahedron8 => {
                    let shape = hexahedra.get(&corners(mesh, cell), |points| self.hexahedron(points));
                    elements.push(Box::new(Hexahedron::new(ids(cell, nodes), shape, self.substance)));
                }
                CellKind::Tetrahedron4 => {
                    let make = |points: &_| Shape::tetrahedron(points, self.mass);
                    let shape = tetrahedra.get(&corners(mesh, cell), make);
                    elements.push(Box::new(Tetrahedron::new(ids(cell, nodes), shape, self.substance)));
                }
                CellKind::Line2 => {}
            }
        }
        elements
    }

    fn hexahedron(&self, points: &[Vec3; 8]) -> Shape<8, 8> {
        let mut shape = Shape::hexahedron(points, self.mass);
        let initial = self.substance.material.initial();
        shape.enhancement = self.enhanced.then(|| Enhancement::new(points, shape.weights, &initial));
        shape
    }
}

fn corners<const N: usize>(mesh: &Mesh, cell: &Cell) -> [Vec3; N] {
    std::array::from_fn(|a| mesh.points[cell.nodes()[a]])
}

fn ids<const N: usize>(cell: &Cell, nodes: &[NodeId]) -> [NodeId; N] {
    std::array::from_fn(|a| nodes[cell.nodes()[a]])
}

/// The last few shapes, so that equal elements share theirs: the cells of a box all do.
struct Recent<const N: usize, const G: usize> {
    shapes: Vec<Arc<Shape<N, G>>>,
    /// Rounding of the coordinates.
    rounding: f64,
}

impl<const N: usize, const G: usize> Recent<N, G> {
    /// A box of tetrahedra has six shapes.
    const ROOM: usize = 6;

    fn new(size: f64) -> Self {
        Self { shapes: Vec::new(), rounding: 4.0 * f64::EPSILON * size }
    }

    fn get(&mut self, points: &[Vec3; N], make: impl Fn(&[Vec3; N]) -> Shape<N, G>) -> Arc<Shape<N, G>> {
        if let Some(shape) = self.shapes.iter().find(|s| s.fits(points, self.rounding)) {
            return shape.clone();
        }
        let shape = Arc::new(make(points));
        if self.shapes.len() == Self::ROOM {
            self.shapes.remove(0);
        }
        self.shapes.push(shape.clone());
        shape
    }
}
