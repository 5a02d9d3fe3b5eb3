//! The two frames of a joint: where they sit, how they are turned, and the measures between them.
//!
//! Joints are described at the start: an axis in space gives both frames the same z axis there, so that orientation
//! locks hold by construction. Only if `a` and `b` both name frames and no axis is given do the joint frames follow the
//! user's frames. The x axis is completed such that in a planar model each row is either in the plane or identically
//! zero.

use crate::measure::Measure;
use crate::model::{Port, PortId};
use crate::spec::{Attachment, BuildError, Builder, Number, Reference, Vector};
use crate::{Frame, Mat3, Vec3};
use std::f64::consts::TAU;

/// What the axis of a joint must be in a planar model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisRole {
    /// The joint has no axis; its frames are those of A.
    None,
    /// Turning about it stays in the plane only if it is the normal.
    Normal,
    /// Sliding along it stays in the plane.
    InPlane,
    /// One of the two.
    Either,
}

/// A joint's two sides as written in its table.
#[derive(Clone, Copy)]
pub struct Sides<'a> {
    pub a: &'a Reference,
    pub b: &'a Reference,
    pub at: Option<&'a Vector>,
    pub axis: Option<&'a Vector>,
    pub initial_angle: Option<&'a Number>,
    pub role: AxisRole,
    /// Whether rows need the orientation of A and of B (point masses have none).
    pub oriented: [bool; 2],
}

/// The ports of a joint and the angle between their x axes at the start.
#[derive(Clone, Copy, Debug)]
pub struct JointFrames {
    pub a: PortId,
    pub b: PortId,
    initial_angle: f64,
    /// Whether they are frames that the user named, and coordinates are counted from them.
    named: bool,
}

impl JointFrames {
    pub fn new(builder: &mut Builder, sides: &Sides) -> Result<Self, BuildError> {
        let [a, b] = attachments(builder, sides)?;
        let (mut fa, mut fb) = (builder.in_space(&a), builder.in_space(&b));
        if let Some(at) = sides.at {
            let x = builder.vector(at)?;
            (fa.x, fb.x) = (x, x);
        }
        check_out_of_plane(builder, sides, &(fb.x - fa.x))?;
        let wanted = sides.initial_angle.map(|n| builder.number(n)).transpose()?;
        let user_frames = a.is_frame && b.is_frame && sides.axis.is_none();
        let (ra, rb) = if user_frames {
            check_user_frames(sides, fa.r(), fb.r())?;
            (*fa.r(), *fb.r())
        } else {
            let ra = match sides.role {
                AxisRole::None => *fa.r(),
                role => complete(builder, &joint_axis(builder, sides, &a, &fa, role)?),
            };
            (ra, ra * lie::exp(&Vec3::new(0.0, 0.0, wanted.unwrap_or(0.0))))
        };
        let initial_angle = match (user_frames, wanted) {
            (true, wanted) => turns_of(sides, &ra, &rb, wanted)?,
            (false, wanted) => wanted.unwrap_or(0.0),
        };
        let pa = a.replaced(builder, &Frame::from_matrix(fa.x, &ra)).port();
        let pb = b.replaced(builder, &Frame::from_matrix(fb.x, &rb)).port();
        Ok(Self { a: builder.add_port(pa), b: builder.add_port(pb), initial_angle, named: user_frames })
    }

    /// Distance of B from A along an axis of A.
    pub fn projection(&self, axis: usize) -> Measure {
        Measure::Projection { a: self.a, b: self.b, axis }
    }

    /// The displacement of B along the axis, counted from where it stands at the start, or from the frames that the user named.
    /// Another value at the start moves the point of A that it is counted from.
    pub fn displacement(&self, builder: &mut Builder, initial: Option<&Number>) -> Result<Measure, BuildError> {
        let measure = self.projection(2);
        let wanted = initial.map(|n| builder.number(n)).transpose()?;
        let Some(wanted) = wanted.or((!self.named).then_some(0.0)) else { return Ok(measure) };
        let shift = builder.initial_value(&[(1.0, measure.clone())]) - wanted;
        if shift == 0.0 {
            return Ok(measure);
        }
        let old = &builder.model.ports[self.a];
        let by = Frame::new(Vec3::z() * shift, lie::Quaternion::identity());
        let origin = Port { at: old.at.then(&by), ..old.clone() };
        Ok(Measure::Projection { a: builder.add_port(origin), b: self.b, axis: 2 })
    }

    /// Cosine between axis `i` of A and axis `j` of B.
    pub fn dot(&self, i: usize, j: usize) -> Measure {
        Measure::Dot { a: self.a, i, b: self.b, j }
    }

    /// The rotation about the axis, counted over full turns.
    pub fn angle(&self, builder: &mut Builder) -> Measure {
        Measure::Angle { a: self.a, b: self.b, slot: builder.add_angle(self.initial_angle) }
    }
}

/// The attachments of two sides, which must be two different things.
pub fn attachments(builder: &Builder, sides: &Sides) -> Result<[Attachment; 2], BuildError> {
    let [a, b] = [builder.attachment(sides.a)?, builder.attachment(sides.b)?];
    if a.shares_carrier(&b) {
        let (message, help) = match a.node {
            None => ("both sides of the joint are on the ground".to_owned(), "attach one side to a body"),
            Some(_) => (
                format!("the joint connects `{}` to itself", a.name.split('.').next().unwrap_or_default()),
                "`a` and `b` must be on different bodies",
            ),
        };
        return Err(BuildError::at(&sides.b.span, message).help(help));
    }
    if let Some(at) = sides.at {
        for reference in [sides.a, sides.b] {
            if reference.name.contains('.') {
                return Err(BuildError::at(
                    &at.0.span(),
                    format!("`at` and `{}` both place the joint", reference.name),
                )
                .help("remove `at`, or name the bodies without a point"));
            }
        }
    }
    for (side, oriented) in [&a, &b].into_iter().zip(sides.oriented) {
        if oriented && !builder.has_orientation(side) {
            return Err(BuildError::at(&side.span, format!("`{}` is a point without orientation", side.name))
                .help("use a spherical or distance joint, or make it a rigid_body"));
        }
    }
    Ok([a, b])
}

fn joint_axis(b: &Builder, sides: &Sides, a: &Attachment, fa: &Frame, role: AxisRole) -> Result<Vec3, BuildError> {
    let normal = b.model.plane.map(|p| Vec3::ith(p.normal(), 1.0));
    let axis = match (sides.axis, normal) {
        (Some(axis), _) => b.direction(axis, "axis")?,
        (None, _) if a.is_frame => fa.r().column(2).into(),
        (None, Some(_)) if role == AxisRole::InPlane => {
            return Err(BuildError::new("a sliding joint of a planar model needs an axis")
                .help("add `axis = [x, y, z]`, a direction in the plane"));
        }
        (None, Some(normal)) => normal,
        (None, None) => Vec3::z(),
    };
    let Some(normal) = normal else { return Ok(axis) };
    let cosine = axis.dot(&normal).abs();
    let (is_normal, in_plane) = (cosine > 1.0 - 1e-12, cosine < 1e-12);
    let expected = match role {
        AxisRole::Normal if !is_normal => "the plane's normal",
        AxisRole::InPlane if !in_plane => "a direction in the plane",
        AxisRole::Either if !is_normal && !in_plane => "the plane's normal or a direction in the plane",
        _ => return Ok(axis),
    };
    let span = sides.axis.map_or(sides.a.span.clone(), |axis| axis.0.span());
    let v: [f64; 3] = axis.into();
    Err(BuildError::at(&span, format!("the axis {v:?} must be {expected} in this planar model"))
        .help("change the axis, or remove `plane` from the model"))
}

/// A rotation matrix with the given z axis; x is the plane's normal if that is perpendicular to it, otherwise as near
/// as possible to the coordinate axis least aligned with it.
pub fn complete(builder: &Builder, axis: &Vec3) -> Mat3 {
    let normal = builder.model.plane.map(|p| Vec3::ith(p.normal(), 1.0));
    let start = match normal {
        Some(n) if n.dot(axis).abs() < 0.5 => n,
        _ => Vec3::ith(axis.iamin(), 1.0),
    };
    let x = (start - axis * axis.dot(&start)).normalize();
    Mat3::from_columns(&[x, axis.cross(&x), *axis])
}

fn check_out_of_plane(b: &Builder, sides: &Sides, d: &Vec3) -> Result<(), BuildError> {
    let Some(plane) = b.model.plane else { return Ok(()) };
    let n = plane.normal();
    if d[n].abs() <= 1e-9 * b.model.length_scale() {
        return Ok(());
    }
    let axis = ["x", "y", "z"][n];
    Err(BuildError::at(&sides.b.span, format!("the two sides are {} m apart out of the plane, along {axis}", d[n]))
        .help(format!("in a planar model both sides of a joint need the same {axis} coordinate")))
}

fn check_user_frames(sides: &Sides, ra: &Mat3, rb: &Mat3) -> Result<(), BuildError> {
    let relative = ra.transpose() * rb;
    let (bad, what) = match sides.role {
        AxisRole::None => (sides.oriented == [true; 2] && relative.trace() <= 1.0, "orientations"),
        _ => (sides.oriented == [true; 2] && relative[(2, 2)] <= 0.0, "z axes"),
    };
    if bad {
        let (a, b) = (&sides.a.name, &sides.b.name);
        return Err(BuildError::at(
            &sides.b.span,
            format!("the {what} of `{a}` and `{b}` differ by more than 90° at the start"),
        )
        .help("turn one of the frames, or give the joint's `axis` instead of naming two frames"));
    }
    Ok(())
}

/// The initial angle between two given frames with the number of turns the user wants.
fn turns_of(sides: &Sides, ra: &Mat3, rb: &Mat3, wanted: Option<f64>) -> Result<f64, BuildError> {
    let relative = ra.transpose() * rb;
    let angle = relative[(1, 0)].atan2(relative[(0, 0)]);
    let Some(wanted) = wanted else { return Ok(angle) };
    let nearest = angle + TAU * ((wanted - angle) / TAU).round();
    if (nearest - wanted).abs() > 1e-6 {
        let span = sides.initial_angle.map_or(sides.b.span.clone(), |n| n.span.clone());
        return Err(BuildError::at(
            &span,
            format!("the initial angle is {wanted} rad, but the frames are at {angle} rad"),
        )
        .help("remove `initial_angle`, or name points instead of frames"));
    }
    Ok(nearest)
}
