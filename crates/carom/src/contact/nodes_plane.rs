//! Nodes of a flexible body's surface against a plane: one point contact a node, recorded as one.
//!
//! Each node is an ordinary contact; only those that are near the plane enter a step (`integrate/step/near.rs`).

use super::plane::{CarriedPlane, PLANE};
use super::{Contact, Face};
use crate::Frame;
use crate::catalog::{Entry, Kind};
use crate::model::Port;
use crate::spec::{BuildError, Builder, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// The nodes of a flexible body against a plane.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NodesPlane {
    /// The flexible body.
    pub body: Reference,
    /// The part of its surface that can touch: a group of its mesh. Default: all nodes of the surface.
    pub group: Option<Reference>,
}

impl Kind for NodesPlane {
    const KEY: &'static str = "nodes_plane";
    const SUMMARY: &'static str = "the nodes of a flexible body's surface against a plane";
    const COMPANIONS: &'static [&'static Entry] = &[&PLANE];
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
        let CarriedPlane { plane, carrier } = b.take_plane()?;
        b.refuse_resistance()?;
        let nodes = b.surface_nodes(&self.body, self.group.as_ref())?;
        let followed = b.model.followers.iter().filter(|(node, _)| carrier.node == Some(*node));
        let mut carrying = followed.flat_map(|(_, rule)| rule.nodes()).copied().chain(carrier.node);
        if carrying.any(|node| nodes.contains(&node)) {
            return Err(BuildError::at(&carrier.span, "the plane is carried by one of the nodes that touch it")
                .help("contacts act between two different bodies"));
        }
        let law = b.law_of_pair()?;
        let mut contacts = Vec::with_capacity(nodes.len());
        for node in nodes {
            let point = b.add_port(Port::on(node, Frame::identity()));
            let name = format!("{name} ({})", b.model.nodes[node].name);
            contacts.push(Contact {
                name,
                kind: Self::KEY,
                pair: Arc::new(Face::new(&plane, point)),
                law: law.clone(),
            });
        }
        b.add_contacts(name, contacts)
    }
}
