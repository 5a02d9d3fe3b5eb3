//! Orthotropic friction: forces on an ellipse, sliding along its normal.

use super::{Set, column, energy, run};

const MU: [f64; 2] = [0.15, 0.35];

/// A puck that slides over a sheet, whose axes are turned by 30° against those of the model.
const PUCK: &str = r#"
parameters = { turned = "pi/6", a = 0.15, b = 0.35 }
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 0.3, tolerance = 1e-11 }
[bodies.puck]
type = "point_mass"
mass = 0.2
velocity = ["cos(turned + 0.8)", "sin(turned + 0.8)", 0]
[contacts.sheet]
type = "node_face"
point = "puck"
plane = "ground"
tangent = ["cos(turned)", "sin(turned)", 0]
law = "orthotropic"
friction = ["a", "b"]
[sensors.v]
type = "contact"
contact = "sheet"
quantity = "slip_velocity"
[sensors.f]
type = "contact"
contact = "sheet"
quantity = "tangential_force"
[sensors.p]
type = "contact"
contact = "sheet"
quantity = "tangential_impulse"
[sensors.x]
type = "position"
of = "puck"
"#;

/// The force of greatest dissipation at the velocity u, for a normal force of 1 N.
fn force(u: [f64; 2]) -> [f64; 2] {
    let size = (MU[0] * u[0]).hypot(MU[1] * u[1]);
    [0, 1].map(|i| -MU[i] * MU[i] * u[i] / size)
}

/// Largest errors of forces and impulses per unit of the normal ones.
fn largest_errors(set: &[Set], h: f64) -> [f64; 2] {
    let (_, history) = run(PUCK, set);
    let of = |name: &str| [column(&history, &format!("{name}.x")), column(&history, &format!("{name}.y"))];
    let v = of("v");
    let n = 0.2 * 9.81;
    [(of("f"), n), (of("p"), n * h)].map(|(f, n)| {
        // The first rows have no step before them to extrapolate from.
        (3..v[0].len()).fold(0.0, |a: f64, i| {
            let expected = force([v[0][i], v[1][i]]);
            a.max((f[0][i] / n - expected[0]).hypot(f[1][i] / n - expected[1]))
        })
    })
}

#[test]
fn the_force_is_where_the_ellipse_has_the_direction_of_sliding() {
    // The impulse of a step has the direction of sliding at its end, to the tolerance; the force is extrapolated from it, and where the
    // direction turns of first order.
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        let mut last = f64::INFINITY;
        for (step, h) in [("2e-3", 2e-3), ("1e-3", 1e-3), ("5e-4", 5e-4)] {
            let [force, impulse] =
                largest_errors(&[("simulation.step", step), ("simulation.integrator", integrator)], h);
            assert!(impulse < 1e-7, "{integrator}: {impulse:e}");
            assert!(force < 0.8 * h && force < 0.6 * last, "{integrator}, {h}: {force:e} after {last:e}");
            last = force;
        }
    }
}

#[test]
fn sweeps_and_newton_agree_and_turned_axes_turn_the_motion() {
    let end = |set: &[Set]| {
        let (_, history) = run(PUCK, set);
        ["x.x", "x.y"].map(|name| column(&history, name).pop().unwrap_or(f64::NAN))
    };
    let newton = end(&[("simulation.contact_solver", "newton")]);
    let swept = end(&[("simulation.contact_solver", "sweeps"), ("simulation.position_friction", "solved")]);
    assert!((newton[0] - swept[0]).hypot(newton[1] - swept[1]) < 1e-9, "{newton:?} {swept:?}");
    let straight = end(&[("turned", "0")]);
    let (sin, cos) = std::f64::consts::FRAC_PI_6.sin_cos();
    let turned = [cos * straight[0] - sin * straight[1], sin * straight[0] + cos * straight[1]];
    assert!((newton[0] - turned[0]).hypot(newton[1] - turned[1]) < 1e-9, "{newton:?} {turned:?}");
}

#[test]
fn a_skate_glides_along_its_blade_only() {
    let (_, history) = run(PUCK, &[("a", "0"), ("b", "2"), ("simulation.until", "0.6")]);
    let (along, across) = (column(&history, "v.x"), column(&history, "v.y"));
    let end = along.len() - 1;
    // Nothing brakes along the blade; across it friction of 2 g stops 0.72 m/s in 0.04 s, and holds.
    assert!((along[end] - 0.8_f64.cos()).abs() < 1e-9, "{}", along[end]);
    assert!(across[100..].iter().all(|v| v.abs() < 1e-9));
    let friction = energy(&history, "friction");
    let expected = -0.5 * 0.2 * 0.8_f64.sin().powi(2);
    assert!((friction[end] - expected).abs() < 1e-6, "{} {expected}", friction[end]);
}

/// A sphere rolls and slides on the same sheet; equal coefficients are Coulomb's law.
#[test]
fn equal_coefficients_are_coulombs() {
    let ball = |law: &str| {
        format!(
            "gravity = [0, 0, -9.81]\nsimulation = {{ step = 1e-3, until = 0.3 }}\n[bodies.ball]\ntype = 'sphere'\nmass = 1\n\
             radius = 0.1\nposition = [0, 0, 0.1]\nvelocity = [1, 0.5, 0]\nangular_velocity = [3, 1, 20]\n[contacts.floor]\n\
             type = 'sphere_plane'\nsphere = 'ball'\nplane = 'ground'\n{law}\n[sensors.x]\ntype = 'position'\nof = 'ball'\n"
        )
    };
    let end = |law: &str| {
        let (_, history) = run(&ball(law), &[]);
        ["x.x", "x.y"].map(|name| column(&history, name).pop().unwrap_or(f64::NAN))
    };
    let (a, b) = (end("friction = 0.2"), end("law = 'orthotropic'\nfriction = [0.2, '0.2*(1 + 1e-12)']"));
    assert!((a[0] - b[0]).hypot(a[1] - b[1]) < 1e-10, "{a:?} {b:?}");
}
