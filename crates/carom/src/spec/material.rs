//! What shapes are made of: names of materials, and whether a contact asks for them.

use super::build::{BuildError, Builder, unknown};
use super::value::Reference;
use crate::evaluate::Substances;

/// A key `material` of the model file.
#[derive(Clone, Debug)]
pub(super) struct MaterialUse {
    /// File and name of the item that it stands in.
    pub item: (usize, String),
    pub reference: Reference,
    /// Whether a contact takes its coefficients from it.
    pub used: bool,
}

impl Builder {
    /// Refuses a name that no material has.
    pub fn check_material_name(&self, reference: &Reference) -> Result<(), BuildError> {
        if self.materials.contains_key(&reference.name) {
            return Ok(());
        }
        if self.broken.contains(&broken_name(&reference.name)) {
            return Err(BuildError::follow_up());
        }
        let error = unknown("material", reference, self.materials.keys().map(String::as_str));
        Err(if self.materials.is_empty() {
            error.help(format!("add a table [materials.{}]", reference.name))
        } else {
            error
        })
    }

    /// The number of a key `material`; shapes that are generated from one key share it.
    pub(super) fn material_use(&mut self, reference: &Reference) -> Result<usize, BuildError> {
        self.check_material_name(reference)?;
        let same = |u: &MaterialUse| u.item == self.item && u.reference.span == reference.span;
        if self.material_uses.last().is_none_or(|last| !same(last)) {
            let (item, reference) = (self.item.clone(), reference.clone());
            self.material_uses.push(MaterialUse { item, reference, used: false });
        }
        Ok(self.material_uses.len() - 1)
    }

    /// Materials, and those of the shapes of each body.
    pub fn substances(&self) -> Substances {
        let mut substances = Substances { materials: self.materials.clone(), ..Substances::default() };
        for surface in &self.surfaces {
            let material = surface.material.map(|key| self.material_uses[key].reference.name.clone());
            substances.of_carrier.entry(surface.name.clone()).or_default().extend(material);
        }
        substances
    }

    /// The name of the material of a key, which a contact asks for.
    pub fn use_material(&mut self, key: usize) -> &str {
        self.material_uses[key].used = true;
        &self.material_uses[key].reference.name
    }
}

/// The name under which a material that failed is remembered: materials and bodies may share theirs.
pub(super) fn broken_name(material: &str) -> String {
    format!("materials.{material}")
}

/// The warning for a key that nothing asks for.
pub(super) fn unused(reference: &Reference) -> BuildError {
    BuildError::at(&reference.span, format!("no contact asks for the material `{}` of this shape", reference.name))
        .help("add `law = \"materials\"` to a contact of type `collision` that the shape takes part in")
}
