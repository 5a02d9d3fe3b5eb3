//! What contacts ask of the builder: their plane, the spheres of bodies, and whether resistances make sense.

use super::build::{BuildError, Builder};
use super::value::{Number, Reference};
use crate::contact::{CarriedPlane, Collider, Collision, Contact, ContactLaw};
use crate::model::PortId;
use crate::record::Geometry;
use crate::{Frame, Mat3, NodeKind, Vec3};

/// Rolling and drilling resistances above this share of a radius are probably in the wrong unit.
const LARGE_RESISTANCE: f64 = 0.5;

impl Builder {
    /// The plane of the contact that is being built.
    pub fn take_plane(&mut self) -> Result<CarriedPlane, BuildError> {
        self.plane.take().ok_or_else(BuildError::follow_up)
    }

    /// The centre of a sphere and its radius: the one given, or that of the body's own sphere there.
    pub fn sphere(&mut self, centre: &Reference, radius: Option<&Number>) -> Result<(PortId, f64), BuildError> {
        let port = self.port(centre)?;
        if let Some(radius) = radius {
            return Ok((port, self.positive(radius, "radius")?));
        }
        let here = self.model.ports[port].clone();
        let radius = self.shapes.iter().find_map(|shape| match shape.geometry {
            Geometry::Sphere { radius } => {
                let carrier = &self.model.ports[shape.port];
                let at = carrier.at.then(&shape.at).x;
                (carrier.node == here.node && (at - here.at.x).norm() <= 1e-12 * radius).then_some(radius)
            }
            _ => None,
        });
        let missing = || {
            BuildError::at(&centre.span, format!("`{}` has no sphere of its own", centre.name))
                .help("give the radius here, or give the body `shapes = [{ type = \"sphere\", radius = … }]`")
        };
        Ok((port, radius.ok_or_else(missing)?))
    }

    /// The port of a bearing, whose axis is the z axis of the frame that is named, in a planar model the normal.
    pub fn axis_port(&mut self, bearing: &Reference) -> Result<PortId, BuildError> {
        let carrier = self.attachment(bearing)?;
        if !self.has_orientation(&carrier) {
            let message = format!("`{}` is a point and has no axis", carrier.name);
            return Err(BuildError::at(&bearing.span, message).help("bearings are carried by bodies with rotations"));
        }
        let Some(plane) = self.model.plane else { return self.port(bearing) };
        let n = plane.normal();
        let axes = [(n + 1) % 3, (n + 2) % 3, n].map(|i| Vec3::ith(i, 1.0));
        let space = Frame::from_matrix(self.in_space(&carrier).x, &Mat3::from_columns(&axes));
        let port = carrier.replaced(self, &space).port();
        Ok(self.add_port(port))
    }

    /// A warning where a resistance of a law is as large as the sphere.
    pub fn warn_of_resistance(&self, law: &ContactLaw, radius: f64) {
        for (value, what) in [(law.rolling, "rolling"), (law.drilling, "drilling")] {
            if value > LARGE_RESISTANCE * radius {
                let message = format!("the {what} resistance of {value} m is large for a sphere of radius {radius} m");
                self.warn(BuildError::new(message).help("it is a length in m, moment per normal force, not a ratio"));
            }
        }
    }

    /// Whether a port can turn: it is not on the ground, nor on a body without rotations.
    fn can_turn(&self, port: PortId) -> bool {
        self.model.ports[port].node.is_some_and(|node| self.model.nodes[node].kind == NodeKind::Frame)
    }

    /// Refuses rolling and drilling resistance where neither body has rotations.
    pub fn refuse_void_resistance(&self, contact: &Contact) -> Result<(), BuildError> {
        let (a, b) = contact.pair.ports();
        if !contact.law.resists_turning() || self.can_turn(a) || self.can_turn(b) {
            return Ok(());
        }
        Err(BuildError::new("neither body has rotations: rolling and drilling resistance have nothing to act on")
            .help("use a body of type `sphere` or `rigid_body` instead of a point mass, or remove the resistance"))
    }

    /// A warning where a collision with rolling or drilling resistance has bodies without rotations.
    pub fn warn_of_void_resistance(&self, collision: &Collision) {
        let is_point = |c: &&Collider| c.node.is_some() && !self.can_turn(c.port);
        if let Some(c) = collision.colliders.iter().find(is_point)
            && collision.laws.iter().any(ContactLaw::resists_turning)
        {
            let message = format!("`{}` has no rotations: rolling and drilling resistance do not act on it", c.name);
            self.warn(BuildError::new(message).help("use a body of type `sphere` or `rigid_body` for what rolls"));
        }
    }

    /// Refuses a law with axes of its own where the surface has none that stay.
    pub fn refuse_axes(&self) -> Result<(), BuildError> {
        if !self.law.friction.has_axes() {
            return Ok(());
        }
        Err(BuildError::new("friction with different coefficients along two axes needs a plane that has them")
            .help("use a contact with a plane (`node_face`, `nodes_plane`, `sphere_plane`), or another `law`"))
    }

    /// Refuses rolling and drilling resistance where points touch.
    pub fn refuse_resistance(&self) -> Result<(), BuildError> {
        if !self.law.resists_turning() {
            return Ok(());
        }
        Err(BuildError::new("a point neither rolls nor drills")
            .help("remove `rolling_resistance` and `drilling_resistance`, or use a contact of spheres"))
    }
}
