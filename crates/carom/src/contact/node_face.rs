//! Node–face: a point of one body against a plane carried by another (G 4.12–4.38).

use super::plane::PLANE;
use super::{Contact, Face};
use crate::catalog::{Entry, Kind};
use crate::spec::{BuildError, Builder, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A point against a plane.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NodeFace {
    /// The point: `BODY.POINT`, or a point mass.
    pub point: Reference,
}

impl Kind for NodeFace {
    const KEY: &'static str = "node_face";
    const SUMMARY: &'static str = "a point against a plane, finite or infinite, resting or moving like a belt";
    const COMPANIONS: &'static [&'static Entry] = &[&PLANE];
    const SAMPLE: &'static str = r#"
name = "box on a belt"
gravity = [0, 0, -9.81]
[bodies.box]
type = "point_mass"
mass = 1.0
[contacts.belt]
type = "node_face"
point = "box"
plane = "ground"
normal = [0, 0, 1]
tangent = [1, 0, 0]
extent = [2.0, 0.5]
surface_velocity = ["0.1*sin(t)", 0]
friction = 0.4
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let carried = b.take_plane()?;
        carried.check_carrier(&b.attachment(&self.point)?)?;
        b.refuse_resistance()?;
        let pair = Arc::new(Face::new(&carried.plane, b.port(&self.point)?));
        let law = b.law_of_pair()?;
        b.add_contacts(name, vec![Contact { name: name.to_owned(), kind: Self::KEY, pair, law }])
    }
}
