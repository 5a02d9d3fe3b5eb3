//! What is wrong with a model file, shown at its place.

use super::build::BuildError;
use super::value::Span;
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use std::fmt;
use std::sync::Arc;

/// A file that took part in a model.
#[derive(Clone, Debug)]
pub struct Source {
    /// As the user wrote it.
    pub name: String,
    pub text: Arc<str>,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Error,
    /// Allowed, but it looks wrong.
    Warning,
}

/// One thing that is wrong with a model file.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub file: String,
    /// Byte range in the file.
    pub span: Option<Span>,
    /// Line and column, counted from 1; 0 if there is no place.
    pub line: usize,
    pub column: usize,
    /// The item, such as `bodies.sleeve`.
    pub item: Option<String>,
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn error(source: &Source, item: Option<&str>, error: BuildError) -> Self {
        Self::new(Severity::Error, source, item, error)
    }

    pub fn warning(source: &Source, item: Option<&str>, error: BuildError) -> Self {
        Self::new(Severity::Warning, source, item, error)
    }

    fn new(severity: Severity, source: &Source, item: Option<&str>, error: BuildError) -> Self {
        // Values set on the command line have places beyond the end of the file.
        let span = error.span.filter(|s| s.end <= source.text.len());
        let (line, column) = span.as_ref().map_or((0, 0), |s| position(&source.text, s.start));
        Self {
            severity,
            file: source.name.clone(),
            span,
            line,
            column,
            item: item.map(str::to_owned),
            message: error.message,
            help: error.help,
        }
    }

    /// Where, as `file:line:column`.
    pub fn place(&self) -> String {
        match self.line {
            0 => self.file.clone(),
            _ => format!("{}:{}:{}", self.file, self.line, self.column),
        }
    }

    /// The message with an excerpt of the file.
    pub fn render(&self, sources: &[Source], color: bool) -> String {
        let source = sources.iter().find(|s| s.name == self.file);
        let (Some(source), Some(span)) = (source, self.span.clone()) else {
            return format!("{self}\n");
        };
        let (kind, tint) = match self.severity {
            Severity::Error => (ReportKind::Error, Color::Red),
            Severity::Warning => (ReportKind::Warning, Color::Yellow),
        };
        let shown = characters(&source.text, &span);
        let name = source.name.as_str();
        let mut report = Report::build(kind, (name, shown.clone()))
            .with_config(Config::default().with_color(color).with_index_type(IndexType::Char))
            .with_message(self.headline())
            .with_label(Label::new((name, shown)).with_message(&self.message).with_color(tint));
        if let Some(help) = &self.help {
            report = report.with_help(help);
        }
        let mut out = Vec::new();
        match report.finish().write((name, ariadne::Source::from(&*source.text)), &mut out) {
            Ok(()) => String::from_utf8_lossy(&out).into_owned(),
            Err(_) => format!("{self}\n"),
        }
    }

    fn headline(&self) -> String {
        match &self.item {
            Some(item) => format!("{item}: {}", self.message),
            None => self.message.clone(),
        }
    }
}

/// One line: place, item, message, cure.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{}: {severity}: {}", self.place(), self.headline())?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

/// A byte range as a range of characters; an empty one would be invisible and gets a character.
fn characters(text: &str, span: &Span) -> Span {
    let count = |at: usize| text[..floor(text, at)].chars().count();
    let start = count(span.start);
    start..count(span.end).max(start + 1)
}

/// The start of the character that a byte belongs to.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
}

/// Line and column of a byte, counted from 1, columns in characters.
pub(super) fn position(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..floor(text, at)];
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}
