//! What distinguishes the integrators: order and drift of Moreau–Jean, agreement of the coupled with the decoupled scheme, and
//! the place of their settings in the model file.

use carom::drive::Simulation;
use carom::integrate::Interval;
use carom::spec::load_str;
use carom::testkit::order_of_fit;

const BALL: &str = include_str!("../../../benchmarks/bouncing-ball/model.toml");
const BLOCK: &str = include_str!("../../../benchmarks/rigid-block/model.toml");

/// Runs a model with some settings changed; returns times, one coordinate over time, and the finished simulation.
fn run(text: &str, set: &[(&str, &str)], freedom: usize) -> (Vec<f64>, Vec<f64>, Simulation) {
    let set: Vec<_> = set.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
    let loaded = load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let (mut times, mut values) = (Vec::new(), Vec::new());
    simulation
        .run(&mut |_: u64, s: &carom::system::Snapshot| {
            times.push(s.scene.kin.t);
            values.push(s.scene.kin.frames[0].x[freedom]);
        })
        .unwrap_or_else(|e| panic!("{e}"));
    (times, values, simulation)
}

/// Height of a ball dropped from 1 m that returns with e = 0.8, during the first two flights.
fn exact_height(t: f64) -> f64 {
    let g = 9.81_f64;
    let (fall, v) = ((2.0 / g).sqrt(), 0.8 * (2.0 * g).sqrt());
    if t < fall { 1.0 - 0.5 * g * t * t } else { (t - fall) * (v - 0.5 * g * (t - fall)) }
}

#[test]
fn moreau_jean_has_order_one_across_an_impact() {
    let text = "gravity = [0, 0, -9.81]\n[simulation]\nintegrator = 'moreau_jean'\nuntil = 1\n[bodies.ball]\n\
                type = 'point_mass'\nmass = 1\nposition = [0, 0, 1]\n[contacts.floor]\ntype = 'node_face'\n\
                point = 'ball'\nplane = 'ground'\nrestitution = 0.8\n";
    let error = |h: f64| {
        let (t, z, s) = run(text, &[("simulation.step", &format!("{h:e}"))], 2);
        // Constant forces: with θ = ½ nothing but the impact changes the energy.
        assert!(s.state.energy.remainder.abs() < 1e-11 && s.state.energy.impacts < 0.0);
        t.iter().zip(&z).map(|(t, z)| (z - exact_height(*t)).abs()).sum::<f64>() / t.len() as f64
    };
    // The error depends on where in a step the impact falls: the worst of several steps of nearly the same size is taken.
    let steps = [1e-2, 5e-3, 2.5e-3, 1.25e-3];
    let errors = steps.map(|h| (0..8).map(|i| error(h * (1.0 - 0.013 * i as f64))).fold(0.0, f64::max));
    let order = order_of_fit(&steps, &errors);
    assert!((order - 1.0).abs() < 0.15, "order {order}, errors {errors:?}");
}

/// Joints hold at velocity level only: their drift is reported, and shrinks with the square of the step.
#[test]
fn moreau_jean_drifts_and_says_so() {
    let text = "gravity = [0, 0, -9.81]\nsimulation = { until = 1 }\n[bodies.b]\ntype = 'rigid_body'\nmass = 1\n\
                inertia = [0.1, 0.1, 0.1]\nposition = [0.5, 0, 0]\n[joints.h]\ntype = 'hinge'\na = 'ground'\nb = 'b'\n\
                at = [0, 0, 0]\naxis = [0, 1, 0]\n";
    let drift = |h: &str| {
        let (_, _, s) = run(text, &[("simulation.integrator", "moreau_jean"), ("simulation.step", h)], 0);
        s.statistics.drift.0
    };
    let steps = [4e-3, 2e-3, 1e-3];
    let drifts = [drift("4e-3"), drift("2e-3"), drift("1e-3")];
    let order = order_of_fit(&steps, &drifts);
    assert!(drifts[2] > 1e-9 && (order - 2.0).abs() < 0.3, "order {order}, drifts {drifts:?}");
    let (_, _, s) = run(text, &[("simulation.step", "4e-3")], 0);
    assert!(s.statistics.drift.0 < 1e-11);
}

#[test]
fn a_ball_comes_to_rest_on_the_floor_with_every_integrator() {
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        let set = [("simulation.integrator", integrator), ("simulation.step", "1e-3")];
        let (_, z, s) = run(&BALL.replace("rho_inf", "# rho_inf"), &set, 2);
        let last = z[z.len() - 1];
        // Moreau–Jean stops where the last impact found the ball, at most a step at the speed of the first impact away.
        let allowed = if integrator == "moreau_jean" { 4e-3 } else { 1e-11 };
        assert!(last.abs() < allowed && s.state.kin.v.iter().all(|v| v.abs() < 1e-12), "{integrator}: {last}");
        assert!((s.statistics.penetration.0 > 1e-6) == (integrator == "moreau_jean"), "{integrator}");
    }
}

#[test]
fn a_point_in_the_path_of_a_stiff_body_does_not_slip_behind_the_wall() {
    // At the wall the tip stands still and is not forecast to close; the compressed spring then pushes it through.
    let text = "[simulation]\nintegrator = 'moreau_jean'\ntheta = 1\nstep = 1e-2\nuntil = 1\n[bodies.tip]\n\
                type = 'point_mass'\nmass = 0.01\nposition = [0, 0, 0.105]\nvelocity = [0, 0, -1]\n[bodies.mass]\n\
                type = 'point_mass'\nmass = 1\nposition = [0, 0, 1.105]\nvelocity = [0, 0, -1]\n[forces.spring]\n\
                type = 'spring_damper'\na = 'tip'\nb = 'mass'\nstiffness = 100\n[contacts.wall]\ntype = 'node_face'\n\
                point = 'tip'\nplane = 'ground'\n";
    let (_, z, s) = run(text, &[], 2);
    assert!(z.iter().all(|z| *z > -0.02), "{z:?}");
    assert!(s.state.kin.v[5] > 0.5, "{:?}", s.state.kin.v);
}

/// Same motion at small steps; the coupled scheme needs more linear systems, the more so the larger the step (G fig. 3.3).
#[test]
fn the_coupled_scheme_agrees_with_the_decoupled_one_and_iterates_more() {
    let mut excess = Vec::new();
    let mut differences = Vec::new();
    for step in ["8e-3", "4e-3", "1e-3", "2.5e-4"] {
        let of = |integrator| run(BLOCK, &[("simulation.integrator", integrator), ("simulation.step", step)], 2);
        let ((_, ds, s_ds), (_, cs, s_cs)) = (of("decoupled"), of("coupled"));
        let largest = ds.iter().zip(&cs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        differences.push(largest);
        let solved = |s: &Simulation| s.statistics.problems.iter().map(|(_, p)| p.iterations).sum::<u64>() as f64;
        excess.push(solved(&s_cs) / solved(&s_ds));
        assert!(s_cs.statistics.retries == 0 && s_cs.statistics.drift.0 < 1e-11);
    }
    // Restitution of the coupled scheme looks at the start of the step, which is an error of first order.
    assert!(differences[3] < 5e-3 && differences[3] < 0.5 * differences[2], "{differences:?}");
    assert!(excess[0] > 2.0 && excess[0] > excess[1] && excess[1] > excess[2], "{excess:?}");
}

#[test]
fn keys_of_an_integrator_stand_beside_those_of_all() {
    let ball = "[bodies.ball]\ntype = 'point_mass'\nmass = 1\n";
    let load = |keys: &str| load_str("m.toml", &format!("[simulation]\n{keys}\n{ball}"), &[]);
    let loaded = load("integrator = 'moreau_jean'\ntheta = '0.25 + 0.5'\nstep = 1e-2").unwrap();
    assert_eq!((loaded.integrator.as_str(), loaded.settings.step), ("moreau_jean", 1e-2));
    assert_eq!(loaded.settings.method.parameters()["theta"], 0.75);
    assert_eq!(load("").unwrap().settings.method.parameters()["rho_inf"], 0.8);
    // The key of another integrator is unknown; both kinds of keys are suggested.
    let errors = load("integrator = 'moreau_jean'\nrho_inf = 0.8\ntheta_ = 1\nstap = 1").unwrap_err().to_string();
    for text in ["m.toml:3:1", "unknown key `rho_inf`", "did you mean `theta`?", "did you mean `step`?"] {
        assert!(errors.contains(text), "expected `{text}` in\n{errors}");
    }
}

/// A step that is stopped from outside leaves the state as it was, and is none that a shorter one could replace.
#[test]
fn a_stopped_step_is_interrupted_and_leaves_the_state() {
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        let set = [("simulation.integrator".to_owned(), integrator.to_owned())];
        let loaded =
            load_str("model.toml", &BLOCK.replace("rho_inf = 0.8", ""), &set).unwrap_or_else(|e| panic!("{e}"));
        let mut s = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
        let (kin, h) = (s.state.kin.v.clone(), s.settings.step);
        let mut scheme = s.settings.method.integrator(s.assembly(), &s.settings);
        scheme.restart(s.assembly());
        let stop = carom::StopFlag::default();
        scheme.stop_on(&stop);
        stop.raise();
        let (mut trial, step) = (s.state.clone(), Interval { h, t_end: h });
        let result = scheme.step(&s.system, &mut s.candidates, &s.state, &mut trial, step);
        assert_eq!(result.err(), Some(carom::integrate::StepError::Interrupted), "{integrator}");
        assert!(s.state.kin.v == kin && s.state.kin.t == 0.0, "{integrator}");
    }
}

/// A pendulum and a mass on a floor: with the multipliers of (L 76) joints and contacts hold at position level to their tolerance; without
/// them they hold at velocity level, and the joint drifts, by h² as the scheme is of second order. Under a constant load the contact stays
/// where it is, since q has ½hW.
#[test]
fn without_position_multipliers_the_coupled_scheme_drifts() {
    let text = "gravity = [0, 0, -9.81]\nsimulation = { integrator = 'coupled', until = 1 }\n\
                [bodies.bob]\ntype = 'point_mass'\nmass = 1\nposition = [1, 0, 0]\n\
                [joints.rod]\ntype = 'distance'\na = 'ground'\nb = 'bob'\n\
                [bodies.mass]\ntype = 'point_mass'\nmass = 2\nposition = [3, 0, 0]\n\
                [contacts.floor]\ntype = 'node_face'\npoint = 'mass'\nplane = 'ground'\n";
    let drift = |h: f64, multipliers: &str| {
        let h = format!("{h:e}");
        let (_, z, s) = run(text, &[("simulation.step", &h), ("simulation.position_multipliers", multipliers)], 2);
        // The bob falls along its circle: −1 m at the end of a quarter of the swing.
        assert!(z.iter().any(|z| *z < -0.99), "h = {h}: the bob does not swing");
        (s.statistics.drift.0, s.statistics.penetration.0 * s.system.length)
    };
    let (held, _) = drift(1e-3, "true");
    assert!(held < 1e-11, "with multipliers: {held:e}");
    let steps = [4e-3, 2e-3, 1e-3];
    let drifts: Vec<(f64, f64)> = steps.iter().map(|&h| drift(h, "false")).collect();
    let order = order_of_fit(&steps, &drifts.iter().map(|(joint, _)| *joint).collect::<Vec<_>>());
    assert!(drifts[0].0 > 1e-8 && (order - 2.0).abs() < 0.3, "drift {drifts:?} of order {order}");
    assert!(drifts.iter().all(|(_, contact)| *contact < 1e-9), "penetration {drifts:?}");
}
