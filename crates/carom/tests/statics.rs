//! Static equilibria against closed forms: springs, hanging chains, snap-through, contact forces, and models that nothing
//! holds.

use carom::analysis::{LoadStep, StaticError, StaticReport, StaticSettings, equilibrium};
use carom::integrate::State;
use carom::sensor::evaluate;
use carom::spec::load_str;
use carom::system::{Candidates, System};

struct Rest {
    system: System,
    state: State,
    report: StaticReport,
    /// Load factor and y of the first node along the path.
    curve: Vec<(f64, f64)>,
    /// Load factor and values of all sensors along the path.
    sensed: Vec<(f64, Vec<f64>)>,
}

fn solve(text: &str, settings: StaticSettings) -> Result<Rest, StaticError> {
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let system = System::new(loaded.model).unwrap();
    let start = system.initial_kinematics();
    let mut candidates = Candidates::new(&system);
    candidates.detect_for_statics(&system, &start);
    let assembly = candidates.assembly(&system);
    let mut state = State::new(assembly);
    let (mut curve, mut sensed) = (Vec::new(), Vec::new());
    let mut watch = |step: &LoadStep, state: &State| {
        curve.push((step.load, state.kin.frames[0].x.y));
        let mut values = Vec::new();
        evaluate(&loaded.sensors, &state.snapshot(assembly), &mut values);
        sensed.push((step.load, values));
    };
    let report = equilibrium(assembly, &settings, &mut state, &mut watch)?;
    Ok(Rest { system, state, report, curve, sensed })
}

fn rest(text: &str) -> Rest {
    solve(text, StaticSettings::default()).unwrap_or_else(|e| panic!("{e}"))
}

const HANGING: &str = r#"
gravity = [0, -10, 0]
[bodies.mass]
type = "point_mass"
mass = 2
[forces.spring]
type = "spring_damper"
a = "ground.top"
b = "mass"
stiffness = 400
length = 1
[ground]
points = { top = [0, 1, 0] }
"#;

/// m g / k = 0.05 m; sideways the spring resists like a pendulum of its length, (m g)/l.
#[test]
fn a_spring_is_stretched_by_the_weight() {
    let found = rest(HANGING);
    assert!((found.state.kin.frames[0].x.y + 0.05).abs() < 1e-12, "{}", found.state.kin.frames[0].x.y);
    assert_eq!((found.report.path.len(), found.report.cuts), (11, 0));
    // The load rises evenly, and the spring is linear.
    for (load, y) in found.curve {
        assert!((y + 0.05 * load).abs() < 1e-12);
    }
}

/// With and without a table `[simulation]`, which could overwrite them.
#[test]
fn settings_come_from_the_model_file() {
    for simulation in ["", "[simulation]\nstep = 1e-3\n"] {
        let text = format!("{HANGING}[static]\nsteps = 3\narc_length = true\n[modes]\ncount = 4\n{simulation}");
        let loaded = load_str("model.toml", &text, &[]).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(loaded.settings.statics, StaticSettings { steps: 3, arc_length: true, ..StaticSettings::default() });
        assert_eq!(loaded.modes.count, 4);
    }
}

#[test]
fn a_linear_solution_needs_one_step() {
    let text = HANGING.replace("position = [0, 0, 0]", "");
    let text = format!("{text}\n[forces.side]\ntype = \"spring_damper\"\na = \"ground.left\"\nb = \"mass\"\nstiffness = 100\n[forces.back]\ntype = \"spring_damper\"\na = \"ground.back\"\nb = \"mass\"\nstiffness = 100\n")
        .replace("top = [0, 1, 0]", "top = [0, 1, 0], left = [-1, 0, 0], back = [0, 0, -1]");
    let found = solve(&text, StaticSettings { linear: true, ..StaticSettings::default() }).unwrap();
    assert_eq!((found.report.path.len(), found.report.iterations), (1, 1));
    assert!((found.state.kin.frames[0].x.y + 0.05).abs() < 1e-12, "{}", found.state.kin.frames[0].x.y);
}

/// A chain of `n` rods of length `l` between two supports at a distance, started in a shape that closes.
fn chain(n: usize, l: f64, distance: f64) -> String {
    let mut text = String::from("plane = \"xy\"\ngravity = [0, -9.81, 0]\n[simulation]\ninitial = \"project\"\n");
    // An arc of a circle with the right chord: n rods, each turned by the same angle.
    let (mut low, mut high) = (1e-6, std::f64::consts::PI / n as f64);
    for _ in 0..100 {
        let a = 0.5 * (low + high);
        let chord: f64 = (0..n).map(|i| l * ((i as f64 - 0.5 * (n - 1) as f64) * 2.0 * a).cos()).sum();
        if chord > distance { low = a } else { high = a }
    }
    let a = low;
    let (mut x, mut y) = (0.0, 0.0);
    for i in 0..n {
        // Upwards, so that the chain has to fall.
        let angle = -(i as f64 - 0.5 * (n - 1) as f64) * 2.0 * a;
        let (cx, cy) = (x + 0.5 * l * angle.cos(), y + 0.5 * l * angle.sin());
        text += &format!(
            "[bodies.rod{i}]\ntype = \"rigid_body\"\nmass = 1\ninertia = 0.01\nposition = [{cx}, {cy}, 0]\nrotation = {angle}\npoints = {{ left = [{}, 0, 0], right = [{}, 0, 0] }}\n",
            -0.5 * l,
            0.5 * l
        );
        let before = if i == 0 { "ground".to_owned() } else { format!("rod{}.right", i - 1) };
        text += &format!("[joints.pin{i}]\ntype = \"hinge\"\na = \"{before}\"\nb = \"rod{i}.left\"\n");
        (x, y) = (x + l * angle.cos(), y + l * angle.sin());
    }
    text += &format!(
        "[joints.end]\ntype = \"hinge\"\na = \"rod{}.right\"\nb = \"ground.end\"\n[ground]\npoints = {{ end = [{x}, {y}, 0] }}\n",
        n - 1
    );
    text
}

/// Rods of equal weight hang so that the tangents of their angles are an arithmetic progression (the polygon of a
/// catenary): with the horizontal force H, tan φ_{i+1} − tan φ_i = w/H.
#[test]
fn a_chain_of_hinged_rods_hangs_in_the_polygon_of_a_catenary() {
    let found = rest(&chain(7, 0.5, 2.4));
    assert!(found.report.relaxed, "the chain has no stiffness before it hangs");
    let angles: Vec<f64> = found.state.kin.frames.iter().map(|f| f.r()[(1, 0)].atan2(f.r()[(0, 0)]).tan()).collect();
    let step = angles[1] - angles[0];
    assert!(step > 0.1, "it hangs: {angles:?}");
    for pair in angles.windows(2) {
        assert!((pair[1] - pair[0] - step).abs() < 1e-7 * step, "{angles:?}");
    }
    // Horizontal reaction of the first pin: w/H = step.
    let h = found.state.lam[found.system.joints[0].rows()][0].abs();
    assert!((9.81 / h - step).abs() < 1e-7 * step, "{h}");
}

/// Two springs of length l between supports at ±b, apex at height a: N = k (l_0 − l), P(y) = 2 k y (l_0/l − 1) upwards
/// resistance against a load downwards. The path passes the limit point, unloads to negative loads and rises again.
const TRUSS: &str = r#"
plane = "xy"
[bodies.apex]
type = "point_mass"
mass = 1
position = [0, 0.2, 0]
[forces]
left = { type = "spring_damper", a = "ground.left", b = "apex", stiffness = 1000, length = "sqrt(1.04)" }
right = { type = "spring_damper", a = "ground.right", b = "apex", stiffness = 1000, length = "sqrt(1.04)" }
load = { type = "force", on = "apex", force = [0, -10, 0] }
[ground]
points = { left = [-1, 0, 0], right = [1, 0, 0] }
"#;

fn truss_load(y: f64) -> f64 {
    let length = (1.0 + y * y).sqrt();
    2.0 * 1000.0 * y * (1.04_f64.sqrt() / length - 1.0)
}

#[test]
fn a_shallow_truss_snaps_through_along_its_exact_curve() {
    let settings = StaticSettings { arc_length: true, steps: 20, ..StaticSettings::default() };
    let found = solve(TRUSS, settings).unwrap();
    for &(load, y) in &found.curve {
        // P is the load times 10 N; forces are of the size 2 k a (l_0/l − 1) ~ 3 N, solved to 1e-9.
        assert!((10.0 * load - truss_load(y)).abs() < 1e-7, "{load} {y}");
    }
    let least = found.curve.iter().map(|(load, _)| *load).fold(f64::INFINITY, f64::min);
    let limit = 0.01 * (0..=400).map(|i| truss_load(-0.2 + 1e-3 * f64::from(i))).fold(0.0, f64::max);
    assert!(
        least < -0.9 * 10.0 * limit && found.curve.last().unwrap().0 == 1.0,
        "{least} {limit} {:?}",
        found.curve.len()
    );
    assert!(found.state.kin.frames[0].x.y < -0.2, "the truss hangs below its supports");
}

/// Under a given load the truss jumps where the load passes the greatest of the exact curve, and the report says so.
#[test]
fn without_the_arc_length_a_jump_is_reported() {
    let found = rest(TRUSS);
    let limit = 0.1 * (0..=4000).map(|i| truss_load(-0.2 + 1e-4 * f64::from(i))).fold(0.0, f64::max);
    let jumps: Vec<f64> = found.report.path.iter().filter(|step| step.jump).map(|step| step.load).collect();
    assert!(jumps.len() == 1 && jumps[0] > limit && jumps[0] < limit + 0.1, "{jumps:?}, the limit is {limit}");
}

const BLOCK: &str = r#"
gravity = [0, 0, -10]
[bodies.block]
type = "rigid_body"
mass = 3
inertia = [0.1, 0.1, 0.1]
position = [0, 0, 0.35]
center_of_mass = [0.05, 0.02, 0]
points = { a = [-0.2, -0.1, -0.1], b = [0.2, -0.1, -0.1], c = [-0.2, 0.1, -0.1], d = [0.2, 0.1, -0.1] }
[contacts]
a = { type = "node_face", point = "block.a", plane = "ground", friction = 0.5 }
b = { type = "node_face", point = "block.b", plane = "ground", friction = 0.5 }
c = { type = "node_face", point = "block.c", plane = "ground", friction = 0.5 }
d = { type = "node_face", point = "block.d", plane = "ground", friction = 0.5 }
"#;

/// The block starts a quarter of a metre above the floor. Four forces on a rigid body are not unique; their sum and moments
/// are.
#[test]
fn a_block_comes_to_rest_on_its_corners() {
    let found = rest(BLOCK);
    let forces: Vec<f64> = found.state.contacts.iter().map(|c| c.impulse[0]).collect();
    assert!((forces.iter().sum::<f64>() - 30.0).abs() < 1e-6, "{forces:?}");
    assert!(forces.iter().all(|f| *f >= 0.0), "{forces:?}");
    let moment = |sign: [f64; 4], arm: f64| forces.iter().zip(sign).map(|(f, s)| f * s * arm).sum::<f64>();
    assert!((moment([-1.0, 1.0, -1.0, 1.0], 0.2) - 30.0 * 0.05).abs() < 1e-6, "{forces:?}");
    assert!((moment([-1.0, -1.0, 1.0, 1.0], 0.1) - 30.0 * 0.02).abs() < 1e-6, "{forces:?}");
    assert!(found.state.contacts.iter().all(|c| c.gap.abs() < 1e-9));
}

#[test]
fn what_nothing_holds_is_named() {
    // Without friction the block can slide and turn on the floor.
    let sliding = BLOCK.replace("friction = 0.5", "friction = 0");
    match solve(&sliding, StaticSettings::default()) {
        Err(StaticError::Free(free)) => assert_eq!(free.node, "block"),
        other => panic!("{:?}", other.map(|r| r.report)),
    }
    // A free body in gravity has no equilibrium.
    let falling = "gravity = [0, 0, -10]\n[bodies.stone]\ntype = \"point_mass\"\nmass = 1\n";
    let Err(StaticError::Runaway { node, .. }) = solve(falling, StaticSettings::default()) else { panic!() };
    assert_eq!(node, "stone");
    // Nor, without forces, any place to stay.
    let Err(StaticError::Free(free)) = solve(&falling.replace("-10", "0"), StaticSettings::default()) else { panic!() };
    assert_eq!(free.node, "stone");
    // A cart on a level rail.
    let cart = "gravity = [0, 0, -10]\n[bodies.cart]\ntype = \"rigid_body\"\nmass = 1\ninertia = [1, 1, 1]\n[joints.rail]\ntype = \"prismatic\"\na = \"ground\"\nb = \"cart\"\naxis = [1, 0, 0]\n";
    let Err(StaticError::Free(free)) = solve(cart, StaticSettings::default()) else { panic!() };
    assert_eq!((free.node.as_str(), free.component), ("cart", "x"));
}

/// A rigid pendulum, started level: it hangs, and its pin carries the weight.
#[test]
fn a_pendulum_falls_into_the_stable_equilibrium() {
    let text = "gravity = [0, -10, 0]\nplane = \"xy\"\n[bodies.rod]\ntype = \"rigid_body\"\nmass = 2\ninertia = 0.1\nposition = [0.3, 0.4, 0]\n[joints.pin]\ntype = \"hinge\"\na = \"ground\"\nb = \"rod\"\nat = [0, 0, 0]\n";
    let found = rest(text);
    let x = found.state.kin.frames[0].x;
    assert!(x.x.abs() < 1e-8 && (x.y + 0.5).abs() < 1e-9, "{x}");
}

/// A distributed patch adds a node that follows others. A block that stands on its end under its weight shortens by
/// ρ g l²/(2E), which its upper patch shows, and whatever counts degrees of freedom leaves the follower out.
#[test]
fn nodes_that_follow_others_have_no_freedoms_in_statics() {
    let text = r#"
gravity = [0, -10, 0]
[bodies.block]
type = "solid"
mesh = { type = "box", size = [0.1, 1, 0.1], elements = [1, 8, 1] }
young = 1e7
poisson = 0
density = 1000
fixed = ["y-"]
patches = { top = { group = "y+", type = "distributed" } }
"#;
    let rest = rest(text);
    let top = rest.state.kin.frames.last().unwrap().x.y;
    // Green–Lagrange strains of 5e-4 differ from linear ones by as much.
    let shortening = 1000.0 * 10.0 / (2.0 * 1e7);
    assert!(((0.5 - top) / shortening - 1.0).abs() < 2e-3, "{top}");
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let facts = carom::run::check(loaded);
    // All but half an element, whose mass rests on the clamp: linear shape functions, 1/3 of it moves with the nodes above.
    assert!((facts.total_mass - 10.0 * (7.0 + 1.0 / 3.0) / 8.0).abs() < 1e-9, "{}", facts.total_mass);
}

/// A fine cantilever under its weight: q l⁴/8EI at the tip at every load, though the rounding of coordinates times the
/// stiffness of an element exceeds the weight of a node. Shear adds 1e-4, the second order in the load 1e-5.
#[test]
fn a_fine_mesh_does_not_drown_its_loads_in_rounding() {
    let text = "gravity = [0, -9.81, 0]\n[bodies.beam]\ntype = \"beam\"\nstart = \"ground\"\nend = [1, 0, 0]\nelements = 2000\nyoung = 2.1e11\npoisson = 0.3\ndensity = 7800\nsection = { type = \"rectangle\", width = 0.01, height = 0.01 }\n";
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let system = System::new(loaded.model).unwrap();
    let mut tips = Vec::new();
    let mut watch = |step: &LoadStep, state: &State| tips.push((step.load, state.kin.frames.last().unwrap().x.y));
    let settings = StaticSettings { steps: 3, ..StaticSettings::default() };
    let candidates = Candidates::new(&system);
    let assembly = candidates.assembly(&system);
    let report =
        equilibrium(assembly, &settings, &mut State::new(assembly), &mut watch).unwrap_or_else(|e| panic!("{e}"));
    let tip = 7800.0 * 1e-4 * 9.81 / (8.0 * 2.1e11 * 1e-8 / 12.0);
    assert_eq!(tips.len(), 4);
    for (load, y) in tips {
        assert!((y + load * tip).abs() <= 3e-4 * load * tip, "{y} at {load} of {tip}");
    }
    // The report says that its residuals are rounding, and what was judged instead: corrections, the last of which is
    // small against the model's length of 1 m.
    for step in &report.path[1..] {
        assert!(step.at_rounding && step.residual > settings.tolerance && step.correction < 1e-9, "{step:?}");
    }
}

/// K(k) by the arithmetic-geometric mean.
fn elliptic(k: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - k * k).sqrt());
    while a - b > 1e-15 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    std::f64::consts::FRAC_PI_2 / a
}

/// A clamped column with a side force of 2e-5 of the axial one, which is 1.1 times Euler's: arcs as short as the first, axial
/// step did not pass the critical load within 1000 steps. The elastica has P/P_E = (2K(k)/π)² and the deflection 2k l/K(k).
#[test]
fn arcs_grow_past_the_buckling_load_of_a_column() {
    let text = r#"
plane = "xy"
[bodies.column]
type = "beam"
start = "ground"
end = [0, 1, 0]
elements = 32
young = 2.1e11
poisson = 0.3
density = 7800
section = { type = "rectangle", width = 0.01, height = 0.01 }
[forces]
weight = { type = "force", on = "column.end", force = [0, "-1.1*pi^2/4*2.1e11*1e-8/12", 0] }
side = { type = "force", on = "column.end", force = [0.01, 0, 0] }
"#;
    let found = solve(text, StaticSettings { arc_length: true, ..StaticSettings::default() }).unwrap();
    let (mut low, mut high) = (0.0, 0.9);
    for _ in 0..60 {
        let k = 0.5 * (low + high);
        if (2.0 * elliptic(k) / std::f64::consts::PI).powi(2) < 1.1 { low = k } else { high = k }
    }
    let exact = 2.0 * low / elliptic(low);
    let tip = found.state.kin.frames.last().unwrap().x.x;
    // Elements of length h that are integrated at their middle buckle at 4/h² tan²(πh/4l) instead of (π/2l)²: too late by
    // (π/2)²/(6·32²) = 4e-4. At 1.1 P_E the elastica has d ln δ/d ln P = 4.5.
    assert!((tip / exact - 1.0).abs() < 2e-3, "{tip} {exact}");
    assert!(found.report.path.len() < 200, "{} steps", found.report.path.len());
}

/// Newton's method follows a perfect column straight through its buckling load, and the report says that it is unstable there;
/// not below the critical load, where the column is held.
#[test]
fn an_unstable_equilibrium_is_reported() {
    for (factor, unstable) in [(0.9, false), (1.1, true), (5.0, true)] {
        let text = format!(
            "plane = \"xy\"\n[bodies.column]\ntype = \"beam\"\nstart = \"ground\"\nend = [0, 1, 0]\nelements = 16\nyoung = 2.1e11\npoisson = 0.3\ndensity = 7800\nsection = {{ type = \"rectangle\", width = 0.01, height = 0.01 }}\n[forces]\nweight = {{ type = \"force\", on = \"column.end\", force = [0, \"-{factor}*pi^2/4*2.1e11*1e-8/12\", 0] }}\n"
        );
        let found = rest(&text);
        assert_eq!(found.report.unstable.is_some(), unstable, "{factor}: {:?}", found.report.unstable);
    }
    assert_eq!(rest(HANGING).report.unstable, None);
    assert_eq!(rest(BLOCK).report.unstable, None);
}

/// A cantilever whose tip reaches a stop: the sphere of displacements had no point beyond the stop, the path turned back and
/// ran away to a load factor of −89402. With and without the arc length the answers are the same, and the stop carries what
/// the tip's stiffness at the stop does not.
#[test]
fn the_arc_length_passes_a_contact_that_closes() {
    let text = r#"
plane = "xy"
[bodies.board]
type = "beam"
start = "ground"
end = [1, 0, 0]
elements = 10
young = 2.1e11
poisson = 0.3
density = 7800
section = { type = "rectangle", width = 0.01, height = 0.01 }
points = { mid = 0.5 }
[forces]
load = { type = "force", on = "board.mid", force = [0, -800, 0] }
[contacts]
stop = { type = "node_face", point = "board.end", plane = "ground", normal = [0, 1, 0], origin = [0, -0.05, 0] }
"#;
    let [by_load, by_arc] = [false, true].map(|arc_length| {
        let found = solve(text, StaticSettings { arc_length, ..StaticSettings::default() }).unwrap();
        let loads: Vec<f64> = found.report.path.iter().map(|step| step.load).collect();
        assert!(loads.windows(2).all(|pair| pair[1] > pair[0]), "the load rises: {loads:?}");
        (found.state.contacts[0].impulse[0], found.state.kin.frames[5].x.y)
    });
    // Residuals of 1e-9 of the forces.
    assert!((by_arc.0 - by_load.0).abs() < 1e-5 && (by_arc.1 - by_load.1).abs() < 1e-9, "{by_arc:?} {by_load:?}");
}

/// The shallow truss falls on a stop while the load falls along the path. From there on nothing moves, and the force of the
/// stop, which cannot pull, lets the load only rise.
#[test]
fn the_load_rises_again_when_a_snapping_truss_meets_a_stop() {
    let stop = "[contacts]\nstop = { type = \"node_face\", point = \"apex\", plane = \"ground\", normal = [0, 1, 0], origin = [0, 0.05, 0] }\n";
    let settings = StaticSettings { arc_length: true, steps: 20, ..StaticSettings::default() };
    let found = solve(&format!("{TRUSS}{stop}"), settings).unwrap();
    let (load, force) = (0.1 * truss_load(0.05), found.state.contacts[0].impulse[0]);
    let least = found.curve.iter().skip_while(|point| point.0 < 0.28).map(|point| point.0).fold(1.0, f64::min);
    assert!(least > load - 1e-9 && least < load + 0.05, "{least} {load}");
    assert!((force - 10.0 * (1.0 - load)).abs() < 1e-7, "{force}");
}

/// Settings in the table `static` of a model without a table `simulation` were lost.
#[test]
fn static_settings_count_without_simulation_settings() {
    let loaded = load_str("model.toml", &format!("{HANGING}[static]\nsteps = 3\nlinear = true\n"), &[]);
    let settings = loaded.map(|l| l.settings.statics).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((settings.steps, settings.linear), (3, true));
}

/// Moments at both ends of a cantilever of 1 m, and the error of the one at the root.
fn root_moment(elements: usize, load: &str, exact: f64) -> f64 {
    let text = format!(
        "plane = \"xy\"\n[bodies.rod]\ntype = \"beam\"\nstart = \"ground\"\nend = [1, 0, 0]\nelements = {elements}\nyoung = 2.1e11\npoisson = 0.3\ndensity = 7800\nsection = {{ type = \"rectangle\", width = 0.02, height = 0.02 }}\n{load}[sensors]\nroot = {{ type = \"section_force\", of = \"rod\", at = 0, component = \"m_z\" }}\ntip = {{ type = \"section_force\", of = \"rod\", at = 1, component = \"m_z\" }}\n"
    );
    let found = rest(&text);
    let moments = &found.sensed.last().unwrap().1;
    assert!(
        moments[1].abs() < 0.1 * exact,
        "nothing acts on the tip's section but the load of an element: {moments:?}"
    );
    (moments[0].abs() - exact).abs() / exact
}

/// The moment is linear along the beam under a force at its end, and its values in the middles of two elements give the one at
/// the root: F l, but for what bending shortens the lever by, (F l²/EI)² / 15 = 4e-7 for 0.1 N. Under a load along the beam
/// it is a parabola, q l²/2 at the root, met to second order in the length of an element.
#[test]
fn the_section_force_at_a_clamp_is_of_second_order() {
    let force = "[forces.f]\ntype = \"force\"\non = \"rod.end\"\nforce = [0, -1, 0]\n";
    assert!(root_moment(4, force, 1.0) < 1e-6, "{}", root_moment(4, force, 1.0));
    let load = "[forces.q]\ntype = \"line_load\"\non = \"rod\"\nforce = [0, -1, 0]\n";
    let errors = [4, 8, 16].map(|n| root_moment(n, load, 0.5));
    for pair in errors.windows(2) {
        assert!(pair[0] / pair[1] > 3.8 && pair[0] / pair[1] < 4.2, "{errors:?}");
    }
}

/// A torque on a joint grows with the load factor like every other load: the angle of a linear spring does too.
#[test]
fn a_joint_force_grows_with_the_load_factor() {
    let text = r#"
plane = "xy"
[bodies.rotor]
type = "rigid_body"
mass = 1
inertia = 0.1
[joints.shaft]
type = "hinge"
a = "ground"
b = "rotor"
[forces]
spring = { type = "torsion_spring", joint = "shaft", stiffness = 20 }
motor = { type = "joint_force", joint = "shaft", force = 3 }
[sensors]
angle = { type = "joint", joint = "shaft" }
"#;
    let found = rest(text);
    assert_eq!(found.sensed.len(), 11);
    for (load, values) in &found.sensed {
        // Solved to 1e-9 of the torques.
        assert!((values[0] - load * 3.0 / 20.0).abs() < 1e-9, "{values:?} at {load}");
    }
}

const SINKING: &str = r#"
gravity = [0, 0, -10]
[ground]
points = { top = [0, 0, 1] }
shapes = [{ type = "plane", position = [0, 0, -0.06] }]
[bodies.ball]
type = "sphere"
mass = 2
radius = 0.05
[joints.guide]
type = "prismatic"
a = "ground"
b = "ball"
axis = [0, 0, 1]
[forces.spring]
type = "spring_damper"
a = "ground.top"
b = "ball"
stiffness = 400
length = 1
[contacts.all]
type = "collision"
jointed = true
"#;

/// The weight of 20 N would stretch the spring by 0.05 m; the floor is 0.01 m below the ball, farther than a search at the start
/// reaches, and carries 20 − 400·0.01 = 16 N.
#[test]
fn a_contact_of_a_collision_that_closes_on_the_way_is_not_missed() {
    let found = rest(SINKING);
    assert!((found.state.kin.frames[0].x.z + 0.01).abs() < 1e-10, "{}", found.state.kin.frames[0].x.z);
    let force = found.state.contacts[0].impulse[0];
    assert!((force - 16.0).abs() < 1e-7, "{force}");
}

/// The same as the start of a run, which stays there.
#[test]
fn a_run_starts_from_an_equilibrium_with_a_detected_contact() {
    let text = format!("simulation = {{ initial = 'static', step = 1e-3, until = 0.01 }}\n{SINKING}");
    let loaded = load_str("model.toml", &text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut s = carom::drive::Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    s.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
    assert!((s.state.kin.frames[0].x.z + 0.01).abs() < 1e-9 && s.state.kin.v[2].abs() < 1e-9);
}

/// A mass in a vertical guide on a compliant floor sinks by (m g/K)^{1/n}, from above it or from its surface; the contact shows the weight.
#[test]
fn a_compliant_floor_gives_way_to_the_weight() {
    for start in [0.0, 1e-4] {
        let text = format!(
            r#"
gravity = [0, 0, -10]
[bodies.mass]
type = "rigid_body"
mass = 2
inertia = [1, 1, 1]
position = [0, 0, {start}]
[joints.guide]
type = "prismatic"
a = "ground"
b = "mass"
axis = [0, 0, 1]
[contacts.floor]
type = "node_face"
point = "mass"
plane = "ground"
law = "compliant"
stiffness = 1e7
restitution = 0.5
"#
        );
        let found = rest(&text);
        let (gap, force) = (found.state.contacts[0].gap, found.state.contacts[0].force[0]);
        assert!((-gap / (20.0 / 1e7_f64).powf(2.0 / 3.0) - 1.0).abs() < 1e-8, "{start}: {gap}");
        assert!((force / 20.0 - 1.0).abs() < 1e-8, "{start}: {force}");
    }
}
