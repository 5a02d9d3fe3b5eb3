//! The JSON Schema of model files, from the catalog.

use super::analysis::{ModesSpec, StaticSpec};
use super::ground::{GroundSpec, MovingSpec};
use super::input::InputSpec;
use super::item::DEFAULT_INTEGRATOR;
use super::pattern::{REPEAT, REPEAT_TEXT, WHERE, WHERE_TEXT};
use super::rate;
use super::table::TableSpec;
use super::value::{Function, Number, Vector};
use crate::catalog::{CLEARANCE, Entry, Group};
use crate::contact::MaterialSpec;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// The JSON Schema of a model file.
pub fn json_schema() -> Value {
    let mut generator = SchemaGenerator::default();
    let mut properties = Map::new();
    let mut add = |key: &str, description: &str, mut schema: Value| {
        schema["description"] = description.into();
        properties.insert(key.to_owned(), schema);
    };
    let g = &mut generator;
    add("name", "Name of the model.", json!({ "type": "string" }));
    add(
        "include",
        "Files whose tables are merged with this one.",
        json!({ "type": ["array", "string"], "items": { "type": "string" } }),
    );
    add("plane", "A planar model moves in this plane.", json!({ "enum": ["xy", "yz", "zx"] }));
    add("gravity", "Acceleration of gravity in m/s².", Vector::json_schema(g).to_value());
    let number = Number::json_schema(g).to_value();
    add(
        "parameters",
        "Numbers and expressions of other parameters.",
        json!({ "type": "object", "additionalProperties": number.clone() }),
    );
    add("ground", "What is fixed to the ground.", GroundSpec::json_schema(g).to_value());
    add("static", "Settings of `carom static`.", StaticSpec::json_schema(g).to_value());
    add("modes", "Settings of `carom modes`.", ModesSpec::json_schema(g).to_value());
    let function = Function::json_schema(g).to_value();
    add(
        "reference",
        "The exact solution, for `carom converge`: channels as expressions of the time `t`.",
        json!({ "type": "object", "additionalProperties": function }),
    );
    let moving = MovingSpec::json_schema(g).to_value();
    add("moving", "Grounds that move as prescribed.", json!({ "type": "object", "additionalProperties": moving }));
    let table = TableSpec::json_schema(g).to_value();
    add("tables", "Functions given by points.", json!({ "type": "object", "additionalProperties": table }));
    let input = InputSpec::json_schema(g).to_value();
    let input = json!({ "anyOf": [number, input] });
    add(
        "inputs",
        "What is set from outside, between steps.",
        json!({ "type": "object", "additionalProperties": input }),
    );
    let material = MaterialSpec::json_schema(g).to_value();
    add("materials", "What shapes are made of.", json!({ "type": "object", "additionalProperties": material }));
    for group in Group::ALL.into_iter().filter(|g| *g != Group::Law) {
        let kinds: Vec<Value> = group.entries().map(|e| item_schema(e, g)).collect();
        let one = json!({ "oneOf": kinds });
        let schema = match group {
            Group::Integrator => one,
            _ => json!({ "type": "object", "additionalProperties": one }),
        };
        add(group.table(), group.title(), schema);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Carom model",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
        "$defs": generator.take_definitions(true),
    })
}

/// The schema of a kind with the key that selects it, and the keys that others have in the same table.
fn item_schema(entry: &Entry, g: &mut SchemaGenerator) -> Value {
    let mut schema = entry.schema(g).to_value();
    schema["title"] = entry.key.into();
    schema["description"] = entry.summary.into();
    let selector = entry.group.selector();
    schema["properties"][selector] = json!({ "const": entry.key });
    if entry.group != Group::Integrator {
        schema["properties"][REPEAT] = json!({ "type": ["integer", "string", "object"], "description": REPEAT_TEXT });
        schema["properties"][WHERE] = json!({ "type": "string", "description": WHERE_TEXT });
    }
    if entry.group != Group::Integrator || entry.key != DEFAULT_INTEGRATOR {
        require(&mut schema, selector);
    }
    add_companions(entry, &mut schema, g);
    if entry.group == Group::Joint {
        let mut clearance = CLEARANCE.schema(g).to_value();
        clearance["description"] = CLEARANCE.summary.into();
        add_companions(&CLEARANCE, &mut clearance, g);
        schema["properties"][CLEARANCE.key] = clearance;
        let kinds = ["number", "string", "object"];
        schema["properties"][rate::KEY] = json!({ "type": kinds, "description": format!("{}.", rate::TEXT) });
    }
    schema
}

/// Adds the keys that others have in the table of a kind: the law of its contacts, and what is built along with it.
fn add_companions(entry: &Entry, schema: &mut Value, g: &mut SchemaGenerator) {
    if entry.has_law() {
        let laws: Vec<&str> = Group::Law.entries().map(|l| l.key).collect();
        schema["properties"]["law"] = json!({ "enum": laws, "description": "Contact law. Default: \"coulomb\"." });
    }
    let laws = Group::Law.entries().filter(|_| entry.has_law());
    let shared = entry.group.companions().filter(|companion| companion.group != Group::Law);
    for companion in laws.chain(shared).chain(entry.companions.iter().copied()) {
        for field in fields(&companion.schema(g)) {
            schema["properties"][field.key.as_str()] = field.schema;
            // Keys of a law are required where it is chosen.
            if field.required && companion.group != Group::Law {
                require(schema, &field.key);
            }
        }
    }
}

fn require(schema: &mut Value, key: &str) {
    match schema["required"].as_array_mut() {
        Some(list) => list.push(key.into()),
        None => schema["required"] = json!([key]),
    }
}

/// The keys of a kind, with those of what is built along with it.
pub(super) fn entry_fields(entry: &Entry) -> Vec<Field> {
    let g = &mut SchemaGenerator::default();
    let mut all = fields(&entry.schema(g));
    all.extend(entry.companions.iter().flat_map(|companion| fields(&companion.schema(g))));
    all.sort_by_key(|f| !f.required);
    all
}

/// A key of a table, as its schema describes it.
pub(super) struct Field {
    pub key: String,
    pub kind: String,
    pub unit: String,
    pub default: Option<String>,
    pub text: String,
    pub required: bool,
    schema: Value,
}

/// The keys of a schema; unit and default are taken from the description (`(m) … Default: 0.`).
pub(super) fn fields(schema: &Schema) -> Vec<Field> {
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|list| list.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let field = |(key, schema): (&String, &Value)| {
        let description = schema["description"].as_str().unwrap_or_default().replace('\n', " ");
        let brackets = |open: char, close: &str| description.strip_prefix(open).and_then(|d| d.split_once(close));
        let (unit, text) = match brackets('(', ") ") {
            Some((unit, text)) => (unit.to_owned(), text.to_owned()),
            None => (String::new(), description.clone()),
        };
        let (text, default) = match text.split_once("Default: ") {
            Some((text, default)) => {
                (text.trim().to_owned(), Some(default.strip_suffix('.').unwrap_or(default).to_owned()))
            }
            None => (text, None),
        };
        let required = required.contains(&key.as_str());
        Field { key: key.clone(), kind: kind_name(schema), unit, default, text, required, schema: schema.clone() }
    };
    let mut fields: Vec<Field> = properties.iter().map(field).collect();
    fields.sort_by_key(|f| !f.required);
    fields
}

/// Tables that stand as the value of a key.
const TABLES: [&str; 6] = ["/GridSpec", "/RandomSpec", "/DampingSpec", "/SectionSpec", "/MeshSpec", "/CageSpec"];

/// What a value is called: its title, or its JSON type.
fn kind_name(schema: &Value) -> String {
    if let Some(title) = schema["title"].as_str() {
        return title.to_owned();
    }
    let of_type = |t: &Value| match t.as_str() {
        Some("boolean") => Some("true or false".to_owned()),
        Some("integer") => Some("integer".to_owned()),
        Some("array") if schema["items"]["$ref"].is_string() => Some("tables".to_owned()),
        Some("array") if schema["items"]["type"] == "array" && schema["items"]["title"].is_null() => {
            Some(format!("lists of {}", kind_name(&schema["items"])))
        }
        Some("array") => Some(format!("{}s", kind_name(&schema["items"]))),
        Some("object") => Some("table".to_owned()),
        Some("string") => Some("text".to_owned()),
        Some("null") | None => None,
        Some(other) => Some(other.to_owned()),
    };
    let found = match &schema["type"] {
        Value::Array(list) => list.iter().find_map(of_type),
        single => of_type(single),
    };
    // References to shared definitions: enumerations of words and tables of their own.
    let alternatives = schema["anyOf"].as_array().into_iter().flatten();
    let mut definitions = alternatives.chain([schema]).filter_map(|s| s["$ref"].as_str());
    let word =
        if definitions.any(|name| TABLES.iter().any(|table| name.ends_with(table))) { "table" } else { "keyword" };
    found.unwrap_or_else(|| word.to_owned())
}
