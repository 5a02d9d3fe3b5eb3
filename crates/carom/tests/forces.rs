//! Forces, stresses and lives from the records of runs: `carom forces` and `[post]` as files and numbers.

use carom::catalog::Group;
use carom::evaluate::{Filter, ForceSettings};
use carom::post::{CompliantLaw, Damping, collide};
use carom::record::{csv, file};
use carom::run::{Ending, Session, run_forces};
use carom::spec::load_str;
use serde_json::Value;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A directory of its own for each test, without the results of earlier runs.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("forces").join(name);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    path
}

/// Runs a model to its end.
fn run(text: &str, set: &[(&str, &str)], directory: &Path) -> Session {
    let set: Vec<_> = set.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let loaded = load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}"));
    let mut session = Session::create(loaded, &set, directory).unwrap();
    assert!(matches!(session.run(&mut |_| ControlFlow::Continue(())).unwrap(), Ending::Finished));
    session
}

/// A steel ball that bounces on a steel floor: 10 mm, first from 50 mm.
const BALL: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 2e-3
until = 0.6
[materials.steel]
young = 210e9
poisson = 0.3
strength = 600e6
[ground]
shapes = [{ type = "plane", material = "steel" }]
[bodies.ball]
type = "sphere"
radius = 0.01
density = 7800
material = "steel"
position = [0, 0, 0.06]
[contacts.floor]
type = "sphere_plane"
sphere = "ball"
plane = "ground"
restitution = 0.7
[sensors.a]
type = "acceleration"
of = "ball"
[sensors.v]
type = "velocity"
of = "ball"
component = "z"
"#;

const POST: &str = r#"
[post.pulse]
type = "contact_force"
contact = "floor"
damping = "exact"
[post.life]
type = "contact_life"
contact = "floor"
damping = "exact"
amplitude = 300e6
cycles = 1e6
slope = 9
[post.level]
type = "shock"
body = "ball"
sensor = "a"
contact = "floor"
damping = "exact"
"#;

fn exact() -> ForceSettings {
    ForceSettings { damping: Damping::Exact, ..ForceSettings::default() }
}

fn point(result: &Value) -> &Value {
    &result["contacts"]["floor"]["points"][0]
}

/// The impact of the ball is that of Hertz with its own mass: peak within 7.5 % and duration within 4 % of the resolved collision, the
/// accuracy of the cubic (`post/compliant.rs`); the step is 26 times longer.
#[test]
fn an_impact_is_that_of_the_resolved_collision() {
    let directory = directory("resolved");
    run(BALL, &[], &directory);
    let found = run_forces(&directory, &[], &exact(), None).unwrap().json();
    let point = point(&found);
    let impact = &point["impacts"][0];
    let (e_star, mass) = (210e9 / (2.0 * (1.0 - 0.09)), 7800.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-6);
    let stiffness = 4.0 / 3.0 * e_star * 0.01_f64.sqrt();
    assert!((point["stiffness"].as_f64().unwrap() / stiffness - 1.0).abs() < 1e-12);
    let approach = (2.0 * 9.81 * 0.05_f64).sqrt();
    // The touch is found within the step, so that the speed there is exact under gravity.
    assert!((impact["approach"].as_f64().unwrap() / approach - 1.0).abs() < 1e-9);
    assert!((impact["time"].as_f64().unwrap() - approach / 9.81).abs() < 1e-9);
    let law = CompliantLaw::new(stiffness, 1.5, 0.7, Damping::Exact).unwrap();
    let truth = collide(&law, mass, approach).unwrap();
    assert!((impact["peak_force"].as_f64().unwrap() / truth.peak_force - 1.0).abs() < 0.075);
    assert!((impact["duration"].as_f64().unwrap() / truth.duration - 1.0).abs() < 0.04);
    assert!(2e-3 / truth.duration > 20.0);
}

/// Impacts are recorded in every step, whatever `record_every` says: the same impacts, with the same impulses.
#[test]
fn no_impact_is_lost_between_recorded_steps() {
    let impacts = |every: &str| {
        let directory = directory(&format!("every_{every}"));
        run(BALL, &[("simulation.record_every", every)], &directory);
        let found = run_forces(&directory, &[], &exact(), None).unwrap().json();
        let impacts = point(&found)["impacts"].as_array().unwrap().clone();
        impacts
            .iter()
            .map(|i| [&i["time"], &i["impulse"], &i["peak_force"]].map(|x| x.as_f64().unwrap()))
            .collect::<Vec<_>>()
    };
    let (all, sparse) = (impacts("1"), impacts("17"));
    // While the ball flies nothing is continuous; once it rests, what is carried beside an impact is known less well.
    assert!(all.len() >= 4 && sparse.len() >= 4);
    assert_eq!(all[..4], sparse[..4]);
}

/// The sum of all impulses is the weight over the time, plus the momentum that the ball had: Λ = m g T + m (v_T − v_0). To the solver's
/// tolerance.
#[test]
fn impulses_balance_momentum() {
    let directory = directory("momentum");
    run(BALL, &[("simulation.until", "0.3")], &directory);
    let found = run_forces(&directory, &[], &exact(), None).unwrap().json();
    let point = point(&found);
    let impulse = point["impulse"].as_f64().unwrap();
    assert!(point["impulse_of_impacts"].as_f64().unwrap() <= impulse * (1.0 + 1e-12));
    let (labels, sensors) = csv::read(&directory.join(file::SENSORS_CSV)).unwrap();
    let v = labels.iter().position(|label| label.starts_with("v ")).unwrap();
    let mass = 7800.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-6;
    let balance = mass * (9.81 * 0.3 + sensors[v].last().unwrap());
    assert!((impulse / balance - 1.0).abs() < 1e-6, "{impulse} {balance}");
    let (_, columns) = csv::read(&directory.join(file::FORCES).join("floor.pulses.csv")).unwrap();
    // Trapezoidal rule over 101 points of a smooth pulse: 1e-3.
    let first: Vec<usize> = (0..columns[0].len()).filter(|&k| columns[1][k] == 1.0).collect();
    let area: f64 = first
        .windows(2)
        .map(|w| 0.5 * (columns[2][w[1]] - columns[2][w[0]]) * (columns[5][w[0]] + columns[5][w[1]]))
        .sum();
    let lambda = point["impacts"][0]["impulse"].as_f64().unwrap();
    assert!((area / lambda - 1.0).abs() < 1e-3, "{area} {lambda}");
}

/// Entries of `[post]` are in run.json and in the summary, and agree with the command.
#[test]
fn post_entries_are_computed_when_a_run_ends() {
    let directory = directory("post");
    let session = run(&format!("{BALL}{POST}"), &[], &directory);
    let json: Value = serde_json::from_str(&fs::read_to_string(directory.join(file::RUN)).unwrap()).unwrap();
    let pulse = &json["post"]["pulse"];
    assert_eq!((&pulse["type"], &pulse["damping"]), (&"contact_force".into(), &"exact".into()));
    let command = run_forces(&directory, &["floor".to_owned()], &exact(), None).unwrap();
    assert_eq!(pulse["points"][0]["impacts"], point(&command.json())["impacts"]);
    let summary = carom::run::summary(&session, &Ending::Finished);
    assert!(summary.contains("peak force N") && summary.contains("largest level"), "{summary}");
    // Steel yields under such a ball: the pressure is far above the strength, and the run says so.
    assert!(session.notes.iter().any(|note| note.contains("plastic below the surface")), "{:?}", session.notes);
    // The level is the largest force over the mass, but for gravity.
    let mass = 7800.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-6;
    let peak = pulse["points"][0]["impacts"][0]["peak_force"].as_f64().unwrap();
    let level = json["post"]["level"]["largest_level"].as_f64().unwrap();
    assert!((level * 9.80665 * mass / peak - 1.0).abs() < 1e-3, "{level}");
    // One damaging cycle an impact, the later ones smaller: the first alone gives the damage to the sum of a geometric series.
    let shear = 0.31 * pulse["points"][0]["impacts"][0]["pressure"].as_f64().unwrap();
    let damage = json["post"]["life"]["damage"].as_f64().unwrap();
    let first = (0.5 * shear / 300e6).powf(9.0) / 1e6;
    assert!((0.9..1.8).contains(&(damage / first)), "{damage} {first}");
    assert!(directory.join("forces/pulse.svg").is_file() && directory.join("forces/life.cycles.csv").is_file());
}

/// The filter of the text finds the same impacts of a ball that flies in between.
#[test]
fn peaks_and_hits_agree_for_a_bouncing_ball() {
    let directory = directory("peaks");
    run(BALL, &[("simulation.until", "0.3")], &directory);
    let count = |filter| {
        let found = run_forces(&directory, &[], &ForceSettings { filter, ..exact() }, None).unwrap().json();
        point(&found)["impact_count"].as_u64().unwrap()
    };
    assert_eq!(count(Filter::Hits), count(Filter::Peaks));
}

/// What is missing is named, with the contact and what to give.
#[test]
fn missing_data_is_named() {
    let directory = directory("missing");
    let bare = BALL.replace(", material = \"steel\" }]", " }]");
    run(&bare, &[("simulation.until", "0.2")], &directory);
    let error = run_forces(&directory, &[], &exact(), None).unwrap_err();
    assert!(error.to_string().contains("contact `floor`: the material of `ground` is not known"), "{error}");
    assert!(error.help().is_some_and(|help| help.contains("--stiffness")));
    let named = ForceSettings { materials: Some(["steel".to_owned(), "steel".to_owned()]), ..exact() };
    assert!(run_forces(&directory, &[], &named, None).is_ok());
    let unknown = run_forces(&directory, &["flor".to_owned()], &named, None).unwrap_err();
    assert!(unknown.help().is_some_and(|help| help.contains("`floor`")), "{unknown}");
    let elsewhere = run_forces(Path::new("no/such/place"), &[], &named, None).unwrap_err();
    assert!(elsewhere.to_string().contains("holds no result"), "{elsewhere}");
}

/// Every evaluation of the catalog computes its sample, finds something finite, and writes nothing but files that a new run removes.
#[test]
fn every_evaluation_of_the_catalog_runs() {
    for entry in Group::Post.entries() {
        let directory = directory(&format!("sample_{}", entry.key));
        let session = run(entry.sample, &[("simulation.until", "0.3")], &directory);
        let post = session.evaluated.first().unwrap_or_else(|| panic!("{}: nothing was evaluated", entry.key));
        let found = post.result.as_ref().unwrap_or_else(|e| panic!("{}: {e}", entry.key));
        assert_eq!(post.kind, entry.key);
        assert!(!found.text.is_empty() && found.text.lines().all(|line| !line.contains("NaN")), "{}", found.text);
        let json: Value = serde_json::from_str(&fs::read_to_string(directory.join(file::RUN)).unwrap()).unwrap();
        assert_eq!(json["post"][&post.name]["type"], entry.key);
        carom::record::clear_directory(&directory).unwrap();
        assert!(!directory.join(file::FORCES).exists(), "{}", entry.key);
    }
}

/// A ball falls on a block that lies on the floor.
const BLOCK: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-3
until = 0.3
[materials.steel]
young = 210e9
poisson = 0.3
[ground]
shapes = [{ type = "plane", material = "steel" }]
[bodies.block]
type = "rigid_body"
mass = 2
inertia = [0.01, 0.01, 0.01]
position = [0, 0, 0.1]
[joints.guide]
type = "prismatic"
a = "ground"
b = "block"
axis = [0, 0, 1]
[bodies.ball]
type = "sphere"
radius = 0.02
mass = 0.5
position = [0, 0, 0.3]
[contacts.floor]
type = "sphere_plane"
sphere = "block"
radius = 0.1
plane = "ground"
[contacts.top]
type = "sphere_box"
sphere = "ball"
box = "block"
size = [0.2, 0.2, 0.2]
restitution = 0.5
"#;

/// The impact of the ball passes through the floor under the block: an impulse that is told, and no force, which would be impulse over step and twice as
/// large for half the step. What the floor carries is the weight of the block, and at the end that of both.
#[test]
fn impulses_that_pass_through_a_closed_contact_are_no_forces() {
    let given = ForceSettings { stiffness: Some([1e9, 1.5]), restitution: Some(0.5), ..exact() };
    for step in ["1e-3", "5e-4"] {
        let directory = directory(&format!("passed_{step}"));
        run(BLOCK, &[("simulation.step", step)], &directory);
        let found = run_forces(&directory, &["floor".to_owned()], &given, None).unwrap();
        assert!(found.notes.iter().any(|note| note.contains("passed through the closed contact")), "{:?}", found.notes);
        let json = found.json();
        let point = point(&json);
        let largest = point["largest_force"].as_f64().unwrap();
        assert!(
            (largest / (2.5 * 9.81) - 1.0).abs() < 0.05 || (largest / (2.0 * 9.81) - 1.0).abs() < 0.05,
            "{largest}"
        );
        // The first impact brings m v (1 + e) where the block does not move.
        let first = 0.5 * (2.0 * 9.81 * 0.08_f64).sqrt() * 1.5;
        let passed = point["impulse_without_force"].as_f64().unwrap();
        assert!(passed > first && passed < 2.1 * first, "{passed} {first}");
    }
}

/// A contact without restitution has no pulses. Among several contacts that is a note, and the others have their forces.
#[test]
fn a_contact_without_restitution_does_not_stop_the_others() {
    let directory = directory("plastic");
    run(&BLOCK.replace("position = [0, 0, 0.1]", "position = [0, 0, 0.11]"), &[], &directory);
    let given = ForceSettings { stiffness: Some([1e9, 1.5]), ..exact() };
    let found = run_forces(&directory, &[], &given, None).unwrap();
    let json = found.json();
    assert!(json["contacts"]["top"]["points"][0]["impact_count"].as_u64().unwrap() >= 1);
    assert_eq!(json["contacts"]["floor"]["points"][0]["impact_count"], 0);
    assert!(json["contacts"]["floor"]["points"][0]["largest_continuous_force"].as_f64().unwrap() > 19.0);
    assert!(
        found.notes.iter().any(|note| note.contains("floor") && note.contains("damping is not defined")),
        "{:?}",
        found.notes
    );
    // Without a stiffness the box, of no material, has no forces; asked for by name that is an error.
    let bare = run_forces(&directory, &["top".to_owned()], &exact(), None).unwrap_err();
    assert!(bare.to_string().contains("material of `block` is not known"), "{bare}");
}

/// A ball that falls on the edge of a block has no contact of Hertz there, unless a stiffness is given.
#[test]
fn an_edge_has_no_hertz_contact() {
    let directory = directory("edge");
    let beside = BLOCK.replace("position = [0, 0, 0.3]", "position = [0.105, 0, 0.3]");
    run(&beside, &[("simulation.until", "0.2")], &directory);
    let steel = ForceSettings { materials: Some(["steel".to_owned(), "steel".to_owned()]), ..exact() };
    let asked = |settings: &ForceSettings| run_forces(&directory, &["top".to_owned()], settings, None).unwrap();
    let found = asked(&steel);
    assert!(found.notes.iter().any(|note| note.contains("edge or a corner")), "{:?}", found.notes);
    assert_eq!(found.json()["contacts"]["top"]["points"][0]["impact_count"], 0);
    let given = asked(&ForceSettings { stiffness: Some([1e9, 1.5]), ..steel }).json();
    let impact = &given["contacts"]["top"]["points"][0]["impacts"][0];
    assert!(impact["peak_force"].as_f64().unwrap() > 0.0 && impact["pressure"].is_null());
}

/// Sparse records hold all impacts, and what is carried between them is said to be unknown.
#[test]
fn thinned_records_are_told() {
    let notes = |every: &str| {
        let directory = directory(&format!("thinned_{every}"));
        run(BLOCK, &[("simulation.record_every", every)], &directory);
        let given = ForceSettings { stiffness: Some([1e9, 1.5]), restitution: Some(0.5), ..exact() };
        run_forces(&directory, &["floor".to_owned()], &given, None).unwrap().notes
    };
    assert!(notes("7").iter().any(|note| note.contains("one step of 7 is recorded")));
    assert!(!notes("1").iter().any(|note| note.contains("is recorded")));
}

/// The life of a bearing under a steady load, mostly along its axis: X F_r + Y F_a. Impacts of a ball that has nothing to do with it change nothing.
#[test]
fn axial_loads_count_in_the_life_of_a_bearing() {
    let model = format!(
        "{BLOCK}[bodies.rotor]\ntype = 'rigid_body'\nmass = 100\ninertia = [1, 1, 1]\nposition = [1, 0, 1]\n[joints.bearing]\ntype = 'hinge'\na = 'ground'\n\
         b = 'rotor'\naxis = [0, 0, 1]\nat = [1, 0, 1]\n[forces.side]\ntype = 'force'\non = 'rotor'\nforce = [500, 0, 0]\n[sensors.load]\ntype = 'joint_force'\njoint = 'bearing'\n\
         [post.life]\ntype = 'bearing_life'\nload = 'load'\nspeed = 100\naxis = 'z'\nballs = 9\nball_diameter = 0.0127\npitch_diameter = 0.065\n"
    );
    let directory = directory("axial");
    run(&model, &[], &directory);
    let json: Value = serde_json::from_str(&fs::read_to_string(directory.join(file::RUN)).unwrap()).unwrap();
    let life = &json["post"]["life"];
    // F_a/(Z D²) = 0.676 N/mm² in the table between 0.345 and 0.689: Y = 1.72.
    let y = 1.99 + (1.71 - 1.99) * (981.0 / (9.0 * 12.7 * 12.7) - 0.345) / (0.689 - 0.345);
    let expected = 0.56 * 500.0 + y * 981.0;
    assert!((life["equivalent_load"].as_f64().unwrap() / expected - 1.0).abs() < 1e-3, "{life}");
    assert_eq!(life["rows_with_impacts"], 0);
}

/// A rod swings against the limit of its hinge: impulses of the hits are in rows of their own, and are bridged.
#[test]
fn hits_of_a_limit_are_not_in_the_life_of_a_bearing() {
    let model = "gravity = [0, -9.81, 0]\nsimulation = { step = 1e-3, until = 1 }\n[bodies.rod]\ntype = 'rigid_body'\nmass = 10\ninertia = [0.1, 0.8, 0.8]\n\
        position = [0.5, 0, 0]\npoints = { end = [-0.5, 0, 0] }\n[joints.pivot]\ntype = 'hinge'\na = 'ground'\nb = 'rod.end'\n[contacts.stop]\ntype = 'joint_limit'\n\
        joint = 'pivot'\nlower = -0.5\nrestitution = 0.3\n[sensors.load]\ntype = 'joint_force'\njoint = 'pivot'\n[post.life]\ntype = 'bearing_life'\nload = 'load'\n\
        speed = 100\nballs = 9\nball_diameter = 0.0127\npitch_diameter = 0.065\n";
    let life = |step: &str| {
        let directory = directory(&format!("limit_{step}"));
        let session = run(model, &[("simulation.step", step)], &directory);
        assert!(session.notes.iter().any(|note| note.contains("impulse over step")), "{:?}", session.notes);
        let json: Value = serde_json::from_str(&fs::read_to_string(directory.join(file::RUN)).unwrap()).unwrap();
        ["equivalent_load", "largest_load", "rows_with_impacts"].map(|key| json["post"]["life"][key].as_f64().unwrap())
    };
    let [coarse, fine] = [life("1e-3"), life("2.5e-4")];
    assert!(coarse[2] >= 3.0 && fine[2] >= 3.0, "{coarse:?} {fine:?}");
    // Without impulses over the step nothing grows with it: weight and what turns it, at most 2.5 times the weight of a rod that falls from the horizontal.
    assert!((coarse[0] / fine[0] - 1.0).abs() < 0.02, "{coarse:?} {fine:?}");
    assert!(coarse[1] < 2.5 * 98.1 && fine[1] < 2.5 * 98.1, "{coarse:?} {fine:?}");
}

/// A gnat that is hit in every step of a soft spring's length away from a block does not take the force under the block away.
#[test]
fn a_resting_force_is_not_struck_by_what_does_not_reach_it() {
    let model = "gravity = [0, 0, -9.81]\nsimulation = { step = 1e-3, until = 0.3 }\n[bodies]\nblock = { type = 'point_mass', mass = 10 }\n\
        gnat = { type = 'point_mass', mass = 1e-3, position = [1, 0, 0.5e-3] }\n[forces.string]\ntype = 'spring_damper'\na = 'block'\nb = 'gnat'\nstiffness = 1e-6\n\
        [contacts]\nfloor = { type = 'node_face', point = 'block', plane = 'ground' }\nhop = { type = 'node_face', point = 'gnat', plane = 'ground', restitution = 0.99 }\n";
    let directory = directory("gnat");
    run(model, &[], &directory);
    let given = ForceSettings { stiffness: Some([1e9, 1.5]), restitution: Some(0.5), ..exact() };
    let json = run_forces(&directory, &["floor".to_owned()], &given, None).unwrap().json();
    let point = &json["contacts"]["floor"]["points"][0];
    assert!((point["largest_continuous_force"].as_f64().unwrap() / 98.1 - 1.0).abs() < 1e-3, "{point}");
    assert_eq!(point["impulse_without_force"], 0.0);
}

/// A plate falls flat on four corners: its level is that of all four pulses at once, and does not depend on the step. A sensor beside the centre is refused.
#[test]
fn the_level_of_a_plate_is_that_of_all_its_corners() {
    let mut model = String::from(
        "gravity = [0, 0, -9.81]\nsimulation = { step = 1e-3, until = 0.2 }\n[bodies.plate]\ntype = 'rigid_body'\nmass = 0.4\ninertia = [1e-3, 1e-3, 2e-3]\n\
         position = [0, 0, 0.1]\npoints = { p1 = [0.1, 0.1, 0], p2 = [-0.1, 0.1, 0], p3 = [-0.1, -0.1, 0], p4 = [0.1, -0.1, 0] }\n[sensors]\n\
         a = { type = 'acceleration', of = 'plate' }\nchip = { type = 'acceleration', of = 'plate.p1' }\n",
    );
    for i in 1..=4 {
        model += &format!(
            "[contacts.c{i}]\ntype = 'node_face'\npoint = 'plate.p{i}'\nplane = 'ground'\nrestitution = 0.3\n"
        );
    }
    let post = |sensor: &str| {
        format!(
            "{model}[post.level]\ntype = 'shock'\nbody = 'plate'\nsensor = '{sensor}'\ncontacts = ['c1', 'c2', 'c3', 'c4']\nstiffness = 1e8\ndamping = 'exact'\n"
        )
    };
    let error = load_str("model.toml", &post("chip"), &[]).err().unwrap().to_string();
    assert!(error.contains("from the centre of mass"), "{error}");
    let law = CompliantLaw::new(1e8, 1.5, 0.3, Damping::Exact).unwrap();
    // Each corner carries a quarter of the mass.
    let truth = 4.0 * collide(&law, 0.1, (2.0 * 9.81 * 0.1_f64).sqrt()).unwrap().peak_force / 0.4 / 9.80665;
    for step in ["1e-3", "3e-4"] {
        let directory = directory(&format!("plate_{step}"));
        run(&post("a"), &[("simulation.step", step)], &directory);
        let json: Value = serde_json::from_str(&fs::read_to_string(directory.join(file::RUN)).unwrap()).unwrap();
        let level = json["post"]["level"]["largest_level"].as_f64().unwrap();
        // The accuracy of the cubic.
        assert!((level / truth - 1.0).abs() < 0.1, "{step}: {level} {truth}");
    }
}

/// A level is that of the body whose sensor is named.
#[test]
fn a_shock_needs_a_sensor_of_its_body() {
    let post = |sensor: &str| {
        format!(
            "{BALL}[bodies.other]\ntype = 'point_mass'\nmass = 1\n[sensors.b]\ntype = 'acceleration'\nof = 'other'\n[sensors.own]\ntype = 'acceleration'\nof = 'ball'\n\
             relative_to = 'ball'\n[post.level]\ntype = 'shock'\nbody = 'ball'\nsensor = '{sensor}'\ncontact = 'floor'\n"
        )
    };
    let error = |sensor: &str| load_str("model.toml", &post(sensor), &[]).err().map(|e| e.to_string());
    assert!(error("a").is_none());
    assert!(error("b").unwrap().contains("is a sensor of `other`, not of `ball`"));
    assert!(error("own").unwrap().contains("in the axes of `ball`"));
}
