//! A flexible body as a whole: which nodes and elements of the model it is made of.

use super::{Kinematics, Layout, ModalShape, Model, NodeId};
use crate::mesh::Cell;
use crate::{Frame, Mat3, Vec3};
use std::ops::Range;
use std::sync::Arc;

/// Nodes, cells and elements of a beam, a bar or a solid.
#[derive(Clone, Debug)]
pub struct FlexibleBody {
    pub name: String,
    /// Nodes of the model, in the order of the body's mesh.
    pub nodes: Vec<NodeId>,
    /// Cells, with indices into `nodes`; cell i is element `elements.start + i` of the model.
    pub cells: Vec<Cell>,
    /// Its elements in [`super::Model::elements`].
    pub elements: Range<usize>,
    /// The points of its mesh, if it moves in modes and they are no nodes.
    pub modal: Option<ModalPoints>,
    /// Its cross section, if it is a line whose points have orientations.
    pub section: Option<LineSection>,
}

/// The cross section of a line, for pictures and recorded forces.
#[derive(Clone, Debug)]
pub struct LineSection {
    /// Closed rings in the section's y and z (m), the outer one first.
    pub rings: Vec<Vec<[f64; 2]>>,
    /// The section's axes in those of each point.
    pub axes: Vec<Mat3>,
}

/// Points of a body with a floating frame.
#[derive(Clone, Debug)]
pub struct ModalPoints {
    /// The floating frame, and those of the amplitudes.
    pub nodes: Vec<NodeId>,
    pub shapes: Vec<ModalShape>,
}

/// A point of a flexible body, for pictures.
#[derive(Clone, Debug)]
pub enum MaterialPoint {
    Node(NodeId),
    /// With the nodes of its body.
    Modal(Arc<[NodeId]>, ModalShape),
}

impl FlexibleBody {
    /// The first of its nodes.
    pub fn first_node(&self) -> Option<NodeId> {
        self.modal.as_ref().map_or(&self.nodes, |modal| &modal.nodes).first().copied()
    }

    /// Nodes of the model that it is made of.
    pub fn node_count(&self) -> usize {
        self.modal.as_ref().map_or(self.nodes.len(), |modal| modal.nodes.len())
    }

    /// The points of its mesh.
    pub fn points(&self) -> Vec<MaterialPoint> {
        let Some(modal) = &self.modal else {
            return self.nodes.iter().map(|&node| MaterialPoint::Node(node)).collect();
        };
        let nodes: Arc<[NodeId]> = modal.nodes.clone().into();
        modal.shapes.iter().map(|shape| MaterialPoint::Modal(Arc::clone(&nodes), shape.clone())).collect()
    }
}

impl MaterialPoint {
    /// Where it is in a configuration.
    pub fn position(&self, kin: &Kinematics) -> Vec3 {
        match self {
            Self::Node(node) => kin.frames[*node].x,
            Self::Modal(nodes, shape) => shape.position(&kin.frames, nodes),
        }
    }

    /// Where it is and how it is turned in a configuration.
    pub fn frame(&self, kin: &Kinematics) -> Frame {
        match self {
            Self::Node(node) => kin.frames[*node],
            Self::Modal(nodes, shape) => shape.frame(&kin.frames, nodes),
        }
    }

    /// Where it is at the start.
    pub fn start(&self, model: &Model) -> Vec3 {
        match self {
            Self::Node(node) => model.nodes[*node].frame.x,
            Self::Modal(nodes, shape) => {
                let frames: Vec<_> = nodes.iter().map(|&node| model.nodes[node].frame).collect();
                let numbers: Vec<_> = (0..nodes.len()).collect();
                shape.position(&frames, &numbers)
            }
        }
    }

    pub fn velocity(&self, kin: &Kinematics, layout: &Layout) -> Vec3 {
        match self {
            Self::Node(node) => kin.node_velocity(layout, *node).0,
            Self::Modal(nodes, shape) => {
                let rate = |k: usize| layout.get(nodes[1 + k / 3], &kin.v).0[k % 3];
                shape.velocity(&kin.frames, nodes, layout.get(nodes[0], &kin.v), rate)
            }
        }
    }
}
