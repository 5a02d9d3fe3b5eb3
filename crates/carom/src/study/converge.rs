//! `carom converge`: errors over steps, and the orders that they show.

use super::reference::{analytic, finer_step, of_csv};
use super::sweep::{StudyProgress, Subject};
use super::{Errors, Failure, Quantity, Reference, Run, SchemeChoice, StudyError, Task, Truth, errors, sweep};
use super::{order_of_fit, standard_error};
use crate::spec::Loaded;
use std::sync::Arc;

/// What a study is to compare.
#[derive(Clone, Debug)]
pub struct Plan {
    /// None: the integrator of the model.
    pub schemes: Vec<SchemeChoice>,
    /// From the largest to the smallest, s.
    pub steps: Vec<f64>,
    /// None: the exact solution if the model has one, else a finer run.
    pub reference: Option<Reference>,
    /// None: what the reference has, or positions and velocities.
    pub quantities: Vec<String>,
    /// Who wants to know how far the study is reads it.
    pub progress: Arc<StudyProgress>,
}

/// An order with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fit {
    /// The slope over all steps, and how sure it is; two steps leave that open.
    Order { order: f64, sure: Option<f64> },
    /// All errors are rounding.
    Exact,
    /// There are less than two errors to compare.
    Unknown,
}

/// Errors of a scheme in a quantity.
#[derive(Clone, Debug)]
pub struct Curve {
    pub scheme: usize,
    pub quantity: usize,
    /// One a step; none where the run failed.
    pub errors: Vec<Option<Errors>>,
    /// In the order of [`super::NORMS`].
    pub fits: [Fit; 4],
}

/// What a study of convergence found.
#[derive(Clone, Debug)]
pub struct Convergence {
    pub name: String,
    pub schemes: Vec<String>,
    pub steps: Vec<f64>,
    pub quantities: Vec<Quantity>,
    /// What the errors are measured from, in words.
    pub reference: String,
    /// One a scheme and quantity.
    pub curves: Vec<Curve>,
    /// Scheme, step and reason of runs that failed.
    pub failures: Vec<(usize, f64, String)>,
    pub notes: Vec<String>,
}

/// Errors below this share of the size of the truth are rounding.
const ROUNDING: f64 = 1e-11;

impl Fit {
    /// Of errors in one norm.
    pub fn of(steps: &[f64], errors: &[Option<Errors>], norm: usize) -> Self {
        let known: Vec<(f64, &Errors)> =
            steps.iter().copied().zip(errors).filter_map(|(h, e)| Some((h, e.as_ref()?))).collect();
        if !known.is_empty() && known.iter().all(|(_, e)| e.values[norm] <= ROUNDING * e.sizes[norm]) {
            return Self::Exact;
        }
        let usable = |e: f64| e > 0.0 && e.is_finite();
        let (h, e): (Vec<f64>, Vec<f64>) =
            known.iter().map(|(h, e)| (*h, e.values[norm])).filter(|(_, e)| usable(*e)).unzip();
        match h.len() {
            0 | 1 => Self::Unknown,
            n => Self::Order { order: order_of_fit(&h, &e), sure: (n > 2).then(|| standard_error(&h, &e)) },
        }
    }
}

/// All runs of a plan and the truths that they are compared with.
pub(super) struct Measured {
    pub schemes: Vec<SchemeChoice>,
    pub quantities: Vec<Quantity>,
    pub reference: String,
    /// By scheme, then by step.
    pub runs: Vec<Vec<Result<Run, Failure>>>,
    /// By scheme, then by quantity; empty where the truth could not be computed.
    pub truths: Vec<Result<Arc<Vec<Truth>>, Failure>>,
    pub notes: Vec<String>,
}

/// Pieces of the graph of an exact solution in the smallest step.
const PIECES: f64 = 4.0;

/// Makes the runs of a plan. With `one_truth` a finer run is that of the first scheme for all.
pub(super) fn measure(
    loaded: &Loaded,
    overrides: &[(String, String)],
    plan: &Plan,
    (one_truth, timed): (bool, bool),
) -> Result<Measured, StudyError> {
    let mut notes = Vec::new();
    let mut overrides = overrides.to_vec();
    if !loaded.settings.output_times.is_empty() {
        overrides.push(("simulation.output_times".to_owned(), "[]".to_owned()));
        notes.push("output times of the model are left out: they would shorten steps".to_owned());
    }
    let subject = Subject { sources: &loaded.sources, overrides: &overrides };
    let of_model = || vec![SchemeChoice::of_model(&loaded.integrator)];
    let schemes = if plan.schemes.is_empty() { of_model() } else { plan.schemes.clone() };
    let until = loaded.settings.until;
    if let Some(long) = plan.steps.iter().find(|h| **h > until) {
        return Err(StudyError::asked(
            format!("the step {long} s is longer than the run of {until} s"),
            "choose smaller steps",
        ));
    }
    let chosen = plan.reference.clone().unwrap_or_else(|| Reference::default_of(loaded));
    let reference = match chosen {
        Reference::Finest(None) if one_truth => Reference::Finest(Some(schemes[0].clone())),
        other => other,
    };
    // What a scheme does not know is said before anything runs.
    for scheme in schemes.iter().chain(match &reference {
        Reference::Finest(scheme) => scheme.as_ref(),
        _ => None,
    }) {
        subject.load(scheme, None)?;
    }
    let quantities = match plan.quantities.as_slice() {
        [] => reference.quantities(loaded)?,
        names => names.iter().map(|name| Quantity::find(name, loaded)).collect::<Result<_, _>>()?,
    };
    let smallest = plan.steps.iter().copied().fold(f64::INFINITY, f64::min);
    let known = match &reference {
        Reference::Analytic => Some(analytic(loaded, &quantities, (PIECES * until / smallest).ceil() as usize)?),
        Reference::File(path) => Some(of_csv(path, until, &quantities)?),
        Reference::Events => Some(super::events::truths(&subject, &schemes[0], &plan.steps, &quantities)?),
        Reference::Finest(_) => None,
    };
    let finer = finer_step(&plan.steps);
    let mut tasks: Vec<Task> = Vec::new();
    for scheme in &schemes {
        tasks.extend(plan.steps.iter().map(|h| Task { scheme: scheme.clone(), step: *h, timed }));
    }
    let fine = |scheme: &SchemeChoice| Task { scheme: scheme.clone(), step: finer, timed: false };
    match &reference {
        Reference::Finest(None) => tasks.extend(schemes.iter().map(fine)),
        Reference::Finest(Some(scheme)) => tasks.push(fine(scheme)),
        _ => {}
    }
    let mut results = sweep((&subject, until), &quantities, &tasks, &plan.progress).into_iter();
    let runs = schemes.iter().map(|_| results.by_ref().take(plan.steps.len()).collect()).collect();
    let sampled = |run: Run| Arc::new(run.signals.into_iter().map(Truth::sampled).collect::<Vec<_>>());
    let finest: Vec<_> = results.map(|result| result.map(sampled)).collect();
    let truths = match (known, finest.len()) {
        (Some(known), _) => vec![Ok(Arc::new(known)); schemes.len()],
        (None, 1) if schemes.len() > 1 || matches!(reference, Reference::Finest(Some(_))) => match &finest[0] {
            Ok(truth) => vec![Ok(truth.clone()); schemes.len()],
            Err(Failure(reason)) => return Err(StudyError::Reference(reason.clone())),
        },
        (None, _) => finest,
    };
    Ok(Measured { reference: reference.describe(finer), schemes, quantities, runs, truths, notes })
}

impl Measured {
    /// Errors by scheme, quantity and step, and what failed. Computed by several threads.
    pub fn errors(&self) -> Vec<Vec<Vec<Option<Errors>>>> {
        let (q, h) = (self.quantities.len(), self.runs.first().map_or(0, Vec::len));
        let count = self.schemes.len() * q * h;
        let order: Vec<usize> = (0..count).collect();
        let one = |i: usize| {
            let (scheme, quantity, step) = (i / (q * h), i / h % q, i % h);
            let run = self.runs[scheme][step].as_ref().ok()?;
            let truth = self.truths[scheme].as_ref().ok()?;
            Some(errors(&run.signals[quantity], &truth[quantity]))
        };
        let mut all = super::sweep::in_parallel(&order, count, one).into_iter();
        let mut by_step = || -> Vec<_> { all.by_ref().take(h).collect() };
        let mut by_quantity = || -> Vec<Vec<_>> { (0..q).map(|_| by_step()).collect() };
        self.schemes.iter().map(|_| by_quantity()).collect()
    }

    /// Scheme, step and reason of runs that failed; of a scheme without a truth, its finer step.
    pub fn failures(&self, steps: &[f64]) -> Vec<(usize, f64, String)> {
        let mut out = Vec::new();
        for (scheme, (runs, truth)) in self.runs.iter().zip(&self.truths).enumerate() {
            for (h, run) in steps.iter().copied().zip(runs) {
                out.extend(run.as_ref().err().map(|Failure(reason)| (scheme, h, reason.clone())));
            }
            out.extend(truth.as_ref().err().map(|Failure(reason)| (scheme, finer_step(steps), reason.clone())));
        }
        out
    }
}

/// Says how many times of runs were interpolated in the truth.
pub(super) fn note_interpolation(errors: &[Vec<Vec<Option<Errors>>>], notes: &mut Vec<String>) {
    let all = || errors.iter().flatten().flatten().flatten();
    let times: usize = all().map(|e| e.interpolated).sum();
    if times > 0 {
        notes.push(format!(
            "{times} times of runs lie between rows of the reference, whose values there are interpolated linearly; steps that divide each \
             other, and the end, need none"
        ));
    }
}

/// Runs a study of convergence.
pub fn converge(loaded: &Loaded, overrides: &[(String, String)], plan: &Plan) -> Result<Convergence, StudyError> {
    let mut measured = measure(loaded, overrides, plan, (false, false))?;
    let all = measured.errors();
    note_interpolation(&all, &mut measured.notes);
    let mut curves = Vec::new();
    for (scheme, of_scheme) in all.into_iter().enumerate() {
        for (quantity, errors) in of_scheme.into_iter().enumerate() {
            let fits = [0, 1, 2, 3].map(|norm| Fit::of(&plan.steps, &errors, norm));
            curves.push(Curve { scheme, quantity, errors, fits });
        }
    }
    Ok(Convergence {
        name: loaded.model.name.clone(),
        failures: measured.failures(&plan.steps),
        schemes: measured.schemes.into_iter().map(|scheme| scheme.label).collect(),
        steps: plan.steps.clone(),
        quantities: measured.quantities,
        reference: measured.reference,
        curves,
        notes: measured.notes,
    })
}
