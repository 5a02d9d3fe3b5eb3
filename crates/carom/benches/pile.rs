//! Spheres poured into a box: `cargo bench -p carom --bench pile [-- COUNT …]`, one thread's CPU time.
//!
//! r = 0.05 m, 1000 kg/m³, μ = 0.3, e = 0.3, a box of 1 × 1 m, 2 s; with sliding friction only, and with rolling and drilling
//! resistance. With `-- --steps` a line is printed every 0.1 s; keys of the model file can be set: `-- simulation.step=2e-3`. With
//! keys of contacts there is one run, with these.

use carom::drive::Simulation;
use carom::spec;
use carom::system::Status;
use carom::testkit::cpu_time;
use std::fmt::Write;

/// Step size, and tolerances: gaps hold to 3e-8 m, which is 6e-7 of a radius.
const SETTINGS: &str = "
gravity = [0, 0, -9.81]
[simulation]
step = 8e-3
until = 2
tolerance = 1e-2
constraint_tolerance = 3e-8
length_scale = 1
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
/// Arms of rolling and drilling resistance that bring a pile to rest.
const RESISTANCE: [(&str, &str); 2] =
    [("contacts.all.rolling_resistance", "2e-4"), ("contacts.all.drilling_resistance", "2e-4")];
/// A fifth of a radius in a second.
const REST: f64 = 0.01;

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

fn run(count: usize, material: &str, talk: bool, set: &[(String, String)]) {
    let loaded = spec::load_str("pile.toml", &model(count), set).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let (start, mut next, mut last) = (cpu_time(), 0.1, 0.0);
    while simulation.step().unwrap_or_else(|e| panic!("{e}")) {
        if talk && simulation.time() > next - 1e-9 {
            next += 0.1;
            let spent = (cpu_time() - start).as_secs_f64();
            let closed = simulation.state.contacts.iter().filter(|c| c.impulse[0] > 0.0).count();
            let near = simulation.state.contacts.iter().filter(|c| c.status != Status::Far).count();
            let listed = simulation.state.contacts.len();
            let problems = simulation.statistics.problems.iter();
            let sweeps: Vec<_> = problems.map(|(_, p)| (p.sweeps, p.iterations, p.factorisations)).collect();
            let energy = simulation.state.energy.kinetic;
            println!(
                "  t = {:.2} s: {:7.2} CPU-s, listed {listed}, near {near}, closed {closed}, sweeps {sweeps:?}, kinetic energy {energy:.3e} J, halved {}",
                simulation.time(),
                spent - last,
                simulation.statistics.retries,
            );
            last = spent;
        }
    }
    let spent = (cpu_time() - start).as_secs_f64();
    let statistics = &simulation.statistics;
    // Speed of the centre, or of the surface about it.
    let speed = |v: &[f64]| {
        let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        norm(&v[..3]).max(RADIUS * norm(&v[3..]))
    };
    let speeds: Vec<f64> = simulation.state.kin.v.chunks_exact(6).map(speed).collect();
    let (fastest, moving) =
        (speeds.iter().fold(0.0_f64, |a, &v| a.max(v)), speeds.iter().filter(|&&v| v > REST).count());
    let depth = statistics.penetration.0 * simulation.system.length / RADIUS;
    println!(
        "{count:5} spheres, {material}: {:7.2} CPU-s a simulated second, deepest penetration {depth:.1e} r, largest speed at the end {fastest:.1e} m/s, \
         {moving} faster than {REST} m/s, {} contacts, {} steps halved, energy remainder {:.2e} J of {:.2e} J",
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
    let resisting = [&set[..], &RESISTANCE.map(|(key, value)| (key.to_owned(), value.to_owned()))].concat();
    let runs = if set.iter().any(|(key, _)| key.starts_with("contacts.")) {
        vec![("as given", set)]
    } else {
        vec![("sliding friction", set), ("resistance to rolling", resisting)]
    };
    for count in if counts.is_empty() { vec![100, 1000] } else { counts } {
        runs.iter().for_each(|(material, set)| run(count, material, talk, set));
    }
}
