//! Reading one item's table: its kind, its keys against the kind's schema, its errors in the user's words.

use super::build::{BuildError, Builder};
use super::document::Entry;
use super::rate;
use super::suggest;
use super::value::Span;
use super::words;
use crate::catalog::{self, CLEARANCE, Group};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// The integrator that is used if the model names none.
pub(super) const DEFAULT_INTEGRATOR: &str = "decoupled";
/// The contact law that is used if a contact names none.
const DEFAULT_LAW: &str = "coulomb";

/// Builds an item of a table.
pub(super) fn build(b: &mut Builder, group: Group, entry: Entry) -> Result<(), Vec<BuildError>> {
    let (name, name_span) = (entry.name.clone(), entry.name_span.clone());
    let (mut table, span) = table(entry)?;
    let kind = select(group, &mut table, &name_span).map_err(|e| vec![e])?;
    let mut of_joint = |key: &str| if group == Group::Joint { table.remove(key) } else { None };
    let (clearance, rate) = (of_joint(CLEARANCE.key), of_joint(rate::KEY));
    let beside: &[&str] = if group == Group::Joint { &[CLEARANCE.key, rate::KEY] } else { &[] };
    let mut errors = match clearance {
        Some(value) => of_clearance(b, &name, value),
        None => Vec::new(),
    };
    if errors.is_empty() {
        errors = of_kind(b, (&name, &name_span), kind, (table, span), beside);
    }
    if let Some(left) = b.clearance.take().filter(|_| errors.is_empty()) {
        errors.push(left.refused(kind.key));
    }
    if let Some(rate) = rate.filter(|_| errors.is_empty()) {
        errors.extend(rate::add(b, &name, rate).err());
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Reads the table `clearance` of a joint and leaves it to the joint.
fn of_clearance(b: &mut Builder, name: &str, value: Spanned<DeValue>) -> Vec<BuildError> {
    let span = value.span();
    match value.into_inner() {
        DeValue::Table(table) => of_kind(b, (name, &span), &CLEARANCE, (table, span.clone()), &[]),
        other => {
            let message = format!("`clearance` is {}, expected a table", article(other.type_str()));
            vec![BuildError::at(&span, message).help("write such as `clearance = { play = 1e-4, radius = 0.01 }`")]
        }
    }
}

/// Builds what a kind makes of a table, with its law and what else has keys there. Keys that were read `beside` are named in messages.
fn of_kind(
    b: &mut Builder,
    (name, name_span): (&str, &Span),
    kind: &'static catalog::Entry,
    (mut table, span): (DeTable, Span),
    beside: &[&str],
) -> Vec<BuildError> {
    let chosen = match kind.has_law() {
        true => match select(Group::Law, &mut table, name_span) {
            Ok(law) => Some(law),
            Err(error) => return vec![error],
        },
        false => kind.group.companions().next(),
    };
    let mut generator = SchemaGenerator::default();
    let schema = kind.schema(&mut generator);
    let mut keys = keys(&schema);
    let mut parts = Vec::new();
    // What a law shares with others comes before its own keys.
    let of_law = chosen.into_iter().flat_map(|law| law.companions.iter().copied().chain([law]));
    for companion in of_law.chain(kind.companions.iter().copied()) {
        let schema = companion.schema(&mut generator);
        let theirs = self::keys(&schema);
        parts.push((companion, schema, split(&mut table, &theirs)));
        keys.extend(theirs);
    }
    keys.extend(beside.iter().map(|&key| key.to_owned()));
    let mut errors = remove_unknown(&mut table, &keys);
    let place = |e: BuildError| BuildError { span: e.span.or(Some(name_span.clone())), ..e };
    for (entry, schema, table) in parts.into_iter().chain([(kind, schema, table)]) {
        let not_words = words::check(&table, &schema, generator.definitions());
        if !not_words.is_empty() {
            errors.extend(not_words);
            continue;
        }
        let result = entry
            .parse(Spanned::new(span.clone(), DeValue::Table(table)))
            .map_err(|e| missing_at(name_span, translate(&e, &keys)))
            .and_then(|item| item.build(name, b));
        errors.extend(result.err().map(place));
    }
    errors
}

/// Reads a table that has no kinds.
pub(super) fn read<T: DeserializeOwned + JsonSchema>(entry: Entry, what: &str) -> Result<T, Vec<BuildError>> {
    let name_span = entry.name_span.clone();
    let (mut table, span) = table(entry)?;
    let mut generator = SchemaGenerator::default();
    let schema = T::json_schema(&mut generator);
    let keys = keys(&schema);
    let mut errors = remove_unknown(&mut table, &keys);
    let not_words = words::check(&table, &schema, generator.definitions());
    if !not_words.is_empty() {
        errors.extend(not_words);
        return Err(errors);
    }
    match T::deserialize(ValueDeserializer::from(Spanned::new(span, DeValue::Table(table)))) {
        Ok(value) if errors.is_empty() => return Ok(value),
        Ok(_) => {}
        Err(e) => errors.push(missing_at(&name_span, translate(&e, &keys))),
    }
    if errors.is_empty() {
        errors.push(BuildError::at(&name_span, format!("cannot read this {what}")));
    }
    Err(errors)
}

/// The round in which an item is built.
pub(super) fn stage(entry: &Entry) -> u8 {
    let group = Group::ALL.into_iter().find(|g| g.table() == entry.table);
    let key = entry.value.get_ref().get("type").and_then(|v| v.get_ref().as_str());
    group.zip(key).and_then(|(group, key)| group.find(key)).map_or(0, |kind| kind.stage)
}

fn table(entry: Entry) -> Result<(DeTable, Span), Vec<BuildError>> {
    let (span, label) = (entry.value.span(), entry.label());
    match entry.value.into_inner() {
        DeValue::Table(table) => Ok((table, span)),
        other => Err(vec![
            BuildError::at(&span, format!("expected a table, got {}", article(other.type_str())))
                .help(format!("write [{label}] and below it the keys")),
        ]),
    }
}

fn article(kind: &str) -> String {
    let an = kind.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {kind}", if an { "an" } else { "a" })
}

/// Finds the kind that a table names and removes the key that names it.
fn select(group: Group, table: &mut DeTable, name_span: &Span) -> Result<&'static catalog::Entry, BuildError> {
    let selector = group.selector();
    let known: Vec<&str> = group.entries().map(|e| e.key).collect();
    let (key, span) = match (table.remove(selector), group) {
        (None, Group::Integrator) => (DEFAULT_INTEGRATOR.to_owned(), name_span.clone()),
        (None, Group::Law) => (DEFAULT_LAW.to_owned(), name_span.clone()),
        (None, _) => {
            return Err(BuildError::at(name_span, format!("this {} has no `{selector}`", group.singular()))
                .help(format!("add `{selector} = \"…\"`, one of {}", known.join(", "))));
        }
        (Some(value), _) => match value.get_ref().as_str() {
            Some(key) => (key.to_owned(), value.span()),
            None => {
                return Err(BuildError::at(&value.span(), format!("`{selector}` must be a text in quotes"))
                    .help(format!("one of {}", known.join(", "))));
            }
        },
    };
    group.find(&key).ok_or_else(|| {
        let other = Group::ALL.into_iter().find(|g| g.find(&key).is_some());
        let help = match other {
            Some(other) => format!("it is a {}: put it under [{}]", other.singular(), other.table()),
            None => suggest::cure(&key, &known),
        };
        BuildError::at(&span, format!("unknown {} type `{key}`", group.singular())).help(help)
    })
}

/// Takes some keys out of a table.
fn split<'a>(table: &mut DeTable<'a>, keys: &[String]) -> DeTable<'a> {
    let mut part = DeTable::new();
    for key in keys {
        if let Some((key, value)) = table.remove_entry(key.as_str()) {
            part.insert(key, value);
        }
    }
    part
}

/// The keys of a schema.
pub(super) fn keys(schema: &Schema) -> Vec<String> {
    let properties = schema.get("properties").and_then(|p| p.as_object());
    properties.map(|p| p.keys().cloned().collect()).unwrap_or_default()
}

fn remove_unknown(table: &mut DeTable, keys: &[String]) -> Vec<BuildError> {
    let known: Vec<&str> = keys.iter().map(String::as_str).collect();
    let unknown: Vec<_> = table.keys().filter(|k| !known.contains(&k.get_ref().as_ref())).cloned().collect();
    let mut errors = Vec::new();
    for key in unknown {
        table.remove(key.get_ref().as_ref());
        errors.push(unknown_key(key.get_ref(), &key.span(), &known));
    }
    errors.sort_by_key(|e| e.span.clone().map_or(0, |s| s.start));
    errors
}

fn unknown_key(key: &str, span: &Span, known: &[&str]) -> BuildError {
    BuildError::at(span, format!("unknown key `{key}`")).help(match suggest::nearest(key, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known keys: {}", known.join(", ")),
    })
}

/// An error of the deserializer in the words of the model file.
pub(super) fn translate(e: &toml::de::Error, keys: &[String]) -> BuildError {
    let message = e.message().trim();
    let span = e.span();
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let error = match (message, quoted.as_slice()) {
        (m, [key, known @ ..]) if m.starts_with("unknown field") => {
            return unknown_key(key, &span.unwrap_or(0..0), known);
        }
        (m, [key, known @ ..]) if m.starts_with("unknown variant") => BuildError::new(format!("unknown value `{key}`"))
            .help(match suggest::nearest(key, known) {
                Some(near) => format!("did you mean `{near}`? possible: {}", known.join(", ")),
                None => format!("possible: {}", known.join(", ")),
            }),
        (m, [key, ..]) if m.starts_with("missing field") => {
            BuildError::new(format!("missing key `{key}`")).help(format!("add `{key} = …`"))
        }
        (m, _) if m.starts_with("invalid type: ") => BuildError::new(mismatch("type", &m["invalid type: ".len()..])),
        (m, _) if m.starts_with("invalid value: ") => BuildError::new(mismatch("value", &m["invalid value: ".len()..])),
        (m, _) if m.starts_with("invalid length ") => {
            let words: Vec<&str> = m.split([' ', ',']).collect();
            let (got, expected) = (words.get(2).copied().unwrap_or("?"), words.last().copied().unwrap_or("?"));
            BuildError::new(format!("expected a list of {expected} values, got {got}"))
        }
        _ => BuildError::new(message.to_owned()),
    };
    // A value inside a table may be at fault: then the keys of the item do not help.
    let of_value = ["wrong ", "expected "].iter().any(|start| error.message.starts_with(start));
    let keys = || (!of_value && !keys.is_empty()).then(|| format!("keys of this table: {}", keys.join(", ")));
    let help = error.help.clone().or_else(keys);
    BuildError { span, help, ..error }
}

/// `GOT, expected WANTED` of the deserializer, in the words of the model file.
fn mismatch(what: &str, text: &str) -> String {
    let (got, wanted) = text.rsplit_once(", expected ").unwrap_or((text, ""));
    let got = match got.split_once(' ') {
        _ if got == "map" => "a table".to_owned(),
        _ if got == "sequence" => "a list".to_owned(),
        Some(("string", text)) => format!("the text {text}"),
        Some(("integer", number)) => format!("the number {}", number.trim_matches('`')),
        Some(("floating", number)) => format!("the number {}", number.trim_start_matches("point ").trim_matches('`')),
        _ => got.to_owned(),
    };
    let wanted = match wanted {
        "a sequence" => "a list".to_owned(),
        "a map" => "a table, such as { name = … }".to_owned(),
        "a string" => "a text in quotes".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, zero or more".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        _ if wanted.starts_with("struct ") => "a table, such as { key = … }".to_owned(),
        _ if wanted.starts_with("enum ") => "one of some words in quotes".to_owned(),
        _ => match wanted.strip_prefix("an array of length ") {
            Some(length) => format!("a list of {length} values"),
            None => wanted.to_owned(),
        },
    };
    if wanted.is_empty() { format!("wrong {what}: {got}") } else { format!("wrong {what}: {got}, expected {wanted}") }
}

/// A missing key is shown at the item's name, not at its first line.
fn missing_at(name_span: &Span, e: BuildError) -> BuildError {
    if e.message.starts_with("missing key") { BuildError { span: Some(name_span.clone()), ..e } } else { e }
}
