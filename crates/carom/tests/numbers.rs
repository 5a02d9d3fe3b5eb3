//! Numbers that must not come out wrong in silence: modes of half a matrix, equilibria of cables, loads that no structure carries, words.

use carom::analysis::{ModeSettings, Modes, ModesError, StaticError, StaticSettings, equilibrium, modes};
use carom::drive::{RunError, StartError};
use carom::integrate::{InitialError, State, StepError};
use carom::run::{Check, check};
use carom::spec::load_str;
use carom::system::{Candidates, Status, System};
use carom::testkit::{ModelRunError, Set, run, try_run};
use std::f64::consts::TAU;

/// A mass on a steel cable that is fixed at the origin.
fn swinging(x: f64, density: f64, keys: &str) -> String {
    format!(
        "gravity = [0, 0, -9.81]\n[parameters]\nn = 10\n[simulation]\nstep = 1e-4\nuntil = 0.7\n[bodies.mass]\ntype = \"point_mass\"\nmass = 1\n\
         position = [{x}, 0, 0]\n[bodies.c]\ntype = \"cable\"\nstart = \"ground\"\nend = \"mass\"\nelements = \"n\"\narea = 1e-5\nyoung = 2e11\n\
         density = {density}\n{keys}"
    )
}

/// Kinetic and potential energy at most above that of the start, as a share of the largest kinetic energy and change of the potential.
fn out_of_nothing(text: &str, set: &[Set]) -> f64 {
    let (simulation, history) = run(text, set);
    let column = |name: &str| history.column(name).unwrap_or_else(|| panic!("no {name}"));
    let sums = column("kinetic").iter().zip(column("potential")).map(|(t, v)| t + v);
    let most = sums.fold(f64::NEG_INFINITY, f64::max) - simulation.state.initial_energy;
    let energy = &simulation.statistics.energy;
    most / (energy.kinetic + energy.potential)
}

/// Vibrations of the elements are 3 to 30 rad in a step of 0.1 ms, and they tighten and slacken all the time; the energy grew to 10⁵ times
/// what there is. Convex potentials make none at any step size. Dampers have none: 0.1 ms is ten times theirs.
#[test]
fn cables_make_no_energy_taut_or_slack() {
    let every = ["2e-5", "1e-4", "1e-3", "5e-3"].as_slice();
    let models = [
        (swinging(1.0, 7800.0, ""), "3", every),
        (swinging(0.3, 7800.0, "length = 1.0\n"), "10", every),
        (swinging(0.3, 1000.0, "length = 1.0\ndamping = { stiffness = 1e-5 }\n"), "10", &["2e-5", "1e-4"]),
    ];
    for (text, n, steps) in models {
        for step in steps {
            let made = out_of_nothing(&text, &[("n", n), ("simulation.step", step)]);
            assert!(made < 1e-3, "{n} elements, h = {step}: {made}\n{text}");
        }
    }
}

/// A cable that is taut all the time hangs on generalized-α alone: of second order.
#[test]
fn taut_cables_are_of_second_order() {
    let text = swinging(1.0, 7800.0, "length = 0.999\n").replace("young = 2e11", "young = 2e8");
    let end = |step: &str| {
        let set = [("n", "2"), ("simulation.step", step), ("simulation.until", "0.2")];
        run(&text, &set).0.state.kin.frames[0].x
    };
    let [coarse, middle, fine] = ["4e-5", "2e-5", "1e-5"].map(end);
    let ratio = (coarse - middle).norm() / (middle - fine).norm();
    assert!(ratio > 3.5, "{ratio}");
}

/// With a scheme that carries accelerations on where a cable slackens the run ends, and says why; what the message says to try helps.
#[test]
fn energy_out_of_nothing_ends_a_run_and_the_advice_helps() {
    let text = swinging(1.0, 7800.0, "");
    let set =
        |step| [("n", "3"), ("simulation.integrator", "coupled"), ("simulation.step", step), ("simulation.until", "3")];
    let cause = match try_run(&text, &set("1e-4")) {
        Err(ModelRunError::Run(RunError::Step { cause, .. })) => cause,
        other => panic!("{:?}", other.map(|(simulation, _)| simulation.state.energy)),
    };
    assert!(
        matches!(&cause, StepError::MakesEnergy { item, .. } if item.starts_with("c[") || item == "mass"),
        "{cause}"
    );
    assert!(
        cause.advice().starts_with("a smaller `step` helps, or `integrator = \"decoupled\"`"),
        "{}",
        cause.advice()
    );
    // Of the 3 s in which the cable tightens at some 4 m/s many times, one swing.
    run(&text, &[set("4e-6").as_slice(), &[("simulation.until", "0.5")]].concat());
    run(&text, &[("n", "3"), ("simulation.until", "3")]);
}

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
    for n in [20, 30, 77, 100, 200] {
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

const SPINNING: &str = r#"
simulation = { step = 1e-3, until = 0.05 }
[bodies.a]
type = "rigid_body"
mass = 1
inertia = [0.1, 0.2, 0.3]
angular_velocity = [100, 10000, 100]
[sensors.l]
type = "momentum"
angular = true
"#;

fn warned(check: &Check, words: &str) -> bool {
    check.warnings.iter().any(|warning| format!("{warning:?}").contains(words))
}

/// Ten radians in a step are warned of before the run, and the step that the warning names keeps energy and angular momentum.
#[test]
fn fast_rotation_is_warned_of_and_the_step_that_is_named_helps() {
    let found = checked(SPINNING, &[]);
    assert!(warned(&found, "turns by 10.001 rad in a step"), "{:?}", found.warnings);
    let (step, why) = found.suggested_step.clone().unwrap();
    assert!(step == 5e-6 && why.contains("`a` turns by 0.1 rad"), "{step} {why}");
    let (simulation, history) = run(SPINNING, &[("simulation.step", "1e-5")]);
    let energy = &simulation.statistics.energy;
    assert!(energy.share(energy.remainder.0) < 1e-3, "{}", energy.share(energy.remainder.0));
    let rows = history.sensor("l");
    let at = |i: usize| rows.iter().map(|c| c[i] * c[i]).sum::<f64>().sqrt();
    assert!((at(rows[0].len() - 1) / at(0) - 1.0).abs() < 1e-3);
    assert!(!warned(&checked(SPINNING, &[("simulation.step", "1e-5")]), "rad in a step"));
}

/// What is not finite at the start is refused with the body.
#[test]
fn numbers_that_overflow_are_refused_at_the_start() {
    let ball =
        |keys: &str| format!("[bodies.ball]\ntype = \"rigid_body\"\nmass = 1\ninertia = [0.1, 0.2, 0.3]\n{keys}\n");
    for keys in ["velocity = [3, 1e308, 1]", "angular_velocity = [1, 1e308, 0]", "velocity = [1e160, 0, 0]"] {
        match try_run(&ball(keys), &[]) {
            Err(ModelRunError::Start(StartError::Initial(InitialError::NotFinite { item, .. }))) => {
                assert_eq!(item, "ball")
            }
            other => panic!("{keys}: {:?}", other.map(|(simulation, _)| simulation.state.energy)),
        }
    }
}

/// A mass of 1 kg between the ground and one of 10¹² kg.
const UNEQUAL: &str = r#"
plane = "xy"
gravity = [0, -9.81, 0]
simulation = { step = 1e-3, until = 5 }
[parameters]
M = 1e12
[bodies.a]
type = "point_mass"
mass = 1
position = [1, 0, 0]
[bodies.b]
type = "point_mass"
mass = "M"
position = [2, 0, 0]
[joints]
ja = { type = "distance", a = "ground", b = "a" }
jb = { type = "distance", a = "a", b = "b" }
"#;

#[test]
fn mass_ratios_that_numbers_do_not_carry_are_said() {
    let found = checked(UNEQUAL, &[]);
    assert!(warned(&found, "`b` has 1.0e12 times the mass of `a`"), "{:?}", found.warnings);
    assert!(!warned(&checked(UNEQUAL, &[("M", "1e6")]), "times the mass"));
    match try_run(UNEQUAL, &[]) {
        Err(ModelRunError::Run(RunError::Step { .. })) => {}
        Err(other) => panic!("{other}"),
        Ok((simulation, _)) => {
            let energy = &simulation.statistics.energy;
            assert!(energy.share(energy.remainder.0) < 0.1, "energy out of nothing, and the run finished");
        }
    }
    run(UNEQUAL, &[("M", "1e6"), ("simulation.until", "0.5")]);
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

/// A heavy ball on a light one takes many sweeps, which the start says; the other way round there is nothing to say.
#[test]
fn heavy_bodies_on_light_ones_are_said() {
    let text = "gravity = [0, 0, -9.81]\n[parameters]\nM = 1e8\n[bodies]\na = { type = \"sphere\", radius = 0.05, mass = 1, position = [0, 0, 0.05] }\n\
                b = { type = \"sphere\", radius = 0.05, mass = \"M\", position = [0, 0, 0.15] }\n[contacts.c]\ntype = \"collision\"\n";
    assert!(warned(&checked(text, &[]), "`b` has 1.0e8 times the mass of `a`"));
    assert!(!warned(&checked(text, &[("M", "1e3")]), "times the mass"));
}

/// A contact between bodies that joints hold apart never closes, and `check` names it; one that a hinge lets close is not named.
#[test]
fn contacts_that_cannot_close_are_named() {
    let text = |joint: &str| {
        format!(
            "gravity = [0, 0, -9.81]\n[bodies.a]\ntype = \"rigid_body\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 1]\npoints = {{ tip = [1, 0, 0] }}\n\
             [joints.j]\n{joint}\na = \"ground\"\nb = \"a\"\n[contacts.far]\ntype = \"node_face\"\npoint = \"a.tip\"\nplane = \"ground\"\n"
        )
    };
    assert!(warned(&checked(&text("type = \"fixed\""), &[]), "it cannot close"));
    assert!(!warned(&checked(&text("type = \"hinge\"\naxis = [0, 1, 0]\nat = [0, 0, 1]"), &[]), "it cannot close"));
}

/// A spring between bodies that a joint holds together has no vibration, and rounding none of 10⁹ s.
#[test]
fn rounding_is_no_vibration() {
    let text = "[bodies]\na = { type = \"rigid_body\", mass = 1, inertia = [1, 1, 1] }\nb = { type = \"rigid_body\", mass = 1, inertia = [1, 1, 1], position = [1, 0.3, 0] }\n[joints.j]\ntype = \"fixed\"\na = \"a\"\nb = \"b\"\n[forces.s]\ntype = \"spring_damper\"\na = \"a\"\nb = \"b\"\nstiffness = 1e6\nlength = 0.5\n";
    assert_eq!(checked(text, &[]).fastest_period, None);
}
