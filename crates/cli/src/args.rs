//! The arguments of the command and their help texts.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 the computation failed or a verification was not met, 2 bad model or arguments, 130 interrupted
(Ctrl-C; the results are readable, and `carom resume` continues those of a run).";

/// Simulates rigid and flexible bodies with joints, impacts and dry friction.
#[derive(Debug, Parser)]
#[command(name = "carom", version, after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Simulate a model and record the results
    Run(RunArguments),
    /// Continue an interrupted run, bit for bit
    Resume(ResumeArguments),
    /// Find the static equilibrium of a model
    Static(AnalysisArguments),
    /// Find the frequencies and shapes of small vibrations
    Modes(AnalysisArguments),
    /// Examine a model without running it
    Check(CheckArguments),
    /// Run the benchmarks and compare them with published values
    Verify(VerifyArguments),
    /// Print every element, joint, contact, law, sensor and integrator with its keys
    List(ListArguments),
    /// Print the JSON Schema of model files
    Schema,
}

#[derive(Debug, Args)]
pub struct RunArguments {
    /// Model file (TOML)
    pub model: PathBuf,
    #[command(flatten)]
    pub overrides: Overrides,
    /// Directory for the results, replacing those of an earlier run [default: out/NAME, after the model]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Start from the positions in this state file, or in the results of `carom static` in this directory
    #[arg(long, value_name = "PATH")]
    pub from: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct AnalysisArguments {
    /// Model file (TOML)
    pub model: PathBuf,
    #[command(flatten)]
    pub set: Assignments,
    /// Directory for the results, replacing earlier ones [default: out/NAME-static or out/NAME-modes, after the model]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct ResumeArguments {
    /// Directory of the interrupted run
    pub directory: PathBuf,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Model file (TOML)
    pub model: PathBuf,
    #[command(flatten)]
    pub overrides: Overrides,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Benchmarks to run [default: all]
    pub ids: Vec<String>,
    /// Print an array with one JSON object a quantity instead of the table
    #[arg(long)]
    pub json: bool,
    /// Print the speed of every benchmark too
    #[arg(long)]
    pub timings: bool,
    /// Write the table as a page of the documentation
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ListArguments {
    /// Only what contains this text
    pub filter: Option<String>,
    /// Print the reference chapter of the documentation
    #[arg(long, conflicts_with = "filter")]
    pub markdown: bool,
}

#[derive(Debug, Args)]
pub struct Output {
    /// Print one JSON object with outcome, statistics and energies instead of the summary
    #[arg(long)]
    pub json: bool,
    /// Print nothing but errors (and the JSON object, if asked for)
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct Assignments {
    /// Set a parameter, `simulation.KEY`, `static.KEY`, `modes.KEY`, `TABLE.ITEM.KEY` or a key inside, `bodies.rod.section.width`,
    /// to a value or an expression; can be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub set: Vec<(String, String)>,
}

#[derive(Debug, Args)]
pub struct Overrides {
    #[command(flatten)]
    assignments: Assignments,
    /// End of the simulation, s (short for --set simulation.until=T)
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    until: Option<String>,
    /// Step size, s (short for --set simulation.step=H)
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    step: Option<String>,
}

impl Overrides {
    /// Names and values, in the order in which they count.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let mut pairs = self.assignments.set.clone();
        for (key, value) in [("simulation.until", &self.until), ("simulation.step", &self.step)] {
            pairs.extend(value.iter().map(|value| (key.to_owned(), value.clone())));
        }
        pairs
    }
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected NAME=VALUE, such as mu=0.35".to_owned()),
    }
}
