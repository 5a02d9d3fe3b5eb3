//! Node–face: a point of one body against a plane carried by another (G 4.12–4.38).

use super::plane::{PlaneKeys, check_carriers};
use super::{Contact, Face};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Function, Number, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;

/// A point against a plane.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NodeFace {
    /// The point: `BODY.POINT`, or a point mass.
    pub point: Reference,
    /// What carries the plane: `ground`, `BODY`, `BODY.FRAME`, `MOVING` … The plane is the x-y plane of this frame,
    /// unless `normal` and `origin` say otherwise.
    pub plane: Reference,
    /// Normal of the plane in the frame that `plane` names, towards the free side. Default: [0, 0, 1].
    pub normal: Option<Vector>,
    /// (m) A point of the plane in the frame that `plane` names, the centre of a finite one. Default: [0, 0, 0].
    pub origin: Option<Vector>,
    /// Direction of the plane's x axis in the frame that `plane` names. In a planar model only its sign counts. Default: in a
    /// planar model (normal of the model's plane) × `normal`, which is −x for a floor in the xy plane.
    pub tangent: Option<Vector>,
    /// (m) Half lengths of a finite face along its x and y axes. Default: infinite.
    pub extent: Option<[Number; 2]>,
    /// (m/s) Velocity of the surface along its x and y axes, expressions of `t`, as of a belt. Default: none.
    pub surface_velocity: Option<[Function; 2]>,
}

impl Kind for NodeFace {
    const KEY: &'static str = "node_face";
    const SUMMARY: &'static str = "a point against a plane, finite or infinite, resting or moving like a belt";
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
        let keys = PlaneKeys {
            plane: &self.plane,
            normal: self.normal.as_ref(),
            origin: self.origin.as_ref(),
            tangent: self.tangent.as_ref(),
            extent: self.extent.as_ref(),
            surface_velocity: self.surface_velocity.as_ref(),
        };
        let point = b.attachment(&self.point)?;
        check_carriers(&keys, &point, &b.attachment(&self.plane)?)?;
        let plane = keys.build(b)?;
        let pair = Box::new(Face::new(&plane, b.port(&self.point)?));
        b.add_contacts(name, vec![Contact { name: name.to_owned(), kind: Self::KEY, pair, law: b.law.clone() }]);
        Ok(())
    }
}
