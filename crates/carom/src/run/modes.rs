//! `carom modes`: frequencies, damping ratios and masses as a table, shapes as small films for ParaView.

use super::analysis::{AnalysisError, Results, compile};
use super::locate;
use crate::analysis::{Mode, Modes, equilibrium, modes};
use crate::drive::StartError;
use crate::integrate::{State, initialise};
use crate::record::{Channel, ChannelKind, CsvWriter, RecordError, Shape, VtuWriter, file, npz};
use crate::spec::{Diagnostic, Loaded, Source};
use crate::system::{Assembly, System, dual_norm};
use serde_json::{Value, json};
use std::f64::consts::TAU;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Frames of a shape over one period, and the least that show a vibration; otherwise one displaced state is drawn.
const FRAMES: usize = 16;
const FEWEST_FRAMES: usize = 4;
/// Points in all frames together, at most.
const FRAME_POINTS: usize = 2_000_000;
/// Largest displacement of a film, relative to the model's length, and largest rotation, rad.
const AMPLITUDE: (f64, f64) = (0.1, 0.5);
/// A force out of balance above this, relative to all forces, is told.
const OUT_OF_BALANCE: f64 = 1e-6;

/// Modes that were found and recorded.
pub struct ModesResult {
    pub name: String,
    pub modes: Modes,
    pub about_static: bool,
    pub notes: Vec<String>,
    pub warnings: Vec<Diagnostic>,
    pub sources: Vec<Source>,
    pub directory: PathBuf,
}

/// Finds the modes of a model and records them; `overrides` are the ones it was loaded with.
pub fn run_modes(
    mut loaded: Loaded,
    overrides: &[(String, String)],
    directory: &Path,
) -> Result<ModesResult, AnalysisError> {
    let (system, candidates) = compile(&mut loaded)?;
    let assembly = candidates.assembly(&system);
    let mut notes = Vec::new();
    let state = state(assembly, &loaded, &mut notes)?;
    let found = modes(assembly, &state, &loaded.modes)?;
    let name = system.model.name.clone();
    let results = Results::create(directory, "modes", &name, (&loaded, overrides))?;
    write_table(&results, &found)?;
    if !loaded.shapes.is_empty() || !system.model.flexible.is_empty() {
        write_shapes(&results.path(file::MODES), &system, &state, &found, &loaded.shapes)?;
    }
    let about_static = loaded.modes.about_static;
    results.write(outcome_json(&found, about_static))?;
    notes.splice(0..0, results.notes);
    if !found.is_symmetric {
        notes.push(format!(
            "the stiffness matrix is not symmetric ({:.1e} of its diagonal), as with follower forces: the unsymmetric problem was \
             solved, and modes may be out of phase with themselves",
            found.asymmetry
        ));
    }
    if found.free_motions > 0 && !loaded.modes.free {
        notes.push(format!(
            "{} free motions, of frequency 0, are not listed; `free = true` in [modes] lists them",
            found.free_motions
        ));
    }
    let Loaded { warnings, sources, .. } = loaded;
    Ok(ModesResult { name, modes: found, about_static, notes, warnings, sources, directory: directory.to_owned() })
}

/// The state that the modes are taken about, with its multipliers.
fn state(system: Assembly, loaded: &Loaded, notes: &mut Vec<String>) -> Result<State, AnalysisError> {
    let mut state = State::new(system);
    if loaded.modes.about_static {
        let found = equilibrium(system, &loaded.settings.statics, &mut state, &mut |_, _| {});
        found.map_err(|error| AnalysisError::of_statics(&loaded.sources, error))?;
        return Ok(state);
    }
    // At rest, unless joints are driven.
    let blocks = &system.system.joints;
    if blocks.iter().all(|block| (0..block.len()).all(|i| block.time_rate(i, &state.kin) == 0.0)) {
        state.kin.v.fill(0.0);
    }
    initialise(system, &loaded.settings, &mut state)
        .map_err(|error| locate::start_error(loaded.sources.clone(), &StartError::Initial(error)))?;
    let metric = system.mass.diagonal();
    let mut force = vec![0.0; system.layout.n];
    system.mass_at(&state.kin).mul(&state.history[0], &mut force);
    let mut loads = vec![0.0; system.layout.extended];
    system.add_forces(&state.kin, &mut loads);
    if dual_norm(metric, &force) > OUT_OF_BALANCE * dual_norm(metric, &loads) {
        notes.push("the initial state is not an equilibrium; `about = \"static\"` in [modes] takes one".to_owned());
    }
    if !system.model.signals.is_empty() {
        notes.push("sensors that forces read count as 0 here: without their forces".to_owned());
    }
    if system.contact_count() > 0 {
        notes.push("contacts are taken as open; `about = \"static\"` in [modes] keeps the closed ones".to_owned());
    }
    Ok(state)
}

fn write_table(results: &Results, found: &Modes) -> Result<(), RecordError> {
    let columns = [
        ("frequency", "Hz"),
        ("damping", ""),
        ("growth", "1/s"),
        ("modal_mass", "kg"),
        ("effective_mass_x", "kg"),
        ("effective_mass_y", "kg"),
        ("effective_mass_z", "kg"),
    ];
    let channels = columns.map(|(name, unit)| Channel::new(name, unit, ChannelKind::State));
    let path = results.path(file::MODES_CSV);
    let mut table = CsvWriter::create_over(&path, &Channel::new("mode", "", ChannelKind::State), &channels)?;
    for (i, mode) in found.modes.iter().enumerate() {
        let [x, y, z] = mode.effective_mass;
        let row = [mode.frequency(), mode.damping, mode.growth, mode.modal_mass, x, y, z];
        table.append((i + 1) as f64, &row)?;
    }
    table.flush()?;
    npz::from_csv(&path, &results.path(file::MODES_NPZ))
}

/// One film a mode: a period of its vibration, or its largest displacement if the model is large.
fn write_shapes(
    directory: &Path,
    system: &System,
    state: &State,
    found: &Modes,
    shapes: &[Shape],
) -> Result<(), RecordError> {
    let io = |source| RecordError::Io { action: "create", path: directory.to_owned(), source };
    fs::create_dir_all(directory).map_err(io)?;
    let mut kin = state.kin.clone();
    for (i, mode) in found.modes.iter().enumerate() {
        let pvd = directory.join(format!("mode_{:02}.pvd", i + 1));
        let mut film = VtuWriter::create(&pvd, shapes, &system.model)?;
        let size = amplitude(system, state, mode);
        let period = if mode.frequency() > 0.0 { 1.0 / mode.frequency() } else { 1.0 };
        let frames = (FRAME_POINTS / (film.points() * found.modes.len()).max(1)).min(FRAMES);
        let phases =
            if frames < FEWEST_FRAMES { vec![0.25] } else { (0..frames).map(|k| k as f64 / frames as f64).collect() };
        for phase in phases {
            let (sin, cos) = (TAU * phase).sin_cos();
            let mut y: Vec<f64> = mode.shape.iter().map(|x| size * sin * x).collect();
            y.iter_mut().zip(&mode.quadrature).for_each(|(y, x)| *y += size * cos * x);
            system.displace(&system.components.whole, &state.kin.frames, &y, &mut kin.frames);
            kin.update_ports(&system.model.ports);
            film.append(period * phase, &kin, &system.layout, &[])?;
        }
    }
    Ok(())
}

/// What makes a shape well visible and keeps its rotations small.
fn amplitude(system: &System, state: &State, mode: &Mode) -> f64 {
    let rotations = (0..state.kin.frames.len()).map(|node| system.layout.get(node, &mode.shape).1.norm());
    let turn = rotations.fold(0.0, f64::max);
    let largest = mode.shape.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    // Displacements of attachments by a small motion.
    let small = 1e-6 / largest;
    let mut kin = state.kin.clone();
    let y: Vec<f64> = mode.shape.iter().map(|x| small * x).collect();
    system.displace(&system.components.whole, &state.kin.frames, &y, &mut kin.frames);
    kin.update_ports(&system.model.ports);
    let nodes = kin.frames.iter().zip(&state.kin.frames).map(|(now, before)| (now.x - before.x).norm());
    let ports = kin.ports.iter().zip(&state.kin.ports).map(|(now, before)| (now.x - before.x).norm());
    let shift = nodes.chain(ports).fold(0.0, f64::max) / small;
    (AMPLITUDE.0 * system.length / shift).min(AMPLITUDE.1 / turn)
}

fn outcome_json(found: &Modes, about_static: bool) -> Value {
    let mode = |m: &Mode| {
        json!({
            "frequency": m.frequency(), "damping": m.damping, "growth": m.growth,
            "modal_mass": m.modal_mass, "effective_mass": m.effective_mass,
        })
    };
    json!({
        "outcome": "finished",
        "about": if about_static { "static" } else { "initial" },
        "modes": found.modes.iter().map(mode).collect::<Vec<_>>(),
        "degrees_of_freedom": found.dofs,
        "free_motions": found.free_motions,
        "asymmetry": found.asymmetry,
        "shift": found.shift,
        "mass": found.mass,
    })
}

impl ModesResult {
    /// What was found, as JSON.
    pub fn json(&self) -> Value {
        let mut out = outcome_json(&self.modes, self.about_static);
        out["name"] = json!(self.name);
        out["directory"] = json!(self.directory.display().to_string());
        out
    }

    /// What was found, in words.
    pub fn summary(&self) -> String {
        let about = if self.about_static { "static equilibrium" } else { "initial state" };
        let mut out = format!("{}: modes about the {about}\n", self.name);
        out.push_str(
            "  mode    frequency [Hz]   damping   modal mass   effective mass x       y       z  [% of all]\n",
        );
        // Writing to a String cannot fail.
        for (i, mode) in self.modes.modes.iter().enumerate() {
            let share = [0, 1, 2].map(|d| match self.modes.mass[d] {
                mass if mass > 0.0 => 100.0 * mode.effective_mass[d] / mass,
                _ => 0.0,
            });
            let _ = write!(out, "  {:>4}  {:>16.9e}  {:>8.5}", i + 1, mode.frequency(), mode.damping);
            let _ = write!(out, "  {:>11.4e}", mode.modal_mass);
            let _ = write!(out, "            {:>6.2}  {:>6.2}  {:>6.2}", share[0], share[1], share[2]);
            if mode.growth > 0.0 {
                let _ = write!(
                    out,
                    "  {}, grows with {:.4e} 1/s",
                    if mode.square > 0.0 { "flutter" } else { "unstable" },
                    mode.growth
                );
            }
            out.push('\n');
        }
        let _ = writeln!(out, "  {:<16}{}", "results", self.directory.display());
        out
    }
}
