//! What a structure says about its fronts: their order, their unknowns, and where the entries of A enter them.
//!
//! Unknowns are renamed to their position in the elimination order, so that the own unknowns of a front are a range. The
//! children of a front are visited in the order that keeps the stack of waiting contributions lowest (J. W. H. Liu, On the
//! storage requirement in the out-of-core multifrontal method, ACM Trans. Math. Softw. 12 (1986)).

use super::graph::Graph;
use super::tree::{self, Node, operations, seconds};
use crate::NONE;
use crate::ordering::inverse;
use crate::pattern::Pattern;
use std::ops::Range;

/// Shape of a front, without the unknowns that its children delay.
pub(super) struct Shape {
    /// Positions of its own unknowns.
    pub own: Range<usize>,
    /// Its part of [`Analysis::waiting`].
    pub waiting: Range<usize>,
    /// Its part of [`Analysis::entries`].
    pub entries: Range<usize>,
    /// Number of fronts whose contributions it collects: the newest on the stack.
    pub children: usize,
    pub is_root: bool,
}

/// Where a stored entry of A goes: row and column counted from the first own unknown of its front.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub slot: u32,
    pub row: u32,
    pub column: u32,
}

/// Everything that depends on the structure alone.
#[derive(Default)]
pub(super) struct Analysis {
    /// Unknown at each position.
    pub columns: Vec<u32>,
    /// In the order of elimination.
    pub shapes: Vec<Shape>,
    /// Positions that wait in each front, ascending.
    pub waiting: Vec<u32>,
    pub entries: Vec<Entry>,
    /// Sizes as long as no pivot is delayed: factors, stack, largest front.
    pub factor_len: usize,
    pub stack_len: usize,
    pub front_len: usize,
}

/// Estimated time of the factorisation in the supernodes of an order.
pub(super) struct Plan {
    nodes: Vec<Node>,
    roots: Vec<u32>,
    pub seconds: f64,
    pub operations: f64,
}

impl Plan {
    pub fn new(graph: &Graph, order: &[u32]) -> Self {
        let (nodes, roots) = tree::supernodes(graph, order);
        let total = |cost: fn(usize, usize) -> f64| {
            let used = nodes.iter().filter(|node| !node.columns.is_empty());
            used.map(|node| cost(node.columns.len(), node.waiting)).sum()
        };
        Plan { seconds: total(seconds), operations: total(operations), nodes, roots }
    }
}

impl Analysis {
    pub fn new(graph: &Graph, pattern: &Pattern, mut plan: Plan) -> Self {
        let mut analysis = Analysis { stack_len: order_children(&mut plan), ..Default::default() };
        analysis.number(&plan);
        let position = inverse(&analysis.columns);
        analysis.find_waiting(graph, &position);
        analysis.place_entries(pattern, &position);
        for shape in &analysis.shapes {
            let (w, r) = (shape.own.len(), shape.waiting.len());
            analysis.factor_len += w * (w + 2 * r);
            analysis.front_len = analysis.front_len.max((w + r).pow(2));
        }
        analysis
    }

    pub fn bytes(&self) -> usize {
        (self.columns.capacity() + self.waiting.capacity()) * size_of::<u32>()
            + self.shapes.capacity() * size_of::<Shape>()
            + self.entries.capacity() * size_of::<Entry>()
    }

    /// Shapes and positions along a postorder of the nodes.
    fn number(&mut self, plan: &Plan) {
        let mut stack: Vec<(u32, bool)> = plan.roots.iter().rev().map(|&s| (s, false)).collect();
        while let Some((s, is_complete)) = stack.pop() {
            let node = &plan.nodes[s as usize];
            if !is_complete {
                stack.push((s, true));
                stack.extend(node.children.iter().rev().map(|&c| (c, false)));
                continue;
            }
            let first = self.columns.len();
            self.columns.extend_from_slice(&node.columns);
            self.shapes.push(Shape {
                own: first..self.columns.len(),
                waiting: 0..node.waiting,
                entries: 0..0,
                children: node.children.len(),
                is_root: node.waiting == 0,
            });
        }
    }

    /// Positions that wait in each front: neighbours of its own unknowns and those that wait in its children.
    fn find_waiting(&mut self, graph: &Graph, position: &[u32]) {
        let mut newest = vec![NONE; position.len()];
        let mut open: Vec<usize> = Vec::new();
        for f in 0..self.shapes.len() {
            let Shape { own, children, .. } = &self.shapes[f];
            let (own, start) = (own.clone(), self.waiting.len());
            let mut visit = |p: u32, waiting: &mut Vec<u32>| {
                if p as usize >= own.end && std::mem::replace(&mut newest[p as usize], f as u32) != f as u32 {
                    waiting.push(p);
                }
            };
            for &j in &self.columns[own.clone()] {
                for &i in graph.neighbours(j as usize) {
                    visit(position[i as usize], &mut self.waiting);
                }
            }
            for child in open.drain(open.len() - children..) {
                for t in self.shapes[child].waiting.clone() {
                    visit(self.waiting[t], &mut self.waiting);
                }
            }
            self.waiting[start..].sort_unstable();
            debug_assert_eq!(self.waiting.len() - start, self.shapes[f].waiting.len());
            self.shapes[f].waiting = start..self.waiting.len();
            open.push(f);
        }
    }

    /// Sorts the stored entries by the front that eliminates the first of their two unknowns.
    fn place_entries(&mut self, pattern: &Pattern, position: &[u32]) {
        let mut front_of = vec![0; position.len()];
        for (f, shape) in self.shapes.iter().enumerate() {
            front_of[shape.own.clone()].fill(f);
        }
        let front = |i: u32, j: u32| front_of[position[i as usize].min(position[j as usize]) as usize];
        let mut next = vec![0; self.shapes.len() + 1];
        for j in 0..position.len() {
            pattern.column(j).iter().for_each(|&i| next[front(i, j as u32) + 1] += 1);
        }
        for f in 0..self.shapes.len() {
            next[f + 1] += next[f];
            self.shapes[f].entries = next[f]..next[f + 1];
        }
        self.entries.resize(pattern.rows.len(), Entry { slot: 0, row: 0, column: 0 });
        for &j in &self.columns {
            let slots = pattern.ptr[j as usize]..pattern.ptr[j as usize + 1];
            for (slot, &i) in slots.clone().zip(&pattern.rows[slots]) {
                let place = &mut next[front(i, j)];
                let (row, column) = (position[i as usize], position[j as usize]);
                self.entries[*place] = Entry { slot: slot as u32, row, column };
                *place += 1;
            }
        }
        let mut local = vec![0; position.len()];
        for shape in &self.shapes {
            let unknowns = shape.own.clone().chain(self.waiting[shape.waiting.clone()].iter().map(|&p| p as usize));
            unknowns.zip(0..).for_each(|(p, t)| local[p] = t);
            for entry in &mut self.entries[shape.entries.clone()] {
                entry.row = local[entry.row as usize];
                entry.column = local[entry.column as usize];
            }
        }
    }
}

/// Sorts the children of every node; numbers on the stack at its highest.
fn order_children(plan: &mut Plan) -> usize {
    let nodes = &mut plan.nodes;
    let mut peak = vec![0; nodes.len()];
    let sequence = |nodes: &[Node], peak: &[usize], children: &[u32]| {
        let (mut used, mut most) = (0, 0);
        for &c in children {
            most = most.max(used + peak[c as usize]);
            used += nodes[c as usize].waiting.pow(2);
        }
        most.max(used)
    };
    for s in 0..nodes.len() {
        let mut children = std::mem::take(&mut nodes[s].children);
        children.sort_by_key(|&c| std::cmp::Reverse(peak[c as usize] - nodes[c as usize].waiting.pow(2)));
        peak[s] = sequence(nodes, &peak, &children).max(nodes[s].waiting.pow(2));
        nodes[s].children = children;
    }
    plan.roots.iter().map(|&s| peak[s as usize]).max().unwrap_or(0)
}
