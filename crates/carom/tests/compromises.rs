//! Steps whose rows seem not to hold together: a compromise is the last resort, and dependent rows give in their own units.

use carom::drive::Simulation;
use carom::spec::load_str;

fn benchmark(name: &str) -> String {
    let path = format!("{}/../../benchmarks/{name}/model.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn run(text: &str, set: &[(&str, &str)]) -> (Simulation, f64) {
    let set: Vec<_> = set.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
    let loaded = load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
    let drift = simulation.statistics.drift.0;
    (simulation, drift)
}

#[test]
fn balls_that_sweeps_can_hold_are_no_compromise() {
    // Newton's method cycles with these parameters, and softened rows ended in a compromise.
    let set = [("simulation.augmentation", "10"), ("simulation.until", "0.6")];
    let (s, _) = run(&benchmark("billiard-break-rolling"), &set);
    assert!(s.statistics.cycled > 0 && s.statistics.incompatible == 0, "{}", s.statistics.incompatible);
}

/// The model with all lengths multiplied by a factor; inertia is given by parameters.
fn scaled(text: &str, factor: f64) -> String {
    let is_length = |line: &str| ["position", "at ", "points", "gravity"].iter().any(|key| line.starts_with(key));
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.starts_with("shapes")) {
        if !is_length(line) {
            out += line;
        } else {
            for (i, part) in line.split('[').enumerate() {
                let Some((numbers, rest)) = part.split_once(']').filter(|_| i > 0) else {
                    out += part;
                    continue;
                };
                let numbers = numbers.split(',').map(|x| factor * x.trim().parse::<f64>().unwrap_or(f64::NAN));
                out += &format!("{:?}{rest}", numbers.collect::<Vec<_>>());
            }
        }
        out += "\n";
    }
    out
}

#[test]
fn a_redundant_mechanism_moves_alike_in_every_size() {
    let text = benchmark("redundant-hinges");
    let [small, large] = [1.0, 1000.0].map(|size: f64| {
        let (j, axis) = (format!("{}*(1 + a^2)/12", size * size), format!("{}*a^2/6", size * size));
        let set = [("J", &*j), ("J_axis", &*axis), ("simulation.step", "1e-2"), ("simulation.until", "3")];
        let (s, drift) = run(&scaled(&text, size), &set);
        // Of the model's length, or in rad: the constraint tolerance 1e-12 and what rounding adds.
        assert!(drift < 2e-12, "size {size}: {drift}");
        s.state.kin.v.iter().enumerate().map(|(i, v)| if i % 6 < 3 { v / size } else { *v }).collect::<Vec<f64>>()
    });
    // Equal up to the solver's tolerance, 1e-10 for velocities, in 300 steps.
    for (a, b) in small.iter().zip(&large) {
        assert!((a - b).abs() < 3e-8, "{a} and {b}");
    }
}
