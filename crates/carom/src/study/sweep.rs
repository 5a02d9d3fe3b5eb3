//! The runs of a study: one model, several schemes and steps, on all processors.
//!
//! Every run is computed by one thread, also if its model is large, so that its processor time is that of the thread; results stand in
//! the order of the tasks and are the same for any number of threads.

use super::quantity::Watch;
use super::{Quantity, SchemeChoice, Signal, cpu_time};
use crate::drive::{Observer, Outcome, Simulation, Statistics, Verdict};
use crate::spec::{LoadError, Loaded, Source, load_sources};
use crate::system::Snapshot;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// A model as it was read, and what was set from outside.
pub struct Subject<'a> {
    pub sources: &'a [Source],
    pub overrides: &'a [(String, String)],
}

impl Subject<'_> {
    /// The model with a scheme, and with a step if one is given.
    pub fn load(&self, scheme: &SchemeChoice, step: Option<f64>) -> Result<Loaded, LoadError> {
        let mut set = self.overrides.to_vec();
        set.extend(scheme.set.iter().cloned());
        set.extend(step.map(|h| ("simulation.step".to_owned(), format!("{h:e}"))));
        load_sources(self.sources.to_vec(), &set)
    }
}

/// A run to be made.
#[derive(Clone, Debug)]
pub struct Task {
    pub scheme: SchemeChoice,
    pub step: f64,
    /// Whether its time is measured too.
    pub timed: bool,
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Run {
    /// One a quantity.
    pub signals: Vec<Signal>,
    pub statistics: Statistics,
    /// Processor time without recording, s: the least of some runs, 0 where it was not measured.
    pub seconds: f64,
}

/// How far a study is: steps of all runs that were made, of those that are planned, and how many runs are done. To be read from another thread.
#[derive(Debug, Default)]
pub struct StudyProgress {
    steps: AtomicU64,
    planned: AtomicU64,
    runs: AtomicUsize,
    tasks: AtomicUsize,
}

impl StudyProgress {
    /// The share of its steps that a study has made, and the runs it has done, of so many. Nothing before it starts.
    pub fn now(&self) -> Option<(f64, usize, usize)> {
        let [steps, planned] = [&self.steps, &self.planned].map(|count| count.load(Ordering::Relaxed));
        let share = (planned > 0).then(|| (steps as f64 / planned as f64).min(1.0))?;
        Some((share, self.runs.load(Ordering::Relaxed), self.tasks.load(Ordering::Relaxed)))
    }

    fn plan(&self, tasks: &[Task], until: f64) {
        let steps: f64 = tasks.iter().map(|task| task.steps(until)).sum();
        self.planned.store(steps as u64, Ordering::Relaxed);
        self.tasks.store(tasks.len(), Ordering::Relaxed);
    }
}

impl Task {
    /// Steps that it takes, about: a run that is timed is made at least twice.
    fn steps(&self, until: f64) -> f64 {
        let times = if self.timed { 2.0 } else { 1.0 };
        times * (until / self.step).ceil()
    }
}

/// Counts steps beside an observer.
struct Counted<'a, O> {
    observer: O,
    steps: &'a AtomicU64,
}

impl<O: Observer> Observer for Counted<'_, O> {
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict {
        self.steps.fetch_add(1, Ordering::Relaxed);
        self.observer.observe(step, snapshot)
    }

    fn reads_far_contacts(&self) -> bool {
        self.observer.reads_far_contacts()
    }
}

/// Why a run gave nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure(pub String);

/// Runs are repeated for their time until they took this long together, s, and at most so often.
const TIMED: f64 = 0.2;
const MOST_REPEATS: usize = 5;

/// Makes all runs.
pub fn sweep(
    (subject, until): (&Subject, f64),
    quantities: &[Quantity],
    tasks: &[Task],
    progress: &StudyProgress,
) -> Vec<Result<Run, Failure>> {
    progress.plan(tasks, until);
    // The longest first, so that no thread is left with one at the end.
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.sort_by(|a, b| tasks[*a].step.total_cmp(&tasks[*b].step));
    in_parallel(&order, tasks.len(), |i| {
        let result = run(subject, quantities, &tasks[i], &progress.steps);
        progress.runs.fetch_add(1, Ordering::Relaxed);
        result
    })
}

/// The results of a function of 0 … count−1, computed in the given order by as many threads as rayon would take. Each has a pool of
/// its own with no other thread in it.
pub(super) fn in_parallel<T: Send>(order: &[usize], count: usize, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<T>>> = Mutex::new((0..count).map(|_| None).collect());
    let work = || {
        let take = || order.get(next.fetch_add(1, Ordering::Relaxed)).copied();
        while let Some(i) = take() {
            let result = make(i);
            if let Ok(mut results) = results.lock() {
                results[i] = Some(result);
            }
        }
    };
    let worker = || match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.scope(|_| work()),
        Err(_) => work(),
    };
    std::thread::scope(|scope| {
        for _ in 0..rayon::current_num_threads().min(count) {
            scope.spawn(worker);
        }
    });
    results.into_inner().map(|results| results.into_iter().flatten().collect()).unwrap_or_default()
}

fn run(subject: &Subject, quantities: &[Quantity], task: &Task, steps: &AtomicU64) -> Result<Run, Failure> {
    let failure = |text: &dyn std::fmt::Display| Failure(text.to_string());
    let start = || -> Result<(Simulation, _), Failure> {
        let loaded = subject.load(&task.scheme, Some(task.step)).map_err(|e| failure(&e))?;
        let sensors = loaded.sensors;
        Ok((Simulation::new(loaded.model, loaded.settings).map_err(|e| failure(&e))?, sensors))
    };
    let (mut simulation, sensors) = start()?;
    let mut watch = Counted { observer: Watch::new(quantities, &simulation, sensors), steps };
    let outcome = simulation.run(&mut watch).map_err(|e| failure(&e))?;
    if outcome != Outcome::Finished {
        return Err(Failure(format!("the run was interrupted at t = {} s", simulation.time())));
    }
    let (signals, statistics) = (watch.observer.signals, simulation.statistics);
    let (mut seconds, mut spent, mut repeats) = (f64::INFINITY, 0.0, 0);
    while task.timed && spent < TIMED && repeats < MOST_REPEATS {
        let (mut simulation, _) = start()?;
        let before = cpu_time();
        simulation.run(&mut ()).map_err(|e| failure(&e))?;
        let own = (cpu_time() - before).as_secs_f64();
        if repeats == 0 {
            steps.fetch_add(simulation.statistics.steps, Ordering::Relaxed);
        }
        (seconds, spent, repeats) = (seconds.min(own), spent + own, repeats + 1);
    }
    Ok(Run { signals, statistics, seconds: if task.timed { seconds } else { 0.0 } })
}
