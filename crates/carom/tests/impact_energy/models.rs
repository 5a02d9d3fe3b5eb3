//! Models that made energy.

/// Two balls that part while a wall throws one of them back: Newton's law did +½Λu on the contact that was opening.
pub const PRESS: &str = r#"
plane = "xy"
parameters = { m = 100, v = 0.1, e1 = 0.5, e2 = 1, h = 1e-3 }
simulation = { step = "h", until = "20*h" }
[bodies.a]
type = "rigid_body"
mass = "m"
inertia = 1
position = [-0.2, 0, 0]
velocity = ["v", 0, 0]
[bodies.b]
type = "rigid_body"
mass = 1
inertia = 1
velocity = [1, 0, 0]
[contacts.ab]
type = "sphere_sphere"
a = "a"
b = "b"
radius_a = 0.1
radius_b = 0.1
restitution = "e1"
[contacts.wall]
type = "sphere_plane"
sphere = "b"
radius = 0.1
plane = "ground"
normal = [-1, 0, 0]
origin = ["0.1 + 0.05*h", 0, 0]
restitution = "e2"
"#;

/// 24 elastic balls in a closed box.
pub const RATTLE: &str = r#"
parameters = { e = 1 }
simulation = { step = 2e-3, until = 1 }
[ground]
shapes = [{ type = "container", size = [0.5, 0.5, 0.5], closed = true }]
[bodies.b]
type = "spheres"
radius = [0.03, 0.06]
density = 1000
random = { count = 24, low = [-0.24, -0.24, 0.01], high = [0.24, 0.24, 0.49] }
seed = 3
velocity = [3, 2, 1]
[contacts.all]
type = "collision"
bodies = ["b_*", "ground"]
restitution = "e"
"#;

/// Three balls in a row, of which two meet while the third flies away.
pub const THREE: &str = r#"
parameters = { e = 1 }
simulation = { step = 1e-3, until = 0.05 }
[bodies.w]
type = "sphere"
radius = 0.1
mass = 1
position = [-0.1005, 0, 0]
velocity = [2, 0, 0]
[bodies.a]
type = "sphere"
radius = 0.1
mass = 1
position = [0.1, 0, 0]
[bodies.b]
type = "sphere"
radius = 0.1
mass = 1
position = [0.3, 0, 0]
velocity = [0.5, 0, 0]
[contacts]
wa = { type = "sphere_sphere", a = "w", b = "a", restitution = "e" }
ab = { type = "sphere_sphere", a = "a", b = "b", restitution = "e" }
"#;

/// A hundred elastic balls in a closed box; the tolerances of a mechanism, not those of a pile.
pub const GAS: &str = r#"
simulation = { step = 1e-3, until = 4, tolerance = 1e-8, constraint_tolerance = 1e-12 }
[ground]
shapes = [{ type = "container", size = [1, 1, 1], closed = true }]
[bodies.g]
type = "spheres"
radius = 0.05
mass = 1
random = { count = 100, low = [-0.5, -0.5, 0], high = [0.5, 0.5, 1] }
velocity = [1, 0.3, 0.2]
[contacts.all]
type = "collision"
restitution = 1
"#;

/// A rod whose tip hits a rough floor (Kane and Levinson 1985): with Newton's law T⁺/T⁻ = 1.18 for these numbers.
pub const KANE: &str = r#"
plane = "xy"
parameters = { phi = 0.9, mu = 0.5, e = 1, vx = 0.5, vy = -1, w = 0 }
simulation = { step = 1e-4, until = 0.002 }
[bodies.rod]
type = "rigid_body"
mass = 1
inertia = "1/12"
position = [0, "0.5*sin(phi) + 0.00005", 0]
rotation = "phi"
velocity = ["vx", "vy", 0]
angular_velocity = "w"
points = { a = [-0.5, 0, 0] }
[contacts.a]
type = "node_face"
point = "rod.a"
plane = "ground"
normal = [0, 1, 0]
friction = "mu"
restitution = "e"
[sensors.v]
type = "velocity"
of = "rod.a"
"#;

/// A ball that falls from 1 m on a floor.
pub const BALL: &str = r#"
gravity = [0, 0, -9.81]
parameters = { e = 1, h = 1e-2, end = 40 }
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
[sensors.x]
type = "position"
of = "ball"
"#;

/// An oblique hit of two balls without friction, in free flight.
pub const OBLIQUE: &str = r#"
parameters = { e = 0.8, h = 1e-3 }
simulation = { step = "h", until = 0.4 }
[bodies.a]
type = "sphere"
mass = 1
radius = 0.1
velocity = [3, 0, 0]
[bodies.b]
type = "sphere"
mass = 2
radius = 0.1
position = [0.4, 0.13, 0.05]
velocity = [-0.5, 0.2, 0]
[contacts.all]
type = "sphere_sphere"
a = "a"
b = "b"
restitution = "e"
[sensors.a]
type = "position"
of = "a"
[sensors.b]
type = "position"
of = "b"
"#;
