//! The key `initial_rate` of a joint: the rate of its coordinate at the start, or of several by their names.

use super::build::{BuildError, Builder};
use super::item::translate;
use super::value::{Number, Reference, Span};
use crate::measure::Measure;
use crate::model::InitialRate;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

pub(super) const KEY: &str = "initial_rate";

/// For the list, the schema and the reference.
pub(super) const TEXT: &str = "`initial_rate` of a joint is the rate of its coordinate at the start, in m/s or rad/s, or of several: \
`initial_rate = 10`, `initial_rate = { angle = 10, displacement = 0.2 }`. The velocities of all bodies follow: they are changed from \
those given for the bodies as little as joints and rates allow, in the metric of the mass, as by an impulse in these coordinates. Rates that \
contradict each other or the joints are refused";

/// Reads the rates of a joint that was built.
pub(super) fn add(b: &mut Builder, joint: &str, value: Spanned<DeValue>) -> Result<(), BuildError> {
    let span = value.span();
    let reference = Reference { name: joint.to_owned(), span: span.clone() };
    match value.into_inner() {
        DeValue::Table(table) => {
            for (key, value) in table {
                let name = Reference { name: key.get_ref().to_string(), span: key.span() };
                let measure = b.coordinate(&reference, Some(&name))?;
                push(b, joint, measure, value)?;
            }
            Ok(())
        }
        value => {
            let measure = only_coordinate(b, &reference, &span)?;
            push(b, joint, measure, Spanned::new(span, value))
        }
    }
}

fn only_coordinate(b: &Builder, joint: &Reference, span: &Span) -> Result<Measure, BuildError> {
    let coordinates = &b.model.joints[b.joint(joint)?].coordinates;
    if let [(first, _), _, ..] = coordinates.as_slice() {
        let names: Vec<&str> = coordinates.iter().map(|(name, _)| *name).collect();
        let message = format!("`{}` has several coordinates: `{}`", joint.name, names.join("`, `"));
        return Err(BuildError::at(span, message).help(format!("write `{KEY} = {{ {first} = … }}`")));
    }
    b.coordinate(joint, None)
}

fn push(b: &mut Builder, joint: &str, measure: Measure, value: Spanned<DeValue>) -> Result<(), BuildError> {
    let number = Number::deserialize(ValueDeserializer::from(value)).map_err(|e| translate(&e, &[]))?;
    let value = b.number(&number)?;
    b.model.rates.push(InitialRate { joint: joint.to_owned(), measure, value });
    Ok(())
}
