//! The frozen model: nodes, ports, elements, joints, contacts and sensors, referring to each other by index.
//!
//! `spec` builds it from a model file; Rust programs build it directly. `system` compiles it for the integrators.

mod contact_frame;
mod flexible;
mod follower;
mod input;
mod kinematics;
mod layout;
mod modal_shape;
mod port;
mod pullback;

pub use contact_frame::ContactFrame;
pub use flexible::{FlexibleBody, LineSection, MaterialPoint, ModalPoints};
pub use follower::{Degenerate, Follower};
pub use input::Input;
pub(crate) use kinematics::unit_force;
pub use kinematics::{FollowerNode, Kinematics};
pub use layout::Layout;
pub use modal_shape::{ModalShape, amplitude, amplitude_place};
pub use port::{Motion, Port, PortState};
pub use pullback::{pull_gradient, pull_hessian};

use crate::contact::{Bond, Collision, CompliantContact, Contact, ContactId, ContactSet};
use crate::element::Item;
use crate::joint::Joint;
use crate::measure::Measure;
use crate::sensor::Signal;
use crate::{Frame, NodeKind, Vec3};

/// Index of a node.
pub type NodeId = usize;
/// Index of a port (an attachment).
pub type PortId = usize;

/// The plane a planar model moves in; its normal is the missing axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    Xy,
    Yz,
    Zx,
}

impl Plane {
    /// The index of the normal axis.
    pub fn normal(self) -> usize {
        match self {
            Self::Xy => 2,
            Self::Yz => 0,
            Self::Zx => 1,
        }
    }
}

/// A node with its initial state.
#[derive(Clone, Debug)]
pub struct Node {
    pub name: String,
    pub kind: NodeKind,
    pub frame: Frame,
    /// (ẋ inertial, Ω body-fixed) at the start.
    pub velocity: [f64; 6],
    /// Which velocity components are locked at zero.
    pub locked: [bool; 6],
}

/// The rate of a joint coordinate at the start.
#[derive(Clone, Debug)]
pub struct InitialRate {
    pub joint: String,
    pub measure: Measure,
    /// m/s or rad/s
    pub value: f64,
}

/// A complete mechanical model.
#[derive(Debug)]
pub struct Model {
    pub name: String,
    /// Planar models lock the out-of-plane components of every node, so that no constraint has to.
    pub plane: Option<Plane>,
    pub gravity: Vec3,
    pub nodes: Vec<Node>,
    /// Nodes without degrees of freedom of their own.
    pub followers: Vec<(NodeId, Follower)>,
    /// Port 0 is the ground.
    pub ports: Vec<Port>,
    pub elements: Vec<Item>,
    pub joints: Vec<Joint>,
    pub contacts: Vec<Contact>,
    /// The contacts as the model file names them.
    pub contact_sets: Vec<ContactSet>,
    /// Contacts that are found as bodies come near each other.
    pub collisions: Vec<Collision>,
    /// What the nodes and elements of flexible bodies look like together.
    pub flexible: Vec<FlexibleBody>,
    /// Initial values of the angles that are counted over full turns, one per slot of [`crate::measure::Measure::Angle`].
    pub angles: Vec<f64>,
    /// Rates that joint coordinates have at the start; the other velocities follow.
    pub rates: Vec<InitialRate>,
    /// Contacts that are glued, one per slot of [`crate::element::MeasureLaw::Bond`].
    pub bonds: Vec<Bond>,
    /// Contacts with a stiffness, one per place of [`crate::model::Kinematics::approaches`].
    pub compliant: Vec<CompliantContact>,
    /// What is set from outside, the first places of [`Kinematics::signals`].
    pub inputs: Vec<Input>,
    /// Sensors that forces read, the places after them.
    pub signals: Vec<Signal>,
    /// A characteristic length, for tolerances; `None`: from the extent of the nodes and ports.
    pub length: Option<f64>,
    /// Whether the energy history has the defect of the energy identity.
    pub shows_identity: bool,
}

impl Model {
    /// The ground frame, present in every model.
    pub const GROUND: PortId = 0;

    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            plane: None,
            gravity: Vec3::zeros(),
            nodes: Vec::new(),
            followers: Vec::new(),
            ports: vec![Port::ground(Frame::identity())],
            elements: Vec::new(),
            joints: Vec::new(),
            contacts: Vec::new(),
            contact_sets: Vec::new(),
            collisions: Vec::new(),
            flexible: Vec::new(),
            angles: Vec::new(),
            rates: Vec::new(),
            bonds: Vec::new(),
            compliant: Vec::new(),
            inputs: Vec::new(),
            signals: Vec::new(),
            length: None,
            shows_identity: false,
        }
    }

    /// Adds a node; in a planar model its out-of-plane components are locked (declare the plane first).
    pub fn add_node(&mut self, name: &str, kind: NodeKind, frame: Frame, velocity: [f64; 6]) -> NodeId {
        let mut locked = [false; 6];
        if let (Some(plane), true) = (self.plane, kind.is_spatial()) {
            let n = plane.normal();
            locked[n] = true;
            for i in 0..3 {
                locked[3 + i] = i != n;
            }
        }
        self.nodes.push(Node { name: name.to_owned(), kind, frame, velocity, locked });
        self.nodes.len() - 1
    }

    /// Adds a frame that follows other nodes, which must not be followers themselves.
    pub fn add_follower(&mut self, name: &str, follower: Follower) -> NodeId {
        let frames: Vec<Frame> = follower.nodes().iter().map(|&n| self.nodes[n].frame).collect();
        let frame = follower.renumbered().frame(&frames);
        let node = self.add_node(name, NodeKind::Frame, frame, [0.0; 6]);
        self.followers.push((node, follower));
        node
    }

    /// Adds contacts that are named and recorded as one.
    pub fn add_contacts(&mut self, name: &str, contacts: Vec<Contact>) {
        let first = self.contacts.len();
        self.contacts.extend(contacts);
        self.contact_sets.push(ContactSet { name: name.to_owned(), contacts: first..self.contacts.len() });
    }

    /// Names of the contacts as the model file has them, collisions last.
    pub fn contact_names(&self) -> impl Iterator<Item = &str> {
        let listed = self.contact_sets.iter().map(|set| set.name.as_str());
        listed.chain(self.collisions.iter().map(|collision| collision.name.as_str()))
    }

    /// Of each name, whether its gap is an angle.
    pub fn angular_contacts(&self) -> Vec<bool> {
        let listed =
            self.contact_sets.iter().map(|set| self.contacts[set.contacts.clone()].iter().any(Contact::is_angular));
        listed.chain(self.collisions.iter().map(|_| false)).collect()
    }

    /// What the contacts of the model are called, ascending.
    pub fn contact_ids(&self) -> impl Iterator<Item = ContactId> {
        let sets = self.contact_sets.iter().enumerate();
        sets.flat_map(|(set, named)| named.contacts.clone().map(move |c| ContactId::of_pair(set, c, 0)))
    }

    /// The contact that a collision makes of a pair; none for what is no such pair.
    pub fn detected_contact(&self, id: ContactId) -> Option<Contact> {
        let collision = (id.set as usize).checked_sub(self.contact_sets.len())?;
        self.collisions.get(collision)?.contact(id.i as usize, id.j as usize)
    }

    /// The body that carries a port: its node (`rod`, `beam[3]`, `beam.tip`), a moving ground, or `ground`.
    pub fn carrier_name(&self, port: PortId) -> &str {
        match &self.ports[port] {
            Port { node: Some(node), .. } => &self.nodes[*node].name,
            Port { motion: Some(motion), .. } => &motion.name,
            _ => "ground",
        }
    }

    pub fn add_port(&mut self, port: Port) -> PortId {
        self.ports.push(port);
        self.ports.len() - 1
    }

    /// Moves the nodes to other initial frames, without changing what the model's length is.
    pub fn start_from(&mut self, frames: impl Iterator<Item = Frame>, angles: &[f64]) {
        self.length = Some(self.length_scale());
        self.nodes.iter_mut().zip(frames).for_each(|(node, frame)| node.frame = frame);
        self.angles.iter_mut().zip(angles).for_each(|(angle, value)| *angle = *value);
    }

    /// Characteristic length: the diagonal of the box around all nodes and ports at the start, or 1 m for a single point.
    pub fn length_scale(&self) -> f64 {
        if let Some(length) = self.length {
            return length;
        }
        let mut low = Vec3::repeat(f64::INFINITY);
        let mut high = -low;
        let mut include = |x: Vec3| {
            low = low.inf(&x);
            high = high.sup(&x);
        };
        for node in self.nodes.iter().filter(|n| n.kind.is_spatial()) {
            include(node.frame.x);
        }
        for port in &self.ports[1..] {
            match port.node {
                Some(node) if self.nodes[node].kind.is_spatial() => {
                    include(self.nodes[node].frame.point(&port.at.x));
                }
                Some(_) => {}
                None => include(port.at.x),
            }
        }
        let diagonal = (high - low).norm();
        if diagonal.is_finite() && diagonal > 0.0 { diagonal } else { 1.0 }
    }
}
