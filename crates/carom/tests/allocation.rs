//! A step does not allocate once the same contacts have been near before.

use carom::catalog::Group;
use carom::drive::Simulation;
use carom::spec;
use carom::testkit::{CountingAllocator, integrator_contract, schemes};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Allocations of the last `steps` of `all` steps.
fn allocations(text: &str, all: usize, steps: usize) -> usize {
    let loaded = spec::load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    // A checkpoint starts the step anew, and that allocates.
    simulation.settings.checkpoint_every = usize::MAX;
    for _ in 0..all - steps {
        assert!(simulation.step().unwrap());
    }
    let mut sum = 0;
    for _ in 0..steps {
        let (before, retries) = (ALLOCATOR.count(), simulation.statistics.retries);
        assert!(simulation.step().unwrap());
        // A step that is halved says why, and keeps the impulses of its first half.
        if simulation.statistics.retries == retries {
            sum += ALLOCATOR.count() - before;
        }
    }
    sum
}

/// One test, because the allocator counts the whole process: the smallest model, joints with contacts, and a sparse one.
#[test]
fn a_step_does_not_allocate() {
    for key in ["joint_limit", "joint_friction"] {
        let sample = Group::Contact.find(key).map_or("", |contact| contact.sample);
        let text = format!("simulation = {{ step = 1e-3, until = 2 }}\n{sample}");
        assert_eq!(allocations(&text, 1500, 700), 0, "contact {key}");
    }
    let sensor = "simulation = { step = 1e-3, until = 1 }\n[bodies.m]\ntype = 'point_mass'\nmass = 1\nposition = [1, 0, 0]\n\
                  [forces.f]\ntype = 'force'\non = 'm'\nforce = ['-9*x', '-place.x', 0]\n[sensors.place]\ntype = 'position'\nof = 'm'\n";
    assert_eq!(allocations(sensor, 200, 100), 0, "force that reads a sensor");
    let ball = include_str!("../../../benchmarks/bouncing-ball/model.toml");
    assert_eq!(allocations(ball, 40_000, 30_000), 0, "bouncing ball");
    // One limit cycle (0.126 s) for every combination of contacts to appear, then another one.
    let woodpecker = include_str!("../../../benchmarks/woodpecker-free/model.toml");
    assert_eq!(allocations(woodpecker, 8_000, 1_300), 0, "woodpecker");
    let of = |integrator: &str| woodpecker.replace("rho_inf = ", &format!("integrator = '{integrator}'\n# "));
    for integrator in ["coupled", "moreau_jean"] {
        assert_eq!(allocations(&of(integrator), 8_000, 1_300), 0, "woodpecker, {integrator}");
    }
    let mut chain = "gravity = [0, 0, -9.81]\n[simulation]\nstep = 1e-3\nuntil = 1\n".to_owned();
    for i in 0..30 {
        let before = if i == 0 { "ground".to_owned() } else { format!("b{}", i - 1) };
        chain += &format!(
            "[bodies.b{i}]\ntype = 'rigid_body'\nmass = 1\ninertia = [0.01, 0.01, 0.01]\nposition = [{i}.5, 0, 0]\n\
             [joints.h{i}]\ntype = 'hinge'\na = '{before}'\nb = 'b{i}'\nat = [{i}, 0, 0]\naxis = [0, 1, 0]\n"
        );
    }
    assert_eq!(allocations(&chain, 60, 40), 0, "chain");
    for law in Group::Law.entries().filter(|law| !law.sample.contains("collision")) {
        let text = format!("simulation = {{ step = 1e-3, until = 1 }}\n{}", law.sample);
        assert_eq!(allocations(&text, 900, 400), 0, "law {}", law.key);
    }
    let rod = "gravity = [0, 0, -9.81]\nsimulation = { step = 1e-4, until = 1 }\n[bodies.rod]\ntype = 'floating_rod'\n\
               start = [0, 0, 0]\nend = [0.9, 0, 0.3]\nmodes = 5\nyoung = 2e11\npoisson = 0.3\ndensity = 7800\n\
               section = { type = 'circle', radius = 2e-3 }\n[joints]\nhinge = { type = 'hinge', a = 'ground', b = 'rod.start', \
               axis = [0, 1, 0] }\n[contacts]\nfloor = { type = 'node_face', point = 'rod.end', plane = 'ground', origin = [0, 0, 0.25] }\n";
    assert_eq!(allocations(rod, 6_000, 3_000), 0, "rod in a floating frame that rings on the floor");
    for scheme in schemes() {
        let counted = integrator_contract::allocation(&scheme, &|| ALLOCATOR.count());
        counted.unwrap_or_else(|e| panic!("{}: {e}", scheme.label));
    }
}
