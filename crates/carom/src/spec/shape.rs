//! Shapes of bodies and grounds: what they look like, what they touch with in a `collision`, and what bodies weigh that ask for it.

use super::build::{BuildError, Builder};
use super::container;
use super::value::{Number, Reference, Rotation, Vector};
use super::weigh::Weight;
use crate::contact::Form;
use crate::mesh;
use crate::model::PortId;
use crate::record::{Geometry, Shape};
use crate::{Frame, Vec3};
use schemars::JsonSchema;
use serde::Deserialize;

/// Forms a shape can have.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShapeType {
    /// With edges `size` along its axes.
    Box,
    /// With `radius`.
    Sphere,
    /// With `radius` and `length`, along its z axis, centred.
    Cylinder,
    /// With `radius`, `inner_radius` and `length`, along its z axis, centred.
    Tube,
    /// With `radius` and `length` between the centres of its ends, along its z axis, centred.
    Capsule,
    /// The surface in `file`.
    Mesh,
    /// Through `points`.
    Line,
    /// Its x-y plane, free above; it has no end.
    Plane,
    /// The inside of a box with edges `size`; open above unless `closed`.
    Container,
}

/// What a body looks like.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShapeSpec {
    /// `box` (size), `sphere` (radius), `plane` (its x-y plane, free above), `container` (size; the inside of a box, whose walls have
    /// no end above), `cylinder` (radius, length along its z axis), `tube` (radius, inner_radius, length), `capsule` (radius, length
    /// between the centres of its round ends), `mesh` (file) or `line` (points). Spheres, boxes, planes and containers can
    /// touch, see the contact `collision`.
    pub r#type: ShapeType,
    /// (m) Edges of a box or of a container.
    pub size: Option<Vector>,
    /// (m) Radius of a sphere, cylinder, tube or capsule.
    pub radius: Option<Number>,
    /// (m) Radius of the hole of a tube.
    pub inner_radius: Option<Number>,
    /// (m) Length of a cylinder, a tube, or a capsule without its round ends.
    pub length: Option<Number>,
    /// STL file with the closed surface of a mesh, text or binary; its path is relative to the model file.
    pub file: Option<Reference>,
    /// Factor on the coordinates in the file: 0.001 if they are in mm. Default: 1.
    pub scale: Option<Number>,
    /// (kg/m³) Density, for bodies whose mass and inertia come from their shapes. Default: that of the body.
    pub density: Option<Number>,
    /// (m) Points of a line.
    pub points: Option<Vec<Vector>>,
    /// Whether a container has a lid. Default: false.
    #[serde(default)]
    pub closed: bool,
    /// (m) Centre in the carrier's frame, of a container the centre of its floor. Default: [0, 0, 0].
    pub position: Option<Vector>,
    /// (rad) Orientation in the carrier's frame. Default: none.
    pub rotation: Option<Rotation>,
    /// What it is made of, for contacts with `law = "materials"` and for forces from impulses. Default: none.
    pub material: Option<Reference>,
}

/// A wall whose normal has a smaller component along the normal of a planar model stands across the plane.
const IN_PLANE: f64 = 0.5;

/// What a carrier touches with.
#[derive(Clone, Debug)]
pub struct Surface {
    /// The carrier: a body, `ground` or a moving ground.
    pub name: String,
    pub port: PortId,
    /// Its frame in the port's frame.
    pub at: Frame,
    pub form: Form,
    /// The number of the key `material`, see [`Builder::use_material`].
    pub material: Option<usize>,
}

impl ShapeSpec {
    /// A sphere at the origin.
    pub(crate) fn sphere(radius: &Number, material: Option<&Reference>) -> Self {
        Self {
            r#type: ShapeType::Sphere,
            size: None,
            radius: Some(radius.clone()),
            inner_radius: None,
            length: None,
            file: None,
            scale: None,
            density: None,
            points: None,
            closed: false,
            position: None,
            rotation: None,
            material: material.cloned(),
        }
    }

    pub(super) fn geometry(&self, b: &Builder) -> Result<Geometry, BuildError> {
        let missing =
            |what: &str, key: &str| BuildError::new(format!("a shape of type `{what}` needs the key `{key}`"));
        let length = |value: &Option<Number>, what, key| {
            let number = value.as_ref().ok_or_else(|| missing(what, key))?;
            b.positive(number, key)
        };
        let edges = |what: &str| {
            let size = self.size.as_ref().ok_or_else(|| missing(what, "size"))?;
            let edges = b.vector(size)?;
            if edges.min() <= 0.0 {
                return Err(BuildError::at(&size.0.span(), format!("the edges of a {what} must be positive numbers")));
            }
            Ok(edges)
        };
        Ok(match self.r#type {
            ShapeType::Box => Geometry::Box { size: edges("box")?.into() },
            ShapeType::Container => Geometry::Line { points: container::edges(&edges("container")?) },
            // Its size is set once that of the model is known.
            ShapeType::Plane => Geometry::Plane { size: 0.0 },
            ShapeType::Sphere => Geometry::Sphere { radius: length(&self.radius, "sphere", "radius")? },
            ShapeType::Cylinder => Geometry::Cylinder {
                radius: length(&self.radius, "cylinder", "radius")?,
                length: length(&self.length, "cylinder", "length")?,
            },
            ShapeType::Capsule => Geometry::Capsule {
                radius: length(&self.radius, "capsule", "radius")?,
                length: length(&self.length, "capsule", "length")?,
            },
            ShapeType::Tube => self.tube(length)?,
            ShapeType::Mesh => self.mesh(b, self.file.as_ref().ok_or_else(|| missing("mesh", "file"))?)?,
            ShapeType::Line => {
                let points = self.points.as_ref().ok_or_else(|| missing("line", "points"))?;
                Geometry::Line { points: points.iter().map(|p| b.vector(p)).collect::<Result<_, _>>()? }
            }
        })
    }
}

impl ShapeSpec {
    fn tube(
        &self,
        length: impl Fn(&Option<Number>, &'static str, &'static str) -> Result<f64, BuildError>,
    ) -> Result<Geometry, BuildError> {
        let (radius, inner) =
            (length(&self.radius, "tube", "radius")?, length(&self.inner_radius, "tube", "inner_radius")?);
        if let Some(number) = self.inner_radius.as_ref().filter(|_| inner >= radius) {
            let message = format!("the inner radius {inner} is not below the radius {radius}");
            return Err(BuildError::at(&number.span, message).help("the wall of a tube is between the two"));
        }
        Ok(Geometry::Tube { radius, inner, length: length(&self.length, "tube", "length")? })
    }

    /// The surface in a file.
    fn mesh(&self, b: &Builder, file: &Reference) -> Result<Geometry, BuildError> {
        let scale = self.scale.as_ref().map_or(Ok(1.0), |n| b.positive(n, "scale"))?;
        let (path, content) = b.read_file(file.as_str());
        let fail =
            |why: &str| BuildError::at(&file.span, format!("cannot read the surface `{}`: {why}", path.display()));
        let bytes = content.map_err(|e| fail(&e.to_string()).help("paths are relative to the model file"))?;
        let closed = |surface: mesh::Surface| surface.check_closed().map(|()| surface);
        let surface = mesh::Surface::from_stl(&bytes).and_then(closed).map_err(|e| {
            fail(&e.to_string())
                .help("shapes of type `mesh` are closed surfaces in STL files; solids have `mesh` in their own table")
        })?;
        let points = surface.points.iter().map(|p| p * scale).collect();
        let mesh = Geometry::Mesh { points, triangles: surface.triangles };
        if Weight::of(&mesh).is_none_or(|weight| weight.mass <= 0.0) {
            return Err(fail("its triangles look inwards")
                .help("turn the surface inside out: corners go round counter-clockwise seen from outside"));
        }
        Ok(mesh)
    }
}

impl Builder {
    /// What a shape touches with, in the carrier's frame; others are for pictures and weights only.
    fn forms(&self, shape: &ShapeSpec, at: Frame, geometry: &Geometry) -> Result<Vec<(Frame, Form)>, BuildError> {
        if let (ShapeType::Container, Some(size)) = (shape.r#type, &shape.size) {
            let walls = container::walls(&self.vector(size)?, shape.closed).into_iter().map(|wall| at.then(&wall));
            // In a planar model nothing touches the walls before and behind the plane.
            let out = self.model.plane.map(|plane| plane.normal());
            let in_plane = |wall: &Frame| out.is_none_or(|axis| wall.r()[(axis, 2)].abs() < IN_PLANE);
            return Ok(walls.filter(in_plane).map(|wall| (wall, Form::Plane)).collect());
        }
        Ok(match *geometry {
            Geometry::Sphere { radius } => vec![(at, Form::Sphere { radius })],
            Geometry::Box { size } => vec![(at, Form::Box { half: Vec3::from(size) * 0.5 })],
            Geometry::Plane { .. } => vec![(at, Form::Plane)],
            _ => Vec::new(),
        })
    }

    /// Shows what a contact brings along at a port of a carrier, given as `BODY` or `BODY.POINT`.
    pub(crate) fn show(&mut self, carrier: &str, port: PortId, geometry: Geometry) {
        let name = carrier.split('.').next().unwrap_or_default().to_owned();
        let shape = Shape { name, port, at: Frame::identity(), geometry };
        if !self.shapes.contains(&shape) {
            self.shapes.push(shape);
        }
    }

    /// Shows what a contact brings along at a port.
    pub(crate) fn show_at(&mut self, port: PortId, geometry: Geometry) {
        let node = self.model.ports[port].node;
        let carrier = node.map_or_else(|| "ground".to_owned(), |node| self.model.nodes[node].name.clone());
        self.show(&carrier, port, geometry);
    }

    /// Adds the shapes of a carrier, placed on its own frame.
    pub(super) fn add_shapes(&mut self, carrier: &str, shapes: &[ShapeSpec]) -> Result<(), BuildError> {
        for shape in shapes {
            let at = self.frame(shape.position.as_ref(), shape.rotation.as_ref())?;
            let geometry = shape.geometry(self)?;
            let port = self.port(&Reference { name: carrier.to_owned(), span: 0..0 })?;
            let material = shape.material.as_ref().map(|m| self.material_use(m)).transpose()?;
            let name = carrier.to_owned();
            let forms = self.forms(shape, at, &geometry)?.into_iter();
            self.surfaces.extend(forms.map(|(at, form)| Surface { name: name.clone(), port, at, form, material }));
            self.shapes.push(Shape { name, port, at, geometry });
        }
        Ok(())
    }
}
