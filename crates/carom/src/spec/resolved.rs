//! The model with every expression of parameters replaced by its value, for the record of a run.

use super::document::Entry;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::DeValue;

/// The tree as written, then the values of its expressions.
#[derive(Default)]
pub(super) struct Resolved {
    tree: Map<String, Value>,
    values: BTreeMap<Place, f64>,
}

/// File, copy of a pattern (0 elsewhere) and place in the file.
type Place = (usize, usize, usize);

/// Marks a text by its place until its value is known.
const PLACE: &str = "\u{0}place";

impl Resolved {
    pub fn record<'e, 'a: 'e>(&mut self, entries: impl Iterator<Item = &'e Entry<'a>>) {
        for entry in entries {
            if entry.table.is_empty() {
                self.tree.insert(entry.name.clone(), json(entry));
                continue;
            }
            let table = self.tree.entry(entry.table).or_insert_with(|| json!({}));
            table[entry.name.as_str()] = json(entry);
        }
    }

    /// Values of expressions of a file, in a copy of a pattern, by the place where they start.
    pub fn values(&mut self, (file, copy): (usize, usize), values: BTreeMap<usize, f64>) {
        self.values.extend(values.into_iter().map(|(at, x)| ((file, copy, at), x)));
    }

    pub fn json(self, parameters: &BTreeMap<String, f64>, name: &str) -> Value {
        let mut tree = Value::Object(self.tree);
        fill(&mut tree, &self.values);
        tree["name"] = json!(name);
        tree["parameters"] = json!(parameters);
        tree
    }
}

fn json(entry: &Entry) -> Value {
    convert(&entry.value, (entry.file, entry.copy.number))
}

fn convert(value: &Spanned<DeValue>, file: (usize, usize)) -> Value {
    match value.get_ref() {
        DeValue::String(text) => json!({ PLACE: [file.0, file.1, value.span().start], "text": text.as_ref() }),
        DeValue::Integer(x) => json!(i64::from_str_radix(x.as_str(), x.radix()).ok()),
        DeValue::Float(x) => json!(x.as_str().parse::<f64>().ok()),
        DeValue::Boolean(x) => json!(x),
        DeValue::Datetime(x) => json!(x.to_string()),
        DeValue::Array(list) => list.iter().map(|v| convert(v, file)).collect(),
        DeValue::Table(table) => {
            Value::Object(table.iter().map(|(k, v)| (k.get_ref().to_string(), convert(v, file))).collect())
        }
    }
}

fn fill(value: &mut Value, values: &BTreeMap<Place, f64>) {
    match value {
        Value::Object(map) => {
            let place = map
                .get(PLACE)
                .and_then(|p| Some((p[0].as_u64()? as usize, p[1].as_u64()? as usize, p[2].as_u64()? as usize)));
            match place {
                Some(place) => *value = values.get(&place).map_or_else(|| map["text"].clone(), |x| json!(x)),
                None => map.values_mut().for_each(|v| fill(v, values)),
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|v| fill(v, values)),
        _ => {}
    }
}
