//! Loads on faces of solids: a traction per reference area, fixed in space, and a pressure on the deformed faces.
//!
//! ```text
//! traction   f_a = ∫ N_a dA t(t)                              A the area at the start
//! pressure   f_a = −p(t) ∫ N_a (x,ξ × x,η) dξ dη ,            K_ab = p ∫ N_a (N_b,η S(x,ξ) − N_b,ξ S(x,η)) dξ dη
//! ```
//!
//! x,ξ × x,η points outwards and its length is the deformed area. Two by two Gauss points integrate a bilinear face exactly,
//! one point a triangle. K is not symmetric at the rim of a loaded surface, where a pressure has no potential (Bonet & Wood
//! 2008, §8.5). Both loads are multiplied by the load factor of a static analysis.

use crate::element::{Element, LocalMatrix, Power, Scene};
use crate::expr::Expression;
use crate::model::NodeId;
use crate::{Mat3, Vec3};
use lie::cross;
use std::sync::Arc;

/// A face of three or four nodes; the fourth of a triangle repeats the third.
#[derive(Clone, Copy, Debug)]
pub struct LoadedFace {
    nodes: [NodeId; 4],
    count: usize,
}

/// An integration point: weight times shape functions, and their derivatives.
#[derive(Clone, Copy)]
struct FacePoint {
    n: [f64; 4],
    by_xi: [f64; 4],
    by_eta: [f64; 4],
}

impl LoadedFace {
    /// A face with its nodes counter-clockwise seen from outside, three or four.
    pub fn new(nodes: &[NodeId]) -> Self {
        let at = |i: usize| nodes[i.min(nodes.len() - 1)];
        Self { nodes: [at(0), at(1), at(2), at(3)], count: nodes.len().min(4) }
    }

    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes[..self.count]
    }

    /// Four nodes; a triangle's last one twice.
    pub fn corners(&self) -> [NodeId; 4] {
        self.nodes
    }

    /// The share of each node of the area.
    pub fn areas(&self, points: &[Vec3; 4]) -> [f64; 4] {
        let mut areas = [0.0; 4];
        for point in self.rule() {
            let area = point.normal(points).norm();
            areas.iter_mut().zip(point.n).for_each(|(sum, n)| *sum += n * area);
        }
        areas
    }

    fn points(&self, scene: &Scene) -> [Vec3; 4] {
        self.nodes.map(|node| scene.kin.frames[node].x)
    }

    fn rule(&self) -> &'static [FacePoint] {
        if self.count == 3 { &TRIANGLE } else { &QUADRILATERAL }
    }
}

const TRIANGLE: [FacePoint; 1] = [FacePoint {
    n: [1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 0.0],
    by_xi: [-1.0, 1.0, 0.0, 0.0],
    by_eta: [-1.0, 0.0, 1.0, 0.0],
}];

const QUADRILATERAL: [FacePoint; 4] = {
    const R: f64 = 0.577_350_269_189_625_8;
    [bilinear(-R, -R), bilinear(R, -R), bilinear(R, R), bilinear(-R, R)]
};

const fn bilinear(x: f64, y: f64) -> FacePoint {
    let (left, right, low, high) = (0.5 * (1.0 - x), 0.5 * (1.0 + x), 0.5 * (1.0 - y), 0.5 * (1.0 + y));
    FacePoint {
        n: [left * low, right * low, right * high, left * high],
        by_xi: [-0.5 * low, 0.5 * low, 0.5 * high, -0.5 * high],
        by_eta: [-0.5 * left, -0.5 * right, 0.5 * right, 0.5 * left],
    }
}

impl FacePoint {
    fn tangents(&self, x: &[Vec3; 4]) -> [Vec3; 2] {
        [&self.by_xi, &self.by_eta].map(|d| (0..4).fold(Vec3::zeros(), |sum, a| sum + x[a] * d[a]))
    }

    /// The outward normal times the area per unit of ξ and η.
    fn normal(&self, x: &[Vec3; 4]) -> Vec3 {
        let [by_xi, by_eta] = self.tangents(x);
        by_xi.cross(&by_eta)
    }
}

/// A dead load on the nodes of faces. It depends on time alone and couples no nodes.
#[derive(Clone, Debug)]
pub struct Traction {
    /// Nodes with their share of the area.
    areas: Vec<(NodeId, f64)>,
    components: [Expression; 3],
}

impl Traction {
    /// Nodes with their share of the area; components are functions of time.
    pub fn new(areas: Vec<(NodeId, f64)>, components: [Expression; 3]) -> Self {
        Self { areas, components }
    }

    fn value(&self, scene: &Scene) -> Vec3 {
        let [x, y, z] = &self.components;
        let t = [scene.kin.t];
        Vec3::from([x, y, z].map(|component| component.eval_with(&t, &scene.kin.signals))) * scene.load
    }
}

impl Element for Traction {
    fn nodes(&self) -> &[NodeId] {
        &[]
    }

    fn acts_on(&self) -> Vec<NodeId> {
        self.areas.iter().map(|(node, _)| *node).collect()
    }

    fn width(&self) -> usize {
        3
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let traction = self.value(scene);
        for (node, area) in &self.areas {
            scene.layout.add(*node, &(traction * *area), &Vec3::zeros(), f);
        }
    }

    fn tangent(&self, _scene: &Scene, _k: &mut LocalMatrix, _c: &mut LocalMatrix) {}

    fn power(&self, scene: &Scene) -> Power {
        let flow = self
            .areas
            .iter()
            .fold(Vec3::zeros(), |sum, (node, area)| sum + scene.layout.get(*node, &scene.kin.v).0 * *area);
        Power { loads: self.value(scene).dot(&flow), dampers: 0.0 }
    }
}

/// A pressure on one face.
#[derive(Clone, Debug)]
pub struct Pressure {
    face: LoadedFace,
    pressure: Arc<Expression>,
}

impl Pressure {
    pub fn new(face: LoadedFace, pressure: Arc<Expression>) -> Self {
        Self { face, pressure }
    }

    fn value(&self, scene: &Scene) -> f64 {
        self.pressure.eval_with(&[scene.kin.t], &scene.kin.signals) * scene.load
    }

    fn forces(&self, scene: &Scene) -> [Vec3; 4] {
        let (p, x) = (self.value(scene), self.face.points(scene));
        let mut out = [Vec3::zeros(); 4];
        for point in self.face.rule() {
            let normal = point.normal(&x);
            for (out, n) in out.iter_mut().zip(point.n) {
                *out -= normal * (p * n);
            }
        }
        out
    }
}

impl Element for Pressure {
    fn nodes(&self) -> &[NodeId] {
        self.face.nodes()
    }

    fn width(&self) -> usize {
        3
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        for (node, force) in self.face.nodes().iter().zip(self.forces(scene)) {
            scene.layout.add(*node, &force, &Vec3::zeros(), f);
        }
    }

    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, _c: &mut LocalMatrix) {
        let (p, x) = (self.value(scene), self.face.points(scene));
        for point in self.face.rule() {
            let [by_xi, by_eta] = point.tangents(&x).map(|t| cross(&t) * p);
            for b in 0..self.face.count {
                let change: Mat3 = by_xi * point.by_eta[b] - by_eta * point.by_xi[b];
                for a in 0..self.face.count {
                    k.add_block(a, b, &(change * point.n[a]));
                }
            }
        }
    }

    fn power(&self, scene: &Scene) -> Power {
        let each = self.face.nodes().iter().zip(self.forces(scene));
        let loads = each.map(|(node, f)| f.dot(&scene.layout.get(*node, &scene.kin.v).0)).sum();
        Power { loads, dampers: 0.0 }
    }
}
