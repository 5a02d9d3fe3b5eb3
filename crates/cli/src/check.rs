//! `carom check`.

use crate::Exit;
use crate::args::CheckArguments;
use crate::console;
use carom::run::Check;
use serde_json::json;
use std::fmt::Write;

pub fn check(arguments: &CheckArguments) -> Exit {
    let loaded = match crate::model::read(&arguments.model, &arguments.overrides.pairs()) {
        Ok(loaded) => loaded,
        Err(error) => {
            console::refused(&error, arguments.json);
            return Exit::Refused;
        }
    };
    let check = carom::run::check(loaded);
    if arguments.json {
        let mut object = json!(check);
        object["errors"] = console::as_json(&check.errors);
        object["warnings"] = console::as_json(&check.warnings);
        console::print_json(&object);
    } else {
        console::print(&text(&check));
        console::diagnostics(&check.errors, &check.sources);
        console::diagnostics(&check.warnings, &check.sources);
    }
    if check.ok { Exit::Done } else { Exit::Refused }
}

fn text(check: &Check) -> String {
    let mut out = check.name.clone();
    // Writing to a String cannot fail.
    if let Some(plane) = check.plane {
        let _ = write!(out, " (planar, {plane})");
    }
    out.push('\n');
    let mut line = |key: &str, text: String| {
        let _ = writeln!(out, "  {key:<20}{text}");
    };
    line(
        "items",
        format!(
            "bodies {}, joints {}, forces {}, contacts {}, sensors {}",
            check.bodies, check.joints, check.forces, check.contacts, check.sensors
        ),
    );
    for (name, shapes, pairs) in &check.collisions {
        line("collision", format!("`{name}`: {shapes} shapes, {pairs} pairs that can touch"));
    }
    line("total mass", format!("{:.6} kg", check.total_mass));
    line("length", format!("{:.6} m", check.length));
    let dofs = format!(
        "{} − {} independent joint rows (of {}) = mobility {}",
        check.degrees_of_freedom, check.independent_joint_rows, check.joint_rows, check.mobility
    );
    line("degrees of freedom", dofs);
    let redundant: Vec<String> = check
        .redundant_joints
        .iter()
        .map(|(joint, rows)| format!("`{joint}` ({rows} row{})", if *rows == 1 { "" } else { "s" }))
        .collect();
    line("redundant joints", or_none(redundant));
    let violations = check.violations.iter().map(|v| format!("`{}` {} {:.3e} {}", v.item, v.what, v.value, v.unit));
    let nothing_else = check.ok || !check.violations.is_empty();
    line(
        "violated at start",
        if nothing_else { or_none(violations.collect()) } else { "see the error below".to_owned() },
    );
    if let Some(period) = check.fastest_period {
        let steps = match period / check.step {
            steps if steps < 1.0 => "less than a step".to_owned(),
            steps if steps < 10.0 => format!("{steps:.1} steps"),
            steps => format!("{steps:.0} steps"),
        };
        line("fastest vibration", format!("period {period:.3e} s, {steps}"));
    }
    if let Some((step, why)) = &check.suggested_step {
        line("suggested step", format!("{step:e} s: {why}"));
    }
    let grid = match check.error_tolerance {
        None => format!("{} steps of {} s", check.planned_steps, check.step),
        Some(tolerance) => format!("steps whose error is within {tolerance:e}, the first of {} s", check.step),
    };
    line("time grid", grid);
    line("results", format!("up to {}", carom::run::size(check.bytes)));
    let cause = check.errors.first().map_or_else(String::new, |error| format!(": {}", error.message));
    line("can run", if check.ok { "yes".to_owned() } else { format!("no{cause}") });
    out
}

fn or_none(list: Vec<String>) -> String {
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}
