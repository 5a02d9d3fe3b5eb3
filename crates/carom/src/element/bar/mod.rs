//! Bars and cables of the model file: lines of [`BarElement`]s between two ends.

mod element;

pub use element::{BarElement, BarModel, BarStiffness};

use super::damping::DampingSpec;
use super::line::{
    End, EndJoint, LineBody, LineElements, LineInertia, LineKeys, LineNodes, MassSpec, count, line_spec, straight,
};
use crate::catalog::Kind;
use crate::spec::{BuildError, Builder, Number};
use crate::{Frame, Mat3, NodeKind, Vec3};
use schemars::JsonSchema;
use serde::Deserialize;

/// How a bar's force acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BarModelSpec {
    /// Along the bar as it moves.
    #[default]
    Exact,
    /// Along the bar as it stood at the start, linear in the displacements.
    Linear,
}

line_spec! {
    /// An elastic bar.
    pub struct BarSpec {
        /// (m) First end: a point in space, or an attachment `BODY.POINT` that it is joined to (of a flexible body above this one).
        pub start: End,
        /// (m) Second end, in the same way.
        pub end: End,
        /// (m²) Area of the section.
        pub area: Number,
        /// `exact`: the force N = N₀ + EA (l − L)/L acts along each element as it moves; `linear`: along its initial direction, linear
        /// in the displacements. Default: exact.
        #[serde(default)]
        pub model: BarModelSpec,
        /// (N) Axial force N₀ at the start, positive in tension. Default: 0.
        pub prestress: Option<Number>,
        /// `spherical` or `free`. Default: spherical if `start` names an attachment, else free.
        pub start_joint: Option<EndJoint>,
        /// `spherical` or `free`. Default: spherical if `end` names an attachment, else free.
        pub end_joint: Option<EndJoint>,
    }
}

line_spec! {
    /// A cable.
    pub struct CableSpec {
        /// (m) First end: a point in space, or an attachment `BODY.POINT` that it is joined to (of a flexible body above this one).
        pub start: End,
        /// (m) Second end, in the same way.
        pub end: End,
        /// (m²) Area of the section.
        pub area: Number,
        /// (m) Unstressed length: less than the distance of the ends for tension, more for slack. Default: the distance of the ends.
        pub length: Option<Number>,
        /// `spherical` or `free`. Default: spherical if `start` names an attachment, else free.
        pub start_joint: Option<EndJoint>,
        /// `spherical` or `free`. Default: spherical if `end` names an attachment, else free.
        pub end_joint: Option<EndJoint>,
    }
}

/// What both kinds need to build their elements.
struct Axial<'a> {
    kind: &'static str,
    keys: LineKeys<'a>,
    ends: [&'a End; 2],
    elements: Option<&'a Number>,
    area: &'a Number,
    young: &'a Number,
    density: &'a Number,
    mass: MassSpec,
    damping: Option<&'a DampingSpec>,
    prestress: Option<&'a Number>,
    length: Option<&'a Number>,
    /// The model, given the direction of the line.
    model: fn(Vec3) -> BarModel,
}

impl Axial<'_> {
    fn build(self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let area = b.positive(self.area, "area")?;
        let axial = b.positive(self.young, "young")? * area;
        let density = b.positive(self.density, "density")?;
        let prestress = b.number_or(self.prestress, 0.0)?;
        let damping = DampingSpec::build(self.damping, b)?;
        let n = self.elements.map_or(Ok(1), |e| count(b, e))?;
        let ends = [self.ends[0].position(b)?, self.ends[1].position(b)?];
        let points = straight(ends, n, self.ends[1])?;
        let distance = (ends[1] - ends[0]).norm();
        let length = self.length.map_or(Ok(distance), |l| b.positive(l, "length"))? / n as f64;
        let model = (self.model)((ends[1] - ends[0]) / distance);
        let stiffness = BarStiffness { model, axial, prestress, beta: damping.stiffness };
        let inertia = LineInertia::new(length, (density * area, Mat3::zeros()), self.mass, damping.mass);
        let frames = points.into_iter().map(|x| Frame::new(x, lie::Quaternion::identity())).collect();
        let line = LineNodes { kind: NodeKind::Point, frames, lengths: vec![length; n], axes: Mat3::identity() };
        let nodes = self.keys.add_nodes(name, &line, b)?;
        let first = b.model.elements.len();
        let elements: Vec<BarElement> = nodes
            .windows(2)
            .map(|pair| BarElement::new([pair[0], pair[1]], length, stiffness, inertia.clone()))
            .collect();
        for (i, element) in elements.iter().enumerate() {
            b.add_element(&format!("{name}[{i}]"), self.kind, Box::new(element.clone()));
        }
        let body = LineBody::new(LineElements::Bar(elements), &line.lengths, line.axes);
        self.keys.finish(name, nodes, first, body, b)
    }
}

impl Kind for BarSpec {
    const KEY: &'static str = "bar";
    const SUMMARY: &'static str = "elastic bar: a line of elements with axial force only";
    const STAGE: u8 = 1;
    const SAMPLE: &'static str = r#"
name = "swinging bar"
gravity = [0, 0, -9.81]
[bodies.bar]
type = "bar"
start = "ground"
end = [0.8, 0, 0.1]
elements = 2
area = 1e-4
young = 1e6
density = 1000
damping = { mass = 0.3, stiffness = 0.02 }
[bodies.stiffener]
type = "bar"
start = "bar.end"
end = [0.9, 0.5, 0]
area = 1e-4
young = 1e6
density = 1000
model = "linear"
prestress = 3
damping = { ratio = 0.02, frequencies = [5, 40] }
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let keys = LineKeys {
            start: Some(&self.start),
            end: Some(&self.end),
            start_joint: self.start_joint,
            end_joint: self.end_joint,
            points: &self.points,
            velocity: self.velocity.as_ref(),
            angular_velocity: self.angular_velocity.as_ref(),
        };
        let axial = Axial {
            kind: Self::KEY,
            keys,
            ends: [&self.start, &self.end],
            elements: self.elements.as_ref(),
            area: &self.area,
            young: &self.young,
            density: &self.density,
            mass: self.mass,
            damping: self.damping.as_ref(),
            prestress: self.prestress.as_ref(),
            length: None,
            model: match self.model {
                BarModelSpec::Exact => |_| BarModel::Exact,
                BarModelSpec::Linear => BarModel::Linear,
            },
        };
        axial.build(name, b)
    }
}

impl Kind for CableSpec {
    const KEY: &'static str = "cable";
    const SUMMARY: &'static str = "elastic cable: a line of elements with tension only";
    const STAGE: u8 = 1;
    const SAMPLE: &'static str = r#"
name = "hanging mass"
gravity = [0, 0, -9.81]
[bodies.ball]
type = "point_mass"
mass = 1
position = [0, 0, -1]
[bodies.cable]
type = "cable"
start = "ground"
end = "ball"
elements = 2
area = 1e-5
young = 1e7
density = 1000
length = 0.7
damping = { stiffness = 1e-3 }
points = { middle = 0.5 }
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let keys = LineKeys {
            start: Some(&self.start),
            end: Some(&self.end),
            start_joint: self.start_joint,
            end_joint: self.end_joint,
            points: &self.points,
            velocity: self.velocity.as_ref(),
            angular_velocity: self.angular_velocity.as_ref(),
        };
        let axial = Axial {
            kind: Self::KEY,
            keys,
            ends: [&self.start, &self.end],
            elements: self.elements.as_ref(),
            area: &self.area,
            young: &self.young,
            density: &self.density,
            mass: self.mass,
            damping: self.damping.as_ref(),
            prestress: None,
            length: self.length.as_ref(),
            model: |_| BarModel::Cable,
        };
        axial.build(name, b)
    }
}
