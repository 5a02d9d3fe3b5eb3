//! A run with its result directory, from the start or from the last checkpoint.

use super::advice::Advisor;
use super::recorder::Recorder;
use super::schedule::has_sparse_points;
use super::{locate, products, report};
use crate::drive::{Observer, ObserverError, Outcome, RestoreError, RunError, Simulation, Verdict};
use crate::evaluate::{Evaluated, Evaluation, EvaluationError, FinishedRun, Substances};
use crate::history;
use crate::integrate::Settings;
use crate::model::Model;
use crate::record::{Checkpoint, FieldError, RecordError, file, is_result, prepare_directory, run_json};
use crate::spec::{Diagnostic, LoadError, Loaded, Source, load_sources};
use crate::system::Snapshot;
use crate::{Frame, StopFlag};
use serde_json::{Value, json};
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
    #[error("the run in `{directory}` has finished; there is nothing to resume")]
    Finished { directory: String },
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

/// A model that was read and can start.
struct Started {
    loaded: Loaded,
    simulation: Simulation,
}

/// Compiles the model; no file is touched.
fn start(mut loaded: Loaded) -> Result<Started, LoadError> {
    let model = std::mem::replace(&mut loaded.model, Model::new(""));
    match Simulation::new(model, loaded.settings.clone()) {
        Ok(simulation) => Ok(Started { loaded, simulation }),
        Err(cause) => Err(locate::start_error(loaded.sources, &cause)),
    }
}

impl Session {
    /// Starts a run. `overrides` are the ones the model was loaded with. Results of an earlier run in the directory are
    /// replaced; if the model cannot start, or the directory is not ours, nothing is touched.
    pub fn create(loaded: Loaded, overrides: &[(String, String)], directory: &Path) -> Result<Self, SessionError> {
        Self::create_from(loaded, overrides, directory, None)
    }

    /// Starts a run, from the positions of a state file or of a directory with one, if given.
    pub fn create_from(
        mut loaded: Loaded,
        overrides: &[(String, String)],
        directory: &Path,
        from: Option<&Path>,
    ) -> Result<Self, SessionError> {
        let start_state = from.map(|path| read_state(&loaded.model, path)).transpose()?;
        if let Some(state) = &start_state {
            set_start(&mut loaded.model, state);
        }
        let Started { mut loaded, simulation } = start(loaded)?;
        let advisor = Advisor {
            sources: &loaded.sources,
            resolved: &loaded.resolved,
            system: &simulation.system,
            rank: &simulation.rank,
            settings: &simulation.settings,
            period: None,
        };
        advisor.start(&mut loaded.warnings);
        let replaced = is_result(directory);
        prepare_directory(directory, true)?;
        let model = &simulation.system.model;
        let channels = |topic| json!(history::channels(topic, &loaded.sensors, model));
        let origin = (loaded.sources.as_slice(), overrides);
        let resolved = std::mem::take(&mut loaded.resolved);
        let mut head = report::head(resolved, &loaded.integrator, &simulation, channels, origin);
        head["data_files"] = report::data_files(&loaded.data_files).into();
        if let Some(state) = start_state {
            head["start"] = state;
        }
        let running = report::join(head.clone(), json!({ "outcome": "running" }));
        run_json::write(&directory.join(file::RUN), &running)?;
        let (sensors, shapes) = (std::mem::take(&mut loaded.sensors), std::mem::take(&mut loaded.shapes));
        let mut recorder = Recorder::create(directory, sensors, shapes, model, &simulation.settings)?;
        recorder.write_checkpoint(simulation.checkpoint())?;
        let mut notes = redundancy_notes(&simulation);
        notes.extend(tolerance_note(&simulation.settings));
        notes.extend(points_note(&simulation));
        notes.extend(from.and_then(unfinished));
        if replaced {
            notes.push(format!("the results of an earlier run in `{}` are replaced", directory.display()));
        }
        Ok(Self::over(simulation, loaded, recorder, head, notes))
    }

    /// A run that can go on, with what of its model file does not belong to the simulation and the recorder.
    fn over(simulation: Simulation, loaded: Loaded, recorder: Recorder, head: Value, notes: Vec<String>) -> Self {
        let Loaded { warnings, sources, post, substances, .. } = loaded;
        let (on_warning, evaluated) = (Box::new(|_: &str| {}), Vec::new());
        Self { simulation, notes, warnings, sources, on_warning, recorder, head, post, substances, evaluated }
    }

    /// Continues an interrupted run from its last checkpoint, with the model that is stored in its `run.json`.
    pub fn resume(directory: &Path) -> Result<Self, SessionError> {
        let name = || directory.display().to_string();
        if !is_result(directory) {
            return Err(SessionError::NoRun { directory: name() });
        }
        let mut head = run_json::read(&directory.join(file::RUN))?;
        if head["outcome"] == "finished" {
            return Err(SessionError::Finished { directory: name() });
        }
        let (sources, overrides) = origin(&head).ok_or_else(|| SessionError::NoRun { directory: name() })?;
        let mut loaded = load_sources(sources, &overrides)?;
        if report::data_files(&loaded.data_files) != head["data_files"].as_array().cloned().unwrap_or_default() {
            return Err(SessionError::OtherData { directory: name() });
        }
        if head["start"].is_object() {
            set_start(&mut loaded.model, &head["start"]);
        }
        let Started { mut loaded, mut simulation } = start(loaded)?;
        let checkpoint = Checkpoint::read(&directory.join(file::CHECKPOINT))?;
        let restored = simulation.restore(&checkpoint);
        restored.map_err(|source| SessionError::Restore { directory: name(), source })?;
        let model = &simulation.system.model;
        let settings = &simulation.settings;
        let (sensors, shapes) = (std::mem::take(&mut loaded.sensors), std::mem::take(&mut loaded.shapes));
        let recorder = Recorder::reopen(directory, sensors, shapes, model, settings, &checkpoint)?;
        let mut notes = vec![format!("resumed at t = {} s, step {}", checkpoint.time, checkpoint.step)];
        if head["carom"] != env!("CARGO_PKG_VERSION") {
            notes.push(format!(
                "the run was started with carom {}; with this version, {}, the results may differ in the last digits",
                head["carom"].as_str().unwrap_or("?"),
                env!("CARGO_PKG_VERSION")
            ));
        }
        if let Value::Object(keys) = &mut head {
            keys.retain(|key, _| {
                !["outcome", "error", "warnings", "time", "statistics", "energy", "post"].contains(&key.as_str())
            });
        }
        Ok(Self::over(simulation, loaded, recorder, head, notes))
    }

    /// Runs to the end, or until `watch`, which is called after every step, breaks; then completes the results. Where they cannot
    /// be written, the run ends at once with an error, and can be resumed from [`Session::checkpoint_time`].
    pub fn run(&mut self, watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>) -> Result<Ending, ObserverError> {
        let until = self.simulation.settings.until;
        let outcome =
            self.simulation.run(&mut Tap { recorder: &mut self.recorder, watch, warn: &mut self.on_warning, until });
        let ending = match outcome {
            Ok(Outcome::Finished) => Ending::Finished,
            Ok(Outcome::Interrupted) => Ending::Interrupted,
            Err(error @ RunError::Step { .. }) => Ending::Failed(error),
            Err(error @ RunError::Observer { .. }) => return Err(error.into()),
        };
        self.recorder.finish(&self.simulation)?;
        run_json::write(&self.recorder.directory.join(file::RUN), &self.json(&ending))?;
        let finished = matches!(ending, Ending::Finished);
        self.notes = products::write(&self.recorder, &self.simulation.system.model, finished)?;
        if !self.post.is_empty() && !matches!(ending, Ending::Interrupted) {
            self.evaluate();
            run_json::write(&self.recorder.directory.join(file::RUN), &self.json(&ending))?;
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

/// Names and values that the model was loaded with.
pub(super) type Overrides = Vec<(String, String)>;

/// Sources and overrides that a `run.json` holds.
pub(super) fn origin(head: &Value) -> Option<(Vec<Source>, Overrides)> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let source = |s: &Value| Some(Source { name: text(&s["name"])?, text: s["text"].as_str()?.into() });
    let sources: Option<Vec<Source>> = head["sources"].as_array()?.iter().map(source).collect();
    let pair = |p: &Value| Some((text(&p[0])?, text(&p[1])?));
    let overrides: Option<Overrides> = head["overrides"].as_array()?.iter().map(pair).collect();
    Some((sources.filter(|s| !s.is_empty())?, overrides?))
}
