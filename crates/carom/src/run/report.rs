//! `run.json`: what was run and how it went, as JSON.
//!
//! The first part (version, model, settings, sources) is fixed when the run starts and is what `carom resume` reads; the
//! second (outcome, statistics, energy) is replaced when the run ends. Numbers that are not finite become `null`.

use super::kept;
use super::schedule::planned_steps;
use super::warnings::warnings;
use crate::drive::{EnergyStatistics, ProblemStatistics, Simulation, Statistics};
use crate::history::Topic;
use crate::integrate::Settings;
use crate::spec::{DataFile, Source};
use crate::system::{RankReport, System};
use serde_json::{Map, Value, json};

/// The part that does not change during the run.
pub(super) fn head(
    resolved: Value,
    integrator: &str,
    simulation: &Simulation,
    channels: impl Fn(Topic) -> Value,
    (sources, overrides): (&[Source], &[(String, String)]),
) -> Value {
    let model = &simulation.system.model;
    let sources: Vec<Value> = sources.iter().map(|s| json!({ "name": s.name, "text": &*s.text })).collect();
    json!({
        "carom": env!("CARGO_PKG_VERSION"),
        "name": model.name,
        "model": resolved,
        "settings": settings(&simulation.settings, integrator),
        "system": system(simulation),
        "contacts": model.contact_names().collect::<Vec<_>>(),
        "channels": {
            "sensors": channels(Topic::Sensors),
            "contacts": channels(Topic::Contacts),
            "energy": channels(Topic::Energy),
        },
        "sources": sources,
        "overrides": overrides,
    })
}

/// Names, fingerprints and copies of the files that a model read beside its own.
pub(super) fn data_files(files: &[DataFile]) -> Vec<Value> {
    let entry = |(number, f): (usize, &DataFile)| {
        let fingerprint = format!("{:016x}", f.fingerprint);
        json!({ "name": f.name, "fingerprint": fingerprint, "copy": kept::copy_name(number, &f.name) })
    };
    files.iter().enumerate().map(entry).collect()
}

/// The part that tells how far the run came; `error` says why it failed.
pub(super) fn progress(simulation: &Simulation, outcome: &str, error: Option<&str>) -> Value {
    let terms = simulation.state.energy.terms();
    let energy: Map<String, Value> = terms.into_iter().map(|(name, joules)| (name.to_owned(), json!(joules))).collect();
    json!({
        "outcome": outcome,
        "error": error,
        "warnings": warnings(simulation),
        "time": simulation.time(),
        "statistics": statistics(&simulation.statistics, simulation.time(), simulation.system.length),
        "energy": energy,
    })
}

/// All keys of both objects.
pub(super) fn join(mut head: Value, tail: Value) -> Value {
    if let (Value::Object(head), Value::Object(tail)) = (&mut head, tail) {
        head.extend(tail);
    }
    head
}

fn settings(s: &Settings, integrator: &str) -> Value {
    let common = json!({
        "integrator": integrator,
        "step": s.step,
        "adaptive": s.adaptive,
        "until": s.until,
        "tolerance": s.tolerance,
        "constraint_tolerance": s.constraint_tolerance,
        "augmentation": s.augmentation,
        "max_iterations": s.max_iterations,
        "max_halvings": s.max_halvings,
        "initial": s.initial,
        "output_times": s.output_times,
        "record_every": s.record_every,
        "frames": s.frames,
        "checkpoint_every": s.checkpoint_every,
        "planned_steps": planned_steps(s),
    });
    join(common, s.method.parameters())
}

fn system(simulation: &Simulation) -> Value {
    let rank = &simulation.rank;
    let joints = redundant_joints(&simulation.system, rank).into_iter();
    let redundant: Vec<Value> = joints.map(|(joint, rows)| json!({ "joint": joint, "rows": rows })).collect();
    json!({
        "degrees_of_freedom": rank.dofs,
        "joint_rows": rank.rows,
        "independent_joint_rows": rank.rank,
        "mobility": rank.mobility(),
        "redundant_joints": redundant,
        "length": simulation.system.length,
    })
}

/// Joints with rows that the joints before them enforce already, and how many rows.
pub(super) fn redundant_joints<'a>(system: &'a System, rank: &RankReport) -> Vec<(&'a str, usize)> {
    let mut joints: Vec<(&str, usize)> = Vec::new();
    for (block, _) in &rank.redundant {
        let name = system.model.joints[*block].name.as_str();
        match joints.iter_mut().find(|(joint, _)| *joint == name) {
            Some((_, rows)) => *rows += 1,
            None => joints.push((name, 1)),
        }
    }
    joints
}

fn energy(e: &EnergyStatistics) -> Value {
    let (worst, at) = e.remainder;
    let (largest, when) = e.largest_impact_gain;
    json!({
        "turned_over": e.turned_over(),
        "remainder": { "joules": worst, "share": e.share(worst), "time": at },
        "impact_gain": {
            "joules": e.impact_gain,
            "share": e.share(e.impact_gain),
            "largest": { "joules": largest, "time": when },
        },
        "identity": e.identity.map(|i| json!({
            "steps": i.steps,
            "defect": { "joules": i.defect.0, "share": e.share(i.defect.0), "time": i.defect.1 },
            "gain": { "joules": i.gain.0, "time": i.gain.1 },
            "dissipation_promised": i.dissipates,
        })),
    })
}

fn statistics(s: &Statistics, time: f64, length: f64) -> Value {
    let worst =
        |(relative, time): (f64, f64)| json!({ "relative": relative, "metres": relative * length, "time": time });
    let problem = |p: &ProblemStatistics| {
        json!({
            "iterations": p.iterations,
            "mean_iterations": mean(p.iterations, s.steps),
            "sweeps": p.sweeps,
            "steps_swept": p.swept,
            "max_iterations": p.max_iterations,
            "factorisations": p.factorisations,
            "line_searches": p.line_searches,
        })
    };
    let problems: Map<String, Value> = s.problems.iter().map(|(name, p)| (name.clone(), problem(p))).collect();
    let cuts: Vec<Value> =
        s.cuts.iter().map(|cut| json!({ "time": cut.time, "h": cut.h, "reason": cut.reason })).collect();
    json!({
        "steps": s.steps,
        "problems": problems,
        "max_iterations_per_step": s.max_iterations_per_step,
        "factorisations": s.problems.iter().map(|(_, p)| p.factorisations).sum::<u64>(),
        "retries": s.retries,
        "shortened": s.shortened,
        "rejected": s.rejected,
        "sizes": s.sizes.map(|(least, most)| json!({ "least": least, "mean": time / s.steps.max(1) as f64, "most": most })),
        "cuts": cuts,
        "max_impacts": s.max_rounds,
        "impacts_cut_short": s.cut_short,
        "restitution_limited": s.limited,
        "cycled": s.cycled,
        "incompatible": s.incompatible,
        "first_incompatible": s.first_incompatible,
        "drift": worst(s.drift),
        "penetration": worst(s.penetration),
        "energy": energy(&s.energy),
        "seconds": s.seconds,
        "steps_per_second": if s.seconds > 0.0 { s.steps as f64 / s.seconds } else { 0.0 },
    })
}

/// Of all steps.
pub(super) fn mean(count: u64, steps: u64) -> f64 {
    count as f64 / steps.max(1) as f64
}
