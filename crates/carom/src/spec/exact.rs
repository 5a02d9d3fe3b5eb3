//! The table `[reference]`: the exact solution of a model, for studies of convergence.
//!
//! Its keys are channels, its values expressions of the time `t` and of parameters: `"ball.z" = "1 - 0.5*g*t^2"`.

use super::build::{BuildError, Builder};
use super::document::Entry;
use super::item::translate;
use super::suggest;
use super::value::Function;
use crate::history::{Topic, channels};
use serde::Deserialize;
use toml::de::{DeValue, ValueDeserializer};

/// Reads the table; everything that it names is there already.
pub(super) fn build(b: &mut Builder, entry: Entry) -> Result<(), Vec<BuildError>> {
    let (span, label) = (entry.value.span(), entry.label());
    let DeValue::Table(table) = entry.value.into_inner() else {
        let help = format!("write [{label}] and below it channels with expressions of `t`");
        return Err(vec![BuildError::at(&span, format!("`{label}` must be a table")).help(help)]);
    };
    let known: Vec<String> = Topic::ALL
        .into_iter()
        .flat_map(|topic| channels(topic, &b.sensors, &b.model))
        .map(|channel| channel.name)
        .collect();
    let mut errors = Vec::new();
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in entries {
        let name = key.get_ref().to_string();
        if !known.contains(&name) {
            let names: Vec<&str> = known.iter().map(String::as_str).collect();
            // A sensor that failed was reported itself.
            let follow_up = name.split('.').next().is_some_and(|sensor| b.is_broken(sensor));
            let error = BuildError::at(&key.span(), format!("unknown channel `{name}`"));
            errors.push(BuildError { follow_up, ..error.help(suggest::cure(&name, &names)) });
            continue;
        }
        let function = Function::deserialize(ValueDeserializer::from(value)).map_err(|e| translate(&e, &[]));
        match function.and_then(|function| b.function(&function, &["t"])) {
            Ok(expression) => b.reference.push((name, expression)),
            Err(error) => errors.push(BuildError { span: error.span.or(Some(key.span())), ..error }),
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
