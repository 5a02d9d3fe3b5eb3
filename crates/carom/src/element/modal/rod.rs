//! Rods of the model file in a floating frame, with the freedoms of their finite elements or with modes (R appendices C, D).

use super::finite_rod::{FiniteRod, WIDTH};
use super::floating::{Floating, attach, rayleigh};
use super::integrals::ShapeIntegrals;
use crate::catalog::Kind;
use crate::element::beam::{Axis, section_y};
use crate::element::damping::DampingSpec;
use crate::element::line::{End, EndJoint, Fractions, LineKeys, LineNodes, count};
use crate::element::section::SectionSpec;
use crate::mesh::{Cell, CellKind};
use crate::model::{FlexibleBody, LineSection, ModalPoints, ModalShape};
use crate::spec::{BuildError, Builder, Number, Place, Spin, Vector};
use crate::{Frame, Mat3, NodeKind, Vec3};
use nalgebra::{DMatrix, DVector, Matrix6, Vector6};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// How the floating frame lies in the rod.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reference {
    /// At the start, with its section.
    #[default]
    Tangent,
    /// At the start, the x axis through the end, turned about it with the section of the start.
    Pinned,
    /// At the centre of mass with mean axes: deformations have no momentum and no angular momentum.
    Mean,
}

/// How the rod is held in its modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shapes {
    /// The start clamped.
    ClampedFree,
    /// Both ends on pins, the start fixed along the rod and against twist.
    Pinned,
    /// Not at all.
    FreeFree,
}

/// A straight elastic rod in a floating frame: small deformations, large motions.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloatingRodSpec {
    /// (m) First end: a point in space, or an attachment `BODY.POINT` that it is joined to.
    pub start: End,
    /// (m) Second end, in the same way.
    pub end: End,
    /// The section's y axis, as of a `beam`.
    pub orientation: Option<Vector>,
    /// The cross section: `{ type = "circle", radius = 0.01 }`, …
    pub section: SectionSpec,
    /// (Pa) Young's modulus.
    pub young: Number,
    /// Poisson's ratio; the shear modulus, for torsion, is E/(2(1 + ν)).
    pub poisson: Number,
    /// (kg/m³) Density.
    pub density: Number,
    /// Number of finite elements that the deformation is made of. Default: 8.
    pub elements: Option<Number>,
    /// Number of modes, the lowest ones; 0 makes it rigid. Default: none, all freedoms of the finite elements are coordinates.
    pub modes: Option<Number>,
    /// How the rod is held in its modes: `clamped_free`, `pinned` or `free_free`. Default: as the reference suggests (`tangent`:
    /// clamped_free, `pinned`: pinned, `mean`: free_free).
    pub shapes: Option<Shapes>,
    /// Where the floating frame is: `tangent` to the start, `pinned` to both ends, or `mean` axes, which needs modes. Default: tangent.
    #[serde(default)]
    pub reference: Reference,
    /// Damping of the deformation: `{ mass = α, stiffness = β }` or `{ ratio = ζ, frequencies = [f1, f2] }`. Default: none.
    pub damping: Option<DampingSpec>,
    /// Attachments by their fraction of the length: `{ middle = 0.5 }`; `start` and `end` are there anyway. Default: none.
    #[serde(default)]
    pub points: Fractions,
    /// (m/s) Velocity of the start. Default: [0, 0, 0].
    pub velocity: Option<Vector>,
    /// (rad/s) Angular velocity at the start in space, about the start of the rod. Default: [0, 0, 0].
    pub angular_velocity: Option<Spin>,
    /// `fixed`, `spherical` or `free`. Default: fixed if `start` names an attachment, else free; a point is held in space.
    pub start_joint: Option<EndJoint>,
    /// `fixed`, `spherical` or `free`. Default: fixed if `end` names an attachment, else free; a point is held in space.
    pub end_joint: Option<EndJoint>,
}

impl Kind for FloatingRodSpec {
    const KEY: &'static str = "floating_rod";
    const SUMMARY: &'static str = "straight elastic rod in a floating frame, with nodal or modal coordinates";
    const STAGE: u8 = 1;
    const SAMPLE: &'static str = r#"
name = "pushed rod"
gravity = [0, 0, -9.81]
[bodies.rod]
type = "floating_rod"
start = [0, 0, 0]
end = [0.5, 0.2, 0.1]
section = { type = "rectangle", width = 0.02, height = 0.03 }
young = 2e6
poisson = 0.3
density = 1000
elements = 4
modes = 5
damping = { mass = 0.5, stiffness = 0.01 }
points = { gauge = 0.37 }
angular_velocity = [0, 0, 2]
[forces.push]
type = "force"
on = "rod.gauge"
force = [0, 1, 0]
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let ends = [self.start.position(b)?, self.end.position(b)?];
        let axis = Axis::straight(ends, 1, &self.end)?;
        let y = section_y(self.orientation.as_ref(), &axis.tangents[0], b)?;
        let section_axes = *axis.frames(&y, 0.0)[0].r();
        let rod = self.rod(axis.lengths[0], b)?;
        // As of a beam: in a planar model frames start with the axes of space.
        let (axes, fields) = match b.model.plane {
            Some(_) => (Mat3::identity(), section_axes),
            None => (section_axes, Mat3::identity()),
        };
        let basis = self.basis(&rod, &section_axes, b)?;
        let centre = if self.reference == Reference::Mean { 0.5 * rod.length } else { 0.0 };
        let [v, w] = self.motion(&ends, b)?;
        let origin = ends[0] + (ends[1] - ends[0]) * (centre / rod.length);
        let shape = |fraction: f64| ModalShape {
            place: fields * Vec3::new(fraction * rod.length - centre, 0.0, 0.0),
            modes: basis.iter().map(|mode| rod.at(mode, fraction).map(|x| fields * x)).collect(),
        };
        let (integrals, stiffness) =
            (integrals(&rod, &fields, basis.len(), &shape), projected(&rod.stiffness(), &basis));
        let damping = rayleigh(DampingSpec::build(self.damping.as_ref(), b)?, &integrals, &stiffness);
        let floating = Floating {
            frame: Frame::from_matrix(origin, &axes),
            velocity: [v + w.cross(&(origin - ends[0])), w],
            held: false,
            modes: basis.len(),
            integrals,
            stiffness,
            damping,
        };
        let first = b.model.elements.len();
        let nodes = floating.add(name, Self::KEY, b);
        let at = Frame::from_matrix(Vec3::zeros(), &fields);
        let mut places = BTreeMap::new();
        let mut followers = Vec::new();
        let named = [("start".to_owned(), 0.0), ("end".to_owned(), 1.0)].into_iter().map(Ok);
        let given =
            self.points.iter().map(|(key, number)| match key.as_str() {
                "start" | "end" => Err(BuildError::at(&number.span, format!("`{key}` is a point of every rod"))
                    .help("choose another name")),
                _ => Ok((key.clone(), b.fraction(number, key)?)),
            });
        for (key, fraction) in named.chain(given).collect::<Result<Vec<_>, _>>()? {
            let node = attach(&format!("{name}.{key}"), &nodes, shape(fraction), b);
            followers.push(node);
            places.insert(key, Place { node: Some(node), at, is_frame: false });
        }
        let n = rod.elements;
        let shapes = (0..=n).map(|i| shape(i as f64 / n as f64)).collect();
        let cells = (1..=n).map(|i| Cell::new(CellKind::Line2, &[i - 1, i])).collect();
        let modal = Some(ModalPoints { nodes, shapes });
        let elements = first..b.model.elements.len();
        let rings = self.section.rings(b, &rod.section)?;
        let section = Some(LineSection { rings, axes: vec![fields; n + 1] });
        let body = FlexibleBody { name: name.to_owned(), nodes: Vec::new(), cells, elements, modal, section };
        b.add_flexible(body, places)?;
        for (end, joint, node, side) in
            [(&self.start, self.start_joint, followers[0], "start"), (&self.end, self.end_joint, followers[1], "end")]
        {
            end.join(&format!("{name}.{side}_joint"), (node, true), joint, b)?;
        }
        Ok(())
    }
}

impl FloatingRodSpec {
    fn rod(&self, length: f64, b: &Builder) -> Result<FiniteRod, BuildError> {
        let young = b.positive(&self.young, "young")?;
        let poisson = b.number(&self.poisson)?;
        if poisson <= -1.0 || poisson > 0.5 {
            let message = format!("poisson is {poisson}, expected more than -1 up to 0.5");
            return Err(BuildError::at(&self.poisson.span, message).help("metals have 0.3, rubber has 0.5"));
        }
        let elements = self.elements.as_ref().map_or(Ok(8), |number| count(b, number))?;
        if let (Some(number), true) = (&self.elements, elements > MOST_ELEMENTS) {
            return Err(BuildError::at(
                &number.span,
                format!("elements is {elements}, expected at most {MOST_ELEMENTS}: matrices of this rod are full"),
            )
            .help("take fewer elements, or a `beam`"));
        }
        Ok(FiniteRod {
            length,
            elements,
            young,
            shear: young / (2.0 * (1.0 + poisson)),
            density: b.positive(&self.density, "density")?,
            section: self.section.build(b, poisson)?,
        })
    }

    /// Velocity of the start and angular velocity, in the plane of a planar model.
    fn motion(&self, ends: &[Vec3; 2], b: &Builder) -> Result<[Vec3; 2], BuildError> {
        let v = b.vector_or_zero(self.velocity.as_ref())?;
        let w = self.angular_velocity.as_ref().map_or(Ok(Vec3::zeros()), |s| b.spin(s))?;
        let frames = ends.map(|x| Frame::new(x, lie::Quaternion::identity())).to_vec();
        let lengths = vec![(ends[1] - ends[0]).norm()];
        let line = LineNodes { kind: NodeKind::Frame, frames, lengths, axes: Mat3::identity() };
        let keys = LineKeys {
            start: Some(&self.start),
            end: Some(&self.end),
            start_joint: self.start_joint,
            end_joint: self.end_joint,
            points: &self.points,
            velocity: self.velocity.as_ref(),
            angular_velocity: self.angular_velocity.as_ref(),
        };
        keys.check_plane(&line, (&v, &w), b)?;
        Ok([v, w])
    }

    /// Shapes over the freedoms of the finite elements, with the largest motion 1 m.
    fn basis(&self, rod: &FiniteRod, axes: &Mat3, b: &Builder) -> Result<Vec<Vec<f64>>, BuildError> {
        let allowed = in_plane(axes, self.orientation.as_ref(), b)?;
        let Some(number) = &self.modes else { return self.nodal(rod, allowed) };
        let wanted = b.not_negative(number, "modes")?;
        let shapes = self.shapes.unwrap_or(match self.reference {
            Reference::Tangent => Shapes::ClampedFree,
            Reference::Pinned => Shapes::Pinned,
            Reference::Mean => Shapes::FreeFree,
        });
        let modes = rod.modes(&held(rod, shapes), allowed).unwrap_or_default();
        let most = modes.len();
        if wanted.fract() != 0.0 || wanted > most as f64 {
            return Err(BuildError::at(
                &number.span,
                format!("modes is {wanted}, expected a whole number up to {most}"),
            )
            .help(format!("{} elements have {most} modes: take fewer modes or more elements", rod.elements)));
        }
        let mass = rod.mass();
        let place = |mode: &mut Vec<f64>| {
            refer(rod, self.reference, &mass, mode);
            let size = (0..=4 * rod.elements).map(|i| {
                let [u, turn] = rod.at(mode, i as f64 / (4 * rod.elements) as f64);
                u.norm().max(rod.length * turn.x.abs())
            });
            let size = size.fold(0.0, f64::max);
            mode.iter_mut().for_each(|x| *x /= size);
        };
        let mut basis: Vec<_> = modes.into_iter().take(wanted as usize).map(|mode| mode.shape).collect();
        basis.iter_mut().for_each(place);
        Ok(basis)
    }

    /// Every freedom that the reference leaves is a coordinate.
    fn nodal(&self, rod: &FiniteRod, allowed: impl Fn(usize) -> bool) -> Result<Vec<Vec<f64>>, BuildError> {
        if let Some(shapes) = self.shapes {
            return Err(BuildError::new(format!("`shapes` ({shapes:?}) are shapes of modes, but `modes` is missing"))
                .help("add `modes = 4`, or remove `shapes`"));
        }
        let held = match self.reference {
            Reference::Tangent => held(rod, Shapes::ClampedFree),
            Reference::Pinned => held(rod, Shapes::Pinned),
            Reference::Mean => {
                return Err(BuildError::new("mean axes need modes, but `modes` is missing")
                    .help("add `modes = 4`, or take the reference `tangent` or `pinned`"));
            }
        };
        let free = (0..rod.freedoms()).filter(|i| allowed(i % WIDTH) && !held.contains(i));
        Ok(free
            .map(|i| {
                let mut shape = vec![0.0; rod.freedoms()];
                // A slope of 1 m over the length of an element: all coordinates are lengths.
                shape[i] = if i % WIDTH < 3 { 1.0 } else { rod.elements as f64 / rod.length };
                shape
            })
            .collect())
    }
}

/// Dense matrices: more elements are taken for a mistake.
const MOST_ELEMENTS: usize = 200;

/// Freedoms of a node that stay in the plane of a planar model.
fn in_plane(
    axes: &Mat3,
    orientation: Option<&Vector>,
    b: &Builder,
) -> Result<impl Fn(usize) -> bool + use<>, BuildError> {
    let normal = b.model.plane.map(|plane| Vec3::ith(plane.normal(), 1.0));
    let along = |i: usize| normal.map(|n| axes.column(i).cross(&n).norm() < 1e-9);
    let (y, z) = (along(1), along(2));
    if let (Some(false), Some(false), Some(value)) = (y, z, orientation) {
        return Err(BuildError::at(
            &value.0.span(),
            "neither y nor z of the section is the normal of this planar model",
        )
        .help("give a direction in the plane across the rod, or the normal"));
    }
    Ok(move |freedom: usize| match (normal, y == Some(true)) {
        (None, _) => true,
        (_, true) => [0, 2, 4].contains(&freedom),
        (_, false) => [0, 1, 5].contains(&freedom),
    })
}

/// Freedoms that are held.
fn held(rod: &FiniteRod, shapes: Shapes) -> Vec<usize> {
    let last = WIDTH * rod.elements;
    match shapes {
        Shapes::ClampedFree => (0..WIDTH).collect(),
        Shapes::Pinned => vec![0, 1, 2, 3, last + 1, last + 2],
        Shapes::FreeFree => Vec::new(),
    }
}

/// Takes the rigid motion out of a shape that the floating frame has.
fn refer(rod: &FiniteRod, reference: Reference, mass: &DMatrix<f64>, shape: &mut [f64]) {
    let ([u, turn], [end, _]) = (rod.at(shape, 0.0), rod.at(shape, 1.0));
    let slope = (end - u) / rod.length;
    let motion = match reference {
        Reference::Tangent => [u, turn],
        Reference::Pinned => [u, Vec3::new(turn.x, -slope.z, slope.y)],
        Reference::Mean => {
            let rigid = DMatrix::from_fn(rod.freedoms(), 6, |i, c| rigid(rod, i, &unit(c)));
            let momenta = rigid.transpose() * mass;
            let inverse: Option<Matrix6<f64>> =
                Matrix6::from_iterator((&momenta * &rigid).iter().copied()).try_inverse();
            let parts = &momenta * DVector::from_column_slice(shape);
            // Positive definite: every rod has inertia about all axes.
            let parts =
                inverse.map_or_else(Vector6::zeros, |inverse| inverse * Vector6::from_iterator(parts.iter().copied()));
            [Vec3::new(parts[0], parts[1], parts[2]), Vec3::new(parts[3], parts[4], parts[5])]
        }
    };
    shape.iter_mut().enumerate().for_each(|(i, x)| *x -= rigid(rod, i, &motion));
}

fn unit(c: usize) -> [Vec3; 2] {
    if c < 3 { [Vec3::ith(c, 1.0), Vec3::zeros()] } else { [Vec3::zeros(), Vec3::ith(c - 3, 1.0)] }
}

/// A freedom in a rigid motion: displacement of the start and rotation.
fn rigid(rod: &FiniteRod, freedom: usize, [u, turn]: &[Vec3; 2]) -> f64 {
    let x = rod.length * (freedom / WIDTH) as f64 / rod.elements as f64;
    let c = freedom % WIDTH;
    if c < 3 { (u + turn.cross(&Vec3::new(x, 0.0, 0.0)))[c] } else { turn[c - 3] }
}

fn integrals(rod: &FiniteRod, axes: &Mat3, modes: usize, shape: &impl Fn(f64) -> ModalShape) -> ShapeIntegrals {
    let mut out = ShapeIntegrals::new(modes);
    let (mass, rotary) = rod.line_inertia();
    let section = axes * Mat3::from_diagonal(&rotary) * axes.transpose();
    for (x, dx) in rod.points() {
        let shape = shape(x);
        let fields: Vec<Vec3> = std::iter::once(shape.place).chain(shape.modes.iter().map(|mode| mode[0])).collect();
        let turns: Vec<Vec3> = shape.modes.iter().map(|mode| mode[1]).collect();
        out.add_point(mass * dx, &fields);
        out.add_section(&(section * dx), &turns, &turns);
    }
    out
}

/// A matrix over the freedoms, between the shapes of a basis.
fn projected(matrix: &DMatrix<f64>, basis: &[Vec<f64>]) -> Vec<(usize, usize, f64)> {
    let b = DMatrix::from_fn(matrix.nrows(), basis.len(), |i, k| basis[k][i]);
    let product = b.transpose() * matrix * &b;
    let size = |k: usize, l: usize| (product[(k, k)] * product[(l, l)]).sqrt();
    let pairs = (0..basis.len()).flat_map(|k| (0..basis.len()).map(move |l| (k, l)));
    let entries = pairs.map(|(k, l)| (k, l, 0.5 * (product[(k, l)] + product[(l, k)])));
    // What is left of orthogonal modes is rounding.
    entries.filter(|&(k, l, x)| x.abs() > 1e-13 * size(k, l)).collect()
}
