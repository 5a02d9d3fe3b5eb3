//! Bodies that meet in free flight: momentum, angular momentum and energy.

use carom::Vec3;
use carom::drive::Simulation;
use carom::spec::load_str;

/// Two balls that meet obliquely while they spin.
const BALLS: &str = r#"
parameters = { mu = 0, e = 0.8, h = 1e-3 }
simulation = { step = "h", until = 0.3 }
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

/// A ball that flies into three that touch, and another that follows.
const CLUSTER: &str = r#"
parameters = { mu = 0, e = 1, h = 1e-3 }
simulation = { step = "h", until = 1 }
[bodies.cue]
type = "sphere"
mass = 1
radius = 0.1
position = [-0.4, 0.02, 0.03]
velocity = [3, 0, 0]
[bodies.a]
type = "sphere"
mass = 1
radius = 0.1
[bodies.b]
type = "sphere"
mass = 1
radius = 0.1
position = ["0.1*sqrt(3)", 0.1, 0]
[bodies.c]
type = "sphere"
mass = 1
radius = 0.1
position = ["0.1*sqrt(3)", -0.1, 0]
[bodies.late]
type = "sphere"
mass = 3
radius = 0.05
position = [-0.8, -0.1, 0.05]
velocity = [5, 0.3, -0.1]
angular_velocity = [10, 20, -30]
[contacts.all]
type = "collision"
friction = "mu"
restitution = "e"
"#;

/// Discs in a plane that spin.
const DISCS: &str = r#"
plane = "xy"
parameters = { mu = 0.3, e = 0.7, h = 1e-3 }
simulation = { step = "h", until = 0.5 }
[bodies.a]
type = "rigid_body"
mass = 1
inertia = 0.005
velocity = [2, 0.5, 0]
angular_velocity = -20
shapes = [{ type = "sphere", radius = 0.1 }]
[bodies.b]
type = "rigid_body"
mass = 2
inertia = 0.01
position = [0.4, 0.15, 0]
angular_velocity = 30
shapes = [{ type = "sphere", radius = 0.1 }]
[contacts.all]
type = "collision"
friction = "mu"
restitution = "e"
"#;

#[derive(Clone, Copy)]
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
    let energy = 0.5 * p.iter().zip(&kin.v).map(|(p, v)| p * v).sum::<f64>();
    let mut sum = Motion { momentum: Vec3::zeros(), moment: Vec3::zeros(), energy };
    for (node, frame) in kin.frames.iter().enumerate() {
        let (linear, angular) = system.layout.get(node, &p);
        sum.momentum += linear;
        sum.moment += frame.x.cross(&linear) + frame.r() * angular;
    }
    sum
}

/// Momenta and energies after every step.
fn run(text: &str, set: &[(&str, &str)]) -> Vec<Motion> {
    let set: Vec<_> = set.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
    let loaded = load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let mut motions = vec![motion(&simulation)];
    while simulation.step().unwrap_or_else(|e| panic!("{e}")) {
        motions.push(motion(&simulation));
        // The account knows what every impact and every correction took, up to the tolerance 1e-8 of the impulses.
        let remainder = simulation.state.energy.remainder;
        assert!(remainder.abs() < 1e-8 * motions[0].energy, "{remainder}");
    }
    motions
}

/// Momenta are sums of products of numbers up to 10, in up to a thousand steps: 1e-15 each, and 1e-12 if all had the same sign.
///
/// A ball that spins while friction hits it turns by Ω τ and ΔΩ τ in the rest of the step, and the two rotations do not commute: in space
/// its angular momentum errs by ½|Ω × ΔΩ|τ², here below (10 s⁻¹ h)². Two balls without friction, and two discs, keep it. Where several
/// contacts act in one impact, those that are hit act along the rows of their touch and the others along those of the end of the
/// step: an error of first order, with velocities of 2 m/s below 2 h.
fn keeps_momentum(motions: &[Motion], case: &str, limit: f64) {
    let start = &motions[0];
    for now in motions {
        let (momentum, moment) = (now.momentum - start.momentum, now.moment - start.moment);
        assert!(momentum.norm() < 1e-12 && moment.norm() < limit, "{case}: {momentum}{moment}");
    }
}

fn never_grows(motions: &[Motion], case: &str) {
    for pair in motions.windows(2) {
        let growth = pair[1].energy - pair[0].energy;
        assert!(growth < 1e-13 * motions[0].energy, "{case}: {growth}");
    }
}

#[test]
fn free_collisions_keep_momentum_and_angular_momentum() {
    for (name, model) in [("balls", BALLS), ("cluster", CLUSTER), ("discs", DISCS)] {
        for impacts in ["simultaneous", "sequential"] {
            for (mu, e) in [("0", "0"), ("0", "0.8"), ("0", "1"), ("0.2", "0.5"), ("0.2", "1"), ("2", "0.8")] {
                for h in ["4e-3", "1e-3"] {
                    let set = [("mu", mu), ("e", e), ("h", h), ("simulation.impacts", impacts)];
                    let case = format!("{name}, {impacts}, mu = {mu}, e = {e}, h = {h}");
                    let motions = run(model, &set);
                    let size: f64 = h.parse().unwrap_or(f64::NAN);
                    let limit = match (name, mu) {
                        ("cluster", _) => 2.0 * size,
                        ("balls", "0") | ("discs", _) => 1e-12,
                        _ => (10.0 * size).powi(2),
                    };
                    keeps_momentum(&motions, &case, limit);
                    // With friction and several contacts Newton's law itself may add energy (Kane and Levinson 1985).
                    if mu == "0" || name != "cluster" {
                        never_grows(&motions, &case);
                    }
                    let loses = motions[motions.len() - 1].energy < (1.0 - 1e-6) * motions[0].energy;
                    assert_eq!(loses, mu != "0" || e != "1", "{case}: {}", motions[motions.len() - 1].energy);
                }
            }
        }
    }
}

/// Two balls without friction: momentum, angular momentum and the energy that Newton's law takes when they touch are exact, so that
/// nothing is left that could depend on the step. Two bodies that do not rebound are held at each other's surface until the step
/// ends, which errs by the square of the angle that their normal turns by.
#[test]
fn two_smooth_balls_part_alike_whatever_the_step() {
    for (e, limit) in [("1", 1e-13), ("0.8", 1e-12), ("0.3", 1e-12), ("0", 3e-4)] {
        let [coarse, fine] =
            ["4e-3", "1e-4"].map(|h| run(BALLS, &[("e", e), ("h", h)]).last().map_or(f64::NAN, |m| m.energy));
        assert!((coarse / fine - 1.0).abs() < limit, "e = {e}: {coarse} and {fine}");
    }
}

/// What an impact does is about what contacts do: a damper takes the same wherever the model stands. Places of
/// 100 m are rounded to 1e-14 m, a share of 1e-11 of the steps between the impact and the end of its step.
#[test]
fn an_impact_on_a_damped_ball_does_not_depend_on_the_place() {
    let model = |x: f64| {
        format!(
            "simulation = {{ step = 1e-3, until = 0.2 }}\n\
             [bodies.a]\ntype = 'sphere'\nmass = 1\nradius = 0.1\nposition = [{x}, {x}, 0]\nvelocity = [3, 0, 0]\n\
             [bodies.b]\ntype = 'sphere'\nmass = 1\nradius = 0.1\nposition = ['{x}+0.3', '{x}+0.1', 0]\n\
             [forces.d]\ntype = 'damper'\na = 'ground'\nb = 'b'\ndamping = 10\n\
             [contacts.all]\ntype = 'collision'\nrestitution = 0.5\n"
        )
    };
    let [near, far] = [0.0, 100.0].map(|x| run_to_end(&model(x)));
    let spin = near.state.kin.v.chunks_exact(6).map(|v| v[3..].iter().map(|w| w.abs()).sum::<f64>()).sum::<f64>();
    // Balls without friction do not begin to spin.
    assert!(spin < 1e-9, "{spin}");
    let (near, far) = (motion(&near).energy, motion(&far).energy);
    assert!((near - far).abs() < 1e-9 * near, "{near} and {far}");
}

fn run_to_end(text: &str) -> Simulation {
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    while simulation.step().unwrap_or_else(|e| panic!("{e}")) {}
    simulation
}

/// In a plane nothing depends on how far from it the origins of bodies are.
#[test]
fn discs_whose_origins_are_beside_their_plane_part_alike() {
    let ends = ["0", "0.3"].map(|z| {
        let text = DISCS.replace("position = [0.4, 0.15, 0]", &format!("position = [0.4, 0.15, {z}]")).replace(
            "angular_velocity = 30\nshapes = [{ type = \"sphere\", radius = 0.1 }]",
            &format!(
                "angular_velocity = 30\nshapes = [{{ type = \"sphere\", radius = 0.1, position = [0, 0, \"-{z}\"] }}]"
            ),
        );
        assert!(text.contains(&format!("\"-{z}\"")));
        run_to_end(&text).state.kin.v
    });
    // Rounding of velocities up to 30 rad/s.
    let [a, b] = &ends;
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?} and {b:?}");
}
