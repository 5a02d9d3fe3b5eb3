//! Spheres, materials and generators: what a collision is made of, and starts that are at the edge of what can be.

use carom::Vec3;
use carom::contact::{ContactLaw, Form, Friction};
use carom::drive::Simulation;
use carom::spec::{Loaded, load_str};

fn model(text: &str) -> Loaded {
    load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{}", e.render(false)))
}

fn start(text: &str) -> Result<Simulation, String> {
    let loaded = model(text);
    Simulation::new(loaded.model, loaded.settings).map_err(|e| e.to_string())
}

fn run(text: &str) -> Simulation {
    let mut simulation = start(text).unwrap_or_else(|e| panic!("{e}"));
    simulation.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
    simulation
}

/// Bodies of type `sphere` with a mass of 1 kg.
fn ball(name: &str, radius: f64, position: [f64; 3], more: &str) -> String {
    format!("[bodies.{name}]\ntype = 'sphere'\nmass = 1\nradius = {radius}\nposition = {position:?}\n{more}\n")
}

const ALL: &str = "[contacts.all]\ntype = 'collision'\n";

#[test]
fn spheres_that_overlap_at_the_start_are_named_with_their_depth() {
    let text = ball("a", 0.1, [0.0; 3], "") + &ball("b", 0.1, [0.15, 0.0, 0.0], "") + ALL;
    let message = start(&text).err().expect("it started");
    assert!(message.contains("`all (a, b)` penetrates by 5.000e-2 m") && !message.contains("deepest"), "{message}");
}

/// 1000 spheres on a grid, all shifted into the floor by up to a whole edge: one message, with the deepest.
#[test]
fn many_overlaps_at_the_start_are_one_message() {
    let text = "[ground]\nshapes = [{ type = 'plane', position = [0, 0, 0.95] }]\n[bodies.g]\ntype = 'spheres'\nradius = 0.05\n\
                density = 1\ngrid = { count = [10, 10, 10], spacing = 0.1 }\n"
        .to_owned()
        + ALL;
    let message = start(&text).err().expect("it started");
    // The lowest layer is at z = 0, 1 m below the plane less 0.05 m, and its lowest point 0.05 m below. All layers are below it.
    assert!(
        message.contains("penetrates by 1.000e0 m") && message.contains("the deepest of 1000 contacts"),
        "{message}"
    );
}

#[test]
fn coincident_spheres_of_a_collision_are_refused() {
    let text = ball("a", 0.1, [0.0; 3], "") + &ball("b", 0.1, [0.0; 3], "") + ALL;
    let message = start(&text).err().expect("it started");
    assert!(message.contains("`all (a, b)` penetrates by 2.000e-1 m"), "{message}");
}

/// There the gap has no gradient. It is open, so nothing needs one: the sphere falls freely.
#[test]
fn a_sphere_at_the_centre_of_its_cage_falls() {
    let text = "gravity = [0, 0, -10]\nsimulation = { step = 1e-3, until = 0.1 }\n".to_owned()
        + &ball("a", 0.1, [0.0; 3], "")
        + "[contacts.cage]\ntype = 'sphere_in_sphere'\nouter = 'ground'\ninner = 'a'\nouter_radius = 0.4\n";
    // The trapezoidal rule is exact: −½ g t², to rounding of 100 steps.
    assert!((run(&text).state.kin.frames[0].x.z + 0.05).abs() < 1e-12);
}

/// Two spheres that touch without a force stay where they are.
#[test]
fn spheres_that_touch_exactly_start_and_rest() {
    let text = "simulation = { step = 1e-2, until = 0.1 }\n".to_owned()
        + &ball("a", 0.1, [0.0; 3], "")
        + &ball("b", 0.1, [0.2, 0.0, 0.0], "")
        + ALL;
    let s = run(&text);
    assert!((s.state.kin.frames[1].x - Vec3::new(0.2, 0.0, 0.0)).norm() < 1e-12);
    assert!(s.state.kin.v.iter().all(|v| v.abs() < 1e-12));
}

/// A sphere that passes another at the distance of touching: no normal velocity, no impulse, also with friction.
#[test]
fn a_grazing_sphere_is_not_deflected() {
    let text = "simulation = { step = 1e-3, until = 0.4 }\n".to_owned()
        + &ball("a", 0.1, [0.0; 3], "")
        + &ball("b", 0.1, [-0.2, 0.0, 0.2], "velocity = [1, 0, 0]")
        + ALL
        + "friction = 0.5\n";
    let s = run(&text);
    // The gap has its double root at contact, where rounding decides whether it closes: an impulse could only be rounding.
    assert!((s.state.kin.frames[1].x - Vec3::new(0.2, 0.0, 0.2)).norm() < 1e-9, "{}", s.state.kin.frames[1].x);
}

const MATERIALS: &str = "[materials.a]\nfriction = 0.5\nrestitution = 0.2\n[materials.b]\nfriction = '0.3 + 0.4*exp(-v)'\n\
    restitution = 0.6\nrolling_resistance = 1e-3\n[materials.b.against.a]\nrestitution = 0.9\n[materials.a.against.a]\n\
    drilling_resistance = 1e-4\n";

fn law_of<'a>(loaded: &'a Loaded, first: &str, second: &str) -> &'a ContactLaw {
    let collision = &loaded.model.collisions[0];
    let place =
        |name: &str| collision.colliders.iter().find(|c| c.name == name).map(|c| c.material).expect("a collider");
    &collision.laws[place(first) * collision.materials + place(second)]
}

/// Given for the pair, or the smaller of the two values; without a material the contact's own.
#[test]
fn materials_are_paired_by_the_table_or_by_the_smaller_value() {
    let text = MATERIALS.to_owned()
        + &ball("p", 0.1, [0.0; 3], "material = 'a'")
        + &ball("q", 0.1, [1.0, 0.0, 0.0], "material = 'b'")
        + &ball("r", 0.1, [2.0, 0.0, 0.0], "")
        + ALL
        + "law = 'materials'\nfriction = 0.1\nrestitution = 0.3\n";
    let loaded = model(&text);
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    for (i, j) in [("p", "q"), ("q", "p")] {
        let law = law_of(&loaded, i, j);
        assert_eq!((law.restitution_n, law.restitution_t, law.rolling, law.drilling), (0.9, 0.0, 0.0, 0.0));
        // min(0.5, 0.3 + 0.4 exp(−v)): 0.5 at rest, below from v = ln 2 on.
        assert_eq!(law.friction.at(0.0), 0.5);
        assert_eq!(law.friction.at(1.0), 0.3 + 0.4 * (-1.0f64).exp());
    }
    let like = law_of(&loaded, "q", "q");
    assert_eq!((like.restitution_n, like.rolling, like.friction.at(0.0)), (0.6, 1e-3, 0.7));
    assert_eq!(law_of(&loaded, "p", "p").drilling, 1e-4);
    for name in ["p", "q", "r"] {
        let law = law_of(&loaded, name, "r");
        assert_eq!((&law.friction, law.restitution_n), (&Friction::Constant(0.1), 0.3));
    }
}

#[test]
fn a_material_that_no_contact_asks_for_is_warned_about() {
    let text = MATERIALS.to_owned() + &ball("p", 0.1, [0.0; 3], "material = 'a'");
    let text = text + &ball("q", 0.1, [1.0, 0.0, 0.0], "") + ALL;
    let warnings = model(&text).warnings;
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].to_string().contains("bodies.p: no contact asks for the material `a`"), "{}", warnings[0]);
}

/// Centres and radii of the bodies of a model that has spheres only.
fn spheres(loaded: &Loaded) -> Vec<(Vec3, f64)> {
    let radius = |form: &Form| if let Form::Sphere { radius } = form { Some(*radius) } else { None };
    let colliders = loaded.model.collisions[0].colliders.iter();
    colliders.filter_map(|c| Some((loaded.model.nodes[c.node?].frame.x, radius(&c.form)?))).collect()
}

#[test]
fn random_spheres_lie_in_the_box_apart_and_follow_from_the_seed() {
    let text = |seed: u64| {
        format!(
            "[bodies.g]\ntype = 'spheres'\nradius = [0.05, 0.1]\ndensity = 1000\nseed = {seed}\n\
             random = {{ count = 100, low = [-1, 0, 0], high = [1, 1, 1] }}\n{ALL}"
        )
    };
    let first = spheres(&model(&text(1)));
    assert_eq!(first.len(), 100);
    for (i, (x, radius)) in first.iter().enumerate() {
        assert!((0.05..=0.1).contains(radius));
        let (low, high) = (x.add_scalar(-radius), x.add_scalar(*radius));
        assert!(low.x >= -1.0 && low.y >= 0.0 && low.z >= 0.0 && high.x <= 1.0 && high.y <= 1.0 && high.z <= 1.0);
        assert!(first[..i].iter().all(|(y, other)| (x - y).norm() >= radius + other));
    }
    assert_eq!(first, spheres(&model(&text(1))));
    assert_ne!(first, spheres(&model(&text(2))));
}

/// The floor and the two walls across the plane; those before and behind it are left out.
#[test]
fn a_container_in_a_planar_model_has_three_sides() {
    let text = |plane: &str| {
        format!(
            "{plane}\n[ground]\nshapes = [{{ type = 'container', size = [1, 1, 1] }}]\n{}{ALL}",
            ball("b", 0.1, [0.0, 0.0, 0.5], "")
        )
    };
    let planes = |loaded: Loaded| loaded.model.collisions[0].colliders.iter().filter(|c| c.form == Form::Plane).count();
    assert_eq!(planes(model(&text("plane = 'zx'"))), 3);
    assert_eq!(planes(model(&text(""))), 5);
}

/// A ball thrown about in a closed container stays in it.
#[test]
fn a_closed_container_keeps_a_ball_inside() {
    let text = "simulation = { step = 1e-3, until = 1 }\n[ground]\n\
                shapes = [{ type = 'container', size = [1, 0.8, 0.6], closed = true }]\n"
        .to_owned()
        + &ball("b", 0.1, [0.0, 0.0, 0.3], "velocity = [3, 4, 5]")
        + ALL
        + "restitution = 1\n";
    let s = run(&text);
    let x = s.state.kin.frames[0].x;
    assert!(x.x.abs() <= 0.4 + 1e-9 && x.y.abs() <= 0.3 + 1e-9 && (0.1 - 1e-9..=0.5 + 1e-9).contains(&x.z), "{x}");
    // Without friction and with full restitution the speed stays, to the tolerance of equilibrium in some 30 impacts.
    let speed = Vec3::new(s.state.kin.v[0], s.state.kin.v[1], s.state.kin.v[2]).norm();
    assert!((speed - 50f64.sqrt()).abs() < 1e-6, "{speed}");
}

/// A rod on a hinge to the ground with a ball at its end; the ground has a sphere that the ball starts in.
#[test]
fn what_a_joint_holds_to_the_ground_does_not_touch_the_ground() {
    let text = "plane = 'xy'\n[ground]\nshapes = [{ type = 'sphere', radius = 0.1 }]\n".to_owned()
        + &ball("a", 0.1, [0.05, 0.0, 0.0], "")
        + &ball("b", 0.1, [1.0, 0.0, 0.0], "")
        + "[joints.pin]\ntype = 'hinge'\na = 'ground'\nb = 'a'\nat = [0, 0, 0]\n"
        + ALL;
    assert!(start(&text).is_ok());
    let message = start(&(text + "jointed = true\n")).err().expect("it started");
    assert!(message.contains("`all (ground, a)` penetrates"), "{message}");
}

/// The same with a ground that moves, of which another one is not affected.
#[test]
fn what_a_joint_holds_to_a_moving_ground_does_not_touch_it() {
    let shape = "shapes = [{ type = 'sphere', radius = 0.1 }]\n";
    let text = "plane = 'xy'\n[moving.table]\ntranslation = ['t', 0, 0]\n".to_owned()
        + shape
        + &ball("a", 0.1, [0.05, 0.0, 0.0], "velocity = [1, 0, 0]")
        + &ball("b", 0.1, [1.0, 0.0, 0.0], "")
        + "[joints.pin]\ntype = 'hinge'\na = 'table'\nb = 'a'\nat = [0, 0, 0]\n";
    assert!(start(&(text.clone() + ALL)).is_ok());
    let other = text + "[moving.other]\ntranslation = ['2*t', 0, 0]\n" + shape + ALL;
    let message = start(&other).err().expect("it started");
    assert!(message.contains("`all (other, a)` penetrates"), "{message}");
}

fn warnings(text: &str) -> String {
    model(text).warnings.iter().map(|w| format!("{}\n", w.message)).collect()
}

#[test]
fn resistance_on_bodies_without_rotations_is_told() {
    let point = "[bodies.p]\ntype = 'point_mass'\nmass = 1\nposition = [0, 0, 1]\nshapes = [{ type = 'sphere', radius = 0.1 }]\n";
    let listed = "[contacts.floor]\ntype = 'sphere_plane'\nsphere = 'p'\nplane = 'ground'\nrolling_resistance = 1e-3\n";
    let error = load_str("model.toml", &(point.to_owned() + listed), &[]).expect_err("it loaded").render(false);
    assert!(error.contains("contacts.floor") && error.contains("neither body has rotations"), "{error}");
    let text = point.to_owned() + &ball("a", 0.1, [0.0; 3], "") + ALL + "drilling_resistance = 1e-3\n";
    assert!(warnings(&text).contains("`p` has no rotations"), "{}", warnings(&text));
}

#[test]
fn pairs_that_two_contacts_cover_are_told() {
    let floor = "[ground]\nshapes = [{ type = 'plane' }]\n";
    let balls = floor.to_owned() + &ball("a", 0.1, [0.0, 0.0, 0.1], "") + &ball("b", 0.1, [1.0, 0.0, 0.1], "");
    let listed = "[contacts.listed]\ntype = 'sphere_sphere'\na = 'b'\nb = 'a'\n";
    let on_floor = "[contacts.floor]\ntype = 'sphere_plane'\nsphere = 'b'\nplane = 'ground'\n";
    for (other, expected) in [
        (listed, "`b` and `a` touch by the contact `all` too"),
        (on_floor, "`ground` and `b` touch by the contact `all` too"),
        ("[contacts.more]\ntype = 'collision'\nbodies = ['a']\nagainst = ['b']\n", "touch by the contact `all` too"),
        ("[contacts.more]\ntype = 'collision'\nagainst = ['ground']\n", "touch by the contact `all` too"),
    ] {
        let found = warnings(&(balls.clone() + ALL + other));
        assert!(found.contains(expected), "{other}: {found}");
        // Whatever stands first.
        assert!(warnings(&(balls.clone() + other + ALL)).contains("too: both act"), "{other}");
    }
    let apart = "[contacts.balls]\ntype = 'collision'\nbodies = ['a', 'b']\n[contacts.floor]\ntype = 'collision'\n\
                 bodies = ['a', 'b']\nagainst = ['ground']\n";
    assert_eq!(warnings(&(balls + apart)), "");
}

#[test]
fn the_speed_in_a_friction_that_hides_a_parameter_is_told() {
    let text = "parameters = { v = 3, w = 1 }\n".to_owned()
        + &ball("a", 0.1, [0.0; 3], "velocity = ['v', 0, 0]")
        + &ball("b", 0.1, [1.0, 0.0, 0.0], "")
        + ALL
        + "friction = '0.1 + 0.2*exp(-v/w)'\n";
    assert_eq!(warnings(&text), "`v` is a variable here, not the parameter of this name\n");
}

/// Three balls and a floor: 3 pairs of balls and 3 with the floor, of which one is excluded.
#[test]
fn shapes_and_pairs_of_a_collision_are_counted() {
    let text = "[ground]\nshapes = [{ type = 'plane', position = [0, 0, -1] }]\n".to_owned()
        + &ball("a", 0.1, [0.0; 3], "")
        + &ball("b", 0.1, [1.0, 0.0, 0.0], "")
        + &ball("c", 0.1, [2.0, 0.0, 0.0], "")
        + ALL
        + "exclude = [['a', 'ground']]\n";
    assert_eq!(carom::run::check(model(&text)).collisions, [("all".to_owned(), 4, 5)]);
}

/// A grid with a spacing below the diameter was refused, though the beads of a chain do not touch their neighbours.
#[test]
fn beads_on_joints_may_overlap() {
    let chain = |more: &str| {
        "[bodies.bead]\ntype = 'spheres'\nradius = 0.1\ndensity = 1000\n\
         grid = { count = [3, 1, 1], spacing = 0.15, overlap = true }\n\
         [joints.first]\ntype = 'distance'\na = 'bead_1'\nb = 'bead_2'\n\
         [joints.second]\ntype = 'distance'\na = 'bead_2'\nb = 'bead_3'\n"
            .to_owned()
            + ALL
            + more
    };
    // The ends are 0.3 m apart, the joints keep the neighbours from touching.
    assert!(start(&chain("")).is_ok());
    // Where neighbours can touch, the overlap is still an error.
    let message = start(&chain("jointed = true\n")).err().expect("it started");
    assert!(message.contains("penetrates by 5.000e-2 m"), "{message}");
}
