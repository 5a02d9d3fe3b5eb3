//! The `carom` command: reads arguments, calls the library, prints, and turns outcomes into exit codes.
//!
//! It is a library for the sake of the Python package, whose `python -m carom` is the same command.

mod args;
mod check;
mod compare;
mod console;
mod converge;
mod fmu;
mod forces;
mod model;
mod modes;
mod plot;
mod progress;
mod report;
mod run;
mod show;
mod spectrum;
mod statics;
mod sweep;
mod verify;

use args::{Arguments, Command};
use clap::Parser;
use std::ffi::OsString;

/// How the command ends; the codes are part of its interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    Done = 0,
    /// The computation failed, or a verification was not met.
    Failed = 1,
    /// The model or the arguments are bad.
    Refused = 2,
    /// Stopped by Ctrl-C, as shells expect it: 128 + SIGINT.
    Interrupted = 130,
}

/// Lets a file that exceeds the size limit of the process (`ulimit -f`) be an error of writing, as a full disk is, and not the end of it.
#[cfg(unix)]
fn ignore_file_size_signal() {
    // SAFETY: called before any other thread runs; ignoring a signal runs no code of ours when it comes.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

#[cfg(not(unix))]
fn ignore_file_size_signal() {}

/// Runs the command with these arguments, the first of which is its name; the exit code.
pub fn command(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    ignore_file_size_signal();
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors, and go to standard output.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(Exit::Refused as u8);
        }
    };
    let exit = match arguments.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Resume(arguments) => run::resume(&arguments),
        Command::Static(arguments) => statics::statics(&arguments),
        Command::Modes(arguments) => modes::modes(&arguments),
        Command::Forces(arguments) => forces::forces(&arguments),
        Command::Report(arguments) => report::report(&arguments),
        Command::View(arguments) => report::view(&arguments),
        Command::Plot(arguments) => plot::plot(&arguments),
        Command::Export(arguments) => plot::export(&arguments),
        Command::Converge(arguments) => converge::converge(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Spectrum(arguments) => spectrum::spectrum(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Sweep(arguments) => sweep::sweep(&arguments),
        Command::Fmu(arguments) => fmu::fmu(&arguments),
        Command::Verify(arguments) => verify::verify(&arguments),
        Command::List(arguments) => show::list(&arguments),
        Command::Schema => show::schema(),
    };
    exit as u8
}
