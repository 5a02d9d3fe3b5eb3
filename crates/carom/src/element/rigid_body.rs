//! Rigid body: mass, inertia, gyroscopic force and weight.
//!
//! The node sits at the centre of mass, velocity (ẋ, Ω) with Ω body-fixed, J the inertia tensor about the centre of mass in
//! body-fixed axes (THEORY §2):
//!
//! ```text
//! M = diag(m I, J) ,   f = (m g, −Ω × JΩ) ,   C = −∂f/∂v = diag(0, S(Ω)J − S(JΩ)) ,   K = 0
//! T = ½ m ẋ·ẋ + ½ Ω·JΩ ,   V = −m g·x
//! ```

use super::{Element, Energy, LocalMatrix, Scene};
use crate::catalog::Kind;
use crate::model::NodeId;
use crate::spec::{
    BodyInertia, BuildError, Builder, Frames, Given, Inertia, Number, Placement, Points, Rotation, ShapeSpec, Spin,
    Vector,
};
use crate::{Mat3, NodeKind};
use lie::cross;
use schemars::JsonSchema;
use serde::Deserialize;

/// A rigid body.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RigidBodySpec {
    /// (kg) Mass; it may come from `density` instead.
    pub mass: Option<Number>,
    /// (kg m²) Moments of inertia about the centre of mass in the body's axes: `[Jx, Jy, Jz]`, three rows of three, or in a
    /// planar model the moment about the normal. `"shapes"`: from the shapes of the body, which together have its `mass`.
    pub inertia: Option<Inertia>,
    /// (kg/m³) Density of the shapes of the body: mass, centre of mass and inertia come from them, instead of `mass` and `inertia`.
    pub density: Option<Number>,
    /// (m) Centre of mass in the body's frame. Default: [0, 0, 0], or that of the shapes where they weigh.
    pub center_of_mass: Option<Vector>,
    /// (m) Origin of the body's frame in space at the start. Default: [0, 0, 0].
    pub position: Option<Vector>,
    /// (rad) Orientation at the start: rotation vector, `{ axis, angle }`, `{ quaternion = [w, x, y, z] }` or in a planar
    /// model the angle. Default: none.
    pub rotation: Option<Rotation>,
    /// (m/s) Velocity of the origin of the body's frame at the start. Default: [0, 0, 0].
    pub velocity: Option<Vector>,
    /// (rad/s) Angular velocity at the start in the body's axes, or in a planar model about the normal. Default: [0, 0, 0].
    pub angular_velocity: Option<Spin>,
    /// (m) Named points in the body's frame. Default: none.
    #[serde(default)]
    pub points: Points,
    /// Named frames in the body's frame. Default: none.
    #[serde(default)]
    pub frames: Frames,
    /// Shapes, for pictures and for contacts of type `collision`. Default: none.
    #[serde(default)]
    pub shapes: Vec<ShapeSpec>,
}

impl Kind for RigidBodySpec {
    const KEY: &'static str = "rigid_body";
    const SUMMARY: &'static str = "rigid body with mass, centre of mass and inertia tensor";
    const SAMPLE: &'static str = r#"
name = "tumbling box"
gravity = [0, 0, -9.81]
[bodies.box]
type = "rigid_body"
mass = 2.0
inertia = [[0.010, 0.001, 0], [0.001, 0.020, 0], [0, 0, 0.025]]
center_of_mass = [0.01, 0, 0]
rotation = [0, 0.3, 0]
velocity = [1, 0, 2]
angular_velocity = [0.1, 8, 0.1]
shapes = [{ type = "box", size = [0.3, 0.2, 0.1] }]
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let (mass, inertia, center) = self.weight(b)?;
        let placement = Placement {
            position: self.position.as_ref(),
            rotation: self.rotation.as_ref(),
            center_of_mass: center.as_ref(),
            velocity: self.velocity.as_ref(),
            angular_velocity: self.angular_velocity.as_ref(),
            points: &self.points,
            frames: &self.frames,
            shapes: &self.shapes,
        };
        let node = b.add_body(name, NodeKind::Frame, &placement)?;
        b.set_inertia(name, BodyInertia { node, mass, inertia });
        b.add_element(name, Self::KEY, Box::new(RigidBody::new(node, mass, inertia)));
        Ok(())
    }
}

impl RigidBodySpec {
    /// Mass, inertia and centre of mass: as given, or from the shapes.
    fn weight(&self, b: &Builder) -> Result<(f64, Mat3, Option<Vector>), BuildError> {
        let asks = self.inertia.as_ref().filter(|inertia| inertia.is_text("shapes"));
        let (given, span) = match (&self.mass, &self.inertia, &self.density, asks) {
            (Some(mass), Some(inertia), None, None) => {
                return Ok((b.positive(mass, "mass")?, b.inertia(inertia)?, self.center_of_mass.clone()));
            }
            (Some(mass), _, None, Some(inertia)) => (Given::Mass(mass), inertia.0.span()),
            (None, None, Some(density), _) => (Given::Density(density), density.span.clone()),
            (_, _, Some(density), _) => {
                return Err(BuildError::at(&density.span, "`density` stands instead of `mass` and `inertia`")
                    .help("remove the others, or give `mass` and `inertia = \"shapes\"`"));
            }
            (None, ..) => return Err(missing("mass")),
            (_, None, ..) => return Err(missing("inertia")),
        };
        let weight = b.weigh(&self.shapes, given, &span)?;
        if let Some(center) = &self.center_of_mass {
            return Err(BuildError::at(&center.0.span(), "the centre of mass is that of the shapes")
                .help("remove `center_of_mass`, or give `mass` and `inertia` as numbers"));
        }
        Ok((weight.mass, weight.inertia, Some(Vector::of(&weight.center, span))))
    }
}

fn missing(key: &str) -> BuildError {
    BuildError::new(format!("missing key `{key}`")).help(format!(
        "add `{key} = …`; or `density = …`, or `mass = …` with `inertia = \"shapes\"`, for mass and inertia from `shapes`"
    ))
}

#[derive(Clone, Debug)]
pub struct RigidBody {
    node: [NodeId; 1],
    mass: f64,
    inertia: Mat3,
}

impl RigidBody {
    pub fn new(node: NodeId, mass: f64, inertia: Mat3) -> Self {
        Self { node: [node], mass, inertia }
    }
}

impl Element for RigidBody {
    /// The gyroscopic moment of a ball vanishes.
    fn is_constant(&self) -> bool {
        self.inertia == Mat3::from_diagonal_element(self.inertia[(0, 0)])
    }

    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let (_, omega) = scene.layout.get(self.node[0], &scene.kin.v);
        let gyroscopic = (self.inertia * omega).cross(&omega);
        scene.layout.add(self.node[0], &(scene.gravity * self.mass), &gyroscopic, f);
    }

    fn tangent(&self, scene: &Scene, _k: &mut LocalMatrix, c: &mut LocalMatrix) {
        let (_, omega) = scene.layout.get(self.node[0], &scene.kin.v);
        c.add_block(1, 1, &(cross(&omega) * self.inertia - cross(&(self.inertia * omega))));
    }

    fn mass(&self, _scene: &Scene, m: &mut LocalMatrix) {
        m.add_block(0, 0, &Mat3::from_diagonal_element(self.mass));
        m.add_block(1, 1, &self.inertia);
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let (v, omega) = scene.layout.get(self.node[0], &scene.kin.v);
        Energy {
            kinetic: 0.5 * (self.mass * v.norm_squared() + omega.dot(&(self.inertia * omega))),
            potential: -self.mass * scene.gravity.dot(&scene.kin.frames[self.node[0]].x),
        }
    }
}
