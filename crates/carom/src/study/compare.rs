//! `carom compare`: what accuracy costs. Errors, energy drift, penetration, iterations and processor time of several schemes at several
//! steps, against one truth for all.

use super::converge::{Plan, measure, note_interpolation};
use super::{Errors, Quantity, StudyError};
use crate::drive::Statistics;
use crate::spec::Loaded;

/// What one run did.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    pub scheme: usize,
    pub step: f64,
    /// One a quantity.
    pub errors: Vec<Errors>,
    /// Largest remainder of the energy account, as a share of the energy turned over.
    pub energy: f64,
    /// Worst penetration and worst violation of joints, relative to the length of the model.
    pub penetration: f64,
    pub drift: f64,
    /// Iterations a step, in all problems together (sweeps are not iterations), and factorisations a step.
    pub iterations: f64,
    pub factorisations: f64,
    /// Steps that were halved.
    pub retries: u64,
    pub steps: u64,
    /// Processor time of the run without recording, s.
    pub seconds: f64,
}

/// What a comparison found.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub name: String,
    pub schemes: Vec<String>,
    pub quantities: Vec<Quantity>,
    /// What the errors are measured from, in words.
    pub reference: String,
    /// Scheme by scheme, from the largest step to the smallest; runs that failed are not among them.
    pub rows: Vec<Compared>,
    /// Scheme, step and reason of runs that failed.
    pub failures: Vec<(usize, f64, String)>,
    pub notes: Vec<String>,
}

/// Runs a comparison. A finer run as the truth is that of the first scheme.
pub fn compare(loaded: &Loaded, overrides: &[(String, String)], plan: &Plan) -> Result<Comparison, StudyError> {
    let mut measured = measure(loaded, overrides, plan, (true, true))?;
    let errors = measured.errors();
    note_interpolation(&errors, &mut measured.notes);
    let mut rows = Vec::new();
    for (scheme, runs) in measured.runs.iter().enumerate() {
        for (i, (run, h)) in runs.iter().zip(&plan.steps).enumerate() {
            let Ok(run) = run else { continue };
            let of_step: Vec<Errors> = errors[scheme].iter().filter_map(|of_quantity| of_quantity[i]).collect();
            rows.push(row(scheme, *h, of_step, &run.statistics, run.seconds));
        }
    }
    Ok(Comparison {
        name: loaded.model.name.clone(),
        failures: measured.failures(&plan.steps),
        schemes: measured.schemes.into_iter().map(|scheme| scheme.label).collect(),
        quantities: measured.quantities,
        reference: measured.reference,
        rows,
        notes: measured.notes,
    })
}

fn row(scheme: usize, step: f64, errors: Vec<Errors>, s: &Statistics, seconds: f64) -> Compared {
    let a_step = |count: u64| count as f64 / (s.steps as f64).max(1.0);
    Compared {
        scheme,
        step,
        errors,
        energy: s.energy.share(s.energy.remainder.0),
        penetration: s.penetration.0,
        drift: s.drift.0,
        iterations: a_step(s.problems.iter().map(|(_, p)| p.iterations).sum()),
        factorisations: a_step(s.problems.iter().map(|(_, p)| p.factorisations).sum()),
        retries: s.retries,
        steps: s.steps,
        seconds,
    }
}
