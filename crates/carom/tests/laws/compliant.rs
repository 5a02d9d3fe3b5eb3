//! Compliant contact: collisions against the resolved ones of `post::collide`, energy, memory, rest.

use super::{Set, column, energy, run};
use carom::drive::Simulation;
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

#[test]
fn print_errors() {
    for damping in [&Damping::PUBLISHED[..], &[Damping::Exact]].concat() {
        for e in [0.1, 0.3, 0.5, 0.8, 1.0] {
            for steps in [20.0, 40.0, 80.0, 160.0] {
                println!("{} {e} {steps} {:?}", damping.name(), errors(e, damping, steps, &[]));
            }
        }
    }
    let _ = energy;
    let _: Option<Simulation> = None;
}
