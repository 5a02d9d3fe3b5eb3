//! What was run and how it went, as rows of two texts.

use crate::run::short;
use serde_json::{Value, json};

/// The rows of the page's table, from a `run.json`.
pub fn rows(run: &Value) -> Value {
    let (settings, statistics, system) = (&run["settings"], &run["statistics"], &run["system"]);
    let mut rows: Vec<[String; 2]> = Vec::new();
    let mut row = |name: &str, text: String| rows.push([name.to_owned(), text]);
    row("carom", text(&run["carom"]));
    row("outcome", format!("{} at t = {} s", text(&run["outcome"]), text(&run["time"])));
    row("integrator", text(&settings["integrator"]));
    for (key, unit) in [("rho_inf", ""), ("variant", ""), ("step", " s"), ("until", " s"), ("tolerance", "")] {
        if !settings[key].is_null() {
            row(key, format!("{}{unit}", text(&settings[key])));
        }
    }
    for (key, name) in
        [("degrees_of_freedom", "degrees of freedom"), ("joint_rows", "joint rows"), ("mobility", "mobility")]
    {
        row(name, text(&system[key]));
    }
    row("steps", text(&statistics["steps"]));
    for (name, problem) in statistics["problems"].as_object().into_iter().flatten() {
        let (mean, most) = (problem["mean_iterations"].as_f64().unwrap_or(0.0), text(&problem["max_iterations"]));
        row(&format!("iterations, {name}"), format!("mean {mean:.2}, max {most}"));
    }
    row("factorisations", text(&statistics["factorisations"]));
    row("steps tried again", text(&statistics["retries"]));
    for (key, name) in [("drift", "worst drift"), ("penetration", "worst penetration")] {
        let (metres, at) = (number(&statistics[key]["metres"]), text(&statistics[key]["time"]));
        row(name, format!("{metres} m at t = {at} s"));
    }
    for (name, joules) in run["energy"].as_object().into_iter().flatten() {
        row(&format!("energy, {name}"), format!("{} J", number(joules)));
    }
    row("time taken", format!("{} s", number(&statistics["seconds"])));
    json!(rows)
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| if value.is_null() { "–".to_owned() } else { value.to_string() }, str::to_owned)
}

fn number(value: &Value) -> String {
    value.as_f64().map_or_else(|| "–".to_owned(), short)
}
