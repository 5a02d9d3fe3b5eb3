//! Contacts: a pair of shapes that delivers rows of relative motion, and a law that bounds the forces on them.
//!
//! Geometry and law are independent: a pair knows no friction, a law no shapes. A new one is a file here and a line in the
//! catalog.

mod circle_in_circle;
mod cohesion;
mod collision;
mod compliant;
mod friction;
mod id;
mod joint_friction;
mod joint_limit;
mod law;
mod material;
mod node_face;
mod nodes_plane;
mod plane;
mod revolved;
mod sphere_box;
mod sphere_groove;
mod sphere_in_sphere;
mod sphere_plane;
mod sphere_sphere;
mod spheres;
mod tunnelling;

pub use circle_in_circle::CircleInCircle;
pub use cohesion::{Bond, Cohesion, CohesiveSpec};
pub use collision::{Collider, Collision, CollisionSpec, Detector, Form};
pub(crate) use compliant::BESIDE;
pub use compliant::{Compliance, CompliantContact, CompliantSpec, SmoothFriction};
pub use friction::{Friction, FrictionModel, OrthotropicSpec, RateStateSpec, Sliding, StaticKineticSpec};
pub use id::ContactId;
pub use joint_friction::{JointFriction, JointPressure};
pub use joint_limit::{JointLimit, Limit};
pub use law::Coulomb;
pub use material::{ByMaterials, Material, MaterialSpec};
pub use node_face::NodeFace;
pub use nodes_plane::NodesPlane;
pub use plane::{CarriedPlane, Face, Plane, PlaneSpec};
pub use revolved::Revolved;
pub use sphere_box::SphereBoxSpec;
pub use sphere_groove::SphereGroove;
pub use sphere_in_sphere::SphereInSphere;
pub use sphere_plane::{SpherePlane, SpherePlaneSpec};
pub use sphere_sphere::SphereSphere;
pub use spheres::Spheres;
pub use tunnelling::TURNED;

use crate::Vec3;
use crate::joint::Row;
use crate::measure::{Measure, Relative};
use crate::model::{ContactFrame, Kinematics, PortId};
use crate::post::Curvatures;
use nonsmooth::{Disc, Law, Shape};
use std::sync::Arc;

/// Most rows of relative motion: gap, sliding along two tangents, drilling about the normal, rolling about two tangents.
pub const ROWS: usize = nonsmooth::MAX_ROWS;
/// Rows without those that turn.
pub const LENGTH_ROWS: usize = 3;

/// Geometry of a contact.
pub trait Pair: std::fmt::Debug + Send + Sync {
    /// Master and slave.
    fn ports(&self) -> (PortId, PortId);

    /// Rows of relative motion: the gap, positive when open, sliding in two directions of the surface, and for bodies that roll
    /// drilling about the normal and rolling about the two directions. `slot` is the contact's place in [`Kinematics::contacts`].
    fn rows(&self, slot: usize) -> Vec<Row>;

    /// Signed distance, positive when open.
    fn gap(&self, kin: &Kinematics) -> f64;

    /// Axes and arms at a configuration; tangents stay near those of `last`.
    fn frame(&self, kin: &Kinematics, last: &ContactFrame) -> ContactFrame;

    /// Curvatures of the surfaces of master and slave where they touch; none where a point or an edge touches.
    fn curvatures(&self) -> Option<Curvatures> {
        None
    }

    /// Whether it touches at an edge or a corner, where [`Pair::curvatures`] do not hold.
    fn is_edge(&self, _kin: &Kinematics) -> bool {
        false
    }

    /// Whether the slave is where the master has a surface.
    fn faces(&self, _kin: &Kinematics) -> bool {
        true
    }

    /// Whether the normal follows the two bodies, rather than a surface of the master.
    fn normal_turns(&self) -> bool {
        false
    }

    /// Whether the two go through each other on the way from one configuration to another, which its ends do not show.
    fn passes(&self, _start: &Kinematics, _end: &Kinematics) -> bool {
        false
    }

    /// The rows of a pair that has no surfaces: coordinates of a joint. Their rates are those of the coordinates, their forces are
    /// forces along a displacement or moments about an axis, and nothing touches at a point in space.
    fn coordinates(&self) -> Option<&[Row]> {
        None
    }

    /// The normal force of friction in a joint, which is that of the joint.
    fn pressure(&self) -> Option<&JointPressure> {
        None
    }

    /// Velocity of the master's surface along row `i`.
    fn surface_velocity(&self, _i: usize, _t: f64, _held: &[f64]) -> f64 {
        0.0
    }
}

/// The rows after the gap of a pair whose bodies roll on each other.
fn rolling_rows(gap: Row, (a, b): (PortId, PortId), slot: usize, carried: bool) -> Vec<Row> {
    let row = |axis, turns| Row::new(Measure::Relative(Relative { a, b, slot, axis, turns, carried }));
    vec![gap, row(1, false), row(2, false), row(0, true), row(1, true), row(2, true)]
}

/// Axes of a contact about its normal: in a planar model the first tangent lies in the plane, elsewhere it follows the last one.
fn axes_about(n: Vec3, out_of_plane: Option<Vec3>, last: &ContactFrame) -> [Vec3; 3] {
    match out_of_plane {
        Some(out) => {
            let t = out.cross(&n);
            [n, t, n.cross(&t)]
        }
        None => last.axes_about(n),
    }
}

/// Unilateral contact on the gap; discs whose radii grow with its force on the rows that follow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactLaw {
    /// Newton's coefficients of restitution, of the gap and of sliding.
    pub restitution_n: f64,
    pub restitution_t: f64,
    /// Sliding friction μ.
    pub friction: Friction,
    /// (m) Moments of drilling and rolling resistance per unit of normal force.
    pub drilling: f64,
    pub rolling: f64,
    /// A bond on the gap.
    pub cohesion: Option<Cohesion>,
    /// A stiffness on the gap instead of its unilateral set.
    pub compliance: Option<Compliance>,
}

impl ContactLaw {
    /// The discs with the first of the pair's rows that each acts on, for what is known at the start of a step.
    fn discs(&self, now: &Sliding) -> impl Iterator<Item = (usize, Disc)> {
        let slides = self.friction != Friction::Constant(0.0);
        let sliding = slides.then(|| (1, self.friction.disc(now)));
        let drilling = (self.drilling > 0.0).then_some((3, Disc::round(self.drilling, 1)));
        let rolling = (self.rolling > 0.0).then_some((4, Disc::round(self.rolling, 2)));
        sliding.into_iter().chain(drilling).chain(rolling)
    }

    /// Rows of the pair that the law acts on, ascending.
    pub fn axes(&self) -> Vec<usize> {
        std::iter::once(0)
            .chain(self.discs(&Sliding::REST).flat_map(|(first, disc)| first..first + disc.rows))
            .collect()
    }

    /// The law on some of its rows, for what is known at the start of a step: a disc keeps as many rows as are left of it.
    pub fn on(&self, axes: &[usize], now: &Sliding) -> Law {
        let mut discs = [None; 3];
        let mut count = 0;
        for (first, disc) in self.discs(now) {
            let rows = axes.iter().filter(|axis| (first..first + disc.rows).contains(axis)).count();
            if rows > 0 {
                let second = rows == 1 && axes.contains(&(first + 1));
                discs[count] = Some(match disc.shape {
                    Shape::Ellipse { across } if second => Disc::round(across, 1),
                    _ => Disc { rows, ..disc },
                });
                count += 1;
            }
        }
        Law::unilateral(discs)
    }

    /// Whether all of its forces are smooth, so that it takes no part in the problems of contacts.
    pub fn is_smooth(&self) -> bool {
        self.compliance.is_some() && !self.resists_turning() && self.friction == Friction::Constant(0.0)
    }

    /// Whether it resists turning, which points cannot.
    pub fn resists_turning(&self) -> bool {
        self.drilling > 0.0 || self.rolling > 0.0
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
    pub pair: Arc<dyn Pair>,
    pub law: ContactLaw,
}

impl Contact {
    /// Whether its normal force is not one of its rows: that of a stiffness, or that of a joint.
    pub fn is_pressed_elsewhere(&self) -> bool {
        self.law.compliance.is_some() || self.pair.pressure().is_some()
    }

    /// Whether its gap is the distance of an angle to a limit.
    pub fn is_angular(&self) -> bool {
        self.pair.coordinates().is_some_and(|rows| rows[0].is_angular())
    }

    /// What a way and a force along each tangent of a contact in a joint are divided and multiplied by to be an angle and a torque; none elsewhere.
    pub fn levers(&self) -> [Option<f64>; 2] {
        let row = |i: usize| self.pair.coordinates()?.get(i).filter(|row| row.is_arc).map(|row| row.terms[0].0);
        [row(1), row(2)]
    }
}
