//! The arguments of the command and their help texts.

use carom::post::Damping;
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
    /// Recover forces and stresses of contacts from the impulses of a run
    Forces(ForcesArguments),
    /// Write a run as one HTML file: animation, plots, contacts, energies
    Report(ReportArguments),
    /// Show the report of a run in the browser, also while it goes on
    View(ViewArguments),
    /// Draw channels of one run or several, over the time or over each other, as SVG or PNG
    Plot(PlotArguments),
    /// Write the animation of a run as glTF (`.glb`), for viewers, slides and other programs
    Export(ExportArguments),
    /// Measure how fast the errors of integrators fall with the step
    Converge(ConvergeArguments),
    /// Compare the errors and the costs of integrators
    Compare(CompareArguments),
    /// Compute spectral radius, numerical damping and period error of integrators
    Spectrum(SpectrumArguments),
    /// Examine a model without running it
    Check(CheckArguments),
    /// Run a model with many values of its parameters
    Sweep(SweepArguments),
    /// Write a model as an FMU, for other simulators (FMI 2.0, co-simulation)
    Fmu(FmuArguments),
    /// Run the benchmarks and compare them with published values
    Verify(VerifyArguments),
    /// Print every element, joint, contact, law, sensor and integrator with its keys
    List(ListArguments),
    /// Print the JSON Schema of model files
    Schema,
}

#[derive(Debug, Args)]
pub struct RunArguments {
    /// Model file (TOML or JSON), `-` for standard input
    pub model: PathBuf,
    #[command(flatten)]
    pub overrides: Overrides,
    /// Directory for the results, replacing those of an earlier run [default: out/NAME, after the model]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Start from the positions in this state file, or in the results of `carom static` in this directory
    #[arg(long, value_name = "PATH")]
    pub from: Option<PathBuf>,
    /// Start also a run of more than 100,000,000 steps, 10 GB or 24 hours, as far as can be told beforehand
    #[arg(long)]
    pub yes: bool,
    /// Write the report of the run too, and say where it is
    #[arg(long)]
    pub report: bool,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct AnalysisArguments {
    /// Model file (TOML or JSON), `-` for standard input
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
pub struct SweepArguments {
    /// Model file (TOML or JSON)
    pub model: PathBuf,
    /// Values as in `carom run`; those of a sweep are FROM:TO:COUNT, as in --set mu=0:0.5:51, or a list, as in --set mu=0.1,0.2,0.5
    #[command(flatten)]
    pub overrides: Overrides,
    /// The part I of N of the runs, for arrays of jobs
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1")]
    pub shard: (usize, usize),
    /// Directory for the table and the picture; the same sweep goes on from a table that is there [default: out/NAME-sweep, after the model]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print nothing but errors
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct FmuArguments {
    /// Model file (TOML or JSON)
    pub model: PathBuf,
    #[command(flatten)]
    pub overrides: Overrides,
    /// The file to write [default: NAME.fmu, after the model]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The library that FMUs contain [default: libcarom_fmu.so (.dll, .dylib) beside this program]
    #[arg(long, value_name = "FILE", env = "CAROM_FMU_LIBRARY")]
    pub library: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ResumeArguments {
    /// Directory of the interrupted run
    pub directory: PathBuf,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct ForcesArguments {
    /// Directory of a run that has ended
    pub result: PathBuf,
    /// A contact; can be repeated [default: all contacts of the model]
    #[arg(long, value_name = "NAME")]
    pub contact: Vec<String>,
    /// How the damping of an impact follows from its restitution
    #[arg(long, value_name = "NAME", default_value = Damping::Flores.name(), value_parser = damping)]
    pub model: Damping,
    /// Take the plain cubic of the text's first version for the curve of an impact
    #[arg(long)]
    pub plain_cubic: bool,
    /// What is taken for an impact: what the run recorded as hit, or every peak of the impulses
    #[arg(long, value_name = "NAME", default_value = "hits", value_parser = ["hits", "peaks"])]
    pub filter: String,
    /// Stiffness K of F = K δⁿ in N/mⁿ [default: that of Hertz, from shapes and materials]
    #[arg(long, value_name = "K")]
    pub stiffness: Option<f64>,
    /// Exponent n of a given stiffness
    #[arg(long, value_name = "N", default_value_t = 1.5, requires = "stiffness")]
    pub exponent: f64,
    /// Coefficient of restitution of the impacts [default: that of the contact's law]
    #[arg(long, value_name = "E")]
    pub restitution: Option<f64>,
    /// Principal radii of the two surfaces in m, negative for hollows, `inf` for flat ones: R1,R1',R2,R2' [default: those of the shapes]
    #[arg(long, value_name = "R,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub radii: Vec<f64>,
    /// Life of the surfaces by an S-N line of the shear below them: amplitude in Pa, cycles at this amplitude, slope, and the amplitude that does no
    /// harm, if there is one: S,N,M or S,N,M,LIMIT
    #[arg(long, value_name = "S,N,M", value_delimiter = ',')]
    pub life: Vec<f64>,
    /// Material of both bodies, or of each: NAME or NAME,NAME [default: those of their shapes]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub material: Vec<String>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct ReportArguments {
    /// Directory of a run
    pub result: PathBuf,
    /// File to write [default: report.html in the directory]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct PlotArguments {
    /// Directory of a run
    pub result: PathBuf,
    /// Channels of one panel (`ball.z,ball.x`); can be repeated, each time a panel [default: sensors that change, by unit and size]
    #[arg(long, value_name = "NAME,…")]
    pub y: Vec<String>,
    /// Channel along x [default: the time]
    #[arg(long, value_name = "NAME")]
    pub x: Option<String>,
    /// Further runs to draw over the first; can be repeated
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub compare: Vec<PathBuf>,
    /// First time shown, s
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub from: Option<f64>,
    /// Last time shown, s
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub to: Option<f64>,
    /// Logarithmic axes
    #[arg(long, value_name = "AXES", value_parser = ["x", "y", "xy"])]
    pub log: Option<String>,
    /// Show all values, also where a few lie far beyond the others
    #[arg(long)]
    pub whole: bool,
    /// File to write, `.svg` or `.png` [default: plot.svg in the directory]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct ExportArguments {
    /// Directory of a run
    pub result: PathBuf,
    /// File to write, `.glb` [default: animation.glb in the directory]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct ViewArguments {
    /// Directory of a run
    pub result: PathBuf,
    /// Port on this machine [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// Only print the address
    #[arg(long)]
    pub no_browser: bool,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct StudyArguments {
    /// Model file (TOML or JSON), `-` for standard input
    pub model: PathBuf,
    /// Step sizes in s: `1e-2,5e-3,2.5e-3`, or `1e-2..1e-4:9` for nine of equal ratios
    #[arg(long, value_name = "H1,H2,…")]
    pub steps: String,
    /// What errors are measured from: `analytic` (the table [reference]), `events` (event-driven integration of small
    /// models), `finest` (a run of each scheme with 1/16 of the smallest step or less), `finest:SCHEME` (one for all) or a CSV file such as sensors.csv [default: analytic if the model has it, else finest]
    #[arg(long)]
    pub reference: Option<String>,
    /// Sensors, channels (`ball.z`), `positions` or `velocities`; several with commas, can be repeated [default: what the reference has, or
    /// positions and velocities]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub quantity: Vec<String>,
    #[command(flatten)]
    pub set: Assignments,
    /// End of the simulation, s (short for --set simulation.until=T)
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub until: Option<String>,
    /// Directory for the results, replacing earlier ones [default: out/NAME-COMMAND, after the model]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

impl StudyArguments {
    /// Names and values that are set, in the order in which they count.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let until = self.until.iter().map(|value| ("simulation.until".to_owned(), value.clone()));
        self.set.pairs().into_iter().chain(until).collect()
    }
}

#[derive(Debug, Args)]
pub struct ConvergeArguments {
    #[command(flatten)]
    pub study: StudyArguments,
    /// Integrators with keys, `decoupled:variant=published,rho_inf=0.9,moreau_jean`, or `all` [default: that of the model]
    #[arg(long, value_name = "SCHEME,…")]
    pub schemes: Option<String>,
}

#[derive(Debug, Args)]
pub struct CompareArguments {
    #[command(flatten)]
    pub study: StudyArguments,
    /// Integrators with keys, `decoupled:variant=published,rho_inf=0.9,moreau_jean`, or `all`; a finer run is that of the first
    #[arg(long, value_name = "SCHEME,…")]
    pub schemes: String,
    /// Norm of the errors in the table and the picture; the CSV file has all
    #[arg(long, default_value = carom::study::NORMS[0], value_parser = clap::builder::PossibleValuesParser::new(carom::study::NORMS))]
    pub norm: String,
}

#[derive(Debug, Args)]
pub struct SpectrumArguments {
    /// Integrators with keys, `decoupled:rho_inf=0.5,decoupled:rho_inf=0.9,moreau_jean:theta=0.6`, or `all`
    #[arg(long, value_name = "SCHEME,…", default_value = "all")]
    pub schemes: String,
    /// Sizes of the step over the period of the vibration: a list, or FROM..TO:COUNT for equal ratios
    #[arg(long, value_name = "R1,R2,…", default_value = "1e-3..1e3:241")]
    pub ratios: String,
    /// Directory for the results, replacing earlier ones
    #[arg(long, value_name = "DIR", default_value = "out/spectrum")]
    pub out: PathBuf,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Model file (TOML or JSON), `-` for standard input
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
    /// Write the verification manual as one HTML file: sketches, parameters, published beside computed values, plots, orders
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write the table as a page of the documentation
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ListArguments {
    /// Only what is about this word: in names, keys and texts, and by what other programs call things
    #[arg(value_name = "WORD")]
    pub filter: Vec<String>,
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
    /// Write every picture as PNG too, beside its SVG file
    #[arg(long)]
    pub png: bool,
}

#[derive(Debug, Args)]
pub struct Assignments {
    /// Set a parameter, `gravity`, `plane`, `simulation.KEY`, `static.KEY`, `modes.KEY`, `ground.KEY`, `reference.CHANNEL`, `TABLE.ITEM.KEY` or a
    /// key inside, `bodies.rod.section.width`, to a value or an expression; keys that are not there are added, and whole items by
    /// `TABLE.ITEM={…}`; can be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
    /// Remove a key, an item or a parameter of the model, before values are set; can be repeated
    #[arg(long = "unset", value_name = "NAME")]
    unset: Vec<String>,
}

impl Assignments {
    /// Names and values, in the order in which they count; what is removed has no value.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let removed = self.unset.iter().map(|name| (name.trim().to_owned(), String::new()));
        removed.chain(self.set.iter().cloned()).collect()
    }
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
        let mut pairs = self.assignments.pairs();
        for (key, value) in [("simulation.until", &self.until), ("simulation.step", &self.step)] {
            pairs.extend(value.iter().map(|value| (key.to_owned(), value.clone())));
        }
        pairs
    }
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    parts
        .filter(|(part, parts)| 1 <= *part && part <= parts)
        .ok_or_else(|| "expected I/N with I from 1 to N, such as 3/16".to_owned())
}

fn damping(text: &str) -> Result<Damping, String> {
    let all = || Damping::PUBLISHED.into_iter().chain([Damping::Exact]);
    let known = || all().map(Damping::name).collect::<Vec<_>>().join(", ");
    all().find(|damping| damping.name() == text).ok_or_else(|| format!("expected one of {}", known()))
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        Some((name, _)) if !name.trim().is_empty() => Err(format!("`{name}` has no value; --unset {name} removes it")),
        _ => Err("expected NAME=VALUE, such as mu=0.35".to_owned()),
    }
}
