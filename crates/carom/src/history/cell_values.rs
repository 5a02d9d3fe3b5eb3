//! What is recorded of every cell of the flexible bodies: strain energy, where there are solids von Mises stress, where there are bars,
//! cables and beams force and moment in the section.

use crate::Vec3;
use crate::element::{Item, Scene};
use crate::mesh::CellKind;
use crate::model::{FlexibleBody, Model};
use crate::record::CellArray;
use crate::sensor::von_mises;

/// Values of all cells, body after body; what a cell does not have is not a number. Bodies that move in modes have no elements, and none.
#[derive(Debug, Default)]
pub struct CellValues {
    energies: Vec<f64>,
    stresses: Vec<f64>,
    /// N, Q_y, Q_z and M_x, M_y, M_z of lines.
    forces: Vec<f64>,
    moments: Vec<f64>,
}

impl CellValues {
    /// Reads the values at an instant.
    pub fn update(&mut self, model: &Model, scene: Scene) {
        // Without gravity, the potential of an element is its strain energy.
        let scene = Scene { gravity: Vec3::zeros(), ..scene };
        [&mut self.energies, &mut self.stresses, &mut self.forces, &mut self.moments].into_iter().for_each(Vec::clear);
        let is_line = |kind: CellKind| kind == CellKind::Line2;
        let has =
            |line: bool| model.flexible.iter().flat_map(|body| &body.cells).any(|cell| is_line(cell.kind) == line);
        let (solids, lines) = (has(false), has(true));
        for body in &model.flexible {
            let items: &[Item] = if body.modal.is_some() { &[] } else { &model.elements[body.elements.clone()] };
            for cell in 0..body.cells.len() {
                let element = items.get(cell).map(|item| &item.element);
                self.energies.push(element.map_or(f64::NAN, |element| element.energy(&scene).potential));
                if solids {
                    let stress = element.and_then(|element| element.stress(&scene));
                    self.stresses.push(stress.map_or(f64::NAN, |s| von_mises(&s)));
                }
                if lines {
                    let section = element.and_then(|element| element.section(&scene));
                    let [force, moment] =
                        section.map_or([Vec3::repeat(f64::NAN); 2], |section| in_section(body, section));
                    self.forces.extend(force.iter());
                    self.moments.extend(moment.iter());
                }
            }
        }
    }

    /// The arrays of a frame: `strain_energy` (J), `von_mises` (Pa), `section_force` (N) and `section_moment` (N m).
    pub fn arrays(&self) -> Vec<CellArray<'_>> {
        let named = |name, components, values| CellArray { name, components, values };
        let mut arrays = vec![named("strain_energy", 1, &self.energies[..])];
        let further = [
            named("von_mises", 1, &self.stresses[..]),
            named("section_force", 3, &self.forces[..]),
            named("section_moment", 3, &self.moments[..]),
        ];
        arrays.extend(further.into_iter().filter(|array| !array.values.is_empty()));
        arrays
    }
}

/// From the axes of the nodes to those of the section.
fn in_section(body: &FlexibleBody, values: [Vec3; 2]) -> [Vec3; 2] {
    let axes = body.section.as_ref().and_then(|section| section.axes.first());
    values.map(|value| axes.map_or(value, |axes| axes.tr_mul(&value)))
}
