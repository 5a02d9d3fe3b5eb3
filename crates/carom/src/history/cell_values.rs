//! What is recorded of every cell of the flexible bodies: strain energy and, where there are solids, von Mises stress.

use crate::Vec3;
use crate::element::Scene;
use crate::mesh::CellKind;
use crate::model::Model;
use crate::record::CellArray;
use crate::sensor::von_mises;

/// Values of all cells, body after body.
#[derive(Debug, Default)]
pub struct CellValues {
    /// Not numbers for bodies that move in modes.
    energies: Vec<f64>,
    /// Not numbers for bars, cables and beams, and for bodies that move in modes.
    stresses: Vec<f64>,
}

impl CellValues {
    /// Reads the values at an instant.
    pub fn update(&mut self, model: &Model, scene: Scene) {
        // Without gravity, the potential of an element is its strain energy.
        let scene = Scene { gravity: Vec3::zeros(), ..scene };
        self.energies.clear();
        self.stresses.clear();
        let solid = model.flexible.iter().flat_map(|body| &body.cells).any(|cell| cell.kind != CellKind::Line2);
        for body in &model.flexible {
            if body.modal.is_some() {
                // Its cells have no elements.
                self.energies.extend(body.cells.iter().map(|_| f64::NAN));
                self.stresses.extend(body.cells.iter().filter(|_| solid).map(|_| f64::NAN));
                continue;
            }
            for item in &model.elements[body.elements.clone()] {
                self.energies.push(item.element.energy(&scene).potential);
                if solid {
                    self.stresses.push(item.element.stress(&scene).map_or(f64::NAN, |s| von_mises(&s)));
                }
            }
        }
    }

    /// The arrays of a frame: `strain_energy` (J), `von_mises` (Pa).
    pub fn arrays(&self) -> Vec<CellArray<'_>> {
        let named = |name, values| CellArray { name, components: 1, values };
        let mut arrays = vec![named("strain_energy", &self.energies[..])];
        if !self.stresses.is_empty() {
            arrays.push(named("von_mises", &self.stresses[..]));
        }
        arrays
    }
}
