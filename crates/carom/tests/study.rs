//! Studies of convergence: orders that theory knows, references that agree, questions that make no sense.

use carom::spec::{Loaded, load_str};
use carom::study::{
    Convergence, Fit, Plan, Quantity, Reference, StudyError, compare, converge, parse_schemes, parse_steps,
};

/// A ball that falls from 1 m and rebounds twice, with its exact solution.
const BALL: &str = r#"
name = "bouncing ball"
gravity = [0, 0, "-g"]
simulation = { step = 1e-3, until = 1.5, rho_inf = 0.9 }
[parameters]
g = 9.81
e = 0.8
t_1 = "sqrt(2/g)"
v_1 = "e*g*t_1"
t_2 = "t_1 + 2*v_1/g"
v_2 = "e*v_1"
[bodies.ball]
type = "point_mass"
mass = 1
position = [0, 0, 1]
[contacts.floor]
type = "node_face"
point = "ball"
plane = "ground"
restitution = "e"
[sensors]
z = { type = "position", of = "ball", component = "z" }
v = { type = "velocity", of = "ball", component = "z" }
[reference]
z = "if(t < t_1, 1 - g*t^2/2, if(t < t_2, (t - t_1)*(v_1 - g*(t - t_1)/2), (t - t_2)*(v_2 - g*(t - t_2)/2)))"
v = "if(t < t_1, -g*t, if(t < t_2, v_1 - g*(t - t_1), v_2 - g*(t - t_2)))"
"#;

/// A pendulum that turns about all axes.
const PENDULUM: &str = r#"
gravity = [0, 0, -9.81]
simulation = { until = 0.2, tolerance = 1e-12, constraint_tolerance = 1e-13 }
[bodies.rod]
type = "rigid_body"
mass = 1
inertia = [0.02, 0.06, 0.05]
position = [0.5, 0, 0]
velocity = [0, 0.75, 1]
angular_velocity = [1, -2, 1.5]
[joints.pivot]
type = "spherical"
a = "ground"
b = "rod"
at = [0, 0, 0]
[sensors]
x = { type = "position", of = "rod" }
"#;

fn load(text: &str) -> Loaded {
    load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"))
}

fn plan(schemes: &str, steps: &str) -> Plan {
    let schemes = if schemes.is_empty() { Vec::new() } else { parse_schemes(schemes).unwrap() };
    Plan {
        schemes,
        steps: parse_steps(steps).unwrap(),
        reference: None,
        quantities: Vec::new(),
        progress: Default::default(),
    }
}

fn order(study: &Convergence, quantity: &str, norm: usize) -> f64 {
    let curve = study.curves.iter().find(|curve| study.quantities[curve.quantity].name == quantity).unwrap();
    match curve.fits[norm] {
        Fit::Order { order, .. } => order,
        other => panic!("{quantity}, norm {norm}: {other:?}"),
    }
}

/// Across impacts Moreau–Jean is of order one in L¹, of order ½ in L² for a velocity that jumps, of none in L∞, and of order one in the
/// distance of the graphs (L 58–64). The errors of twelve steps zig-zag with the phase of the impact: the order is sure to 0.1.
#[test]
fn moreau_jean_converges_in_the_sense_of_filled_in_graphs() {
    let study = converge(&load(BALL), &[], &plan("moreau_jean", "1e-2..1e-4:12")).unwrap();
    assert!(study.failures.is_empty());
    for (quantity, orders) in [("z", [1.0, 1.0, 1.0, 1.0]), ("v", [1.0, 0.5, 0.0, 1.0])] {
        for (norm, expected) in orders.into_iter().enumerate() {
            let found = order(&study, quantity, norm);
            assert!((found - expected).abs() < 0.2, "{quantity}, norm {norm}: {found}");
        }
    }
}

/// Free flights and isolated impacts are exact with the default integrator; only the graph knows that a jump takes a step.
#[test]
fn rounding_is_called_exact() {
    let study = converge(&load(BALL), &[], &plan("decoupled", "1e-2,5e-3,2.5e-3")).unwrap();
    for curve in &study.curves {
        assert_eq!(curve.fits[..3], [Fit::Exact; 3]);
    }
    assert!((order(&study, "v", 3) - 1.0).abs() < 0.3);
}

/// Smooth motion: of second order against finer runs, in positions and velocities of the whole model and of sensors; Moreau–Jean of first.
#[test]
fn a_finer_run_shows_the_order_of_smooth_motion() {
    let loaded = load(PENDULUM);
    let mut plan = plan("decoupled,moreau_jean", "4e-3,2e-3,1e-3");
    for quantities in [vec![], vec!["x".to_owned()]] {
        plan.quantities = quantities;
        let study = converge(&loaded, &[], &plan).unwrap();
        assert!(study.notes.is_empty(), "{:?}", study.notes);
        for curve in &study.curves {
            let expected = if curve.scheme == 0 { 2.0 } else { 1.0 };
            for fit in &curve.fits[..3] {
                let Fit::Order { order, .. } = fit else { panic!("{fit:?}") };
                assert!((order - expected).abs() < 0.15, "{}: {order}", study.schemes[curve.scheme]);
            }
        }
    }
    // One truth for all: the error of Moreau–Jean is the same, since that of the finer run is small beside it.
    plan.reference = Some(Reference::parse("finest:decoupled").unwrap());
    let study = converge(&loaded, &[], &plan).unwrap();
    assert!(study.reference.contains("decoupled"), "{}", study.reference);
}

/// A file is a truth too; where its rows are at other times the study says so.
#[test]
fn a_history_in_a_file_is_a_reference() {
    let path = std::env::temp_dir().join(format!("carom-study-{}.csv", std::process::id()));
    let mut text = "time [s],z [m]\n".to_owned();
    let g = 9.81_f64;
    (0..=400)
        .for_each(|i| text += &format!("{},{}\n", 1e-3 * f64::from(i), 1.0 - 0.5 * g * (1e-3 * f64::from(i)).powi(2)));
    std::fs::write(&path, text).unwrap();
    let until = [("simulation.until".to_owned(), "0.4".to_owned())];
    let loaded = load_str("model.toml", BALL, &until).unwrap();
    let mut plan = Plan { reference: Some(Reference::File(path.clone())), ..plan("", "1e-2,5e-3") };
    let study = converge(&loaded, &until, &plan).unwrap();
    assert_eq!(study.quantities, [Quantity::find("z", &loaded).unwrap()]);
    assert_eq!(study.curves[0].fits[0], Fit::Exact);
    plan.steps = vec![1.5e-3, 0.7e-3];
    let study = converge(&loaded, &until, &plan).unwrap();
    assert!(study.notes.iter().any(|note| note.contains("interpolated")), "{:?}", study.notes);
    // Linear between rows: g Δt²/8 in the middle.
    let worst = study.curves[0].errors[0].unwrap().values[2];
    assert!((worst - g * 1e-6 / 8.0).abs() < 1e-9, "{worst}");
    // The model goes on after the end of the file.
    assert!(matches!(converge(&load(BALL), &[], &plan), Err(StudyError::Asked { .. })));
    std::fs::remove_file(&path).unwrap();
}

/// Runs in parallel give the same numbers as always.
#[test]
fn studies_are_deterministic() {
    let make = || converge(&load(BALL), &[], &plan("moreau_jean,coupled", "1e-2,5e-3,2.5e-3")).unwrap();
    let errors = |study: &Convergence| study.curves.iter().flat_map(|curve| curve.errors.clone()).collect::<Vec<_>>();
    assert_eq!(errors(&make()), errors(&make()));
}

/// Every run has its cost, and a scheme that holds contacts at position level does not penetrate.
#[test]
fn comparisons_tell_errors_and_costs() {
    let found = compare(&load(BALL), &[], &plan("decoupled,moreau_jean", "4e-3,1e-3")).unwrap();
    assert_eq!((found.rows.len(), found.quantities.len()), (4, 2));
    for row in &found.rows {
        assert!(row.seconds > 0.0 && row.iterations > 0.0 && row.errors.len() == 2, "{row:?}");
        assert!((row.penetration < 1e-11) == (row.scheme == 0), "{row:?}");
    }
    assert!(found.rows[3].errors[0].values[0] < found.rows[2].errors[0].values[0]);
}

#[test]
fn questions_without_sense_are_answered_with_what_would_make_it() {
    let refused = |text: &str, plan: &Plan, part: &str| match converge(&load(text), &[], plan) {
        Err(StudyError::Asked { message, help }) => {
            assert!(format!("{message} {help}").contains(part), "{message}; {help}")
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("accepted"),
    };
    let with = |quantity: &str, reference: Option<&str>| Plan {
        quantities: vec![quantity.to_owned()],
        reference: reference.map(|text| Reference::parse(text).unwrap()),
        ..plan("", "1e-2,5e-3")
    };
    refused(BALL, &with("zz", None), "did you mean `z`");
    refused(BALL, &with("positions", None), "exact solution of `positions` is not known");
    refused(PENDULUM, &with("x", Some("analytic")), "no exact solution");
    refused(BALL, &plan("", "1e-2,5"), "longer than the run");
    // A key that the scheme does not have is an error, one of the file that belongs to another integrator is not.
    let error = converge(&load(BALL), &[], &plan("moreau_jean:rho_inf=1", "1e-2,5e-3")).unwrap_err();
    assert!(matches!(error, StudyError::Model(_)) && error.to_string().contains("rho_inf"), "{error}");
}

/// Another integrator is one word: keys of the file that it does not have are left out, with a warning at their place.
#[test]
fn keys_of_other_integrators_are_left_out() {
    let set = |value: &str| [("simulation.integrator".to_owned(), value.to_owned())];
    let loaded = load_str("model.toml", BALL, &set("moreau_jean")).unwrap();
    let warning = loaded.warnings[0].to_string();
    assert!(warning.contains("rho_inf") && warning.contains("model.toml:4"), "{warning}");
    assert!(load_str("model.toml", BALL, &set("coupled")).unwrap().warnings.is_empty());
    // What no integrator knows stays an error, and so does a key that is set from outside.
    assert!(load_str("model.toml", &BALL.replace("rho_inf", "rho_in"), &set("moreau_jean")).is_err());
    let both: Vec<_> =
        set("moreau_jean").into_iter().chain([("simulation.rho_inf".to_owned(), "1".to_owned())]).collect();
    assert!(load_str("model.toml", BALL, &both).is_err());
}

#[test]
fn exact_solutions_name_channels_and_depend_on_time() {
    for (bad, part) in [
        ("[reference]\nzz = \"t\"", "unknown channel `zz`"),
        ("[reference]\nz = \"q\"", "q"),
        ("[reference]\nz = true", "wrong type"),
        ("[reference]\nz = \"1/t\"", "at t = 0"),
    ] {
        let text = BALL.split("[reference]").next().unwrap().to_owned() + bad;
        let error = load_str("model.toml", &text, &[]).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains("reference"), "{error}");
    }
    let set = [("reference.floor.gap".to_owned(), "2*t".to_owned())];
    let loaded = load_str("model.toml", BALL, &set).unwrap();
    assert_eq!(loaded.reference.len(), 3);
}

/// Event-driven integration is the exact solution: of the ball to the tolerance of its steps, through an accumulation of impacts to rest.
#[test]
fn events_are_the_exact_bouncing_ball() {
    let set = [("simulation.until".to_owned(), "1.5".to_owned())];
    let loaded = load_str("model.toml", BALL, &set).unwrap();
    let quantities = vec!["z".to_owned(), "v".to_owned()];
    let events = |steps: &str| Plan {
        reference: Some(Reference::Events),
        quantities: quantities.clone(),
        ..plan("decoupled", steps)
    };
    let study = converge(&loaded, &set, &events("1e-2,5e-3")).unwrap();
    for curve in &study.curves {
        // The default integrator is exact here.
        let worst = curve.errors.iter().flatten().map(|e| e.values[2]).fold(0.0, f64::max);
        assert!(worst < 1e-8, "{}: {worst}", study.quantities[curve.quantity].name);
    }
    // After the accumulation at t_1 (1+e)/(1−e) = 4.06 s it lies still.
    let set = [("simulation.until".to_owned(), "4.5".to_owned())];
    let loaded = load_str("model.toml", BALL, &set).unwrap();
    let study = converge(&loaded, &set, &events("1e-2,5e-3")).unwrap();
    let last = study.curves[0].errors[1].unwrap();
    assert!(last.values[0] < 1e-2, "{last:?}");
}

/// A block on an incline is thrown up, stops, slides back: Coulomb's closed form, with a change of direction.
#[test]
fn events_find_sliding_and_sticking() {
    let text = |mu: f64| {
        format!(
            "gravity = [0, 0, -9.81]\nsimulation = {{ step = 1e-2, until = 1 }}\n[bodies.b]\ntype = 'point_mass'\nmass = 2\n\
             velocity = [1, 0, 0]\n[forces.slope]\ntype = 'force'\non = 'b'\nforce = [-5, 0, 0]\n[contacts.floor]\n\
             type = 'node_face'\npoint = 'b'\nplane = 'ground'\nfriction = {mu}\n[sensors]\n\
             x = {{ type = 'position', of = 'b', component = 'x' }}\nv = {{ type = 'velocity', of = 'b', component = 'x' }}\n"
        )
    };
    // Deceleration (5 + 2 μ g)/2 until it stops; then it sticks if 2 μ g > 5, else it slides back with (5 − 2 μ g)/2.
    for (mu, sticks) in [(0.1, false), (0.4, true)] {
        let (g, m) = (9.81, 2.0);
        let (slow, back) = ((5.0 + m * mu * g) / m, if sticks { 0.0 } else { (5.0 - m * mu * g) / m });
        let stop = 1.0 / slow;
        let exact = [
            ("reference.v".to_owned(), format!("if(t < {stop:?}, 1 - {slow:?}*t, -{back:?}*(t - {stop:?}))")),
            (
                "reference.x".to_owned(),
                format!("if(t < {stop:?}, t - {slow:?}*t^2/2, {stop:?}/2 - {back:?}*(t - {stop:?})^2/2)"),
            ),
        ];
        let loaded = load_str("model.toml", &text(mu), &exact).unwrap();
        let plan = |reference| Plan {
            reference: Some(reference),
            quantities: vec!["x".into(), "v".into()],
            ..plan("", "1e-2,5e-3")
        };
        // Both truths are as far from the runs, to the accuracy of events.
        let found = [Reference::Analytic, Reference::Events].map(|r| converge(&loaded, &exact, &plan(r)).unwrap());
        for (a, b) in found[0].curves.iter().zip(&found[1].curves) {
            for (a, b) in a.errors.iter().flatten().zip(b.errors.iter().flatten()) {
                assert!((0..3).all(|k| (a.values[k] - b.values[k]).abs() < 1e-8), "μ = {mu}: {a:?} {b:?}");
            }
        }
    }
}

/// Joints: errors of second order against events, as against a finer run.
#[test]
fn events_know_joints_and_refuse_what_they_do_not_know() {
    let plan = Plan { reference: Some(Reference::Events), ..plan("decoupled", "4e-3,2e-3,1e-3") };
    let study = converge(&load(PENDULUM), &[], &plan).unwrap();
    for curve in &study.curves {
        let Fit::Order { order, .. } = curve.fits[1] else { panic!("{:?}", curve.fits) };
        assert!((order - 2.0).abs() < 0.1, "{order}");
    }
    let pile = "gravity = [0, 0, -9.81]\n[bodies]\na = { type = 'sphere', mass = 1, radius = 0.1, position = [0, 0, 1] }\n\
                b = { type = 'sphere', mass = 1, radius = 0.1, position = [0, 0, 2] }\n[contacts.all]\ntype = 'collision'\n";
    let refused = converge(&load(pile), &[], &plan).unwrap_err().to_string();
    assert!(refused.contains("does not support contacts that are found by detection (`all`)"), "{refused}");
}
