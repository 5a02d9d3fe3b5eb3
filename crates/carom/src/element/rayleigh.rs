//! Rayleigh damping proportional to mass: f = −α M v, C = α M, dissipated power α vᵀMv; α in 1/s.

use super::{Element, LocalMatrix, Power, Scene};
use crate::Mat3;
use crate::catalog::Kind;
use crate::model::NodeId;
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;

/// Damping of bodies in proportion to their mass.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RayleighSpec {
    /// The bodies.
    pub bodies: Vec<Reference>,
    /// (1/s) Factor α of the mass matrix.
    pub mass: Number,
}

impl Kind for RayleighSpec {
    const KEY: &'static str = "rayleigh";
    const SUMMARY: &'static str = "damping proportional to mass and inertia: f = −α M v";
    const SAMPLE: &'static str = r#"
name = "slowed body"
[bodies.body]
type = "rigid_body"
mass = 2.0
inertia = [0.01, 0.02, 0.025]
velocity = [1, 0, 0]
angular_velocity = [0, 0, 3]
[forces.air]
type = "rayleigh"
bodies = ["body"]
mass = 0.5
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let alpha = b.not_negative(&self.mass, "mass")?;
        for (i, body) in self.bodies.iter().enumerate() {
            if self.bodies[..i].iter().any(|other| other.name == body.name) {
                let message = format!("`{}` is listed twice and would be damped twice", body.name);
                return Err(BuildError::at(&body.span, message).help("remove one of them"));
            }
            let of = b.inertia_of(body)?;
            let element = Rayleigh::new(of.node, alpha, of.mass, &of.inertia);
            // One element a body, so that the bodies are not coupled.
            b.add_element(&format!("{name}.{}", body.name), Self::KEY, Box::new(element));
        }
        Ok(())
    }
}

/// Mass-proportional damping of one body.
#[derive(Clone, Debug)]
pub struct Rayleigh {
    node: [NodeId; 1],
    /// α m
    linear: f64,
    /// α J, body-fixed
    angular: Mat3,
}

impl Rayleigh {
    /// The damping of a body with this mass and inertia (zero for points and scalars).
    pub fn new(node: NodeId, alpha: f64, mass: f64, inertia: &Mat3) -> Self {
        Self { node: [node], linear: alpha * mass, angular: inertia * alpha }
    }
}

impl Element for Rayleigh {
    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let (v, omega) = scene.layout.get(self.node[0], &scene.kin.v);
        scene.layout.add(self.node[0], &(v * -self.linear), &(self.angular * -omega), f);
    }

    fn tangent(&self, _scene: &Scene, _k: &mut LocalMatrix, c: &mut LocalMatrix) {
        c.add_block(0, 0, &Mat3::from_diagonal_element(self.linear));
        c.add_block(1, 1, &self.angular);
    }

    fn power(&self, scene: &Scene) -> Power {
        let (v, omega) = scene.layout.get(self.node[0], &scene.kin.v);
        Power { loads: 0.0, dampers: -(self.linear * v.norm_squared() + omega.dot(&(self.angular * omega))) }
    }
}
