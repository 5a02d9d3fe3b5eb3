//! Bodies that meet in free flight: momentum, angular momentum and energy.

use carom::Vec3;
use carom::drive::Simulation;
use carom::spec::load_str;

/// Two balls that meet obliquely while they spin, in the middle of a step.
const TWO: &str = r#"
parameters = { mu = 0, e = 0.8 }
simulation = { step = 1e-3, until = 0.3 }
[bodies.a]
type = "sphere"
mass = 1
radius = 0.1
position = [-0.2003, 0.05, 0.01]
velocity = [2, 0.3, 0.1]
angular_velocity = [3, -20, 8]
[bodies.b]
type = "sphere"
mass = 2.5
radius = 0.06
position = [0.1, -0.02, 0]
velocity = [-1, 0.2, 0.4]
angular_velocity = [-9, 4, 15]
[contacts.all]
type = "collision"
friction = "mu"
restitution = "e"
"#;

struct Motion {
    momentum: Vec3,
    moment: Vec3,
    energy: f64,
}

fn motion(simulation: &Simulation) -> Motion {
    let (system, kin) = (&simulation.system, &simulation.state.kin);
    let n = system.layout.n;
    let mut p = vec![0.0; n];
    system.mass.mul(&kin.v[..n], &mut p);
    let mut sum = Motion { momentum: Vec3::zeros(), moment: Vec3::zeros(), energy: 0.0 };
    for (node, frame) in kin.frames.iter().enumerate() {
        let (linear, angular) = system.layout.get(node, &p);
        sum.momentum += linear;
        sum.moment += frame.x.cross(&linear) + frame.r() * angular;
    }
    sum.energy = 0.5 * p.iter().zip(&kin.v).map(|(p, v)| p * v).sum::<f64>();
    sum
}

fn run(text: &str, set: &[(&str, &str)]) -> [Motion; 2] {
    let set: Vec<_> = set.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
    let loaded = load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let before = motion(&simulation);
    while simulation.step().unwrap_or_else(|e| panic!("{e}")) {}
    [before, motion(&simulation)]
}

#[test]
fn two_balls() {
    for mu in ["0", "0.2", "2"] {
        for e in ["0", "0.8", "1"] {
            for h in ["4e-3", "1e-3"] {
                let [before, after] = run(TWO, &[("mu", mu), ("e", e), ("simulation.step", h)]);
                println!(
                    "mu {mu} e {e} h {h}: p {:.1e} L {:.1e} (of {:.2}) E {:.3e} of {:.3}, {:.12}",
                    (after.momentum - before.momentum).norm(),
                    (after.moment - before.moment).norm(),
                    before.moment.norm(),
                    after.energy - before.energy,
                    before.energy,
                    after.energy,
                );
            }
        }
    }
}
