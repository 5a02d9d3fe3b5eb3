//! Contact laws as model files name them.

use super::{ContactLaw, Friction};
use crate::catalog::{Entry, Group, Kind};
use crate::integrate::Impacts;
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

/// The keys that all laws but `coulomb` and `materials`, which have them among their own, share.
pub(super) static COMMON: Entry = Entry::of::<CommonSpec>(Group::Law);

/// Restitution and resistance to turning.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommonSpec {
    /// Coefficient of restitution in normal direction, 0 … 1. Default: 0.
    restitution: Option<Number>,
    /// Coefficient of restitution in tangential direction, 0 … 1. Default: 0.
    restitution_tangential: Option<Number>,
    /// (m) Rolling resistance ρ, only for bodies that roll. Default: 0.
    rolling_resistance: Option<Number>,
    /// (m) Drilling resistance γ, only for bodies that roll. Default: 0.
    drilling_resistance: Option<Number>,
}

impl Kind for CommonSpec {
    const KEY: &'static str = "common";
    const SUMMARY: &'static str = "restitution and resistance to turning";
    const SAMPLE: &'static str = "";

    /// Begins the law that its own keys complete.
    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let Self { restitution, restitution_tangential, rolling_resistance, drilling_resistance } = self;
        let clone = Clone::clone;
        let coulomb = Coulomb {
            friction: None,
            restitution: clone(restitution),
            restitution_tangential: clone(restitution_tangential),
            rolling_resistance: clone(rolling_resistance),
            drilling_resistance: clone(drilling_resistance),
        };
        coulomb.build(name, b)
    }
}

/// The coefficients that a table gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Coefficients {
    pub friction: Option<Friction>,
    pub restitution_n: Option<f64>,
    pub restitution_t: Option<f64>,
    pub rolling: Option<f64>,
    pub drilling: Option<f64>,
}

impl Coefficients {
    /// The key of a coefficient that both give, with different values.
    pub fn contradicts(&self, other: &Self) -> Option<&'static str> {
        let differ = |a: Option<f64>, b: Option<f64>| a.zip(b).is_some_and(|(a, b)| a != b);
        let friction = self.friction.as_ref().zip(other.friction.as_ref()).is_some_and(|(a, b)| a != b);
        let keys = [
            (friction, "friction"),
            (differ(self.restitution_n, other.restitution_n), "restitution"),
            (differ(self.restitution_t, other.restitution_t), "restitution_tangential"),
            (differ(self.rolling, other.rolling), "rolling_resistance"),
            (differ(self.drilling, other.drilling), "drilling_resistance"),
        ];
        keys.into_iter().find_map(|(differ, key)| differ.then_some(key))
    }
}

impl Coulomb {
    pub(super) fn coefficients(&self, b: &Builder) -> Result<Coefficients, BuildError> {
        let fraction = |n: &Option<Number>, what: &str| n.as_ref().map(|n| b.fraction(n, what)).transpose();
        let resistance = |n: &Option<Number>, what: &str| n.as_ref().map(|n| b.not_negative(n, what)).transpose();
        if let (Some(n), Impacts::Poisson) = (&self.restitution_tangential, b.settings.impacts)
            && b.number(n)? != 0.0
        {
            let message = "`restitution_tangential` is not 0, which Poisson's impact law has no place for";
            return Err(BuildError::at(&n.span, message).help("remove it, or `impact_law = \"poisson\"`"));
        }
        Ok(Coefficients {
            friction: self.friction.as_ref().map(|function| friction(function, b)).transpose()?,
            restitution_n: fraction(&self.restitution, "restitution")?,
            restitution_t: fraction(&self.restitution_tangential, "restitution_tangential")?,
            rolling: resistance(&self.rolling_resistance, "rolling_resistance")?,
            drilling: resistance(&self.drilling_resistance, "drilling_resistance")?,
        })
    }
}

/// Speeds at which a coefficient of friction is looked at when the model is read, in m/s.
const SPEEDS: [f64; 6] = [0.0, 1e-3, 0.1, 1.0, 10.0, 100.0];

/// The coefficient of friction of a table.
pub(super) fn friction(function: &Function, b: &Builder) -> Result<Friction, BuildError> {
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
        let given = self.coefficients(b)?;
        b.law = ContactLaw {
            friction: given.friction.unwrap_or_default(),
            restitution_n: given.restitution_n.unwrap_or_default(),
            restitution_t: given.restitution_t.unwrap_or_default(),
            rolling: given.rolling.unwrap_or_default(),
            drilling: given.drilling.unwrap_or_default(),
            cohesion: None,
            compliance: None,
        };
        b.by_material = false;
        Ok(())
    }
}
