//! Materials: coefficients of contact by name, and the law that takes them from the two shapes that touch; elastic constants and
//! strength, for contacts that have a stiffness.
//!
//! A pair of materials has the coefficients that one of them gives `against` the other. What is not given there is the smaller of
//! their own values.

use super::law::{Coefficients, Coulomb};
use super::{ContactLaw, Friction};
use crate::catalog::Kind;
use crate::integrate::Impacts;
use crate::post::Elastic;
use crate::spec::{BuildError, Builder, Function, Number, Reference, Span};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use toml::Spanned;

/// A material.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MaterialSpec {
    /// Coefficient of friction μ: a number, or an expression of the speed of sliding `v` (m/s). Default: 0.
    friction: Option<Function>,
    /// Coefficient of restitution in normal direction, 0 … 1. Default: 0.
    restitution: Option<Number>,
    /// Coefficient of restitution in tangential direction, 0 … 1. Default: 0.
    restitution_tangential: Option<Number>,
    /// (m) Rolling resistance. Default: 0.
    rolling_resistance: Option<Number>,
    /// (m) Drilling resistance. Default: 0.
    drilling_resistance: Option<Number>,
    /// (Pa) Young's modulus E, with `poisson`: for the stiffness and the stresses of contacts. Default: none.
    young: Option<Number>,
    /// Poisson's ratio ν, greater than −1 and at most 0.5. Default: none.
    poisson: Option<Number>,
    /// (Pa) Yield strength, for warnings where a contact yields. Default: none.
    strength: Option<Number>,
    /// Tables with the same keys by the name of another material: what differs for this pair. Default: the smaller of the values of
    /// the two.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Coulomb>")]
    against: BTreeMap<Spanned<String>, Coulomb>,
}

/// What a material gives for itself and for pairs.
#[derive(Clone, Debug, Default)]
pub struct Material {
    own: Coefficients,
    against: BTreeMap<String, (Span, Coefficients)>,
    /// Young's modulus and Poisson's ratio.
    pub elastic: Option<Elastic>,
    /// Yield strength (Pa).
    pub strength: Option<f64>,
}

impl Builder {
    /// Adds a material.
    pub fn add_material(&mut self, name: &str, spec: MaterialSpec) -> Result<(), BuildError> {
        let MaterialSpec {
            friction,
            restitution,
            restitution_tangential,
            rolling_resistance,
            drilling_resistance,
            young,
            poisson,
            strength,
            against,
        } = spec;
        let own = Coulomb { friction, restitution, restitution_tangential, rolling_resistance, drilling_resistance };
        let mut material = Material {
            own: own.coefficients(self)?,
            against: BTreeMap::new(),
            elastic: self.elastic(young.as_ref(), poisson.as_ref())?,
            strength: strength.as_ref().map(|n| self.positive(n, "strength")).transpose()?,
        };
        for (other, pair) in against {
            let span = other.span();
            material.against.insert(other.into_inner(), (span, pair.coefficients(self)?));
        }
        self.materials.insert(name.to_owned(), material);
        Ok(())
    }

    /// The elastic constants of a material, which come together.
    fn elastic(&self, young: Option<&Number>, poisson: Option<&Number>) -> Result<Option<Elastic>, BuildError> {
        let (young, poisson) = match (young, poisson) {
            (None, None) => return Ok(None),
            (Some(young), Some(poisson)) => (young, poisson),
            (Some(given), None) | (None, Some(given)) => {
                let message = "`young` and `poisson` are known together only";
                return Err(BuildError::at(&given.span, message).help("give both, or none of them"));
            }
        };
        let ratio = self.number(poisson)?;
        if !(ratio > -1.0 && ratio <= 0.5) {
            let message = format!("poisson is {ratio}, expected a number greater than -1 and at most 0.5");
            return Err(BuildError::at(&poisson.span, message));
        }
        Ok(Some(Elastic { young: self.positive(young, "young")?, poisson: ratio }))
    }

    /// The elastic constants of a material that is named where they are needed.
    pub fn elastic_of(&self, material: &Reference) -> Result<Elastic, BuildError> {
        self.check_material_name(material)?;
        self.materials.get(&material.name).and_then(|m| m.elastic).ok_or_else(|| {
            BuildError::at(&material.span, format!("the material `{}` has no elastic constants", material.name))
                .help(format!("add `young = …` (Pa) and `poisson = …` to [materials.{}]", material.name))
        })
    }

    /// Refuses what a material gives against one that does not exist, or other than that one gives it.
    pub fn check_material(&self, name: &str) -> Result<(), BuildError> {
        for (other, (span, given)) in self.materials.get(name).into_iter().flat_map(|m| &m.against) {
            let reference = Reference { name: other.clone(), span: span.clone() };
            self.check_material_name(&reference)?;
            // Told once, at the second of the two names.
            let back = self.materials.get(other).filter(|_| other.as_str() < name).and_then(|m| m.against.get(name));
            if let Some(key) = back.and_then(|(_, back)| given.contradicts(back)) {
                let message = format!("`{key}` of `{name}` and `{other}` is given twice, with different values");
                return Err(BuildError::at(span, message)
                    .help(format!("remove it here or in [materials.{other}.against.{name}]")));
            }
        }
        Ok(())
    }

    /// The law of a contact between one pair of shapes, which its own table gives.
    pub fn law_of_pair(&self) -> Result<ContactLaw, BuildError> {
        if !self.by_material {
            return Ok(self.law.clone());
        }
        Err(BuildError::new("the law `materials` is for contacts of type `collision`")
            .help("give the coefficients of this contact here, and remove `law`"))
    }

    /// The laws of pairs of these materials, row by row; the first material has no name, and its pairs have the coefficients of the
    /// contact's own table.
    pub fn laws_of_materials(&self, names: &[String]) -> Result<Vec<ContactLaw>, BuildError> {
        let mut laws = Vec::new();
        for i in 0..=names.len() {
            for j in 0..=names.len() {
                laws.push(match (i.checked_sub(1), j.checked_sub(1)) {
                    (Some(i), Some(j)) => self.law_between(&names[i], &names[j])?,
                    _ => self.law.clone(),
                });
            }
        }
        Ok(laws)
    }

    fn law_between(&self, a: &str, b: &str) -> Result<ContactLaw, BuildError> {
        let empty = Material::default();
        let (first, second) = (self.materials.get(a).unwrap_or(&empty), self.materials.get(b).unwrap_or(&empty));
        let given: Vec<&Coefficients> =
            [first.against.get(b), second.against.get(a)].into_iter().flatten().map(|(_, given)| given).collect();
        let pair = |of: fn(&Coefficients) -> Option<f64>| {
            let smaller = of(&first.own).unwrap_or(0.0).min(of(&second.own).unwrap_or(0.0));
            given.iter().find_map(|c| of(c)).unwrap_or(smaller)
        };
        let friction = match given.iter().find_map(|c| c.friction.clone()) {
            Some(friction) => friction,
            None => smaller(first.own.friction.clone(), second.own.friction.clone())?,
        };
        let restitution_t = pair(|c| c.restitution_t);
        if restitution_t != 0.0 && self.settings.impacts == Impacts::Poisson {
            let message = format!(
                "`restitution_tangential` of `{a}` and `{b}` is {restitution_t}, which Poisson's impact law has no place for"
            );
            return Err(BuildError::new(message).help("remove it, or `impact_law = \"poisson\"`"));
        }
        Ok(ContactLaw {
            friction,
            restitution_n: pair(|c| c.restitution_n),
            restitution_t,
            rolling: pair(|c| c.rolling),
            drilling: pair(|c| c.drilling),
            cohesion: None,
            compliance: None,
        })
    }
}

/// The smaller of two coefficients of friction, at every speed.
fn smaller(a: Option<Friction>, b: Option<Friction>) -> Result<Friction, BuildError> {
    let zero = Friction::Constant(0.0);
    let deep = |_| BuildError::new("the frictions of two materials are nested too deeply").help("shorten one of them");
    Ok(match (a.unwrap_or_default(), b.unwrap_or_default()) {
        (a, b) if a == b => a,
        (a, b) if a == zero || b == zero => zero,
        (Friction::Model(_), _) | (_, Friction::Model(_)) => {
            return Err(BuildError::new("materials have coefficients of Coulomb friction only"));
        }
        (Friction::Constant(a), Friction::Constant(b)) => Friction::Constant(a.min(b)),
        (Friction::OfSpeed(f), Friction::Constant(c)) | (Friction::Constant(c), Friction::OfSpeed(f)) => {
            Friction::OfSpeed(f.smaller(&crate::expr::Expression::constant(c)).map_err(deep)?)
        }
        (Friction::OfSpeed(a), Friction::OfSpeed(b)) => Friction::OfSpeed(a.smaller(&b).map_err(deep)?),
    })
}

/// The law of the materials of the shapes that touch. Where a shape has none, the keys of this table count.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct ByMaterials(Coulomb);

/// Its keys are those of [`Coulomb`], not a reference to them.
impl JsonSchema for ByMaterials {
    fn schema_name() -> Cow<'static, str> {
        "ByMaterials".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Coulomb::json_schema(generator)
    }
}

impl Kind for ByMaterials {
    const KEY: &'static str = "materials";
    const SUMMARY: &'static str =
        "the coefficients of the materials of the two shapes, or these where one has no material; for `collision`";
    const SAMPLE: &'static str = r#"
name = "marbles of two kinds"
gravity = [0, 0, -9.81]
[materials.glass]
friction = 0.2
restitution = 0.7
[materials.steel]
friction = "0.1 + 0.1*exp(-v)"
restitution = 0.9
rolling_resistance = 1e-5
[materials.steel.against.glass]
restitution = 0.8
[ground]
shapes = [{ type = "plane", material = "glass" }]
[bodies.red]
type = "sphere"
radius = 0.01
density = 2500
material = "glass"
position = [0, 0, 0.05]
[bodies.gray]
type = "sphere"
radius = 0.01
density = 7800
material = "steel"
position = [0.005, 0, 0.08]
[contacts.all]
type = "collision"
law = "materials"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        self.0.build(name, b)?;
        b.by_material = true;
        Ok(())
    }
}
