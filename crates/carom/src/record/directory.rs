//! The result directory: the names of its files, and who may write into it.

use super::{RecordError, run_json};
use std::fs;
use std::path::Path;

/// Names of the files in a result directory.
pub mod file {
    pub const RUN: &str = "run.json";
    pub const SENSORS_CSV: &str = "sensors.csv";
    pub const SENSORS_NPZ: &str = "sensors.npz";
    pub const SENSORS_SVG: &str = "sensors.svg";
    pub const CONTACTS_CSV: &str = "contacts.csv";
    pub const CONTACTS_NPZ: &str = "contacts.npz";
    /// Contact points; while the run goes on, their parts lie in the directory [`CONTACT_POINTS`].
    pub const CONTACT_POINTS_NPZ: &str = "contact_points.npz";
    pub const CONTACT_POINTS: &str = "contact_points";
    pub const ENERGY_CSV: &str = "energy.csv";
    pub const ENERGY_NPZ: &str = "energy.npz";
    pub const ENERGY_SVG: &str = "energy.svg";
    pub const MODES_CSV: &str = "modes.csv";
    pub const MODES_NPZ: &str = "modes.npz";
    /// Shapes of the modes: a ParaView collection each.
    pub const MODES: &str = "modes";
    /// A state that a run can start from.
    pub const STATE: &str = "state.bin";
    pub const CHECKPOINT: &str = "checkpoint.bin";
    /// The ParaView collection; its frames lie in the directory [`FRAMES`].
    pub const BODIES_PVD: &str = "bodies.pvd";
    pub const FRAMES: &str = "bodies";
    /// Positions and velocities for animations.
    pub const MOTION: &str = "motion.bin";
    pub const REPORT: &str = "report.html";
    pub const STROBE_SVG: &str = "strobe.svg";
    /// Paths of pins in their bearings.
    pub const ORBITS_SVG: &str = "orbits.svg";
    /// Studies of integrators.
    pub const CONVERGENCE_CSV: &str = "convergence.csv";
    pub const CONVERGENCE_SVG: &str = "convergence.svg";
    pub const COMPARISON_CSV: &str = "comparison.csv";
    pub const COMPARISON_SVG: &str = "comparison.svg";
    pub const SPECTRUM_CSV: &str = "spectrum.csv";
    pub const SPECTRUM_SVG: &str = "spectrum.svg";
    /// Tables and pictures of forces from impulses, and of what else is computed of a run that has ended.
    pub const FORCES: &str = "forces";
}

/// What an earlier run can have left, beside the frames; `run.json` last, so that a failure in between leaves a
/// directory that is still recognised as ours.
const REMOVED: [&str; 25] = [
    file::SENSORS_CSV,
    file::SENSORS_NPZ,
    file::SENSORS_SVG,
    file::CONTACTS_CSV,
    file::CONTACTS_NPZ,
    file::CONTACT_POINTS_NPZ,
    file::ENERGY_CSV,
    file::ENERGY_NPZ,
    file::ENERGY_SVG,
    file::CHECKPOINT,
    file::STATE,
    file::MODES_CSV,
    file::MODES_NPZ,
    file::BODIES_PVD,
    file::MOTION,
    file::REPORT,
    file::STROBE_SVG,
    file::ORBITS_SVG,
    file::CONVERGENCE_CSV,
    file::CONVERGENCE_SVG,
    file::COMPARISON_CSV,
    file::COMPARISON_SVG,
    file::SPECTRUM_CSV,
    file::SPECTRUM_SVG,
    file::RUN,
];

/// Makes `path` ready for the results of a new run.
///
/// A missing directory is made, an empty one is taken. One with a `run.json` of ours is the result of an earlier run: with
/// `overwrite` the files of that run are removed, and nothing else. Any other directory is refused.
pub fn prepare_directory(path: &Path, overwrite: bool) -> Result<(), RecordError> {
    if !path.try_exists().map_err(RecordError::io("read", path))? {
        return fs::create_dir_all(path).map_err(RecordError::io("create", path));
    }
    if !path.is_dir() {
        return Err(RecordError::NotADirectory { path: path.to_owned() });
    }
    if fs::read_dir(path).map_err(RecordError::io("read", path))?.next().is_none() {
        return Ok(());
    }
    if !is_result(path) {
        return Err(RecordError::ForeignDirectory { path: path.to_owned() });
    }
    if !overwrite {
        return Err(RecordError::ResultsExist { path: path.to_owned() });
    }
    remove_numbered(&path.join(file::FRAMES), "vtu")?;
    remove_numbered(&path.join(file::CONTACT_POINTS), "npz")?;
    remove_modes(&path.join(file::MODES))?;
    remove_tables(&path.join(file::FORCES))?;
    REMOVED.iter().map(|name| path.join(name)).filter(|file| file.is_file()).try_for_each(|file| remove(&file))
}

/// Whether a directory holds the result of a run: a `run.json` that names the version of carom that wrote it.
pub fn is_result(path: &Path) -> bool {
    run_json::read(&path.join(file::RUN)).is_ok_and(|run| run["carom"].is_string())
}

/// Removes the numbered files of a kind and, if nothing else is in it, their directory.
pub(super) fn remove_numbered(directory: &Path, extension: &str) -> Result<(), RecordError> {
    if !directory.is_dir() {
        return Ok(());
    }
    let mut others = false;
    for entry in fs::read_dir(directory).map_err(RecordError::io("read", directory))? {
        let file = entry.map_err(RecordError::io("read", directory))?.path();
        if is_numbered(&file, extension) && file.is_file() {
            remove(&file)?;
        } else {
            others = true;
        }
    }
    if others { Ok(()) } else { fs::remove_dir(directory).map_err(RecordError::io("remove", directory)) }
}

/// Whether a file is named as frames and parts are: `NAME_000012.vtu`.
fn is_numbered(path: &Path, kind: &str) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let number = stem.rsplit_once('_').map_or("", |(_, number)| number);
    let numbered = number.len() >= 6 && number.bytes().all(|digit| digit.is_ascii_digit());
    numbered && path.extension().is_some_and(|extension| extension == kind)
}

/// Whether a file or a directory is named as those of modes are: `mode_03`.
fn is_mode(path: &Path) -> bool {
    let number = path.file_stem().and_then(|stem| stem.to_str()?.strip_prefix("mode_"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Removes the shapes of modes and, if nothing else is in it, their directory.
fn remove_modes(directory: &Path) -> Result<(), RecordError> {
    if !directory.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(directory).map_err(RecordError::io("read", directory))? {
        let path = entry.map_err(RecordError::io("read", directory))?.path();
        if !is_mode(&path) {
            continue;
        }
        if path.is_dir() {
            remove_numbered(&path, "vtu")?;
        } else if path.extension().is_some_and(|extension| extension == "pvd") {
            remove(&path)?;
        }
    }
    let empty = fs::read_dir(directory).map_err(RecordError::io("read", directory))?.next().is_none();
    if empty { fs::remove_dir(directory).map_err(RecordError::io("remove", directory)) } else { Ok(()) }
}

/// Removes tables, archives and pictures and, if nothing else is in it, their directory.
fn remove_tables(directory: &Path) -> Result<(), RecordError> {
    if !directory.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(directory).map_err(RecordError::io("read", directory))? {
        let path = entry.map_err(RecordError::io("read", directory))?.path();
        let is_table = |kind: &std::ffi::OsStr| ["csv", "npz", "svg"].iter().any(|ours| kind == *ours);
        if path.is_file() && path.extension().is_some_and(is_table) {
            remove(&path)?;
        }
    }
    let empty = fs::read_dir(directory).map_err(RecordError::io("read", directory))?.next().is_none();
    if empty { fs::remove_dir(directory).map_err(RecordError::io("remove", directory)) } else { Ok(()) }
}

fn remove(file: &Path) -> Result<(), RecordError> {
    fs::remove_file(file).map_err(RecordError::io("remove", file))
}
