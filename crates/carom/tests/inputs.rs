//! Inputs: held over a step, the same as parameters where they do not change, kept in checkpoints; what cannot be one.

use carom::drive::{InputError, Simulation};
use carom::record::Checkpoint;
use carom::spec::{Loaded, load_str};
use carom::testkit::run;

fn load(text: &str) -> Loaded {
    load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"))
}

fn start(text: &str) -> Simulation {
    let loaded = load(text);
    Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"))
}

fn errors(text: &str) -> String {
    match load_str("model.toml", text, &[]) {
        Ok(_) => panic!("it loaded"),
        Err(e) => e.to_string(),
    }
}

/// Everything that can read an input, with `u` defined by what stands in front: forces and torques, springs, bushings, joint forces, loads on
/// beams and solids, drives, grounds that move, belts, expressions of sensors.
const READERS: &str = r#"
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 0.05 }
[moving.table]
translation = ["0.01*u*sin(3*t)", 0, 0]
[bodies.ball]
type = "point_mass"
mass = 0.2
position = [0, 0, 1]
[bodies.on_belt]
type = "point_mass"
mass = 0.3
position = [0, 0, 0]
[bodies.rotor]
type = "rigid_body"
mass = 1
inertia = [0.01, 0.02, 0.03]
position = [0, 2, 0]
[bodies.held]
type = "rigid_body"
mass = 1
inertia = [0.01, 0.02, 0.03]
position = [0, 3, 0]
[bodies.driven]
type = "rigid_body"
mass = 1
inertia = [0.01, 0.02, 0.03]
position = [0, 4, 0]
[bodies.rod]
type = "beam"
start = [1, 0, 0]
end = [1.5, 0, 0]
elements = 2
section = { type = "circle", radius = 0.01 }
young = 2e8
poisson = 0.3
density = 1000
[bodies.block]
type = "solid"
mesh = { type = "box", size = [0.1, 0.1, 0.1], elements = [1, 1, 1] }
young = 1e6
poisson = 0.3
density = 1000
position = [2, 0, 0]
[joints.axle]
type = "hinge"
a = "ground"
b = "rotor"
at = [0, 2, 0]
axis = [0, 0, 1]
[joints.shaft]
type = "hinge"
a = "ground"
b = "driven"
at = [0, 4, 0]
axis = [0, 0, 1]
[joints.motor]
type = "motion"
joint = "shaft"
motion = "0.1*u*t^2"
[forces.push]
type = "force"
on = "ball"
force = ["u*t", "-u*vy", 1]
[forces.turn]
type = "torque"
on = "held"
torque = [0, "u^2", 0]
[forces.servo]
type = "joint_force"
joint = "axle"
force = "u - 0.1*qd"
[forces.spring]
type = "spring_damper"
a = "table"
b = "ball"
tension = "3*u*(l - 1)"
[forces.wind]
type = "line_load"
on = "rod"
force = [0, "u*s", 0]
[forces.shear]
type = "traction"
on = "block"
group = "z+"
traction = ["100*u", 0, 0]
[forces.water]
type = "pressure"
on = "block"
group = "x+"
pressure = "50*u"
[contacts.belt]
type = "node_face"
point = "on_belt"
plane = "ground"
friction = 0.3
surface_velocity = ["0.01*u", 0]
[sensors.u]
type = "expression"
value = "u + ball.x"
[sensors.ball]
type = "position"
of = "ball"
[sensors.driven]
type = "angular_velocity"
of = "driven"
"#;

#[test]
fn an_input_that_does_not_change_is_a_parameter_bit_for_bit() {
    let (a, as_input) = run(&format!("inputs = {{ u = 3 }}{READERS}"), &[]);
    let (b, as_parameter) = run(&format!("parameters = {{ u = 3 }}{READERS}"), &[]);
    assert_eq!((a.inputs(), b.inputs()), (&[3.0][..], &[][..]));
    assert!(as_input.sensors().eq(as_parameter.sensors()));
    assert_eq!(a.state.kin.v, b.state.kin.v);
    let u = as_input.column("u").unwrap_or_default();
    assert!(u.len() == 51 && (u[50] - 3.0 - a.state.kin.frames[0].x[0]).abs() < 1e-15, "{u:?}");
    // Another value is another motion, of every body.
    let (c, _) = run(&format!("inputs = {{ u = 3.5 }}{READERS}"), &[]);
    for (node, (one, other)) in a.state.kin.frames.iter().zip(&c.state.kin.frames).enumerate() {
        let name = &a.system.model.nodes[node].name;
        let clamped = name.contains("rod[0]");
        assert!((one != other) || clamped, "{name} does not read the input");
    }
}

const PUSHED: &str = "
[inputs]
push = { unit = 'N' }
[simulation]
step = 1e-3
until = 2
[bodies.a]
type = 'point_mass'
mass = 2
[forces.push]
type = 'force'
on = 'a'
force = ['push', 0, 0]
[sensors.a]
type = 'velocity'
of = 'a'
[sensors.push]
type = 'expression'
value = 'push'
";

/// 3 N for half a second make 1.5 Ns.
#[test]
fn an_input_acts_from_the_next_step_on() {
    let mut simulation = start(PUSHED);
    simulation.set_input("push", 3.0).unwrap_or_else(|e| panic!("{e}"));
    for step in 0..1500 {
        if step == 500 {
            simulation.set_input_at(0, 0.0).unwrap_or_else(|e| panic!("{e}"));
        }
        assert!(simulation.step().unwrap_or_else(|e| panic!("{e}")));
    }
    // The accelerations at both ends of the push lag alike, and what is left of that decays.
    assert!((simulation.state.kin.v[0] - 0.75).abs() < 1e-12, "{}", simulation.state.kin.v[0]);
}

#[test]
fn an_input_follows_a_table_until_it_is_set() {
    let followed = PUSHED.replace("push = { unit = 'N' }", "push = { value = 'curve(t)' }")
        + "[tables.curve]\npoints = [[0, 0], [1, 4], [2, 0]]\n";
    let (simulation, history) = run(&followed, &[]);
    let (push, t) = (history.column("push").unwrap_or_default(), history.time());
    assert_eq!(push.len(), 2001);
    for (u, t) in push.iter().zip(t) {
        assert!((u - (4.0 - 4.0 * (t - 1.0).abs())).abs() < 1e-12, "{u} at {t}");
    }
    // The triangle's impulse; held over steps it misses h/2 of a slope at its ends, which cancel.
    assert!((simulation.state.kin.v[0] - 2.0).abs() < 4.0 * 1e-3, "{}", simulation.state.kin.v[0]);
    let mut simulation = start(&followed);
    for step in 0..600 {
        if step == 500 {
            assert!((simulation.inputs()[0] - 2.0).abs() < 1e-12);
            simulation.set_input("push", -1.0).unwrap_or_else(|e| panic!("{e}"));
        }
        simulation.step().unwrap_or_else(|e| panic!("{e}"));
    }
    assert_eq!(simulation.inputs(), [-1.0]);
}

/// A force that reads a sensor and an input: their places are told apart.
#[test]
fn sensors_and_inputs_stand_in_one_force() {
    let text = PUSHED.replace("force = ['push', 0, 0]", "force = ['push - 2*a.x', 0, 0]");
    let mut simulation = start(&text);
    simulation.set_input("push", 3.0).unwrap_or_else(|e| panic!("{e}"));
    while simulation.time() < 1.9995 {
        simulation.step().unwrap_or_else(|e| panic!("{e}"));
    }
    // 2 v' = 3 − 2 v with v(0) = 0, sampled: first order in the step.
    let exact = 1.5 * (1.0 - (-2.0f64).exp());
    assert!((simulation.state.kin.v[0] - exact).abs() < 2e-3 * 1.5, "{}", simulation.state.kin.v[0]);
}

/// Saved at any step and restored, also through a file, a run goes on bit for bit, with its inputs, those that were set among them.
#[test]
fn inputs_are_kept_in_checkpoints() {
    let text = format!("inputs = {{ u = {{ value = '3 + t' }}, w = 1 }}{READERS}");
    let mut simulation = start(&text);
    let go = |simulation: &mut Simulation, steps: usize| {
        for k in 0..steps {
            if k == 4 {
                simulation.set_input("u", 2.5).unwrap_or_else(|e| panic!("{e}"));
            }
            simulation.step().unwrap_or_else(|e| panic!("{e}"));
        }
    };
    go(&mut simulation, 3);
    simulation.set_input("w", -7.25).unwrap_or_else(|e| panic!("{e}"));
    let early = simulation.save();
    go(&mut simulation, 13);
    let late = simulation.save();
    go(&mut simulation, 20);
    for (checkpoint, after) in [(&early, vec![13, 20]), (&late, vec![20])] {
        let folder = std::env::temp_dir().join(format!("carom-inputs-{}-{}", std::process::id(), after.len()));
        checkpoint.write(&folder).unwrap_or_else(|e| panic!("{e}"));
        let read = Checkpoint::read(&folder).unwrap_or_else(|e| panic!("{e}"));
        let mut other = start(&text);
        other.restore(&read).unwrap_or_else(|e| panic!("{e}"));
        for (k, &steps) in after.iter().enumerate() {
            if k > 0 {
                other.save();
            }
            go(&mut other, steps);
        }
        assert_eq!(other.state.kin.v, simulation.state.kin.v);
        assert_eq!(other.inputs(), [2.5, -7.25]);
        std::fs::remove_file(&folder).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn what_cannot_be_an_input_is_refused() {
    let with = |inputs: &str| errors(&format!("{inputs}\n{PUSHED}").replace("[inputs]\npush = { unit = 'N' }", ""));
    for (inputs, expected) in [
        ("inputs = { sin = 1 }", "`sin` is the name of a function"),
        ("inputs = { t = 1 }", "`t` is a variable"),
        ("parameters = { p = 1 }\ninputs = { p = 1 }", "`p` is a parameter already"),
        ("tables = { c = { points = [[0, 0], [1, 1]] } }\ninputs = { c = 1 }", "`c` is a table already"),
        ("inputs = { a-b = 1 }", "`-` subtracts"),
        ("inputs = { p = { default = 1, value = 't' } }", "either a `default` or a `value`"),
        ("inputs = { p = { deflaut = 1 } }", "did you mean `default`?"),
        ("inputs = { p = { value = '1/t' } }", "evaluates to inf at t = 0"),
        ("inputs = { p = true }", "expected"),
    ] {
        let found = with(inputs);
        assert!(found.contains(expected) && found.contains("model.toml:"), "{inputs}: {found}");
    }
    let mass = errors(&PUSHED.replace("mass = 2", "mass = 'push'"));
    assert!(mass.contains("unknown name `push`") && mass.contains("is an input and may change"), "{mass}");
    let misspelt = errors(&PUSHED.replace("force = ['push'", "force = ['pusk'"));
    assert!(misspelt.contains("unknown name `pusk`; did you mean `push`?"), "{misspelt}");
    let set = load_str("model.toml", PUSHED, &[("push".into(), "3".into())]).map(|_| ()).map_err(|e| e.to_string());
    assert!(set.as_ref().is_err_and(|e| e.contains("set `inputs.push`")), "{set:?}");
    let set = load_str("model.toml", PUSHED, &[("inputs.push.default".into(), "3".into())]);
    assert_eq!(set.map(|loaded| loaded.model.first_inputs()).unwrap_or_default(), [3.0]);
    let mut simulation = start(PUSHED);
    let unknown = simulation.set_input("pull", 1.0);
    assert!(unknown.is_err_and(|e| e.to_string() == "unknown input `pull`; the model has: push"));
    assert!(matches!(simulation.set_input("push", f64::NAN), Err(InputError::NotFinite { .. })));
}

/// A motion that reads an input jumps, which is said.
#[test]
fn motions_of_inputs_are_warned_of() {
    let warnings = load(&format!("inputs = {{ u = 3 }}{READERS}")).warnings;
    let about = warnings.iter().filter(|w| w.message.contains("the motion jumps where the input `u` changes"));
    assert_eq!(about.count(), 2, "{warnings:?}");
}
