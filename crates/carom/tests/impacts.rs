//! Impacts that travel from contact to contact within a step, and what they leave behind.

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
fn balls_at_rest_after_an_impact_do_not_hit_each_other_by_rounding() {
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
fn an_oblique_elastic_impact_adds_no_energy() {
    let pair = balls(&[[-0.07, 0.0, 0.03], [0.0, 0.03, 0.03]], 2.0, "restitution = 1");
    let schemes = [("decoupled", "simultaneous"), ("decoupled", "sequential"), ("coupled", "sequential")];
    for (integrator, impacts) in schemes {
        let keys = format!("integrator = '{integrator}', step = 5e-3, until = 0.1, impacts = '{impacts}'");
        let (s, growth, _) = run(&format!("simulation = {{ {keys} }}\n{pair}"));
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
fn an_impact_elsewhere_leaves_a_pyramid_at_rest() {
    let far = "[bodies.far]\ntype = 'point_mass'\nmass = 0.2\nposition = [1, 0, 1e-4]\n[contacts.far]\ntype = 'node_face'\n\
               point = 'far'\nplane = 'ground'\nrestitution = 0.9\n";
    let (_, _, speed) = run(&format!("gravity = [0, 0, -9.8]\n{SEQUENTIAL}{}{far}", pyramid()));
    // As above; the ball that bounces is at rest after 0.2 s. Each impact used to stir the pyramid with g h = 1e-2 m/s.
    assert!(speed < 1e-10, "{speed}");
}

/// Velocities at the end with the coupled and with the decoupled scheme, and the most rounds of a sequence.
fn both_schemes(text: &str, set: &[(&str, &str)]) -> [(Vec<f64>, u64); 2] {
    ["coupled", "decoupled"].map(|integrator| {
        let set = [("simulation.integrator", integrator)].into_iter().chain(set.iter().copied());
        let overrides: Vec<_> = set.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        let loaded = load_str("model.toml", text, &overrides).unwrap_or_else(|e| panic!("{e}"));
        let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
        simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(simulation.statistics.cut_short, 0);
        (simulation.state.kin.v.clone(), simulation.statistics.max_rounds)
    })
}

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

fn benchmark(name: &str) -> String {
    let path = format!("{}/../../benchmarks/{name}/model.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[test]
fn sequences_of_the_coupled_and_the_decoupled_scheme_agree() {
    // Without forces that change in the step of the impact the schemes are the same: rounding. Oblique impacts act along the normal at
    // the end of the step in the coupled scheme, and in the decoupled one along that of their moment; it turns by
    // v sin(30°) h/2r = 2.5e-3, at 1 m/s.
    for (name, set, limit) in [
        // Each of up to 20 rounds holds to 1e-10 of the velocities.
        ("ball-row-20", "e=1", 2e-9),
        ("ball-row-20", "e=0.9", 2e-9),
        ("bernoulli", "gap=0", 2.5e-3),
        ("bernoulli", "gap=0.3", 2.5e-3),
    ] {
        let [coupled, decoupled] = both_schemes(&benchmark(name), &[set.split_once('=').unwrap_or_default()]);
        assert_eq!(coupled.1, decoupled.1, "{name}, {set}: rounds");
        let difference = largest_difference(&coupled.0, &decoupled.0);
        assert!(difference < limit, "{name}, {set}: {difference}");
    }
    // In the cradle threads turn during the step: ω h = 3.2 s⁻¹ · 1e-3 s is the share of an impact that the two see differently, since the
    // decoupled scheme sees it at its touch. The velocity is 0.64 m/s, or 3.2 rad/s.
    for dropped in ["1", "2", "3"] {
        let [coupled, decoupled] =
            both_schemes(&benchmark("newtons-cradle"), &[("dropped", dropped), ("simulation.until", "0.3")]);
        let difference = largest_difference(&coupled.0, &decoupled.0);
        assert!(difference < 3.2e-3 * 3.2, "{dropped} balls: {difference}");
    }
}

#[test]
fn a_coupled_sequence_sees_forces_that_depend_on_its_velocities() {
    // Balls in honey: h c/m = 0.05 at the larger step, so that the jump changes the smooth motion and this the jump. The schemes
    // differ by what the drag does in the part of the step after the impact: less than h c/m of the velocity of 2 m/s, and in
    // proportion to h.
    let mut row = balls(&[[-0.1, 0.0, 0.03], [0.0, 0.0, 0.03], [0.06, 0.0, 0.03]], 2.0, "restitution = 0.5");
    for i in 0..3 {
        row += &format!("[forces.h{i}]\ntype = 'damper'\na = 'ground'\nb = 'b{i}'\ndamping = 1\n");
    }
    let text = |h: f64| {
        format!("gravity = [0, 0, -9.8]\nsimulation = {{ step = {h}, until = 0.1, impacts = 'sequential' }}\n{row}")
    };
    let differences = [1e-2, 2.5e-3].map(|h| {
        let [coupled, decoupled] = both_schemes(&text(h), &[]);
        largest_difference(&coupled.0, &decoupled.0)
    });
    assert!(differences[0] < 0.1, "{differences:?}");
    // The decoupled scheme sees when in the step the impact fell, so that the difference falls at least in proportion.
    assert!(differences[0] / differences[1] > 3.6, "{differences:?}");
}

/// Blows are judged by their own velocities: a wheel with 450 kJ beside 1 g balls at 0.02 m/s hid them.
#[test]
fn a_fast_wheel_elsewhere_does_not_hide_slow_impact() {
    let mut text =
        "simulation = { step = 1e-3, until = 1.5, impacts = 'sequential' }\n[bodies.wheel]\ntype = 'rigid_body'\n\
                    mass = 100\ninertia = [5, 5, 10]\nangular_velocity = [0, 0, 300]\nposition = [5, 0, 0]\n"
            .to_owned();
    for (k, (x, v)) in [(-0.0101, 0.02), (0.02, 0.0), (0.04, 0.0), (0.06, 0.0)].into_iter().enumerate() {
        text += &format!(
            "[bodies.b{k}]\ntype = 'sphere'\nmass = 1e-3\nradius = 0.01\nposition = [{x}, 0, 0]\nvelocity = [{v}, 0, 0]\n"
        );
    }
    text += "[contacts.all]\ntype = 'collision'\nrestitution = 1\n";
    let (s, ..) = run(&text);
    let speeds: Vec<f64> = s.state.kin.v.chunks_exact(6).skip(1).map(|v| v[0]).collect();
    // The tolerance of velocities is a share of 1e-10 of the wheel's in the mass metric, 950/√1e-3 m/s for a ball.
    let expected = [0.0, 0.0, 0.0, 0.02];
    assert!(speeds.iter().zip(expected).all(|(v, e)| (v - e).abs() < 5e-6), "{speeds:?}");
}

/// A ball between two plates 1 mm apart, which it crosses up to ten times within a step: it stays between them, and no bounce takes or
/// makes energy but by e. Its weight moves it by less than the gap: g × 1 mm of 72 m²/s² and more is 1.4e-4.
#[test]
fn a_ball_that_crosses_its_clearance_within_a_step_stays_in_it() {
    const PLATES: &str = r#"
gravity = [0, 0, -9.81]
parameters = { v = 12, e = 1 }
simulation = { step = 1e-4, until = 5e-3 }
[bodies.ball]
type = "point_mass"
mass = 1
velocity = [0, 0, "v"]
[contacts.low]
type = "node_face"
point = "ball"
plane = "ground"
origin = [0, 0, -5e-4]
restitution = "e"
[contacts.high]
type = "node_face"
point = "ball"
plane = "ground"
origin = [0, 0, 5e-4]
normal = [0, 0, -1]
restitution = "e"
[sensors.z]
type = "position"
of = "ball"
component = "z"
"#;
    for v in ["12", "30", "100"] {
        for e in ["1", "0.5"] {
            let (simulation, history) = carom::testkit::run(PLATES, &[("v", v), ("e", e)]);
            let s = &simulation.statistics;
            assert_eq!((s.incompatible, s.retries), (0, 0), "v = {v}, e = {e}");
            let deepest = history.sensor("z")[0].iter().fold(0.0_f64, |worst, z| worst.max(z.abs()));
            assert!(deepest < 5e-4 + 1e-9, "v = {v}, e = {e}: {deepest} m");
            let (start, energy) = (0.5 * v.parse::<f64>().unwrap_or(f64::NAN).powi(2), simulation.state.energy);
            let left = energy.kinetic / start;
            let expected = if e == "1" { (1.0 - 3e-3)..(1.0 + 1e-9) } else { 0.0..0.3 };
            assert!(expected.contains(&left), "v = {v}, e = {e}: {left} of the energy is left");
            assert!(energy.impacts <= 1e-9 * start, "v = {v}, e = {e}: impacts {}", energy.impacts);
        }
    }
}
