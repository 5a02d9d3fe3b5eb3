//! Values set from outside: `NAME=VALUE` for parameters and `gravity`, `plane`, `name`; `simulation.KEY=VALUE` (`static`, `modes`, `ground`),
//! `reference.CHANNEL=VALUE`, `TABLE.ITEM.KEY=VALUE`, keys of tables inside, `TABLE.ITEM.KEY.KEY=VALUE`, and whole items,
//! `TABLE.ITEM={…}`, which adds one that is not there. An empty value removes what is named.
//!
//! They have places beyond the end of the file, which no excerpt can show. Who chooses another integrator from outside should not have
//! to remove what the file says of its own: keys that belong to other integrators only are left out, with a warning.

use super::build::BuildError;
use super::diagnostic::{Diagnostic, Source};
use super::document::{Document, Entry, SINGLES, TABLES, is_name};
use super::item;
use super::pattern::Copy;
use super::suggest;
use super::value::Span;
use crate::catalog::Group;
use schemars::SchemaGenerator;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Puts the values into the document; parameters are only checked, they are replaced when they are evaluated.
pub(super) fn apply<'a>(
    document: &mut Document<'a>,
    overrides: &'a [(String, String)],
    sources: &[Source],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut before = 0;
    for (name, text) in overrides {
        let at = |file: usize| sources[file].text.len() + 1 + before;
        let path: Vec<&str> = name.split('.').collect();
        let result = match text.is_empty() {
            true => unset(document, &path),
            false => set(document, &path, sources.len() - 1, &|file| value(text, at(file))),
        };
        if let Err(e) = result {
            diagnostics.push(Diagnostic::error(&outside(), Some(name), e));
        }
        before += text.len() + 1;
    }
}

/// Sets what a path names to a value, whose place depends on the file; what is new goes into the main file.
fn set<'a>(
    document: &mut Document<'a>,
    path: &[&str],
    main: usize,
    value: &dyn Fn(usize) -> Spanned<DeValue<'a>>,
) -> Result<(), BuildError> {
    match path {
        [single] if VALUES.contains(single) && !has_parameter(document, single) => {
            let entry = settings(document, single, main);
            entry.value = value(entry.file);
            Ok(())
        }
        [parameter] => check_parameter(document, parameter),
        [table @ ("simulation" | "static" | "modes" | "ground"), tables @ .., key] => {
            let entry = settings(document, table, main);
            let value = value(entry.file);
            set_key(entry, tables, key, value)
        }
        ["reference", channel @ ..] if !channel.is_empty() => {
            let entry = settings(document, "reference", main);
            let value = value(entry.file);
            set_key(entry, &[], &channel.join("."), value)
        }
        [table, item] => set_item(document, table, item, main, value),
        [table, item, tables @ .., key] => {
            let entry = find_item(document, table, item)?;
            let value = value(entry.file);
            set_key(entry, tables, key, value)
        }
        [] => Err(not_settable("")),
    }
}

/// Values that a model has once and that are no tables.
const VALUES: [&str; 3] = ["name", "plane", "gravity"];

fn not_settable(name: &str) -> BuildError {
    BuildError::new(format!("cannot set `{name}`")).help(
        "set a parameter, gravity, plane, name, simulation.KEY, static.KEY, modes.KEY, ground.KEY, reference.CHANNEL, TABLE.ITEM.KEY or TABLE.ITEM",
    )
}

/// Sets an item as a whole, or adds one.
fn set_item<'a>(
    document: &mut Document<'a>,
    table: &str,
    item: &str,
    main: usize,
    value: &dyn Fn(usize) -> Spanned<DeValue<'a>>,
) -> Result<(), BuildError> {
    let Some(table) = TABLES.into_iter().find(|t| *t == table) else {
        return Err(not_settable(&format!("{table}.{item}")));
    };
    if let Some(entry) = document.items.iter_mut().find(|e| e.table == table && e.name == item) {
        entry.value = value(entry.file);
        return Ok(());
    }
    if !is_name(item) {
        return Err(BuildError::new(format!("`{item}` cannot be a name")));
    }
    let value = value(main);
    let (name, name_span) = (item.to_owned(), value.span());
    document.items.push(Entry { file: main, table, name, name_span, value, copy: Copy::default() });
    Ok(())
}

/// Removes a key, an item, a parameter or a table of settings.
fn unset(document: &mut Document, path: &[&str]) -> Result<(), BuildError> {
    let absent = |what: &str, known: &[&str]| {
        Err(BuildError::new(format!("there is no `{what}` to remove")).help(suggest::cure(what, known)))
    };
    let position =
        |list: &[Entry], table: &str, name: &str| list.iter().position(|e| e.table == table && e.name == name);
    let (entry, tables, key) = match path {
        [name] => {
            if let Some(at) = position(&document.singles, "", name) {
                document.singles.remove(at);
            } else if let Some(at) = position(&document.items, "parameters", name) {
                document.items.remove(at);
            } else {
                let known: Vec<&str> = document.singles.iter().map(|e| e.name.as_str()).collect();
                return absent(name, &known);
            }
            return Ok(());
        }
        [table, item] if TABLES.contains(table) => {
            let Some(at) = position(&document.items, table, item) else {
                return find_item(document, table, item).map(|_| ());
            };
            document.items.remove(at);
            return Ok(());
        }
        [table, tables @ .., key] if SINGLES.contains(table) => {
            let Some(at) = position(&document.singles, "", table) else { return absent(table, &[]) };
            // Channels of the exact solution have dots in their names.
            match *table == "reference" {
                true => (&mut document.singles[at], &[][..], path[1..].join(".")),
                false => (&mut document.singles[at], tables, (*key).to_owned()),
            }
        }
        [table, item, tables @ .., key] => (find_item(document, table, item)?, tables, (*key).to_owned()),
        _ => return Err(not_settable(&path.join("."))),
    };
    let mut inner = entry.value.get_mut();
    for name in tables {
        match inner {
            DeValue::Table(table) if table.contains_key(*name) => inner = table[*name].get_mut(),
            _ => return absent(&path.join("."), &[]),
        }
    }
    let DeValue::Table(table) = inner else { return absent(&path.join("."), &[]) };
    if table.remove(key.as_str()).is_none() {
        let known: Vec<String> = table.keys().map(|key| key.get_ref().to_string()).collect();
        return absent(&key, &known.iter().map(String::as_str).collect::<Vec<_>>());
    }
    Ok(())
}

/// Where the integrator was chosen from outside: removes the keys of the file that only other integrators have, and tells of them.
pub(super) fn leave_out_foreign_keys(
    document: &mut Document,
    overrides: &[(String, String)],
    sources: &[Source],
    warnings: &mut Vec<Diagnostic>,
) {
    let is_set = |key: &str| overrides.iter().any(|(name, _)| name.strip_prefix("simulation.") == Some(key));
    let Some(entry) = document.singles.iter_mut().find(|e| e.name == "simulation" && is_set("integrator")) else {
        return;
    };
    let (file, label) = (entry.file, entry.label());
    let DeValue::Table(table) = entry.value.get_mut() else { return };
    let chosen =
        table.get("integrator").and_then(|value| value.get_ref().as_str()).and_then(|key| Group::Integrator.find(key));
    let Some(chosen) = chosen else { return };
    let mut generator = SchemaGenerator::default();
    let mut keys = |kind: &crate::catalog::Entry| item::keys(&kind.schema(&mut generator));
    let own: Vec<String> = keys(chosen).into_iter().chain(Group::Integrator.companions().flat_map(&mut keys)).collect();
    for other in Group::Integrator.entries().filter(|kind| kind.key != chosen.key) {
        for key in keys(other).iter().filter(|key| !own.contains(key) && !is_set(key)) {
            if let Some((key, _)) = table.remove_entry(key.as_str()) {
                let message = format!("`{}` is left out: `{}` has no such key", key.get_ref(), chosen.key);
                let warning = BuildError::at(&key.span(), message).help(format!("it belongs to `{}`", other.key));
                warnings.push(Diagnostic::warning(&sources[file], Some(&label), warning));
            }
        }
    }
}

/// The name that a value was set by, if a place in a file is that of such a value.
pub(super) fn set_by<'a>(overrides: &'a [(String, String)], source: &Source, span: &Span) -> Option<&'a str> {
    let mut at = span.start.checked_sub(source.text.len() + 1)?;
    for (name, text) in overrides {
        if at <= text.len() {
            return Some(name);
        }
        at -= text.len() + 1;
    }
    None
}

/// Where diagnostics say that a value was set from outside.
pub(super) fn outside() -> Source {
    Source { name: "--set".to_owned(), text: "".into() }
}

/// A value given as text: TOML if it is a single TOML value, otherwise an expression or a name.
fn value(text: &str, at: usize) -> Spanned<DeValue<'_>> {
    match DeValue::parse(text) {
        Ok(value) => moved(value, at),
        Err(_) => Spanned::new(at..at, DeValue::String(text.into())),
    }
}

/// The value with the places of all that it contains moved.
fn moved(value: Spanned<DeValue<'_>>, by: usize) -> Spanned<DeValue<'_>> {
    let at = value.span().start + by;
    let value = match value.into_inner() {
        DeValue::Array(list) => DeValue::Array(list.into_iter().map(|value| moved(value, by)).collect()),
        DeValue::Table(table) => {
            let key = |key: Spanned<_>| Spanned::new(at..at, key.into_inner());
            DeValue::Table(table.into_iter().map(|(name, value)| (key(name), moved(value, by))).collect())
        }
        scalar => scalar,
    };
    Spanned::new(at..at, value)
}

fn has_parameter(document: &Document, name: &str) -> bool {
    document.items.iter().any(|e| e.table == "parameters" && e.name == name)
}

fn check_parameter(document: &Document, name: &str) -> Result<(), BuildError> {
    if has_parameter(document, name) {
        return Ok(());
    }
    let known: Vec<&str> = document.items.iter().filter(|e| e.table == "parameters").map(|e| e.name.as_str()).collect();
    let is_input = document.items.iter().any(|e| e.table == "inputs" && e.name == name);
    let help = match known.as_slice() {
        _ if is_input => format!("it is an input: set `inputs.{name}` to another default"),
        [] => format!("the model defines none; `parameters.{name}=VALUE` adds one"),
        _ => suggest::cure(name, &known),
    };
    Err(BuildError::new(format!("unknown parameter `{name}`")).help(help))
}

/// A table of settings, a new one in the main file if there is none.
fn settings<'d, 'a>(document: &'d mut Document<'a>, table: &str, main: usize) -> &'d mut Entry<'a> {
    let found = document.singles.iter().position(|e| e.name == table);
    let at = found.unwrap_or_else(|| {
        let value = Spanned::new(0..0, DeValue::Table(DeTable::new()));
        let name = table.to_owned();
        document.singles.push(Entry { file: main, table: "", name, name_span: 0..0, value, copy: Copy::default() });
        document.singles.len() - 1
    });
    &mut document.singles[at]
}

fn find_item<'d, 'a>(document: &'d mut Document<'a>, table: &str, item: &str) -> Result<&'d mut Entry<'a>, BuildError> {
    let found = document.items.iter().position(|e| e.table == table && e.name == item);
    let Some(at) = found else {
        let known: Vec<&str> = document.items.iter().filter(|e| e.table == table).map(|e| e.name.as_str()).collect();
        return Err(BuildError::new(format!("`{table}` has no `{item}`")).help(suggest::cure(item, &known)));
    };
    Ok(&mut document.items[at])
}

/// Sets a key of an item, or of a table inside it, which is added if it is not there.
fn set_key<'a>(
    entry: &mut Entry<'a>,
    tables: &[&str],
    key: &str,
    value: Spanned<DeValue<'a>>,
) -> Result<(), BuildError> {
    let mut label = entry.label();
    let mut inner = entry.value.get_mut();
    for name in tables {
        let DeValue::Table(table) = inner else { return Err(not_a_table(&label)) };
        if !table.contains_key(*name) {
            let new = Spanned::new(value.span(), DeValue::Table(DeTable::new()));
            table.insert(Spanned::new(value.span(), (*name).to_owned().into()), new);
        }
        inner = table[*name].get_mut();
        label = format!("{label}.{name}");
    }
    match inner {
        DeValue::Table(table) => {
            table.remove(key);
            table.insert(Spanned::new(value.span(), key.to_owned().into()), value);
            Ok(())
        }
        _ => Err(not_a_table(&label)),
    }
}

fn not_a_table(label: &str) -> BuildError {
    BuildError::new(format!("`{label}` is not a table")).help(format!("set it as a whole: {label}=VALUE"))
}
