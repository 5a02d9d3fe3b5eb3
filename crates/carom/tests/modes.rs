//! Vibrations against closed forms: springs, pendulums, a taut string, free bodies, multiple frequencies.

use carom::analysis::{Mode, ModeSettings, Modes, StaticSettings, equilibrium, modes};
use carom::integrate::{State, initialise};
use carom::spec::load_str;
use carom::system::{Candidates, System};
use std::f64::consts::{PI, TAU};

/// Modes about the initial state, or about the static equilibrium.
fn solve(text: &str, about_static: bool, count: usize) -> Modes {
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let system = System::new(loaded.model).unwrap();
    let candidates = Candidates::new(&system);
    let assembly = candidates.assembly(&system);
    let mut state = State::new(assembly);
    if about_static {
        equilibrium(assembly, &StaticSettings::default(), &mut state, &mut |_, _| {}).unwrap();
    } else {
        initialise(assembly, &loaded.settings, &mut state).unwrap();
    }
    modes(assembly, &state, &ModeSettings { count, free: true, ..ModeSettings::default() }).unwrap()
}

fn squares(found: &Modes) -> Vec<f64> {
    found.modes.iter().map(|m| m.square).collect()
}

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs(), "{found} instead of {expected}");
}

/// Two masses m on a line, springs k – k – k: ω² = k/m and 3 k/m. Dampers in parallel with the same ratio c/k give
/// ζ = ω c/(2 k).
#[test]
fn two_masses_and_three_springs() {
    let text = r#"
plane = "xy"
[ground]
points = { l = [0, 0, 0], r = [3, 0, 0] }
[bodies]
a = { type = "rigid_body", mass = 2, inertia = 1, position = [1, 0, 0] }
b = { type = "rigid_body", mass = 2, inertia = 1, position = [2, 0, 0] }
[joints]
a = { type = "prismatic", a = "ground", b = "a", axis = [1, 0, 0] }
b = { type = "prismatic", a = "ground", b = "b", axis = [1, 0, 0] }
[forces]
left = { type = "spring_damper", a = "ground.l", b = "a", stiffness = 800, damping = 8, length = 1 }
middle = { type = "spring_damper", a = "a", b = "b", stiffness = 800, damping = 8, length = 1 }
right = { type = "spring_damper", a = "b", b = "ground.r", stiffness = 800, damping = 8, length = 1 }
"#;
    let found = solve(text, false, 10);
    assert_eq!((found.dofs, found.modes.len()), (2, 2));
    for (mode, square) in found.modes.iter().zip([400.0, 1200.0_f64]) {
        near(mode.square, square, 1e-10);
        near(mode.damping, square.sqrt() * 0.01 / 2.0, 1e-9);
    }
    // In phase both masses take part along x, against each other neither.
    near(found.modes[0].effective_mass[0], 4.0, 1e-9);
    assert!(found.modes[1].effective_mass[0] < 1e-12);
    assert!(found.asymmetry < 1e-12);
}

/// A body on a hinge off its centre: ω² = m g l / (J + m l²), all of it from the multipliers of the hinge. The body is
/// turned and the hinge is not where its frame is.
fn pendulum(rotation: f64, up: bool) -> String {
    let y = if up { 0.4 } else { -0.4 };
    format!(
        "gravity = [0, -9.81, 0]\n[bodies.rod]\ntype = \"rigid_body\"\nmass = 2\ninertia = [0.05, 0.04, 0.03]\nposition = [0, {y}, 0]\nrotation = [0, 0, {rotation}]\n[joints.pin]\ntype = \"hinge\"\na = \"ground\"\nb = \"rod\"\nat = [0, 0, 0]\naxis = [0, 0, 1]\n"
    )
}

#[test]
fn a_physical_pendulum_is_stiff_by_its_weight() {
    let expected = 2.0 * 9.81 * 0.4 / (0.03 + 2.0 * 0.16);
    for rotation in [0.0, 0.7, 2.0] {
        let found = solve(&pendulum(rotation, false), false, 10);
        assert_eq!(found.modes.len(), 1);
        near(found.modes[0].square, expected, 1e-9);
        assert!(found.asymmetry < 1e-9, "{}", found.asymmetry);
    }
    // Upright it falls: exp(√(m g l/J) t).
    let found = solve(&pendulum(0.3, true), false, 1);
    near(found.modes[0].square, -expected, 1e-9);
    near(found.modes[0].growth, expected.sqrt(), 1e-9);
}

/// Masses m at distance a on springs of tension T: across ω² = (4 T/(m a)) sin²(jπ/2(n+1)), twice each (y and z).
#[test]
fn a_taut_string_is_stiff_by_its_tension_in_both_directions() {
    let (n, tension, m, a) = (30, 50.0, 0.01, 0.1);
    let mut text = format!("[ground]\npoints = {{ l = [0, 0, 0], r = [{}, 0, 0] }}\n", a * (n + 1) as f64);
    for i in 0..n {
        text +=
            &format!("[bodies.m{i}]\ntype = \"point_mass\"\nmass = {m}\nposition = [{}, 0, 0]\n", a * (i + 1) as f64);
    }
    for i in 0..=n {
        let from = if i == 0 { "ground.l".to_owned() } else { format!("m{}", i - 1) };
        let to = if i == n { "ground.r".to_owned() } else { format!("m{i}") };
        let length = 0.1 - tension / 1e5;
        text += &format!(
            "[forces.s{i}]\ntype = \"spring_damper\"\na = \"{from}\"\nb = \"{to}\"\nstiffness = 1e5\nlength = {length}\n"
        );
    }
    let found = solve(&text, false, 12);
    for (i, square) in squares(&found).into_iter().enumerate() {
        let j = (i / 2 + 1) as f64;
        let expected = 4.0 * tension / (m * a) * (j * PI / (2.0 * (n + 1) as f64)).sin().powi(2);
        near(square, expected, 1e-8);
    }
    // Along the string all are above the ones across; the fifth is found near its frequency.
    let along = 4.0 * 1e5 / m * (5.0 * PI / (2.0 * (n + 1) as f64)).sin().powi(2);
    let loaded = load_str("model.toml", &text, &[]).unwrap();
    let system = System::new(loaded.model).unwrap();
    let candidates = Candidates::new(&system);
    let assembly = candidates.assembly(&system);
    let state = State::new(assembly);
    let near_it = ModeSettings { count: 1, near: Some(1.01 * along.sqrt() / TAU), ..ModeSettings::default() };
    near(modes(assembly, &state, &near_it).unwrap().modes[0].square, along, 1e-8);
}

/// Two free bodies joined by a spring: eleven free motions and one vibration, ω² = k (1/m₁ + 1/m₂).
#[test]
fn free_bodies_have_free_motions() {
    let body = |name: &str, mass: f64, x: f64| {
        format!(
            "[bodies.{name}]\ntype = \"rigid_body\"\nmass = {mass}\ninertia = [0.1, 0.2, 0.25]\nposition = [{x}, 0.2, 0]\nrotation = [0.3, 0.2, {x}]\n"
        )
    };
    let found = solve(&body("one", 2.0, 0.0), false, 10);
    assert_eq!(squares(&found), vec![0.0; 6]);
    let spring = "[forces.spring]\ntype = \"spring_damper\"\na = \"one\"\nb = \"two\"\nstiffness = 1e4\nlength = 1\n";
    let found = solve(&format!("{}{}{spring}", body("one", 2.0, 0.0), body("two", 3.0, 1.0)), false, 20);
    let squares = squares(&found);
    assert_eq!((squares.len(), &squares[..11]), (12, &[0.0; 11][..]));
    near(squares[11], 1e4 * (0.5 + 1.0 / 3.0), 1e-9);
}

/// A mass on a spring under gravity: along it ω² = k/m, across it hangs like a pendulum of the stretched length, g/l.
#[test]
fn modes_about_the_static_equilibrium() {
    let text = "gravity = [0, 0, -10]\n[ground]\npoints = { top = [0, 0, 1] }\n[bodies.mass]\ntype = \"point_mass\"\nmass = 2\n[forces.spring]\ntype = \"spring_damper\"\na = \"ground.top\"\nb = \"mass\"\nstiffness = 400\nlength = 1\n";
    let found = squares(&solve(text, true, 3));
    near(found[0], 10.0 / 1.05, 1e-9);
    near(found[1], 10.0 / 1.05, 1e-9);
    near(found[2], 200.0, 1e-9);
}

/// A bead that rests on the floor by friction does not move; on a smooth floor it is free along it.
#[test]
fn closed_contacts_hold() {
    let text = "gravity = [0, 0, -10]\n[ground]\npoints = { top = [0, 0, 1] }\n[bodies.bead]\ntype = \"point_mass\"\nmass = 1\n[bodies.bob]\ntype = \"point_mass\"\nmass = 1\nposition = [0, 0, 0.5]\n[forces]\nprop = { type = \"spring_damper\", a = \"bead\", b = \"bob\", stiffness = 1000, length = 0.5 }\nstay = { type = \"spring_damper\", a = \"ground.top\", b = \"bob\", stiffness = 100, length = 0.4 }\n[contacts.floor]\ntype = \"node_face\"\npoint = \"bead\"\nplane = \"ground\"\nfriction = 0.5\n";
    let found = solve(text, true, 10);
    assert_eq!(found.dofs, 3);
    near(found.modes[2].square, 1100.0, 1e-6);
}

/// Modes are orthonormal in the mass matrix, and a bigger lattice gives all of its multiple frequencies.
#[test]
fn a_symmetric_lattice_gives_every_multiple_mode() {
    // n × n masses in the x-y plane, each on its own spring across: one frequency, n² times.
    let n = 6;
    let mut text = String::from("[ground]\npoints = { o = [0, 0, 0]");
    for i in 0..n * n {
        text += &format!(", g{i} = [{}, {}, -1]", i % n, i / n);
    }
    text += " }\n";
    for i in 0..n * n {
        text += &format!(
            "[bodies.m{i}]\ntype = \"rigid_body\"\nmass = 2\ninertia = [1, 1, 1]\nposition = [{}, {}, 0]\n",
            i % n,
            i / n
        );
        text += &format!("[joints.j{i}]\ntype = \"prismatic\"\na = \"ground.g{i}\"\nb = \"m{i}\"\naxis = [0, 0, 1]\n");
        let stiffness = if i < 20 { 200.0 } else { 300.0 + i as f64 };
        text += &format!(
            "[forces.s{i}]\ntype = \"spring_damper\"\na = \"ground.g{i}\"\nb = \"m{i}\"\nstiffness = {stiffness}\nlength = 1\n"
        );
    }
    let found = solve(&text, false, 22);
    let low: Vec<&Mode> = found.modes.iter().filter(|m| (m.square - 100.0).abs() < 1e-8).collect();
    assert_eq!(low.len(), 20, "{:?}", squares(&found));
    near(found.modes[21].square, 321.0 / 2.0, 1e-9);
    for a in &low {
        for b in &low {
            let product: f64 = a.shape.iter().zip(&b.shape).map(|(x, y)| 2.0 * x * y).sum();
            assert!((product - f64::from(std::ptr::eq(*a, *b))).abs() < 1e-9);
        }
    }
}

/// About its equilibrium a mass on a compliant floor has ω² = n K δ^{n−1}/m, with δ = (m g/K)^{1/n}.
#[test]
fn a_mass_on_a_compliant_floor() {
    let text = r#"
gravity = [0, 0, -10]
[bodies.mass]
type = "rigid_body"
mass = 2
inertia = [1, 1, 1]
[joints.guide]
type = "prismatic"
a = "ground"
b = "mass"
axis = [0, 0, 1]
[contacts.floor]
type = "node_face"
point = "mass"
plane = "ground"
law = "compliant"
stiffness = 1e7
"#;
    let depth = (20.0 / 1e7_f64).powf(2.0 / 3.0);
    near(squares(&solve(text, true, 1))[0], 1.5 * 1e7 * depth.sqrt() / 2.0, 1e-7);
}
