//! Bars, cables and beams against closed forms: rigid motion, exact states, frequencies, conservation, slack.

use carom::drive::Simulation;
use carom::element::{LocalMatrix, Scene};
use carom::model::{Kinematics, Layout, Model};
use carom::sensor::evaluate;
use carom::spec::{Loaded, load_str};
use carom::testkit::{Stage, contract};
use carom::{Frame, Vec3};
use nalgebra::{DMatrix, SymmetricEigen};
use std::f64::consts::{PI, TAU};

const STEEL: &str = "young = 2.1e11\npoisson = 0.3\ndensity = 7850\n";

fn load(text: &str) -> Loaded {
    load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{}", e.render(false)))
}

/// A beam with a rectangular section of 10 mm by 20 mm.
fn beam(geometry: &str, rest: &str) -> Loaded {
    load(&format!(
        "{rest}\n[bodies.rod]\ntype = 'beam'\n{geometry}\nsection = {{ type = 'rectangle', width = 0.01, height = 0.02 }}\n{STEEL}"
    ))
}

/// Forces of all elements with the nodes at these frames and at rest.
fn forces(model: &Model, frames: &[Frame]) -> Vec<(Vec3, Vec3)> {
    let stage = Stage::new(model);
    let kin = Kinematics::new(frames.to_vec(), vec![0.0; stage.layout.n], &model.ports, 0);
    let mut f = vec![0.0; stage.layout.n];
    model.elements.iter().for_each(|item| item.element.force(&stage.scene_at(&kin), &mut f));
    (0..frames.len()).map(|node| stage.layout.get(node, &f)).collect()
}

fn frames(model: &Model) -> Vec<Frame> {
    model.nodes.iter().map(|n| n.frame).collect()
}

#[test]
fn a_rigid_motion_strains_no_beam() {
    let shapes = [
        "start = [0, 0, 0]\nend = [0.7, 0.3, 0.2]\nvia = [0.3, 0.3, 0]\nelements = 3\ntwist = 1.5",
        "start = [1, 2, 3]\nend = [1, 2, 4]\nelements = 2\norientation = [1, 1, 0]",
        "nodes = [[0, 0, 0], [0.3, 0, 0], [0.5, 0.2, 0.1], [0.5, 0.6, 0.1]]",
    ];
    for shape in shapes {
        let model = beam(shape, "").model;
        for psi in [Vec3::zeros(), Vec3::new(0.4, -2.0, 1.3), Vec3::new(0.0, 0.0, PI)] {
            let motion = Frame::from_rotation_vector(Vec3::new(1.0, -2.0, 0.5), &psi);
            let moved: Vec<Frame> = frames(&model).iter().map(|f| motion.then(f)).collect();
            for (force, moment) in forces(&model, &moved) {
                // EA = 4e7 N times a strain of a few units of rounding.
                assert!(force.norm() < 1e-6 && moment.norm() < 1e-6, "{shape}: {force} {moment}");
            }
        }
    }
}

#[test]
fn beams_and_bars_turn_their_forces_with_a_rigid_motion() {
    let text = "gravity = [0, 0, -9.81]\n[bodies.rod]\ntype = 'beam'\nstart = [0, 0, 0]\nend = [0.7, 0.3, 0.2]\n\
         via = [0.3, 0.3, 0]\nelements = 2\ntwist = 0.5\nsection = { type = 'circle', radius = 0.1 }\n\
         young = 1e4\npoisson = 0.3\ndensity = 10\ndamping = { stiffness = 0.1, mass = 1 }\n\
         [bodies.bar]\ntype = 'bar'\nstart = [0, 0, 0]\nend = [0.7, 0.3, 0.2]\narea = 0.01\n\
         young = 1e4\ndensity = 10\ndamping = { stiffness = 0.1, mass = 1 }\n";
    let model = load(text).model;
    for item in &model.elements {
        contract::isotropy(&Stage::shaken(&model, 0.1, 5), item.element.as_ref()).unwrap_or_else(|e| panic!("{e}"));
    }
}

/// A node at rotation φ_i about z, at the corner of the polygon whose sides have the directions half way.
fn rolled(lengths: &[f64], curvature: f64) -> Vec<Frame> {
    let mut frames = vec![Frame::identity()];
    let (mut x, mut phi) = (Vec3::zeros(), 0.0);
    for l in lengths {
        let middle = phi + 0.5 * curvature * l;
        x += Vec3::new(middle.cos(), middle.sin(), 0.0) * *l;
        phi += curvature * l;
        frames.push(Frame::from_rotation_vector(x, &Vec3::new(0.0, 0.0, phi)));
    }
    frames
}

/// Under a moment M = 2π EI/l at its end a cantilever rolls into a circle: with this element the nodes stand on a closed regular
/// polygon, without any error of discretisation.
#[test]
fn a_cantilever_under_an_end_moment_rolls_into_a_full_circle() {
    let n = 10;
    let model = beam(&format!("start = [0, 0, 0]\nend = [2, 0, 0]\nelements = {n}"), "").model;
    let circle = rolled(&vec![2.0 / n as f64; n], TAU / 2.0);
    assert!(circle[n].x.norm() < 1e-15 * 10.0, "the tip is back at the root");
    let inertia_z = 0.02 * 0.01f64.powi(3) / 12.0;
    let moment = 2.1e11 * inertia_z * TAU / 2.0;
    for (i, (force, torque)) in forces(&model, &circle).iter().enumerate() {
        let expected = if i == 0 {
            moment
        } else if i == n {
            -moment
        } else {
            0.0
        };
        assert!(force.norm() < 1e-6 && (torque - Vec3::z() * expected).norm() < 1e-9 * moment, "node {i}");
    }
}

/// Constant strains are equilibrium states on any mesh: extension with torsion, and pure bending.
#[test]
fn irregular_meshes_pass_the_patch_test() {
    let lengths = [0.3, 0.1, 0.45, 0.15];
    let model = beam("nodes = [[0, 0, 0], [0.3, 0, 0], [0.4, 0, 0], [0.85, 0, 0], [1, 0, 0]]", "").model;
    let (extension, twist) = (1e-3, 0.8);
    let stretched: Vec<Frame> = frames(&model)
        .iter()
        .map(|f| Frame::from_rotation_vector(f.x * (1.0 + extension), &Vec3::new(twist * f.x.x, 0.0, 0.0)))
        .collect();
    for (state, what) in [(stretched, "extension and torsion"), (rolled(&lengths, 2.5), "bending")] {
        for (force, moment) in &forces(&model, &state)[1..4] {
            // Section forces of 4e4 N and 1e3 N m that cancel.
            assert!(force.norm() < 1e-6 && moment.norm() < 1e-6, "{what}: {force} {moment}");
        }
    }
}

/// The same with a reference that is curved or twisted: an arc whose curvature a moment changes, the chords of its elements kept,
/// and a twisted beam under tension and torque.
#[test]
fn curved_and_twisted_beams_pass_the_patch_test() {
    let (r, half, n) = (0.5, 0.4, 5);
    let point = |phi: f64| format!("[{}, {}, 0]", r * phi.sin(), r * (1.0 - phi.cos()));
    let geometry = format!("start = [0, 0, 0]\nvia = {}\nend = {}\nelements = {n}", point(half), point(2.0 * half));
    let model = beam(&geometry, "").model;
    let (length, chord) = (2.0 * half * r / n as f64, 2.0 * r * (half / n as f64).sin());
    let curvature = -3.0;
    let moment = 2.1e11 * 0.02 * 0.01f64.powi(3) / 12.0 * (curvature - 1.0 / r);
    let found = forces(&model, &rolled(&vec![chord; n], curvature * length / chord));
    for (i, (force, torque)) in found.iter().enumerate() {
        let expected = if i == 0 { moment } else { 0.0 } - if i == n { moment } else { 0.0 };
        // Section forces of EA = 4e7 N times rounding.
        assert!(force.norm() < 1e-6 && (torque - Vec3::z() * expected).norm() < 1e-6, "node {i}: {force} {torque}");
    }
    let (extension, twist) = (1e-3, 0.8);
    let torques = [0.0, 1.5].map(|initial| {
        let model = beam(&format!("start = [0, 0, 0]\nend = [1, 0, 0]\nelements = {n}\ntwist = {initial}"), "").model;
        let state: Vec<Frame> = frames(&model)
            .iter()
            .map(|f| Frame::from_rotation_vector(Vec3::zeros(), &Vec3::new(twist * f.x.x, 0.0, 0.0)).then(f))
            .map(|f| Frame::from_matrix(f.x * (1.0 + extension), f.r()))
            .collect();
        let found = forces(&model, &state);
        for (i, (force, moment)) in found[1..n].iter().enumerate() {
            assert!(force.norm() < 1e-6 && moment.norm() < 1e-6, "node {i}: {force} {moment}");
        }
        found[0].1.x
    });
    assert!(torques[0].abs() > 1.0 && (torques[1] / torques[0] - 1.0).abs() < 1e-9, "{torques:?}");
}

/// Angular frequencies of the free components of a model at its initial state, ascending.
fn frequencies(model: &Model, held: &dyn Fn(usize, usize) -> bool) -> Vec<f64> {
    let mut nodes = model.nodes.clone();
    for (i, node) in nodes.iter_mut().enumerate() {
        (0..6).for_each(|c| node.locked[c] |= held(i, c));
    }
    let layout = Layout::new(&nodes, &model.followers);
    let kin = Kinematics::new(frames(model), vec![0.0; layout.n], &model.ports, 0);
    let scene = Scene { layout: &layout, ports: &model.ports, gravity: Vec3::zeros(), load: 1.0, kin: &kin };
    let (mut stiffness, mut mass) =
        (DMatrix::<f64>::zeros(layout.n, layout.n), DMatrix::<f64>::zeros(layout.n, layout.n));
    for item in &model.elements {
        let (element, mut local) = (&item.element, [(); 3].map(|()| LocalMatrix::default()));
        local.iter_mut().for_each(|m| m.reset(2, element.width()));
        let [k, c, m] = &mut local;
        element.tangent(&scene, k, c);
        element.mass(&scene, m);
        let dof = |k: usize| layout.dofs[element.nodes()[k / element.width()]][k % element.width()];
        for (i, j) in (0..k.n()).flat_map(|i| (0..k.n()).map(move |j| (i, j))) {
            if dof(i) != linalg::NONE && dof(j) != linalg::NONE {
                stiffness[(dof(i) as usize, dof(j) as usize)] += k.get(i, j);
                mass[(dof(i) as usize, dof(j) as usize)] += m.get(i, j);
            }
        }
    }
    let inverse: DMatrix<f64> = mass.cholesky().expect("positive mass").l().try_inverse().expect("positive mass");
    let mut squares: Vec<f64> =
        SymmetricEigen::new(&inverse * stiffness * inverse.transpose()).eigenvalues.iter().copied().collect();
    squares.sort_by(f64::total_cmp);
    squares.into_iter().map(f64::sqrt).collect()
}

/// Bending of a beam with ends that turn freely: with k = jπ/l, μ = ρA, J = ρI (Timoshenko 1921)
/// μJ/GA_s ω⁴ − (μ + k²(J + EI μ/GA_s)) ω² + EI k⁴ = 0.
#[test]
fn frequencies_of_a_hinged_beam_are_timoshenkos_with_order_two() {
    let (young, density, length) = (2.1e11, 7850.0, 0.2);
    let (area, inertia) = (2e-4, 0.02 * 0.01f64.powi(3) / 12.0);
    let shear = young / 2.6 * area * 5.0 / 6.0;
    let exact = |mode: f64| {
        let k2 = (mode * PI / length).powi(2);
        let (mu, j, bend) = (density * area, density * inertia, young * inertia);
        let (a, b, c) = (mu * j / shear, mu + k2 * (j + bend * mu / shear), bend * k2 * k2);
        (2.0 * c / (b + (b * b - 4.0 * a * c).sqrt())).sqrt()
    };
    let error = |n: usize, mode: usize| {
        let geometry = format!("start = [0, 0, 0]\nend = [{length}, 0, 0]\nelements = {n}");
        let model = beam(&geometry, "plane = 'xy'").model;
        // Transverse motion alone, so that modes are in order: x is held everywhere, y at the ends.
        let held = |node: usize, c: usize| c == 0 || c == 1 && (node == 0 || node == n);
        frequencies(&model, &held)[mode - 1] / exact(mode as f64) - 1.0
    };
    for mode in 1..=3 {
        let (coarse, fine) = (error(16, mode), error(32, mode));
        let order = (coarse / fine).log2();
        assert!((order - 2.0).abs() < 0.05, "mode {mode}: order {order}, errors {coarse:e} {fine:e}");
        // In the slender limit ω is too high by (k l_e)²/8.
        let expected = (mode as f64 * PI / 32.0).powi(2) / 8.0;
        assert!((fine / expected - 1.0).abs() < 0.1, "mode {mode}: {fine:e} {expected:e}");
    }
}

/// A bar that is held at one end: ω_j = (j − ½) π c/l with the wave speed c = √(E/ρ); linear shape functions and consistent mass
/// are above it by (ω l_e/c)²/24.
#[test]
fn waves_run_along_a_bar_at_the_speed_of_sound() {
    let (n, c) = (32, (2.1e11f64 / 7850.0).sqrt());
    for model in ["exact", "linear"] {
        let text = format!(
            "[bodies.bar]\ntype = 'bar'\nstart = [0, 0, 0]\nend = [1, 0, 0]\nelements = {n}\narea = 1e-4\n\
             young = 2.1e11\ndensity = 7850\nmodel = '{model}'"
        );
        let found = frequencies(&load(&text).model, &|node, component| node == 0 || component != 0);
        for (j, omega) in found.iter().take(3).enumerate() {
            let exact = (j as f64 + 0.5) * PI * c;
            let excess = (exact / c / f64::from(n)).powi(2) / 24.0;
            assert!((omega / exact - 1.0 - excess).abs() < 0.01 * excess, "{model} {j}: {omega} {exact}");
        }
    }
}

fn run(loaded: Loaded) -> Simulation {
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
    simulation
}

/// Momentum and angular momentum about the origin, from the mass matrices of the elements.
fn momenta(simulation: &Simulation) -> (Vec3, Vec3) {
    let (system, kin) = (&simulation.system, &simulation.state.kin);
    let mut p = vec![0.0; kin.v.len()];
    system.mass.mul(&kin.v, &mut p);
    let mut sum = (Vec3::zeros(), Vec3::zeros());
    for (node, frame) in kin.frames.iter().enumerate() {
        let (linear, angular) = system.layout.get(node, &p);
        sum.0 += linear;
        sum.1 += frame.x.cross(&linear) + frame.r() * angular;
    }
    sum
}

/// A soft beam thrown with a spin, bent by it: energy and momenta stay.
#[test]
fn a_free_beam_keeps_its_energy_and_momenta_while_it_tumbles() {
    let text = "[simulation]\nstep = 2e-4\nuntil = 0.5\nrho_inf = 1\n[bodies.rod]\ntype = 'beam'\nstart = [-0.3, -0.3, 0.2]\n\
                end = [0.5, 0.3, 0.2]\nvia = [0, 0.2, 0]\nelements = 4\ntwist = 0.5\nyoung = 5e6\npoisson = 0.3\n\
                density = 1000\nsection = { type = 'rectangle', width = 0.02, height = 0.03 }\nvelocity = [1, 0, 2]\n\
                angular_velocity = [9, 7, 11]";
    let start = Simulation::new(load(text).model, load(text).settings).unwrap_or_else(|e| panic!("{e}"));
    let (p0, l0) = momenta(&start);
    let end = run(load(text));
    let energy = end.state.energy;
    let total = start.state.energy.kinetic + start.state.energy.potential;
    let strained = energy.potential / total;
    assert!(strained > 1e-3, "the beam is bent: {strained}");
    // Second order in the step: halving it divides the drift by four.
    let drift = (energy.kinetic + energy.potential) / total - 1.0;
    assert!(drift.abs() < 1e-5, "{drift:e}");
    let (p, l) = momenta(&end);
    assert!((p - p0).norm() < 1e-9 * p0.norm(), "{p} {p0}");
    assert!((l - l0).norm() < 1e-5 * l0.norm(), "{l} {l0}");
}

/// A mass falls by half a metre until its cable of 1 m is taut: free flight before, then it is held within v √(m/k) of the length.
#[test]
fn a_cable_is_slack_in_compression_and_holds_in_tension() {
    let text = |until: f64| {
        format!(
            "plane = 'xy'\ngravity = [0, -9.81, 0]\n[simulation]\nstep = 1e-4\nuntil = {until}\n[bodies.ball]\n\
             type = 'point_mass'\nmass = 1\nposition = [0, -0.5, 0]\n[bodies.cable]\ntype = 'cable'\n\
             start = 'ground'\nend = 'ball'\nlength = 1\narea = 1e-6\nyoung = 1e10\ndensity = 1\n"
        )
    };
    // The cable weighs a millionth of the mass.
    let falling = run(load(&text(0.3)));
    let y = falling.state.kin.frames[0].x.y;
    assert!((y - (-0.5 - 0.5 * 9.81 * 0.09)).abs() < 1e-6, "{y}");
    assert!(falling.state.energy.remainder.abs() < 1e-5);
    let taut = (2.0 * 0.5 / 9.81f64).sqrt();
    // A quarter of a period √(m/k)·2π later it is lowest.
    let (speed, period) = ((2.0 * 9.81 * 0.5f64).sqrt(), TAU * 1e-2);
    let held = run(load(&text(taut + 0.25 * period)));
    let stretch = -1.0 - held.state.kin.frames[0].x.y;
    // Half a vibration about the static stretch m g/k.
    let expected = speed * 1e-2 + 9.81e-4;
    assert!((stretch / expected - 1.0).abs() < 1e-2, "{stretch} {expected}");
}

/// N and M of the rolled beam, and the mean of its neighbours at a node.
#[test]
fn section_sensors_give_forces_in_the_axes_of_the_section() {
    let sensors = "[sensors.f]\ntype = 'section_force'\nof = 'rod'\nat = 0.5\n[sensors.k]\ntype = 'section_strain'\nof = 'rod'\n\
                   at = 0.13\ncomponent = 'kappa_z'\n";
    // In the plane y-z the section's x axis is not the first axis of the nodes.
    for (plane, end) in [("", "[1, 0, 0]"), ("plane = 'yz'\n", "[0, 1, 0]")] {
        let loaded = beam(&format!("start = [0, 0, 0]\nend = {end}\nelements = 4"), &format!("{plane}{sensors}"));
        let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
        let turned = Frame::from_matrix(Vec3::zeros(), simulation.system.model.nodes[0].frame.r());
        let axes = match plane {
            "" => Frame::identity(),
            _ => Frame::from_matrix(Vec3::zeros(), &carom::Mat3::from_columns(&[Vec3::y(), Vec3::z(), Vec3::x()])),
        };
        for (frame, bent) in simulation.state.kin.frames.iter_mut().zip(rolled(&[0.25; 4], 0.6)) {
            *frame = axes.then(&bent).then(&axes.inverse()).then(&turned);
        }
        let mut values = Vec::new();
        evaluate(&loaded.sensors, &simulation.snapshot(), &mut values);
        let moment = 2.1e11 * 0.02 * 0.01f64.powi(3) / 12.0 * 0.6;
        let expected = [0.0, 0.0, 0.0, 0.0, 0.0, moment, 0.6];
        for (found, expected) in values.iter().zip(expected) {
            // Strains of rounding times EA = 4e7 N.
            assert!((found - expected).abs() < 1e-6, "{plane}: {values:?}");
        }
    }
}

/// The first of two elements is slack, the second in tension by 1 %: the line through 0 and N is −N/2 at the slack end, where a
/// cable has no force and a bar's force is extrapolated.
#[test]
fn a_slack_end_of_a_cable_does_not_push() {
    for (kind, expected) in [("cable", [0.0, 1.5]), ("bar", [-0.5 - 1.5 * 50.0, 1.5 + 0.5 * 50.0])] {
        let text = format!(
            "[bodies.c]\ntype = '{kind}'\nstart = [0, 0, 0]\nend = [2, 0, 0]\nelements = 2\narea = 1e-6\nyoung = 1e8\ndensity = 1000\n\
             [sensors]\na = {{ type = 'section_force', of = 'c', at = 0 }}\nb = {{ type = 'section_force', of = 'c', at = 1 }}\n"
        );
        let loaded = load(&text);
        let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
        for (frame, x) in simulation.state.kin.frames.iter_mut().zip([0.0, 0.5, 1.51]) {
            frame.x.x = x;
        }
        let mut values = Vec::new();
        evaluate(&loaded.sensors, &simulation.snapshot(), &mut values);
        // N = EA ε = 100 N · 0.01 = 1 N, and −50 N in the slack element of a bar.
        assert!(values.iter().zip(expected).all(|(found, wanted)| (found - wanted).abs() < 1e-9), "{kind}: {values:?}");
    }
}

/// The nodes of a 45° bend stand on the circle, tangents along it; the length is the arc's.
#[test]
fn an_arc_goes_through_its_three_points() {
    let (r, half) = (100.0, PI / 8.0);
    let point = |phi: f64| format!("[{}, {}, 0]", r * phi.sin(), r * (1.0 - phi.cos()));
    let geometry = format!("start = [0, 0, 0]\nvia = {}\nend = {}\nelements = 8", point(half), point(2.0 * half));
    let model = beam(&geometry, "").model;
    for (i, node) in model.nodes.iter().enumerate() {
        let phi = 2.0 * half * i as f64 / 8.0;
        let expected = Vec3::new(phi.sin(), 1.0 - phi.cos(), 0.0) * r;
        assert!((node.frame.x - expected).norm() < 1e-12 * r, "node {i}");
        let tangent = node.frame.r().column(0) - Vec3::new(phi.cos(), phi.sin(), 0.0);
        assert!(tangent.norm() < 1e-13, "node {i}");
    }
    let mut mass = LocalMatrix::default();
    mass.reset(2, 6);
    let stage = Stage::new(&model);
    model.elements.iter().for_each(|item| item.element.mass(&stage.scene(), &mut mass));
    let total: f64 = [(0, 0), (0, 6), (6, 0), (6, 6)].iter().map(|(i, j)| mass.get(*i, *j)).sum();
    assert!((total / (7850.0 * 2e-4 * r * 2.0 * half) - 1.0).abs() < 1e-13);
}

/// Resultant and moment of a load that grows along a beam: ∫ q₀ s ds l = q₀ l/2 at two thirds of the length.
#[test]
fn a_line_load_has_the_resultant_and_the_moment_of_its_distribution() {
    let load_on = "[forces.q]\ntype = 'line_load'\non = 'rod'\nforce = [0, '6*s', 0]\n";
    let model = beam("start = [0, 0, 0]\nend = [3, 0, 0]\nelements = 5", load_on).model;
    let (mut sum, mut moment) = (Vec3::zeros(), Vec3::zeros());
    for ((force, torque), frame) in forces(&model, &frames(&model)).iter().zip(frames(&model)) {
        sum += force;
        moment += frame.x.cross(force) + torque;
    }
    assert!((sum - Vec3::new(0.0, 9.0, 0.0)).norm() < 1e-12 && (moment - Vec3::new(0.0, 0.0, 18.0)).norm() < 1e-12);
}

/// A beam between two bodies: joints named after its ends, a clamp in space, and what they leave free.
#[test]
fn ends_are_joined_to_what_they_name() {
    let text = format!(
        "[bodies.rod]\ntype = 'beam'\nstart = 'ground'\nend = 'ball'\nend_joint = 'spherical'\nelements = 2\n\
         section = {{ type = 'circle', radius = 0.01 }}\n{STEEL}[bodies.ball]\ntype = 'point_mass'\nmass = 1\n\
         position = [1, 0, 0]\n[bodies.other]\ntype = 'beam'\nstart = [0, 1, 0]\nend = 'rod.end'\nstart_joint = 'fixed'\n\
         end_joint = 'free'\nsection = {{ type = 'circle', radius = 0.01 }}\n{STEEL}"
    );
    let model = load(&text).model;
    let joints: Vec<_> = model.joints.iter().map(|j| (j.name.as_str(), j.kind, j.rows.len())).collect();
    let expected =
        [("rod.start_joint", "fixed", 6), ("rod.end_joint", "spherical", 3), ("other.start_joint", "fixed", 6)];
    assert_eq!(joints, expected);
}
