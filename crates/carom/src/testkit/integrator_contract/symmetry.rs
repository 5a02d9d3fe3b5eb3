//! What must not change the motion: the order of the items in the model file, the direction of the axes, the units.
//!
//! One model is written in several ways. The program sees other numbers, whose rounding differs: 1e-16 of each, and the problems of
//! a step are solved to 1e-12. Three hundred steps and a few impacts make less than 1e-9 of it, relative to the largest value of a
//! quantity.

use super::{Breach, run};
use crate::history::History;
use crate::testkit::Scheme;
use crate::{Frame, Mat3, Vec3};

const LIMIT: f64 = 1e-9;

/// How a model is written: axes turned by `turn`, lengths and masses in other units, items from the last to the first.
struct View {
    turn: Vec3,
    length: f64,
    mass: f64,
    reversed: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { turn: Vec3::zeros(), length: 1.0, mass: 1.0, reversed: false }
    }
}

impl View {
    fn rotation(&self) -> Mat3 {
        *Frame::from_rotation_vector(Vec3::zeros(), &self.turn).r()
    }

    /// A vector in space with a length in its unit.
    fn vector(&self, v: [f64; 3]) -> String {
        list(self.rotation() * Vec3::from(v) * self.length)
    }

    fn direction(&self, v: [f64; 3]) -> String {
        list(self.rotation() * Vec3::from(v))
    }

    /// A vector in the axes of a body.
    fn in_body(&self, v: [f64; 3]) -> String {
        list(Vec3::from(v) * self.length)
    }

    fn number(&self, value: f64, lengths: i32, masses: i32) -> String {
        format!("{:e}", value * self.length.powi(lengths) * self.mass.powi(masses))
    }

    fn inertia(&self, j: [f64; 3]) -> String {
        list(Vec3::from(j) * (self.mass * self.length * self.length))
    }

    /// A pendulum of two bodies with a skew hinge, a spring from its end to a weight that slides on a slope, and a ball that
    /// bounces and rubs on the slope and meets the weight.
    fn text(&self) -> String {
        let mut items = vec![
            format!(
                "[bodies.upper]\ntype = 'rigid_body'\nmass = {}\ninertia = {}\nposition = {}\nrotation = {}\n",
                self.number(0.8, 0, 1),
                self.inertia([0.01, 0.02, 0.015]),
                self.vector([0.3, 0.0, 1.0]),
                list(self.turn)
            ),
            format!(
                "[bodies.lower]\ntype = 'rigid_body'\nmass = {}\ninertia = {}\nposition = {}\nrotation = {}\n\
                 points = {{ end = {} }}\n",
                self.number(0.5, 0, 1),
                self.inertia([0.004, 0.01, 0.008]),
                self.vector([0.8, 0.1, 1.0]),
                list(self.turn),
                self.in_body([0.2, 0.0, 0.0])
            ),
            format!(
                "[bodies.weight]\ntype = 'sphere'\nmass = {}\nradius = {}\nposition = {}\nvelocity = {}\n",
                self.number(0.3, 0, 1),
                self.number(0.05, 1, 0),
                self.vector([1.0, 0.3, 0.05]),
                self.vector([-1.0, -0.2, 0.0])
            ),
            format!(
                "[bodies.ball]\ntype = 'sphere'\nmass = {}\nradius = {}\nposition = {}\nvelocity = {}\n\
                 angular_velocity = [3, -8, 5]\nrotation = {}\n",
                self.number(0.2, 0, 1),
                self.number(0.06, 1, 0),
                self.vector([0.5013, 0.2077, 0.1039]),
                self.vector([1.2291, 0.1137, -0.8173]),
                list(self.turn)
            ),
            format!(
                "[joints.pivot]\ntype = 'spherical'\na = 'ground'\nb = 'upper'\nat = {}\n",
                self.vector([0.0, 0.0, 1.0])
            ),
            format!(
                "[joints.elbow]\ntype = 'hinge'\na = 'upper'\nb = 'lower'\nat = {}\naxis = {}\n",
                self.vector([0.6, 0.0, 1.0]),
                self.direction([0.6, 0.0, 0.8])
            ),
            format!(
                "[forces.spring]\ntype = 'spring_damper'\na = 'lower.end'\nb = 'weight'\nstiffness = {}\ndamping = {}\n",
                self.number(60.0, 0, 1),
                self.number(0.5, 0, 1)
            ),
        ];
        let slope = format!("normal = {}\nplane = 'ground'\n", self.direction([0.0, 0.0, 1.0]));
        for (body, friction) in [("weight", 0.4), ("ball", 0.3)] {
            items.push(format!(
                "[contacts.{body}]\ntype = 'sphere_plane'\nsphere = '{body}'\n{slope}friction = {friction}\nrestitution = 0.6\n"
            ));
        }
        items.push(
            "[contacts.meet]\ntype = 'sphere_sphere'\na = 'ball'\nb = 'weight'\nfriction = 0.2\nrestitution = 0.8\n"
                .to_owned(),
        );
        if self.reversed {
            items.reverse();
        }
        let gravity = self.vector([1.4937, 0.3121, -9.6243]);
        format!(
            "gravity = {gravity}\n[simulation]\nstep = 1e-3\nuntil = 0.3\ntolerance = 1e-12\nlength_scale = {}\n{}{SENSORS}",
            self.number(1.0, 1, 0),
            items.concat()
        )
    }

    /// A sensor's values in the units and axes of the plain view, component by component.
    fn plain(&self, history: &History, (sensor, lengths, masses): (&str, i32, i32)) -> Vec<Vec<f64>> {
        let unit = self.length.powi(lengths) * self.mass.powi(masses);
        let channels = history.sensor(sensor);
        let [x, y, z] = channels else {
            return channels.iter().map(|c| c.iter().map(|value| value / unit).collect()).collect();
        };
        let back = self.rotation().transpose();
        let turned: Vec<Vec3> = (0..x.len()).map(|i| back * Vec3::new(x[i], y[i], z[i]) / unit).collect();
        (0..3).map(|c| turned.iter().map(|v| v[c]).collect()).collect()
    }
}

fn list(v: Vec3) -> String {
    format!("[{:e}, {:e}, {:e}]", v.x, v.y, v.z)
}

/// With the powers of length and mass in their units.
const OBSERVED: [(&str, i32, i32); 8] = [
    ("lower", 1, 0),
    ("turning", 0, 0),
    ("pivot", 1, 1),
    ("weight", 1, 0),
    ("ball", 1, 0),
    ("speed", 1, 0),
    ("spin", 0, 0),
    ("hit", 1, 1),
];

const SENSORS: &str = r#"
[sensors]
lower = { type = "position", of = "lower" }
turning = { type = "angular_velocity", of = "lower" }
pivot = { type = "joint_force", joint = "pivot" }
weight = { type = "position", of = "weight" }
ball = { type = "position", of = "ball" }
speed = { type = "velocity", of = "ball" }
spin = { type = "angular_velocity", of = "ball" }
hit = { type = "contact", contact = "ball", quantity = "normal_impulse" }
"#;

/// Compares a view with the plain one, to a limit relative to the largest value of a quantity.
fn same(contract: &'static str, scheme: &Scheme, view: &View, limit: f64) -> Result<(), Breach> {
    let plain = View::default();
    if !scheme.takes(&plain.text()) {
        return Ok(());
    }
    let (a, b) = (run(contract, scheme, &plain.text(), &[])?.1, run(contract, scheme, &view.text(), &[])?.1);
    let mut far = Vec::new();
    for observed in OBSERVED {
        let (a, b) = (plain.plain(&a, observed), view.plain(&b, observed));
        if a.is_empty() || a.len() != b.len() || a[0].len() != b[0].len() {
            return Err(Breach::new(contract, format!("`{}` cannot be compared", observed.0)));
        }
        let pairs = || a.iter().flatten().zip(b.iter().flatten());
        let size = pairs().fold(f64::MIN_POSITIVE, |most, (a, _)| most.max(a.abs()));
        let apart = |(a, b): (&f64, &f64)| if (a - b).is_nan() { f64::INFINITY } else { (a - b).abs() };
        let most = pairs().map(apart).fold(0.0, f64::max) / size;
        if most > limit {
            far.push(format!("`{}` by {most:.1e}", observed.0));
        }
    }
    if far.is_empty() { Ok(()) } else { Err(Breach::new(contract, format!("differs in {}", far.join(", ")))) }
}

/// The order of the items in the model file means nothing.
pub fn permutation(scheme: &Scheme) -> Result<(), Breach> {
    same("permutation", scheme, &View { reversed: true, ..View::default() }, LIMIT)
}

/// Space has no preferred direction: with gravity, planes, axes and bodies turned, everything turns.
pub fn rotation(scheme: &Scheme) -> Result<(), Breach> {
    same("rotation", scheme, &View { turn: Vec3::new(0.4, -0.9, 1.3), ..View::default() }, LIMIT)
}

/// Millimetres and grams: tolerances and guesses must have the dimension of what they are compared with. In units that are powers
/// of four every product, quotient and root is exact, so that not even a bit may differ.
pub fn units(scheme: &Scheme) -> Result<(), Breach> {
    same("units (mm, g)", scheme, &View { length: 1e3, mass: 1e3, ..View::default() }, LIMIT)?;
    same("units (1/1024 m)", scheme, &View { length: 1024.0, ..View::default() }, 0.0)?;
    same("units (1/1024 kg)", scheme, &View { mass: 1024.0, ..View::default() }, 0.0)
}
