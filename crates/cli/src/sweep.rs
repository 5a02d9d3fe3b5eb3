//! `carom sweep`.

use crate::args::SweepArguments;
use crate::run::{default_directory, raise_on_signal};
use crate::{Exit, console, model};
use carom::StopFlag;
use carom::run::{Axis, Sweep, SweepError, SweepResult, run_sweep};

pub fn sweep(arguments: &SweepArguments) -> Exit {
    match run(arguments) {
        Ok(result) => tell(&result, arguments.quiet),
        Err(SweepError::Model(error)) => {
            console::refused(&error, false);
            Exit::Refused
        }
        Err(error) => {
            console::error(&error.to_string());
            Exit::Refused
        }
    }
}

fn run(arguments: &SweepArguments) -> Result<SweepResult, SweepError> {
    let (mut axes, mut set) = (Vec::new(), Vec::new());
    for (name, text) in arguments.overrides.pairs() {
        match Axis::parse(&name, &text)? {
            Some(axis) => axes.push(axis),
            None => set.push((name, text)),
        }
    }
    if axes.is_empty() {
        return Err(SweepError::Asked("nothing is swept: give values, such as --set mu=0:0.5:51".to_owned()));
    }
    // The first point tells of names that are wrong before anything runs.
    let first = axes.iter().map(|axis| (axis.name.clone(), format!("{:?}", axis.values[0])));
    let probe: Vec<_> = set.iter().cloned().chain(first).collect();
    model::read(&arguments.model, &probe)?;
    let loaded = model::read(&arguments.model, &set)?;
    if !arguments.quiet {
        console::diagnostics(&loaded.warnings, &loaded.sources);
    }
    let directory = arguments.out.clone().unwrap_or_else(|| {
        let run = default_directory(&arguments.model);
        run.with_file_name(format!("{}-sweep", run.file_name().unwrap_or_default().to_string_lossy()))
    });
    let stop = StopFlag::default();
    raise_on_signal(stop.clone());
    run_sweep(&loaded, &set, &Sweep { axes, shard: arguments.shard }, &directory, &stop)
}

fn tell(result: &SweepResult, quiet: bool) -> Exit {
    if !quiet {
        let known = if result.known > 0 { format!(", {} of them before", result.known) } else { String::new() };
        console::print(&format!("{} runs{known}, {} failed: {}\n", result.runs, result.failed, result.table.display()));
        if let Some(picture) = &result.picture {
            console::print(&format!("curves: {}\n", picture.display()));
        }
    }
    match () {
        () if result.interrupted => {
            console::note("the same command goes on");
            Exit::Interrupted
        }
        () if result.failed > 0 => Exit::Failed,
        () => Exit::Done,
    }
}
