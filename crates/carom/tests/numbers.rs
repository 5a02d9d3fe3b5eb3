//! Numbers that must not come out wrong in silence: modes of half a matrix, equilibria of cables, loads that no structure carries, words.

use carom::analysis::{ModeSettings, Modes, ModesError, StaticError, StaticSettings, equilibrium, modes};
use carom::integrate::State;
use carom::run::{Check, check};
use carom::spec::load_str;
use carom::system::{Candidates, Status, System};
use carom::testkit::{Set, run};
use std::f64::consts::TAU;

fn solve(text: &str, set: &[Set], settings: &ModeSettings) -> Result<Modes, String> {
    let set: Vec<(String, String)> = set.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    let loaded = load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}"));
    let system = System::new(loaded.model).unwrap();
    let candidates = Candidates::new(&system);
    let mut state = State::new(candidates.assembly(&system));
    let found = equilibrium(candidates.assembly(&system), &StaticSettings::default(), &mut state, &mut |_, _| {});
    found.map_err(|e| e.to_string())?;
    modes(candidates.assembly(&system), &state, settings).map_err(|e| e.to_string())
}

const HANGING: &str = r#"
gravity = [0, 0, -9.81]
[parameters]
n = 30
[bodies.c]
type = "cable"
start = "ground"
end = [0, 0, -2]
elements = "n"
area = 1e-5
young = 2e11
density = 1000
"#;

/// A hanging chain: ω = j/2 √(g/L) with the zeros j of the Bessel function J₀, each twice. Elements are straight: the error is of second
/// order, some 2/n² of the third frequency.
#[test]
fn a_hanging_cable_has_an_equilibrium_and_modes() {
    let zeros = [2.404_825_557_695_773, 5.520_078_110_286_311, 8.653_727_912_911_013];
    for n in [20, 30, 77] {
        let settings = ModeSettings { count: 6, ..ModeSettings::default() };
        let found = solve(HANGING, &[("n", &n.to_string())], &settings).unwrap_or_else(|e| panic!("{n} elements: {e}"));
        for (i, mode) in found.modes.iter().enumerate() {
            let exact = 0.5 * zeros[i / 2] * (9.81_f64 / 2.0).sqrt() / TAU;
            let error = mode.frequency() / exact - 1.0;
            assert!(error.abs() < 5.0 / f64::from(n).powi(2), "{n} elements, mode {i}: {error}");
        }
    }
}

/// What hangs by nothing can move, and is named; a cable that can only be pushed is one such.
#[test]
fn a_free_cable_is_called_free() {
    let text = HANGING.replace("start = \"ground\"", "start = [0, 0, 0]");
    let error = solve(&text, &[], &ModeSettings::default()).unwrap_err();
    assert!(["can move freely", "moves away", "still moves (z)"].iter().any(|words| error.contains(words)), "{error}");
}

/// Beck's column, clamped, with a follower force k EI/L² at its end.
const BECK: &str = r#"
plane = "xy"
[parameters]
k = 10
EI = "2.1e11*0.01^4/12"
damping = 0
[bodies.c]
type = "beam"
start = "ground"
end = [1, 0, 0]
elements = 32
young = 2.1e11
poisson = 0.3
density = 7800
section = { type = "rectangle", width = 0.01, height = 0.01 }
damping = { mass = "damping" }
[forces.p]
type = "force"
on = "c.end"
force = ["-k*EI", 0, 0]
frame = "body"
"#;

/// Frequencies of the column as Beck's characteristic equation gives them; slenderness and 32 elements leave 0.2 %.
#[test]
fn follower_forces_have_modes_of_their_own_and_flutter() {
    let settings = ModeSettings { count: 2, ..ModeSettings::default() };
    let of = |k: &str| solve(BECK, &[("k", k)], &settings).unwrap_or_else(|e| panic!("k = {k}: {e}")).modes;
    for (k, exact) in [("5", 10.05), ("10", 12.34)] {
        let found = of(k);
        assert!((found[0].frequency() / exact - 1.0).abs() < 2e-3, "k = {k}: {} Hz", found[0].frequency());
        assert!(found.iter().all(|mode| mode.growth == 0.0), "k = {k}");
    }
    // Flutter at 20.05 EI/L² (Beck 1952).
    assert!(of("19.9").iter().all(|mode| mode.growth == 0.0));
    let flutter = of("20.2").into_iter().find(|mode| mode.growth > 0.0).expect("flutter");
    assert!(flutter.square > 0.0 && flutter.frequency() > 10.0 && !flutter.quadrature.is_empty());
    let near = ModeSettings { near: Some(10.0), ..settings.clone() };
    let refused = solve(BECK, &[], &near).unwrap_err();
    assert_eq!(refused, ModesError::NearUnsymmetric.to_string());
}

/// Mass-proportional damping moves every λ = iω to −α/2 ± i√(ω² − α²/4), also with a follower force.
#[test]
fn dampers_count_beside_follower_forces() {
    let settings = ModeSettings { count: 1, ..ModeSettings::default() };
    let free = solve(BECK, &[], &settings).unwrap().modes[0].frequency();
    let damped = &solve(BECK, &[("damping", "3.0")], &settings).unwrap().modes[0];
    assert!((damped.frequency() / free - 1.0).abs() < 1e-6, "{} {free}", damped.frequency());
    assert!((damped.damping / (1.5 / (TAU * free)) - 1.0).abs() < 1e-5, "{}", damped.damping);
}

/// Six free motions of a beam in space do not take the places of its vibrations.
#[test]
fn free_motions_are_counted_and_listed_if_asked_for() {
    let text =
        BECK.replace("plane = \"xy\"\n", "").replace("start = \"ground\"", "start = [0, 0, 0]").replace("-k*EI", "0");
    let found = solve_about_start(&text, false);
    assert_eq!((found.free_motions, found.modes.len()), (6, 4));
    assert!(found.modes.iter().all(|mode| mode.square > 0.0));
    let listed = solve_about_start(&text, true);
    assert_eq!((listed.free_motions, listed.modes.len()), (6, 6));
    assert!(listed.modes.iter().all(|mode| mode.square == 0.0));
}

fn solve_about_start(text: &str, free: bool) -> Modes {
    let system = System::new(load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}")).model).unwrap();
    let candidates = Candidates::new(&system);
    let state = State::new(candidates.assembly(&system));
    let settings = ModeSettings { count: if free { 6 } else { 4 }, free, ..ModeSettings::default() };
    modes(candidates.assembly(&system), &state, &settings).unwrap()
}

fn checked(text: &str, set: &[Set]) -> Check {
    let set: Vec<(String, String)> = set.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    check(load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}")))
}

/// Gravity of 1e308 m/s² has forces that are no numbers: statics, a start from statics and `check` say so at once.
#[test]
fn absurd_loads_end_statics_at_once() {
    let text = r#"
gravity = [0, 0, -1e308]
simulation = { initial = "static" }
[bodies.arm]
type = "beam"
start = "ground"
end = [1, 0, 0]
elements = 2
section = { type = "circle", radius = 0.01 }
young = 7e10
poisson = 0.33
density = 2700
"#;
    let found = checked(text, &[]);
    assert!(!found.ok && format!("{:?}", found.errors).contains("no finite number"), "{:?}", found.errors);
    for gravity in ["-1e308", "-1e155", "-1e100", "-1e30"] {
        let system = System::new(load_str("m", &text.replace("-1e308", gravity), &[]).unwrap().model).unwrap();
        let candidates = Candidates::new(&system);
        let mut state = State::new(candidates.assembly(&system));
        let found = equilibrium(candidates.assembly(&system), &StaticSettings::default(), &mut state, &mut |_, _| {});
        let error = found.expect_err(gravity);
        let is_size = matches!(error, StaticError::NotFinite { .. });
        assert!(is_size || !matches!(error, StaticError::Interrupted { .. }), "{gravity}: {error}");
    }
}

/// A block on a smooth incline slides; one on a rough one sticks.
#[test]
fn without_friction_nothing_sticks() {
    let text = "gravity = [3, 0, -9.81]\nsimulation = { step = 1e-3, until = 0.05 }\n[parameters]\nmu = 0\n[bodies.block]\ntype = \"point_mass\"\nmass = 1\n[contacts.floor]\ntype = \"node_face\"\npoint = \"block\"\nplane = \"ground\"\nfriction = \"mu\"\n";
    for (mu, status) in [("0", Status::Slip), ("0.1", Status::Slip), ("0.5", Status::Stick)] {
        let (simulation, _) = run(text, &[("mu", mu)]);
        assert_eq!(simulation.state.contacts[0].status, status, "mu = {mu}");
    }
}

