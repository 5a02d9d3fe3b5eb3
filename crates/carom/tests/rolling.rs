//! Balls and rollers on planes: what the benchmarks do not show.

use carom::drive::Simulation;
use carom::spec::load_str;

/// Runs a model to its end.
fn run(text: &str, set: &[(&str, &str)]) -> Simulation {
    let set: Vec<(String, String)> = set.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
    let loaded = load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
    simulation
}

#[test]
fn a_fast_ball_rolls_without_slip() {
    // 1 rad a step, obliquely to the axes of the plane, and with spin about the normal.
    let s = run(
        "gravity = [0, 0, -9.81]\nsimulation = { step = 1e-3, until = 0.1 }\n[bodies.ball]\ntype = 'rigid_body'\nmass = 2\n\
         inertia = [0.05, 0.05, 0.05]\nposition = [0, 0, 0.3]\nvelocity = [180, 240, 0]\n\
         angular_velocity = [-800, 600, 100]\n[contacts.floor]\ntype = 'sphere_plane'\nsphere = 'ball'\nradius = 0.3\n\
         plane = 'ground'\nfriction = 0.3\n",
        &[],
    );
    // The motion is steady: position and velocity err by the solver's tolerance, 1e-10 of the velocity a step.
    let x = s.state.kin.frames[0].x;
    assert!((x.x - 18.0).abs() < 1e-9 && (x.y - 24.0).abs() < 1e-9, "{x}");
    let slip = s.state.contacts[0].velocity;
    assert!(slip[1].hypot(slip[2]) < 1e-8, "{slip:?}");
    // Friction does no work; 90 kJ of kinetic energy have a rounding of 1e-11 J a step.
    assert!(s.state.energy.friction.abs() < 1e-6, "{:?}", s.state.energy);
}

#[test]
fn contact_states_behind_joints_are_found_where_newton_cycles() {
    // The roller stops turning while it slides. With this augmentation the iteration cycles there, and the states come from
    // sweeps on the rows of the contact, which divided by the parameter of a joint row: 1/0.
    let model = include_str!("../../../benchmarks/roller-crank-flexible/model.toml");
    let s = run(model, &[("simulation.augmentation", "10"), ("simulation.until", "0.5")]);
    assert!(s.statistics.cycled > 0, "{:?}", s.statistics);
    assert_eq!(s.statistics.retries, 0);
}
