//! Compliant contact: collisions against the resolved ones of `post::collide`, energy, memory, rest.

use super::{Set, column, energy, run};
use carom::history::History;
use carom::post::{Collision, CompliantLaw, Damping, collide, reduced_mass};

const STIFFNESS: f64 = 2e8;
const MASSES: [f64; 2] = [0.5, 0.2];
const SPEED: f64 = 1.2;

/// Two free spheres of different masses that approach each other along a slanted line, 10 µm apart.
const SPHERES: &str = r#"
parameters = { k = 2e8, n = 1.5, e = 0.5, v = 1.2, x = 0.050006, z = 0.050008 }
[simulation]
step = 1e-6
until = 1e-3
max_halvings = 0
[bodies.a]
type = "rigid_body"
mass = 0.5
inertia = [2e-4, 2e-4, 2e-4]
velocity = [0.18, 0, 0.24]
[bodies.b]
type = "rigid_body"
mass = 0.2
inertia = [5e-5, 5e-5, 5e-5]
position = [0.030006, 0, 0.040008]
velocity = [-0.54, 0, -0.72]
[contacts.hit]
type = "sphere_sphere"
a = "a"
b = "b"
radius_a = 0.03
radius_b = 0.02
law = "compliant"
stiffness = "k"
exponent = "n"
restitution = "e"
damping = "exact"
[sensors]
gap = { type = "contact", contact = "hit", quantity = "gap" }
rate = { type = "contact", contact = "hit", quantity = "normal_velocity" }
force = { type = "contact", contact = "hit", quantity = "normal_force" }
impulse = { type = "contact", contact = "hit", quantity = "normal_impulse" }
"#;

/// What a run shows of its one collision.
struct Seen {
    duration: f64,
    peak: f64,
    restitution: f64,
    impulse: f64,
}

/// The time at which the cubic through gaps and rates of a step vanishes.
fn crossing(h: f64, gaps: [f64; 2], rates: [f64; 2]) -> f64 {
    let (a, b) = (h * rates[0], h * rates[1]);
    let (square, cube) = (3.0 * (gaps[1] - gaps[0]) - 2.0 * a - b, 2.0 * (gaps[0] - gaps[1]) + a + b);
    let gap = |s: f64| gaps[0] + s * (a + s * (square + s * cube));
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if (gap(middle) > 0.0) == (gaps[0] > 0.0) { low = middle } else { high = middle }
    }
    h * low
}

fn seen(history: &History) -> Seen {
    let [t, gap, rate, force] = ["t", "gap", "rate", "force"].map(|name| match name {
        "t" => history.time().to_vec(),
        _ => column(history, name),
    });
    let crossings: Vec<f64> = (1..gap.len())
        .filter(|&i| (gap[i - 1] > 0.0) != (gap[i] > 0.0))
        .map(|i| t[i - 1] + crossing(t[i] - t[i - 1], [gap[i - 1], gap[i]], [rate[i - 1], rate[i]]))
        .collect();
    let [start, end] = crossings[..] else { panic!("{} crossings", crossings.len()) };
    let top = (1..force.len() - 1).max_by(|&i, &j| force[i].total_cmp(&force[j])).expect("steps");
    let (before, at, after) = (force[top - 1], force[top], force[top + 1]);
    let peak = at + (after - before).powi(2) / (8.0 * (2.0 * at - before - after));
    let approach = rate.iter().copied().fold(0.0, f64::min);
    Seen {
        duration: end - start,
        peak,
        restitution: -rate[rate.len() - 1] / approach,
        impulse: column(history, "impulse").iter().sum(),
    }
}

fn truth(e: f64, n: f64, damping: Damping) -> Collision {
    let law = CompliantLaw::new(STIFFNESS, n, e, damping).expect("a law");
    collide(&law, reduced_mass(MASSES[0], MASSES[1]), SPEED).expect("a collision")
}

/// Relative errors of duration, peak force, restitution and impulse with so many steps in the time of the collision.
fn errors(e: f64, damping: Damping, steps: f64, extra: &[Set]) -> [f64; 4] {
    let truth = truth(e, 1.5, damping);
    let (h, end) = (truth.duration / steps, 1e-5 / SPEED + 1.3 * truth.duration);
    let set = [
        ("e", e.to_string()),
        ("simulation.step", h.to_string()),
        ("simulation.until", end.to_string()),
        ("contacts.hit.damping", damping.name().to_string()),
    ];
    let set: Vec<Set> = set.iter().map(|(k, v)| (*k, v.as_str())).chain(extra.iter().copied()).collect();
    let (_, history) = run(SPHERES, &set);
    let seen = seen(&history);
    [
        seen.duration / truth.duration - 1.0,
        seen.peak / truth.peak_force - 1.0,
        seen.restitution / truth.restitution - 1.0,
        seen.impulse / truth.impulse - 1.0,
    ]
}

/// Every model of damping, e from 0.1 to 1: with 80 steps in a collision duration, peak and restitution are right to 0.4 %, and twice as
/// many steps have less than 0.4 of the error, which would be 0.25 for a method of second order; where errors are below 2e-4, higher
/// orders of the error decide, and they stay there. The most damped laws are the hardest: theirs is a rise of the force within a tenth of
/// the collision.
#[test]
fn collisions_converge_with_second_order() {
    for damping in [&Damping::PUBLISHED[..], &[Damping::Exact]].concat() {
        for e in [0.1, 0.3, 0.5, 0.8, 1.0] {
            let [coarse, fine] = [80.0, 160.0].map(|steps| errors(e, damping, steps, &[]));
            for i in 0..4 {
                let (coarse, fine) = (coarse[i].abs(), fine[i].abs());
                let name = damping.name();
                assert!(
                    coarse < 4.5e-3 && (fine < 0.4 * coarse || fine < 2e-4 || (e == 0.1 && fine < 1e-3)),
                    "{name} {e} {i}: {coarse} {fine}"
                );
            }
        }
    }
}

/// With the 20 steps that a step control asks for: what the guide says.
#[test]
fn twenty_steps_resolve_a_collision() {
    for e in [0.5, 0.8, 1.0] {
        let errors = errors(e, Damping::Exact, 20.0, &[]);
        assert!(errors.iter().all(|error| error.abs() < 6e-3), "{e}: {errors:?}");
    }
}

const INTEGRATORS: [&str; 11] = [
    "decoupled",
    "coupled",
    "moreau_jean",
    "moreau_midpoint",
    "schatzman_paoli",
    "nonsmooth_newmark",
    "nonsmooth_hht",
    "nonsmooth_alpha",
    "mixed_alpha",
    "mixed_bathe",
    "generalized_alpha",
];

/// Every integrator; those of first order need more steps.
#[test]
fn all_integrators_see_the_same_collision() {
    for integrator in INTEGRATORS {
        let set = [("simulation.integrator", integrator)];
        let found = errors(0.7, Damping::Exact, 200.0, &set);
        // The midpoint rule of Moreau sees forces of the start of the step, and is of first order here.
        let tolerance = if integrator == "moreau_midpoint" { 5e-3 } else { 1e-4 };
        assert!(found.iter().all(|error| error.abs() < tolerance), "{integrator}: {found:?}");
    }
}

const FLOOR: &str = r#"
parameters = { e = 0.7, v = 0.5, g = 9.81, z = 0.0505, mu = 0, slip = 0 }
gravity = [0, 0, "-g"]
[simulation]
step = 1e-6
until = 3e-3
[bodies.ball]
type = "sphere"
radius = 0.05
mass = 0.5
position = [0, 0, "z"]
velocity = ["slip", 0, "-v"]
[contacts.floor]
type = "sphere_plane"
sphere = "ball"
plane = "ground"
law = "compliant"
stiffness = 1e10
restitution = "e"
friction = "mu"
[sensors]
gap = { type = "contact", contact = "floor", quantity = "gap" }
rate = { type = "contact", contact = "floor", quantity = "normal_velocity" }
force = { type = "contact", contact = "floor", quantity = "normal_force" }
impulse = { type = "contact", contact = "floor", quantity = "normal_impulse" }
vz = { type = "velocity", of = "ball", component = "z" }
vx = { type = "velocity", of = "ball", component = "x" }
x = { type = "position", of = "ball", component = "x" }
w = { type = "angular_velocity", of = "ball", component = "y" }
"#;

/// The account closes: what the damper takes is what is missing, ½m(v⁺² − v⁻²), and the remainder is that of the trapezoidal rule. The
/// impulse of the record is the change of momentum, the weight included.
#[test]
fn the_energy_account_of_a_bounce_closes() {
    for e in ["0.2", "0.7", "1"] {
        let (_, history) = run(FLOOR, &[("e", e)]);
        let [before, after] = [0.5, history.last("vz").expect("vz")];
        let kinetic = 0.25 * before * before;
        let remainder = energy(&history, "remainder").iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        assert!(remainder < 2e-4 * kinetic, "{e}: {remainder:e} of {kinetic:e} J");
        let lost = *energy(&history, "impacts").last().expect("steps");
        let expected =
            0.25 * (after * after - before * before) - 0.5 * 9.81 * (0.0505 - 0.05 - history.last("gap").expect("gap"));
        assert!((lost - expected).abs() < 2e-4 * kinetic, "{e}: {lost:e} {expected:e}");
        let impulse: f64 = column(&history, "impulse").iter().sum();
        let momentum = 0.5 * (after + before) + 0.5 * 9.81 * 3e-3;
        assert!((impulse / momentum - 1.0).abs() < 2e-3, "{e}: {impulse} {momentum}");
    }
}

/// A step of a millisecond, four times the collision: halved where the ball touches, it has the rebound of a fine one; without halving the
/// run says that it was not resolved, by the contact's name.
#[test]
fn long_steps_are_halved_or_told() {
    let long = [("simulation.step", "1e-3"), ("simulation.max_halvings", "10")];
    let (simulation, history) = run(FLOOR, &long);
    let (_, fine) = run(FLOOR, &[]);
    let [halved, expected] = [&history, &fine].map(|h| h.last("vz").expect("vz"));
    assert!((halved / expected - 1.0).abs() < 5e-3, "{halved} {expected}");
    assert!(simulation.statistics.retries > 0 && simulation.statistics.unresolved.is_empty());
    let (simulation, _) = run(FLOOR, &[("simulation.step", "1e-3"), ("simulation.max_halvings", "0")]);
    let [told] = simulation.statistics.unresolved[..] else { panic!("{:?}", simulation.statistics.unresolved) };
    assert!(told.steps < 1.0 && told.slot == 0, "{told:?}");
}

/// A ball at rest sinks by (m g/K)^{2/3}, and stays there.
#[test]
fn a_ball_at_rest_sinks_by_its_weight() {
    let depth = (0.5 * 9.81 / 1e10_f64).powf(2.0 / 3.0);
    let z = (0.05 - depth).to_string();
    let set = [("v", "0"), ("z", z.as_str()), ("simulation.step", "1e-3"), ("simulation.until", "0.05")];
    let (simulation, history) = run(FLOOR, &set);
    for (gap, force) in column(&history, "gap").iter().zip(column(&history, "force")).skip(1) {
        assert!((-gap / depth - 1.0).abs() < 1e-6 && (force / 4.905 - 1.0).abs() < 1e-6, "{gap} {force}");
    }
    assert!(simulation.statistics.unresolved.is_empty() && simulation.statistics.retries == 0);
}

/// Set-valued friction with the force of the stiffness: a ball that is set on the floor at its depth and slides at v is at pure rolling
/// after 2v/(7μg), with 5/7 v; the smooth law agrees to the share v_s/v.
#[test]
fn a_sliding_ball_begins_to_roll() {
    let depth = (0.5 * 9.81 / 1e10_f64).powf(2.0 / 3.0);
    let z = (0.05 - depth).to_string();
    let set = [
        ("v", "0"),
        ("slip", "0.5"),
        ("mu", "0.2"),
        ("z", z.as_str()),
        ("simulation.step", "1e-3"),
        ("simulation.until", "0.12"),
    ];
    for (more, tolerance) in [(None, 1e-6), (Some(("contacts.floor.friction_speed", "1e-3")), 1e-3)] {
        for integrator in ["decoupled", "coupled"] {
            let set: Vec<Set> =
                set.iter().copied().chain(more).chain([("simulation.integrator", integrator)]).collect();
            let (_, history) = run(FLOOR, &set);
            let [v, w] = ["vx", "w"].map(|name| history.last(name).expect("a sensor"));
            assert!((v / (0.5 * 5.0 / 7.0) - 1.0).abs() < tolerance, "{integrator} {more:?}: {v}");
            assert!((0.05 * w / v - 1.0).abs() < 2.0 * tolerance, "{integrator} {more:?}: {w} {v}");
            // Half way to rolling, at 2v/(7μg) = 72.8 ms, it slows down by μ g; the smooth law by up to 1e-3²/2/0.3² less.
            let vx = column(&history, "vx");
            let (slow, expected) = (vx[30] - vx[0], -0.2 * 9.81 * 0.03);
            assert!((slow / expected - 1.0).abs() < 1e-5 + tolerance, "{integrator} {more:?}: {slow} {expected}");
        }
    }
}

/// A block on a slope of 0.2 rad with μ = 0.3 stays where it is: set-valued friction does not creep.
#[test]
fn a_point_on_a_slope_sticks() {
    let depth = (0.5 * 9.81 * 0.2_f64.cos() / 1e10_f64).powf(2.0 / 3.0);
    let model = format!(
        r#"
gravity = ["9.81*sin(0.2)", 0, "-9.81*cos(0.2)"]
[simulation]
step = 1e-3
until = 0.2
[bodies.block]
type = "point_mass"
mass = 0.5
position = [0, 0, {}]
[contacts.floor]
type = "node_face"
point = "block"
plane = "ground"
law = "compliant"
stiffness = 1e10
friction = 0.3
[sensors]
x = {{ type = "position", of = "block", component = "x" }}
status = {{ type = "contact", contact = "floor", quantity = "status" }}
"#,
        -depth
    );
    for integrator in ["decoupled", "coupled"] {
        let (_, history) = run(&model, &[("simulation.integrator", integrator)]);
        let way = history.last("x").expect("x");
        // Free sliding would be 39 mm.
        assert!(way.abs() < 1e-12 && history.last("status") == Some(1.0), "{integrator}: {way:e}");
    }
}

/// An oblique impact with friction, stopped while the ball touches and taken up again: the approach is remembered, and both kinds of friction go
/// on bit for bit. Smooth friction tends to the set-valued one as v_s falls: here to the share v_s/u = 1e-3 of its impulse.
#[test]
fn an_oblique_impact_resumes_bit_for_bit() {
    let set = [("slip", "0.4"), ("mu", "0.1"), ("simulation.until", "2e-3"), ("simulation.step", "5e-6")];
    let mut slowed = Vec::new();
    for smooth in [None, Some(("contacts.floor.friction_speed", "4e-4"))] {
        let set: Vec<Set> = set.iter().copied().chain(smooth).collect();
        // It touches at 1 ms for 0.3 ms.
        let [whole, rest] = super::resumed(FLOOR, &set, 220).unwrap_or_else(|e| panic!("{e}"));
        for name in ["vx", "vz", "w", "force"] {
            let bits = |history: &History| column(history, name).iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert!(bits(&whole) == bits(&rest), "{smooth:?}: {name}");
        }
        slowed.push(0.4 - whole.last("vx").expect("vx"));
    }
    assert!((slowed[1] / slowed[0] - 1.0).abs() < 2e-3, "{slowed:?}");
    // μ (1 + e) v, the weight aside.
    assert!((slowed[0] / (0.1 * 1.7 * 0.51) - 1.0).abs() < 0.02, "{slowed:?}");
}

/// Pairs of surfaces of the catalog with this law instead of theirs: each loads, runs, and gives its impulse in the record. Limits of and
/// friction in joints have no surfaces, and refuse it.
#[test]
fn every_pair_can_be_compliant() {
    let has_surfaces = |entry: &&carom::catalog::Entry| !entry.key.starts_with("joint_");
    for entry in carom::catalog::Group::Contact.entries().filter(has_surfaces) {
        let mut text = String::new();
        for line in entry.sample.lines() {
            let key = line.split('=').next().unwrap_or_default().trim();
            if !["friction", "restitution", "rolling_resistance", "drilling_resistance", "law"].contains(&key) {
                text.push_str(line);
                text.push('\n');
            }
            if line.starts_with("[contacts.") {
                text.push_str(
                    "law = \"compliant\"\nstiffness = 1e7\nfriction = 0.2\nfriction_speed = 0.01\nrestitution = 0.6\n",
                );
            }
        }
        let set = [("simulation.step", "1e-3"), ("simulation.until", "0.3"), ("simulation.max_halvings", "12")];
        let (simulation, _) = super::try_run(&text, &set).unwrap_or_else(|e| panic!("{}: {e}\n{text}", entry.key));
        // Twenty steps of a collision leave half a percent of its energy, each of several collisions.
        let energy = &simulation.state.energy;
        let turned = simulation.statistics.energy.turned_over();
        assert!(
            energy.remainder.abs() < 0.01 * turned && !simulation.system.model.compliant.is_empty(),
            "{}",
            entry.key
        );
    }
}
