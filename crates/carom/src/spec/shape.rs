//! Shapes of bodies and grounds: what they look like, and what they touch with in a `collision`. They do not weigh.

use super::build::{BuildError, Builder};
use super::value::{Number, Reference, Rotation, Vector};
use crate::contact::Form;
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
    /// Through `points`.
    Line,
    /// Its x-y plane, free above; it has no end.
    Plane,
}

/// What a body looks like.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShapeSpec {
    /// `box` (size), `sphere` (radius), `plane` (its x-y plane, free above), `cylinder` (radius, length along its z axis) or
    /// `line` (points). Spheres, boxes and planes can touch, see the contact `collision`.
    pub r#type: ShapeType,
    /// (m) Edges of a box.
    pub size: Option<Vector>,
    /// (m) Radius of a sphere or cylinder.
    pub radius: Option<Number>,
    /// (m) Length of a cylinder.
    pub length: Option<Number>,
    /// (m) Points of a line.
    pub points: Option<Vec<Vector>>,
    /// (m) Centre in the carrier's frame. Default: [0, 0, 0].
    pub position: Option<Vector>,
    /// (rad) Orientation in the carrier's frame. Default: none.
    pub rotation: Option<Rotation>,
    /// What it is made of, for contacts with `law = "materials"`. Default: none.
    pub material: Option<Reference>,
}

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
            length: None,
            points: None,
            position: None,
            rotation: None,
            material: material.cloned(),
        }
    }

    fn geometry(&self, b: &Builder) -> Result<Geometry, BuildError> {
        let missing =
            |what: &str, key: &str| BuildError::new(format!("a shape of type `{what}` needs the key `{key}`"));
        let length = |value: &Option<Number>, what, key| {
            let number = value.as_ref().ok_or_else(|| missing(what, key))?;
            b.positive(number, key)
        };
        Ok(match self.r#type {
            ShapeType::Box => {
                let size = self.size.as_ref().ok_or_else(|| missing("box", "size"))?;
                let edges = b.vector(size)?;
                if edges.min() <= 0.0 {
                    return Err(BuildError::at(&size.0.span(), "the edges of a box must be positive numbers"));
                }
                Geometry::Box { size: edges.into() }
            }
            // Drawn at the model's size, once that is known.
            ShapeType::Plane => Geometry::Plane { size: 0.0 },
            ShapeType::Sphere => Geometry::Sphere { radius: length(&self.radius, "sphere", "radius")? },
            ShapeType::Cylinder => Geometry::Cylinder {
                radius: length(&self.radius, "cylinder", "radius")?,
                length: length(&self.length, "cylinder", "length")?,
            },
            ShapeType::Line => {
                let points = self.points.as_ref().ok_or_else(|| missing("line", "points"))?;
                Geometry::Line { points: points.iter().map(|p| b.vector(p)).collect::<Result<_, _>>()? }
            }
        })
    }
}

/// What a geometry touches with; cylinders and lines are for pictures only.
fn form(geometry: &Geometry) -> Option<Form> {
    match *geometry {
        Geometry::Sphere { radius } => Some(Form::Sphere { radius }),
        Geometry::Box { size } => Some(Form::Box { half: Vec3::from(size) * 0.5 }),
        Geometry::Plane { .. } => Some(Form::Plane),
        Geometry::Cylinder { .. } | Geometry::Line { .. } | Geometry::Patch { .. } => None,
    }
}

impl Builder {
    /// Adds the shapes of a carrier, placed on its own frame.
    pub(super) fn add_shapes(&mut self, carrier: &str, shapes: &[ShapeSpec]) -> Result<(), BuildError> {
        for shape in shapes {
            let at = self.frame(shape.position.as_ref(), shape.rotation.as_ref())?;
            let geometry = shape.geometry(self)?;
            let port = self.port(&Reference { name: carrier.to_owned(), span: 0..0 })?;
            let material = shape.material.as_ref().map(|m| self.material_use(m)).transpose()?;
            let name = carrier.to_owned();
            self.surfaces.extend(form(&geometry).map(|form| Surface { name: name.clone(), port, at, form, material }));
            self.shapes.push(Shape { name, port, at, geometry });
        }
        Ok(())
    }
}
