//! Reading model files: includes, the tables of all files merged, values set from outside.
//!
//! Included files come first, each once; a name that is defined twice is an error that names both places.

use super::build::BuildError;
use super::diagnostic::{Diagnostic, Source, position};
use super::pattern::Copy;
use super::suggest;
use super::value::Span;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Tables of named items.
pub(super) const TABLES: [&str; 10] =
    ["parameters", "tables", "materials", "moving", "bodies", "joints", "forces", "contacts", "sensors", "post"];
/// Keys and tables that a model has once.
pub(super) const SINGLES: [&str; 9] =
    ["name", "include", "plane", "gravity", "simulation", "static", "modes", "ground", "reference"];

/// A named value of a table, or a single one.
pub(super) struct Entry<'a> {
    pub file: usize,
    pub table: &'static str,
    pub name: String,
    pub name_span: Span,
    pub value: Spanned<DeValue<'a>>,
    pub copy: Copy,
}

impl Entry<'_> {
    /// The name in messages: `bodies.sleeve`, `bodies.ball_3 (i = 3)`.
    pub fn label(&self) -> String {
        if self.table.is_empty() {
            self.name.clone()
        } else {
            format!("{}.{}{}", self.table, self.name, self.copy.label())
        }
    }
}

/// All entries of a model's files.
pub(super) struct Document<'a> {
    pub singles: Vec<Entry<'a>>,
    pub items: Vec<Entry<'a>>,
}

/// Reads a file and all that it includes; the main file is the last source.
pub(super) fn read(path: &Path) -> Result<Vec<Source>, (Vec<Source>, Vec<Diagnostic>)> {
    let text = std::fs::read_to_string(path).map_err(|e| {
        let source = Source { name: path.display().to_string(), text: Arc::from("") };
        let error = BuildError::new(format!("cannot read the model file: {e}")).help("check the path");
        let diagnostic = Diagnostic::error(&source, None, error);
        (vec![source], vec![diagnostic])
    })?;
    read_text(&path.display().to_string(), text)
}

/// Takes a text for a file's content and reads all that it includes.
pub(super) fn read_text(name: &str, text: String) -> Result<Vec<Source>, (Vec<Source>, Vec<Diagnostic>)> {
    let mut reader = Reader::default();
    reader.add(name, text, &mut Vec::new());
    if reader.diagnostics.is_empty() { Ok(reader.sources) } else { Err((reader.sources, reader.diagnostics)) }
}

#[derive(Default)]
struct Reader {
    sources: Vec<Source>,
    diagnostics: Vec<Diagnostic>,
    seen: Vec<PathBuf>,
}

fn identity(path: &str) -> PathBuf {
    Path::new(path).canonicalize().unwrap_or_else(|_| PathBuf::from(path))
}

impl Reader {
    /// Adds a file after the ones it includes; `chain` holds the files that are being read.
    fn add(&mut self, name: &str, text: String, chain: &mut Vec<PathBuf>) {
        let source = Source { name: name.to_owned(), text: Arc::from(text) };
        chain.push(identity(name));
        self.seen.push(identity(name));
        let (table, errors) = DeTable::parse_recoverable(&source.text);
        for e in errors {
            let error = BuildError { span: e.span(), ..BuildError::new(e.message().to_owned()) };
            let help =
                "this is not valid TOML: strings need quotes, brackets must close, a key stands once in its table";
            self.diagnostics.push(Diagnostic::error(&source, None, error.help(help)));
        }
        if let Some(include) = table.get_ref().get("include") {
            for (file, span) in self.included(&source, include) {
                self.include(&source, &file, &span, chain);
            }
        }
        chain.pop();
        self.sources.push(source.clone());
    }

    fn included(&mut self, source: &Source, include: &Spanned<DeValue>) -> Vec<(String, Span)> {
        let list = include.get_ref().as_array().map(|a| a.iter().collect::<Vec<_>>());
        let mut out = Vec::new();
        for value in list.unwrap_or_else(|| vec![include]) {
            match value.get_ref().as_str() {
                Some(file) => out.push((file.to_owned(), value.span())),
                None => {
                    let error = BuildError::at(&value.span(), "`include` takes file names")
                        .help("write include = [\"parts.toml\"]");
                    self.diagnostics.push(Diagnostic::error(source, Some("include"), error));
                }
            }
        }
        out
    }

    fn include(&mut self, source: &Source, file: &str, span: &Span, chain: &mut Vec<PathBuf>) {
        let path = Path::new(&source.name).parent().unwrap_or(Path::new("")).join(file);
        let name = path.display().to_string();
        let error = if chain.contains(&identity(&name)) {
            BuildError::at(span, format!("`{file}` includes itself, directly or through other files"))
                .help("remove one of the includes")
        } else if self.seen.contains(&identity(&name)) {
            return;
        } else {
            match std::fs::read_to_string(&path) {
                Ok(text) => return self.add(&name, text, chain),
                Err(e) => BuildError::at(span, format!("cannot read the included file `{name}`: {e}"))
                    .help("paths are relative to the file that includes"),
            }
        };
        self.diagnostics.push(Diagnostic::error(source, Some("include"), error));
    }
}

/// Merges the tables of all sources.
pub(super) fn merge<'a>(sources: &'a [Source], diagnostics: &mut Vec<Diagnostic>) -> Document<'a> {
    let mut document = Document { singles: Vec::new(), items: Vec::new() };
    for (file, source) in sources.iter().enumerate() {
        let (table, _) = DeTable::parse_recoverable(&source.text);
        for (key, value) in in_file_order(table.into_inner()) {
            let name = key.get_ref().to_string();
            let span = key.span();
            if let Some(table) = TABLES.into_iter().find(|t| *t == name) {
                add_items(&mut document.items, (file, table), value, sources, diagnostics);
            } else if SINGLES.contains(&name.as_str()) {
                // An included file may have a name of its own.
                let ignored = name == "include" || (name == "name" && file + 1 < sources.len());
                let entry = Entry { file, table: "", name, name_span: span, value, copy: Copy::default() };
                if !ignored {
                    add_unique(&mut document.singles, entry, sources, diagnostics);
                }
            } else {
                let known: Vec<&str> = TABLES.into_iter().chain(SINGLES).collect();
                let error = BuildError::at(&span, format!("unknown key `{name}`")).help(suggest::cure(&name, &known));
                diagnostics.push(Diagnostic::error(source, None, error));
            }
        }
    }
    document
}

pub(super) fn in_file_order(table: DeTable<'_>) -> Vec<(Spanned<std::borrow::Cow<'_, str>>, Spanned<DeValue<'_>>)> {
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

fn add_items<'a>(
    items: &mut Vec<Entry<'a>>,
    (file, table): (usize, &'static str),
    value: Spanned<DeValue<'a>>,
    sources: &[Source],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let span = value.span();
    let DeValue::Table(content) = value.into_inner() else {
        let error = BuildError::at(&span, format!("`{table}` must be a table"))
            .help(format!("write [{table}] and below it the entries"));
        return diagnostics.push(Diagnostic::error(&sources[file], Some(table), error));
    };
    for (key, value) in in_file_order(content) {
        let (name, name_span) = (key.get_ref().to_string(), key.span());
        let entry = Entry { file, table, name, name_span, value, copy: Copy::default() };
        if !is_name(&entry.name) {
            let error = BuildError::at(&entry.name_span, format!("`{}` cannot be a name", entry.name))
                .help("names consist of letters, digits, `_` and `-`, and do not start with a digit");
            diagnostics.push(Diagnostic::error(&sources[file], Some(table), error));
        } else {
            add_unique(items, entry, sources, diagnostics);
        }
    }
}

pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Whether two tables share their names: references do not tell bodies from moving grounds.
fn same_space(a: &str, b: &str) -> bool {
    let carrier = |t: &str| t == "bodies" || t == "moving";
    a == b || (carrier(a) && carrier(b))
}

pub(super) fn add_unique<'a>(
    list: &mut Vec<Entry<'a>>,
    entry: Entry<'a>,
    sources: &[Source],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(first) = list.iter().find(|e| e.name == entry.name && same_space(e.table, entry.table)) else {
        return list.push(entry);
    };
    let source = &sources[first.file];
    let (line, column) = position(&source.text, first.name_span.start);
    let message = format!("`{}` is defined twice, first at {}:{line}:{column}", entry.name, source.name);
    let error = BuildError::at(&entry.name_span, message).help("rename or remove one of them");
    diagnostics.push(Diagnostic::error(&sources[entry.file], Some(&entry.label()), error));
}
