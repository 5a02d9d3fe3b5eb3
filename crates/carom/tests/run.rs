//! Sessions: interrupted and resumed runs leave the same bytes, output times are hit, failures leave readable results,
//! bad starts touch nothing, and `check` sees what is wrong.

use carom::record::{csv, file, run_json};
use carom::run::{Ending, Session, SessionError, check};
use carom::spec::{Loaded, load_str};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A hinged rod that swings against a wall: joint, contact, friction, shapes.
const CLAPPER: &str = r#"
name = "clapper"
plane = "xy"
gravity = [0, -9.81, 0]
[parameters]
mu = 0.2
[simulation]
step = 1e-3
until = 0.8
checkpoint_every = 40
[bodies.rod]
type = "rigid_body"
mass = 1
inertia = 0.1
position = [0.5, 0, 0]
points = { end = [-0.5, 0, 0], tip = [0.5, 0, 0] }
shapes = [{ type = "box", size = [1, 0.05, 0.05] }]
[joints.pivot]
type = "hinge"
a = "ground"
b = "rod.end"
[contacts.wall]
type = "node_face"
point = "rod.tip"
plane = "ground"
origin = [-0.1, 0, 0]
normal = [1, 0, 0]
friction = "mu"
restitution = 0.6
[sensors]
angle = { type = "angle", joint = "pivot" }
force = { type = "joint_force", joint = "pivot" }
"#;

/// A path of its own for each test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run").join(name);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    path
}

fn load(text: &str, set: &[(&str, &str)]) -> (Loaded, Vec<(String, String)>) {
    let set: Vec<_> = set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    (load_str("clapper.toml", text, &set).unwrap_or_else(|e| panic!("{e}")), set)
}

fn create(text: &str, set: &[(&str, &str)], directory: &Path) -> Result<Session, SessionError> {
    let (loaded, set) = load(text, set);
    Session::create(loaded, &set, directory)
}

fn run_all(session: &mut Session) -> Ending {
    session.run(&mut |_| ControlFlow::Continue(())).unwrap()
}

/// Runs until `step` steps are taken.
fn run_to(session: &mut Session, step: u64) -> Ending {
    let stop = |done: bool| if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    session.run(&mut |progress| stop(progress.step >= step)).unwrap()
}

/// All that must not depend on interruptions: histories in both forms, pictures, frames.
fn contents(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let names = [
        file::SENSORS_CSV,
        file::CONTACTS_CSV,
        file::ENERGY_CSV,
        file::SENSORS_NPZ,
        file::CONTACTS_NPZ,
        file::CONTACT_POINTS_NPZ,
        file::ENERGY_NPZ,
        file::SENSORS_SVG,
        file::ENERGY_SVG,
        file::STROBE_SVG,
        file::BODIES_PVD,
        "bodies/bodies_000000.vtu",
        "bodies/bodies_000100.vtu",
    ];
    names.iter().map(|name| ((*name).to_owned(), fs::read(directory.join(name)).unwrap())).collect()
}

#[test]
fn a_run_interrupted_anywhere_and_resumed_leaves_the_same_bytes() {
    let cases = [
        ("mu", "0.3"),
        ("simulation.record_every", "7"),
        ("simulation.integrator", "coupled"),
        ("simulation.integrator", "moreau_jean"),
    ];
    for (case, set) in cases.chunks(1).enumerate() {
        let whole = directory(&format!("whole-{case}"));
        assert!(matches!(run_all(&mut create(CLAPPER, set, &whole).unwrap()), Ending::Finished));
        let expected = contents(&whole);
        // The model takes 800 steps with a checkpoint every 40: before the first, at one, after one, near the end.
        // For the other integrators: at a checkpoint, and between two.
        let steps: &[u64] = if case < 2 { &[0, 1, 40, 333, 799, 800] } else { &[40, 333] };
        for &step in steps {
            let parts = directory(&format!("parts-{case}"));
            let mut session = create(CLAPPER, set, &parts).unwrap();
            assert!(matches!(run_to(&mut session, step), Ending::Interrupted), "{step}");
            let recorded = csv::read(&parts.join(file::SENSORS_CSV)).unwrap().1;
            assert_eq!(recorded[0].last(), Some(&session.simulation.time()), "the last step is recorded");
            let mut session = Session::resume(&parts).unwrap();
            assert!(session.simulation.statistics.steps <= step);
            // Interrupted once more, if there are steps left.
            if matches!(run_to(&mut session, step.min(700) + 60), Ending::Interrupted) {
                let mut session = Session::resume(&parts).unwrap();
                assert!(matches!(run_all(&mut session), Ending::Finished), "{step}");
            }
            for ((name, bytes), (_, found)) in expected.iter().zip(contents(&parts)) {
                assert!(*bytes == found, "{name} differs after an interruption at step {step}");
            }
            let [a, b] = [&whole, &parts].map(|d| run_json::read(&d.join(file::RUN)).unwrap());
            for key in ["steps", "problems", "drift", "penetration", "cycled", "energy"] {
                assert_eq!(a["statistics"][key], b["statistics"][key], "{key}");
            }
            assert!(matches!(Session::resume(&parts), Err(SessionError::Finished { .. })));
        }
    }
}

/// A beam swings with a ball at its end.
const PENDULUM: &str = r#"
name = "flexible pendulum"
plane = "zx"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-3
until = 0.1
checkpoint_every = 20
[bodies.rod]
type = "beam"
start = "ground"
start_joint = "spherical"
end = [1, 0, 0]
elements = 4
section = { type = "circle", radius = 0.005 }
young = 2e7
poisson = 0.3
density = 1000
[bodies.ball]
type = "rigid_body"
mass = 0.05
inertia = 1e-5
position = [1, 0, 0]
shapes = [{ type = "sphere", radius = 0.03 }]
[joints.weld]
type = "fixed"
a = "rod.end"
b = "ball"
"#;

#[test]
fn pictures_of_flexible_bodies_do_not_depend_on_interruptions() {
    let (whole, parts) = (directory("flexible"), directory("flexible-parts"));
    assert!(matches!(run_all(&mut create(PENDULUM, &[], &whole).unwrap()), Ending::Finished));
    run_to(&mut create(PENDULUM, &[], &parts).unwrap(), 57);
    run_all(&mut Session::resume(&parts).unwrap());
    for name in [file::STROBE_SVG, file::BODIES_PVD, "bodies/bodies_000100.vtu", "bodies/bodies_flexible_000100.vtu"] {
        let [a, b] = [&whole, &parts].map(|d| fs::read(d.join(name)).unwrap());
        assert!(a == b, "{name} differs");
    }
    let svg = fs::read_to_string(whole.join(file::STROBE_SVG)).unwrap();
    // The start and 12 instants: every 9 steps of 100, and the end.
    assert_eq!((svg.matches("<polyline").count(), svg.matches("<polygon").count()), (13, 13));
}

#[test]
fn what_a_killed_run_wrote_after_its_last_checkpoint_is_cut_off() {
    let (whole, killed) = (directory("whole"), directory("killed"));
    run_all(&mut create(CLAPPER, &[], &whole).unwrap());
    let mut session = create(CLAPPER, &[], &killed).unwrap();
    run_to(&mut session, 500);
    // As if the program had died while writing a row, before it could say so.
    let path = killed.join(file::SENSORS_CSV);
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend(b"0.501,0.33");
    fs::write(&path, bytes).unwrap();
    let mut run = run_json::read(&killed.join(file::RUN)).unwrap();
    run["outcome"] = "running".into();
    run_json::write(&killed.join(file::RUN), &run).unwrap();
    run_all(&mut Session::resume(&killed).unwrap());
    assert!(contents(&whole) == contents(&killed));
}

#[test]
fn output_times_are_recorded_exactly_whatever_record_every_says() {
    let path = directory("times");
    let set = [("simulation.record_every", "100")];
    let text = CLAPPER.replace("until = 0.8", "until = 0.8\noutput_times = [0.12345, 0.2, 0.33333333333]");
    let mut session = create(&text, &set, &path).unwrap();
    run_all(&mut session);
    let times = &csv::read(&path.join(file::SENSORS_CSV)).unwrap().1[0];
    for t in [0.0, 0.12345, 0.2, 0.33333333333, 0.8] {
        assert!(times.contains(&t), "{t} is not among {times:?}");
    }
    assert!(times.len() < 20);
    let s = &session.simulation.statistics;
    // 0.2 is not on the grid that starts at 0.12345, and so on: each time but the first grid point shortens a step.
    assert_eq!((s.shortened, s.cuts.len(), s.retries), (4, 4, 0));
}

#[test]
fn no_impulse_is_lost_between_recorded_rows() {
    let total = |every: &str| {
        let path = directory(&format!("impulses-{every}"));
        run_all(&mut create(CLAPPER, &[("simulation.record_every", every)], &path).unwrap());
        let (names, columns) = csv::read(&path.join(file::CONTACTS_CSV)).unwrap();
        let column = names.iter().position(|n| n.starts_with("wall.impulse_n")).unwrap();
        columns[column].iter().sum::<f64>()
    };
    let all = total("1");
    assert!(all > 0.1);
    assert!((total("7") - all).abs() < 1e-12 * all && (total("1000") - all).abs() < 1e-12 * all);
}

#[test]
fn run_json_holds_what_is_needed_to_understand_the_run() {
    let path = directory("json");
    run_all(&mut create(CLAPPER, &[("mu", "2*0.25")], &path).unwrap());
    let run = run_json::read(&path.join(file::RUN)).unwrap();
    assert_eq!(run["outcome"], "finished");
    assert_eq!(run["model"]["parameters"]["mu"], 0.5);
    assert_eq!(run["model"]["contacts"]["wall"]["friction"], 0.5);
    assert_eq!(run["settings"]["checkpoint_every"], 40);
    assert_eq!(run["system"]["mobility"], 1);
    assert_eq!(run["contacts"][0], "wall");
    assert_eq!(run["channels"]["sensors"][0]["unit"], "rad");
    assert_eq!(run["channels"]["contacts"][5]["kind"], "impulse");
    assert_eq!(run["statistics"]["steps"], 800);
    assert!(run["energy"]["impacts"].as_f64().unwrap() < 0.0);
}

#[test]
fn a_run_that_fails_leaves_the_results_up_to_there() {
    let path = directory("failed");
    // The force is not a number from t = 0.1 s on.
    let text =
        format!("{CLAPPER}\n[forces.bad]\ntype = \"joint_force\"\njoint = \"pivot\"\nforce = \"sqrt(0.1 - t)\"\n");
    let mut session = create(&text, &[], &path).unwrap();
    let Ending::Failed(error) = run_all(&mut session) else { panic!("it ran") };
    assert!(error.to_string().contains("the force of `bad` is not a finite number"), "{error}");
    let (_, columns) = csv::read(&path.join(file::ENERGY_CSV)).unwrap();
    let last = *columns[0].last().unwrap();
    assert!((0.098..=0.1001).contains(&last), "{last}");
    let run = run_json::read(&path.join(file::RUN)).unwrap();
    assert_eq!((run["outcome"].as_str(), run["time"].as_f64()), (Some("failed"), Some(last)));
    assert!(run["statistics"]["retries"].as_u64() > Some(0));
}

#[test]
fn a_run_ended_by_its_stop_flag_resumes_bit_for_bit() {
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        let set = [("simulation.integrator", integrator), ("simulation.record_every", "7")];
        let whole = directory(&format!("stop-whole-{integrator}"));
        assert!(matches!(run_all(&mut create(CLAPPER, &set, &whole).unwrap()), Ending::Finished));
        let parts = directory(&format!("stop-parts-{integrator}"));
        let mut session = create(CLAPPER, &set, &parts).unwrap();
        let stop = session.stop_flag();
        let mut last = 0.0;
        let ending = session.run(&mut |progress| {
            last = progress.time;
            if progress.step == 100 {
                stop.raise();
            }
            ControlFlow::Continue(())
        });
        assert!(matches!(ending, Ok(Ending::Interrupted)), "{integrator}: {ending:?}");
        assert_eq!((session.simulation.time(), session.simulation.statistics.steps), (last, 100), "{integrator}");
        assert!(matches!(run_all(&mut Session::resume(&parts).unwrap()), Ending::Finished));
        assert!(contents(&whole) == contents(&parts), "{integrator}");
    }
}

/// A weight of 2 N that rests on the ground.
const WEIGHT: &str = r#"
gravity = [0, 0, -10]
[simulation]
step = 1e-2
until = 1
record_every = 1000
[bodies.weight]
type = "point_mass"
mass = 0.2
[contacts.ground]
type = "node_face"
point = "weight"
plane = "ground"
normal = [0, 0, 1]
"#;

/// The impulses of the last step were in the last row twice.
#[test]
fn impulses_of_an_interrupted_run_are_counted_once() {
    let directory = directory("impulses");
    run_to(&mut create(WEIGHT, &[], &directory).unwrap(), 10);
    let (names, columns) = csv::read(&directory.join(file::CONTACTS_CSV)).unwrap();
    let at = names.iter().position(|name| name.starts_with("ground.impulse_n")).unwrap();
    // The ground bears the weight for 0.1 s; forces are solved to 1e-8.
    let total: f64 = columns[at].iter().sum();
    assert!((total - 0.2).abs() < 1e-8, "{total}");
}

#[test]
fn a_start_that_is_refused_touches_nothing_and_points_at_the_item() {
    let path = directory("kept");
    run_all(&mut create(CLAPPER, &[], &path).unwrap());
    let before = contents(&path);
    for (from, to, line, words) in [
        ("position = [0.5, 0, 0]", "position = [0.5, 0.1, 0]", 18, "joints.pivot"),
        ("inertia = 0.1", "inertia = 0.1\nvelocity = [1, 0, 0]", 19, "velocities"),
        ("origin = [-0.1", "origin = [1.2", 22, "penetrates by 2.000e-1 m"),
    ] {
        let Err(SessionError::Model(error)) = create(&CLAPPER.replace(from, to), &[], &path) else { panic!("{to}") };
        let text = error.to_string();
        assert!(text.contains(words) && text.contains(&format!("clapper.toml:{line}:")), "{text}");
        assert!(error.diagnostics[0].help.is_some());
    }
    assert!(before == contents(&path));
    let foreign = directory("foreign");
    fs::create_dir_all(&foreign).unwrap();
    fs::write(foreign.join("thesis.tex"), "mine").unwrap();
    assert!(matches!(create(CLAPPER, &[], &foreign), Err(SessionError::Record(_))));
    assert_eq!(fs::read_dir(&foreign).unwrap().count(), 1);
    assert!(matches!(Session::resume(&foreign), Err(SessionError::NoRun { .. })));
}

#[test]
fn a_redundant_joint_is_named_once_and_does_not_stop_the_run() {
    let text = format!("{CLAPPER}\n[joints.again]\ntype = \"hinge\"\na = \"ground\"\nb = \"rod.end\"\n");
    let mut session = create(&text, &[], &directory("redundant")).unwrap();
    let named: Vec<_> = session.notes.iter().filter(|note| note.contains("`again`")).collect();
    assert_eq!(named.len(), 1, "{:?}", session.notes);
    assert!(matches!(run_all(&mut session), Ending::Finished));
}

#[test]
fn check_counts_and_finds_what_is_wrong() {
    let facts = check(load(CLAPPER, &[]).0);
    assert!(facts.ok && facts.errors.is_empty() && facts.warnings.is_empty(), "{:?}", facts.warnings);
    let counts = (facts.degrees_of_freedom, facts.independent_joint_rows, facts.mobility, facts.planned_steps);
    assert_eq!(counts, (3, 2, 1, 800));
    assert_eq!((facts.total_mass, facts.bodies, facts.contacts), (1.0, 1, 1));
    // Every violation is listed, not only the first.
    let bad = CLAPPER.replace("position = [0.5, 0, 0]", "position = [0.5, 0.1, 0]\nvelocity = [0.3, 0, 0]");
    let facts = check(load(&bad, &[]).0);
    let found: Vec<_> = facts.violations.iter().map(|v| (v.item.as_str(), v.what, v.unit)).collect();
    assert_eq!(found, [("pivot", "position", "m"), ("pivot", "velocity", "m/s")]);
    assert!(!facts.ok && facts.errors.len() == 2);
    // Projected on request: only a warning.
    let facts = check(load(&bad.replace("until", "initial = \"project\"\nuntil"), &[]).0);
    assert!(facts.ok && facts.errors.is_empty() && facts.warnings.len() == 2);
}

/// ω² = k/J about the pivot: J = 0.1 + 0.5² = 0.35 kg m². The joint's reaction is rigid, so only the spring counts.
#[test]
fn check_compares_the_step_with_the_fastest_vibration() {
    let spring = "[forces.spring]\ntype = \"torsion_spring\"\njoint = \"pivot\"\nstiffness = 35000\n";
    let facts = check(load(&format!("{CLAPPER}\n{spring}"), &[("simulation.step", "2e-3")]).0);
    let period = std::f64::consts::TAU * (0.35_f64 / 35000.0).sqrt();
    let found = facts.fastest_period.unwrap();
    assert!((found / period - 1.0).abs() < 1e-9, "{found} instead of {period}");
    assert!(facts.warnings.iter().any(|w| w.message.contains("step")), "{:?}", facts.warnings);
    let facts = check(load(&format!("{CLAPPER}\n{spring}"), &[("simulation.step", "9e-4")]).0);
    assert!(facts.warnings.is_empty(), "{:?}", facts.warnings);
}

#[test]
fn check_warns_of_loose_bodies_missing_gravity_and_frozen_models() {
    let warns = |text: &str, words: &str| {
        let facts = check(load(text, &[]).0);
        let found = facts.warnings.iter().filter(|w| w.message.contains(words) && w.help.is_some()).count();
        assert_eq!(found, 1, "{words}: {:?}", facts.warnings);
    };
    warns(&format!("{CLAPPER}\n[bodies.lost]\ntype = \"point_mass\"\nmass = 1\n"), "`lost` has no joint");
    warns(&CLAPPER.replace("gravity = [0, -9.81, 0]", ""), "no gravity");
    let fixed = CLAPPER.replace("type = \"hinge\"", "type = \"fixed\"");
    warns(fixed.split("[sensors]").next().unwrap(), "no motion");
    warns(CLAPPER.split("[sensors]").next().unwrap(), "no sensors");
}

/// The default of `checkpoint_every` followed the length of the run, and at a checkpoint tangents are renewed: a longer run was another
/// one, in the last digits.
#[test]
fn the_end_and_what_is_recorded_do_not_change_the_motion() {
    let free = CLAPPER.replace("checkpoint_every = 40\n", "");
    let rows = |name: &str, set: &[(&str, &str)]| {
        let path = directory(name);
        run_all(&mut create(&free, set, &path).unwrap());
        let columns = csv::read(&path.join(file::SENSORS_CSV)).unwrap().1;
        (0..columns[0].len()).map(|i| columns.iter().map(|c| c[i].to_bits()).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let long = rows("until-long", &[("simulation.until", "6")]);
    for (name, until) in [("until-a", "0.8"), ("until-b", "2.7305")] {
        let short = rows(name, &[("simulation.until", until)]);
        // The last step of the second ends where the run does, and is shorter.
        let same = if name == "until-a" { short.len() } else { short.len() - 1 };
        assert!(short.len() > 700 && short[..same] == long[..same], "{until}");
    }
    let sparse = [("simulation.until", "6"), ("simulation.record_every", "7"), ("simulation.frames", "3")];
    let sparse = rows("until-sparse", &sparse);
    let last = sparse.len() - 1;
    assert!(sparse[..last].iter().zip(long.iter().step_by(7)).all(|(a, b)| {
        // Impulses, which forces are, are those of the step; the sensors of this model are angles and forces at an instant.
        a == b
    }));
}
