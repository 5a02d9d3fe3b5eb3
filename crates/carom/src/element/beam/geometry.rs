//! The axis of a beam at the start: straight, a circular arc, or through given nodes, with the section's frames along it.
//!
//! The section's x axis is the tangent. At the start of the beam the y axis is where the user wants it; from node to node it
//! is carried along by the smallest rotation between the tangents, then turned about the tangent by the pre-twist, which
//! grows with the length.

use crate::element::line::{End, straight};
use crate::spec::{BuildError, Builder, Span, Vector};
use crate::{Frame, Mat3, Vec3};
use std::f64::consts::{FRAC_PI_2, TAU};

/// Points of the axis with unit tangents, and the lengths between them.
pub(in crate::element) struct Axis {
    pub points: Vec<Vec3>,
    pub tangents: Vec<Vec3>,
    pub lengths: Vec<f64>,
}

impl Axis {
    /// `n` equal elements between two points.
    pub fn straight(ends: [Vec3; 2], n: usize, place: &End) -> Result<Self, BuildError> {
        let points = straight(ends, n, place)?;
        let d = ends[1] - ends[0];
        let length = d.norm();
        Ok(Self { points, tangents: vec![d / length; n + 1], lengths: vec![length / n as f64; n] })
    }

    /// `n` equal elements on the circular arc from one point via a second to a third.
    pub fn arc(ends: [Vec3; 2], via: &Vector, n: usize, b: &Builder) -> Result<Self, BuildError> {
        let (u, v) = (b.vector(via)? - ends[0], ends[1] - ends[0]);
        let w = u.cross(&v);
        if w.norm() <= 1e-9 * u.norm() * v.norm() || u.norm() == 0.0 || v.norm() == 0.0 {
            return Err(BuildError::at(
                &via.0.span(),
                "`start`, `via` and `end` are on one line: no circle goes through them",
            )
            .help("remove `via` for a straight beam, or move it off the line"));
        }
        let center =
            ends[0] + (w.cross(&u) * v.norm_squared() + v.cross(&w) * u.norm_squared()) / (2.0 * w.norm_squared());
        let normal = w.normalize();
        let [from, to] = ends.map(|x| x - center);
        let turn = normal.dot(&from.cross(&to)).atan2(from.dot(&to)).rem_euclid(TAU);
        check_turn(turn / n as f64, &via.0.span())?;
        let arm = |i: usize| lie::exp(&(normal * (turn * i as f64 / n as f64))) * from;
        let mut points: Vec<Vec3> = (0..=n).map(|i| center + arm(i)).collect();
        (points[0], points[n]) = (ends[0], ends[1]);
        let tangents = (0..=n).map(|i| normal.cross(&arm(i)).normalize()).collect();
        Ok(Self { points, tangents, lengths: vec![from.norm() * turn / n as f64; n] })
    }

    /// Elements between given nodes. Tangents are those of circles through three neighbours, at the ends those of circles
    /// that go through two nodes with the neighbour's tangent.
    pub fn through(nodes: &[Vector], b: &Builder) -> Result<Self, BuildError> {
        let points: Vec<Vec3> = nodes.iter().map(|x| b.vector(x)).collect::<Result<_, _>>()?;
        let [_, second, ..] = nodes else {
            return Err(
                BuildError::new("a beam needs at least two nodes").help("give `nodes = [[0, 0, 0], [1, 0, 0]]`")
            );
        };
        let chords: Vec<Vec3> = points.windows(2).map(|p| p[1] - p[0]).collect();
        let lengths: Vec<f64> = chords.iter().map(Vec3::norm).collect();
        if let Some(i) = lengths.iter().position(|l| *l == 0.0) {
            return Err(BuildError::at(&nodes[i + 1].0.span(), "this node and the one before are the same point")
                .help("remove one of them"));
        }
        let d: Vec<Vec3> = chords.iter().zip(&lengths).map(|(c, l)| c / *l).collect();
        let n = d.len();
        let mut tangents = vec![d[0]; n + 1];
        for i in 1..n {
            let t = d[i - 1] * lengths[i] + d[i] * lengths[i - 1];
            if d[i - 1].dot(&d[i]) < -1.0 + 1e-9 {
                return Err(BuildError::at(&nodes[i].0.span(), "the beam turns back at this node")
                    .help("the angle between two elements must be less than half a turn"));
            }
            tangents[i] = t.normalize();
        }
        if n > 1 {
            let mirrored = |chord: &Vec3, t: &Vec3| chord * (2.0 * chord.dot(t)) - t;
            (tangents[0], tangents[n]) = (mirrored(&d[0], &tangents[1]), mirrored(&d[n - 1], &tangents[n - 1]));
        }
        for pair in tangents.windows(2) {
            check_turn(pair[0].angle(&pair[1]), &second.0.span())?;
        }
        Ok(Self { points, tangents, lengths })
    }

    /// The section's frames: y as near as possible to a wanted direction at the start, twisted by `twist` over the length.
    pub fn frames(&self, y: &Vec3, twist: f64) -> Vec<Frame> {
        let total: f64 = self.lengths.iter().sum();
        let t = self.tangents[0];
        let y = (y - t * t.dot(y)).normalize();
        let mut r = Mat3::from_columns(&[t, y, t.cross(&y)]);
        let mut sum = 0.0;
        let mut frames = Vec::with_capacity(self.points.len());
        for (i, x) in self.points.iter().enumerate() {
            if i > 0 {
                sum += self.lengths[i - 1];
                r = between(&self.tangents[i - 1], &self.tangents[i]) * r;
            }
            frames.push(Frame::from_matrix(*x, &(r * lie::exp(&Vec3::new(twist * sum / total, 0.0, 0.0)))));
        }
        frames
    }
}

/// The smallest rotation from one unit vector to another that is not its opposite.
fn between(a: &Vec3, b: &Vec3) -> Mat3 {
    let axis = a.cross(b);
    let sin = axis.norm();
    if sin == 0.0 {
        return Mat3::identity();
    }
    lie::exp(&(axis * (sin.atan2(a.dot(b)) / sin)))
}

/// Refuses elements over which the section turns too far to be told from a turn the other way.
pub(super) fn check_turn(angle: f64, span: &Span) -> Result<(), BuildError> {
    if angle.abs() <= FRAC_PI_2 {
        return Ok(());
    }
    Err(BuildError::at(span, format!("the section turns by {angle:.3} rad over one element"))
        .help("use more elements: a quarter of a turn is the most that one may have"))
}

/// The wanted y axis at the start: the user's, or such that the z axis is as near as possible to the z axis of space (the
/// normal of a planar model); of a beam along it, y is the y axis of space.
pub(in crate::element) fn section_y(
    orientation: Option<&Vector>,
    tangent: &Vec3,
    b: &Builder,
) -> Result<Vec3, BuildError> {
    let Some(value) = orientation else {
        let up = b.model.plane.map_or(Vec3::z(), |p| Vec3::ith(p.normal(), 1.0));
        let y = up.cross(tangent);
        return Ok(if y.norm() > 1e-3 { y } else { Vec3::y() });
    };
    let y = b.direction(value, "orientation")?;
    if y.cross(tangent).norm() < 1e-6 {
        return Err(BuildError::at(
            &value.0.span(),
            "the orientation is along the beam and fixes no direction across it",
        )
        .help("give a vector that points across the beam: the y axis of the section"));
    }
    Ok(y)
}
