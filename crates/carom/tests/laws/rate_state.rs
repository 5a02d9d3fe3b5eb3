//! Friction with memory of rate and state: steady sliding, when it is stable, and strength that grows at rest.

use super::{Set, column, run};

/// A slider of 1 kg on a belt of 1 mm/s, held by a spring. (b − a) N/L = 49.05 N/m, m v²/(N a L) = 0.0102.
const SLIDER: &str = r#"
parameters = { k = 100, v = 1e-3, a = 0.01, b = 0.015 }
gravity = [0, 0, -9.81]
simulation = { step = 5e-3, until = 40 }
[ground]
points = { anchor = [-1, 0, 0] }
[bodies.slider]
type = "point_mass"
mass = 1
position = [0.05, 0, 0]
velocity = ["v", 0, 0]
[forces.spring]
type = "spring_damper"
a = "ground.anchor"
b = "slider"
stiffness = "k"
length = 1
[contacts.belt]
type = "node_face"
point = "slider"
plane = "ground"
tangent = [1, 0, 0]
surface_velocity = ["v", 0]
law = "rate_state"
friction = 0.6
direct_effect = "a"
state_effect = "b"
slip_length = 1e-3
initial_state = 1
[sensors]
x = { type = "position", of = "slider", component = "x" }
theta = { type = "contact", contact = "belt", quantity = "friction_state" }
status = { type = "contact", contact = "belt", quantity = "status" }
f = { type = "contact", contact = "belt", quantity = "tangential_force", component = "x" }
"#;

/// The coefficient of steady sliding at a speed.
fn steady(a: f64, b: f64, v: f64) -> f64 {
    0.6 + a * (1.0 + v / 1e-6).ln() - b * (v / 1e-6).ln()
}

#[test]
fn a_slider_on_a_stiff_spring_comes_to_the_steady_coefficient() {
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        // Velocity weakening below the critical length of sliding, and velocity strengthening.
        for (b, v) in [("0.015", "1e-3"), ("0.005", "1e-3"), ("0.005", "1e-2")] {
            let set: [Set; 4] = [("simulation.integrator", integrator), ("k", "200"), ("b", b), ("v", v)];
            let (_, history) = run(SLIDER, &set);
            let (f, theta) = (column(&history, "f"), column(&history, "theta").pop());
            let mu = f[f.len() - 100..].iter().sum::<f64>() / 981.0;
            let [b, v]: [f64; 2] = [b, v].map(|x| x.parse().unwrap_or(f64::NAN));
            // What is left of the swing after 40 s. Moreau–Jean holds contacts at velocity level only: a slider that sank by gh² is pulled up
            // by the spring with 6 N gh²/1 m, 1.5e-4 of its weight.
            let limit = if integrator == "moreau_jean" { 2e-4 } else { 1e-5 };
            assert!((mu - steady(0.01, b, v)).abs() < limit, "{integrator}, {b}, {v}: {mu} {}", steady(0.01, b, v));
            let theta = theta.unwrap_or(f64::NAN) * v / 1e-3;
            assert!((theta - 1.0).abs() < 1e-3, "{integrator}, {b}, {v}: {theta}");
        }
    }
}

/// How much the slider moves to and fro in the last half.
fn swing(k: &str) -> (f64, bool) {
    let (_, history) = run(SLIDER, &[("k", k), ("simulation.until", "80")]);
    let (x, status) = (column(&history, "x"), column(&history, "status"));
    let late = x.len() / 2..;
    let (low, high) = x[late.clone()].iter().fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(*x), h.max(*x)));
    (high - low, status[late].contains(&1.0))
}

/// k_crit = 49.5 N/m: softer springs make it stick and slip, stiffer ones let it slide.
#[test]
fn soft_springs_stick_and_slip_and_stiff_ones_slide() {
    let (soft, _) = swing("25");
    let (stiff, sticks) = swing("100");
    // A drop of some (b − a) ln of the ratio of speeds: more than 0.02 N/k.
    assert!(soft > 0.02 * 9.81 / 25.0, "{soft}");
    assert!(stiff < 1e-5 && !sticks, "{stiff}");
}

/// A block at rest for a time holds μ₀ + b ln(v₀ (θ₀ + t)/L).
#[test]
fn strength_grows_with_the_logarithm_of_time_at_rest() {
    let text = r#"
parameters = { wait = 1 }
gravity = [0, 0, -9.81]
simulation = { step = 2e-3, until = "wait + 3" }
[bodies.block]
type = "point_mass"
mass = 1
[forces.push]
type = "force"
on = "block"
force = ["9.81*0.05*max(0, t - wait) + 9.81*0.53", 0, 0]
[contacts.floor]
type = "node_face"
point = "block"
plane = "ground"
law = "rate_state"
friction = 0.6
direct_effect = 0.01
state_effect = 0.015
slip_length = 1e-5
initial_state = 0.1
[sensors]
status = { type = "contact", contact = "floor", quantity = "status" }
"#;
    for (wait, t) in [("1", 1.0_f64), ("10", 10.0)] {
        let (_, history) = run(text, &[("wait", wait)]);
        let status = column(&history, "status");
        let slips = status.iter().skip(1).position(|s| *s == 2.0).expect("it slips") + 1;
        let at = history.time()[slips];
        let pushed = 0.05 * (at - t).max(0.0) + 0.53;
        let holds = 0.6 + 0.015 * (1e-6_f64 * (0.1 + at) / 1e-5).ln();
        // A step of 2 ms is 1e-4 of the push.
        assert!((pushed - holds).abs() < 2e-4, "{wait}: {pushed} {holds}");
    }
}

#[test]
fn sweeps_and_newton_agree() {
    let end = |solver: &str, friction: &str, h: &str| {
        let set = [
            ("simulation.step", h),
            ("simulation.contact_solver", solver),
            ("simulation.position_friction", friction),
            ("simulation.until", "2"),
            ("simulation.tolerance", "1e-10"),
        ];
        column(&run(SLIDER, &set).1, "x").pop().unwrap_or(f64::NAN)
    };
    let (newton, sweeps) = (end("newton", "solved", "5e-3"), end("sweeps", "solved", "5e-3"));
    assert!((newton - sweeps).abs() < 1e-8, "{newton} {sweeps}");
    // Friction of the last step at position level: of first order.
    let errors = ["5e-3", "1.25e-3"].map(|h| (end("newton", "solved", h) - end("sweeps", "predicted", h)).abs());
    assert!(errors[0] < 1e-4 && errors[1] < 0.35 * errors[0], "{errors:?}");
}
