//! Weights from shapes, bushings, springs by expressions, tables.

use carom::spec::{Loaded, load_str};
use carom::testkit::run;
use std::f64::consts::PI;
use std::path::PathBuf;

fn load(text: &str) -> Loaded {
    load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"))
}

fn errors(text: &str) -> String {
    match load_str("model.toml", text, &[]) {
        Ok(_) => panic!("it loaded"),
        Err(e) => e.to_string(),
    }
}

/// A file beside the model.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("carom-wishes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{e}"));
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap_or_else(|e| panic!("{e}"));
    path
}

/// A dumbbell of two balls and a rod, once by its shapes and once by hand.
#[test]
fn a_body_weighs_what_its_shapes_weigh() {
    let shapes = "shapes = [{ type = 'sphere', radius = 0.1, position = [0, 0, 0.4] }, { type = 'sphere', radius = 0.1, position = [0, 0, -0.2], density = 500 }, \
                  { type = 'cylinder', radius = 0.02, length = 0.4, position = [0, 0, 0.1] }, { type = 'line', points = [[0, 0, 0], [1, 0, 0]] }]";
    let ball = 4.0 / 3.0 * PI * 1e-3;
    let rod = PI * 4e-4 * 0.4 * 1000.0;
    let (m1, m2) = (1000.0 * ball, 500.0 * ball);
    let mass = m1 + m2 + rod;
    let z = (m1 * 0.4 - m2 * 0.2 + rod * 0.1) / mass;
    let across = [m1, m2].iter().map(|m| 0.4 * m * 0.01).sum::<f64>()
        + rod * (3.0 * 4e-4 + 0.16) / 12.0
        + m1 * (0.4 - z).powi(2)
        + m2 * (-0.2 - z).powi(2)
        + rod * (0.1 - z).powi(2);
    let along = 0.4 * (m1 + m2) * 0.01 + 0.5 * rod * 4e-4;
    let model = load(&format!("[bodies.b]\ntype = 'rigid_body'\ndensity = 1000\n{shapes}\n")).model;
    let text = format!("{:?}", model.elements[0].element);
    let by_hand = load(&format!(
        "[bodies.b]\ntype = 'rigid_body'\nmass = {mass}\ninertia = [{across}, {across}, {along}]\ncenter_of_mass = [0, 0, {z}]\n"
    ));
    // The node sits at the centre of mass.
    assert!((model.nodes[0].frame.x - by_hand.model.nodes[0].frame.x).norm() < 1e-15);
    let numbers = |text: &str| -> Vec<f64> {
        text.split(|c: char| !(c.is_ascii_digit() || "+-.e".contains(c))).filter_map(|w| w.parse().ok()).collect()
    };
    let (a, b) = (numbers(&text), numbers(&format!("{:?}", by_hand.model.elements[0].element)));
    assert!(a.len() == b.len() && a.len() > 9, "{a:?} {b:?}");
    // Sums of a few products.
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-14 * mass), "{a:?} {b:?}");
    // With a mass, densities count against each other.
    let shared = load(&format!(
        "[bodies.b]\ntype = 'rigid_body'\nmass = 3\ninertia = 'shapes'\n{}\n",
        shapes.replace("density = 500", "density = 0.5")
    ));
    let c = numbers(&format!("{:?}", shared.model.elements[0].element));
    assert!(c.iter().zip(&a).skip(1).all(|(c, a)| (c - a * 3.0 / mass).abs() < 1e-14), "{c:?} {a:?}");
}

#[test]
fn a_closed_surface_weighs_and_an_open_one_is_refused() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]];
    let facet = |[a, b, c]: [usize; 3]| {
        let vertex = |i: usize| format!("vertex {} {} {}\n", corners[i][0], corners[i][1], corners[i][2]);
        format!("facet normal 0 0 0\nouter loop\n{}{}{}endloop\nendfacet\n", vertex(a), vertex(b), vertex(c))
    };
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let stl =
        |faces: &[[usize; 3]]| format!("solid t\n{}endsolid t\n", faces.iter().map(|f| facet(*f)).collect::<String>());
    let body = |path: &PathBuf| {
        format!(
            "[bodies.b]\ntype = 'rigid_body'\ndensity = 100\nshapes = [{{ type = 'mesh', file = '{}', scale = 0.1 }}]\n",
            path.display()
        )
    };
    let model = load(&body(&file("tetrahedron.stl", &stl(&faces)))).model;
    // A tetrahedron of the volume 1 · 2 · 3/6 · 0.1³, with its centre at a quarter of its edges.
    assert!(format!("{:?}", model.elements[0].element).contains("mass: 0.1"), "{:?}", model.elements[0].element);
    let x = model.nodes[0].frame.x;
    assert!((x.x - 0.025).abs() + (x.y - 0.05).abs() + (x.z - 0.075).abs() < 1e-15, "{x}");
    let open = errors(&body(&file("open.stl", &stl(&faces[..3]))));
    assert!(open.contains("not closed: 3 edges") && open.contains("model.toml:4:"), "{open}");
    let turned = faces.map(|[a, b, c]| [a, c, b]);
    assert!(errors(&body(&file("turned.stl", &stl(&turned)))).contains("inwards"));
    assert!(errors(&body(&file("no.stl", "hello"))).contains("no STL file"));
    assert!(errors(&body(&PathBuf::from("missing.stl"))).contains("cannot read"));
}

#[test]
fn weights_that_contradict_are_refused() {
    let with = |keys: &str| errors(&format!("[bodies.b]\ntype = 'rigid_body'\n{keys}\n"));
    let sphere = "shapes = [{ type = 'sphere', radius = 0.1 }]";
    for (keys, words) in [
        ("mass = 1".to_owned(), "missing key `inertia`"),
        ("inertia = [1, 1, 1]".to_owned(), "missing key `mass`"),
        ("density = 1".to_owned(), "no shape that weighs"),
        (format!("density = 1\nmass = 1\n{sphere}"), "stands instead of"),
        (format!("density = 1\ncenter_of_mass = [0, 0, 1]\n{sphere}"), "that of the shapes"),
        (
            "mass = 1\ninertia = 'shapes'\nshapes = [{ type = 'tube', radius = 1, inner_radius = 2, length = 1 }]"
                .to_owned(),
            "not below",
        ),
    ] {
        let message = with(&keys);
        assert!(message.contains(words), "{keys}: {message}");
    }
}

/// A bushing that is stiff against a spring in one direction is that spring; a soft one about an axis is a torsional spring.
#[test]
fn a_bushing_vibrates_like_its_springs() {
    let text = r#"
[simulation]
step = 1e-3
until = 1.0
[bodies.b]
type = "rigid_body"
mass = 2
inertia = [0.1, 0.2, 0.3]
velocity = [1, 2, 3]
angular_velocity = [0, 0, 0.5]
[forces.mount]
type = "bushing"
a = "ground"
b = "b"
stiffness = [200, 800, 3200]
rotational_stiffness = [10, 10, 30]
[sensors.x]
type = "position"
of = "b"
[sensors.w]
type = "angular_velocity"
of = "b"
"#;
    let (s, history) = run(text, &[]);
    let x = s.state.kin.frames[0].x;
    for (i, (v, omega)) in [(1.0, 10.0), (2.0, 20.0), (3.0, 40.0)].iter().enumerate() {
        let expected = v / omega * (omega * 1.0_f64).sin();
        // The phase of the default scheme errs by (ω h)²/12 and its amplitude decays a little.
        assert!((x[i] - expected).abs() < 0.03 * v / omega, "{i}: {} {expected}", x[i]);
    }
    assert!((s.state.kin.v[5] - 0.5 * (10.0_f64).cos()).abs() < 5e-3, "{}", s.state.kin.v[5]);
    // Springs keep energy but for the damping of the scheme.
    let energy = s.state.energy.kinetic + s.state.energy.potential;
    assert!((energy / s.state.initial_energy - 1.0).abs() < 0.03, "{energy}");
    assert!(history.time().len() > 1000);
}

/// A spring by an expression moves like the linear one.
#[test]
fn a_tension_by_an_expression_is_a_spring() {
    let text = |spring: &str| {
        format!(
            "gravity = [0, 0, -9.81]\nsimulation = {{ step = 1e-3, until = 0.5 }}\n[tables.force]\npoints = [[-1, -100], [1, 100]]\n\
             [bodies.m]\ntype = 'point_mass'\nmass = 1\nposition = [0.3, 0, -0.5]\n\
             [forces.s]\ntype = 'spring_damper'\na = 'ground'\nb = 'm'\n{spring}\n"
        )
    };
    let linear = run(&text("stiffness = 100\ndamping = 0.5\nlength = 0.4"), &[]).0;
    for spring in ["tension = '100*(l - 0.4) + 0.5*ld'", "tension = 'force(l - 0.4)'\ndamping = 0.5"] {
        let other = run(&text(spring), &[]).0;
        let apart = (linear.state.kin.frames[0].x - other.state.kin.frames[0].x).norm();
        // The same forces, summed in another order.
        assert!(apart < 1e-9, "{spring}: {apart}");
    }
}

#[test]
fn tables_come_from_files() {
    let path = file("curve.csv", "# measured\nx, y\n0, 1\n1; 3\n\n 2\t2 \n");
    let text = format!(
        "[tables.curve]\nfile = '{}'\n[bodies.m]\ntype = 'point_mass'\nmass = 'curve(0.5)'\nposition = ['curve(1.5)', 'curve(-3)', 'curve(9)']\n",
        path.display()
    );
    let loaded = load(&text);
    assert!((loaded.model.nodes[0].frame.x - carom::Vec3::new(2.5, 1.0, 2.0)).norm() < 1e-15);
    assert_eq!(loaded.data_files.len(), 1, "it is known again when a run is resumed");
    for (content, words) in [
        ("0, 1\n", "two points or more"),
        ("0, 1\n1, 2, 3\n", "line 2"),
        ("0, 1\n1, nan\n", "line 2"),
        ("x, y\n0, 1\nz, 2\n", "line 3"),
        ("0, 1\n1, 2\n1, 3\n", "does not rise from point 2 to 3"),
    ] {
        let path = file("bad.csv", content);
        let message = errors(&format!(
            "[tables.c]\nfile = '{}'\n[bodies.m]\ntype = 'point_mass'\nmass = 'c(1)'\n",
            path.display()
        ));
        assert!(message.contains(words) && message.contains("model.toml:2:"), "{content}: {message}");
    }
    let named = |name: &str| {
        errors(&format!(
            "[parameters]\nk = 1\n[tables.{name}]\npoints = [[0, 0], [1, 1]]\n[bodies.m]\ntype = 'point_mass'\nmass = 1\n"
        ))
    };
    assert!(named("sin").contains("already") && named("k").contains("already"));
    let called = errors("[tables.c]\npoints = [[0, 0], [1, 1]]\n[bodies.m]\ntype = 'point_mass'\nmass = 'c(1, 2)'\n");
    assert!(called.contains("takes 1 argument"), "{called}");
}

/// A force that reads a sensor has its value at the start of the step: a sampled controller, x'' = −k x(tₙ).
#[test]
fn a_force_reads_sensors_at_the_start_of_the_step() {
    let text = r#"
[simulation]
step = 0.01
until = 0.5
[parameters]
k = 40
[bodies.m]
type = "point_mass"
mass = 2
position = [0.3, 0, 0]
[forces.control]
type = "force"
on = "m"
force = ["-k*place.x - 3*speed", 0, 0]
[sensors.place]
type = "position"
of = "m"
[sensors.speed]
type = "velocity"
of = "m"
component = "x"
"#;
    // A constant force within each step.
    let (mut x, mut v) = (0.3_f64, 0.0_f64);
    for _ in 0..50 {
        let a = (-40.0 * x - 3.0 * v) / 2.0;
        x += 0.01 * v + 0.5 * 1e-4 * a;
        v += 0.01 * a;
    }
    let (s, history) = run(text, &[("simulation.integrator", "moreau_jean")]);
    let found = s.state.kin.frames[0].x.x;
    assert!((found - x).abs() < 1e-9, "{found} {x}");
    assert!((history.last("place.x").unwrap_or(f64::NAN) - x).abs() < 1e-9);
    let [whole, again] = carom::testkit::resumed(text, &[], 20).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(whole.column("place.x"), again.column("place.x"));
    let unknown = errors(&text.replace("place.x", "place.q"));
    assert!(unknown.contains("place.q") && unknown.contains("forces.control"), "{unknown}");
    let none = errors(&text.replace("place.x", "plce"));
    assert!(none.contains("unknown name `plce`"), "{none}");
}
