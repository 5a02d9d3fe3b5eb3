//! Faults: runs that are killed (−9) at random moments, that meet a limit of the size of files, or a full disk, can be resumed, and all
//! results, products included, are those of an undisturbed run, bit for bit. Directories have one writer.
//!
//! `cargo test` kills each of four models a few times. For 200 kills and more:
//!
//!     CAROM_KILLS=50 cargo test --release -p carom-cli --test faults -- --nocapture kills

#![cfg(unix)]

mod common;

use common::{call, carom, directory, outcome, root};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A bar that bounces: joint, contact, friction, pictures, and forces from impulses when the run has ended.
const BAR: &str = r#"
plane = "xy"
gravity = [0, -9.81, 0]
simulation = { step = 1e-3, until = 4 }
[bodies.bar]
type = "rigid_body"
mass = 1.2
inertia = 0.025
position = [0.25, 0, 0]
points = { left = [-0.25, 0, 0], right = [0.25, 0, 0] }
shapes = [{ type = "box", size = [0.5, 0.02, 0.02] }]
[joints.pivot]
type = "hinge"
a = "ground"
b = "bar.left"
[contacts.wall]
type = "node_face"
point = "bar.right"
plane = "ground"
origin = [-0.1, 0, 0]
normal = [1, 0, 0]
friction = 0.3
restitution = 0.7
[sensors]
angle = { type = "angle", joint = "pivot" }
force = { type = "joint_force", joint = "pivot" }
[post.wall]
type = "contact_force"
contact = "wall"
stiffness = 1e9
exponent = 1.5
"#;

/// A cube of 729 hexahedra that falls on a rough floor.
const SOLID: &str = r#"
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 0.01, checkpoint_every = 2 }
[bodies.b]
type = "solid"
mesh = { type = "box", size = [0.1, 0.1, 0.1], elements = [9, 9, 9] }
young = 1e6
poisson = 0.3
density = 1000
position = [0, 0, 0.053]
velocity = [0.2, 0, -1]
[contacts.f]
type = "nodes_plane"
body = "b"
plane = "ground"
friction = 0.3
[sensors.e]
type = "strain_energy"
of = "b"
"#;

/// Balls that fall into a box: detected contacts, sweeps, many frames and contact points.
const BALLS: &str = r#"
gravity = [0, 0, -9.81]
simulation = { step = 2e-3, until = 0.3, checkpoint_every = 25, record_every = 3 }
[ground]
shapes = [{ type = "container", size = [0.25, 0.25, 0.2] }]
[bodies.balls]
type = "spheres"
radius = [0.02, 0.025]
density = 2500
grid = { count = [4, 4, 3], spacing = 0.055, origin = [-0.08, -0.08, 0.03], jitter = 2e-3 }
[contacts.all]
type = "collision"
friction = 0.4
restitution = 0.3
[sensors.first]
type = "position"
of = "balls_1"
"#;

/// Steps whose size follows their error.
const ADAPTIVE: &str = r#"
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 3, error_tolerance = 1e-6 }
[bodies.ball]
type = "point_mass"
mass = 0.1
position = [0, 0, 0.5]
velocity = [0.3, 0, 0]
shapes = [{ type = "sphere", radius = 0.02 }]
[bodies.bob]
type = "point_mass"
mass = 0.2
position = [1, 0, 1]
[forces.spring]
type = "spring_damper"
a = "ball"
b = "bob"
stiffness = 40
length = 0.8
[contacts.floor]
type = "node_face"
point = "ball"
plane = "ground"
restitution = 0.8
friction = 0.2
[sensors]
ball = { type = "position", of = "ball" }
step = { type = "step_size" }
"#;

const MODELS: [(&str, &str); 4] = [("bar", BAR), ("solid", SOLID), ("balls", BALLS), ("adaptive", ADAPTIVE)];

/// Numbers without a pattern, the same in every run of the test.
struct Chance(u64);

impl Chance {
    /// In [0, 1).
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[(self.next() * list.len() as f64) as usize]
    }
}

/// All files of a result with their content. Seconds of computing differ; a checkpoint has them, and is not a result.
fn contents(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut out = BTreeMap::new();
    let mut folders = vec![directory.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(directory).unwrap().to_owned();
            let content = match name.to_str().unwrap() {
                "checkpoint.bin" => continue,
                "run.json" => {
                    let mut run: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
                    for clock in ["seconds", "steps_per_second"] {
                        run["statistics"][clock] = Value::Null;
                    }
                    run.to_string().into_bytes()
                }
                _ => fs::read(&path).unwrap(),
            };
            out.insert(name, content);
        }
    }
    out
}

fn assert_same(expected: &BTreeMap<PathBuf, Vec<u8>>, directory: &Path, what: &str) {
    let found = contents(directory);
    let names = |list: &BTreeMap<PathBuf, Vec<u8>>| list.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(expected), names(&found), "{what}");
    for (name, content) in expected {
        assert!(*content == found[name], "{what}: {} differs", name.display());
    }
}

/// The results of an undisturbed run, and how long it took.
fn undisturbed(here: &Path, name: &str, text: &str) -> (BTreeMap<PathBuf, Vec<u8>>, Duration) {
    fs::write(here.join(format!("{name}.toml")), text).unwrap();
    let begun = Instant::now();
    let (code, out, err) = call(here, &format!("run {name}.toml --out whole -q"));
    assert_eq!(code, 0, "{out}{err}");
    let took = begun.elapsed();
    (contents(&here.join("whole")), took)
}

/// Goes on after a fault, or begins anew where nothing had begun, to the end.
fn recover(here: &Path, name: &str, what: &str) {
    let begun = here.join("parts/run.json").is_file();
    let command = if begun { "resume parts -q".to_owned() } else { format!("run {name}.toml --out parts -q") };
    let (code, out, err) = call(here, &command);
    assert_eq!(code, 0, "{what}: {command}\n{out}{err}");
}

/// When a run is killed.
#[derive(Debug)]
enum Moment {
    After(Duration),
    /// As soon as a file is there.
    File(String),
}

fn kill(here: &Path, command: &str, moment: &Moment) {
    let mut child = carom(here);
    child.args(command.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    let begun = Instant::now();
    let mut child = child.spawn().unwrap();
    while child.try_wait().unwrap().is_none() {
        let is_due = match moment {
            Moment::After(time) => begun.elapsed() >= *time,
            Moment::File(name) => here.join("parts").join(name).is_file(),
        };
        if is_due {
            child.kill().unwrap();
            break;
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    child.wait().unwrap();
}

#[test]
fn kills_at_any_moment_lose_nothing() {
    let kills = std::env::var("CAROM_KILLS").map_or(3, |text| text.parse().unwrap());
    for (name, text) in MODELS {
        let here = directory(&format!("kill-{name}"));
        let (expected, took) = undisturbed(&here, name, text);
        let products: Vec<String> = expected.keys().map(|path| path.display().to_string()).collect();
        let mut chance = Chance(name.len() as u64);
        for k in 0..kills {
            let moment = |chance: &mut Chance| match k % 3 {
                1 => Moment::File(chance.pick(&products).clone()),
                _ => Moment::After(took.mul_f64(1.05 * chance.next())),
            };
            let first = moment(&mut chance);
            let what = format!("{name}, kill {k}: {first:?}");
            if here.join("parts").exists() && k % 2 == 0 {
                // Every other run begins over the results of the one before.
                fs::remove_dir_all(here.join("parts")).unwrap();
            }
            kill(&here, &format!("run {name}.toml --out parts -q"), &first);
            if k % 4 == 3 && here.join("parts/run.json").is_file() {
                kill(&here, "resume parts -q", &moment(&mut chance));
            }
            recover(&here, name, &what);
            assert_same(&expected, &here.join("parts"), &what);
            println!("{what}: resumed to the same {} files", expected.len());
        }
    }
}

/// Files that may not grow beyond a limit: one sentence, exit code 1, and nothing lost.
#[test]
fn a_limit_of_the_size_of_files_loses_nothing() {
    let trials = std::env::var("CAROM_KILLS").map_or(3, |text| text.parse().unwrap());
    for (name, text) in [("bar", BAR), ("balls", BALLS)] {
        let here = directory(&format!("limit-{name}"));
        let (expected, _) = undisturbed(&here, name, text);
        let largest = expected.values().map(Vec::len).max().unwrap() as f64;
        let mut chance = Chance(7);
        for k in 0..trials {
            // In blocks of 512 bytes; from files of nothing to all but the largest.
            let blocks = if k == 0 { 0 } else { (largest * chance.next().powi(2) / 512.0) as u64 };
            let _ = fs::remove_dir_all(here.join("parts"));
            let script = format!("ulimit -f {blocks}; exec \"$0\" run {name}.toml --out parts -q");
            let limited =
                Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_carom")]).current_dir(&here).output();
            let (code, out, err) = outcome(&limited.unwrap());
            let what = format!("{name}, limit of {blocks} blocks: {out}{err}");
            // At the start it is the directory that cannot be used, and exit code 2.
            assert!(code == 1 || code == 2, "{what}");
            assert!(err.starts_with("error: ") && err.contains("File too large"), "{what}");
            assert_eq!(err.lines().filter(|line| line.starts_with("error")).count(), 1, "{what}");
            recover(&here, name, &what);
            assert_same(&expected, &here.join("parts"), &what);
        }
    }
}

/// A disk of a few hundred kilobytes, which is made larger when it is full. Such a disk can be made by whoever may make name spaces.
#[test]
fn a_full_disk_loses_nothing() {
    let is_possible = |script: &str| {
        Command::new("unshare").args(["-rm", "sh", "-c", script]).output().is_ok_and(|output| output.status.success())
    };
    for (name, text) in [("bar", BAR), ("balls", BALLS)] {
        let here = directory(&format!("disk-{name}"));
        fs::create_dir(here.join("disk")).unwrap();
        if !is_possible(&format!("mount -t tmpfs -o size=64k none {}", here.join("disk").display())) {
            println!("no disks can be made here; the limit of the size of files is the test of writers that fail");
            return;
        }
        let (expected, _) = undisturbed(&here, name, text);
        let total = expected.values().map(Vec::len).sum::<usize>();
        for share in [0.02, 0.3, 0.8] {
            let kilobytes = (share * total as f64 / 1024.0) as usize + 8;
            let _ = fs::remove_dir_all(here.join("parts"));
            let script = format!(
                "mount -t tmpfs -o size={kilobytes}k none disk || exit 99
                 \"$0\" run {name}.toml --out disk/parts -q; first=$?
                 mount -o remount,size=64m disk || exit 99
                 if [ -f disk/parts/run.json ]; then \"$0\" resume disk/parts -q; else \"$0\" run {name}.toml --out disk/parts -q; fi
                 second=$?
                 cp -r disk/parts parts && echo $first $second"
            );
            let mut command = Command::new("unshare");
            command.args(["-rm", "sh", "-c", &script, env!("CARGO_BIN_EXE_carom")]).current_dir(&here);
            let (_, out, err) = outcome(&command.output().unwrap());
            let what = format!("{name}, {kilobytes} kB: {out}{err}");
            assert!(out.trim() == "1 0" || out.trim() == "2 0", "{what}");
            assert!(err.contains("No space left on device"), "{what}");
            assert_same(&expected, &here.join("parts"), &what);
        }
    }
}

/// Both ended with exit code 0 and a mixture.
#[test]
fn a_directory_has_one_writer() {
    let here = directory("two");
    fs::write(here.join("bar.toml"), BAR.replace("until = 4", "until = 600")).unwrap();
    let mut first = carom(&here);
    first.args("run bar.toml --out parts -q".split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    let mut first = first.spawn().unwrap();
    let begun = Instant::now();
    while !here.join("parts/checkpoint.bin").is_file() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the command does not begin");
        std::thread::sleep(Duration::from_millis(2));
    }
    let before = fs::read(here.join("parts/run.json")).unwrap();
    for command in ["run bar.toml --out parts", "resume parts", "static bar.toml --out parts", "forces parts"] {
        let (code, out, err) = call(&here, command);
        let who = format!("is being written by process {}", first.id());
        assert!(code == 2 && err.contains(&who), "{command}: {out}{err}");
    }
    // The run may have said meanwhile that it is running.
    assert!(before.len().abs_diff(fs::read(here.join("parts/run.json")).unwrap().len()) < 10);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(here.join("parts/.carom.lock").is_file(), "a killed run leaves its lock");
    let (code, _, err) = call(&here, "run bar.toml --out parts --until 0.1 -q");
    assert!(code == 0 && !here.join("parts/.carom.lock").exists(), "{err}");
}

/// Meshes were looked for from the folder that the run was started in.
#[test]
fn runs_resume_from_anywhere_and_without_their_meshes() {
    let here = directory("elsewhere");
    fs::create_dir_all(here.join("models/meshes")).unwrap();
    fs::copy(root().join("crates/carom/tests/meshes/brick41.msh"), here.join("models/meshes/brick.msh")).unwrap();
    let text = "gravity = [0, 0, -9.81]\nsimulation = { step = 1e-3, until = 0.05, checkpoint_every = 5 }\n\
         [bodies.brick]\ntype = 'solid'\nmesh = { type = 'gmsh', file = 'meshes/brick.msh' }\nyoung = 1e6\npoisson = 0.3\ndensity = 1000\n\
         [sensors]\ne = { type = 'strain_energy', of = 'brick' }\n";
    fs::write(here.join("models/brick.toml"), text).unwrap();
    let (code, _, err) = call(&here.join("models"), "run brick.toml --out ../whole -q");
    assert_eq!(code, 0, "{err}");
    let expected = contents(&here.join("whole"));
    assert!(expected.contains_key(Path::new("data/000_brick.msh")));
    kill(
        &here.join("models"),
        "run brick.toml --out ../parts -q",
        &Moment::File("../../parts/checkpoint.bin".to_owned()),
    );
    // Another run has a mesh of its own there.
    fs::rename(here.join("models"), here.join("old")).unwrap();
    fs::create_dir(here.join("work")).unwrap();
    let (code, out, err) = call(&here.join("work"), "resume ../parts");
    assert_eq!(code, 0, "{out}{err}");
    assert_same(&expected, &here.join("parts"), "resumed elsewhere");
    // A copy that was changed is noticed.
    let mut run: Value = serde_json::from_slice(&fs::read(here.join("parts/run.json")).unwrap()).unwrap();
    run["outcome"] = "interrupted".into();
    fs::write(here.join("parts/run.json"), run.to_string()).unwrap();
    let copy = here.join("parts/data/000_brick.msh");
    fs::write(&copy, fs::read_to_string(&copy).unwrap() + "\n").unwrap();
    let (code, _, err) = call(&here.join("work"), "resume ../parts");
    assert!(code == 2 && err.contains("a mesh that its model reads has changed"), "{err}");
}

#[test]
fn a_directory_or_file_that_cannot_be_written_is_named_in_one_sentence() {
    let here = directory("unwritable");
    fs::write(here.join("bar.toml"), BAR.replace("until = 4", "until = 0.1")).unwrap();
    // Who may write everywhere cannot be kept out by permissions; a file in the way keeps everyone out.
    fs::write(here.join("file"), "").unwrap();
    let (code, out, err) = call(&here, "run bar.toml --out file/results");
    assert!(code == 2 && out.is_empty() && err.lines().count() == 1 && err.contains("`file/results`"), "{err}");
    assert_eq!(call(&here, "run bar.toml --out results -q").0, 0);
    // A folder where a product belongs: all others are there, and the run can be resumed when it is gone.
    for name in ["energy.npz", "strobe.svg"] {
        fs::remove_file(here.join("results").join(name)).unwrap();
        fs::create_dir(here.join("results").join(name)).unwrap();
    }
    let (code, _, err) = call(&here, "run bar.toml --out results -q");
    assert!(code == 1 && err.contains("energy.npz") && err.contains("carom resume results"), "{err}");
    for name in ["sensors.csv", "sensors.npz", "sensors.svg", "energy.csv", "contact_points.npz"] {
        assert!(here.join("results").join(name).is_file(), "{name}");
    }
    let run: Value = serde_json::from_slice(&fs::read(here.join("results/run.json")).unwrap()).unwrap();
    assert!(run["outcome"] == "interrupted" && run["error"].as_str().unwrap().contains("energy.npz"));
    for name in ["energy.npz", "strobe.svg"] {
        fs::remove_dir(here.join("results").join(name)).unwrap();
    }
    let (code, _, err) = call(&here, "resume results -q");
    assert!(code == 0 && here.join("results/energy.npz").is_file(), "{err}");
}

#[test]
fn a_run_that_nobody_can_have_meant_wants_to_be_confirmed() {
    let here = directory("large");
    let model = "gravity = [0, 0, -9.81]\nsimulation = { step = 1e-12, until = 1e-3 }\n[bodies.b]\ntype = 'point_mass'\nmass = 1\n\
         [sensors.p]\ntype = 'position'\nof = 'b'\n";
    fs::write(here.join("point.toml"), model).unwrap();
    let (code, out, err) = call(&here, "run point.toml");
    assert!(code == 2 && out.is_empty() && !here.join("out").exists(), "{out}{err}");
    assert!(err.contains("1,000,000,000 steps") && err.contains("--yes") && err.contains("large_run = true"), "{err}");
    let (_, _, err) = call(&here, "check point.toml");
    assert!(err.contains("1000000000 steps are planned"), "{err}");
    // Meant, it starts, and says that it does not record every step.
    for confirmed in ["--yes", "--set simulation.large_run=true"] {
        let mut command = carom(&here);
        command.args(["run", "point.toml"]).args(confirmed.split(' '));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let begun = Instant::now();
        while !here.join("out/point/checkpoint.bin").is_file() {
            assert!(begun.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none(), "{confirmed}");
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(100));
        child.kill().unwrap();
        let err = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
        assert!(err.contains("th step is recorded"), "{confirmed}: {err}");
        fs::remove_dir_all(here.join("out")).unwrap();
    }
}
