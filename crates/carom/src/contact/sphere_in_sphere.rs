//! A sphere inside a hollow sphere: a ball in its cage, a ball joint with clearance.

use super::Contact;
use super::spheres::Spheres;
use crate::catalog::Kind;
use crate::record::Geometry;
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A sphere inside a hollow sphere.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SphereInSphere {
    /// Centre of the hollow sphere: `BODY`, `BODY.POINT`, `ground.POINT` …
    pub outer: Reference,
    /// Centre of the sphere inside.
    pub inner: Reference,
    /// (m) Radius of the hollow sphere.
    pub outer_radius: Number,
    /// (m) Radius of the sphere inside. Default: that of the body's own sphere.
    pub inner_radius: Option<Number>,
}

impl Kind for SphereInSphere {
    const KEY: &'static str = "sphere_in_sphere";
    const SUMMARY: &'static str = "a sphere inside a hollow one: a ball in its cage, a ball joint with clearance";
    const SAMPLE: &'static str = r#"
name = "ball joint with clearance"
gravity = [0, 0, -9.81]
[bodies.rod]
type = "rigid_body"
mass = 1
inertia = [0.02, 0.02, 0.001]
position = [0.0002, 0.0001, -0.25]
angular_velocity = [1, 0, 0]
points = { ball = [0, 0, 0.25] }
[contacts.joint]
type = "sphere_in_sphere"
outer = "ground"
inner = "rod.ball"
outer_radius = 0.0105
inner_radius = 0.01
friction = 0.1
rolling_resistance = 1e-5
drilling_resistance = 1e-5
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let radius = b.positive(&self.outer_radius, "outer_radius")?;
        let (inner, inner_radius) = b.sphere(&self.inner, self.inner_radius.as_ref())?;
        check_nested(b, (&self.outer, radius), (&self.inner, inner_radius))?;
        let outer = b.port(&self.outer)?;
        let law = b.law_of_pair()?;
        b.warn_of_resistance(&law, inner_radius);
        b.show(&self.outer.name, outer, Geometry::Cage { radius });
        let pair = Arc::new(Spheres::new([outer, inner], [radius, inner_radius], true, b.model.plane));
        b.add_contacts(name, vec![Contact { name: name.to_owned(), kind: Self::KEY, pair, law }])
    }
}

/// Refuses what does not fit into its cage, and a cage on the same body.
pub(super) fn check_nested(b: &Builder, outer: (&Reference, f64), inner: (&Reference, f64)) -> Result<(), BuildError> {
    if b.attachment(outer.0)?.shares_carrier(&b.attachment(inner.0)?) {
        return Err(BuildError::at(
            &inner.0.span,
            format!("`{}` and `{}` are on the same body", outer.0.name, inner.0.name),
        )
        .help("contacts act between two different bodies"));
    }
    if inner.1 > outer.1 {
        let message = format!("the inner radius {} m is larger than the outer radius {} m", inner.1, outer.1);
        return Err(BuildError::at(&inner.0.span, message).help("the clearance is outer radius − inner radius"));
    }
    Ok(())
}
