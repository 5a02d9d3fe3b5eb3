//! Motion: a joint coordinate, or components of a point's position, follow functions of time.
//!
//! ```text
//! g = q − f(t)                                    of a joint coordinate q
//! g = e·(x_P − x_O) − f(t)                        of a point P, along e fixed to a reference frame with origin O
//! ```
//!
//! The multiplier is the force or torque of the drive on the coordinate.

use super::frames::complete;
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::measure::Measure;
use crate::spec::{BuildError, Builder, Function, Reference, Vector};
use crate::{Frame, Vec3};
use schemars::JsonSchema;
use serde::Deserialize;

/// A component of a position.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Component {
    X,
    Y,
    Z,
}

/// A prescribed motion.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Motion {
    /// Joint whose coordinate is prescribed (or `on` for a point).
    pub joint: Option<Reference>,
    /// Coordinate of the joint. Default: its only one.
    pub coordinate: Option<Reference>,
    /// Point whose position is prescribed (or `joint`).
    pub on: Option<Reference>,
    /// Frame in which the position is measured. Default: ground.
    pub relative_to: Option<Reference>,
    /// Component of the point's position, `x`, `y` or `z` of that frame (or `direction`).
    pub component: Option<Component>,
    /// Direction in that frame along which the position is measured (or `component`).
    pub direction: Option<Vector>,
    /// (rad or m) The value, an expression of `t`.
    pub motion: Function,
}

impl Kind for Motion {
    const KEY: &'static str = "motion";
    const SUMMARY: &'static str = "a joint coordinate or a component of a point's position follows a function of time";
    const STAGE: u8 = 1;
    const SAMPLE: &'static str = r#"
name = "driven crank"
[parameters]
omega = 10
[bodies.crank]
type = "rigid_body"
mass = 1.0
inertia = [0.01, 0.01, 0.02]
angular_velocity = [0, 0, "omega"]
[joints.shaft]
type = "hinge"
a = "ground"
b = "crank"
[joints.motor]
type = "motion"
joint = "shaft"
motion = "omega*t"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let drive = b.motion_function(&self.motion)?;
        let measure = match (&self.joint, &self.on) {
            (Some(joint), None) => {
                if self.component.is_some() || self.direction.is_some() || self.relative_to.is_some() {
                    return Err(BuildError::at(
                        &joint.span,
                        "`component`, `direction` and `relative_to` belong to a point",
                    )
                    .help("name the point with `on`, or remove them"));
                }
                b.coordinate(joint, self.coordinate.as_ref())?
            }
            (None, Some(point)) => self.point(point, b)?,
            _ => {
                return Err(BuildError::new("a motion prescribes either a joint coordinate or a point")
                    .help("give `joint` or `on`, not both"));
            }
        };
        let rows = vec![Row { drive: Some(drive), ..Row::new(measure) }];
        b.add_joint(Joint { name: name.to_owned(), kind: Self::KEY, rows, coordinates: Vec::new() });
        Ok(())
    }
}

impl Motion {
    fn point(&self, point: &Reference, b: &mut Builder) -> Result<Measure, BuildError> {
        b.node(point)?;
        let ground = Reference { name: "ground".to_owned(), span: point.span.clone() };
        let reference = self.relative_to.as_ref().unwrap_or(&ground);
        let target = b.port(point)?;
        let mut attachment = b.attachment(reference)?;
        let (axis, direction) = match (self.component, &self.direction) {
            (Some(component), None) => (component as usize, Vec3::ith(component as usize, 1.0)),
            (None, Some(direction)) => (2, b.direction(direction, "direction")?),
            _ => {
                return Err(BuildError::at(&point.span, "which component of the point's position is prescribed?")
                    .help("add `component = \"x\"` or `direction = [x, y, z]`, not both"));
            }
        };
        if let Some(plane) = b.model.plane
            && (b.in_space(&attachment).r() * direction)[plane.normal()].abs() > 1e-12
        {
            return Err(BuildError::at(&point.span, "the prescribed direction leaves the plane of this planar model")
                .help("prescribe motions in the plane only"));
        }
        let a = if self.component.is_some() {
            b.port(reference)?
        } else {
            attachment.at = attachment.at.then(&Frame::from_matrix(Vec3::zeros(), &complete(b, &direction)));
            b.add_port(attachment.port())
        };
        Ok(Measure::Projection { a, b: target, axis })
    }
}
