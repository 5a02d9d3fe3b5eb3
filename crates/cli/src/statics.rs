//! `carom static`.

use crate::args::{AnalysisArguments, Output};
use crate::run::{default_directory, raise_on_signal};
use crate::{Exit, console};
use carom::StopFlag;
use carom::run::AnalysisError;
use carom::spec::{Diagnostic, Loaded, Source};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

pub fn statics(arguments: &AnalysisArguments) -> Exit {
    let interrupted = StopFlag::default();
    raise_on_signal(interrupted.clone());
    analyse(arguments, "static", |loaded, directory| {
        let stop = || interrupted.is_raised();
        let found = carom::run::run_static(loaded, &arguments.set.pairs(), directory, &stop)?;
        let (json, summary) = (found.json(), found.summary());
        Ok(Found { json, summary, notes: found.notes, warnings: found.warnings, sources: found.sources })
    })
}

/// What an analysis has to tell.
pub struct Found {
    pub json: Value,
    pub summary: String,
    pub notes: Vec<String>,
    pub warnings: Vec<Diagnostic>,
    pub sources: Vec<Source>,
}

/// Reads the model, runs an analysis into `out/NAME-KIND` or where the user wants it, and tells about it.
pub fn analyse(
    arguments: &AnalysisArguments,
    kind: &str,
    run: impl FnOnce(Loaded, &Path) -> Result<Found, AnalysisError>,
) -> Exit {
    let output = &arguments.output;
    let directory = directory(&arguments.model, arguments.out.as_ref(), kind);
    let loaded = crate::model::read(&arguments.model, &arguments.set.pairs()).map_err(AnalysisError::from);
    match loaded.and_then(|loaded| run(loaded, &directory)) {
        Ok(found) => {
            tell(&found, output);
            Exit::Done
        }
        Err(error) => refuse(&error, output),
    }
}

/// Where the results of an analysis go: where the user wants them, or `out/NAME-KIND`.
pub fn directory(model: &Path, out: Option<&PathBuf>, kind: &str) -> PathBuf {
    out.cloned().unwrap_or_else(|| beside(&default_directory(model), kind))
}

pub fn tell(found: &Found, output: &Output) {
    if let Some(directory) = found.json["directory"].as_str() {
        console::pictures(Path::new(directory), output);
    }
    if !output.quiet {
        console::diagnostics(&found.warnings, &found.sources);
        found.notes.iter().for_each(|text| console::note(text));
    }
    if output.json {
        console::print_json(&found.json);
    } else if !output.quiet {
        console::print(&found.summary);
    }
}

pub fn refuse(error: &AnalysisError, output: &Output) -> Exit {
    if let AnalysisError::Model(error) = error {
        console::refused(error, output.json);
        return Exit::Refused;
    }
    if let AnalysisError::Interrupted { load, directory } = error {
        console::note(&error.to_string());
        if output.json {
            let directory = directory.as_ref().map(|path| path.display().to_string());
            console::print_json(&json!({ "outcome": "interrupted", "load": load, "directory": directory }));
        }
        return Exit::Interrupted;
    }
    console::error(&error.to_string());
    let refused = matches!(error, AnalysisError::Record(_) | AnalysisError::Asked { .. });
    if output.json {
        let outcome = if refused { "refused" } else { "failed" };
        console::print_json(&json!({ "outcome": outcome, "error": error.to_string() }));
    }
    error.help().iter().for_each(|text| console::note(text));
    if refused { Exit::Refused } else { Exit::Failed }
}

/// `out/NAME-KIND`.
fn beside(directory: &Path, kind: &str) -> PathBuf {
    let name = directory.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    directory.with_file_name(format!("{name}-{kind}"))
}
