//! Steps per second of whole runs, one core, CPU time, best of several: `cargo bench -p carom --bench speed`.
//!
//! `-- --chain-step 1e-3` takes other steps for the chain (default 1e-4 s).
//! With `-- --check` the numbers are compared with the floors below, and the growth of a chain with its limit.

use carom::drive::Simulation;
use carom::spec;
use carom::testkit::cpu_time;
use std::fmt::Write;

/// A model, the settings it is timed with, and the least number of steps a second that counts as fast enough.
struct Case {
    name: &'static str,
    model: &'static str,
    settings: &'static [(&'static str, &'static str)],
    floor: f64,
}

const CASES: [Case; 3] = [
    Case {
        name: "bouncing ball",
        model: include_str!("../../../benchmarks/bouncing-ball/model.toml"),
        settings: &[("simulation.step", "1e-4"), ("simulation.until", "5")],
        floor: 500_000.0,
    },
    Case {
        name: "slider-crank, h = 1e-5 s",
        model: include_str!("../../../benchmarks/slider-crank/model.toml"),
        settings: &[("simulation.step", "1e-5"), ("simulation.until", "0.2")],
        floor: 50_000.0,
    },
    Case {
        name: "free woodpecker, h = 1e-4 s",
        model: include_str!("../../../benchmarks/woodpecker-free/model.toml"),
        settings: &[("simulation.step", "1e-4"), ("simulation.until", "1.5")],
        floor: 15_000.0,
    },
];

/// Largest exponent of the time per step of a chain between 10 and 1,000 bodies.
const GROWTH: f64 = 1.1;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let check = arguments.iter().any(|a| a == "--check");
    let after = arguments.iter().position(|a| a == "--chain-step").and_then(|i| arguments.get(i + 1));
    let step: f64 = after.map_or(1e-4, |text| text.parse().expect("--chain-step takes a number of seconds"));
    let mut slow = Vec::new();
    println!("{:<36} {:>12} {:>10}", "model", "steps/s", "µs/step");
    for case in &CASES {
        let settings: Vec<_> = case.settings.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
        let seconds = seconds_per_step(case.name, case.model, &settings, 7);
        println!("{:<36} {:>12.0} {:>10.2}", case.name, 1.0 / seconds, 1e6 * seconds);
        if 1.0 / seconds < case.floor {
            slow.push(format!("{}: {:.0} steps/s, expected {:.0}", case.name, 1.0 / seconds, case.floor));
        }
    }
    let mut times = Vec::new();
    for bodies in [10, 100, 1000] {
        let name = format!("chain of {bodies} hinged bodies");
        let seconds = seconds_per_step(&name, &chain(bodies, step), &[], if bodies == 1000 { 3 } else { 7 });
        println!("{name:<36} {:>12.0} {:>10.2}", 1.0 / seconds, 1e6 * seconds);
        times.push(seconds);
    }
    let exponent = (times[2] / times[0]).log10() / 2.0;
    println!("growth of the chain: n^{exponent:.3} between 10 and 1,000 bodies");
    if exponent > GROWTH {
        slow.push(format!("the chain grows like n^{exponent:.3}, expected n^{GROWTH} at most"));
    }
    if check && !slow.is_empty() {
        eprintln!("{}", slow.join("\n"));
        std::process::exit(1);
    }
}

/// CPU seconds per step of the best of `runs` complete runs; loading and compiling the model are not counted.
fn seconds_per_step(name: &str, text: &str, settings: &[(String, String)], runs: usize) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let loaded = spec::load_str(name, text, settings).unwrap_or_else(|e| panic!("{e}"));
        let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
        let start = cpu_time();
        simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
        let seconds = (cpu_time() - start).as_secs_f64();
        best = best.min(seconds / simulation.statistics.steps as f64);
    }
    best
}

/// A horizontal chain of rods with parallel hinges, released from rest, in three dimensions.
fn chain(bodies: usize, step: f64) -> String {
    let until = 200.0 * step;
    let mut s = format!("gravity = [0, 0, -9.81]\n[simulation]\nstep = {step}\nuntil = {until}\n");
    let mut before = "ground".to_owned();
    for i in 0..bodies {
        let x = i as f64;
        let _ = write!(
            s,
            "[bodies.b{i}]\ntype = 'rigid_body'\nmass = 1\ninertia = [0.01, 0.01, 0.01]\nposition = [{}, 0, 0]\n\
             [joints.h{i}]\ntype = 'hinge'\na = '{before}'\nb = 'b{i}'\nat = [{x}, 0, 0]\naxis = [0, 1, 0]\n",
            x + 0.5
        );
        before = format!("b{i}");
    }
    s
}
