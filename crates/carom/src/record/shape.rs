//! Shapes: what a body looks like in pictures. They carry no mechanics.
//!
//! A shape is a geometry in its own frame, `at` places that frame in the frame of a port, and the port moves it:
//! x = x_port + R_port (x_at + R_at p) for a point p of the geometry.

use super::tessellation::ring;
use crate::model::{PortId, PortState};
use crate::{Frame, Vec3};

/// A geometry in its own frame, centred at its origin; lengths in m.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// Edge lengths along x, y and z.
    Box {
        size: [f64; 3],
    },
    Sphere {
        radius: f64,
    },
    /// Along z.
    Cylinder {
        radius: f64,
        length: f64,
    },
    /// A cylinder along z with a hole along its axis.
    Tube {
        radius: f64,
        inner: f64,
        length: f64,
    },
    /// A cylinder along z of this length, with half spheres at its ends.
    Capsule {
        radius: f64,
        length: f64,
    },
    /// A closed surface, its corners counter-clockwise seen from outside.
    Mesh {
        points: Vec<Vec3>,
        triangles: Vec<[usize; 3]>,
    },
    /// An open polygon through the points.
    Line {
        points: Vec<Vec3>,
    },
    /// A hollow sphere that shows what is inside: its outline, in three dimensions three circles.
    Cage {
        radius: f64,
    },
    /// The x-y plane without end, of which a square with this edge is drawn, or as much as bodies are above and below.
    Plane {
        size: f64,
    },
    /// A rectangle in the x-y plane, normal z; edge lengths along x and y.
    Patch {
        size: [f64; 2],
    },
}

/// Sides of a circle that is drawn as a line.
const SIDES: usize = 64;

impl Geometry {
    /// A circle in the x-y plane, as a line.
    pub fn circle(radius: f64) -> Self {
        let mut points = ring(radius, 0.0, SIDES);
        points.push(points[0]);
        Self::Line { points }
    }
}

/// A geometry carried by a port.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The body (or ground) that it belongs to; shapes of one name share a colour.
    pub name: String,
    pub port: PortId,
    /// The geometry's frame in the port's frame.
    pub at: Frame,
    pub geometry: Geometry,
}

/// The image in space of a point given in a port's frame.
pub fn place(port: &PortState, p: &Vec3) -> Vec3 {
    port.x + port.r * p
}
