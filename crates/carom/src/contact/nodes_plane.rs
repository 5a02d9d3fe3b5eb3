//! Nodes of a flexible body's surface against a plane: one point contact a node, recorded as one.
//!
//! Each node is an ordinary contact; only those that are near the plane enter a step (`integrate/step/near.rs`).

use super::plane::PlaneKeys;
use super::{Contact, Face};
use crate::Frame;
use crate::catalog::Kind;
use crate::model::Port;
use crate::spec::{BuildError, Builder, Function, Number, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;

/// The nodes of a flexible body against a plane.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NodesPlane {
    /// The flexible body.
    pub body: Reference,
    /// The part of its surface that can touch: a group of its mesh. Default: all nodes of the surface.
    pub group: Option<Reference>,
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

impl Kind for NodesPlane {
    const KEY: &'static str = "nodes_plane";
    const SUMMARY: &'static str = "the nodes of a flexible body's surface against a plane";
    const SAMPLE: &'static str = r#"
name = "falling strip"
gravity = [0, 0, -9.81]
[bodies.strip]
type = "beam"
start = [0, 0, 0.1]
end = [0.5, 0, 0.12]
elements = 2
young = 1e7
poisson = 0.3
density = 1000
section = { type = "rectangle", width = 0.02, height = 0.005 }
[contacts.floor]
type = "nodes_plane"
body = "strip"
plane = "ground"
friction = 0.3
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
        let nodes = b.surface_nodes(&self.body, self.group.as_ref())?;
        let carrier = b.attachment(&self.plane)?;
        let followed = b.model.followers.iter().filter(|(node, _)| carrier.node == Some(*node));
        let mut carrying = followed.flat_map(|(_, rule)| rule.nodes()).copied().chain(carrier.node);
        if carrying.any(|node| nodes.contains(&node)) {
            return Err(BuildError::at(&self.plane.span, "the plane is carried by one of the nodes that touch it")
                .help("contacts act between two different bodies"));
        }
        let plane = keys.build(b)?;
        let mut contacts = Vec::with_capacity(nodes.len());
        for node in nodes {
            let point = b.add_port(Port::on(node, Frame::identity()));
            let name = format!("{name} ({})", b.model.nodes[node].name);
            contacts.push(Contact {
                name,
                kind: Self::KEY,
                pair: Box::new(Face::new(&plane, point)),
                law: b.law.clone(),
            });
        }
        b.add_contacts(name, contacts);
        Ok(())
    }
}
