//! Placing bodies: from the body's frame, as the user gives it, to the node at the centre of mass.
//!
//! With c the centre of mass in the body's frame, x_node = x + R c and v_node = v + R (Ω × c).

use super::attach::{Frames, Points};
use super::build::{BuildError, Builder};
use super::shape::ShapeSpec;
use super::value::{Rotation, Spin, Vector};
use crate::model::NodeId;
use crate::{Frame, NodeKind, Vec3};

/// Where a body starts and what is fixed to it, as written in its table.
#[derive(Clone, Copy)]
pub struct Placement<'a> {
    pub position: Option<&'a Vector>,
    pub rotation: Option<&'a Rotation>,
    pub center_of_mass: Option<&'a Vector>,
    pub velocity: Option<&'a Vector>,
    pub angular_velocity: Option<&'a Spin>,
    pub points: &'a Points,
    pub frames: &'a Frames,
    pub shapes: &'a [ShapeSpec],
}

impl Builder {
    /// Adds the node of a body with its initial state, its attachments and its shapes.
    pub fn add_body(&mut self, name: &str, kind: NodeKind, p: &Placement) -> Result<NodeId, BuildError> {
        let body = self.frame(p.position, p.rotation)?;
        let center = p.center_of_mass.map_or(Ok(Vec3::zeros()), |v| self.vector(v))?;
        let velocity = p.velocity.map_or(Ok(Vec3::zeros()), |v| self.vector(v))?;
        let spin = p.angular_velocity.map_or(Ok(Vec3::zeros()), |v| self.spin(v))?;
        self.check_planar(p, &velocity, &spin)?;
        let node_frame = Frame::new(body.point(&center), *body.quaternion());
        let v = velocity + body.r() * spin.cross(&center);
        let node = self.model.add_node(name, kind, node_frame, [v.x, v.y, v.z, spin.x, spin.y, spin.z]);
        let origin = Frame::new(-center, lie::Quaternion::identity());
        self.add_carrier(name, (Some(node), None, origin), p.points, p.frames)?;
        self.add_shapes(name, p.shapes)?;
        Ok(node)
    }

    /// In a planar model, velocities and rotations stay in the plane.
    pub fn check_planar(&self, p: &Placement, velocity: &Vec3, spin: &Vec3) -> Result<(), BuildError> {
        let Some(plane) = self.model.plane else { return Ok(()) };
        let n = plane.normal();
        let axis = ["x", "y", "z"][n];
        let fail = |span, what: &str| {
            let help = format!("set its {axis} component to zero, or remove `plane` from the model");
            Err(BuildError::at(&span, format!("{what} leaves the plane of this planar model")).help(help))
        };
        if let (Some(value), true) = (p.velocity, velocity[n].abs() > 1e-12 * velocity.norm()) {
            return fail(value.0.span(), "the velocity");
        }
        let off_axis = |v: &Vec3| (v - Vec3::ith(n, v[n])).norm() > 1e-12 * v.norm();
        if let (Some(value), true) = (p.angular_velocity, off_axis(spin)) {
            return Err(BuildError::at(&value.0.span(), "the angular velocity turns the body out of the plane")
                .help(format!("only the {axis} component may differ from zero in this planar model")));
        }
        if let Some(rotation) = p.rotation {
            // A rotation about the normal keeps the normal.
            let r = self.frame(None, Some(rotation))?;
            let normal = Vec3::ith(n, 1.0);
            if (r.r() * normal - normal).norm() > 1e-12 {
                return Err(BuildError::at(&rotation.span(), "the rotation turns the body out of the plane")
                    .help(format!("rotate about {axis} only, or remove `plane` from the model")));
            }
        }
        Ok(())
    }
}
