//! Point mass: M = m I, weight f = m g, T = ½ m ẋ·ẋ, V = −m g·x; no tangents.

use super::{Element, Energy, LocalMatrix, Scene};
use crate::catalog::Kind;
use crate::model::NodeId;
use crate::spec::{BodyInertia, BuildError, Builder, Frames, Number, Placement, Points, ShapeSpec, Vector};
use crate::{Mat3, NodeKind, Vec3};
use schemars::JsonSchema;
use serde::Deserialize;

/// A point mass.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointMassSpec {
    /// (kg) Mass.
    pub mass: Number,
    /// (m) Position at the start. Default: [0, 0, 0].
    pub position: Option<Vector>,
    /// (m/s) Velocity at the start. Default: [0, 0, 0].
    pub velocity: Option<Vector>,
    /// Shapes, for pictures and for contacts of type `collision`. Default: none.
    #[serde(default)]
    pub shapes: Vec<ShapeSpec>,
}

impl Kind for PointMassSpec {
    const KEY: &'static str = "point_mass";
    const SUMMARY: &'static str = "mass without extent or orientation";
    const SAMPLE: &'static str = r#"
name = "thrown stone"
gravity = [0, 0, -9.81]
[bodies.stone]
type = "point_mass"
mass = 0.2
position = [0, 0, 1.5]
velocity = [8, 0, 6]
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let mass = b.positive(&self.mass, "mass")?;
        let placement = Placement {
            position: self.position.as_ref(),
            rotation: None,
            center_of_mass: None,
            velocity: self.velocity.as_ref(),
            angular_velocity: None,
            points: &Points::new(),
            frames: &Frames::new(),
            shapes: &self.shapes,
        };
        let node = b.add_body(name, NodeKind::Point, &placement)?;
        b.set_inertia(name, BodyInertia { node, mass, inertia: Mat3::zeros() });
        b.add_element(name, Self::KEY, Box::new(PointMass::new(node, mass)));
        Ok(())
    }
}

#[derive(Clone, Debug)]
pub struct PointMass {
    node: [NodeId; 1],
    mass: f64,
}

impl PointMass {
    pub fn new(node: NodeId, mass: f64) -> Self {
        Self { node: [node], mass }
    }
}

impl Element for PointMass {
    fn is_constant(&self) -> bool {
        true
    }

    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        scene.layout.add(self.node[0], &(scene.gravity * self.mass), &Vec3::zeros(), f);
    }

    fn tangent(&self, _scene: &Scene, _k: &mut LocalMatrix, _c: &mut LocalMatrix) {}

    fn mass(&self, _scene: &Scene, m: &mut LocalMatrix) {
        m.add_block(0, 0, &Mat3::from_diagonal_element(self.mass));
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let (v, _) = scene.layout.get(self.node[0], &scene.kin.v);
        Energy {
            kinetic: 0.5 * self.mass * v.norm_squared(),
            potential: -self.mass * scene.gravity.dot(&scene.kin.frames[self.node[0]].x),
        }
    }
}
