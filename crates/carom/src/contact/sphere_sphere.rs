//! Two spheres side by side.

use super::Contact;
use super::spheres::Spheres;
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A sphere against another.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SphereSphere {
    /// Centre of the first sphere: `BODY`, `BODY.POINT`, `ground.POINT` …
    pub a: Reference,
    /// Centre of the second sphere.
    pub b: Reference,
    /// (m) Radius of the first. Default: that of the body's own sphere.
    pub radius_a: Option<Number>,
    /// (m) Radius of the second. Default: that of the body's own sphere.
    pub radius_b: Option<Number>,
}

impl Kind for SphereSphere {
    const KEY: &'static str = "sphere_sphere";
    const SUMMARY: &'static str = "two spheres that hit, slide, roll and drill on each other";
    const SAMPLE: &'static str = r#"
name = "two billiard balls"
[bodies.cue]
type = "rigid_body"
mass = 0.17
inertia = [5.5e-5, 5.5e-5, 5.5e-5]
velocity = [1, 0, 0]
angular_velocity = [3, 5, 1]
[bodies.eight]
type = "rigid_body"
mass = 0.16
inertia = [5e-5, 5e-5, 5e-5]
position = [0.06, 0.01, 0.005]
[contacts.hit]
type = "sphere_sphere"
a = "cue"
b = "eight"
radius_a = 0.0286
radius_b = 0.028
restitution = 0.93
friction = 0.06
rolling_resistance = 1e-4
drilling_resistance = 1e-4
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let (first, second) = (b.attachment(&self.a)?, b.attachment(&self.b)?);
        if first.shares_carrier(&second) {
            return Err(BuildError::at(&self.b.span, "the two spheres are on the same body")
                .help("contacts act between two different bodies"));
        }
        let (a, radius_a) = b.sphere(&self.a, self.radius_a.as_ref())?;
        let (c, radius_b) = b.sphere(&self.b, self.radius_b.as_ref())?;
        let distance = (b.in_space(&second).x - b.in_space(&first).x).norm();
        if distance <= f64::EPSILON * radius_a {
            return Err(BuildError::at(&self.b.span, "the centres of the two spheres coincide")
                .help("move one of them; for a sphere inside another use `sphere_in_sphere`"));
        }
        let law = b.law_of_pair()?;
        b.warn_of_resistance(&law, radius_a.min(radius_b));
        let pair = Arc::new(Spheres::new([a, c], [radius_a, radius_b], false, b.model.plane));
        b.add_contacts(name, vec![Contact { name: name.to_owned(), kind: Self::KEY, pair, law }])
    }
}
