//! `carom run` and `carom resume`.

use crate::Exit;
use crate::args::{Output, ResumeArguments, RunArguments};
use crate::console;
use crate::model;
use crate::progress::Display;
use crate::report;
use carom::StopFlag;
use carom::drive::RunError;
use carom::run::{Ending, Session, SessionError, Start, summary, write_report};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

pub fn run(arguments: &RunArguments) -> Exit {
    let overrides = arguments.overrides.pairs();
    let directory = arguments.out.clone().unwrap_or_else(|| default_directory(&arguments.model));
    let session = model::read(&arguments.model, &overrides).map_err(SessionError::from).and_then(|loaded| {
        let from = arguments.from.as_deref();
        Session::start(loaded, &Start { overrides: &overrides, directory: &directory, from, is_meant: arguments.yes })
    });
    let exit = drive(session, &arguments.output);
    if arguments.report && matches!(exit, Exit::Done | Exit::Failed) {
        match write_report(&directory, None) {
            Ok(written) if !arguments.output.quiet && !arguments.output.json => report::tell(&written),
            Ok(_) => {}
            Err(error) => console::note(&format!("the report was not written: {error}")),
        }
    }
    exit
}

pub fn resume(arguments: &ResumeArguments) -> Exit {
    drive(Session::resume(&arguments.directory), &arguments.output)
}

/// Runs a session that could start, tells about it, and turns its end into an exit code.
fn drive(session: Result<Session, SessionError>, output: &Output) -> Exit {
    let mut session = match session {
        Ok(session) => session,
        Err(error) => return refuse(&error, output),
    };
    if !output.quiet {
        console::diagnostics(&session.warnings, &session.sources);
        session.notes.iter().for_each(|text| console::note(text));
    }
    raise_on_signal(session.stop_flag());
    let mut display = (!output.quiet).then(Display::new);
    if let Some(display) = &display {
        session.on_warning = Box::new(display.warner());
    }
    let ending = session.run(&mut |progress| {
        if let Some(display) = &mut display {
            display.update(progress);
        }
        ControlFlow::Continue(())
    });
    display.iter().for_each(Display::finish);
    match ending {
        Ok(ending) => conclude(&session, &ending, output),
        Err(error) => {
            console::error(&error.to_string());
            let (directory, from) = (session.directory().display(), session.checkpoint_time());
            console::note(&format!("`carom resume {directory}` goes on, from the checkpoint at t = {from:.9} s"));
            if output.json {
                console::print_json(&json!({ "outcome": "failed", "error": error.to_string() }));
            }
            Exit::Failed
        }
    }
}

fn conclude(session: &Session, ending: &Ending, output: &Output) -> Exit {
    console::pictures(session.directory(), output);
    if output.json {
        let mut outcome = session.outcome(ending);
        outcome["name"] = json!(session.simulation.system.model.name);
        outcome["directory"] = json!(session.directory().display().to_string());
        console::print_json(&outcome);
    } else if !output.quiet {
        console::print(&summary(session, ending));
    }
    if !output.quiet {
        session.notes.iter().for_each(|text| console::note(text));
    }
    match ending {
        Ending::Finished => Exit::Done,
        Ending::Interrupted => Exit::Interrupted,
        Ending::Failed(error) => {
            console::error(&error.to_string());
            if let RunError::Step { cause, .. } = error {
                console::note(cause.advice());
            }
            Exit::Failed
        }
    }
}

fn refuse(error: &SessionError, output: &Output) -> Exit {
    match error {
        SessionError::Model(error) => console::refused(error, output.json),
        SessionError::Finished { .. } => {
            console::note(&error.to_string());
            if output.json {
                console::print_json(&json!({ "outcome": "finished" }));
            }
            return Exit::Done;
        }
        other => {
            console::error(&other.to_string());
            if output.json {
                console::print_json(&json!({ "outcome": "refused", "error": other.to_string() }));
            }
        }
    }
    Exit::Refused
}

/// Raises the flag when the user presses Ctrl-C, or the process is asked to end; the run then ends before the next iteration, a static
/// analysis before the next factorisation. The second time the process ends at once.
pub fn raise_on_signal(stop: StopFlag) {
    let handler = move || {
        if stop.raise() {
            std::process::exit(Exit::Interrupted as i32);
        }
    };
    if ctrlc::set_handler(handler).is_err() {
        console::note("Ctrl-C cannot be caught here; it will stop the run at once");
    }
}

/// `out/NAME` after the model file, or after its folder if the file is called `model.toml`.
pub fn default_directory(model: &Path) -> PathBuf {
    if model::is_standard_input(model) {
        return Path::new("out").join(model::STANDARD_INPUT);
    }
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let stem = model.file_stem().map_or_else(|| "model".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let folder = || model.canonicalize().ok().and_then(|path| path.parent().and_then(name));
    let chosen = if stem == "model" { folder().unwrap_or(stem) } else { stem };
    Path::new("out").join(chosen)
}
