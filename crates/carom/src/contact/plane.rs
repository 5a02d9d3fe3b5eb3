//! A point against a plane: the pair, and the keys that place the plane (G 4.12–4.38).
//!
//! With the plane's frame (x_A; t₁, t₂, n) and the point x_B, d = x_B − x_A: g_N = n·d, positive when open; the tangential
//! displacements are the changes of t₁·d and t₂·d over a step. In a planar model t₁ = (plane's normal) × n, so that the
//! row of t₂ vanishes.

use super::Pair;
use crate::expr::Expression;
use crate::joint::complete;
use crate::measure::Measure;
use crate::model::{Kinematics, Port, PortId};
use crate::record::{Geometry, Shape};
use crate::spec::{Attachment, BuildError, Builder, Function, Number, Reference, Vector};
use crate::{Frame, Mat3, Vec3};

/// The pair: the plane's z axis is the normal, x and y span it.
#[derive(Clone, Debug)]
pub struct Face {
    plane: PortId,
    point: PortId,
    measures: [Measure; 3],
    /// Half lengths of a finite face along its x and y axes.
    extent: Option<[f64; 2]>,
    /// Velocity of the surface along its x and y axes, expressions of `t`.
    belt: Option<[Expression; 2]>,
}

impl Face {
    pub fn new(plane: &Plane, point: PortId) -> Self {
        let measures = [2, 0, 1].map(|axis| Measure::Projection { a: plane.port, b: point, axis });
        Self { plane: plane.port, point, measures, extent: plane.extent, belt: plane.belt.clone() }
    }
}

impl Pair for Face {
    fn ports(&self) -> (PortId, PortId) {
        (self.plane, self.point)
    }

    fn measures(&self) -> &[Measure] {
        &self.measures
    }

    fn faces(&self, kin: &Kinematics) -> bool {
        let Some(extent) = self.extent else { return true };
        let (plane, point) = (&kin.ports[self.plane], &kin.ports[self.point]);
        let d = point.x - plane.x;
        (0..2).all(|i| plane.axis(i).dot(&d).abs() <= extent[i])
    }

    fn surface_velocity(&self, i: usize, t: f64) -> f64 {
        match &self.belt {
            Some(velocity) if i > 0 => velocity[i - 1].eval(&[t]),
            _ => 0.0,
        }
    }
}

/// A plane that points can touch.
#[derive(Clone, Debug)]
pub struct Plane {
    pub port: PortId,
    pub extent: Option<[f64; 2]>,
    pub belt: Option<[Expression; 2]>,
}

/// The keys of a plane as they stand in a contact's table.
pub(super) struct PlaneKeys<'a> {
    pub plane: &'a Reference,
    pub normal: Option<&'a Vector>,
    pub origin: Option<&'a Vector>,
    pub tangent: Option<&'a Vector>,
    pub extent: Option<&'a [Number; 2]>,
    pub surface_velocity: Option<&'a [Function; 2]>,
}

impl PlaneKeys<'_> {
    /// The plane, with its port and its picture.
    pub fn build(&self, b: &mut Builder) -> Result<Plane, BuildError> {
        let carrier = b.attachment(self.plane)?;
        let extent = match self.extent {
            Some([x, y]) => Some([b.positive(x, "extent")?, b.positive(y, "extent")?]),
            None => None,
        };
        let belt = match self.surface_velocity {
            Some([x, y]) => Some([b.function(x, &["t"])?, b.function(y, &["t"])?]),
            None => None,
        };
        let at = self.face(b, &carrier)?;
        Ok(Plane { port: face_port(b, &carrier, at, extent), extent, belt })
    }

    /// The plane's frame in the frame of the carrying node.
    fn face(&self, b: &Builder, carrier: &Attachment) -> Result<Frame, BuildError> {
        if !b.has_orientation(carrier) {
            return Err(BuildError::at(
                &self.plane.span,
                format!("`{}` is a point and carries no plane", carrier.name),
            )
            .help("planes are carried by rigid bodies and grounds"));
        }
        let origin = b.vector_or_zero(self.origin)?;
        let normal = self.normal.map_or(Ok(Vec3::z()), |v| b.direction(v, "normal"))?;
        let space = b.in_space(carrier);
        let x = match (b.model.plane, self.tangent) {
            (Some(plane), tangent) => {
                let out = Vec3::ith(plane.normal(), 1.0);
                let n = space.r() * normal;
                if n.dot(&out).abs() > 1e-12 {
                    let span = self.normal.map_or(self.plane.span.clone(), |v| v.0.span());
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

/// Refuses a point and a plane that move together.
pub(super) fn check_carriers(keys: &PlaneKeys, point: &Attachment, plane: &Attachment) -> Result<(), BuildError> {
    if !point.shares_carrier(plane) {
        return Ok(());
    }
    let message = match point.node {
        None => "the point and the plane are both on the ground",
        Some(_) => "the point and the plane are on the same body",
    };
    Err(BuildError::at(&keys.plane.span, message).help("contacts act between two different bodies"))
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

/// The port of a plane, shared by contacts with the same one, and its picture: a patch of its own or the model's size.
fn face_port(b: &mut Builder, carrier: &Attachment, at: Frame, extent: Option<[f64; 2]>) -> PortId {
    let wanted = Port { at, ..carrier.port() };
    let same =
        |port: &Port| port.node == wanted.node && port.at == at && port.motion.is_none() && wanted.motion.is_none();
    let found = b.faces.iter().find(|(port, size)| *size == extent && same(&b.model.ports[*port]));
    if let Some((port, _)) = found {
        return *port;
    }
    let size = extent.map_or([b.model.length_scale(); 2], |e| e.map(|half| 2.0 * half));
    let port = b.add_port(wanted);
    b.faces.push((port, extent));
    let name = carrier.name.split('.').next().unwrap_or_default().to_owned();
    b.shapes.push(Shape { name, port, at: Frame::identity(), geometry: Geometry::Patch { size } });
    port
}
