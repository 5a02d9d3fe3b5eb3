//! A model as text again: its files merged, with the values that were set from outside in their places. Expressions, patterns and names stay
//! what they are, comments do not.
//!
//! The text is TOML in one layout, so that two models that say the same in the same order are the same text.

use super::diagnostic::{Diagnostic, Source};
use super::document::{self, Entry};
use super::{LoadError, overrides};
use std::fmt::Write;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Values of the top that stand before all tables.
const FIRST: [&str; 3] = ["name", "plane", "gravity"];

/// The text of a model that was read; what is wrong with its syntax or with what was set is told as by [`super::load`].
pub fn written(sources: &[Source], set: &[(String, String)]) -> Result<String, LoadError> {
    let mut diagnostics = Vec::new();
    let mut document = document::merge(sources, &mut diagnostics);
    overrides::apply(&mut document, set, sources, &mut diagnostics);
    if diagnostics.iter().any(is_error) {
        return Err(LoadError { diagnostics, sources: sources.to_vec() });
    }
    let mut out = String::new();
    for name in FIRST {
        for entry in document.singles.iter().filter(|entry| entry.name == name) {
            let _ = writeln!(out, "{name} = {}", value(entry.value.get_ref()));
        }
    }
    for table in document::TABLES.into_iter().take(1) {
        parameters(&mut out, document.items.iter().filter(|entry| entry.table == table), set);
    }
    for entry in document.singles.iter().filter(|entry| !FIRST.contains(&entry.name.as_str())) {
        block(&mut out, &key(&entry.name), entry);
    }
    for table in document::TABLES.into_iter().skip(1) {
        items(&mut out, table, document.items.iter().filter(|entry| entry.table == table));
    }
    Ok(out)
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == super::Severity::Error
}

/// Parameters are replaced when they are evaluated, and so here.
fn parameters<'e, 'a: 'e>(out: &mut String, entries: impl Iterator<Item = &'e Entry<'a>>, set: &[(String, String)]) {
    let mut heading = Some("\n[parameters]\n");
    for entry in entries {
        out.push_str(heading.take().unwrap_or_default());
        let replaced = set.iter().rfind(|(name, _)| *name == entry.name);
        let text = replaced.map_or_else(|| value(entry.value.get_ref()), |(_, text)| number(text));
        let _ = writeln!(out, "{} = {text}", key(&entry.name));
    }
}

/// A number, or else an expression.
fn number(text: &str) -> String {
    if text.parse::<f64>().is_ok_and(f64::is_finite) { float(text) } else { quoted(text) }
}

/// Items that are tables get a heading each; others stand as lines of their table, which come first.
fn items<'e, 'a: 'e>(out: &mut String, table: &str, entries: impl Iterator<Item = &'e Entry<'a>>) {
    let (tables, lines): (Vec<_>, Vec<_>) =
        entries.partition(|entry| matches!(entry.value.get_ref(), DeValue::Table(_)));
    if !lines.is_empty() {
        let _ = writeln!(out, "\n[{table}]");
    }
    for entry in lines {
        let _ = writeln!(out, "{} = {}", key(&entry.name), value(entry.value.get_ref()));
    }
    for entry in tables {
        block(out, &format!("{table}.{}", key(&entry.name)), entry);
    }
}

fn block(out: &mut String, heading: &str, entry: &Entry) {
    match entry.value.get_ref() {
        DeValue::Table(table) => {
            let _ = writeln!(out, "\n[{heading}]");
            for (name, inner) in in_order(table) {
                let _ = writeln!(out, "{} = {}", key(name), value(inner));
            }
        }
        other => {
            let _ = writeln!(out, "{heading} = {}", value(other));
        }
    }
}

/// The selector first, then by name: what was set from outside has no place of its own.
fn in_order<'e>(table: &'e DeTable<'_>) -> Vec<(&'e str, &'e DeValue<'e>)> {
    let mut all: Vec<(&str, &DeValue)> = table.iter().map(|(k, v)| (k.get_ref().as_ref(), v.get_ref())).collect();
    all.sort_by_key(|(name, _)| (*name != "type" && *name != "integrator", *name));
    all
}

fn value(value: &DeValue) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match value {
        DeValue::String(text) => quoted(text),
        DeValue::Integer(x) => match i64::from_str_radix(x.as_str(), x.radix()) {
            Ok(x) => x.to_string(),
            Err(_) => x.to_string(),
        },
        DeValue::Float(x) => float(x.as_str()),
        DeValue::Boolean(x) => x.to_string(),
        DeValue::Datetime(x) => x.to_string(),
        DeValue::Array(list) => {
            format!("[{}]", joined(list.iter().map(|v: &Spanned<DeValue>| self::value(v.get_ref())).collect()))
        }
        DeValue::Table(table) if table.is_empty() => "{}".to_owned(),
        DeValue::Table(table) => {
            let pairs = in_order(table).into_iter().map(|(name, v)| format!("{} = {}", key(name), self::value(v)));
            format!("{{ {} }}", joined(pairs.collect()))
        }
    }
}

/// The shortest digits of a number; whole ones look like integers, as which they are read too.
fn float(text: &str) -> String {
    let plain = text.replace('_', "");
    match plain.parse::<f64>() {
        Ok(x) if x.is_finite() && x.fract() == 0.0 && x.abs() < 1e15 => format!("{x}"),
        Ok(x) if x.is_finite() => format!("{x:?}"),
        _ => plain,
    }
}

fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if bare { name.to_owned() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => _ = write!(out, "\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> [Source; 1] {
        [Source { name: "a.toml".to_owned(), text: text.into() }]
    }

    #[test]
    fn what_was_written_is_written_the_same_again() {
        let text = r#"# a model
gravity = [0, 0, -9.81]
[bodies]
a = { type = "point_mass", mass = "2*m", velocity = [1e-3, 0, 0x10] }
[parameters]
m = 1.50
k = "m + 1"
[simulation]
until = 2.0
[contacts.a]
repeat = { i = 2 }
type = "node_face"
[inputs]
u = 3
w = { unit = "N \"m\"" }
"#;
        let set = [("m", "0.25"), ("k", "3*m"), ("bodies.a.mass", "7"), ("inputs.w.default", "1")];
        let set: Vec<_> = set.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let first = written(&source(text), &set).unwrap_or_else(|e| panic!("{e}"));
        assert!(first.contains("m = 0.25\nk = \"3*m\"") && first.contains("mass = 7\n"), "{first}");
        assert!(first.contains("w") && first.contains("default = 1") && first.contains("until = 2\n"), "{first}");
        let again = written(&source(&first), &[]).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(first, again);
        assert!(written(&source(text), &[("bodies.b.mass".to_owned(), "1".to_owned())]).is_err());
    }
}
