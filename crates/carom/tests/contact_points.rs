//! Contact points in result files: one record for every contact that acts in a recorded step, with names, place and forces.

use carom::Vec3;
use carom::history::EventKind;
use carom::record::{csv, file, npz};
use carom::run::{Ending, Session};
use carom::spec::load_str;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A directory of its own for each test, without the results of earlier runs.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contact_points").join(name);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    path
}

/// Runs a model until so many steps are taken.
fn run(text: &str, set: &[(&str, &str)], directory: &Path, steps: u64) -> (Session, Ending) {
    let set: Vec<_> = set.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let loaded = load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}"));
    let mut session = Session::create(loaded, &set, directory).unwrap();
    let stop = |done: bool| if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let ending = session.run(&mut |progress| stop(progress.step >= steps)).unwrap();
    (session, ending)
}

/// The arrays of an archive as they are documented.
struct Points {
    step: Vec<u64>,
    time: Vec<f64>,
    h: Vec<f64>,
    id: Vec<[u32; 4]>,
    bodies: Vec<[u32; 2]>,
    point: Vec<[f64; 3]>,
    axes: Vec<[f64; 9]>,
    gap: Vec<f64>,
    velocity: Vec<[f64; 6]>,
    impulse: Vec<[f64; 6]>,
    correction: Vec<[f64; 6]>,
    state: Vec<u8>,
    hit: Vec<u8>,
    contact_names: Vec<String>,
    body_names: Vec<String>,
}

/// Numbers of an array, checked against its documented type and shape.
fn bytes<const N: usize>(path: &Path, name: &str, dtype: &str, shape: &[usize]) -> Vec<[u8; N]> {
    let array = npz::read(path, name).unwrap();
    assert_eq!((array.dtype.as_ref(), &array.shape[1..]), (dtype, shape), "{name}");
    let (numbers, rest) = array.bytes.as_chunks();
    let count: usize = array.shape.iter().product();
    assert!(rest.is_empty() && numbers.len() == count, "{name}");
    numbers.to_vec()
}

fn reals<const N: usize>(path: &Path, name: &str, shape: &[usize]) -> Vec<[f64; N]> {
    let numbers: Vec<f64> = bytes(path, name, "<f8", shape).into_iter().map(f64::from_le_bytes).collect();
    numbers.as_chunks().0.to_vec()
}

fn scalars(path: &Path, name: &str) -> Vec<f64> {
    reals::<1>(path, name, &[]).into_iter().map(|[x]| x).collect()
}

fn integers<const N: usize>(path: &Path, name: &str) -> Vec<[u32; N]> {
    let numbers: Vec<u32> = bytes(path, name, "<u4", &[N]).into_iter().map(u32::from_le_bytes).collect();
    numbers.as_chunks().0.to_vec()
}

fn strings(path: &Path, name: &str) -> Vec<String> {
    let array = npz::read(path, name).unwrap();
    let width: usize = array.dtype.strip_prefix("<U").unwrap().parse().unwrap();
    let characters = array.bytes.as_chunks().0.iter().map(|c| char::from_u32(u32::from_le_bytes(*c)).unwrap());
    let characters: Vec<char> = characters.collect();
    characters.chunks(width).map(|text| text.iter().filter(|c| **c != '\0').collect()).collect()
}

fn read(path: &Path) -> Points {
    let single = |name: &str, dtype: &str| bytes::<1>(path, name, dtype, &[]).into_iter().map(|[x]| x).collect();
    Points {
        step: bytes(path, "step", "<u8", &[]).into_iter().map(u64::from_le_bytes).collect(),
        time: scalars(path, "time"),
        h: scalars(path, "h"),
        id: integers(path, "id"),
        bodies: integers(path, "bodies"),
        point: reals(path, "point", &[3]),
        axes: reals(path, "axes", &[3, 3]),
        gap: scalars(path, "gap"),
        velocity: reals(path, "velocity", &[6]),
        impulse: reals(path, "impulse", &[6]),
        correction: reals(path, "correction", &[6]),
        state: single("state", "|u1"),
        hit: single("hit", "|b1"),
        contact_names: strings(path, "contact_names"),
        body_names: strings(path, "body_names"),
    }
}

/// A sledge that slides to rest on a floor, in front of a wall that it does not reach.
const SLEDGE: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-3
until = 0.2
[bodies.sledge]
type = "point_mass"
mass = 3
position = [0, 0, 0]
velocity = [0.2, 0, 0]
[contacts.floor]
type = "node_face"
point = "sledge"
plane = "ground"
normal = [0, 0, 1]
friction = 0.5
[contacts.wall]
type = "node_face"
point = "sledge"
plane = "ground"
origin = [5, 0, 0]
normal = [-1, 0, 0]
"#;

#[test]
fn a_sledge_that_stops_leaves_its_track() {
    let directory = directory("sledge");
    let (session, ending) = run(SLEDGE, &[], &directory, u64::MAX);
    assert!(matches!(ending, Ending::Finished));
    assert!(!directory.join(file::CONTACT_POINTS).exists(), "the parts of a run that has finished are gone");
    let points = read(&directory.join(file::CONTACT_POINTS_NPZ));
    assert_eq!(
        (&points.contact_names[..], &points.body_names[..]),
        (&["floor".into(), "wall".into()][..], &["ground".into(), "sledge".into()][..])
    );
    // The floor acts in every step, the wall, far away, in none.
    let steps: Vec<u64> = (1..=200).collect();
    let acting = points.step.iter().position(|&step| step == 1).unwrap();
    assert_eq!(points.step[acting..], steps);
    let stop = 0.2 / (0.5 * 9.81);
    for k in acting..points.step.len() {
        assert_eq!((points.id[k], points.bodies[k]), ([0, 0, 0, 0], [0, 1]));
        assert!((points.h[k] - 1e-3).abs() < 1e-15 && (points.time[k] - 1e-3 * points.step[k] as f64).abs() < 1e-12);
        // Weight over the step; forces are solved to 1e-8.
        let force = points.impulse[k].map(|x| x / points.h[k]);
        assert!((force[0] - 3.0 * 9.81).abs() < 1e-6, "{force:?}");
        let axes = points.axes[k].as_chunks::<3>().0.iter().map(|axis| Vec3::from(*axis)).collect::<Vec<_>>();
        assert!((axes[0] - Vec3::z()).norm() < 1e-15 && axes[1].cross(&axes[2]).dot(&axes[0]) > 1.0 - 1e-15);
        let friction = axes[1] * force[1] + axes[2] * force[2];
        let velocity = axes[1] * points.velocity[k][1] + axes[2] * points.velocity[k][2];
        let t = points.time[k];
        // Away from the step in which it stops: μ m g against the motion, or nothing.
        if t < stop - 1e-3 {
            assert!((friction + Vec3::x() * (0.5 * 3.0 * 9.81)).norm() < 1e-6, "{friction}");
            assert!((velocity.x - 0.2 + 0.5 * 9.81 * t).abs() < 1e-9, "{velocity}");
            assert_eq!(points.state[k], 2);
        } else if t > stop + 1e-3 {
            assert!(friction.norm() < 1e-6 && velocity.norm() < 1e-9, "{friction}, {velocity}");
            assert_eq!(points.state[k], 1);
        }
        // The point is the sledge.
        let travelled = 0.2 * t.min(stop) - 0.25 * 9.81 * t.min(stop).powi(2);
        assert!((Vec3::from(points.point[k]) - Vec3::x() * travelled).norm() < 1e-5, "{:?}", points.point[k]);
        assert!(points.gap[k].abs() < 1e-12 && points.velocity[k][3..] == [0.0; 3]);
        assert!(points.hit[k] <= 1 && points.correction[k].iter().all(|x| x.is_finite()));
    }
    drop(session);
}

/// Balls that fall into a box.
const BALLS: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 2e-3
until = 0.6
checkpoint_every = 50
[ground]
shapes = [{ type = "container", size = [0.4, 0.4, 1] }]
[bodies.balls]
type = "spheres"
radius = 0.05
density = 1000
grid = { count = [2, 2, 2], spacing = 0.125, origin = [-0.06, -0.06, 0.07], jitter = 0.01 }
[bodies.stone]
type = "sphere"
radius = 0.04
density = 2000
position = [0, 0, 0.4]
[contacts.all]
type = "collision"
friction = 0.3
restitution = 0.4
"#;

#[test]
fn single_pairs_of_a_collision_are_told_apart_and_add_up_to_its_history() {
    let directory = directory("pairs");
    run(BALLS, &[], &directory, u64::MAX);
    let points = read(&directory.join(file::CONTACT_POINTS_NPZ));
    assert_eq!(points.contact_names, ["all"]);
    assert!(points.step.is_sorted() && points.step.len() > 100);
    let radius = |body: &str| match body {
        "ground" => 0.0,
        "stone" => 0.04,
        _ => 0.05,
    };
    let mut names = std::collections::BTreeMap::new();
    for k in 0..points.step.len() {
        let bodies = points.bodies[k].map(|body| points.body_names[body as usize].as_str());
        let [set, i, j, point] = points.id[k];
        assert!(set == 0 && i < j && point == 0);
        // The same id always joins the same bodies; two shapes of the ground are two pairs.
        assert_eq!(*names.entry((i, j)).or_insert(bodies), bodies);
        assert!(bodies[0] != bodies[1] && bodies[1] != "ground", "{bodies:?}");
        // Gaps hold to 1e-12 of the length of the model, impulses to rounding.
        assert!(points.gap[k] > -1e-11 && points.impulse[k][0] > -1e-15);
        // Inside the box, and not nearer to its walls than a ball can touch.
        let [x, y, z] = points.point[k];
        assert!(x.abs() < 0.2 + 1e-6 && y.abs() < 0.2 + 1e-6 && z > -1e-6);
        assert!(radius(bodies[1]) > 0.0);
    }
    assert!(
        names.len() > 8 && names.values().any(|b| b.contains(&"stone")) && names.values().any(|b| b[0] == "ground")
    );
    // Normal impulses of all pairs in a step are the one of the collision.
    let (labels, columns) = csv::read(&directory.join(file::CONTACTS_CSV)).unwrap();
    let column = labels.iter().position(|label| label.starts_with("all.impulse_n")).unwrap();
    for (row, &sum) in columns[column].iter().enumerate() {
        let of_step = points.step.iter().zip(&points.impulse).filter(|(step, _)| **step == row as u64);
        let total: f64 = of_step.map(|(_, impulse)| impulse[0]).sum();
        assert!((total - sum).abs() <= 1e-14 * sum.abs(), "step {row}: {total} instead of {sum}");
    }
}

#[test]
fn interrupted_runs_are_readable_and_killed_ones_too() {
    let [whole, parts] = ["whole", "parts"].map(directory);
    run(BALLS, &[], &whole, u64::MAX);
    let expected = fs::read(whole.join(file::CONTACT_POINTS_NPZ)).unwrap();
    let all = read(&whole.join(file::CONTACT_POINTS_NPZ));
    let (_, ending) = run(BALLS, &[], &parts, 170);
    assert!(matches!(ending, Ending::Interrupted));
    let some = read(&parts.join(file::CONTACT_POINTS_NPZ));
    assert_eq!((some.step.last(), &some.time[..]), (Some(&170), &all.time[..some.time.len()]));
    // As if it had been killed: the parts are there, the archive of all of them is not.
    fs::remove_file(parts.join(file::CONTACT_POINTS_NPZ)).unwrap();
    let mut files: Vec<PathBuf> =
        fs::read_dir(parts.join(file::CONTACT_POINTS)).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let steps: Vec<u64> = files.iter().flat_map(|part| read(part).step).collect();
    assert!(steps == some.step && files.len() > 1);
    // A part that the run after the checkpoint at step 150 wrote goes away when it is resumed.
    let mut session = Session::resume(&parts).unwrap();
    assert_eq!(fs::read_dir(parts.join(file::CONTACT_POINTS)).unwrap().count(), files.len() - 1);
    assert!(matches!(session.run(&mut |_| ControlFlow::Continue(())).unwrap(), Ending::Finished));
    assert!(fs::read(parts.join(file::CONTACT_POINTS_NPZ)).unwrap() == expected);
    // A new run in the same directory leaves nothing of the old one.
    run(BALLS, &[("simulation.until", "0.01")], &parts, u64::MAX);
    assert_eq!(read(&parts.join(file::CONTACT_POINTS_NPZ)).step.len(), 0);
}

#[test]
fn only_recorded_steps_have_contact_points() {
    let directory = directory("every");
    run(SLEDGE, &[("simulation.record_every", "30")], &directory, u64::MAX);
    let points = read(&directory.join(file::CONTACT_POINTS_NPZ));
    let steps: Vec<u64> = points.step.iter().copied().filter(|step| *step > 0).collect();
    assert_eq!(steps, [30, 60, 90, 120, 150, 180, 200]);
    // The impulse is that of the step alone, unlike that of the history.
    assert!(points.impulse.iter().all(|impulse| impulse[0] < 3.0 * 9.81 * 1.01e-3));
}

/// A ball of 2 kg falls by 0.2 m and bounces with e = 0.5; beside it one of 1 kg slides to rest on the floor, and off its end a third
/// one is pulled up.
const EVENTS: &str = r#"
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 1 }
[bodies]
ball = { type = "point_mass", mass = 2, position = [0, 0, 0.2] }
slider = { type = "point_mass", mass = 1, position = [1, 0, 0], velocity = [0.5, 0, 0] }
kite = { type = "point_mass", mass = 1, position = [2, 0, 0] }
[forces.string]
type = "force"
on = "kite"
force = [0, 0, "40*t"]
[contacts]
bounce = { type = "node_face", point = "ball", plane = "ground", restitution = 0.5 }
slide = { type = "node_face", point = "slider", plane = "ground", friction = 0.25 }
lift = { type = "node_face", point = "kite", plane = "ground" }
"#;

#[test]
fn events_tell_what_happened_to_contacts() {
    let directory = directory("events");
    let (session, _) = run(EVENTS, &[("simulation.record_every", "50")], &directory, u64::MAX);
    let events = carom::record::events::read(&directory.join(file::EVENTS_CSV)).unwrap();
    let of = |name: &'static str, kind: EventKind| events.iter().filter(move |e| e.contact == name && e.kind == kind);
    // The first impact: t = √(2h/g), u⁻ = −g t, u⁺ = −e u⁻, Λ = m (u⁺ − u⁻), ΔT = ½ m (u⁺² − u⁻²). The velocity after it is that of the end of
    // the step, to which the weight in the step adds at most g h.
    let impact = of("bounce", EventKind::Impact).next().unwrap();
    let time = (0.4_f64 / 9.81).sqrt();
    let speed = 9.81 * time;
    let near = |found: f64, expected: f64, what: &str| {
        assert!((found - expected).abs() < 9.81e-3 * expected.abs().max(1.0), "{what}: {found}, expected {expected}");
    };
    near(impact.time, time, "time");
    near(impact.velocity_before[0], -speed, "before");
    near(impact.velocity_after[0], 0.5 * speed, "after");
    near(impact.impulse[0], 2.0 * 1.5 * speed, "impulse");
    assert!((impact.energy + 0.75 * speed * speed).abs() < 1e-9, "energy: {}", impact.energy);
    assert_eq!(impact.bodies, ["ground", "ball"]);
    // It bounces again after 2·0.5·t.
    near(of("bounce", EventKind::Impact).nth(1).unwrap().time, 2.0 * time, "second");
    // The slider stops at v/(μg), once, and is never hit.
    let stops: Vec<f64> = of("slide", EventKind::Stick).map(|e| e.time).collect();
    assert!(stops.len() == 1 && (stops[0] - 0.5 / (0.25 * 9.81)).abs() < 2e-3, "{stops:?}");
    assert_eq!(of("slide", EventKind::Impact).count(), 0);
    // The kite leaves when the string carries its weight.
    let leaves: Vec<f64> = of("lift", EventKind::Release).map(|e| e.time).collect();
    assert!(leaves.len() == 1 && (leaves[0] - 9.81 / 40.0).abs() < 2e-3, "{leaves:?}");
    // Counts, and the same events in memory.
    let counts = session.events().unwrap();
    assert_eq!((counts.total(), counts.left_out()), (events.len() as u64, 0));
    let loaded = load_str("model.toml", EVENTS, &[]).unwrap();
    let mut simulation = carom::drive::Simulation::new(loaded.model, loaded.settings).unwrap();
    let mut history = carom::history::History::of(&simulation, loaded.sensors);
    simulation.run(&mut history).unwrap();
    // With every integrator a bounce is one event, with its work told once.
    for integrator in ["coupled", "moreau_jean", "moreau_midpoint"] {
        let set = [
            ("simulation.integrator".to_owned(), integrator.to_owned()),
            ("simulation.until".to_owned(), "0.5".to_owned()),
        ];
        let loaded = load_str("model.toml", EVENTS, &set).unwrap();
        let mut simulation = carom::drive::Simulation::new(loaded.model, loaded.settings).unwrap();
        let mut history = carom::history::History::of(&simulation, loaded.sensors);
        simulation.run(&mut history).unwrap();
        let ball = history.events().iter().filter(|event| event.id.set == 0);
        let (hits, others): (Vec<&carom::history::Event>, Vec<_>) =
            ball.partition(|event| event.kind == EventKind::Impact);
        assert!(hits.len() == 2 && others.is_empty(), "{integrator}: {hits:?}, {others:?}");
        let work = hits.iter().fold(0.0, |sum, event| sum + event.energy);
        assert!(
            (work - simulation.state.energy.impacts).abs() < 1e-9,
            "{integrator}: {work} {:?}",
            simulation.state.energy
        );
    }
    let same =
        history.events().iter().zip(&events).all(|(a, b)| (a.time, a.kind, a.energy) == (b.time, b.kind, b.energy));
    assert!(same && history.events().len() == events.len());
}
