//! What every integrator of the catalog must satisfy, in the variants of [`super::schemes`], with the orders it promises.

mod symmetry;

pub use symmetry::{permutation, rotation, units};

use super::clusters::clusters;
use super::orders::{BALL, Class, DOUBLE_PENDULUM, QUANTITIES, ROUNDING, ball, problems};
use super::subsystems::{model, parts};
use super::{ModelRunError, Scheme, Set, distance, growth, is_defined, largest_gain, order_of_fit, resumed, try_run};
use crate::drive::Simulation;
use crate::history::History;

/// A contract that an integrator does not keep.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{contract}: {what}")]
pub struct Breach {
    pub contract: &'static str,
    pub what: String,
}

impl Breach {
    fn new(contract: &'static str, what: impl Into<String>) -> Self {
        Self { contract, what: what.into() }
    }
}

/// Runs a model with a scheme; that it runs is part of every contract.
fn run(contract: &'static str, scheme: &Scheme, text: &str, set: &[Set]) -> Result<(Simulation, History), Breach> {
    let failed = |e: ModelRunError| Breach::new(contract, e.to_string());
    try_run(text, &scheme.with(set)).map_err(failed)
}

/// An observed order may fall short of the true one by this: errors of the next order at the largest step.
const SHORT: f64 = 0.15;

/// All problems of a class converge as promised.
fn converges(contract: &'static str, class: Class, scheme: &Scheme) -> Result<(), Breach> {
    let mut short = Vec::new();
    for problem in problems().iter().filter(|p| p.class == class && scheme.takes(p.text)) {
        let study = problem.study(scheme).map_err(|e| Breach::new(contract, format!("{}: {e}", problem.name)))?;
        let promised = class.promised(&scheme.promises);
        for (quantity, name) in QUANTITIES.iter().enumerate() {
            let (Some(order), Some(promised)) = (study.order(quantity), promised[quantity]) else { continue };
            if order.is_nan() || order < promised - SHORT {
                short.push(format!("{}: {name} has order {order:.2}, promised {promised}", problem.name));
            }
        }
    }
    if short.is_empty() { Ok(()) } else { Err(Breach::new(contract, short.join("; "))) }
}

/// Positions, velocities and joint forces of bodies with joints, in space.
pub fn smooth_order(scheme: &Scheme) -> Result<(), Breach> {
    converges("order on smooth motion", Class::Smooth, scheme)
}

/// Positions, velocities and contact forces while a contact stays closed: flat, curved, sliding, rolling, loaded.
pub fn persistent_order(scheme: &Scheme) -> Result<(), Breach> {
    converges("order while a contact lasts", Class::Persistent, scheme)
}

/// Positions after isolated impacts.
pub fn impact_order(scheme: &Scheme) -> Result<(), Breach> {
    converges("order across an isolated impact", Class::Impact, scheme)
}

/// A prescribed velocity that jumps is an impulse, not a force that rings.
pub fn drive_jump(scheme: &Scheme) -> Result<(), Breach> {
    if !scheme.promises.jumps {
        return Ok(());
    }
    converges("order after a jump of a drive", Class::Drive, scheme)
}

/// Mean error (L¹) of height and velocity of a ball over two impacts. It depends on where in a step the impacts fall: the worst of
/// eight steps of nearly the same size is taken.
pub fn mean_error(scheme: &Scheme) -> Result<(), Breach> {
    const CONTRACT: &str = "mean error across impacts";
    if !scheme.takes(BALL) {
        return Ok(());
    }
    let error = |h: f64| -> Result<[f64; 2], Breach> {
        let h = format!("{h:e}");
        let set = [("h", h.as_str()), ("e", "0.8"), ("end", "1.4"), ("simulation.tolerance", "1e-12")];
        let (_, history) = run(CONTRACT, scheme, BALL, &set)?;
        let mean = |quantity: usize| {
            let column = history.column(QUANTITIES[quantity]).unwrap_or_default();
            let errors = history.time().iter().zip(column).map(|(t, value)| (value - ball(*t, 0.8)[quantity]).abs());
            errors.sum::<f64>() / column.len() as f64
        };
        Ok([mean(0), mean(1)])
    };
    let steps = [1e-2, 5e-3, 2.5e-3, 1.25e-3];
    let mut worst = [[0.0_f64; 4]; 2];
    for (i, h) in steps.iter().enumerate() {
        for k in 0..8 {
            let errors = error(h * (1.0 - 0.013 * f64::from(k)))?;
            (0..2).for_each(|q| worst[q][i] = worst[q][i].max(errors[q]));
        }
    }
    for (quantity, errors) in QUANTITIES.iter().zip(worst) {
        let (order, promised) = (order_of_fit(&steps, &errors), scheme.promises.impact_mean);
        if (order.is_nan() || order < promised - 0.1) && errors.iter().any(|e| *e > ROUNDING) {
            let what = format!("{quantity} has order {order:.2}, promised {promised}: {errors:?}");
            return Err(Breach::new(CONTRACT, what));
        }
    }
    Ok(())
}

/// No impact law gains energy, with and without friction, whatever the step: see [`clusters`] for what the models leave out.
pub fn impact_energy(scheme: &Scheme) -> Result<(), Breach> {
    const CONTRACT: &str = "energy of impacts";
    if scheme.promises.gains {
        return Ok(());
    }
    // 1000 times the tolerance, as in the tests of impact energies, which hold some integrators to a tighter one.
    const LIMIT: f64 = 1e-5;
    let mut gains = Vec::new();
    for cluster in clusters(18) {
        for (impacts, h, mu) in
            [("simultaneous", "1e-4", "0"), ("simultaneous", "1e-3", "1"), ("sequential", "1e-3", "1")]
        {
            let set = [("simulation.impacts", impacts), ("h", h), ("mu", mu), ("simulation.tolerance", "1e-8")];
            if !is_defined(&cluster.text, &scheme.with(&set)) {
                continue;
            }
            let case = format!("{}, {impacts}, h = {h}, mu = {mu}", cluster.name);
            match run(CONTRACT, scheme, &cluster.text, &set).map(|(_, history)| largest_gain(&history)) {
                Ok((gain, step)) if gain > LIMIT => gains.push(format!("{case}: step {step} gains {gain:.1e} of T")),
                Ok(_) => {}
                // A step that is not taken gains nothing.
                Err(_) if scheme.promises.refuses => {}
                Err(breach) => gains.push(format!("{case}: {}", breach.what)),
            }
        }
    }
    if gains.is_empty() { Ok(()) } else { Err(Breach::new(CONTRACT, gains.join("; "))) }
}

/// Subsystems that do not interact move as each would alone: to rounding, which grows to 1e-12 in these runs; the limit is 1e-9.
pub fn locality(scheme: &Scheme) -> Result<(), Breach> {
    const CONTRACT: &str = "locality";
    let parts: Vec<_> = parts().into_iter().filter(|part| scheme.takes(&model(&[part]))).collect();
    let alone = parts.iter().map(|p| run(CONTRACT, scheme, &model(&[p]), &[])).collect::<Result<Vec<_>, _>>()?;
    let mut far = Vec::new();
    for (i, first) in parts.iter().enumerate() {
        for (j, second) in parts.iter().enumerate().skip(i + 1) {
            let (_, together) = run(CONTRACT, scheme, &model(&[first, second]), &[])?;
            for (part, (_, alone), other) in [(first, &alone[i], second), (second, &alone[j], first)] {
                let limit = |sensor: &str| if sensor.ends_with('f') { scheme.promises.force_rounding } else { 1e-9 };
                let distances = alone.sensors().map(|(sensor, _)| (sensor, distance(alone, &together, sensor)));
                for (sensor, most) in distances.filter(|(sensor, most)| *most > limit(sensor)) {
                    far.push(format!("{} beside {}: `{sensor}` differs by {most:.1e}", part.name, other.name));
                }
            }
        }
    }
    if far.is_empty() { Ok(()) } else { Err(Breach::new(CONTRACT, far.join("; "))) }
}

/// All subsystems that an integrator takes in one model: joints, elastic bodies, impacts, friction, detected contacts.
fn everything(scheme: &Scheme) -> String {
    let parts = parts();
    model(&parts.iter().filter(|part| scheme.takes(&model(&[part]))).collect::<Vec<_>>())
}

/// A run that is resumed from a checkpoint equals one that went on, bit for bit.
pub fn resume(scheme: &Scheme) -> Result<(), Breach> {
    const CONTRACT: &str = "resume";
    let failed = |e: ModelRunError| Breach::new(CONTRACT, e.to_string());
    let [whole, resumed] = resumed(&everything(scheme), &scheme.with(&[]), 100).map_err(failed)?;
    if whole.time().is_empty() || whole.time() != resumed.time() {
        return Err(Breach::new(CONTRACT, "the steps differ"));
    }
    let bits = |columns: &[Vec<f64>]| -> Vec<u64> { columns.iter().flatten().map(|x| x.to_bits()).collect() };
    for ((sensor, a), (_, b)) in whole.sensors().zip(resumed.sensors()) {
        if bits(a) != bits(b) {
            let distance = distance(&whole, &resumed, sensor);
            return Err(Breach::new(CONTRACT, format!("`{sensor}` differs by {distance:.1e}")));
        }
    }
    Ok(())
}

/// A step does not allocate once the same contacts have been near before; `counter` counts the allocations of the process.
pub fn allocation(scheme: &Scheme, counter: &dyn Fn() -> usize) -> Result<(), Breach> {
    const CONTRACT: &str = "allocation";
    let failed = |e: ModelRunError| Breach::new(CONTRACT, e.to_string());
    let set = scheme.with(&[("simulation.until", "10"), ("h", "1e-3")]);
    for (name, text, before, steps) in [("double pendulum", DOUBLE_PENDULUM, 100, 300), ("ball", BALL, 3000, 3000)] {
        if !scheme.takes(text) {
            continue;
        }
        let count = growth(text, &set, (before, steps), counter).map_err(failed)?;
        if count > 0 {
            return Err(Breach::new(CONTRACT, format!("{name}: {count} in {steps} steps")));
        }
    }
    Ok(())
}
