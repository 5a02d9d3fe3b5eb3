//! Printing: results to standard output, everything else to standard error.

use crate::args::Output;
use carom::spec::{Diagnostic, LoadError, Source, printable};
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Prints a result. A reader that has gone away (`carom list | head`) is not an error.
pub fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Prints a JSON object or array as a result.
pub fn print_json(value: &Value) {
    print(&format!("{value:#}\n"));
}

/// Tells the user something that is not a result.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

pub fn note(text: &str) {
    tell(&format!("note: {}", printable(text)));
}

pub fn warning(text: &str) {
    tell(&format!("warning: {}", printable(text)));
}

pub fn error(text: &str) {
    tell(&format!("error: {}", printable(text)));
}

/// Pixels of a PNG for each of its picture.
const PNG_SCALE: f32 = 2.0;

/// Writes the pictures of a result directory as PNG, if that is asked for.
pub fn pictures(directory: &Path, output: &Output) {
    if !output.png {
        return;
    }
    match as_png(directory) {
        Ok(names) if output.quiet || names.is_empty() => {}
        Ok(names) => note(&format!("as PNG: {}", names.join(", "))),
        Err(message) => error(&format!("no PNG: {message}")),
    }
}

/// Writes the PNG of every picture beside it; their names.
fn as_png(directory: &Path) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for picture in carom::record::pictures(directory).map_err(|e| e.to_string())? {
        let at = |path: &Path, e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
        let svg = std::fs::read_to_string(&picture).map_err(|e| at(&picture, &e))?;
        let png = carom_raster::png(&svg, PNG_SCALE).map_err(|e| at(&picture, &e))?;
        let out = picture.with_extension("png");
        std::fs::write(&out, png).map_err(|e| at(&out, &e))?;
        names.push(out.strip_prefix(directory).unwrap_or(&out).display().to_string());
    }
    Ok(names)
}

/// Shows messages about the model at their places.
pub fn diagnostics(list: &[Diagnostic], sources: &[Source]) {
    for diagnostic in list {
        tell(diagnostic.render(sources, colored()).trim_end());
    }
}

/// Shows why a model was refused; as JSON on standard output too, if asked for.
pub fn refused(error: &LoadError, json: bool) {
    diagnostics(&error.diagnostics, &error.sources);
    if json {
        print_json(&json!({ "outcome": "refused", "ok": false, "errors": as_json(&error.diagnostics) }));
    }
}

/// Messages as JSON.
pub fn as_json(list: &[Diagnostic]) -> Value {
    let object = |d: &Diagnostic| {
        json!({
            "file": d.file, "line": d.line, "column": d.column, "item": d.item, "message": d.message, "help": d.help,
        })
    };
    list.iter().map(object).collect()
}

/// Colours for people, unless they asked for none (<https://no-color.org>).
fn colored() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
