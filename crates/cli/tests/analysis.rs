//! `carom static` and `carom modes` from outside: files, exit codes, messages, runs that start from an equilibrium, and numbers that make
//! no sense.

mod common;

use common::{call, directory, root};
use serde_json::Value;
use std::fs;
use std::time::{Duration, Instant};

const HANGING: &str = r#"
name = "hanging"
gravity = [0, 0, -10]
[parameters]
k = 400
[simulation]
step = 1e-3
until = 0.1
[ground]
points = { top = [0, 0, 1] }
[bodies.mass]
type = "point_mass"
mass = 2
[forces.spring]
type = "spring_damper"
a = "ground.top"
b = "mass"
stiffness = "k"
length = 1
[sensors.height]
type = "position"
of = "mass"
component = "z"
"#;

#[test]
fn static_records_the_path_and_a_state_that_runs_start_from() {
    let here = directory("static");
    fs::write(here.join("hanging.toml"), HANGING).unwrap();
    let (code, out, err) = call(&here, "static hanging.toml --set static.steps=4");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("in equilibrium") && out.contains("5.000000e-2 m at `mass`"), "{out}");
    let folder = here.join("out/hanging-static");
    for file in ["run.json", "sensors.csv", "sensors.npz", "state.bin", "bodies.pvd", "bodies/bodies_000004.vtu"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    let table = fs::read_to_string(folder.join("sensors.csv")).unwrap();
    assert!(table.starts_with("load [-],height [m]\n0,0\n0.25,-0.0125"), "{table}");
    // A run from the state, and one that finds it itself, stay where they are.
    for arguments in ["--from out/hanging-static", "--set simulation.initial=static"] {
        let (code, _, err) = call(&here, &format!("run hanging.toml {arguments} --quiet"));
        assert_eq!(code, 0, "{err}");
        let table = fs::read_to_string(here.join("out/hanging/sensors.csv")).unwrap();
        let last: f64 = table.lines().last().unwrap().split(',').nth(1).unwrap().parse().unwrap();
        assert!((last + 0.05).abs() < 1e-9, "{last}");
    }
    let (code, _, err) = call(&here, "run hanging.toml --from hanging.toml");
    assert_eq!(code, 2, "{err}");
}

#[test]
fn modes_are_a_table_and_films() {
    let here = directory("modes");
    fs::write(here.join("hanging.toml"), HANGING).unwrap();
    let (code, out, err) = call(&here, "modes hanging.toml --json --set k=800 --set modes.about=static");
    assert_eq!(code, 0, "{err}");
    let object: Value = serde_json::from_str(&out).unwrap();
    let highest = object["modes"][2]["frequency"].as_f64().unwrap();
    assert!((highest - 20.0 / std::f64::consts::TAU).abs() < 1e-9, "{highest}");
    let folder = here.join("out/hanging-modes");
    for file in ["run.json", "modes.csv", "modes.npz", "modes/mode_01.pvd", "modes/mode_03/mode_03_000015.vtu"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    // Fewer modes replace more, and leave nothing of them.
    let (code, out, err) = call(&here, "modes hanging.toml --set modes.count=1");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("modes about the initial state") && err.contains("not an equilibrium"), "{out}{err}");
    assert!(!folder.join("modes/mode_02.pvd").exists() && !folder.join("modes/mode_02").exists());
}

#[test]
fn failures_have_their_codes_and_say_what_to_do() {
    let here = directory("analysis-failures");
    let free = HANGING.split("[forces").next().unwrap().to_owned();
    fs::write(here.join("free.toml"), &free).unwrap();
    let (code, _, err) = call(&here, "static free.toml");
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("bodies.mass") && err.contains("moves away") && err.contains("free.toml:11"), "{err}");
    // A force that is not defined beyond two fifths of the way.
    let load = "[forces.pull]\ntype = \"force\"\non = \"mass\"\nforce = [0, 0, \"sqrt(0.02 + z)\"]\n";
    fs::write(here.join("pull.toml"), format!("{HANGING}{load}")).unwrap();
    // A model that cannot rest replaces nothing.
    assert!(!here.join("out/free-static").exists());
    let (code, _, err) = call(&here, "static pull.toml");
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("beyond load factor 0.4") && err.contains("not a number"), "{err}");
    let (code, _, err) = call(&here, "static pull.toml --set static.steps=0");
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("steps is 0"), "{err}");
    let (code, _, err) = call(&here, "modes pull.toml --set modes.cuont=3");
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("did you mean `count`"), "{err}");
}

/// The pendulum of the examples hangs, and swings about that with √(m g l / J).
#[test]
fn an_example_rests_and_swings() {
    let here = directory("analysis-example");
    let model = root().join("examples/pendulum.toml");
    let (code, _, err) = call(&here, &format!("static {} --quiet --out rest", model.display()));
    assert_eq!(code, 0, "{err}");
    let (code, out, err) = call(&here, &format!("modes {} --set modes.about=static --json", model.display()));
    assert_eq!(code, 0, "{err}");
    let object: Value = serde_json::from_str(&out).unwrap();
    assert!(object["modes"].as_array().unwrap().iter().all(|mode| mode["frequency"].as_f64().unwrap() > 0.0), "{out}");
}

#[test]
fn a_sensor_named_load_is_refused_by_static_with_the_reason() {
    let here = directory("static-load");
    let model = "gravity = [0, 0, -10]\n[bodies.b]\ntype = 'point_mass'\nmass = 1\n[forces.s]\ntype = 'spring_damper'\na = 'ground.top'\n\
                 b = 'b'\nstiffness = 100\nlength = 1\n[ground]\npoints = { top = [0, 0, 1] }\n[sensors.load]\ntype = 'energy'\n\
                 quantity = 'kinetic'\n";
    fs::write(here.join("model.toml"), model).unwrap();
    let (code, _, err) = call(&here, "static model.toml");
    assert!(code == 2 && err.contains("`load` is reserved"), "{code} {err}");
}

/// What is not finite is refused with its place; a mass that numbers do not carry is said before the run, which does not end as if it
/// had been right.
#[test]
fn nonsense_does_not_end_well() {
    let here = directory("nonsense");
    let ball = "gravity = [0, 0, -9.81]\n[bodies.ball]\ntype = \"sphere\"\nradius = 0.05\ndensity = 1000\nvelocity = [3, 1e308, 1]\n";
    fs::write(here.join("overflow.toml"), ball).unwrap();
    let (code, _, err) = call(&here, "run overflow.toml");
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("overflow.toml:2") && err.contains("not a finite number at t = 0"), "{err}");
    let masses = "plane = \"xy\"\ngravity = [0, -9.81, 0]\nsimulation = { step = 1e-3, until = 5 }\n\
                  [bodies]\na = { type = \"point_mass\", mass = 1, position = [1, 0, 0] }\n\
                  b = { type = \"point_mass\", mass = 1e12, position = [2, 0, 0] }\n\
                  [joints]\nja = { type = \"distance\", a = \"ground\", b = \"a\" }\njb = { type = \"distance\", a = \"a\", b = \"b\" }\n";
    fs::write(here.join("masses.toml"), masses).unwrap();
    let (code, _, err) = call(&here, "run masses.toml");
    assert!(err.contains("times the mass of `a`"), "{err}");
    assert_eq!(code, 1, "{err}");
}

/// Loads that no structure carries: an answer within seconds.
#[test]
fn absurd_loads_are_answered_at_once() {
    let here = directory("absurd");
    let text = "gravity = [0, 0, -1e308]\nsimulation = { initial = \"static\" }\n[bodies.arm]\ntype = \"beam\"\nstart = \"ground\"\nend = [1, 0, 0]\n\
                elements = 2\nsection = { type = \"circle\", radius = 0.01 }\nyoung = 7e10\npoisson = 0.33\ndensity = 2700\n";
    fs::write(here.join("absurd.toml"), text).unwrap();
    let start = Instant::now();
    for command in ["static", "check", "run", "modes --set modes.about=static"] {
        let (code, _, err) = call(&here, &format!("{command} absurd.toml"));
        assert_eq!(code, 2, "{command}: {err}");
        assert!(err.contains("no finite number"), "{command}: {err}");
    }
    // Each takes milliseconds; a machine that is busy may take a while to start them.
    assert!(start.elapsed() < Duration::from_secs(60));
}

/// `check` has words for steps that are longer than a vibration, and a step with its reason.
#[test]
fn check_suggests_a_step() {
    let here = directory("suggested");
    let text = "simulation = { step = 0.1, until = 1 }\n[bodies.m]\ntype = \"point_mass\"\nmass = 1\nposition = [0.5, 0, 0]\n\
                [forces.s]\ntype = \"spring_damper\"\na = \"ground\"\nb = \"m\"\nstiffness = 1e4\nlength = 0.5\n";
    fs::write(here.join("spring.toml"), text).unwrap();
    let (code, out, err) = call(&here, "check spring.toml");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("period 6.283e-2 s, less than a step"), "{out}");
    assert!(out.contains("suggested step      2e-3 s: 20 steps in the period of the fastest vibration"), "{out}");
}
