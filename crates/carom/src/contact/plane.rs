//! A point against a plane: the pair, and the keys that place the plane (G 4.12–4.38).
//!
//! With the plane's frame (x_A; t₁, t₂, n) and the point x_B, d = x_B − x_A: g_N = n·d, positive when open; the tangential
//! displacements are the changes of t₁·d and t₂·d over a step. In a planar model t₁ = (plane's normal) × n, so that the
//! row of t₂ vanishes.

use super::Pair;
use super::tunnelling::through_face;
use crate::catalog::{Entry, Group, Kind};
use crate::expr::Expression;
use crate::joint::{Row, complete};
use crate::measure::Measure;
use crate::model::{ContactFrame, Kinematics, Port, PortId};
use crate::record::Geometry;
use crate::spec::{Attachment, BuildError, Builder, Function, Number, Reference, Vector};
use crate::{Frame, Mat3, Vec3};
use schemars::JsonSchema;
use serde::Deserialize;

/// The pair: the plane's z axis is the normal, x and y span it.
#[derive(Clone, Debug)]
pub struct Face {
    plane: PortId,
    point: PortId,
    /// Half lengths of a finite face along its x and y axes.
    extent: Option<[f64; 2]>,
    /// Velocity of the surface along its x and y axes, expressions of `t`.
    belt: Option<[Expression; 2]>,
}

impl Face {
    pub fn new(plane: &Plane, point: PortId) -> Self {
        Self { plane: plane.port, point, extent: plane.extent, belt: plane.belt.clone() }
    }
}

impl Pair for Face {
    fn ports(&self) -> (PortId, PortId) {
        (self.plane, self.point)
    }

    fn rows(&self, _slot: usize) -> Vec<Row> {
        let row = |axis| Row::new(Measure::Projection { a: self.plane, b: self.point, axis });
        [2, 0, 1].map(row).into()
    }

    fn gap(&self, kin: &Kinematics) -> f64 {
        let plane = &kin.ports[self.plane];
        plane.axis(2).dot(&(kin.ports[self.point].x - plane.x))
    }

    fn frame(&self, kin: &Kinematics, _last: &ContactFrame) -> ContactFrame {
        let (plane, point) = (&kin.ports[self.plane], &kin.ports[self.point]);
        let d = point.x - plane.x;
        let axes = [2, 0, 1].map(|i| plane.axis(i));
        ContactFrame { axes, arms: [d, Vec3::zeros()], d, r: [plane.r, point.r] }
    }

    fn faces(&self, kin: &Kinematics) -> bool {
        is_over(self.extent, kin, self.plane, self.point)
    }

    fn passes(&self, start: &Kinematics, end: &Kinematics) -> bool {
        self.extent.is_some_and(|extent| through_face([self.plane, self.point], extent, 0.0, start, end))
    }

    fn surface_velocity(&self, i: usize, t: f64, held: &[f64]) -> f64 {
        belt_velocity(self.belt.as_ref(), i, (t, held))
    }
}

/// Whether a point is over a face with these half lengths.
pub(super) fn is_over(extent: Option<[f64; 2]>, kin: &Kinematics, plane: PortId, point: PortId) -> bool {
    let Some(extent) = extent else { return true };
    let plane = &kin.ports[plane];
    is_inside(extent, &plane.r.tr_mul(&(kin.ports[point].x - plane.x)))
}

/// Whether a place in the frame of a face is over or under it.
pub(super) fn is_inside(extent: [f64; 2], place: &Vec3) -> bool {
    (0..2).all(|i| place[i].abs() <= extent[i])
}

/// Velocity of a belt along row `i` of a contact: 0 the gap, 1 and 2 sliding.
pub(super) fn belt_velocity(belt: Option<&[Expression; 2]>, i: usize, (t, held): (f64, &[f64])) -> f64 {
    match (belt, i) {
        (Some(velocity), 1 | 2) => velocity[i - 1].eval_with(&[t], held),
        _ => 0.0,
    }
}

/// A plane that bodies can touch.
#[derive(Clone, Debug)]
pub struct Plane {
    pub port: PortId,
    pub extent: Option<[f64; 2]>,
    pub belt: Option<[Expression; 2]>,
}

impl Plane {
    /// The infinite plane of a port.
    pub fn at(port: PortId) -> Self {
        Self { port, extent: None, belt: None }
    }
}

/// A plane of the model file, and what carries it.
#[derive(Clone, Debug)]
pub struct CarriedPlane {
    pub plane: Plane,
    pub carrier: Attachment,
}

impl CarriedPlane {
    /// Refuses a body that moves with the plane.
    pub(super) fn check_carrier(&self, point: &Attachment) -> Result<(), BuildError> {
        if !point.shares_carrier(&self.carrier) {
            return Ok(());
        }
        let message = match point.node {
            None => format!("`{}` and the plane are both on the ground", point.name),
            Some(_) => format!("`{}` and the plane are on the same body", point.name),
        };
        Err(BuildError::at(&self.carrier.span, message).help("contacts act between two different bodies"))
    }
}

/// The keys of contacts with a plane.
pub static PLANE: Entry = Entry::of::<PlaneSpec>(Group::Contact);

/// The plane of a contact.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaneSpec {
    /// What carries the plane: `ground`, `BODY`, `BODY.FRAME`, `MOVING` … The plane is the x-y plane of this frame,
    /// unless `normal` and `origin` say otherwise.
    pub plane: Reference,
    /// Normal of the plane in the frame that `plane` names, towards the free side. Default: [0, 0, 1].
    pub normal: Option<Vector>,
    /// (m) A point of the plane in the frame that `plane` names, the centre of a finite one. Default: [0, 0, 0].
    pub origin: Option<Vector>,
    /// Direction of the plane's x axis in the frame that `plane` names. In a planar model only its sign counts. Default: in a
    /// planar model (normal of the model's plane) × `normal`, which is −x for a floor in the xy plane.
    pub tangent: Option<Vector>,
    /// (m) Half lengths of a finite face along its x and y axes. Default: infinite.
    pub extent: Option<[Number; 2]>,
    /// (m/s) Velocity of the surface along its x and y axes, expressions of `t`, as of a belt. Default: none.
    pub surface_velocity: Option<[Function; 2]>,
}

impl Kind for PlaneSpec {
    const KEY: &'static str = "plane";
    const SUMMARY: &'static str = "the plane of a contact";
    const SAMPLE: &'static str = "";

    /// Leaves the plane, with its port and its picture, to the contact that it belongs to.
    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let carrier = b.attachment(&self.plane)?;
        let extent = match &self.extent {
            Some([x, y]) => Some([b.positive(x, "extent")?, b.positive(y, "extent")?]),
            None => None,
        };
        let belt = match &self.surface_velocity {
            Some([x, y]) => Some([b.live_function(x, &["t"])?, b.live_function(y, &["t"])?]),
            None => None,
        };
        let at = self.face(b, &carrier)?;
        let plane = Plane { port: face_port(b, &carrier, at, extent), extent, belt };
        b.plane = Some(CarriedPlane { plane, carrier });
        Ok(())
    }
}

impl PlaneSpec {
    /// The plane's frame in the frame of the carrying node.
    fn face(&self, b: &Builder, carrier: &Attachment) -> Result<Frame, BuildError> {
        if !b.has_orientation(carrier) {
            return Err(BuildError::at(
                &self.plane.span,
                format!("`{}` is a point and carries no plane", carrier.name),
            )
            .help("planes are carried by rigid bodies and grounds"));
        }
        let origin = b.vector_or_zero(self.origin.as_ref())?;
        let normal = self.normal.as_ref().map_or(Ok(Vec3::z()), |v| b.direction(v, "normal"))?;
        let space = b.in_space(carrier);
        let x = match (b.model.plane, &self.tangent) {
            (Some(plane), tangent) => {
                let out = Vec3::ith(plane.normal(), 1.0);
                let n = space.r() * normal;
                if n.dot(&out).abs() > 1e-12 {
                    let span = self.normal.as_ref().map_or(self.plane.span.clone(), |v| v.0.span());
                    let message = "the normal of the contact leaves the plane of this planar model";
                    return Err(BuildError::at(&span, message).help("give `normal` a direction in the plane"));
                }
                let x = space.r().transpose() * out.cross(&n);
                match tangent {
                    Some(tangent) => x * along(b, tangent, &x)?.signum(),
                    None => x,
                }
            }
            (None, Some(tangent)) => {
                let t = b.direction(tangent, "tangent")?;
                let t = t - normal * normal.dot(&t);
                along(b, tangent, &t)?;
                t.normalize()
            }
            (None, None) => complete(b, &normal).column(0).into(),
        };
        let axes = Mat3::from_columns(&[x, normal.cross(&x), normal]);
        Ok(carrier.at.then(&Frame::from_matrix(origin, &axes)))
    }
}

/// Component of a given tangent along `x`, which must not vanish.
fn along(b: &Builder, tangent: &Vector, x: &Vec3) -> Result<f64, BuildError> {
    let component = b.direction(tangent, "tangent")?.dot(x);
    if component.abs() < 1e-6 {
        let error = BuildError::at(&tangent.0.span(), "the tangent has no component along the plane");
        return Err(error.help("give a direction in the plane, not the normal"));
    }
    Ok(component)
}

/// The port of a plane, shared by contacts with the same one, and its picture: a patch, or a plane without end.
fn face_port(b: &mut Builder, carrier: &Attachment, at: Frame, extent: Option<[f64; 2]>) -> PortId {
    let wanted = Port { at, ..carrier.port() };
    let same =
        |port: &Port| port.node == wanted.node && port.at == at && port.motion.is_none() && wanted.motion.is_none();
    let found = b.faces.iter().find(|(port, size)| *size == extent && same(&b.model.ports[*port]));
    if let Some((port, _)) = found {
        return *port;
    }
    let port = b.add_port(wanted);
    b.faces.push((port, extent));
    let patch = |half: [f64; 2]| Geometry::Patch { size: half.map(|half| 2.0 * half) };
    b.show(&carrier.name, port, extent.map_or(Geometry::Plane { size: 0.0 }, patch));
    port
}
