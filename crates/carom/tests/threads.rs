//! Large models use several threads; what they compute does not depend on how many.

use carom::drive::Simulation;
use carom::spec::load_str;

/// A soft block of 512 elements thrown on the floor.
const BLOCK: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-4
until = 5e-4
[bodies.block]
type = "solid"
mesh = { type = "box", size = [0.1, 0.1, 0.1], elements = [8, 8, 8] }
position = [0, 0, 0.0501]
velocity = [0.3, 0, -2]
angular_velocity = [0, 5, 0]
young = 1e4
poisson = 0.3
density = 1000
[contacts.floor]
type = "nodes_plane"
body = "block"
plane = "ground"
friction = 0.3
"#;

fn bits(threads: usize) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let loaded = load_str("block.toml", BLOCK, &[]).unwrap_or_else(|e| panic!("{e}"));
        let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
        simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
        assert!(simulation.state.contacts.iter().any(|c| c.impulse[0] > 0.0), "the block touches the floor");
        simulation.checkpoint().arrays.iter().flat_map(|(_, values)| values.iter().map(|x| x.to_bits())).collect()
    })
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let one = bits(1);
    for threads in [2, 3] {
        assert!(one == bits(threads), "{threads} threads");
    }
}
