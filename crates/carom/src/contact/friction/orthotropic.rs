//! Orthotropic friction: sliding forces in an ellipse whose axes are those of the plane (Michalowski and Mróz 1978).
//!
//! ```text
//! (Λ_1/μ_1)² + (Λ_2/μ_2)² ≤ Λ_N² ,     −u_T ∈ normal cone of the ellipse at Λ_T
//! ```
//!
//! The force is the one of greatest dissipation: the sliding is along the ellipse's normal, and not against the force unless it is along an
//! axis. μ_1 belongs to the plane's x axis (`tangent` of the plane), μ_2 to its y axis. In a planar model μ_1 counts.

use super::{Friction, FrictionModel, Sliding};
use crate::catalog::{Entry, Kind};
use crate::contact::law::COMMON;
use crate::spec::{BuildError, Builder, Number};
use nonsmooth::{Disc, Shape};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// Orthotropic Coulomb friction on a plane.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrthotropicSpec {
    /// Coefficients of friction along the plane's x axis (its `tangent`) and y axis. One of them may be 0, as of a skate.
    pub friction: [Number; 2],
}

#[derive(Debug)]
struct Orthotropic([f64; 2]);

impl FrictionModel for Orthotropic {
    fn disc(&self, _now: &Sliding) -> Disc {
        let [factor, across] = self.0;
        Disc { factor, rows: 2, shape: Shape::Ellipse { across } }
    }

    fn has_axes(&self) -> bool {
        true
    }
}

impl Kind for OrthotropicSpec {
    const KEY: &'static str = "orthotropic";
    const SUMMARY: &'static str = "Coulomb friction with different coefficients along the two axes of a plane";
    const COMPANIONS: &'static [&'static Entry] = &[&COMMON];
    const SAMPLE: &'static str = r#"
name = "puck on brushed steel"
gravity = [0, 0, -9.81]
[bodies.puck]
type = "point_mass"
mass = 0.2
velocity = [1, 1, 0]
[contacts.sheet]
type = "node_face"
point = "puck"
plane = "ground"
tangent = [1, 1, 0]
law = "orthotropic"
friction = [0.15, 0.35]
"#;

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let [x, y] = &self.friction;
        let factors = [b.not_negative(x, "friction")?, b.not_negative(y, "friction")?];
        let [x, y] = factors;
        // Equal coefficients are a disc, which needs no axes.
        b.law.friction = if x == y { Friction::Constant(x) } else { Friction::Model(Arc::new(Orthotropic(factors))) };
        Ok(())
    }
}
