//! What is wrong with a model file, shown at its place.

use super::build::BuildError;
use super::value::Span;
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use std::borrow::Cow;
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
            message: short(&error.message),
            help: error.help.as_deref().map(short),
        }
    }

    /// Where, as `file:line:column`.
    pub fn place(&self) -> String {
        let file = printable(&self.file);
        match self.line {
            0 => file.into_owned(),
            _ => format!("{file}:{}:{}", self.line, self.column),
        }
    }

    /// The message with an excerpt of the file.
    pub fn render(&self, sources: &[Source], color: bool) -> String {
        let source = sources.iter().find(|s| s.name == self.file);
        let shown = source.zip(self.span.clone()).filter(|(source, span)| has_short_line(&source.text, span));
        let Some((source, span)) = shown else {
            return format!("{self}\n");
        };
        let text = printable(&source.text);
        let (kind, tint) = match self.severity {
            Severity::Error => (ReportKind::Error, Color::Red),
            Severity::Warning => (ReportKind::Warning, Color::Yellow),
        };
        let shown = characters(&source.text, &span);
        let name = printable(&source.name);
        let name = name.as_ref();
        let mut report = Report::build(kind, (name, shown.clone()))
            .with_config(Config::default().with_color(color).with_index_type(IndexType::Char))
            .with_message(self.headline())
            .with_label(Label::new((name, shown)).with_message(&self.message).with_color(tint));
        if let Some(help) = &self.help {
            report = report.with_help(help);
        }
        let mut out = Vec::new();
        match report.finish().write((name, ariadne::Source::from(&*text)), &mut out) {
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

/// Longest line that an excerpt shows, and longest message, characters.
const LONG_LINE: usize = 400;
const LONG_MESSAGE: usize = 1000;

/// A message without control characters, and not without end where it repeats what stands in the file.
fn short(message: &str) -> String {
    match message.char_indices().nth(LONG_MESSAGE) {
        Some((end, _)) => format!("{}…", printable(&message[..end])),
        None => printable(message).into_owned(),
    }
}

/// Whether the lines of a place fit on a screen; those of programs may hold a whole file.
fn has_short_line(text: &str, span: &Span) -> bool {
    let start = text[..floor(text, span.start)].rfind('\n').map_or(0, |i| i + 1);
    let end = floor(text, span.end);
    let end = text[end..].find('\n').map_or(text.len(), |i| end + i);
    text[start..end].lines().all(|line| line.chars().count() <= LONG_LINE)
}

/// A text for the terminal: control characters, which could move its cursor or change the order of letters, become marks. Every
/// character stays one character.
pub fn printable(text: &str) -> Cow<'_, str> {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_bad = |c: char| turns(c) || (c.is_control() && c != '\n' && c != '\t');
    if !text.contains(is_bad) {
        return Cow::Borrowed(text);
    }
    let mut chars = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        out.push(match c {
            '\r' if chars.peek() == Some(&'\n') => c,
            '\0'..='\u{1f}' if is_bad(c) => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
            _ if is_bad(c) => '\u{fffd}',
            _ => c,
        });
    }
    Cow::Owned(out)
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

#[cfg(test)]
mod tests {
    use super::{Diagnostic, Source, printable};
    use crate::spec::BuildError;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\u{202e}c\u{9b}d\r\n\te"), "a␛[2Jb\u{fffd}c\u{fffd}d\r\n\te");
        let source = Source { name: "a\u{1b}b.toml".into(), text: "x = \u{1b}]0;title\u{7}\r\ny = 1\n".into() };
        let shown =
            Diagnostic::error(&source, None, BuildError::at(&(4..5), "bad \u{1b}[31m")).render(&[source], false);
        assert!(!shown.contains(['\u{1b}', '\u{7}']) && shown.contains("x = ␛]0;title"), "{shown}");
    }

    #[test]
    fn a_line_without_end_is_not_shown() {
        let source = Source { name: "a.json".into(), text: "1".repeat(100_000).into() };
        let shown = Diagnostic::error(&source, None, BuildError::at(&(7..8), "bad")).render(&[source], false);
        assert!(shown.len() < 200 && shown.contains("a.json:1:8"), "{shown}");
    }
}
