//! Patterns: items with `repeat` stand for many.

use carom::spec::{Loaded, load_str};

fn load(text: &str) -> Loaded {
    load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"))
}

fn errors(text: &str) -> String {
    match load_str("model.toml", text, &[]) {
        Ok(_) => panic!("it loaded"),
        Err(e) => e.to_string(),
    }
}

#[test]
fn a_ring_is_what_a_script_would_write() {
    let pattern = r#"
[parameters]
n = 5
R = 0.2
[bodies.ball]
repeat = { i = "n" }
type = "sphere"
mass = "0.1*i"
radius = 0.01
position = ["R*cos(2*pi*i/n)", "R*sin(2*pi*i/n)", 0]
[forces.spring]
repeat = "n"
type = "spring_damper"
a = "ball_{i}"
b = "ball_{mod(i, n) + 1}"
stiffness = "100*i"
"#;
    let mut script = String::new();
    for i in 1..=5 {
        let angle = 2.0 * std::f64::consts::PI * f64::from(i) / 5.0;
        let (x, y) = (0.2 * angle.cos(), 0.2 * angle.sin());
        script += &format!(
            "[bodies.ball_{i}]\ntype = 'sphere'\nmass = {}\nradius = 0.01\nposition = [{x}, {y}, 0]\n",
            0.1 * f64::from(i)
        );
        script += &format!(
            "[forces.spring_{i}]\ntype = 'spring_damper'\na = 'ball_{i}'\nb = 'ball_{}'\nstiffness = {}\n",
            i % 5 + 1,
            100 * i
        );
    }
    let [a, b] = [pattern, &script].map(load);
    let nodes = |l: &Loaded| l.model.nodes.iter().map(|n| (n.name.clone(), n.frame.x)).collect::<Vec<_>>();
    assert_eq!(nodes(&a), nodes(&b));
    let elements =
        |l: &Loaded| l.model.elements.iter().map(|e| format!("{} {:?}", e.name, e.element)).collect::<Vec<_>>();
    assert_eq!(elements(&a), elements(&b));
    // The record of a run has every copy with its own numbers.
    let masses: Vec<f64> = (1..=5).filter_map(|i| a.resolved["bodies"][format!("ball_{i}")]["mass"].as_f64()).collect();
    assert_eq!(masses.len(), 5, "{}", a.resolved["bodies"]);
    assert!((masses[4] - 0.5).abs() < 1e-15 && (masses[1] - 0.2).abs() < 1e-15, "{masses:?}");
}

#[test]
fn a_grid_without_its_diagonal() {
    let model = load("[bodies.m]\nrepeat = { i = [0, 2], j = 3 }\nwhere = 'i + 1 != j'\ntype = 'point_mass'\nmass = 1\nposition = ['i', 'j', 0]\n").model;
    let names: Vec<&str> = model.nodes.iter().map(|n| n.name.as_str()).collect();
    assert_eq!(names, ["m_0_2", "m_0_3", "m_1_1", "m_1_3", "m_2_1", "m_2_2"]);
}

#[test]
fn values_set_from_outside_reach_all_copies() {
    let text = "[parameters]\nn = 2\n[bodies.m]\nrepeat = 'n'\ntype = 'point_mass'\nmass = 1\nposition = ['i', 0, 0]\n";
    let set = [("n", "4"), ("bodies.m.mass", "3")].map(|(k, v)| (k.to_owned(), v.to_owned()));
    let model = load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}")).model;
    assert_eq!(model.elements.len(), 4);
    assert!(model.elements.iter().all(|e| format!("{:?}", e.element).contains("mass: 3.0")), "{:?}", model.elements);
}

#[test]
fn errors_point_at_the_line_and_name_the_copy() {
    let text = "[bodies.m]\nrepeat = 4\ntype = 'point_mass'\nmass = '3 - i'\n";
    let message = errors(text);
    assert!(message.contains("model.toml:4:") && message.contains("bodies.m_3 (i = 3)"), "{message}");
    assert!(message.contains("\"3 - i\" = 0"), "{message}");
    // The same mistake in all copies is told once.
    let message = errors("[bodies.m]\nrepeat = 40\ntype = 'point_mass'\nmas = 1\n");
    assert_eq!(message.matches("unknown key").count(), 1, "{message}");
    assert!(message.contains("model.toml:4:1"), "{message}");
    let missing = errors(
        "[bodies.m]\nrepeat = 2\ntype = 'point_mass'\nmass = 1\nposition = ['i', 0, 0]\n[joints.d]\nrepeat = 2\ntype = 'distance'\na = 'm_{i}'\nb = 'm_{i + 1}'\n",
    );
    assert!(
        missing.contains("joints.d_2 (i = 2)") && missing.contains("`m_3`") && missing.contains("model.toml:10:"),
        "{missing}"
    );
}

#[test]
fn bad_patterns_are_refused() {
    let with = |repeat: &str| {
        errors(&format!("[parameters]\nn = 2\n[bodies.m]\nrepeat = {repeat}\ntype = 'point_mass'\nmass = 1\n"))
    };
    for (repeat, words) in [
        ("0", "no copies"),
        ("-3", "no copies"),
        ("2.5", "whole number"),
        ("'k'", "unknown name `k`"),
        ("{}", "no index"),
        ("{ n = 3 }", "parameter too"),
        ("{ sin = 3 }", "cannot be an index"),
        ("{ i = [1, 2, 3] }", "first and a last"),
        ("1e9", "copies of one item"),
        ("true", "expected a number"),
    ] {
        let message = with(repeat);
        assert!(message.contains(words) && message.contains("model.toml:4:"), "{repeat}: {message}");
    }
    let twice = errors(
        "[bodies.m]\nrepeat = 2\ntype = 'point_mass'\nmass = 1\nposition = ['i', 0, 0]\n[bodies.m_2]\ntype = 'point_mass'\nmass = 1\n",
    );
    assert!(twice.contains("`m_2` is defined twice"), "{twice}");
    let open = errors("[bodies.m]\nrepeat = 2\ntype = 'point_mass'\nmass = 1\nposition = ['{i', 0, 0]\n");
    assert!(open.contains("without"), "{open}");
    let half = errors("[bodies.m]\nrepeat = 2\ntype = 'point_mass'\nmass = 1\nposition = ['{i/2}', 0, 0]\n");
    assert!(half.contains("0.5 is no whole number"), "{half}");
}
