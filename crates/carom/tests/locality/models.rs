//! Pairs of subsystems that must not feel each other, each of which once did.

/// A ball that circles in a cage, in a plane: it keeps its 40.5 J.
pub const CAGE: &str = r#"
plane = "xy"
simulation = { step = 1e-3, until = 2, length_scale = 2 }
[ground]
points = { left = [5, 0, 0], right = [5.02, 0, 0] }
frames = { wall = { position = [25, 0, 0] } }
[bodies.ball]
type = "rigid_body"
mass = 1
inertia = 0.004
position = [0.9, 0, 0]
velocity = [0, 9, 0]
[contacts.cage]
type = "circle_in_circle"
outer = "ground"
inner = "ball"
outer_radius = 1
inner_radius = 0.1
restitution = 0
[sensors]
x = { type = "position", of = "ball" }
v = { type = "velocity", of = "ball" }
f = { type = "contact", contact = "cage", quantity = "normal_force" }
"#;

/// A milligram that bounces between two walls, 5 m away.
pub const PEA: &str = r#"
[bodies.pea]
type = "point_mass"
mass = 1e-6
position = [5.01, 0, 0]
velocity = [7.3, 0, 0]
[contacts.left]
type = "node_face"
point = "pea"
plane = "ground.left"
normal = [1, 0, 0]
restitution = 1
[contacts.right]
type = "node_face"
point = "pea"
plane = "ground.right"
normal = [-1, 0, 0]
restitution = 1
"#;

/// A ball in a spherical cage, and a rattler 10 m away.
/// A bullet and a thin wall.
pub const BULLET: &str = r#"
[bodies.bullet]
type = "point_mass"
mass = 1
position = [20.03, 0, 0]
velocity = [97, 0, 0]
[contacts.hit]
type = "sphere_box"
sphere = "bullet"
radius = 0.02
box = "ground.wall"
size = [0.005, 5, 5]
restitution = 1
[sensors.bullet]
type = "position"
of = "bullet"
"#;

pub const CAGE_FAR: &str = r#"
parameters = { far = 0 }
simulation = { step = 1e-3, until = 2 }
[bodies.ball]
type = "sphere"
radius = 0.1
mass = 1
position = [0.9, 0, 0]
velocity = [0, 9, 0]
[bodies.rattler]
type = "point_mass"
mass = 1e-6
position = [10, 0, 0.005]
velocity = [0, 0, "far"]
[contacts.cage]
type = "sphere_in_sphere"
outer = "ground"
inner = "ball"
outer_radius = 1
[contacts.floor]
type = "node_face"
point = "rattler"
plane = "ground"
restitution = 1
[contacts.lid]
type = "node_face"
point = "rattler"
plane = "ground"
normal = [0, 0, -1]
origin = [0, 0, 0.01]
restitution = 1
[sensors]
x = { type = "position", of = "ball" }
v = { type = "velocity", of = "ball" }
f = { type = "contact", contact = "cage", quantity = "normal_force" }
"#;

/// A mass on a spring on a foot that rests, 107.91 N, and a rattler 10 m away.
pub const REST_FAR: &str = r#"
gravity = [0, 0, -9.81]
parameters = { far = 0, z = 0.005, k = 1e6 }
simulation = { step = 1e-3, until = 1 }
[bodies.foot]
type = "point_mass"
mass = 1
[bodies.top]
type = "point_mass"
mass = 10
position = [0, 0, "1 - 10*9.81/k"]
[forces.spring]
type = "spring_damper"
a = "foot"
b = "top"
stiffness = "k"
damping = 100
length = 1
[bodies.rattler]
type = "point_mass"
mass = 1e-9
position = [10, 0, "z"]
velocity = [0, 0, "far"]
[contacts.seat]
type = "node_face"
point = "foot"
plane = "ground"
friction = 0.5
[contacts.floor]
type = "node_face"
point = "rattler"
plane = "ground"
restitution = 1
[contacts.lid]
type = "node_face"
point = "rattler"
plane = "ground"
normal = [0, 0, -1]
origin = [0, 0, "z + 0.005"]
restitution = 1
[sensors]
x = { type = "position", of = "top" }
f = { type = "contact", contact = "seat", quantity = "normal_force" }
"#;

/// An oblique hit of two balls.
pub const BALLS: &str = r#"
simulation = { step = 4e-3, until = 0.4, length_scale = 1 }
[bodies.a]
type = "sphere"
mass = 1
radius = 0.1
velocity = [3, 0, 0]
[bodies.b]
type = "sphere"
mass = 1
radius = 0.1
position = [0.4, 0.13, 0]
[contacts.all]
type = "collision"
restitution = 0.5
[sensors]
va = { type = "velocity", of = "a" }
vb = { type = "velocity", of = "b" }
xa = { type = "position", of = "a" }
xb = { type = "position", of = "b" }
"#;

/// A free elastic bar, 10 m away.
pub const FREE_BAR: &str = r#"
[bodies.bar]
type = "bar"
start = [10, 0, 0]
end = [11, 0, 0]
elements = 2
area = 1e-4
young = 1e6
density = 1000
"#;

/// A pendulum of 1 g, a sliding mass of 1 g, and a body of mass M that flies past at the speed V, 1 km away.
pub const LIGHT: &str = r#"
gravity = [0, 0, -9.81]
parameters = { M = 1, V = 0 }
simulation = { step = 1e-3, until = 5, length_scale = 1 }
[bodies.bob]
type = "rigid_body"
mass = 1e-3
inertia = [1e-6, 2e-6, 2e-6]
position = [0.5, 0, 0]
points = { top = [-0.5, 0, 0] }
[joints.pivot]
type = "spherical"
a = "ground"
b = "bob.top"
[bodies.box]
type = "point_mass"
mass = 1e-3
position = [0, 3, 0]
velocity = [1, 0, 0]
[contacts.floor]
type = "node_face"
point = "box"
plane = "ground"
friction = 0.2
[bodies.flier]
type = "point_mass"
mass = "M"
position = [0, 0, 1000]
velocity = ["V", 0, 0]
[sensors]
x = { type = "position", of = "bob" }
f = { type = "joint_force", joint = "pivot" }
b = { type = "position", of = "box" }
"#;

/// A box on four feet that a weak force, 3 N of the 4.9 N that friction bears, pushes to and fro.
const BOX: &str = r#"
gravity = [0, 0, -9.81]
simulation = { step = 4e-3, until = 1, length_scale = 1 }
[bodies.box]
type = "rigid_body"
mass = 1
inertia = [0.01, 0.01, 0.01]
position = [0, 0, 0.05]
points = { a = [-0.1, -0.1, -0.05], b = [0.1, -0.1, -0.05], c = [0.1, 0.1, -0.05], d = [-0.1, 0.1, -0.05] }
[forces.push]
type = "force"
on = "box"
force = ["3*sin(20*t)", 0, 0]
[sensors]
x = { type = "position", of = "box" }
v = { type = "velocity", of = "box" }
"#;

/// The box beside some balls at rest.
pub fn box_beside(balls: usize) -> String {
    let mut text = BOX.to_owned();
    for foot in ["a", "b", "c", "d"] {
        text +=
            &format!("[contacts.{foot}]\ntype = 'node_face'\npoint = 'box.{foot}'\nplane = 'ground'\nfriction = 0.5\n");
    }
    for i in 0..balls {
        let x = 2.0 + 0.3 * i as f64;
        text += &format!(
            "[bodies.s{i}]\ntype = 'sphere'\nradius = 0.05\nmass = 0.1\nposition = [{x}, 3, 0.05]\n\
             [contacts.c{i}]\ntype = 'sphere_plane'\nsphere = 's{i}'\nplane = 'ground'\nfriction = 0.5\n"
        );
    }
    text
}
