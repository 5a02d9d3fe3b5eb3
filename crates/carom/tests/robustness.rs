//! Models at the edge of what numbers can do: at rest, far away, very stiff, driven, on moving surfaces. Each was once a bug.

use carom::drive::{RunError, Simulation};
use carom::spec::load_str;

/// Runs a model to its end.
fn run(text: &str) -> Result<Simulation, RunError> {
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    simulation.run(&mut ())?;
    Ok(simulation)
}

const SHAFT: &str = "
[bodies.b]
type = 'rigid_body'
mass = 1
inertia = [1, 1, 1]
[joints.h]
type = 'hinge'
a = 'ground'
b = 'b'
";

#[test]
fn a_wall_hits_a_body_at_rest_without_any_force() {
    let s = run("[bodies.b]\ntype = 'point_mass'\nmass = 1\nposition = [0, 0, 0.1]\n[moving.wall]\n\
                 translation = [0, 0, 't']\n[contacts.c]\ntype = 'node_face'\npoint = 'b'\nplane = 'wall'\n\
                 friction = 0.3\nrestitution = 0.5\n")
    .unwrap();
    // Newton's law against a wall of 1 m/s: the body leaves with (1 + e) times that.
    assert!((s.state.kin.v[2] - 1.5).abs() < 1e-12, "{:?}", s.state.kin.v);
    // The wall's work is the kinetic energy ½ 1.5² and what the impact took.
    assert!(s.state.energy.remainder.abs() < 1e-12, "{:?}", s.state.energy);
}

#[test]
fn a_drive_starts_from_rest() {
    let drive = "[joints.m]\ntype = 'motion'\njoint = 'h'\nmotion = 't^3'\n";
    let s = run(&format!("{SHAFT}{drive}")).unwrap();
    assert_eq!(s.statistics.retries, 0);
    assert!((s.state.kin.angles[0] - 1.0).abs() < 1e-11);
}

#[test]
fn a_damped_shaft_comes_to_rest_and_stays_there() {
    let text = format!(
        "simulation = {{ step = 1e-2, until = 100 }}\n{}angular_velocity = [0, 0, 1]\n{}[forces.d]\ntype = 'rayleigh'\n\
         bodies = ['b']\nmass = 10\n",
        SHAFT.split("[joints").next().unwrap(),
        &SHAFT[SHAFT.find("[joints").unwrap()..]
    );
    // exp(−10 t) underflows on the way: no tolerance may vanish with it.
    let s = run(&text).unwrap();
    assert_eq!(s.statistics.retries, 0);
    assert!(s.state.kin.v.iter().all(|v| v.abs() < 1e-100));
}

#[test]
fn turns_of_a_fast_shaft_are_counted() {
    let body = SHAFT.replace("inertia = [1, 1, 1]", "inertia = [1, 1, 1]\nangular_velocity = [0, 0, 4000]");
    let s = run(&format!("simulation = {{ step = 1e-3, until = 0.1 }}\n{body}")).unwrap();
    // 4 rad a step is more than half a turn; the motion is exact.
    assert!((s.state.kin.angles[0] - 400.0).abs() < 1e-9, "{}", s.state.kin.angles[0]);
}

#[test]
fn a_very_stiff_spring_does_not_stop_a_run() {
    let s =
        run("gravity = [0, 0, -9.81]\nsimulation = { step = 1e-3, until = 0.5 }\n[bodies.b]\ntype = 'point_mass'\n\
                 mass = 1\nposition = [1, 0, 0]\n[forces.s]\ntype = 'spring_damper'\na = 'ground'\nb = 'b'\n\
                 stiffness = 1e10\n")
        .unwrap();
    assert_eq!(s.statistics.retries, 0);
    assert!((s.state.kin.frames[0].x.norm() - 1.0).abs() < 1e-6);
}

#[test]
fn a_pendulum_far_from_the_origin_swings_like_one_at_home() {
    let swing = |x: f64| {
        let s = run(&format!(
            "gravity = [0, 0, -9.81]\nsimulation = {{ step = 1e-3, until = 0.5 }}\n[bodies.b]\ntype = 'rigid_body'\n\
             mass = 1\ninertia = [0.01, 0.01, 0.01]\nposition = [{}, {x}, 0]\n[joints.h]\ntype = 'hinge'\na = 'ground'\n\
             b = 'b'\nat = [{x}, {x}, 0]\naxis = [0, 1, 0.2]\n",
            x + 0.3
        ))
        .unwrap();
        assert_eq!(s.statistics.retries, 0);
        s.state.kin.angles[0]
    };
    // Coordinates of 1e5 m are rounded to 1.5e-11 m, 5e-11 of the arm, in every step.
    assert!((swing(1e5) - swing(0.0)).abs() < 1e-6);
}

#[test]
fn a_point_under_a_finite_face_is_not_pulled_through_it() {
    let s = run("simulation = { step = 1e-3, until = 2 }\n[bodies.b]\ntype = 'point_mass'\nmass = 1\n\
                 position = [-2, 0, -0.5]\nvelocity = [1, 0, 0]\n[contacts.c]\ntype = 'node_face'\npoint = 'b'\n\
                 plane = 'ground'\nextent = [1, 1]\n")
    .unwrap();
    assert_eq!(s.state.kin.frames[0].x.z, -0.5);
}

#[test]
fn a_drive_that_is_not_a_number_stops_the_run() {
    let drive = "[joints.m]\ntype = 'motion'\njoint = 'h'\nmotion = '0*sqrt(0.5 - t)'\n";
    let error = run(&format!("gravity = [0, -9.81, 0]\n{SHAFT}{drive}")).err().expect("it ran");
    assert!(
        error.to_string().contains("a constraint of `m` is not a finite number") && (error.time() - 0.5).abs() < 1e-3,
        "{error}"
    );
}

#[test]
fn an_accelerating_belt_carries_a_block_exactly_and_its_work_is_accounted_for() {
    let s = run("gravity = [0, 0, -9.81]\nsimulation = { step = 1e-2, until = 1 }\n[bodies.b]\ntype = 'point_mass'\n\
                 mass = 1\n[contacts.c]\ntype = 'node_face'\npoint = 'b'\nplane = 'ground'\ntangent = [1, 0, 0]\n\
                 surface_velocity = ['t', 0]\nfriction = 0.9\n")
    .unwrap();
    // x = t²/2 by the trapezoidal rule, which is exact here; the belt's work is the kinetic energy ½.
    assert!((s.state.kin.frames[0].x.x - 0.5).abs() < 1e-10);
    assert!((s.state.energy.loads - 0.5).abs() < 1e-10 && s.state.energy.remainder.abs() < 1e-10);
}

#[test]
fn impulses_of_halved_steps_add_up_to_the_momentum() {
    // A block that lands flat on four corners with large friction; some steps are halved.
    let mut text = "gravity = [0, 0, -9.81]\nsimulation = { step = 1e-3, until = 3 }\n[bodies.block]\n\
                    type = 'rigid_body'\nmass = 1\ninertia = [0.01, 0.015, 0.02]\nposition = [0, 0, 0.5]\n\
                    rotation = [0.4, 0.3, 0.2]\nvelocity = [1, 0.5, 0]\nangular_velocity = [3, -2, 5]\npoints = {"
        .to_owned();
    let corner = |i: usize, k: usize, size: f64| if i >> k & 1 == 1 { size } else { -size };
    for i in 0..8 {
        text += &format!("p{i} = [{}, {}, {}], ", corner(i, 0, 0.15), corner(i, 1, 0.1), corner(i, 2, 0.05));
    }
    text = text.trim_end_matches(", ").to_owned() + "}\n";
    for i in 0..8 {
        text += &format!(
            "[contacts.k{i}]\ntype = 'node_face'\npoint = 'block.p{i}'\nplane = 'ground'\nfriction = 0.5\nrestitution = 0.3\n"
        );
    }
    let loaded = load_str("block.toml", &text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut s = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let mut sum = 0.0;
    let mut add = |_: u64, snapshot: &carom::system::Snapshot| {
        sum += snapshot.contacts.iter().map(|c| c.impulse[0]).sum::<f64>();
    };
    s.run(&mut add).unwrap();
    // It starts without vertical velocity and ends at rest: the floor returned the weight, to rounding of 3,000 sums and the
    // tolerance of equilibrium, 1e-8 a step of 0.01 N s.
    assert!((sum - 9.81 * 3.0).abs() < 1e-6, "{sum}");
    assert!(s.state.energy.impacts < 0.0 && s.state.energy.friction < 0.0);
    assert!(s.statistics.penetration.0 < 1e-11);
}

/// The message was that a residual is not a number.
#[test]
fn a_ground_that_moves_to_nowhere_is_named_with_its_time() {
    let text = "gravity = [0, 0, -9.81]\nsimulation = { step = 1e-3, until = 1 }\n[bodies.a]\ntype = 'sphere'\nradius = 0.1\n\
                mass = 1\nposition = [0, 0, 0.1]\n[moving.lift]\ntranslation = [0, 0, 'if(t<0.25, 0, sqrt(0.25-t))']\n\
                shapes = [{ type = 'plane' }]\n[contacts.c]\ntype = 'collision'\n";
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let error = simulation.run(&mut ()).expect_err("the lift has no place after 0.25 s");
    // The ball fell through it, and the run was said to be finished.
    let text = error.to_string();
    assert!(text.contains("the motion of `lift` is not a finite number at t = 0.25"), "{text}");
}

#[test]
fn a_force_that_is_not_finite_is_named_with_its_time() {
    let wind = "[forces.wind]\ntype = 'force'\non = 'b'\nforce = [0, 'sqrt(0.3 - t)', 0]\n";
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        let simulation = format!("simulation = {{ step = 1e-2, until = 1, integrator = '{integrator}' }}\n");
        let error = run(&format!("{simulation}{SHAFT}{wind}")).err().expect(integrator);
        let text = error.to_string();
        // The root is not a number after 0.3 s; the last step tried is 2^-8 of 10 ms long.
        assert!((error.time() - 0.3).abs() < 1e-4, "{integrator}: {text}");
        assert!(text.contains("the force of `wind` is not a finite number at t = 0.30"), "{integrator}: {text}");
    }
}
