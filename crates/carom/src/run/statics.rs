//! `carom static`: the path to the equilibrium as histories over the load factor, the deformed states for ParaView, and the
//! state that a run can start from.

use super::analysis::{AnalysisError, Results, compile};
use super::locate;
use crate::analysis::{FreeMotion, LoadStep, StaticError, StaticReport, equilibrium_unless};
use crate::integrate::State;
use crate::model::Model;
use crate::record::{
    Channel, ChannelKind, Checkpoint, CsvWriter, RecordError, VtuWriter, contact_channels, contact_row, file, npz,
};
use crate::sensor::{self, Sensor};
use crate::spec::{Diagnostic, LoadError, Loaded, Source};
use crate::system::{Assembly, System};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The column that the path is recorded over.
const LOAD: &str = "load";

/// An equilibrium that was found and recorded.
pub struct StaticResult {
    pub name: String,
    pub report: StaticReport,
    pub notes: Vec<String>,
    pub warnings: Vec<Diagnostic>,
    pub sources: Vec<Source>,
    pub directory: PathBuf,
}

/// Finds the static equilibrium of a model and records the way to it; `overrides` are the ones it was loaded with. When
/// `stop` says so the analysis is given up, and what was recorded ends with the last load step that converged.
pub fn run_static(
    mut loaded: Loaded,
    overrides: &[(String, String)],
    directory: &Path,
    stop: &dyn Fn() -> bool,
) -> Result<StaticResult, AnalysisError> {
    refuse_load_sensor(&loaded)?;
    let (system, candidates) = compile(&mut loaded)?;
    let assembly = candidates.assembly(&system);
    let mut state = State::new(assembly);
    let name = system.model.name.clone();
    // Results of an earlier analysis are replaced when there is something to replace them with.
    let open = || -> Result<(Results, Recorder), RecordError> {
        let results = Results::create(directory, "static", &name, (&loaded, overrides))?;
        let recorder = Recorder::create(&results, &loaded, &system)?;
        Ok((results, recorder))
    };
    let mut path = Vec::new();
    let mut unloaded: Option<(LoadStep, State)> = None;
    let mut opened: Option<Result<(Results, Recorder), RecordError>> = None;
    let mut watch = |step: &LoadStep, state: &State| {
        path.push(step.clone());
        if step.load == 0.0 {
            unloaded = Some((step.clone(), state.clone()));
            return;
        }
        if let Ok((_, recorder)) = opened.get_or_insert_with(open) {
            for (step, state) in unloaded.take().iter().map(|(a, b)| (a, b)).chain([(step, state)]) {
                recorder.take(step, state, assembly, &loaded.sensors);
            }
        }
    };
    let outcome = equilibrium_unless(assembly, &loaded.settings.statics, &mut state, &mut watch, stop);
    let (report, results) = match (outcome, opened) {
        (Ok(report), opened) => {
            let (results, recorder) = opened.unwrap_or_else(open)?;
            recorder.finish(&results)?;
            (report, results)
        }
        (Err(error), Some(opened)) => {
            let (results, recorder) = opened?;
            recorder.finish(&results)?;
            let steps: Vec<Value> = path.iter().map(point).collect();
            if let StaticError::Interrupted { load } = error {
                write_state(&results, &state)?;
                results.write(json!({ "outcome": "interrupted", "path": steps }))?;
                return Err(AnalysisError::Interrupted { load, directory: Some(results.directory) });
            }
            results.write(json!({ "outcome": "failed", "error": error.to_string(), "path": steps }))?;
            return Err(AnalysisError::of_statics(&loaded.sources, error));
        }
        (Err(StaticError::Interrupted { load }), None) => {
            return Err(AnalysisError::Interrupted { load, directory: None });
        }
        (Err(error), None) => return Err(AnalysisError::of_statics(&loaded.sources, error)),
    };
    write_state(&results, &state)?;
    let mut notes = Vec::new();
    for step in report.path.iter().filter(|step| step.jump) {
        notes.push(format!(
            "the bodies jump at load factor {}: the path has a limit point there; `arc_length = true` follows it",
            step.load
        ));
    }
    if !system.model.signals.is_empty() {
        notes.push("sensors that forces read count as 0 here: without their forces".to_owned());
    }
    if report.unstable.is_some() {
        notes.push("this equilibrium is unstable: a small imperfection of the model leads to a stable one".to_owned());
    }
    let mut outcome = outcome_json(&report);
    outcome["notes"] = json!(notes);
    results.write(outcome)?;
    notes.splice(0..0, results.notes);
    let Loaded { warnings, sources, .. } = loaded;
    Ok(StaticResult { name, report, notes, warnings, sources, directory: directory.to_owned() })
}

/// The first column of the histories is the load factor: no sensor can have its name.
fn refuse_load_sensor(loaded: &Loaded) -> Result<(), AnalysisError> {
    let mut channels = loaded.sensors.iter().flat_map(|s| &s.channels);
    if !channels.any(|channel| channel.name == LOAD) {
        return Ok(());
    }
    let message = "`load` is reserved: in the results of `carom static` it is the load factor".to_owned();
    let diagnostics = vec![locate::error(&loaded.sources, ("sensors", LOAD), message, "give the sensor another name")];
    Err(AnalysisError::Model(LoadError { diagnostics, sources: loaded.sources.clone() }))
}

impl StaticResult {
    /// What was found, as JSON.
    pub fn json(&self) -> Value {
        let mut out = outcome_json(&self.report);
        out["name"] = json!(self.name);
        out["directory"] = json!(self.directory.display().to_string());
        out
    }

    /// What was found, in words.
    pub fn summary(&self) -> String {
        /// Points of the path that are shown.
        const SHOWN: usize = 40;
        let path = &self.report.path;
        let mut out = format!("{}: in equilibrium under the full load\n", self.name);
        out.push_str("    step          load  iterations   residual  correction  displacement\n");
        let stride = path.len().div_ceil(SHOWN).max(1);
        // Writing to a String cannot fail.
        for (i, step) in path.iter().enumerate().filter(|(i, _)| i % stride == 0 || i + 1 == path.len()) {
            let LoadStep { number, load, iterations, residual, correction, displacement, node, .. } = step;
            let mark = if step.at_rounding { '*' } else { ' ' };
            let place = if i + 1 == path.len() { format!(" m at `{node}`") } else { String::new() };
            let _ = writeln!(
                out,
                "  {number:>6}  {load:>12.6}  {iterations:>10}  {residual:>9.1e}{mark} {correction:>10.1e}  {displacement:>12.6e}{place}"
            );
        }
        if path.iter().any(|step| step.at_rounding) {
            out.push_str(
                "  * rounding: coordinates have no more digits to make the residual smaller, and the last correction (m) moves \
                 nothing\n",
            );
        }
        let mut line = |key: &str, text: String| {
            let _ = writeln!(out, "  {key:<16}{text}");
        };
        let StaticReport { iterations, factorisations, cuts, .. } = &self.report;
        line("iterations", format!("{iterations}, factorisations {factorisations}, cut steps {cuts}"));
        if self.report.relaxed {
            line("start", "the bodies were let move into their first equilibrium".to_owned());
        }
        if let Some(FreeMotion { node, component }) = &self.report.unstable {
            line("unstable", format!("the smallest disturbance would move `{node}` away ({component})"));
        }
        line("results", self.directory.display().to_string());
        out
    }
}

/// The state that a run can start from.
fn write_state(results: &Results, state: &State) -> Result<(), RecordError> {
    let mut checkpoint = Checkpoint::new(0, state.kin.t);
    state.save(&mut checkpoint);
    checkpoint.write(&results.path(file::STATE))
}

fn point(step: &LoadStep) -> Value {
    json!({
        "step": step.number, "load": step.load, "iterations": step.iterations, "residual": step.residual,
        "correction": step.correction, "at_rounding": step.at_rounding,
        "displacement": step.displacement, "node": step.node, "jump": step.jump,
    })
}

fn outcome_json(report: &StaticReport) -> Value {
    json!({
        "outcome": "finished",
        "path": report.path.iter().map(point).collect::<Vec<_>>(),
        "iterations": report.iterations,
        "factorisations": report.factorisations,
        "cuts": report.cuts,
        "relaxed": report.relaxed,
        "unstable": report.unstable.as_ref().map(|motion| json!({ "node": motion.node, "component": motion.component })),
    })
}

/// Writes a row and a frame for every point of the path.
struct Recorder {
    sensors: Option<CsvWriter>,
    contacts: Option<CsvWriter>,
    frames: Option<VtuWriter>,
    row: Vec<f64>,
    error: Option<RecordError>,
}

impl Recorder {
    fn create(results: &Results, loaded: &Loaded, system: &System) -> Result<Self, RecordError> {
        let load = Channel::new(LOAD, "", ChannelKind::State);
        let create = |name, channels: &[Channel]| match channels {
            [] => Ok(None),
            some => CsvWriter::create_over(&results.path(name), &load, some).map(Some),
        };
        let pvd = results.path(file::BODIES_PVD);
        let pictured = !loaded.shapes.is_empty() || !system.model.flexible.is_empty();
        let frames = pictured.then(|| VtuWriter::create(&pvd, &loaded.shapes, &system.model)).transpose()?;
        Ok(Self {
            sensors: create(file::SENSORS_CSV, &sensor::channels(&loaded.sensors))?,
            contacts: create(file::CONTACTS_CSV, &force_channels(&system.model))?,
            frames,
            row: Vec::new(),
            error: None,
        })
    }

    fn take(&mut self, step: &LoadStep, state: &State, system: Assembly, sensors: &[Sensor]) {
        if self.error.is_none() {
            self.error = self.record(step, state, system, sensors).err();
        }
    }

    fn record(
        &mut self,
        step: &LoadStep,
        state: &State,
        system: Assembly,
        sensors: &[Sensor],
    ) -> Result<(), RecordError> {
        let snapshot = state.snapshot(system);
        if let Some(csv) = &mut self.sensors {
            sensor::evaluate(sensors, &snapshot, &mut self.row);
            csv.append(step.load, &self.row)?;
            csv.flush()?;
        }
        if let Some(csv) = &mut self.contacts {
            contact_row(snapshot.contact_sets, snapshot.contacts, &mut self.row);
            let forces = |row: &[f64]| [row[0], row[1], row[5], row[6], row[7]];
            let row: Vec<f64> = self.row.chunks_exact(11).flat_map(forces).collect();
            csv.append(step.load, &row)?;
            csv.flush()?;
        }
        match &mut self.frames {
            Some(frames) => frames.append(step.load, &state.kin, &system.layout, &[]),
            None => Ok(()),
        }
    }

    /// Completes the files; the first error that occurred on the way.
    fn finish(mut self, results: &Results) -> Result<(), RecordError> {
        self.error.take().map_or(Ok(()), Err)?;
        let tables = [
            (self.sensors, file::SENSORS_CSV, file::SENSORS_NPZ),
            (self.contacts, file::CONTACTS_CSV, file::CONTACTS_NPZ),
        ];
        for (table, csv, archive) in tables {
            if table.is_some() {
                npz::from_csv(&results.path(csv), &results.path(archive))?;
            }
        }
        Ok(())
    }
}

/// Gap, status and forces of every contact: the columns of a run without velocities, impulses being forces.
fn force_channels(model: &Model) -> Vec<Channel> {
    let contacts: Vec<(&str, bool)> = model.contact_names().zip(model.angular_contacts()).collect();
    let mut channels = Vec::new();
    for ((name, is_angular), columns) in
        contacts.iter().zip(contact_channels(contacts.iter().copied()).chunks_exact(11))
    {
        channels.extend_from_slice(&columns[..2]);
        let unit = if *is_angular { "N m" } else { "N" };
        channels.extend(
            ["n", "t1", "t2"].map(|axis| Channel::new(format!("{name}.force_{axis}"), unit, ChannelKind::Force)),
        );
    }
    channels
}
