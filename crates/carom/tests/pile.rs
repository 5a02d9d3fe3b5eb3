//! Many spheres whose contacts are detected: what two solvers, a resumed run and several threads must agree on.

use carom::drive::{GO_ON, Observer, Simulation, Verdict};
use carom::spec::load_str;

fn simulation(model: &str, set: &[(&str, &str)]) -> Simulation {
    let set: Vec<(String, String)> = set.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let loaded = load_str("pile.toml", model, &set).unwrap_or_else(|e| panic!("{e}"));
    Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"))
}

fn bits(simulation: &Simulation) -> Vec<u64> {
    simulation.checkpoint().arrays.iter().flat_map(|(_, values)| values.iter().map(|x| x.to_bits())).collect()
}

/// Forty-eight balls in a narrow box.
const BOX: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 2e-3
until = 1.2
tolerance = 1e-8
constraint_tolerance = 1e-12
checkpoint_every = 100
[ground]
shapes = [{ type = "container", size = [0.4, 0.5, 1] }]
[bodies.balls]
type = "spheres"
radius = 0.05
density = 1000
grid = { count = [3, 4, 4], spacing = 0.11, origin = [-0.11, -0.165, 0.06], jitter = 0.004 }
[contacts.all]
type = "collision"
friction = 0.3
restitution = 0.3
"#;

#[test]
fn sweeps_and_newton_find_the_same_motion() {
    // Up to the second layer of impacts; later, small differences grow as in any pile. Rows hold to 1e-12 m a step.
    let end = |solver: &str| {
        let quoted = format!("\"{solver}\"");
        let set = [
            ("simulation.until", "0.12"),
            ("simulation.contact_solver", quoted.as_str()),
            ("simulation.position_friction", "\"solved\""),
        ];
        let mut simulation = simulation(BOX, &set);
        simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
        let swept = simulation.statistics.problem("position correction").swept;
        assert_eq!(swept > 0, solver == "sweeps", "{solver}: {swept} steps were swept");
        simulation.state.kin.frames.iter().map(|f| f.x).collect::<Vec<_>>()
    };
    let (swept, newton) = (end("sweeps"), end("newton"));
    let worst = swept.iter().zip(&newton).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
    assert!(worst < 1e-8, "{worst:e} m");
}

#[test]
fn many_bodies_that_collide_have_tolerances_of_their_own() {
    let model = BOX.replace("tolerance = 1e-8\nconstraint_tolerance = 1e-12\n", "");
    let tolerances = |set: &[(&str, &str)]| {
        let settings = &simulation(&model, set).settings;
        (settings.tolerance, settings.constraint_tolerance, settings.suits_piles)
    };
    assert_eq!(tolerances(&[]), (1e-3, 1e-8, true));
    assert_eq!(tolerances(&[("simulation.tolerance", "1e-6")]), (1e-6, 1e-8, true));
    assert_eq!(tolerances(&[("bodies.balls.grid.count", "[3, 4, 3]")]), (1e-8, 1e-12, false));
}

#[test]
fn a_pile_comes_to_rest_in_its_box_without_penetration() {
    // Without resistance to rolling some ball would roll on for ever.
    let set = [("bodies.balls.grid.count", "[3, 4, 1]"), ("contacts.all.rolling_resistance", "2e-3")];
    let mut simulation = simulation(BOX, &set);
    let mut energy = f64::INFINITY;
    while simulation.step().unwrap_or_else(|e| panic!("{e}")) {
        // Corrections of positions lift bodies by fractions of what they fall in a step: m g · g h² for each of them.
        let now = simulation.state.energy.kinetic + simulation.state.energy.potential;
        assert!(now <= energy + 12.0 * 0.52 * 9.81 * 9.81 * 4e-6, "energy grows by {} J", now - energy);
        energy = now;
    }
    assert!(simulation.statistics.penetration.0 * simulation.system.length < 1e-11);
    let speed = simulation.state.kin.v.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    assert!(speed < 1e-2, "{speed} m/s or rad/s");
    for frame in &simulation.state.kin.frames {
        assert!(frame.x.x.abs() < 0.2 && frame.x.y.abs() < 0.25 && frame.x.z > 0.0, "{} left the box", frame.x);
    }
}

#[test]
fn a_resumed_pile_equals_an_uninterrupted_one_bit_for_bit() {
    // The checkpoint at step 100 falls into the impacts; pairs are listed and forgotten before and after it.
    let until = [("simulation.until", "0.3")];
    let mut whole = simulation(BOX, &until);
    let mut saved = Vec::new();
    struct Save<'a>(&'a mut Vec<carom::record::Checkpoint>);
    impl Observer for Save<'_> {
        fn observe(&mut self, _: u64, _: &carom::system::Snapshot) -> Verdict {
            GO_ON
        }

        fn checkpoint(&mut self, take: &dyn Fn() -> carom::record::Checkpoint) -> Verdict {
            self.0.push(take());
            GO_ON
        }
    }
    whole.run(&mut Save(&mut saved)).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(saved[0].step, 100);
    let mut resumed = simulation(BOX, &until);
    resumed.restore(&saved[0]).unwrap_or_else(|e| panic!("{e}"));
    resumed.run(&mut Save(&mut Vec::new())).unwrap_or_else(|e| panic!("{e}"));
    assert!(bits(&whole) == bits(&resumed));
}

#[test]
fn free_collisions_conserve_momentum_and_take_energy() {
    // A cloud without gravity and walls, spinning balls that fly at each other.
    const CLOUD: &str = r#"
gravity = [0, 0, 0]
[simulation]
step = 1e-3
until = 0.5
[bodies.left]
type = "spheres"
radius = [0.03, 0.05]
density = 1000
velocity = [2, 0.1, 0]
random = { count = 12, low = [-0.6, -0.2, -0.2], high = [-0.1, 0.2, 0.2] }
[bodies.right]
type = "spheres"
radius = [0.03, 0.05]
density = 3000
velocity = [-1, 0, 0.2]
random = { count = 12, low = [0.1, -0.2, -0.2], high = [0.6, 0.2, 0.2] }
[bodies.top]
type = "sphere"
radius = 0.06
density = 2000
angular_velocity = [30, 50, -20]
[contacts.all]
type = "collision"
friction = 0.4
restitution = 0.7
rolling_resistance = 1e-3
drilling_resistance = 1e-3
[sensors.p]
type = "momentum"
"#;
    let loaded = load_str("cloud.toml", CLOUD, &[]).unwrap_or_else(|e| panic!("{e}"));
    let sensors = loaded.sensors;
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let measure = |simulation: &Simulation| {
        let mut values = Vec::new();
        carom::sensor::evaluate(&sensors, &simulation.snapshot(), &mut values);
        values
    };
    let start = measure(&simulation);
    let (mut energy, mut hits) = (f64::INFINITY, 0);
    while simulation.step().unwrap_or_else(|e| panic!("{e}")) {
        hits += simulation.state.contacts.iter().filter(|c| c.impulse[0] > 0.0).count();
        // Free flight keeps the energy to rounding; impacts only take.
        assert!(simulation.state.energy.kinetic <= energy * (1.0 + 1e-12), "t = {}", simulation.time());
        energy = simulation.state.energy.kinetic;
    }
    assert!(hits > 20, "{hits} impacts");
    let end = measure(&simulation);
    // Impulses are equal and opposite: what is left is rounding.
    let size = 24.0 * 0.5 * 2.0;
    for (k, (a, b)) in start.iter().zip(&end).enumerate() {
        assert!((a - b).abs() < 1e-13 * size, "component {k}: {a} becomes {b}");
    }
}

#[test]
fn piles_do_not_depend_on_the_number_of_threads() {
    // More bodies than the 500 from which on forces are summed by several threads.
    let set = [("bodies.balls.grid.count", "[3, 4, 50]"), ("simulation.until", "0.1")];
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut simulation = simulation(BOX, &set);
            simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
            assert!(simulation.state.contacts.iter().any(|c| c.impulse[0] > 0.0), "balls touch");
            bits(&simulation)
        })
    };
    assert!(run(1) == run(2));
}
