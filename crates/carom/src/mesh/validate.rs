//! What would spoil a computation on a mesh: inverted, flat or overlapping cells; unused, coincident or hanging nodes.
//!
//! A node hangs if it lies on a face of a cell of which it is no corner. The face then has no counterpart, so it is enough
//! to look at nodes and faces of the surface. Distances are compared with the size of the cells at the place.

use super::face::{FaceTable, nodes_of};
use super::tree::PointTree;
use super::{Cell, Face, Mesh, MeshError};
use crate::Vec3;
use nalgebra::{Matrix3x2, Vector2};

/// A scaled corner Jacobian below this is zero: the edges leave the corner in a plane.
const FLAT: f64 = 1e-9;
/// Nodes closer than this fraction of the shortest edge at them are at the same place.
const SAME_PLACE: f64 = 1e-6;
/// A node closer to a face than this fraction of the shortest edge at the node lies on it; files may have few digits.
const ON_FACE: f64 = 1e-3;

impl Mesh {
    /// Finds the first thing that is wrong.
    pub fn validate(&self) -> Result<(), MeshError> {
        self.check_nodes()?;
        self.check_shapes()?;
        let faces = FaceTable::new(&self.cells);
        self.check_overlap(&faces)?;
        let shortest = self.shortest_edges();
        self.check_coincident(&shortest)?;
        self.check_hanging(&faces.boundary(), &shortest)
    }

    /// Nodes exist, are finite and used.
    fn check_nodes(&self) -> Result<(), MeshError> {
        let points = self.points.len();
        if let Some(node) = self.points.iter().position(|x| x.iter().any(|c| !c.is_finite())) {
            return Err(MeshError::NotFinite { node: self.node_tags[node] });
        }
        let mut used = vec![false; points];
        for (cell, tag) in self.cells.iter().zip(&self.cell_tags) {
            for &index in cell.nodes() {
                *used.get_mut(index).ok_or(MeshError::NoSuchNode { cell: *tag, index, points })? = true;
            }
        }
        let mut unused = (0..points).filter(|i| !used[*i]);
        match unused.next() {
            Some(node) => Err(MeshError::UnusedNode { node: self.node_tags[node], count: 1 + unused.count() }),
            None => Ok(()),
        }
    }

    fn check_shapes(&self) -> Result<(), MeshError> {
        let worst = |cell: &Cell| cell.corner_shapes(&self.points).min_by(|a, b| a.1.total_cmp(&b.1));
        let is_point = |cell: &Cell| {
            let ends = cell.kind.edges().iter().map(|e| e.map(|i| self.points[cell.nodes()[i]]));
            ends.into_iter().any(|[a, b]| a == b)
        };
        let mut bad = self.cells.iter().zip(&self.cell_tags).filter_map(|(cell, tag)| {
            let (node, shape) = worst(cell).unwrap_or((cell.nodes()[0], 1.0));
            let node = self.node_tags[node];
            match shape {
                s if s < -FLAT => Some(MeshError::Inverted { cell: *tag, kind: cell.kind, node, count: 1 }),
                s if s < FLAT || is_point(cell) => {
                    Some(MeshError::Flat { cell: *tag, kind: cell.kind, node, count: 1 })
                }
                _ => None,
            }
        });
        let Some(mut first) = bad.next() else { return Ok(()) };
        let alike = bad.filter(|e| std::mem::discriminant(e) == std::mem::discriminant(&first)).count();
        if let MeshError::Inverted { count, .. } | MeshError::Flat { count, .. } = &mut first {
            *count += alike;
        }
        Err(first)
    }

    /// Two cells at a face turn it in opposite directions.
    fn check_overlap(&self, faces: &FaceTable) -> Result<(), MeshError> {
        let overlaps =
            |same: &&[([usize; 4], Face)]| same.len() > 2 || same.len() == 2 && same[0].1.turns_like(&same[1].1);
        match faces.shared().find(overlaps) {
            // Of three at a face, two turn it alike.
            Some([(_, a), (_, b), rest @ ..]) => {
                let other = if a.turns_like(b) || rest.is_empty() { b } else { &rest[0].1 };
                Err(MeshError::Overlap { cells: [a.cell, other.cell].map(|c| self.cell_tags[c]) })
            }
            _ => Ok(()),
        }
    }

    /// The length of the shortest edge at each node.
    fn shortest_edges(&self) -> Vec<f64> {
        let mut shortest = vec![f64::INFINITY; self.points.len()];
        for cell in &self.cells {
            for ends in cell.kind.edges() {
                let [a, b] = ends.map(|i| cell.nodes()[i]);
                let length = (self.points[a] - self.points[b]).norm();
                [a, b].into_iter().for_each(|i| shortest[i] = shortest[i].min(length));
            }
        }
        shortest
    }

    fn check_coincident(&self, shortest: &[f64]) -> Result<(), MeshError> {
        let tree = PointTree::new(&self.points, (0..self.points.len()).collect());
        let mut first = None;
        let mut count = 0;
        for (i, x) in self.points.iter().enumerate() {
            let reach = Vec3::repeat(SAME_PLACE * shortest[i]);
            tree.within(&(x - reach), &(x + reach), &mut |j| {
                // Each pair once: seen from the lower one, or from the only one that sees it.
                let seen_by_j = (self.points[j] - x).amax() <= SAME_PLACE * shortest[j];
                if j != i && (i < j || !seen_by_j) {
                    count += 1;
                    first.get_or_insert([i.min(j), i.max(j)]);
                }
            });
        }
        match first {
            Some(pair) => Err(MeshError::Coincident { nodes: pair.map(|i| self.node_tags[i]), count }),
            None => Ok(()),
        }
    }

    fn check_hanging(&self, surface: &[Face], shortest: &[f64]) -> Result<(), MeshError> {
        let tree = PointTree::new(&self.points, nodes_of(surface));
        let mut hanging = Vec::new();
        for face in surface {
            let (mut low, mut high) = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
            for x in face.nodes().iter().map(|i| &self.points[*i]) {
                (low, high) = (low.inf(x), high.sup(x));
            }
            // The edges at a node that hangs on the face are not longer than it.
            let reach = Vec3::repeat(ON_FACE * (high - low).norm());
            tree.within(&(low - reach), &(high + reach), &mut |node| {
                let tolerance = ON_FACE * shortest[node];
                if !face.nodes().contains(&node) && lies_on(face, &self.points, &self.points[node], tolerance) {
                    hanging.push((node, face.cell));
                }
            });
        }
        hanging.sort_unstable();
        hanging.dedup_by_key(|(node, _)| *node);
        match hanging.first() {
            Some(&(node, cell)) => {
                Err(MeshError::Hanging { node: self.node_tags[node], cell: self.cell_tags[cell], count: hanging.len() })
            }
            None => Ok(()),
        }
    }
}

/// Whether a point lies on a face, its rim included. The face is x(ξ, η) = a + ξ u + η v + ξη w with ξ, η ∈ [0, 1], and w = 0,
/// ξ + η ≤ 1 for a triangle; a few steps of Gauss and Newton find the nearest point of it.
fn lies_on(face: &Face, points: &[Vec3], x: &Vec3, tolerance: f64) -> bool {
    let corner = |i: usize| points[face.nodes()[i]];
    let triangle = face.nodes().len() == 3;
    let (a, last) = (corner(0), face.nodes().len() - 1);
    let (u, v) = (corner(1) - a, corner(last) - a);
    let w = if triangle { Vec3::zeros() } else { corner(2) - a - u - v };
    let mut s = Vector2::new(0.5, 0.5);
    let mut off = f64::INFINITY;
    for _ in 0..8 {
        let miss = x - (a + s[0] * u + s[1] * v + s[0] * s[1] * w);
        off = miss.norm();
        let slopes = Matrix3x2::from_columns(&[u + s[1] * w, v + s[0] * w]);
        let Some(inverse) = (slopes.transpose() * slopes).try_inverse() else { return false };
        s += inverse * slopes.transpose() * miss;
    }
    let slack = [tolerance / u.norm(), tolerance / v.norm()];
    let inside = |i: usize| (-slack[i]..=1.0 + slack[i]).contains(&s[i]);
    off <= tolerance && inside(0) && inside(1) && (!triangle || s[0] + s[1] <= 1.0 + slack[0] + slack[1])
}
