//! What the bodies of a contact are made of, and how stiff they are where they touch.
//!
//! A body whose shapes all have one material is made of it. Radii come from the shapes of the pair.

use super::EvaluationError;
use super::forces::ForceSettings;
use crate::contact::{Contact, ContactId, Material};
use crate::model::Model;
use crate::post::{Curvatures, Elastic, Hertz};
use std::collections::{BTreeMap, BTreeSet};

/// The materials of a model file, and which of them the shapes of each body (or ground) have.
#[derive(Clone, Debug, Default)]
pub struct Substances {
    pub materials: BTreeMap<String, Material>,
    pub of_carrier: BTreeMap<String, BTreeSet<String>>,
}

/// Principal radii of two surfaces (m), positive where they are convex, infinite where they are flat, and the angle between the planes of the first of
/// each (rad).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Radii {
    pub first: [f64; 2],
    pub second: [f64; 2],
    pub angle: f64,
}

impl Radii {
    fn curvatures(&self) -> Curvatures {
        Curvatures { first: self.first.map(f64::recip), second: self.second.map(f64::recip), angle: self.angle }
    }
}

/// How a contact resists indentation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elasticity {
    /// K of F = K δⁿ (N/mⁿ).
    pub stiffness: f64,
    /// n.
    pub exponent: f64,
    /// Whether both were given, rather than found by Hertz.
    pub given: bool,
    /// Where curvatures and materials are known: for stresses. Those are of the body in which the shear is larger.
    pub hertz: Option<Hertz>,
    /// The smaller yield strength of the two (Pa).
    pub strength: Option<f64>,
}

impl Substances {
    /// How a contact point resists indentation, by what is asked for.
    pub fn of_point(&self, model: &Model, id: ContactId, asked: &ForceSettings) -> Result<Elasticity, EvaluationError> {
        let listed = model.contact_sets.len();
        let found;
        let contact = match (id.set as usize).checked_sub(listed) {
            None => model.contacts.get(id.i as usize),
            Some(collision) => {
                found = model.collisions.get(collision).and_then(|c| c.contact(id.i as usize, id.j as usize));
                found.as_ref()
            }
        };
        let contact = contact.ok_or_else(|| EvaluationError::Asked {
            message: format!("the records have a contact point {id} that the model does not have"),
            help: "the model in run.json is not the one that was run: run it again".to_owned(),
        })?;
        self.of_contact(model, contact, asked)
    }

    /// How a contact resists indentation, by what is asked for.
    pub fn of_contact(
        &self,
        model: &Model,
        contact: &Contact,
        asked: &ForceSettings,
    ) -> Result<Elasticity, EvaluationError> {
        let materials = self.of_bodies(model, contact, asked);
        let curvatures = asked.radii.map(|radii| radii.curvatures()).or_else(|| contact.pair.curvatures());
        let strength = materials.as_ref().ok().and_then(|m| m.iter().filter_map(|(_, s)| *s).reduce(f64::min));
        let hertz = match (&materials, curvatures) {
            (Ok([(a, _), (b, _)]), Some(curvatures)) => Some(worse(curvatures, [*a, *b])),
            _ => None,
        };
        if let Some([stiffness, exponent]) = asked.stiffness {
            // Stresses only where Hertz has an answer.
            return Ok(Elasticity { stiffness, exponent, given: true, hertz: hertz.and_then(Result::ok), strength });
        }
        let name = || contact.name.clone();
        let help = "give `stiffness` and `exponent` instead (--stiffness, --exponent)";
        materials?;
        let hertz = hertz.ok_or_else(|| EvaluationError::Missing {
            contact: name(),
            message: "its stiffness does not follow from its shapes: points, edges and journals that touch along a line have none of Hertz's ellipses".to_owned(),
            help: "give `stiffness` and `exponent` (--stiffness, --exponent), measured or from a finer model (docs/worn_pin.md has an estimate for a journal), or `radii`".to_owned(),
        })?;
        let hertz = hertz.map_err(|source| EvaluationError::Post { contact: name(), source, help })?;
        Ok(Elasticity { stiffness: hertz.stiffness(), exponent: 1.5, given: false, hertz: Some(hertz), strength })
    }

    /// Elastic constants and strengths of the two bodies: of the materials that are named, or of those of their shapes.
    fn of_bodies(
        &self,
        model: &Model,
        contact: &Contact,
        asked: &ForceSettings,
    ) -> Result<[(Elastic, Option<f64>); 2], EvaluationError> {
        let (a, b) = contact.pair.ports();
        let mut out = [(Elastic { young: 0.0, poisson: 0.0 }, None); 2];
        for (k, port) in [a, b].into_iter().enumerate() {
            let carrier = model.carrier_name(port);
            let missing = |message: String, help: String| EvaluationError::Missing {
                contact: contact.name.clone(),
                message,
                help: format!("{help}; or give `stiffness` and `exponent` (--stiffness, --exponent)"),
            };
            let name = match (&asked.materials, self.of_carrier.get(carrier)) {
                (Some(named), _) => named[k].as_str(),
                (None, Some(of_shapes)) if of_shapes.len() == 1 => of_shapes.iter().next().map_or("", String::as_str),
                (None, Some(several)) if several.len() > 1 => {
                    let message = format!("the shapes of `{carrier}` have different materials");
                    return Err(missing(message, "name those of the contact: `materials` (--material)".to_owned()));
                }
                _ => {
                    let message = format!("the material of `{carrier}` is not known");
                    let help = "give its shapes a `material`, or name those of the contact: `materials` (--material)";
                    return Err(missing(message, help.to_owned()));
                }
            };
            let material = self.materials.get(name).ok_or_else(|| {
                let known: Vec<&str> = self.materials.keys().map(String::as_str).collect();
                missing(format!("unknown material `{name}`"), crate::spec::cure(name, &known))
            })?;
            let elastic = material.elastic.ok_or_else(|| {
                let help = format!("add `young = …` (Pa) and `poisson = …` to [materials.{name}]");
                missing(format!("the material `{name}` has no elastic constants"), help)
            })?;
            out[k] = (elastic, material.strength);
        }
        Ok(out)
    }
}

/// Hertz contact with stresses in the body where the shear is larger: that with the smaller Poisson's ratio.
fn worse(curvatures: Curvatures, [a, b]: [Elastic; 2]) -> Result<Hertz, crate::post::PostError> {
    let Curvatures { first, second, angle } = curvatures;
    let swapped = Curvatures { first: second, second: first, angle };
    if a.poisson <= b.poisson { Hertz::new(curvatures, [a, b]) } else { Hertz::new(swapped, [b, a]) }
}
