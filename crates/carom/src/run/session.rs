//! A run with its result directory, from the start or from the last checkpoint.

use super::advice::Advisor;
use super::estimate::{self, Estimate};
use super::recorder::Recorder;
use super::schedule::has_sparse_points;
use super::{kept, locate, products, report};
use crate::drive::{Observer, ObserverError, Outcome, RestoreError, RunError, Simulation, Verdict};
use crate::evaluate::{Evaluated, Evaluation, EvaluationError, FinishedRun, Substances};
use crate::history::{self, EventKind};
use crate::integrate::Settings;
use crate::model::Model;
use crate::record::{
    Checkpoint, DirectoryLock, EventCounts, EventWriter, FieldError, RecordError, clear_directory, file, is_result,
    run_json,
};
use crate::record::{remove_contact_point_parts, sweep_directory, take_directory};
use crate::spec::{Diagnostic, LoadError, Loaded, Source};
use crate::system::Snapshot;
use crate::{Frame, StopFlag};
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;
use std::path::Path;

/// Why a session cannot start.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The model is bad, or cannot start as it is.
    #[error(transparent)]
    Model(#[from] LoadError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("`{directory}` holds no result of carom: there is no run.json with a model in it")]
    NoRun { directory: String },
    #[error("`{directory}` holds the results of `carom {analysis}`; only runs can be resumed")]
    NotARun { directory: String, analysis: String },
    #[error("the run in `{directory}` has finished; there is nothing to resume")]
    Finished { directory: String },
    #[error(
        "the run would take {estimate}; one of more than {excess} is started only if it is meant: check `step` and `until`, which are in \
         s, or say so by `--yes` or by `large_run = true` in [simulation]"
    )]
    Large { estimate: Estimate, excess: String },
    #[error("the state in `{path}` does not fit this model: {message}")]
    ForeignState { path: String, message: String },
    #[error("`{directory}` cannot be resumed: a mesh that its model reads has changed since the run was started")]
    OtherData { directory: String },
    #[error("`{directory}` cannot be resumed: {source}")]
    Restore { directory: String, source: RestoreError },
}

/// How a run ended; the results are complete and readable in each case.
#[derive(Debug)]
pub enum Ending {
    Finished,
    /// Stopped from outside; can be resumed.
    Interrupted,
    /// No further step could be taken.
    Failed(RunError),
}

impl Ending {
    /// The word in `run.json`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Interrupted => "interrupted",
            Self::Failed(_) => "failed",
        }
    }
}

/// What `run.json` says of a run whose files are not all there yet: it begins anew when it is resumed.
const PREPARING: &str = "preparing";
/// Keys of `run.json` that tell how a run went.
const OUTCOME: [&str; 8] = ["outcome", "error", "warnings", "time", "statistics", "energy", "events", "post"];

/// Where a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Steps taken.
    pub step: u64,
    /// Simulated time and its end, s.
    pub time: f64,
    pub until: f64,
}

/// A run and the directory it records into.
pub struct Session {
    pub simulation: Simulation,
    /// What the user should know: redundant joints, replaced results, pictures that could not be drawn.
    pub notes: Vec<String>,
    pub warnings: Vec<Diagnostic>,
    pub sources: Vec<Source>,
    /// Told what the user should know while the run goes on.
    pub on_warning: Box<dyn FnMut(&str) + Send>,
    recorder: Recorder,
    /// While the run writes.
    lock: Option<DirectoryLock>,
    /// The part of `run.json` that does not change.
    head: Value,
    /// What is computed when the run has ended, with what it needs to know of materials.
    post: Vec<Evaluation>,
    substances: Substances,
    /// What came out of it.
    pub evaluated: Vec<PostResult>,
}

/// What an entry of `[post]` gave.
pub struct PostResult {
    pub name: String,
    pub kind: &'static str,
    pub result: Result<Evaluated, EvaluationError>,
}

/// How a run is started.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Those that the model was loaded with.
    pub overrides: &'a [(String, String)],
    pub directory: &'a Path,
    /// A state file, or a directory with one, whose positions the run starts from.
    pub from: Option<&'a Path>,
    /// Whether a run that is larger than [`super::MOST_STEPS`] and the like is meant to be.
    pub is_meant: bool,
}

/// A model that was read and can start.
struct Started {
    loaded: Loaded,
    simulation: Simulation,
    estimate: Estimate,
    /// What to say if not every step is recorded.
    thinned: Option<String>,
}

impl Started {
    /// Warns of what `carom check` would say of the start.
    fn advise(&mut self) {
        let advisor = Advisor {
            sources: &self.loaded.sources,
            resolved: &self.loaded.resolved,
            system: &self.simulation.system,
            rank: &self.simulation.rank,
            settings: &self.simulation.settings,
            period: None,
        };
        advisor.start(&mut self.loaded.warnings);
    }
}

/// Bytes and seconds of a run that its user should know of.
const WORTH_TELLING: (u64, f64) = (1_000_000_000, 3600.0);

/// Compiles the model; no file is touched.
fn start(mut loaded: Loaded) -> Result<Started, LoadError> {
    let thinned = estimate::thin(&loaded.model, &mut loaded.settings, &loaded.sensors);
    let estimate = Estimate::new(&loaded.model, &loaded.settings, &loaded.sensors, &loaded.shapes);
    let model = std::mem::replace(&mut loaded.model, Model::new(""));
    match Simulation::new(model, loaded.settings.clone()) {
        Ok(simulation) => Ok(Started { loaded, simulation, estimate, thinned }),
        Err(cause) => Err(locate::start_error(loaded.sources, &cause)),
    }
}

impl Session {
    /// Starts a run of any size. `overrides` are the ones the model was loaded with. Results of an earlier run in the directory are
    /// replaced; if the model cannot start, or the directory is not ours, nothing is touched.
    pub fn create(loaded: Loaded, overrides: &[(String, String)], directory: &Path) -> Result<Self, SessionError> {
        Self::start(loaded, &Start { overrides, directory, from: None, is_meant: true })
    }

    /// Starts a run, unless it is larger than anyone can have meant.
    pub fn start(mut loaded: Loaded, how: &Start) -> Result<Self, SessionError> {
        let Start { overrides, directory, from, is_meant } = *how;
        let start_state = from.map(|path| read_state(&loaded.model, path)).transpose()?;
        if let Some(state) = &start_state {
            set_start(&mut loaded.model, state);
        }
        let mut started = start(loaded)?;
        let estimate = started.estimate.timed(&started.simulation);
        if let (Some(excess), false) = (estimate.excess(), is_meant || started.simulation.settings.large_run) {
            return Err(SessionError::Large { estimate, excess });
        }
        started.advise();
        let (loaded, simulation) = (&mut started.loaded, &started.simulation);
        let model = &simulation.system.model;
        let channels = |topic| json!(history::channels(topic, &loaded.sensors, model));
        let origin = (loaded.sources.as_slice(), overrides);
        let resolved = std::mem::take(&mut loaded.resolved);
        let mut head = report::head(resolved, &loaded.integrator, simulation, channels, origin);
        head["data_files"] = report::data_files(&loaded.data_files).into();
        if let Some(state) = start_state {
            head["start"] = state;
        }
        let mut notes = redundancy_notes(simulation);
        notes.extend(tolerance_note(&simulation.settings));
        notes.extend(points_note(simulation));
        notes.extend(from.and_then(unfinished));
        notes.extend(started.thinned.take());
        if estimate.bytes > WORTH_TELLING.0 || estimate.seconds > Some(WORTH_TELLING.1) {
            notes.push(format!("the run will take {estimate}"));
        }
        let lock = take_directory(directory)?;
        if is_result(directory) {
            notes.push(format!("the results of an earlier run in `{}` are replaced", directory.display()));
        }
        Self::begin(started, directory, lock, head, notes)
    }

    /// Begins a run in a directory that is ours. At no moment is it in a state that `resume` does not know: `run.json` comes first, and says
    /// [`PREPARING`] until there is a checkpoint that fits the files.
    fn begin(
        started: Started,
        directory: &Path,
        lock: DirectoryLock,
        head: Value,
        mut notes: Vec<String>,
    ) -> Result<Self, SessionError> {
        let Started { mut loaded, simulation, .. } = started;
        let say = |outcome: &str| {
            let content = report::join(head.clone(), json!({ "outcome": outcome }));
            run_json::write(&directory.join(file::RUN), &content)
        };
        say(PREPARING)?;
        clear_directory(directory)?;
        kept::keep(directory, &std::mem::take(&mut loaded.data_files))?;
        let (sensors, shapes) = (std::mem::take(&mut loaded.sensors), std::mem::take(&mut loaded.shapes));
        let (model, settings) = (&simulation.system.model, &simulation.settings);
        let mut recorder = Recorder::create(directory, sensors, shapes, model, settings)?;
        recorder.write_checkpoint(simulation.checkpoint())?;
        say("running")?;
        notes.extend(lock_note(&lock, directory));
        Ok(Self::over(simulation, loaded, recorder, (lock, head), notes))
    }

    /// A run that can go on, with what of its model file does not belong to the simulation and the recorder.
    fn over(
        simulation: Simulation,
        loaded: Loaded,
        recorder: Recorder,
        (lock, head): (DirectoryLock, Value),
        notes: Vec<String>,
    ) -> Self {
        let Loaded { warnings, sources, post, substances, .. } = loaded;
        let (on_warning, evaluated, lock) = (Box::new(|_: &str| {}), Vec::new(), Some(lock));
        Self { simulation, notes, warnings, sources, on_warning, recorder, lock, head, post, substances, evaluated }
    }

    /// Continues a run that has not finished from its last checkpoint, with the model that it has kept; from the start, if it had
    /// not come to its first.
    pub fn resume(directory: &Path) -> Result<Self, SessionError> {
        let name = || directory.display().to_string();
        if !is_result(directory) {
            return Err(SessionError::NoRun { directory: name() });
        }
        let path = directory.join(file::RUN);
        if run_json::read(&path)?["outcome"] == "finished" {
            tidy(directory);
            return Err(SessionError::Finished { directory: name() });
        }
        let lock = DirectoryLock::take(directory)?;
        let mut head = run_json::read(&path)?;
        if let Some(analysis) = head["analysis"].as_str() {
            return Err(SessionError::NotARun { directory: name(), analysis: analysis.to_owned() });
        }
        sweep_directory(directory)?;
        let mut loaded = kept::reload(directory, &head)?;
        if head["start"].is_object() {
            set_start(&mut loaded.model, &head["start"]);
        }
        let mut started = start(loaded)?;
        let mut notes = Vec::new();
        if head["carom"] != env!("CARGO_PKG_VERSION") {
            notes.push(format!(
                "the run was started with carom {}; with this version, {}, the results may differ in the last digits",
                head["carom"].as_str().unwrap_or("?"),
                env!("CARGO_PKG_VERSION")
            ));
        }
        let has_begun = head["outcome"] != PREPARING;
        if let Value::Object(keys) = &mut head {
            keys.retain(|key, _| !OUTCOME.contains(&key.as_str()));
        }
        if !has_begun {
            notes.insert(0, "the run had not begun: it starts anew".to_owned());
            return Self::begin(started, directory, lock, head, notes);
        }
        let checkpoint = Checkpoint::read(&directory.join(file::CHECKPOINT))?;
        let restored = started.simulation.restore(&checkpoint);
        restored.map_err(|source| SessionError::Restore { directory: name(), source })?;
        let Started { mut loaded, simulation, .. } = started;
        let (model, settings) = (&simulation.system.model, &simulation.settings);
        let (sensors, shapes) = (std::mem::take(&mut loaded.sensors), std::mem::take(&mut loaded.shapes));
        let recorder = Recorder::reopen(directory, sensors, shapes, model, settings, &checkpoint)?;
        notes.insert(0, format!("resumed at t = {} s, step {}", checkpoint.time, checkpoint.step));
        notes.extend(lock_note(&lock, directory));
        Ok(Self::over(simulation, loaded, recorder, (lock, head), notes))
    }

    /// Runs to the end, or until `watch`, which is called after every step, breaks; then completes the results, and says so in `run.json`
    /// when all are there. Where they cannot be written, the run ends at once with an error, and can be resumed from
    /// [`Session::checkpoint_time`]. The directory is locked until this returns.
    pub fn run(&mut self, watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>) -> Result<Ending, ObserverError> {
        if self.lock.is_none() {
            self.lock = Some(DirectoryLock::take(&self.recorder.directory)?);
        }
        let result = self.integrate(watch).and_then(|ending| self.complete(ending));
        if let Err(error) = &result {
            // Where this cannot be written either, the run looks like one that was killed, and can be resumed as well.
            let progress = report::progress(&self.simulation, Ending::Interrupted.name(), Some(&error.to_string()));
            let path = self.recorder.directory.join(file::RUN);
            let _ = run_json::write(&path, &report::join(self.head.clone(), progress));
        }
        self.lock = None;
        result
    }

    /// The time loop.
    fn integrate(&mut self, watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>) -> Result<Ending, ObserverError> {
        let until = self.simulation.settings.until;
        let outcome =
            self.simulation.run(&mut Tap { recorder: &mut self.recorder, watch, warn: &mut self.on_warning, until });
        match outcome {
            Ok(Outcome::Finished) => Ok(Ending::Finished),
            Ok(Outcome::Interrupted) => Ok(Ending::Interrupted),
            Err(error @ RunError::Step { .. }) => Ok(Ending::Failed(error)),
            Err(error @ RunError::Observer { .. }) => Err(error.into()),
        }
    }

    /// Completes the files; `run.json` comes last.
    fn complete(&mut self, ending: Ending) -> Result<Ending, ObserverError> {
        self.recorder.finish(&self.simulation)?;
        self.notes = products::write(&self.recorder, &self.simulation.system.model)?;
        if !self.post.is_empty() && !matches!(ending, Ending::Interrupted) {
            self.evaluate();
        }
        run_json::write(&self.recorder.directory.join(file::RUN), &self.json(&ending))?;
        if let (Ending::Finished, Some(points)) = (&ending, &self.recorder.files.points) {
            // They were needed to go on.
            points.remove_parts()?;
        }
        Ok(ending)
    }

    /// Computes the entries of `[post]`; one that cannot be computed is a note, and does not make a failure of the run.
    fn evaluate(&mut self) {
        let run = FinishedRun {
            directory: &self.recorder.directory,
            model: &self.simulation.system.model,
            substances: &self.substances,
            step: self.simulation.settings.step,
            record_every: self.simulation.settings.record_every,
        };
        for Evaluation { name, kind, what } in &self.post {
            let result = what.evaluate(name, &run);
            match &result {
                Ok(found) => self.notes.extend(found.notes.iter().map(|note| format!("post.{name}: {note}"))),
                Err(error) => {
                    let help = error.help().map_or_else(String::new, |help| format!("; {help}"));
                    self.notes.push(format!("post.{name} was not computed: {error}{help}"));
                }
            }
            self.evaluated.push(PostResult { name: name.clone(), kind, result });
        }
    }

    /// Raised from another thread it interrupts the run, also within a step.
    pub fn stop_flag(&self) -> StopFlag {
        self.simulation.stop_flag()
    }

    /// The content of `run.json` after a run.
    pub fn json(&self, ending: &Ending) -> Value {
        report::join(self.head.clone(), self.outcome(ending))
    }

    /// The part of `run.json` that tells how the run went: outcome, statistics, energy account.
    pub fn outcome(&self, ending: &Ending) -> Value {
        let error = match ending {
            Ending::Failed(error) => Some(error.to_string()),
            Ending::Finished | Ending::Interrupted => None,
        };
        let mut outcome = report::progress(&self.simulation, ending.name(), error.as_deref());
        if let Some(counts) = self.events() {
            let count = |(kind, n): (EventKind, u64)| (kind.name().to_owned(), json!(n));
            let kinds: Map<String, Value> = EventKind::ALL.into_iter().zip(counts.kinds).map(count).collect();
            outcome["events"] = json!({ "count": kinds, "left_out": counts.left_out() });
        }
        if !self.evaluated.is_empty() {
            let entry = |post: &PostResult| {
                let value = match &post.result {
                    Ok(found) => report::join(json!({ "type": post.kind }), found.json.clone()),
                    Err(error) => json!({ "type": post.kind, "error": error.to_string() }),
                };
                (post.name.clone(), value)
            };
            outcome["post"] = Value::Object(self.evaluated.iter().map(entry).collect());
        }
        outcome
    }

    /// Counts of the events of contacts, if the model has any.
    pub fn events(&self) -> Option<EventCounts> {
        self.recorder.files.events.as_ref().map(EventWriter::counts)
    }

    /// Where a resumed run begins: at the last checkpoint, which the model alone decides, so that a resumed run leaves the bytes of
    /// one that was not interrupted.
    pub fn checkpoint_time(&self) -> f64 {
        self.recorder.checkpoint_time
    }

    pub fn directory(&self) -> &Path {
        &self.recorder.directory
    }
}

/// Passes what the time loop shows to the recorder, then to the watcher.
struct Tap<'a> {
    recorder: &'a mut Recorder,
    watch: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
    warn: &'a mut dyn FnMut(&str),
    until: f64,
}

impl Observer for Tap<'_> {
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict {
        if self.recorder.observe(step, snapshot)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        Ok((self.watch)(&Progress { step, time: snapshot.scene.kin.t, until: self.until }))
    }

    fn warn(&mut self, text: &str) {
        (self.warn)(text);
    }

    fn checkpoint(&mut self, take: &dyn Fn() -> Checkpoint) -> Verdict {
        self.recorder.checkpoint(take)
    }
}

/// Removes what a run that was killed right after it had finished did not come to remove, if it can be removed.
fn tidy(directory: &Path) {
    if let Ok(_lock) = DirectoryLock::take(directory) {
        let _ = sweep_directory(directory).and_then(|()| remove_contact_point_parts(directory));
    }
}

fn lock_note(lock: &DirectoryLock, directory: &Path) -> Option<String> {
    let directory = directory.display();
    (!lock.is_held())
        .then(|| format!("`{directory}` is on a file system without locks: take care that no other run writes into it"))
}

fn tolerance_note(settings: &Settings) -> Option<String> {
    let Settings { tolerance, constraint_tolerance, .. } = settings;
    settings.suits_piles.then(|| {
        format!(
            "many bodies can collide: `tolerance` is {tolerance:e} and `constraint_tolerance` {constraint_tolerance:e}"
        )
    })
}

fn points_note(simulation: &Simulation) -> Option<String> {
    has_sparse_points(&simulation.settings, &simulation.system.model).then(|| {
        "many contacts: their points are recorded with the frames for ParaView only, whose number `frames` sets"
            .to_owned()
    })
}

fn redundancy_notes(simulation: &Simulation) -> Vec<String> {
    let note = |(joint, rows): (&str, usize)| {
        let (noun, verb) = if rows == 1 { ("row", "is") } else { ("rows", "are") };
        format!(
            "joint `{joint}`: {rows} {noun} {verb} redundant, other joints enforce the same; the motion is not affected"
        )
    };
    report::redundant_joints(&simulation.system, &simulation.rank).into_iter().map(note).collect()
}

/// Frames and angles of a state file, for `run.json` and [`set_start`].
fn read_state(model: &Model, path: &Path) -> Result<Value, SessionError> {
    let path = if path.is_dir() { path.join(file::STATE) } else { path.to_owned() };
    let state = Checkpoint::read(&path)?;
    let foreign =
        |e: FieldError| SessionError::ForeignState { path: path.display().to_string(), message: e.to_string() };
    let get = |name: &str, count: usize| state.array_of(name, count).map_err(foreign);
    Ok(json!({ "frames": get("frames", 7 * model.nodes.len())?, "angles": get("angles", model.angles.len())? }))
}

/// What to say of a state that a static analysis left before it had found the equilibrium under the full load.
fn unfinished(path: &Path) -> Option<String> {
    let directory = if path.is_dir() { path } else { path.parent()? };
    let run = run_json::read(&directory.join(file::RUN)).ok()?;
    if run["analysis"] != "static" || run["outcome"] == "finished" {
        return None;
    }
    let load =
        run["path"].as_array().and_then(|path| path.last()).map_or(0.0, |step| step["load"].as_f64().unwrap_or(0.0));
    Some(format!(
        "the static analysis in `{}` has not finished ({}): the run starts from its state at load factor {load:.6}, which is not in \
         equilibrium under the full load",
        directory.display(),
        run["outcome"].as_str().unwrap_or("?"),
    ))
}

/// Moves a model to the frames and angles of [`read_state`].
fn set_start(model: &mut Model, state: &Value) {
    let numbers = |key: &str| -> Vec<f64> {
        state[key].as_array().map(|list| list.iter().filter_map(Value::as_f64).collect()).unwrap_or_default()
    };
    let frames = numbers("frames");
    let frames = frames.chunks_exact(7).map(|values| {
        let mut array = [0.0; 7];
        array.copy_from_slice(values);
        Frame::from_array(&array)
    });
    model.start_from(frames, &numbers("angles"));
}
