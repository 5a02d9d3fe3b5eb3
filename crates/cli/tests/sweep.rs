//! `carom sweep` and `carom fmu` from outside: tables, parts, going on, exit codes, messages.

mod common;

use common::{call, directory};
use std::fs;

const SLIDE: &str = r#"
name = "slide"
parameters = { mu = 0.3, v = 2 }
gravity = [0, 0, -10]
simulation = { step = 1e-3, until = 0.2 }
[bodies]
a = { type = "point_mass", mass = 1, velocity = ["v", 0, 0] }
[contacts]
floor = { type = "node_face", point = "a", plane = "ground", friction = "mu" }
[sensors]
x = { type = "position", of = "a", component = "x" }
"#;

/// The rows of a table by the number of the run.
fn rows(text: &str) -> Vec<(usize, String)> {
    let lines = text.lines().skip(2).map(|line| (line.split(',').next().unwrap().parse().unwrap(), line.to_owned()));
    let mut rows: Vec<_> = lines.collect();
    rows.sort();
    rows
}

#[test]
fn a_sweep_is_its_parts_and_goes_on_where_it_was_ended() {
    let here = directory("sweep");
    fs::write(here.join("slide.toml"), SLIDE).unwrap();
    let sweep = "sweep slide.toml --set mu=0:0.3:4 --set v=1,2 --quiet";
    assert_eq!(call(&here, sweep).0, 0);
    let table = here.join("out/slide-sweep/sweep.csv");
    let whole = fs::read_to_string(&table).unwrap();
    assert!(whole.starts_with("# carom sweep {") && whole.contains("\nrun,mu,v,x [m],error\n"), "{whole}");
    assert!(fs::read_to_string(here.join("out/slide-sweep/sweep.svg")).unwrap().contains("8 runs"));
    for (number, row) in rows(&whole) {
        let x: Vec<f64> = row.split(',').take(4).map(|x| x.parse().unwrap()).collect();
        // It slides all the time: v t − ½ μ g t².
        assert!((x[3] - (x[2] * 0.2 - 0.5 * x[1] * 10.0 * 0.04)).abs() < 1e-9, "{number}: {row}");
    }
    for part in 1..=3 {
        assert_eq!(call(&here, &format!("{sweep} --out parts --shard {part}/3")).0, 0);
    }
    let read = |part| fs::read_to_string(here.join(format!("parts/sweep-{part}-of-3.csv"))).unwrap();
    let mut parts: Vec<_> = (1..=3).flat_map(|part| rows(&read(part))).collect();
    parts.sort();
    assert_eq!(parts, rows(&whole));
    // Ended in the middle of a line.
    let cut: String = whole.lines().take(5).map(|line| format!("{line}\n")).collect();
    fs::write(&table, format!("{cut}7,0.3")).unwrap();
    let (code, out, err) = call(&here, sweep.trim_end_matches("--quiet"));
    assert!(code == 0 && out.contains("8 runs, 3 of them before, 0 failed"), "{out}{err}");
    assert_eq!(rows(&fs::read_to_string(&table).unwrap()), rows(&whole));
    // Another sweep has another table.
    let (code, _, err) = call(&here, "sweep slide.toml --set mu=0:0.3:5 --set v=1,2");
    assert!(code == 2 && err.contains("holds another sweep"), "{err}");
}

#[test]
fn failed_runs_stay_in_the_table_and_bad_words_are_refused() {
    let here = directory("sweep-bad");
    fs::write(here.join("slide.toml"), SLIDE).unwrap();
    let (code, out, err) = call(&here, "sweep slide.toml --set mu=0.1,-1,0.2");
    assert!(code == 1 && out.contains("3 runs, 1 failed"), "{out}{err}");
    let table = fs::read_to_string(here.join("out/slide-sweep/sweep.csv")).unwrap();
    assert!(rows(&table)[1].1.contains("friction is"), "{table}");
    for (arguments, message) in [
        ("--set mu=0:0.5", "FROM:TO:COUNT"),
        ("--set nu=0:1:3", "unknown parameter `nu`"),
        ("--set mu=0.2", "nothing is swept"),
        ("--set mu=0:1:3 --shard 4/3", "expected I/N"),
    ] {
        let (code, _, err) = call(&here, &format!("sweep slide.toml --out bad {arguments}"));
        assert!(code == 2 && err.contains(message), "{arguments}: {err}");
        assert!(!here.join("bad").exists(), "{arguments}");
    }
}

#[test]
fn an_fmu_needs_its_library() {
    let here = directory("fmu");
    fs::write(here.join("slide.toml"), SLIDE).unwrap();
    let (code, _, err) = call(&here, "fmu slide.toml --library none.so");
    assert!(code == 2 && err.contains("cannot read the library of FMUs, `none.so`"), "{err}");
    assert!(!here.join("slide.fmu").exists());
    // Any file is a library to it.
    let (code, out, err) = call(&here, "fmu slide.toml --library slide.toml --set mu=0.1");
    assert!(code == 0 && out == "slide.fmu: 0 inputs, 1 outputs, 2 parameters\n", "{out}{err}");
    assert!(fs::read(here.join("slide.fmu")).unwrap().starts_with(b"PK"));
}

#[test]
fn an_example_is_swept() {
    let here = directory("sweep_example");
    let model = common::root().join("examples/corners.toml");
    let (code, out, err) = call(&here, &format!("sweep {} --set d=0.25,0.3 --until 0.05 --out swept", model.display()));
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(rows(&fs::read_to_string(here.join("swept/sweep.csv")).unwrap()).len(), 2);
}
