//! How far everything reaches: where shapes are at an instant, and what is drawn of planes without end.

use super::tessellation::Tessellation;
use super::{Geometry, Instant, Shape, shape};
use crate::model::{PortId, PortState};
use crate::{Frame, Vec3};

/// Sides of the circles of cylinders, of which the outermost points count.
const SIDES: usize = 16;

/// Points that stand for shapes, except planes without end.
#[derive(Debug)]
pub(super) struct Reach {
    points: Vec<Point>,
}

/// A point in the frame of its port, and how far the shape reaches around it: a sphere is its centre and its radius.
#[derive(Debug)]
struct Point {
    port: PortId,
    x: Vec3,
    radius: f64,
}

/// A ball in space that a shape touches from inside.
pub(super) struct Ball {
    pub x: Vec3,
    radius: f64,
}

impl Reach {
    pub fn new(shapes: &[Shape]) -> Self {
        let mut points = Vec::new();
        for Shape { port, at, geometry, .. } in shapes {
            match *geometry {
                Geometry::Plane { .. } => {}
                Geometry::Sphere { radius } | Geometry::Cage { radius } => {
                    points.push(Point { port: *port, x: at.x, radius });
                }
                _ => {
                    let corners = Tessellation::new(geometry, SIDES).points;
                    points.extend(corners.iter().map(|p| Point { port: *port, x: at.point(p), radius: 0.0 }));
                }
            }
        }
        Self { points }
    }

    /// Where everything is at an instant.
    pub fn at(&self, instant: &Instant) -> Vec<Ball> {
        self.balls(&instant.ports, instant.outlines.iter().flatten().copied())
    }

    /// Where the points are, and the given nodes of flexible bodies behind them.
    pub fn balls(&self, ports: &[PortState], nodes: impl Iterator<Item = Vec3>) -> Vec<Ball> {
        let shapes = self.points.iter().map(|p| Ball { x: shape::place(&ports[p.port], &p.x), radius: p.radius });
        shapes.chain(nodes.map(|x| Ball { x, radius: 0.0 })).collect()
    }
}

/// The part of a plane that is drawn: its own square, enlarged until everything is above or below it at every instant.
pub(super) fn bounded<'a>(
    plane: &Shape,
    size: f64,
    instants: impl Iterator<Item = (&'a [PortState], &'a [Ball])>,
) -> Shape {
    let (mut low, mut high) = ([-0.5 * size; 2], [0.5 * size; 2]);
    for (ports, balls) in instants {
        let port = &ports[plane.port];
        let (origin, axes) = (shape::place(port, &plane.at.x), port.r * plane.at.r());
        for Ball { x, radius } in balls.iter().filter(|ball| ball.x.iter().all(|c| c.is_finite())) {
            let p = axes.tr_mul(&(x - origin));
            for i in 0..2 {
                low[i] = low[i].min(p[i] - radius);
                high[i] = high[i].max(p[i] + radius);
            }
        }
    }
    let centre = Vec3::new(0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]), 0.0);
    let at = Frame::new(plane.at.point(&centre), *plane.at.quaternion());
    let geometry = Geometry::Patch { size: [high[0] - low[0], high[1] - low[1]] };
    Shape { name: plane.name.clone(), port: plane.port, at, geometry }
}
