//! Subsystems that stand some metres apart and share nothing but gravity and the clock. Each is the items of a model file, with
//! names and sensors of its own, so that any of them together are a model.

/// A subsystem and its items.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: &'static str,
    pub items: String,
}

/// What all models share; the length for tolerances is given, because the extent of a model is not that of its parts.
const HEADER: &str = r#"
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 0.25, length_scale = 1 }
[ground]
shapes = [{ type = "plane" }]
"#;

/// The model file of some parts.
pub fn model(parts: &[&Part]) -> String {
    parts.iter().fold(HEADER.to_owned(), |text, part| text + &part.items)
}

/// All subsystems.
pub fn parts() -> [Part; 5] {
    [
        Part { name: "pendulum", items: PENDULUM.to_owned() },
        Part { name: "ball", items: BALL.to_owned() },
        Part { name: "crank", items: CRANK.to_owned() },
        Part { name: "bar", items: BAR.to_owned() },
        Part { name: "pile", items: pile() },
    ]
}

/// A spatial pendulum that spins.
const PENDULUM: &str = r#"
[bodies.bob]
type = "rigid_body"
mass = 0.7
inertia = [0.02, 0.03, 0.01]
position = [0.5, 0, 3]
velocity = [0, 0.8, -0.4]
angular_velocity = [5, 0.8, 1.6]
[joints.pivot]
type = "spherical"
a = "ground"
b = "bob"
at = [0, 0, 3]
[sensors.px]
type = "position"
of = "bob"
[sensors.pv]
type = "velocity"
of = "bob"
[sensors.pf]
type = "joint_force"
joint = "pivot"
"#;

/// A ball that bounces and rubs on a floor.
const BALL: &str = r#"
[bodies.ball]
type = "sphere"
mass = 0.3
radius = 0.05
position = [0, 10, 0.07]
velocity = [1.3, 0.2, -0.5]
angular_velocity = [2, -7, 11]
[contacts.floor]
type = "sphere_plane"
sphere = "ball"
plane = "ground"
friction = 0.3
restitution = 0.7
[sensors.bx]
type = "position"
of = "ball"
[sensors.bv]
type = "velocity"
of = "ball"
[sensors.bw]
type = "angular_velocity"
of = "ball"
[sensors.bf]
type = "contact"
contact = "floor"
quantity = "normal_impulse"
"#;

/// A slider-crank in space: hinges and a guide hold more than is free, so that its rows are dependent.
const CRANK: &str = r#"
[bodies.crank]
type = "rigid_body"
mass = 0.4
inertia = [1e-4, 1e-3, 1e-3]
position = [0.1, 20, 1]
velocity = [0, 0, -2]
angular_velocity = [0, 20, 0]
[bodies.rod]
type = "rigid_body"
mass = 0.6
inertia = [1e-4, 6e-3, 6e-3]
position = [0.4, 20, 1]
velocity = [0, 0, -2]
angular_velocity = [0, -10, 0]
[bodies.slider]
type = "rigid_body"
mass = 1
inertia = [1e-3, 1e-3, 1e-3]
position = [0.6, 20, 1]
[joints.shaft]
type = "hinge"
a = "ground"
b = "crank"
at = [0, 20, 1]
axis = [0, 1, 0]
[joints.pin]
type = "hinge"
a = "crank"
b = "rod"
at = [0.2, 20, 1]
axis = [0, 1, 0]
[joints.wrist]
type = "hinge"
a = "rod"
b = "slider"
at = [0.6, 20, 1]
axis = [0, 1, 0]
[joints.guide]
type = "prismatic"
a = "ground"
b = "slider"
at = [0.6, 20, 1]
axis = [1, 0, 0]
[sensors.cx]
type = "position"
of = "slider"
[sensors.cv]
type = "velocity"
of = "rod"
[sensors.cf]
type = "joint_force"
joint = "pin"
"#;

/// An elastic bar that flies against a wall.
const BAR: &str = r#"
[bodies.bar]
type = "bar"
start = [0, 30, 1]
end = [1, 30, 1]
elements = 6
area = 1e-4
young = 1e6
density = 1000
velocity = [-2, 0, 0]
[contacts.wall]
type = "node_face"
point = "bar.start"
plane = "ground"
normal = [1, 0, 0]
origin = [-0.11, 30, 1]
restitution = 0
[sensors.ex]
type = "position"
of = "bar.start"
[sensors.ev]
type = "velocity"
of = "bar.end"
[sensors.ef]
type = "contact"
contact = "wall"
quantity = "normal_force"
"#;

/// Fourteen balls, no two of them at a symmetric place, that fall on a floor and on each other.
fn pile() -> String {
    let mut text = String::new();
    let layers = [(3, 0.051, 0.0), (2, 0.16, 0.055), (1, 0.26, 0.11)];
    let mut count = 0;
    for (side, height, inset) in layers {
        for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))) {
            count += 1;
            let shift = 0.003 * f64::from(count % 5) - 0.004;
            let (x, y) = (0.11 * f64::from(i) + inset + shift, 40.0 + 0.11 * f64::from(j) + inset - 0.7 * shift);
            let z = height + 0.002 * f64::from(count % 3);
            text += &format!(
                "[bodies.pile_{count}]\ntype = 'sphere'\nmass = 0.1\nradius = 0.05\nposition = [{x}, {y}, {z}]\n"
            );
        }
    }
    text + PILE_CONTACTS
}

const PILE_CONTACTS: &str = r#"
[contacts.pile]
type = "collision"
bodies = ["pile_*", "ground"]
friction = 0.3
restitution = 0.3
[sensors.sx]
type = "position"
of = "pile_14"
[sensors.sv]
type = "velocity"
of = "pile_10"
[sensors.sl]
type = "contact"
contact = "pile"
quantity = "normal_impulse"
"#;
