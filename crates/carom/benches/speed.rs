//! Steps per second of whole runs, one core, CPU time, best of several: `cargo bench -p carom --bench speed`.
//!
//! `-- --chain-step 1e-3` takes other steps for the chain of bodies (default 1e-4 s). `-- --large` adds the cube of 30³
//! elements, `-- --only chain` takes the models whose name has that word. With `-- --check` the numbers are compared with the floors
//! below, and the growth of chains and the cost of separate mechanisms with their limits.

use carom::drive::Simulation;
use carom::spec;
use carom::system::take_profile;
use carom::testkit::cpu_time;
use std::fmt::Write;

/// A model, the settings it is timed with, and the least number of steps a second that counts as fast enough.
struct Case {
    name: &'static str,
    model: &'static str,
    settings: &'static [(&'static str, &'static str)],
    floor: f64,
}

const CASES: [Case; 5] = [
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
    Case { name: "pendulum of 8 beams, 3-D, h = 1e-4 s", model: PENDULUM, settings: &[], floor: 10_000.0 },
    Case {
        name: "cube of 125 hexahedra, 0.3 s",
        model: include_str!("../../../benchmarks/flexible-cube/model.toml"),
        settings: &[("simulation.step", "3e-5"), ("simulation.until", "0.3")],
        // 10,000 steps in 30 s.
        floor: 333.0,
    },
];

/// The pendulum of the benchmark `flexible-pendulum` in three dimensions, without the wall.
const PENDULUM: &str = "
gravity = [0, -9.81, 0]
[simulation]
step = 1e-4
until = 0.5
[bodies.rod]
type = 'beam'
start = [0, 0, 0]
end = [1, 0, 0]
elements = 8
young = 2.1e11
poisson = 0.3
density = 7800
[bodies.rod.section]
type = 'properties'
area = 1e-4
inertia_y = 8.33e-10
inertia_z = 8.33e-10
torsion = 1.406e-9
shear_area_y = 8.333333333333333e-5
shear_area_z = 8.333333333333333e-5
[joints.pivot]
type = 'hinge'
a = 'ground'
b = 'rod.start'
axis = [0, 0, 1]
";

/// What a hundred separate mechanisms may take, as a multiple of a hundred times one.
const SEPARATE: f64 = 1.2;
/// Largest exponent of the time per step of a chain between 10 and 1,000 bodies.
const GROWTH: f64 = 1.1;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let check = arguments.iter().any(|a| a == "--check");
    let after = arguments.iter().position(|a| a == "--chain-step").and_then(|i| arguments.get(i + 1));
    let step: f64 = after.map_or(1e-4, |text| text.parse().expect("--chain-step takes a number of seconds"));
    let only = arguments.iter().position(|a| a == "--only").and_then(|i| arguments.get(i + 1));
    let wanted = |name: &str| only.is_none_or(|word| name.contains(word.as_str()));
    let mut slow = Vec::new();
    println!("{:<36} {:>12} {:>10}", "model", "steps/s", "µs/step");
    for case in CASES.iter().filter(|case| wanted(case.name)) {
        let settings: Vec<_> = case.settings.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
        let runs = if case.floor < 1000.0 { 1 } else { 7 };
        let seconds = seconds_per_step(case.name, case.model, &settings, runs);
        println!("{:<36} {:>12.0} {:>10.2}", case.name, 1.0 / seconds, 1e6 * seconds);
        if 1.0 / seconds < case.floor {
            slow.push(format!("{}: {:.0} steps/s, expected {:.0}", case.name, 1.0 / seconds, case.floor));
        }
    }
    let bodies = |n: usize| (format!("chain of {n} hinged bodies"), chain(n, step));
    if wanted("chain") {
        growth([10, 100, 1000].map(bodies).to_vec(), 10.0, 1000.0, &mut slow);
    }
    let beams = |n: usize| (format!("cantilever of {n} beam elements"), cantilever(n));
    if wanted("cantilever") {
        growth([10, 100, 1000, 10_000].map(beams).to_vec(), 10.0, 10_000.0, &mut slow);
    }
    if wanted("mechanisms") {
        separate_mechanisms(&mut slow);
    }
    if wanted("cubes") {
        cubes(if arguments.iter().any(|a| a == "--large") { &[5, 10, 15, 20, 30] } else { &[5, 10, 15, 20] });
    }
    if check && !slow.is_empty() {
        eprintln!("{}", slow.join("\n"));
        std::process::exit(1);
    }
}

/// Times models of growing size and checks the exponent between the first and the last.
fn growth(models: Vec<(String, String)>, first: f64, last: f64, slow: &mut Vec<String>) {
    let mut times = Vec::new();
    for (name, text) in &models {
        let seconds = seconds_per_step(name, text, &[], if name.contains("000") { 2 } else { 7 });
        println!("{name:<36} {:>12.0} {:>10.2}", 1.0 / seconds, 1e6 * seconds);
        times.push(seconds);
    }
    let exponent = (times[times.len() - 1] / times[0]).ln() / (last / first).ln();
    println!("growth: n^{exponent:.3} from {first} to {last}");
    if exponent > GROWTH {
        slow.push(format!("{} grows like n^{exponent:.3}, expected n^{GROWTH} at most", models[0].0));
    }
}

/// Mechanisms that do not interact, alone and a hundred of them, without and with a ball that is hit in every step; all on one
/// thread, and at last on all. What else the machine does makes runs slower and never faster: models take turns, and the best run of
/// each counts; one mechanism, whose runs are short, has as many as take the time of the others.
fn separate_mechanisms(slow: &mut Vec<String>) {
    const ROUNDS: usize = 5;
    let models = [
        ("1 mechanism", mechanisms(1, false), 50),
        ("100 mechanisms", mechanisms(100, false), 1),
        ("100 mechanisms, a ball is hit", mechanisms(100, true), 1),
    ];
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap_or_else(|e| panic!("{e}"));
    let show = |name: &str, seconds: f64| println!("{name:<36} {:>12.0} {:>10.2}", 1.0 / seconds, 1e6 * seconds);
    let mut best = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        for ((name, text, runs), best) in models.iter().zip(&mut best) {
            *best = best.min(pool(1).install(|| seconds_per_step(name, text, &[], *runs)));
        }
    }
    models.iter().zip(best).for_each(|((name, ..), seconds)| show(name, seconds));
    let threads = rayon::current_num_threads();
    let wall = |_| pool(threads).install(|| wall_seconds_per_step(models[1].0, &models[1].1));
    let shared = (0..ROUNDS).map(wall).fold(f64::INFINITY, f64::min);
    show(&format!("100 mechanisms, {threads} threads"), shared);
    let [one, hundred, hit] = best;
    println!("{threads} threads: {:.2} times one thread", shared / hundred);
    for (what, seconds) in [("100 mechanisms", hundred), ("100 mechanisms with hits", hit)] {
        let share = seconds / (100.0 * one);
        println!("{what}: {share:.2} times 100 of one");
        if share > SEPARATE {
            slow.push(format!("{what} take {share:.2} times 100 of one, expected {SEPARATE} at most"));
        }
    }
}

fn wall_seconds_per_step(name: &str, text: &str) -> f64 {
    let loaded = spec::load_str(name, text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let start = std::time::Instant::now();
    simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
    start.elapsed().as_secs_f64() / simulation.statistics.steps as f64
}

/// Double pendulums whose ends rest and slide on a floor; a rattling ball has a hit in every step.
fn mechanisms(count: usize, rattles: bool) -> String {
    let mut s = "gravity = [0, 0, -9.81]\n[simulation]\nstep = 1e-4\nuntil = 0.1\n".to_owned();
    for i in 0..count {
        let y = 3 * i;
        let _ = write!(
            s,
            "[bodies.a{i}]\ntype = 'rigid_body'\nmass = 1\ninertia = [0.01, 0.01, 0.01]\nposition = [0.5, {y}, 0]\n\
             [bodies.b{i}]\ntype = 'rigid_body'\nmass = 1\ninertia = [0.01, 0.01, 0.01]\nposition = [1.5, {y}, 0]\n\
             points = {{ tip = [0.5, 0, 0] }}\n\
             [joints.h{i}]\ntype = 'hinge'\na = 'ground'\nb = 'a{i}'\nat = [0, {y}, 0]\naxis = [0, 1, 0]\n\
             [joints.k{i}]\ntype = 'hinge'\na = 'a{i}'\nb = 'b{i}'\nat = [1, {y}, 0]\naxis = [0, 1, 0]\n\
             [contacts.c{i}]\ntype = 'sphere_plane'\nsphere = 'b{i}.tip'\nradius = 0.1\nplane = 'ground'\norigin = [0, 0, -0.1]\n\
             friction = 0.2\n"
        );
    }
    if rattles {
        s += "[bodies.ball]\ntype = 'point_mass'\nmass = 1e-3\nposition = [0, -9, 5]\nvelocity = [0, 0, 12]\n";
        for (name, z, n) in [("low", 5.0 - 5e-4, 1), ("high", 5.0 + 5e-4, -1)] {
            let _ = write!(
                s,
                "[contacts.{name}]\ntype = 'node_face'\npoint = 'ball'\nrestitution = 1\nplane = 'ground'\n\
                 origin = [0, 0, {z}]\nnormal = [0, 0, {n}]\n"
            );
        }
    }
    s
}

/// Cubes of n³ hexahedra around their first touch of the floor: time a step and where it goes, and the memory of the process.
fn cubes(sizes: &[usize]) {
    println!(
        "\n{:<18} {:>9} {:>9} {:>7} {:>9} {:>8} {:>8} {:>9} {:>8}",
        "cube on a floor", "dofs", "s/step", "steps", "forces", "assembly", "factor", "solution", "MB"
    );
    for &n in sizes {
        let loaded = spec::load_str("cube", &cube(n), &[]).unwrap_or_else(|e| panic!("{e}"));
        let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
        take_profile();
        let start = std::time::Instant::now();
        simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
        let seconds = start.elapsed().as_secs_f64();
        let (p, steps) = (take_profile(), simulation.statistics.steps);
        let share = |part: f64| format!("{:.0} %", 100.0 * part / seconds);
        println!(
            "{:<18} {:>9} {:>9.4} {:>7} {:>9} {:>8} {:>8} {:>9} {:>8}",
            format!("{n}³ hexahedra"),
            3 * (n + 1).pow(3),
            seconds / steps as f64,
            steps,
            share(p.forces),
            share(p.assembly),
            share(p.factorisation),
            share(p.solution),
            peak_megabytes().map_or("-".to_owned(), |mb| mb.to_string())
        );
    }
}

/// The largest memory that the process has had so far, where the system tells.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kb| kb / 1024)
}

/// A soft cube of n³ elements 1 µm above the floor, falling at 2.4 m/s; ten steps.
fn cube(n: usize) -> String {
    format!(
        "gravity = [0, 0, -9.81]\n[simulation]\nstep = 3e-5\nuntil = 3e-4\n[bodies.cube]\ntype = 'solid'\n\
         mesh = {{ type = 'box', size = [0.1, 0.1, 0.1], elements = [{n}, {n}, {n}] }}\nposition = [0, 0, 0.050001]\n\
         velocity = [0, 0, -2.4]\nyoung = 90.0\npoisson = 0.3\ndensity = 1.0\nformulation = 'standard'\n\
         [contacts.floor]\ntype = 'nodes_plane'\nbody = 'cube'\ngroup = 'z-'\nplane = 'ground'\n"
    )
}

/// A cantilever that falls from the horizontal; its elements have one size, so that all chains are equally stiff.
fn cantilever(elements: usize) -> String {
    let length = 0.125 * elements as f64;
    format!(
        "gravity = [0, 0, -9.81]\n[simulation]\nstep = 1e-4\nuntil = 2e-2\n[bodies.rod]\ntype = 'beam'\n\
         start = [0, 0, 0]\nend = [{length}, 0, 0]\nelements = {elements}\nyoung = 2.1e11\npoisson = 0.3\ndensity = 7800\n\
         section = {{ type = 'rectangle', width = 0.01, height = 0.01 }}\n\
         [joints.clamp]\ntype = 'fixed'\na = 'ground'\nb = 'rod.start'\n"
    )
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
