//! Meshes of bodies and their named groups: what loads, contacts and clamps find of a flexible body.

use super::build::{BuildError, Builder};
use super::value::Reference;
use crate::element::attach;
use crate::mesh::{Face, Mesh, MeshError};
use crate::model::{FlexibleBody, NodeId};
use crate::{Frame, NodeKind};
use std::ops::RangeInclusive;

/// The name of the whole boundary, unless the mesh has a group of this name.
const SURFACE: &str = "surface";

/// The mesh of a body.
#[derive(Clone, Debug)]
pub struct BodyMesh {
    /// In the configuration at the start, in space.
    pub mesh: Mesh,
    /// Node of the model of every point of the mesh; none of a body that moves in modes.
    pub nodes: Vec<NodeId>,
    /// The body's frame at the start.
    pub frame: Frame,
    /// Index in the model of the element of the first cell.
    pub first_element: usize,
}

/// A face of an element, with its nodes in the model, counter-clockwise seen from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurfaceFace {
    pub nodes: Vec<NodeId>,
    /// The element it belongs to.
    pub element: usize,
}

impl Builder {
    /// Remembers the mesh of a body.
    pub fn set_mesh(&mut self, body: &str, mesh: BodyMesh) {
        self.meshes.insert(body.to_owned(), mesh);
    }

    /// The mesh of a solid.
    pub fn mesh_of(&self, body: &Reference) -> Result<&BodyMesh, BuildError> {
        self.meshes.get(body.as_str()).ok_or_else(|| {
            if self.carriers.contains_key(body.as_str()) {
                return BuildError::at(&body.span, format!("`{}` has no mesh", body.name))
                    .help("name a body of type `solid`");
            }
            self.unknown("solid", body, self.meshes.keys().map(String::as_str))
        })
    }

    /// A body that moves in modes.
    pub fn modal_body(&self, body: &Reference) -> Option<&FlexibleBody> {
        self.model.flexible.iter().find(|f| f.name == body.name && f.modal.is_some())
    }

    /// Refuses a body that moves in modes for what needs its elements.
    pub fn refuse_modal(&self, body: &Reference, what: &str) -> Result<(), BuildError> {
        self.modal_body(body).map_or(Ok(()), |modal| {
            Err(BuildError::at(&body.span, format!("`{}` moves in modes: it has no {what}", modal.name))
                .help("remove `reduce`, or attach a force to one of its patches"))
        })
    }

    /// The node at point `i` of the mesh of a body; of one that moves in modes a follower, the same at every call.
    fn material_node(&mut self, body: &str, nodes: &[NodeId], i: usize) -> NodeId {
        let modal = self.model.flexible.iter().find(|f| f.name == body).and_then(|f| f.modal.as_ref());
        let Some(modal) = modal else { return nodes[i] };
        let label = format!("{body}[{i}]");
        if let Some((node, _)) = self.model.followers.iter().find(|(node, _)| self.model.nodes[*node].name == label) {
            return *node;
        }
        let (carrying, shape) = (modal.nodes.clone(), modal.shapes[i].clone());
        let node = attach(&label, &carrying, shape, self);
        self.model.nodes[node].kind = NodeKind::Point;
        node
    }

    /// Faces of a group, or of the whole boundary, of a solid.
    pub fn surface_of(&self, body: &Reference, group: Option<&Reference>) -> Result<Vec<SurfaceFace>, BuildError> {
        self.refuse_modal(body, "faces that carry loads")?;
        let of = self.mesh_of(body)?;
        let faces = match group {
            Some(group) if !is_boundary(&of.mesh, group) => of.group(group, 2..=2)?.faces.clone(),
            _ => of.mesh.surface(),
        };
        let face = |face: &Face| SurfaceFace {
            nodes: face.nodes().iter().map(|i| of.nodes[*i]).collect(),
            element: of.first_element + face.cell,
        };
        Ok(faces.iter().map(face).collect())
    }

    /// Nodes of a group, or of the whole boundary, of a flexible body; of bodies without a mesh of cells, all nodes.
    pub fn surface_nodes(&mut self, body: &Reference, group: Option<&Reference>) -> Result<Vec<NodeId>, BuildError> {
        let line = |f: &&FlexibleBody| f.name == body.name && !self.meshes.contains_key(&body.name);
        let (points, nodes) = if let (Some(flexible), None) = (self.model.flexible.iter().find(line), group) {
            ((0..flexible.points().len()).collect(), flexible.nodes.clone())
        } else {
            let of = self.mesh_of(body)?;
            let points = match group {
                Some(group) if !is_boundary(&of.mesh, group) => of.group(group, 0..=2)?.nodes.clone(),
                _ => of.mesh.surface_nodes(),
            };
            (points, of.nodes.clone())
        };
        Ok(points.into_iter().map(|i: usize| self.material_node(&body.name, &nodes, i)).collect())
    }
}

fn is_boundary(mesh: &Mesh, group: &Reference) -> bool {
    group.name == SURFACE && mesh.groups.iter().all(|g| g.name != SURFACE)
}

impl BodyMesh {
    /// A group of the mesh whose dimension is among `dimensions`.
    pub fn group(&self, name: &Reference, dimensions: RangeInclusive<u8>) -> Result<&crate::mesh::Group, BuildError> {
        group(&self.mesh, name, dimensions)
    }
}

/// A group of a mesh by the name that stands in the model file.
pub fn group<'a>(
    mesh: &'a Mesh,
    name: &Reference,
    dimensions: RangeInclusive<u8>,
) -> Result<&'a crate::mesh::Group, BuildError> {
    mesh.group(name.as_str(), dimensions).map_err(|e| {
        let error = BuildError::at(&name.span, e.to_string());
        match &e {
            MeshError::MissingGroup { known, .. } if !known.is_empty() => {
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                error.help(super::suggest::cure(&name.name, &known))
            }
            _ => BuildError { help: e.help(), ..error },
        }
    })
}
