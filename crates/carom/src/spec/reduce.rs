//! Modal reduction of a flexible body of the model file: the body is built by itself, reduced, and stands in the model as a body with a
//! floating frame.
//!
//! The floating frame is at the centre of mass with mean axes (no mode has momentum), and starts with the axes of space. A body with nodes
//! that are held keeps its frame where it is.

use super::{BuildError, Builder, Number, Place, Reference};
use crate::analysis::{Reduction, craig_bampton};
use crate::element::{Floating, LocalMatrix, ModalMatrix, ShapeIntegrals, attach};
use crate::integrate::State;
use crate::joint::{Joint, Row};
use crate::measure::Measure;
use crate::model::{FlexibleBody, Kinematics, LineSection, ModalPoints, ModalShape, Model, NodeId, Port};
use crate::system::{Candidates, System};
use crate::{Frame, Mat3, NodeKind, Vec3};
use nalgebra::{DMatrix, DVector};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Modal reduction: the body moves in a few modes of a floating frame.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReduceSpec {
    /// Number of modes, those that the interfaces take included: six a patch or beam point, three a node, six less in all.
    pub modes: Number,
    /// Attachments that transmit forces: the body deforms under them as it does with all its freedoms. Default: all its attachments.
    pub interfaces: Option<Vec<Reference>>,
}

/// A flexible body with all its freedoms, alone in a model.
pub struct FullBody {
    pub model: Model,
    pub body: FlexibleBody,
    pub places: BTreeMap<String, Place>,
}

impl FullBody {
    /// Has `build` add a body to a model of its own instead of the builder's.
    pub fn alone(
        b: &mut Builder,
        build: impl FnOnce(&mut Builder) -> Result<(FlexibleBody, BTreeMap<String, Place>), BuildError>,
    ) -> Result<Self, BuildError> {
        let mut own = Model::new(&b.model.name);
        own.plane = b.model.plane;
        let model = std::mem::replace(&mut b.model, own);
        let built = build(b);
        let own = std::mem::replace(&mut b.model, model);
        built.map(|(body, places)| Self { model: own, body, places })
    }
}

impl ReduceSpec {
    /// Reduces a body and adds what is left of it to the model: it moves in modes, and its attachments are followers.
    pub fn add(
        &self,
        kind: &'static str,
        full: FullBody,
        b: &mut Builder,
    ) -> Result<(FlexibleBody, BTreeMap<String, Place>), BuildError> {
        let FullBody { mut model, body, places } = full;
        let wanted = b.not_negative(&self.modes, "modes")?;
        if wanted.fract() != 0.0 {
            return Err(BuildError::at(&self.modes.span, format!("modes is {wanted}, expected a whole number")));
        }
        let interfaces = model.joints.len();
        for (name, place) in self.interfaces(&body.name, &places, b)? {
            hold(&mut model, name, place);
        }
        let system = System::new(model).map_err(|e| BuildError::new(e.to_string()))?;
        let candidates = Candidates::new(&system);
        let state = State::new(candidates.assembly(&system));
        let whole = Whole::new(&system, &state.kin, body.nodes.len());
        let found = craig_bampton(candidates.assembly(&system), &state, interfaces, &whole.rigid, wanted as usize);
        let found = found.map_err(|e| {
            let message = format!("`{}` cannot be reduced to {wanted} modes: {e}", body.name);
            BuildError::at(&self.modes.span, message)
                .help("change `modes`, or name the attachments that transmit forces in `interfaces`")
        })?;
        let modes = whole.scaled(&system, &found);
        let shape = |node: NodeId| whole.shape(&system, &state.kin, &modes, node);
        let floating = whole.floating(&system, &found, &modes);
        let first = b.model.elements.len();
        let nodes = floating.add(&body.name, kind, b);
        let mut attached = BTreeMap::new();
        for (key, place) in places {
            let Some(node) = place.node else { continue };
            let of = &system.model.nodes[node];
            let turn = if of.kind == NodeKind::Frame { *of.frame.quaternion() } else { lie::Quaternion::identity() };
            let follower = attach(&format!("{}.{key}", body.name), &nodes, shape(node), b);
            b.model.nodes[follower].kind = of.kind;
            let at = Frame::new(Vec3::zeros(), turn).then(&place.at);
            attached.insert(key, Place { node: Some(follower), at, is_frame: place.is_frame });
        }
        let shapes = body.nodes.iter().map(|&node| shape(node)).collect();
        // Points of the reduced body start with the axes of its floating frame, those of space.
        let turned = |(axes, node): (&Mat3, &NodeId)| system.model.nodes[*node].frame.r() * axes;
        let section = body.section.as_ref().map(|section| LineSection {
            rings: section.rings.clone(),
            axes: section.axes.iter().zip(&body.nodes).map(turned).collect(),
        });
        let modal = Some(ModalPoints { nodes, shapes });
        let elements = first..b.model.elements.len();
        let body = FlexibleBody { nodes: Vec::new(), elements, modal, section, ..body };
        Ok((body, attached))
    }

    /// The attachments that are interfaces.
    fn interfaces<'a>(
        &self,
        body: &str,
        places: &'a BTreeMap<String, Place>,
        b: &Builder,
    ) -> Result<Vec<(&'a str, &'a Place)>, BuildError> {
        let Some(names) = &self.interfaces else {
            return Ok(places.iter().map(|(name, place)| (name.as_str(), place)).collect());
        };
        let find = |name: &Reference| {
            let local = name.name.strip_prefix(body).and_then(|rest| rest.strip_prefix('.')).unwrap_or(&name.name);
            let known = || places.keys().map(String::as_str);
            let found = places.get_key_value(local);
            found.map(|(key, place)| (key.as_str(), place)).ok_or_else(|| b.unknown("attachment", name, known()))
        };
        names.iter().map(find).collect()
    }
}

/// Holds an attachment in space: its place, and of a frame its orientation.
fn hold(model: &mut Model, name: &str, place: &Place) {
    let Some(node) = place.node else { return };
    let of = &model.nodes[node];
    let is_frame = of.kind == NodeKind::Frame;
    let frame = if is_frame { of.frame } else { Frame::new(of.frame.x, lie::Quaternion::identity()) };
    let (a, b) = (model.add_port(Port::ground(frame)), model.add_port(Port::on(node, Frame::identity())));
    let mut rows: Vec<Measure> = [0, 1, 2].map(|axis| Measure::Projection { a, b, axis }).into();
    if is_frame {
        rows.extend([(0, 1), (1, 2), (2, 0)].map(|(i, j)| Measure::Dot { a, i, b, j }));
    }
    let rows = rows.into_iter().map(Row::new).collect();
    model.joints.push(Joint { name: name.to_owned(), kind: "interface", rows, coordinates: Vec::new() });
}

/// The undeformed body.
struct Whole {
    /// Pairs of nodes with the mass that they share.
    masses: Vec<(usize, usize, f64)>,
    centre: Vec3,
    /// Rigid motions about the centre; none if nodes are held.
    rigid: Vec<Vec<f64>>,
    /// Velocity of the centre and angular velocity.
    velocity: [Vec3; 2],
}

impl Whole {
    fn new(system: &System, kin: &Kinematics, points: usize) -> Self {
        let masses = masses(system, kin);
        let total: f64 = masses.iter().map(|(_, _, m)| m).sum();
        let place = |i: usize| system.model.nodes[i].frame.x;
        let centre = masses.iter().fold(Vec3::zeros(), |sum, &(i, _, m)| sum + place(i) * m) / total;
        let plane = system.model.plane.map(|plane| plane.normal());
        let held = system.model.nodes[..points]
            .iter()
            .any(|node| node.locked[..3].iter().enumerate().any(|(c, l)| *l && plane != Some(c)));
        let unit = |c: usize| match c {
            0..3 => [Vec3::ith(c, 1.0), Vec3::zeros()],
            _ => [Vec3::zeros(), Vec3::ith(c - 3, 1.0)],
        };
        let in_plane = |c: &usize| plane.is_none_or(|n| if *c < 3 { *c != n } else { *c == 3 + n });
        let motions: Vec<usize> = (0..6).filter(|c| in_plane(c) && !held).collect();
        let rigid: Vec<Vec<f64>> = motions.iter().map(|c| rigid_motion(system, &centre, &unit(*c))).collect();
        let mass = system.mass_at(kin);
        let mut momentum = vec![0.0; system.layout.n];
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut velocity = [Vec3::zeros(); 2];
        if !rigid.is_empty() {
            mass.mul(&kin.v[..system.layout.n], &mut momentum);
            let momenta = DVector::from_iterator(rigid.len(), rigid.iter().map(|u| product(u, &momentum)));
            let mut inertia = DMatrix::zeros(rigid.len(), rigid.len());
            for (j, u) in rigid.iter().enumerate() {
                mass.mul(u, &mut momentum);
                rigid.iter().enumerate().for_each(|(i, w)| inertia[(i, j)] = product(w, &momentum));
            }
            let parts = inertia.lu().solve(&momenta).unwrap_or_else(|| DVector::zeros(rigid.len()));
            for (c, part) in motions.iter().zip(parts.iter()) {
                velocity.iter_mut().zip(unit(*c)).for_each(|(v, u)| *v += u * *part);
            }
        }
        Self { masses, centre, rigid, velocity }
    }

    /// The modes with the largest displacement 1 m; rotations count as displacements at the distance of the farthest node.
    fn scaled(&self, system: &System, found: &Reduction) -> Vec<Vec<f64>> {
        let nodes = || system.model.nodes.iter().enumerate().filter(|(_, node)| node.kind.is_spatial());
        let arm = nodes().map(|(_, node)| (node.frame.x - self.centre).norm()).fold(0.0, f64::max);
        let size = |mode: &Vec<f64>| {
            let moved = nodes().map(|(i, _)| system.layout.get(i, mode));
            moved.map(|(u, turn)| u.norm().max(arm * turn.norm())).fold(0.0, f64::max)
        };
        found.modes.iter().map(|mode| mode.iter().map(|x| x / size(mode)).collect()).collect()
    }

    /// What the modes do to a node.
    fn shape(&self, system: &System, kin: &Kinematics, modes: &[Vec<f64>], node: NodeId) -> ModalShape {
        let frame = &system.model.nodes[node].frame;
        let follower = system.followers.iter().find(|f| f.node == node);
        let moved = |mode: &Vec<f64>| match follower {
            Some(follower) => {
                let u = kin.follow(follower, mode);
                [Vec3::new(u[0], u[1], u[2]), frame.r() * Vec3::new(u[3], u[4], u[5])]
            }
            None => {
                let (u, turn) = system.layout.get(node, mode);
                [u, frame.r() * turn]
            }
        };
        ModalShape { place: frame.x - self.centre, modes: modes.iter().map(moved).collect() }
    }

    fn floating(&self, system: &System, found: &Reduction, modes: &[Vec<f64>]) -> Floating {
        let nodes = &system.model.nodes;
        let mut fields = vec![nodes.iter().map(|node| node.frame.x - self.centre).collect::<Vec<_>>()];
        let mut turns: Vec<Vec<Vec3>> = vec![Vec::with_capacity(modes.len()); nodes.len()];
        for mode in modes {
            let of = |i: usize| system.layout.get(i, mode);
            fields.push((0..nodes.len()).map(|i| of(i).0).collect());
            turns.iter_mut().enumerate().for_each(|(i, turns)| turns.push(nodes[i].frame.r() * of(i).1));
        }
        let mut integrals = ShapeIntegrals::new(modes.len());
        integrals.add_nodes(&self.masses, &fields);
        for_rotary(system, |i, j, inertia| integrals.add_section(&inertia, &turns[i], &turns[j]));
        // uᵀMu = 1 before modes were scaled.
        let scale: Vec<f64> = (0..modes.len()).map(|k| integrals.modal_mass(k, k).sqrt()).collect();
        let stiffness: ModalMatrix =
            found.squares.iter().enumerate().map(|(k, s)| (k, k, s * scale[k] * scale[k])).collect();
        let n = modes.len();
        let largest = if n == 0 { 0.0 } else { found.damping.amax() };
        let pairs = (0..n * n).map(|e| (e / n, e % n));
        let damping = pairs.filter(|&(k, l)| found.damping[(k, l)].abs() > 1e-14 * largest);
        let damping = damping.map(|(k, l)| (k, l, found.damping[(k, l)] * scale[k] * scale[l])).collect();
        let frame = Frame::new(self.centre, lie::Quaternion::identity());
        let held = self.rigid.is_empty();
        Floating { frame, velocity: self.velocity, held, modes: n, integrals, stiffness, damping }
    }
}

/// A rigid motion about a point, over the degrees of freedom.
fn rigid_motion(system: &System, centre: &Vec3, [shift, turn]: &[Vec3; 2]) -> Vec<f64> {
    let mut u = vec![0.0; system.layout.n];
    for (i, node) in system.model.nodes.iter().enumerate() {
        if system.layout.dofs[i].iter().any(|dof| (*dof as usize) < system.layout.n) {
            let moved = shift + turn.cross(&(node.frame.x - centre));
            system.layout.add(i, &moved, &node.frame.r().tr_mul(turn), &mut u);
        }
    }
    u
}

/// Masses that pairs of nodes share: elements spread them alike in all directions.
fn masses(system: &System, kin: &Kinematics) -> Vec<(usize, usize, f64)> {
    let mut out = Vec::new();
    for_blocks(system, kin, 0, |i, j, block| out.push((i, j, block.trace() / 3.0)));
    out.sort_unstable_by_key(|&(i, j, _)| (i, j));
    out.dedup_by(|next, first| {
        let same = (next.0, next.1) == (first.0, first.1);
        if same {
            first.2 += next.2;
        }
        same
    });
    out
}

/// Rotary inertia that pairs of nodes share, in the axes of space.
fn for_rotary(system: &System, mut take: impl FnMut(usize, usize, Mat3)) {
    let r = |i: usize| system.model.nodes[i].frame.r();
    for_blocks(system, &system.initial_kinematics(), 1, |i, j, block| take(i, j, r(i) * block * r(j).transpose()));
}

/// Blocks of the mass matrices of all elements: displacements of two nodes, or rotations.
fn for_blocks(system: &System, kin: &Kinematics, part: usize, mut take: impl FnMut(usize, usize, Mat3)) {
    let scene = system.scene(kin);
    let mut local = LocalMatrix::default();
    for item in &system.model.elements {
        let (nodes, width) = (item.element.nodes(), item.element.width());
        if 3 * part >= width {
            continue;
        }
        local.reset(nodes.len(), width);
        item.element.mass(&scene, &mut local);
        for (a, &i) in nodes.iter().enumerate() {
            for (b, &j) in nodes.iter().enumerate() {
                let block = Mat3::from_fn(|r, c| local.get(width * a + 3 * part + r, width * b + 3 * part + c));
                if block != Mat3::zeros() {
                    take(i, j, block);
                }
            }
        }
    }
}
