//! How mechanisms start: coordinates from zero, velocities from rates of joints, and what cannot be.

use carom::drive::Simulation;
use carom::run::check;
use carom::spec::load_str;

fn start(text: &str) -> Result<Simulation, String> {
    let loaded = load_str("model.toml", text, &[]).map_err(|e| e.to_string())?;
    Simulation::new(loaded.model, loaded.settings).map_err(|e| e.to_string())
}

/// The value of a joint coordinate, and its rate, at the start.
fn coordinate(simulation: &Simulation, joint: &str, name: &str) -> (f64, f64) {
    let model = &simulation.system.model;
    let joint = model.joints.iter().find(|j| j.name == joint).expect("a joint");
    let measure = &joint.coordinates.iter().find(|(n, _)| *n == name).expect("a coordinate").1;
    let kin = &simulation.state.kin;
    let (value, gradient) = measure.gradient(kin);
    let (a, b) = measure.ports();
    let rate = gradient.along([a, b].map(|p| kin.port_velocity(&simulation.system.layout, &model.ports, p)));
    (value, rate)
}

#[test]
fn displacements_start_at_zero_or_where_they_are_said_to() {
    for (kind, keys) in [("prismatic", ""), ("cylindrical", ""), ("screw", "pitch = 0.02\n")] {
        for (key, value) in [("", 0.0), ("initial_displacement = \"2*k\"\n", 0.5)] {
            let text = format!(
                "[parameters]\nk = 0.25\n[bodies.b]\ntype = \"rigid_body\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0.3, 0.4, 3]\n\
                 [joints.j]\ntype = \"{kind}\"\na = \"ground\"\nb = \"b\"\nat = [0.3, 0.4, 1]\n{keys}{key}"
            );
            // With points that are apart along the axis, too.
            let apart = text.replace("at = [0.3, 0.4, 1]\n", "").replace("[0.3, 0.4, 3]", "[0, 0, 3]");
            for text in [text, apart] {
                let simulation = start(&text).unwrap_or_else(|e| panic!("{kind}: {e}"));
                let (found, _) = coordinate(&simulation, "j", "displacement");
                assert!((found - value).abs() < 1e-14, "{kind} {key}: {found}");
            }
        }
    }
}

#[test]
fn between_named_frames_displacement_is_their_distance() {
    let frames = "[ground]\nframes = { base = { position = [0, 0, 1] } }\n[bodies.b]\ntype = \"rigid_body\"\nmass = 1\ninertia = [1, 1, 1]\n\
                  position = [0, 0, 3]\nframes = { foot = { position = [0, 0, -0.5] } }\n[joints.j]\ntype = \"prismatic\"\na = \"ground.base\"\nb = \"b.foot\"\n";
    let simulation = start(frames).expect("a start");
    assert!((coordinate(&simulation, "j", "displacement").0 - 1.5).abs() < 1e-14);
}

/// A slider-crank with crank r, rod l and angle φ: ẋ = −r ω sin φ (1 + r cos φ/√(l² − r² sin² φ)).
fn slider_crank(keys: &str, more: &str) -> String {
    format!(
        "plane = \"xy\"\n[parameters]\nr = 0.1\nl = 0.3\nphi = 0.7\npsi = \"-asin(r*sin(phi)/l)\"\nx = \"r*cos(phi) + l*cos(psi)\"\n\
         [bodies.crank]\ntype = \"rigid_body\"\nmass = 1\ninertia = 0.01\nposition = [\"r/2*cos(phi)\", \"r/2*sin(phi)\", 0]\nrotation = \"phi\"\n\
         points = {{ pin = [\"r/2\", 0, 0] }}\n\
         [bodies.rod]\ntype = \"rigid_body\"\nmass = 2\ninertia = 0.03\nposition = [\"r*cos(phi) + l/2*cos(psi)\", \"r*sin(phi)/2\", 0]\nrotation = \"psi\"\n\
         points = {{ a = [\"-l/2\", 0, 0], b = [\"l/2\", 0, 0] }}\n\
         [bodies.piston]\ntype = \"rigid_body\"\nmass = 0.5\ninertia = 0.01\nposition = [\"x\", 0, 0]\n\
         [joints.shaft]\ntype = \"hinge\"\na = \"ground\"\nb = \"crank\"\nat = [0, 0, 0]\n{keys}\n\
         [joints.pin]\ntype = \"hinge\"\na = \"crank.pin\"\nb = \"rod.a\"\n[joints.wrist]\ntype = \"hinge\"\na = \"rod.b\"\nb = \"piston\"\n\
         [joints.guide]\ntype = \"prismatic\"\na = \"ground\"\nb = \"piston\"\naxis = [1, 0, 0]\n{more}\n"
    )
}

#[test]
fn a_mechanism_starts_at_the_rate_of_one_joint() {
    let omega = 12.0;
    for initial in ["check", "project"] {
        let text = slider_crank("initial_rate = \"3*4\"", &format!("[simulation]\ninitial = \"{initial}\""));
        let simulation = start(&text).unwrap_or_else(|e| panic!("{e}"));
        assert!((coordinate(&simulation, "shaft", "angle").1 - omega).abs() < 1e-9);
        let (r, l, phi) = (0.1_f64, 0.3_f64, 0.7_f64);
        let exact = -r * omega * phi.sin() * (1.0 + r * phi.cos() / (l * l - (r * phi.sin()).powi(2)).sqrt());
        let (_, rate) = coordinate(&simulation, "guide", "displacement");
        assert!((rate - exact).abs() < 1e-9, "{initial}: {rate} {exact}");
    }
}

#[test]
fn rates_that_contradict_are_refused_at_their_joint() {
    let error =
        start(&slider_crank("initial_rate = 12", "initial_rate = 1.0")).map(|_| ()).expect_err("a contradiction");
    assert!(error.contains("joint `guide` cannot start at the rate 1 m/s"), "{error}");
    let consistent = start(&slider_crank("initial_rate = 0", "initial_rate = 0"));
    assert!(consistent.is_ok());
    let loaded =
        load_str("model.toml", &slider_crank("initial_rate = 12", "initial_rate = 1.0"), &[]).expect("a model");
    let found = check(loaded);
    assert!(!found.ok && found.errors[0].line > 1 && found.errors[0].item.as_deref() == Some("joints.guide"));
    for (keys, words) in
        [("initial_rate = { turn = 1 }", "unknown coordinate `turn`"), ("initial_rate = \"a\"", "unknown name `a`")]
    {
        let error = load_str("model.toml", &slider_crank(keys, ""), &[]).expect_err(words).to_string();
        assert!(error.contains(words), "{error}");
    }
}

/// Of a double pendulum at rest whose first hinge gets a rate, the second moves as after an impulse of a motor in the first: the
/// momentum conjugate to the second angle stays zero.
#[test]
fn other_joints_move_as_by_an_impulse() {
    let text = "plane = \"xy\"\n[bodies.a]\ntype = \"rigid_body\"\nmass = 1\ninertia = 0.1\nposition = [0.5, 0, 0]\n\
                [bodies.b]\ntype = \"rigid_body\"\nmass = 2\ninertia = 0.2\nposition = [1.5, 0, 0]\n\
                [joints.one]\ntype = \"hinge\"\na = \"ground\"\nb = \"a\"\nat = [0, 0, 0]\ninitial_rate = 3\n\
                [joints.two]\ntype = \"hinge\"\na = \"a\"\nb = \"b\"\nat = [1, 0, 0]\n";
    let simulation = start(text).expect("a start");
    let (_, one) = coordinate(&simulation, "one", "angle");
    let (_, two) = coordinate(&simulation, "two", "angle");
    // v_b = one·1 + (one + two)·½ at the middle of b; ∂T/∂two = m v_b ½ + J (one + two) = 0.
    let momentum = 2.0 * (one + 0.5 * (one + two)) * 0.5 + 0.2 * (one + two);
    assert!((one - 3.0).abs() < 1e-12 && momentum.abs() < 1e-12, "{one} {two} {momentum}");
}

#[test]
fn a_force_that_is_not_a_number_at_the_start_is_named() {
    let text = "[bodies.b]\ntype = \"rigid_body\"\nmass = 1\ninertia = [1, 1, 1]\n[joints.j]\ntype = \"prismatic\"\na = \"ground\"\nb = \"b\"\n\
                [forces.push]\ntype = \"joint_force\"\njoint = \"j\"\nforce = \"q/q\"\n";
    let error = start(text).map(|_| ()).expect_err("0/0");
    assert!(error.contains("the force of `push` is not a finite number at t = 0"), "{error}");
}

#[test]
fn a_belt_and_a_friction_that_are_not_numbers_are_named() {
    let text = |keys: &str| {
        format!(
            "gravity = [0, 0, -9.81]\nsimulation = {{ step = 1e-3, until = 0.2 }}\n[bodies.b]\ntype = \"point_mass\"\nmass = 1\nvelocity = [0.5, 0, 0]\n\
             [contacts.floor]\ntype = \"node_face\"\npoint = \"b\"\nplane = \"ground\"\n{keys}\n"
        )
    };
    for (keys, words) in [
        (
            "friction = 0.3\nsurface_velocity = [\"sqrt(0.05 - t)\", 0]",
            "the surface velocity of `floor` is not a finite number",
        ),
        ("friction = \"0.3 + if(v > 0.3 and v < 0.4, 0/0, 0)\"", "the friction of `floor` is not a finite number"),
    ] {
        let error = carom::testkit::try_run(&text(keys), &[]).map(|_| ()).expect_err(words).to_string();
        assert!(error.contains(words), "{error}");
    }
}
