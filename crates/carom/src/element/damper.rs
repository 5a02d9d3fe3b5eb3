//! Viscous damper between two ports, equal in all directions, for translation and for rotation.
//!
//! It resists the velocity of B against the frame that A carries, and acts on both bodies at B's point, so that action and
//! reaction are in line, no momentum is lost, and a common rigid motion feels nothing. With r the arm of B, ρ = x_B − X_A
//! from A's node to that point, everything spatial:
//!
//! ```text
//! w = V_B + ω_B × r − V_A − ω_A × ρ ,   F = −c w  on B at x_B ,   −F on A at the same point
//! ω = ω_B − ω_A ,                       M = −c_θ ω  on B ,         −M on A
//! ```
//!
//! Order of blocks (u_A, φ_A, u_B, φ_B). With w = P v, the element is f = −c Pᵀ w and
//!
//! ```text
//! C = c PᵀP ,   K = c (Pᵀ D + B) ,   P = [−I, S(ρ), I, −S(r)]
//! D = ∂w/∂q = [S(ω_A), −S(ρ)S(ω_A), −S(ω_A), −S(ω_B × r) + S(ω_A)S(r)]
//! B = ∂Pᵀ/∂q w:  row φ_A = [−S(w), −S(ρ × w), S(w), −S(w)S(r)] ,  block (φ_B, φ_B) = S(r)S(w)
//! ```
//!
//! and for rotation P = [0, −I, 0, I], D = [0, S(ω_A), 0, −S(ω_B)], B = diag(0, −S(ω), 0, S(ω)). Body-fixed rows and
//! columns follow with Rᵀ and R.

use super::pair::PortPair;
use super::{Element, LocalMatrix, Power, Scene};
use crate::catalog::Kind;
use crate::model::{NodeId, Port, PortId};
use crate::spec::{BuildError, Builder, Number, Reference};
use crate::{Mat3, Vec3};
use lie::cross;
use schemars::JsonSchema;
use serde::Deserialize;

/// A viscous damper in all directions.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DamperSpec {
    /// First attachment: it carries the frame that the motion of `b` is taken against.
    pub a: Reference,
    /// Second attachment: the force acts at its point.
    pub b: Reference,
    /// (N s/m) Force per relative velocity. Default: 0.
    pub damping: Option<Number>,
    /// (N m s) Moment per relative angular velocity. Default: 0.
    pub angular_damping: Option<Number>,
}

impl Kind for DamperSpec {
    const KEY: &'static str = "damper";
    const SUMMARY: &'static str =
        "viscous force and moment against the relative motion of two attachments, in all directions";
    const SAMPLE: &'static str = r#"
name = "stirrer"
gravity = [0, 0, -9.81]
[bodies.paddle]
type = "rigid_body"
mass = 0.5
inertia = [0.002, 0.002, 0.001]
velocity = [0.3, 0, 0]
angular_velocity = [0, 1, 20]
[forces.honey]
type = "damper"
a = "ground"
b = "paddle"
damping = 4.0
angular_damping = 0.01
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let ends = [b.attachment(&self.a)?, b.attachment(&self.b)?];
        super::pair::check_ends(&ends)?;
        let given = |number: &Option<Number>, what| number.as_ref().map_or(Ok(0.0), |n| b.not_negative(n, what));
        let linear = given(&self.damping, "damping")?;
        let angular = given(&self.angular_damping, "angular damping")?;
        if self.damping.is_none() && self.angular_damping.is_none() {
            return Err(
                BuildError::new("the damper has neither `damping` nor `angular_damping`").help("give one of them")
            );
        }
        if let (true, Some(end)) = (angular > 0.0, ends.iter().find(|end| !b.has_orientation(end))) {
            return Err(BuildError::at(&end.span, format!("`{}` is a point and has no angular velocity", end.name))
                .help("remove `angular_damping`"));
        }
        let (a, port_b) = (b.port(&self.a)?, b.port(&self.b)?);
        let element = Damper::new(a, port_b, linear, angular, &b.model.ports);
        b.add_element(name, Self::KEY, Box::new(element));
        Ok(())
    }
}

#[derive(Clone, Debug)]
pub struct Damper {
    pair: PortPair,
    /// c in N s/m
    linear: f64,
    /// c_θ in N m s
    angular: f64,
}

/// Relative motion at one instant, spatial.
struct Motion {
    r: Vec3,
    rho: Vec3,
    rotation: [Mat3; 2],
    /// Angular velocities of A and B.
    omega: [Vec3; 2],
    /// Velocity of A's material point at B.
    carried: Vec3,
    w: Vec3,
}

impl Damper {
    pub fn new(a: PortId, b: PortId, linear: f64, angular: f64, ports: &[Port]) -> Self {
        Self { pair: PortPair::new(a, b, ports), linear, angular }
    }

    #[inline]
    fn motion(&self, scene: &Scene) -> Motion {
        let rotation = [self.pair.rotation(0, scene), self.pair.rotation(1, scene)];
        let [va, wa, vb, wb] = self.pair.velocities(scene);
        let omega = [rotation[0] * wa, rotation[1] * wb];
        let b = &scene.kin.ports[self.pair.b];
        let rho = b.x - self.pair.origin(0, scene);
        let carried = va + omega[0].cross(&rho);
        let w = vb + omega[1].cross(&b.arm) - carried;
        Motion { r: b.arm, rho, rotation, omega, carried, w }
    }
}

/// c (Pᵀ D + B) and c PᵀP over spatial increments.
fn accumulate(c: f64, p: &[Mat3; 4], d: &[Mat3; 4], k: &mut [[Mat3; 4]; 4], damping: &mut [[Mat3; 4]; 4]) {
    for i in 0..4 {
        for j in 0..4 {
            k[i][j] += p[i].tr_mul(&d[j]) * c;
            damping[i][j] += p[i].tr_mul(&p[j]) * c;
        }
    }
}

/// Rows and columns φ from spatial to body-fixed.
fn to_body(blocks: &mut [[Mat3; 4]; 4], rotation: &[Mat3; 2]) {
    for i in 0..4 {
        for j in 0..4 {
            if i % 2 == 1 {
                blocks[i][j] = rotation[i / 2].tr_mul(&blocks[i][j]);
            }
            if j % 2 == 1 {
                blocks[i][j] *= rotation[j / 2];
            }
        }
    }
}

impl Element for Damper {
    fn nodes(&self) -> &[NodeId] {
        self.pair.nodes()
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let m = self.motion(scene);
        let force = m.w * -self.linear;
        let moment = (m.omega[1] - m.omega[0]) * -self.angular;
        let on_a = m.rotation[0].tr_mul(&-(m.rho.cross(&force) + moment));
        let on_b = m.rotation[1].tr_mul(&(m.r.cross(&force) + moment));
        self.pair.add_force(scene, &[-force, on_a, force, on_b], f);
    }

    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, c: &mut LocalMatrix) {
        let m = self.motion(scene);
        let (zero, one) = (Mat3::zeros(), Mat3::identity());
        let mut stiffness = [[zero; 4]; 4];
        let mut damping = [[zero; 4]; 4];
        if self.linear != 0.0 {
            let (s_r, s_rho, s_w, s_a) = (cross(&m.r), cross(&m.rho), cross(&m.w), cross(&m.omega[0]));
            let p = [-one, s_rho, one, -s_r];
            let d = [s_a, -s_rho * s_a, -s_a, s_a * s_r - cross(&m.omega[1].cross(&m.r))];
            accumulate(self.linear, &p, &d, &mut stiffness, &mut damping);
            let row = [-s_w, -cross(&m.rho.cross(&m.w)), s_w, -s_w * s_r];
            for (block, b) in stiffness[1].iter_mut().zip(row) {
                *block += b * self.linear;
            }
            stiffness[3][3] += s_r * s_w * self.linear;
        }
        if self.angular != 0.0 {
            let p = [zero, -one, zero, one];
            let d = [zero, cross(&m.omega[0]), zero, -cross(&m.omega[1])];
            accumulate(self.angular, &p, &d, &mut stiffness, &mut damping);
            let b = cross(&(m.omega[1] - m.omega[0])) * self.angular;
            stiffness[1][1] -= b;
            stiffness[3][3] += b;
        }
        to_body(&mut stiffness, &m.rotation);
        to_body(&mut damping, &m.rotation);
        self.pair.add_blocks(&stiffness, k);
        self.pair.add_blocks(&damping, c);
    }

    fn power(&self, scene: &Scene) -> Power {
        let m = self.motion(scene);
        let turn = m.omega[1] - m.omega[0];
        let (force, moment) = (m.w * -self.linear, turn * -self.angular);
        let mut loads = 0.0;
        if self.pair.is_ground(0) {
            loads += force.dot(&m.carried) + moment.dot(&m.omega[0]);
        }
        if self.pair.is_ground(1) {
            loads -= force.dot(&(m.w + m.carried)) + moment.dot(&m.omega[1]);
        }
        Power { loads, dampers: force.dot(&m.w) + moment.dot(&turn) }
    }
}
