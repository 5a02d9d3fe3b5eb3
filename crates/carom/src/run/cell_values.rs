//! What is recorded of every cell of the flexible bodies: strain energy and, where there are solids, von Mises stress.

use crate::Vec3;
use crate::element::Scene;
use crate::mesh::CellKind;
use crate::record::CellArray;
use crate::sensor::von_mises;
use crate::system::Snapshot;

/// Values of all cells, body after body.
#[derive(Debug, Default)]
pub(super) struct CellValues {
    energies: Vec<f64>,
    /// Not numbers for bars, cables and beams.
    stresses: Vec<f64>,
}

impl CellValues {
    /// Reads the values of a step.
    pub fn update(&mut self, snapshot: &Snapshot) {
        // Without gravity, the potential of an element is its strain energy.
        let scene = Scene { gravity: Vec3::zeros(), ..snapshot.scene };
        let model = snapshot.model;
        let elements = || model.flexible.iter().flat_map(|body| &model.elements[body.elements.clone()]);
        self.energies.clear();
        self.energies.extend(elements().map(|item| item.element.energy(&scene).potential));
        self.stresses.clear();
        if model.flexible.iter().flat_map(|body| &body.cells).any(|cell| cell.kind != CellKind::Line2) {
            let stress = elements().map(|item| item.element.stress(&scene));
            self.stresses.extend(stress.map(|s| s.map_or(f64::NAN, |s| von_mises(&s))));
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
