//! Components and islands: parts of the model that move on their own.
//!
//! A component is what elements, joints and followers bind, and is known when the model is compiled. An island is a set of
//! components that near contacts bind; it is the unit of every problem of a step and of every decision in it. Degrees of freedom
//! are numbered component by component, so that those of a component are a range.

use super::RowBlock;
use crate::joint::Joint;
use crate::model::{Model, NodeId, PortId};
use std::ops::Range;

/// Marks a node that belongs to no component, since it cannot move.
const FIXED: u32 = u32::MAX;

/// What a problem is about: a component, several that contacts bind, or the whole model.
#[derive(Clone, Debug, Default)]
pub struct Island {
    /// Ascending.
    pub components: Vec<u32>,
    pub dofs: Vec<Range<usize>>,
    pub nodes: Vec<NodeId>,
    /// Ports that move with the nodes.
    pub ports: Vec<PortId>,
    /// Elements, joints and followers, by their index.
    pub elements: Vec<usize>,
    /// Elements whose mass varies.
    pub varying: Vec<usize>,
    /// Elements that can only pull.
    pub one_sided: Vec<usize>,
    /// Compliant contacts, by their place in the model.
    pub compliant: Vec<usize>,
    /// Friction in its joints, by contact.
    pub pressed: Vec<usize>,
    pub joints: Vec<usize>,
    pub followers: Vec<usize>,
    /// Near contacts, ascending.
    pub contacts: Vec<usize>,
    /// Characteristic length, for tolerances.
    pub length: f64,
    /// Sum and largest of the masses and of the moments of inertia of its degrees of freedom.
    masses: [f64; 2],
    inertias: [f64; 2],
    /// The mass matrix couples no two nodes, as for rigid bodies.
    pub is_nodal: bool,
    /// It has elastic bodies, or springs between bodies.
    pub is_elastic: bool,
    /// It has elastic bodies.
    pub is_flexible: bool,
    /// Forces depend on configurations or velocities.
    pub has_forces: bool,
    /// Joint rows are dependent.
    pub is_redundant: bool,
}

impl Island {
    /// The first component, by which the problems of an island are kept.
    #[inline]
    pub fn slot(&self) -> usize {
        self.components[0] as usize
    }

    /// Whether its energy has an account: forces that depend on its motion, or joints, can make some.
    pub fn is_watched(&self) -> bool {
        !self.dofs.is_empty() && (self.has_forces || !self.joints.is_empty())
    }

    /// Whether joints or contacts hold it.
    #[inline]
    pub fn has_rows(&self) -> bool {
        !self.joints.is_empty() || !self.contacts.is_empty()
    }

    /// Degrees of freedom, ascending; loops that every step runs are faster over one range after the other.
    #[inline]
    pub fn each_dof(&self) -> impl Iterator<Item = usize> + Clone {
        self.dofs.iter().flat_map(|range| range.clone())
    }

    pub fn dof_count(&self) -> usize {
        self.dofs.iter().map(ExactSizeIterator::len).sum()
    }

    /// Copies the island's part of a vector over the degrees of freedom.
    #[inline]
    pub fn copy(&self, from: &[f64], to: &mut [f64]) {
        self.dofs.iter().for_each(|range| to[range.clone()].copy_from_slice(&from[range.clone()]));
    }

    #[inline]
    pub fn fill(&self, x: f64, to: &mut [f64]) {
        self.dofs.iter().for_each(|range| to[range.clone()].fill(x));
    }

    /// Norm of a generalised force in the inverse of a diagonal metric: for the mass matrix the root of twice an energy for
    /// momenta, the same unit for forces and torques.
    #[inline]
    pub fn dual_norm(&self, metric: &[f64], f: &[f64]) -> f64 {
        let part = |r: &Range<usize>| f[r.clone()].iter().zip(&metric[r.clone()]).map(|(f, m)| f * f / m).sum::<f64>();
        self.dofs.iter().map(part).sum::<f64>().sqrt()
    }

    /// Sums over the degrees of freedom.
    #[inline]
    pub fn sums<const N: usize>(&self, mut term: impl FnMut(usize) -> [f64; N]) -> [f64; N] {
        let mut sums = [0.0; N];
        for range in &self.dofs {
            for i in range.clone() {
                let terms = term(i);
                for k in 0..N {
                    sums[k] += terms[k];
                }
            }
        }
        sums
    }

    /// Sum and largest of the masses by degree of freedom; moments of inertia count as masses at a distance of its length.
    #[inline]
    pub fn masses(&self) -> [f64; 2] {
        let square = self.length * self.length;
        [self.masses[0] + self.inertias[0] / square, self.masses[1].max(self.inertias[1] / square)]
    }

    /// Adds the mass, or else the moment of inertia, of a degree of freedom.
    pub fn add_mass(&mut self, mass: f64, is_linear: bool) {
        let of = if is_linear { &mut self.masses } else { &mut self.inertias };
        *of = [of[0] + mass, of[1].max(mass)];
    }

    /// Norm of an increment or a velocity in a diagonal metric.
    pub fn norm(&self, metric: &[f64], v: &[f64]) -> f64 {
        let part = |r: &Range<usize>| v[r.clone()].iter().zip(&metric[r.clone()]).map(|(v, m)| v * v * m).sum::<f64>();
        self.dofs.iter().map(part).sum::<f64>().sqrt()
    }

    fn clear(&mut self) {
        self.components.clear();
        self.dofs.clear();
        for list in [&mut self.nodes, &mut self.ports, &mut self.elements, &mut self.joints, &mut self.followers] {
            list.clear();
        }
        self.varying.clear();
        self.one_sided.clear();
        self.compliant.clear();
        self.pressed.clear();
        self.contacts.clear();
        self.length = 0.0;
        (self.masses, self.inertias) = ([0.0; 2], [0.0; 2]);
        (self.is_nodal, self.is_elastic, self.is_flexible, self.is_redundant) = (true, false, false, false);
        self.has_forces = false;
    }

    /// Adds a component with a larger number than all it has.
    fn add(&mut self, component: &Self) {
        self.components.extend_from_slice(&component.components);
        for range in &component.dofs {
            match self.dofs.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => self.dofs.push(range.clone()),
            }
        }
        let to = [&mut self.nodes, &mut self.ports, &mut self.elements, &mut self.joints, &mut self.followers];
        let from = [&component.nodes, &component.ports, &component.elements, &component.joints, &component.followers];
        to.into_iter().zip(from).for_each(|(to, from)| to.extend_from_slice(from));
        self.varying.extend_from_slice(&component.varying);
        self.one_sided.extend_from_slice(&component.one_sided);
        self.compliant.extend_from_slice(&component.compliant);
        self.pressed.extend_from_slice(&component.pressed);
        self.length = self.length.max(component.length);
        for (to, from) in [(&mut self.masses, component.masses), (&mut self.inertias, component.inertias)] {
            *to = [to[0] + from[0], to[1].max(from[1])];
        }
        self.is_nodal &= component.is_nodal;
        self.is_elastic |= component.is_elastic;
        self.is_flexible |= component.is_flexible;
        self.has_forces |= component.has_forces;
        self.is_redundant |= component.is_redundant;
    }
}

/// Adds the squares of some numbers in a metric.
#[inline]
pub fn add_squares(sums: &mut [f64; 4], [a, b, c, d]: [f64; 4], metric: f64) {
    sums[0] += a * a * metric;
    sums[1] += b * b * metric;
    sums[2] += c * c * metric;
    sums[3] += d * d * metric;
}

/// The components of a model.
#[derive(Clone, Debug, Default)]
pub struct Components {
    pub list: Vec<Island>,
    /// Component of each node.
    of_node: Vec<u32>,
    /// All components as one.
    pub whole: Island,
    /// Elements of components whose energy has no account, and of none.
    pub constant: Vec<usize>,
}

impl Components {
    /// Finds what elements, joints and followers bind. Nodes of one component follow each other in the order of the model file.
    pub fn new(model: &Model) -> Self {
        let mut sets = DisjointSets::default();
        sets.reset(model.nodes.len());
        let bind = |nodes: &mut dyn Iterator<Item = NodeId>, sets: &mut DisjointSets| {
            if let Some(first) = nodes.next() {
                nodes.for_each(|node| sets.join(first, node));
            }
        };
        for (node, rule) in &model.followers {
            bind(&mut std::iter::once(*node).chain(rule.nodes().iter().copied()), &mut sets);
        }
        for item in &model.elements {
            bind(&mut item.element.acts_on().into_iter(), &mut sets);
        }
        for joint in &model.joints {
            bind(&mut joint_nodes(model, joint), &mut sets);
        }
        let mut out = Self { of_node: vec![FIXED; model.nodes.len()], ..Self::default() };
        let mut of_root = vec![FIXED; model.nodes.len()];
        for node in 0..model.nodes.len() {
            let root = sets.root(node);
            if of_root[root] == FIXED {
                of_root[root] = out.list.len() as u32;
                out.list.push(Island { components: vec![of_root[root]], ..Island::default() });
            }
            out.of_node[node] = of_root[root];
            out.list[of_root[root] as usize].nodes.push(node);
        }
        out.sort_items(model);
        out
    }

    /// Nodes in the order in which their degrees of freedom are numbered.
    pub fn order(&self) -> impl Iterator<Item = NodeId> {
        self.list.iter().flat_map(|component| component.nodes.iter().copied())
    }

    fn sort_items(&mut self, model: &Model) {
        for (port, of) in model.ports.iter().enumerate() {
            if let Some(node) = of.node {
                self.list[self.of_node[node] as usize].ports.push(port);
            }
        }
        for (index, item) in model.elements.iter().enumerate() {
            if let Some(component) = self.of(&mut item.element.acts_on().into_iter()) {
                self.list[component].elements.push(index);
            }
        }
        for (index, joint) in model.joints.iter().enumerate() {
            if let Some(component) = self.of(&mut joint_nodes(model, joint)) {
                self.list[component].joints.push(index);
            }
        }
        for (index, (node, _)) in model.followers.iter().enumerate() {
            self.list[self.of_node[*node] as usize].followers.push(index);
        }
    }

    fn of(&self, nodes: &mut dyn Iterator<Item = NodeId>) -> Option<usize> {
        nodes.next().map(|node| self.of_node[node] as usize)
    }

    /// Gives the components their degrees of freedom, and what else `complete` says of each, and makes the whole of them.
    pub fn number(&mut self, dofs: &[[u32; 6]], n: usize, complete: impl Fn(&mut Island)) {
        for component in &mut self.list {
            let of = component.nodes.iter().flat_map(|&node| dofs[node]).map(|dof| dof as usize).filter(|dof| *dof < n);
            let (first, last) = of.fold((n, 0), |(first, last), dof| (first.min(dof), last.max(dof + 1)));
            component.dofs.clear();
            if first < last {
                component.dofs.push(first..last);
            }
            complete(component);
        }
        self.gather();
    }

    /// Lists the elements, of so many, that are not in a component that is watched.
    pub fn sort_constant(&mut self, count: usize) {
        let mut is_constant = vec![true; count];
        let watched = self.list.iter().filter(|component| component.is_watched());
        watched.flat_map(|component| &component.elements).for_each(|&k| is_constant[k] = false);
        self.constant = (0..count).filter(|&k| is_constant[k]).collect();
    }

    /// Marks the components of joints whose rows are dependent.
    pub fn set_redundant(&mut self, joints: impl Iterator<Item = usize>) {
        for joint in joints {
            for component in self.list.iter_mut().filter(|component| component.joints.contains(&joint)) {
                component.is_redundant = true;
            }
        }
        self.gather();
    }

    fn gather(&mut self) {
        self.whole.clear();
        self.list.iter().for_each(|component| self.whole.add(component));
        for list in [&mut self.whole.nodes, &mut self.whole.ports, &mut self.whole.elements, &mut self.whole.joints] {
            list.sort_unstable();
        }
    }

    /// The component of a node.
    #[inline]
    pub fn of_node(&self, node: NodeId) -> usize {
        self.of_node[node] as usize
    }

    /// The component of a block of rows, if it moves.
    pub fn of_block(&self, block: &RowBlock) -> Option<usize> {
        self.of(&mut block.nodes().iter().copied())
    }
}

fn joint_nodes<'a>(model: &'a Model, joint: &'a Joint) -> impl Iterator<Item = NodeId> + 'a {
    let measures = joint.rows.iter().flat_map(|row| row.terms.iter().map(|(_, measure)| measure));
    measures.flat_map(|measure| <[PortId; 2]>::from(measure.ports())).filter_map(|port| model.ports[port].node)
}

/// Sets of numbers that are joined step by step.
#[derive(Clone, Debug, Default)]
struct DisjointSets {
    /// A member of the same set; its own for the one that stands for the set, the smallest.
    parent: Vec<usize>,
}

impl DisjointSets {
    fn reset(&mut self, count: usize) {
        self.parent.clear();
        self.parent.extend(0..count);
    }

    fn root(&mut self, mut member: usize) -> usize {
        while self.parent[member] != member {
            self.parent[member] = self.parent[self.parent[member]];
            member = self.parent[member];
        }
        member
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }
}

/// The islands of a step.
#[derive(Clone, Debug, Default)]
pub struct Islands {
    list: Vec<Island>,
    /// Islands that are in use; the others keep their memory.
    count: usize,
    /// Island of each component.
    of_component: Vec<usize>,
    sets: DisjointSets,
    /// Contacts that bind them.
    bound: Vec<usize>,
}

impl Islands {
    /// Contacts by the same numbers are others now.
    pub fn forget(&mut self) {
        self.count = 0;
    }

    /// Binds components by the near contacts, given with their blocks of rows, ascending. Islands are in the order of their first
    /// components.
    pub fn find<'a>(&mut self, components: &Components, near: impl Iterator<Item = (usize, &'a RowBlock)> + Clone) {
        if self.count > 0 && near.clone().map(|(contact, _)| contact).eq(self.bound.iter().copied()) {
            return;
        }
        self.bound.clear();
        self.bound.extend(near.clone().map(|(contact, _)| contact));
        self.sets.reset(components.list.len());
        for (_, block) in near.clone() {
            let mut nodes = block.nodes().iter().map(|&node| components.of_node[node] as usize);
            if let Some(first) = nodes.next() {
                nodes.for_each(|other| self.sets.join(first, other));
            }
        }
        self.count = 0;
        self.of_component.clear();
        for (k, component) in components.list.iter().enumerate() {
            let root = self.sets.root(k);
            if root == k {
                self.of_component.push(self.count);
                self.count += 1;
                if self.list.len() < self.count {
                    self.list.push(Island::default());
                }
                self.list[self.count - 1].clear();
            } else {
                self.of_component.push(self.of_component[root]);
            }
            self.list[self.of_component[k]].add(component);
        }
        for (contact, block) in near {
            if let Some(component) = components.of_block(block) {
                self.list[self.of_component[component]].contacts.push(contact);
            }
        }
    }

    /// The island of a component.
    pub fn of_component(&self, component: usize) -> &Island {
        &self.list[self.of_component[component]]
    }

    #[inline]
    pub fn list(&self) -> &[Island] {
        &self.list[..self.count]
    }
}
