//! Contacts that last: velocities, forces and the energy account of bodies that stand on flexible ones, and starts from
//! equilibria.

use carom::drive::Simulation;
use carom::spec::load_str;
use carom::system::Snapshot;

/// The board of the guide; the diver stands on its end.
const BOARD: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 2e-3
until = 0.4
[bodies.board]
type = "beam"
start = "ground"
end = [3, 0, 0]
elements = 8
section = { type = "rectangle", width = 0.5, height = 0.04 }
young = 1e10
poisson = 0.3
density = 600
damping = { ratio = 0.02, frequencies = [3, 20] }
[bodies.diver]
type = "point_mass"
mass = 70
position = [3, 0, 0]
[contacts.feet]
type = "node_face"
point = "diver"
plane = "board.end"
friction = 0.8
"#;

/// A beam clamped at one end whose free end lies on a support.
const PROPPED: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-3
until = 0.2
initial = "static"
[bodies.beam]
type = "beam"
start = "ground"
end = [2, 0, 0]
elements = 6
section = { type = "rectangle", width = 0.05, height = 0.05 }
young = 7e10
poisson = 0.3
density = 2700
damping = { stiffness = 1e-4 }
[contacts.support]
type = "node_face"
point = "beam.end"
plane = "ground"
"#;

/// A box on four feet.
const BOX: &str = r#"
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 0.2 }
[bodies.box]
type = "rigid_body"
mass = 2
inertia = [0.1, 0.1, 0.1]
position = [0, 0, 0.5]
points = { a = [-1, -1, -0.5], b = [1, -1, -0.5], c = [1, 1, -0.5], d = [-1, 1, -0.5] }
"#;

/// What a step shows: time, normal force and friction of all contacts, the largest velocity of a freedom, energies.
struct Moment {
    t: f64,
    force: f64,
    friction: f64,
    speed: f64,
    remainder: f64,
    dampers: f64,
}

fn run(text: &str, set: &[(&str, &str)]) -> Vec<Moment> {
    let set: Vec<_> = set.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
    let loaded = load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let mut out = Vec::new();
    let mut watch = |_: u64, s: &Snapshot| {
        let sum = |axis: usize| s.contacts.iter().map(|c| c.impulse[axis]).sum::<f64>() / s.h;
        out.push(Moment {
            t: s.scene.kin.t,
            force: sum(0),
            friction: sum(1).hypot(sum(2)),
            speed: s.scene.kin.v.iter().fold(0.0, |a, v| a.max(v.abs())),
            remainder: s.energy.remainder,
            dampers: s.energy.dampers,
        });
    };
    simulation.run(&mut watch).unwrap_or_else(|e| panic!("{e}"));
    // At the start there is no impulse yet.
    out.remove(0);
    out
}

/// Normal force and friction together carry the diver: m g. The statics are solved to 1e-8 of the forces and a step to
/// 1e-8 of those in it, which are those of the stiffest mode: 1e-6 of m g is above what they add up to.
#[test]
fn a_start_from_the_equilibrium_does_not_ring() {
    for step in ["8e-3", "2e-3", "5e-4"] {
        for moment in run(BOARD, &[("simulation.initial", "static"), ("simulation.step", step)]) {
            let weight = moment.force.hypot(moment.friction) / (70.0 * 9.81);
            assert!((weight - 1.0).abs() < 1e-6, "h = {step}, t = {}: {weight}", moment.t);
        }
    }
}

/// 3/8 of the weight with the shear flexibility e = 3 EI/(GA_s l²) and the error 1/4n² of n elements under a point load. The
/// deflection is 1e-3 of the length; what is left is of its second order.
#[test]
fn a_propped_beam_starts_with_the_force_of_statics_and_keeps_it() {
    let forces: Vec<f64> = run(PROPPED, &[]).iter().map(|m| m.force).collect();
    let (weight, e) = (2700.0 * 0.05 * 0.05 * 2.0 * 9.81, 3.0 * 2.6 * 0.05 * 0.05 / (12.0 * 5.0 / 6.0 * 4.0));
    let expected = 0.375 * weight * (1.0 + 4.0 / 3.0 * e) / (1.0 - 1.0 / 144.0 + e);
    assert!((forces[0] / expected - 1.0).abs() < 1e-4, "{} instead of {expected}", forces[0]);
    for force in &forces {
        assert!((force / forces[0] - 1.0).abs() < 1e-6, "{force} after {}", forces[0]);
    }
}

/// A step of another size has another smooth acceleration under the same load.
#[test]
fn a_change_of_the_step_does_not_disturb_a_body_at_rest() {
    let text = BOARD.replace("until = 0.4", "until = 0.4\noutput_times = [0.1011, 0.2]");
    for moment in run(&text, &[("simulation.initial", "static")]) {
        let weight = moment.force.hypot(moment.friction) / (70.0 * 9.81);
        assert!((weight - 1.0).abs() < 1e-6, "t = {}: {weight}", moment.t);
    }
}

/// Velocities are those of the solver's tolerance: forces of 7e2 N to 1e-8 move the lightest node, 2 kg, at 1e-8 m/s a step.
#[test]
fn a_board_with_a_standing_load_has_no_velocity_at_rest() {
    for step in ["8e-3", "2e-3", "5e-4"] {
        let end = run(BOARD, &[("simulation.initial", "static"), ("simulation.step", step)]).pop().unwrap();
        assert!(end.speed < 1e-6, "h = {step}: {}", end.speed);
        // The weight at this velocity for 0.4 s does a work of 3e-4 J; that of dampers is of second order in it.
        assert!(end.dampers.abs() < 1e-9 && end.remainder.abs() < 3e-4, "{} {}", end.dampers, end.remainder);
    }
}

/// The board swings under the diver's weight. The remainder is numerical dissipation and quadrature, and falls with the step:
/// at most 10 h/s of the dampers' work, which is an error of first order with the period of the board, 1 s, as its time scale.
#[test]
fn the_energy_account_of_a_persistent_contact_closes() {
    for step in [4e-3, 2e-3, 1e-3, 5e-4] {
        let end = run(BOARD, &[("simulation.until", "3"), ("simulation.step", &step.to_string())]).pop().unwrap();
        assert!(end.remainder.abs() < 10.0 * step * end.dampers.abs(), "h = {step}: {} {}", end.remainder, end.dampers);
    }
}

/// Forces to the solver's 1e-8. Rows of velocities hold to 1e-10 of 2 √m h g = 2.8e-2 and to the rounding of positions over h,
/// 9e-13, both times ‖G M^−½‖ = (1/2 + 2/0.1)^½ = 4.5: 1.7e-11 m/s.
#[test]
fn a_box_on_four_feet_stays_exactly_at_rest() {
    let feet = ["a", "b", "c", "d"]
        .map(|p| format!("[contacts.{p}]\ntype = 'node_face'\npoint = 'box.{p}'\nplane = 'ground'\nfriction = 0.3\n"));
    for moment in run(&format!("{BOX}{}", feet.concat()), &[]) {
        assert!((moment.force / (2.0 * 9.81) - 1.0).abs() < 1e-8, "t = {}: {} N", moment.t, moment.force);
        assert!(moment.speed < 2e-11, "t = {}: {}", moment.t, moment.speed);
    }
}

/// A block on an incline with μ = tan α is pushed along it at v₀ and turns downhill, along y. With a = g sin α its speed v loses what its velocity
/// downhill gains, v + v_y = v₀, and v v̇ = a (v₀ − 2v): a t = ½(v₀ − v) − ¼v₀ ln(2v/v₀ − 1).
#[test]
fn sliding_that_turns_is_of_second_order() {
    let (a, start) = (3.0, 2.0);
    let errors = [0.04, 0.02, 0.01, 0.005].map(|h| {
        let text = format!(
            "gravity = [0, {a}, -6]\nsimulation = {{ step = {h}, until = 0.5 }}
             [bodies.block]\ntype = 'point_mass'\nmass = 1\nvelocity = [{start}, 0, 0]
             [contacts.incline]\ntype = 'node_face'\npoint = 'block'\nplane = 'ground'\nnormal = [0, 0, 1]\nfriction = 0.5\n"
        );
        let loaded = load_str("model.toml", &text, &[]).unwrap_or_else(|e| panic!("{e}"));
        let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
        simulation.run(&mut |_: u64, _: &Snapshot| ()).unwrap_or_else(|e| panic!("{e}"));
        let v = &simulation.state.kin.v;
        let speed = v[0].hypot(v[1]);
        let time = (0.5 * (start - speed) - 0.25 * start * (2.0 * speed / start - 1.0).ln()) / a;
        [(speed + v[1] - start).abs(), (time - 0.5).abs()]
    });
    for k in 0..2 {
        let order = (errors[0][k] / errors[3][k]).log2() / 3.0;
        assert!(order > 1.8, "order {order:.2}: {errors:?}");
    }
}
