//! The ends of a line: points in space, or attachments that the line is joined to.

use crate::joint::{Joint, Row};
use crate::measure::Measure;
use crate::model::{NodeId, Port};
use crate::spec::{Attachment, BuildError, Builder, Reference, Scalar, Span, Tree, Vector};
use crate::{Frame, Vec3};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error};
use std::borrow::Cow;

/// Three coordinates in space, or the name of an attachment.
#[derive(Clone, Debug)]
pub enum End {
    Point(Vector),
    Attached(Reference),
}

/// How an end is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndJoint {
    /// Position and orientation.
    Fixed,
    /// Position only.
    Spherical,
    /// Not at all.
    Free,
}

impl<'de> Deserialize<'de> for End {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        match Tree::deserialize(d)? {
            Tree::Number(n) => match n.scalar {
                Scalar::Text(name) => Ok(Self::Attached(Reference { name, span: n.span })),
                Scalar::Value(_) => Err(D::Error::custom("expected a point [x, y, z] or the name of an attachment")),
            },
            list @ Tree::List(..) => Ok(Self::Point(Vector(list))),
        }
    }
}

impl JsonSchema for End {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "End".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["array", "string"], "title": "vector or name" })
    }
}

impl End {
    pub fn span(&self) -> Span {
        match self {
            Self::Point(v) => v.0.span(),
            Self::Attached(r) => r.span.clone(),
        }
    }

    /// Where it is at the start.
    pub fn position(&self, b: &Builder) -> Result<Vec3, BuildError> {
        match self {
            Self::Point(v) => b.vector(v),
            Self::Attached(r) => Ok(b.in_space(&b.attachment(r)?).x),
        }
    }

    /// Joins a node of the line to the attachment, or if asked for to the ground. The two frames coincide at the start, so that
    /// the joint holds then:
    ///
    /// ```text
    /// g = (a₁·d, a₂·d, a₃·d) ,   fixed also (a₁·b₂, a₂·b₃, a₃·b₁)
    /// ```
    pub fn join(
        &self,
        name: &str,
        (node, oriented): (NodeId, bool),
        joint: Option<EndJoint>,
        b: &mut Builder,
    ) -> Result<(), BuildError> {
        let (to, default) = match self {
            Self::Point(_) => (Reference { name: "ground".to_owned(), span: self.span() }, EndJoint::Free),
            Self::Attached(r) if oriented => (r.clone(), EndJoint::Fixed),
            Self::Attached(r) => (r.clone(), EndJoint::Spherical),
        };
        let joint = joint.unwrap_or(default);
        if joint == EndJoint::Free {
            return Ok(());
        }
        let to = b.attachment(&to)?;
        let fixed = joint == EndJoint::Fixed;
        if fixed {
            check_orientation(&to, oriented, b)?;
        }
        let frame = match oriented {
            true => b.model.nodes[node].frame,
            false => Frame::new(b.model.nodes[node].frame.x, lie::Quaternion::identity()),
        };
        let port = to.replaced(b, &frame).port();
        let (a, b_) = (b.add_port(port), b.add_port(Port::on(node, Frame::identity())));
        let projection = |axis| Measure::Projection { a, b: b_, axis };
        let dot = |i, j| Measure::Dot { a, i, b: b_, j };
        let mut rows = vec![projection(0), projection(1), projection(2)];
        if fixed {
            rows.extend([dot(0, 1), dot(1, 2), dot(2, 0)]);
        }
        let kind = if fixed { "fixed" } else { "spherical" };
        let rows = rows.into_iter().map(Row::new).collect();
        b.add_joint(Joint { name: name.to_owned(), kind, rows, coordinates: Vec::new() });
        Ok(())
    }
}

fn check_orientation(to: &Attachment, oriented: bool, b: &Builder) -> Result<(), BuildError> {
    if !oriented {
        return Err(BuildError::at(&to.span, "bars and cables have no orientation that could be fixed")
            .help("use a spherical joint, or a beam"));
    }
    if b.has_orientation(to) {
        return Ok(());
    }
    Err(BuildError::at(&to.span, format!("`{}` is a point without orientation", to.name))
        .help("set the joint of this end to \"spherical\", or attach it to a rigid_body"))
}
