//! Cohesive contact: what a bond bears, what tearing it takes, and that it does not come back.

use super::{Set, column, energy, run};

const INTEGRATORS: [&str; 3] = ["decoupled", "coupled", "moreau_jean"];

/// A glued point: 1 N of strength, torn at 1 cm, which takes 5 mJ.
const GLUE: &str = r#"
parameters = { v = 0, f = 0, e = 0, weight = 0, z = 0 }
gravity = [0, 0, "-weight"]
simulation = { step = 1e-3, until = 0.2, tolerance = 1e-11 }
[bodies.stamp]
type = "point_mass"
mass = 0.1
position = [0, 0, "z"]
velocity = [0, 0, "v"]
[forces.pull]
type = "force"
on = "stamp"
force = [0, 0, "f"]
[contacts.glue]
type = "node_face"
point = "stamp"
plane = "ground"
law = "cohesive"
strength = 1e4
energy = 50
area = 1e-4
restitution = "e"
[sensors]
gap = { type = "contact", contact = "glue", quantity = "gap" }
damage = { type = "contact", contact = "glue", quantity = "damage" }
adhesion = { type = "contact", contact = "glue", quantity = "adhesion" }
v = { type = "velocity", of = "stamp", component = "z" }
"#;

const WORK: f64 = 5e-3;

/// Pulled off at 0.1 m/s by a drive.
#[test]
fn pulling_a_bond_off_takes_its_energy() {
    let driven = r#"
simulation = { step = 1e-3, until = 0.15, tolerance = 1e-11 }
[bodies.stamp]
type = "rigid_body"
mass = 0.1
inertia = [1e-4, 1e-4, 1e-4]
velocity = [0, 0, 0.1]
points = { foot = [0, 0, 0] }
[joints.slide]
type = "prismatic"
a = "ground"
b = "stamp"
axis = [0, 0, 1]
[joints.drive]
type = "motion"
joint = "slide"
motion = "0.1*t"
[contacts.glue]
type = "node_face"
point = "stamp.foot"
plane = "ground"
law = "cohesive"
strength = 1e4
energy = 50
area = 1e-4
"#;
    for integrator in INTEGRATORS {
        for (step, h) in [("1e-3", 1e-3), ("5e-4", 5e-4)] {
            let set: [Set; 2] = [("simulation.integrator", integrator), ("simulation.step", step)];
            let (_, history) = run(driven, &set);
            let end = |term: &str| energy(&history, term).pop().unwrap_or(f64::NAN);
            // The drive's work is a sum over steps: the kinks of the force, 1 N at 1 mm, cost a step of way each.
            let limit = 0.1 * h;
            assert!((end("loads") - WORK).abs() < limit, "{integrator}, {h}: {} J", end("loads"));
            assert!((end("impacts") + WORK).abs() < 1e-12, "{integrator}: {} J", end("impacts"));
            assert!(end("remainder").abs() < limit, "{integrator}: {} J", end("remainder"));
        }
    }
}

/// Thrown up with 0.5 m/s, 12.5 mJ: it leaves with what the bond did not take.
#[test]
fn what_leaves_has_lost_the_energy_of_the_bond() {
    let expected = (0.25_f64 - 2.0 * WORK / 0.1).sqrt();
    for integrator in INTEGRATORS {
        let errors = ["1e-3", "5e-4", "2.5e-4"].map(|h| {
            let (_, history) =
                run(GLUE, &[("simulation.integrator", integrator), ("simulation.step", h), ("v", "0.5")]);
            assert_eq!(column(&history, "damage").pop(), Some(1.0));
            (column(&history, "v").pop().unwrap_or(f64::NAN) - expected).abs()
        });
        // Of first order at least: a step passes 0.5 mm of the 10 mm in which 5 mJ are taken.
        assert!(errors[0] < 1e-2 && errors[2] < 2.5e-3, "{integrator}: {errors:?}");
    }
}

/// With 0.2 m/s it does not get off: it comes back along the secant, and swings on the damaged bond with what is left.
#[test]
fn a_bond_that_is_torn_in_part_unloads_to_the_origin() {
    let (_, history) = run(GLUE, &[("v", "0.2"), ("e", "1"), ("simulation.step", "2e-4"), ("simulation.until", "1")]);
    let (damage, gap) = (column(&history, "damage"), column(&history, "gap"));
    assert!(damage.windows(2).all(|d| d[1] >= d[0]), "it heals");
    let largest = gap.iter().fold(0.0, |a: f64, g| a.max(*g));
    // 2 mJ under the envelope: ½δ₀ + ∫(δ_c − x)/(δ_c − δ₀) dx = 2 mJ at x = δ_c − √((δ_c − δ₀)² + (δ_c − δ₀)(δ₀ − 2·2 mm)).
    let (start, end) = (1e-3, 1e-2_f64);
    let expected = end - ((end - start).powi(2) - (end - start) * 2.0 * (2e-3 - 0.5 * start)).sqrt();
    assert!((largest - expected).abs() < 1e-5, "{largest} {expected}");
    let tension = (end - largest) / (end - start);
    for (t, (g, adhesion)) in history.time().iter().zip(gap.iter().zip(column(&history, "adhesion"))) {
        if *t > 0.1 && *g > 0.0 {
            // Later swings lose by numerical damping only, and stay on the secant.
            assert!((adhesion - tension * g / largest).abs() < 1e-6, "{t}: {adhesion}");
        }
    }
    // Taken and held add up; what is left swings, e = 1.
    let taken = -energy(&history, "impacts").pop().unwrap_or(f64::NAN);
    let expected = 0.5 * (largest - tension * start);
    assert!((taken - expected).abs() < 1e-6, "{taken} {expected}");
    assert!(energy(&history, "remainder").iter().all(|r| r.abs() < 4e-5));
}

#[test]
fn a_bond_bears_its_strength_and_no_more() {
    for integrator in INTEGRATORS {
        let at = |f: &str| {
            let set = [("simulation.integrator", integrator), ("f", f), ("z", "0.9e-3")];
            column(&run(GLUE, &set).1, "gap").pop().unwrap_or(f64::NAN)
        };
        // In equilibrium at F/K with K = 1 N/mm; 1.1 N tears it.
        assert!((at("0.9") - 0.9e-3).abs() < 1e-9, "{integrator}: {}", at("0.9"));
    }
    let (_, history) = run(GLUE, &[("f", "1.1")]);
    assert_eq!(column(&history, "damage").pop(), Some(1.0));
}

/// Torn, fallen back and pressed on, it is an ordinary contact.
#[test]
fn what_is_torn_does_not_stick_again() {
    // 32 mJ: tearing and lifting to 1 cm take 5 and 9.8 mJ.
    let text = GLUE.replace("v = 0, f = 0,", "v = 0.8,").replace("\"f\"]", "\"if(t > 0.3, 1, 0)\"]");
    let (_, history) = run(&text, &[("weight", "9.81"), ("simulation.until", "0.5")]);
    let (damage, adhesion, gap) = (column(&history, "damage"), column(&history, "adhesion"), column(&history, "gap"));
    let torn = damage.iter().position(|d| *d == 1.0).expect("it is torn");
    assert!(adhesion[torn..].iter().all(|a| *a == 0.0) && damage[torn..].iter().all(|d| *d == 1.0));
    // It fell back to the ground before 0.3 s, and then 1 N lifts 0.1 kg with 0.19 m/s².
    let at = |t: f64| history.time().iter().position(|x| *x > t - 1e-9).unwrap_or(0);
    assert!(gap[at(0.25)].abs() < 1e-12, "{}", gap[at(0.25)]);
    // The push sets in within a step or two.
    let expected = 0.5 * 0.19 * 0.2 * 0.2;
    assert!((gap[gap.len() - 1] - expected).abs() < 0.19 * 0.2 * 2e-3, "{} {expected}", gap[gap.len() - 1]);
}

/// Two glued balls that are thrown apart: momentum is kept, and what the relative motion loses is the bond's.
#[test]
fn a_bond_between_two_bodies_acts_on_both() {
    let balls = r#"
simulation = { step = 2e-4, until = 0.2 }
[bodies.a]
type = "sphere"
mass = 0.1
radius = 0.05
velocity = [-0.5, 0, 0]
[bodies.b]
type = "sphere"
mass = 0.3
radius = 0.05
position = [0.1, 0, 0]
velocity = [0.5, 0, 0]
[contacts.glue]
type = "sphere_sphere"
a = "a"
b = "b"
law = "cohesive"
strength = 1e4
energy = 50
area = 1e-4
[sensors]
a = { type = "velocity", of = "a", component = "x" }
b = { type = "velocity", of = "b", component = "x" }
"#;
    let (_, history) = run(balls, &[]);
    let [a, b] = ["a", "b"].map(|name| column(&history, name).pop().unwrap_or(f64::NAN));
    assert!((0.1 * a + 0.3 * b - 0.1).abs() < 1e-9, "{a} {b}");
    // Reduced mass 0.075 kg, 1 m/s: u² = 1 − 2·5 mJ/0.075 kg.
    let expected = (1.0 - 2.0 * WORK / 0.075_f64).sqrt();
    assert!((b - a - expected).abs() < 1e-3, "{} {expected}", b - a);
}

/// A run from the equilibrium that the bond and a pull of 0.9 N have: 0.9 mm, and it stays there.
#[test]
fn a_bond_holds_in_statics_too() {
    let text = r#"
simulation = { step = 1e-3, until = 0.1, initial = "static" }
[bodies.stamp]
type = "rigid_body"
mass = 0.1
inertia = [1e-4, 1e-4, 1e-4]
points = { foot = [0, 0, 0] }
[joints.slide]
type = "prismatic"
a = "ground"
b = "stamp"
axis = [0, 0, 1]
[forces.pull]
type = "force"
on = "stamp"
force = [0, 0, 0.9]
[contacts.glue]
type = "node_face"
point = "stamp.foot"
plane = "ground"
law = "cohesive"
strength = 1e4
energy = 50
area = 1e-4
[sensors]
gap = { type = "contact", contact = "glue", quantity = "gap" }
damage = { type = "contact", contact = "glue", quantity = "damage" }
"#;
    let (_, history) = run(text, &[]);
    assert!(column(&history, "gap").iter().all(|gap| (gap - 0.9e-3).abs() < 1e-9), "{:?}", column(&history, "gap"));
    assert_eq!(column(&history, "damage").pop(), Some(0.0));
}
