//! Steps that are long against the shapes that meet in them: nothing passes through anything, and nothing is said to have been
//! solved that was not.

use carom::Vec3;
use carom::drive::Simulation;
use carom::spec::load_str;

const INTEGRATORS: [&str; 3] = ["decoupled", "coupled", "moreau_jean"];

fn start(text: &str) -> Simulation {
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{}", e.render(false)));
    Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"))
}

fn run(text: &str) -> Simulation {
    let mut simulation = start(text);
    simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    simulation
}

fn ball(name: &str, radius: f64, position: [f64; 3], velocity: [f64; 3]) -> String {
    format!(
        "[bodies.{name}]\ntype = 'sphere'\nmass = 1\nradius = {radius}\nposition = {position:?}\nvelocity = {velocity:?}\n"
    )
}

fn head(integrator: &str, until: f64) -> String {
    format!("gravity = [0, 0, 0]\nsimulation = {{ integrator = '{integrator}', step = 1e-3, until = {until} }}\n")
}

const WALL: &str = "[ground]\nshapes = [{ type = 'box', size = [0.005, 1, 1] }]\n";
const ALL: &str = "[contacts.all]\ntype = 'collision'\nrestitution = 1\n";

/// A ball of 10 mm flies 100 mm in a step; the wall is 5 mm thick. It comes back with the speed that it had.
#[test]
fn a_fast_ball_does_not_pass_through_a_thin_wall() {
    for integrator in INTEGRATORS {
        for k in 0..10 {
            let x = -0.25 - 0.01 * f64::from(k);
            let s = run(&(head(integrator, 0.01) + WALL + &ball("b", 0.005, [x, 0.0, 0.0], [100.0, 0.0, 0.0]) + ALL));
            let (frame, v) = (&s.state.kin.frames[0], s.state.kin.v[0]);
            assert!(frame.x.x < -0.0075 && (v + 100.0).abs() < 1e-6, "{integrator} {k}: {} {v}", frame.x);
            assert!(s.statistics.retries > 0 && s.statistics.cuts[0].reason.contains("`all (ground, b)` pass through"));
        }
    }
}

/// The same pair listed by hand, and obliquely onto the edge region of the wall: it never ends on the other side.
#[test]
fn a_listed_box_holds_a_fast_ball() {
    for k in 0..10 {
        let text = head("decoupled", 0.01)
            + &ball("b", 0.005, [-0.25 - 0.01 * f64::from(k), 0.0, 0.0], [100.0, 30.0, 0.0])
            + "[contacts.wall]\ntype = 'sphere_box'\nsphere = 'b'\nbox = 'ground'\nsize = [0.005, 1, 1]\nrestitution = 1\n";
        let s = run(&text);
        assert!(s.state.kin.frames[0].x.x < -0.0075 && (s.state.kin.v[0] + 100.0).abs() < 1e-6, "{k}");
    }
}

/// Equal balls that meet head-on exchange their velocities; they are 10 mm thick and come 200 mm nearer in a step.
#[test]
fn fast_balls_do_not_pass_through_each_other() {
    let listed = "[contacts.pair]\ntype = 'sphere_sphere'\na = 'a'\nb = 'b'\nrestitution = 1\n";
    for integrator in INTEGRATORS {
        for contact in [ALL, listed] {
            for k in 0..10 {
                let x = 0.35 + 0.013 * f64::from(k);
                let text = head(integrator, 0.01)
                    + &ball("a", 0.005, [-x, 0.0, 0.0], [100.0, 0.0, 0.0])
                    + &ball("b", 0.005, [0.3, 0.0, 0.0], [-100.0, 0.0, 0.0])
                    + contact;
                let s = run(&text);
                let v = &s.state.kin.v;
                let apart = s.state.kin.frames[1].x.x - s.state.kin.frames[0].x.x;
                assert!(
                    apart >= 0.01 && (v[0] + 100.0).abs() < 1e-6 && (v[6] - 100.0).abs() < 1e-6,
                    "{integrator} {k}"
                );
            }
        }
    }
}

/// Balls that miss each other by less than their radius are not disturbed, and no step is cut for them.
#[test]
fn fast_balls_that_miss_each_other_are_left_alone() {
    let text = head("decoupled", 0.01)
        + &ball("a", 0.005, [-0.5, 0.0, 0.0], [100.0, 0.0, 0.0])
        + &ball("b", 0.005, [0.5, 0.0101, 0.0], [-100.0, 0.0, 0.0])
        + ALL;
    let s = run(&text);
    assert_eq!((s.statistics.retries, s.state.kin.v[1], s.state.kin.v[7]), (0, 0.0, 0.0));
}

/// An oblique impact at 100 m/s: momentum and energy are kept, and the normal is that of the place where they touched, up to the way
/// in a halved step.
#[test]
fn a_fast_oblique_impact_is_resolved_where_it_happens() {
    let text = head("decoupled", 0.01)
        + &ball("a", 0.005, [-0.5, 0.0, 0.0], [100.0, 0.0, 0.0])
        + &ball("b", 0.005, [0.0, 0.005, 0.0], [0.0, 0.0, 0.0])
        + ALL;
    let s = run(&text);
    let [a, b] = [0, 6].map(|i| Vec3::new(s.state.kin.v[i], s.state.kin.v[i + 1], s.state.kin.v[i + 2]));
    assert!((a + b - Vec3::new(100.0, 0.0, 0.0)).norm() < 1e-6);
    assert!((a.norm_squared() + b.norm_squared() - 1e4).abs() < 1e-3);
    // Offset half of the distance of the centres: the normal is at 30° to the velocity. The step may
    // turn it by 26° at most, cos = 0.9.
    let angle = (b.y / b.x).atan().to_degrees();
    assert!((4.0..56.0).contains(&angle), "{angle}");
}

/// From the free side of a plane nothing gets behind it, at any speed and angle.
#[test]
fn a_ball_thrown_at_a_plane_stays_on_its_free_side() {
    let floor = "[ground]\nshapes = [{ type = 'plane' }]\n";
    for integrator in INTEGRATORS {
        for (k, speed) in [1.0, 30.0, 300.0, 3000.0].into_iter().enumerate() {
            // Hit after 5.3 … 5.9 steps.
            let z = 0.005 + (5.3e-3 + 2e-4 * k as f64) * speed;
            let text = head(integrator, 0.02) + floor + &ball("b", 0.005, [0.0, 0.0, z], [speed, 0.0, -speed]) + ALL;
            let mut s = start(&text);
            while s.step().unwrap_or_else(|e| panic!("{e}")) {
                // The Moreau–Jean scheme forecasts half a step: it may be that far behind for one step.
                let allowed = if integrator == "moreau_jean" { 0.5e-3 * speed } else { 1e-9 };
                assert!(
                    s.state.kin.frames[0].x.z > 0.005 - allowed,
                    "{integrator} {speed}: {}",
                    s.state.kin.frames[0].x
                );
            }
            assert!((s.state.kin.v[2] - speed).abs() < 1e-6 * speed, "{integrator} {speed}");
        }
    }
}

/// A ball rests beside a wall, out of reach of it, and is hit: within the step of the impact it gets to the wall and beyond.
#[test]
fn a_ball_that_is_hit_finds_the_wall_in_the_same_step() {
    for integrator in INTEGRATORS {
        let text = head(integrator, 0.02)
            + "[ground]\nshapes = [{ type = 'plane', position = [0.03, 0, 0], rotation = [0, '-pi/2', 0] }]\n"
            + &ball("a", 0.005, [-0.5, 0.0, 0.0], [40.0, 0.0, 0.0])
            + &ball("b", 0.005, [0.0, 0.0, 0.0], [0.0; 3])
            + ALL;
        let s = run(&text);
        let [a, b] = [0, 1].map(|i| s.state.kin.frames[i].x.x);
        // b comes back from the wall and passes its velocity on to a.
        assert!(
            b < 0.025 + 1e-9 && a < b && (s.state.kin.v[0] + 40.0).abs() < 1e-6,
            "{integrator}: {a} {b} {:?}",
            s.state.kin.v
        );
    }
}

/// A ball in its cage stays there however fast it is.
#[test]
fn a_fast_ball_does_not_leave_its_cage() {
    for integrator in ["decoupled", "coupled"] {
        let text = head(integrator, 0.05)
            + &ball("b", 0.005, [0.0, 0.002, 0.0], [100.0, 10.0, 0.0])
            + "[contacts.cage]\ntype = 'sphere_in_sphere'\nouter = 'ground'\ninner = 'b'\nouter_radius = 0.02\nrestitution = 1\n";
        let mut s = start(&text);
        while s.step().unwrap_or_else(|e| panic!("{e}")) {
            assert!(s.state.kin.frames[0].x.norm() < 0.015 + 1e-9, "{integrator}");
        }
    }
}

/// A finite face that is met near its edge and left sideways within the step.
#[test]
fn a_finite_face_is_not_left_through_its_surface() {
    let face = "type = 'sphere_plane'\nsphere = 'b'\nplane = 'ground'\nextent = [0.05, 0.05]\nrestitution = 1\n";
    let text = head("decoupled", 0.01)
        + &ball("b", 0.005, [-0.33, 0.0, 0.315], [100.0, 0.0, -100.0])
        + "[contacts.face]\n"
        + face;
    let s = run(&text);
    assert!(s.state.kin.frames[0].x.z > 0.0 && (s.state.kin.v[2] - 100.0).abs() < 1e-6, "{}", s.state.kin.v[2]);
}

/// Where steps may not be halved, the run ends and says why.
#[test]
fn tunnelling_that_cannot_be_resolved_ends_the_run() {
    let text = head("decoupled", 0.01).replace("until", "max_halvings = 0, until")
        + WALL
        + &ball("b", 0.005, [-0.25, 0.0, 0.0], [100.0, 0.0, 0.0])
        + ALL;
    let message = start(&text).run(&mut ()).expect_err("it ran").to_string();
    assert!(message.contains("`all (ground, b)` pass through each other within the step"), "{message}");
}

/// A break at 8 m/s with steps of 1 ms, 8 mm: nothing moves so far against the 57 mm of the balls that a step is cut.
#[test]
fn a_break_at_billiards_is_not_cut() {
    let r = 0.0286;
    let mut text = head("decoupled", 0.3) + &ball("cue", r, [-0.5, 0.001, 0.0], [8.0, 0.0, 0.0]);
    for row in 0..5 {
        for place in 0..=row {
            let x = f64::from(row) * 3_f64.sqrt() * (r + 1e-5);
            let y = f64::from(2 * place - row) * (r + 1e-5);
            text += &ball(&format!("b{row}{place}"), r, [x, y, 0.0], [0.0; 3]);
        }
    }
    let s = run(&(text + &ALL.replace("restitution = 1", "restitution = 0.9")));
    assert_eq!(s.statistics.retries, 0);
}

/// A ball that spins by 5 rad in a step while it slides on a plane. Friction takes its spin at the rate 5μg/2r, and what turns in a
/// step is not taken for its remainder to a whole turn.
#[test]
fn spins_beyond_half_a_turn_in_a_step_are_not_mistaken() {
    let text = "gravity = [0, 0, -10]\nsimulation = { step = 1e-3, until = 0.1 }\n".to_owned()
        + "[ground]\nshapes = [{ type = 'plane' }]\n"
        + &ball("b", 0.01, [0.0, 0.0, 0.01], [0.0; 3])
        + "angular_velocity = [0, 5000, 0]\n[contacts.all]\ntype = 'collision'\nfriction = 0.2\n";
    let s = run(&text);
    assert!(
        s.statistics.cuts[0].reason.contains("`all (ground, b)` turns by 5.00 rad"),
        "{}",
        s.statistics.cuts[0].reason
    );
    // Constant acceleration μg and angular acceleration: both exact but for the start of sliding in the first step.
    assert!((s.state.kin.v[0] - 0.2).abs() < 1e-6, "{}", s.state.kin.v[0]);
    assert!((s.state.kin.v[4] - 4950.0).abs() < 1e-3, "{}", s.state.kin.v[4]);
}

/// A ball that comes back from a thin wall within the step flies through the place of another one, which was behind it at the start and
/// not near: it is hit all the same.
#[test]
fn a_ball_that_comes_back_from_a_wall_does_not_pass_through_another() {
    for integrator in INTEGRATORS {
        for k in 0..5 {
            let x = -0.05 - 0.004 * f64::from(k);
            let text = head(integrator, 0.005)
                + WALL
                + &ball("a", 0.005, [-0.03, 0.0, 0.0], [100.0, 0.0, 0.0])
                + &ball("b", 0.005, [x, 0.0, 0.0], [0.0; 3])
                + ALL;
            let s = run(&text);
            let [a, b] = [0, 1].map(|i| s.state.kin.frames[i].x.x);
            let v = &s.state.kin.v;
            assert!(b < a - 0.01 + 1e-9, "{integrator} {k}: {a} m, {b} m, {v:?}");
            assert!(v[0].abs() < 1e-6 && (v[6] + 100.0).abs() < 1e-6, "{integrator} {k}: {v:?}");
        }
    }
}
