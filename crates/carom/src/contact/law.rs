//! Contact laws as model files name them.

use super::ContactLaw;
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number};
use nonsmooth::Disc;
use schemars::JsonSchema;
use serde::Deserialize;

/// Unilateral contact with Newton restitution and isotropic Coulomb friction (THEORY §4).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coulomb {
    /// Coefficient of friction μ. Default: 0.
    pub friction: Option<Number>,
    /// Coefficient of restitution in normal direction, 0 … 1. Default: 0.
    pub restitution: Option<Number>,
    /// Coefficient of restitution in tangential direction, 0 … 1. Default: 0.
    pub restitution_tangential: Option<Number>,
}

impl Kind for Coulomb {
    const KEY: &'static str = "coulomb";
    const SUMMARY: &'static str = "unilateral contact, Newton restitution, isotropic Coulomb friction";
    const SAMPLE: &'static str = r#"
name = "thrown ball"
gravity = [0, 0, -9.81]
[bodies.ball]
type = "point_mass"
mass = 0.1
position = [0, 0, 1]
velocity = [1, 0, 0]
[contacts.floor]
type = "node_face"
point = "ball"
plane = "ground"
law = "coulomb"
friction = 0.3
restitution = 0.8
"#;

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let fraction = |n: &Option<Number>, what: &str| n.as_ref().map_or(Ok(0.0), |n| b.fraction(n, what));
        let factor = self.friction.as_ref().map_or(Ok(0.0), |n| b.not_negative(n, "friction"))?;
        b.law = ContactLaw {
            discs: (factor > 0.0).then_some(Disc { factor, rows: 2 }).into_iter().collect(),
            restitution_n: fraction(&self.restitution, "restitution")?,
            restitution_t: fraction(&self.restitution_tangential, "restitution_tangential")?,
        };
        Ok(())
    }
}
