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

#[test]
fn an_interrupted_run_is_readable_and_resumes_bit_for_bit() {
    let here = directory("interrupt");
    let child = start(&here);
    let csv = here.join("parts/sensors.csv");
    let begun = Instant::now();
    while fs::metadata(&csv).map_or(0, |m| m.len()) < 10_000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the run does not begin");
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let (code, out, err) = outcome(&child.wait_with_output().unwrap());
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
