//! What a run did, in words: the text that `carom run` ends with.

use super::estimate::grouped;
use super::report::mean;
use super::session::{Ending, Session};
use super::warnings::warnings;
use crate::drive::{Simulation, Statistics};
use crate::history::EventKind;
use std::fmt::Write;

/// The summary of a run that has ended.
pub fn summary(session: &Session, ending: &Ending) -> String {
    let simulation = &session.simulation;
    let (s, length) = (&simulation.statistics, simulation.system.length);
    let mut out = String::new();
    // Writing to a String cannot fail.
    let mut line = |key: &str, text: String| {
        let _ = writeln!(out, "  {key:<16}{text}");
    };
    line("steps", steps(simulation));
    for (k, (name, problem)) in s.problems.iter().enumerate() {
        let key = if k == 0 { "iterations" } else { "" };
        let mean = mean(problem.iterations, s.steps);
        line(key, format!("{name:<20}mean {mean:.2}, max {}", problem.max_iterations));
    }
    line("", format!("{:<20}max {}", "a step, all of them", s.max_iterations_per_step));
    let searches: u64 = s.problems.iter().map(|(_, p)| p.line_searches).sum();
    let factorisations: u64 = s.problems.iter().map(|(_, p)| p.factorisations).sum();
    line("factorisations", format!("{}, line searches {}", grouped(factorisations), grouped(searches)));
    cuts(s, &mut line);
    let swept = s.problems.iter().map(|(_, p)| p.swept).max().unwrap_or(0);
    if swept > 0 {
        let sweeps = s.problems.iter().map(|(_, p)| p.sweeps).sum::<u64>();
        line("sweeps", format!("{} of the Gauss–Seidel method, in {} steps", grouped(sweeps), grouped(swept)));
    }
    if s.max_rounds > 1 {
        line("impacts", format!("up to {} one after the other in a step", grouped(s.max_rounds)));
    }
    if s.cut_short > 0 {
        let steps = grouped(s.cut_short);
        line("cut short", format!("`max_impacts` ended the sequence of impacts in {steps} steps, without restitution"));
    }
    if s.limited > 0 {
        let steps = grouped(s.limited);
        line(
            "restitution",
            format!("limited in {steps} steps, where with friction it would have made energy or cannot be"),
        );
    }
    if s.cycled > 0 {
        line("cycling", format!("contact states cycled in {} steps and were damped", grouped(s.cycled)));
    }
    if let Some(first) = s.first_incompatible {
        let text = "steps with constraints that cannot all hold; the least-squares compromise was taken";
        line("incompatible", format!("{} {text}, first at t = {first:.6} s", grouped(s.incompatible)));
    }
    line("worst drift", worst(s.drift, length));
    line("penetration", worst(s.penetration, length));
    energy(simulation, &mut line);
    if let Some(events) = session.events().filter(|events| events.total() > 0) {
        let count = |(kind, n): (EventKind, u64)| format!("{} {}", kind.name(), grouped(n));
        let kinds: Vec<String> = EventKind::ALL.into_iter().zip(events.kinds).map(count).collect();
        let left_out = match events.left_out() {
            0 => String::new(),
            n => format!("; the last {} are not in events.csv", grouped(n)),
        };
        line("events", format!("{}{left_out}", kinds.join(", ")));
    }
    let rate = if s.seconds > 0.0 { s.steps as f64 / s.seconds } else { 0.0 };
    line("time", format!("{:.3} s, {} steps/s", s.seconds, grouped(rate.round() as u64)));
    for post in &session.evaluated {
        if let Ok(found) = &post.result {
            for (k, text) in found.text.lines().enumerate() {
                line(if k == 0 { &post.name } else { "" }, text.to_owned());
            }
        }
    }
    line("results", session.directory().display().to_string());
    format!("{}: {}\n{out}", simulation.system.model.name, headline(session, ending))
}

/// How many steps of which sizes.
fn steps(simulation: &Simulation) -> String {
    let s = &simulation.statistics;
    let count = grouped(s.steps);
    match s.sizes {
        None => format!("{count} of {} s", simulation.settings.step),
        Some((least, most)) => {
            let mean = simulation.time() / s.steps.max(1) as f64;
            format!(
                "{count} of {least:.3e} to {most:.3e} s, mean {mean:.3e} s; {} repeated for their error",
                grouped(s.rejected)
            )
        }
    }
}

/// The energy account, and what to doubt about it.
fn energy(simulation: &Simulation, line: &mut impl FnMut(&str, String)) {
    let s = &simulation.statistics;
    let e = &simulation.state.energy;
    line(
        "energy",
        format!("kinetic {} J, potential {} J; work since the start:", short(e.kinetic), short(e.potential)),
    );
    line("", format!("loads {} J, dampers {} J,", short(e.loads), short(e.dampers)));
    line("", format!("impacts {} J, friction {} J,", short(e.impacts), short(e.friction)));
    let (worst_remainder, at) = s.energy.remainder;
    let remainder = format!("numerical remainder {} J, worst {}", short(e.remainder), short(worst_remainder));
    line("", format!("{remainder} J at t = {at:.6} s"));
    if s.energy.impact_gain > 0.0 {
        let (most, at) = s.energy.largest_impact_gain;
        let gain = format!("impacts gave {} J in steps of net gain", short(s.energy.impact_gain));
        line("", format!("{gain}, most {} J at t = {at:.6} s", short(most)));
    }
    if let Some(identity) = &s.energy.identity {
        let (most, at) = identity.defect;
        line("", format!("identity of {} steps off by at most {} J, at t = {at:.6} s;", identity.steps, short(most)));
        let promised = if identity.dissipates { "promised" } else { "NOT promised by these parameters" };
        let (gain, at) = identity.gain;
        line("", format!("dissipation is {promised}; most gain in a step {} J at t = {at:.6} s", short(gain)));
    }
    for warning in warnings(simulation) {
        line("WARNING", warning);
    }
}

fn headline(session: &Session, ending: &Ending) -> String {
    let t = session.simulation.time();
    match ending {
        Ending::Finished => format!("finished at t = {t} s"),
        Ending::Interrupted => {
            let (directory, from) = (session.directory().display(), session.checkpoint_time());
            format!(
                "interrupted at t = {t:.9} s; `carom resume {directory}` goes on, from the checkpoint at t = {from:.9} s"
            )
        }
        Ending::Failed(_) => format!("failed at t = {t:.9} s; the results up to there are kept"),
    }
}

fn cuts(s: &Statistics, line: &mut impl FnMut(&str, String)) {
    if s.retries + s.shortened == 0 {
        return line("cut steps", "none".to_owned());
    }
    let counts = format!("{} halved, {} shortened (to end at a time asked for)", s.retries, s.shortened);
    line("cut steps", counts);
    for cut in &s.cuts {
        line("", format!("t = {:.9} s, h = {:.3e} s: {}", cut.time, cut.h, cut.reason));
    }
    let more = (s.retries + s.shortened).saturating_sub(s.cuts.len() as u64);
    if more > 0 {
        line("", format!("and {} more", grouped(more)));
    }
}

fn worst((relative, time): (f64, f64), length: f64) -> String {
    if relative == 0.0 {
        return "none".to_owned();
    }
    let metres = relative * length;
    format!("{metres:.2e} m ({relative:.2e} of the model's {length:.3} m) at t = {time:.6} s")
}

/// A number with five significant digits.
pub(crate) fn short(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        size if (1e-3..1e5).contains(&size) => {
            let decimals = (4 - size.log10().floor() as i32).clamp(0, 7) as usize;
            format!("{x:.decimals$}")
        }
        _ => format!("{x:.4e}"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_short() {
        let shown = [0.0, -0.0, 0.98765432, -123.456789, 0.00123456789, 4.5e-6, f64::NAN].map(super::short);
        assert_eq!(shown, ["0", "0", "0.98765", "-123.46", "0.0012346", "4.5000e-6", "NaN"]);
    }
}
