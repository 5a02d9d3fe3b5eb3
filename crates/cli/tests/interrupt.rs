//! Ctrl-C: the command ends with 130, the results are readable, and `resume` completes them bit for bit.

#![cfg(unix)]

mod common;

use common::{call, carom, directory, outcome, root};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The pendulum for so long that a signal meets it on its way.
fn start(here: &Path) -> Child {
    let model = root().join("examples/pendulum.toml");
    let mut command = carom(here);
    command.arg("run").arg(model).args(["--until", "150", "--set", "simulation.record_every=10"]);
    command.args(["--out", "parts"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Sends Ctrl-C as soon as a file has so many bytes; how the command ends.
fn interrupt(child: Child, file: &Path, bytes: u64) -> (i32, String, String) {
    signal("-INT", child, file, bytes)
}

fn signal(name: &str, child: Child, file: &Path, bytes: u64) -> (i32, String, String) {
    let begun = Instant::now();
    while fs::metadata(file).map_or(0, |m| m.len()) < bytes {
        assert!(begun.elapsed() < Duration::from_secs(60), "the command does not begin");
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
    outcome(&child.wait_with_output().unwrap())
}

#[test]
fn an_interrupted_run_is_readable_and_resumes_bit_for_bit() {
    let here = directory("interrupt");
    let child = start(&here);
    let csv = here.join("parts/sensors.csv");
    let (code, out, err) = interrupt(child, &csv, 10_000);
    assert_eq!(code, 130, "{out}{err}");
    assert!(out.contains("interrupted at") && out.contains("carom resume parts"), "{out}");
    let rows = fs::read_to_string(&csv).unwrap();
    assert!(rows.ends_with('\n') && here.join("parts/sensors.npz").is_file());
    assert!(fs::read_to_string(here.join("parts/run.json")).unwrap().contains("\"outcome\": \"interrupted\""));

    let (code, out, err) = call(&here, "resume parts");
    assert!(code == 0 && out.contains("finished at t = 150 s") && err.contains("resumed at"), "{out}{err}");
    let model = root().join("examples/pendulum.toml");
    let whole = carom(&here)
        .arg("run")
        .arg(model)
        .args(["--until", "150", "--set", "simulation.record_every=10", "--out", "whole", "-q"])
        .status();
    assert!(whole.unwrap().success());
    for file in ["sensors.csv", "energy.csv", "sensors.npz", "strobe.svg"] {
        let [a, b] = ["whole", "parts"].map(|d| fs::read(here.join(d).join(file)).unwrap());
        assert!(a == b, "{file} differs");
    }
    assert_eq!(call(&here, "resume parts").0, 0, "nothing left to do");
}

#[test]
fn a_run_that_is_asked_to_end_is_readable() {
    let here = directory("terminate");
    let child = start(&here);
    let (code, out, err) = signal("-TERM", child, &here.join("parts/sensors.csv"), 10_000);
    assert!(code == 130 && out.contains("interrupted at"), "{out}{err}");
    assert!(here.join("parts/sensors.npz").is_file());
}

/// A cantilever under its weight in so many load steps that a signal meets it on its way.
const CANTILEVER: &str = r#"
gravity = [0, 0, -9.81]
[static]
steps = 1000000
[simulation]
step = 1e-3
until = 2e-3
[bodies.beam]
type = "beam"
start = "ground"
end = [1, 0, 0]
elements = 50
young = 1e9
poisson = 0.3
density = 1000
section = { type = "rectangle", width = 0.01, height = 0.01 }
[sensors.tip]
type = "position"
of = "beam.end"
component = "z"
"#;

/// It ended without a word and left empty tables.
#[test]
fn an_interrupted_static_analysis_keeps_its_last_load_step() {
    let here = directory("interrupt-static");
    fs::write(here.join("beam.toml"), CANTILEVER).unwrap();
    let mut command = carom(&here);
    command.args(["static", "beam.toml", "--out", "rest"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let csv = here.join("rest/sensors.csv");
    let (code, out, err) = interrupt(command.spawn().unwrap(), &csv, 400);
    assert_eq!(code, 130, "{out}{err}");
    assert!(err.contains("interrupted at load factor") && err.contains("`rest`"), "{err}");
    let rows = fs::read_to_string(&csv).unwrap();
    let last: f64 = rows.lines().last().unwrap().split(',').next().unwrap().parse().unwrap();
    let run: serde_json::Value = serde_json::from_slice(&fs::read(here.join("rest/run.json")).unwrap()).unwrap();
    assert_eq!(run["outcome"], "interrupted");
    assert_eq!(run["path"].as_array().unwrap().last().unwrap()["load"], last);
    assert!(rows.ends_with('\n') && here.join("rest/sensors.npz").is_file() && here.join("rest/bodies.pvd").is_file());
    // The state of this load step is one that a run can start from.
    let (code, out, err) = call(&here, "run beam.toml --from rest");
    assert_eq!(code, 0, "{err}");
    assert!((out + &err).contains("has not finished (interrupted)"));
}
