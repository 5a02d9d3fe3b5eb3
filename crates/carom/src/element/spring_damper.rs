//! Translational spring and damper between two attachments, along the line that joins them, for large motion.
//!
//! With the distance L and its rate: tension T = k (L − L₀) + c L̇ + F₀ + T(t, L, L̇), positive pulls the ends together. It is a
//! [`MeasureForce`] on the distance, and a second one for the expression.

use super::pair::check_ends;
use super::{MeasureForce, MeasureLaw};
use crate::catalog::Kind;
use crate::measure::Measure;
use crate::spec::{BuildError, Builder, Function, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;

/// A translational spring and damper.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpringDamper {
    /// First attachment.
    pub a: Reference,
    /// Second attachment.
    pub b: Reference,
    /// (N/m) Stiffness. Default: 0.
    pub stiffness: Option<Number>,
    /// (N s/m) Damping. Default: 0.
    pub damping: Option<Number>,
    /// (m) Length without tension. Default: the distance at the start.
    pub length: Option<Number>,
    /// (N) Constant tension, positive pulls the ends together. Default: 0.
    pub force: Option<Number>,
    /// (N) Tension besides these, an expression of `t`, the length `l` and its rate `ld`; its work is counted with that of loads.
    /// Default: none.
    pub tension: Option<Function>,
}

impl Kind for SpringDamper {
    const KEY: &'static str = "spring_damper";
    const SUMMARY: &'static str = "spring, damper and constant tension along the line between two attachments";
    const SAMPLE: &'static str = r#"
name = "mass on a spring"
gravity = [0, 0, -9.81]
[bodies.mass]
type = "point_mass"
mass = 1.0
position = [0.1, 0, -0.5]
[forces.spring]
type = "spring_damper"
a = "ground"
b = "mass"
stiffness = 200
damping = 0.5
length = 0.4
tension = "40*(l - 0.4)^3 + 2*tanh(ld/0.1)"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let ends = [b.attachment(&self.a)?, b.attachment(&self.b)?];
        check_ends(&ends)?;
        let given =
            |number: &Option<Number>, default, what| number.as_ref().map_or(Ok(default), |n| b.not_negative(n, what));
        let start = (b.in_space(&ends[1]).x - b.in_space(&ends[0]).x).norm();
        let law = MeasureLaw::Linear {
            stiffness: given(&self.stiffness, 0.0, "stiffness")?,
            damping: given(&self.damping, 0.0, "damping")?,
            rest: given(&self.length, start, "length")?,
            preload: b.number_or(self.force.as_ref(), 0.0)?,
        };
        if start < 1e-12 * b.model.length_scale() {
            return Err(BuildError::at(
                &self.b.span,
                "the two ends coincide at the start, the spring has no direction",
            )
            .help("move one end; for a damper in all directions use `damper`"));
        }
        let tension = self.tension.as_ref().map(|f| b.force_function(f, &MeasureLaw::TENSION_VARIABLES)).transpose()?;
        let (a, port_b) = (b.port(&self.a)?, b.port(&self.b)?);
        // A spring by expressions alone has no linear part.
        let linear = self.stiffness.is_some() || self.damping.is_some() || self.force.is_some() || tension.is_none();
        for law in linear.then_some(law).into_iter().chain(tension.map(MeasureLaw::Tension)) {
            let element = MeasureForce::new(Measure::Distance { a, b: port_b }, law, &b.model.ports);
            b.add_element(name, Self::KEY, Box::new(element));
        }
        Ok(())
    }
}
