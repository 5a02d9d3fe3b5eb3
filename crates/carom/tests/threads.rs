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

/// Double pendulums side by side, each in two hinges that say the same, which swing towards each other: neighbours hit, rub and part
/// again.
fn pendulums() -> String {
    let mut s = "gravity = [0, 0, -9.81]\n[simulation]\nstep = 1e-3\nuntil = 0.25\n".to_owned();
    for i in 0..30 {
        let (x, y, w) = (0.1 * f64::from(i % 3), 0.35 * f64::from(i), if i % 2 == 0 { 1.5 } else { -1.5 });
        for (name, arm) in [("a", 0.5), ("b", 1.5)] {
            s += &format!(
                "[bodies.{name}{i}]\ntype = 'rigid_body'\nmass = 1\ninertia = [0.01, 0.02, 0.03]\n\
                 position = [{}, {y}, 0]\nvelocity = [0, {}, 0]\nangular_velocity = [0, 0, {w}]\n\
                 shapes = [{{ type = 'sphere', radius = 0.1 }}]\n",
                x + arm,
                w * arm
            );
        }
        s += &format!(
            "[joints.h{i}]\ntype = 'hinge'\na = 'ground'\nb = 'a{i}'\nat = [{x}, {y}, 0]\naxis = [0, 0, 1]\n\
             [joints.r{i}]\ntype = 'hinge'\na = 'ground'\nb = 'a{i}'\nat = [{x}, {y}, 0.3]\naxis = [0, 0, 1]\n\
             [joints.k{i}]\ntype = 'spherical'\na = 'a{i}'\nb = 'b{i}'\nat = [{}, {y}, 0]\n",
            x + 1.0
        );
    }
    s + BALLS
}

/// A stack that rests under a load, and a ball that hits another so that this one, within the step, reaches a third, which was not near.
const BALLS: &str = "
[bodies]
low = { type = 'sphere', radius = 0.05, mass = 1, position = [-5, 0, -9.95] }
high = { type = 'sphere', radius = 0.05, mass = 1, position = [-5, 0, -9.85] }
first = { type = 'sphere', radius = 0.05, mass = 1, position = [-5, 5, 0], velocity = [10, 0, 0] }
second = { type = 'sphere', radius = 0.05, mass = 1, position = [-4.8495, 5, 0] }
third = { type = 'sphere', radius = 0.05, mass = 1, position = [-4.7475, 5, 0] }
[forces.load]
type = 'force'
on = 'high'
force = [0, 0, '-1000 - 1e5*t']
[contacts.floor]
type = 'sphere_plane'
sphere = 'low'
plane = 'ground'
origin = [0, 0, -10]
[contacts.all]
type = 'collision'
friction = 0.3
restitution = 0.5
";

fn bits(model: &str, settings: &[(String, String)], threads: usize) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let loaded = load_str("model.toml", model, settings).unwrap_or_else(|e| panic!("{e}"));
        let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
        let mut touched = false;
        while simulation.step().unwrap_or_else(|e| panic!("{e}")) {
            touched |= simulation.state.contacts.iter().any(|c| c.impulse[0] > 0.0);
        }
        assert!(touched, "contacts act");
        simulation.checkpoint().arrays.iter().flat_map(|(_, values)| values.iter().map(|x| x.to_bits())).collect()
    })
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let one = bits(BLOCK, &[], 1);
    for threads in [2, 3] {
        assert!(one == bits(BLOCK, &[], threads), "{threads} threads");
    }
}

/// Islands that threads share form and part.
#[test]
fn islands_do_not_depend_on_who_solves_them() {
    let model = pendulums();
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        let set = [("simulation.integrator".to_owned(), integrator.to_owned())];
        let one = bits(&model, &set, 1);
        for threads in [2, 3] {
            assert!(one == bits(&model, &set, threads), "{integrator}, {threads} threads");
        }
    }
}

/// Pairs of spheres that collide one after the other by compliant contacts with friction; steps are halved for each while it does.
#[test]
fn compliant_contacts_do_not_depend_on_who_solves_them() {
    let mut model = "[simulation]\nstep = 1e-3\nuntil = 0.02\nmax_halvings = 10\n".to_owned();
    for i in 0..26 {
        let gap = 3e-4 * f64::from(i + 1);
        model += &format!(
            "[bodies.a{i}]\ntype = 'sphere'\nradius = 0.05\nmass = 1\nposition = [0, {i}, 0]\nvelocity = [1, 0, 0]\n\
             [bodies.b{i}]\ntype = 'sphere'\nradius = 0.04\nmass = 0.5\nposition = [{}, {}, 0]\n\
             [contacts.c{i}]\ntype = 'sphere_sphere'\na = 'a{i}'\nb = 'b{i}'\nlaw = 'compliant'\nstiffness = 1e9\n\
             restitution = 0.6\nfriction = 0.2\n",
            0.09 + gap,
            f64::from(i) + 0.02
        );
    }
    let one = bits(&model, &[], 1);
    for threads in [2, 3] {
        assert!(one == bits(&model, &[], threads), "{threads} threads");
    }
}
