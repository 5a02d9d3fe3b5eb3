//! The problems on which orders of convergence are measured. Every model has the step `h` as a parameter and sensors `position`,
//! `velocity` and, where there is one, `force`.

/// Two bodies with three unlike moments of inertia, a ball joint and a skew hinge, that turn about all axes.
pub const DOUBLE_PENDULUM: &str = r#"
gravity = [0, 0, -9.81]
parameters = { h = 1e-3 }
simulation = { step = "h", until = 0.5 }
[bodies.upper]
type = "rigid_body"
mass = 1
inertia = [0.02, 0.06, 0.05]
position = [0.5, 0, 0]
velocity = [0, 0.75, 1]
angular_velocity = [1, -2, 1.5]
[bodies.lower]
type = "rigid_body"
mass = 0.7
inertia = [0.01, 0.03, 0.035]
position = [1, 0.3, 0]
velocity = [-0.45, 1.5, 2.3]
angular_velocity = [1, -2, 1.5]
[joints.pivot]
type = "spherical"
a = "ground"
b = "upper"
at = [0, 0, 0]
[joints.elbow]
type = "hinge"
a = "upper"
b = "lower"
at = [1, 0, 0]
axis = [0.6, 0, 0.8]
[sensors]
position = { type = "position", of = "lower" }
velocity = { type = "velocity", of = "lower" }
force = { type = "joint_force", joint = "pivot" }
"#;

/// A slider-crank whose rod is a soft beam (its frequencies are 10 to 70 Hz), driven by a torque that grows smoothly from rest.
pub const FLEXIBLE_CRANK: &str = r#"
plane = "xy"
parameters = { h = 1e-3 }
simulation = { step = "h", until = 0.16 }
[bodies.crank]
type = "rigid_body"
mass = 0.5
inertia = 0.002
position = [0, 0.1, 0]
points = { pin = [0, 0.1, 0] }
[bodies.rod]
type = "beam"
start = [0, 0.2, 0]
end = [0.5, 0, 0]
section = { type = "rectangle", width = 0.1, height = 0.02 }
young = 5e5
poisson = 0.3
density = 1000
elements = 2
points = { inner = 0.4 }
[bodies.slider]
type = "rigid_body"
mass = 1
inertia = 0.001
position = [0.5, 0, 0]
[joints]
shaft = { type = "hinge", a = "ground", b = "crank", at = [0, 0, 0] }
pin = { type = "hinge", a = "crank.pin", b = "rod.start" }
wrist = { type = "hinge", a = "rod.end", b = "slider" }
guide = { type = "prismatic", a = "ground", b = "slider", axis = [1, 0, 0] }
[forces.torque]
type = "joint_force"
joint = "shaft"
force = "-5*sin(10*t)^2"
[sensors]
position = { type = "position", of = "rod.inner" }
velocity = { type = "velocity", of = "slider" }
force = { type = "joint_force", joint = "wrist" }
"#;

/// A crank that sinks and pushes the end of a rod over a floor.
pub const CRANK_ON_FLOOR: &str = r#"
plane = "xy"
gravity = [0, -9.81, 0]
[parameters]
h = 1e-3
c = "0.2*cos(0.5)"
p = "0.35 + 0.2*sin(0.5)"
d = "sqrt(0.25 - p^2)"
[simulation]
step = "h"
until = 0.15
[bodies.crank]
type = "rigid_body"
mass = 1
inertia = 0.004
position = ["c/2", "(0.35 + p)/2", 0]
[bodies.rod]
type = "rigid_body"
mass = 0.6
inertia = 0.012
position = ["c + d/2", "p/2", 0]
points = { end = ["d/2", "-p/2", 0] }
[joints.shaft]
type = "hinge"
a = "ground"
b = "crank"
at = [0, 0.35, 0]
[joints.pin]
type = "hinge"
a = "crank"
b = "rod"
at = ["c", "p", 0]
[contacts.floor]
type = "node_face"
point = "rod.end"
plane = "ground"
normal = [0, 1, 0]
[sensors]
position = { type = "position", of = "rod" }
velocity = { type = "velocity", of = "rod" }
force = { type = "contact", contact = "floor", quantity = "normal_force" }
"#;

/// A ball that slides round in a bowl without friction, and keeps its spin about the first normal, 20 rad/s.
pub const BOWL: &str = r#"
gravity = [0, 0, -9.81]
parameters = { h = 1e-3 }
simulation = { step = "h", until = 0.5 }
[bodies.ball]
type = "sphere"
mass = 1
radius = 0.1
position = ["0.9*sin(1)", 0, "-0.9*cos(1)"]
velocity = [0, 1, 0]
angular_velocity = ["-20*sin(1)", 0, "20*cos(1)"]
[contacts.bowl]
type = "sphere_in_sphere"
outer = "ground"
inner = "ball"
outer_radius = 1
[sensors]
position = { type = "position", of = "ball" }
velocity = { type = "velocity", of = "ball" }
force = { type = "contact", contact = "bowl", quantity = "normal_force" }
"#;

/// A ball that rolls in a bowl and spins about the normal, 20 rad/s. Its angular velocity tells rolling and spin.
pub const ROLLING: &str = r#"
gravity = [0, 0, -9.81]
parameters = { h = 1e-3, spin = 20 }
simulation = { step = "h", until = 0.5 }
[bodies.ball]
type = "sphere"
mass = 1
radius = 0.1
position = ["0.9*sin(1)", 0, "-0.9*cos(1)"]
angular_velocity = ["-spin*sin(1)", 0, "spin*cos(1)"]
[contacts.bowl]
type = "sphere_in_sphere"
outer = "ground"
inner = "ball"
outer_radius = 1
friction = 2
[sensors]
position = { type = "position", of = "ball" }
velocity = { type = "angular_velocity", of = "ball" }
force = { type = "contact", contact = "bowl", quantity = "normal_force" }
"#;

/// A mass that stands on a sprung plate, both 1 kg, under a load that varies: k = 4 kN/m, A = 6 N, Ω = 20 rad/s.
pub const PLATE: &str = r#"
gravity = [0, 0, -9.81]
parameters = { h = 1e-3 }
simulation = { step = "h", until = 0.5 }
[ground]
points = { base = [0, 0, -1] }
[bodies.plate]
type = "rigid_body"
mass = 1
inertia = [0.1, 0.1, 0.1]
[bodies.mass]
type = "point_mass"
mass = 1
[joints.guide]
type = "prismatic"
a = "ground"
b = "plate"
axis = [0, 0, 1]
[forces.spring]
type = "spring_damper"
a = "ground.base"
b = "plate"
stiffness = 4000
length = "1 + 2*9.81/4000"
[forces.load]
type = "force"
on = "mass"
force = [0, 0, "-6*sin(20*t)"]
[contacts.seat]
type = "node_face"
point = "mass"
plane = "plate"
[sensors]
position = { type = "position", of = "mass", component = "z" }
velocity = { type = "velocity", of = "mass", component = "z" }
force = { type = "contact", contact = "seat", quantity = "normal_force" }
"#;

/// A rod that hangs from a cart whose prescribed velocity jumps by 1 m/s at 0.1 s.
pub const KICK: &str = r#"
plane = "xy"
gravity = [0, -9.81, 0]
parameters = { h = 1e-3 }
simulation = { step = "h", until = 0.3 }
[bodies.cart]
type = "rigid_body"
mass = 1
inertia = 1
[bodies.rod]
type = "rigid_body"
mass = 1
inertia = "1/12"
position = [0, -0.5, 0]
points = { top = [0, 0.5, 0] }
[joints.rail]
type = "prismatic"
a = "ground"
b = "cart"
axis = [1, 0, 0]
[joints.drive]
type = "motion"
joint = "rail"
motion = "max(t - 0.1, 0)"
[joints.pin]
type = "hinge"
a = "cart"
b = "rod.top"
[sensors]
position = { type = "joint", joint = "pin" }
velocity = { type = "joint", joint = "pin", rate = true }
force = { type = "joint_force", joint = "pin" }
"#;

/// A ball that falls from 1 m.
pub const BALL: &str = r#"
gravity = [0, 0, -9.81]
parameters = { h = 1e-3, e = 1, end = 1.6 }
simulation = { step = "h", until = "end" }
[bodies.ball]
type = "point_mass"
mass = 1
position = [0, 0, 1]
[contacts.floor]
type = "node_face"
point = "ball"
plane = "ground"
restitution = "e"
[sensors]
position = { type = "position", of = "ball", component = "z" }
velocity = { type = "velocity", of = "ball", component = "z" }
"#;

/// A mass on a spring, 10 rad/s, that starts at 1 m and hits a wall at −½ m with e = 0.8.
pub const OSCILLATOR: &str = r#"
parameters = { h = 1e-3 }
simulation = { step = "h", until = 0.35 }
[ground]
points = { anchor = [-10, 0, 0] }
[bodies.mass]
type = "point_mass"
mass = 1
position = [1, 0, 0]
[forces.spring]
type = "spring_damper"
a = "ground.anchor"
b = "mass"
stiffness = 100
length = 10
[contacts.wall]
type = "node_face"
point = "mass"
plane = "ground"
normal = [1, 0, 0]
origin = [-0.5, 0, 0]
restitution = 0.8
[sensors]
position = { type = "position", of = "mass", component = "x" }
velocity = { type = "velocity", of = "mass", component = "x" }
"#;
