//! Many solid spheres from one table: on a grid, or at random in a box.
//!
//! The spheres of `NAME` are bodies of their own, named `NAME_1`, `NAME_2`, …

mod place;
mod random;

pub use place::{GridSpec, RandomSpec};

use crate::Vec3;
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Frames, Interval, Number, Placement, Points, Reference, ShapeSpec, Vector};
use random::Random;
use schemars::JsonSchema;
use serde::Deserialize;

/// Many solid spheres.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpheresSpec {
    /// (m) Radius of all, or `[min, max]` between which the radius of each is drawn at random.
    pub radius: Interval,
    /// (kg/m³) Density. Give it or `mass`.
    pub density: Option<Number>,
    /// (kg) Mass of each.
    pub mass: Option<Number>,
    /// What they are made of, for contacts with `law = "materials"`. Default: none.
    pub material: Option<Reference>,
    /// (m/s) Velocity of all at the start. Default: [0, 0, 0].
    pub velocity: Option<Vector>,
    /// Places them in rows, columns and layers. Give it or `random`.
    pub grid: Option<GridSpec>,
    /// Places them at random in a box, without overlaps.
    pub random: Option<RandomSpec>,
    /// What random values follow from: the same number gives the same spheres on every machine. Default: 1.
    pub seed: Option<u64>,
}

/// A sphere that was placed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Placed {
    x: Vec3,
    radius: f64,
}

impl Kind for SpheresSpec {
    const KEY: &'static str = "spheres";
    const SUMMARY: &'static str = "many solid spheres, on a grid or at random in a box, named NAME_1, NAME_2, …";
    const SAMPLE: &'static str = r#"
name = "grains"
gravity = [0, 0, -9.81]
[ground]
shapes = [{ type = "plane" }]
[bodies.grains]
type = "spheres"
radius = [0.008, 0.01]
density = 2500
grid = { count = [2, 2, 3], spacing = 0.022, origin = [0, 0, 0.02], jitter = 0.0005 }
[bodies.rain]
type = "spheres"
radius = 0.005
density = 1000
random = { count = 5, low = [-0.05, -0.05, 0.1], high = [0.05, 0.05, 0.2] }
seed = 7
[contacts.all]
type = "collision"
bodies = ["grains_*", "rain_*", "ground"]
friction = 0.3
[sensors.first]
type = "position"
of = "grains_1"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let radius = b.interval(&self.radius, "radius")?;
        let mut random = Random::new(self.seed.unwrap_or(1));
        let placed = match (&self.grid, &self.random) {
            (Some(grid), None) => grid.place(b, radius, &mut random)?,
            (None, Some(inside)) => inside.place(b, radius, &mut random)?,
            _ => {
                return Err(BuildError::new("give `grid` or `random`, one of them")
                    .help("such as `grid = { count = [3, 3, 3], spacing = 0.1 }`"));
            }
        };
        let (points, frames) = (Points::new(), Frames::new());
        for (i, Placed { x, radius }) in placed.into_iter().enumerate() {
            let position = Vector::of(&x, self.radius.0.span());
            let shape = ShapeSpec::sphere(&Number::of(radius, self.radius.0.span()), self.material.as_ref());
            let placement = Placement {
                position: Some(&position),
                rotation: None,
                center_of_mass: None,
                velocity: self.velocity.as_ref(),
                angular_velocity: None,
                points: &points,
                frames: &frames,
                shapes: &[shape],
            };
            let mass = b.sphere_mass(radius, self.mass.as_ref(), self.density.as_ref())?;
            b.add_sphere(&format!("{name}_{}", i + 1), (radius, mass), &placement)?;
        }
        Ok(())
    }
}
