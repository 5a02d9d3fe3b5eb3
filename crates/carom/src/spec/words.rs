//! Keys whose values are words of a list: what the schema allows, and what is said of other values.

use super::build::BuildError;
use schemars::Schema;
use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

/// Finds values that are no texts where the schema allows certain words only. Words that are not allowed are left to the deserializer.
pub(super) fn check(table: &DeTable, schema: &Schema, definitions: &Map<String, Value>) -> Vec<BuildError> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut errors = Vec::new();
    for (key, value) in table {
        let key = key.get_ref().as_ref();
        let Some(text) = not_a_text(value.get_ref()) else { continue };
        if let Some(words) = properties.and_then(|p| p.get(key)).and_then(|s| words(s, definitions)) {
            let message = format!("`{key}` is {text}, expected one of the words \"{}\"", words.join("\", \""));
            let help = format!("write such as `{key} = \"{}\"`", words[0]);
            errors.push(BuildError::at(&value.span(), message).help(help));
        }
    }
    errors
}

/// A value that is no text, in words.
fn not_a_text(value: &DeValue) -> Option<String> {
    Some(match value {
        DeValue::String(_) => return None,
        DeValue::Boolean(x) => x.to_string(),
        DeValue::Integer(x) => format!("the number {}", x.as_str()),
        DeValue::Float(x) => format!("the number {}", x.as_str()),
        DeValue::Datetime(x) => format!("the date {x}"),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    })
}

/// The words that a schema allows, if it allows nothing else; not empty.
fn words<'a>(schema: &'a Value, definitions: &'a Map<String, Value>) -> Option<Vec<&'a str>> {
    if let Some(name) = schema["$ref"].as_str() {
        return words(definitions.get(name.rsplit('/').next()?)?, definitions);
    }
    if let Some(word) = schema["const"].as_str() {
        return Some(vec![word]);
    }
    if let Some(list) = schema["enum"].as_array() {
        let list = list.iter().filter(|word| !word.is_null());
        return list.map(Value::as_str).collect::<Option<Vec<_>>>().filter(|list| !list.is_empty());
    }
    let alternatives = schema["anyOf"].as_array().or(schema["oneOf"].as_array())?;
    let mut all = Vec::new();
    for alternative in alternatives.iter().filter(|a| a["type"] != "null") {
        all.extend(words(alternative, definitions)?);
    }
    (!all.is_empty()).then_some(all)
}
