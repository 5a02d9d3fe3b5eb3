//! Static and kinetic friction: what sticks holds up to μ_s, what slides has μ_k.

use super::{Set, column, run, sample};

/// A block on a slope, tan 0.35 = 0.365 between the coefficients, and a push along it that ends at t = 0.1 s.
const SLOPE: &str = r#"
parameters = { push = 0, vs = 1e-9 }
gravity = ["9.81*sin(0.35)", 0, "-9.81*cos(0.35)"]
simulation = { step = 1e-3, until = 0.5 }
[bodies.block]
type = "point_mass"
mass = 2
[forces.push]
type = "force"
on = "block"
force = ["if(t < 0.1, push, 0)", 0, 0]
[contacts.slope]
type = "node_face"
point = "block"
plane = "ground"
tangent = [1, 0, 0]
law = "static_kinetic"
static_friction = 0.5
kinetic_friction = 0.3
[sensors.x]
type = "position"
of = "block"
component = "x"
[sensors.v]
type = "velocity"
of = "block"
component = "x"
[sensors.status]
type = "contact"
contact = "slope"
quantity = "status"
"#;

#[test]
fn a_block_at_rest_holds_between_the_two_coefficients() {
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        // Friction bears 2·9.81·(0.5 cos − sin) = 2.49 N more than the weight.
        let set: [Set; 2] = [("simulation.integrator", integrator), ("push", "2.4")];
        let x = column(&run(SLOPE, &set).1, "x");
        let moved = x.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
        // Nothing moves but by tolerances: 1e-12 of a model of 1 m, 500 steps.
        assert!(moved < 1e-9, "{integrator}: {moved:e}");
    }
}

#[test]
fn once_it_slides_the_kinetic_coefficient_counts() {
    let (sin, cos) = 0.35_f64.sin_cos();
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        for h in [2e-3, 1e-3] {
            let step = format!("{h}");
            let set: [Set; 3] =
                [("simulation.integrator", integrator), ("push", "3"), ("simulation.step", step.as_str())];
            let (_, history) = run(SLOPE, &set);
            let (v, t) = (column(&history, "v"), history.time().to_vec());
            let a = 9.81 * (sin - 0.3 * cos);
            let expected = |t: f64| a * t + 1.5 * t.min(0.1);
            // The first step has μ_s: that is (μ_s − μ_k) g cos h of velocity, of first order. The end of the push falls between two
            // steps, or into one: 1.5 m/s² h.
            let limit = (0.2 * 9.81 * cos + 1.5) * h;
            let error = t.iter().zip(&v).fold(0.0, |a: f64, (t, v)| a.max((v - expected(*t)).abs()));
            assert!(error < 1.01 * limit, "{integrator}, {h}: {error:e} of {limit:e}");
        }
    }
}

/// A block on a belt, held by a spring: it sticks until the spring pulls with μ_s N, and slips in a swing about the place where it
/// pulls with μ_k N. Stick lasts 2Δμ N/(kV), slip (2/ω)(π − atan(Δμ Nω/(kV))).
#[test]
fn stick_and_slip_on_a_belt_have_the_known_period() {
    let (h, omega, v, n, k): (f64, f64, f64, f64, f64) = (5e-4, 10.0, 0.1, 9.81, 100.0);
    let text = sample("static_kinetic").replace("stribeck_speed = 0.05\n", "")
        + "[sensors.x]\ntype = \"position\"\nof = \"block\"\ncomponent = \"x\"\n\
           [sensors.status]\ntype = \"contact\"\ncontact = \"belt\"\nquantity = \"status\"\n";
    let (_, history) = run(&text, &[("simulation.step", "5e-4"), ("simulation.until", "4")]);
    let (x, status, t) = (column(&history, "x"), column(&history, "status"), history.time().to_vec());
    let reach = 0.2 * n / k;
    let amplitude = reach.hypot(v / omega);
    let (highest, lowest) = (0.3 * n / k + amplitude, 0.3 * n / k - amplitude);
    let late = |value: fn(f64, f64) -> f64, start: f64| {
        x.iter().zip(&t).filter(|(_, t)| **t > 1.0).fold(start, |a: f64, (x, _)| value(a, *x))
    };
    // Breaking away one step late is V h of way.
    assert!((late(f64::max, 0.0) - highest).abs() < 2.0 * v * h, "{} {highest}", late(f64::max, 0.0));
    assert!((late(f64::min, 1.0) - lowest).abs() < 2.0 * v * h, "{} {lowest}", late(f64::min, 1.0));
    let starts: Vec<f64> = (1..t.len()).filter(|&i| status[i - 1] == 1.0 && status[i] == 2.0).map(|i| t[i]).collect();
    let period = 2.0 * reach / v + 2.0 / omega * (std::f64::consts::PI - (reach * omega / v).atan());
    assert!(starts.len() >= 4, "{starts:?}");
    for pair in starts.windows(2).skip(1) {
        // Either end of both phases is known to a step.
        assert!((pair[1] - pair[0] - period).abs() <= 4.0 * h, "{} {period}", pair[1] - pair[0]);
    }
}

/// Friction that falls with the speed: a steady sliding block has μ_k + (μ_s − μ_k) exp(−v/v_s).
#[test]
fn the_coefficient_falls_with_the_speed() {
    let text = sample("static_kinetic").replace("surface_velocity = [0.1, 0]", "surface_velocity = [0.3, 0]")
        + "[forces.brake]\ntype = \"spring_damper\"\na = \"block\"\nb = \"ground.anchor\"\ndamping = 30\n\
           [sensors.f]\ntype = \"contact\"\ncontact = \"belt\"\nquantity = \"tangential_force\"\ncomponent = \"x\"\n";
    let (_, history) = run(&text, &[("simulation.step", "1e-3"), ("simulation.until", "8")]);
    let force = column(&history, "f").pop().unwrap_or(f64::NAN);
    let expected = 9.81 * (0.3 + 0.2 * (-0.3_f64 / 0.05).exp());
    // What is left of the swing after 8 s.
    assert!((force - expected).abs() < 1e-6, "{force} {expected}");
}
