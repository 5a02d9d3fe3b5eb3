//! Beams of the model file: lines of [`BeamElement`]s, straight, curved or through given nodes.

mod element;
mod geometry;
mod midpoint;
mod tangent;

pub use element::{BeamElement, SectionState, Stiffness};
pub(super) use geometry::{Axis, section_y};
pub(super) use midpoint::Midpoint;

use super::damping::DampingSpec;
use super::line::{End, EndJoint, LineBody, LineElements, LineInertia, LineKeys, LineNodes, count, line_spec};
use super::section::{Section, SectionSpec};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, FullBody, Number, ReduceSpec, Vector};
use crate::{Frame, Mat3, NodeKind, Vec3};
use geometry::check_turn;

line_spec! {
    /// An elastic beam.
    pub struct BeamSpec {
        /// (m) First end: a point in space, or an attachment `BODY.POINT` that it is joined to (of a flexible body above this one).
        pub start: Option<End>,
        /// (m) Second end, in the same way.
        pub end: Option<End>,
        /// (m) A point between the ends that makes the beam a circular arc. Default: none, the beam is straight.
        pub via: Option<Vector>,
        /// (m) The nodes one by one, instead of `start`, `end`, `via` and `elements`.
        pub nodes: Option<Vec<Vector>>,
        /// The section's y axis at the start of the beam: its part across the beam. Default: such that the z axis is as near as possible
        /// to the z axis of space (in a planar model: the normal); y of space for a beam along it.
        pub orientation: Option<Vector>,
        /// (rad) Pre-twist of the section about the axis from start to end. Default: 0.
        pub twist: Option<Number>,
        /// The cross section: `{ type = "circle", radius = 0.01 }`, …
        pub section: SectionSpec,
        /// Poisson's ratio; the shear modulus is E/(2(1 + ν)).
        pub poisson: Number,
        /// `fixed`, `spherical` or `free`. Default: fixed if `start` names an attachment, else free; a point is held in space.
        pub start_joint: Option<EndJoint>,
        /// `fixed`, `spherical` or `free`. Default: fixed if `end` names an attachment, else free; a point is held in space.
        pub end_joint: Option<EndJoint>,
        /// Modal reduction: `{ modes = 8, interfaces = ["start", "end"] }`; the beam then moves in so many modes of a floating frame,
        /// with small deformations. Default: none, all nodes move.
        pub reduce: Option<ReduceSpec>,
    }
}

impl Kind for BeamSpec {
    const KEY: &'static str = "beam";
    const SUMMARY: &'static str = "elastic beam with extension, shear, torsion and bending, large rotations";
    const STAGE: u8 = 1;
    const SAMPLE: &'static str = r#"
name = "bent cantilever"
gravity = [0, 0, -9.81]
[bodies.rod]
type = "beam"
start = "ground"
end = [0.7, 0.3, 0]
via = [0.4, 0.1, 0]
elements = 2
twist = 0.4
section = { type = "rectangle", width = 0.02, height = 0.05 }
young = 2e6
poisson = 0.3
density = 1000
damping = { mass = 0.5, stiffness = 0.01 }
points = { middle = 0.5, gauge = 0.37 }
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let material = self.material(b)?;
        let line = self.line(b)?;
        let keys = LineKeys {
            start: self.start.as_ref(),
            end: self.end.as_ref(),
            start_joint: self.start_joint,
            end_joint: self.end_joint,
            points: &self.points,
            velocity: self.velocity.as_ref(),
            angular_velocity: self.angular_velocity.as_ref(),
        };
        let damping = DampingSpec::build(self.damping.as_ref(), b)?;
        let rings = self.section.rings(b, &material.section)?;
        let (stiffness, inertia) = material.in_axes(&line.axes, damping.stiffness);
        let full = |b: &mut Builder| {
            let nodes = keys.add_nodes(name, &line, b)?;
            let first = b.model.elements.len();
            let mut elements = Vec::with_capacity(line.lengths.len());
            for (i, &length) in line.lengths.iter().enumerate() {
                let inertia = LineInertia::new(length, inertia, self.mass, damping.mass);
                let frames = [&line.frames[i], &line.frames[i + 1]];
                let element = BeamElement::new([nodes[i], nodes[i + 1]], frames, length, stiffness.clone(), inertia);
                b.add_element(&format!("{name}[{i}]"), Self::KEY, Box::new(element.clone()));
                elements.push(element);
            }
            let body = LineBody::new(LineElements::Beam(elements), &line.lengths, line.axes);
            Ok::<_, BuildError>((nodes, first, body.with_rings(rings.clone())))
        };
        let Some(reduce) = &self.reduce else {
            let (nodes, first, body) = full(b)?;
            return keys.finish(name, nodes, first, body, b);
        };
        let alone = FullBody::alone(b, |b| {
            let (nodes, first, body) = full(b)?;
            keys.body(name, nodes, first, &body, b)
        })?;
        let (body, places) = reduce.add(Self::KEY, alone, b)?;
        let ends = ["start", "end"].map(|end| places[end].node);
        b.add_flexible(body, places)?;
        match ends {
            [Some(start), Some(end)] => keys.join([start, end], true, name, b),
            _ => Ok(()),
        }
    }
}

impl BeamSpec {
    fn material(&self, b: &Builder) -> Result<Material, BuildError> {
        let young = b.positive(&self.young, "young")?;
        let poisson = b.number(&self.poisson)?;
        if poisson <= -1.0 || poisson > 0.5 {
            return Err(BuildError::at(
                &self.poisson.span,
                format!("poisson is {poisson}, expected more than -1 up to 0.5"),
            )
            .help("metals have 0.3, rubber has 0.5"));
        }
        let density = b.positive(&self.density, "density")?;
        Ok(Material {
            young,
            shear: young / (2.0 * (1.0 + poisson)),
            density,
            section: self.section.build(b, poisson)?,
        })
    }

    /// Frames of the nodes. In a planar model they turn about the normal alone, so they start with the axes of space and
    /// the section's axes stand in them; otherwise they are the section's.
    fn line(&self, b: &Builder) -> Result<LineNodes, BuildError> {
        let axis = self.axis(b)?;
        let y = section_y(self.orientation.as_ref(), &axis.tangents[0], b)?;
        let twist = b.number_or(self.twist.as_ref(), 0.0)?;
        if let Some(number) = &self.twist {
            check_turn(twist / axis.lengths.len() as f64, &number.span)?;
        }
        let mut frames = axis.frames(&y, twist);
        let mut axes = Mat3::identity();
        if b.model.plane.is_some() {
            axes = *frames[0].r();
            self.check_planar(twist, &axes, b)?;
            for frame in &mut frames {
                *frame = Frame::from_matrix(frame.x, &(frame.r() * axes.transpose()));
            }
        }
        Ok(LineNodes { kind: NodeKind::Frame, frames, lengths: axis.lengths, axes })
    }

    fn axis(&self, b: &Builder) -> Result<Axis, BuildError> {
        if let Some(nodes) = &self.nodes {
            let other = [self.start.as_ref().map(End::span), self.end.as_ref().map(End::span)]
                .into_iter()
                .chain([self.via.as_ref().map(|v| v.0.span()), self.elements.as_ref().map(|n| n.span.clone())])
                .flatten()
                .next();
            return match other {
                Some(span) => Err(BuildError::at(&span, "the axis is given twice: by `nodes` and by this key")
                    .help("keep `nodes`, or `start`, `end`, `via` and `elements`")),
                None => Axis::through(nodes, b),
            };
        }
        let end = |end: &Option<End>, key: &str| {
            end.clone().ok_or_else(|| {
                BuildError::new(format!("missing key `{key}`"))
                    .help(format!("add `{key} = [x, y, z]`, or give `nodes`"))
            })
        };
        let (start, end) = (end(&self.start, "start")?, end(&self.end, "end")?);
        let n = self.elements.as_ref().map_or(Ok(1), |e| count(b, e))?;
        let ends = [start.position(b)?, end.position(b)?];
        match &self.via {
            Some(via) => Axis::arc(ends, via, n, b),
            None => Axis::straight(ends, n, &end),
        }
    }

    /// In a planar model bending stays in the plane if the normal is a principal axis of the section.
    fn check_planar(&self, twist: f64, axes: &Mat3, b: &Builder) -> Result<(), BuildError> {
        let Some(plane) = b.model.plane else { return Ok(()) };
        if let (Some(number), true) = (&self.twist, twist != 0.0) {
            return Err(BuildError::at(&number.span, "a twisted beam leaves the plane of this planar model")
                .help("remove `twist`, or `plane` from the model"));
        }
        let normal = Vec3::ith(plane.normal(), 1.0);
        let oblique = (1..3).all(|i| axes.column(i).cross(&normal).norm() > 1e-9);
        match &self.orientation {
            Some(value) if oblique => Err(BuildError::at(
                &value.0.span(),
                "neither y nor z of the section is the normal of this planar model",
            )
            .help("give a direction in the plane across the beam, or the normal")),
            _ => Ok(()),
        }
    }
}

/// Material and section of a beam.
struct Material {
    young: f64,
    shear: f64,
    density: f64,
    section: Section,
}

impl Material {
    /// C_Γ, C_κ, mass and rotary inertia a length, in the axes of the nodes.
    fn in_axes(&self, axes: &Mat3, beta: f64) -> (Stiffness, (f64, Mat3)) {
        let Self { young, shear, density, section: s } = self;
        let turned = |x: f64, y: f64, z: f64| axes * Mat3::from_diagonal(&Vec3::new(x, y, z)) * axes.transpose();
        let force = turned(young * s.area, shear * s.shear_area_y, shear * s.shear_area_z);
        let moment = turned(shear * s.torsion, young * s.inertia_y, young * s.inertia_z);
        let rotary = turned(s.inertia_y + s.inertia_z, s.inertia_y, s.inertia_z) * *density;
        (Stiffness { force, moment, beta }, (density * s.area, rotary))
    }
}
