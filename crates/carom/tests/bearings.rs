//! Joints with clearance and ball bearings, against ideal joints, closed forms and the same contacts written one by one.

use carom::post::{StaticBearing, in_series};
use carom::spec::load_str;
use carom::testkit::{Stage, pair_contract, run};
use std::f64::consts::{FRAC_PI_2, TAU};

/// A driven slider-crank; the joint of the wrist is given.
fn slider_crank(wrist: &str) -> String {
    format!(
        "plane = 'xy'\nsimulation = {{ step = 2e-4, until = 0.1 }}\n[bodies.crank]\ntype = 'rigid_body'\nmass = 0.1\ninertia = 1e-4\n\
         position = [0.075, 0, 0]\nvelocity = [0, 2.25, 0]\nangular_velocity = 30\npoints = {{ pin = [0.075, 0, 0] }}\n\
         [bodies.rod]\ntype = 'rigid_body'\nmass = 0.2\ninertia = 1.5e-3\nposition = [0.3, 0, 0]\nvelocity = [0, 2.25, 0]\nangular_velocity = -15\n\
         points = {{ pin = [-0.15, 0, 0], wrist = [0.15, 0, 0] }}\n[bodies.slider]\ntype = 'rigid_body'\nmass = 0.3\ninertia = 1e-4\n\
         position = [0.45, 0, 0]\n[joints.shaft]\ntype = 'hinge'\na = 'ground'\nb = 'crank'\nat = [0, 0, 0]\n\
         [joints.motor]\ntype = 'motion'\njoint = 'shaft'\nmotion = '30*t'\n[joints.pin]\ntype = 'hinge'\na = 'crank.pin'\nb = 'rod.pin'\n\
         [joints.guide]\ntype = 'prismatic'\na = 'ground'\nb = 'slider'\naxis = [1, 0, 0]\n\
         [joints.wrist]\ntype = 'hinge'\na = 'slider'\nb = 'rod.wrist'\n{wrist}\n[sensors]\nx = {{ type = 'position', of = 'slider', component = 'x' }}\n\
         energy = {{ type = 'energy', quantity = 'total' }}\n"
    )
}

#[test]
fn a_slider_crank_with_little_clearance_moves_as_the_ideal_one() {
    let (_, ideal) = run(&slider_crank(""), &[]);
    let x = ideal.column("x").unwrap();
    for play in [1e-3, 1e-4, 1e-5] {
        let wrist = format!("clearance = {{ play = {play}, radius = 0.01, friction = 0.1 }}");
        let (s, real) = run(&slider_crank(&wrist), &[]);
        let worst = x.iter().zip(real.column("x").unwrap()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        // The crank is driven: the wrist is off by at most the play, the slider by play/cos φ with sin φ ≤ ½ of the rod, and each of the two
        // runs has the error of its steps, 1e-6 m.
        assert!(worst < 1.2 * play + 2e-6, "play {play}: {worst}");
        assert!(worst > 0.1 * play, "play {play}: {worst}");
        let kinetic = s.state.energy;
        assert!(kinetic.impacts <= 1e-9 && kinetic.friction <= 0.0, "{kinetic:?}");
    }
}

#[test]
fn a_journal_rolls_in_its_bearing_as_a_pendulum() {
    // A disc of radius r in a bore r + c: ω² = g/(c (1 + J/(m r²))), with J = ½ m r².
    let (c, r, theta) = (5e-3, 0.01, 0.05_f64);
    let text = format!(
        "plane = 'xy'\ngravity = [0, -9.81, 0]\nsimulation = {{ step = 1e-4, until = 0.5 }}\n[bodies.disc]\ntype = 'rigid_body'\nmass = 2\n\
         inertia = 1e-4\nposition = [{}, {}, 0]\n[joints.pin]\ntype = 'hinge'\na = 'ground'\nb = 'disc'\n\
         clearance = {{ play = {c}, radius = {r}, friction = 0.9 }}\n[sensors]\norbit = {{ type = 'orbit', joint = 'pin' }}\n\
         energy = {{ type = 'energy', quantity = 'total' }}\nturn = {{ type = 'joint', joint = 'pin' }}\n",
        c * theta.sin(),
        -c * theta.cos()
    );
    let (_, history) = run(&text, &[]);
    let (t, x) = (history.time(), history.column("orbit.x").unwrap());
    let zeros: Vec<f64> = (1..x.len())
        .filter(|&k| x[k - 1] > 0.0 && x[k] <= 0.0)
        .map(|k| t[k - 1] + (t[k] - t[k - 1]) * x[k - 1] / (x[k - 1] - x[k]))
        .collect();
    let period = (zeros[zeros.len() - 1] - zeros[0]) / (zeros.len() - 1) as f64;
    let exact = TAU * (1.5 * c / 9.81).sqrt() * (1.0 + theta * theta / 16.0);
    // 570 steps a period, of second order: 1e-5 and less.
    assert!((period / exact - 1.0).abs() < 1e-4, "{period} {exact}");
    // It touches all the time, and nothing is lost.
    let worst = history.column("orbit.eccentricity").unwrap().iter().map(|e| (e - 1.0).abs()).fold(0.0, f64::max);
    assert!(worst < 1e-9, "{worst}");
    let energy = history.column("energy").unwrap();
    let height = 2.0 * 9.81 * c * (1.0 - theta.cos());
    assert!((energy[energy.len() - 1] - energy[0]).abs() < 1e-3 * height, "{energy:?}");
    // No slip: the disc turns by −c θ/r where its centre runs around by θ.
    let (last_x, last_turn) = (history.last("orbit.x").unwrap(), history.last("turn").unwrap());
    let around = (last_x / c).asin() - theta;
    assert!((last_turn + around * c / r).abs() < 1e-4 * theta, "{last_turn} {around}");
}

#[test]
fn a_shaft_that_rubs_in_its_bearing_takes_the_torque_of_the_friction_circle() {
    // The journal stands where the force in the contact is vertical: tan φ = μ, torque W r sin φ. It starts there: about it, it would swing without damping.
    let (mu, r, load, play) = (0.3_f64, 0.02, 50.0, 1e-4);
    let phi = mu.atan();
    let text = format!(
        "plane = 'xy'\nsimulation = {{ step = 1e-4, until = 0.2 }}\n[bodies.shaft]\ntype = 'rigid_body'\nmass = 1\ninertia = 1e-3\n\
         position = [{}, {}, 0]\nangular_velocity = 100\n[joints.pin]\ntype = 'hinge'\na = 'ground'\nb = 'shaft'\n\
         clearance = {{ play = {play}, radius = {r}, friction = {mu} }}\n[joints.motor]\ntype = 'motion'\njoint = 'pin'\nmotion = '100*t'\n\
         [forces.load]\ntype = 'force'\non = 'shaft'\nforce = [0, {}, 0]\n[sensors]\norbit = {{ type = 'orbit', joint = 'pin' }}\n\
         torque = {{ type = 'drive_force', joint = 'motor' }}\nn = {{ type = 'contact', contact = 'pin.journal', quantity = 'normal_force' }}\n",
        -play * phi.sin(),
        -play * phi.cos(),
        -load
    );
    let (s, history) = run(&text, &[]);
    // A steady state, to the tolerance of the solver: 1e-8 of the forces a step, and the angle drifts with their sum.
    let torque = history.last("torque").unwrap();
    assert!((torque / (load * r * phi.sin()) - 1.0).abs() < 1e-6, "{torque}");
    assert!((history.last("n").unwrap() / (load * phi.cos()) - 1.0).abs() < 1e-6);
    let (x, y) = (history.last("orbit.x").unwrap(), history.last("orbit.y").unwrap());
    assert!((x / y - mu).abs() < 1e-5, "{x} {y}");
    let loss = -s.state.energy.friction / (load * r * phi.sin() * 100.0 * 0.2);
    assert!((loss - 1.0).abs() < 1e-5, "{loss}");
}

/// A shaft in a sleeve, in space.
const SLEEVE: &str = "simulation = { step = 1e-4, until = 0.1 }\n[bodies.shaft]\ntype = 'rigid_body'\nmass = 1\n\
    inertia = [1e-3, 1e-3, 2e-4]\nangular_velocity = [0, 0, 40]\n[joints.pin]\ntype = 'hinge'\na = 'ground'\nb = 'shaft'\naxis = [0, 0, 1]\n\
    clearance = { play = 1e-4, radius = 0.01, length = 0.04, axial = 2e-4, friction = 0.2 }\n\
    [sensors]\norbit = { type = 'orbit', joint = 'pin' }\ntilt = { type = 'orientation', of = 'shaft' }\n\
    spin = { type = 'angular_velocity', of = 'shaft', component = 'z' }\n";

#[test]
fn a_shaft_tilts_in_its_sleeve_until_both_ends_touch() {
    let text = format!("{SLEEVE}[forces.moment]\ntype = 'torque'\non = 'shaft'\ntorque = [0.5, 0, 0]\n");
    let smooth = "{ play = 1e-4, radius = 0.01, length = 0.04, axial = 2e-4 }";
    let (s, _) = run(&text, &[("bodies.shaft.angular_velocity", "[0, 0, 0]"), ("joints.pin.clearance", smooth)]);
    let axis = s.state.kin.frames[0].r().column(2).into_owned();
    // Ends of the axis at ± ½ l are off by the play on opposite sides.
    let expected = 1e-4 / 0.02;
    let tilt = axis.x.hypot(axis.y);
    assert!((tilt / expected - 1.0).abs() < 1e-6, "{axis}");
    // The couple: forces of 0.5 N m over the length, both ends closed.
    for name in ["pin.journal_1", "pin.journal_2"] {
        let contact = s.system.model.contact_sets.iter().position(|set| set.name == name).unwrap();
        let force = s.state.contacts[contact].force[0];
        assert!((force / (0.5 / 0.04) - 1.0).abs() < 1e-3, "{name}: {force}");
    }
}

#[test]
fn a_collar_rests_on_its_face_and_is_braked_by_its_friction() {
    // Gravity along the axis: N = m g on the lower face, and J ω̇ = −μ r N.
    let (_, history) = run(&format!("gravity = [0, 0, -9.81]\n{SLEEVE}"), &[]);
    assert!((history.last("orbit.z").unwrap() + 2e-4).abs() < 1e-9);
    let (t, spin) = (history.time(), history.column("spin").unwrap());
    let (i, j) = (t.len() / 2, t.len() - 1);
    let rate = (spin[j] - spin[i]) / (t[j] - t[i]);
    let expected = -0.2 * 0.01 * 9.81 / 2e-4;
    assert!((rate / expected - 1.0).abs() < 1e-4, "{rate} {expected}");
}

#[test]
fn a_slider_with_clearance_is_its_four_corners() {
    // The benchmark writes the corners one by one.
    let corners = include_str!("../../../benchmarks/slider-crank-clearance/model.toml");
    let start = corners.find("[contacts.lower_left]").unwrap();
    let end = corners.find("[sensors]").unwrap();
    let guide = "[joints.guide]\ntype = \"prismatic\"\na = \"ground\"\nb = \"slider\"\naxis = [1, 0, 0]\n\
                 clearance = { play = \"c\", length = \"2*a\", height = \"2*b\", restitution = \"e\", friction = \"mu\" }\n\n";
    let text = format!("{}{guide}{}", &corners[..start], &corners[end..]);
    let set = [("simulation.until", "0.02")];
    let ((_, one), (_, other)) = (run(corners, &set), run(&text, &set));
    for column in ["y", "theta_2", "kinetic"] {
        let pairs = one.column(column).unwrap().iter().zip(other.column(column).unwrap());
        let worst = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        // The same contacts in another order: sums are rounded otherwise, to the solver's tolerance.
        assert!(worst < 1e-8, "{column}: {worst}");
    }
}

#[test]
fn a_body_hangs_in_its_socket() {
    let text = "gravity = [0, 0, -9.81]\nsimulation = { step = 1e-3, until = 0.3 }\n[bodies.body]\ntype = 'rigid_body'\nmass = 3\n\
        inertia = [0.02, 0.03, 0.04]\nposition = [0, 0, -0.5]\npoints = { ball = [0, 0, 0.5] }\n[joints.ball]\ntype = 'spherical'\n\
        a = 'ground'\nb = 'body.ball'\nclearance = { play = 2e-4, radius = 0.02 }\n[sensors]\norbit = { type = 'orbit', joint = 'ball' }\n\
        n = { type = 'contact', contact = 'ball.ball', quantity = 'normal_force' }\n";
    let (_, history) = run(text, &[]);
    assert!((history.last("orbit.eccentricity").unwrap() - 1.0).abs() < 1e-9);
    assert!((history.last("orbit.z").unwrap() + 2e-4).abs() < 1e-12);
    assert!((history.last("n").unwrap() / (3.0 * 9.81) - 1.0).abs() < 1e-9);
}

#[test]
fn the_contacts_of_all_clearances_keep_the_contract_of_pairs() {
    let body = "[bodies.body]\ntype = 'rigid_body'\nmass = 1\ninertia = [0.02, 0.03, 0.04]\nposition = [1e-5, 2e-5, 3e-5]\n[joints.joint]\n\
                a = 'ground'\nb = 'body'\n";
    for (joint, contacts) in [
        (
            "type = 'prismatic'\naxis = [0.3, 0.4, 0.5]\nclearance = { play = 1e-4, length = 0.1, height = 0.04, width = 0.03, friction = 0.1 }",
            16,
        ),
        ("type = 'cylindrical'\naxis = [0.3, 0.4, 0.5]\nclearance = { play = 1e-4, radius = 0.01, length = 0.03 }", 2),
        ("type = 'hinge'\naxis = [0.3, 0.4, 0.5]\nclearance = { play = 1e-4, radius = 0.01 }", 1),
        ("type = 'spherical'\nclearance = { play = 1e-4, radius = 0.01 }", 1),
    ] {
        let model = load_str("model.toml", &format!("{body}{joint}\n"), &[]).unwrap_or_else(|e| panic!("{e}")).model;
        assert_eq!(model.contacts.len(), contacts, "{joint}");
        for seed in 0..4 {
            let stage = Stage::shaken_in_plane(&model, 0.1, seed);
            for contact in &model.contacts {
                pair_contract::pair(&stage, None, contact.pair.as_ref())
                    .unwrap_or_else(|e| panic!("{}: {e}", contact.name));
            }
        }
    }
}

#[test]
fn the_cage_runs_with_the_speed_of_rolling_and_one_ball_carries_at_the_bottom() {
    let text = "plane = 'xy'\nsimulation = { step = 1e-4, until = 0.05 }\n[bodies.race]\ntype = 'rigid_body'\nmass = 1\ninertia = 1e-4\n\
        angular_velocity = 50\n[joints.guide]\ntype = 'planar'\na = 'ground'\nb = 'race'\n[joints.motor]\ntype = 'motion'\njoint = 'guide'\n\
        coordinate = 'angle'\nmotion = '50*t'\n[forces.load]\ntype = 'force'\non = 'race'\nforce = [0, -100, 0]\n[bodies.bearing]\ntype = 'ball_bearing'\n\
        inner = 'race'\nouter = 'ground'\nballs = 8\nball_radius = 0.004\ninner_radius = 0.0128\nclearance = 1e-5\ndensity = 7800\nfriction = 0.05\n\
        cage = { mass = 0.01, play = 2e-4 }\n[sensors]\ncage = { type = 'bearing', bearing = 'bearing', quantity = 'cage_speed' }\n\
        force = { type = 'bearing', bearing = 'bearing', quantity = 'force' }\nslip = { type = 'bearing', bearing = 'bearing', quantity = 'slip' }\n\
        carried = { type = 'bearing', bearing = 'bearing', quantity = 'load' }\n\
        loaded = { type = 'bearing', bearing = 'bearing', quantity = 'loaded' }\n";
    let (_, history) = run(text, &[]);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let ratio = mean(history.column("cage").unwrap()) / 50.0;
    // r_i/(r_i + r_e), S 4.11; the play of 1e-5 m shifts the inner race against it, 1e-3 of the radii.
    assert!((ratio / (0.0128 / 0.03361) - 1.0).abs() < 3e-3, "{ratio}");
    // While two balls carry, symmetric about the vertical or not, the vertical parts of their forces are the load: between 100 N for one ball and
    // 100/cos 22.5° N for the sum of two.
    let n = history.time().len();
    let sums: Vec<f64> =
        (n / 2..n).map(|k| (1..=8).map(|i| history.column(&format!("force.{i}")).unwrap()[k]).sum::<f64>()).collect();
    let typical = sums.iter().filter(|sum| (99.0..=109.0).contains(*sum)).count();
    assert!(10 * typical > 9 * sums.len(), "{typical} of {}", sums.len());
    // The outer race carries the load; balls of 2 g and the race of 1 kg, which moves by 1e-5 m, take little of it.
    let [x, y] = ["carried.x", "carried.y"].map(|name| history.column(name).unwrap());
    let steady = (n / 2..n).filter(|&k| x[k].abs() < 2.0 && (y[k] + 100.0).abs() < 2.0).count();
    assert!(10 * steady > 9 * sums.len(), "{steady} of {}", sums.len());
}

#[test]
fn balls_of_a_thrust_bearing_share_its_load() {
    // Three balls, load along the axis: each carries W/(3 sin α₀), and the inner race sinks by B sin α₀. The cage keeps balls from running together. A ball swings between
    // its grooves with 35,000 rad/s, which the step resolves.
    let alpha = 0.6_f64;
    let text = format!(
        "gravity = [0, 0, -9.81]\nsimulation = {{ step = 5e-5, until = 0.04 }}\n[bodies.shaft]\ntype = 'rigid_body'\nmass = 20\ninertia = [0.1, 0.1, 0.1]\n\
         [bodies.bearing]\ntype = 'ball_bearing'\ninner = 'shaft'\nouter = 'ground'\nballs = 3\nball_radius = 0.004\ninner_radius = 0.0128\n\
         groove_radius = 0.0042\ncontact_angle = {alpha}\nmass = 1e-3\ncage = {{ stiffness = 1e4, damping = 5 }}\n[sensors]\nplace = {{ type = 'position', of = 'shaft' }}\n\
         outer = {{ type = 'bearing', bearing = 'bearing', quantity = 'force' }}\n\
         inner = {{ type = 'bearing', bearing = 'bearing', quantity = 'force', race = 'inner' }}\n"
    );
    let (_, history) = run(&text, &[]);
    let sinks = 2.0 * 2e-4 * alpha.sin();
    assert!((history.last("place.z").unwrap() / -sinks - 1.0).abs() < 1e-3, "{:?}", history.last("place.z"));
    for i in 1..=3 {
        for (race, mass) in [("inner", 20.0), ("outer", 20.003)] {
            let force = history.last(&format!("{race}.{i}")).unwrap();
            // The weight of the balls, 5e-5 of the load, changes the angles at the two races by as much.
            let expected = mass * 9.81 / (3.0 * alpha.sin());
            assert!((force / expected - 1.0).abs() < 1e-3, "{race} {i}: {force} {expected}");
        }
    }
}

#[test]
fn balls_start_where_and_as_they_roll() {
    let text = "plane = 'xy'\n[bodies.race]\ntype = 'rigid_body'\nmass = 1\ninertia = 1e-4\nangular_velocity = 30\n[bodies.bearing]\ntype = 'ball_bearing'\n\
        inner = 'race'\nouter = 'ground'\nballs = 4\nangle = 0.3\nball_radius = 0.004\ninner_radius = 0.01\nouter_radius = 0.018\ndensity = 7800\n";
    let model = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}")).model;
    for (i, node) in model.nodes[1..].iter().enumerate() {
        let angle = 0.3 + FRAC_PI_2 * i as f64;
        let x = &node.frame.x;
        assert!((x.x - 0.014 * angle.cos()).abs() < 1e-15 && (x.y - 0.014 * angle.sin()).abs() < 1e-15, "{x}");
        // v = ½ ω r_i, and the ball turns back with v/r_b.
        let [vx, vy, _, _, _, spin] = node.velocity;
        assert!((vx + 0.15 * angle.sin()).abs() < 1e-15 && (vy - 0.15 * angle.cos()).abs() < 1e-15, "{vx} {vy}");
        assert!((spin + 0.15 / 0.004).abs() < 1e-12, "{spin}");
    }
}

/// A bearing with grooves, elastic contacts of steel and a free inner ring, which a force presses from rest. The masses are larger than those of real balls: at rest they do
/// not matter. Friction keeps balls from creeping out of the load, as it does in every bearing.
fn pressed(load: [f64; 2]) -> String {
    let [radial, axial] = load;
    format!(
        "simulation = {{ step = 1e-5, until = 0.03 }}\n[materials.steel]\nyoung = 207e9\npoisson = 0.3\n[bodies.shaft]\ntype = 'rigid_body'\nmass = 1\n\
         inertia = [1e-4, 1e-4, 1e-4]\n[bodies.bearing]\ntype = 'ball_bearing'\ninner = 'shaft'\nouter = 'ground'\nballs = 9\nball_radius = 4e-3\ninner_radius = 0.0128\n\
         groove_radius = 4.16e-3\nclearance = 1e-5\nmass = 0.05\nlaw = 'compliant'\nmaterials = ['steel', 'steel']\nrestitution = 0.2\nfriction = 2e-3\n\
         [forces.load]\ntype = 'force'\non = 'shaft'\nforce = ['{radial}*min(t/0.01, 1)', 0, '{axial}*min(t/0.01, 1)']\n[sensors]\n\
         place = {{ type = 'position', of = 'shaft' }}\ninner = {{ type = 'bearing', bearing = 'bearing', quantity = 'force', race = 'inner' }}\n\
         outer = {{ type = 'bearing', bearing = 'bearing', quantity = 'force' }}\n"
    )
}

#[test]
fn elastic_balls_share_a_load_as_the_static_solution_says() {
    let hertz = |name: &str| {
        let model = load_str("model.toml", &pressed([300.0, 400.0]), &[]).unwrap_or_else(|e| panic!("{e}")).model;
        let contact = model.contacts.iter().find(|contact| contact.name == name).unwrap();
        contact.law.compliance.as_ref().unwrap().law.stiffness()
    };
    let stiffness = in_series(hertz("bearing.inner_1"), hertz("bearing.outer_1"));
    let bearing = StaticBearing {
        balls: 9,
        ball_radius: 4e-3,
        inner_radius: 0.0128,
        outer_radius: 0.02081,
        groove_radius: 4.16e-3,
        first_angle: 0.0,
        stiffness,
    };
    let solve = |[radial, axial]: [f64; 2]| {
        let (_, history) = run(&pressed([radial, axial]), &[]);
        let truth = bearing.equilibrium([radial, axial, 0.0]).unwrap();
        (history, truth)
    };
    let (history, truth) = solve([300.0, 400.0]);
    let most = truth.balls.iter().map(|ball| ball.force).fold(0.0, f64::max);
    for (i, ball) in truth.balls.iter().enumerate() {
        for race in ["inner", "outer"] {
            let force = history.last(&format!("{race}.{}", i + 1)).unwrap();
            // Friction of 0.002 at both contacts.
            assert!((force - ball.force).abs() < 0.01 * most, "{race} {}: {force} {}", i + 1, ball.force);
        }
    }
    let [radial, axial, _] = truth.displacement;
    let place = |name: &str| history.last(name).unwrap();
    assert!((place("place.x") / radial - 1.0).abs() < 0.02 && (place("place.z") / axial - 1.0).abs() < 0.02);
    // Stiffness along the load.
    let (more, stiffer) = solve([360.0, 480.0]);
    let along = |x: f64, z: f64| 0.6 * x + 0.8 * z;
    let found =
        along(more.last("place.x").unwrap() - place("place.x"), more.last("place.z").unwrap() - place("place.z"));
    let expected = along(stiffer.displacement[0] - radial, stiffer.displacement[1] - axial);
    assert!((found / expected - 1.0).abs() < 0.03, "{found} {expected}");
}
