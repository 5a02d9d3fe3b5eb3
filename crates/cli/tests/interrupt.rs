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
fn checkpoints_of_other_formats_and_damaged_ones_are_refused() {
    let here = directory("formats");
    let (code, ..) = interrupt(start(&here), &here.join("parts/checkpoint.bin"), 1);
    assert_eq!(code, 130);
    let path = here.join("parts/checkpoint.bin");
    let good = fs::read(&path).unwrap();
    let (mut old, mut damaged) = (good.clone(), good.clone());
    old[8] = 1;
    damaged[40] ^= 1;
    let cases = [
        (&old[..], "is a checkpoint of format 1, this version of carom reads format 6: run the model again"),
        (&damaged[..], "is damaged: the checksum does not match"),
        (&good[..good.len() / 2], "is cut off"),
        (b"something else", "is not a checkpoint of carom"),
    ];
    for (bytes, message) in cases {
        fs::write(&path, bytes).unwrap();
        let (code, out, err) = call(&here, "resume parts");
        assert!(code == 2 && err.contains("parts/checkpoint.bin") && err.contains(message), "{out}{err}");
    }
    fs::write(&path, good).unwrap();
    assert_eq!(call(&here, "resume parts -q").0, 0);
}

#[test]
fn a_run_that_is_asked_to_end_is_readable() {
    let here = directory("terminate");
    let child = start(&here);
    let (code, out, err) = signal("-TERM", child, &here.join("parts/sensors.csv"), 10_000);
    assert!(code == 130 && out.contains("interrupted at"), "{out}{err}");
    assert!(here.join("parts/sensors.npz").is_file());
}

/// Marbles that meet in the first steps, with tolerances so tight that such a step takes many seconds, and is halved.
const PILE: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-2
until = 0.1
tolerance = 1e-13
constraint_tolerance = 1e-16
position_friction = "solved"
[ground]
shapes = [{ type = "container", size = [0.2, 0.2, 0.1] }]
[bodies.marbles]
type = "spheres"
radius = [0.009, 0.01]
density = 2500
grid = { count = [9, 9, 9], spacing = 0.0201, origin = [-0.081, -0.081, 0.0101], jitter = 4e-5 }
[contacts.all]
type = "collision"
friction = 0.5
rolling_resistance = 2e-4
"#;

/// The run went on to the end of the step, for 44 s in a pile.
#[test]
fn a_run_is_interrupted_within_a_step() {
    let here = directory("interrupt-step");
    fs::write(here.join("pile.toml"), PILE).unwrap();
    let mut command = carom(&here);
    command.args(["run", "pile.toml", "--out", "pile"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    while !here.join("pile/checkpoint.bin").is_file() {
        assert!(child.try_wait().unwrap().is_none(), "the command ended");
        std::thread::sleep(Duration::from_millis(2));
    }
    // Time to get into the sweeps of a step.
    std::thread::sleep(Duration::from_secs(2));
    assert!(child.try_wait().unwrap().is_none(), "the steps are too easy");
    let asked = Instant::now();
    let (code, out, err) = interrupt(child, &here.join("pile/checkpoint.bin"), 1);
    // A batch of work between two looks takes milliseconds; the rest is for machines under load.
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    assert!(code == 130 && out.contains("interrupted at"), "{out}{err}");
    let rows = fs::read_to_string(here.join("pile/energy.csv")).unwrap();
    assert!(rows.ends_with('\n') && rows.lines().count() > 1, "{rows}");
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
