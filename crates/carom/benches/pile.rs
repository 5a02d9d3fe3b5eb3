//! Spheres poured into a box: `cargo bench -p carom --bench pile [-- COUNT …]`, one thread's CPU time.
//!
//! r = 0.05 m, 1000 kg/m³, μ = 0.3, e = 0.3, a box of 1 × 1 m, 2 s. With `-- --steps` a line is printed every 0.1 s; keys of the
//! model file can be set: `-- simulation.step=2e-3`.

use carom::drive::Simulation;
use carom::spec;
use carom::system::Status;
use carom::testkit::cpu_time;
use std::fmt::Write;

/// Step size, and tolerances: 1e-8 of the length of the model is less than 1e-6 of a radius.
const SETTINGS: &str = "
gravity = [0, 0, -9.81]
[simulation]
step = 4e-3
until = 2
tolerance = 1e-3
constraint_tolerance = 1e-8
[ground]
shapes = [
  { type = 'plane' },
  { type = 'plane', position = [0.5, 0, 0], rotation = [0, '-pi/2', 0] },
  { type = 'plane', position = [-0.5, 0, 0], rotation = [0, 'pi/2', 0] },
  { type = 'plane', position = [0, 0.5, 0], rotation = ['pi/2', 0, 0] },
  { type = 'plane', position = [0, -0.5, 0], rotation = ['-pi/2', 0, 0] },
]
[contacts.all]
type = 'collision'
friction = 0.3
restitution = 0.3
";
const RADIUS: f64 = 0.05;

/// Layers of 8 × 8 spheres, shaken a little so that nothing stands on top of anything.
fn model(count: usize) -> String {
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5) * 0.016
    };
    let mut text = SETTINGS.to_owned();
    for k in 0..count {
        let place = |i: usize| 0.12 * i as f64 - 0.42;
        let (x, y) = (place(k % 8) + random(), place(k / 8 % 8) + random());
        let z = 0.06 + 0.12 * (k / 64) as f64;
        let _ = write!(
            text,
            "[bodies.s{k}]\ntype = 'sphere'\nradius = {RADIUS}\ndensity = 1000\nposition = [{x}, {y}, {z}]\n"
        );
    }
    text
}

fn run(count: usize, talk: bool, set: &[(String, String)]) {
    let set: Vec<(&str, &str)> = set.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let loaded = spec::load_str("pile.toml", &model(count), &set).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let (start, mut next, mut last) = (cpu_time(), 0.1, 0.0);
    while simulation.step().unwrap_or_else(|e| panic!("{e}")) {
        if talk && simulation.time() > next - 1e-9 {
            next += 0.1;
            let spent = (cpu_time() - start).as_secs_f64();
            let closed = simulation.state.contacts.iter().filter(|c| c.impulse[0] > 0.0).count();
            let near = simulation.state.contacts.iter().filter(|c| c.status != Status::Far).count();
            let listed = simulation.state.contacts.len();
            let sweeps = simulation.statistics.problems.map(|p| p.sweeps);
            let energy = simulation.state.energy.kinetic;
            println!(
                "  t = {:.2} s: {:7.2} CPU-s, listed {listed}, near {near}, closed {closed}, sweeps {sweeps:?}, kinetic energy {energy:.3e} J",
                simulation.time(),
                spent - last,
            );
            last = spent;
        }
    }
    let spent = (cpu_time() - start).as_secs_f64();
    let statistics = &simulation.statistics;
    let speed = simulation.state.kin.v.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    let depth = statistics.penetration.0 * simulation.system.length / RADIUS;
    println!(
        "{count:5} spheres: {:7.2} CPU-s a simulated second, deepest penetration {depth:.1e} r, largest speed at the end {speed:.1e}, \
         {} contacts, {} steps halved, energy remainder {:.2e} J of {:.2e} J",
        spent / simulation.time(),
        simulation.state.contacts.iter().filter(|c| c.impulse[0] > 0.0).count(),
        statistics.retries,
        simulation.state.energy.remainder,
        simulation.state.initial_energy,
    );
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let counts: Vec<usize> = words.iter().filter_map(|w| w.parse().ok()).collect();
    let talk = words.iter().any(|w| w == "--steps");
    let set: Vec<(String, String)> =
        words.iter().filter_map(|w| w.split_once('=')).map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    for count in if counts.is_empty() { vec![100, 1000] } else { counts } {
        run(count, talk, &set);
    }
}
