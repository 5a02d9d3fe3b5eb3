//! A solid sphere: a rigid body with J = ⅖ m r² I that touches with its surface.

use super::RigidBody;
use crate::catalog::Kind;
use crate::spec::{
    BodyInertia, BuildError, Builder, Frames, Number, Placement, Points, Reference, Rotation, ShapeSpec, Spin, Vector,
};
use crate::{Mat3, NodeKind};
use schemars::JsonSchema;
use serde::Deserialize;

/// A solid sphere.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SphereSpec {
    /// (m) Radius, also of its shape in pictures and collisions. It takes no further `shapes`; a `rigid_body` does.
    pub radius: Number,
    /// (kg/m³) Density. Give it or `mass`.
    pub density: Option<Number>,
    /// (kg) Mass.
    pub mass: Option<Number>,
    /// What it is made of, for contacts with `law = "materials"` and for forces from impulses. Default: none.
    pub material: Option<Reference>,
    /// (m) Position of the centre at the start. Default: [0, 0, 0].
    pub position: Option<Vector>,
    /// (rad) Orientation at the start, as for a rigid body. Default: none.
    pub rotation: Option<Rotation>,
    /// (m/s) Velocity at the start. Default: [0, 0, 0].
    pub velocity: Option<Vector>,
    /// (rad/s) Angular velocity at the start in the body's axes, or in a planar model about the normal. Default: [0, 0, 0].
    pub angular_velocity: Option<Spin>,
    /// (m) Named points in the body's frame. Default: none.
    #[serde(default)]
    pub points: Points,
    /// Named frames in the body's frame. Default: none.
    #[serde(default)]
    pub frames: Frames,
}

impl Kind for SphereSpec {
    const KEY: &'static str = "sphere";
    const SUMMARY: &'static str = "solid sphere, with its inertia and its shape";
    const SAMPLE: &'static str = r#"
name = "thrown ball"
gravity = [0, 0, -9.81]
[bodies.ball]
type = "sphere"
radius = 0.05
density = 1000
position = [0, 0, 1]
velocity = [3, 0, 1]
angular_velocity = [0, 20, 5]
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let radius = b.positive(&self.radius, "radius")?;
        let mass = b.sphere_mass(radius, self.mass.as_ref(), self.density.as_ref())?;
        let placement = Placement {
            position: self.position.as_ref(),
            rotation: self.rotation.as_ref(),
            center_of_mass: None,
            velocity: self.velocity.as_ref(),
            angular_velocity: self.angular_velocity.as_ref(),
            points: &self.points,
            frames: &self.frames,
            shapes: &[ShapeSpec::sphere(&self.radius, self.material.as_ref())],
        };
        b.add_sphere(name, (radius, mass), &placement)
    }
}

impl Builder {
    /// Adds a solid sphere.
    pub fn add_sphere(
        &mut self,
        name: &str,
        (radius, mass): (f64, f64),
        placement: &Placement,
    ) -> Result<(), BuildError> {
        let node = self.add_body(name, NodeKind::Frame, placement)?;
        let inertia = Mat3::from_diagonal_element(0.4 * mass * radius * radius);
        self.set_inertia(name, BodyInertia { node, mass, inertia });
        self.add_element(name, SphereSpec::KEY, Box::new(RigidBody::new(node, mass, inertia)));
        Ok(())
    }

    /// The mass of a solid sphere, given itself or by its density.
    pub fn sphere_mass(&self, radius: f64, mass: Option<&Number>, density: Option<&Number>) -> Result<f64, BuildError> {
        match (mass, density) {
            (Some(mass), None) => self.positive(mass, "mass"),
            (None, Some(density)) => {
                let density = self.positive(density, "density")?;
                Ok(density * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3))
            }
            (None, None) => Err(BuildError::new("a sphere needs its `density` or its `mass`")),
            (Some(_), Some(density)) => {
                Err(BuildError::at(&density.span, "give the `density` or the `mass`, not both"))
            }
        }
    }
}
