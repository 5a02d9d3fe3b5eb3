//! Joints: named lists of scalar constraint rows, each a combination of measures minus a function of time.
//!
//! A row reads `g = Σ c_i m_i(q) − offset − drive(t) = 0`. The lower pairs are presets of locked projections and dots;
//! a gear, a screw and a prescribed motion differ only in their terms.

mod clearance;
mod cylindrical;
mod distance;
mod fixed;
mod frames;
mod gear;
mod hinge;
mod motion;
mod planar;
mod point_on_line;
mod prismatic;
mod screw;
mod spherical;
mod universal;

pub use clearance::{Clearance, ClearanceSpec};
pub use cylindrical::Cylindrical;
pub use distance::Distance;
pub use fixed::Fixed;
pub(crate) use frames::{AxisRole, JointFrames, Sides, complete};
pub use gear::Gear;
pub use hinge::Hinge;
pub use motion::Motion;
pub use planar::Planar;
pub use point_on_line::PointOnLine;
pub use prismatic::Prismatic;
pub use screw::Screw;
pub use spherical::Spherical;
pub use universal::Universal;

use crate::expr::Expression;
use crate::measure::Measure;
use crate::model::Kinematics;

/// One scalar constraint.
#[derive(Clone, Debug)]
pub struct Row {
    pub terms: Vec<(f64, Measure)>,
    pub offset: f64,
    /// A prescribed value, an expression of `t`.
    pub drive: Option<Expression>,
    /// Whether the weights of angles are levers, so that it is a length.
    pub is_arc: bool,
}

impl Row {
    pub fn new(measure: Measure) -> Self {
        Self { terms: vec![(1.0, measure)], ..Self::void() }
    }

    /// Value without what is prescribed.
    pub fn value(&self, kin: &Kinematics) -> f64 {
        self.terms.iter().map(|(weight, measure)| weight * measure.value(kin)).sum::<f64>() - self.offset
    }

    /// A row that is zero whatever moves.
    pub fn void() -> Self {
        Self { terms: Vec::new(), offset: 0.0, drive: None, is_arc: false }
    }

    /// A coordinate times a lever: the way of a point at this distance from an axis.
    pub fn arc(measure: Measure, lever: f64) -> Self {
        let is_arc = measure.is_angular();
        Self { terms: vec![(lever, measure)], is_arc, ..Self::void() }
    }

    /// Whether the row's unit is an angle (or a cosine) rather than a length.
    pub fn is_angular(&self) -> bool {
        !self.is_arc && !self.terms.is_empty() && self.terms.iter().all(|(_, m)| m.is_angular())
    }

    /// Whether the row is counted from the frame of a contact.
    pub fn is_incremental(&self) -> bool {
        self.terms.iter().any(|(_, m)| m.is_incremental())
    }
}

/// A joint: rows that hold at position and velocity level, and the coordinates it leaves free.
#[derive(Clone, Debug)]
pub struct Joint {
    pub name: String,
    pub kind: &'static str,
    pub rows: Vec<Row>,
    /// Free coordinates that can be measured, sprung and driven, by name ("angle", "displacement").
    pub coordinates: Vec<(&'static str, Measure)>,
}
