//! Universal (Cardan, Hooke): two bodies share a point and the two axes of a cross, one fixed to each.
//!
//! With a₃ the cross axis on A and b₁ the one on B, d = x_B − x_A:
//!
//! ```text
//! g = (a₁·d, a₂·d, a₃·d, a₃·b₁)
//! ```

use super::frames::{AxisRole, Sides, attachments};
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::measure::Measure;
use crate::spec::{BuildError, Builder, Reference, Vector};
use crate::{Frame, Mat3};
use schemars::JsonSchema;
use serde::Deserialize;

/// A cross joint.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Universal {
    /// First attachment: `BODY`, `BODY.POINT`, `ground` …
    pub a: Reference,
    /// Second attachment.
    pub b: Reference,
    /// (m) Point in space, at the start, where both sides attach. Default: the points that `a` and `b` name.
    pub at: Option<Vector>,
    /// Axis of the cross that is fixed to `a`, in space at the start.
    pub axis_a: Vector,
    /// Axis of the cross that is fixed to `b`, in space at the start; perpendicular to `axis_a`.
    pub axis_b: Vector,
}

impl Kind for Universal {
    const KEY: &'static str = "universal";
    const SUMMARY: &'static str = "two bodies share a point and a cross of two axes (Cardan joint)";
    const SAMPLE: &'static str = r#"
name = "cardan"
gravity = [0, -9.81, 0]
[bodies.shaft]
type = "rigid_body"
mass = 1.0
inertia = [0.01, 0.08, 0.08]
position = [0.5, 0, 0]
points = { end = [-0.5, 0, 0] }
[joints.cross]
type = "universal"
a = "ground"
b = "shaft.end"
axis_a = [0, 1, 0]
axis_b = [0, 0, 1]
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let at = self.at.as_ref();
        let role = AxisRole::None;
        let sides = Sides { a: &self.a, b: &self.b, at, axis: None, initial_angle: None, role, oriented: [true; 2] };
        let [first, second] = attachments(b, &sides)?;
        let (ea, eb) = (b.direction(&self.axis_a, "axis")?, b.direction(&self.axis_b, "axis")?);
        if ea.dot(&eb).abs() > 1e-9 {
            let degrees = ea.dot(&eb).clamp(-1.0, 1.0).acos().to_degrees();
            return Err(BuildError::at(
                &self.axis_b.0.span(),
                format!("the axes of the cross are at {degrees:.3}°, not at 90°"),
            )
            .help("make `axis_b` perpendicular to `axis_a`"));
        }
        // Both frames are the cross at the start: x along B's axis, z along A's.
        let cross = Mat3::from_columns(&[eb, ea.cross(&eb), ea]);
        let place = |b: &Builder, side: &crate::spec::Attachment| {
            let x = at.map_or(Ok(b.in_space(side).x), |v| b.vector(v))?;
            Ok::<_, BuildError>(side.replaced(b, &Frame::from_matrix(x, &cross)).port())
        };
        let (pa, pb) = (place(b, &first)?, place(b, &second)?);
        let (pa, pb) = (b.add_port(pa), b.add_port(pb));
        let mut rows: Vec<Row> = (0..3).map(|axis| Row::new(Measure::Projection { a: pa, b: pb, axis })).collect();
        rows.push(Row::new(Measure::Dot { a: pa, i: 2, b: pb, j: 0 }));
        b.add_joint(Joint { name: name.to_owned(), kind: Self::KEY, rows, coordinates: Vec::new() });
        Ok(())
    }
}
