//! Poisson's impact law: Newton's result for one contact without friction, known others where several act or rub.

use super::{Set, column, run};

const INTEGRATORS: [&str; 3] = ["decoupled", "coupled", "moreau_jean"];
const POISSON: Set<'static> = ("simulation.impact_law", "poisson");

/// Where a model ends, by a sensor.
fn end(text: &str, sensors: &[&str], set: &[Set]) -> Vec<f64> {
    let (_, history) = run(text, set);
    sensors.iter().map(|name| column(&history, name).pop().unwrap_or(f64::NAN)).collect()
}

fn assert_near(found: &[f64], expected: &[f64], limit: f64, what: &str) {
    let error = found.iter().zip(expected).fold(0.0, |a: f64, (x, y)| a.max((x - y).abs()));
    assert!(error < limit, "{what}: {found:?}, expected {expected:?}");
}

const BALL: &str = r#"
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 2 }
[bodies.ball]
type = "point_mass"
mass = 0.3
position = [0, 0, 1]
velocity = [0.4, 0, 0]
[contacts.floor]
type = "node_face"
point = "ball"
plane = "ground"
restitution = 0.7
friction = 0.05
[sensors.x]
type = "position"
of = "ball"
"#;

/// Nor does friction make a difference for a point: normal and tangential motion do not couple.
#[test]
fn a_point_bounces_as_by_newtons_law() {
    for integrator in INTEGRATORS {
        let set = [("simulation.integrator", integrator), POISSON];
        let [newton, poisson] = [&set[..1], &set[..]].map(|set| end(BALL, &["x.x", "x.y", "x.z"], set));
        // The tolerance 1e-8 in a dozen impacts.
        assert_near(&poisson, &newton, 1e-6, integrator);
    }
}

/// Three balls of 1 kg in a row, the last two touch; the first comes with 1 m/s.
const ROW: &str = r#"
parameters = { first = 1, second = 1 }
simulation = { step = 1e-3, until = 0.02 }
[bodies.a]
type = "sphere"
mass = 1
radius = 0.1
position = [-0.2095, 0, 0]
velocity = [1, 0, 0]
[bodies.b]
type = "sphere"
mass = 1
radius = 0.1
[bodies.c]
type = "sphere"
mass = 1
radius = 0.1
position = [0.2, 0, 0]
[contacts.ab]
type = "sphere_sphere"
a = "a"
b = "b"
restitution = "first"
[contacts.bc]
type = "sphere_sphere"
a = "b"
b = "c"
restitution = "second"
[sensors]
a = { type = "velocity", of = "a", component = "x" }
b = { type = "velocity", of = "b", component = "x" }
c = { type = "velocity", of = "c", component = "x" }
"#;

/// Compression leaves all at ⅓ m/s with impulses ⅔ and ⅓. With e = 0 between the first two and 1 behind them the expansion gives the last
/// ⅓ more; the second then runs into the first, and both go on with 1/6 m/s. By Newton's law they stay together.
#[test]
fn contacts_that_were_not_approaching_give_back_what_compressed_them() {
    let third = 1.0 / 3.0;
    let cases = [
        ("0", "1", [third / 2.0, third / 2.0, 2.0 * third], [third; 3]),
        ("0.5", "0.5", [0.0, 0.5, 0.5], [0.0, 0.5, 0.5]),
        ("1", "1", [-third, 2.0 * third, 2.0 * third], [-third, 2.0 * third, 2.0 * third]),
        ("0.5", "0", [0.0, 0.5, 0.5], [0.0, 0.5, 0.5]),
    ];
    for integrator in INTEGRATORS {
        for (first, second, poisson, newton) in cases {
            let set = [("simulation.integrator", integrator), ("first", first), ("second", second), POISSON];
            let what = format!("{integrator}, {first}, {second}");
            assert_near(&end(ROW, &["a", "b", "c"], &set), &poisson, 1e-7, &what);
            assert_near(&end(ROW, &["a", "b", "c"], &set[..3]), &newton, 1e-7, &what);
        }
    }
}

/// A uniform rod of 1 kg falls flat on both ends, with 1 m/s and no weight.
const ROD: &str = r#"
plane = "xy"
parameters = { first = 1, second = 1 }
simulation = { step = 1e-3, until = 0.0095, tolerance = 1e-10 }
[bodies.rod]
type = "rigid_body"
mass = 1
inertia = "1/12"
position = [0, 0.0095, 0]
velocity = [0, -1, 0]
points = { a = [-0.5, 0, 0], b = [0.5, 0, 0] }
[contacts.a]
type = "node_face"
point = "rod.a"
plane = "ground"
normal = [0, 1, 0]
restitution = "first"
[contacts.b]
type = "node_face"
point = "rod.b"
plane = "ground"
normal = [0, 1, 0]
restitution = "second"
[sensors]
v = { type = "velocity", of = "rod", component = "y" }
w = { type = "angular_velocity", of = "rod" }
"#;

/// Each end is compressed by ½ kg m/s; Δu_a = 4Λ_a − 2Λ_b. The ends leave with 2e_a − e_b and 2e_b − e_a, and one that would not leave is
/// held: with (0.8, 0.3) it would be −0.2, the impulse that stops it is 0.05, and the other leaves with 1.2.
#[test]
fn two_ends_of_a_rod_share_their_impulses() {
    for integrator in INTEGRATORS {
        for (first, second, [a, b]) in
            [("0.8", "0.5", [1.1, 0.2]), ("0.8", "0.3", [1.2, 0.0]), ("0.6", "0.6", [0.6; 2])]
        {
            let set = [
                ("simulation.integrator", integrator),
                ("first", first),
                ("second", second),
                ("simulation.until", "0.012"),
                POISSON,
            ];
            let (_, history) = run(ROD, &set);
            let w = history.sensor("w").last().and_then(|w| w.last().copied()).unwrap_or(f64::NAN);
            let v = column(&history, "v").pop().unwrap_or(f64::NAN);
            // u_a = v − ½ω, u_b = v + ½ω; the rod has turned by 1.2 rad/s · 2 ms since, whose cosine is 3e-6 off.
            assert_near(&[v, w], &[0.5 * (a + b), b - a], 3e-6, &format!("{integrator}, {first}, {second}"));
        }
    }
}

/// Impulses of one phase at the tip of a rod: normal at least `least`, Coulomb friction, from the velocities u.
fn phase(w: [[f64; 2]; 2], u: [f64; 2], least: f64, mu: f64) -> [f64; 2] {
    let after = |p: [f64; 2]| [0, 1].map(|i| u[i] + w[i][0] * p[0] + w[i][1] * p[1]);
    let mut candidates = Vec::new();
    for slip in [None, Some(-mu), Some(mu)] {
        // Normal: at rest, or the least impulse. Tangential: at rest, or ±μ times the normal impulse.
        let rest = match slip {
            None => {
                let det = w[0][0] * w[1][1] - w[0][1] * w[1][0];
                [(-u[0] * w[1][1] + u[1] * w[0][1]) / det, (-u[1] * w[0][0] + u[0] * w[1][0]) / det]
            }
            Some(s) => {
                let n = -u[0] / (w[0][0] + w[0][1] * s);
                [n, s * n]
            }
        };
        let opens = [least, slip.map_or(-(u[1] + w[1][0] * least) / w[1][1], |s| s * least)];
        candidates.extend([(rest, slip), (opens, slip)]);
    }
    let holds = |(p, slip): &([f64; 2], Option<f64>)| {
        let v = after(*p);
        let normal = p[0] >= least - 1e-12 && v[0] >= -1e-12 && ((p[0] - least).abs() < 1e-12 || v[0].abs() < 1e-12);
        let tangential = match slip {
            None => v[1].abs() < 1e-12 && p[1].abs() <= mu * p[0] + 1e-12,
            Some(s) => s.signum() * v[1] <= 1e-12,
        };
        normal && tangential
    };
    candidates.into_iter().find(|c| holds(c)).map_or([f64::NAN; 2], |(p, _)| p)
}

/// A rod of 1 kg and 1 m that hits the ground with one tip, as Kane and Levinson's.
const TIP: &str = r#"
plane = "xy"
parameters = { phi = 0.9, mu = 0.5, e = 0.8, vx = 0.5, h = 1e-3 }
simulation = { step = "h", until = 0.02, tolerance = 1e-10 }
[bodies.rod]
type = "rigid_body"
mass = 1
inertia = "1/12"
position = [0, "0.5*sin(phi) + 0.0105", 0]
rotation = "phi"
velocity = ["vx", -1, 0]
points = { a = [-0.5, 0, 0] }
[contacts.a]
type = "node_face"
point = "rod.a"
plane = "ground"
normal = [0, 1, 0]
tangent = [1, 0, 0]
friction = "mu"
restitution = "e"
[sensors]
v = { type = "velocity", of = "rod" }
x = { type = "position", of = "rod" }
"#;

#[test]
fn a_tip_that_rubs_has_the_impulses_of_both_phases() {
    for integrator in ["decoupled", "moreau_jean"] {
        for phi in [0.4_f64, 0.9, 1.2] {
            for mu in [0.1, 0.5] {
                for vx in [0.5, -0.4] {
                    // At the tip: v + ω × r, r = −½(cos φ, sin φ); J = 1/12.
                    let r = [-0.5 * phi.cos(), -0.5 * phi.sin()];
                    let w = [
                        [1.0 + 12.0 * r[0] * r[0], -12.0 * r[0] * r[1]],
                        [-12.0 * r[0] * r[1], 1.0 + 12.0 * r[1] * r[1]],
                    ];
                    let u = [-1.0, vx];
                    let c = phase(w, u, 0.0, mu);
                    let middle = [0, 1].map(|i| u[i] + w[i][0] * c[0] + w[i][1] * c[1]);
                    let e = phase(w, middle, 0.8 * c[0], mu);
                    let p = [c[0] + e[0], c[1] + e[1]];
                    let after = [0, 1].map(|i| u[i] + w[i][0] * p[0] + w[i][1] * p[1]);
                    let work = 0.5 * (p[0] * (u[0] + after[0]) + p[1] * (u[1] + after[1]));
                    assert!(work <= 1e-12, "the limiter would act: choose other values");
                    let [phi, mu, vx_text] = [phi, mu, vx].map(|x| x.to_string());
                    let set = [
                        ("simulation.integrator", integrator),
                        ("phi", &*phi),
                        ("mu", &*mu),
                        ("vx", &*vx_text),
                        POISSON,
                    ];
                    let found = end(TIP, &["v.x", "v.y"], &set);
                    // Moreau–Jean sees the rows of the end of the step, when the rod has turned by up to 3 mrad.
                    let limit = if integrator == "moreau_jean" { 3e-3 } else { 1e-7 };
                    assert_near(
                        &found,
                        &[vx + p[1], p[0] - 1.0],
                        limit,
                        &format!("{integrator}, {phi}, {mu}, {vx_text}"),
                    );
                }
            }
        }
    }
}

/// Positions follow the velocities that Poisson's law gives from the touch on: of second order, whatever Newton's law would give.
#[test]
fn positions_follow_from_the_touch_on() {
    let at = |h: &str| end(TIP, &["x.x", "x.y"], &[("h", h), POISSON, ("simulation.until", "0.02")]);
    let exact = at("1e-6");
    let error = |h: &str| {
        let found = at(h);
        (found[0] - exact[0]).hypot(found[1] - exact[1])
    };
    // The touch is at 10.5 ms: in the middle of the largest step, at 5/8 and 9/16 of the smaller ones.
    for (h, limit) in [("1e-3", 1e-8), ("8e-4", 1e-8), ("1.25e-4", 1e-8)] {
        assert!(error(h) < limit, "{h}: {:e}", error(h));
    }
}
