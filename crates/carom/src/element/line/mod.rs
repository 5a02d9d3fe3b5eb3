//! Lines of elements between two ends: what bars, cables and beams share.

mod body;
mod ends;
mod inertia;

pub use body::{LineBody, LineElements};
pub use ends::{End, EndJoint};
pub use inertia::{LineInertia, MassSpec, Velocities};

use crate::mesh::{Cell, CellKind};
use crate::model::{FlexibleBody, Follower, LineSection, NodeId};
use crate::spec::{BuildError, Builder, Number, Place, Spin, Vector};
use crate::{Frame, Mat3, NodeKind, Vec3};
use std::collections::BTreeMap;

/// Named points of a line, by their fraction of its length.
pub type Fractions = BTreeMap<String, Number>;

/// More elements than this in one line are taken for a mistake.
const MANY_ELEMENTS: f64 = 1e6;

/// The table of a kind of line: its own keys, and those that all lines have.
macro_rules! line_spec {
    ($(#[$about:meta])* pub struct $name:ident { $($own:tt)* }) => {
        $(#[$about])*
        #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($own)*
            /// Number of elements. Default: 1.
            pub elements: Option<$crate::spec::Number>,
            /// (Pa) Young's modulus.
            pub young: $crate::spec::Number,
            /// (kg/m³) Density.
            pub density: $crate::spec::Number,
            /// `consistent` or `lumped` mass. Default: consistent.
            #[serde(default)]
            pub mass: $crate::element::line::MassSpec,
            /// Damping: `{ mass = α, stiffness = β }` or `{ ratio = ζ, frequencies = [f1, f2] }`. Default: none.
            pub damping: Option<$crate::element::DampingSpec>,
            /// Named points by their fraction of the length; `start` and `end` are there anyway. Default: none.
            #[serde(default)]
            pub points: $crate::element::line::Fractions,
            /// (m/s) Velocity of the start. Default: [0, 0, 0].
            pub velocity: Option<$crate::spec::Vector>,
            /// (rad/s) Angular velocity at the start in space, about the start of the line. Default: [0, 0, 0].
            pub angular_velocity: Option<$crate::spec::Spin>,
        }
    };
}
pub(super) use line_spec;

/// Keys that all lines have, as written in their table.
pub struct LineKeys<'a> {
    pub start: Option<&'a End>,
    pub end: Option<&'a End>,
    pub start_joint: Option<EndJoint>,
    pub end_joint: Option<EndJoint>,
    pub points: &'a Fractions,
    pub velocity: Option<&'a Vector>,
    pub angular_velocity: Option<&'a Spin>,
}

/// The nodes of a line at the start.
pub struct LineNodes {
    pub kind: NodeKind,
    pub frames: Vec<Frame>,
    /// Lengths of the elements along the line, one less than frames.
    pub lengths: Vec<f64>,
    /// The section's axes in the axes of the nodes.
    pub axes: Mat3,
}

/// A number of elements.
pub fn count(b: &Builder, number: &Number) -> Result<usize, BuildError> {
    let x = b.positive(number, "elements")?;
    if x.fract() == 0.0 && x <= MANY_ELEMENTS {
        return Ok(x as usize);
    }
    Err(BuildError::at(&number.span, format!("elements is {x}, expected a whole number up to {MANY_ELEMENTS:e}"))
        .help("give a whole number, such as 8"))
}

/// Points at equal distances from one end to the other; the ends must differ.
pub fn straight(ends: [Vec3; 2], n: usize, place: &End) -> Result<Vec<Vec3>, BuildError> {
    let d = ends[1] - ends[0];
    if d.norm() <= 1e-12 * (ends[0].norm() + ends[1].norm()) || d.norm() == 0.0 {
        return Err(BuildError::at(&place.span(), "`start` and `end` are the same point: the length is zero")
            .help("move one of them"));
    }
    Ok((0..=n).map(|i| if i == n { ends[1] } else { ends[0] + d * (i as f64 / n as f64) }).collect())
}

impl LineKeys<'_> {
    /// Adds the nodes of a line, with the rigid motion that its table gives, about its start.
    pub fn add_nodes(&self, name: &str, line: &LineNodes, b: &mut Builder) -> Result<Vec<NodeId>, BuildError> {
        let velocity = b.vector_or_zero(self.velocity)?;
        let spin = self.angular_velocity.map_or(Ok(Vec3::zeros()), |s| b.spin(s))?;
        self.check_plane(line, (&velocity, &spin), b)?;
        let origin = line.frames[0].x;
        let add = |(i, frame): (usize, &Frame)| {
            let v = velocity + spin.cross(&(frame.x - origin));
            let w = frame.r().tr_mul(&spin);
            b.model.add_node(&format!("{name}[{i}]"), line.kind, *frame, [v.x, v.y, v.z, w.x, w.y, w.z])
        };
        Ok(line.frames.iter().enumerate().map(add).collect())
    }

    /// Refuses a line or a motion that leaves the plane of a planar model.
    pub fn check_plane(&self, line: &LineNodes, (v, w): (&Vec3, &Vec3), b: &Builder) -> Result<(), BuildError> {
        let Some(plane) = b.model.plane else { return Ok(()) };
        let n = plane.normal();
        let axis = ["x", "y", "z"][n];
        let cure = format!("keep its {axis} coordinate constant, or remove `plane` from the model");
        let heights = line.frames.iter().map(|f| f.x[n] - line.frames[0].x[n]);
        if heights.fold(0.0, |m: f64, h| m.max(h.abs())) > 1e-9 * line.lengths.iter().sum::<f64>() {
            return Err(BuildError::new("the line leaves the plane of this planar model").help(cure));
        }
        if let (Some(value), true) = (self.velocity, v[n].abs() > 1e-12 * v.norm()) {
            return Err(
                BuildError::at(&value.0.span(), "the velocity leaves the plane of this planar model").help(cure)
            );
        }
        if let (Some(value), true) = (self.angular_velocity, (w - Vec3::ith(n, w[n])).norm() > 1e-12 * w.norm()) {
            return Err(BuildError::at(&value.0.span(), "the angular velocity turns the line out of the plane")
                .help(format!("only the {axis} component may differ from zero in this planar model")));
        }
        Ok(())
    }

    /// Registers the body that the elements from index `first` on make, with its points, and joins its ends.
    pub fn finish(
        &self,
        name: &str,
        nodes: Vec<NodeId>,
        first: usize,
        body: LineBody,
        b: &mut Builder,
    ) -> Result<(), BuildError> {
        let ends = [nodes[0], nodes[nodes.len() - 1]];
        let (flexible, places) = self.body(name, nodes, first, &body, b)?;
        b.add_flexible(flexible, places)?;
        let oriented = matches!(body.elements, LineElements::Beam(_));
        b.lines.insert(name.to_owned(), body);
        self.join(ends, oriented, name, b)
    }

    /// The body that the elements from index `first` on make, and its points.
    pub fn body(
        &self,
        name: &str,
        nodes: Vec<NodeId>,
        first: usize,
        body: &LineBody,
        b: &mut Builder,
    ) -> Result<(FlexibleBody, BTreeMap<String, Place>), BuildError> {
        let places = self.places(name, &nodes, body, b)?;
        let cells = (1..nodes.len()).map(|i| Cell::new(CellKind::Line2, &[i - 1, i])).collect();
        let elements = first..b.model.elements.len();
        let section = (!body.rings.is_empty())
            .then(|| LineSection { rings: body.rings.clone(), axes: vec![body.axes; nodes.len()] });
        Ok((FlexibleBody { name: name.to_owned(), nodes, cells, elements, modal: None, section }, places))
    }

    /// Joins the ends to what they are attached to.
    pub fn join(&self, ends: [NodeId; 2], oriented: bool, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        for (node, end, joint, side) in
            [(ends[0], self.start, self.start_joint, "start"), (ends[1], self.end, self.end_joint, "end")]
        {
            if let Some(end) = end {
                end.join(&format!("{name}.{side}_joint"), (node, oriented), joint, b)?;
            }
        }
        Ok(())
    }

    /// The named points: nodes, or followers between two nodes of a beam.
    fn places(
        &self,
        name: &str,
        nodes: &[NodeId],
        body: &LineBody,
        b: &mut Builder,
    ) -> Result<BTreeMap<String, Place>, BuildError> {
        let at = Frame::from_matrix(Vec3::zeros(), &body.axes);
        let place = |node: NodeId| Place { node: Some(node), at, is_frame: false };
        let mut places =
            BTreeMap::from([("start".to_owned(), place(nodes[0])), ("end".to_owned(), place(nodes[nodes.len() - 1]))]);
        for (key, number) in self.points {
            if places.contains_key(key) {
                return Err(BuildError::at(&number.span, format!("`{key}` is a point of every line"))
                    .help("choose another name"));
            }
            let (element, s) = body.locate(b.fraction(number, key)?);
            let node = match (&body.elements, s) {
                (_, 0.0) => nodes[element],
                (_, 1.0) => nodes[element + 1],
                (LineElements::Beam(_), s) => {
                    let follower = Follower::between(nodes[element], nodes[element + 1], s);
                    b.add_follower(&format!("{name}.{key}"), follower)
                }
                (LineElements::Bar(_), _) => {
                    return Err(BuildError::at(
                        &number.span,
                        format!("`{key}` is between two nodes of a bar or cable"),
                    )
                    .help(format!("give a multiple of 1/{}, or use more elements", body.element_count())));
                }
            };
            places.insert(key.clone(), place(node));
        }
        Ok(places)
    }
}
