//! From a model to a system: numbering, rows without the ones a planar model makes void, contact blocks.

use super::carriers::Carriers;
use super::island::{Components, Island};
use super::sums::ChunkBuffers;
use super::{MassMatrix, Pressing, RowBlock};
use crate::contact::Sliding;
use crate::element::Scene;
use crate::joint::Row;
use crate::measure::Measure;
use crate::model::{ContactFrame, FollowerNode, Kinematics, Layout, Model, PortId};
use crate::{NodeKind, Vec3};
use linalg::NONE;
use nonsmooth::Law;
use std::borrow::Cow;
use std::sync::Arc;

/// Why a model cannot be compiled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CompileError {
    #[error("`{node}` has no inertia in {component}: give it a mass and an inertia, or lock that motion")]
    NoInertia { node: String, component: &'static str },
    #[error("joint `{joint}` cannot hold: in this planar model its row {row} is always {value:.3e} instead of 0")]
    Contradictory { joint: String, row: usize, value: f64 },
}

/// A contact's rows and its law.
#[derive(Clone, Debug)]
pub struct ContactRows {
    /// The law at rest.
    pub law: Law,
    /// Which row of the pair (gap, sliding …) each row of the block is.
    pub axes: Vec<usize>,
    /// The joint that presses its surfaces together.
    pub pressing: Option<Pressing>,
}

impl ContactRows {
    /// Whether nothing resists sliding.
    pub fn is_frictionless(&self) -> bool {
        self.pressing.is_none() && !self.axes.iter().any(|axis| (1..3).contains(axis))
    }
}

/// A compiled model.
#[derive(Debug)]
pub struct System {
    pub model: Model,
    pub layout: Layout,
    pub followers: Arc<[FollowerNode]>,
    /// Elements that act on followers, by index, with where their matrices go.
    pub carried: Vec<(usize, Carriers)>,
    pub mass: MassMatrix,
    /// What elements and joints bind.
    pub components: Components,
    /// Rows of the joints.
    pub joints: Vec<RowBlock>,
    /// The contacts of the model, as every run starts with them (`Candidates`).
    pub contacts: Vec<(ContactRows, RowBlock)>,
    /// Number of joint rows, and size of their Jacobians.
    pub joint_rows: usize,
    pub joint_jacobians: usize,
    /// Place of each kept joint row among the rows of the model, and where each joint starts there.
    pub original_row: Vec<usize>,
    pub joint_start: Vec<usize>,
    /// Angle measures by slot.
    pub angles: Vec<Option<Measure>>,
    /// Characteristic length.
    pub length: f64,
    /// Ports of grounds that move.
    pub moving_ports: Vec<PortId>,
    pub(super) buffers: ChunkBuffers,
}

impl System {
    pub fn new(model: Model) -> Result<Self, CompileError> {
        let mut components = Components::new(&model);
        let layout = Layout::ordered(&model.nodes, &model.followers, components.order());
        let followers = FollowerNode::compile(&model.followers, &layout);
        let kin = initial_kinematics(&model, &layout, &followers);
        let scene = Scene { layout: &layout, ports: &model.ports, gravity: model.gravity, load: 1.0, kin: &kin };
        let mass = MassMatrix::constant(&model, &scene, layout.n);
        check_inertia(&model, &layout, &mass)?;
        let length = model.length_scale();
        components.number(&layout.dofs, layout.n, |component| {
            component.length = component_length(&model, component, length);
            for (c, dof) in component.nodes.clone().iter().flat_map(|&node| layout.dofs[node].into_iter().enumerate()) {
                if let Some(&mass) = mass.diagonal().get(dof as usize) {
                    component.add_mass(mass, c < 3);
                }
            }
            component.is_nodal = mass.is_nodal(&component.nodes);
            let varies = |&k: &usize| model.elements[k].element.has_varying_mass();
            component.varying = component.elements.iter().copied().filter(varies).collect();
            let pulls = |&k: &usize| model.elements[k].element.is_slack(&scene).is_some();
            component.one_sided = component.elements.iter().copied().filter(pulls).collect();
            let compliant = model.compliant.iter().enumerate();
            let is_here = |element: usize| component.elements.binary_search(&element).is_ok();
            component.compliant = compliant.filter(|(_, c)| is_here(c.element)).map(|(slot, _)| slot).collect();
            component.pressed = pressed(&model, component);
            let couples = |&k: &usize| model.elements[k].element.nodes().len() > 1;
            component.is_elastic = component.elements.iter().any(couples);
            let is_of_body = |k: &usize| model.flexible.iter().any(|body| body.elements.contains(k));
            component.is_flexible = component.elements.iter().any(is_of_body);
            component.has_forces = component.elements.iter().any(|&k| !model.elements[k].element.is_constant());
        });
        components.sort_constant(model.elements.len());
        let angles = angle_measures(&model);
        let mut system = Self {
            carried: carried_elements(&model, &followers),
            layout,
            followers,
            mass,
            components,
            joints: Vec::new(),
            contacts: Vec::new(),
            joint_rows: 0,
            joint_jacobians: 0,
            original_row: Vec::new(),
            joint_start: vec![0],
            angles,
            length,
            moving_ports: (0..model.ports.len()).filter(|&port| model.ports[port].motion.is_some()).collect(),
            buffers: ChunkBuffers::default(),
            model,
        };
        let samples = samples(&system, &kin);
        system.add_joints(&samples)?;
        system.add_contacts(&samples);
        let redundant = super::rank(&system, &kin).redundant;
        system.components.set_redundant(redundant.iter().map(|(joint, _)| *joint));
        Ok(system)
    }

    /// The state the model starts from, with ports and turn counts up to date.
    pub fn initial_kinematics(&self) -> Kinematics {
        initial_kinematics(&self.model, &self.layout, &self.followers)
    }

    #[inline]
    pub fn scene<'a>(&'a self, kin: &'a Kinematics) -> Scene<'a> {
        let gravity = self.model.gravity * kin.load;
        Scene { layout: &self.layout, ports: &self.model.ports, gravity, load: kin.load, kin }
    }

    /// Adds f(q, v, t) of all elements to an extended vector; behind the degrees of freedom remain the forces on followers.
    pub fn add_forces(&self, kin: &Kinematics, f: &mut [f64]) {
        self.add_forces_of(&self.components.whole, kin, f);
    }

    /// The same of an island.
    #[inline]
    pub fn add_forces_of(&self, island: &Island, kin: &Kinematics, f: &mut [f64]) {
        self.add_element_forces(&island.elements, kin, f);
        for follower in island.followers.iter().map(|&k| &self.followers[k]) {
            let own = [0, 1, 2, 3, 4, 5].map(|c| f[follower.own + c]);
            if own == [0.0; 6] {
                continue;
            }
            for (force, row) in own.iter().zip(kin.follower_jacobian(follower).chunks_exact(follower.columns.len())) {
                for (j, &column) in row.iter().zip(&follower.columns) {
                    if column != NONE {
                        f[column as usize] += j * force;
                    }
                }
            }
        }
    }

    /// Clears an island's part of an extended vector.
    #[inline]
    pub fn clear_extended(&self, island: &Island, f: &mut [f64]) {
        island.fill(0.0, f);
        for &k in &island.followers {
            let own = self.followers[k].own;
            f[own..own + 6].fill(0.0);
        }
    }

    /// M at a configuration.
    pub fn mass_at(&self, kin: &Kinematics) -> Cow<'_, MassMatrix> {
        if self.components.whole.varying.is_empty() {
            return Cow::Borrowed(&self.mass);
        }
        Cow::Owned(MassMatrix::full(&self.model, &self.scene(kin), self.layout.n))
    }

    /// Adds `weight` M(q) x of the elements of an island whose mass varies.
    pub fn add_varying_inertia(&self, island: &Island, kin: &Kinematics, weight: f64, x: &[f64], r: &mut [f64]) {
        let scene = self.scene(kin);
        island.varying.iter().for_each(|&k| self.model.elements[k].element.add_inertia(&scene, weight, x, r));
    }

    /// Moves frames of an island by an increment over the degrees of freedom: out = base ∘ exp(y).
    #[inline]
    pub fn displace(&self, island: &Island, base: &[crate::Frame], y: &[f64], out: &mut [crate::Frame]) {
        for &node in &island.nodes {
            let (dx, dtheta) = self.layout.get(node, y);
            out[node] = base[node].plus(&dx, &dtheta);
        }
    }

    /// Moves the nodes of an island on from where they are.
    pub fn move_on(&self, island: &Island, y: &[f64], frames: &mut [crate::Frame]) {
        for &node in &island.nodes {
            let (dx, dtheta) = self.layout.get(node, y);
            frames[node] = frames[node].plus(&dx, &dtheta);
        }
    }

    /// Copies configuration and velocities of an island, and the frames of its contacts.
    #[inline]
    pub fn copy_kinematics(&self, island: &Island, from: &Kinematics, to: &mut Kinematics) {
        island.nodes.iter().for_each(|&node| to.frames[node] = from.frames[node]);
        island.ports.iter().for_each(|&port| to.ports[port] = from.ports[port]);
        island.copy(&from.v, &mut to.v);
        island.followers.iter().for_each(|&k| to.copy_follower(&self.followers[k], from));
        island.contacts.iter().for_each(|&c| to.contacts[c] = from.contacts[c]);
    }

    /// Takes a configuration to a time: grounds move by themselves.
    #[inline]
    pub fn set_time(&self, t: f64, kin: &mut Kinematics) {
        if kin.t != t {
            kin.t = t;
            kin.update_some(&[], &self.moving_ports, &self.model.ports);
        }
    }

    /// Takes what is held over a step, which grounds that move may read.
    pub fn hold(&self, signals: &[f64], kin: &mut Kinematics) {
        if kin.signals != signals {
            kin.signals.clear();
            kin.signals.extend_from_slice(signals);
            if !self.model.inputs.is_empty() {
                kin.update_some(&[], &self.moving_ports, &self.model.ports);
            }
        }
    }

    /// Recomputes followers and ports of an island after its frames changed.
    #[inline]
    pub fn update_ports(&self, island: &Island, kin: &mut Kinematics) {
        kin.update_some(&island.followers, &island.ports, &self.model.ports);
    }

    fn add_joints(&mut self, samples: &[Kinematics]) -> Result<(), CompileError> {
        for j in 0..self.model.joints.len() {
            let joint = &self.model.joints[j];
            let mut block = RowBlock::new(&joint.rows, &self.model.ports, &self.layout, &self.followers);
            let (keep, value) = effective_rows(&block, samples);
            for (i, kept) in keep.iter().enumerate() {
                if !kept && value[i].abs() > 1e-9 * self.length.max(1.0) {
                    return Err(CompileError::Contradictory { joint: joint.name.clone(), row: i, value: value[i] });
                }
            }
            block.retain(&keep);
            let start = self.joint_start[j];
            self.original_row.extend((0..keep.len()).filter(|&i| keep[i]).map(|i| start + i));
            self.joint_start.push(start + keep.len());
            (block.first, block.jacobian) = (self.joint_rows, self.joint_jacobians);
            self.joint_rows += block.len();
            self.joint_jacobians += block.len() * block.dofs.len();
            self.joints.push(block);
        }
        Ok(())
    }

    fn add_contacts(&mut self, samples: &[Kinematics]) {
        for c in 0..self.model.contacts.len() {
            let contact = &self.model.contacts[c];
            let all = contact.pair.rows(c);
            let axes = contact.law.axes();
            let rows: Vec<Row> = axes.iter().map(|&axis| all[axis].clone()).collect();
            let mut block = RowBlock::new(&rows, &self.model.ports, &self.layout, &self.followers);
            let (mut keep, _) = effective_rows(&block, samples);
            keep[0] = true;
            block.retain(&keep);
            let axes: Vec<usize> = axes.into_iter().zip(keep).filter(|(_, kept)| *kept).map(|(axis, _)| axis).collect();
            let law = contact.law.on(&axes, &Sliding::REST).at(0.0);
            let pressing = contact.pair.pressure().map(|pressure| Pressing::new(pressure, &self.joints));
            self.contacts.push((ContactRows { law, axes, pressing }, block));
        }
    }
}

/// Characteristic length of a component: that of the model file, or the diagonal of the box around its nodes and ports. For a single
/// point the box has what its contacts are with, and without contacts its length is that of the model.
fn component_length(model: &Model, component: &Island, whole: f64) -> f64 {
    if model.length.is_some() {
        return whole;
    }
    let place = |port: PortId| {
        let port = &model.ports[port];
        port.node.map_or(port.at.x, |node| model.nodes[node].frame.point(&port.at.x))
    };
    let spatial =
        component.nodes.iter().map(|&node| &model.nodes[node]).filter(|node| node.kind != NodeKind::Amplitudes);
    let nodes = spatial.map(|node| node.frame.x);
    let own = diagonal(nodes.clone().chain(component.ports.iter().map(|&port| place(port))));
    let touches = |ports: &[PortId; 2]| ports.iter().any(|port| component.ports.contains(port));
    let contacts = model.contacts.iter().map(|contact| <[PortId; 2]>::from(contact.pair.ports())).filter(touches);
    own.or_else(|| diagonal(nodes.chain(contacts.flatten().map(place)))).unwrap_or(whole)
}

/// Diagonal of the box around some points, if it has a size.
fn diagonal(points: impl Iterator<Item = Vec3>) -> Option<f64> {
    let empty = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
    let (low, high) = points.fold(empty, |(low, high), x| (low.inf(&x), high.sup(&x)));
    let diagonal = (high - low).norm();
    (diagonal.is_finite() && diagonal > 0.0).then_some(diagonal)
}

/// Friction in the joints of a component.
fn pressed(model: &Model, component: &Island) -> Vec<usize> {
    let is_here = |port: PortId| component.ports.contains(&port);
    let contacts = model.contacts.iter().enumerate().filter(|(_, contact)| contact.pair.pressure().is_some());
    contacts
        .filter(|(_, contact)| is_here(contact.pair.ports().0) || is_here(contact.pair.ports().1))
        .map(|(c, _)| c)
        .collect()
}

/// Elements that act on followers.
fn carried_elements(model: &Model, followers: &[FollowerNode]) -> Vec<(usize, Carriers)> {
    let mut out = Vec::new();
    if followers.is_empty() {
        return out;
    }
    for (index, item) in model.elements.iter().enumerate() {
        let mut carriers = Carriers::default();
        item.element.nodes().iter().for_each(|&node| {
            carriers.place(node, followers);
        });
        if carriers.has_followers {
            out.push((index, carriers));
        }
    }
    out
}

fn initial_kinematics(model: &Model, layout: &Layout, followers: &Arc<[FollowerNode]>) -> Kinematics {
    let mut v = vec![0.0; layout.extended];
    for (node, dofs) in model.nodes.iter().zip(&layout.dofs) {
        for (c, &dof) in dofs.iter().enumerate() {
            if dof != NONE {
                v[dof as usize] = node.velocity[c];
            }
        }
    }
    let frames = model.nodes.iter().map(|n| n.frame).collect();
    let mut kin = Kinematics::new(frames, v, &model.ports, model.angles.len());
    kin.angles.copy_from_slice(&model.angles);
    kin.signals = model.first_inputs();
    kin.signals.resize(model.inputs.len() + model.signals.len(), 0.0);
    kin.set_followers(Arc::clone(followers), &model.ports);
    kin.contacts = contact_frames(model, &kin);
    kin.bonds = initial_bonds(model, &kin);
    kin.approaches = initial_approaches(model, &kin);
    kin
}

/// Largest openings of the model's bonds where a run starts.
pub(crate) fn initial_bonds(model: &Model, kin: &Kinematics) -> Vec<f64> {
    model.bonds.iter().map(|bond| bond.initial(&model.contacts[bond.contact], kin)).collect()
}

/// What the model's compliant contacts remember where a run starts.
pub(crate) fn initial_approaches(model: &Model, kin: &Kinematics) -> Vec<f64> {
    model.compliant.iter().map(|compliant| compliant.initial(&model.contacts[compliant.contact], kin)).collect()
}

/// Frames of the model's contacts at a configuration, with tangents of their own.
pub(crate) fn contact_frames(model: &Model, kin: &Kinematics) -> Vec<ContactFrame> {
    model.contacts.iter().map(|contact| contact.pair.frame(kin, &ContactFrame::default())).collect()
}

fn check_inertia(model: &Model, layout: &Layout, mass: &MassMatrix) -> Result<(), CompileError> {
    const NAMES: [&str; 6] = ["x", "y", "z", "rotation about x", "rotation about y", "rotation about z"];
    for (node, dofs) in model.nodes.iter().zip(&layout.dofs) {
        for (c, &dof) in dofs.iter().enumerate() {
            if (dof as usize) < layout.n && mass.diagonal()[dof as usize] <= 0.0 {
                let component = if node.kind.is_spatial() { NAMES[c] } else { "its coordinate" };
                return Err(CompileError::NoInertia { node: node.name.clone(), component });
            }
        }
    }
    Ok(())
}

/// All angle measures of the model, by slot.
fn angle_measures(model: &Model) -> Vec<Option<Measure>> {
    let mut out = vec![None; model.angles.len()];
    for joint in &model.joints {
        let coordinates = joint.coordinates.iter().map(|(_, m)| m);
        let terms = joint.rows.iter().flat_map(|r| r.terms.iter().map(|(_, m)| m));
        for measure in coordinates.chain(terms) {
            if let Measure::Angle { slot, .. } = *measure {
                out[slot] = Some(measure.clone());
            }
        }
    }
    out
}

/// Configurations in general position that respect the locked components, to see which rows are void.
fn samples(system: &System, kin: &Kinematics) -> Vec<Kinematics> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    (0..2)
        .map(|_| {
            let mut sample = kin.clone();
            for (frame, dofs) in sample.frames.iter_mut().zip(&system.layout.dofs) {
                let mut free = |c: usize, scale: f64| if dofs[c] == NONE { 0.0 } else { scale * random() };
                let dx = Vec3::from_fn(|c, _| free(c, system.length));
                let dtheta = Vec3::from_fn(|c, _| free(3 + c, 2.0));
                *frame = frame.plus(&dx, &dtheta);
            }
            sample.update_ports(&system.model.ports);
            sample.contacts = contact_frames(&system.model, &sample);
            sample
        })
        .collect()
}

/// Which rows can be influenced by a free degree of freedom, and the values of the others.
fn effective_rows(block: &RowBlock, samples: &[Kinematics]) -> (Vec<bool>, Vec<f64>) {
    let (rows, columns) = (block.len(), block.dofs.len());
    let mut keep = vec![false; rows];
    let mut g = vec![0.0; rows];
    let mut jacobian = vec![0.0; rows * columns];
    for kin in samples {
        block.evaluate(kin, &mut g, &mut jacobian);
        for (i, kept) in keep.iter_mut().enumerate() {
            *kept |= jacobian[i * columns..(i + 1) * columns].iter().any(|x| x.abs() > 1e-9);
        }
    }
    (keep, g)
}
