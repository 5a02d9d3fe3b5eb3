//! Forces between the touch of an impact and the end of its step: impulses act at the touch, and what they change in the forces acts since.

use carom::drive::Simulation;
use carom::spec::load_str;

fn run(text: &str, mut look: impl FnMut(f64)) -> Simulation {
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let outcome = simulation.run(&mut |_: u64, snapshot: &carom::system::Snapshot| {
        look(snapshot.energy.kinetic + snapshot.energy.potential);
    });
    outcome.unwrap_or_else(|e| panic!("{e}"));
    simulation
}

/// 1 kg and 2 kg with a damper between them move along x at −1 m/s; the first hits a wall at x = 0 with e = ½ when it has moved by `way`.
fn damped_pair(way: f64, h: f64, until: f64) -> String {
    format!(
        "simulation = {{ step = {h}, until = {until} }}
         [bodies.first]\ntype = 'point_mass'\nmass = 1\nposition = [{way}, 0, 0]\nvelocity = [-1, 0, 0]
         [bodies.second]\ntype = 'point_mass'\nmass = 2\nposition = [1, 0, 0]\nvelocity = [-1, 0, 0]
         [forces.damper]\ntype = 'spring_damper'\na = 'first'\nb = 'second'\nstiffness = 0\ndamping = {DAMPING}
         [contacts.wall]\ntype = 'node_face'\npoint = 'first'\nplane = 'ground'\nnormal = [1, 0, 0]\nrestitution = 0.5\n"
    )
}

const DAMPING: f64 = 30.0;

#[test]
fn a_damper_acts_from_the_touch_on_and_the_impact_is_of_second_order() {
    // After the touch the relative velocity 3/2 decays with c(1/m₁ + 1/m₂); momentum is −3/2 of 3 kg.
    let rate = DAMPING * 1.5;
    let (way, until) = (0.0137, 0.034);
    let time = until - way;
    let decay = (-rate * time).exp();
    let position = -0.5 * time + (1.0 - decay) / rate;
    for h in [1e-3, 5e-4, 2.5e-4, 1.25e-4] {
        let simulation = run(&damped_pair(way, h, until), |_| ());
        let error = (simulation.state.kin.frames[0].x.x - position).abs();
        // The relative velocity of the step of the impact errs by (rate h)²/2 of the jump 3/2 at most, and the way in it by rate h²/2 of it.
        let limit = h * h * 1.5 * (0.5 * rate * rate * time + 0.5 * rate);
        assert!(error < limit, "h = {h}: {error:.2e}, expected {limit:.2e} at most");
    }
}

#[test]
fn a_spring_takes_part_of_the_impact_and_gains_no_energy() {
    let text = std::fs::read_to_string("../../benchmarks/two-ball-oscillator/model.toml").expect("benchmark");
    for h in ["2e-3", "1e-3", "5e-4"] {
        let (mut start, mut most) = (f64::NAN, f64::NEG_INFINITY);
        let _ = run(&text.replace("step = 1e-3", &format!("step = {h}")), |energy| {
            start = if start.is_nan() { energy } else { start };
            most = most.max(energy);
        });
        // The energy of a vibration as the method has it goes up and down by a part (ωh)²/8 of it: here 2·10³ h²/8 of 30 J at most.
        let h: f64 = h.parse().expect("number");
        let limit = 2e3 * h * h / 8.0 * 30.0;
        assert!(most - start < limit, "h = {h}: gained {:.2e} J, expected {limit:.2e} J at most", most - start);
    }
}

/// Masses in a row along x with springs and dampers between them, in a box whose walls they hit: the frequency of a spring is `rate` over the step.
fn row_in_a_box(masses: &[f64], rate: f64, damping: f64, e: f64) -> String {
    let (h, apart) = (1e-3, 1.0);
    let stiffness = (rate / h).powi(2) / (1.0 / masses[0] + 1.0 / masses[1]);
    let damper = 2.0 * damping * stiffness.sqrt();
    let mut text = format!("simulation = {{ step = {h}, until = 2.5 }}\n");
    for (i, mass) in masses.iter().enumerate() {
        let (x, speed) = (0.3 + apart * i as f64, -1.0 + 0.3 * (1.0 + 2.3 * i as f64).sin());
        text += &format!(
            "[bodies.m{i}]\ntype = 'point_mass'\nmass = {mass}\nposition = [{x}, 0, 0]\nvelocity = [{speed}, 0, 0]\n"
        );
        if i > 0 {
            let a = i - 1;
            text += &format!(
                "[forces.s{i}]\ntype = 'spring_damper'\na = 'm{a}'\nb = 'm{i}'\nstiffness = {stiffness}\ndamping = {damper}\n"
            );
        }
    }
    let (last, end) = (masses.len() - 1, 0.6 + apart * (masses.len() - 1) as f64);
    for (name, point, origin, normal) in [("near", 0, 0.0, 1), ("far", last, end, -1)] {
        text += &format!(
            "[contacts.{name}]\ntype = 'node_face'\npoint = 'm{point}'\nplane = 'ground'\norigin = [{origin}, 0, 0]\nnormal = [{normal}, 0, 0]\nrestitution = {e}\n"
        );
    }
    text
}

#[test]
fn springs_of_any_stiffness_gain_nothing_at_impacts() {
    let mut failures = Vec::new();
    for masses in [&[1.0, 1.5][..], &[1.0, 0.3, 2.0], &[1.0, 2.0, 1.0, 3.0, 1.0]] {
        for rate in [0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0] {
            for damping in [0.0, 0.05, 0.5] {
                for e in [0.0, 0.5, 0.9, 1.0] {
                    // The first hit is after 0.2 s. Until 0.1 s dampers that the step does not resolve swallow the velocities of the start.
                    let (mut start, mut most, mut step) = (f64::NAN, f64::NEG_INFINITY, 0);
                    let _ = run(&row_in_a_box(masses, rate, damping, e), |energy| {
                        step += 1;
                        if step > 100 {
                            start = if start.is_nan() { energy } else { start };
                            most = most.max(energy);
                        }
                    });
                    // The energy of a vibration as the method has it goes up and down by a part (ωh)²/8 of it.
                    let limit = 1e-9 + (rate * rate).min(1.0) / 8.0;
                    let gain = most / start - 1.0;
                    if gain > limit {
                        failures
                            .push(format!("{} masses, hω = {rate}, ζ = {damping}, e = {e}: {gain:.1e}", masses.len()));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "gains:\n{}", failures.join("\n"));
}
