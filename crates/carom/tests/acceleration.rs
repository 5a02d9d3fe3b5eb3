//! Sensors of acceleration see contacts, with every integrator: what stands shows 0, what slides shows what friction leaves, what
//! a shaker carries shows the acceleration of the shaker.
//!
//! Forces of a step are solved to 1e-8 of those in it, g for every kilogram: accelerations of constant motions to 1e-7 m/s², ten
//! times that, since what one step leaves is the start of the next.

use carom::history::History;
use carom::testkit::{Scheme, Set, order_of_fit, schemes, try_run};

const SOLVED: f64 = 1e-7;
const G: f64 = 9.81;

/// A block on two feet, on a slope of the angle β, with the velocity v along it.
const BLOCK: &str = r#"
plane = "xy"
gravity = [0, -9.81, 0]
parameters = { beta = 0, mu = 0.3, v = 0 }
simulation = { step = 1e-3, until = 0.1 }
[bodies.block]
type = "rigid_body"
mass = 2
inertia = 0.05
position = ["-0.1*sin(beta)", "0.1*cos(beta)", 0]
rotation = "beta"
velocity = ["v*cos(beta)", "v*sin(beta)", 0]
points = { a = [-0.2, -0.1, 0], b = [0.2, -0.1, 0] }
[contacts.a]
type = "node_face"
point = "block.a"
plane = "ground"
normal = ["-sin(beta)", "cos(beta)", 0]
friction = "mu"
[contacts.b]
type = "node_face"
point = "block.b"
plane = "ground"
normal = ["-sin(beta)", "cos(beta)", 0]
friction = "mu"
[sensors.block]
type = "acceleration"
of = "block"
relative_to = "block"
[sensors.foot]
type = "acceleration"
of = "block.a"
relative_to = "block"
"#;

/// A mass on a table that shakes in three directions; friction and weight hold it. Accelerations of the table are the largest at the
/// start, and its jerk is zero there, because the first row is a mean over the step.
const SHAKER: &str = r#"
gravity = [0, 0, -9.81]
parameters = { h = 1e-3 }
simulation = { step = "h", until = 0.5, tolerance = 1e-12, constraint_tolerance = 1e-13 }
[moving.table]
translation = ["0.02*(1 - cos(12*t))", "0.01*(1 - cos(17*t))", "0.015*(1 - cos(15*t))"]
[bodies.mass]
type = "point_mass"
mass = 2
[contacts.table]
type = "node_face"
point = "mass"
plane = "table"
friction = 2
[sensors]
mass = { type = "acceleration", of = "mass" }
table = { type = "acceleration", of = "table" }
"#;

fn run(scheme: &Scheme, text: &str, set: &[Set]) -> History {
    try_run(text, &scheme.with(set)).unwrap_or_else(|e| panic!("{}: {e}", scheme.label)).1
}

/// In every row, that of the start included, the block and its foot accelerate along the slope with `along`, and not across it.
fn assert_constant(set: &[Set], along: f64) {
    for scheme in schemes().iter().filter(|scheme| scheme.takes(BLOCK)) {
        let history = run(scheme, BLOCK, set);
        for sensor in ["block", "foot"] {
            for (channel, expected) in history.sensor(sensor).iter().zip([along, 0.0, 0.0]) {
                let most = channel.iter().fold(0.0, |most: f64, a| most.max((a - expected).abs()));
                assert!(most < SOLVED, "{}, {set:?}: `{sensor}` is off {expected} by {most:e} m/s²", scheme.label);
            }
        }
    }
}

#[test]
fn a_block_at_rest_shows_zero() {
    assert_constant(&[], 0.0);
}

/// v = 1 m/s lasts for 0.34 s.
#[test]
fn a_sliding_block_shows_what_friction_takes() {
    assert_constant(&[("v", "1")], -0.3 * G);
    assert_constant(&[("v", "-1")], 0.3 * G);
}

/// tan 0.5 = 0.55.
#[test]
fn a_block_that_sticks_on_a_slope_shows_zero() {
    assert_constant(&[("beta", "0.5"), ("mu", "0.6")], 0.0);
}

/// 2.12 m/s² down the slope; uphill both gravity and friction brake.
#[test]
fn a_block_that_slides_on_a_slope_shows_gravity_less_friction() {
    let (s, c) = 0.5_f64.sin_cos();
    assert_constant(&[("beta", "0.5")], -G * (s - 0.3 * c));
    assert_constant(&[("beta", "0.5"), ("v", "1")], -G * (s + 0.3 * c));
}

/// The table is flat: a mean over the step is that of the table with every integrator, and two of them extrapolated to the end of the
/// step, (3a_n − a_{n−1})/2, miss it by h²/3 of the second derivative, 0.01·17⁴ m/s⁴ at most, and terms of the next order.
#[test]
fn a_mass_on_a_shaker_shows_the_acceleration_of_the_shaker() {
    let steps = [4e-3, 2e-3, 1e-3, 5e-4];
    for scheme in schemes().iter().filter(|scheme| scheme.takes(SHAKER) && scheme.promises.persistent.force > 0.0) {
        let errors = steps.map(|h| run(scheme, SHAKER, &[("h", &h.to_string())])).map(|history| {
            let pairs = history.sensor("mass").iter().zip(history.sensor("table"));
            let off = pairs.flat_map(|(mass, table)| mass.iter().zip(table).map(|(a, b)| (a - b).abs()));
            off.fold(0.0, f64::max)
        });
        let order = order_of_fit(&steps, &errors);
        assert!((order - 2.0).abs() < 0.1, "{}: order {order:.2}, errors {errors:?}", scheme.label);
        for (h, error) in steps.iter().zip(errors) {
            let expected = 0.01 * 17_f64.powi(4) * h * h / 3.0;
            assert!(error < 1.1 * expected, "{}, h = {h}: {error}, more than {expected}", scheme.label);
        }
    }
}

/// A ball that falls from 1 m and rebounds with e = 1: −g in flight; in the step of the impact the mean, 2v/h − g, and in the next
/// the mean again, −g. An extrapolation from the impact on would show a force of v/h that pulls the ball down.
#[test]
fn an_impact_shows_as_a_mean_in_its_step_only() {
    let text = "gravity = [0, 0, -9.81]\nsimulation = { step = 1e-3, until = 0.6 }\n[bodies.ball]\ntype = 'point_mass'\n\
                mass = 1\nposition = [0, 0, 1]\n[contacts.floor]\ntype = 'node_face'\npoint = 'ball'\nplane = 'ground'\n\
                restitution = 1\n[sensors]\na = { type = 'acceleration', of = 'ball', component = 'z' }\n\
                v = { type = 'velocity', of = 'ball', component = 'z' }\n";
    for scheme in schemes().iter().filter(|scheme| scheme.takes(text) && !scheme.promises.spreads) {
        let history = run(scheme, text, &[]);
        let (a, v) = (&history.sensor("a")[0], &history.sensor("v")[0]);
        let impact = (1..v.len()).find(|i| v[*i] > 0.0).unwrap_or_else(|| panic!("{}: no impact", scheme.label));
        for i in 1..v.len() {
            let mean = (v[i] - v[i - 1]) / 1e-3;
            let expected = if i == impact { mean } else { -G };
            // The solver's 1e-8 of the velocities in the impact, in a millisecond.
            let allowed = if i == impact { 1e-8 * mean } else { SOLVED };
            assert!((a[i] - expected).abs() < allowed, "{}, step {i}: {} m/s², not {expected}", scheme.label, a[i]);
        }
    }
}
