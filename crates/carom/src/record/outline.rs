//! What of a flexible body is drawn: beams as lines through their nodes, solids as the faces of their surface.

use crate::Vec3;
use crate::mesh::{CellKind, Face, Mesh};
use crate::model::{FlexibleBody, MaterialPoint};
use std::collections::HashMap;

/// A line or a surface through nodes of a flexible body.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Of the body.
    pub name: String,
    pub points: Vec<MaterialPoint>,
    pub(super) faces: Option<Vec<Face>>,
    /// Of a line: the cells of its body between its points.
    pub cells: Vec<usize>,
    /// Of a line: the numbers of its points among those of its body.
    pub numbers: Vec<usize>,
}

impl Outline {
    /// Of a surface, with the numbers of the points and of the body's solid cells.
    pub fn faces(&self) -> Option<&[Face]> {
        self.faces.as_deref()
    }

    /// The outlines of a body: its surface, if it has solid cells, and its lines.
    pub fn of(body: &FlexibleBody) -> Vec<Self> {
        let solids = body.cells.iter().filter(|cell| cell.kind != CellKind::Line2).copied().collect();
        let mesh = Mesh { cells: solids, ..Mesh::default() };
        let surface = mesh.surface();
        let points = body.points();
        let mut outlines = Vec::new();
        if !surface.is_empty() {
            let corners = mesh.surface_nodes();
            let mut number = vec![0; points.len()];
            corners.iter().enumerate().for_each(|(new, old)| number[*old] = new);
            let faces = surface.iter().map(|face| face.renumbered(face.cell, |i| number[i])).collect();
            let corners = corners.iter().map(|i| points[*i].clone()).collect();
            let name = body.name.clone();
            outlines.push(Self { name, points: corners, faces: Some(faces), cells: Vec::new(), numbers: Vec::new() });
        }
        let mut lines: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for (number, cell) in body.cells.iter().enumerate().filter(|(_, cell)| cell.kind == CellKind::Line2) {
            match lines.last_mut() {
                Some((line, cells)) if line.last() == cell.nodes().first() => {
                    line.push(cell.nodes()[1]);
                    cells.push(number);
                }
                _ => lines.push((cell.nodes().to_vec(), vec![number])),
            }
        }
        outlines.extend(lines.into_iter().map(|(numbers, cells)| {
            let points = numbers.iter().map(|i| points[*i].clone()).collect();
            Self { name: body.name.clone(), points, faces: None, cells, numbers }
        }));
        outlines
    }
}

/// A face as it is seen.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Visible {
    pub corners: Vec<[f64; 2]>,
    /// Whether the edge from each corner to the next is sharp, or at the rim of what is visible.
    pub ridge: Vec<bool>,
}

/// A face whose normal leaves the picture at less than this sine is seen from its edge.
const GRAZING: f64 = 1e-6;
/// Two faces whose normals have a smaller cosine meet in a sharp edge.
const SHARP: f64 = 0.8;

/// The faces that turn towards the eye, the farthest first; `project` gives the place in the picture and the height above it.
pub(super) fn visible(faces: &[Face], points: &[Vec3], project: impl Fn(&Vec3) -> ([f64; 2], f64)) -> Vec<Visible> {
    let seen = |face: &&Face| {
        let area = face.area(points);
        project(&area).1 > GRAZING * area.norm()
    };
    let mut seen: Vec<&Face> = faces.iter().filter(seen).collect();
    let height = |face: &Face| {
        let sum: f64 = face.nodes().iter().map(|i| project(&points[*i]).1).sum();
        sum / face.nodes().len() as f64
    };
    seen.sort_by(|a, b| height(a).total_cmp(&height(b)));
    let edges = |face: &Face| {
        let nodes = face.nodes().to_vec();
        (0..nodes.len()).map(move |i| (nodes[i], nodes[(i + 1) % nodes.len()]))
    };
    let normal = |face: &Face| face.area(points).normalize();
    let normals: HashMap<(usize, usize), Vec3> =
        seen.iter().flat_map(|face| edges(face).map(|edge| (edge, normal(face)))).collect();
    let as_seen = |face: &&Face| {
        let is_ridge = |(a, b)| normals.get(&(b, a)).is_none_or(|across| across.dot(&normal(face)) < SHARP);
        let corners = face.nodes().iter().map(|i| project(&points[*i]).0).collect();
        Visible { corners, ridge: edges(face).map(is_ridge).collect() }
    };
    seen.iter().map(as_seen).collect()
}
