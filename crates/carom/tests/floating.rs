//! Rods in a floating frame against rigid bodies, closed forms and beams.

use carom::analysis::{ModeSettings, modes};
use carom::history::History;
use carom::integrate::{State, initialise};
use carom::spec::load_str;
use carom::system::{Candidates, System};
use carom::testkit::run;
use std::f64::consts::{PI, TAU};

const LENGTH: f64 = 1.0;
const YOUNG: f64 = 2.1e11;
const DENSITY: f64 = 7800.0;
const WIDTH: f64 = 2e-3;
const HEIGHT: f64 = 5e-3;

/// A flat steel rod of 1 m along x with some keys of its own.
fn rod(kind: &str, keys: &str) -> String {
    format!(
        "[bodies.rod]\ntype = '{kind}'\n{keys}\nyoung = {YOUNG:e}\npoisson = 0.3\ndensity = {DENSITY}\n\
         section = {{ type = 'rectangle', width = {WIDTH}, height = {HEIGHT} }}\n"
    )
}

/// Frequencies in Hz, the lowest or those near one, rigid motions left out.
fn frequencies(text: &str, count: usize, near: Option<f64>) -> Vec<f64> {
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{}\n{text}", e.render(false)));
    let system = System::new(loaded.model).unwrap();
    let candidates = Candidates::new(&system);
    let assembly = candidates.assembly(&system);
    let mut state = State::new(assembly);
    initialise(assembly, &loaded.settings, &mut state).unwrap();
    let found = modes(assembly, &state, &ModeSettings { count, near, ..ModeSettings::default() }).unwrap();
    found.modes.iter().map(|m| m.frequency()).filter(|f| *f > 1e-3).collect()
}

/// Bending in the plane of the width: f = (βl)²/(2πl²) √(EI/ρA).
fn bending(beta: f64) -> f64 {
    beta * beta / (TAU * LENGTH * LENGTH) * (YOUNG * WIDTH * WIDTH / 12.0 / DENSITY).sqrt()
}

fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance * expected.abs(), "{what}: {found} instead of {expected}");
}

fn last(history: &History, channel: &str) -> f64 {
    *history.column(channel).unwrap_or_else(|| panic!("{channel}")).last().unwrap()
}

/// The frame is at the centre of mass, as the node of a rigid body is, and without modes the equations are the same.
#[test]
fn an_undeformed_rod_is_the_rigid_body() {
    let sensors = "[sensors]\nx = { type = 'position', of = 'rod.end' }\nv = { type = 'velocity', of = 'rod.end' }\n";
    let settings = "gravity = [0, 0, -9.81]\nsimulation = { step = 1e-3, until = 0.5 }\n";
    let keys = "start = [-0.5, 0, 0]\nend = [0.5, 0, 0]\nmodes = 0\nreference = 'mean'\norientation = [0, 1, 0]\n\
                velocity = [0.5, 2, 1]\nangular_velocity = [20, 3, -5]";
    let floating = format!("{settings}{}{sensors}", rod("floating_rod", keys));
    let mass = DENSITY * WIDTH * HEIGHT * LENGTH;
    let [a, b, l] = [WIDTH, HEIGHT, LENGTH].map(|x| mass * x * x / 12.0);
    // v = v_start + ω × (start to centre) = (0.5, 2, 1) + (20, 3, -5) × (0.5, 0, 0).
    let rigid = format!(
        "{settings}[bodies.rod]\ntype = 'rigid_body'\nmass = {mass}\ninertia = [{:e}, {:e}, {:e}]\n\
         velocity = [0.5, -0.5, -0.5]\nangular_velocity = [20, 3, -5]\npoints = {{ end = [0.5, 0, 0] }}\n{sensors}",
        a + b,
        b + l,
        a + l
    );
    let [floating, rigid] = [floating, rigid].map(|text| run(&text, &[]).1);
    for channel in ["x.x", "x.y", "x.z", "v.x", "v.y", "v.z"] {
        let (one, other) = (last(&floating, channel), last(&rigid, channel));
        // 500 steps of Newton iterations that end at 1e-8 of the forces.
        assert!((one - other).abs() < 1e-9, "{channel}: {one} {other}");
    }
}

/// Clamped, pinned and free rods have the frequencies of Euler and Bernoulli, whatever the frame.
#[test]
fn frequencies_are_those_of_the_textbook() {
    let line = "start = [0, 0, 0]\nend = [1, 0, 0]\nelements = 20\n";
    let plane = "plane = 'xy'\n";
    let clamped: [f64; 3] = [1.875_104_069, 4.694_091_133, 7.854_757_438];
    let free: [f64; 3] = [4.730_040_745, 7.853_204_624, 10.995_607_838];
    let pins = "[joints]\na = { type = 'spherical', a = 'ground', b = 'rod.start' }\n\
                b = { type = 'point_on_line', a = 'ground', b = 'rod.end', axis = [1, 0, 0] }\n";
    let at = "start_joint = 'fixed'\n";
    let all = [
        ("clamped", format!("{at}modes = 5\n"), "", clamped),
        ("clamped, nodal", at.to_owned(), "", clamped),
        ("clamped, pinned reference", format!("{at}reference = 'pinned'\n"), "", clamped),
        ("pinned", "modes = 5\nreference = 'pinned'\n".to_owned(), pins, [PI, 2.0 * PI, 3.0 * PI]),
        ("pinned, tangent reference", "modes = 5\nshapes = 'pinned'\n".to_owned(), pins, [PI, 2.0 * PI, 3.0 * PI]),
        ("pinned, nodal", String::new(), pins, [PI, 2.0 * PI, 3.0 * PI]),
        ("free", "modes = 5\nreference = 'mean'\n".to_owned(), "", free),
        ("free, tangent reference", "modes = 5\nshapes = 'free_free'\n".to_owned(), "", free),
        ("free, nodal", String::new(), "", free),
        ("free, pinned reference", "reference = 'pinned'\n".to_owned(), "", free),
    ];
    for (name, keys, rest, expected) in all {
        let found = frequencies(&format!("{plane}{}{rest}", rod("floating_rod", &format!("{line}{keys}"))), 6, None);
        for (found, beta) in found.iter().zip(expected) {
            // Rotary inertia: (βr)²/2 = 1.7e-5 for the third; finite elements: (βh)⁴/720 = 1e-4 of 1e-2.
            near(*found, bending(beta), 5e-5, name);
        }
    }
}

/// In space: bending about both axes, torsion with the torsion constant, extension.
#[test]
fn a_clamped_rod_bends_twists_and_stretches() {
    let keys = "start = [0, 0, 0]\nend = [0.6, 0, 0.8]\nelements = 20\nstart_joint = 'fixed'\nmodes = 30";
    let text = rod("floating_rod", keys);
    let narrow = bending(1.875_104_069);
    let close = |expected: f64, tolerance: f64, what: &str| {
        near(frequencies(&text, 1, Some(expected))[0], expected, tolerance, what);
    };
    close(narrow, 1e-5, "about the weak axis");
    close(narrow * HEIGHT / WIDTH, 1e-4, "about the strong axis");
    // Linear elements: (π/2n)²/24 = 2.6e-4.
    close((YOUNG / DENSITY).sqrt() / (4.0 * LENGTH), 4e-4, "along");
    let (a, b): (f64, f64) = (HEIGHT, WIDTH);
    let tanh = |n: f64| (n * PI * a / (2.0 * b)).tanh() / n.powi(5);
    let series: f64 = (0..20).map(|k| tanh(f64::from(2 * k + 1))).sum();
    let torsion = a * b.powi(3) * (1.0 / 3.0 - 64.0 / PI.powi(5) * b / a * series);
    let polar = a * b * (a * a + b * b) / 12.0;
    close((YOUNG / 2.6 * torsion / (DENSITY * polar)).sqrt() / (4.0 * LENGTH), 4e-4, "about its axis");
}

/// A soft rod that spins about an oblique axis and bends by its inertia.
fn spinning(keys: &str) -> String {
    format!(
        "simulation = {{ step = 1e-3, until = 0.2, rho_inf = 0.9 }}\n{}[sensors]\n\
         p = {{ type = 'momentum' }}\nl = {{ type = 'momentum', angular = true }}\n\
         energy = {{ type = 'energy', quantity = 'total' }}\nx = {{ type = 'position', of = 'rod.end' }}\n",
        rod(
            "floating_rod",
            &format!(
                "start = [0, 0, 0]\nend = [1, 0, 0]\nelements = 6\nvelocity = [0, 1, 0]\n\
                 angular_velocity = [1, 4, 6]\n{keys}"
            )
        )
    )
}

/// Drift of momentum, angular momentum and energy over a run, relative to their sizes.
fn drift(history: &History) -> [f64; 3] {
    let vector = |name: &str| {
        let parts = ["x", "y", "z"].map(|c| history.column(&format!("{name}.{c}")).unwrap().to_vec());
        let size = parts.iter().map(|p| p[0] * p[0]).sum::<f64>().sqrt();
        let change = |i: usize| parts.iter().map(|p| (p[i] - p[0]).powi(2)).sum::<f64>().sqrt();
        (0..parts[0].len()).map(change).fold(0.0, f64::max) / size
    };
    let energy = history.column("energy").unwrap();
    let lost = energy.iter().map(|e| (e - energy[0]).abs()).fold(0.0, f64::max) / energy[0];
    [vector("p"), vector("l"), lost]
}

/// The equations keep momentum, angular momentum and energy; the steps do to second order.
#[test]
fn a_free_rod_keeps_its_momenta_and_its_energy() {
    for keys in ["modes = 6", "modes = 6\nreference = 'pinned'", "modes = 6\nreference = 'mean'", ""] {
        for integrator in ["decoupled", "moreau_jean"] {
            let steps = ["5e-4", "2.5e-4"];
            let rho: &[_] = if integrator == "decoupled" { &[("simulation.rho_inf", "0.9")] } else { &[] };
            let text = spinning(keys).replace(", rho_inf = 0.9", "");
            let [coarse, fine] = steps.map(|step| {
                let set = [("simulation.step", step), ("simulation.integrator", integrator)];
                drift(&run(&text, &[&set[..], rho].concat()).1)
            });
            for (k, what) in ["momentum", "angular momentum", "energy"].iter().enumerate() {
                let place = format!("{keys}, {integrator}, {what}: {} {}", coarse[k], fine[k]);
                assert!(fine[k] < 1e-3, "{place}");
                // Four in theory; below 1e-9 it is the tolerance of the solver.
                assert!(fine[k] < 1e-9 || coarse[k] / fine[k] > 3.0, "{place}");
            }
        }
    }
}

/// Frames and coordinates are a matter of taste: with all freedoms of the finite elements the motion is the same to the order of
/// the linearisation, here a rotation of the ends against the frame of about 0.02.
#[test]
fn references_agree_where_deformations_are_small() {
    let slow = |keys: &str| {
        let text = spinning(keys).replace("[1, 4, 6]", "[0.1, 0.4, 0.6]");
        run(&text, &[("simulation.step", "5e-4")]).1
    };
    let (tangent, pinned) = (slow(""), slow("reference = 'pinned'"));
    for channel in ["x.x", "x.y", "x.z"] {
        let (one, other) = (last(&tangent, channel), last(&pinned, channel));
        assert!((one - other).abs() < 1e-4, "{channel}: {one} {other}");
    }
}

/// A cantilever that falls into its sag swings as the beam of geometrically exact elements does.
#[test]
fn small_vibrations_are_those_of_a_beam() {
    let tip = |kind: &str, keys: &str| {
        let keys = format!("start = 'ground'\nend = [1, 0, 0]\norientation = [0, 0, 1]\n{keys}");
        let text = format!(
            "gravity = [0, 0, -0.2]\nsimulation = {{ step = 1e-3, until = 1 }}\n{}[sensors]\n\
             z = {{ type = 'position', of = 'rod.end', component = 'z' }}\n",
            rod(kind, &keys)
        );
        run(&text, &[]).1.column("z").unwrap().to_vec()
    };
    let beam = tip("beam", "elements = 32");
    let size = beam.iter().fold(0.0_f64, |m, z| m.max(z.abs()));
    let pinned = "modes = 4\nreference = 'pinned'\nshapes = 'clamped_free'";
    let reduced = "elements = 32\nreduce = { modes = 12 }";
    for (kind, keys) in
        [("floating_rod", "modes = 6"), ("floating_rod", "elements = 6"), ("floating_rod", pinned), ("beam", reduced)]
    {
        let rod = tip(kind, keys);
        let off = beam.iter().zip(&rod).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        // Phase: the frequencies of 32 elements are off by 1e-3, over one and a half periods.
        assert!(off < 0.02 * size, "{keys}: {off} of {size}");
    }
}

/// A rod falls on its end, bounces, and is never below the floor; contacts see the attachment as they see any point.
#[test]
fn contacts_act_on_attachments() {
    for integrator in ["decoupled", "coupled", "moreau_jean"] {
        let text = format!(
            "gravity = [0, 0, -9.81]\nsimulation = {{ step = 1e-4, until = 0.2, integrator = '{integrator}' }}\n{}\
             [contacts.floor]\ntype = 'node_face'\npoint = 'rod.end'\nplane = 'ground'\nrestitution = 0.3\nfriction = 0.2\n\
             [sensors]\ngap = {{ type = 'contact', contact = 'floor', quantity = 'gap' }}\n\
             blow = {{ type = 'contact', contact = 'floor', quantity = 'normal_impulse' }}\n\
             energy = {{ type = 'energy', quantity = 'total' }}\n",
            rod("floating_rod", "start = [0, 0, 0.5]\nend = [0.9, 0, 0.05]\nmodes = 6")
        );
        let (_, history) = run(&text, &[]);
        let [gap, blow, energy] = ["gap", "blow", "energy"].map(|name| history.column(name).unwrap());
        assert!(blow.iter().any(|p| *p > 0.0), "{integrator}: the rod hits the floor");
        let deepest = gap.iter().fold(f64::INFINITY, |m, g| m.min(*g));
        // At velocity level alone, the first touch may be half a step deep.
        let allowed = if integrator == "moreau_jean" { 1e-4 } else { 1e-9 };
        assert!(deepest > -allowed, "{integrator}: {deepest}");
        // Vibrations that a blow excites are resolved by some 50 steps: their energy wavers by a few parts in 10⁴ of it.
        let gained = energy.windows(2).map(|e| e[1] - e[0]).fold(0.0, f64::max);
        assert!(gained < 1e-3 * energy[0], "{integrator}: {gained} J of {} J were made", energy[0]);
        assert!(energy[energy.len() - 1] < energy[0], "{integrator}: blows cost energy");
    }
}

#[test]
fn what_no_rod_can_have_is_refused_with_a_cure() {
    let refused = |keys: &str, words: &str| {
        let text = rod("floating_rod", &format!("start = [0, 0, 0]\nend = [1, 0, 0]\nelements = 2\n{keys}"));
        let error = load_str("model.toml", &text, &[]).err().unwrap_or_else(|| panic!("{keys} is accepted"));
        let text = error.render(false);
        assert!(text.contains(words) && text.contains("Help"), "{text}");
    };
    refused("modes = 13", "modes is 13, expected a whole number up to 12");
    refused("modes = 1.5", "modes is 1.5, expected a whole number");
    refused("modes = -1", "modes is -1");
    refused("reference = 'mean'", "mean axes need modes");
    refused("shapes = 'pinned'", "`modes` is missing");
    refused("points = { end = 0.5 }", "`end` is a point of every rod");
    refused("points = { late = 1.5 }", "late is 1.5");
    let sensor = "[sensors]\ns = { type = 'section_force', of = 'rod', at = 0.5 }\n";
    let text = format!("{}{sensor}", rod("floating_rod", "start = [0, 0, 0]\nend = [1, 0, 0]"));
    let error = load_str("model.toml", &text, &[]).expect_err("rods have no sections").render(false);
    assert!(error.contains("moves in modes"), "{error}");
}

/// What linear elasticity leaves out: a clamped rod that turns with Ω swings in its plane with ω² = ω₁² − Ω² in a floating frame, and with
/// ω₁² + 0.193 Ω² as a beam, which its own pull stiffens (Southwell's coefficient of a rod without hub is 1.193).
#[test]
fn a_spinning_rod_is_not_stiffened_by_its_own_pull() {
    let spin = 5.0_f64;
    let swings = |kind: &str, keys: &str| {
        let keys = format!("start = [0, 0, 0]\nend = [1, 0, 0]\nelements = 16\nangular_velocity = {spin}\n{keys}");
        let text = format!(
            "plane = 'xy'\nsimulation = {{ step = 2e-3, until = 6, rho_inf = 0.95 }}\n{}[joints]\n\
             shaft = {{ type = 'hinge', a = 'ground', b = 'rod.start' }}\n\
             motor = {{ type = 'motion', joint = 'shaft', motion = '{spin}*t' }}\n\
             [forces]\npush = {{ type = 'force', on = 'rod.end', force = [0, '0.01*pulse(t, 0, 0.1)', 0] }}\n\
             [sensors]\nx = {{ type = 'position', of = 'rod.end' }}\n",
            rod(kind, &keys)
        );
        let history = run(&text, &[]).1;
        let (t, x, y) = (history.time(), history.column("x.x").unwrap(), history.column("x.y").unwrap());
        let across = |i: usize| (spin * t[i]).cos() * y[i] - (spin * t[i]).sin() * x[i];
        let rises = (1..t.len()).filter(|&i| t[i] > 0.2 && across(i - 1) < 0.0 && across(i) >= 0.0);
        let times: Vec<f64> =
            rises.map(|i| t[i - 1] - across(i - 1) * (t[i] - t[i - 1]) / (across(i) - across(i - 1))).collect();
        TAU * (times.len() - 1) as f64 / (times[times.len() - 1] - times[0])
    };
    let first = TAU * bending(1.875_104_069);
    // Steps: (ωh)²/12 = 4e-5; the second mode, which the push excites too, moves crossings by a per cent of a period.
    near(swings("floating_rod", "modes = 4"), (first * first - spin * spin).sqrt(), 2e-3, "floating frame");
    near(swings("beam", ""), (first * first + 0.193 * spin * spin).sqrt(), 2e-3, "beam");
}
