//! Contact pairs and their laws.

mod law;
mod node_face;

pub use law::Coulomb;
pub use node_face::NodeFace;

use crate::expr::Expression;
use crate::measure::Measure;
use crate::model::PortId;

/// Newton restitution and isotropic Coulomb friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactLaw {
    pub friction: f64,
    pub restitution_n: f64,
    pub restitution_t: f64,
}

/// A point against a plane carried by a port: the plane's z axis is the normal, x and y span it (G 4.12–4.38).
#[derive(Clone, Debug)]
pub struct Contact {
    pub name: String,
    pub kind: &'static str,
    /// The port that carries the plane (master).
    pub plane: PortId,
    /// The port of the point (slave).
    pub point: PortId,
    pub law: ContactLaw,
    /// Half lengths of a finite face along its x and y axes.
    pub extent: Option<[f64; 2]>,
    /// Velocity of the surface along its x and y axes, expressions of `t`.
    pub belt: Option<[Expression; 2]>,
}

impl Contact {
    /// Gap first, then the two tangential displacements.
    pub fn measures(&self) -> [Measure; 3] {
        let (a, b) = (self.plane, self.point);
        [2, 0, 1].map(|axis| Measure::Projection { a, b, axis })
    }
}
