//! Friction at position level that is predicted from the last step (`position_friction = "predicted"`), as piles have it: what
//! sticks stays, what slides has the right acceleration.

use carom::drive::Simulation;
use carom::spec::load_str;

/// Five boxes of 0.5 kg on three feet each, side by side on a slope, μ = 0.35, pushed to and fro along it.
fn model(push: f64, slope: &str) -> String {
    let mut text = format!(
        r#"
gravity = ["-9.81*sin({slope})", 0, "-9.81*cos({slope})"]
[simulation]
step = 2e-3
until = 1
[ground]
[contacts]
"#
    );
    for k in 0..5 {
        text += &format!(
            r#"
[bodies.box_{k}]
type = "rigid_body"
mass = 0.5
inertia = [1e-3, 1e-3, 1e-3]
position = [0, {y}, 0.02]
points = {{ a = [-0.05, -0.05, -0.02], b = [0.05, -0.05, -0.02], c = [0, 0.05, -0.02] }}
[forces.push_{k}]
type = "force"
on = "box_{k}"
force = ["{push}*sin(20*t)", 0, 0]
"#,
            y = 0.2 * f64::from(k),
        );
        for point in ["a", "b", "c"] {
            text += &format!(
                "[contacts.foot_{k}{point}]\ntype = \"node_face\"\npoint = \"box_{k}.{point}\"\nplane = \"ground\"\nnormal = [0, 0, 1]\nfriction = 0.35\n"
            );
        }
    }
    text
}

fn simulation(model: &str, set: &[(&str, &str)]) -> Simulation {
    let set: Vec<(String, String)> = set.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let loaded = load_str("boxes.toml", model, &set).unwrap_or_else(|e| panic!("{}", e.render(false)));
    Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"))
}

fn places(simulation: &Simulation) -> Vec<f64> {
    simulation.state.kin.frames.iter().map(|frame| frame.x.x).collect()
}

#[test]
fn what_sticks_under_a_changing_load_does_not_creep() {
    // Fifteen contacts: swept, with predicted friction. The weight along the slope is 0.97 N, friction holds up to 1.68 N. The first
    // step has nothing to predict from. Then a change of the force by dF moves a box by ½h² dF/m. The moves add up to
    // ½h² · 0.3 N/0.5 kg = 1.2e-6 m at the peaks of the push and to nothing in a whole swing; 0.1e-6 m for the tolerances.
    let mut simulation = simulation(&model(0.3, "0.2"), &[]);
    simulation.step().unwrap_or_else(|e| panic!("{e}"));
    let (start, mut farthest) = (places(&simulation), 0.0_f64);
    while simulation.step().unwrap_or_else(|e| panic!("{e}")) {
        farthest = places(&simulation).iter().zip(&start).fold(farthest, |a, (x, x_0)| a.max((x - x_0).abs()));
    }
    assert_eq!(simulation.statistics.problems[1].factorisations, 0, "corrections by Newton's method");
    assert!(farthest < 1.3e-6, "{farthest:e} m");
    assert!(farthest > 1e-7, "nothing moves: friction is not predicted");
}

#[test]
fn what_slides_is_where_coulomb_says() {
    // tan 0.5 = 0.546 > 0.35: all boxes slide with a = g (sin − μ cos), x = −½at². The first step has no force to predict from and
    // misses ½h²μg cos = 6e-6 m; the rest is exact for a constant force.
    let mut simulation = simulation(&model(0.0, "0.5"), &[("simulation.until", "0.3")]);
    simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
    let exact = -0.5 * 9.81 * (0.5_f64.sin() - 0.35 * 0.5_f64.cos()) * 0.09;
    for x in places(&simulation) {
        assert!((x - exact).abs() < 7e-6, "{x} m instead of {exact} m");
    }
}
