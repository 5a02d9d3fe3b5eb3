//! Contacts: a pair of shapes that delivers rows of relative motion, and a law that bounds the forces on them.
//!
//! Geometry and law are independent: a pair knows no friction, a law no shapes. A new one is a file here and a line in the
//! catalog.

mod law;
mod node_face;
mod nodes_plane;
mod plane;

pub use law::Coulomb;
pub use node_face::NodeFace;
pub use nodes_plane::NodesPlane;
pub use plane::{Face, Plane};

use crate::measure::Measure;
use crate::model::{Kinematics, PortId};
use nonsmooth::Disc;

/// Geometry of a contact.
pub trait Pair: std::fmt::Debug + Send + Sync {
    /// Master and slave.
    fn ports(&self) -> (PortId, PortId);

    /// Rows of relative motion: the gap, positive when open, then sliding in two directions of the master's surface.
    fn measures(&self) -> &[Measure];

    /// Whether the slave is where the master has a surface.
    fn faces(&self, _kin: &Kinematics) -> bool {
        true
    }

    /// Velocity of the master's surface along row `i`.
    fn surface_velocity(&self, _i: usize, _t: f64) -> f64 {
        0.0
    }
}

/// Unilateral contact on the first row; discs whose radii grow with its force on the rows that follow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactLaw {
    /// Newton's coefficients of restitution, of the gap and of the other rows.
    pub restitution_n: f64,
    pub restitution_t: f64,
    pub discs: Vec<Disc>,
}

impl ContactLaw {
    /// Rows that the law acts on.
    pub fn rows(&self) -> usize {
        1 + self.discs.iter().map(|d| d.rows).sum::<usize>()
    }
}

/// Contacts that a model file names as one: a single one, or all nodes of a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactSet {
    pub name: String,
    /// Its members in [`crate::model::Model::contacts`].
    pub contacts: std::ops::Range<usize>,
}

/// A contact of the model.
#[derive(Debug)]
pub struct Contact {
    pub name: String,
    pub kind: &'static str,
    pub pair: Box<dyn Pair>,
    pub law: ContactLaw,
}
