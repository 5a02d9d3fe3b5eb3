//! The truth by event-driven integration.

use super::quantity::Watch;
use super::sweep::Subject;
use super::{Quantity, SchemeChoice, StudyError, Truth};
use crate::analysis::events::{EventError, integrate};
use crate::drive::Simulation;
use crate::integrate::InitialState;

/// Quantities at the times of all runs, and before and after every impact.
pub(super) fn truths(
    subject: &Subject,
    scheme: &SchemeChoice,
    steps: &[f64],
    quantities: &[Quantity],
) -> Result<Vec<Truth>, StudyError> {
    if let Some(quantity) = quantities.iter().find(|quantity| !quantity.is_motion()) {
        let message = format!("event-driven integration knows no `{}`", quantity.name);
        return Err(StudyError::asked(message, "compare positions, velocities, angles or accelerations"));
    }
    let loaded = subject.load(scheme, None)?;
    if loaded.settings.initial == InitialState::Static {
        let help = "record the equilibrium by `carom static` and give its positions";
        return Err(StudyError::asked("event-driven integration cannot start from the static equilibrium", help));
    }
    let until = loaded.settings.until;
    let smallest = steps.iter().copied().fold(until, f64::min);
    let mut times: Vec<f64> = vec![0.0, until];
    for h in steps.iter().copied().chain([0.5 * smallest]) {
        times.extend((1..).map(|k| f64::from(k) * h).take_while(|t| *t < until));
    }
    times.sort_by(f64::total_cmp);
    times.dedup_by(|a, b| (*a - *b).abs() < 1e-9 * smallest);
    let settings = loaded.settings.clone();
    let simulation =
        Simulation::new(loaded.model, loaded.settings).map_err(|e| StudyError::Reference(e.to_string()))?;
    let mut watch = Watch::new(quantities, &simulation, loaded.sensors);
    let outcome =
        integrate(&simulation.system, &settings, &times, &mut |system, state| watch.take(&state.snapshot(system)));
    match outcome {
        Ok(()) => Ok(watch.signals.into_iter().map(Truth::sampled).collect()),
        Err(error @ EventError::Unsupported(_)) => {
            Err(StudyError::asked(error.to_string(), "take another --reference: finest, analytic or a file"))
        }
        Err(error) => Err(StudyError::Reference(error.to_string())),
    }
}
