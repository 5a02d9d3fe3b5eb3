//! `variant = "published"` against a few lines that know nothing of the program: (G 3.34–3.46) for two masses on a line with a spring
//! and a damper between them, of which the first may not pass the origin.

use carom::testkit::run;

const MODEL: &str = r#"
gravity = [-9.81, 0, 0]
[parameters]
e = 0.6
[simulation]
variant = "published"
step = 1e-3
until = 0.6
rho_inf = 0.8
tolerance = 1e-12
[bodies.a]
type = "point_mass"
mass = 1
position = [0.1, 0, 0]
[bodies.b]
type = "point_mass"
mass = 2
position = [1.1, 0, 0]
velocity = [0.3, 0, 0]
[forces.spring]
type = "spring_damper"
a = "a"
b = "b"
stiffness = 3000
damping = 5
length = 1
[contacts.stop]
type = "node_face"
point = "a"
plane = "ground"
normal = [1, 0, 0]
restitution = "e"
[sensors]
a = { type = "position", of = "a", component = "x" }
b = { type = "position", of = "b", component = "x" }
va = { type = "velocity", of = "a", component = "x" }
"#;

const MASS: [f64; 2] = [1.0, 2.0];

/// Forces at positions and velocities.
fn force(q: [f64; 2], v: [f64; 2]) -> [f64; 2] {
    let pull = 3000.0 * (q[1] - q[0] - 1.0) + 5.0 * (v[1] - v[0]);
    [pull - 9.81 * MASS[0], -pull - 9.81 * MASS[1]]
}

/// The root of a linear function of two unknowns, by its values at three points.
fn root(f: impl Fn([f64; 2]) -> [f64; 2]) -> [f64; 2] {
    let (r, x, y) = (f([0.0, 0.0]), f([1.0, 0.0]), f([0.0, 1.0]));
    let (a, c) = (x[0] - r[0], x[1] - r[1]);
    let (b, d) = (y[0] - r[0], y[1] - r[1]);
    let det = a * d - b * c;
    [(-r[0] * d + r[1] * b) / det, (-r[1] * a + r[0] * c) / det]
}

/// Positions and velocity of the first mass after every step.
fn printed(e: f64, h: f64, steps: usize) -> Vec<[f64; 3]> {
    let rho = 0.8;
    let (am, af) = ((2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0));
    let gamma = 0.5 + af - am;
    let beta = 0.25 * (gamma + 0.5_f64).powi(2);
    let (mut q, mut v) = ([0.1, 1.1], [0.0, 0.3]);
    let mut acc = [0, 1].map(|i| force(q, v)[i] / MASS[i]);
    let mut a = acc;
    let mut out = Vec::new();
    for _ in 0..steps {
        let new_a = |x: [f64; 2]| [0, 1].map(|i| ((1.0 - af) * x[i] + af * acc[i] - am * a[i]) / (1.0 - am));
        let v_s = |x: [f64; 2]| [0, 1].map(|i| v[i] + h * ((1.0 - gamma) * a[i] + gamma * new_a(x)[i]));
        let q_s = |x: [f64; 2]| [0, 1].map(|i| q[i] + h * v[i] + h * h * ((0.5 - beta) * a[i] + beta * new_a(x)[i]));
        let x = root(|x| [0, 1].map(|i| MASS[i] * x[i] - force(q_s(x), v_s(x))[i]));
        let (vt, qt, at) = (v_s(x), q_s(x), new_a(x));
        let base = force(qt, vt);
        let (mut u, mut w) = ([0.0; 2], [0.0; 2]);
        if qt[0] < 0.0 {
            // U_1 closes the gap, ν balances its row.
            let second = |y: f64| MASS[1] * y - h * h * (force([0.0, qt[1] + y], vt)[1] - base[1]);
            u = [-qt[0], -second(0.0) / (second(1.0) - second(0.0))];
            let end = [qt[0] + u[0], qt[1] + u[1]];
            let jump = |y: [f64; 2]| {
                [0, 1].map(|i| MASS[i] * y[i] - h * (force(end, [vt[0] + y[0], vt[1] + y[1]])[i] - base[i]))
            };
            w = root(jump);
            if vt[0] + w[0] + e * v[0] < 0.0 {
                let first = -e * v[0] - vt[0];
                let second = |y: f64| jump([first, y])[1];
                w = [first, -second(0.0) / (second(1.0) - second(0.0))];
            }
        }
        q = [qt[0] + u[0], qt[1] + u[1]];
        v = [vt[0] + w[0], vt[1] + w[1]];
        (acc, a) = (x, at);
        out.push([q[0], q[1], v[0]]);
    }
    out
}

/// Impacts and a contact that lasts; the solver's tolerance 1e-12 in 600 steps.
#[test]
fn the_published_scheme_is_the_printed_one() {
    for (h, e) in [(1e-3, 0.6), (1e-3, 0.0), (2.5e-4, 0.6)] {
        let set = [("simulation.step", h.to_string()), ("e", e.to_string())];
        let set: Vec<(&str, &str)> = set.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let (_, history) = run(MODEL, &set);
        let columns = ["a", "b", "va"].map(|name| history.column(name).unwrap_or_else(|| panic!("{name}")));
        let expected = printed(e, h, columns[0].len() - 1);
        assert!(expected.iter().any(|row| row[0] == 0.0), "nothing is hit");
        for (k, row) in expected.iter().enumerate() {
            for (column, value) in columns.iter().zip(row) {
                assert!((column[k + 1] - value).abs() < 1e-8, "h = {h}, e = {e}, step {k}: {} {value}", column[k + 1]);
            }
        }
    }
}
