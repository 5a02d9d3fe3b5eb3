//! Contact laws as model files name them.

use super::{ContactLaw, Friction};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Function, Number};
use schemars::JsonSchema;
use serde::Deserialize;

/// Unilateral contact with Newton restitution, isotropic Coulomb friction, drilling and rolling resistance (THEORY §4).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coulomb {
    /// Coefficient of friction μ: a number, or an expression of the speed of sliding `v` (m/s) at the start of a step. At rest it
    /// is its value at v = 0. Default: 0.
    pub friction: Option<Function>,
    /// Coefficient of restitution in normal direction, 0 … 1. Default: 0.
    pub restitution: Option<Number>,
    /// Coefficient of restitution in tangential direction, 0 … 1. Default: 0.
    pub restitution_tangential: Option<Number>,
    /// (m) Rolling resistance ρ: the largest moment about the tangents per unit of normal force. Only for bodies that roll.
    /// Default: 0.
    pub rolling_resistance: Option<Number>,
    /// (m) Drilling resistance γ: the largest moment about the normal per unit of normal force. Only for bodies that roll.
    /// Default: 0.
    pub drilling_resistance: Option<Number>,
}

/// Speeds at which a coefficient of friction is looked at when the model is read, in m/s.
const SPEEDS: [f64; 6] = [0.0, 1e-3, 0.1, 1.0, 10.0, 100.0];

/// The coefficient of friction of a table.
pub(super) fn friction(function: Option<&Function>, b: &Builder) -> Result<Friction, BuildError> {
    let Some(function) = function else { return Ok(Friction::default()) };
    let expression = b.function(function, &["v"])?;
    if expression.as_constant().is_some() {
        return Ok(Friction::Constant(b.not_negative(&function.0, "friction")?));
    }
    for v in SPEEDS {
        let factor = expression.eval(&[v]);
        if !(factor.is_finite() && factor >= 0.0) {
            let message = format!("the friction is {factor} at the speed v = {v} m/s");
            return Err(
                BuildError::at(&function.0.span, message).help("it must be a zero or positive number at every speed")
            );
        }
    }
    Ok(Friction::OfSpeed(expression))
}

impl Kind for Coulomb {
    const KEY: &'static str = "coulomb";
    const SUMMARY: &'static str =
        "unilateral contact, Newton restitution, Coulomb friction, rolling and drilling resistance";
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
        let resistance = |n: &Option<Number>, what: &str| n.as_ref().map_or(Ok(0.0), |n| b.not_negative(n, what));
        b.law = ContactLaw {
            friction: friction(self.friction.as_ref(), b)?,
            restitution_n: fraction(&self.restitution, "restitution")?,
            restitution_t: fraction(&self.restitution_tangential, "restitution_tangential")?,
            rolling: resistance(&self.rolling_resistance, "rolling_resistance")?,
            drilling: resistance(&self.drilling_resistance, "drilling_resistance")?,
        };
        Ok(())
    }
}
