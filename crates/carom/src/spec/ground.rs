//! The ground and grounds that move as prescribed.

use super::attach::{Frames, Points};
use super::build::{BuildError, Builder};
use super::shape::ShapeSpec;
use super::value::{Function, Vector};
use crate::expr::Expression;
use crate::model::{Model, Motion};
use crate::{Frame, Vec3};
use schemars::JsonSchema;
use serde::Deserialize;

/// What is fixed to the ground.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GroundSpec {
    /// (m) Named points in space. Default: none.
    #[serde(default)]
    points: Points,
    /// Named frames in space. Default: none.
    #[serde(default)]
    frames: Frames,
    /// Shapes, for pictures and for contacts of type `collision`. Default: none.
    #[serde(default)]
    shapes: Vec<ShapeSpec>,
}

impl GroundSpec {
    pub fn build(&self, b: &mut Builder) -> Result<(), BuildError> {
        b.named_ports.insert("ground".to_owned(), Model::GROUND);
        b.add_carrier("ground", (None, None, Frame::identity()), &self.points, &self.frames)?;
        b.add_shapes("ground", &self.shapes)
    }
}

/// A ground that moves as prescribed: it shifts, and turns about a fixed axis through its moving origin.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MovingSpec {
    /// (m) Position of its origin in space: three expressions of `t`. Default: [0, 0, 0].
    translation: Option<[Function; 3]>,
    /// Axis of its rotation in space. Default: the normal of a planar model, or z.
    axis: Option<Vector>,
    /// (rad) Angle about the axis, an expression of `t`. Default: 0.
    angle: Option<Function>,
    /// (m) Named points in its frame. Default: none.
    #[serde(default)]
    points: Points,
    /// Named frames in its frame. Default: none.
    #[serde(default)]
    frames: Frames,
    /// Shapes, for pictures and for contacts of type `collision`. Default: none.
    #[serde(default)]
    shapes: Vec<ShapeSpec>,
}

impl MovingSpec {
    pub fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let still = || [0.0; 3].map(Expression::constant);
        let translation = match &self.translation {
            Some([x, y, z]) => [b.motion_function(x)?, b.motion_function(y)?, b.motion_function(z)?],
            None => still(),
        };
        let axis = match &self.axis {
            Some(axis) => b.direction(axis, "axis")?,
            None => Vec3::ith(b.model.plane.map_or(2, |p| p.normal()), 1.0),
        };
        let angle = self.angle.as_ref().map_or(Ok(Expression::constant(0.0)), |f| b.motion_function(f))?;
        self.check_plane(b, &translation, &axis)?;
        let motion = Motion { name: name.to_owned(), translation, axis, angle };
        b.add_carrier(name, (None, Some(motion), Frame::identity()), &self.points, &self.frames)?;
        b.add_shapes(name, &self.shapes)
    }

    /// In a planar model a ground turns about the normal and does not move along it.
    fn check_plane(&self, b: &Builder, translation: &[Expression; 3], axis: &Vec3) -> Result<(), BuildError> {
        let Some(normal) = b.model.plane.map(|p| p.normal()) else { return Ok(()) };
        if let Some(functions) = &self.translation
            && translation[normal].as_constant().is_none()
        {
            let message = "the motion leaves the plane of this planar model";
            let error = BuildError::at(&functions[normal].0.span, message);
            return Err(error.help("give a constant along the normal, or remove `plane`"));
        }
        if let Some(given) = &self.axis
            && axis[normal].abs() < 1.0 - 1e-12
        {
            let error = BuildError::at(&given.0.span(), "the axis is not the normal of this planar model");
            return Err(error.help("leave out `axis`, or remove `plane`"));
        }
        Ok(())
    }
}
