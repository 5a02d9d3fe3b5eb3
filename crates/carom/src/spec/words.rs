//! Keys whose values are words of a list: what the schema allows, and what is said of other values.

use super::build::BuildError;
use super::suggest;
use schemars::Schema;
use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

/// Finds values that are no texts where the schema allows certain words only, and tables inside whose `type` is not known, before their
/// keys are looked at. Other words that are not allowed are left to the deserializer.
pub(super) fn check(table: &DeTable, schema: &Schema, definitions: &Map<String, Value>) -> Vec<BuildError> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut errors = Vec::new();
    for (key, value) in table {
        let key = key.get_ref().as_ref();
        if let Some(schema) = properties.and_then(|p| p.get(key)) {
            unknown_types(value.get_ref(), schema, definitions, &mut errors);
        }
        let Some(text) = not_a_text(value.get_ref()) else { continue };
        if let Some(words) = properties.and_then(|p| p.get(key)).and_then(|s| words(s, definitions)) {
            let message = format!("`{key}` is {text}, expected one of the words \"{}\"", words.join("\", \""));
            let help = format!("write such as `{key} = \"{}\"`", words[0]);
            errors.push(BuildError::at(&value.span(), message).help(help));
        }
    }
    errors
}

/// Finds tables in a value whose `type` is none of the words of the schema.
fn unknown_types(value: &DeValue, schema: &Value, definitions: &Map<String, Value>, errors: &mut Vec<BuildError>) {
    let schema = resolved(schema, definitions);
    match value {
        DeValue::Array(list) => {
            list.iter().for_each(|value| unknown_types(value.get_ref(), &schema["items"], definitions, errors));
        }
        DeValue::Table(table) => {
            for (key, value) in table {
                let (key, of_key) = (key.get_ref().as_ref(), &schema["properties"][key.get_ref().as_ref()]);
                let word = value.get_ref().as_str().filter(|_| key == "type");
                if let Some((word, known)) = word.zip(words(of_key, definitions))
                    && !known.contains(&word)
                {
                    let near = suggest::nearest(word, &known).map(|near| format!("did you mean `{near}`? "));
                    let help = format!("{}possible: {}", near.unwrap_or_default(), known.join(", "));
                    errors.push(BuildError::at(&value.span(), format!("unknown value `{word}`")).help(help));
                }
                let inner = if of_key.is_null() { &schema["additionalProperties"] } else { of_key };
                unknown_types(value.get_ref(), inner, definitions, errors);
            }
        }
        _ => {}
    }
}

/// The schema that a reference or an optional value stands for.
fn resolved<'a>(schema: &'a Value, definitions: &'a Map<String, Value>) -> &'a Value {
    let named = schema["$ref"].as_str().and_then(|name| definitions.get(name.rsplit('/').next()?));
    let present = || schema["anyOf"].as_array().and_then(|list| list.iter().find(|s| s["type"] != "null"));
    match named.or_else(present) {
        Some(inner) => resolved(inner, definitions),
        None => schema,
    }
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
