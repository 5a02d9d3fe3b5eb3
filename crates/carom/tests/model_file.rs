//! Model files: every registered kind loads, parameters, includes, values set from outside, frames and conversions.

use carom::catalog::{CATALOG, Group};
use carom::model::{Kinematics, Layout};
use carom::spec::{Loaded, json_schema, list, load, load_str, reference_markdown};
use carom::{Vec3, measure::Measure};

fn read(text: &str) -> Loaded {
    load_with(text, &[])
}

fn load_with(text: &str, set: &[(&str, &str)]) -> Loaded {
    let set: Vec<_> = set.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{text}\n{}", e.render(false)))
}

fn start(loaded: &Loaded) -> (Kinematics, Layout) {
    let model = &loaded.model;
    // Followers count as free frames here.
    let layout = Layout::new(&model.nodes, &[]);
    let frames = model.nodes.iter().map(|n| n.frame).collect();
    let mut v = vec![0.0; layout.n];
    for (i, node) in model.nodes.iter().enumerate() {
        let (linear, angular) =
            (Vec3::from_column_slice(&node.velocity[..3]), Vec3::from_column_slice(&node.velocity[3..]));
        layout.add(i, &linear, &angular, &mut v);
    }
    let mut kin = Kinematics::new(frames, v, &model.ports, model.angles.len());
    kin.angles.clone_from(&model.angles);
    (kin, layout)
}

/// Violation of every joint row at the start.
fn violations(loaded: &Loaded) -> Vec<f64> {
    let (kin, _) = start(loaded);
    let value = |row: &carom::joint::Row| {
        let sum: f64 = row.terms.iter().map(|(c, m)| c * m.value(&kin)).sum();
        sum - row.offset - row.drive.as_ref().map_or(0.0, |f| f.time_jet(0.0).0)
    };
    loaded.model.joints.iter().flat_map(|j| &j.rows).map(value).collect()
}

#[test]
fn every_sample_loads_and_starts_consistent() {
    for entry in CATALOG {
        let loaded = read(entry.sample);
        assert!(loaded.warnings.is_empty(), "{}: {:?}", entry.key, loaded.warnings);
        assert!(entry.sample.contains(&format!("\"{}\"", entry.key)), "{} is not in its sample", entry.key);
        for g in violations(&loaded) {
            // Frames are composed of a few products of unit quaternions: a few units of rounding.
            assert!(g.abs() < 1e-14, "{}: {g}", entry.key);
        }
    }
}

#[test]
fn every_kind_and_key_is_documented() {
    let (reference, text, schema) = (reference_markdown(), list(None), json_schema().to_string());
    for entry in CATALOG {
        assert!(reference.contains(&format!("### `{}`", entry.key)));
        assert!(
            text.contains(entry.key) && schema.contains(&format!("\"const\":\"{}\"", entry.key))
                || entry.group == Group::Law
        );
        let own = entry.schema(&mut Default::default());
        let properties = own.get("properties").and_then(|p| p.as_object()).cloned().unwrap_or_default();
        for (key, value) in properties {
            assert!(value["description"].is_string(), "{}.{key} has no description", entry.key);
        }
    }
    assert!(list(Some("hinge")).contains("initial_angle") && !list(Some("hinge")).contains("restitution"));
}

#[test]
fn kinds_of_a_group_have_different_keys() {
    for (i, a) in CATALOG.iter().enumerate() {
        assert!(!CATALOG[..i].iter().any(|b| a.group == b.group && a.key == b.key), "{}", a.key);
    }
}

const BALL: &str = "[bodies.ball]\ntype = \"point_mass\"\nmass = \"m\"\nposition = [0, 0, \"h\"]\n";

#[test]
fn parameters_may_be_defined_in_any_order_and_set_from_outside() {
    let text = format!("[parameters]\nm = \"2*k\"\nh = \"k + 1\"\nk = 3\n{BALL}");
    assert_eq!(read(&text).model.nodes[0].frame.x.z, 4.0);
    let set = load_with(&text, &[("k", "10/2"), ("simulation.step", "1e-4"), ("bodies.ball.mass", "7")]);
    assert_eq!(set.model.nodes[0].frame.x.z, 6.0);
    assert_eq!(set.settings.step, 1e-4);
    assert_eq!(set.resolved["parameters"]["m"], 10.0);
    assert_eq!(set.resolved["bodies"]["ball"]["position"][2], 6.0);
    assert_eq!(set.resolved["bodies"]["ball"]["mass"], 7.0);
}

#[test]
fn an_unknown_parameter_set_from_outside_is_refused() {
    let text = format!("[parameters]\nmu = 1\nm = 1\nh = 1\n{BALL}");
    let set = |name: &str| {
        let e = load_str("model.toml", &text, &[(name.to_owned(), "1".to_owned())]).expect_err("unknown name");
        e.to_string()
    };
    assert!(set("muu").contains("unknown parameter `muu`") && set("muu").contains("did you mean `mu`?"));
    assert!(set("bodies.bal.mass").contains("did you mean `ball`?"));
    assert!(set("simulation.stp").contains("did you mean `step`?"));
}

#[test]
fn includes_bring_parts() {
    let folder = std::env::temp_dir().join(format!("carom-include-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("parts")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("model.toml", &format!("include = [\"parts/a.toml\", \"parts/b.toml\"]\nname = \"main\"\n{BALL}"));
    write("parts/a.toml", "include = [\"b.toml\"]\n[parameters]\nm = \"2*h\"\n");
    write("parts/b.toml", "name = \"part\"\n[parameters]\nh = 5\n");
    let loaded = load(&folder.join("model.toml"), &[]).unwrap_or_else(|e| panic!("{e}"));
    std::fs::remove_dir_all(&folder).expect("removed");
    assert_eq!(loaded.model.name, "main");
    assert_eq!(loaded.sources.len(), 3);
    assert_eq!(loaded.model.nodes[0].frame.x.z, 5.0);
}

#[test]
fn the_node_sits_at_the_centre_of_mass() {
    // A body turned by 90° about z whose centre of mass is 0.2 m along its x axis, spinning at 3 rad/s.
    let loaded = read(
        r#"
[bodies.body]
type = "rigid_body"
mass = 1
inertia = [1, 1, 1]
center_of_mass = [0.2, 0, 0]
position = [1, 0, 0]
rotation = { axis = [0, 0, 2], angle = "pi/2" }
velocity = [0, 0.5, 0]
angular_velocity = [0, 0, 3]
points = { p = [0.3, 0, 0] }
[sensors.origin]
type = "position"
of = "body"
[sensors.p]
type = "position"
of = "body.p"
"#,
    );
    let node = &loaded.model.nodes[0];
    assert!((node.frame.x - Vec3::new(1.0, 0.2, 0.0)).norm() < 1e-15);
    // v = v_O + ω × r = (0, 0.5, 0) + 3 e_z × 0.2 e_y
    assert!((Vec3::from_column_slice(&node.velocity[..3]) - Vec3::new(-0.6, 0.5, 0.0)).norm() < 1e-15);
    let (kin, _) = start(&loaded);
    assert!((kin.ports[1].x - Vec3::new(1.0, 0.0, 0.0)).norm() < 1e-15);
    assert!((kin.ports[2].x - Vec3::new(1.0, 0.3, 0.0)).norm() < 1e-15);
}

#[test]
fn a_hinge_starts_at_its_initial_angle_with_its_turns() {
    let text = |extra: &str| {
        format!(
            "[bodies.b]\ntype = \"rigid_body\"\nmass = 1\ninertia = [1, 1, 1]\nrotation = [0.1, 0.2, 0.3]\n[joints.j]\ntype = \"hinge\"\na = \"ground\"\nb = \"b\"\naxis = [1, 2, 3]\n{extra}"
        )
    };
    for (extra, angle) in
        [("", 0.0), ("initial_angle = 0.7", 0.7), ("initial_angle = \"7*pi\"", 7.0 * std::f64::consts::PI)]
    {
        let loaded = read(&text(extra));
        let (kin, _) = start(&loaded);
        let (_, measure) = &loaded.model.joints[0].coordinates[0];
        // A few units of rounding of 22 rad.
        assert!((measure.value(&kin) - angle).abs() < 1e-13, "{extra}");
        assert!(violations(&loaded).iter().all(|g| g.abs() < 1e-14));
    }
}

#[test]
fn frames_of_the_user_give_the_angle() {
    let loaded = read(
        r#"
[bodies.b]
type = "rigid_body"
mass = 1
inertia = [1, 1, 1]
frames = { f = { rotation = [0, 0, 0.4] } }
[ground]
frames = { g = {} }
[joints.j]
type = "hinge"
a = "ground.g"
b = "b.f"
"#,
    );
    let (kin, _) = start(&loaded);
    assert!((loaded.model.joints[0].coordinates[0].1.value(&kin) - 0.4).abs() < 1e-15);
}

#[test]
fn rows_of_planar_models_are_in_the_plane_or_vanish() {
    let joint = |kind: &str, axis: &str| {
        format!(
            "plane = \"xy\"\n[bodies.b]\ntype = \"rigid_body\"\nmass = 1\ninertia = 1\nrotation = 0.3\nangular_velocity = 2\n[joints.j]\ntype = \"{kind}\"\na = \"ground\"\nb = \"b\"\n{axis}\n"
        )
    };
    let cases = [
        ("hinge", "", 2),
        ("prismatic", "axis = [0.6, 0.8, 0]", 2),
        ("fixed", "", 3),
        ("cylindrical", "axis = [1, 1, 0]", 2),
        ("point_on_line", "axis = [1, 0, 0]", 1),
        ("spherical", "", 2),
        ("planar", "", 0),
    ];
    for (kind, axis, expected) in cases {
        let loaded = read(&joint(kind, axis));
        let (kin, _) = start(&loaded);
        let mut active = 0;
        for row in &loaded.model.joints[0].rows {
            let (_, g) = row.terms[0].1.gradient(&kin);
            let in_plane = g.u_b.xy().norm() + g.p_b.z.abs();
            let vanishes = in_plane < 1e-15;
            // Unit axes: a row in the plane has a gradient of order one there, none out of it.
            let clean = g.u_b.z.abs() + g.p_b.xy().norm() < 1e-15 && in_plane > 0.5;
            assert!(vanishes || clean, "{kind}: {g:?}");
            active += usize::from(clean);
        }
        assert_eq!(active, expected, "{kind}");
    }
}

#[test]
fn the_second_tangent_of_a_planar_contact_is_the_normal_of_the_plane() {
    for (plane, gravity, normal) in [
        ("xy", "[0, -9.81, 0]", "[1, 2, 0]"),
        ("yz", "[0, 0, -9.81]", "[0, 0, 1]"),
        ("zx", "[0, 0, -9.81]", "[0, 0, 1]"),
    ] {
        let text = format!(
            "plane = \"{plane}\"\ngravity = {gravity}\n[bodies.b]\ntype = \"point_mass\"\nmass = 1\n[contacts.c]\ntype = \"node_face\"\npoint = \"b\"\nplane = \"ground\"\nnormal = {normal}\n"
        );
        let loaded = read(&text);
        let (kin, _) = start(&loaded);
        let axes = kin.ports[loaded.model.contacts[0].pair.ports().0].r;
        let out = loaded.model.plane.map(|p| Vec3::ith(p.normal(), 1.0)).expect("a planar model");
        assert!((axes.column(1) - out).norm() < 1e-15, "{plane}: {axes}");
    }
}

#[test]
fn contacts_with_the_same_plane_share_it() {
    let loaded = read(
        "[bodies.a]\ntype = \"point_mass\"\nmass = 1\n[bodies.b]\ntype = \"point_mass\"\nmass = 1\n[contacts.a]\ntype = \"node_face\"\npoint = \"a\"\nplane = \"ground\"\n[contacts.b]\ntype = \"node_face\"\npoint = \"b\"\nplane = \"ground\"\n",
    );
    assert_eq!(loaded.model.contacts[0].pair.ports().0, loaded.model.contacts[1].pair.ports().0);
    let planes = loaded.shapes.iter().filter(|s| matches!(s.geometry, carom::record::Geometry::Plane { .. }));
    assert_eq!(planes.count(), 1);
}

#[test]
fn doubtful_units_are_warned_about() {
    let loaded = read(
        "gravity = [0, 0, -9810]\n[bodies.b]\ntype = \"rigid_body\"\nmass = 1\ninertia = [1, 1, 1]\nrotation = [0, 0, 90]\n",
    );
    let text: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert!(text.iter().any(|w| w.contains("model.toml:1:") && w.contains("9.81 m/s²")), "{text:?}");
    assert!(text.iter().any(|w| w.contains("model.toml:6:") && w.contains("angles are in rad")), "{text:?}");
}

#[test]
fn gears_and_screws_keep_their_initial_values() {
    for kind in ["gear", "screw"] {
        let entry = Group::Joint.find(kind).expect("registered");
        let sample = entry.sample.replace("b = \"body\"\n", "b = \"body\"\ninitial_angle = 0.5\n");
        let loaded = read(&sample.replace("at = [0.3, 0, 0]", "at = [0.3, 0, 0]\ninitial_angle = 1.5"));
        assert!(violations(&loaded).iter().all(|g| g.abs() < 1e-14), "{kind}");
    }
}

#[test]
fn a_motion_of_a_point_is_measured_along_its_direction() {
    let loaded = read(
        "[bodies.b]\ntype = \"point_mass\"\nmass = 1\nposition = [3, 4, 0]\n[joints.m]\ntype = \"motion\"\non = \"b\"\ndirection = [3, 4, 0]\nmotion = \"5 + t\"\n",
    );
    assert!(violations(&loaded)[0].abs() < 1e-14);
    assert!(matches!(loaded.model.joints[0].rows[0].terms[0].1, Measure::Projection { axis: 2, .. }));
}

/// A small generator of numbers below `n` (xorshift), so that the damage is the same in every run.
fn random(state: &mut u64, n: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % n as u64) as usize
}

#[test]
fn damaged_files_are_reported_without_panic() {
    let bits =
        ["-1", "nan", "1e400", "\"x\"", "[", "}", "=", "\"", "π", "\n", "[a]", "true", "[[1]]", "\"sin(\"", ".", "#"];
    let mut state = 0x9e37_79b9_7f4a_7c15;
    for entry in CATALOG {
        for _ in 0..50 {
            let mut characters: Vec<char> = entry.sample.chars().collect();
            let at = random(&mut state, characters.len());
            let end = (at + random(&mut state, 6)).min(characters.len());
            characters.splice(at..end, bits[random(&mut state, bits.len())].chars());
            let text: String = characters.into_iter().collect();
            if let Err(e) = load_str("model.toml", &text, &[]) {
                assert!(!e.render(false).is_empty() && !e.diagnostics.is_empty());
            }
        }
    }
}

/// Keys of tables inside an item, lists and whole tables can be set; what cannot is explained.
#[test]
fn nested_keys_are_set_from_outside() {
    let text = "[bodies.rod]\ntype = \"beam\"\nstart = \"ground\"\nend = [1, 0, 0]\nelements = 4\nsection = { type = \"rectangle\", width = 0.01, height = 0.02 }\nyoung = 2e11\npoisson = 0.3\ndensity = 8000\n";
    let set =
        load_with(text, &[("bodies.rod.section.height", "2*0.025"), ("bodies.rod.end", "[\"1 + 1\", \"0.5\", 0]")]);
    assert_eq!(set.resolved["bodies"]["rod"]["section"]["height"], 0.05);
    assert_eq!(set.resolved["bodies"]["rod"]["end"], serde_json::json!([2.0, 0.5, 0]));
    assert_eq!(set.model.nodes.last().unwrap().frame.x, Vec3::new(2.0, 0.5, 0.0));
    let whole = load_with(text, &[("bodies.rod.section", "{ type = \"circle\", radius = 0.03 }")]);
    assert_eq!(whole.resolved["bodies"]["rod"]["section"]["radius"], 0.03);
    let refuse = |name: &str| {
        let e = load_str("model.toml", text, &[(name.to_owned(), "1".to_owned())]).expect_err("a bad name");
        e.to_string()
    };
    assert!(refuse("bodies.rod.sektion.height").contains("did you mean `section`?"));
    assert!(refuse("bodies.rod.young.value").contains("`bodies.rod.young` is not a table"));
    assert!(refuse("bodies.rod.section.heigth").contains("did you mean `height`?"));
}
