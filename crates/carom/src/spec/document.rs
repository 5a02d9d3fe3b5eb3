//! Reading model files, in TOML or JSON: includes, the tables of all files merged.
//!
//! Included files come first, each once; a name that is defined twice is an error that names both places.

use super::build::BuildError;
use super::diagnostic::{Diagnostic, Source, position};
use super::files::{self, MODEL_SIZE};
use super::pattern::Copy;
use super::value::Span;
use super::{foreign, json, suggest, units};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Tables of named items.
pub(super) const TABLES: [&str; 11] = [
    "parameters",
    "tables",
    "inputs",
    "materials",
    "moving",
    "bodies",
    "joints",
    "forces",
    "contacts",
    "sensors",
    "post",
];
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

/// Files that were read, or what was wrong with them.
pub(super) type Reading = Result<Vec<Source>, (Vec<Source>, Vec<Diagnostic>)>;

/// Files that include others, one in the other, at most.
const DEPTH: usize = 16;
/// Files of a model, at most.
const FILES: usize = 1000;

/// Reads a file and all that it includes; the main file is the last source.
pub(super) fn read(path: &Path) -> Reading {
    let name = path.display().to_string();
    match files::read_given(path) {
        Ok(bytes) => read_bytes(&name, bytes),
        Err(e) => refused(&name, BuildError::new(format!("cannot read the model file: {e}")).help("check the path")),
    }
}

/// Reads what comes through a pipe; includes are relative to the working directory.
pub(super) fn read_stream(name: &str, stream: impl std::io::Read) -> Reading {
    match files::read_limited(stream, MODEL_SIZE) {
        Ok(bytes) => read_bytes(name, bytes),
        Err(e) => refused(name, BuildError::new(format!("cannot read the model: {e}"))),
    }
}

/// Takes bytes for a file's content and reads all that it includes.
pub(super) fn read_bytes(name: &str, bytes: Vec<u8>) -> Reading {
    if let Some(error) = foreign::recognise(&bytes) {
        return refused(name, error);
    }
    let text = match files::text(bytes) {
        Ok(text) => text,
        Err(bad) => {
            let source = Source { name: name.to_owned(), text: Arc::from(bad.shown.as_str()) };
            let diagnostic = Diagnostic::error(&source, None, bad.error());
            return Err((vec![source], vec![diagnostic]));
        }
    };
    let mut reader = Reader { folder: folder(name), left: MODEL_SIZE, ..Reader::default() };
    reader.add(name, text, &mut Vec::new());
    if reader.diagnostics.is_empty() { Ok(reader.sources) } else { Err((reader.sources, reader.diagnostics)) }
}

/// What is wrong with a file as a whole.
fn refused(name: &str, error: BuildError) -> Reading {
    let source = Source { name: name.to_owned(), text: Arc::from("") };
    let diagnostic = Diagnostic::error(&source, None, error);
    Err((vec![source], vec![diagnostic]))
}

/// The tables of a file in TOML or JSON, and what is wrong with its syntax.
pub(crate) fn parse(source: &Source) -> (DeTable<'_>, Vec<BuildError>) {
    if json::is_json(source) {
        return json::parse(&source.text);
    }
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    let mut out: Vec<BuildError> = Vec::new();
    for e in errors {
        let help = "this is not valid TOML: strings need quotes, brackets must close, a key stands once in its table";
        let error = match e.span().and_then(|span| units::in_line(&source.text, &span)) {
            Some(unit) => unit,
            None => BuildError { span: e.span(), ..BuildError::new(e.message().to_owned()).help(help) },
        };
        // A value with a unit can be wrong in several ways.
        if out.last() != Some(&error) {
            out.push(error);
        }
    }
    (table.into_inner(), out)
}

#[derive(Default)]
struct Reader {
    sources: Vec<Source>,
    diagnostics: Vec<Diagnostic>,
    seen: Vec<PathBuf>,
    /// The folder of the main file.
    folder: PathBuf,
    /// How many bytes may still be read.
    left: u64,
}

fn identity(path: &str) -> PathBuf {
    Path::new(path).canonicalize().unwrap_or_else(|_| PathBuf::from(path))
}

/// The folder of a file; the working directory for what is no file.
fn folder(name: &str) -> PathBuf {
    let parent = Path::new(name).parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    parent.canonicalize().unwrap_or_else(|_| parent.to_owned())
}

impl Reader {
    /// Adds a file after the ones it includes; `chain` holds the files that are being read.
    fn add(&mut self, name: &str, text: String, chain: &mut Vec<PathBuf>) {
        let source = Source { name: name.to_owned(), text: Arc::from(text) };
        chain.push(identity(name));
        self.seen.push(identity(name));
        let (table, errors) = parse(&source);
        self.diagnostics.extend(errors.into_iter().map(|error| Diagnostic::error(&source, None, error)));
        if let Some(include) = table.get("include") {
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
        } else if chain.len() > DEPTH || self.seen.len() >= FILES {
            BuildError::at(span, format!("more than {DEPTH} files include each other in a row, or {FILES} in all"))
                .help("include the parts in the main file")
        } else {
            match self.read_included(&path, span) {
                Ok(text) => return self.add(&name, text, chain),
                Err(error) => error,
            }
        };
        self.diagnostics.push(Diagnostic::error(source, Some("include"), error));
    }

    /// The text of a file that is included. What lies outside of the folder of the model and is no model is not shown: a model of
    /// somebody else could name anything.
    fn read_included(&mut self, path: &Path, span: &Span) -> Result<String, BuildError> {
        let name = path.display().to_string();
        let bytes = files::read_named(path, self.left).map_err(|e| {
            BuildError::at(span, format!("cannot read the included file `{name}`: {e}"))
                .help("paths are relative to the file that includes")
        })?;
        self.left -= bytes.len() as u64;
        if let Some(e) = foreign::recognise(&bytes) {
            let error = BuildError::at(span, format!("`{name}`: {}", e.message));
            return Err(BuildError { help: e.help, ..error });
        }
        let text = files::text(bytes).map_err(|bad| {
            let (line, _) = position(&bad.shown, bad.span.start);
            let error = bad.error();
            BuildError { help: error.help, ..BuildError::at(span, format!("`{name}`, line {line}: {}", error.message)) }
        })?;
        let source = Source { name, text: Arc::from(text.as_str()) };
        if !identity(&source.name).starts_with(&self.folder)
            && let Some(line) = not_a_model(&source)
        {
            return Err(BuildError::at(span, format!("`{}`, line {line}: this is not part of a model", source.name))
                .help("its lines are not shown, as it lies outside of the folder of the model; `carom check` on it shows them"));
        }
        Ok(text)
    }
}

/// The line where a file turns out not to be a model.
fn not_a_model(source: &Source) -> Option<usize> {
    let (table, errors) = parse(source);
    let bad = errors.into_iter().find_map(|e| e.span);
    let known = |key: &str| TABLES.contains(&key) || SINGLES.contains(&key);
    let span = bad.or_else(|| table.keys().find(|key| !known(key.get_ref())).map(Spanned::span))?;
    Some(position(&source.text, span.start).0)
}

/// Merges the tables of all sources.
pub(super) fn merge<'a>(sources: &'a [Source], diagnostics: &mut Vec<Diagnostic>) -> Document<'a> {
    let mut document = Document { singles: Vec::new(), items: Vec::new() };
    for (file, source) in sources.iter().enumerate() {
        let (table, _) = parse(source);
        for (key, value) in in_file_order(table) {
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
