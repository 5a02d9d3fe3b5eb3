//! Friction that locks few contacts: corners, grooves and wedges take the work of any other step, and make no energy.

use carom::drive::Simulation;
use carom::spec::load_str;

fn start(text: &str) -> Simulation {
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"))
}

/// Random numbers in [0, 1), the same everywhere (xorshift).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..5).for_each(|_| _ = random.next());
        random
    }

    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn vector(&mut self, most: f64) -> [f64; 3] {
        [0; 3].map(|_| most * (2.0 * self.next() - 1.0))
    }

    /// A unit vector with z > 0.
    fn upwards(&mut self) -> [f64; 3] {
        loop {
            let [x, y, z] = self.vector(1.0);
            let length = (x * x + y * y + z * z).sqrt();
            if length > 0.1 && length < 1.0 && z != 0.0 {
                return [x, y, z.abs()].map(|x| x / length);
            }
        }
    }
}

/// A ball of 1 kg that touches two or three walls and runs or falls into them.
struct Corner {
    text: String,
    gravity: [f64; 3],
}

const RADIUS: f64 = 0.1;

impl Corner {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let walls = 2 + usize::from(random.next() < 0.3);
        let (mu, e) = (2.0 * random.next(), random.next());
        let gravity = if random.next() < 0.5 { [0.0; 3] } else { random.vector(10.0) };
        let (v, w) = (random.vector(1.0), random.vector(20.0));
        let mut text = format!(
            "gravity = {gravity:?}\nsimulation = {{ step = 1e-3, until = 0.02 }}\n[bodies.b]\ntype = \"sphere\"\nradius = {RADIUS}\n\
             mass = 1\nvelocity = {v:?}\nangular_velocity = {w:?}\n[contacts]\n"
        );
        for k in 0..walls {
            let n = random.upwards();
            let at = n.map(|x| -RADIUS * x);
            text += &format!(
                "c{k} = {{ type = \"sphere_plane\", sphere = \"b\", plane = \"ground\", origin = {at:?}, normal = {n:?}, friction = {mu}, \
                 restitution = {e} }}\n"
            );
        }
        Self { text, gravity }
    }

    /// Kinetic energy, and potential energy in the gravity.
    fn energy(&self, s: &Simulation) -> f64 {
        let (v, x) = (&s.state.kin.v, &s.state.kin.frames[0].x);
        let square = |v: &[f64]| v.iter().map(|v| v * v).sum::<f64>();
        let fall: f64 = self.gravity.iter().zip(x.iter()).map(|(g, x)| g * x).sum();
        0.5 * square(&v[..3]) + 0.5 * 0.4 * RADIUS * RADIUS * square(&v[3..]) - fall
    }
}

/// What a step takes: linear systems and sweeps.
fn work(s: &Simulation) -> u64 {
    s.statistics.problems.iter().map(|(_, p)| p.iterations + p.sweeps).sum()
}

#[test]
fn corners_at_random_angles_all_run_and_make_no_energy() {
    let (mut works, mut failures) = (Vec::new(), Vec::new());
    for seed in 1..=1000 {
        let corner = Corner::new(seed);
        let mut s = start(&corner.text);
        let (mut energy, mut done) = (corner.energy(&s), work(&s));
        while s.time() < 0.0195 {
            if let Err(error) = s.step() {
                failures.push(format!("seed {seed}: {error}"));
                break;
            }
            let (now, then) = (corner.energy(&s), energy);
            // Impulses make none, to what the limiter of restitution leaves. Corrections of positions do work against gravity.
            let most = if corner.gravity == [0.0; 3] { 1e-8 } else { f64::INFINITY };
            if now > then + most {
                failures.push(format!("seed {seed}: from {then} to {now} J at {} s", s.time()));
            }
            energy = now;
            works.push((work(&s) - done, seed));
            done = work(&s);
        }
        if s.statistics.retries > 0 || s.statistics.incompatible > 0 {
            let cut = s.statistics.cuts.first();
            failures.push(format!("seed {seed}: {} compromises, {cut:?}", s.statistics.incompatible));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    works.retain(|&(count, _)| count > 0);
    works.sort_unstable();
    let (median, most) = (works[works.len() / 2].0, works[works.len() - 1]);
    // Several solutions of at most 20 linear systems each where restitution is limited, and the median is a body in flight.
    assert!(most.0 <= 200 * median, "a step of seed {} takes {} linear systems, the median {median}", most.1, most.0);
}

#[test]
fn corners_with_friction_1_run_as_fast_as_any() {
    let wall = |name: &str, normal: &str, e: f64| {
        format!(
            "{name} = {{ type = 'sphere_plane', sphere = 'b', plane = 'ground', normal = {normal}, restitution = {e}, friction = 1.0 }}\n"
        )
    };
    let spins = (
        "[-1.0305320559355597, -1.154640289022201, -0.01997215629961735]",
        "[33.98656576756562, 0.06728501045238744, 26.521959183344975]",
        0.9,
    );
    for (v, w, e) in [spins, ("[-1, -1, 0]", "[0, 0, 20]", 0.5)] {
        for impacts in ["simultaneous", "sequential"] {
            let text = format!(
                "simulation = {{ step = 1e-3, until = 0.004, impacts = '{impacts}' }}\n[bodies.b]\ntype = 'sphere'\nradius = 0.1\nmass = 1\n\
                 position = [0.1, 0.1, 0]\nvelocity = {v}\nangular_velocity = {w}\n[contacts]\n{}{}",
                wall("x", "[1, 0, 0]", e),
                wall("y", "[0, 1, 0]", e)
            );
            let mut s = start(&text);
            let before = s.state.energy.kinetic;
            s.run(&mut ()).unwrap_or_else(|error| panic!("e = {e}, {impacts}: {error}"));
            assert!(
                s.statistics.incompatible == 0 && s.statistics.retries == 0,
                "e = {e}, {impacts}: {} {:?}",
                s.statistics.incompatible,
                s.statistics.cuts
            );
            let after = s.state.energy.kinetic;
            assert!(after <= before * (1.0 + 1e-9), "e = {e}, {impacts}: from {before} to {after} J");
            assert!(work(&s) < 1000, "e = {e}, {impacts}: {} linear systems and sweeps", work(&s));
        }
    }
}

#[test]
fn a_block_between_inclined_walls_comes_to_rest() {
    // Eight contacts, each corner of the block with each wall.
    let mut contacts = String::new();
    for (point, wall) in ["a", "b", "c", "d"].into_iter().flat_map(|point| [(point, -1), (point, 1)]) {
        let x = 0.05 * f64::from(wall);
        contacts += &format!(
            "{point}{} = {{ type = 'node_face', point = 'b.{point}', plane = 'ground', origin = [{x}, 0, 0], \
             normal = ['{}*cos(20*pi/180)', 'sin(20*pi/180)', 0], friction = 0.8 }}\n",
            if wall < 0 { "l" } else { "r" },
            -wall
        );
    }
    let mut s = start(&format!(
        "plane = 'xy'\ngravity = [0, -9.81, 0]\nsimulation = {{ step = 1e-3, until = 1 }}\n[bodies.b]\ntype = 'rigid_body'\nmass = 1\ninertia = 0.01\n\
         position = [0, 0.5, 0]\nvelocity = [0.1, -1, 0]\nangular_velocity = 1\n\
         points = {{ a = [-0.1, -0.1, 0], b = [0.1, -0.1, 0], c = [-0.1, 0.1, 0], d = [0.1, 0.1, 0] }}\n[contacts]\n{contacts}"
    ));
    s.run(&mut ()).unwrap();
    assert!(s.statistics.incompatible == 0 && s.statistics.retries == 0, "{:?}", s.statistics.cuts.first());
    assert!(work(&s) < 1000 * 30, "{} linear systems and sweeps in 1000 steps", work(&s));
    assert!(s.state.kin.v.iter().all(|v| v.abs() < 1e-8), "{:?}", s.state.kin.v);
}

#[test]
fn a_solid_with_a_rigid_foot_comes_to_rest_without_compromises() {
    let mut s = start(
        r#"
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 0.5 }
[bodies.s]
type = "solid"
mesh = { type = "box", size = [0.2, 0.2, 0.3], elements = [2, 2, 2] }
young = 1e7
poisson = 0.3
density = 1000
position = [0, 0, 0.15]
velocity = [1, 0, 0]
angular_velocity = [0, 0, 2]
patches = { foot = { group = "z-", type = "rigid" } }
damping = { stiffness = 1e-4 }
[contacts.c]
type = "nodes_plane"
body = "s"
group = "z-"
plane = "ground"
friction = 0.4
"#,
    );
    s.run(&mut ()).unwrap();
    assert_eq!(s.statistics.incompatible, 0);
    // It stops after 0.25 s. What vibrates then, at 30 Hz and more, had the acceleration μg: at most 1.5 μg/ω = 0.03 m/s.
    assert!(s.state.kin.v.iter().all(|v| v.abs() < 0.03), "{:?}", &s.state.kin.v[..3]);
}

#[test]
fn a_wedge_that_locks_itself_stays_where_it_is() {
    // 42.3° between its faces, half of it less than the angle of friction, atan 0.4 = 21.8°; a thousandth of the mass on it.
    let text = r#"
plane = "xy"
gravity = [0, -9.81, 0]
simulation = { step = 1e-3, until = 0.3 }
[bodies.block]
type = "rigid_body"
mass = 1
inertia = 0.01
position = [0, 0.5, 0]
[bodies.wedge]
type = "rigid_body"
mass = 0.001
inertia = 0.00001
points = { l = [-1, 0, 0], r = [1, 0, 0] }
[joints.guide]
type = "prismatic"
a = "ground"
b = "block"
axis = [0, 1, 0]
[contacts]
l = { type = "node_face", point = "wedge.l", plane = "ground", normal = [0, 1, 0], friction = 0.4 }
r = { type = "node_face", point = "wedge.r", plane = "ground", normal = [0, 1, 0], friction = 0.4 }
face = { type = "node_face", point = "block", plane = "wedge", origin = [0, 0.5, 0], normal = ["-sin(0.738)", "cos(0.738)", 0], friction = 0.4 }
"#;
    let mut s = start(text);
    s.run(&mut ()).unwrap();
    assert!(s.statistics.incompatible == 0 && s.statistics.retries == 0);
    assert!(work(&s) < 300 * 60, "{} linear systems and sweeps in 300 steps", work(&s));
    for (frame, at) in s.state.kin.frames.iter().zip([0.5, 0.0]) {
        let (x, y) = (frame.x[0], frame.x[1] - at);
        // The position tolerance, 1e-12 of the model's 2 m, in every step at most.
        assert!(x.abs() < 6e-10 && y.abs() < 6e-10, "moved by {x}, {y}");
    }
}

#[test]
fn a_ball_rolls_in_a_groove_without_a_million_sweeps() {
    let text = r#"
gravity = ["9.81*sin(0.3)", 0, "-9.81*cos(0.3)"]
parameters = { be = 1.0, mu = 0.5 }
simulation = { step = 1e-3, until = 0.5 }
[bodies]
b = { type = "sphere", mass = 1, radius = 0.1, position = [0, 0, "0.1/sin(be)"] }
[contacts]
l = { type = "sphere_plane", sphere = "b", plane = "ground", normal = [0, "cos(be)", "sin(be)"], friction = "mu" }
r = { type = "sphere_plane", sphere = "b", plane = "ground", normal = [0, "-cos(be)", "sin(be)"], friction = "mu" }
"#;
    let mut s = start(text);
    s.run(&mut ()).unwrap();
    let work = work(&s);
    assert!(work < 500 * 30 && s.statistics.incompatible == 0, "{work} linear systems and sweeps in 500 steps");
    // It rolls about the line through both points of touch, r sin β below its centre: a = g sin α/(1 + 2/(5 sin² β)).
    let (b, a) = (1.0_f64.sin(), 9.81 * 0.3_f64.sin());
    let expected = 0.5 * a / (1.0 + 0.4 / (b * b));
    assert!((s.state.kin.v[0] - expected).abs() < 1e-6 * expected, "{} and {expected} m/s", s.state.kin.v[0]);
}

#[test]
fn a_ball_that_hits_two_walls_that_lock_it_loses_what_it_cannot_be_given_back() {
    // Both walls of a right angle at once, with μ > 1: the line from one point of touch to the other is in both cones. Newton's law asks both for e times the
    // approach, which no impulses can bring about.
    for impacts in ["simultaneous", "sequential"] {
        let text = format!(
            "simulation = {{ step = 1e-3, until = 0.004, impacts = \"{impacts}\" }}\n[bodies.b]\ntype = \"sphere\"\nradius = 0.1\nmass = 1\n\
             position = [0.1, 0.1, 0]\nvelocity = [-1, -1, 0]\n[contacts]\n\
             x = {{ type = \"sphere_plane\", sphere = \"b\", plane = \"ground\", normal = [1, 0, 0], restitution = 0.5, friction = 1.2 }}\n\
             y = {{ type = \"sphere_plane\", sphere = \"b\", plane = \"ground\", normal = [0, 1, 0], restitution = 0.5, friction = 1.2 }}\n"
        );
        let mut s = start(&text);
        s.run(&mut ()).unwrap_or_else(|e| panic!("{impacts}: {e}"));
        assert!(
            s.statistics.incompatible == 0 && s.statistics.retries == 0,
            "{impacts}: {} {:?}",
            s.statistics.incompatible,
            s.statistics.cuts
        );
        assert!(s.state.kin.v.iter().all(|v| v.abs() < 1e-6), "{impacts}: {:?}", s.state.kin.v);
        assert!(s.statistics.limited > 0, "{impacts}: it is not said");
    }
}
