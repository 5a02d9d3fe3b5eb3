//! A sphere in a groove around an axis, of a race or a pulley: a part of a torus ([`Revolved`]).

use super::{Contact, Revolved};
use crate::catalog::Kind;
use crate::record::Geometry;
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A sphere in a groove.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SphereGroove {
    /// Centre of the sphere: `BODY` or `BODY.POINT`.
    pub sphere: Reference,
    /// (m) Its radius. Default: that of the body's own sphere.
    pub radius: Option<Number>,
    /// Centre of the groove, whose axis is the z axis of this frame, in a planar model the normal: `BODY`, `BODY.FRAME`, `ground` …
    pub groove: Reference,
    /// (m) Radius of the circle around the axis on which the centres of the groove's section lie.
    pub circle_radius: Number,
    /// (m) Radius of the section, larger than that of the sphere.
    pub groove_radius: Number,
}

impl Kind for SphereGroove {
    const KEY: &'static str = "sphere_groove";
    const SUMMARY: &'static str = "a sphere in a groove around an axis: a ball in its race";
    const SAMPLE: &'static str = r#"
name = "ball in a race"
gravity = [0, 0, -9.81]
[bodies.ball]
type = "sphere"
radius = 0.1
density = 1000
position = [0.9, 0.2, 0.25]
velocity = [-0.2, 1, 0]
[contacts.race]
type = "sphere_groove"
sphere = "ball"
groove = "ground"
circle_radius = 1
groove_radius = 0.4
friction = 0.3
rolling_resistance = 1e-3
drilling_resistance = 1e-3
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let carrier = b.attachment(&self.groove)?;
        if b.attachment(&self.sphere)?.shares_carrier(&carrier) {
            return Err(BuildError::at(&self.sphere.span, "the sphere and the groove are on the same body")
                .help("contacts act between two different bodies"));
        }
        let circle = b.positive(&self.circle_radius, "circle_radius")?;
        let section = b.positive(&self.groove_radius, "groove_radius")?;
        let groove = b.axis_port(&self.groove)?;
        let (sphere, radius) = b.sphere(&self.sphere, self.radius.as_ref())?;
        if radius >= section {
            let message = format!("the groove of radius {section} m is too narrow for a sphere of radius {radius} m");
            return Err(BuildError::at(&self.groove_radius.span, message).help("the play is their difference"));
        }
        let law = b.law_of_pair()?;
        b.warn_of_resistance(&law, radius);
        b.show(&carrier.name, groove, Geometry::circle(circle));
        let pair = Arc::new(Revolved::groove([groove, sphere], (circle, section), radius));
        b.add_contacts(name, vec![Contact { name: name.to_owned(), kind: Self::KEY, pair, law }])
    }
}
