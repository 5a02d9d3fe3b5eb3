//! Blows that travel from contact to contact within a step, and what they leave behind.

use carom::drive::Simulation;
use carom::spec::load_str;

/// Runs a model to its end; the largest growth of its energy in a step, and the largest speed at the end.
fn run(text: &str) -> (Simulation, f64, f64) {
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let (mut last, mut growth) = (f64::INFINITY, 0.0_f64);
    let outcome = simulation.run(&mut |_: u64, snapshot: &carom::system::Snapshot| {
        let energy = snapshot.energy.kinetic + snapshot.energy.potential;
        growth = growth.max(energy - last);
        last = energy;
    });
    outcome.unwrap_or_else(|e| panic!("{e}"));
    let speed = simulation.state.kin.v.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    (simulation, growth, speed)
}

/// Balls of 0.2 kg and 30 mm on the ground, contacts between all of them.
fn balls(places: &[[f64; 3]], velocity: f64, law: &str) -> String {
    let mut text = String::new();
    for (i, [x, y, z]) in places.iter().enumerate() {
        let v = if i == 0 { velocity } else { 0.0 };
        text += &format!(
            "[bodies.b{i}]\ntype = 'rigid_body'\nmass = 0.2\ninertia = [7.2e-5, 7.2e-5, 7.2e-5]\nposition = [{x}, {y}, {z}]\n\
             velocity = [{v}, 0, 0]\nshapes = [{{ type = 'sphere', radius = 0.03 }}]\n\
             [contacts.f{i}]\ntype = 'sphere_plane'\nsphere = 'b{i}'\nplane = 'ground'\n{law}\n"
        );
        for j in 0..i {
            text += &format!("[contacts.c{j}_{i}]\ntype = 'sphere_sphere'\na = 'b{j}'\nb = 'b{i}'\n{law}\n");
        }
    }
    text
}

const SEQUENTIAL: &str = "simulation = { step = 1e-3, until = 0.3, impacts = 'sequential' }\n";

#[test]
fn balls_at_rest_after_a_blow_do_not_hit_each_other_by_rounding() {
    let row = balls(&[[-0.1, 0.0, 0.03], [0.0, 0.0, 0.03], [0.06, 0.0, 0.03]], 2.0, "restitution = 1");
    let (s, growth, speed) = run(&format!("gravity = [0, 0, -9.8]\n{SEQUENTIAL}{row}"));
    assert_eq!((s.statistics.cut_short, s.statistics.max_rounds), (0, 3));
    // The last ball leaves with all of the velocity; rounding of a few operations.
    assert!((speed - 2.0).abs() < 1e-12 && growth < 1e-13, "{speed}, {growth}");
}

#[test]
fn touching_balls_that_fly_together_do_not_hit_each_other_by_rounding() {
    // A velocity and places that are not exact in binary.
    let place = |i: f64| [0.06 * i / 2f64.sqrt(), 0.06 * i / 2f64.sqrt(), 0.03];
    let row = balls(&[place(0.0), place(1.0), place(2.0)], 0.0, "restitution = 1");
    let row = row.replace("velocity = [0, 0, 0]", "velocity = [0.1, 0.7, 0]");
    let (s, growth, _) = run(&format!("gravity = [0, 0, -9.8]\n{SEQUENTIAL}{row}"));
    assert!(s.statistics.cut_short == 0 && s.statistics.max_rounds <= 1, "{}", s.statistics.max_rounds);
    assert!(growth < 1e-13, "{growth}");
}

#[test]
fn an_oblique_elastic_blow_adds_no_energy() {
    let pair = balls(&[[-0.07, 0.0, 0.03], [0.0, 0.03, 0.03]], 2.0, "restitution = 1");
    for impacts in ["simultaneous", "sequential"] {
        let (s, growth, _) =
            run(&format!("simulation = {{ step = 5e-3, until = 0.1, impacts = '{impacts}' }}\n{pair}"));
        // The normal turns by 0.1 rad in the step of the impact. Kinetic energy 0.4 J, rounding.
        assert!(growth < 1e-13, "{growth}");
        assert!((s.state.energy.kinetic - 0.4).abs() < 1e-12, "{}", s.state.energy.kinetic);
    }
}

/// Four balls, one on three.
fn pyramid() -> String {
    let r = 0.03;
    let top = [r, r / 3f64.sqrt(), r + 2.0 * r * (2.0 / 3f64).sqrt()];
    let places = [[0.0, 0.0, r], [2.0 * r, 0.0, r], [r, 3f64.sqrt() * r, r], top];
    balls(&places, 0.0, "friction = 0.5\nrestitution = 0.9")
}

#[test]
fn a_pyramid_of_balls_rests_whatever_its_restitution() {
    let (s, growth, speed) = run(&format!("gravity = [0, 0, -9.8]\n{SEQUENTIAL}{}", pyramid()));
    // Rounding of the places, about 1e-17 m, is corrected in steps of 1e-3 s and adds up over 300 of them.
    assert!(speed < 1e-11 && growth < 1e-11, "{speed}, {growth}");
    assert_eq!(s.statistics.cut_short, 0);
}

#[test]
fn a_blow_elsewhere_leaves_a_pyramid_at_rest() {
    let far = "[bodies.far]\ntype = 'point_mass'\nmass = 0.2\nposition = [1, 0, 1e-4]\n[contacts.far]\ntype = 'node_face'\n\
               point = 'far'\nplane = 'ground'\nrestitution = 0.9\n";
    let (_, _, speed) = run(&format!("gravity = [0, 0, -9.8]\n{SEQUENTIAL}{}{far}", pyramid()));
    // As above; the ball that bounces is at rest after 0.2 s. Each blow used to stir the pyramid with g h = 1e-2 m/s.
    assert!(speed < 1e-10, "{speed}");
}
