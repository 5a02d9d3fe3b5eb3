//! Meshes of bodies and their named groups: what loads, contacts and clamps find of a flexible body.

use super::build::{BuildError, Builder};
use super::value::Reference;
use crate::Frame;
use crate::mesh::{Face, Mesh, MeshError};
use crate::model::{FlexibleBody, NodeId};
use std::ops::RangeInclusive;

/// The name of the whole boundary, unless the mesh has a group of this name.
const SURFACE: &str = "surface";

/// The mesh of a body.
#[derive(Clone, Debug)]
pub struct BodyMesh {
    /// In the configuration at the start, in space.
    pub mesh: Mesh,
    /// Node of the model of every point of the mesh.
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

    /// Faces of a group, or of the whole boundary, of a solid.
    pub fn surface_of(&self, body: &Reference, group: Option<&Reference>) -> Result<Vec<SurfaceFace>, BuildError> {
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
    pub fn surface_nodes(&self, body: &Reference, group: Option<&Reference>) -> Result<Vec<NodeId>, BuildError> {
        let line = |f: &&FlexibleBody| f.name == body.name && !self.meshes.contains_key(&body.name);
        if let (Some(flexible), None) = (self.model.flexible.iter().find(line), group) {
            return Ok(flexible.nodes.clone());
        }
        let of = self.mesh_of(body)?;
        let nodes = match group {
            Some(group) if !is_boundary(&of.mesh, group) => of.group(group, 0..=2)?.nodes.clone(),
            _ => of.mesh.surface_nodes(),
        };
        Ok(nodes.into_iter().map(|i| of.nodes[i]).collect())
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
