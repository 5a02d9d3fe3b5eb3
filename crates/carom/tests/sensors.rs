//! Sensors against closed-form kinematics and statics of one snapshot.

use carom::element::Scene;
use carom::model::{Kinematics, Layout};
use carom::sensor::evaluate;
use carom::spec::{Loaded, load_str};
use carom::system::{ContactState, EnergyAccount, Snapshot, Status};
use carom::{Frame, Vec3};

/// Rounding of a handful of products of numbers of order ten.
const ROUNDING: f64 = 1e-13;

struct Given<'a> {
    h: f64,
    t: f64,
    acceleration: &'a [f64],
    joint_impulse: &'a [f64],
    joint_force: &'a [f64],
    contacts: &'a [ContactState],
    energy: EnergyAccount,
}

const STILL: Given = Given {
    h: 0.0,
    t: 0.0,
    acceleration: &[],
    joint_impulse: &[],
    joint_force: &[],
    contacts: &[],
    energy: EnergyAccount {
        kinetic: 0.0,
        potential: 0.0,
        loads: 0.0,
        dampers: 0.0,
        impacts: 0.0,
        friction: 0.0,
        remainder: 0.0,
        identity_defect: 0.0,
    },
};

fn model(text: &str) -> Loaded {
    load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{}", e.render(false)))
}

/// Values of all sensors, by channel name, of the model in its initial state.
fn measure(loaded: &Loaded, given: &Given) -> Vec<(String, f64)> {
    let model = &loaded.model;
    let layout = Layout::new(&model.nodes, &model.followers);
    let mut v = vec![0.0; layout.n];
    for (i, node) in model.nodes.iter().enumerate() {
        let (linear, angular) = node.velocity.split_at(3);
        layout.add(i, &Vec3::from_column_slice(linear), &Vec3::from_column_slice(angular), &mut v);
    }
    let frames: Vec<Frame> = model.nodes.iter().map(|n| n.frame).collect();
    let mut kin = Kinematics::new(frames, v, &model.ports, model.angles.len());
    kin.angles.clone_from(&model.angles);
    kin.t = given.t;
    kin.update_ports(&model.ports);
    let mut joint_start = vec![0];
    for joint in &model.joints {
        joint_start.push(joint_start[joint_start.len() - 1] + joint.rows.len());
    }
    let zeros = vec![0.0; layout.n.max(joint_start[joint_start.len() - 1])];
    let or_zeros = |x: &[f64]| if x.is_empty() { zeros.clone() } else { x.to_vec() };
    let snapshot = Snapshot {
        model,
        scene: Scene { layout: &layout, ports: &model.ports, gravity: model.gravity, load: 1.0, kin: &kin },
        h: given.h,
        acceleration: &or_zeros(given.acceleration),
        joint_impulse: &or_zeros(given.joint_impulse),
        joint_force: &or_zeros(given.joint_force),
        joint_start: &joint_start,
        contacts: given.contacts,
        contact_ids: &model.contact_ids().collect::<Vec<_>>(),
        detected: &[],
        contact_sets: &model.contact_sets.iter().map(|set| set.contacts.clone()).collect::<Vec<_>>(),
        energy: given.energy,
    };
    let mut values = Vec::new();
    evaluate(&loaded.sensors, &snapshot, &mut values);
    let names = loaded.sensors.iter().flat_map(|s| &s.channels).map(|c| c.name.clone());
    assert_eq!(names.clone().count(), values.len());
    names.zip(values).collect()
}

fn check(values: &[(String, f64)], expected: &[(&str, f64)]) {
    for (name, x) in expected {
        let (_, y) = values.iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("no channel {name}"));
        assert!((x - y).abs() < ROUNDING, "{name}: expected {x}, got {y}");
    }
}

const WHEEL: &str = r#"
[bodies.wheel]
type = "rigid_body"
mass = 2
inertia = [1, 1, 0.5]
position = [1, 0, 0]
rotation = { axis = [0, 0, 1], angle = "pi/2" }
velocity = [0, 3, 0]
angular_velocity = [0, 0, 4]
points = { rim = [0.5, 0, 0] }
"#;

#[test]
fn motion_of_a_point_of_a_spinning_body() {
    let sensors = ["position", "velocity", "acceleration", "angular_velocity", "orientation"]
        .map(|kind| format!("[sensors.{kind}]\ntype = \"{kind}\"\nof = \"wheel.rim\"\n"))
        .concat();
    let extra = "[sensors.p]\ntype = \"momentum\"\ncomponent = \"y\"\n[sensors.l]\ntype = \"momentum\"\nangular = true\ncomponent = \"z\"\n[sensors.d]\ntype = \"distance\"\na = \"ground\"\nb = \"wheel.rim\"\n[sensors.own]\ntype = \"velocity\"\nof = \"ground\"\nrelative_to = \"wheel\"\n";
    let loaded = model(&format!("{WHEEL}{sensors}{extra}"));
    // The centre accelerates along x with 7, the spin grows with 6.
    let values = measure(&loaded, &Given { acceleration: &[7.0, 0.0, 0.0, 0.0, 0.0, 6.0], ..STILL });
    let half_pi = std::f64::consts::FRAC_PI_2;
    // The arm is (0, 0.5, 0): v = v_C + ω × r, a = a_C + α × r − ω² r, L = x × m v + J ω.
    check(&values, &[("position.x", 1.0), ("position.y", 0.5), ("velocity.x", -2.0), ("velocity.y", 3.0)]);
    check(&values, &[("acceleration.x", 7.0 - 3.0), ("acceleration.y", -8.0), ("angular_velocity.z", 4.0)]);
    check(&values, &[("orientation.z", half_pi), ("p", 6.0), ("l", 6.0 + 2.0), ("d", 1.25f64.sqrt())]);
    // Seen from the wheel the origin of space, at (0, 1, 0) in its axes, moves with −Rᵀ v − Ω × (0, 1, 0).
    check(&values, &[("own.x", -3.0 + 4.0), ("own.y", 0.0)]);
}

#[test]
fn rate_of_a_hinge_angle_is_the_relative_spin() {
    let loaded = model(&format!(
        "{WHEEL}[joints.j]\ntype = \"hinge\"\na = \"ground\"\nb = \"wheel\"\nat = [1, 0, 0]\ninitial_angle = 9\n[sensors.q]\ntype = \"angle\"\njoint = \"j\"\n[sensors.qd]\ntype = \"joint\"\njoint = \"j\"\nrate = true\n[sensors.twice]\ntype = \"expression\"\nvalue = \"2*q + qd*t\"\nunit = \"rad\"\n"
    ));
    check(&measure(&loaded, &Given { t: 0.5, ..STILL }), &[("q", 9.0), ("qd", 4.0), ("twice", 20.0)]);
}

#[test]
fn reactions_of_a_joint_act_on_its_sides_with_opposite_sign() {
    let joint = "[joints.j]\ntype = \"hinge\"\na = \"ground\"\nb = \"wheel\"\nat = [0.5, 0, 0]\naxis = [0, 0, 1]\n";
    let sensor = |name: &str, rest: &str| format!("[sensors.{name}]\njoint = \"j\"\n{rest}\n");
    let loaded = model(&format!(
        "{WHEEL}{joint}{}{}{}{}",
        sensor("on_b", "type = \"joint_force\""),
        sensor("on_a", "type = \"joint_force\"\nside = \"a\""),
        sensor("moment", "type = \"joint_force\"\nmoment = true"),
        sensor("impulse", "type = \"joint_impulse\"\ncomponent = \"norm\"")
    ));
    // The joint frame's x, y are those of space; its rows are x, y, z, z·b₁ and z·b₂. A force of 3 N along x and 4 N
    // along y, and 2 N m on the row z·b₁: with ∂(z·b₁)/∂φ_B = −z × b₁ = −y. The impulses are those over 0.01 s.
    let force = [3.0, 4.0, 0.0, 2.0, 0.0];
    let given = Given { h: 0.01, joint_impulse: &force.map(|f| 0.01 * f), joint_force: &force, ..STILL };
    let values = measure(&loaded, &given);
    check(&values, &[("on_b.x", 3.0), ("on_b.y", 4.0), ("on_a.x", -3.0), ("on_a.y", -4.0)]);
    check(&values, &[("moment.x", 0.0), ("moment.y", -2.0), ("impulse", 0.05)]);
    // At the start the multipliers are forces, and no impulse has acted.
    let force = &[3.0, 4.0, 0.0, 0.0, 0.0];
    let start = measure(&loaded, &Given { joint_impulse: force, joint_force: force, ..STILL });
    check(&start, &[("on_b.x", 3.0), ("impulse", 0.0)]);
}

#[test]
fn contacts_and_energies_are_passed_on() {
    let sensor = |name: &str, rest: &str| {
        format!("[sensors.{name}]\ntype = \"contact\"\ncontact = \"c\"\nquantity = \"{name}\"\n{rest}\n")
    };
    let loaded = model(&format!(
        "[bodies.b]\ntype = \"point_mass\"\nmass = 1\n[contacts.c]\ntype = \"node_face\"\npoint = \"b\"\nplane = \"ground\"\n{}{}{}{}[sensors.e]\ntype = \"energy\"\n",
        sensor("gap", ""),
        sensor("status", ""),
        sensor("normal_force", ""),
        sensor("slip_velocity", "component = \"norm\"")
    ));
    let contact = ContactState {
        gap: 1e-3,
        status: Status::Slip,
        velocity: [0.0, 3.0, 4.0, 0.0, 0.0, 0.0],
        impulse: [0.5, 0.0, 0.0, 0.0, 0.0, 0.0],
        force: [5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ..ContactState::default()
    };
    let energy = EnergyAccount { kinetic: 2.0, potential: 3.0, impacts: -1.0, ..STILL.energy };
    let values = measure(&loaded, &Given { h: 0.1, contacts: &[contact], energy, ..STILL });
    check(&values, &[("gap", 1e-3), ("status", 2.0), ("normal_force", 5.0), ("slip_velocity", 5.0)]);
    check(&values, &[("e.total", 5.0), ("e.impacts", -1.0), ("e.friction", 0.0)]);
}
