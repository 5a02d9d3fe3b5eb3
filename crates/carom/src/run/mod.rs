//! Runs with results: from a model file to a directory of histories, pictures, checkpoints and `run.json`.
//!
//! A [`Session`] is what `carom run` and `carom resume` drive; [`check()`] is what `carom check` prints. One rule: what is
//! recorded, when, and when a checkpoint is taken depend on the model alone, never on the clock, so that an interrupted
//! and resumed run leaves the same histories, byte for byte, as an uninterrupted one.

mod advice;
mod analysis;
mod check;
mod compare;
mod converge;
mod estimate;
mod files;
mod forces;
mod kept;
mod locate;
mod modes;
mod pace;
mod page;
mod period;
mod plot;
mod products;
mod recorder;
mod report;
mod schedule;
mod session;
mod spectrum;
mod statics;
mod strobe;
mod summary;
mod sweep;
mod warnings;

pub use analysis::AnalysisError;
pub use check::{Check, Violation, check};
pub use compare::{ComparisonResult, run_compare};
pub use converge::{ConvergenceResult, run_converge};
pub use estimate::{Estimate, MOST_BYTES, MOST_SECONDS, MOST_STEPS, size};
pub use forces::{ForcesResult, run_forces};
pub use locate::start_error;
pub use modes::{ModesResult, run_modes};
pub use page::{WrittenReport, animation, report_page, report_state, write_report};
pub use period::fastest_period;
pub use plot::{PlotRequest, plot_runs, plot_table};
pub use recorder::Recorder;
pub use session::{Ending, PostResult, Progress, Session, SessionError, Start};
pub use spectrum::{SpectrumResult, run_spectrum};
pub use statics::{StaticResult, run_static};
pub use strobe::sketch;
pub(crate) use summary::short;
pub use summary::summary;
pub use sweep::{Axis, Sweep, SweepError, SweepResult, run_sweep};
