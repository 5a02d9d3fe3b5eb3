//! Values set from outside: `NAME=VALUE` for parameters, `simulation.KEY=VALUE` (`static`, `modes`), `TABLE.ITEM.KEY=VALUE`.
//!
//! They have places beyond the end of the file, which no excerpt can show.

use super::build::BuildError;
use super::diagnostic::{Diagnostic, Source};
use super::document::{Document, Entry};
use super::suggest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Puts the values into the document; parameters are only checked, they are replaced when they are evaluated.
pub(super) fn apply<'a>(
    document: &mut Document<'a>,
    overrides: &'a [(String, String)],
    sources: &[Source],
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (i, (name, text)) in overrides.iter().enumerate() {
        let at = |file: usize| sources[file].text.len() + 1 + i;
        let result = match name.split('.').collect::<Vec<_>>().as_slice() {
            [parameter] => check_parameter(document, parameter),
            [table @ ("simulation" | "static" | "modes"), key] => {
                let entry = settings(document, table, sources.len() - 1);
                set_key(entry, key, value(text, at(entry.file)))
            }
            [table, item, key] => {
                find_item(document, table, item).and_then(|entry| set_key(entry, key, value(text, at(entry.file))))
            }
            _ => Err(BuildError::new(format!("cannot set `{name}`"))
                .help("set a parameter, simulation.KEY, static.KEY, modes.KEY or TABLE.ITEM.KEY")),
        };
        if let Err(e) = result {
            let source = Source { name: "--set".to_owned(), text: "".into() };
            diagnostics.push(Diagnostic::error(&source, Some(name), e));
        }
    }
}

/// A value given as text: TOML if it is a single TOML value, otherwise an expression or a name.
fn value(text: &str, at: usize) -> Spanned<DeValue<'_>> {
    let value = match DeValue::parse(text).map(Spanned::into_inner) {
        Ok(DeValue::Array(_) | DeValue::Table(_)) | Err(_) => DeValue::String(text.into()),
        Ok(scalar) => scalar,
    };
    Spanned::new(at..at, value)
}

fn check_parameter(document: &Document, name: &str) -> Result<(), BuildError> {
    let known: Vec<&str> = document.items.iter().filter(|e| e.table == "parameters").map(|e| e.name.as_str()).collect();
    if known.contains(&name) {
        return Ok(());
    }
    Err(BuildError::new(format!("unknown parameter `{name}`")).help(suggest::cure(name, &known)))
}

/// A table of settings, a new one in the main file if there is none.
fn settings<'d, 'a>(document: &'d mut Document<'a>, table: &str, main: usize) -> &'d mut Entry<'a> {
    let found = document.singles.iter().position(|e| e.name == table);
    let at = found.unwrap_or_else(|| {
        let value = Spanned::new(0..0, DeValue::Table(DeTable::new()));
        let name = table.to_owned();
        document.singles.push(Entry { file: main, table: "", name, name_span: 0..0, value });
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

fn set_key<'a>(entry: &mut Entry<'a>, key: &str, value: Spanned<DeValue<'a>>) -> Result<(), BuildError> {
    let label = entry.label();
    match entry.value.get_mut() {
        DeValue::Table(table) => {
            table.remove(key);
            table.insert(Spanned::new(value.span(), key.to_owned().into()), value);
            Ok(())
        }
        _ => Err(BuildError::new(format!("`{label}` is not a table"))),
    }
}
