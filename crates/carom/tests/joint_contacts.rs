//! Limits and friction of joints against closed forms and equivalent models.

use carom::history::History;
use carom::testkit::{resumed, run, try_run};

fn column<'a>(history: &'a History, name: &str) -> &'a [f64] {
    history.column(name).unwrap_or_else(|| panic!("no {name}"))
}

const BLOCK: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-3
until = 0.8
[bodies.block]
type = "rigid_body"
mass = 2.0
inertia = [0.1, 0.2, 0.3]
position = [0, 0, 0.3]
[joints.guide]
type = "prismatic"
a = "ground"
b = "block"
axis = [0, 0, 1]
[sensors.z]
type = "position"
of = "block"
component = "z"
[sensors.v]
type = "velocity"
of = "block"
component = "z"
"#;

/// A limit of a slider is a floor: the same bounces, and the same rest. (Joint frames start where the bodies are, so that the
/// displacement starts at 0 or at 0.3; the limit is given from there.)
#[test]
fn a_limit_moves_like_a_floor() {
    let floor = "[contacts.floor]\ntype = 'node_face'\npoint = 'block'\nplane = 'ground'\nrestitution = 0.6\n";
    let (_, free) =
        run(&format!("{BLOCK}[sensors.q]\ntype = 'joint'\njoint = 'guide'\n"), &[("simulation.until", "1e-3")]);
    let lower = column(&free, "q")[0] - 0.3;
    let limit = format!("[contacts.stop]\ntype = 'joint_limit'\njoint = 'guide'\nlower = {lower}\nrestitution = 0.6\n");
    let [on_floor, limited] = [floor, &limit].map(|contact| run(&format!("{BLOCK}{contact}"), &[]).1);
    for name in ["z", "v"] {
        let pairs = column(&on_floor, name).iter().zip(column(&limited, name));
        let apart = pairs.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        // Both are solved to 1e-10 of a velocity of metres a second, over some bounces.
        assert!(apart < 1e-8, "{name}: {apart}");
    }
    let least = column(&limited, "z").iter().fold(f64::INFINITY, |a, b| a.min(*b));
    // Exact at position level: the tolerance of constraints, 1e-10 of the length of the model.
    assert!(least > -1e-9, "{least}");
}

/// Angles count full turns, and so do their limits; an elastic one gives the speed back.
#[test]
fn an_elastic_limit_after_three_turns_returns_the_rotor() {
    let rotor = r#"
simulation = { step = 1e-2, until = 4 }
bodies.rotor = { type = "rigid_body", mass = 1, inertia = [0.02, 0.03, 0.04], angular_velocity = [0, 0, 10] }
joints.shaft = { type = "hinge", a = "ground", b = "rotor" }
contacts.stop = { type = "joint_limit", joint = "shaft", upper = 20.003, lower = -1, restitution = 1 }
sensors.angle = { type = "joint", joint = "shaft" }
sensors.push = { type = "contact", contact = "stop.upper", quantity = "normal_impulse" }
"#;
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        let (s, history) = run(rotor, &[("simulation.integrator", integrator)]);
        let largest = column(&history, "angle").iter().fold(0.0_f64, |a, b| a.max(*b));
        // One step of 0.1 rad is the most that a scheme without touches sees too late.
        assert!((19.8..=20.003 + 0.1).contains(&largest), "{integrator}: {largest}");
        assert!((s.state.kin.v[5] + 10.0).abs() < 1e-9, "{integrator}: {}", s.state.kin.v[5]);
        if integrator == "decoupled" {
            // The touch is at 2.0003 s, and the angle at the end follows from it.
            let last = column(&history, "angle").last().copied().unwrap_or(f64::NAN);
            assert!((last - (2.0 * 20.003 - 40.0)).abs() < 1e-8, "{last}");
            let impulse: f64 = column(&history, "push").iter().sum();
            // 2 J ω
            assert!((impulse - 0.8).abs() < 1e-9, "{impulse}");
        }
    }
}

/// Turning at ω against a constant friction torque T: ω − T t/J until it stands still, and then it stays.
#[test]
fn a_constant_friction_torque_stops_a_rotor_and_holds_it() {
    let rotor = r#"
simulation = { step = 1e-3, until = 2 }
bodies.rotor = { type = "rigid_body", mass = 1, inertia = [0.02, 0.03, 0.04], angular_velocity = [0, 0, 10] }
joints.shaft = { type = "hinge", a = "ground", b = "rotor" }
contacts.brake = { type = "joint_friction", joint = "shaft", constant = 0.5 }
sensors.angle = { type = "joint", joint = "shaft" }
sensors.status = { type = "contact", contact = "brake", quantity = "status" }
"#;
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        let (s, history) = run(rotor, &[("simulation.integrator", integrator)]);
        let angle = column(&history, "angle");
        // ω² J/(2 T) = 4 rad; first order schemes, and the step in which it stops, err by ω h at most.
        let limit = if integrator == "decoupled" { 1e-5 } else { 1e-2 };
        assert!((angle[angle.len() - 1] - 4.0).abs() < limit, "{integrator}: {}", angle[angle.len() - 1]);
        // It stops at ω J/T = 0.8 s, and does not creep in the 1100 steps after 0.9 s.
        let crept = (angle[2000] - angle[900]).abs();
        assert!(crept < 1e-10, "{integrator}: {crept}");
        assert_eq!(column(&history, "status")[2000], 1.0, "{integrator}");
        // 0.5 · 0.04 · 10²: all of it went into friction.
        assert!((s.state.energy.friction + 2.0).abs() < 1e-3, "{integrator}: {:?}", s.state.energy);
    }
}

/// A balanced rotor on a horizontal shaft: its weight presses, T = μ r m g.
#[test]
fn friction_follows_the_weight_on_a_journal() {
    let rotor = r#"
gravity = [0, -9.81, 0]
simulation = { step = 1e-3, until = 1 }
bodies.rotor = { type = "rigid_body", mass = 5, inertia = [0.02, 0.03, 0.04], angular_velocity = [0, 0, 10] }
joints.shaft = { type = "hinge", a = "ground", b = "rotor" }
contacts.journal = { type = "joint_friction", joint = "shaft", friction = 0.2, radius = 0.03 }
"#;
    let (s, _) = run(rotor, &[("simulation.until", "0.5")]);
    let expected = 10.0 - 0.2 * 0.03 * 5.0 * 9.81 / 0.04 * 0.5;
    // The force is constant: nothing errs but the solver.
    assert!((s.state.kin.v[5] - expected).abs() < 1e-7, "{} {expected}", s.state.kin.v[5]);
}

/// A pendulum in a dry journal: J φ̈ = −m g L sin φ − μ r N sign φ̇, where N is the size of m (a − g) and so depends on φ̈.
fn pendulum_by_runge_kutta(t: f64) -> f64 {
    let (m, l, j, mu, r, g) = (2.0, 0.5, 0.6, 0.4, 0.05, 9.81);
    let acceleration = |phi: f64, rate: f64| {
        let mut a = 0.0;
        // A contraction: μ r m L/J is 0.03.
        for _ in 0..60 {
            let along: f64 = m * (l * a + g * phi.sin());
            let across = m * (l * rate * rate + g * phi.cos());
            a = (-m * g * l * phi.sin() - mu * r * along.hypot(across) * rate.signum()) / j;
        }
        a
    };
    let (mut phi, mut rate) = (2.0_f64, -1e-12_f64);
    let n = 20_000;
    let h = t / f64::from(n);
    for _ in 0..n {
        let k1 = (rate, acceleration(phi, rate));
        let k2 = (rate + 0.5 * h * k1.1, acceleration(phi + 0.5 * h * k1.0, rate + 0.5 * h * k1.1));
        let k3 = (rate + 0.5 * h * k2.1, acceleration(phi + 0.5 * h * k2.0, rate + 0.5 * h * k2.1));
        let k4 = (rate + h * k3.1, acceleration(phi + h * k3.0, rate + h * k3.1));
        phi += h / 6.0 * (k1.0 + 2.0 * k2.0 + 2.0 * k3.0 + k4.0);
        rate += h / 6.0 * (k1.1 + 2.0 * k2.1 + 2.0 * k3.1 + k4.1);
    }
    phi
}

const PENDULUM: &str = r#"
gravity = [0, -9.81, 0]
[parameters]
phi = 2.0
[simulation]
step = 1e-3
until = 0.7
[bodies.rod]
type = "rigid_body"
mass = 2.0
inertia = [0.1, 0.1, 0.1]
position = ["0.5*sin(phi)", "-0.5*cos(phi)", 0]
[joints.pivot]
type = "hinge"
a = "ground"
b = "rod"
at = [0, 0, 0]
initial_angle = "phi"
[contacts.journal]
type = "joint_friction"
joint = "pivot"
friction = 0.4
radius = 0.05
[sensors.angle]
type = "joint"
joint = "pivot"
"#;

#[test]
fn the_friction_of_a_pendulum_follows_the_force_of_its_joint() {
    // Swings to the other side in 0.7 s without turning back.
    let exact = pendulum_by_runge_kutta(0.7);
    let error = |step: &str| {
        let (_, history) = run(PENDULUM, &[("simulation.step", step)]);
        (history.last("angle").unwrap_or(f64::NAN) - exact).abs()
    };
    let (coarse, fine) = (error("4e-3"), error("1e-3"));
    // Of second order: a factor of 16, of first it were 4.
    assert!(fine < 1e-4 && coarse / fine > 10.0, "{coarse} {fine}");
}

/// It rests where the moment of the weight is below that of friction: sin φ < μ r/L = 0.04.
#[test]
fn a_pendulum_rests_within_the_angle_of_friction() {
    for (phi, moves) in [("0.0398", false), ("0.0402", true)] {
        let (_, history) = run(PENDULUM, &[("phi", phi), ("simulation.until", "0.2")]);
        let angle = column(&history, "angle");
        let moved = (angle[angle.len() - 1] - angle[0]).abs();
        // Beyond it the moment that is left, 2e-4 m g L, moves it by 6e-5 rad in 0.2 s; below it, solver tolerances.
        assert_eq!(moved > 1e-5, moves, "{phi}: {moved}");
        assert!(moves || moved < 1e-9, "{phi}: {moved}");
    }
}

/// A slider whose weight presses, and a journal that turns and slides: friction acts against the sum of both.
#[test]
fn turning_takes_the_friction_along_the_axis() {
    let rod = r#"
gravity = [0, -9.81, 0]
[parameters]
omega = 0
[simulation]
step = 1e-4
until = 0.02
[bodies.rod]
type = "rigid_body"
mass = 2.0
inertia = [10, 10, 10]
velocity = [0, 0, 1]
angular_velocity = [0, 0, "omega"]
[joints.guide]
type = "cylindrical"
a = "ground"
b = "rod"
axis = [0, 0, 1]
[contacts.journal]
type = "joint_friction"
joint = "guide"
friction = 0.3
radius = 0.05
"#;
    for (omega, share) in [("0", 1.0), ("60", 1.0 / 10_f64.sqrt())] {
        let (s, _) = run(rod, &[("omega", omega)]);
        let lost = 1.0 - s.state.kin.v[2];
        let expected = 0.3 * 9.81 * 0.02 * share;
        // Both speeds change by few percent over the run.
        assert!((lost - expected).abs() < 0.06 * expected, "{omega}: {lost} {expected}");
    }
}

#[test]
fn friction_and_limits_of_joints_resume_bit_for_bit() {
    let text =
        format!("{PENDULUM}[contacts.stop]\ntype = 'joint_limit'\njoint = 'pivot'\nlower = -0.5\nrestitution = 0.7\n");
    let [whole, again] = resumed(&text, &[], 300).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(column(&whole, "angle"), column(&again, "angle"));
}

#[test]
fn schemes_that_do_not_know_joint_impulses_say_so() {
    for integrator in ["mixed_alpha", "coupled"] {
        let Err(error) = try_run(PENDULUM, &[("simulation.integrator", integrator)]) else {
            panic!("{integrator} ran")
        };
        let text = error.to_string();
        assert!(text.contains("friction in joints") && text.contains("journal"), "{text}");
    }
}

/// On a hinge the sensors of friction show a torque and a rate, whatever the radius of the journal; the limit of an angle has no lengths.
#[test]
fn friction_and_limits_of_angles_have_units_of_angles() {
    let text = "simulation = { step = 1e-3, until = 0.1 }\n[bodies.rotor]\ntype = 'rigid_body'\nmass = 1\ninertia = [0.01, 0.01, 0.01]\n\
        angular_velocity = [0, 0, 5]\n[joints.hinge]\ntype = 'hinge'\na = 'ground'\nb = 'rotor'\n[contacts.brake]\ntype = 'joint_friction'\njoint = 'hinge'\n\
        friction = 0.1\nradius = 0.02\nconstant = 0.3\n[contacts.stop]\ntype = 'joint_limit'\njoint = 'hinge'\nupper = 3\n[sensors]\n\
        torque = { type = 'contact', contact = 'brake', quantity = 'tangential_force', component = 'x' }\n\
        rate = { type = 'contact', contact = 'brake', quantity = 'slip_velocity', component = 'x' }\n";
    let (simulation, history) = run(text, &[]);
    let last = |name: &str| column(&history, name).last().copied().unwrap();
    // −0.3 N m slows 0.01 kg m² down by 30 rad/s².
    assert!((last("torque").abs() - 0.3).abs() < 1e-9, "{}", last("torque"));
    assert!((last("rate") - 2.0).abs() < 1e-9, "{}", last("rate"));
    let unit = |name: &str| {
        let channels = carom::history::channels(carom::history::Topic::Contacts, &[], &simulation.system.model);
        channels.into_iter().find(|channel| channel.name == name).unwrap().unit
    };
    assert_eq!([unit("stop.upper.gap"), unit("stop.upper.velocity_n"), unit("brake.gap")], ["rad", "rad/s", "m"]);
}

/// A drawer is pulled by F, a beside its guide of length l, which presses with 2 F a/l: it jams for 2 μ a > l, whatever F.
#[test]
fn a_drawer_jams_in_a_short_guide() {
    let drawer = r#"
[parameters]
l = 0.13
[simulation]
step = 1e-3
until = 0.2
[bodies.drawer]
type = "rigid_body"
mass = 2
inertia = [0.1, 0.1, 0.1]
points = { pull = [0, 0.2, 0] }
[joints.guide]
type = "prismatic"
a = "ground"
b = "drawer"
axis = [1, 0, 0]
[forces.hand]
type = "force"
on = "drawer.pull"
force = [50, 0, 0]
[contacts.guide]
type = "joint_friction"
joint = "guide"
friction = 0.3
length = "l"
"#;
    for l in [0.13_f64, 0.11] {
        let (s, _) = run(drawer, &[("l", &l.to_string())]);
        let expected = 50.0 * (1.0 - 2.0 * 0.3 * 0.2 / l).max(0.0) / 2.0 * 0.2;
        // Constant forces: solver tolerances.
        assert!((s.state.kin.v[0] - expected).abs() < 1e-7, "{l}: {} {expected}", s.state.kin.v[0]);
    }
}

#[test]
fn what_has_no_meaning_is_refused_with_a_cure() {
    let model = |contact: &str| {
        format!(
            "[bodies.rod]\ntype = 'rigid_body'\nmass = 1\ninertia = [1, 1, 1]\n[joints]\nhinge = {{ type = 'hinge', a = 'ground', b = 'rod' }}\n\
             [bodies.ball]\ntype = 'sphere'\nradius = 1\nmass = 1\n[joints.ball]\ntype = 'spherical'\na = 'ground'\nb = 'ball'\n[contacts.c]\n{contact}\n"
        )
    };
    for (contact, words) in [
        ("type = 'joint_limit'\njoint = 'hinge'", "no bound"),
        ("type = 'joint_limit'\njoint = 'hinge'\nlower = 1\nupper = 1", "not above"),
        ("type = 'joint_limit'\njoint = 'hinge'\nlower = 1\nfriction = 0.1", "no meaning at the limit"),
        ("type = 'joint_limit'\njoint = 'ball'\nlower = 1", "has no coordinate"),
        ("type = 'joint_friction'\njoint = 'hinge'\nfriction = 0.1", "needs the radius"),
        ("type = 'joint_friction'\njoint = 'hinge'\nconstant = 1\nrestitution = 0.5", "restitution has no meaning"),
        ("type = 'joint_friction'\njoint = 'ball'\nfriction = 0.1\nradius = 0.1", "spherical joint is not known"),
    ] {
        let Err(error) = try_run(&model(contact), &[]) else { panic!("{contact}: it ran") };
        assert!(error.to_string().contains(words), "{contact}: {error}");
    }
    let Err(error) = try_run(&model("type = 'joint_limit'\njoint = 'hinge'\nlower = 0.1"), &[]) else {
        panic!("it ran")
    };
    assert!(error.to_string().contains("c.lower"), "{error}");
}
