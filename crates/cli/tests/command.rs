//! The command from outside: files, exit codes, JSON, messages.

mod common;

use common::{call, directory, root};
use serde_json::Value;
use std::fs;
use std::path::Path;

const BALL: &str = r#"
name = "ball"
gravity = [0, 0, -9.81]
[parameters]
e = 0.5
[simulation]
step = 1e-3
until = 0.6
[bodies.ball]
type = "point_mass"
mass = 1
position = [0, 0, 0.2]
shapes = [{ type = "sphere", radius = 0.05 }]
[contacts.floor]
type = "node_face"
point = "ball"
plane = "ground"
restitution = "e"
[sensors.height]
type = "position"
of = "ball"
component = "z"
"#;

fn write(directory: &Path, name: &str, text: &str) {
    let path = directory.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn a_run_writes_all_files_and_a_summary() {
    let here = directory("run");
    write(&here, "ball.toml", BALL);
    let (code, out, err) = call(&here, "run ball.toml --set e=0.8");
    assert_eq!(code, 0, "{err}");
    for words in
        ["ball: finished at t = 0.6 s", "600 of 0.001 s", "velocity jump", "cut steps", "remainder", "out/ball"]
    {
        assert!(out.contains(words), "{words} is not in\n{out}");
    }
    let files = [
        "run.json",
        "sensors.csv",
        "sensors.npz",
        "sensors.svg",
        "contacts.csv",
        "contacts.npz",
        "contact_points.npz",
        "energy.csv",
        "energy.npz",
        "energy.svg",
        "strobe.svg",
        "bodies.pvd",
        "bodies/bodies_000200.vtu",
        "checkpoint.bin",
    ];
    for file in files {
        assert!(here.join("out/ball").join(file).is_file(), "{file}");
    }
    let csv = fs::read_to_string(here.join("out/ball/sensors.csv")).unwrap();
    assert_eq!((csv.lines().next(), csv.lines().count()), (Some("time [s],height [m]"), 602));
    // Once more: replaced, with a note.
    let (code, _, err) = call(&here, "run ball.toml --until 0.1");
    assert!(code == 0 && err.contains("replaced"), "{err}");
    assert_eq!(fs::read_to_string(here.join("out/ball/sensors.csv")).unwrap().lines().count(), 102);
}

#[test]
fn results_of_a_model_toml_are_named_after_its_folder() {
    let here = directory("folder");
    write(&here, "toys/top/model.toml", BALL);
    assert_eq!(call(&here, "run toys/top/model.toml -q"), (0, String::new(), String::new()));
    assert!(here.join("out/top/run.json").is_file());
    assert_eq!(call(&here.join("toys/top"), "run model.toml -q --out ../results").0, 0);
    assert!(here.join("toys/results/run.json").is_file());
}

#[test]
fn json_is_one_object_with_the_statistics_of_run_json() {
    let here = directory("json");
    write(&here, "ball.toml", BALL);
    let (code, out, _) = call(&here, "run ball.toml --json --step 2e-3");
    let printed: Value = serde_json::from_str(&out).unwrap();
    let stored: Value = serde_json::from_str(&fs::read_to_string(here.join("out/ball/run.json")).unwrap()).unwrap();
    assert_eq!(
        (code, printed["outcome"].as_str(), printed["statistics"]["steps"].as_u64()),
        (0, Some("finished"), Some(300))
    );
    assert_eq!((&printed["statistics"], &printed["energy"]), (&stored["statistics"], &stored["energy"]));
    assert_eq!((&printed["warnings"], &stored["warnings"]), (&Value::from(Vec::<Value>::new()), &printed["warnings"]));
    assert_eq!(stored["overrides"][0][1], "2e-3");
    let (code, out, _) = call(&here, "check ball.toml --json");
    let checked: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &checked["ok"], &checked["mobility"]), (0, &Value::from(true), &Value::from(3)));
    let (code, out, _) = call(&here, "schema");
    assert!(code == 0 && serde_json::from_str::<Value>(&out).unwrap().is_object());
}

#[test]
fn bad_arguments_and_models_exit_with_2_and_leave_results_alone() {
    let here = directory("bad");
    write(&here, "ball.toml", BALL);
    assert_eq!(call(&here, "run ball.toml -q").0, 0);
    let before = fs::read(here.join("out/ball/sensors.csv")).unwrap();
    let cases = [
        (BALL.replace("mass = 1", "mas = 1"), "ball.toml:11:"),
        (BALL.replace("mass = 1", "mass = -1"), "ball.toml:11:"),
        (BALL.replace("[0, 0, 0.2]", "[0, 0, -0.2]"), "ball.toml:14:"),
        (BALL.replace("step = 1e-3", "step = 0"), "ball.toml:7:"),
    ];
    for (text, place) in cases {
        write(&here, "ball.toml", &text);
        for command in ["run ball.toml", "check ball.toml"] {
            let (code, _, err) = call(&here, command);
            assert!(code == 2 && err.contains(place) && err.contains("Help"), "{command} in {place}: {code}\n{err}");
        }
        let (_, out, _) = call(&here, "run ball.toml --json");
        let refused: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(refused["outcome"], "refused");
        assert!(refused["errors"][0]["line"].as_u64() > Some(0));
    }
    write(&here, "ball.toml", BALL);
    let refused = [
        "",
        "run",
        "run missing.toml",
        "run ball.toml --set e",
        "run ball.toml --set ee=1",
        "run ball.toml --step x",
        "run ball.toml --out toys",
        "resume toys",
        "check missing.toml",
        "verify no-such-row",
        "frobnicate",
    ];
    write(&here, "toys/mine.txt", "not yours");
    for arguments in refused {
        let (code, _, err) = call(&here, arguments);
        assert!(code == 2 && !err.is_empty(), "`carom {arguments}`: {code}\n{err}");
    }
    assert_eq!(fs::read_dir(here.join("toys")).unwrap().count(), 1);
    assert_eq!(before, fs::read(here.join("out/ball/sensors.csv")).unwrap());
}

#[test]
fn a_simulation_that_fails_exits_with_1_and_leaves_its_results() {
    let here = directory("fails");
    let force = "[forces.bad]\ntype = \"force\"\non = \"ball\"\nforce = [0, 0, \"sqrt(0.3 - t)\"]\n";
    write(&here, "ball.toml", &format!("{BALL}\n{force}"));
    let (code, out, err) = call(&here, "run ball.toml");
    assert!(code == 1 && out.contains("failed at t = 0.3") && err.contains("error: no step"), "{out}\n{err}");
    assert!(out.contains("halved"), "{out}");
    assert!(here.join("out/ball/sensors.npz").is_file());
}

#[test]
fn the_catalog_is_listed_and_filtered() {
    let here = directory("list");
    let (code, out, _) = call(&here, "list");
    assert!(code == 0 && ["rigid_body", "hinge", "node_face", "decoupled"].iter().all(|kind| out.contains(kind)));
    let (code, out, _) = call(&here, "list hinge");
    assert!(code == 0 && out.contains("hinge") && !out.contains("point_mass"));
    assert_eq!(call(&here, "list xylophone").0, 2);
    assert!(call(&here, "list --markdown").1.starts_with("# Reference"));
}

/// A verification of one row that takes a moment.
#[test]
fn a_row_is_verified_and_printed_as_json() {
    let here = directory("verify");
    let (code, out, err) = call(&here, "verify bouncing-ball --json --markdown page.md");
    assert_eq!(code, 0, "{err}");
    let rows: Value = serde_json::from_str(&out).unwrap();
    let keys = ["id", "quantity", "published", "computed", "unit", "tolerance", "met", "source"];
    for row in rows.as_array().unwrap() {
        assert!(keys.iter().all(|key| row.get(key).is_some()), "{row}");
    }
    assert!(fs::read_to_string(here.join("page.md")).unwrap().contains("bouncing-ball"));
}

#[test]
fn every_example_is_short_runs_and_has_nothing_to_warn_of() {
    let here = directory("examples");
    let mut count = 0;
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let model = path.to_str().unwrap();
        let (code, out, err) = common::outcome(&common::carom(&here).args(["check", model]).output().unwrap());
        assert!(code == 0 && err.is_empty() && out.contains("can run             yes"), "{model}\n{out}{err}");
        let (code, out, err) = common::outcome(&common::carom(&here).args(["run", model]).output().unwrap());
        // On a slow machine a run tells its progress.
        let warns = err.lines().any(|line| !line.is_empty() && !line.contains('%'));
        assert!(code == 0 && !warns && out.contains("finished"), "{model}\n{out}{err}");
        assert!(fs::read_to_string(&path).unwrap().lines().count() <= 40, "{model} is too long for a newcomer");
        count += 1;
    }
    assert!(count >= 5);
}

#[test]
fn a_directory_with_other_files_is_refused_and_files_beside_a_result_stay() {
    let here = directory("foreign");
    write(&here, "ball.toml", BALL);
    write(&here, "mine/thesis.tex", "mine");
    let (code, _, err) = call(&here, "run ball.toml --until 0.01 --out mine");
    assert!(code == 2 && err.contains("mine"), "{err}");
    assert_eq!(fs::read_dir(here.join("mine")).unwrap().count(), 1);
    assert_eq!(call(&here, "run ball.toml --until 0.01 --out results -q").0, 0);
    write(&here, "results/notes.txt", "mine");
    write(&here, "results/bodies/mine.vtu", "mine");
    assert_eq!(call(&here, "run ball.toml --until 0.01 --out results -q").0, 0);
    for file in ["results/notes.txt", "results/bodies/mine.vtu"] {
        assert_eq!(fs::read_to_string(here.join(file)).unwrap(), "mine");
    }
}

/// A motor turns a bar into a wall: motor, hinge and wall cannot all hold.
const BAR: &str = r#"
plane = "xy"
gravity = [0, -9.81, 0]
simulation = { step = 1e-2, until = 0.74, contact_solver = "newton" }
[parameters]
l = 0.5
phi = "60*pi/180"
[bodies.bar]
type = "rigid_body"
mass = 1.2
inertia = "1.2*l^2/12"
position = ["l/2*sin(phi)", "-l/2*cos(phi)", 0]
rotation = "phi"
points = { top = [0, "l/2", 0], tip = [0, "-l/2", 0] }
[joints.pivot]
type = "hinge"
a = "ground"
b = "bar.top"
[joints.motor]
type = "motion"
joint = "pivot"
motion = "-2*t^2"
[contacts.wall]
type = "node_face"
point = "bar.tip"
plane = "ground"
origin = [0, "-l", 0]
normal = [1, 0, 0]
restitution = 0.6
friction = 0.2
"#;

/// They were mentioned in the summary only.
#[test]
fn constraints_that_cannot_all_hold_are_warned_about_at_once() {
    let here = directory("conflict");
    write(&here, "bar.toml", BAR);
    let (code, out, err) = call(&here, "run bar.toml");
    let lines: Vec<&str> = err.lines().filter(|line| line.starts_with("warning: t = ")).collect();
    assert!(code == 0 && lines.len() == 1, "{err}");
    assert!(lines[0].contains("cannot all hold") && lines[0].contains("`wall`, `pivot`"), "{err}");
    // The same time as in the summary.
    let time = lines[0].split([' ', ':']).nth(4).unwrap();
    assert!(out.contains(&format!("first at t = {time} s")), "{time}: {out}");
}

#[test]
fn a_model_comes_from_standard_input_and_keys_are_removed() {
    use std::io::Write;
    use std::process::Stdio;
    let here = directory("stdin");
    let mut command = common::carom(&here);
    command.args(["run", "-", "--quiet", "--unset", "contacts.floor", "--set", "gravity=[0, 0, -1]"]);
    command.args(["--set", "simulation.frames=0", "--set", "simulation.until=0.1"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(BALL.as_bytes()).unwrap();
    let (code, _, err) = common::outcome(&child.wait_with_output().unwrap());
    assert_eq!(code, 0, "{err}");
    let run: Value = serde_json::from_str(&fs::read_to_string(here.join("out/stdin/run.json")).unwrap()).unwrap();
    assert!(run["sources"][0]["name"] == "stdin" && !here.join("out/stdin/bodies.pvd").exists());
    let rows = fs::read_to_string(here.join("out/stdin/sensors.csv")).unwrap();
    let last: f64 = rows.lines().last().unwrap().split(',').nth(1).unwrap().parse().unwrap();
    // 0.2 − ½ t² of a fall at 1 m/s².
    assert!((last - 0.195).abs() < 1e-12, "{last}");
    let (code, _, err) = call(&here, "check - --set e=");
    assert!(code == 2 && err.contains("--unset e removes it"), "{err}");
}
