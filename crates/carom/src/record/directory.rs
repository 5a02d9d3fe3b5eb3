//! The result directory: the names of its files, and who may write into it.

use super::lock::{DirectoryLock, LOCK};
use super::{RecordError, atomic, run_json};
use std::fs;
use std::path::{Path, PathBuf};

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
    /// Impacts, sticking, slipping and release of contacts.
    pub const EVENTS_CSV: &str = "events.csv";
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
    /// What `carom plot` and `carom export` write where they are not told otherwise.
    pub const PLOT_SVG: &str = "plot.svg";
    pub const ANIMATION_GLB: &str = "animation.glb";
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
    /// Copies of the files that the model read beside its own, such as meshes.
    pub const DATA: &str = "data";
}

/// What an earlier run can have left, beside the frames and `run.json`.
const REMOVED: [&str; 27] = [
    file::EVENTS_CSV,
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
    file::PLOT_SVG,
    file::ANIMATION_GLB,
    file::STROBE_SVG,
    file::ORBITS_SVG,
    file::CONVERGENCE_CSV,
    file::CONVERGENCE_SVG,
    file::COMPARISON_CSV,
    file::COMPARISON_SVG,
    file::SPECTRUM_CSV,
    file::SPECTRUM_SVG,
];

/// Folders in which files are written.
const FOLDERS: [&str; 5] = [file::FRAMES, file::CONTACT_POINTS, file::MODES, file::FORCES, file::DATA];

/// Takes a directory for the results of a new run, whose `run.json` is to be replaced before [`clear_directory`] removes what is there.
///
/// A missing directory is made. One that is empty, but for what a run that was killed before its first `run.json` can have left, is
/// taken, and so is one with a `run.json` of ours. Any other directory is refused, and nothing in it is touched.
pub fn take_directory(path: &Path) -> Result<DirectoryLock, RecordError> {
    let refuse_foreign = || -> Result<(), RecordError> {
        if is_vacant(path)? || is_result(path) {
            return Ok(());
        }
        Err(RecordError::ForeignDirectory { path: path.to_owned() })
    };
    if !path.try_exists().map_err(RecordError::io("read", path))? {
        fs::create_dir_all(path).map_err(RecordError::io("create", path))?;
    } else if !path.is_dir() {
        return Err(RecordError::NotADirectory { path: path.to_owned() });
    }
    refuse_foreign()?;
    let lock = DirectoryLock::take(path)?;
    // The one before us may have put something there.
    refuse_foreign()?;
    Ok(lock)
}

/// Removes the files of an earlier run but its `run.json`, and nothing else.
pub fn clear_directory(path: &Path) -> Result<(), RecordError> {
    sweep_directory(path)?;
    remove_numbered(&path.join(file::FRAMES), "vtu")?;
    remove_numbered(&path.join(file::CONTACT_POINTS), "npz")?;
    remove_modes(&path.join(file::MODES))?;
    remove_tables(&path.join(file::FORCES))?;
    remove_data(&path.join(file::DATA))?;
    let there = |file: &PathBuf| fs::symlink_metadata(file).is_ok_and(|m| !m.is_dir());
    let copies = REMOVED.iter().filter(|name| name.ends_with(".svg")).map(|name| path.join(name).with_extension("png"));
    let files = copies.chain(REMOVED.iter().map(|name| path.join(name)));
    files.filter(there).try_for_each(|file| remove(&file))
}

/// The pictures in a result directory. PNG files of the same names are ours too.
pub fn pictures(path: &Path) -> Result<Vec<PathBuf>, RecordError> {
    let mut found: Vec<PathBuf> =
        REMOVED.iter().filter(|name| name.ends_with(".svg")).map(|name| path.join(name)).collect();
    let forces = path.join(file::FORCES);
    if forces.is_dir() {
        let entries = fs::read_dir(&forces).map_err(RecordError::io("read", &forces))?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        found.extend(files.into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "svg")));
    }
    found.retain(|file| file.is_file());
    Ok(found)
}

/// Removes what a killed run left of files that it had begun to replace.
pub fn sweep_directory(path: &Path) -> Result<(), RecordError> {
    atomic::sweep(path)?;
    FOLDERS.iter().try_for_each(|folder| atomic::sweep(&path.join(folder)))
}

/// Whether a directory holds nothing but a lock and temporary files.
fn is_vacant(path: &Path) -> Result<bool, RecordError> {
    for entry in fs::read_dir(path).map_err(RecordError::io("read", path))? {
        let name = entry.map_err(RecordError::io("read", path))?.file_name();
        if name != LOCK && !atomic::is_temporary(&name) {
            return Ok(false);
        }
    }
    Ok(true)
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
        let is_table = |kind: &std::ffi::OsStr| ["csv", "npz", "svg", "png"].iter().any(|ours| kind == *ours);
        if path.is_file() && path.extension().is_some_and(is_table) {
            remove(&path)?;
        }
    }
    let empty = fs::read_dir(directory).map_err(RecordError::io("read", directory))?.next().is_none();
    if empty { fs::remove_dir(directory).map_err(RecordError::io("remove", directory)) } else { Ok(()) }
}

/// Removes the copies of data files, `000_NAME`, and, if nothing else is in it, their directory.
fn remove_data(directory: &Path) -> Result<(), RecordError> {
    if !directory.is_dir() {
        return Ok(());
    }
    let is_copy = |name: &str| name.split_once('_').is_some_and(|(n, _)| n.len() >= 3 && n.parse::<u32>().is_ok());
    for entry in fs::read_dir(directory).map_err(RecordError::io("read", directory))? {
        let entry = entry.map_err(RecordError::io("read", directory))?;
        if entry.file_name().to_str().is_some_and(is_copy) && entry.path().is_file() {
            remove(&entry.path())?;
        }
    }
    let empty = fs::read_dir(directory).map_err(RecordError::io("read", directory))?.next().is_none();
    if empty { fs::remove_dir(directory).map_err(RecordError::io("remove", directory)) } else { Ok(()) }
}

fn remove(file: &Path) -> Result<(), RecordError> {
    fs::remove_file(file).map_err(RecordError::io("remove", file))
}
