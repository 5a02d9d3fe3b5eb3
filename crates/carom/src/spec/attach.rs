//! Attachments: the bodies, the ground and moving grounds with their named points and frames.
//!
//! A reference reads `CARRIER` or `CARRIER.NAME`. The node of a rigid body sits at its centre of mass with the body's
//! axes, so points and frames are converted from the body's frame to the node's. The places of a flexible body are on
//! many nodes, and the body itself is none.

use super::build::{BuildError, Builder, stands_later};
use super::suggest;
use super::value::{Reference, Rotation, Span, Vector};
use crate::model::{FlexibleBody, Motion, NodeId, Port, PortId};
use crate::{Frame, NodeKind, Vec3};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A place that things attach to.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The node that carries it; `None` is the ground.
    pub node: Option<NodeId>,
    /// In the node's frame (of the ground: in space).
    pub at: Frame,
    /// Whether it is a frame, whose axes the user chose.
    pub is_frame: bool,
}

/// Something that points and frames are fixed to.
#[derive(Clone, Debug)]
pub(super) struct Carrier {
    motion: Option<Motion>,
    /// The carrier's own frame; a flexible body has none.
    origin: Option<Place>,
    places: BTreeMap<String, Place>,
}

/// A resolved reference.
#[derive(Clone, Debug)]
pub struct Attachment {
    pub node: Option<NodeId>,
    motion: Option<Motion>,
    /// In the node's frame (of the ground: in space).
    pub at: Frame,
    /// Whether the reference names a frame, whose axes the user chose.
    pub is_frame: bool,
    /// As written, for messages.
    pub name: String,
    pub span: Span,
}

impl Attachment {
    /// A port here.
    pub fn port(&self) -> Port {
        Port { node: self.node, at: self.at, motion: self.motion.clone() }
    }

    /// Whether it moves with the same thing as another.
    pub fn shares_carrier(&self, other: &Self) -> bool {
        match (self.node, other.node) {
            (None, None) => true,
            (a, b) => a == b,
        }
    }

    /// The same carrier with another frame on it, given in space at the start.
    pub fn replaced(&self, b: &Builder, space: &Frame) -> Self {
        let carrier = b.carrier_in_space(self);
        Self { at: carrier.inverse().then(space), ..self.clone() }
    }
}

/// A frame fixed to a body or to the ground.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrameSpec {
    /// (m) Origin in the carrier's frame. Default: [0, 0, 0].
    pub position: Option<Vector>,
    /// (rad) Orientation in the carrier's frame. Default: none.
    pub rotation: Option<Rotation>,
}

/// Named points of a table.
pub type Points = BTreeMap<String, Vector>;
/// Named frames of a table.
pub type Frames = BTreeMap<String, FrameSpec>;

impl Builder {
    /// Registers what points and frames can be fixed to; the carrier's own frame is its first port.
    pub(super) fn add_carrier(
        &mut self,
        name: &str,
        (node, motion, origin): (Option<NodeId>, Option<Motion>, Frame),
        points: &Points,
        frames: &Frames,
    ) -> Result<(), BuildError> {
        let mut places = BTreeMap::new();
        for (key, value) in points {
            let at = Frame::new(self.vector(value)?, lie::Quaternion::identity());
            places.insert(key.clone(), Place { node, at: origin.then(&at), is_frame: false });
        }
        for (key, value) in frames {
            if let Some(point) = points.get(key) {
                return Err(BuildError::at(&point.0.span(), format!("`{key}` is both a point and a frame"))
                    .help("rename one of them"));
            }
            let at = self.frame(value.position.as_ref(), value.rotation.as_ref())?;
            places.insert(key.clone(), Place { node, at: origin.then(&at), is_frame: true });
        }
        let origin = Some(Place { node, at: origin, is_frame: false });
        self.insert_carrier(name, Carrier { motion, origin, places })
    }

    /// Registers a flexible body with its places.
    pub fn add_flexible(&mut self, body: FlexibleBody, places: BTreeMap<String, Place>) -> Result<(), BuildError> {
        self.insert_carrier(&body.name, Carrier { motion: None, origin: None, places })?;
        self.model.flexible.push(body);
        Ok(())
    }

    fn insert_carrier(&mut self, name: &str, carrier: Carrier) -> Result<(), BuildError> {
        if self.carriers.contains_key(name) {
            let message = match name {
                "ground" => "`ground` is the name of the fixed ground".to_owned(),
                _ => format!("there is a body `{name}` already"),
            };
            return Err(BuildError::new(message).help("choose another name"));
        }
        self.carriers.insert(name.to_owned(), carrier);
        Ok(())
    }

    /// What a reference points at.
    pub fn attachment(&self, reference: &Reference) -> Result<Attachment, BuildError> {
        let (owner, place) = match reference.name.split_once('.') {
            Some((owner, place)) => (owner, Some(place)),
            None => (reference.as_str(), None),
        };
        let Some(carrier) = self.carriers.get(owner) else {
            return Err(self.unknown_carrier(reference, owner));
        };
        let known: Vec<&str> = carrier.places.keys().map(String::as_str).collect();
        let found = match place {
            None => carrier.origin.ok_or_else(|| {
                let message = format!("`{owner}` is flexible: say which point of it is meant");
                BuildError::at(&reference.span, message).help(suggest::cure("", &known))
            })?,
            Some(place) => *carrier.places.get(place).ok_or_else(|| {
                let message = format!("`{owner}` has no point or frame `{place}`");
                BuildError::at(&reference.span, message).help(match known.as_slice() {
                    [] => format!("give `{owner}` a line `points = {{ {place} = [x, y, z] }}`"),
                    _ => suggest::cure(place, &known),
                })
            })?,
        };
        Ok(Attachment {
            node: found.node,
            motion: carrier.motion.clone(),
            at: found.at,
            is_frame: found.is_frame,
            name: reference.name.clone(),
            span: reference.span.clone(),
        })
    }

    fn unknown_carrier(&self, reference: &Reference, owner: &str) -> BuildError {
        let known: Vec<&str> = self.carriers.keys().map(String::as_str).collect();
        if self.later.contains(&("bodies", owner.to_owned())) {
            return stands_later("bodies", owner, reference);
        }
        let error = BuildError::at(&reference.span, format!("unknown body `{owner}`"));
        BuildError { follow_up: self.is_broken(owner), ..error.help(suggest::cure(owner, &known)) }
    }

    /// The port of a reference; the same reference gives the same port.
    pub fn port(&mut self, reference: &Reference) -> Result<PortId, BuildError> {
        if let Some(&port) = self.named_ports.get(&reference.name) {
            return Ok(port);
        }
        let port = self.attachment(reference)?.port();
        let id = self.add_port(port);
        self.named_ports.insert(reference.name.clone(), id);
        Ok(id)
    }

    /// The node of a body that is referred to by its own name or a point on it.
    pub fn node(&self, reference: &Reference) -> Result<NodeId, BuildError> {
        self.attachment(reference)?.node.ok_or_else(|| {
            BuildError::at(&reference.span, format!("`{}` is on the ground; a body is needed here", reference.name))
                .help("name a body, or a point on one")
        })
    }

    /// The frame of an attachment in space at the start.
    pub fn in_space(&self, attachment: &Attachment) -> Frame {
        self.carrier_in_space(attachment).then(&attachment.at)
    }

    /// The frame of a port in space at the start.
    pub fn port_in_space(&self, port: PortId) -> Frame {
        let port = &self.model.ports[port];
        match (port.node, &port.motion) {
            (Some(node), _) => self.node_frame(node).then(&port.at),
            (None, Some(motion)) => motion.at(0.0, &self.model.first_inputs()).0.then(&port.at),
            (None, None) => port.at,
        }
    }

    /// Velocity and angular velocity of an attachment at the start, in space.
    pub fn initial_velocity(&self, attachment: &Attachment) -> (Vec3, Vec3) {
        let carrier = self.carrier_in_space(attachment);
        let (v, omega) = match (attachment.node, &attachment.motion) {
            (Some(node), _) => {
                let [x, y, z, a, b, c] = self.model.nodes[node].velocity;
                (Vec3::new(x, y, z), carrier.r() * Vec3::new(a, b, c))
            }
            (None, Some(motion)) => motion.at(0.0, &self.model.first_inputs()).1.into(),
            (None, None) => (Vec3::zeros(), Vec3::zeros()),
        };
        (v + omega.cross(&(carrier.r() * attachment.at.x)), omega)
    }

    fn carrier_in_space(&self, attachment: &Attachment) -> Frame {
        match (attachment.node, &attachment.motion) {
            (Some(node), _) => self.node_frame(node),
            (None, Some(motion)) => motion.at(0.0, &self.model.first_inputs()).0,
            (None, None) => Frame::identity(),
        }
    }

    /// The frame of a node at the start, as ports see it: a scalar stands on the x axis of space.
    fn node_frame(&self, node: NodeId) -> Frame {
        let node = &self.model.nodes[node];
        match node.kind {
            NodeKind::Frame => node.frame,
            NodeKind::Point | NodeKind::Scalar | NodeKind::Amplitudes => {
                Frame::new(node.frame.x, lie::Quaternion::identity())
            }
        }
    }

    /// Whether an attachment can carry a direction: rigid bodies and grounds do, point masses do not.
    pub fn has_orientation(&self, attachment: &Attachment) -> bool {
        attachment.node.is_none_or(|node| self.model.nodes[node].kind == NodeKind::Frame)
    }

    /// The unit vector of a direction.
    pub fn direction(&self, value: &Vector, what: &str) -> Result<Vec3, BuildError> {
        let v = self.vector(value)?;
        let length = v.norm();
        if length < 1e-12 {
            return Err(BuildError::at(&value.0.span(), format!("the {what} is zero and has no direction"))
                .help("give a vector such as [0, 0, 1]; its length does not matter"));
        }
        Ok(v / length)
    }
}
