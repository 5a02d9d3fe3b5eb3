//! Friction at position level that is predicted from the last step (`position_friction = "predicted"`), as piles have it: what
//! sticks stays, what slides has the right acceleration.

use carom::drive::Simulation;
use carom::spec::load_str;

/// Five boxes of 0.5 kg on three feet each, side by side on a slope, μ = 0.35, pushed to and fro along it.
fn model(push: f64, slope: &str) -> String {
    let mut text = format!(
        r#"
gravity = ["-9.81*sin({slope})", 0, "-9.81*cos({slope})"]
[simulation]
step = 2e-3
until = 1
[ground]
[contacts]
"#
    );
    for k in 0..5 {
        text += &format!(
            r#"
[bodies.box_{k}]
type = "rigid_body"
mass = 0.5
inertia = [1e-3, 1e-3, 1e-3]
position = [0, {y}, 0.02]
points = {{ a = [-0.05, -0.05, -0.02], b = [0.05, -0.05, -0.02], c = [0, 0.05, -0.02] }}
[forces.push_{k}]
type = "force"
on = "box_{k}"
force = ["{push}*sin(20*t)", 0, 0]
"#,
            y = 0.2 * f64::from(k),
        );
        for point in ["a", "b", "c"] {
            text += &format!(
                "[contacts.foot_{k}{point}]\ntype = \"node_face\"\npoint = \"box_{k}.{point}\"\nplane = \"ground\"\nnormal = [0, 0, 1]\nfriction = 0.35\n"
            );
        }
    }
    text
}

fn simulation(model: &str, set: &[(&str, &str)]) -> Simulation {
    let set: Vec<(String, String)> = set.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let loaded = load_str("boxes.toml", model, &set).unwrap_or_else(|e| panic!("{}", e.render(false)));
    Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"))
}

fn places(simulation: &Simulation) -> Vec<f64> {
    simulation.state.kin.frames.iter().map(|frame| frame.x.x).collect()
}

#[test]
fn what_sticks_under_a_changing_load_does_not_creep() {
    // Swept, with predicted friction. The weight along the slope is 0.97 N, friction holds up to 1.68 N. The first
    // step has nothing to predict from. Then a change of the force by dF moves a box by ½h² dF/m. The moves add up to
    // ½h² · 0.3 N/0.5 kg = 1.2e-6 m at the peaks of the push and to nothing in a whole swing; 0.1e-6 m for the tolerances.
    let set = [("simulation.contact_solver", "sweeps"), ("simulation.position_friction", "predicted")];
    let mut simulation = simulation(&model(0.3, "0.2"), &set);
    simulation.step().unwrap_or_else(|e| panic!("{e}"));
    let (start, mut farthest) = (places(&simulation), 0.0_f64);
    while simulation.step().unwrap_or_else(|e| panic!("{e}")) {
        farthest = places(&simulation).iter().zip(&start).fold(farthest, |a, (x, x_0)| a.max((x - x_0).abs()));
    }
    assert_eq!(
        simulation.statistics.problem("position correction").factorisations,
        0,
        "corrections by Newton's method"
    );
    assert!(farthest < 1.3e-6, "{farthest:e} m");
    assert!(farthest > 1e-7, "nothing moves: friction is not predicted");
}

#[test]
fn what_slides_is_where_coulomb_says() {
    // tan 0.5 = 0.546 > 0.35: all boxes slide with a = g (sin − μ cos), x = −½at². The first step has no force to predict from and
    // misses ½h²μg cos = 6e-6 m; the rest is exact for a constant force.
    let mut simulation = simulation(&model(0.0, "0.5"), &[("simulation.until", "0.3")]);
    simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
    let exact = -0.5 * 9.81 * (0.5_f64.sin() - 0.35 * 0.5_f64.cos()) * 0.09;
    for x in places(&simulation) {
        assert!((x - exact).abs() < 7e-6, "{x} m instead of {exact} m");
    }
}

#[test]
fn a_plate_on_sixteen_feet_sticks_though_its_normal_forces_are_not_unique() {
    // tan = 0.475 < μ = 0.5. Only the first step, without a force to predict from, moves the plate: ½h²g sin = 2.1e-6 m.
    let slope = 0.475_f64.atan();
    let mut text = format!(
        "gravity = [{}, 0, {}]\n[simulation]\nstep = 1e-3\nuntil = 0.5\n[bodies.plate]\ntype = \"rigid_body\"\nmass = 2\n\
         inertia = [0.02, 0.03, 0.04]\nposition = [0, 0, 0.05]\n[bodies.plate.points]\n",
        9.81 * slope.sin(),
        -9.81 * slope.cos()
    );
    let feet = || (0..4).flat_map(|i| (0..4).map(move |j| (i, j)));
    for (i, j) in feet() {
        let (x, y) = (-0.15 + 0.1 * f64::from(i), -0.1 + f64::from(j) / 15.0);
        text += &format!("p{i}{j} = [{x}, {y}, -0.04]\n");
    }
    for (i, j) in feet() {
        text += &format!(
            "[contacts.c{i}{j}]\ntype = \"sphere_plane\"\nsphere = \"plate.p{i}{j}\"\nradius = 0.01\nplane = \"ground\"\nfriction = 0.5\n"
        );
    }
    let mut simulation = simulation(&text, &[]);
    simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
    let x = simulation.state.kin.frames[0].x;
    assert!(x.x.abs() < 2.2e-6 && x.y.abs() < 1e-9, "{x}");
}

#[test]
fn a_step_that_was_halved_leaves_the_right_force_to_predict_from() {
    // A point that sticks, and a ball that meets a thin wall so fast that its step is halved. Only the first step moves the point,
    // by ½h²g_x = 1.4e-6 m; rounding apart.
    let text = r#"
gravity = [2.8, 0, -9.3]
simulation = { step = 1e-3, until = 0.1, position_friction = "predicted" }
[bodies]
block = { type = "point_mass", mass = 1 }
bullet = { type = "point_mass", mass = 1, position = [3, 0, 1], velocity = [97, 0, 0] }
[ground]
frames = { wall = { position = [5, 0, 1] } }
[contacts]
floor = { type = "node_face", point = "block", plane = "ground", friction = 0.5 }
hit = { type = "sphere_box", sphere = "bullet", radius = 0.02, box = "ground.wall", size = [0.005, 5, 5], restitution = 1 }
"#;
    let mut simulation = simulation(text, &[]);
    simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
    assert!(simulation.statistics.retries > 0, "no step was halved");
    let x = simulation.state.kin.frames[0].x.x;
    assert!((x - 1.4e-6).abs() < 1e-10, "{x:e} m");
}

#[test]
fn checkpoints_do_not_turn_the_friction_of_a_contact() {
    // A point slides over a fixed sphere and sticks. Checkpoints renew factorisations only: differences stay near the tolerances of
    // the rows (1e-12 m a step).
    let text = r#"
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 0.5, position_friction = "predicted" }
[bodies.ball]
type = "point_mass"
mass = 1
position = [0.23162548863407176, 0.29646710597981324, 1.0336618828644994]
velocity = [0.9456129043280663, -0.73879377039079, 0]
[contacts.c]
type = "sphere_sphere"
a = "ground"
b = "ball"
radius_a = 1
radius_b = 0.1
friction = 1
"#;
    let end = |every: &str| {
        let mut simulation = simulation(text, &[("simulation.checkpoint_every", every)]);
        simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
        simulation.state.kin.frames[0].x
    };
    let difference = (end("50") - end("10000")).norm();
    assert!(difference < 1e-9, "{difference:e} m");
}
